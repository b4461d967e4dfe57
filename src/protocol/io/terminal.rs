//! A person's terminal: typed lines, with editing if the terminal can move its cursor, and output that keeps the line
//! being typed intact.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor, ExternalPrinter};

use super::input::{self, InputLine, LineEnd};
use super::output::{self, Output};
use super::signals::{self, EndSignal};
use tengen_engine::resources;
use tengen_engine::threads::backlog::BacklogShare;

/// Line sent when Ctrl-C is pressed.
pub const INTERRUPT: &[u8] = b"\x03";

/// Line sent for an interrupt signal while no line is being edited.
pub const SIGNAL: &[u8] = b"\x03\x03";

/// Line sent for a signal that ends the program.
pub const TERMINATION: &[u8] = b"\x03\x04";

/// Line sent at the end of the input.
pub const END: &[u8] = b"\x04";

/// Line sent when Ctrl-D is pressed on an empty line.
const QUIT: &[u8] = b"quit";

/// Prompt shown before each typed line.
pub const PROMPT: &str = "> ";

/// A person's terminal, or the files and pipes in its place.
pub struct Terminal {
    /// Typed lines, along with [`INTERRUPT`], [`SIGNAL`], [`TERMINATION`] and [`END`].
    pub lines: Receiver<InputLine>,
    /// Signal that caused [`TERMINATION`].
    pub termination: Receiver<EndSignal>,
    /// Requests the next line, after the output due before it. Needs one message per line, except for lines sent by
    /// signals.
    pub ready: Sender<()>,
    /// Output, printed above the line being typed.
    pub output: Output,
    /// Whether the program must print [`PROMPT`] itself because lines are not edited.
    pub prompts: bool,
    /// Whether input is typed by a person instead of coming from a file or pipe.
    pub is_person: bool,
    /// Guard that restores the terminal's mode when dropped.
    pub mode: TerminalMode,
}

impl Terminal {
    /// Opens the terminal. Lines are edited if input and output are a terminal that can move its cursor. Fails if no
    /// thread can be started or signals cannot be handled.
    pub fn open() -> io::Result<Terminal> {
        let (sender, lines) = unbounded();
        let (ready, wanted) = unbounded();
        let mode = TerminalMode::current();
        let is_ending = Arc::new(AtomicBool::new(false));
        let termination = handle_signals(sender.clone(), mode.clone(), is_ending.clone())?;
        let typing = Typing { sender, wanted };
        let (output, prompts, is_person) = match LineEditor::open() {
            Some((editor, printer)) => {
                spawn(move || typing.edit(editor))?;
                (Output::new(Printing::new(printer, is_ending)), false, true)
            }
            None => {
                spawn(move || typing.read())?;
                let is_person = io::stdin().is_terminal();
                (Output::to_stdout(), is_person, is_person)
            }
        };
        Ok(Terminal {
            lines,
            termination,
            ready,
            output,
            prompts,
            is_person,
            mode,
        })
    }
}

/// Sends a line for each signal and returns the channel with the signal that ends the program. A second such signal
/// ends it at once.
fn handle_signals(
    lines: Sender<InputLine>,
    mode: TerminalMode,
    is_ending: Arc<AtomicBool>,
) -> io::Result<Receiver<EndSignal>> {
    let (sender, termination) = bounded(1);
    signals::handle(move |signal| {
        let bytes = match signal.is_interrupt() {
            true => SIGNAL,
            false if sender.try_send(signal).is_ok() => {
                is_ending.store(true, Ordering::Relaxed);
                TERMINATION
            }
            false => {
                mode.restore();
                signal.end_process()
            }
        };
        // The channel is closed only while the program is ending.
        let _ = lines.send(line(bytes));
    })?;
    Ok(termination)
}

/// Terminal mode at the program's start. The line editor changes it while a line is being typed.
#[derive(Clone)]
pub struct TerminalMode {
    #[cfg(unix)]
    mode: Option<nix::sys::termios::Termios>,
}

