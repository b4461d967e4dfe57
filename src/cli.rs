//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::game::Game;
use crate::gomoku::Rule;
use crate::protocol::{Options, Protocol};
use crate::search::Settings;

/// A board-game engine for Go, gomoku/renju and Reversi that speaks GTP and Gomocup on stdin and stdout.
///
/// With nothing given it is a GTP engine for Go that changes over to Gomocup if the first line is a Gomocup command.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do instead of playing.
    #[command(subcommand)]
    pub tool: Option<Tool>,
    /// How to play.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// How to play.
#[derive(Clone, Debug, Args)]
pub struct EngineArgs {
    /// The game that GTP begins with.
    #[arg(long, default_value = "go", value_parser = parse_game, value_name = "go|gomoku|reversi")]
    pub game: Game,
    /// The protocol; auto decides by the first word, and by a program name that begins with pbrain-.
    #[arg(long, default_value = "auto")]
    pub protocol: ProtocolChoice,
    /// Board size [default: 19 for Go, 15 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
    /// Gomoku's rule.
    #[arg(
        long,
        default_value = "freestyle",
        value_name = "freestyle|standard|renju|caro|exact-caro"
    )]
    pub rule: Rule,
    /// Threads that a search may use.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Memory for the tables of the search, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub memory: u32,
    /// Seed of every random choice.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
}

/// The protocols as the command line names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolChoice {
    /// Decide by the first word.
    Auto,
    /// Go Text Protocol.
    Gtp,
    /// Gomocup protocol.
    Gomocup,
}

/// Tools that need no conversation.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// Search fixed positions of all three games; the node count is the same on every run and machine.
    Bench,
    /// Count the games of N plies from a position; one that ends before counts 1, a pass is a ply.
    Perft {
        /// The game.
        #[arg(long, value_parser = parse_game, value_name = "go|gomoku|reversi")]
        game: Game,
        /// Plies.
        #[arg(long, value_name = "N")]
        depth: u32,
        /// Board size of Go or gomoku.
        #[arg(long, value_name = "N")]
        size: Option<u8>,
        /// Gomoku's rule.
        #[arg(long, default_value = "freestyle")]
        rule: Rule,
        /// The position as set_position takes it [default: the start of the game].
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        position: Vec<String>,
    },
    /// Print the GTP commands of all games as a table in Markdown.
    Commands,
}

impl EngineArgs {
    /// What the fronts need to know.
    pub fn options(&self) -> Options {
        Options {
            game: self.game,
            size: self.size,
            rule: self.rule,
            settings: Settings {
                threads: usize::from(self.threads),
                memory: (self.memory as usize).saturating_mul(1 << 20),
                seed: self.seed,
            },
        }
    }

    /// The protocol, if it is settled before the first line. Gomocup managers start a program by its name:
    /// one that begins with `pbrain-` speaks their protocol.
    pub fn settled_protocol(&self, program: &str) -> Option<Protocol> {
        match self.protocol {
            ProtocolChoice::Gtp => Some(Protocol::Gtp),
            ProtocolChoice::Gomocup => Some(Protocol::Gomocup),
            ProtocolChoice::Auto => {
                let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
                name.to_ascii_lowercase()
                    .starts_with("pbrain-")
                    .then_some(Protocol::Gomocup)
            }
        }
    }
}

fn parse_game(name: &str) -> Result<Game, String> {
    Game::named(name).ok_or_else(|| "expected go, gomoku or reversi".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(args: &[&str]) -> EngineArgs {
        Cli::try_parse_from([&["tengen"], args].concat())
            .unwrap()
            .engine
    }

    #[test]
    fn nothing_given_is_a_go_engine() {
        let options = engine(&[]).options();
        assert_eq!(options.game, Game::Go);
        assert_eq!(options.size, None);
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
    fn bad_values_are_refused() {
        for bad in [
            ["--game", "chess"],
            ["--threads", "0"],
            ["--memory", "0"],
            ["--rule", "x"],
            ["--size", "-1"],
        ] {
            assert!(
                Cli::try_parse_from(["tengen", bad[0], bad[1]]).is_err(),
                "{bad:?}"
            );
        }
    }
}
