//! The `tengen` program: arguments, logging, wiring and the exit code.

use std::io::{self, BufReader};
use std::panic;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Parser;

use tengen::cli::{Bench, Cli, EngineArgs, Learn, LearnGo, Tool};
use tengen::engine::Waker;
use tengen::engine::files::Access;
use tengen::io::output;
use tengen::io::output::Output;
use tengen::io::server::{Front, Sources};
use tengen::io::{input, server};
use tengen::protocol::gomocup::GomocupFront;
use tengen::protocol::gtp::GtpFront;
use tengen::protocol::nboard::NBoardFront;
use tengen::protocol::{AutoFront, Opening, Options, Protocol, gtp};
use tengen::reversi::book::Book;
use tengen::tool;

fn main() -> ExitCode {
    // Off unless RUST_LOG asks: several GUIs merge stderr into stdout and would misread it.
    env_logger::Builder::new()
        .filter_level(log::LevelFilter::Off)
        .parse_default_env()
        .init();
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    let cli = Cli::parse();
    let mut out = Output::new(io::stdout());
    let result = match cli.tool {
        None => play(&cli.engine, &mut out),
        Some(Tool::Bench { of: None, args }) => tool::bench::run(&args.plan(), &mut out),
        Some(Tool::Bench {
            of: Some(Bench::Ladders { file, repeat }),
            ..
        }) => tool::bench::ladders::run(&file, repeat, &mut out),
        Some(Tool::Bench {
            of:
                Some(Bench::Net {
                    file,
                    batch,
                    repeat,
                }),
            ..
        }) => tool::bench::network::run(&file, batch.into(), repeat, &mut out),
        Some(Tool::Ladders {
            file,
            threads,
            budget,
            after,
        }) => tool::ladders::LadderInput::open(&file, after)
            .and_then(|input| tool::ladders::run(input, usize::from(threads), budget, &mut out)),
        Some(Tool::Perft {
            game,
            depth,
            size,
            rule,
            position,
        }) => {
            let options = Options {
                size,
                rule,
                ..Options::plain(game)
            };
            tool::perft::run(&options, depth, &position.join(" "), &mut out)
        }
        Some(Tool::Solve(order)) => tool::solve::run(&order, &mut out, &mut io::stderr()),
        Some(Tool::Book(order)) => tool::book::run(&order, &mut io::stderr()),
        Some(Tool::Openings(order)) => tool::openings::run(&order, &mut out),
        Some(Tool::Learn { game }) => match game {
            Learn::Gomoku(order) => tool::learn::gomoku::run(&order, &mut io::stderr()),
            Learn::Reversi(order) => tool::learn::reversi::run(&order, &mut io::stderr()),
            Learn::Go { step } => match step {
                LearnGo::Positions(order) => tool::learn::go::positions(&order, &mut io::stderr()),
                LearnGo::Heads { model, rows, count } => {
                    tool::learn::go::heads(&model, &rows, count, &mut out)
                }
            },
        },
        Some(Tool::Commands) => tool::manual::print(&mut out).map_err(Into::into),
        #[cfg(feature = "tuning")]
        Some(Tool::Params) => tool::params::print(&mut out).map_err(Into::into),
    };
    // What a tool has written is still in the buffer, and a full disk shows when it is handed over.
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tengen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn play(args: &EngineArgs, out: &mut Output) -> anyhow::Result<()> {
    let mut options = args.options();
    let network = args.model.open(&Access::Anywhere);
    options.network = network.with_context(|| format!("--model {}", args.model))?;
    options.book = match &args.book {
        None => Opening::Embedded,
        Some(path) if path == Path::new("none") => Opening::Searched,
        Some(path) => {
            let book = Book::open(path).with_context(|| format!("--book {}", path.display()))?;
            Opening::File(path.clone(), Arc::new(book))
        }
    };
    if let Some(files) = &args.files {
        let access = Access::of(files).with_context(|| format!("--files {}", files.display()))?;
        options.files = access;
    }
    gtp::front::check(&options)
        .map_err(|failure| anyhow!("--size {}: {failure}", options.size.unwrap_or_default()))?;
    let (waker, events) = Waker::new();
    let make = move |protocol| -> io::Result<Box<dyn Front>> {
        Ok(match protocol {
            Protocol::Gtp => Box::new(GtpFront::new(options.clone(), waker.clone())?),
            Protocol::Gomocup => Box::new(GomocupFront::new(&options, waker.clone())?),
            Protocol::NBoard => Box::new(NBoardFront::new(&options, waker.clone())?),
        })
    };
    let program = std::env::args().next().unwrap_or_default();
    let mut front = match args.settled_protocol(&program) {
        Some(protocol) => make(protocol)?,
        None => Box::new(AutoFront::new(make)),
    };
    let sources = Sources {
        lines: input::spawn(BufReader::new(io::stdin())).context("no input thread")?,
        events,
        gone: output::gone(),
    };
    server::run(sources, front.as_mut(), out)?;
    Ok(())
}

/// A client that closed our stdout has left; nothing is wrong.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
