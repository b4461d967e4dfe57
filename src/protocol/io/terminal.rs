//! A person's terminal: lines typed there, with editing where the terminal can move its cursor, and output that keeps
//! the line being typed intact.

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor, ExternalPrinter};

use super::input::{self, InputLine, LineEnd};
use super::output::Output;
use super::signals::{self, EndSignal};
use tengen_engine::resources;
use tengen_engine::threads::backlog::BacklogShare;

/// The line for a pressed Ctrl-C.
pub const INTERRUPT: &[u8] = b"\x03";

/// The line for an interrupt that comes as a signal, while no line is edited.
pub const SIGNAL: &[u8] = b"\x03\x03";

/// The line for a signal that ends the program.
pub const TERMINATION: &[u8] = b"\x03\x04";

/// The line for the end of the input.
pub const END: &[u8] = b"\x04";

/// The line for a pressed Ctrl-D on an empty line.
const QUIT: &[u8] = b"quit";

/// The text before a line to be typed.
pub const PROMPT: &str = "> ";

/// A person's terminal, or the files and pipes in its place.
pub struct Terminal {
    /// The lines typed, with [`INTERRUPT`], [`SIGNAL`], [`TERMINATION`] and [`END`] among them.
    pub lines: Receiver<InputLine>,
    /// The signal behind [`TERMINATION`].
    pub termination: Receiver<EndSignal>,
    /// Asks for the next line, after the output due before it: one message for each line but those of signals, which no one
    /// has asked for.
    pub ready: Sender<()>,
    /// The output, which is printed above the line being typed.
    pub output: Output,
    /// Whether the program has to print [`PROMPT`] itself, because lines are not edited.
    pub prompts: bool,
    /// Whether a person types, rather than a file or a pipe.
    pub is_person: bool,
    /// Sets the terminal back when it is dropped.
    pub mode: TerminalMode,
}

impl Terminal {
    /// Opens the terminal. Lines are edited if input and output are a terminal that can move its cursor.
    ///
    /// # Errors
    ///
    /// Fails if no thread can be started, or if signals cannot be handled.
    pub fn open() -> io::Result<Terminal> {
        let (sender, lines) = unbounded();
        let (ready, wanted) = unbounded();
        let mode = TerminalMode::current();
        let termination = handle_signals(sender.clone(), mode.clone())?;
        let typing = Typing { sender, wanted };
        let (output, prompts, is_person) = match LineEditor::open() {
            Some((editor, printer)) => {
                spawn(move || typing.edit(editor))?;
                (Output::new(Printing::new(printer)), false, true)
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

/// Sends a line for each signal, and returns the channel of the signal that ends the program. A second signal of that kind ends
/// it at once.
fn handle_signals(lines: Sender<InputLine>, mode: TerminalMode) -> io::Result<Receiver<EndSignal>> {
    let (sender, termination) = bounded(1);
    signals::handle(move |signal| {
        let bytes = match signal.is_interrupt() {
            true => SIGNAL,
            false if sender.try_send(signal).is_ok() => TERMINATION,
            false => {
                mode.restore();
                signal.end_process()
            }
        };
        // A closed channel belongs to a program that is ending.
        let _ = lines.send(line(bytes));
    })?;
    Ok(termination)
}

/// The mode in which the program found its terminal. The line editor changes it while a line is typed.
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
            // A terminal that is gone needs no mode.
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
    // Never joined: at the end of the process it may still wait for a key.
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(work)
        .map(drop)
        .map_err(resources::no_thread("the input"))
}

/// The line editor, without a helper and with a history in memory.
struct LineEditor(Editor<(), MemHistory>);

impl LineEditor {
    /// Opens the editor and the printer that keeps its line intact. Returns `None` if lines cannot be edited here.
    fn open() -> Option<(LineEditor, Box<dyn ExternalPrinter + Send>)> {
        let config = Config::builder()
            .auto_add_history(true)
            // Lines pasted together are lines.
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

/// What a person has typed.
enum Typed {
    Line(String),
    Interrupt,
    Quit,
    End,
}

/// The input thread's side of a terminal.
struct Typing {
    sender: Sender<InputLine>,
    wanted: Receiver<()>,
}

impl Typing {
    /// Sends edited lines. The next one is edited when the answer to the last is printed, so that no answer is lost at
    /// the end, and that the program never leaves while the terminal is in the editor's mode.
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

    /// Sends the lines of stdin as they are.
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

/// Returns a line of these bytes.
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
}

impl Printing {
    fn new(printer: Box<dyn ExternalPrinter + Send>) -> Self {
        Printing {
            printer,
            text: Vec::new(),
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
        self.printer.print(text).map_err(io::Error::other)
    }
}
