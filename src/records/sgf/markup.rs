//! Comments and marks added to games.

use super::edit::{MainLine, NodeText, SgfEdit};
use super::notes::escape;
use super::read::{SgfReading, letters as point_of};
use super::write::letters;
use tengen_engine::game::Point;

/// Marks that exclude each other on a point.
const MARKS: [&str; 5] = ["TR", "CR", "MA", "SQ", "SL"];

const LABEL: &str = "LB";

/// Move annotations; a node has at most one.
const ANNOTATIONS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Comments and marks for one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfMarkup {
    /// Text for `C`, appended to an existing comment.
    pub comment: String,
    /// Points for `TR`; those that already have a mark are left out.
    pub triangles: Vec<Point>,
    /// Labels for `LB`; points that already have one are left out.
    pub labels: Vec<(Point, String)>,
    /// Name and value of `BM`, `DO`, `IT` or `TE`; left out if the node already has one of them.
    pub annotation: Option<(&'static str, &'static str)>,
}

/// Adds markup to steps of a game, given by index in ascending order. `line` is the main line of the game.
pub fn add_markup(
    edit: &mut SgfEdit<'_>,
    line: &MainLine<'_>,
    reading: &SgfReading<'_>,
    markup: Vec<(usize, SgfMarkup)>,
) {
    let mut of_nodes: Vec<(usize, SgfMarkup)> = Vec::new();
    for (step, markup) in markup {
        let Some(node) = line.node_of(reading, step) else {
            continue;
        };
        match of_nodes.last_mut() {
            Some((last, joint)) if *last == node => joint.add(markup),
            _ => of_nodes.push((node, markup)),
        }
    }
    for (node, markup) in of_nodes {
        markup.write(edit, &line.nodes[node]);
    }
}

impl SgfMarkup {
    /// Merges other markup into this one.
    fn add(&mut self, other: SgfMarkup) {
        if !self.comment.is_empty() && !other.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(&other.comment);
        self.triangles.extend(other.triangles);
        self.labels.extend(other.labels);
        self.annotation = self.annotation.or(other.annotation);
    }

    /// Writes the markup into a node.
    fn write(&self, edit: &mut SgfEdit<'_>, node: &NodeText<'_>) {
        if !self.comment.is_empty() {
            edit.add_to_comment(node, &self.comment);
        }
        edit.extend(node, "TR", &self.new_triangles(node));
        edit.extend(node, "LB", &self.new_labels(node));
        let has = |name: &&str| node.property(name).is_some();
        if let Some((name, value)) = self.annotation
            && !ANNOTATIONS.iter().any(has)
        {
            edit.set(node, name, value);
        }
    }

    fn new_triangles(&self, node: &NodeText<'_>) -> String {
        let mut values: Vec<String> = Vec::new();
        for &point in &self.triangles {
            let value = format!("[{}]", letters(point));
            if !has_point(node, &MARKS, point) && !values.contains(&value) {
                values.push(value);
            }
        }
        values.concat()
    }

    fn new_labels(&self, node: &NodeText<'_>) -> String {
        let mut labeled = Vec::new();
        let mut values = String::new();
        for (point, label) in &self.labels {
            if !has_point(node, &[LABEL], *point) && !labeled.contains(point) {
                labeled.push(*point);
                values += &format!("[{}:{}]", letters(*point), escape(label));
            }
        }
        values
    }
}

/// Whether one of these properties has the point: alone, with a label, or in a rectangle.
fn has_point(node: &NodeText<'_>, names: &[&str], point: Point) -> bool {
    let names_point = |name: &&str| {
        let values = node.property(name).map(|property| &property.values);
        let mut values = values.into_iter().flatten();
        values.any(|value| is_within(value.raw, point, *name == LABEL))
    };
    names.iter().any(names_point)
}

/// Whether a value is the point, or a rectangle that contains it.
fn is_within(value: &str, point: Point, is_label: bool) -> bool {
    let mut parts = value.splitn(2, ':').map(str::trim);
    let Some(near) = parts.next().and_then(point_of) else {
        return false;
    };
    let far = parts.next().filter(|_| !is_label).and_then(point_of);
    let far = far.unwrap_or(near);
    let within = |at: u8, one: u8, other: u8| (one.min(other)..=one.max(other)).contains(&at);
    within(point.column, near.column, far.column) && within(point.row, near.row, far.row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::read;

    fn marked(text: &str, markup: Vec<(usize, SgfMarkup)>) -> String {
        let reading = read(text).unwrap();
        let mut edit = SgfEdit::new(text);
        add_markup(&mut edit, &MainLine::new(text, 0), &reading, markup);
        edit.finish()
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
            "text (;GM[1] XX [keep\\]me]\n;B[aa]C[a\\]:]TR[bb][cc]LB[da:1]BM[1]  ( ;W[bb]C[x] ;B[cc])(;W[dd]))\n(;second)"
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
}
