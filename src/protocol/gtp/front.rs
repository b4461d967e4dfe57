//! GTP's side of the conversation: requests in order, one reply each, whatever the game.

use std::collections::VecDeque;
use std::io;

use super::command::{Answer, Failure};
use super::game::GtpGame;
use super::parse::{self, Request};
use super::session::{Desk, Session};
use crate::game::Game;
use crate::go::gtp::Go;
use crate::gomoku::gtp::Gomoku;
use crate::input::{End, Line};
use crate::output::Output;
use crate::protocol::Options;
use crate::reversi::gtp::Reversi;
use crate::search::Waker;
use crate::server::{Flow, Front};

/// A GTP conversation. While the worker thinks, requests wait here; only `stop` and the comment
/// `# interrupt` reach the running search.
pub struct GtpFront {
    options: Options,
    waker: Waker,
    desk: Box<dyn Desk>,
    waiting: VecDeque<Request>,
    /// The id of the request whose reply is being worked out.
    running: Option<Option<u32>>,
    /// The beginning of a line that a carriage return cut in two; GTP drops the character.
    partial: Vec<u8>,
    input_ended: bool,
}

impl GtpFront {
    /// A conversation about the game that `options` names.
    pub fn new(options: Options, waker: Waker) -> io::Result<Self> {
        let desk = open_desk(&options, waker.clone())?;
        Ok(GtpFront {
            options,
            waker,
            desk,
            waiting: VecDeque::new(),
            running: None,
            partial: Vec::new(),
            input_ended: false,
        })
    }

    fn take(&mut self, text: &str, out: &mut Output) -> io::Result<Flow> {
        if self.running.is_some() && is_interrupt(text) {
            self.desk.stop();
            return Ok(Flow::Continue);
        }
        let Some(request) = parse::request(&parse::clean(text)) else {
            return Ok(Flow::Continue);
        };
        if self.running.is_some() && request.name == "stop" {
            self.desk.stop();
        }
        self.waiting.push_back(request);
        self.serve(out)
    }

    /// Answers waiting requests until one has to be thought about.
    fn serve(&mut self, out: &mut Output) -> io::Result<Flow> {
        while self.running.is_none() {
            let Some(request) = self.waiting.pop_front() else {
                return Ok(if self.input_ended {
                    Flow::Quit
                } else {
                    Flow::Continue
                });
            };
            match self.desk.run(&request) {
                Ok(Answer::Text(text)) => reply(request.id, Ok(text), out)?,
                Ok(Answer::Later) => {
                    self.running = Some(request.id);
                    // Whoever has sent it since wants everything before it to end.
                    if self.waiting.iter().any(|request| request.name == "stop") {
                        self.desk.stop();
                    }
                }
                Ok(Answer::Game(game)) => {
                    self.switch(game)?;
                    reply(request.id, Ok(String::new()), out)?;
                }
                Ok(Answer::Quit) => {
                    reply(request.id, Ok(String::new()), out)?;
                    return Ok(Flow::Quit);
                }
                Err(failure) => reply(request.id, Err(failure), out)?,
            }
        }
        Ok(Flow::Continue)
    }

    fn switch(&mut self, game: Game) -> io::Result<()> {
        self.options.game = game;
        // The size on the command line was meant for the game beside it.
        self.options.size = None;
        let bounds = self.desk.bounds();
        self.desk = open_desk(&self.options, self.waker.clone())?;
        self.desk.set_bounds(bounds);
        Ok(())
    }
}

impl Front for GtpFront {
    fn line(&mut self, line: &Line, out: &mut Output) -> io::Result<Flow> {
        if line.too_long {
            self.partial.clear();
            reply(None, Err(Failure::new("line too long")), out)?;
            return Ok(Flow::Continue);
        }
        if line.end == End::CarriageReturn {
            self.partial.extend_from_slice(&line.bytes);
            return Ok(Flow::Continue);
        }
        if self.partial.is_empty() {
            return self.take(&line.text(), out);
        }
        let mut whole = std::mem::take(&mut self.partial);
        whole.extend_from_slice(&line.bytes);
        self.take(&String::from_utf8_lossy(&whole), out)
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        let Some(id) = self.running else {
            return Ok(Flow::Continue);
        };
        let Some(result) = self.desk.poll() else {
            return Ok(Flow::Continue);
        };
        self.running = None;
        reply(id, result, out)?;
        self.serve(out)
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.input_ended = true;
        let rest = std::mem::take(&mut self.partial);
        if rest.is_empty() {
            return self.serve(out);
        }
        self.take(&String::from_utf8_lossy(&rest), out)
    }
}

/// Whether a conversation can begin with these options.
pub fn check(options: &Options) -> Result<(), Failure> {
    match options.game {
        Game::Go => Go::start(options).map(drop),
        Game::Gomoku => Gomoku::start(options).map(drop),
        Game::Reversi => Reversi::start(options).map(drop),
    }
}

fn open_desk(options: &Options, waker: Waker) -> io::Result<Box<dyn Desk>> {
    Ok(match options.game {
        Game::Go => Box::new(Session::<Go>::new(options, waker)?),
        Game::Gomoku => Box::new(Session::<Gomoku>::new(options, waker)?),
        Game::Reversi => Box::new(Session::<Reversi>::new(options, waker)?),
    })
}

/// The comment by which GoGui interrupts a command that runs (GoGui manual, `gogui-interrupt`).
fn is_interrupt(text: &str) -> bool {
    text.trim_end() == "# interrupt"
}

/// Writes a whole reply: sign, id, text and the empty line, which must be the only one.
fn reply(id: Option<u32>, result: Result<String, Failure>, out: &mut Output) -> io::Result<()> {
    let (sign, text) = match &result {
        Ok(text) => ('=', text.clone()),
        Err(failure) => ('?', failure.to_string()),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    let blank = if text.is_empty() || text.starts_with('\n') {
        ""
    } else {
        " "
    };
    out.line(&format!("{sign}{id}{blank}{text}\n"))
}
