//! Markdown texts of the manual about the protocols. Notes on a game's GTP commands are in that game's module.

/// Notes on GTP that apply to every game.
pub const GTP: &str = include_str!("gtp/manual/notes.md");
/// Notes on programs that use GTP.
pub const GTP_CLIENTS: &str = include_str!("gtp/manual/clients.md");
/// Notes on analysis output over GTP.
pub const GTP_ANALYSIS: &str = include_str!("gtp/manual/analysis.md");
/// Notes on GTP parameters.
pub const GTP_PARAMETERS: &str = include_str!("gtp/manual/parameters.md");
/// Notes on Gomocup's protocol.
pub const GOMOCUP: &str = include_str!("gomocup/notes.md");
/// Notes on opening rules in Gomocup's protocol.
pub const GOMOCUP_OPENINGS: &str = include_str!("gomocup/openings.md");
/// Notes on databases in Gomocup's protocol.
pub const GOMOCUP_DATABASES: &str = include_str!("gomocup/database.md");
/// Notes on settings in Gomocup's protocol.
pub const GOMOCUP_SETTINGS: &str = include_str!("gomocup/settings.md");
/// Notes on NBoard's protocol.
pub const NBOARD: &str = include_str!("nboard/notes.md");
/// Notes on KataGo's JSON analysis.
pub const ANALYSIS: &str = include_str!("analysis/notes.md");
/// Notes on files, the end of a conversation and resources, for all protocols.
pub const ALL_PROTOCOLS: &str = include_str!("notes.md");
