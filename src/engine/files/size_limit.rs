//! The system's limit on file sizes.

/// Makes a write beyond the limit (`ulimit -f`) an ordinary error, like a full disk. Without this, the accompanying
/// signal would end the process.
#[cfg(unix)]
pub fn ignore_size_signal() {
    // SAFETY: `SIG_IGN` runs no code when the signal comes, and nothing else in the program handles this signal.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Does nothing: other systems have no such signal.
#[cfg(not(unix))]
pub fn ignore_size_signal() {}
