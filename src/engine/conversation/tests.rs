//! Conversations with a fake worker: a job ends when a test says so, and nothing waits.

use std::cell::RefCell;
use std::rc::Rc;

use super::*;

/// Actions of the dialect, as words.
type Log = Vec<String>;

/// A dialect with commands named by their first letter: `j`ob, `r`un to its end, `a`nalysis, `s`top, `c`ancel, `q`uit
/// in turn, `x` quit at once, `b`eside the job, blank lines, and others, which are answered in their turn.
struct PaperDialect {
    running: Option<String>,
    jobs: PaperJobs,
    ended: bool,
}

#[derive(Clone, Default)]
struct PaperJobs(Rc<RefCell<Log>>);

impl Jobs for PaperJobs {
    fn stop(&self) {
        self.0.borrow_mut().push("stop".to_owned());
    }

    fn abandon(&mut self) {}

    fn wind_down(&mut self, grace: Grace) {
        let text = if grace == Grace::before_quit(Duration::ZERO) {
            "hurry to quit"
        } else {
            "hurry to end"
        };
        self.0.borrow_mut().push(text.to_owned());
    }
}

impl Dialect for PaperDialect {
    type Command = &'static str;
    type Out = Log;

    fn precedence(&self, command: &&'static str) -> Precedence {
        match command.chars().next() {
            None => Precedence::Blank,
            Some('s') => Precedence::Stops,
            Some('c') => Precedence::Cancels,
            Some('q') => Precedence::QuitsInTurn,
            Some('x') => Precedence::Quits,
            Some('b') => Precedence::Concurrent,
            Some(_) => Precedence::Waits,
        }
    }

    /// `c2` cancels only `job2`.
    fn cancels(&self, command: &&'static str) -> bool {
        let running = self.running.as_deref().unwrap_or_default();
        command.len() == 1 || running.ends_with(&command[1..])
    }

    fn runs_to_end(&self) -> bool {
        let running = self.running.as_deref();
        running.is_some_and(|command| command.starts_with('r'))
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.jobs
    }

    fn execute(&mut self, command: &'static str, out: &mut Log) -> io::Result<CommandStatus> {
        let (status, running) = match command.chars().next() {
            Some('j' | 'r') => (CommandStatus::Running, true),
            Some('a') => (CommandStatus::Yielding, true),
            Some('q' | 'x') => (CommandStatus::Quit, false),
            _ => (CommandStatus::Answered, false),
        };
        if running {
            self.running = Some(command.to_owned());
        } else {
            out.push(format!("={command}"));
        }
        Ok(status)
    }

    fn handle_events(&mut self, out: &mut Log) -> io::Result<bool> {
        if !std::mem::take(&mut self.ended) {
            return Ok(false);
        }
        out.extend(self.running.take().map(|command| format!("={command}")));
        Ok(true)
    }

    fn cancel(&mut self, out: &mut Log) -> io::Result<()> {
        out.extend(self.running.take().map(|command| format!("-{command}")));
        Ok(())
    }

    fn alarm(&self) -> Option<Instant> {
        None
    }
}

struct Client {
    conversation: Conversation<PaperDialect>,
    jobs: PaperJobs,
    out: Log,
    flow: Flow,
}

impl Client {
    fn new() -> Client {
        let jobs = PaperJobs::default();
        let dialect = PaperDialect {
            running: None,
            jobs: jobs.clone(),
            ended: false,
        };
        Client {
            conversation: Conversation::new(dialect, Duration::ZERO),
            jobs,
            out: Log::new(),
            flow: Flow::Continue,
        }
    }

