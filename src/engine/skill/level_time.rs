//! The time of a level's search.

use std::time::Duration;

use crate::engine::clock;
use crate::engine::control::Budget;

/// Longest time of a move of a level.
const LONGEST: Duration = Duration::from_millis(800);

/// Returns the time of a search by a level: the client's if it is short, otherwise none for a search that `is_short` by its
/// nodes, so that no clock decides about its move, and less than a second for a longer one.
pub fn level_time(client: Option<Budget>, is_short: bool) -> Option<Budget> {
    let own = (!is_short).then(|| clock::fixed(LONGEST));
    client.filter(|budget| budget.hard < LONGEST).or(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_decides_only_where_it_must() {
        let client = |millis| Some(clock::fixed(Duration::from_millis(millis)));
        let hard = |time: Option<Budget>| time.map(|budget| budget.hard);
        assert_eq!(level_time(client(5_000), true), None);
        assert_eq!(level_time(None, true), None);
        assert_eq!(hard(level_time(client(100), true)), hard(client(100)));
        assert!(hard(level_time(client(5_000), false)) <= Some(LONGEST));
        assert!(hard(level_time(None, false)) <= Some(LONGEST));
    }
}
