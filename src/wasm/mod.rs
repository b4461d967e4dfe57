//! The engine inside a page: the exports of the WebAssembly module. An instance of the module holds one conversation, and
//! its searches run in the thread that calls it, a Web Worker. `web/page/engine/engine-module.js` is the other side.
//!
//! Texts reach the module through `tengen_text_buffer`: the page asks for a buffer, writes the text there and calls the function
//! that takes it.
//!
//! - `page`: the functions of the page
//! - `engine`: the conversation of this instance
//!
//! Tests: `protocol-tests/web/static.test.js`, which `protocol-tests/web/run` runs and `cargo test` does not; `.ci/run` compiles
//! the module.
//! A change moves: the page's side in `src/web/page/engine/engine-module.js`.

mod engine;
mod page;

use std::cell::RefCell;

use self::engine::Engine;

thread_local! {
    /// The text of the next call.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The conversation. It is global because an instance of the module holds one: each has a memory of its own.
    static ENGINE: Engine = const { Engine::new() };
}

/// Takes the text of this call.
fn text() -> Vec<u8> {
    TEXT.take()
}

/// Returns the address of a buffer for a text of `length` bytes, for the next call of a function that takes one.
// SAFETY: no function of a library begins with the name of this program; the same holds below.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_text_buffer(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Opens the conversation that the text names, `gtp GAME` or `analysis`. Returns whether there is such a conversation;
/// otherwise the page is sent a sentence.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_open() -> bool {
    ENGINE.with(|engine| engine.open(&text()))
}

/// Takes the text as a line of the conversation; also while `tengen_search` waits for the page. Returns whether it goes on.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_line() -> bool {
    ENGINE.with(|engine| engine.line(text()))
}

/// Does the jobs that wait. Calls `pause` of the page between slices of a search.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_search() {
    ENGINE.with(Engine::search);
}

/// Does what is due at the alarm. Returns whether the conversation goes on.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_wake() -> bool {
    ENGINE.with(Engine::wake)
}

/// Returns the milliseconds after which `tengen_wake` is due, negative for never.
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
