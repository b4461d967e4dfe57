//! The synchronization primitives of the search; interleaving tests substitute their own.

pub use std::hint::spin_loop;
pub use tengen_engine::threads::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError,
    panicking,
};

/// How often a thread without work checks for some before it sleeps: for about as long as it takes to wake it.
pub const SPINS: u32 = 3000;
