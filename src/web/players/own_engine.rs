//! Tengen itself as a player, in this process: a conversation like those of pages.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::engine_fault::EngineFault;
use super::engine_lines::EngineLink;
use crate::web::engine_socket::{CONVERSATION_STACK, Engines};
use tengen_play::Game;
use tengen_protocol::PageConversation;
use tengen_protocol::io::input::{InputLine, LineEnd};

/// Most lines that wait to be read. The engine waits before it writes more.
const MOST_WAITING: usize = 1000;

/// A conversation with Tengen. It ends when dropped, and so does a running search.
pub struct OwnEngine {
    sender: Sender<InputLine>,
    lines: Receiver<String>,
    _alive: Sender<Infallible>,
}

impl OwnEngine {
    /// Starts a conversation in GTP. Fails if no thread can be started.
    pub fn start(engines: &Arc<Engines>, game: Game) -> Result<OwnEngine, EngineFault> {
        let (sender, input) = unbounded();
        let (output, lines) = bounded(MOST_WAITING);
        let (alive, gone) = bounded(0);
        let engines = engines.clone();
        let hold = move || {
            let writer = LineSender {
                sender: output,
                text: Vec::new(),
            };
            let held = engines.hold(PageConversation::Gtp(game), (input, gone), writer);
            if let Err(error) = held.or_else(ignore_closed) {
                log::error!("Tengen as a player: {error}");
            }
        };
        let thread = thread::Builder::new().name("player".to_owned());
        let started = thread.stack_size(CONVERSATION_STACK).spawn(hold);
        started.map_err(EngineFault::from)?;
        Ok(OwnEngine {
            sender,
            lines,
            _alive: alive,
        })
    }
}

/// Accepts that the game has closed its side.
fn ignore_closed(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    }
}

impl EngineLink for OwnEngine {
    fn send(&mut self, text: &str) {
        for line in text.lines() {
            // If the conversation has ended, its closed lines show it.
            let _ = self.sender.send(InputLine {
                bytes: line.as_bytes().to_vec(),
                end: LineEnd::LineFeed,
                too_long: false,
                share: Default::default(),
            });
        }
    }

    fn lines(&self) -> &Receiver<String> {
        &self.lines
    }

    fn ending(&mut self) -> String {
        String::new()
    }
}

/// A writer that passes complete lines on.
struct LineSender {
    sender: Sender<String>,
    text: Vec<u8>,
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.text.extend_from_slice(piece);
            if let Some(line) = self.text.strip_suffix(b"\n") {
                let line = String::from_utf8_lossy(line).into_owned();
                self.text.clear();
                self.sender
                    .send(line)
                    .map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
