//! An engine in a process.

use std::io::{self, BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::engine_command::EngineCommand;
use super::engine_fault::EngineFault;
use super::engine_lines::EngineLink;

/// Longest line of an engine, in bytes. A longer one comes in pieces.
const LONGEST_LINE: u64 = 64 << 10;

/// Most lines that wait to be read. An engine that writes more waits.
const MOST_WAITING: usize = 1000;

/// Most lines of an engine's stderr that are logged, and the longest of them in bytes.
const MOST_LOGGED: usize = 200;
const LONGEST_LOGGED: u64 = 500;

/// Time for an engine to end by itself after its farewell.
const FAREWELL: Duration = Duration::from_millis(500);

/// Stack of a thread that reads, in bytes.
const STACK: usize = 128 << 10;

/// A running engine. It is killed when dropped, with the processes that it has started.
pub struct EngineProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    status: Option<ExitStatus>,
}

impl EngineProcess {
    /// Starts an engine in a separate process group. Its stderr goes to the log, up to a bound.
    pub fn start(engine: &EngineCommand) -> Result<EngineProcess, EngineFault> {
        let refuse = |error: io::Error| {
            log::warn!("{}: {error}", engine.name);
            EngineFault::from(error)
        };
        let mut command = Command::new(&engine.words[0]);
        command.args(&engine.words[1..]);
        let all = Stdio::piped;
        command.stdin(all()).stdout(all()).stderr(all());
        // Ctrl-C reaches this process alone, which ends its engines; and a script's children die with it.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(refuse)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = bounded(MOST_WAITING);
        let process = EngineProcess {
            child,
            stdin,
            lines,
            status: None,
        };
        let reader = |name: &str| {
            let thread = thread::Builder::new().name(name.to_owned());
            thread.stack_size(STACK)
        };
        let read = move || {
            let mut pipe = stdout.map(BufReader::new);
            while let Some(line) = pipe.as_mut().and_then(|pipe| next_line(pipe, LONGEST_LINE)) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        reader("engine").spawn(read).map_err(refuse)?;
        let name = engine.name.clone();
        let log = move || {
            let mut pipe = stderr.map(BufReader::new);
            let mut count = 0;
            while let Some(line) = pipe
                .as_mut()
                .and_then(|pipe| next_line(pipe, LONGEST_LOGGED))
            {
                count += 1;
                if count <= MOST_LOGGED {
                    log::info!("{name}: {}", line.escape_debug());
                } else if count == MOST_LOGGED + 1 {
                    log::info!("{name}: its further messages are not logged");
                }
            }
        };
        reader("engine log").spawn(log).map_err(refuse)?;
        Ok(process)
    }

    /// Kills the process with its group.
    fn kill(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // Before the process is waited for: until then its number cannot belong to another group.
            #[cfg(unix)]
            if let Ok(id) = i32::try_from(self.child.id()) {
                let group = nix::unistd::Pid::from_raw(id);
                let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
            }
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// Gives the process time to close its output.
    fn wait_for_end(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while self.lines.recv_deadline(deadline) != Err(RecvTimeoutError::Disconnected) {
            if Instant::now() >= deadline {
                return;
            }
        }
    }
}

impl EngineLink for EngineProcess {
    fn send(&mut self, text: &str) {
        if let Some(stdin) = &mut self.stdin {
            let written = stdin.write_all(text.as_bytes());
            if written.and_then(|()| stdin.flush()).is_err() {
                self.stdin = None;
            }
        }
    }

    fn lines(&self) -> &Receiver<String> {
        &self.lines
    }

    fn ending(&mut self) -> String {
        // Its output is closed. If it is exiting, its status is fixed, and the kill only reaches its children.
        let status = self.kill();
        #[cfg(unix)]
        if let Some(signal) = status.and_then(|status| status.signal()) {
            return format!("-{signal}");
        }
        let code = status.and_then(|status| status.code());
        code.map_or_else(String::new, |code| code.to_string())
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.stdin = None;
        if self.status.is_none() {
            self.wait_for_end(FAREWELL);
        }
        self.kill();
    }
}

/// Reads a line without its end; `None` at the end of the pipe.
fn next_line(pipe: &mut impl BufRead, longest: u64) -> Option<String> {
    let mut bytes = Vec::new();
    let read = pipe.by_ref().take(longest).read_until(b'\n', &mut bytes);
    read.ok().filter(|&count| count > 0)?;
    let text = String::from_utf8_lossy(&bytes);
    Some(text.trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::web::players::FaultCode;

    fn start(command: &str) -> Result<EngineProcess, EngineFault> {
        EngineProcess::start(&EngineCommand {
            name: "Test".to_owned(),
            words: ["sh", "-c", command].map(str::to_owned).to_vec(),
        })
    }

    fn read(process: &EngineProcess) -> Option<String> {
        process.lines().recv_timeout(Duration::from_secs(20)).ok()
    }

    #[test]
    fn lines_go_both_ways_and_the_status_is_known() {
        let mut process = start("read line; echo \"got $line\"; exit 3").unwrap();
        process.send("this\n");
        assert_eq!(read(&process).as_deref(), Some("got this"));
        assert_eq!(read(&process), None);
        assert_eq!(process.ending(), "3");
        let mut killed = start("kill -9 $$").unwrap();
        assert_eq!(read(&killed), None);
        assert_eq!(killed.ending(), "-9");
    }

    #[test]
    fn a_program_that_does_not_exist_is_a_fault() {
        let missing = EngineCommand {
            name: "Test".to_owned(),
            words: vec!["/nonexistent/engine".to_owned()],
        };
        let fault = EngineProcess::start(&missing).err().unwrap();
        assert_eq!(fault, EngineFault::new(FaultCode::Start, "not_found"));
    }

    #[test]
    fn the_children_of_an_engine_die_with_it() {
        let process = start("sleep 1000 & echo ready; cat").unwrap();
        assert_eq!(read(&process).as_deref(), Some("ready"));
        let lines = process.lines().clone();
        drop(process);
        // The child has the output open as well, which closes with the last process.
        let ended = lines.recv_timeout(Duration::from_secs(20));
        assert_eq!(ended, Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn an_engine_that_never_stops_writing_waits_and_is_killed() {
        let process = start("echo first; while :; do echo more >&2; echo more; done").unwrap();
        assert_eq!(read(&process).as_deref(), Some("first"));
        let begun = Instant::now();
        drop(process);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_long_line_comes_in_pieces() {
        let mut pipe = BufReader::new("abcdef\r\ngh".as_bytes());
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut pipe, 4)).collect();
        assert_eq!(lines, ["abcd", "ef", "gh"]);
    }
}
