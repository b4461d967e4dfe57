//! A library that makes the system fail in a program that preloads it.
//!
//! - `FAULT_THREADS=N`: no thread starts after the first N
//! - `FAULT_CLOCK=date`: the date jumps by decades, back and forth
//! - `FAULT_CLOCK=processor`: the process's CPU time runs backwards
//! - `FAULT_CLOCK=fast`: the clock of waits and deadlines runs ten times as fast

use std::ffi::{CStr, c_char, c_int, c_long, c_void};
use std::mem;
use std::sync::atomic::{AtomicI64, Ordering};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn getenv(name: *const c_char) -> *const c_char;
}

/// A time in the C library's layout on 64-bit systems.
#[repr(C)]
pub struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

type StartRoutine = extern "C" fn(*mut c_void) -> *mut c_void;
type CreateThread =
    unsafe extern "C" fn(*mut c_void, *const c_void, StartRoutine, *mut c_void) -> c_int;
type ReadClock = unsafe extern "C" fn(c_int, *mut Timespec) -> c_int;

/// Asks for the symbol after this library's own; from Linux's dlfcn.h.
const RTLD_NEXT: *mut c_void = -1_isize as *mut c_void;

/// Error for a thread that cannot be started; from Linux's errno.h.
const EAGAIN: c_int = 11;

/// Clock numbers from Linux's time.h.
const CLOCK_REALTIME: c_int = 0;
const CLOCK_MONOTONIC: c_int = 1;
const CLOCK_PROCESS_CPUTIME_ID: c_int = 2;

/// Three decades in seconds: a clock that jumps back twice is before 1970.
const DECADES: c_long = 30 * 365 * 24 * 3600;

fn setting(name: &CStr) -> Option<&'static str> {
    // SAFETY: the name ends with a zero, and nothing here changes the environment.
    let value = unsafe { getenv(name.as_ptr()) };
    if value.is_null() {
        return None;
    }
    // SAFETY: the environment's strings end with zeros and stay in place.
    unsafe { CStr::from_ptr(value) }.to_str().ok()
}

/// Starts a thread, unless `FAULT_THREADS` threads have been started.
///
/// # Safety
///
/// As for the C library's function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_create(
    thread: *mut c_void,
    attributes: *const c_void,
    start: StartRoutine,
    argument: *mut c_void,
) -> c_int {
    static STARTED: AtomicI64 = AtomicI64::new(0);
    let most = setting(c"FAULT_THREADS").and_then(|text| text.parse().ok());
    if most.is_some_and(|most: i64| STARTED.fetch_add(1, Ordering::Relaxed) >= most) {
        return EAGAIN;
    }
    // SAFETY: the next function of this name is the C library's.
    let create: CreateThread =
        unsafe { mem::transmute(dlsym(RTLD_NEXT, c"pthread_create".as_ptr())) };
    // SAFETY: as the caller vouches.
    unsafe { create(thread, attributes, start, argument) }
}

/// Reads a clock, which may jump or run fast.
///
/// # Safety
///
/// As for the C library's function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int {
    static READINGS: AtomicI64 = AtomicI64::new(0);
    // SAFETY: the next function of this name is the C library's.
    let read: ReadClock = unsafe { mem::transmute(dlsym(RTLD_NEXT, c"clock_gettime".as_ptr())) };
    // SAFETY: as the caller vouches.
    let result = unsafe { read(clock, time) };
    let jumps = match clock {
        CLOCK_REALTIME => setting(c"FAULT_CLOCK") == Some("date"),
        CLOCK_PROCESS_CPUTIME_ID => setting(c"FAULT_CLOCK") == Some("processor"),
        _ => false,
    };
    if result == 0 && jumps {
        let reading = READINGS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the C library has just written there.
        let time = unsafe { &mut *time };
        time.seconds = match clock {
            CLOCK_REALTIME => time.seconds + DECADES * [1, -2, 2, -1][reading as usize % 4],
            _ => (1 << 20) - reading,
        };
    }
    if result == 0 && clock == CLOCK_MONOTONIC && setting(c"FAULT_CLOCK") == Some("fast") {
        // SAFETY: the C library has just written there.
        let time = unsafe { &mut *time };
        let tenths = time.nanoseconds * 10;
        time.seconds = time.seconds * 10 + tenths / 1_000_000_000;
        time.nanoseconds = tenths % 1_000_000_000;
    }
    result
}
