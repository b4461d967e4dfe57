//! The synchronization primitives of the search; interleaving tests substitute their own.

pub use tengen_engine::threads::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError,
    panicking,
};
