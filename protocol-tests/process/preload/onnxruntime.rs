//! A library that passes for ONNX Runtime and makes the real one fail.
//!
//! - `FAULT_ONNX_LIBRARY=PATH`: the real library
//! - `FAULT_ONNX_RUNS=N`: every evaluation fails after the first N
//! - `FAULT_ONNX_VERSION=TEXT`: the library says that it has this version

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

unsafe extern "C" {
    fn dlopen(path: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn getenv(name: *const c_char) -> *const c_char;
}

/// Resolves all symbols at once; from Linux's dlfcn.h.
const RTLD_NOW: c_int = 2;

/// Error code of a failure without a more exact one; from onnxruntime_c_api.h.
const ORT_FAIL: c_int = 1;

/// Number of functions of the interface in version 17, the one that the program asks for.
const FUNCTIONS: usize = 276;

/// Positions of two functions in the interface, the same in all versions.
const CREATE_STATUS: usize = 0;
const RUN: usize = 9;

/// The entry to the library: `OrtApiBase` of onnxruntime_c_api.h.
#[repr(C)]
pub struct ApiBase {
    get_api: extern "C" fn(u32) -> *const Functions,
    get_version: extern "C" fn() -> *const c_char,
}

type Functions = [*const c_void; FUNCTIONS];
type CreateStatus = unsafe extern "C" fn(c_int, *const c_char) -> *mut c_void;

#[rustfmt::skip]
type Run = unsafe extern "C" fn(
    *mut c_void, *const c_void, *const c_void, *const c_void, usize, *const c_void, usize, *mut c_void,
) -> *mut c_void;

/// The functions of the library, with another one for evaluations.
struct Interface(Functions);

// SAFETY: the functions of the library may be called by any thread, and the table doesn't change.
unsafe impl Send for Interface {}
// SAFETY: see above.
unsafe impl Sync for Interface {}

/// The real library, without evaluations that fail.
static REAL: OnceLock<Interface> = OnceLock::new();
static FAILING: OnceLock<Interface> = OnceLock::new();
static RUNS: AtomicI64 = AtomicI64::new(0);

static BASE: ApiBase = ApiBase {
    get_api,
    get_version,
};

/// Returns the entry to the library.
#[unsafe(no_mangle)]
pub extern "C" fn OrtGetApiBase() -> *const ApiBase {
    &BASE
}

fn setting(name: &CStr) -> *const c_char {
    // SAFETY: the name ends with a zero, and nothing here changes the environment.
    unsafe { getenv(name.as_ptr()) }
}

/// Returns the entry to the real library; null without one.
fn real_base() -> *const ApiBase {
    let path = setting(c"FAULT_ONNX_LIBRARY");
    if path.is_null() {
        return ptr::null();
    }
    // SAFETY: the strings end with zeros, and the function has the signature of onnxruntime_c_api.h.
    unsafe {
        let library = dlopen(path, RTLD_NOW);
        let entry = dlsym(library, c"OrtGetApiBase".as_ptr());
        assert!(!entry.is_null(), "FAULT_ONNX_LIBRARY is ONNX Runtime");
        mem::transmute::<*mut c_void, extern "C" fn() -> *const ApiBase>(entry)()
    }
}

extern "C" fn get_version() -> *const c_char {
    let version = setting(c"FAULT_ONNX_VERSION");
    match version.is_null() {
        // SAFETY: the entry stays where it is.
        true => unsafe { real_base().as_ref() }.map_or(version, |base| (base.get_version)()),
        false => version,
    }
}

extern "C" fn get_api(version: u32) -> *const Functions {
    // SAFETY: the library's tables stay in place and have the functions of the version, at least as many as that of 17.
    let real = unsafe {
        let base = real_base().as_ref();
        base.and_then(|base| (base.get_api)(version).as_ref())
    };
    let Some(&functions) = real else {
        return ptr::null();
    };
    REAL.get_or_init(|| Interface(functions));
    let failing = FAILING.get_or_init(|| {
        let mut failing = functions;
        failing[RUN] = run as Run as *const c_void;
        Interface(failing)
    });
    &failing.0
}

/// Runs the session, unless `FAULT_ONNX_RUNS` evaluations have been run.
#[rustfmt::skip]
unsafe extern "C" fn run(
    session: *mut c_void, options: *const c_void,
    input_names: *const c_void, inputs: *const c_void, input_count: usize,
    output_names: *const c_void, output_count: usize, outputs: *mut c_void,
) -> *mut c_void {
    let limit = setting(c"FAULT_ONNX_RUNS");
    // SAFETY: the environment's strings end with zeros and stay in place.
    let limit = (!limit.is_null()).then(|| unsafe { CStr::from_ptr(limit) });
    let limit = limit.and_then(|limit| limit.to_str().ok()?.parse().ok());
    let functions = &REAL.get().expect("the program has asked for the functions").0;
    if RUNS.fetch_add(1, Ordering::Relaxed) >= limit.unwrap_or(i64::MAX) {
        // SAFETY: the function at this position has this signature.
        let create = unsafe { mem::transmute::<*const c_void, CreateStatus>(functions[CREATE_STATUS]) };
        // SAFETY: the message ends with a zero; the library copies it.
        return unsafe { create(ORT_FAIL, c"the device has been lost".as_ptr()) };
    }
    // SAFETY: the function at this position has this signature, and the arguments are the caller's.
    unsafe {
        let run = mem::transmute::<*const c_void, Run>(functions[RUN]);
        run(session, options, input_names, inputs, input_count, output_names, output_count, outputs)
    }
}
