//! Log file of a conversation: the timestamped lines of both directions, and panics.

use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use jiff::Timestamp;

use super::error_output;
use super::input::InputLine;
use super::output::Output;
use super::server::Front;
use tengen_engine::conversation::Flow;
use tengen_engine::files::{FileError, open_log};

/// An open log. Clones share the file.
#[derive(Clone, Debug)]
pub struct ConversationLog(Arc<Mutex<Option<File>>>);

impl ConversationLog {
    /// Opens the log file for appending, creating it if necessary.
    pub fn open(path: &Path) -> Result<ConversationLog, FileError> {
        let file = open_log(path)?;
        let log = ConversationLog(Arc::new(Mutex::new(Some(file))));
        log.note("#", &format!("Tengen {}", env!("CARGO_PKG_VERSION")));
        Ok(log)
    }

    /// Logs a line of input.
    pub fn received(&self, line: &InputLine) {
        match line.too_long {
            true => self.note("#", "a line over the maximum length"),
            false => self.note("<", &line.text()),
        }
    }

    /// Logs lines of output.
    pub fn sent(&self, text: &str) {
        self.note(">", text);
    }

    /// Logs every panic of the process before calling the panic hook installed so far.
    pub fn keep_panics(&self) {
        let log = self.clone();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            log.note("!", &info.to_string());
            before(info);
        }));
    }

    /// Writes the lines of `text`, each with the time and a mark. If writing fails, the log ends with a message on
    /// stderr.
    fn note(&self, mark: &str, text: &str) {
        let now = Timestamp::now();
        let lines: String = text
            .split('\n')
            .map(|line| format!("{now:.3} {mark} {}\n", escaped(line)))
            .collect();
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = file.as_mut()
            && let Err(error) = open.write_all(lines.as_bytes())
        {
            error_output::line(&format!("tengen: the log ends here: {error}"));
            *file = None;
        }
    }
}

/// Escapes control characters other than tabs, which could otherwise manipulate a reader's terminal.
fn escaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        match c.is_control() && c != '\t' {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
    }
    text
}

/// A front with logged input.
pub struct LoggedFront {
    front: Box<dyn Front>,
    log: ConversationLog,
}

impl LoggedFront {
    /// Creates a front that logs its input lines.
    pub fn new(front: Box<dyn Front>, log: ConversationLog) -> Self {
        LoggedFront { front, log }
    }
}

impl Front for LoggedFront {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        self.log.received(&line);
        self.front.line(line, out)
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.front.wake(out)
    }

    fn alarm(&self) -> Option<Instant> {
        self.front.alarm()
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.log.note("#", "the end of the input");
        self.front.end_of_input(out)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use tengen_testing::scratch::Scratch;

    #[test]
    fn every_line_has_its_time_and_direction_and_nothing_is_replaced() {
        let scratch = Scratch::new("conversation-log");
        let path = scratch.path().join("log");
        fs::write(&path, "before\n").unwrap();
        let log = ConversationLog::open(&path).unwrap();
        let mut out = Output::new(io::sink());
        out.keep_in(log.clone());
        out.line("= a\nb\n").unwrap();
        log.note("!", "a panic");
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("before"));
        let rest: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(' ')).collect();
        let marked: Vec<&str> = rest[1..].iter().map(|(_, text)| *text).collect();
        assert_eq!(marked, ["> = a", "> b", "> ", "! a panic"]);
        for (time, _) in rest {
            assert!(time.parse::<Timestamp>().is_ok(), "{time}");
        }
    }
}
