//! The entry of a database for one position.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::eval::score::{WIN, plies_to_end, winrate};
use crate::params::Params;
use crate::rules::Point;

/// Maximum bytes of a comment, or of all texts on points. Files store the length of an entry in 16 bits.
const MOST_TEXT: usize = 24_000;

/// Maximum bytes of a text on one point. Yixin-Board shows six.
const MOST_POINT_TEXT: usize = 64;

/// A mark on a position, from the view of the side that has just moved: a won position is won by that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Label(i8);

impl Label {
    /// Nothing but the position is known.
    pub const NULL: Label = Label(0);
    /// No mark; the entry may still have a value or a text.
    pub const NONE: Label = Label(-1);
    /// Won by the side that has just moved.
    pub const WIN: Label = Label(b'w' as i8);
    /// Lost by the side that has just moved.
    pub const LOSS: Label = Label(b'l' as i8);
    /// Drawn, won by neither side.
    pub const DRAW: Label = Label(b'd' as i8);
    /// The move that leads here is the one to play.
    pub const FORCED: Label = Label(b'!' as i8);
    /// The move that leads here is not to be searched.
    pub const BLOCKED: Label = Label(b'x' as i8);

    /// Returns the label with this number: a printable character, 0 or a negative number. The known letters may be
    /// capitals.
    pub fn of_number(number: i8) -> Option<Label> {
        let letter = (number as u8).to_ascii_lowercase() as i8;
        match number {
            0 => Some(Label::NULL),
            ..0 => Some(Label::NONE),
            _ if b"wldx".contains(&(letter as u8)) => Some(Label(letter)),
            33..=126 => Some(Label(number)),
            _ => None,
        }
    }

    /// Returns the number used in files and in replies.
    pub fn number(self) -> i8 {
        self.0
    }

    /// Returns the character of the mark; `None` without a mark.
    pub fn character(self) -> Option<char> {
        (self.0 > 0).then_some(char::from(self.0 as u8))
    }

    /// Whether the label says that the result of the game is known.
    pub fn is_result(self) -> bool {
        [Label::WIN, Label::LOSS, Label::DRAW].contains(&self)
    }
}

/// Relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueBound {
    /// The entry has no value.
    #[default]
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The value is exact at its depth.
    Exact,
}

impl ValueBound {
    /// Every bound, in the order of their numbers.
    pub const ALL: [ValueBound; 4] = [
        ValueBound::None,
        ValueBound::Upper,
        ValueBound::Lower,
        ValueBound::Exact,
    ];
}

impl Display for ValueBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["none", "upper", "lower", "exact"][*self as usize])
    }
}

/// The data of a database for one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseEntry {
    /// The mark on the position.
    pub label: Label,
    /// Score for the side to move, in evaluation units; a win in `n` plies is 30,000 minus `n`.
    pub value: i16,
    /// Depth in plies of the search that found the value.
    pub depth: i16,
    /// Relation of `value` to the true value.
    pub bound: ValueBound,
    comment: String,
    /// Texts on empty points, each of which represents its mirror images.
    point_texts: BTreeMap<Point, String>,
}

impl DatabaseEntry {
    /// Maximum depth that files can store, in plies.
    pub const MAX_DEPTH: i16 = i16::MAX >> 2;

    /// Returns an entry with only this label.
    pub fn labeled(label: Label) -> DatabaseEntry {
        DatabaseEntry {
            label,
            ..DatabaseEntry::default()
        }
    }

    /// Returns the entry for a search's exact score for the side to move.
    pub fn searched(score: i32, depth: u32) -> DatabaseEntry {
        let label = match plies_to_end(score) {
            None => Label::NONE,
            Some(1..) => Label::LOSS,
            Some(_) => Label::WIN,
        };
        DatabaseEntry {
            label,
            value: score.clamp(-WIN, WIN) as i16,
            depth: depth.min(DatabaseEntry::MAX_DEPTH as u32) as i16,
            bound: ValueBound::Exact,
            ..DatabaseEntry::default()
        }
    }

    /// Returns the comment, which may be empty.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Sets the comment, trimmed, with uniform line ends and without other control characters. A comment too long for
    /// files is cut.
    pub fn set_comment(&mut self, comment: &str) {
        let comment = comment.replace("\r\n", "\n").replace(['\r', '\u{8}'], "\n");
        let kept = comment
            .chars()
            .filter(|&c| c == '\n' || c == '\t' || !c.is_control());
        self.comment = cut(kept.collect::<String>().trim(), MOST_TEXT).to_owned();
        self.note_text();
    }

