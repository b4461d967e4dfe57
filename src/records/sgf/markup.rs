//! Comments and marks added to a text that stays as it is otherwise: whatever else it holds, variations and unknown
//! properties included, is not touched.

use std::borrow::Cow;

use super::game::Point;
use super::notes::escape;
use super::read::letters as point_of;
use super::tokens::{SgfToken, SgfTokens, SgfValue, canonical};
use super::write::letters;
use super::{SgfError, SgfReading};

/// Marks of which a point has at most one.
const MARKS: [&str; 5] = ["TR", "CR", "MA", "SQ", "SL"];

/// Annotations of a move, of which a node has at most one.
const ANNOTATIONS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Comments and marks for one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfMarkup {
    /// Text for `C`, behind a comment that is there.
    pub comment: String,
    /// Points for `TR`, unless they have a mark.
    pub triangles: Vec<Point>,
    /// Labels for `LB`, unless the point has one.
    pub labels: Vec<(Point, String)>,
    /// The name and value of `BM`, `DO`, `IT` or `TE`, unless the node has one of them.
    pub annotation: Option<(&'static str, &'static str)>,
}

impl SgfMarkup {
    fn add(&mut self, other: SgfMarkup) {
        if !self.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(&other.comment);
        self.triangles.extend(other.triangles);
        self.labels.extend(other.labels);
        self.annotation = self.annotation.or(other.annotation);
    }
}

/// A property of a node, and the byte behind it.
struct TextProperty<'a> {
    name: Cow<'a, str>,
    values: Vec<SgfValue<'a>>,
    end: usize,
}

impl TextProperty<'_> {
    /// Whether a value names the point, alone, with a label, or in a rectangle.
    fn names(&self, point: Point) -> bool {
        self.values.iter().any(|value| {
            let mut parts = value.raw.splitn(2, ':').map(str::trim);
            let Some(near) = parts.next().and_then(point_of) else {
                return false;
            };
            let is_label = self.name == "LB";
            let far = parts.next().filter(|_| !is_label).and_then(point_of);
            let far = far.unwrap_or(near);
            let within =
                |at: u8, one: u8, other: u8| (one.min(other)..=one.max(other)).contains(&at);
            within(point.column, near.column, far.column) && within(point.row, near.row, far.row)
        })
    }
}

/// A text of SGF to which markup is added.
pub struct SgfText<'a> {
    text: &'a str,
    /// Texts to insert, with their places.
    insertions: Vec<(usize, String)>,
    /// Whether the text had another encoding, so that `CA` has to name that of the result.
    is_decoded: bool,
    /// Values of `CA` to replace.
    encodings: Vec<SgfValue<'a>>,
}