impl TerminalMode {
    fn current() -> TerminalMode {
        TerminalMode {
            #[cfg(unix)]
            mode: nix::sys::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    fn restore(&self) {
        #[cfg(unix)]
        if let Some(mode) = &self.mode {
            use nix::sys::termios::{SetArg, tcsetattr};
            // A failure means that the terminal is gone.
            let _ = tcsetattr(io::stdin(), SetArg::TCSADRAIN, mode);
        }
    }
}

impl Drop for TerminalMode {
    fn drop(&mut self) {
        self.restore();
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // Never joined: at exit it may still be waiting for a key.
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(work)
        .map(drop)
        .map_err(resources::no_thread("the input"))
}

/// Line editor without a helper and with its history in memory.
struct LineEditor(Editor<(), MemHistory>);

impl LineEditor {
    /// Opens the editor and the printer that keeps its line intact. Returns `None` if lines cannot be edited here.
    fn open() -> Option<(LineEditor, Box<dyn ExternalPrinter + Send>)> {
        let config = Config::builder()
            .auto_add_history(true)
            // Split pasted text into lines.
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).ok()?;
        // Fails unless input and output are a terminal that can move its cursor.
        let printer = editor.create_external_printer().ok()?;
        Some((LineEditor(editor), Box::new(printer)))
    }

    fn read(&mut self) -> Typed {
        match self.0.readline(PROMPT) {
            Ok(text) => Typed::Line(text),
            Err(ReadlineError::Interrupted) => Typed::Interrupt,
            Err(ReadlineError::Eof) => Typed::Quit,
            Err(ReadlineError::Signal(_)) => Typed::Line(String::new()),
            Err(error) => {
                log::error!("input: {error}");
                Typed::End
            }
        }
    }
}

/// Result of reading a line in the editor.
enum Typed {
    Line(String),
    Interrupt,
    Quit,
    End,
}

/// Input thread's side of a terminal.
struct Typing {
    sender: Sender<InputLine>,
    wanted: Receiver<()>,
}

impl Typing {
    /// Sends edited lines. The next line is edited only after the answer to the last one is printed, so that no answer
    /// is lost at the end and the program never exits while the terminal is in the editor's mode.
    fn edit(self, mut editor: LineEditor) {
        let mut quits = 0;
        while self.wanted.recv().is_ok() {
            let typed = editor.read();
            quits = if matches!(typed, Typed::Quit) {
                quits + 1
            } else {
                0
            };
            let bytes = match &typed {
                Typed::Line(text) => text.as_bytes(),
                Typed::Interrupt => INTERRUPT,
                Typed::Quit if quits == 1 => QUIT,
                Typed::Quit | Typed::End => END,
            };
            if self.sender.send(line(bytes)).is_err() || bytes == END {
                return;
            }
        }
    }

    /// Sends the lines of stdin unchanged.
    fn read(self) {
        let mut stdin = io::stdin().lock();
        while self.wanted.recv().is_ok() {
            let next = next_line(&mut stdin);
            let is_end = next.bytes == END;
            if self.sender.send(next).is_err() || is_end {
                return;
            }
        }
    }
}

/// Reads the next line, or [`END`] if there is none.
fn next_line(stdin: &mut impl BufRead) -> InputLine {
    match input::read_line(stdin, input::MAX_LINE) {
        Ok(Some(line)) => line,
        Ok(None) => line(END),
        Err(error) => {
            log::error!("input: {error}");
            line(END)
        }
    }
}

fn line(bytes: &[u8]) -> InputLine {
    InputLine {
        bytes: bytes.to_owned(),
        end: LineEnd::LineFeed,
        too_long: false,
        share: BacklogShare::default(),
    }
}

/// A writer that prints whole texts above the line being edited.
struct Printing {
    printer: Box<dyn ExternalPrinter + Send>,
    text: Vec<u8>,
    /// Whether a signal is ending the program. The editor's thread, which prints during editing, might not come to it.
    is_ending: Arc<AtomicBool>,
}

impl Printing {
    fn new(printer: Box<dyn ExternalPrinter + Send>, is_ending: Arc<AtomicBool>) -> Self {
        Printing {
            printer,
            text: Vec::new(),
            is_ending,
        }
    }
}

impl Write for Printing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        match self.is_ending.load(Ordering::Relaxed) {
            true => output::write_over_line(&text),
            false => self.printer.print(text).map_err(io::Error::other),
        }
    }
}
