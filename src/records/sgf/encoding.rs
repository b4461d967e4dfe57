//! The encoding of a record: bytes into text.

use std::borrow::Cow;

use encoding_rs::UTF_8;

use crate::encoding::{DecodedText, EncodingHints, EncodingReason, Language, decode_with};

/// Number of bytes searched for the properties of the root.
const HEAD: usize = 4096;

/// Decodes the bytes of a record like [`decode_with`], with the encoding that `CA` declares. This comes before any
/// parsing, since the second byte of a character may look like a bracket.
pub fn decode(bytes: &[u8]) -> DecodedText<'_> {
    let hints = EncodingHints {
        declared: value(bytes, "CA"),
        language: language(bytes),
    };
    let mut decoded = decode_with(bytes, hints);
    // The mark stays: the parser skips text before a game, and an edited file keeps it.
    if decoded.encoding == UTF_8
        && decoded.reason == EncodingReason::Mark
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        decoded.text = Cow::Borrowed(text);
    }
    decoded
}

/// Returns the raw value of a root property, up to a bracket.
fn value<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let name = name.as_bytes();
    let mut places = head
        .windows(name.len() + 1)
        .enumerate()
        .filter(|(at, window)| {
            let is_name = window.starts_with(name) && window.ends_with(b"[");
            let before = at.checked_sub(1).map(|before| head[before]);
            is_name && !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'[')
        });
    let (at, _) = places.next()?;
    let text = head[at + name.len() + 1..]
        .split(|&byte| byte == b']')
        .next()?;
    Some(text.trim_ascii())
}

/// Guesses the language from the program or server that wrote the record, or from the rules it names.
fn language(bytes: &[u8]) -> Option<Language> {
    use Language::{Japanese, Korean, SimplifiedChinese, TraditionalChinese};
    let program = value(bytes, "AP").unwrap_or_default().to_ascii_lowercase();
    let rules = value(bytes, "RU").unwrap_or_default().to_ascii_lowercase();
    let named = |text: &[u8], names: &[&str]| {
        let mut names = names.iter();
        names.any(|name| {
            text.windows(name.len())
                .any(|window| window == name.as_bytes())
        })
    };
    [
        (
            &program,
            &["foxwq", "multigo", "stonebase", "eweiqi", "yicheng"][..],
            SimplifiedChinese,
        ),
        (&program, &["wbaduk", "cyberoro", "tygem"], Korean),
        (&program, &["ugf2sgf", "kgo", "igowin", "hiba"], Japanese),
        (&rules, &["ing", "goe"], TraditionalChinese),
        (&rules, &["chinese", "cn"], SimplifiedChinese),
        (&rules, &["japan", "jp"], Japanese),
        (&rules, &["korea"], Korean),
    ]
    .into_iter()
    .find(|(text, names, _)| named(text, names))
    .map(|(.., language)| language)
}

#[cfg(test)]
mod tests {
    use encoding_rs::Encoding;

    use super::*;

    #[test]
    fn utf_8_goes_before_the_encoding_that_is_named() {
        for text in ["(;CA[GB2312]PB[囲碁])", "(;PB[囲碁])"] {
            assert_eq!(decode(text.as_bytes()).text, text);
        }
        let marked = "\u{feff}(;PB[囲碁])";
        assert!(matches!(decode(marked.as_bytes()).text, Cow::Borrowed(text) if text == marked));
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
            ("ISO-2022-JP", "囲碁表"),
            ("ISO-8859-2", "Łukasz"),
        ] {
            let record = format!("(;CA[{label}]PB[{text}])");
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(&record).0.into_owned();
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, record, "{label}");
            assert_eq!(decoded.reason, EncodingReason::Declared);
        }
    }

    #[test]
    fn other_bytes_are_latin_1() {
        assert_eq!(decode(b"(;PB[\xe9])").text, "(;PB[\u{e9}])");
        for declared in ["UTF-8", "klingon"] {
            let decoded = |name: &str| format!("(;CA[{declared}]PB[{name}])");
            let bytes: Vec<u8> = decoded("\u{e9}").chars().map(|c| c as u8).collect();
            assert_eq!(decode(&bytes).text, decoded("\u{e9}"));
        }
        assert_eq!(decode(b"").text, "");
    }

    #[test]
    fn a_property_of_the_root_is_no_part_of_another() {
        assert_eq!(value(b"(;PCA[x]C[[CA[y]CA[z ])", "CA"), Some(&b"z"[..]));
        assert_eq!(language(b"(;AP[foxwq])"), Some(Language::SimplifiedChinese));
        assert_eq!(language(b"(;RU[Japanese])"), Some(Language::Japanese));
        assert_eq!(language(b"(;RU[AGA])"), None);
    }
}
