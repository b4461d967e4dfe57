//! The program's files for state shared by threads, with shuttle's primitives.

#[path = "../../src/engine/threads/backlog.rs"]
pub mod backlog;
#[path = "../../src/engine/threads/current_job.rs"]
pub mod current_job;
#[path = "../../src/engine/threads/signal.rs"]
pub mod signal;
#[path = "../../src/engine/threads/stop.rs"]
pub mod stop;
#[path = "sync.rs"]
pub mod sync;
