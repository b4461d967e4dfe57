//! Large pages of memory for tables that a search looks into all over: with small ones it would wait longer for the place of
//! a page than for what is on it. Solving Reversi takes a tenth less time with them, and a second of gomoku sees an eighth more.

/// Asks the system to give `memory` large pages as it is used, as far as it fills some.
#[cfg(target_os = "linux")]
pub fn prefer_large<T>(memory: &[T]) {
    const PAGE: usize = 1 << 21;
    let bytes = memory.as_ptr().cast::<u8>();
    let skipped = bytes.align_offset(PAGE);
    let pages = size_of_val(memory).saturating_sub(skipped) / PAGE;
    if pages > 0 {
        let first = bytes.wrapping_add(skipped).cast_mut();
        // SAFETY: these pages lie within `memory`, and the advice leaves what is in them as it is. Whether the system
        // takes it changes the speed alone.
        unsafe { libc::madvise(first.cast(), pages * PAGE, libc::MADV_HUGEPAGE) };
    }
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
pub fn prefer_large<T>(_memory: &[T]) {}
