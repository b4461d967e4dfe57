//! A conversation on standard input and output.

use std::env;
use std::io::{self, BufReader, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result};

use super::engine::EngineArgs;
use crate::engine::Waker;
use crate::io::conversation_log::{ConversationLog, LoggedFront};
use crate::io::output::Output;
use crate::io::server::{Front, Sources};
use crate::io::{input, output, server};
use crate::protocol::gomocup::GomocupFront;
use crate::protocol::gtp::GtpFront;
use crate::protocol::nboard::NBoardFront;
use crate::protocol::{AutoFront, Protocol};

/// Plays until the client says so, or until the end of its lines.
pub(super) fn play(args: &EngineArgs, out: &mut Output) -> Result<()> {
    let options = args.open()?;
    let log = args.log.as_deref().map(open_log).transpose()?;
    greet(args);
    let (waker, events) = Waker::new();
    let make = move |protocol| -> io::Result<Box<dyn Front>> {
        Ok(match protocol {
            Protocol::Gtp => Box::new(GtpFront::new(options.clone(), waker.clone())?),
            Protocol::Gomocup => Box::new(GomocupFront::new(&options, waker.clone())?),
            Protocol::NBoard => Box::new(NBoardFront::new(&options, waker.clone())?),
        })
    };
    let program = env::args().next().unwrap_or_default();
    let mut front = match args.settled_protocol(&program) {
        Some(protocol) => make(protocol)?,
        None => Box::new(AutoFront::new(make)),
    };
    if let Some(log) = log {
        out.keep_in(log.clone());
        front = Box::new(LoggedFront::new(front, log));
    }
    let sources = Sources {
        lines: input::spawn(BufReader::new(io::stdin())).context("no input thread")?,
        events,
        gone: output::gone(),
    };
    server::run(sources, front.as_mut(), out)?;
    Ok(())
}

fn open_log(path: &Path) -> Result<ConversationLog> {
    let log = ConversationLog::open(path).with_context(|| format!("--log {}", path.display()))?;
    log.keep_panics();
    Ok(log)
}

/// Tells a person who has started the program by hand what it waits for.
fn greet(args: &EngineArgs) {
    let is_by_hand = io::stdin().is_terminal() && output::is_terminal();
    if is_by_hand && args.is_gtp() {
        eprintln!(
            "Tengen {} is a game engine and waits for GTP commands: help lists them, quit ends. To play, use: tengen play",
            env!("CARGO_PKG_VERSION")
        );
    }
}
