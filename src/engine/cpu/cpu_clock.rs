//! The processor time of the process. A busy machine hardly changes it, unlike the time on the wall.

use std::io;
use std::time::{Duration, Instant};

/// CPU time of the process where the system tells it, else the time on the wall: with one thread and a quiet
/// machine nearly the same.
pub struct CpuClock {
    cpu: Option<CpuTime>,
    began: Instant,
}

impl CpuClock {
    /// A clock that begins now.
    pub fn start() -> CpuClock {
        CpuClock {
            cpu: CpuTime::now().ok(),
            began: Instant::now(),
        }
    }

    /// Seconds since the start, and what has told them.
    pub fn seconds(&self) -> (f64, &'static str) {
        let cpu = self.cpu.as_ref().and_then(|start| start.elapsed().ok());
        match cpu {
            Some(time) => (time.as_secs_f64(), "the process's CPU clock"),
            None => (self.began.elapsed().as_secs_f64(), "the wall clock"),
        }
    }
}

/// The process's CPU clock.
#[cfg(any(unix, windows))]
struct CpuTime(cpu_time::ProcessTime);

#[cfg(any(unix, windows))]
impl CpuTime {
    fn now() -> io::Result<CpuTime> {
        cpu_time::ProcessTime::try_now().map(CpuTime)
    }

    fn elapsed(&self) -> io::Result<Duration> {
        let now = cpu_time::ProcessTime::try_now()?;
        // A clock of the system that goes back has no time to tell.
        Ok(now.as_duration().saturating_sub(self.0.as_duration()))
    }
}

/// There is none.
#[cfg(not(any(unix, windows)))]
struct CpuTime;

#[cfg(not(any(unix, windows)))]
impl CpuTime {
    fn now() -> io::Result<CpuTime> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn elapsed(&self) -> io::Result<Duration> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
