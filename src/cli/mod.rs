//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::engine::Settings;
use crate::engine::cpu::Level;
use crate::engine::files::Access;
use crate::engine::game::Game;
use crate::go::ladder::DEFAULT_NODES;
use crate::go::net::{NetworkSource, builtin};
use crate::gomoku::Rule;
use crate::protocol::{Opening, Options, Protocol};
use crate::tool::bench::Plan;
use crate::tool::learn;
use crate::tool::openings::Order;

/// A board-game engine for Go, gomoku/renju and Reversi that speaks GTP, Gomocup and NBoard on stdin and stdout.
///
/// With nothing given it is a GTP engine for Go that changes over to Gomocup or NBoard if the first line is theirs.
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
    /// Think on the opponent's time too, over GTP and NBoard's protocol.
    #[arg(long)]
    pub ponder: bool,
    /// The network for Go: a file of KataGo's, .bin.gz or .txt.gz, format versions 8 to 16; own for the one inside the
    /// program; none for playouts alone.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    pub model: NetworkSource,
    /// An opening book for Reversi, made by `tengen book`; none for no book [default: the embedded one].
    #[arg(long, value_name = "FILE|none")]
    pub book: Option<PathBuf>,
    /// Seconds that a search by nodes, visits or depth may still take after the end of the input. One without a bound, or
    /// with more than ten minutes, ends at once then; shorter times are kept.
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = parse_seconds)]
    pub linger: Duration,
    /// Keep the files that commands of a protocol name within this folder, from which relative names are taken and out of
    /// which no link leads; none for no files, and no commands that name one [default: all files]. What the command line
    /// names is not kept in.
    #[arg(long, value_name = "DIR|none")]
    pub files: Option<PathBuf>,
    /// Seed of every random choice.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Set a number of a search; `tengen params` lists them. May be given several times.
    #[cfg(feature = "tuning")]
    #[arg(long = "param", value_name = "NAME=NUMBER", value_parser = crate::tool::params::parse)]
    pub params: Vec<crate::engine::tuning::ParamSetting>,
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
    /// NBoard's protocol for Othello.
    #[value(name = "nboard")]
    NBoard,
}

/// Tools that need no conversation.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// Search fixed positions of all three games; the node count is the same on every run and machine.
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        /// What to time instead.
        #[command(subcommand)]
        of: Option<Bench>,
        /// What to search.
        #[command(flatten)]
        args: BenchArgs,
    },
    /// Answer ladder questions about Go positions, as JSON Lines.
    ///
    /// A line of input holds id, rows from the top (X, O and .), and where they are known ko, as column and row of the
    /// point that may not be retaken, and queries, each with at, as column and row of a stone, and first, attacker or
    /// defender. Without queries every chain with one or two liberties is asked about. Columns and rows count from the
    /// top left, from 0. A file named *.sgf is asked about after every move.
    Ladders {
        /// Positions as JSON Lines, or a game as SGF; - is standard input.
        #[arg(default_value = "-", value_name = "FILE|-")]
        file: PathBuf,
        /// Threads that read; the output is the same for any number.
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// Moves that each part of an answer may try before the verdict is unknown.
        #[arg(long, default_value_t = DEFAULT_NODES, value_name = "N")]
        budget: u64,
        /// Of a game, the position after N moves alone.
        #[arg(long = "move", value_name = "N")]
        after: Option<usize>,
    },
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
    /// Make openings for matches: random ones that a search holds for even, one a line, black's moves first.
    Openings(Order),
    /// Solve positions of Reversi to the end of the game: a row for each with its score for the side to move, then totals.
    ///
    /// A line is a position in OBF, with or without known results, a line of a script for endgame solvers, or 65
    /// characters: 64 squares from a1 to h8 (X O -) and the side to move. Lines that begin with % or # are comments. One
    /// that is no position is named and skipped; then, and if a known result is not the one found, the program fails in
    /// the end.
    Solve(crate::tool::solve::Order),
    /// Grow an opening book for Reversi: the position that good play reaches most easily is searched next.
    Book(crate::tool::book::Order),
    /// Learn what positions are worth.
    Learn {
        /// The game.
        #[command(subcommand)]
        game: Learn,
    },
    /// Print the GTP commands of all games and those of Gomocup as tables in Markdown.
    Commands,
    /// Print the numbers that --param sets, as JSON objects with name, value, min, max, step and what they are for.
    #[cfg(feature = "tuning")]
    Params,
}

