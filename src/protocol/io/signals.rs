//! Signals that ask the program to end: Ctrl-C and the system's requests to terminate.

#[cfg(any(unix, windows))]
use std::io;

use thiserror::Error;

/// A signal that asks the program to end. As an error, it ends the process once its work is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("ended by signal {0}")]
pub struct EndSignal(i32);

/// Signal number of an interrupt on every system.
const INTERRUPT: i32 = 2;

impl EndSignal {
    /// Whether the signal is Ctrl-C, which need not end the program.
    pub fn is_interrupt(self) -> bool {
        self.0 == INTERRUPT
    }

    /// Ends the process as the unhandled signal would have, so that a shell or supervisor sees the cause.
    pub fn end_process(self) -> ! {
        #[cfg(unix)]
        // If that does not end the process, exit with the usual status for the signal.
        let _ = signal_hook::low_level::emulate_default_handler(self.0);
        std::process::exit(128 + self.0)
    }
}

/// Calls `handler` on a separate thread for each signal. An ignored hangup, as under `nohup`, stays ignored.
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

/// Calls `handler` on a separate thread for each Ctrl-C or other request to end. All of them count as Ctrl-C.
#[cfg(windows)]
pub fn handle(mut handler: impl FnMut(EndSignal) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(EndSignal(INTERRUPT)))
        .map_err(|error| no_handler(io::Error::other(error)))
}

#[cfg(any(unix, windows))]
fn no_handler(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no handler for signals: {error}"))
}

/// Whether the process ignores a signal because of its parent.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut current = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action the call only fills `current`, which is read only after success.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), current.as_mut_ptr()) == 0
            && current.assume_init().sa_sigaction == libc::SIG_IGN
    }
}
