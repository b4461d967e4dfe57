//! The program as a child process. No interaction can block a test forever, and the process ends with its test.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

pub const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// Longest wait for a line, for the end of writing or for the exit. Even on a busy machine, only a hang takes this
/// long.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Bound for a reply that takes milliseconds on an idle machine.
pub const AT_ONCE: Duration = Duration::from_secs(3);

/// Bound for the reply to a stop or an end of line in a search, which takes milliseconds. Only a busy machine takes this long.
pub const STOP_TIME: Duration = Duration::from_secs(1);

/// A running program. Threads write its input and read its output, so that neither end of a pipe can block a test.
pub struct Engine {
    child: Child,
    input: Option<Sender<Input>>,
    stdout: Option<ChildStdout>,
    lines: Option<Receiver<Vec<u8>>>,
    errors: Receiver<Vec<u8>>,
}

/// A request to the writer thread.
enum Input {
    Bytes(Vec<u8>),
    /// Reports when everything before it has been written to the pipe.
    Written(Sender<()>),
}

/// The reason why an expected line is missing.
#[derive(Debug, PartialEq, Eq)]
pub enum Missing {
    /// The output has ended.
    End,
    /// [`PATIENCE`] has run out.
    Patience,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::End => f.write_str("the end of the output"),
            Missing::Patience => write!(f, "nothing in {} s", PATIENCE.as_secs()),
        }
    }
}

/// The end of a process.
#[derive(Debug)]
pub struct Ending {
    pub status: ExitStatus,
    /// Lines of stdout that the test has not read.
    pub rest: Vec<String>,
    pub stderr: String,
}

impl Ending {
    /// Fails unless all output was read, stderr is empty and the exit code is 0.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert_eq!(self.fault(), None);
    }

    /// Fails unless the program has refused these words with this sentence and without output.
    #[track_caller]
    pub fn assert_refused(&self, words: &[&str], sentence: &str) {
        assert!(!self.status.success(), "{words:?}");
        let stderr = &self.stderr;
        assert!(stderr.contains(sentence), "{words:?}: {stderr}");
        assert_eq!(self.rest.len(), 0, "{words:?}");
    }

    /// Returns a description of the first fault at the end of a conversation.
    pub fn fault(&self) -> Option<String> {
        if !self.rest.is_empty() {
            return Some(format!("more output than expected: {:?}", self.rest));
        }
        if !self.stderr.is_empty() {
            return Some(format!("stderr: {}", self.stderr));
        }
        (!self.status.success()).then(|| format!("the process ended with {}", self.status))
    }
}

impl Engine {
    /// Starts the program under test in this folder.
    pub fn start(args: &[&str]) -> Engine {
        Engine::start_program(Path::new(TENGEN), args)
    }

    /// Starts another program in this folder.
    pub fn start_program(program: &Path, args: &[&str]) -> Engine {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol-tests"))
            .env_remove("RUST_LOG")
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        take_interrupts(&mut command);
        let mut child = command
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut stdin = child.stdin.take().unwrap();
        let (input, to_write) = mpsc::channel();
        thread::spawn(move || {
            for input in to_write {
                match input {
                    // A process that has ended reads no more; other checks notice that.
                    Input::Bytes(bytes) => drop(stdin.write_all(&bytes)),
                    Input::Written(done) => drop(done.send(())),
                }
            }
        });
        let mut stderr = child.stderr.take().unwrap();
        let (sender, errors) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
        Engine {
            stdout: child.stdout.take(),
            child,
            input: Some(input),
            lines: None,
            errors,
        }
    }

