//! The primitives of files that `protocol-tests/interleavings` compiles a second time, there with shuttle's in this place.

pub use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub use std::thread::panicking;

pub use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
