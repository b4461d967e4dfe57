//! Writes a game as SGF `FF[4]`.

use super::notes::{NoteNode, escape};
use super::{SgfGame, SgfGameInfo, SgfGameType, SgfSetup, SgfStep};
use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// Line length after which the next property begins a new line.
const LINE_LENGTH: usize = 72;

/// Writes a game as one SGF tree. Parsing it gives the same game if its points are on its board, its texts are single
/// trimmed lines, and no setup is empty.
///
/// Othello is written as Edax, Cassio and OthelloTk read it: points as `f5`, one node per line. Passes have no node, as
/// in Cassio's files: Edax ends a game at `B[]` and rejects `B[PA]` as an illegal move, and Cassio knows neither `PA`
/// nor OthelloTk's `@@@@`. All of them, and this program, add a pass when a side has no move.
pub fn write(game: &SgfGame) -> String {
    let mut file = SgfWriter {
        is_othello: is_othello(&game.info),
        ..SgfWriter::default()
    };
    file.text.push_str("(;");
    info(&game.info, &mut file);
    setup(&game.start, &mut file);
    let mut notes = game.notes.iter().peekable();
    if let Some((_, text)) = notes.next_if(|(node, _)| *node == NoteNode::Root) {
        file.raw(text);
    }
    for (index, step) in game.steps.iter().enumerate() {
        let index = index as u32;
        let is_before = |node: NoteNode| matches!(node, NoteNode::After(steps) | NoteNode::Branch(steps) if steps == index);
        while let Some((node, text)) = notes.next_if(|(node, _)| is_before(*node)) {
            file.note(node, text);
        }
        let note = notes.next_if(|(node, _)| *node == NoteNode::Step(index));
        let note = note.map_or("", |(_, text)| text);
        let is_omitted = file.is_othello && matches!(step, SgfStep::Move(_, None));
        if is_omitted && note.is_empty() {
            continue;
        }
        file.node();
        match step {
            SgfStep::Setup(points) => setup(points, &mut file),
            SgfStep::Move(..) if is_omitted => {}
            SgfStep::Move(color, point) => {
                let point = point.map(|point| file.point(point));
                file.property(letter(*color), &[point.unwrap_or_default()]);
            }
        }
        if !note.is_empty() {
            file.raw(note);
        }
    }
    for (node, text) in notes {
        file.note(node, text);
    }
    file.finish()
}

/// Whether a game is Othello on the standard board.
fn is_othello(info: &SgfGameInfo) -> bool {
    info.kind == SgfGameType::Othello && (info.width, info.height) == (8, 8)
}

fn info(info: &SgfGameInfo, file: &mut SgfWriter<'_>) {
    file.property("GM", &[info.kind.number().to_string()]);
    file.property("FF", &["4".to_owned()]);
    file.property("CA", &["UTF-8".to_owned()]);
    file.property("AP", &[format!("Tengen:{}", env!("CARGO_PKG_VERSION"))]);
    let size = if info.width == info.height {
        info.width.to_string()
    } else {
        format!("{}:{}", info.width, info.height)
    };
    file.property("SZ", &[size]);
    for (name, text) in [
        ("KM", &info.komi),
        ("HA", &info.handicap),
        ("RU", &info.rules),
        ("RULES", &info.exact_rules),
    ] {
        let value: Vec<String> = text.iter().map(|text| escape(text)).collect();
        file.property(name, &value);
    }
}

fn setup(setup: &SgfSetup, file: &mut SgfWriter<'_>) {
    for (name, points) in [
        ("AB", &setup.black),
        ("AW", &setup.white),
        ("AE", &setup.empty),
    ] {
        let points = points.iter().copied();
        let values: Vec<String> = points.map(|point| file.point(point)).collect();
        file.property(name, &values);
    }
    if let Some(color) = setup.to_move {
        file.property("PL", &[letter(color).to_owned()]);
    }
}

pub(super) fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

pub(super) fn letters(point: Point) -> String {
    let letter = |index: u8| match index {
        0..26 => char::from(b'a' + index),
        _ => char::from(b'A' + (index - 26)),
    };
    [letter(point.column), letter(point.row)]
        .into_iter()
        .collect()
}

#[derive(Default)]
struct SgfWriter<'a> {
    text: String,
    /// Length of the last line in characters.
    column: usize,
    /// Variations of the open branches.
    branches: Vec<&'a str>,
    is_othello: bool,
}

impl<'a> SgfWriter<'a> {
    /// Writes a note that does not belong to the node of a step.
    fn note(&mut self, node: NoteNode, text: &'a str) {
        if matches!(node, NoteNode::Branch(_)) {
            self.branch(text);
        } else {
            self.node();
            self.raw(text);
        }
    }

    /// Begins a branch; its first tree is the rest of the main line.
    fn branch(&mut self, variations: &'a str) {
        self.fill_branch();
        self.text.push_str("\n(");
        self.column = 1;
        self.branches.push(variations);
    }

    /// Writes an empty node if the last branch has none.
    fn fill_branch(&mut self) {
        if self.text.ends_with('(') {
            self.node();
        }
    }

    /// Writes the variations and returns the text.
    fn finish(mut self) -> String {
        self.fill_branch();
        while let Some(variations) = self.branches.pop() {
            self.text.push(')');
            self.text.push_str(variations);
        }
        self.text.push_str(")\n");
        self.text
    }

    /// Writes a point in the notation of the game's programs.
    fn point(&self, point: Point) -> String {
        match self.is_othello {
            true => format!("{}{}", char::from(b'a' + point.column), point.row + 1),
            false => letters(point),
        }
    }

    fn node(&mut self) {
        if self.is_othello {
            self.text.push('\n');
            self.column = 0;
        }
        self.wrap();
        self.text.push(';');
        self.column += 1;
    }

    /// Adds a property with its escaped values; nothing if it has none.
    fn property(&mut self, name: &str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        self.add(name);
        for value in values {
            self.wrap();
            self.add("[");
            self.add(value);
            self.add("]");
        }
    }

    /// Adds properties that are already SGF.
    fn raw(&mut self, text: &str) {
        self.wrap();
        self.add(text);
    }

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last_line)) => self.column = last_line.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn wrap(&mut self) {
        if self.column > LINE_LENGTH {
            self.text.push('\n');
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests;
