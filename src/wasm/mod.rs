//! The engine inside a page: the exports of the WebAssembly module. A module instance holds one conversation, and its
//! searches run in the thread that calls it, a Web Worker. `web/page/engine/engine-module.js` is the other side.
//!
//! Texts reach the module through `tengen_text_buffer`: the page requests a buffer, writes the text there and calls the
//! function that takes it.
//!
//! - `page`: the functions of the page
//! - `engine`: the conversation of this instance
//!
//! Tests: `protocol-tests/web/static.test.js`, which `protocol-tests/web/run` runs and `cargo test` does not; `.ci/run`
//! compiles the module.
//! A change moves: the page's side in `src/web/page/engine/engine-module.js`.

mod engine;
mod page;

use std::cell::RefCell;

use self::engine::Engine;

thread_local! {
    /// The text that the next call takes.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The conversation. A global suffices because each module instance has its own memory and one conversation.
    static ENGINE: Engine = const { Engine::new() };
}

fn text() -> Vec<u8> {
    TEXT.take()
}

/// Returns the address of a buffer of `length` bytes for the text that the next call takes.
// SAFETY: no function of a library begins with the name of this program; likewise below.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_text_buffer(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Opens the conversation that the text names, `gtp GAME` or `analysis`. Returns false if there is none; the page is
/// then sent the reason.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_open() -> bool {
    ENGINE.with(|engine| engine.open(&text()))
}

/// Takes the text as a line of the conversation, even while `tengen_search` lets the page run. Returns whether the
/// conversation continues.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_line() -> bool {
    ENGINE.with(|engine| engine.line(text()))
}

/// Runs the waiting jobs. Calls the page's `pause` between slices of a search.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_search() {
    ENGINE.with(Engine::search);
}

/// Handles the alarm. Returns whether the conversation continues.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_wake() -> bool {
    ENGINE.with(Engine::wake)
}

/// Returns the milliseconds until `tengen_wake` is due; negative for never.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_alarm() -> f64 {
    ENGINE.with(Engine::milliseconds_to_alarm)
}

/// Runs `tengen bench` and sends its lines to the page.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_bench() -> bool {
    engine::bench()
}
