//! The command line: options, subcommands and their help.
//!
//! - `engine`: options of the engine that speaks a protocol
//! - `player`: options of the game and of the player
//! - `terminal`: a game against a person
//! - `web`: the board in the browser
//! - `play`: a conversation on standard input and output
//! - `completions`, `man`: completions for shells, and man pages
//! - `katago`: the subcommands with KataGo's command line
//!
//! Tests: `protocol-tests/process/program.rs`; `protocol-tests/process/streams.rs` and `protocol-tests/process/signals.rs` for every
//! subcommand; unit tests in `engine.rs`, `player.rs` and `web.rs`.
//! A change moves: `--help`, man pages and completions; the `args` lines of transcripts; the commands that scripts and
//! the Python module run.

mod completions;
mod engine;
pub mod katago;
mod man;
mod play;
mod player;
mod terminal;
#[cfg(not(target_family = "wasm"))]
mod web;

use std::env;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use self::completions::CompletionsArgs;
use self::engine::EngineArgs;
use self::katago::{KataGoCommand, log_target, spelling};
use self::man::ManArgs;
use self::terminal::TerminalArgs;
#[cfg(not(target_family = "wasm"))]
use self::web::WebArgs;
use crate::tool;
use crate::tool::annotate::AnnotateArgs;
use crate::tool::bench::BenchArgs;
use crate::tool::book::BookArgs;
use crate::tool::genmove::MoveArgs;
use crate::tool::ladders::LaddersArgs;
use crate::tool::learn::LearnArgs;
use crate::tool::life::LifeArgs;
use crate::tool::openings::OpeningsArgs;
use crate::tool::perft::PerftArgs;
use crate::tool::problems::ProblemsArgs;
use crate::tool::solve::SolveArgs;
use crate::tool::streams::Streams;
use tengen_protocol::io::error_output::{self, ErrorOutput};
use tengen_protocol::io::output::{self, Output, Screen};
use tengen_protocol::katago::config::LogSettings;

/// The version, followed in a release build by its commit and date.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TENGEN_BUILD"));

/// Exit code for wrong arguments.
const WRONG_ARGUMENTS: u8 = 2;

/// Lines after the help.
const EXAMPLES: &str = "\
Examples:
  tengen play --game othello --level 1500   play against it in this terminal
  tengen web --open                         play and analyze in a browser
  tengen --game gomoku --threads auto       speak GTP with a GUI or a script";

/// A board-game engine for Go, gomoku/renju and Reversi that speaks GTP, Gomocup and NBoard on stdin and stdout.
///
/// Without options it is a GTP engine for Go. If the first line is a Gomocup or NBoard command, it switches to that
/// protocol.
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version = VERSION,
    args_conflicts_with_subcommands = true,
    after_help = EXAMPLES
)]
pub struct Cli {
    /// The subcommand; `None` to converse in a protocol.
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    engine: EngineArgs,
}

#[derive(Clone, Debug, Subcommand)]
enum CliCommand {
    #[command(flatten)]
    Tool(Tool),
    /// Subcommands with KataGo's command line.
    #[command(flatten)]
    KataGo(KataGoCommand),
}

