//! Signals that ask the program to end: Ctrl-C, and the system's requests to terminate.

#[cfg(any(unix, windows))]
use std::io;

use thiserror::Error;

/// A signal that asks the program to end. As an error, it ends the process once its work is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("ended by signal {0}")]
pub struct EndSignal(i32);

/// The number of an interrupt on every system.
const INTERRUPT: i32 = 2;

impl EndSignal {
    /// Whether the signal is Ctrl-C, which programs may take for less than their end.
    pub fn is_interrupt(self) -> bool {
        self.0 == INTERRUPT
    }

    /// Ends the process as the signal would have done without a handler, so that a shell or a supervisor sees the cause.
    pub fn end_process(self) -> ! {
        #[cfg(unix)]
        // The ordinary exit status for the signal follows if the system does not end the process.
        let _ = signal_hook::low_level::emulate_default_handler(self.0);
        std::process::exit(128 + self.0)
    }
}

/// Calls `handler` on a separate thread for each signal that comes. A hangup that is ignored, as `nohup` has it, stays so.
///
/// # Errors
///
/// Fails if a signal cannot be handled, or if no thread can be started.
#[cfg(unix)]
pub fn handle(mut handler: impl FnMut(EndSignal) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use tengen_engine::resources;

    let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let handled = [SIGINT, SIGTERM].into_iter().chain(hangup);
    let mut signals = Signals::new(handled).map_err(no_handler)?;
    // Never joined: it waits for signals as long as the process lives.
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            signals
                .forever()
                .for_each(|number| handler(EndSignal(number)));
        })
        .map(drop)
        .map_err(resources::no_thread("signals"))
}

/// Calls `handler` on a separate thread for each Ctrl-C or other request to end, all of which count as Ctrl-C.
///
/// # Errors
///
/// Fails if a request cannot be handled.
#[cfg(windows)]
pub fn handle(mut handler: impl FnMut(EndSignal) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(EndSignal(INTERRUPT)))
        .map_err(|error| no_handler(io::Error::other(error)))
}

#[cfg(any(unix, windows))]
fn no_handler(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no handler for signals: {error}"))
}

/// Whether the process ignores a signal, because its parent has set it so.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut current = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action the call only fills `current`, which is read after success alone.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), current.as_mut_ptr()) == 0
            && current.assume_init().sa_sigaction == libc::SIG_IGN
    }
}
