//! Rust text: replaces the parts without code by blanks, and parses `use` statements.

pub struct Use {
    /// The inline modules around the statement.
    pub inside: Vec<String>,
    /// Whether the statement reexports its names.
    pub is_public: bool,
    /// The paths in the statement.
    pub leaves: Vec<UseLeaf>,
}

/// One path of a `use` statement.
pub struct UseLeaf {
    pub names: Vec<String>,
    /// The name by which the path is known afterwards.
    pub name: String,
}

/// Replaces comments, strings and characters by blanks; line ends stay.
pub fn without_comments_and_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skipped(&chars, at);
        if end == at {
            code.push(chars[at]);
            at += 1;
            continue;
        }
        code.extend(
            chars[at..end]
                .iter()
                .map(|&c| if c == '\n' { c } else { ' ' }),
        );
        at = end;
    }
    code
}

/// The end of the comment, string or character that begins here; `at` if none does.
fn skipped(chars: &[char], at: usize) -> usize {
    let rest = &chars[at..];
    let is_inside_name = at > 0 && is_name(chars[at - 1]);
    match rest {
        ['/', '/', ..] => at + rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
        ['/', '*', ..] => block_comment(chars, at),
        ['r', '"' | '#', ..] if !is_inside_name => raw_string(chars, at + 1).unwrap_or(at),
        ['b', 'r', '"' | '#', ..] if !is_inside_name => raw_string(chars, at + 2).unwrap_or(at),
        ['"', ..] => quoted(chars, at, '"'),
        ['\'', '\\', ..] | ['\'', _, '\'', ..] => quoted(chars, at, '\''),
        _ => at,
    }
}

fn block_comment(chars: &[char], at: usize) -> usize {
    let mut depth = 0;
    let mut end = at;
    while end + 1 < chars.len() {
        match (chars[end], chars[end + 1]) {
            ('/', '*') => (depth, end) = (depth + 1, end + 2),
            ('*', '/') => (depth, end) = (depth - 1, end + 2),
            _ => end += 1,
        }
        if depth == 0 {
            return end;
        }
    }
    chars.len()
}

/// The end of a raw string, given where its hashes begin.
fn raw_string(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at..].iter().take_while(|&&c| c == '#').count();
    let begin = at + hashes + 1;
    if chars.get(begin - 1) != Some(&'"') {
        return None;
    }
    let closes = |&end: &usize| {
        chars[end] == '"' && chars[end + 1..].iter().take_while(|&&c| c == '#').count() >= hashes
    };
    let end = (begin..chars.len()).find(closes);
    Some(end.map_or(chars.len(), |end| end + 1 + hashes))
}

fn quoted(chars: &[char], at: usize, quote: char) -> usize {
    let mut end = at + 1;
    while end < chars.len() && chars[end] != quote {
        end += if chars[end] == '\\' { 2 } else { 1 };
    }
    (end + 1).min(chars.len())
}

/// Replaces items that are only compiled for tests by blanks. Takes code without comments and strings.
pub fn without_tests(code: &str) -> String {
    let mut code = code.to_owned();
    let mut from = 0;
    while let Some(found) = code[from..].find("#[cfg(") {
        let begin = from + found;
        let close = begin
            + code[begin..]
                .find(']')
                .map_or(code.len() - begin, |end| end + 1);
        let condition = &code[begin..close];
        from = close;
        if !words(condition).any(|word| word == "test") || condition.contains("not(test") {
            continue;
        }
        let end = item_end(&code, close);
        let blank: String = code[begin..end]
            .chars()
            .map(|c| if c == '\n' { c } else { ' ' })
            .collect();
        code.replace_range(begin..end, &blank);
    }
    code
}

