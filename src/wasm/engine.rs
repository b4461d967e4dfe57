//! The conversation of a module instance.

use std::cell::RefCell;
use std::io;

use anyhow::Context as _;

use super::ENGINE;
use super::page::{self, PageWriter};
use crate::tool::bench::BenchGamesArgs;
use tengen_engine::conversation::Flow;
use tengen_engine::files::Access;
use tengen_engine::polling::CallerSlices;
use tengen_engine::{CallerThread, Settings, Waker};
use tengen_go::net::NetworkSource;
use tengen_play::Game;
use tengen_play::options::{GameOptions, GoOptions, Opening, ReversiOptions};
use tengen_protocol::io::caller_server::CallerServer;
use tengen_protocol::io::output::Output;
use tengen_protocol::{Options, PageConversation};

/// Memory for the tables of a search, in bytes. It is small because a page, even on a phone, has several conversations.
const MEMORY: usize = 64 << 20;

/// A conversation and its searches. They are borrowed separately, so that lines are accepted while a search lets the
/// page run.
pub struct Engine {
    server: RefCell<Option<CallerServer>>,
    searches: RefCell<Option<CallerThread>>,
}

impl Engine {
    /// Creates an engine without a conversation.
    pub const fn new() -> Engine {
        Engine {
            server: RefCell::new(None),
            searches: RefCell::new(None),
        }
    }

    /// Opens the conversation with this name. Returns false if that fails.
    pub fn open(&self, name: &[u8]) -> bool {
        let opened = self.try_open(&String::from_utf8_lossy(name));
        if let Err(error) = &opened {
            // The error goes to the page; writing there does not fail.
            let _ = output().line(&format!("{error:#}"));
        }
        opened.is_ok()
    }

    fn try_open(&self, name: &str) -> anyhow::Result<()> {
        let conversation: PageConversation = name.parse()?;
        let (waker, events, searches) = Waker::for_caller(CallerSlices::new(pause));
        let front = conversation.front(options()?, waker)?;
        let server = CallerServer::new(front, events, output());
        *self.server.borrow_mut() = Some(server);
        *self.searches.borrow_mut() = Some(searches);
        Ok(())
    }

    /// Passes a line to the conversation. Returns whether the conversation continues.
    pub fn line(&self, line: Vec<u8>) -> bool {
        self.step(|server| server.line(line))
    }

    /// Handles events and the alarm. Returns whether the conversation continues.
    pub fn wake(&self) -> bool {
        self.step(CallerServer::wake)
    }

    /// Runs the waiting jobs and handles their results.
    pub fn search(&self) {
        // A search that lets the page run holds the borrow; it also runs the jobs that have arrived since.
        if let Ok(mut searches) = self.searches.try_borrow_mut()
            && let Some(searches) = searches.as_mut()
        {
            while searches.run() && self.wake() {}
        }
    }

    /// Returns the milliseconds until `wake` is due; negative for never.
    pub fn milliseconds_to_alarm(&self) -> f64 {
        let server = self.server.borrow();
        let left = server.as_ref().and_then(CallerServer::time_to_alarm);
        left.map_or(-1.0, |left| left.as_secs_f64() * 1e3)
    }

    /// Takes a step of the conversation, if one is open, and closes it if the step ends it. Returns whether it
    /// continues.
    fn step(&self, step: impl FnOnce(&mut CallerServer) -> io::Result<Flow>) -> bool {
        let mut server = self.server.borrow_mut();
        let Some(open) = server.as_mut() else {
            return false;
        };
        let goes_on = matches!(step(open), Ok(Flow::Continue));
        if !goes_on {
            *server = None;
        }
        goes_on
    }
}

/// Sends pending output, then lets the page handle its events.
fn pause() {
    ENGINE.with(Engine::wake);
    page::pause();
}

fn output() -> Output {
    Output::new(PageWriter::default())
}

/// Returns the options of the engine in a page, which uses only the network and book inside the module.
fn options() -> anyhow::Result<Options> {
    let network = NetworkSource::Builtin.open(&Access::Nowhere);
    Ok(Options {
        settings: Settings {
            memory: MEMORY,
            ..Settings::default()
        },
        games: GameOptions {
            go: GoOptions {
                network: network.context("the network inside the module")?,
                ..GoOptions::default()
            },
            reversi: ReversiOptions {
                opening: Opening::Embedded,
            },
            ..GameOptions::default()
        },
        ..Options::new(Game::Go)
    })
}

/// Runs the bench of all games. Returns whether it completed.
pub fn bench() -> bool {
    let mut out = output();
    let ran = BenchGamesArgs::default().run(&mut out);
    ran.and_then(|()| Ok(out.flush()?)).is_ok()
}
