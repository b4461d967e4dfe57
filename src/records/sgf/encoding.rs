//! The encoding of a record: bytes into text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes within which `CA` is looked for, which stands in the root.
const HEAD: usize = 4096;

/// Decodes the bytes of a record. The text is borrowed if it is the bytes as they are.
///
/// A byte order mark decides; so do the zero bytes of UTF-16 without one. Valid UTF-8 is UTF-8 whatever `CA` names, since
/// editors convert texts and leave the property. Otherwise `CA` names the encoding, and without it the text is Latin-1,
/// the default of SGF.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match Encoding::for_bom(bytes) {
        // The mark stays: text before a game is skipped, and a file that is changed keeps it.
        Some((encoding, _)) if encoding == UTF_8 => {
            return encoding.decode_without_bom_handling(bytes).0;
        }
        Some((encoding, _)) => return encoding.decode_with_bom_removal(bytes).0,
        None => {}
    }
    if let Some(encoding) = utf_16_without_mark(bytes) {
        return encoding.decode_without_bom_handling(bytes).0;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    match named_encoding(bytes) {
        Some(encoding) => encoding.decode_without_bom_handling(bytes).0,
        None => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Recognizes UTF-16 by the zero byte of its first character, which is ASCII in a record.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [0, low, ..] if *low > 0 => Some(UTF_16BE),
        [low, 0, ..] if *low > 0 => Some(UTF_16LE),
        _ => None,
    }
}

/// Returns the encoding that `CA` names. UTF-8 is none, as the bytes are not valid in it.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(3).position(|window| window == b"CA[")?;
    let label = head[at + 3..].split(|&byte| byte == b']').next()?;
    Encoding::for_label(label).filter(|encoding| *encoding != UTF_8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn utf_16_is_read_in_both_orders_with_and_without_a_mark() {
        let text = "(;PB[囲碁])";
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(decode(&utf_16(text, to_bytes)), text);
            assert_eq!(decode(&utf_16(&format!("\u{feff}{text}"), to_bytes)), text);
        }
    }

    #[test]
    fn utf_8_goes_before_the_encoding_that_is_named() {
        for text in ["(;CA[GB2312]PB[囲碁])", "(;PB[囲碁])"] {
            assert_eq!(decode(text.as_bytes()), text);
        }
        let marked = "\u{feff}(;PB[囲碁])";
        assert!(matches!(decode(marked.as_bytes()), Cow::Borrowed(text) if text == marked));
    }

    #[test]
    fn old_encodings_are_read_by_their_names() {
        for (label, text) in [
            ("GB2312", "围棋"),
            ("gbk", "圍棋"),
            ("Big5", "圍棋"),
            ("Shift_JIS", "囲碁ソ表"),
            ("EUC-JP", "囲碁"),
            ("EUC-KR", "바둑"),
            ("windows-1251", "Го"),
        ] {
            let record = format!("(;CA[{label}]PB[{text}])");
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(&record).0.into_owned();
            assert_eq!(decode(&bytes), record, "{label}");
        }
    }

    #[test]
    fn other_bytes_are_latin_1() {
        assert_eq!(decode(b"(;PB[\xe9])"), "(;PB[\u{e9}])");
        assert_eq!(decode(b"(;CA[UTF-8]PB[\xe9])"), "(;CA[UTF-8]PB[\u{e9}])");
        assert_eq!(
            decode(b"(;CA[klingon]PB[\xe9])"),
            "(;CA[klingon]PB[\u{e9}])"
        );
        assert_eq!(decode(b""), "");
    }
}
