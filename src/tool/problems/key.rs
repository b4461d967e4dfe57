//! Keys that equal problems share: symmetric images, exchanged colors and, where the edge does not matter, shifts.

use std::collections::BTreeMap;

use super::kind::ProblemKind;
use crate::tool::annotate::mark::digest;
use crate::tool::positions::symmetry;
use tengen_engine::game::{Color, Point};
use tengen_play::Game;

/// The content of a problem that its key depends on.
#[derive(Clone, Debug)]
pub struct KeyedPosition<'a> {
    /// Kind of the problem.
    pub kind: ProblemKind,
    /// Name of the rules.
    pub rules: Option<&'a str>,
    /// Number of columns and rows.
    pub size: (u8, u8),
    /// All stones.
    pub stones: &'a [(Color, Point)],
    /// Side to move.
    pub to_move: Color,
    /// Points that make up the problem; `None` for the whole board.
    pub zone: Option<&'a [Point]>,
}

/// A column and row that may be off the board.
type Cell = (i16, i16);

impl KeyedPosition<'_> {
    /// Returns the key: a digest of the least of the images.
    pub fn key(&self) -> String {
        let cells = self.cells();
        let images = (0..symmetry::COUNT).map(|number| self.image(&cells, number));
        let least = images.min().unwrap_or_default();
        let swaps = !matches!(self.rules, Some("renju"));
        let side = match (swaps, self.to_move) {
            (true, _) => "",
            (false, Color::Black) => "black",
            (false, Color::White) => "white",
        };
        let text = format!("{} {:?} {side} {least}", self.kind, self.rules);
        format!("{:016x}", digest(&text))
    }

    /// Returns the cells that count: the stones of the zone with its empty points and edges, or all stones.
    fn cells(&self) -> BTreeMap<Cell, char> {
        let letter = |color: Color| if color == self.to_move { 'x' } else { 'o' };
        let at = |point: Point| (i16::from(point.column), i16::from(point.row));
        let stones: BTreeMap<Cell, char> = self
            .stones
            .iter()
            .map(|&(color, point)| (at(point), letter(color)))
            .collect();
        let Some(zone) = self.zone else {
            return stones;
        };
        let (width, height) = (i16::from(self.size.0), i16::from(self.size.1));
        let mut cells = BTreeMap::new();
        for (column, row) in zone.iter().copied().map(at) {
            cells.insert(
                (column, row),
                stones.get(&(column, row)).copied().unwrap_or('.'),
            );
            for cell in [
                (column - 1, row),
                (column + 1, row),
                (column, row - 1),
                (column, row + 1),
            ] {
                if !(0..width).contains(&cell.0) || !(0..height).contains(&cell.1) {
                    cells.insert(cell, '#');
                }
            }
        }
        cells
    }

    /// Whether a shifted problem is the same.
    fn ignores_place(&self) -> bool {
        self.zone.is_some() || self.kind.game() == Game::Gomoku
    }

    /// Writes one of eight images of the cells.
    fn image(&self, cells: &BTreeMap<Cell, char>, number: u8) -> String {
        let size = (i16::from(self.size.0), i16::from(self.size.1));
        let turned = cells
            .iter()
            .map(|(&cell, &letter)| (symmetry::image(cell, size, number), letter));
        let turned: BTreeMap<Cell, char> = turned.collect();
        let (width, height) = match number < 4 {
            true => size,
            false => (size.1, size.0),
        };
        let (left, top, frame) = match self.ignores_place() {
            true => (
                turned.keys().map(|cell| cell.0).min().unwrap_or(0),
                turned.keys().map(|cell| cell.1).min().unwrap_or(0),
                String::new(),
            ),
            false => (0, 0, format!("{width}x{height} ")),
        };
        let text: String = turned
            .iter()
            .map(|(cell, letter)| format!("{letter}{},{} ", cell.0 - left, cell.1 - top))
            .collect();
        frame + &text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STONES: [(Color, Point); 4] = [
        stone(Color::Black, 3, 4),
        stone(Color::White, 4, 4),
        stone(Color::Black, 5, 7),
        stone(Color::White, 9, 2),
    ];

    const fn stone(color: Color, column: u8, row: u8) -> (Color, Point) {
        (color, Point { column, row })
    }

    fn key(
        kind: ProblemKind,
        rules: Option<&str>,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> String {
        let position = KeyedPosition {
            kind,
            rules,
            size: (15, 15),
            stones,
            to_move,
            zone: None,
        };
        position.key()
    }

    fn changed(change: impl Fn(Color, Point) -> (Color, Point)) -> Vec<(Color, Point)> {
        STONES.map(|(color, point)| change(color, point)).to_vec()
    }

    fn turned(symmetry: u8) -> Vec<(Color, Point)> {
        changed(
            |color,
             Point {
                 mut column,
                 mut row,
             }| {
                if symmetry & 1 != 0 {
                    column = 14 - column;
                }
                if symmetry & 2 != 0 {
                    row = 14 - row;
                }
                match symmetry & 4 {
                    0 => stone(color, column, row),
                    _ => stone(color, row, column),
                }
            },
        )
    }

    #[test]
    fn symmetric_images_share_a_key() {
        for kind in [
            ProblemKind::Ladder,
            ProblemKind::Vcf,
            ProblemKind::EndgameWin,
        ] {
            let first = key(kind, None, &STONES, Color::Black);
            for symmetry in 0..8 {
                assert_eq!(key(kind, None, &turned(symmetry), Color::Black), first);
            }
            let other = changed(|color, point| match point.column {
                3 => stone(color, 2, point.row),
                _ => (color, point),
            });
            assert_ne!(key(kind, None, &other, Color::Black), first);
        }
    }

    #[test]
    fn exchanged_colors_share_a_key_except_in_renju() {
        let swapped = changed(|color, point| (color.opponent(), point));
        for (rules, is_shared) in [(Some("freestyle"), true), (Some("renju"), false)] {
            let first = key(ProblemKind::Vcf, rules, &STONES, Color::Black);
            let other = key(ProblemKind::Vcf, rules, &swapped, Color::White);
            assert_eq!(first == other, is_shared, "{rules:?}");
        }
    }

    #[test]
    fn shifts_share_a_key_in_gomoku_and_within_a_zone() {
        let shifted = changed(|color, point| stone(color, point.column + 2, point.row + 1));
        for (kind, is_shared) in [
            (ProblemKind::Vcf, true),
            (ProblemKind::Ladder, false),
            (ProblemKind::EndgameWin, false),
        ] {
            let first = key(kind, None, &STONES, Color::Black);
            let other = key(kind, None, &shifted, Color::Black);
            assert_eq!(first == other, is_shared, "{kind}");
        }
        let zoned = |stones: &[(Color, Point)], left: u8| {
            let points =
                (left..left + 4).flat_map(|column| (3..6).map(move |row| Point { column, row }));
            let zone: Vec<Point> = points.collect();
            let position = KeyedPosition {
                kind: ProblemKind::Kill,
                rules: None,
                size: (15, 15),
                stones,
                to_move: Color::Black,
                zone: Some(&zone),
            };
            position.key()
        };
        let moved = changed(|color, point| stone(color, point.column + 1, point.row));
        assert_eq!(zoned(&STONES, 3), zoned(&moved, 4));
        assert_ne!(zoned(&STONES, 3), zoned(&moved, 3));
        // At the edge, the same stones make another problem.
        assert_ne!(zoned(&[], 3), zoned(&[], 0));
    }
}