/// What the bench searches.
#[derive(Clone, Debug, Args)]
pub struct BenchArgs {
    /// One game alone.
    #[arg(long, value_parser = parse_game, value_name = "go|gomoku|reversi")]
    pub game: Option<Game>,
    /// Instruction set, portable, avx2 or avx512 [default: the best of this processor].
    #[arg(long, value_name = "NAME", conflicts_with = "every_isa")]
    pub isa: Option<Level>,
    /// Run with every instruction set of this processor, one after the other, and fail if they differ.
    #[arg(long)]
    pub every_isa: bool,
    /// Divide the node limits by N, for runs under an emulator; the signature is another then.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub divide: u64,
}

impl BenchArgs {
    /// What is asked for.
    pub fn plan(&self) -> Plan {
        let levels = if self.every_isa {
            Level::available()
        } else {
            vec![self.isa.unwrap_or_else(Level::detect)]
        };
        Plan {
            games: self.game.map_or(Game::ALL.to_vec(), |game| vec![game]),
            levels,
            divisor: self.divide,
        }
    }
}

/// Benches of one part.
#[derive(Clone, Debug, Subcommand)]
pub enum Bench {
    /// Time the verdict and the ko mark of ladder questions; ends with the queries per CPU second.
    Ladders {
        /// Positions as `tengen ladders` reads them.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// How many times each question is asked.
        #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        repeat: u32,
    },
    /// Time a network of KataGo's on boards of 9x9, 13x13 and 19x19.
    Net {
        /// The network.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Positions that are evaluated at once.
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
        batch: u16,
        /// How many times that is done on each board.
        #[arg(long, default_value_t = 400, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        repeat: u32,
    },
}

/// Games whose evaluation is learned.
#[derive(Clone, Debug, Subcommand)]
pub enum Learn {
    /// Learn gomoku's weights from games of the engine with itself; the more games, the better.
    ///
    /// Freestyle, standard and renju are learned one after the other. Positions are labelled by the results of their
    /// games and the scores of the searches that played them.
    Gomoku(learn::gomoku::Order),
    /// Learn Reversi's weights from games of the engine with itself; the more positions, the better.
    ///
    /// Positions with few empty squares are solved; those before are labelled, stage by stage, by a search that ends
    /// in what is learned already. The result does not depend on the machine.
    Reversi(learn::reversi::Order),
    /// What learning a network for Go takes from this program; scripts/learn-go does the rest.
    Go {
        /// The step.
        #[command(subcommand)]
        step: LearnGo,
    },
}

/// Steps towards a network for Go.
#[derive(Clone, Debug, Subcommand)]
pub enum LearnGo {
    /// Play games with a teacher, a network or a search, and write their positions with what there is to say about them.
    ///
    /// Each file NUMBER.rows holds whole games on one size of board, and is the same for the same seed and teacher.
    /// The same command goes on where it ended.
    Positions(learn::go::PositionsOrder),
    /// Print what a network's heads say about stored positions, before anything is made of it, as JSON Lines.
    Heads {
        /// The network.
        #[arg(value_name = "MODEL")]
        model: PathBuf,
        /// A file of positions.
        #[arg(value_name = "ROWS")]
        rows: PathBuf,
        /// How many of its positions.
        #[arg(long, default_value_t = 8, value_name = "N")]
        count: usize,
    },
}

impl EngineArgs {
    /// What the fronts need to know; network, book and the folder for files are not looked at here.
    pub fn options(&self) -> Options {
        Options {
            book: Opening::Embedded,
            files: Access::Anywhere,
            ponder: self.ponder,
            linger: self.linger,
            size: self.size,
            rule: self.rule,
            settings: Settings {
                threads: usize::from(self.threads),
                memory: (self.memory as usize).saturating_mul(1 << 20),
                seed: self.seed,
                // Settled once in the life of the process.
                #[cfg(feature = "tuning")]
                params: self.params.clone().leak(),
                ..Settings::default()
            },
            ..Options::plain(self.game)
        }
    }

    /// The protocol, if it is settled before the first line. Gomocup managers start a program by its name:
    /// one that begins with `pbrain-` speaks their protocol.
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

/// The game of this name.
pub fn parse_game(name: &str) -> Result<Game, String> {
    Game::named(name).ok_or_else(|| "expected go, gomoku or reversi".to_owned())
}

/// Seconds, with a fraction or without, up to GTP's largest integer.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..=f64::from(i32::MAX)).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds from 0 to {}", i32::MAX))
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
