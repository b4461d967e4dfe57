//! The program as a process: arguments, streams, files, signals, kills, and machines with few resources.

mod completions;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
pub mod files;
mod floods;
pub mod kills;
pub mod program;
mod scarcity;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod signals;
mod stops;
#[cfg(target_os = "linux")]
mod streams;
