//! The SGF property that identifies files annotated by this program.

use std::fmt::{self, Display};

use tengen_records::sgf::{MainLine, NodeText, SgfEdit};

/// Name of the property, which is in the root of a file's first game.
const PROPERTY: &str = "TENGEN";

/// First word of the property's value: the version of the format.
const FORM: &str = "annotated-1";

/// The origin of an annotated file: its original and the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Digest of the original's text.
    pub source: u64,
    /// Settings on which the annotations depend.
    pub settings: String,
}

/// The mark found in an annotated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMark {
    /// Origin as [`Mark`] displays it.
    origin: String,
    /// Whether the file has not changed since the program wrote it.
    pub is_untouched: bool,
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings.replace(['\\', ']', '\n'], " ");
        write!(f, "source={:016x} {settings}", self.source)
    }
}

impl Mark {
    /// Returns the text with this mark, replacing any earlier mark.
    pub fn marked(&self, text: &str) -> String {
        let blank = with_value(text, "");
        let value = format!("{FORM} text={:016x} {self}", digest(&blank));
        with_value(&blank, &value)
    }
}

impl FoundMark {
    /// Returns the mark of a text; `None` if it has none.
    pub fn parse(text: &str) -> Option<FoundMark> {
        let value = first_root(text)?.value(PROPERTY)?;
        let rest = value.strip_prefix(FORM)?.strip_prefix(" text=")?;
        let (written, origin) = rest.split_once(' ')?;
        Some(FoundMark {
            origin: origin.to_owned(),
            is_untouched: written == format!("{:016x}", digest(&with_value(text, ""))),
        })
    }

    /// Whether the mark has this original and these settings.
    pub fn is(&self, mark: &Mark) -> bool {
        self.origin == mark.to_string()
    }

    /// Whether the mark has the same settings, regardless of the original.
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

/// Returns the root of the first game of a text, if any.
fn first_root(text: &str) -> Option<NodeText<'_>> {
    MainLine::new(text, 0).nodes.into_iter().next()
}

/// Returns the 64-bit FNV-1a hash of a text.
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
        let found = FoundMark::parse(&text).unwrap();
        assert!(found.is(&mark()) && found.is_untouched && found.has_settings_of(&mark()));
        let other = Mark {
            source: 8,
            ..mark()
        };
        assert!(!found.is(&other) && found.has_settings_of(&other));
        let again = other.marked(&text);
        assert!(FoundMark::parse(&again).unwrap().is(&other));
        assert_eq!(mark().marked(&again), text);
        let edited = text.replace("B[aa]", "B[ab]");
        let found = FoundMark::parse(&edited).unwrap();
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
            assert_eq!(FoundMark::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_digest_is_the_published_one() {
        assert_eq!(digest(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest("foobar"), 0x8594_4171_f739_67e8);
    }
}
