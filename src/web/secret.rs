//! Secrets in links, which are the only right to what they lead to.

use std::fmt::{self, Debug};
use std::io;

use data_encoding::BASE64URL_NOPAD;

/// Bytes of a secret: 128 random bits.
const BYTES: usize = 16;

/// A secret of 128 random bits. It is compared in constant time, and its debug form does not show it.
#[derive(Clone, Copy)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Returns a new secret from the system's generator of random numbers.
    ///
    /// # Errors
    ///
    /// The system has no such generator.
    pub fn random() -> io::Result<Secret> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes))
    }

    /// Parses a secret as [`text`](Self::text) writes it.
    pub fn parse(text: &str) -> Option<Secret> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        Some(Secret(bytes.try_into().ok()?))
    }

    /// Writes the secret as 22 characters that need no quoting in an address.
    pub fn text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        // The time must not depend on the number of equal bytes.
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
    }
}

impl Eq for Secret {}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_survive_their_text() {
        let (first, second) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert_ne!(first, second);
        assert_eq!(first.text().len(), 22);
        assert_eq!(Secret::parse(&first.text()), Some(first));
        assert!(!format!("{first:?}").contains(&first.text()));
    }

    #[test]
    fn other_texts_are_no_secrets() {
        let text = Secret::random().unwrap().text();
        for bad in [
            "",
            &text[1..],
            &format!("{text}A"),
            "*********************A",
        ] {
            assert_eq!(Secret::parse(bad), None, "{bad}");
        }
    }
}
