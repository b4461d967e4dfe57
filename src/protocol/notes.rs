//! Texts of the manual about the protocols, in Markdown. Those of a game's commands over GTP are with the game.

/// GTP, for every game.
pub const GTP: &str = include_str!("gtp/manual/notes.md");
/// Programs that speak GTP.
pub const GTP_CLIENTS: &str = include_str!("gtp/manual/clients.md");
/// The lines of analysis over GTP.
pub const GTP_ANALYSIS: &str = include_str!("gtp/manual/analysis.md");
/// The parameters of GTP.
pub const GTP_PARAMETERS: &str = include_str!("gtp/manual/parameters.md");
/// Gomocup's protocol.
pub const GOMOCUP: &str = include_str!("gomocup/notes.md");
/// Opening rules in Gomocup's protocol.
pub const GOMOCUP_OPENINGS: &str = include_str!("gomocup/openings.md");
/// Databases in Gomocup's protocol.
pub const GOMOCUP_DATABASES: &str = include_str!("gomocup/database.md");
/// Settings of Gomocup's protocol.
pub const GOMOCUP_SETTINGS: &str = include_str!("gomocup/settings.md");
/// NBoard's protocol.
pub const NBOARD: &str = include_str!("nboard/notes.md");
/// KataGo's JSON analysis.
pub const ANALYSIS: &str = include_str!("analysis/notes.md");
/// Files, the end of a conversation, and resources, in all protocols.
pub const ALL_PROTOCOLS: &str = include_str!("notes.md");
