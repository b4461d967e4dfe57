//! The conversation of an instance of the module.

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

/// Memory for the tables of a search, in bytes: a page has several conversations, on a phone too.
const MEMORY: usize = 64 << 20;

/// A conversation and its searches, which are borrowed apart: lines are taken while a search waits for the page.
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

    /// Opens the conversation of this name.
    pub fn open(&self, name: &[u8]) -> bool {
        let opened = self.try_open(&String::from_utf8_lossy(name));
        if let Err(error) = &opened {
            // A page without a conversation can be given no other answer; the writer does not fail.
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

    /// Takes a line. Returns whether the conversation goes on.
    pub fn line(&self, line: Vec<u8>) -> bool {
        self.step(|server| server.line(line))
    }

    /// Handles events and the alarm. Returns whether the conversation goes on.
    pub fn wake(&self) -> bool {
        self.step(CallerServer::wake)
    }

    /// Does the jobs that wait, and what their ends lead to.
    pub fn search(&self) {
        // A search that waits for the page has borrowed them: it also does the jobs that have come since.
        if let Ok(mut searches) = self.searches.try_borrow_mut()
            && let Some(searches) = searches.as_mut()
        {
            while searches.run() && self.wake() {}
        }
    }

    /// Returns the milliseconds after which `wake` is due, negative for never.
    pub fn milliseconds_to_alarm(&self) -> f64 {
        let server = self.server.borrow();
        let left = server.as_ref().and_then(CallerServer::time_to_alarm);
        left.map_or(-1.0, |left| left.as_secs_f64() * 1e3)
    }

    /// Takes a step of the conversation, if there is one. It is over after the step that ends it.
    fn step(&self, step: impl FnOnce(&mut CallerServer) -> io::Result<Flow>) -> bool {
        let mut server = self.server.borrow_mut();
        let Some(open) = server.as_mut() else {
            return false;
        };
        // A writer to the page does not fail.
        let goes_on = matches!(step(open), Ok(Flow::Continue));
        if !goes_on {
            *server = None;
        }
        goes_on
    }
}

/// Sends what is due, then lets the page do what waits.
fn pause() {
    ENGINE.with(Engine::wake);
    page::pause();
}

fn output() -> Output {
    Output::new(PageWriter::default())
}

/// The engine of a page plays with what is inside the module.
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
        ..Options::plain(Game::Go)
    })
}

/// Runs the bench of all games. Returns whether it ran to its end.
pub fn bench() -> bool {
    let mut out = output();
    let ran = BenchGamesArgs::default().run(&mut out);
    ran.and_then(|()| Ok(out.flush()?)).is_ok()
}
