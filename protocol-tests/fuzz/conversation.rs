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

/// The longest that a patient client waits for a reply, far more than a search of a few nodes takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program to converse with over pipes, if the targets are to do that.
const PROGRAM: &str = "TENGEN_FUZZ_PROGRAM";

/// How many times as long conversations are over pipes. A process is started and its tables are made for each, which takes as
/// long as hundreds of lines.
const STRETCH: usize = 10;

/// How many times as long as usual a conversation is to be.
pub fn stretch() -> usize {
    match env::var_os(PROGRAM) {
        Some(_) => STRETCH,
        None => 1,
    }
}

/// Resources that a thousand conversations a second can have.
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
        ..Options::plain(Game::Go)
    }
}

/// Has a conversation and returns all that was said, once the front has quit. `arguments` make the program the same front
/// as `open` does.
///
/// # Panics
/// If the front cannot be made or ends with an error, or if a patient client waited in vain.
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

/// The same with a process, which has to end well and to keep its stderr clean.
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
    // A program that has quit reads no further, and that is no fault.
    let sender = thread::spawn(move || drop(io::copy(&mut client, &mut stdin)));
    io::copy(&mut stdout, &mut heard).expect("the program's output");
    heard.hang_up();
    sender.join().expect("a sender that does not panic");
    let ended = process.wait_with_output().expect("the program's end");
    assert!(ended.status.success(), "{}", ended.status);
    let errors = String::from_utf8_lossy(&ended.stderr);
    // Clients of KataGo's analysis engine wait for this line.
    let errors = errors.replace("Started, ready to begin handling requests\n", "");
    assert!(errors.is_empty(), "on stderr: {errors}");
}

/// The other side: what it sends, and what it has heard.
pub struct Client {
    /// What to send, and how many replies to wait for before that.
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

    /// A client that sends each chunk after so many replies, each of which ends with an empty line.
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

/// What has been said so far.
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
    /// Waits for so many replies; false if they do not come or nobody is there any more.
    fn wait_for(&self, replies: usize) -> bool {
        let (said, bell) = &*self.0;
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        let is_short = |said: &mut Said| said.replies < replies && !said.over;
        let waited = bell.wait_timeout_while(said, PATIENCE, is_short);
        let (mut said, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        said.missed |= timeout.timed_out();
        said.replies >= replies
    }

    /// Nothing more will be said; nobody needs to wait any longer.
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
