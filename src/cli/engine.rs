//! Options of the engine that speaks a protocol.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use super::player::{PlayerArgs, parse_seconds};
use tengen_engine::clock::LAG_SECONDS;
use tengen_engine::files::Access;
use tengen_engine::files::printable;
use tengen_play::Game;
use tengen_protocol::{GameName, GtpOptions, Options, Protocol, Remarks, ScriptOptions};

/// Heading of the options that only GTP's front-ends need.
const GTP: &str = "Options for GTP front-ends";

/// Options of the engine that speaks a protocol.
#[derive(Clone, Debug, Args)]
pub struct EngineArgs {
    #[command(flatten)]
    pub(super) player: PlayerArgs,
    /// Set the protocol; auto detects it from the first line, or from a program name that begins with pbrain-.
    ///
    /// GNU Go's --mode gtp, a default of some GUIs, is accepted too.
    #[arg(long, alias = "mode", default_value = "auto")]
    pub(super) protocol: ProtocolChoice,
    /// Think on the opponent's time too, in GTP and NBoard's protocol.
    #[arg(long)]
    pub(super) ponder: bool,
    /// Reserve this time of every move for the network, in seconds, when a clock runs in GTP [default: 0.03, also the
    /// minimum].
    ///
    /// A server's clock runs until the move arrives there. At most half of a short time is reserved.
    #[arg(long, value_name = "SECONDS", value_parser = parse_delay, help_heading = GTP)]
    pub(super) network_delay: Option<Duration>,
    /// Let a search limited by nodes, visits or depth run this many seconds after the input ends.
    ///
    /// A search with a time limit of up to ten minutes keeps it. A search without any limit ends at once.
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = parse_seconds)]
    pub(super) linger: Duration,
    /// Give this name to clients, for GUIs that recognize engines by name [default: Tengen].
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    pub(super) name: Option<String>,
    /// Append the conversation to a file: both directions with times, and panics.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Restrict the files that protocol commands name to this folder; none allows no files [default: any file].
    ///
    /// Relative names start from the folder, and no link leads out of it. With none, the commands that name a file are
    /// left out. Files named on the command line are not restricted.
    #[arg(long, value_name = "DIR|none")]
    pub(super) files: Option<PathBuf>,
    /// Write each GTP command before its reply, as '> COMMAND'.
    #[arg(long, help_heading = GTP)]
    pub(super) echo: bool,
    /// End with status 1 at the first GTP command that fails.
    #[arg(long, help_heading = GTP)]
    pub(super) strict: bool,
    /// Draw running searches on GoGui's board, by lines on stderr.
    #[arg(long, help_heading = GTP)]
    pub(super) live_graphics: bool,
    /// Write visits, winrate, score and line of play of every move to stderr, where gtp2ogs reads them for the chat of
    /// OGS.
    #[arg(long, help_heading = GTP)]
    pub(super) ogs_chat: bool,
    /// List kgs-chat among the GTP commands, for the chat of KGS through kgsGtp 3.5.11.
    ///
    /// Later versions of kgsGtp end with an exception if it is listed.
    #[arg(long, help_heading = GTP)]
    pub(super) kgs_chat: bool,
}

/// Protocols as named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolChoice {
    /// Detect the protocol from the first line.
    Auto,
    /// Go Text Protocol.
    Gtp,
    /// Gomocup protocol.
    Gomocup,
    /// NBoard's protocol for Othello.
    #[value(name = "nboard")]
    NBoard,
}

impl EngineArgs {
    /// Builds the options of a conversation, and opens the network, the book and the folder for files. Fails if one of
    /// these cannot be opened, the game or the protocol has no use for an option, or the game has no board of this
    /// size.
    pub fn open(&self) -> Result<Options> {
        self.check_protocol()?;
        Ok(Options {
            name: self
                .name
                .clone()
                .unwrap_or_else(|| Options::NAME.to_owned()),
            ponder: self.ponder,
            linger: self.linger,
            files: self.access()?,
            script: ScriptOptions {
                echo: self.echo,
                strict: self.strict,
            },
            remarks: Remarks {
                live_graphics: self.live_graphics,
                ogs_chat: self.ogs_chat,
            },
            gtp: GtpOptions {
                lag: self.network_delay,
                lists_kgs_chat: self.kgs_chat,
                ..GtpOptions::default()
            },
            ..self.of_protocol().open()?
        })
    }

