//! An allocator that tracks the memory in use, so that no input can exceed its share unnoticed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes in use, and their maximum since the last `measure`.
static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counting the bytes in use, including reserved ones that were never touched.
struct Counting;

impl Counting {
    fn took(size: usize) {
        let now = IN_USE.fetch_add(size, Ordering::Relaxed) + size;
        PEAK.fetch_max(now, Ordering::Relaxed);
    }

    fn gave_back(size: usize) {
        IN_USE.fetch_sub(size, Ordering::Relaxed);
    }
}

// SAFETY: every call is passed on to the system's allocator unchanged, so its guarantees hold. The counts are separate
// numbers, which neither allocate nor unwind.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::took(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::took(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counting::took(size);
        Counting::gave_back(layout.size());
        // SAFETY: the caller keeps the contract of `realloc`, and `place` came from the system's allocator.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        Counting::gave_back(layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`, and `place` came from the system's allocator.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes in use at this moment.
pub fn in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// Runs `work`. Returns its result and the peak of memory in use beyond that before.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = in_use();
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    (result, PEAK.load(Ordering::Relaxed).saturating_sub(before))
}
