//! A conversation on standard input and output.

use std::env;
use std::io::{self, BufReader};

use anyhow::{Context, Result};
use crossbeam_channel::Receiver;

use super::engine::EngineArgs;
use crate::engine::Waker;
use crate::io::output::Output;
use crate::io::server::{Front, Sources};
use crate::io::{input, output, server};
use crate::protocol::gomocup::GomocupFront;
use crate::protocol::gtp::GtpFront;
use crate::protocol::nboard::NBoardFront;
use crate::protocol::{AutoFront, Options, Protocol};

/// Plays until the client says so, or until the end of its lines.
pub(super) fn play(args: &EngineArgs, out: &mut Output) -> Result<()> {
    let options = args.open()?;
    let program = env::args().next().unwrap_or_default();
    converse(options, args.settled_protocol(&program), false, out)
}

/// Plays in this protocol, or in the one of the first line. Announces on stderr that it is ready, in KataGo's words, if
/// `announces` is set.
pub(super) fn converse(
    options: Options,
    protocol: Option<Protocol>,
    announces: bool,
    out: &mut Output,
) -> Result<()> {
    let (waker, events) = Waker::new();
    let make = move |protocol| -> io::Result<Box<dyn Front>> {
        Ok(match protocol {
            Protocol::Gtp => Box::new(GtpFront::new(options.clone(), waker.clone())?),
            Protocol::Gomocup => Box::new(GomocupFront::new(&options, waker.clone())?),
            Protocol::NBoard => Box::new(NBoardFront::new(&options, waker.clone())?),
        })
    };
    let mut front = match protocol {
        Some(protocol) => make(protocol)?,
        None => Box::new(AutoFront::new(make)),
    };
    let announcement = announces.then_some("GTP ready, beginning main protocol loop");
    hold(front.as_mut(), events, announcement, out)
}

/// Holds a conversation on standard input and output, with an announcement on stderr once lines are read.
pub(super) fn hold(
    front: &mut dyn Front,
    events: Receiver<()>,
    announcement: Option<&str>,
    out: &mut Output,
) -> Result<()> {
    let sources = Sources {
        lines: input::spawn(BufReader::new(io::stdin())).context("no input thread")?,
        events,
        gone: output::gone(),
    };
    if let Some(announcement) = announcement {
        eprintln!("{announcement}");
    }
    server::run(sources, front, out)?;
    Ok(())
}
