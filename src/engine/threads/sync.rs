//! Synchronization primitives. `protocol-tests/threads` compiles this folder's files a second time with shuttle's
//! versions of them.

pub use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub use std::thread::panicking;

pub use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