impl<'a> SgfText<'a> {
    /// Returns a text without additions. It `is_decoded` if its file was not in UTF-8.
    pub fn new(text: &'a str, is_decoded: bool) -> SgfText<'a> {
        SgfText {
            text,
            insertions: Vec::new(),
            is_decoded,
            encodings: Vec::new(),
        }
    }

    /// Adds markup to the nodes of steps of the game that begins at the byte `start`. The steps are in order.
    ///
    /// # Errors
    ///
    /// Fails at a syntax error; then nothing is added.
    pub fn add(
        &mut self,
        start: usize,
        reading: &SgfReading<'_>,
        markup: Vec<(usize, SgfMarkup)>,
    ) -> Result<(), SgfError> {
        let mut tokens = SgfTokens::of_game(self.text, start)?;
        let places = markup.into_iter();
        let mut places = places
            .filter_map(|(step, markup)| Some((reading.offset(step)?, markup)))
            .peekable();
        let mut node: Vec<TextProperty<'a>> = Vec::new();
        let mut insertions = Vec::new();
        let mut nodes = 0;
        while let Some(token) = tokens.next_token()? {
            match token {
                SgfToken::Name(name) => node.push(TextProperty {
                    name: canonical(name),
                    values: Vec::new(),
                    end: tokens.place(),
                }),
                SgfToken::Value(value) => {
                    if let Some(property) = node.last_mut() {
                        property.values.push(value);
                        property.end = tokens.place();
                    }
                }
                SgfToken::Open | SgfToken::Close | SgfToken::Node => {
                    let end = node.last().map_or(tokens.place(), |property| property.end);
                    let mut of_node: Option<SgfMarkup> = None;
                    while let Some((_, markup)) = places.next_if(|(at, _)| *at < end) {
                        of_node.get_or_insert_default().add(markup);
                    }
                    if let Some(markup) = of_node {
                        insertions.extend(additions(&node, end, &markup));
                    }
                    if nodes == 1 && self.is_decoded {
                        self.name_encoding(&node, end);
                    }
                    nodes += usize::from(token == SgfToken::Node);
                    node.clear();
                    if token == SgfToken::Close {
                        break;
                    }
                }
                SgfToken::Cut(_) => break,
            }
        }
        self.insertions.extend(insertions);
        Ok(())
    }

    /// Has `CA` of a root name UTF-8.
    fn name_encoding(&mut self, root: &[TextProperty<'a>], end: usize) {
        match root.iter().find(|property| property.name == "CA") {
            Some(property) => self.encodings.extend(property.values.first()),
            None => self.insertions.push((end, "CA[UTF-8]".to_owned())),
        }
    }

    /// Returns the text with all additions.
    pub fn finish(self) -> String {
        let mut changes: Vec<(usize, usize, String)> = self
            .insertions
            .into_iter()
            .map(|(at, text)| (at, at, text))
            .collect();
        let encodings = self.encodings.iter();
        changes.extend(
            encodings.map(|value| (value.at, value.at + value.raw.len(), "UTF-8".to_owned())),
        );
        changes.sort_by_key(|&(from, ..)| from);
        let mut result = String::with_capacity(self.text.len() * 2);
        let mut copied = 0;
        for (from, to, text) in changes {
            result.push_str(&self.text[copied..from]);
            result.push_str(&text);
            copied = to;
        }
        result.push_str(&self.text[copied..]);
        result
    }
}

/// Returns what markup adds to a node that ends at this byte.
fn additions(node: &[TextProperty<'_>], end: usize, markup: &SgfMarkup) -> Vec<(usize, String)> {
    let find = |name: &str| node.iter().find(|property| property.name == name);
    let has = |names: &[&str], point| {
        let mut named = node
            .iter()
            .filter(|property| names.contains(&property.name.as_ref()));
        named.any(|property| property.names(point))
    };
    let mut additions = Vec::new();
    if !markup.comment.is_empty() {
        let comment = escape(&markup.comment);
        match find("C").and_then(|property| property.values.last()) {
            Some(value) if value.raw.is_empty() => additions.push((value.at, comment)),
            Some(value) => additions.push((value.at + value.raw.len(), format!("\n\n{comment}"))),
            None => additions.push((end, format!("C[{comment}]"))),
        }
    }
    let mut triangles: Vec<String> = Vec::new();
    for &point in markup
        .triangles
        .iter()
        .filter(|&&point| !has(&MARKS, point))
    {
        let value = format!("[{}]", letters(point));
        if !triangles.contains(&value) {
            triangles.push(value);
        }
    }
    let mut labeled = Vec::new();
    let mut labels = Vec::new();
    for (point, label) in &markup.labels {
        if !has(&["LB"], *point) && !labeled.contains(point) {
            labeled.push(*point);
            labels.push(format!("[{}:{}]", letters(*point), escape(label)));
        }
    }
    for (name, values) in [("TR", triangles), ("LB", labels)] {
        let values = values.concat();
        match find(name) {
            _ if values.is_empty() => {}
            Some(property) => additions.push((property.end, values)),
            None => additions.push((end, format!("{name}{values}"))),
        }
    }
    if let Some((name, value)) = markup.annotation
        && ANNOTATIONS.iter().all(|name| find(name).is_none())
    {
        additions.push((end, format!("{name}[{value}]")));
    }
    additions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sgf::read;

    fn marked(text: &str, markup: Vec<(usize, SgfMarkup)>) -> String {
        let reading = read(text).unwrap();
        let mut marked = SgfText::new(text, false);
        marked.add(0, &reading, markup).unwrap();
        marked.finish()
    }

    fn markup(comment: &str) -> SgfMarkup {
        SgfMarkup {
            comment: comment.to_owned(),
            triangles: vec![Point { column: 1, row: 1 }, Point { column: 2, row: 2 }],
            labels: vec![(Point { column: 3, row: 0 }, "1".to_owned())],
            annotation: Some(("BM", "1")),
        }
    }

    #[test]
    fn all_else_stays_as_it_is() {
        let text = "text (;GM[1] XX [keep\\]me]\n;B[aa]  ( ;W[bb]C[x] ;B[cc])(;W[dd]))\n(;second)";
        assert_eq!(marked(text, Vec::new()), text);
        assert_eq!(
            marked(text, vec![(0, markup("a]:")), (2, SgfMarkup::default())]),
            "text (;GM[1] XX [keep\\]me]\n;B[aa]C[a\\]\\:]TR[bb][cc]LB[da:1]BM[1]  ( ;W[bb]C[x] ;B[cc])(;W[dd]))\n(;second)"
        );
    }

    #[test]
    fn comments_and_marks_join_those_that_are_there() {
        let node = "C[mine]TR[ee]CR[bb:bd]LB[da:me]DO[]B[aa]";
        assert_eq!(
            marked(&format!("(;;{node})"), vec![(0, markup("more"))]),
            "(;;C[mine\n\nmore]TR[ee][cc]CR[bb:bd]LB[da:me]DO[]B[aa])"
        );
    }

    #[test]
    fn several_moves_of_a_node_share_its_comment() {
        let (one, other) = (markup("one"), markup("two"));
        assert_eq!(
            marked("(;B[aa]W[bb])", vec![(0, one), (1, other)]),
            "(;B[aa]W[bb]C[one\ntwo]TR[bb][cc]LB[da:1]BM[1])"
        );
    }

    #[test]
    fn the_encoding_is_named_where_it_changes() {
        for (text, result) in [
            ("(;CA[GB2312]PB[x])", "(;CA[UTF-8]PB[x])"),
            ("(;PB[x])", "(;PB[x]CA[UTF-8])"),
        ] {
            let reading = read(text).unwrap();
            let mut marked = SgfText::new(text, true);
            marked.add(0, &reading, Vec::new()).unwrap();
            assert_eq!(marked.finish(), result);
        }
    }
}
