//! Check of how much of its time a search uses.

use std::time::Duration;

use crate::control::Budget;
use crate::game::GameMove;
use crate::{Control, Limits};

/// Attempts to end within the soft limit, of which a busy machine may delay some.
const ATTEMPTS: usize = 5;

/// Fails unless `search`, of a position with nothing to decide, uses time that cannot be saved to its end, and ends by
/// the soft limit if time can be saved.
#[track_caller]
pub fn assert_time_is_used_unless_saved<M: GameMove>(search: impl Fn(&Control<M>)) {
    let hard = Duration::from_millis(300);
    let elapsed = |soft| {
        let limits = Limits {
            time: Some(Budget { soft, hard }),
            ..Limits::default()
        };
        let control = Control::new(limits);
        search(&control);
        control.elapsed()
    };
    assert!(elapsed(hard) > hard * 9 / 10);
    let mut saved = (0..ATTEMPTS).map(|_| elapsed(hard / 2));
    assert!(saved.any(|elapsed| elapsed < hard * 6 / 10));
}
