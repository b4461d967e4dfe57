//! GTP's side of the conversation: requests in order, one reply each, whatever the game.

use std::io;
use std::time::Instant;

use super::command::{Answer, Course, Failure};
use super::game::GtpGame;
use super::parse;
use super::queue::{Input, Queue};
use super::reply::{self, Stream};
use super::session::{Desk, News, Session};
use crate::engine::game::Game;
use crate::engine::{Grace, Waker};
use crate::io::input::{InputLine, LineEnd};
use crate::io::output::Output;
use crate::io::room::BacklogShare;
use crate::io::server::{Flow, Front};
use crate::protocol::Options;
use crate::protocol::gtp::go::Go;
use crate::protocol::gtp::gomoku::Gomoku;
use crate::protocol::gtp::reversi::Reversi;

/// A GTP conversation. While the worker thinks, requests wait here; only `stop` and the comment
/// `# interrupt` reach a search for a move, and whatever comes ends an analysis.
pub struct GtpFront {
    options: Options,
    waker: Waker,
    desk: Box<dyn Desk>,
    waiting: Queue,
    running: Option<Running>,
    /// The beginning of a line that a carriage return cut in two; GTP drops the character.
    partial: Vec<u8>,
    input_ended: bool,
}

/// The request whose reply is being worked out.
struct Running {
    id: Option<u32>,
    /// The reply, if it is told line by line.
    stream: Option<Stream>,
    /// Any line of input ends it.
    yields: bool,
}

impl Running {
    fn finish(self, rest: Result<String, Failure>, out: &mut Output) -> io::Result<()> {
        match self.stream {
            Some(stream) => stream.end(rest, out),
            None => reply::whole(self.id, rest, out),
        }
    }
}

impl GtpFront {
    /// A conversation about the game that `options` names.
    pub fn new(options: Options, waker: Waker) -> io::Result<Self> {
        let desk = open_desk(&options, waker.clone())?;
        Ok(GtpFront {
            options,
            waker,
            desk,
            waiting: Queue::default(),
            running: None,
            partial: Vec::new(),
            input_ended: false,
        })
    }

    fn take(&mut self, text: &str, share: BacklogShare, out: &mut Output) -> io::Result<Flow> {
        let input = parse::request(&parse::clean(text)).map_or(Input::Blank, Input::Request);
        if self.running.is_some() && (input.is_stop() || is_interrupt(text)) {
            self.desk.stop();
        }
        self.accept(input, share, out)
    }

    fn accept(&mut self, input: Input, share: BacklogShare, out: &mut Output) -> io::Result<Flow> {
        self.end_what_yields(out)?;
        let is_quit = input.is_quit();
        self.waiting.push(input, share);
        if is_quit {
            self.wind_down();
        }
        self.serve(out)
    }

    /// Bounds what runs, if the conversation is ending.
    fn wind_down(&mut self) {
        let linger = self.options.linger;
        if self.waiting.holds_quit() {
            self.desk.wind_down(Grace::before_quit(linger));
        } else if self.input_ended {
            self.desk.wind_down(Grace::after_input(linger));
        }
    }

    /// Answers what waits until something has to be thought about.
    fn serve(&mut self, out: &mut Output) -> io::Result<Flow> {
        while self.running.is_none() {
            let Some(input) = self.waiting.pop() else {
                return Ok(if self.input_ended {
                    Flow::Quit
                } else {
                    Flow::Continue
                });
            };
            let request = match input {
                Input::Request(request) => request,
                Input::Blank => continue,
                Input::TooLong => {
                    reply::whole(None, Err(Failure::new("line too long")), out)?;
                    continue;
                }
            };
            match self.desk.run(&request) {
                Ok(Answer::Text(text)) => reply::whole(request.id, Ok(text), out)?,
                Ok(Answer::Later(course)) => self.begin(request.id, course, out)?,
                Ok(Answer::Game(game)) => {
                    self.switch(game)?;
                    reply::whole(request.id, Ok(String::new()), out)?;
                }
                Ok(Answer::Quit) => {
                    reply::whole(request.id, Ok(String::new()), out)?;
                    return Ok(Flow::Quit);
                }
                Err(failure) => reply::whole(request.id, Err(failure), out)?,
            }
        }
        Ok(Flow::Continue)
    }

    /// The worker has been set to a request. What has come since then is in force at once.
    fn begin(&mut self, id: Option<u32>, course: Course, out: &mut Output) -> io::Result<()> {
        self.running = Some(Running {
            id,
            stream: course.streams.then(|| Stream::new(id)),
            yields: course.yields,
        });
        // Whoever has sent it since wants everything before it to end.
        if self.waiting.holds_stop() {
            self.desk.stop();
        }
        self.wind_down();
        if self.input_ended || !self.waiting.is_empty() {
            self.end_what_yields(out)?;
        }
        Ok(())
    }

    /// Ends a command that any line of input ends.
    fn end_what_yields(&mut self, out: &mut Output) -> io::Result<()> {
        let Some(running) = self.running.take_if(|running| running.yields) else {
            return Ok(());
        };
        let rest = self.desk.cancel();
        running.finish(Ok(rest), out)
    }

    fn switch(&mut self, game: Game) -> io::Result<()> {
        self.options.game = game;
        // The size on the command line was meant for the game beside it.
        self.options.size = None;
        let terms = self.desk.terms();
        self.desk = open_desk(&self.options, self.waker.clone())?;
        self.desk.set_terms(terms);
        Ok(())
    }
}

impl Front for GtpFront {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        if line.too_long {
            self.partial.clear();
            return self.accept(Input::TooLong, line.share, out);
        }
        if line.end == LineEnd::CarriageReturn {
            self.partial.extend_from_slice(&line.bytes);
            return Ok(Flow::Continue);
        }
        if self.partial.is_empty() {
            let InputLine { bytes, share, .. } = line;
            return self.take(&String::from_utf8_lossy(&bytes), share, out);
        }
        let mut whole = std::mem::take(&mut self.partial);
        whole.extend_from_slice(&line.bytes);
        self.take(&String::from_utf8_lossy(&whole), line.share, out)
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        while let Some(running) = &mut self.running {
            match (self.desk.poll(), &mut running.stream) {
                (Some(News::Line(line)), Some(stream)) => stream.line(&line, out)?,
                // Only a stream has lines before its end.
                (Some(News::Line(_)), None) => {}
                (Some(News::End(rest)), _) => {
                    if let Some(running) = self.running.take() {
                        running.finish(rest, out)?;
                    }
                    return self.serve(out);
                }
                (None, Some(stream)) => {
                    stream.write_due_head(out)?;
                    return Ok(Flow::Continue);
                }
                (None, None) => return Ok(Flow::Continue),
            }
        }
        Ok(Flow::Continue)
    }

    fn alarm(&self) -> Option<Instant> {
        let running = self.running.as_ref()?;
        let head = running.stream.as_ref().and_then(Stream::due);
        [head, self.desk.due()].into_iter().flatten().min()
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.input_ended = true;
        let rest = std::mem::take(&mut self.partial);
        self.wind_down();
        if rest.is_empty() {
            self.end_what_yields(out)?;
            return self.serve(out);
        }
        self.take(
            &String::from_utf8_lossy(&rest),
            BacklogShare::default(),
            out,
        )
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
