//! Excerpts of input for error messages.

/// Maximum length of an excerpt, in characters.
const LONGEST: usize = 40;

/// Returns the beginning of a text on one line: at most 40 characters, with `...` if there are more. Control characters
/// become `?`.
pub fn excerpt(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    let mut chars = text.chars();
    let mut excerpt: String = chars.by_ref().take(LONGEST).map(shown).collect();
    if chars.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        let long = "ä".repeat(LONGEST);
        assert_eq!(excerpt(&long), long);
        assert_eq!(excerpt(&format!("{long}x")), format!("{long}..."));
        assert_eq!(excerpt("a\tb\u{7}"), "a?b?");
        assert_eq!(excerpt(""), "");
    }
}
