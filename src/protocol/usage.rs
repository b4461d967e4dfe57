//! The grammar of a command's arguments: `VERTEX [COLOR]`, `none | nodes N`, `[COLOR VERTEX]...`.

/// A part of a command's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsagePart {
    /// A word as it is, in small letters.
    Word(String),
    /// A value, by its name in capitals.
    Value(String),
    /// One of several ways, or nothing.
    Optional(Usage),
    /// Once or more often.
    Repeated(Box<UsagePart>),
}

/// The ways in which a command can be used, each a sequence of parts.
///
/// Capitals are values, brackets hold what may be left out, a bar separates alternatives, and three dots repeat the
/// part before them: `VERTEX...` is one vertex or more, `[VERTEX]...` any number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Alternatives, of which there is always one.
    pub ways: Vec<Vec<UsagePart>>,
}

impl Usage {
    /// Reads a grammar. A bracket that is left open ends with the text; dots after nothing repeat nothing.
    pub fn parse(text: &str) -> Usage {
        let spaced = text
            .replace('[', " [ ")
            .replace(']', " ] ")
            .replace("...", " ... ");
        Usage::read(&mut spaced.split_whitespace())
    }

    /// Returns the names of its values in the order in which they stand there, as often as they do.
    pub fn values(&self) -> Vec<String> {
        let parts = self.ways.iter().flatten();
        parts.flat_map(UsagePart::values).collect()
    }

    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Usage {
        let mut ways = Vec::new();
        let mut way = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "]" => break,
                "|" => ways.push(std::mem::take(&mut way)),
                "[" => way.push(UsagePart::Optional(Usage::read(words))),
                "..." => {
                    let last = way.pop().map(|part| UsagePart::Repeated(Box::new(part)));
                    way.extend(last);
                }
                _ if is_value(word) => way.push(UsagePart::Value(word.to_owned())),
                _ => way.push(UsagePart::Word(word.to_owned())),
            }
        }
        ways.push(way);
        Usage { ways }
    }
}

impl UsagePart {
    fn values(&self) -> Vec<String> {
        match self {
            UsagePart::Word(_) => Vec::new(),
            UsagePart::Value(name) => vec![name.clone()],
            UsagePart::Optional(usage) => usage.values(),
            UsagePart::Repeated(part) => part.values(),
        }
    }
}

fn is_value(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str) -> UsagePart {
        UsagePart::Value(name.to_owned())
    }

    #[test]
    fn parts_nest() {
        let usage = Usage::parse("none | VERTEX... [nodes N | COLOR]...");
        let optional = UsagePart::Optional(Usage {
            ways: vec![
                vec![UsagePart::Word("nodes".to_owned()), value("N")],
                vec![value("COLOR")],
            ],
        });
        let second = vec![
            UsagePart::Repeated(Box::new(value("VERTEX"))),
            UsagePart::Repeated(Box::new(optional)),
        ];
        let first = vec![UsagePart::Word("none".to_owned())];
        assert_eq!(usage.ways, [first, second]);
        assert_eq!(usage.values(), ["VERTEX", "N", "COLOR"]);
    }

    #[test]
    fn no_text_is_one_empty_way() {
        assert_eq!(Usage::parse("").ways, [[]]);
        assert_eq!(Usage::parse("...").ways, [[]]);
    }
}
