//! Text input in UTF-8 or UTF-16, converted to UTF-8 without a byte order mark.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE};

/// Text reader that skips a byte order mark and converts UTF-16 to UTF-8. UTF-16 without a mark is recognized by the
/// zero byte of its first character. All other bytes are unchanged.
pub struct TextReader<R> {
    inner: R,
    /// UTF-8 bytes that precede those of `inner`; the unread ones begin at `at`.
    ready: Vec<u8>,
    at: usize,
    encoding: InputEncoding,
}

enum InputEncoding {
    /// Not enough bytes read so far to decide; they are in `ready`.
    Unknown,
    /// UTF-8, or any other bytes, passed on unchanged.
    Utf8,
    Utf16(Box<Decoder>),
    /// UTF-16 that has been read to its end.
    Ended,
}

impl<R: BufRead> TextReader<R> {
    /// Creates a reader for text that begins at the next byte.
    pub fn new(inner: R) -> Self {
        TextReader {
            inner,
            ready: Vec::new(),
            at: 0,
            encoding: InputEncoding::Unknown,
        }
    }

    /// Detects the encoding from the first bytes. Reads no more than necessary, since a client may be waiting for an
    /// answer.
    fn recognize(&mut self) -> io::Result<()> {
        let utf_16 = |encoding: &'static encoding_rs::Encoding| {
            InputEncoding::Utf16(Box::new(encoding.new_decoder_without_bom_handling()))
        };
        loop {
            let Some(&next) = self.inner.fill_buf()?.first() else {
                self.encoding = InputEncoding::Utf8;
                return Ok(());
            };
            self.inner.consume(1);
            self.ready.push(next);
            let (encoding, is_mark) = match self.ready[..] {
                [b'\n' | b'\r'] => (InputEncoding::Utf8, false),
                [_] | [0xEF, 0xBB] => continue,
                [0xEF, 0xBB, 0xBF] => (InputEncoding::Utf8, true),
                [0xFF, 0xFE] => (utf_16(UTF_16LE), true),
                [0xFE, 0xFF] => (utf_16(UTF_16BE), true),
                [0, low] if low > 0 => (utf_16(UTF_16BE), false),
                [low, 0] if low > 0 => (utf_16(UTF_16LE), false),
                _ => (InputEncoding::Utf8, false),
            };
            self.encoding = encoding;
            let head = std::mem::take(&mut self.ready);
            match (&mut self.encoding, is_mark) {
                (_, true) => {}
                (InputEncoding::Utf16(decoder), false) => {
                    decode(decoder, &head, false, &mut self.ready);
                }
                _ => self.ready = head,
            }
            return Ok(());
        }
    }
}

/// Decodes bytes and appends the characters to `text`.
fn decode(decoder: &mut Decoder, bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
    let length = decoder.max_utf8_buffer_length(bytes.len());
    let begin = text.len();
    text.resize(begin + length.unwrap_or(3 * bytes.len() + 16), 0);
    let (_, _, written, _) = decoder.decode_to_utf8(bytes, &mut text[begin..], is_last);
    text.truncate(begin + written);
}

impl<R: BufRead> BufRead for TextReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if matches!(self.encoding, InputEncoding::Unknown) {
            self.recognize()?;
        }
        while self.at == self.ready.len() {
            self.ready.clear();
            self.at = 0;
            match &mut self.encoding {
                InputEncoding::Utf16(decoder) => {
                    let bytes = self.inner.fill_buf()?;
                    let (length, is_last) = (bytes.len(), bytes.is_empty());
                    decode(decoder, bytes, is_last, &mut self.ready);
                    self.inner.consume(length);
                    if is_last {
                        self.encoding = InputEncoding::Ended;
                    }
                }
                InputEncoding::Ended => break,
                InputEncoding::Unknown | InputEncoding::Utf8 => return self.inner.fill_buf(),
            }
        }
        Ok(&self.ready[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        match self.at < self.ready.len() {
            true => self.at += amount,
            false => self.inner.consume(amount),
        }
    }
}

impl<R: BufRead> Read for TextReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let length = bytes.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads with a buffer of this capacity in bytes.
    fn read(bytes: &[u8], capacity: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let reader = io::BufReader::with_capacity(capacity, bytes);
        TextReader::new(reader).read_to_end(&mut text).unwrap();
        text
    }

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn marks_are_skipped_at_the_beginning_alone() {
        for (bytes, text) in [
            (&b"\xef\xbb\xbfname\n"[..], &b"name\n"[..]),
            (b"a\n\xef\xbb\xbfb", b"a\n\xef\xbb\xbfb"),
            (b"\xef\xbb", b"\xef\xbb"),
            (b"\xef\xbbx", b"\xef\xbbx"),
            (b"\xff\xfd", b"\xff\xfd"),
            (b"\n\xff\xfe", b"\n\xff\xfe"),
            (b"", b""),
            (b"q", b"q"),
        ] {
            assert_eq!(read(bytes, 2), text, "{bytes:?}");
        }
    }

    /// A reader that fails instead of blocking.
    struct Blocking<'a>(&'a [u8]);

    impl Read for Blocking<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.is_empty() {
                true => Err(io::ErrorKind::WouldBlock.into()),
                false => self.0.read(buffer),
            }
        }
    }

    #[test]
    fn a_short_first_line_is_not_waited_behind() {
        for line in ["\n", "1\n", "\u{feff}\n"] {
            let mut reader = TextReader::new(io::BufReader::new(Blocking(line.as_bytes())));
            let mut read = String::new();
            reader.read_line(&mut read).unwrap();
            assert_eq!(read, line.trim_start_matches('\u{feff}'));
        }
    }

    proptest! {
        #[test]
        fn utf_16_is_read_in_both_orders(text in "[a-z]\\PC{0,40}", capacity in 1..9usize, marked: bool) {
            let mark = if marked { "\u{feff}" } else { "" };
            for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                let bytes = utf_16(&format!("{mark}{text}"), to_bytes);
                prop_assert_eq!(read(&bytes, capacity), text.as_bytes());
            }
            let bytes = format!("{mark}{text}");
            prop_assert_eq!(read(bytes.as_bytes(), capacity), text.as_bytes());
        }
    }
}
