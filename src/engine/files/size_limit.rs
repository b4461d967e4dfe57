//! The system's limit of the size of files.

/// Makes writes beyond the limit (`ulimit -f`) errors, as a full disk is one; the signal that comes with them would end the
/// process otherwise.
#[cfg(unix)]
pub fn ignore_size_signal() {
    // SAFETY: `SIG_IGN` runs no code when the signal comes, and nothing else in the program handles this signal.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub fn ignore_size_signal() {}
