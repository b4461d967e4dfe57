//! Secrets in links. A link's secret is the only right to its target.

use std::fmt::{self, Debug};
use std::io;
use std::path::Path;

use data_encoding::BASE64URL_NOPAD;

use tengen_engine::files::{self, FileError};

/// Maximum length of a secret's file, in bytes.
const LONGEST_FILE: u64 = 1 << 10;

/// Bytes of a secret.
const BYTES: usize = 16;

/// A secret of 128 random bits. It is compared in constant time, and its debug output hides it.
#[derive(Clone, Copy)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Returns a new secret from the system's random number generator. Fails if the system has none.
    pub fn random() -> io::Result<Secret> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes))
    }

    /// Returns the secret stored in a file. Stores a new one, readable only by the user of this process, if there is
    /// none or if `is_new`. Fails if the file holds something else.
    pub fn kept_in(path: &Path, is_new: bool) -> Result<Secret, FileError> {
        if !is_new {
            match files::read(path, LONGEST_FILE, &|| false) {
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let foreign = || io::Error::new(io::ErrorKind::InvalidData, "not a key");
                    return Secret::parse(text.trim()).ok_or_else(|| foreign().into());
                }
                Err(error) if error.is_missing() => {}
                Err(error) => return Err(error),
            }
        }
        let secret = Secret::random()?;
        files::write_private(path, format!("{}\n", secret.text()).as_bytes())?;
        Ok(secret)
    }

    /// Parses a secret as written by [`text`](Self::text).
    pub fn parse(text: &str) -> Option<Secret> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        Some(Secret(bytes.try_into().ok()?))
    }

    /// Writes the secret as 22 characters that need no escaping in a URL.
    pub fn text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        // The comparison must take the same time for any number of equal bytes.
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
    use std::fs;

    use super::*;
    use tengen_testing::scratch::Scratch;

    #[test]
    fn secrets_differ_and_survive_their_text() {
        let (first, second) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert_ne!(first, second);
        assert_eq!(first.text().len(), 22);
        assert_eq!(Secret::parse(&first.text()), Some(first));
        assert!(!format!("{first:?}").contains(&first.text()));
    }

    #[test]
    fn a_secret_is_kept_until_a_new_one_is_wanted() {
        let folder = Scratch::new("secret-kept");
        let path = folder.path().join("key");
        let first = Secret::kept_in(&path, false).unwrap();
        assert_eq!(Secret::kept_in(&path, false).unwrap(), first);
        #[cfg(unix)]
        {
            // A user has made the old file readable; the new one must not be.
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        }
        let second = Secret::kept_in(&path, true).unwrap();
        assert_ne!(first, second);
        assert_eq!(Secret::kept_in(&path, false).unwrap(), second);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::write(&path, "a letter").unwrap();
        assert!(Secret::kept_in(&path, false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"a letter");
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
