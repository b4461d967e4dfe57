//! Requests to end a tool, from Ctrl-C or the system.

use anyhow::Result;
#[cfg(any(unix, windows))]
use crossbeam_channel::{Receiver, bounded};

use tengen_engine::control::Stop;
#[cfg(any(unix, windows))]
use tengen_protocol::io::signals;

/// Returns a flag that is set by Ctrl-C or the system's request to end. A second request ends the program at once.
/// Fails if no handler can be installed.
pub fn stop_on_interrupt() -> Result<Stop> {
    let stop = Stop::default();
    #[cfg(any(unix, windows))]
    set_handler(stop.clone())?;
    Ok(stop)
}

/// Returns a channel that receives a message at the first interrupt. A second interrupt ends the program at once. Fails
/// if no handler can be installed.
#[cfg(any(unix, windows))]
pub fn next_interrupt() -> Result<Receiver<()>> {
    let (sender, receiver) = bounded(1);
    signals::handle(move |signal| {
        if sender.try_send(()).is_err() {
            signal.end_process();
        }
    })?;
    Ok(receiver)
}

#[cfg(any(unix, windows))]
fn set_handler(stop: Stop) -> Result<()> {
    signals::handle(move |signal| {
        if stop.is_set() {
            signal.end_process();
        }
        stop.stop();
    })?;
    Ok(())
}
