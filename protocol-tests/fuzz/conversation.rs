//! A whole conversation: in this process with the input thread, the server loop, a front and its worker, or over pipes
//! with the program that `TENGEN_FUZZ_PROGRAM` names.

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tengen_engine::files::Access;
use tengen_engine::{Settings, Waker};
use tengen_play::Game;
use tengen_play::options::{GameOptions, Opening, ReversiOptions};
use tengen_protocol::Options;
use tengen_protocol::io::input;
use tengen_protocol::io::output::Output;
use tengen_protocol::io::server;
use tengen_protocol::io::server::{Front, Sources};

/// Longest wait of a patient client for a reply, far longer than a search of a few nodes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The variable with the program to converse with over pipes; without it, conversations stay in this process.
const PROGRAM: &str = "TENGEN_FUZZ_PROGRAM";

/// Factor by which conversations over pipes are longer. Starting a process and allocating its tables takes as long as
/// hundreds of lines.
const STRETCH: usize = 10;

/// Returns the factor by which conversations are to be longer than usual.
pub fn stretch() -> usize {
    match env::var_os(PROGRAM) {
        Some(_) => STRETCH,
        None => 1,
    }
}

/// Returns options cheap enough for a thousand conversations per second.
pub fn options() -> Options {
    Options {
        settings: Settings {
            memory: 1 << 20,
            ..Settings::default()
        },
        games: GameOptions {
            reversi: ReversiOptions {
                opening: Opening::Embedded,
            },
            ..GameOptions::default()
        },
        files: Access::Anywhere,
        linger: PATIENCE,
        ..Options::new(Game::Go)
    }
}

/// Holds a conversation until the front quits, and returns all output. `arguments` make the program use the same front
/// as `open`.
///
/// # Panics If the front cannot be created or ends with an error, or if a patient client waited in vain.
pub fn hold(
    client: Client,
    arguments: &[&str],
    open: impl FnOnce(Waker) -> io::Result<Box<dyn Front>>,
) -> Vec<u8> {
    let heard = client.heard.clone();
    match env::var_os(PROGRAM) {
        Some(program) => hold_over_pipes(client, &program, arguments),
        None => hold_in_process(client, open),
    }
    heard.hang_up();
    let heard = heard.0.0.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(!heard.missed, "a reply never came");
    heard.bytes.clone()
}

fn hold_in_process(client: Client, open: impl FnOnce(Waker) -> io::Result<Box<dyn Front>>) {
    let (waker, events) = Waker::new();
    let mut front = open(waker).expect("a front");
    let mut out = Output::new(client.heard.clone());
    let sources = Sources {
        lines: input::spawn(client).expect("an input thread"),
        events,
        gone: crossbeam_channel::never(),
    };
    server::run(sources, front.as_mut(), &mut out).expect("memory takes all output");
}

/// Holds the conversation with a process, which must end successfully and write nothing to stderr.
fn hold_over_pipes(mut client: Client, program: &OsStr, arguments: &[&str]) {
    let mut process = Command::new(program)
        .args(arguments)
        .args(["--memory", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut heard = client.heard.clone();
    let mut stdin = process.stdin.take().expect("a pipe");
    let mut stdout = process.stdout.take().expect("a pipe");
    // A program that has quit stops reading, which is fine.
    let sender = thread::spawn(move || drop(io::copy(&mut client, &mut stdin)));
    io::copy(&mut stdout, &mut heard).expect("the program's output");
    heard.hang_up();
    sender.join().expect("a sender that does not panic");
    let ended = process.wait_with_output().expect("the program's end");
    assert!(ended.status.success(), "{}", ended.status);
    let errors = String::from_utf8_lossy(&ended.stderr);
    // Clients of KataGo's analysis engine expect this line.
    let errors = errors.replace("Started, ready to begin handling requests\n", "");
    assert!(errors.is_empty(), "on stderr: {errors}");
}

/// The other side: the input to send, and the output received.
pub struct Client {
    /// Chunks to send, each with the number of replies to wait for before it.
    chunks: std::vec::IntoIter<(usize, Vec<u8>)>,
    now: Vec<u8>,
    sent: usize,
    heard: Heard,
}

impl Client {
    /// A client that sends everything at once.
    pub fn hasty(input: &[u8]) -> Client {
        Client::new(vec![(0, input.to_vec())])
    }

    /// A client that sends each chunk after the given number of replies; a reply ends with an empty line.
    pub fn new(chunks: Vec<(usize, Vec<u8>)>) -> Client {
        Client {
            chunks: chunks.into_iter(),
            now: Vec::new(),
            sent: 0,
            heard: Heard::default(),
        }
    }
}

impl BufRead for Client {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.sent == self.now.len() {
            let Some((replies, chunk)) = self.chunks.next() else {
                return Ok(&[]);
            };
            if !self.heard.wait_for(replies) {
                self.chunks = Vec::new().into_iter();
                return Ok(&[]);
            }
            (self.now, self.sent) = (chunk, 0);
        }
        Ok(&self.now[self.sent..])
    }

    fn consume(&mut self, count: usize) {
        self.sent += count;
    }
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// The output so far.
#[derive(Clone, Default)]
struct Heard(Arc<(Mutex<Said>, Condvar)>);

#[derive(Default)]
struct Said {
    bytes: Vec<u8>,
    replies: usize,
    over: bool,
    missed: bool,
}

impl Heard {
    /// Waits for this many replies. Returns false if they do not come or the conversation has ended.
    fn wait_for(&self, replies: usize) -> bool {
        let (said, bell) = &*self.0;
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        let is_short = |said: &mut Said| said.replies < replies && !said.over;
        let waited = bell.wait_timeout_while(said, PATIENCE, is_short);
        let (mut said, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        said.missed |= timeout.timed_out();
        said.replies >= replies
    }

    /// Marks the end of the output and wakes those who wait for it.
    fn hang_up(&self) {
        let (said, bell) = &*self.0;
        said.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        bell.notify_all();
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (said, bell) = &*self.0;
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        for &byte in bytes {
            if byte == b'\n' && said.bytes.last() == Some(&b'\n') {
                said.replies += 1;
            }
            said.bytes.push(byte);
        }
        bell.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
