//! How often a search looks at its clock: by nodes, because a look takes longer than a node, and by time, because a node
//! takes as long as the processor and the position make it.

use std::time::{Duration, Instant};

/// The time between two looks that is aimed at. A search oversteps its limit by little more.
const AIM: Duration = Duration::from_micros(500);

/// Nodes before the second look, when nothing is known of the processor.
const FIRST: u64 = 16;

/// The nodes between two looks.
pub struct ClockPoll {
    nodes: u64,
    most: u64,
    last: Instant,
}

impl ClockPoll {
    /// Looks that are never more than `most` nodes apart.
    pub fn new(most: u64) -> ClockPoll {
        ClockPoll {
            nodes: FIRST.min(most),
            most,
            last: Instant::now(),
        }
    }

    /// Nodes until the next look, now that there has been one.
    pub fn until_next(&mut self) -> u64 {
        let now = Instant::now();
        let took = now - self.last;
        self.last = now;
        self.after(took)
    }

    fn after(&mut self, took: Duration) -> u64 {
        self.nodes = if took > AIM {
            (self.nodes / 2).max(1)
        } else {
            (self.nodes * 2).min(self.most)
        };
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes between the looks of a search whose nodes take so long, after it has been running for a while.
    fn settled(node: Duration) -> [u64; 2] {
        let mut looks = ClockPoll::new(1024);
        let mut nodes = looks.nodes;
        for _ in 0..50 {
            nodes = looks.after(node * nodes as u32);
        }
        [nodes, looks.after(node * nodes as u32)]
    }

    #[test]
    fn looks_are_about_as_far_apart_on_any_processor() {
        assert_eq!(settled(Duration::from_nanos(100)), [1024; 2]);
        for micros in [1, 10, 100, 400] {
            let node = Duration::from_micros(micros);
            for nodes in settled(node) {
                let between = node * nodes as u32;
                assert!(between <= 2 * AIM, "{micros} us: {between:?}");
                assert!(between >= AIM / 4, "{micros} us: {between:?}");
            }
        }
        let slow = settled(Duration::from_millis(3));
        assert_eq!(slow, [1, 1]);
    }
}
