//! The lines of an engine, with a deadline for every wait.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, select};

use super::engine_fault::{EngineStop, FaultCode};

/// Time that an engine may take for any command but a move, and more than its time for its first move: a network may have
/// to be loaded first.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Time that an engine without a clock may take more than its time for a later move.
pub const DELAY: Duration = Duration::from_secs(10);

/// An engine's side of a conversation.
pub trait EngineLink: Send {
    /// Sends a text of whole lines. A failure shows when the lines of the engine end.
    fn send(&mut self, text: &str);

    /// Returns the lines of the engine without their ends. Closed once it has ended.
    fn lines(&self) -> &Receiver<String>;

    /// Ends an engine that has closed its output. Returns its exit status as text.
    fn ending(&mut self) -> String;
}

/// The conversation with an engine during a game.
pub struct EngineLines {
    link: Box<dyn EngineLink>,
    /// Closed when the game is over.
    going: Receiver<Infallible>,
}

impl EngineLines {
    /// Begins a conversation that ends when `going` is closed.
    pub fn new(link: Box<dyn EngineLink>, going: Receiver<Infallible>) -> EngineLines {
        EngineLines { link, going }
    }

    /// Sends a line, or several.
    pub fn send(&mut self, text: &str) {
        self.link.send(&format!("{text}\n"));
    }

    /// Returns the next line. Fails if none comes until the deadline, even from an engine that writes all the time.
    pub fn read(&mut self, deadline: Instant) -> Result<String, EngineStop> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(EngineStop::fault(FaultCode::Hang, ""));
        }
        let read = select! {
            recv(self.going) -> _ => return Err(EngineStop::GameOver),
            recv(self.link.lines()) -> line => line,
            default(left) => return Err(EngineStop::fault(FaultCode::Hang, "")),
        };
        read.map_err(|_| EngineStop::fault(FaultCode::Crash, &self.link.ending()))
    }

    /// Discards the lines that are waiting, which belong to earlier questions.
    pub fn discard(&mut self) {
        let waiting = self.link.lines().len();
        self.link.lines().try_iter().take(waiting).for_each(drop);
    }

    /// Returns the first line that `wanted` accepts, skipping others.
    pub fn read_until<T>(
        &mut self,
        deadline: Instant,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineStop> {
        loop {
            if let Some(found) = wanted(&self.read(deadline)?) {
                return Ok(found);
            }
        }
    }
}

/// An engine of a test: for each line it is sent, the lines that it answers; `None` ends it.
#[cfg(test)]
pub mod scripted {
    use std::sync::{Arc, Mutex};

    use crossbeam_channel::{Sender, bounded, unbounded};

    use super::*;

    /// The lines that a scripted engine has been sent.
    pub type Sent = Arc<Mutex<Vec<String>>>;

    struct ScriptedLink<F> {
        answer: F,
        sent: Sent,
        sender: Option<Sender<String>>,
        lines: Receiver<String>,
    }

    impl<F: FnMut(&str) -> Option<String> + Send> EngineLink for ScriptedLink<F> {
        fn send(&mut self, text: &str) {
            for line in text.lines() {
                self.sent.lock().unwrap().push(line.to_owned());
                match (self.answer)(line) {
                    Some(answer) => {
                        let sender = self.sender.as_ref();
                        let said = |line: &str| sender.map(|sender| sender.send(line.to_owned()));
                        answer.split_terminator('\n').map(said).for_each(drop);
                    }
                    None => self.sender = None,
                }
            }
        }

        fn lines(&self) -> &Receiver<String> {
            &self.lines
        }

        fn ending(&mut self) -> String {
            "3".to_owned()
        }
    }

    /// Begins a conversation with an engine that answers by a function. The sender keeps the game going.
    pub fn scripted(
        answer: impl FnMut(&str) -> Option<String> + Send + 'static,
    ) -> (EngineLines, Sent, Sender<Infallible>) {
        let (sender, lines) = unbounded();
        let (keep, going) = bounded(0);
        let sent = Sent::default();
        let link = ScriptedLink {
            answer,
            sent: sent.clone(),
            sender: Some(sender),
            lines,
        };
        (EngineLines::new(Box::new(link), going), sent, keep)
    }
}

#[cfg(test)]
mod tests {
    use super::scripted::scripted;
    use super::*;

    #[test]
    fn a_wait_ends_with_the_game_the_engine_or_the_time() {
        let (mut lines, _, keep) = scripted(|line| match line {
            "end" => None,
            _ => Some(format!("talk\n{line}\n")),
        });
        let soon = || Instant::now() + Duration::from_millis(20);
        lines.send("hello");
        let wanted = |line: &str| (line == "hello").then_some(7);
        assert_eq!(lines.read_until(soon(), wanted), Ok(7));
        let hang = Err(EngineStop::fault(FaultCode::Hang, ""));
        assert_eq!(lines.read(soon()), hang);
        lines.send("hello");
        assert_eq!(lines.read(Instant::now()), hang, "the time is over");
        lines.send("end");
        assert_eq!(lines.read(soon()).as_deref(), Ok("talk"));
        assert_eq!(lines.read(soon()).as_deref(), Ok("hello"));
        let crash = Err(EngineStop::fault(FaultCode::Crash, "3"));
        assert_eq!(lines.read(soon()), crash);
        drop(keep);
        let (mut lines, _, keep) = scripted(|_| Some(String::new()));
        drop(keep);
        assert_eq!(lines.read(soon()), Err(EngineStop::GameOver));
    }
}