    fn send(&mut self, commands: &[&'static str]) {
        for &command in commands {
            let share = BacklogShare::default();
            self.flow = self
                .conversation
                .take(command, share, &mut self.out)
                .unwrap();
        }
    }

    /// Ends the running job.
    fn job_ends(&mut self) {
        self.conversation.dialect_mut().ended = true;
        self.flow = self.conversation.wake(&mut self.out).unwrap();
    }

    fn end_input(&mut self, rest: Option<&'static str>) {
        self.flow = self.conversation.end_of_input(rest, &mut self.out).unwrap();
    }

    /// Takes the output written since the last call, separated by spaces.
    fn heard(&mut self) -> String {
        std::mem::take(&mut self.out).join(" ")
    }

    /// Takes the calls to the worker since the last call.
    fn told(&mut self) -> String {
        std::mem::take(&mut *self.jobs.0.borrow_mut()).join(", ")
    }
}

#[test]
fn commands_are_answered_in_order_behind_a_job() {
    let mut client = Client::new();
    client.send(&["name", "job1", "version", "job2", "name"]);
    assert_eq!(client.heard(), "=name");
    client.job_ends();
    assert_eq!(client.heard(), "=job1 =version");
    assert!(client.conversation.is_busy());
    client.job_ends();
    assert_eq!(client.heard(), "=job2 =name");
    assert_eq!(client.told(), "");
    assert_eq!(client.flow, Flow::Continue);
}

#[test]
fn a_stop_reaches_the_running_job_and_those_that_wait_before_it() {
    let mut client = Client::new();
    client.send(&["stop"]);
    assert_eq!(
        (client.heard(), client.told()),
        ("=stop".to_owned(), String::new())
    );
    client.send(&["job1", "job2", "stop", "job3"]);
    assert_eq!(client.told(), "stop");
    client.job_ends();
    assert_eq!(client.told(), "stop", "job2 came before the stop");
    client.job_ends();
    assert_eq!(client.told(), "", "job3 came after it");
    assert_eq!(client.heard(), "=job1 =job2 =stop");
}

#[test]
fn a_command_cancels_the_jobs_whose_answer_it_makes_worthless() {
    let mut client = Client::new();
    client.send(&["job1", "job2", "c2"]);
    assert_eq!(client.heard(), "", "job1 goes on");
    client.job_ends();
    assert_eq!(client.heard(), "=job1 -job2 =c2");
    client.send(&["job3", "c"]);
    assert_eq!(client.heard(), "-job3 =c");
}

#[test]
fn a_question_is_answered_beside_a_job_unless_others_wait() {
    let mut client = Client::new();
    client.send(&["job1", "beside1"]);
    assert_eq!(client.heard(), "=beside1");
    assert!(client.conversation.is_busy());
    client.send(&["name", "beside2"]);
    assert_eq!(client.heard(), "", "the name may tell what is asked");
    client.job_ends();
    assert_eq!(client.heard(), "=job1 =name =beside2");
    client.end_input(Some("beside3"));
    assert_eq!(
        (client.heard(), client.flow),
        ("=beside3".to_owned(), Flow::Quit)
    );
}

#[test]
fn any_input_ends_an_analysis() {
    let mut client = Client::new();
    client.send(&["analyze", ""]);
    assert_eq!(client.heard(), "-analyze");
    assert!(!client.conversation.is_busy());
    client.send(&["job", "analyze", "", "", "name"]);
    client.job_ends();
    assert_eq!(client.heard(), "=job -analyze = =name");
    client.send(&["analyze"]);
    client.end_input(None);
    assert_eq!(
        (client.heard(), client.flow),
        ("-analyze".to_owned(), Flow::Quit)
    );
}

#[test]
fn a_quit_in_its_turn_hurries_what_is_before_it() {
    let mut client = Client::new();
    client.send(&["job1", "job2", "quit", "name"]);
    assert_eq!(client.told(), "hurry to quit");
    client.job_ends();
    assert_eq!(client.told(), "hurry to quit");
    client.job_ends();
    assert_eq!(client.heard(), "=job1 =job2 =quit");
    assert_eq!(client.flow, Flow::Quit);
}

#[test]
fn a_quit_at_once_leaves_everything() {
    let mut client = Client::new();
    client.send(&["job", "name", "x"]);
    assert_eq!((client.heard(), client.flow), (String::new(), Flow::Quit));
}

#[test]
fn a_quit_at_once_lets_a_job_run_to_its_end_and_answers_what_waits_for_it() {
    let mut client = Client::new();
    client.send(&["run1", "name", "beside", "run2", "version", "x", "name"]);
    assert_eq!(
        (client.heard(), client.flow),
        (String::new(), Flow::Continue)
    );
    client.job_ends();
    assert_eq!(client.heard(), "=run1 =name =beside");
    client.job_ends();
    assert_eq!(client.heard(), "=run2 =version =x");
    assert_eq!(client.flow, Flow::Quit);
}

#[test]
fn a_quit_at_once_that_waits_leaves_the_next_search() {
    let mut client = Client::new();
    client.send(&["run", "name", "job", "version", "x"]);
    client.job_ends();
    assert_eq!(
        (client.heard(), client.flow),
        ("=run =name".to_owned(), Flow::Quit)
    );
}

#[test]
fn what_waits_at_the_end_of_the_input_is_answered() {
    let mut client = Client::new();
    client.send(&["job1", "name"]);
    client.end_input(Some("job2"));
    assert_eq!(client.told(), "hurry to end");
    client.job_ends();
    assert_eq!(
        (client.told(), client.flow),
        ("hurry to end".to_owned(), Flow::Continue)
    );
    client.job_ends();
    assert_eq!(
        (client.heard(), client.flow),
        ("=job1 =name =job2".to_owned(), Flow::Quit)
    );
    let mut silent = Client::new();
    silent.end_input(None);
    assert_eq!(silent.flow, Flow::Quit);
}

#[test]
fn blank_lines_that_end_nothing_are_not_kept() {
    let mut client = Client::new();
    client.send(&["job", "", "", "", "name", "", ""]);
    assert_eq!(client.conversation.waiting.commands.len(), 2);
}
