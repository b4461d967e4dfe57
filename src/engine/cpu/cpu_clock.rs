//! CPU time of the process. Unlike wall time, it hardly depends on the load of the machine.

use std::io;
use std::time::{Duration, Instant};

/// CPU time of the process if the system provides it, else wall time. With one thread on a quiet machine they are
/// nearly equal.
pub struct CpuClock {
    cpu: Option<CpuTime>,
    began: Instant,
}

impl CpuClock {
    /// Creates a clock that starts at zero.
    pub fn start() -> CpuClock {
        CpuClock {
            cpu: CpuTime::now().ok(),
            began: Instant::now(),
        }
    }

    /// Seconds since the start, and the name of the clock that measured them.
    pub fn seconds(&self) -> (f64, &'static str) {
        let cpu = self.cpu.as_ref().and_then(|start| start.elapsed().ok());
        match cpu {
            Some(time) => (time.as_secs_f64(), "the process's CPU clock"),
            None => (self.began.elapsed().as_secs_f64(), "the wall clock"),
        }
    }
}

#[cfg(any(unix, windows))]
struct CpuTime(cpu_time::ProcessTime);

#[cfg(any(unix, windows))]
impl CpuTime {
    fn now() -> io::Result<CpuTime> {
        cpu_time::ProcessTime::try_now().map(CpuTime)
    }

    fn elapsed(&self) -> io::Result<Duration> {
        let now = cpu_time::ProcessTime::try_now()?;
        // A system clock that runs backward counts as no time.
        Ok(now.as_duration().saturating_sub(self.0.as_duration()))
    }
}

/// Placeholder for systems without a CPU clock.
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
