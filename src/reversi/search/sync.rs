//! What threads share, as the engine spells it; tests of interleavings put other primitives in its place.

pub use tengen_engine::threads::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError,
    panicking,
};