/// The end of the item, field or statement that begins here: its closing brace, semicolon or comma.
fn item_end(code: &str, begin: usize) -> usize {
    const ITEMS: [&str; 12] = [
        "pub", "mod", "fn", "use", "impl", "struct", "enum", "const", "static", "type", "trait",
        "unsafe",
    ];
    let is_item = words(&code[begin..])
        .next()
        .is_some_and(|word| ITEMS.contains(&word));
    let mut depth = 0;
    for (at, c) in code[begin..].char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                if depth < 0 {
                    return begin + at;
                }
                if depth == 0 && c == '}' {
                    return begin + at + 1;
                }
            }
            ';' if depth == 0 => return begin + at + 1,
            ',' if depth == 0 && !is_item => return begin + at + 1,
            _ => {}
        }
    }
    code.len()
}

/// Parses the `use` statements of code.
pub fn uses(code: &str) -> Vec<Use> {
    let inline = inline_modules(code);
    let mut found = Vec::new();
    for (at, word) in word_places(code) {
        if word != "use" {
            continue;
        }
        let Some(end) = code[at..].find(';') else {
            continue;
        };
        let mut leaves = Vec::new();
        let tokens: Vec<&str> = tokens(&code[at + word.len()..at + end]);
        tree(&mut &tokens[..], &[], &mut leaves);
        let before = code[..at].trim_end();
        found.push(Use {
            inside: inside(&inline, at),
            is_public: before.ends_with("pub") || before.ends_with(')'),
            leaves,
        });
    }
    found
}

/// The paths from `crate`, `self` or `super` outside `use` statements, with the inline modules around them.
pub fn paths(code: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let inline = inline_modules(code);
    let mut found = Vec::new();
    let mut skip_to = 0;
    for (at, word) in word_places(code) {
        if at < skip_to {
            continue;
        }
        if word == "use" {
            skip_to = at + code[at..].find(';').unwrap_or_default();
            continue;
        }
        let is_first = !code[..at].ends_with("::") && !code[..at].ends_with("pub(in ");
        if !is_first || !code[at + word.len()..].starts_with("::") {
            continue;
        }
        let end = code[at..].find(|c| !is_name(c) && c != ':');
        let path = end.map_or(&code[at..], |end| &code[at..at + end]);
        let names = path.split("::").filter(|name| !name.is_empty());
        found.push((inside(&inline, at), names.map(str::to_owned).collect()));
    }
    found
}

/// The names of structs, enums, traits, unions and top-level type aliases.
pub fn types(code: &str) -> Vec<&str> {
    code.lines().filter_map(type_name).collect()
}

