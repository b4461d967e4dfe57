//! The command line.
//!
//! - `engine`: options of playing
//! - `player`: options of the game and of the player
//! - `terminal`: a game against a person
//! - `web`: the board in the browser
//! - `play`: a conversation on standard input and output
//! - `completions`, `man`: completions for shells, and man pages
//! - `katago`: the subcommands with KataGo's command line
//!
//! Tests: `protocol-tests/program.rs`; `protocol-tests/streams.rs` and `protocol-tests/signals.rs` for every subcommand; unit
//! tests in `engine.rs` and `player.rs`.
//! A change moves: `--help`, man pages and completions; the `args` lines of transcripts; the commands that scripts and the Python
//! module start.

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
use crate::tool::solve::SolveArgs;
use crate::tool::streams::Streams;
use tengen_protocol::io::error_output::{self, ErrorOutput};
use tengen_protocol::io::output::{self, Output, Screen};
use tengen_protocol::katago::config::LogSettings;

/// The version, and the commit and date of a release build.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TENGEN_BUILD"));

/// Exit code of wrong arguments.
const WRONG_ARGUMENTS: u8 = 2;

/// A board-game engine for Go, gomoku/renju and Reversi that speaks GTP, Gomocup and NBoard on stdin and stdout.
///
/// With nothing given it is a GTP engine for Go that changes over to Gomocup or NBoard if the first line is theirs.
#[derive(Debug, Parser)]
#[command(name = "tengen", version = VERSION, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do instead of playing.
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// How to play.
    #[command(flatten)]
    engine: EngineArgs,
}

/// Subcommands.
#[derive(Clone, Debug, Subcommand)]
enum CliCommand {
    /// With KataGo's command line.
    #[command(flatten)]
    KataGo(KataGoCommand),
    /// Tools that need no conversation.
    #[command(flatten)]
    Tool(Tool),
}

/// Tools that need no conversation.
#[derive(Clone, Debug, Subcommand)]
enum Tool {
    /// Play against Tengen at this terminal: type moves, or help.
    Play(TerminalArgs),
    /// Serve a board for the browser: play, analyze, and play games with others over the network.
    ///
    /// The address of the page is printed as one line, with a key that gives access to the engine. Ctrl-C ends the server.
    #[cfg(not(target_family = "wasm"))]
    Web(WebArgs),
    /// Search fixed positions of all three games; the node count is the same on every run and machine.
    Bench(BenchArgs),
    /// Print a move for each position: lines of JSON as in the analysis protocol, OBF, GGF, or games of SGF.
    ///
    /// A line of JSON is answered by one with its id, move, winrate, scoreLead, visits and pv. For other positions the move
    /// alone is printed, or none if the game is over. Each search begins anew with the same limits and one thread, so that
    /// the output depends on the position alone. Bad positions get an error in their place and are named; the exit status is
    /// 1 then.
    Move(MoveArgs),
    /// Write games back with values, losses and better lines: SGF of Go, gomoku and Othello; or tell what each move of Othello
    /// games loses.
    ///
    /// The root and every node of the main line with a move get black's winrate in percent (SBKV), black's lead in points or
    /// discs (SBKS), as Sabaki draws them, and a comment with the loss of the move and, where it lost, the best line.
    /// Everything else of the file stays as it is written. Run again, the same command goes on where it was broken off; files
    /// of others and files that were changed since are left as they are. The names of the annotated files are printed.
    ///
    /// Of Othello games as GGF, WTHOR (.wtb) or transcripts (f5d6c3...) a table or lines of JSON are printed instead: the score of
    /// each move, that of the best move, and the loss in discs, exact near the end. A damaged game is named, the others are
    /// read, and the exit status is 1.
    Annotate(AnnotateArgs),
    /// Answer ladder questions about Go positions, as JSON Lines.
    ///
    /// A line of input holds id, rows from the top (X, O and .), and where they are known ko, as column and row of the
    /// point that may not be retaken, and queries, each with at, as column and row of a stone, and first, attacker or
    /// defender. Without queries every chain with one or two liberties is asked about. Columns and rows count from the
    /// top left, from 0. A file named *.sgf is asked about after every move.
    ///
    /// With --review games are read, and a line tells each ladder event: ran in a ladder that works, chased in one that
    /// does not, missed_capture, missed_rescue, or breaker, with game, move, color, the chain before the move, at as the
    /// point of the move, ko as the side whose threats would change it, and line as the sequence that proves it, which
    /// begins after from moves with first to move. A damaged record is named with line and column, the rest is read, and
    /// the exit status is 1.
    Ladders(LaddersArgs),
    /// Answer questions of life and death in Go, as JSON Lines: two for each position, the attacker first and the
    /// defender first.
    ///
    /// A line of input holds id, rows from the top (X, O and .), and where they are known ko, as column and row of the
    /// point that may not be retaken, target, as a list of stones, one of each chain, and region, as a list of the points
    /// on which may be played. Without region one is chosen; without target every group is asked about that is enclosed.
    /// A file named *.sgf is asked about after every move.
    Life(LifeArgs),
    /// Count the games of N plies from a position; one that ends before counts 1, a pass is a ply.
    Perft(PerftArgs),
    /// Make openings for matches: random ones that a search holds for even, one a line, black's moves first.
    Openings(OpeningsArgs),
    /// Solve positions of Reversi to the end of the game: a row for each with its score for the side to move, then totals.
    ///
    /// A line is a position in OBF, with or without known results, a line of a script for endgame solvers, or 65
    /// characters: 64 squares from a1 to h8 (X O -) and the side to move. Lines that begin with % or # are comments. One
    /// that is no position is named and skipped; then, and if a known result is not the one found, the program fails in
    /// the end.
    Solve(SolveArgs),
    /// Grow an opening book for Reversi: the position that good play reaches most easily is searched next.
    Book(BookArgs),
    /// Learn what positions are worth.
    Learn(LearnArgs),
    /// Print the manual: commands and settings of all protocols and games.
    Commands {
        /// Print it in Markdown.
        #[arg(long)]
        markdown: bool,
    },
    /// Print completions of the command line for a shell.
    Completions(CompletionsArgs),
    /// Print a man page, or write all of them into a folder.
    Man(ManArgs),
    /// Print the numbers that --param sets, as JSON objects with name, value, min, max, step and what they are for.
    #[cfg(feature = "tuning")]
    Params,
}

impl Cli {
    /// Parses the arguments of the process.
    ///
    /// # Errors
    ///
    /// The exit code of a process that only had to print help or a version, or to refuse its arguments.
    pub fn of_process(out: &mut Output) -> Result<Cli, ExitCode> {
        let parsed = Cli::try_parse_from(spelling::with_two_dashes(env::args_os()));
        parsed.map_err(|answer| print_answer(&answer, out))
    }

    /// Plays, or runs the tool.
    ///
    /// # Errors
    ///
    /// An option names what cannot be opened, the tool fails, or the output is closed.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let tool = match self.command {
            // These start the log where their configuration wants it.
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

/// Prints what the parser says in place of arguments: help and the version to stdout, complaints to stderr. Returns the
/// exit code.
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
