//! The games of a collection.

use super::tokens::{SgfToken, SgfTokens, find_game};

/// Returns the byte at which each game of a text begins. Behind a game with a syntax error the next one is looked for at
/// the start of a line, where programs begin a game.
pub fn game_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut from = 0;
    while let Some(start) = find_game(&text[from..]) {
        let start = from + start;
        starts.push(start);
        from = end_of_game(text, start);
    }
    starts
}

/// Returns the byte behind the last bracket of the game that begins at `start`.
fn end_of_game(text: &str, start: usize) -> usize {
    let Ok(mut tokens) = SgfTokens::of_game(text, start) else {
        return text.len();
    };
    let mut depth = 0;
    loop {
        match tokens.next_token() {
            Ok(Some(SgfToken::Open)) => depth += 1,
            Ok(Some(SgfToken::Close)) if depth == 1 => return tokens.place(),
            Ok(Some(SgfToken::Close)) => depth -= 1,
            // A value without its bracket has taken the rest of the text.
            Ok(None | Some(SgfToken::Cut(_))) => return next_line_with_game(text, start),
            Ok(Some(_)) => {}
            Err(_) => return next_line_with_game(text, tokens.place()),
        }
    }
}

/// Returns the byte of the next `(;` that begins a line behind the one of the byte `from`.
fn next_line_with_game(text: &str, from: usize) -> usize {
    let Some(end_of_line) = text[from..].find('\n') else {
        return text.len();
    };
    let rest = &text[from + end_of_line..];
    let begins_line = |&at: &usize| {
        let before = rest[..at].trim_end_matches([' ', '\t', '\r']);
        before.ends_with('\n') && rest[at + 1..].trim_start().starts_with(';')
    };
    let mut brackets = rest.match_indices('(').map(|(at, _)| at);
    let next = brackets.find(begins_line);
    next.map_or(text.len(), |at| from + end_of_line + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<&str> {
        let starts = game_starts(text);
        starts
            .iter()
            .map(|&start| &text[start..start + 5])
            .collect()
    }

    #[test]
    fn each_game_is_found_behind_the_one_before() {
        assert_eq!(
            games("(;N[1])\n\njunk (;N[2](;)(;C[(;N[x])])) (no game)"),
            ["(;N[1", "(;N[2"]
        );
        assert_eq!(games("no game"), [""; 0]);
        assert_eq!(games("(;N[1](;)(;);x"), ["(;N[1"]);
    }

    #[test]
    fn a_damaged_game_does_not_hide_the_next() {
        assert_eq!(games("(;N[1]!)\n(;N[2])"), ["(;N[1", "(;N[2"]);
        assert_eq!(
            games("(;N[1]C)\n (;N[2])\n(;N[3"),
            ["(;N[1", "(;N[2", "(;N[3"]
        );
        // A game that is cut off there ends where the next one begins.
        assert_eq!(games("(;N[1];B[aa]\n(;N[2])"), ["(;N[1", "(;N[2"]);
    }
}
