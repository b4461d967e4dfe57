//! The request to end a tool by Ctrl-C.

#[cfg(any(unix, windows))]
use anyhow::Context as _;
use anyhow::Result;
#[cfg(any(unix, windows))]
use crossbeam_channel::{Receiver, bounded};

use crate::engine::control::Stop;

/// Exit status after a second request, as shells report an interrupted program.
#[cfg(any(unix, windows))]
const INTERRUPTED: i32 = 130;

/// The start of the error without a handler.
#[cfg(any(unix, windows))]
const NO_HANDLER: &str = "no handler for Ctrl-C";

/// Returns a flag that Ctrl-C sets, or the system's request to terminate. A second one ends the program at once.
///
/// # Errors
///
/// The system has no handler for it.
pub fn stop_on_interrupt() -> Result<Stop> {
    let stop = Stop::default();
    #[cfg(any(unix, windows))]
    set_handler(stop.clone())?;
    Ok(stop)
}

/// Returns a channel that holds a message once the first interrupt has come. A second one ends the program at once.
///
/// # Errors
///
/// The system has no handler for it.
#[cfg(any(unix, windows))]
pub fn next_interrupt() -> Result<Receiver<()>> {
    let (sender, receiver) = bounded(1);
    ctrlc::set_handler(move || {
        if sender.try_send(()).is_err() {
            std::process::exit(INTERRUPTED);
        }
    })
    .context(NO_HANDLER)?;
    Ok(receiver)
}

#[cfg(any(unix, windows))]
fn set_handler(stop: Stop) -> Result<()> {
    let handle = move || {
        if stop.is_set() {
            std::process::exit(INTERRUPTED);
        }
        stop.stop();
    };
    ctrlc::set_handler(handle).context(NO_HANDLER)
}