fn type_name(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().peekable();
    if words.next_if(|word| word.starts_with("pub")).is_some() {
        // The rest of a visibility with a blank, such as `pub(in crate::room)`.
        words.next_if(|word| word.ends_with(')'));
    }
    words.next_if(|word| *word == "unsafe");
    let is_type = match words.next()? {
        "struct" | "enum" | "trait" | "union" => true,
        kind => kind == "type" && !line.starts_with(' '),
    };
    let name = words.next().filter(|_| is_type)?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

/// The names of the modules in separate files that code declares.
pub fn modules(code: &str) -> Vec<String> {
    let places: Vec<_> = word_places(code).collect();
    let declared = places.windows(2).filter(|pair| {
        let [(_, keyword), (at, name)] = pair else {
            return false;
        };
        *keyword == "mod" && code[at + name.len()..].starts_with(';')
    });
    declared.map(|pair| pair[1].1.to_owned()).collect()
}

/// The inline modules: the start and end of their bodies, and their names.
fn inline_modules(code: &str) -> Vec<(usize, usize, String)> {
    let places: Vec<_> = word_places(code).collect();
    let mut found = Vec::new();
    for pair in places.windows(2) {
        let ((_, keyword), (at, name)) = (pair[0], pair[1]);
        let body = at + name.len();
        if keyword == "mod" && code[body..].trim_start().starts_with('{') {
            found.push((body, item_end(code, body), name.to_owned()));
        }
    }
    found
}

fn inside(inline: &[(usize, usize, String)], at: usize) -> Vec<String> {
    let around = inline
        .iter()
        .filter(|(begin, end, _)| (*begin..*end).contains(&at));
    around.map(|(_, _, name)| name.clone()).collect()
}

/// Parses a tree of a `use` statement up to its end or a comma.
fn tree(tokens: &mut &[&str], prefix: &[String], leaves: &mut Vec<UseLeaf>) {
    let mut names = prefix.to_vec();
    while let Some((&token, rest)) = tokens.split_first() {
        match token {
            "," | "}" => break,
            "{" => {
                *tokens = rest;
                while let Some((&token, rest)) = tokens.split_first() {
                    match token {
                        "}" => {
                            *tokens = rest;
                            return;
                        }
                        "," => *tokens = rest,
                        _ => tree(tokens, &names, leaves),
                    }
                }
                return;
            }
            "as" => {
                let name = rest.first().copied().unwrap_or_default().to_owned();
                *tokens = rest.get(1..).unwrap_or_default();
                leaves.push(UseLeaf { names, name });
                return;
            }
            name => {
                *tokens = rest;
                names.push(name.to_owned());
            }
        }
    }
    // `a::{self}` names `a`.
    if names.len() > 1 && names.last().is_some_and(|name| name == "self") {
        names.pop();
    }
    let name = names.last().cloned().unwrap_or_default();
    leaves.push(UseLeaf { names, name });
}

/// Splits code into names, braces, commas and stars.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let length = if is_name(c) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if is_name(c) || "{},*".contains(c) {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c| !is_name(c)).filter(|word| !word.is_empty())
}

fn word_places(code: &str) -> impl Iterator<Item = (usize, &str)> {
    words(code).map(|word| (word.as_ptr().addr() - code.as_ptr().addr(), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_tests_are_blanked() {
        let text = "use a; // use b;\nlet c = '\"'; \"use d;\" r#\"use \"e\"\"# /* use /* f */ */ 'x: loop {}\n\
                    #[cfg(test)]\nmod tests {\n use g;\n}\n#[cfg(not(test))] use h;";
        let code = without_tests(&without_comments_and_strings(text));
        let words: Vec<&str> = words(&code).collect();
        assert_eq!(
            words,
            [
                "use", "a", "let", "c", "x", "loop", "cfg", "not", "test", "use", "h"
            ]
        );
    }

    #[test]
    fn trees_are_taken_apart() {
        let uses = uses("pub use crate::a::{self, b::{C as D, E}, f};");
        let leaves: Vec<_> = uses[0]
            .leaves
            .iter()
            .map(|leaf| (leaf.names.join("::"), &*leaf.name))
            .collect();
        let expected = [
            ("crate::a", "a"),
            ("crate::a::b::C", "D"),
            ("crate::a::b::E", "E"),
            ("crate::a::f", "f"),
        ];
        assert!(uses[0].is_public);
        assert_eq!(leaves, expected.map(|(path, name)| (path.to_owned(), name)));
    }

    #[test]
    fn paths_are_found_outside_uses() {
        let found = paths("use crate::a; mod m { fn f() -> super::B { crate::c::d(self::e) } }");
        let found: Vec<_> = found
            .iter()
            .map(|(inside, names)| (inside.join("::"), names.join("::")))
            .collect();
        let expected = [("m", "super::B"), ("m", "crate::c::d"), ("m", "self::e")];
        assert_eq!(
            found,
            expected.map(|(inside, path)| (inside.to_owned(), path.to_owned()))
        );
    }

    #[test]
    fn types_are_found() {
        let code = "pub struct Tree;\npub(crate) enum Kind<T> { A }\nunsafe trait Player {}\n    type Item = u8;\n\
                    pub(in crate::a) union Twin { a: u8 }\npub type Point = u8;\nlet kind = 1;\n";
        assert_eq!(types(code), ["Tree", "Kind", "Player", "Twin", "Point"]);
    }
}
