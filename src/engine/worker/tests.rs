//! Jobs, their ends and their events.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::*;
use crate::control::Control;
use crate::game::{Color, Edit, IllegalMove, Outcome};
use crate::polling::{CallerSlices, RoundRobin};
use crate::{Report, RootMove, SearchResult};

/// A toy game in which the move number selects the behavior of [`ToySearch`].
#[derive(Clone)]
struct Toy(u32);

impl Position for Toy {
    type Move = u32;
    type Undo = ();
    fn to_move(&self) -> Color {
        Color::Black
    }
    fn turn_to(&mut self, _: Color) -> Result<(), IllegalMove> {
        Ok(())
    }
    fn legal_moves(&self, _: Color) -> Vec<u32> {
        vec![self.0]
    }
    fn check(&self, _: Color, _: u32) -> Result<(), IllegalMove> {
        Ok(())
    }
    fn play(&mut self, _: Color, _: u32) -> Result<(), IllegalMove> {
        Ok(())
    }
    fn undo(&mut self, _: ()) {}
    fn edit(&mut self, _: &Edit<u32>) -> Result<(), IllegalMove> {
        Ok(())
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
}

const PANICS: u32 = 13;

/// Reports until it is stopped; panics on the unlucky number.
struct ToySearch;

impl Searcher<Toy> for ToySearch {
    fn search_game(
        &mut self,
        record: &Record<Toy>,
        control: &Control<u32>,
    ) -> Option<SearchResult<u32>> {
        let position = record.position();
        assert_ne!(position.0, PANICS, "unlucky");
        let line = RootMove::new(position.0, 0.5, 0.0, 1, vec![position.0]);
        let report = Report::new(vec![line], 1, 1);
        while !control.interrupted() {
            control.report(report.clone());
            std::thread::yield_now();
        }
        Some(SearchResult {
            mv: position.0,
            resigns: false,
            report,
        })
    }
    fn clear(&mut self) {}
    fn configure(&mut self, _: Settings) {}
}

fn toy_worker() -> (Worker<Toy>, Receiver<()>) {
    let (waker, bell) = Waker::new();
    (
        Worker::spawn(Settings::default(), waker, |_| ToySearch).unwrap(),
        bell,
    )
}

/// Waits for the end of the running job.
fn end_of(worker: &mut Worker<Toy>, bell: &Receiver<()>) -> Event<u32> {
    loop {
        match worker.next_event() {
            Some(Event::Progress(_)) => {}
            Some(end) => return end,
            None => bell
                .recv_timeout(Duration::from_secs(10))
                .expect("the worker answers"),
        }
    }
}

fn found(event: Event<u32>) -> u32 {
    match event {
        Event::Done(Some(found)) => found.mv,
        other => panic!("expected a move, saw {other:?}"),
    }
}

#[test]
fn a_stopped_search_answers_even_if_its_progress_is_not_read() {
    let (mut worker, bell) = toy_worker();
    worker.start(Toy(7), Limits::default());
    std::thread::sleep(Duration::from_millis(20));
    worker.stop();
    assert_eq!(found(end_of(&mut worker, &bell)), 7);
    assert!(!worker.is_busy());
}

#[test]
fn a_new_job_drops_the_events_of_the_old_one() {
    let (mut worker, bell) = toy_worker();
    let old = worker.start(Toy(1), Limits::default());
    let new = worker.start(Toy(2), Limits::default());
    assert!(new > old);
    worker.stop();
    assert_eq!(found(end_of(&mut worker, &bell)), 2);
    assert_eq!(worker.next_event(), None);
}

#[test]
fn a_panic_is_an_event_and_the_next_job_works() {
    let (mut worker, bell) = toy_worker();
    worker.start(Toy(PANICS), Limits::default());
    let Event::Failed(message) = end_of(&mut worker, &bell) else {
        panic!("expected a failure")
    };
    assert!(message.contains("unlucky"), "{message}");
    worker.start(Toy(3), Limits::default());
    worker.stop();
    assert_eq!(found(end_of(&mut worker, &bell)), 3);
}

/// Returns the number of moves in the record.
struct Historian;

impl Searcher<Toy> for Historian {
    fn search_game(&mut self, record: &Record<Toy>, _: &Control<u32>) -> Option<SearchResult<u32>> {
        let mv = record.len() as u32;
        Some(SearchResult {
            mv,
            resigns: false,
            report: Report::new(vec![RootMove::new(mv, 0.5, 0.0, 1, vec![mv])], 1, 1),
        })
    }
    fn clear(&mut self) {}
    fn configure(&mut self, _: Settings) {}
}

#[test]
fn a_replaced_searcher_does_the_next_job_and_sees_the_whole_game() {
    let (mut worker, bell) = toy_worker();
    worker.start(Toy(7), Limits::default());
    worker.replace(|_| Historian);
    worker.stop();
    assert_eq!(found(end_of(&mut worker, &bell)), 7);
    let mut game = Record::new(Toy(5));
    for mv in [5, 5, 5] {
        game.play(Color::Black, mv).unwrap();
    }
    worker.search(game, Limits::default(), SearchRequest::default());
    assert_eq!(found(end_of(&mut worker, &bell)), 3);
}

#[test]
fn a_conversation_that_ends_bounds_its_jobs() {
    let grace = Grace::after_input(Duration::from_millis(50));
    // A job without limits ends at once, whether it is already running or begins later.
    let (mut worker, bell) = toy_worker();
    worker.start(Toy(1), Limits::default());
    worker.wind_down(grace);
    assert_eq!(worker.alarm(), None, "it was stopped at once");
    assert_eq!(found(end_of(&mut worker, &bell)), 1);
    worker.start(Toy(2), Limits::default());
    assert_eq!(found(end_of(&mut worker, &bell)), 2);
    // A node-limited job may continue for a while.
    worker.start(Toy(3), Limits::nodes(u64::MAX));
    let alarm = worker.alarm().expect("a deadline");
    assert!(alarm > Instant::now());
    std::thread::sleep(Duration::from_millis(60));
    assert_eq!(found(end_of(&mut worker, &bell)), 3);
    // A job's own short time limit remains valid.
    let time = Some(crate::clock::fixed(Duration::from_millis(20)));
    let limits = Limits {
        time,
        ..Limits::default()
    };
    worker.start(Toy(4), limits);
    assert_eq!(worker.alarm(), None);
    assert_eq!(found(end_of(&mut worker, &bell)), 4);
}

/// Counts its preparations.
struct Prepared(Arc<AtomicUsize>);

impl Searcher<Toy> for Prepared {
    fn search_game(
        &mut self,
        record: &Record<Toy>,
        control: &Control<u32>,
    ) -> Option<SearchResult<u32>> {
        ToySearch.search_game(record, control)
    }
    fn prepare(&mut self, _: &Toy) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
    fn clear(&mut self) {}
    fn configure(&mut self, _: Settings) {}
}

#[test]
fn a_worker_that_shares_time_prepares_once_it_searches() {
    for shares in [false, true] {
        let count = Arc::<AtomicUsize>::default();
        let (waker, bell) = Waker::new();
        let prepared = count.clone();
        let make = move |_| Prepared(prepared.clone());
        let mut worker = Worker::spawn(Settings::default(), waker, make).unwrap();
        if shares {
            worker.share(RoundRobin::default().client());
        }
        for _ in 0..2 {
            worker.prepare(Toy(1));
            assert_eq!(end_of(&mut worker, &bell), Event::Prepared);
        }
        assert_eq!(count.load(Ordering::Relaxed), if shares { 0 } else { 2 });
        worker.start(Toy(1), Limits::default());
        worker.stop();
        assert_eq!(found(end_of(&mut worker, &bell)), 1);
        assert_eq!(count.load(Ordering::Relaxed), if shares { 1 } else { 2 });
    }
}

#[test]
fn dropping_the_worker_ends_an_endless_search() {
    let (mut worker, _bell) = toy_worker();
    worker.start(Toy(1), Limits::default());
    drop(worker);
}

#[test]
fn without_threads_a_job_runs_when_its_caller_runs_it_and_can_be_stopped_while_it_serves() {
    let shared: Arc<Mutex<Option<Worker<Toy>>>> = Arc::default();
    let slices = CallerSlices::new({
        let shared = shared.clone();
        move || shared.lock().unwrap().as_ref().unwrap().stop()
    });
    let (waker, bell, mut caller) = Waker::for_caller(slices);
    let mut worker = Worker::spawn(Settings::default(), waker, |_| ToySearch).unwrap();
    assert!(!caller.run());
    worker.start(Toy(7), Limits::default());
    assert_eq!(worker.next_event(), None);
    *shared.lock().unwrap() = Some(worker);
    assert!(caller.run());
    let mut worker = shared.lock().unwrap().take().unwrap();
    assert_eq!(found(end_of(&mut worker, &bell)), 7);
    drop(worker);
    assert!(!caller.run());
}