    /// Returns the player options, with the game set if the protocol has only one.
    fn of_protocol(&self) -> PlayerArgs {
        let game = match self.protocol {
            ProtocolChoice::Auto | ProtocolChoice::Gtp => None,
            ProtocolChoice::Gomocup => Some(Game::Gomoku),
            ProtocolChoice::NBoard => Some(Game::Reversi),
        };
        let only = game.map(|game| GameName { game, rule: None });
        PlayerArgs {
            game: self.player.game.or(only),
            ..self.player.clone()
        }
    }

    /// Checks that the protocol uses every option given.
    fn check_protocol(&self) -> Result<()> {
        let (protocol, game) = match self.protocol {
            ProtocolChoice::Auto | ProtocolChoice::Gtp => return Ok(()),
            ProtocolChoice::Gomocup => (Protocol::Gomocup, Game::Gomoku),
            ProtocolChoice::NBoard => (Protocol::NBoard, Game::Reversi),
        };
        let (player, name) = (&self.player, protocol.name());
        if player.game.is_some_and(|name| name.game != game) {
            bail!("{name} is a protocol only for {}", game.name());
        }
        player.check_game(game)?;
        let own_time = "its client sets the limits of a move";
        let given = [
            ("--size", player.size.is_some(), "its client sets the board"),
            ("--seconds", player.seconds.is_some(), own_time),
            ("--nodes", player.nodes.is_some(), own_time),
            ("--visits", player.visits.is_some(), own_time),
            ("--depth", player.depth.is_some(), own_time),
            (
                "--network-delay",
                self.network_delay.is_some(),
                "it is for GTP's clocks",
            ),
            (
                "--ponder",
                self.ponder && protocol == Protocol::Gomocup,
                "its client decides about pondering",
            ),
        ];
        for (option, is_given, reason) in given {
            if is_given {
                bail!("{option} has no effect in {name}'s protocol: {reason}");
            }
        }
        Ok(())
    }

    fn access(&self) -> Result<Access> {
        match &self.files {
            None => Ok(Access::Anywhere),
            Some(files) => Access::from_argument(files)
                .with_context(|| format!("--files {}", printable(files))),
        }
    }

    /// Whether GTP is the protocol, or the default if the first line does not decide otherwise.
    pub fn is_gtp(&self) -> bool {
        matches!(self.protocol, ProtocolChoice::Auto | ProtocolChoice::Gtp)
    }

    /// Returns the protocol, or `None` if the first line decides. Gomocup managers recognize a program by its name: one
    /// that begins with `pbrain-` speaks their protocol.
    pub fn settled_protocol(&self, program: &str) -> Option<Protocol> {
        match self.protocol {
            ProtocolChoice::Gtp => Some(Protocol::Gtp),
            ProtocolChoice::Gomocup => Some(Protocol::Gomocup),
            ProtocolChoice::NBoard => Some(Protocol::NBoard),
            ProtocolChoice::Auto => {
                let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
                name.to_ascii_lowercase()
                    .starts_with("pbrain-")
                    .then_some(Protocol::Gomocup)
            }
        }
    }
}

/// Parses a network delay in seconds.
fn parse_delay(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| LAG_SECONDS.contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds from 0 to {}", LAG_SECONDS.end()))
}

/// Maximum length of a name, in bytes.
const LONGEST_NAME: usize = 80;

