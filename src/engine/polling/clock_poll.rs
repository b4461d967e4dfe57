//! Intervals at which a search reads the clock.
//!
//! An interval is a number of nodes, because reading the clock takes longer than a node. It adapts to the time per
//! node, which depends on the processor and the position.

use std::time::{Duration, Instant};

/// Target time between two readings. A search exceeds its time limit by little more.
const TARGET: Duration = Duration::from_micros(500);

/// Nodes before the second reading, when the speed of the processor is still unknown.
const FIRST: u64 = 16;

/// The number of nodes between two readings of the clock.
pub struct ClockPoll {
    nodes: u64,
    /// Upper bound of `nodes`.
    most: u64,
    last: Instant,
}

impl ClockPoll {
    /// Creates a poll with intervals of at most `most` nodes.
    pub fn new(most: u64) -> ClockPoll {
        ClockPoll {
            nodes: FIRST.min(most),
            most,
            last: Instant::now(),
        }
    }

    /// Returns the number of nodes until the next reading. Call it at each reading.
    pub fn until_next(&mut self) -> u64 {
        let now = Instant::now();
        let took = now - self.last;
        self.last = now;
        self.after(took)
    }

    /// Adjusts the interval after one that took this long.
    fn after(&mut self, took: Duration) -> u64 {
        self.nodes = if took > TARGET {
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

    /// Returns two intervals of a search with this time per node, after it has run for a while.
    fn settled(node: Duration) -> [u64; 2] {
        let mut poll = ClockPoll::new(1024);
        let mut nodes = poll.nodes;
        for _ in 0..50 {
            nodes = poll.after(node * nodes as u32);
        }
        [nodes, poll.after(node * nodes as u32)]
    }

    #[test]
    fn intervals_take_about_the_same_time_on_any_processor() {
        assert_eq!(settled(Duration::from_nanos(100)), [1024; 2]);
        for micros in [1, 10, 100, 400] {
            let node = Duration::from_micros(micros);
            for nodes in settled(node) {
                let between = node * nodes as u32;
                assert!(between <= 2 * TARGET, "{micros} us: {between:?}");
                assert!(between >= TARGET / 4, "{micros} us: {between:?}");
            }
        }
        let slow = settled(Duration::from_millis(3));
        assert_eq!(slow, [1, 1]);
    }
}
