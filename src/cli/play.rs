//! A conversation on standard input and output.

use std::env;
use std::io::{self, BufReader, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result};
use crossbeam_channel::Receiver;

use super::engine::EngineArgs;
use tengen_engine::Waker;
use tengen_engine::files::printable;
use tengen_protocol::gomocup::GomocupFront;
use tengen_protocol::gtp::GtpFront;
use tengen_protocol::io::conversation_log::{ConversationLog, LoggedFront};
use tengen_protocol::io::output::Output;
use tengen_protocol::io::server::{Front, Sources};
use tengen_protocol::io::{error_output, input, output, server};
use tengen_protocol::nboard::NBoardFront;
use tengen_protocol::{AutoFront, Options, Protocol, ScriptOptions};

/// Plays until the client quits or the input ends.
pub(super) fn play(args: &EngineArgs, out: &mut Output) -> Result<()> {
    let options = args.open()?;
    let log = args.log.as_deref().map(open_log).transpose()?;
    greet(args);
    let program = env::args().next().unwrap_or_default();
    let start = ConversationStart {
        protocol: args.settled_protocol(&program),
        announcement: None,
        log,
    };
    converse(options, start, out)
}

/// The start of a conversation.
#[derive(Default)]
pub(super) struct ConversationStart {
    /// The protocol; `None` to detect it from the first line.
    pub protocol: Option<Protocol>,
    /// A line for stderr, printed once input is being read.
    pub announcement: Option<&'static str>,
    /// The log of the conversation; `None` to keep none.
    pub log: Option<ConversationLog>,
}

/// Holds a conversation with these options.
pub(super) fn converse(options: Options, start: ConversationStart, out: &mut Output) -> Result<()> {
    let (waker, events) = Waker::new();
    let make = move |protocol| -> io::Result<Box<dyn Front>> {
        let is_script = options.script != ScriptOptions::default();
        if protocol != Protocol::Gtp && is_script {
            let name = Protocol::name(protocol);
            let refusal = format!("--echo and --strict are for GTP, not for {name}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, refusal));
        }
        Ok(match protocol {
            Protocol::Gtp => Box::new(GtpFront::new(options.clone(), waker.clone())?),
            Protocol::Gomocup => Box::new(GomocupFront::new(&options, waker.clone())?),
            Protocol::NBoard => Box::new(NBoardFront::new(&options, waker.clone())?),
        })
    };
    let mut front = match start.protocol {
        Some(protocol) => make(protocol)?,
        None => Box::new(AutoFront::new(make)),
    };
    if let Some(log) = start.log {
        out.keep_in(log.clone());
        front = Box::new(LoggedFront::new(front, log));
    }
    hold(front.as_mut(), events, start.announcement, out)
}

/// Holds a conversation on standard input and output. The announcement goes to stderr once input is being read.
pub(super) fn hold(
    front: &mut dyn Front,
    events: Receiver<()>,
    announcement: Option<&str>,
    out: &mut Output,
) -> Result<()> {
    let sources = Sources {
        lines: input::spawn(BufReader::new(io::stdin()))
            .context("cannot start the input thread")?,
        events,
        gone: output::gone(),
    };
    if let Some(announcement) = announcement {
        error_output::line(announcement);
    }
    server::run(sources, front, out)?;
    Ok(())
}

fn open_log(path: &Path) -> Result<ConversationLog> {
    let log = ConversationLog::open(path).with_context(|| format!("--log {}", printable(path)))?;
    log.keep_panics();
    Ok(log)
}

/// Tells a user who started the program by hand that it expects commands.
fn greet(args: &EngineArgs) {
    let is_by_hand = io::stdin().is_terminal() && output::is_terminal();
    if is_by_hand && args.is_gtp() {
        error_output::line(&format!(
            "Tengen {} is a game engine and waits for GTP commands: help lists them, quit ends. To play, use tengen play here, or tengen web for a browser.",
            env!("CARGO_PKG_VERSION")
        ));
    }
}
