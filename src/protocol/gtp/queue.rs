//! Input that waits behind the command that runs.

use std::collections::VecDeque;

use super::parse::Request;
use crate::io::room::BacklogShare;

/// What a line says.
#[derive(Debug)]
pub enum Input {
    /// A command.
    Request(Request),
    /// Nothing. It ends an analysis that waits before it.
    Blank,
    /// More than a line may hold.
    TooLong,
}

impl Input {
    /// Whether it ends what runs.
    pub fn is_stop(&self) -> bool {
        matches!(self, Input::Request(request) if request.name == "stop")
    }

    /// Whether it ends the conversation.
    pub fn is_quit(&self) -> bool {
        matches!(self, Input::Request(request) if request.name == "quit" && request.args.is_empty())
    }
}

/// Input in the order in which it came, each with its share of the room for input. Stops and quits are counted, since they
/// are asked for at every command that takes a while, whatever flood waits.
#[derive(Default)]
pub struct Queue {
    inputs: VecDeque<(Input, BacklogShare)>,
    stops: usize,
    quits: usize,
}

impl Queue {
    /// Adds an input. A blank line that has nothing to end is left out.
    pub fn push(&mut self, input: Input, share: BacklogShare) {
        let last = self.inputs.back().map(|(input, _)| input);
        if matches!((&input, last), (Input::Blank, None | Some(Input::Blank))) {
            return;
        }
        self.stops += usize::from(input.is_stop());
        self.quits += usize::from(input.is_quit());
        self.inputs.push_back((input, share));
    }

    /// Takes the input that has waited longest.
    pub fn pop(&mut self) -> Option<Input> {
        let (input, _) = self.inputs.pop_front()?;
        self.stops -= usize::from(input.is_stop());
        self.quits -= usize::from(input.is_quit());
        Some(input)
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Whether a stop waits.
    pub fn holds_stop(&self) -> bool {
        self.stops > 0
    }

    /// Whether a quit waits.
    pub fn holds_quit(&self) -> bool {
        self.quits > 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn stops_and_quits_are_known_as_long_as_they_wait() {
        let mut queue = Queue::default();
        let lines = ["", "name", "", "", "stop", "quit", "quit now", "stop"];
        for line in lines {
            let input = parse::request(line).map_or(Input::Blank, Input::Request);
            queue.push(input, BacklogShare::default());
        }
        let mut seen = Vec::new();
        while !queue.is_empty() {
            seen.push((queue.holds_stop(), queue.holds_quit()));
            queue.pop();
        }
        // name, a blank line, stop, quit, quit with an argument, which ends nothing, and stop.
        let expected = [(true, true); 4].into_iter().chain([(true, false); 2]);
        assert_eq!(seen, expected.collect::<Vec<_>>());
        assert!(!queue.holds_stop() && queue.pop().is_none());
    }
}
