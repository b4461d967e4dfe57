//! The times at which games need attention, usually because a clock runs out.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::link::GameId;

/// The games with a running clock or another timer, by the time at which it runs out.
#[derive(Default)]
pub struct FlagTimes {
    times: Mutex<Times>,
    changed: Condvar,
}

#[derive(Default)]
struct Times {
    in_order: BTreeSet<(Instant, GameId)>,
    of_games: HashMap<GameId, Instant>,
}

impl Times {
    fn set(&mut self, id: GameId, time: Option<Instant>) {
        let before = match time {
            Some(time) => self.of_games.insert(id, time),
            None => self.of_games.remove(&id),
        };
        if let Some(before) = before {
            self.in_order.remove(&(before, id));
        }
        if let Some(time) = time {
            self.in_order.insert((time, id));
        }
    }
}

impl FlagTimes {
    /// Sets the time of a game; `None` if it has no timer.
    pub fn set(&self, id: GameId, time: Option<Instant>) {
        self.times().set(id, time);
        self.changed.notify_one();
    }

    /// Waits until the time of a game has come, and removes it.
    pub fn wait(&self) -> GameId {
        let mut times = self.times();
        loop {
            let now = Instant::now();
            times = match times.in_order.first().copied() {
                Some((time, id)) if time <= now => {
                    times.set(id, None);
                    return id;
                }
                Some((time, _)) => {
                    let waited = self.changed.wait_timeout(times, time - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let waited = self.changed.wait(times);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        // No thread panics while it holds the lock.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn clocks_run_out_in_order_and_a_changed_one_at_its_new_time() {
        let times = FlagTimes::default();
        let ids: [GameId; 3] = std::array::from_fn(|_| GameId::random().unwrap());
        let now = Instant::now();
        let at = |millis| Some(now + Duration::from_millis(millis));
        times.set(ids[0], at(30));
        times.set(ids[1], at(10));
        times.set(ids[2], at(1));
        times.set(ids[2], at(50));
        times.set(ids[0], None);
        assert_eq!([times.wait(), times.wait()], [ids[1], ids[2]]);
        assert!(now.elapsed() >= Duration::from_millis(50));
    }
}