/// Tools that need no conversation.
#[derive(Clone, Debug, Subcommand)]
enum Tool {
    /// Play against Tengen in the terminal, or solve problems: type moves, or help.
    Play(TerminalArgs),
    /// Serve a board for the browser: play, analyze, and play games with others over the network.
    ///
    /// Prints the address of the page on one line, with the key that gives access to the engine. Ctrl-C ends the
    /// server.
    #[cfg(not(target_family = "wasm"))]
    Web(WebArgs),
    /// Search fixed positions of all three games; the node count is the same on every run and machine.
    Bench(BenchArgs),
    /// Print a move for each position: JSON lines as in the analysis protocol, OBF, GGF, or games such as SGF.
    ///
    /// A JSON query is answered by a JSON line with its id, move, winrate, scoreLead, visits and pv. For other
    /// positions only the move is printed, or the word none if the game is over. Each search starts afresh with the
    /// same limits and one thread, so the output depends on the position alone. A bad position gets an error in its
    /// place and is reported on stderr; the exit status is then 1.
    Move(MoveArgs),
    /// Annotate games with values, losses and better lines: SGF of Go, gomoku and Othello; or list what each move of an
    /// Othello game loses.
    ///
    /// The root and every node of the main line with a move get black's win rate in percent (SBKV) and black's lead in
    /// points or discs (SBKS), as Sabaki draws them, and a comment with the loss of the move and, if it lost something,
    /// the best line. Everything else in the file stays as written. The same command, run again, resumes an interrupted
    /// run. Files of others and files changed since are left alone. The names of the annotated files are printed.
    ///
    /// For Othello games as GGF, WTHOR (.wtb) or transcripts (f5d6c3...), a table or JSON lines are printed instead:
    /// the score of each move, the score of the best move, and the loss in discs, exact near the end. A damaged game is
    /// reported, the others are read, and the exit status is 1.
    Annotate(AnnotateArgs),
    /// Answer ladder questions about Go positions, as JSON Lines.
    ///
    /// An input line holds id; rows from the top (X, O and .); optionally ko, the column and row of the point that may
    /// not be retaken; and optionally queries, each with at, the column and row of a stone, and first, attacker or
    /// defender. Without queries every chain with one or two liberties is read. Columns and rows count from 0 at the
    /// top left. A file named *.sgf is read after every move.
    ///
    /// With --review, games are read and each ladder event gets a line: ran in a ladder that works, chased in one that
    /// does not, missed_capture, missed_rescue, or breaker. The line holds game, move, color, chain (before the move),
    /// at (the point of the move), ko (the side with threats that would change the verdict) and line (the sequence that
    /// proves it, starting after from moves with first to move). A damaged record is reported with line and column, the
    /// rest is read, and the exit status is 1.
    Ladders(LaddersArgs),
    /// Answer life-and-death questions about Go positions, as JSON Lines: two per position, attacker first and defender
    /// first.
    ///
    /// An input line holds id; rows from the top (X, O and .); and optionally ko, the column and row of the point that
    /// may not be retaken; target, a list of stones, one per chain; and region, a list of the points that may be
    /// played. Without region one is chosen; without target every enclosed group is read. A file named *.sgf is read
    /// after every move.
    Life(LifeArgs),
    /// Find problems in games: positions with a single right move, proved and graded, as JSON Lines, SGF and a page for
    /// printing.
    ///
    /// Go: ladder (capture), escape, breaker (saving a chain from a ladder), net, kill and live (life and death). Gomoku:
    /// vcf and vct (wins by continuous fours or threats), defense (the only one against a win by fours), forbidden (in
    /// renju, where Black may not play and why). Othello: endgame-win and endgame-draw.
    ///
    /// Every other first move has been refuted by the exact readers. Problems are graded by the weakest level of the
    /// engine that finds them. A problem that equals another of the collection up to symmetry, colors or, where the edge
    /// does not matter, a shift is left out. Records are SGF and all other formats that the program reads; a damaged game
    /// is reported, the others are searched, and the exit status is 1.
    Problems(ProblemsArgs),
    /// Count the games of N plies from a position; a game that ends earlier counts 1, and a pass is a ply.
    Perft(PerftArgs),
    /// Generate openings for matches: random ones that a search considers even, one per line, as moves with black's
    /// first, in the format that the manager of the match reads.
    Openings(OpeningsArgs),
    /// Solve Reversi positions to the end of the game: a row per position with its score for the side to move, then
    /// totals.
    ///
    /// An input line is a position in OBF, with or without known results; a line of a script for endgame solvers; or 65
    /// characters: 64 squares from a1 to h8 (X O -) and the side to move. Lines that begin with % or # are comments. A
    /// line without a position is reported and skipped. The exit status is 1 if a line was skipped or a known result is
    /// not the one found.
    Solve(SolveArgs),
    /// Grow an opening book for Reversi, searching next the position that good play reaches most easily.
    Book(BookArgs),
    /// Learn a game's evaluation.
    Learn(LearnArgs),
    /// Print the manual: commands and settings of all protocols and games.
    Commands {
        /// Print Markdown.
        #[arg(long)]
        markdown: bool,
    },
    /// Print a shell's script for completing this command line.
    Completions(CompletionsArgs),
    /// Print the man page, or write all man pages to a folder.
    Man(ManArgs),
    /// Print the numbers that --param sets, as JSON objects with name, value, min, max, step and meaning.
    #[cfg(feature = "tuning")]
    Params,
}

impl Cli {
    /// Parses the arguments of the process. The error is the exit code of a process that only had to print help or a
    /// version, or to refuse its arguments.
    pub fn of_process(out: &mut Output) -> Result<Cli, ExitCode> {
        let parsed = Cli::try_parse_from(spelling::with_two_dashes(env::args_os()));
        parsed.map_err(|answer| print_answer(&answer, out))
    }

    /// Plays, or runs the tool. Fails if an option names a file that cannot be opened, the tool fails, or the output is
    /// closed.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let tool = match self.command {
            // KataGo's subcommands start the log as their configuration says.
            Some(CliCommand::KataGo(command)) => return command.run(out),
            Some(CliCommand::Tool(tool)) => Some(tool),
            None => None,
        };
        log_target::start(&LogSettings::default())?;
        match tool {
            None => play::play(&self.engine, out),
            Some(tool) => tool.run(&mut Streams {
                out,
                log: &mut ErrorOutput::to_stderr(),
            }),
        }
    }
}

/// Prints the parser's answer: help and version to stdout, errors to stderr. Returns the exit code.
fn print_answer(answer: &clap::Error, out: &mut Output) -> ExitCode {
    let text = answer.render();
    if answer.use_stderr() {
        match error_output::has_colors() {
            true => error_output::text(&text.ansi().to_string()),
            false => error_output::text(&text.to_string()),
        }
        return ExitCode::from(WRONG_ARGUMENTS);
    }
    let text = match Screen::detect().colors {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
    match out.text(&text).and_then(|()| out.flush()) {
        Err(error) if !output::is_reader_gone(&error) => {
            error_output::line(&format!("tengen: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

impl Tool {
    fn run(self, streams: &mut Streams) -> Result<()> {
        match self {
            Tool::Play(args) => args.run(),
            #[cfg(not(target_family = "wasm"))]
            Tool::Web(args) => args.run(streams.out),
            Tool::Bench(args) => args.run(streams),
            Tool::Move(args) => args.run(streams),
            Tool::Annotate(args) => args.run(streams),
            Tool::Ladders(args) => args.run(streams),
            Tool::Life(args) => args.run(streams),
            Tool::Problems(args) => args.run(streams),
            Tool::Perft(args) => args.run(streams),
            Tool::Openings(args) => args.run(streams),
            Tool::Solve(args) => args.run(streams),
            Tool::Book(args) => args.run(streams),
            Tool::Learn(args) => args.run(streams),
            Tool::Commands { markdown } => Ok(tool::manual::print(markdown, streams.out)?),
            Tool::Completions(args) => args.run(streams.out),
            Tool::Man(args) => args.run(streams.out),
            #[cfg(feature = "tuning")]
            Tool::Params => Ok(tool::params::print(streams.out)?),
        }
    }
}
