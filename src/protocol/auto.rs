//! Front that detects the protocol from the first line.

use std::io;
use std::time::Instant;

use super::Protocol;
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::io::server::Front;
use tengen_engine::conversation::Flow;

/// Front that detects the protocol from the first nonblank line and passes all lines on to the protocol's front.
pub struct AutoFront<M> {
    make: M,
    chosen: Option<Box<dyn Front>>,
}

impl<M: FnMut(Protocol) -> io::Result<Box<dyn Front>>> AutoFront<M> {
    /// Creates the front. `make` creates the front of the detected protocol.
    pub fn new(make: M) -> Self {
        AutoFront { make, chosen: None }
    }
}

impl<M: FnMut(Protocol) -> io::Result<Box<dyn Front>>> Front for AutoFront<M> {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        if self.chosen.is_none() {
            // Only GTP has a reply for lines over the maximum length.
            let protocol = match Protocol::of_first_line(&line.text()) {
                Some(protocol) => protocol,
                None if line.too_long => Protocol::Gtp,
                None => return Ok(Flow::Continue),
            };
            log::info!("the first line speaks {protocol:?}");
            self.chosen = Some((self.make)(protocol)?);
        }
        match &mut self.chosen {
            Some(front) => front.line(line, out),
            None => Ok(Flow::Continue),
        }
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.chosen
            .as_mut()
            .map_or(Ok(Flow::Continue), |front| front.wake(out))
    }

    fn alarm(&self) -> Option<Instant> {
        self.chosen.as_ref().and_then(|front| front.alarm())
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.chosen
            .as_mut()
            .map_or(Ok(Flow::Quit), |front| front.end_of_input(out))
    }
}
