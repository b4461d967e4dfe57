//! Repair of damaged texts.

use std::borrow::Cow;

use super::collection::{GamePlace, games};
use super::tokens::{Repair, SgfToken, SgfTokens};

/// Repairs a text so that every program reads the games that this one reads: text outside the grammar is removed,
/// brackets in comments are escaped, and missing parentheses, brackets and semicolons are added. A well-formed text is
/// returned unchanged.
pub fn repaired(text: &str) -> Cow<'_, str> {
    let mut repairs: Vec<Repair> = Vec::new();
    for game in games(text) {
        repairs.extend(of_game(text, game));
    }
    if repairs.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut repaired = String::with_capacity(text.len() + repairs.len());
    let mut at = 0;
    for (place, with) in repairs {
        repaired += &text[at..place.start];
        repaired += with;
        at = place.end;
    }
    Cow::Owned(repaired + &text[at..])
}

/// Returns the repairs of a game, in order.
fn of_game(text: &str, game: GamePlace) -> Vec<Repair> {
    let text = &text[..game.end];
    let Ok(tokens) = SgfTokens::of_game(text, game.start) else {
        return Vec::new();
    };
    let mut tokens = tokens.with_repairs();
    let mut last = None;
    while let Some(token) = tokens.next_token() {
        last = Some(token);
        if token == SgfToken::Close && tokens.depth() == 0 {
            return tokens.take_repairs();
        }
    }
    let mut missing = tokens.depth();
    let mut repairs = tokens.take_repairs();
    let end = text.trim_end().len();
    match last {
        Some(SgfToken::Cut(value)) => {
            let value_end = value.at + value.raw.len();
            let behind = &text[value_end..end.max(value_end)];
            let escapes = behind.len() - behind.trim_start_matches('\\').len();
            repairs.push((value_end..value_end + escapes, "]"));
            missing = missing.saturating_sub(behind.matches(')').count());
        }
        Some(SgfToken::Open) => repairs.push((end..end, ";")),
        _ => {}
    }
    repairs.extend((0..missing).map(|_| (end..end, ")")));
    repairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::read;

    #[test]
    fn repaired_texts_are_read_as_the_damaged_ones_without_warnings() {
        for (text, expected) in [
            ("x (;B[aa]) y", "x (;B[aa]) y"),
            ("(;B[aa]\n---\n;W[bb])", "(;B[aa]\n\n;W[bb])"),
            ("(GM[1];B[aa])", "(;GM[1];B[aa])"),
            ("(;C[a [1] b];B[aa])", "(;C[a [1\\] b];B[aa])"),
            ("(;B[aa]W;W[bb])", "(;B[aa];W[bb])"),
            (
                "(;N[a](;N[b]);B[aa](B[cc]))",
                "(;N[a](;N[b])(;B[aa](;B[cc])))",
            ),
            ("(;B[aa];W[bb]\n", "(;B[aa];W[bb])\n"),
            ("(;B[aa](;C[a\\\\\\", "(;B[aa](;C[a\\\\]))"),
            ("(;B[aa](;C[a) \n", "(;B[aa](;C[a])) \n"),
            ("(;B[aa](", "(;B[aa](;))"),
            ("(;B[aa]C", "(;B[aa])"),
            (
                "(;GM[1];B[bb]\n(;GM[1];B[aa]\n(;GM[1])",
                "(;GM[1];B[bb])\n(;GM[1];B[aa])\n(;GM[1])",
            ),
        ] {
            let repaired = repaired(text);
            assert_eq!(repaired, expected, "{text}");
            let again = super::repaired(&repaired);
            assert!(matches!(again, Cow::Borrowed(_)), "{text}");
            for (damaged, mended) in games(text).into_iter().zip(games(&repaired)) {
                let damaged = damaged.read(text).unwrap();
                let mended = mended.read(&repaired).unwrap();
                assert_eq!(mended.warnings, [""; 0], "{text}");
                assert_eq!(mended.game.steps, damaged.game.steps, "{text}");
            }
        }
        assert!(read(&repaired("(;SZ[9];B[zz")).is_ok());
    }
}
