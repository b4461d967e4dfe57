//! The bound on unanswered input, with real threads.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::backlog::Backlog;

#[test]
fn a_full_backlog_waits_until_a_share_is_released() {
    let backlog = Backlog::new(1000);
    let mut first = backlog.take(100);
    first.grow(2000);
    assert!(backlog.try_take(1).is_none());
    let (sender, taken) = mpsc::channel();
    let other = backlog.clone();
    let waiting = thread::spawn(move || {
        let share = other.take(1);
        sender.send(()).unwrap();
        share
    });
    assert!(taken.recv_timeout(Duration::from_millis(50)).is_err());
    drop(first);
    assert!(taken.recv_timeout(Duration::from_secs(10)).is_ok());
    drop(waiting.join().unwrap());
    assert!(backlog.try_take(1).is_some());
}
