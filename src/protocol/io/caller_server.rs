//! Main loop in single steps, for a caller with searches in its own thread. The caller supplies lines and watches the
//! clock.

use std::io;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::input::{InputLine, LineEnd, MAX_LINE};
use super::output::Output;
use super::server::Front;
use tengen_engine::conversation::Flow;
use tengen_engine::threads::backlog::BacklogShare;

/// A conversation advanced step by step by its caller. No step searches or blocks.
pub struct CallerServer {
    front: Box<dyn Front>,
    events: Receiver<()>,
    out: Output,
}

impl CallerServer {
    /// Creates a conversation. `events` receives the signals of its search worker.
    pub fn new(front: Box<dyn Front>, events: Receiver<()>, out: Output) -> Self {
        CallerServer { front, events, out }
    }

    /// Handles a line of input, given without its line ending.
    pub fn line(&mut self, bytes: Vec<u8>) -> io::Result<Flow> {
        let too_long = bytes.len() > MAX_LINE;
        let line = InputLine {
            bytes: if too_long { Vec::new() } else { bytes },
            end: LineEnd::LineFeed,
            too_long,
            share: BacklogShare::default(),
        };
        let flow = self.front.line(line, &mut self.out)?;
        self.out.flush()?;
        Ok(flow)
    }

    /// Handles events of the search worker, and the alarm once it is due.
    pub fn wake(&mut self) -> io::Result<Flow> {
        let is_due = self.time_to_alarm() == Some(Duration::ZERO);
        if self.events.try_recv().is_err() && !is_due {
            return Ok(Flow::Continue);
        }
        let flow = self.front.wake(&mut self.out)?;
        self.out.flush()?;
        Ok(flow)
    }

    /// Returns the time after which to call [`wake`](Self::wake) even if no search is running.
    pub fn time_to_alarm(&self) -> Option<Duration> {
        let alarm = self.front.alarm()?;
        Some(alarm.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;
    use crate::{Options, PageConversation};
    use tengen_engine::polling::CallerSlices;
    use tengen_engine::{CallerThread, Waker};
    use tengen_play::Game;
    use tengen_testing::written::Written;

    thread_local! {
        /// State of the test in this thread: its conversation, and the line that arrives during a search.
        static SERVER: RefCell<Option<CallerServer>> = const { RefCell::new(None) };
        static MEANWHILE: Cell<Option<&'static str>> = const { Cell::new(None) };
    }

    /// A conversation in a test's thread.
    struct Hosted {
        caller: CallerThread,
        written: Written,
    }

    impl Hosted {
        /// Opens a conversation that receives the line `meanwhile` when a search first waits for its caller.
        fn open(conversation: PageConversation, meanwhile: &'static str) -> Hosted {
            let serve = || {
                step(CallerServer::wake);
                if let Some(line) = MEANWHILE.take() {
                    step(|server| server.line(line.into()));
                }
            };
            let (waker, events, caller) = Waker::for_caller(CallerSlices::new(serve));
            let front = conversation.front(Options::new(Game::Go), waker);
            let written = Written::default();
            let out = Output::new(written.clone());
            SERVER.set(Some(CallerServer::new(front.unwrap(), events, out)));
            MEANWHILE.set(Some(meanwhile));
            Hosted { caller, written }
        }

        fn line(&mut self, line: &str) {
            step(|server| server.line(line.into()));
            while self.caller.run() {
                step(CallerServer::wake);
            }
        }
    }

    fn step(step: impl FnOnce(&mut CallerServer) -> io::Result<Flow>) {
        SERVER.with_borrow_mut(|server| {
            assert_eq!(step(server.as_mut().unwrap()).unwrap(), Flow::Continue);
        });
    }

    #[test]
    fn a_search_in_the_callers_thread_is_stopped_by_a_line_and_the_next_command_follows() {
        let mut hosted = Hosted::open(PageConversation::Gtp(Game::Gomoku), "2 stop");
        hosted.line("0 limits nodes 1000000000");
        hosted.line("0 play b h8");
        hosted.line("1 genmove w");
        hosted.line("3 name");
        let text = hosted.written.take();
        let replies: Vec<&str> = text.split("\n\n").collect();
        assert!(replies[2].starts_with("=1 "), "{text}");
        assert_eq!(replies[3..5], ["=2", "=3 Tengen"], "{text}");
    }

    #[test]
    fn an_analysis_in_the_callers_thread_reports_and_is_terminated() {
        let meanwhile = r#"{"id":"t","action":"terminate","terminateId":"q"}"#;
        let mut hosted = Hosted::open(PageConversation::Analysis, meanwhile);
        hosted.line(
            r#"{"id":"q","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":100000000}"#,
        );
        let text = hosted.written.take();
        let ended = text.lines().filter(|line| line.contains(r#""id":"q""#));
        assert_eq!(ended.count(), 1, "{text}");
        assert!(text.contains(r#""id":"t""#), "{text}");
    }
}
