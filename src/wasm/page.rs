//! The page's functions that the module calls.

use std::io::{self, Write};

#[link(wasm_import_module = "page")]
// SAFETY: the page provides both with these types. `send` only reads, within the module's memory.
unsafe extern "C" {
    /// Sends the `length` bytes of whole lines at `text` to the page.
    safe fn send(text: *const u8, length: usize);

    /// Lets the page handle its events. The page may call this instance's other exports in the meantime if the browser
    /// can suspend the module.
    pub safe fn pause();
}

/// A writer to the page that sends whole lines when flushed.
#[derive(Default)]
pub struct PageWriter(Vec<u8>);

impl Write for PageWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(end) = self.0.iter().rposition(|&byte| byte == b'\n') {
            let rest = self.0.split_off(end + 1);
            let lines = std::mem::replace(&mut self.0, rest);
            send(lines.as_ptr(), lines.len());
        }
        Ok(())
    }
}
