//! Formats of opening files.

use clap::ValueEnum;

use tengen_engine::game::Point;
use tengen_play::notation::{join, write_move};
use tengen_play::{MoveOf, PlayableGame};

/// A spelling of an opening's moves on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OpeningFormat {
    /// Vertices of GTP such as E5 C3: columns without the letter I, rows from the bottom, in Reversi from the top.
    Gtp,
    /// Offsets from the center such as -3,2, 0,-1: columns to the right, rows downward; on even boards from the point
    /// right of and below the middle. Gomocup's opening files, c-gomoku-cli's type=offset.
    Gomocup,
    /// Points such as e11c13: columns with the letter I, rows from the top. c-gomoku-cli's type=pos.
    Xy,
}

impl OpeningFormat {
    /// Writes moves that a game begins with. Returns `None` for a pass, except in GTP's format.
    pub fn write<G: PlayableGame>(
        self,
        start: &G::Position,
        moves: &[MoveOf<G>],
    ) -> Option<String> {
        let points = moves.iter().map(|&mv| G::point_of(start, mv));
        match self {
            OpeningFormat::Gtp => Some(join(moves.iter().map(|&mv| write_move::<G>(start, mv)))),
            OpeningFormat::Gomocup => {
                let (width, height) = G::size(start);
                let offset = |point: Point| {
                    let column = i16::from(point.column) - i16::from(width / 2);
                    let row = i16::from(point.row) - i16::from(height / 2);
                    format!("{column},{row}")
                };
                let offsets: Vec<String> = points
                    .map(|point| point.map(offset))
                    .collect::<Option<_>>()?;
                Some(offsets.join(", "))
            }
            OpeningFormat::Xy => {
                let name = |point: Point| {
                    let letter = char::from(b'a' + point.column);
                    format!("{letter}{}", point.row + 1)
                };
                points.map(|point| point.map(name)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_play::go::Go;
    use tengen_play::gomoku::Gomoku;
    use tengen_play::options::GameOptions;
    use tengen_play::reversi::Reversi;

    fn start<G: PlayableGame>(size: u8) -> G::Position {
        let options = GameOptions {
            size: Some(size),
            ..GameOptions::default()
        };
        G::start(&options).unwrap()
    }

    /// Writes one opening in all formats.
    fn written<G: PlayableGame>(size: u8, points: &[(u8, u8)]) -> [Option<String>; 3] {
        let start = start::<G>(size);
        let moves: Vec<MoveOf<G>> = points
            .iter()
            .filter_map(|&(column, row)| G::move_at(&start, Some(Point { column, row })))
            .collect();
        assert_eq!(moves.len(), points.len());
        OpeningFormat::value_variants()
            .iter()
            .map(|format| format.write::<G>(&start, &moves))
            .collect::<Vec<_>>()
            .try_into()
            .unwrap()
    }

    #[test]
    fn columns_and_rows_are_counted_as_in_each_format() {
        let corners = |last| [(0, 0), (8, last), (last, 0)];
        let texts = |texts: [&str; 3]| texts.map(|text| Some(text.to_owned()));
        assert_eq!(
            written::<Gomoku>(15, &corners(14)),
            texts(["A15 J1 P15", "-7,-7, 1,7, 7,-7", "a1i15o1"])
        );
        assert_eq!(
            written::<Go>(19, &corners(18)),
            texts(["A19 J1 T19", "-9,-9, -1,9, 9,-9", "a1i19s1"])
        );
        assert_eq!(
            written::<Gomoku>(20, &corners(19)),
            texts(["A20 J1 U20", "-10,-10, -2,9, 9,-10", "a1i20t1"])
        );
        assert_eq!(
            written::<Reversi>(8, &[(3, 2), (2, 4)]),
            texts(["d3 c5", "-1,-2, -2,0", "d3c5"])
        );
    }

    #[test]
    fn a_pass_has_only_a_vertex() {
        let go = start::<Go>(9);
        let pass = Go::move_at(&go, None).unwrap();
        assert_eq!(
            OpeningFormat::Gtp.write::<Go>(&go, &[pass]).as_deref(),
            Some("PASS")
        );
        assert_eq!(OpeningFormat::Gomocup.write::<Go>(&go, &[pass]), None);
        assert_eq!(OpeningFormat::Xy.write::<Go>(&go, &[pass]), None);
    }
}
