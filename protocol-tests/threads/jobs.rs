//! A worker's jobs: their tickets, their stop flags and the events of the current job.

use shuttle::thread::{self, JoinHandle};

use crate::explore;
use crate::threads::current_job::{CurrentJob, EventSender, Ticket};
use crate::threads::signal::Signal;
use crate::threads::stop::Stop;
use crate::threads::sync::{Arc, AtomicUsize, Ordering, Receiver, Sender, unbounded};

/// An event of a job: a report, or its end, with the job's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Report(usize),
    End { job: usize, was_stopped: bool },
}

struct Order {
    job: usize,
    ticket: Ticket,
    stop: Stop,
    /// Whether the job runs until it is stopped.
    is_endless: bool,
}

/// A worker with a thread that reports at each step of a job.
struct Model {
    current: CurrentJob<Told>,
    bell: Receiver<()>,
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    jobs: usize,
}

impl Model {
    fn start() -> Model {
        let (signal, bell) = Signal::new();
        let (events, current) = CurrentJob::new(signal);
        let (orders, inbox) = unbounded();
        Model {
            current,
            bell,
            orders: Some(orders),
            thread: Some(thread::spawn(move || work(&inbox, &events))),
            jobs: 0,
        }
    }

    fn begin(&mut self, is_endless: bool) -> usize {
        let (ticket, stop) = self.current.begin();
        self.jobs += 1;
        let order = Order {
            job: self.jobs,
            ticket,
            stop,
            is_endless,
        };
        let orders = self.orders.as_ref().unwrap();
        assert!(orders.send(order).is_ok());
        self.jobs
    }

    /// Waits for the end of the current job, woken only by the signal. Returns whether it was stopped.
    fn wait(&mut self) -> bool {
        let current = self.jobs;
        loop {
            while let Some(told) = self.current.next_event() {
                match told {
                    Told::Report(job) => assert_eq!(job, current),
                    Told::End { job, was_stopped } => {
                        assert_eq!(job, current);
                        assert!(!self.current.is_running() && !self.current.is_unstopped());
                        assert_eq!(self.current.next_event(), None);
                        return was_stopped;
                    }
                }
            }
            self.bell.recv().unwrap();
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.current.abandon();
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn work(inbox: &Receiver<Order>, events: &EventSender<Told>) {
    while let Ok(order) = inbox.recv() {
        let job = order.job;
        let mut steps = 0;
        while !order.stop.is_set() && (order.is_endless || steps < 2) {
            events.report(order.ticket, Told::Report(job));
            steps += 1;
            thread::yield_now();
        }
        let was_stopped = order.stop.is_set();
        events.finish(order.ticket, Told::End { job, was_stopped });
    }
}

#[test]
fn a_result_is_never_lost() {
    explore(|| {
        let mut model = Model::start();
        for _ in 0..3 {
            model.begin(false);
            assert!(!model.wait());
        }
    });
}

#[test]
fn events_of_an_abandoned_job_are_never_those_of_the_next() {
    explore(|| {
        let mut model = Model::start();
        model.begin(true);
        model.begin(false);
        model.begin(false);
        assert!(!model.wait());
        model.begin(true);
        model.current.abandon();
        assert_eq!(model.current.next_event(), None);
        model.begin(false);
        assert!(!model.wait());
    });
}

#[test]
fn a_stop_ends_its_own_job_and_no_other() {
    explore(|| {
        let mut model = Model::start();
        model.begin(true);
        assert!(model.current.is_unstopped());
        model.current.stop();
        assert!(model.wait());
        // A stop after the end reaches no job.
        model.current.stop();
        model.begin(false);
        assert!(!model.wait());
    });
}

#[test]
fn a_stop_of_another_thread_is_seen() {
    explore(|| {
        let stop = Stop::default();
        let steps = Arc::new(AtomicUsize::new(0));
        let searching = thread::spawn({
            let (stop, steps) = (stop.clone(), Arc::clone(&steps));
            move || {
                while !stop.is_set() {
                    steps.fetch_add(1, Ordering::Relaxed);
                    thread::yield_now();
                }
            }
        });
        stop.stop();
        searching.join().unwrap();
        let after = steps.load(Ordering::Relaxed);
        thread::yield_now();
        assert_eq!(steps.load(Ordering::Relaxed), after);
    });
}
