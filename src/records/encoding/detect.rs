//! Detection of a text's encoding by the most probable decoding.
//!
//! Each candidate encoding costs the negative log probability of the decoded text, in tenths of a nat, under a model of
//! the language written in it; characters of one class share the probability of the class evenly. The cheapest encoding
//! wins. The models are made for names and short comments, which are too short for the byte-pair statistics of web page
//! detectors.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
};

use super::language::{Language, LetterRank};

/// Number of non-ASCII bytes examined. A few dozen are enough to decide.
const SAMPLE: usize = 1500;

/// Cost of a byte that is invalid in the encoding.
const MALFORMED: u32 = 250;

/// Cost of an ASCII letter, subtracted when a two-byte character takes one as its second byte.
const ASCII: u32 = 30;

/// Cost of an encoding for a language other than the one the file is probably in.
const OTHER_LANGUAGE: u32 = 25;

/// Cost of reading a bracket that ends a value as part of a character or as escaped, or the second byte of a character
/// as such a bracket.
const BROKEN_SYNTAX: u32 = 150;

/// Candidate encodings in order of preference if their costs are equal, with an extra cost for rare ones.
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

/// Returns the most probable encoding of bytes that are not UTF-8.
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

/// Returns the sample: the bytes up to one below 0x30, which no encoding uses inside a character.
fn sample(bytes: &[u8]) -> &[u8] {
    let mut beyond_ascii = bytes.iter().enumerate().filter(|(_, byte)| **byte >= 0x80);
    let Some((last, _)) = beyond_ascii.nth(SAMPLE) else {
        return bytes;
    };
    let is_boundary = |byte: &u8| *byte < 0x30;
    let end = bytes[last..].iter().position(is_boundary);
    &bytes[..end.map_or(bytes.len(), |end| last + end)]
}

/// Returns the cost of a text in an encoding with one byte per letter.
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

/// Returns the cost of a text in an encoding with two bytes for most characters.
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

/// Returns the length and the cost of the first character, which is not ASCII.
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

/// Returns the cost of an ASCII character after a non-ASCII one: an escape that hides the end of a value, or an end in
/// the middle of a text.
fn syntax_costs(bytes: &[u8]) -> u32 {
    match bytes {
        [b'\\', b']', rest @ ..] if follows_a_value(rest) => BROKEN_SYNTAX,
        [b']', rest @ ..] if !follows_a_value(rest) => BROKEN_SYNTAX / 3,
        _ => 0,
    }
}

/// Whether the text is what follows a value in a record.
fn follows_a_value(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let name = text.iter().take_while(|byte| byte.is_ascii_alphabetic());
    match text.first() {
        Some(b';' | b'(' | b')' | b'[') | None => true,
        Some(b'A'..=b'Z') => text.get(name.count()) == Some(&b'['),
        Some(_) => false,
    }
}

/// Whether a two-byte code is in the first level of the encoding's standard, which has the common characters.
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

/// Returns the character encoded by exactly these bytes.
fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> Option<char> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