/// Parses a name that every protocol can send on a line and in quotes.
fn parse_name(text: &str) -> Result<String, String> {
    let is_name = !text.trim().is_empty()
        && text.len() <= LONGEST_NAME
        && !text.contains(|c: char| c.is_control() || c == '"');
    match is_name {
        true => Ok(text.trim().to_owned()),
        false => Err(format!(
            "expected at most {LONGEST_NAME} bytes on one line, without quotation marks"
        )),
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser};

    use super::*;
    use crate::cli::Cli;
    use tengen_go::net::FORMAT_VERSIONS;
    use tengen_gomoku::Rule;

    fn engine(args: &[&str]) -> EngineArgs {
        Cli::try_parse_from([&["tengen"], args].concat())
            .unwrap()
            .engine
    }

    /// The help of `tengen`, on one line.
    fn help() -> String {
        let help = Cli::command().render_long_help().to_string();
        help.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_in_texts_are_those_of_the_code() {
        let rules = Rule::ALL.map(Rule::name).join("|");
        assert!(help().contains(&format!("--rule <{rules}>")), "{rules}");
        assert!(help().contains(&format!("--game <{}>", GameName::choices())));
        for name in Game::CHOICES.split('|') {
            assert!(Game::named(name).is_some(), "{name}");
        }
        let refusal = "chess".parse::<Game>().unwrap_err().to_string();
        let choices = refusal
            .trim_start_matches("expected ")
            .replace(" or ", ", ");
        assert_eq!(choices.replace(", ", "|"), Game::CHOICES);
        let versions = FORMAT_VERSIONS;
        let versions = format!("format versions {} to {}", versions.start(), versions.end());
        assert!(help().contains(&versions), "{versions}");
        let notes = <tengen_play::go::Go as tengen_protocol::gtp::GtpGame>::NOTES;
        assert!(notes.contains(&versions), "{versions}");
    }

    #[test]
    fn nothing_given_is_a_go_engine() {
        let options = engine(&[]).player.base_options().unwrap();
        assert_eq!(options.game, Game::Go);
        assert_eq!(options.games.size, None);
        assert_eq!(engine(&[]).settled_protocol("tengen"), None);
    }

    #[test]
    fn a_piskvork_name_means_gomocup() {
        for program in [
            "pbrain-tengen",
            "/x/pbrain-tengen64",
            "C:\\brains\\PBRAIN-Tengen.exe",
        ] {
            assert_eq!(
                engine(&[]).settled_protocol(program),
                Some(Protocol::Gomocup),
                "{program}"
            );
        }
        let forced = engine(&["--protocol", "gtp"]);
        assert_eq!(
            forced.settled_protocol("pbrain-tengen"),
            Some(Protocol::Gtp)
        );
    }

    #[test]
    fn options_that_a_protocol_ignores_are_refused() {
        for (args, sentence) in [
            (
                &["--protocol", "gomocup", "--game", "go"][..],
                "Gomocup is a protocol only for Gomoku",
            ),
            (
                &["--protocol", "nboard", "--rule", "renju"],
                "--rule is for Gomoku, not for Othello",
            ),
            (
                &["--protocol", "gomocup", "--size", "15"],
                "--size has no effect in Gomocup's protocol: its client sets the board",
            ),
            (
                &["--protocol", "nboard", "--seconds", "1"],
                "--seconds has no effect in NBoard's protocol: its client sets the limits of a move",
            ),
            (
                &["--protocol", "gomocup", "--ponder"],
                "--ponder has no effect in Gomocup's protocol: its client decides about pondering",
            ),
            (
                &["--protocol", "gomocup", "--network-delay", "1"],
                "--network-delay has no effect in Gomocup's protocol: it is for GTP's clocks",
            ),
        ] {
            let refusal = engine(args).open().unwrap_err();
            assert_eq!(refusal.to_string(), sentence, "{args:?}");
        }
        assert!(
            engine(&["--protocol", "gomocup", "--rule", "renju"])
                .open()
                .is_ok()
        );
        assert!(engine(&["--protocol", "nboard", "--ponder"]).open().is_ok());
        for (protocol, level) in [("nboard", "900"), ("gomocup", "1500")] {
            let options = engine(&["--protocol", protocol, "--level", level]).open();
            assert!(options.unwrap().level.is_some(), "{protocol}");
        }
    }

    #[test]
    fn bad_values_are_refused() {
        for bad in [
            ["--game", "chess"],
            ["--threads", "0"],
            ["--memory", "0"],
            ["--rule", "x"],
            ["--size", "-1"],
            ["--name", ""],
            ["--name", "a\nb"],
            ["--name", "a\"b"],
            ["--network-delay", "-1"],
            ["--network-delay", "3601"],
        ] {
            assert!(
                Cli::try_parse_from(["tengen", bad[0], bad[1]]).is_err(),
                "{bad:?}"
            );
        }
    }
}
