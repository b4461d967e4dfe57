//! All texts of a file in the one encoding that fits them best.

use std::fmt::Display;

use encoding_rs::{Encoding, UTF_8};

use super::{Language, detect};

/// Bytes of text examined. A few dozen non-ASCII ones are enough to decide.
const SAMPLE: usize = 1 << 16;

/// A decoder for the names and comments of a binary file. A text that is valid UTF-8 is read as such; all others are
/// read in the one encoding that fits them best.
#[derive(Clone, Copy, Debug)]
pub struct TextDecoder {
    encoding: &'static Encoding,
}

impl TextDecoder {
    /// Creates the decoder of a file with these texts, which is probably in this language.
    pub fn new<'a>(
        texts: impl IntoIterator<Item = &'a [u8]>,
        language: Option<Language>,
    ) -> TextDecoder {
        let mut sample = Vec::new();
        for text in texts {
            if std::str::from_utf8(text).is_err() && sample.len() < SAMPLE {
                sample.extend_from_slice(text);
                sample.push(b'\n');
            }
        }
        let encoding = match sample.is_empty() {
            true => UTF_8,
            false => detect(&sample, language),
        };
        TextDecoder { encoding }
    }

    /// Decodes one text of the file.
    pub fn decode(self, text: &[u8]) -> String {
        match std::str::from_utf8(text) {
            Ok(text) => text.to_owned(),
            Err(_) => self.encoding.decode_without_bom_handling(text).0.into(),
        }
    }

    /// Logs the encoding of a file, unless it is UTF-8.
    pub fn log(self, file: &dyn Display) {
        if self.encoding != UTF_8 {
            let name = self.encoding.name();
            log::info!("{file}: texts read as {name}, detected from their characters");
        }
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GB18030, WINDOWS_1252};

    use super::*;

    #[test]
    fn the_texts_of_a_file_are_in_one_encoding() {
        let long = GB18030.encode("黑棋必胜，白棋只能防守").0;
        let short = GB18030.encode("好").0;
        let utf_8 = "é".as_bytes();
        let decoder = TextDecoder::new([&long[..], &short, utf_8], None);
        assert_eq!(decoder.encoding, GB18030);
        assert_eq!(decoder.decode(&short), "好");
        assert_eq!(decoder.decode(utf_8), "é");
        let latin = WINDOWS_1252.encode("Benoît Lévy, François").0;
        let decoder = TextDecoder::new([&latin[..]], Some(Language::WesternEuropean));
        assert_eq!(decoder.decode(&latin), "Benoît Lévy, François");
    }
}
