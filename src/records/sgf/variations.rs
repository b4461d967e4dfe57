//! Variations, which a record keeps as text.

use super::brackets::with_escapes;
use super::notes::escape;
use super::tokens::{SgfToken, SgfTokens, canonical};
use super::write::{letter, letters};
use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// Line length of the copy after which the next node begins a new line.
const LINE_LENGTH: usize = 72;

/// A variation with a comment on its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfVariation {
    /// Moves with the side that plays them; `None` is a pass.
    pub moves: Vec<(Color, Option<Point>)>,
    /// Comment on the first move; empty for no comment.
    pub comment: String,
}

impl SgfVariation {
    /// Returns the variation as a game tree.
    pub(super) fn to_text(&self) -> String {
        let mut text = "\n(".to_owned();
        for (number, &(color, point)) in self.moves.iter().enumerate() {
            let name = letter(color);
            let at = point.map(letters).unwrap_or_default();
            text.push_str(&format!(";{name}[{at}]"));
            if number == 0 {
                text.push_str(&format!("C[{}]", escape(&self.comment)));
            }
        }
        text.push(')');
        text
    }
}

/// The text of the variations at one branch, with property names in their `FF[4]` form.
#[derive(Debug, Default)]
pub(super) struct Variations {
    text: String,
    /// Byte offset of the last line's beginning.
    line_start: usize,
}

impl Variations {
    /// Copies a game tree up to its end; `tokens` is after its first parenthesis. A tree cut off by the end of the text
    /// is closed, without a trailing name, value or parenthesis that has no content. Returns whether the tree was
    /// complete.
    pub fn copy_tree(&mut self, tokens: &mut SgfTokens<'_>) -> bool {
        let before = self.text.len();
        self.break_line();
        self.text.push('(');
        let is_complete = self.copy_rest(tokens);
        if !self.text.ends_with(')') {
            self.text.truncate(before);
        }
        is_complete
    }

    pub fn into_text(self) -> String {
        self.text
    }

    fn copy_rest(&mut self, tokens: &mut SgfTokens<'_>) -> bool {
        let mut depth = 1;
        // Name of a property with no value copied yet.
        let mut name = "".into();
        while let Some(token) = tokens.next_token() {
            match token {
                SgfToken::Open => {
                    depth += 1;
                    self.text.push('(');
                }
                SgfToken::Close => {
                    depth -= 1;
                    self.text.push(')');
                }
                SgfToken::Node => {
                    if self.text.len() - self.line_start > LINE_LENGTH {
                        self.break_line();
                    }
                    self.text.push(';');
                }
                SgfToken::Name(seen) => name = canonical(seen),
                SgfToken::Cut(value) if value.raw.is_empty() => {}
                SgfToken::Value(value) | SgfToken::Cut(value) => {
                    let raw = with_escapes(value.raw);
                    for part in [std::mem::take(&mut name).as_ref(), "[", &raw, "]"] {
                        self.text.push_str(part);
                    }
                }
            }
            if depth == 0 {
                return true;
            }
        }
        // A tree has at least one node.
        while depth > 0 && self.text.ends_with('(') {
            self.text.pop();
            depth -= 1;
        }
        self.text.extend((0..depth).map(|_| ')'));
        false
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_of_a_line_stands_on_its_first_move() {
        let point = Point { column: 2, row: 0 };
        let variation = SgfVariation {
            moves: vec![(Color::Black, Some(point)), (Color::White, None)],
            comment: "better]".to_owned(),
        };
        assert_eq!(variation.to_text(), "\n(;B[ca]C[better\\]];W[])");
    }
}