    /// Appends a comment on a new line, unless the existing one contains it.
    pub fn add_comment(&mut self, comment: &str) {
        if self.comment.is_empty() {
            self.set_comment(comment);
        } else if !self.comment.contains(comment.trim()) {
            self.set_comment(&format!("{}\n{comment}", self.comment));
        }
    }

    /// Returns the texts on points, in the coordinates of the position's key.
    pub fn point_texts(&self) -> &BTreeMap<Point, String> {
        &self.point_texts
    }

    /// Sets the text on a point of the key, without white space; an empty text removes it. A text for which files have
    /// no room is dropped.
    pub fn set_point_text(&mut self, point: Point, text: &str) {
        self.point_texts.remove(&point);
        let kept: String = text
            .chars()
            .filter(|&c| !c.is_whitespace() && !c.is_control())
            .collect();
        let kept = cut(&kept, MOST_POINT_TEXT);
        // Each takes two digits and a line end in addition.
        let taken: usize = self.point_texts.values().map(|text| text.len() + 3).sum();
        if !kept.is_empty() && taken + kept.len() + 3 <= MOST_TEXT {
            self.point_texts.insert(point, kept.to_owned());
            self.note_text();
        }
    }

    /// Marks an entry with a text as more than a bare position.
    fn note_text(&mut self) {
        let has_text = !self.comment.is_empty() || !self.point_texts.is_empty();
        if has_text && self.label == Label::NULL {
            self.label = Label::NONE;
        }
    }

    /// Returns the label that front-ends show on the move leading to the position: the mark, with the number of plies
    /// to the end of a won or lost game (including this move), or the winning chances in percent of the side that has
    /// just moved. Empty if there is neither.
    pub fn display_label(&self) -> String {
        let value = -i32::from(self.value);
        if let Some(mark) = self.label.character() {
            let steps = match plies_to_end(value) {
                Some(plies) if self.label == Label::WIN && plies > 0 => (plies + 1).to_string(),
                Some(plies) if self.label == Label::LOSS && plies < 0 => (1 - plies).to_string(),
                _ if [Label::WIN, Label::LOSS].contains(&self.label) => "*".to_owned(),
                _ => String::new(),
            };
            return format!("{mark}{steps}");
        }
        if self.label == Label::NONE && self.bound == ValueBound::Exact {
            let percent = 100.0 * winrate(value, &Params::default());
            return format!("{}%", (percent as i32).clamp(0, 99));
        }
        String::new()
    }

    /// Takes label, value, depth and bound of another entry if they are worth more: a known result before an unknown
    /// one, a shorter win, a deeper search. A person's marks stay. Returns whether anything changed.
    pub fn improve(&mut self, other: &DatabaseEntry) -> bool {
        let is_better = match (self.label.is_result(), other.label.is_result()) {
            (false, true) => true,
            (true, false) => false,
            (true, true) => other.result_rank() > self.result_rank(),
            (false, false) => other.depth_rank() > self.depth_rank(),
        };
        let is_marked = self.label.character().is_some() && !self.label.is_result();
        let label = if is_marked && !other.label.is_result() {
            self.label
        } else {
            other.label
        };
        let mut changed = self.clone();
        if is_better {
            changed.label = label;
            (changed.value, changed.depth, changed.bound) = (other.value, other.depth, other.bound);
        } else if self.label == Label::NULL {
            changed.label = other.label;
        }
        let has_changed = changed != *self;
        *self = changed;
        has_changed
    }

    /// Takes the more valuable parts of another entry, and texts that this one lacks.
    pub fn merge(&mut self, other: &DatabaseEntry) {
        self.improve(other);
        if self.comment.is_empty() {
            self.comment.clone_from(&other.comment);
        }
        for (&point, text) in &other.point_texts {
            if !self.point_texts.contains_key(&point) {
                self.set_point_text(point, text);
            }
        }
        self.note_text();
    }

    /// Ranks known results: shorter wins first, exact values before bounds.
    fn result_rank(&self) -> i32 {
        i32::from(self.value).abs() * 2 + i32::from(self.bound == ValueBound::Exact)
    }

