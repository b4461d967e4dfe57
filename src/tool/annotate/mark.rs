//! The property by which the program recognizes its files.

use std::fmt::{self, Display};

use tengen_records::sgf::{MainLine, NodeText, SgfEdit};

/// The name of the property in the first root of a file.
const PROPERTY: &str = "TENGEN";

/// The first word of its value: the form of these files.
const FORM: &str = "annotated-1";

/// The origin of an annotated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The digest of the original.
    pub source: u64,
    /// The settings of the searches.
    pub settings: String,
}

/// The mark of a file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMark {
    /// The origin in words.
    origin: String,
    /// Whether the file is still as the program wrote it.
    pub is_untouched: bool,
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings.replace(['\\', ']', '\n'], " ");
        write!(f, "source={:016x} {settings}", self.source)
    }
}

impl Mark {
    /// Returns a text with this mark.
    pub fn marked(&self, text: &str) -> String {
        let blank = with_value(text, "");
        let value = format!("{FORM} text={:016x} {self}", digest(&blank));
        with_value(&blank, &value)
    }
}

impl FoundMark {
    /// Returns the mark of a text, if it has one.
    pub fn of(text: &str) -> Option<FoundMark> {
        let value = first_root(text)?.value(PROPERTY)?;
        let rest = value.strip_prefix(FORM)?.strip_prefix(" text=")?;
        let (written, origin) = rest.split_once(' ')?;
        Some(FoundMark {
            origin: origin.to_owned(),
            is_untouched: written == format!("{:016x}", digest(&with_value(text, ""))),
        })
    }

    /// Whether the file has this origin.
    pub fn is(&self, mark: &Mark) -> bool {
        self.origin == mark.to_string()
    }

    /// Whether the file was made with the settings of this mark, from any original.
    pub fn has_settings_of(&self, mark: &Mark) -> bool {
        let settings = |origin: &str| {
            origin
                .split_once(' ')
                .map(|(_, settings)| settings.to_owned())
        };
        settings(&self.origin) == settings(&mark.to_string())
    }
}

fn with_value(text: &str, value: &str) -> String {
    let mut edit = SgfEdit::new(text);
    if let Some(root) = first_root(text) {
        edit.set(&root, PROPERTY, value);
    }
    edit.finish()
}

/// Returns the root of the first game of a text, if it has a game.
fn first_root(text: &str) -> Option<NodeText<'_>> {
    MainLine::of(text, 0).nodes.into_iter().next()
}

/// Returns a digest of a text: FNV-1a of 64 bits.
pub fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark() -> Mark {
        Mark {
            source: 7,
            settings: "visits=3 rule=[x]".to_owned(),
        }
    }

    #[test]
    fn a_marked_text_is_recognized_until_it_is_changed() {
        let text = mark().marked("(;GM[1];B[aa])\n");
        let found = FoundMark::of(&text).unwrap();
        assert!(found.is(&mark()) && found.is_untouched && found.has_settings_of(&mark()));
        let other = Mark {
            source: 8,
            ..mark()
        };
        assert!(!found.is(&other) && found.has_settings_of(&other));
        let again = other.marked(&text);
        assert!(FoundMark::of(&again).unwrap().is(&other));
        assert_eq!(mark().marked(&again), text);
        let edited = text.replace("B[aa]", "B[ab]");
        let found = FoundMark::of(&edited).unwrap();
        assert!(found.is(&mark()) && !found.is_untouched);
    }

    #[test]
    fn other_texts_have_no_mark() {
        for text in [
            "",
            "nothing",
            "(;GM[1])",
            "(;TENGEN[x])",
            "(;GM[1];TENGEN[annotated-1 text=0 x])",
        ] {
            assert_eq!(FoundMark::of(text), None, "{text}");
        }
    }

    #[test]
    fn the_digest_is_the_published_one() {
        assert_eq!(digest(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest("foobar"), 0x8594_4171_f739_67e8);
    }
}
