//! Detection of an encoding by the probability of the text that the bytes give in it.
//!
//! For each encoding a text costs the negative logarithm of its probability, in tenths of a nat, under a model of the
//! language that is written in it: a class of characters shares the probability of the class evenly. The encoding with the
//! lowest costs is the right one. The models are made for names and short comments, where a count of byte pairs as
//! detectors for web pages have it knows too little.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
};

use super::language::{Language, LetterRank};

/// The number of bytes beyond ASCII that are looked at. A few dozen decide.
const SAMPLE: usize = 1500;

/// Costs of a byte that is no character in the encoding.
const MALFORMED: u32 = 250;

/// Costs of a letter of ASCII, which a character of two bytes saves if it takes one as its second byte.
const ASCII: u32 = 30;

/// Costs of an encoding of another language than the file is probably in.
const OTHER_LANGUAGE: u32 = 25;

/// Costs of taking a bracket that ends a value for a part of a character or for an escaped one, or the second byte of a
/// character for such a bracket.
const BROKEN_SYNTAX: u32 = 150;

/// The encodings in the order in which they are preferred if they fit alike, and the costs of those that are rare.
const CANDIDATES: [(&Encoding, Language, u32); 8] = [
    (GB18030, Language::SimplifiedChinese, 0),
    (SHIFT_JIS, Language::Japanese, 0),
    (EUC_KR, Language::Korean, 0),
    (BIG5, Language::TraditionalChinese, 0),
    (EUC_JP, Language::Japanese, 0),
    (WINDOWS_1251, Language::Russian, 0),
    (WINDOWS_1252, Language::WesternEuropean, 0),
    (KOI8_R, Language::Russian, 30),
];

/// Returns the encoding that fits bytes best which are not UTF-8.
pub fn detect(bytes: &[u8], language: Option<Language>) -> &'static Encoding {
    let sample = sample(bytes);
    let costs = |&(encoding, of_encoding, rare): &(&'static Encoding, Language, u32)| {
        let is_other = language.is_some_and(|language| language != of_encoding);
        let text = if encoding.is_single_byte() {
            single_byte_costs(sample, encoding, of_encoding)
        } else {
            double_byte_costs(sample, encoding, of_encoding)
        };
        text + i64::from(rare) + i64::from(if is_other { OTHER_LANGUAGE } else { 0 })
    };
    let best = CANDIDATES.iter().min_by_key(|candidate| costs(candidate));
    best.map_or(WINDOWS_1252, |(encoding, ..)| encoding)
}

/// Returns the bytes up to the end of the sample, which lies between two characters in every encoding.
fn sample(bytes: &[u8]) -> &[u8] {
    let mut beyond_ascii = bytes.iter().enumerate().filter(|(_, byte)| **byte >= 0x80);
    let Some((last, _)) = beyond_ascii.nth(SAMPLE) else {
        return bytes;
    };
    let is_boundary = |byte: &u8| *byte < 0x30;
    let end = bytes[last..].iter().position(is_boundary);
    &bytes[..end.map_or(bytes.len(), |end| last + end)]
}

/// Returns the costs of a text in an encoding with one byte for a letter.
fn single_byte_costs(bytes: &[u8], encoding: &'static Encoding, language: Language) -> i64 {
    let mut costs = 0;
    let mut before = ' ';
    for (at, &byte) in bytes.iter().enumerate() {
        let c = match byte {
            0..0x80 => char::from(byte),
            _ => decoded(encoding, &[byte]).unwrap_or('\u{fffd}'),
        };
        if byte >= 0x80 {
            costs += i64::from(language.letter_costs(before, c).unwrap_or(MALFORMED));
        } else if !before.is_ascii() {
            costs += i64::from(syntax_costs(&bytes[at..]));
            costs += i64::from(language.neighbor_costs(before, c));
        }
        before = c;
    }
    costs
}

/// Returns the costs of a text in an encoding with two bytes for most characters.
fn double_byte_costs(bytes: &[u8], encoding: &'static Encoding, language: Language) -> i64 {
    let mut costs = 0;
    let mut rest = bytes;
    let mut is_behind = false;
    while let Some(&first) = rest.first() {
        if first < 0x80 {
            if is_behind {
                costs += i64::from(syntax_costs(rest));
            }
            is_behind = false;
            rest = &rest[1..];
            continue;
        }
        is_behind = true;
        let (length, cost) = character_costs(rest, encoding, language);
        costs += cost;
        rest = &rest[length..];
    }
    costs
}

/// Returns the length of the first character, which is beyond ASCII, and its costs.
fn character_costs(bytes: &[u8], encoding: &'static Encoding, language: Language) -> (usize, i64) {
    let malformed = (1, i64::from(MALFORMED));
    for length in 1..=bytes.len().min(4) {
        let Some(c) = decoded(encoding, &bytes[..length]) else {
            continue;
        };
        let rank = match length {
            1 if encoding == SHIFT_JIS => LetterRank::HalfWidth,
            2 => language.rank(c, is_first_level(encoding, [bytes[0], bytes[1]])),
            _ => LetterRank::Odd,
        };
        let mut costs = i64::from(rank.costs());
        if length == 2 && bytes[1] < 0x80 {
            costs -= i64::from(ASCII);
            if bytes[1] == b']' && follows_a_value(&bytes[2..]) {
                costs += i64::from(BROKEN_SYNTAX);
            }
        }
        return (length, costs);
    }
    malformed
}

/// Returns the costs of a character of ASCII behind one beyond ASCII: of an escape that takes the end of a value away, and of
/// an end where the text goes on.
fn syntax_costs(bytes: &[u8]) -> u32 {
    match bytes {
        [b'\\', b']', rest @ ..] if follows_a_value(rest) => BROKEN_SYNTAX,
        [b']', rest @ ..] if !follows_a_value(rest) => BROKEN_SYNTAX / 3,
        _ => 0,
    }
}

/// Whether a text continues as a record does behind a value.
fn follows_a_value(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let name = text.iter().take_while(|byte| byte.is_ascii_alphabetic());
    match text.first() {
        Some(b';' | b'(' | b')' | b'[') | None => true,
        Some(b'A'..=b'Z') => text.get(name.count()) == Some(&b'['),
        Some(_) => false,
    }
}

/// Whether bytes are one of the characters that the standard behind an encoding has put first as the usual ones.
fn is_first_level(encoding: &'static Encoding, [first, second]: [u8; 2]) -> bool {
    match encoding {
        _ if encoding == GB18030 => (0xb0..=0xd7).contains(&first) && second > 0xa0,
        _ if encoding == BIG5 => (0xa4..=0xc6).contains(&first),
        _ if encoding == EUC_JP => (0xb0..=0xcf).contains(&first),
        _ if encoding == SHIFT_JIS => (0x88..=0x98).contains(&first),
        // All Hangul of the standard.
        _ if encoding == EUC_KR => (0xb0..=0xc8).contains(&first) && second > 0xa0,
        _ => false,
    }
}

/// Returns the character that bytes are, if they are one.
fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> Option<char> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
