//! Gomocup executable. Links only that protocol, to stay within the tournament's file size limit.

use std::env;
use std::io::{self, BufReader};
use std::panic;
use std::process::ExitCode;
use std::time::Duration;

use tengen_engine::Waker;
use tengen_engine::files::{self, Access};
use tengen_engine::resources;
use tengen_play::Game;
use tengen_protocol::Options;
use tengen_protocol::gomocup::GomocupFront;
use tengen_protocol::io::error_output;
use tengen_protocol::io::input;
use tengen_protocol::io::output::{self, Output};
use tengen_protocol::io::server::{self, Sources};

/// Time limit of a search bounded by nodes or depth after the input ends, the same as in `tengen`.
const LINGER: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    panic::set_hook(Box::new(error_output::report_panic));
    if env::args_os().len() > 1 {
        error_output::line("pbrain-tengen: takes no options, unlike tengen --protocol gomocup");
        return ExitCode::FAILURE;
    }
    resources::share_heap_if_bounded();
    files::ignore_size_signal();
    let mut out = Output::to_stdout();
    match converse(&mut out).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // The manager has closed its side.
        Err(error) if output::is_reader_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            error_output::line(&format!("pbrain-tengen: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn converse(out: &mut Output) -> io::Result<()> {
    let options = Options {
        linger: LINGER,
        files: Access::Anywhere,
        ..Options::new(Game::Gomoku)
    };
    let (waker, events) = Waker::new();
    let mut front = GomocupFront::new(&options, waker)?;
    let sources = Sources {
        lines: input::spawn(BufReader::new(io::stdin()))?,
        events,
        gone: output::gone(),
    };
    server::run(sources, &mut front, out)
}
