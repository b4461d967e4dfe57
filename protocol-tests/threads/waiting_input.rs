//! The limit on input that waits for an answer.

use shuttle::thread;

use crate::explore;
use crate::threads::backlog::{Backlog, MAX_WAITING};
use crate::threads::sync::{Arc, AtomicUsize, Ordering};

/// A capacity that one line does not reach and two lines exceed.
const ROOM_FOR_TWO: usize = 300;

#[test]
fn readers_of_a_full_backlog_go_on_two_at_a_time() {
    explore(|| {
        let backlog = Backlog::new(ROOM_FOR_TWO);
        let waiting = Arc::new(AtomicUsize::new(0));
        let read = |_| {
            let (backlog, waiting) = (backlog.clone(), Arc::clone(&waiting));
            thread::spawn(move || {
                for _ in 0..2 {
                    let mut share = backlog.take(1);
                    assert!(waiting.fetch_add(1, Ordering::Relaxed) < 2);
                    share.grow(5);
                    waiting.fetch_sub(1, Ordering::Relaxed);
                }
            })
        };
        let readers: Vec<_> = (0..3).map(read).collect();
        for reader in readers {
            reader.join().unwrap();
        }
        // Every share was released exactly once.
        let shares = [(); 3].map(|()| backlog.try_take(1));
        assert_eq!(shares.map(|share| share.is_some()), [true, true, false]);
    });
}

#[test]
fn a_line_is_refused_only_while_others_wait() {
    explore(|| {
        let backlog = Backlog::new(MAX_WAITING);
        let share = backlog.take(MAX_WAITING);
        let other = backlog.clone();
        let polling = thread::spawn(move || {
            while other.try_take(1).is_none() {
                thread::yield_now();
            }
        });
        assert!(backlog.try_take(1).is_none());
        drop(share);
        polling.join().unwrap();
    });
}
