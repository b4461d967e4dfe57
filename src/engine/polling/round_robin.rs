//! Round-robin scheduling of the searches of several clients. One client at a time searches, with all its threads, for
//! a time slice. Clients thus share the processors evenly, regardless of the number of their threads and searches.
//!
//! A search yields when it checks for a stop, about once per millisecond. A single search never waits.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Length of a slice: long compared to the time between two checks, short enough for a person with several clients
/// ahead in the queue.
const SLICE: Duration = Duration::from_millis(20);

/// Maximum wait before a search checks again whether it has been stopped.
const LONGEST_WAIT: Duration = Duration::from_millis(10);

/// A scheduler for the searches of all its clients. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct RoundRobin(Arc<Scheduler>);

#[derive(Debug, Default)]
struct Scheduler {
    slices: Mutex<Slices>,
    /// Number of searching clients, readable without the lock.
    searching: AtomicUsize,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Slices {
    /// Ids of the searching clients, each with the number of its searches. The first one has the slice.
    queue: VecDeque<(u64, usize)>,
    /// End of the slice.
    until: Option<Instant>,
    last_client: u64,
}

impl Slices {
    /// Gives the slice to the next client if it is over. Returns whether it was.
    fn advance(&mut self, now: Instant) -> bool {
        if self.until.is_some_and(|until| now < until) {
            return false;
        }
        self.queue.rotate_left(usize::from(!self.queue.is_empty()));
        self.until = Some(now + SLICE);
        true
    }

    fn has_slice(&self, client: u64) -> bool {
        self.queue.front().is_none_or(|&(first, _)| first == client)
    }
}

impl RoundRobin {
    /// Returns a new client.
    pub fn client(&self) -> SearchClient {
        let mut slices = self.0.slices();
        slices.last_client += 1;
        SearchClient {
            scheduler: self.0.clone(),
            id: slices.last_client,
        }
    }
}

impl Scheduler {
    fn slices(&self) -> MutexGuard<'_, Slices> {
        // No thread panics while it holds the lock.
        self.slices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Updates the number of searching clients and wakes the waiting ones.
    fn note(&self, slices: &Slices) {
        self.searching.store(slices.queue.len(), Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// A client of a scheduler. Clones are the same client.
#[derive(Clone, Debug)]
pub struct SearchClient {
    scheduler: Arc<Scheduler>,
    id: u64,
}

/// A running search of a client, until it is dropped.
#[derive(Debug)]
pub struct ScheduledSearch(SearchClient);

impl SearchClient {
    /// Begins a search, which ends when the result is dropped.
    pub fn begin(&self) -> ScheduledSearch {
        let mut slices = self.scheduler.slices();
        match slices.queue.iter_mut().find(|(id, _)| *id == self.id) {
            Some((_, searches)) => *searches += 1,
            None => slices.queue.push_back((self.id, 1)),
        }
        if slices.queue.len() == 2 {
            // A single client had no slice.
            slices.until = Some(Instant::now() + SLICE);
        }
        self.scheduler.note(&slices);
        ScheduledSearch(self.clone())
    }

    /// Waits until this client has the slice or `is_over` returns true.
    pub fn wait_for_slice(&self, is_over: &dyn Fn() -> bool) {
        if self.scheduler.searching.load(Ordering::Relaxed) <= 1 {
            return;
        }
        let mut slices = self.scheduler.slices();
        loop {
            let now = Instant::now();
            if slices.queue.len() > 1 && slices.advance(now) {
                self.scheduler.changed.notify_all();
            }
            if slices.has_slice(self.id) || is_over() {
                return;
            }
            let left = slices.until.map_or(LONGEST_WAIT, |until| until - now);
            let waited = self
                .scheduler
                .changed
                .wait_timeout(slices, left.min(LONGEST_WAIT));
            slices = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for ScheduledSearch {
    fn drop(&mut self) {
        let SearchClient { scheduler, id } = &self.0;
        let mut slices = scheduler.slices();
        let Some(at) = slices.queue.iter().position(|(client, _)| client == id) else {
            return;
        };
        slices.queue[at].1 -= 1;
        if slices.queue[at].1 == 0 {
            slices.queue.remove(at);
            if at == 0 {
                slices.until = Some(Instant::now() + SLICE);
            }
        }
        scheduler.note(&slices);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Searches with this number of threads for each client until `time` is over. Returns the time for which each
    /// client's threads have run.
    fn shares(threads: &[usize], time: Duration) -> Vec<Duration> {
        let round_robin = RoundRobin::default();
        let end = Instant::now() + time;
        let is_over = || Instant::now() >= end;
        // Begin all searches before any thread starts, so that no client has a head start.
        let clients: Vec<SearchClient> = threads.iter().map(|_| round_robin.client()).collect();
        let searches: Vec<ScheduledSearch> = clients.iter().map(SearchClient::begin).collect();
        let search = |client: &SearchClient| {
            let mut steps = 0;
            while !is_over() {
                client.wait_for_slice(&is_over);
                thread::sleep(Duration::from_millis(1));
                steps += 1;
            }
            Duration::from_millis(steps)
        };
        let shares = thread::scope(|scope| {
            let spawn = |(client, &count)| {
                let threads = (0..count).map(|_| scope.spawn(move || search(client)));
                threads.collect::<Vec<_>>()
            };
            let pairs = clients.iter().zip(threads);
            let running: Vec<_> = pairs.map(spawn).collect();
            let join = |threads: Vec<thread::ScopedJoinHandle<Duration>>| {
                let times = threads.into_iter().map(|thread| thread.join().unwrap());
                times.max().unwrap_or_default()
            };
            running.into_iter().map(join).collect()
        });
        drop(searches);
        shares
    }

    #[test]
    fn clients_share_time_evenly_with_any_number_of_threads() {
        let shares = shares(&[1, 4, 1], Duration::from_millis(600));
        let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
        assert!(*most < 2 * *least + SLICE, "{shares:?}");
        assert!(
            shares.iter().sum::<Duration>() < Duration::from_millis(800),
            "{shares:?}"
        );
    }

    #[test]
    fn a_client_that_is_alone_never_waits() {
        let round_robin = RoundRobin::default();
        let (alone, other) = (round_robin.client(), round_robin.client());
        let _search = alone.begin();
        alone.wait_for_slice(&|| panic!("it does not wait"));
        drop(other.begin());
        alone.wait_for_slice(&|| panic!("it does not wait"));
    }

    #[test]
    fn a_search_that_waits_sees_that_it_was_stopped() {
        let round_robin = RoundRobin::default();
        let (first, second) = (round_robin.client(), round_robin.client());
        let _searches = (first.begin(), second.begin());
        // The first client keeps its slice for the whole test, as if its search never checked.
        first.scheduler.slices().until = Some(Instant::now() + Duration::from_secs(3600));
        let began = Instant::now();
        second.wait_for_slice(&|| began.elapsed() >= Duration::from_millis(50));
        assert!(began.elapsed() >= Duration::from_millis(50));
    }
}