    /// Writes bytes as they are, without waiting.
    pub fn write(&mut self, bytes: impl Into<Vec<u8>>) {
        let input = self.input.as_ref().expect("the input has been closed");
        let _ = input.send(Input::Bytes(bytes.into()));
    }

    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n"));
    }

    /// Waits until everything written has been taken by the process or the pipe.
    #[track_caller]
    pub fn wait_until_written(&mut self) {
        let (done, written) = mpsc::channel();
        let input = self.input.as_ref().expect("the input has been closed");
        let _ = input.send(Input::Written(done));
        assert!(
            written.recv_timeout(PATIENCE).is_ok(),
            "the process stopped reading its input"
        );
    }

    /// Waits until everything is written while the replies stay unread, then ends the input.
    #[track_caller]
    pub fn close_input_after_writing(&mut self) {
        self.wait_until_written();
        self.close_input();
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes this end of the output, like a client that leaves.
    pub fn close_output(&mut self) {
        assert!(self.lines.is_none(), "the output is being read");
        self.stdout = None;
    }

    /// Reads the next line of output, without its LF.
    pub fn read_line(&mut self) -> Result<String, Missing> {
        self.read_line_within(PATIENCE)
    }

    /// Reads the next line of output, with a shorter wait.
    pub fn read_line_within(&mut self, patience: Duration) -> Result<String, Missing> {
        match self.lines().recv_timeout(patience) {
            Ok(line) => Ok(readable(&line)),
            Err(RecvTimeoutError::Disconnected) => Err(Missing::End),
            Err(RecvTimeoutError::Timeout) => Err(Missing::Patience),
        }
    }

    /// Reading begins with the first call, so that a test can leave the output unread.
    fn lines(&mut self) -> &Receiver<Vec<u8>> {
        let stdout = self.stdout.take();
        self.lines.get_or_insert_with(|| {
            let (sender, lines) = mpsc::channel();
            let stdout = stdout.expect("the output has been closed");
            thread::spawn(move || {
                let mut reader = BufReader::new(stdout);
                let mut line = Vec::new();
                while reader
                    .read_until(b'\n', &mut line)
                    .is_ok_and(|read| read > 0)
                {
                    if sender.send(std::mem::take(&mut line)).is_err() {
                        return;
                    }
                }
            });
            lines
        })
    }

    /// Sends a GTP command and returns its whole reply with the sign, but without the empty line.
    #[track_caller]
    pub fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.read_reply()
            .unwrap_or_else(|missing| panic!("'{command}' was answered with {missing}"))
    }

    /// Sends a GTP command that must succeed, and returns the text of the reply.
    #[track_caller]
    pub fn execute(&mut self, command: &str) -> String {
        let reply = self.ask(command);
        let text = reply.strip_prefix('=');
        text.unwrap_or_else(|| panic!("'{command}' was answered with '{reply}'"))
            .trim_start_matches(' ')
            .to_owned()
    }

    /// Reads the next GTP reply, without the empty line that ends it.
    pub fn read_reply(&mut self) -> Result<String, Missing> {
        let mut reply = self.read_line()?;
        loop {
            let line = self.read_line()?;
            if line.is_empty() {
                return Ok(reply);
            }
            reply.push('\n');
            reply.push_str(&line);
        }
    }

    /// Sends the process a signal by name, such as STOP.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args(["-s", name, &self.child.id().to_string()])
            .status();
        assert!(sent.is_ok_and(|status| status.success()), "kill -s {name}");
    }

    /// Returns the process's resident memory in bytes.
    #[cfg(target_os = "linux")]
    pub fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap() << 10
    }

    /// Returns the CPU time that the process has used; Linux counts in hundredths of a second.
    #[cfg(target_os = "linux")]
    pub fn cpu_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The fields after the name in parentheses; proc(5) counts utime as field 14 and stime as 15, from 1.
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let ticks = fields.split(' ').skip(11).take(2);
        let ticks: u64 = ticks.map(|field| field.parse::<u64>().unwrap()).sum();
        Duration::from_millis(10 * ticks)
    }

    /// Waits for the process to end by itself, with its input still open.
    #[cfg(unix)]
    #[track_caller]
    pub fn wait_for_exit(mut self) -> Ending {
        let status = self.wait();
        let stderr = self.errors.recv_timeout(PATIENCE).unwrap_or_default();
        Ending {
            status,
            rest: Vec::new(),
            stderr: readable(&stderr),
        }
    }

    /// Ends the input and waits for the process to end.
    #[track_caller]
    pub fn finish(mut self) -> Ending {
        self.close_input();
        let mut rest = Vec::new();
        if self.lines.is_some() || self.stdout.is_some() {
            loop {
                match self.read_line() {
                    Ok(line) => rest.push(line),
                    Err(Missing::End) => break,
                    Err(Missing::Patience) => {
                        panic!(
                            "the input has ended and the output has not; the last of it: {rest:?}"
                        )
                    }
                }
            }
        }
        let stderr = self.errors.recv_timeout(PATIENCE).unwrap_or_default();
        Ending {
            status: self.wait(),
            rest,
            stderr: readable(&stderr),
        }
    }

    /// Polls, as the standard library has no wait with a timeout. A process that has closed its pipes ends at once.
    #[track_caller]
    fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "the process does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Checks every item in a separate thread, so that their waits overlap.
pub fn at_once<T: Send>(items: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    let check = &check;
    thread::scope(|scope| {
        for item in items {
            scope.spawn(move || check(item));
        }
    });
}

/// Resets the interrupt signal. A shell that starts the tests in the background makes them ignore interrupts, and a
/// child process inherits that.
fn take_interrupts(command: &mut Command) {
    #[cfg(unix)]
    // SAFETY: between fork and exec only functions safe in a signal handler may be called; signal(2) is one.
    unsafe {
        std::os::unix::process::CommandExt::pre_exec(command, || {
            match libc::signal(libc::SIGINT, libc::SIG_DFL) {
                libc::SIG_ERR => Err(std::io::Error::last_os_error()),
                _ => Ok(()),
            }
        });
    }
    #[cfg(not(unix))]
    let _ = command;
}

/// Output as text on one line, with invisible characters escaped.
fn readable(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let mut text = String::new();
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '\n' => text.push('\n'),
            c if c.is_control() => text.extend(c.escape_default()),
            c => text.push(c),
        }
    }
    text
}
