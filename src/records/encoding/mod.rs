//! Text encodings: bytes into characters.
//!
//! - `detect`: the most likely encoding of bytes that are not UTF-8
//! - `language`: the most frequent letters of each language
//! - `text_decoder`: all texts of a file in one encoding
//!
//! Tests: `tests.rs` and `text_decoder.rs`; `src/records/sgf/encoding.rs` for SGF.
//! A change moves: names and comments of records in old encodings, and the log messages about them; never a game move.

mod detect;
mod language;
mod text_decoder;

use std::borrow::Cow;
use std::fmt::{self, Display};

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};

pub use detect::detect;
pub use language::Language;
pub use text_decoder::TextDecoder;

/// Why an encoding was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingReason {
    /// A byte order mark, or the zero bytes of UTF-16.
    Mark,
    /// The file declares it, and the bytes are valid in it.
    Declared,
    /// The bytes are valid UTF-8, or have the escapes of ISO-2022-JP.
    Valid,
    /// Detected as the most probable encoding.
    Detected,
}

/// A file's decoded text with its original encoding.
#[derive(Clone, Debug)]
pub struct DecodedText<'a> {
    /// The text without a byte order mark; borrowed if the bytes are used unchanged.
    pub text: Cow<'a, str>,
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
    /// Why this encoding was chosen.
    pub reason: EncodingReason,
    /// The encoding that the file declares, if the bytes are not valid in it.
    pub refuted: Option<String>,
}

impl DecodedText<'_> {
    /// Logs the encoding of a file, unless it is UTF-8 and nothing else was declared.
    pub fn log(&self, file: &dyn Display) {
        match &self.refuted {
            Some(_) => log::warn!("{file}: {self}"),
            None if self.encoding != UTF_8 => log::info!("{file}: {self}"),
            None => {}
        }
    }
}

/// The encoding as a log message describes it.
impl Display for DecodedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(refuted) = &self.refuted {
            write!(f, "the text is not in {refuted:?}, which it declares; ")?;
        }
        let reason = match self.reason {
            EncodingReason::Mark => "by its first bytes",
            EncodingReason::Declared => "as it declares",
            EncodingReason::Valid => "in which it is valid",
            EncodingReason::Detected => "detected from its characters",
        };
        write!(f, "read as {}, {reason}", self.encoding.name())
    }
}

/// Hints about the encoding of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct EncodingHints<'a> {
    /// The encoding named in the file.
    pub declared: Option<&'a [u8]>,
    /// The file's probable language.
    pub language: Option<Language>,
}

/// Decodes a text without a declared encoding, such as a `.psq` file, or a name or comment in a binary file. Texts of
/// one file are better decoded together, or with one encoding that [`detect()`] finds for all of them.
pub fn decode(bytes: &[u8]) -> DecodedText<'_> {
    decode_with(bytes, EncodingHints::default())
}

/// Decodes a text. A byte order mark decides, and so do the zero bytes of UTF-16 without one. Next comes the declared
/// encoding if the bytes are valid in it, then UTF-8 if they are valid, then the most probable encoding.
///
/// Valid UTF-8 overrides a different declared encoding, since editors convert texts and leave the declaration.
pub fn decode_with<'a>(bytes: &'a [u8], hints: EncodingHints<'_>) -> DecodedText<'a> {
    use EncodingReason::{Declared, Detected, Mark, Valid};
    let found = |encoding, reason| DecodedText {
        text: Cow::Borrowed(""),
        encoding,
        reason,
        refuted: None,
    };
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        let text = encoding.decode_with_bom_removal(bytes).0;
        return DecodedText {
            text,
            ..found(encoding, Mark)
        };
    }
    let convert = |encoding: &'static Encoding, reason| DecodedText {
        text: encoding.decode_without_bom_handling(bytes).0,
        ..found(encoding, reason)
    };
    if let Some(encoding) = utf_16_without_mark(bytes) {
        return convert(encoding, Mark);
    }
    let declared = hints.declared.and_then(known_encoding);
    if declared == Some(ISO_2022_JP) && is_valid(ISO_2022_JP, bytes) {
        return convert(ISO_2022_JP, Declared);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if has_japanese_escapes(bytes) {
            return convert(ISO_2022_JP, Valid);
        }
        let text = Cow::Borrowed(text);
        return DecodedText {
            text,
            ..found(UTF_8, Valid)
        };
    }
    if let Some(encoding) = declared.filter(|encoding| is_valid(encoding, bytes)) {
        return convert(encoding, Declared);
    }
    let refuted = hints.declared.filter(|label| !label.is_empty());
    DecodedText {
        refuted: refuted.map(|label| String::from_utf8_lossy(label).into_owned()),
        ..convert(detect(bytes, hints.language), Detected)
    }
}

/// Returns the encoding with this name; `None` also for names that the web's encoding standard maps to no decoder.
fn known_encoding(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).filter(|&encoding| encoding != REPLACEMENT)
}

fn is_valid(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    !encoding.decode_without_bom_handling(bytes).1
}

/// Whether ASCII bytes contain the escapes that switch to Japanese characters, and are valid with them.
fn has_japanese_escapes(bytes: &[u8]) -> bool {
    let begins = |escape: &[u8]| bytes.windows(escape.len()).any(|window| window == escape);
    bytes.contains(&0x1b)
        && (begins(b"\x1b$B") || begins(b"\x1b$@"))
        && is_valid(ISO_2022_JP, bytes)
}

/// Recognizes UTF-16 by a zero byte in its first character, which is ASCII in a record.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [0, low, ..] if *low > 0 => Some(UTF_16BE),
        [low, 0, ..] if *low > 0 => Some(UTF_16LE),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