    /// Ranks values by depth. An exact value is worth three plies more than a bound, as in Rapfi.
    fn depth_rank(&self) -> i32 {
        const EXACT: i32 = 3;
        if self.bound == ValueBound::None {
            return i32::MIN;
        }
        i32::from(self.depth) + EXACT * i32::from(self.bound == ValueBound::Exact)
    }
}

/// Returns the beginning of a text, of at most this many bytes.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_searches_speak_of_the_side_that_has_moved() {
        let entry = DatabaseEntry::searched(29_996, 12);
        assert_eq!(
            (entry.label, entry.display_label()),
            (Label::LOSS, "l5".into())
        );
        let entry = DatabaseEntry::searched(-29_996, 12);
        assert_eq!(
            (entry.label, entry.display_label()),
            (Label::WIN, "w5".into())
        );
        let even = DatabaseEntry::searched(0, 12);
        assert_eq!(
            (even.label, even.display_label()),
            (Label::NONE, "50%".into())
        );
        let ahead = DatabaseEntry::searched(-200, 12).display_label();
        let percent: i32 = ahead.strip_suffix('%').unwrap().parse().unwrap();
        assert!(percent > 50, "{ahead}");
        assert_eq!(DatabaseEntry::labeled(Label::WIN).display_label(), "w*");
        assert_eq!(DatabaseEntry::labeled(Label::FORCED).display_label(), "!");
        assert_eq!(DatabaseEntry::labeled(Label::NONE).display_label(), "");
    }

    #[test]
    fn the_better_value_stays() {
        let mut entry = DatabaseEntry::searched(10, 12);
        assert!(!entry.improve(&DatabaseEntry::searched(20, 12)));
        assert!(!entry.improve(&DatabaseEntry::labeled(Label::NONE)));
        assert!(entry.improve(&DatabaseEntry::searched(30, 13)));
        assert_eq!((entry.value, entry.depth), (30, 13));
        assert!(entry.improve(&DatabaseEntry::searched(-29_990, 5)));
        assert!(!entry.improve(&DatabaseEntry::searched(40, 30)));
        assert!(!entry.improve(&DatabaseEntry::searched(-29_980, 30)));
        assert!(
            entry.improve(&DatabaseEntry::searched(-29_996, 5)),
            "a shorter win"
        );
    }

    #[test]
    fn marks_of_a_person_stay_beside_a_value() {
        let mut entry = DatabaseEntry::labeled(Label::FORCED);
        assert!(entry.improve(&DatabaseEntry::searched(15, 20)));
        assert_eq!((entry.label, entry.value), (Label::FORCED, 15));
        let mut seen = DatabaseEntry::default();
        assert!(seen.improve(&DatabaseEntry::labeled(Label::NONE)));
        assert_eq!(seen.label, Label::NONE);
    }

    #[test]
    fn texts_are_cleaned_and_bounded() {
        let mut entry = DatabaseEntry::default();
        entry.set_comment(" good\r\nfor\u{8}black\0 ");
        assert_eq!(entry.comment(), "good\nfor\nblack");
        assert_eq!(entry.label, Label::NONE);
        entry.add_comment("for\nblack");
        entry.add_comment("or not");
        assert_eq!(entry.comment(), "good\nfor\nblack\nor not");
        entry.set_comment(&"é".repeat(MOST_TEXT));
        assert!(entry.comment().len() <= MOST_TEXT);
        for y in 0..22 {
            for x in 0..22 {
                entry.set_point_text(Point::new(x, y), &"a b".repeat(200));
            }
        }
        let all: usize = entry
            .point_texts()
            .values()
            .map(|text| text.len() + 3)
            .sum();
        assert!(all <= MOST_TEXT && entry.point_texts().len() > 300);
        entry.set_point_text(Point::new(0, 0), "");
        assert!(!entry.point_texts().contains_key(&Point::new(0, 0)));
    }

    #[test]
    fn merging_keeps_what_both_have() {
        let mut entry = DatabaseEntry::searched(10, 12);
        entry.set_comment("mine");
        entry.set_point_text(Point::new(1, 1), "a");
        let mut other = DatabaseEntry::searched(20, 14);
        other.set_comment("yours");
        other.set_point_text(Point::new(1, 1), "b");
        other.set_point_text(Point::new(2, 2), "c");
        entry.merge(&other);
        assert_eq!((entry.value, entry.comment()), (20, "mine"));
        let texts: Vec<&str> = entry.point_texts().values().map(String::as_str).collect();
        assert_eq!(texts, ["a", "c"]);
    }
}
