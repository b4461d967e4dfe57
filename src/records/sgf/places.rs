//! Lines and columns of bytes in a text.

use std::sync::OnceLock;

use super::SgfPlace;

/// A byte order mark, which takes no column at the start of a line.
const MARK: &[u8] = "\u{feff}".as_bytes();

impl SgfPlace {
    /// The start of a text.
    const FIRST: SgfPlace = SgfPlace { line: 1, column: 1 };

    /// Returns the place of byte `to`, given that `self` is the place of byte `from`.
    fn advanced(mut self, text: &str, from: usize, to: usize) -> SgfPlace {
        let bytes = text.as_bytes();
        for (at, &byte) in bytes[..to].iter().enumerate().skip(from) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.column = 1;
                }
                // Continuation bytes of a character.
                0x80..0xc0 => {}
                0xef if self.column == 1 && bytes[at..].starts_with(MARK) => {}
                _ => self.column += 1,
            }
        }
        self
    }
}

/// A place that moves forward through a text.
pub(super) struct PlaceCursor<'a> {
    text: &'a str,
    at: usize,
    place: SgfPlace,
}

impl<'a> PlaceCursor<'a> {
    /// Creates a cursor at the first byte.
    pub fn new(text: &'a str) -> PlaceCursor<'a> {
        PlaceCursor {
            text,
            at: 0,
            place: SgfPlace::FIRST,
        }
    }

    /// Moves to a byte, which must not precede the previous one, and returns its place.
    pub fn advance(&mut self, to: usize) -> SgfPlace {
        self.place = self.place.advanced(self.text, self.at, to);
        self.at = to;
        self.place
    }
}

/// An index of the places in a text after a byte with a known place. Any number of look-ups costs at most one pass over
/// the text.
#[derive(Clone, Debug)]
pub(super) struct PlaceIndex<'a> {
    text: &'a str,
    start: usize,
    first: SgfPlace,
    /// Places at multiples of `STEP` bytes after the start.
    steps: OnceLock<Vec<SgfPlace>>,
}

impl<'a> PlaceIndex<'a> {
    /// Distance between indexed places, in bytes.
    const STEP: usize = 512;

    /// Creates the index of a whole text.
    pub fn new(text: &'a str) -> PlaceIndex<'a> {
        PlaceIndex::behind(text, 0, SgfPlace::FIRST)
    }

    /// Creates the index of a text from byte `start` on; `first` is the place of that byte.
    pub fn behind(text: &'a str, start: usize, first: SgfPlace) -> PlaceIndex<'a> {
        PlaceIndex {
            text,
            start,
            first,
            steps: OnceLock::new(),
        }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the place of a byte at or after the start.
    pub fn of(&self, at: usize) -> SgfPlace {
        let step = at.saturating_sub(self.start) / PlaceIndex::STEP;
        let Some(before) = step.checked_sub(1) else {
            return self
                .first
                .advanced(self.text, self.start, at.max(self.start));
        };
        let known = self.steps.get_or_init(|| self.steps());
        // There is an entry for every step that begins within the text.
        let place = known.get(before).copied().unwrap_or(self.first);
        place.advanced(self.text, self.start + step * PlaceIndex::STEP, at)
    }

    fn steps(&self) -> Vec<SgfPlace> {
        let ends = (self.start..=self.text.len()).step_by(PlaceIndex::STEP);
        let places = ends.clone().zip(ends.skip(1));
        places
            .scan(self.first, |place, (from, to)| {
                *place = place.advanced(self.text, from, to);
                Some(*place)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_a_count_from_the_start() {
        let text = "\u{feff}aé\nb\u{feff}c\r\n".repeat(400) + "\n\n最後";
        let index = PlaceIndex::new(&text);
        let mut cursor = PlaceCursor::new(&text);
        let behind = PlaceIndex::behind(&text, 7, index.of(7));
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let before = &text[..at];
            let line = before.rsplit('\n').next().unwrap();
            let column = 1 + line.trim_start_matches('\u{feff}').chars().count();
            let line = 1 + before.matches('\n').count();
            let place = SgfPlace { line, column };
            assert_eq!((index.of(at), cursor.advance(at)), (place, place), "{at}");
            if at >= 7 {
                assert_eq!(behind.of(at), place, "{at}");
            }
        }
    }
}
