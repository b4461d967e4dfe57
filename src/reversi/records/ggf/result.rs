//! Conversion of results between GGF and SGF.

use super::{EarlyEnd, GgfResult};

/// The margin of a game that ended early with only its winner known: all discs.
const ALL_DISCS: f64 = 64.0;

impl GgfResult {
    /// Parses the result from SGF's `RE`: `B+12`, `W+R`, `B+T` or `0`. Returns `None` if the game is unfinished, its
    /// result is unknown, or only its winner is given.
    pub fn from_sgf(text: &str) -> Option<GgfResult> {
        let text = text.trim().to_ascii_lowercase();
        if matches!(text.as_str(), "0" | "draw" | "jigo") {
            return Some(GgfResult {
                margin: 0.0,
                early: None,
            });
        }
        let (winner, by) = text.split_once('+')?;
        let sign = match winner {
            "b" | "black" => 1.0,
            "w" | "white" => -1.0,
            _ => return None,
        };
        let early = match by {
            "r" | "resign" => Some(EarlyEnd::Resigned),
            "t" | "time" => Some(EarlyEnd::Timeout),
            _ => None,
        };
        let margin = match early {
            Some(_) => ALL_DISCS,
            None => by
                .parse()
                .ok()
                .filter(|&margin: &f64| margin.is_finite() && margin > 0.0)?,
        };
        Some(GgfResult {
            margin: sign * margin,
            early,
        })
    }

    /// Writes the result as SGF's `RE`. SGF has no margin if the loser resigned or ran out of time.
    pub fn to_sgf(self) -> String {
        if self.margin == 0.0 {
            return "0".to_owned();
        }
        let winner = if self.margin > 0.0 { 'B' } else { 'W' };
        match self.early {
            Some(EarlyEnd::Resigned) => format!("{winner}+R"),
            Some(EarlyEnd::Timeout) => format!("{winner}+T"),
            Some(EarlyEnd::Agreed) | None => format!("{winner}+{}", self.margin.abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::ggf::GgfGame;
    use crate::rules::position::Position;

    fn result(margin: f64, early: Option<EarlyEnd>) -> Option<GgfResult> {
        Some(GgfResult { margin, early })
    }

    #[test]
    fn results_are_those_of_the_other_format() {
        for (ggf, sgf) in [
            ("+12", "B+12"),
            ("-4.000", "W+4"),
            ("0", "0"),
            ("-12.000:r", "W+R"),
            ("+2:t", "B+T"),
            ("+6:s", "B+6"),
        ] {
            let mut game = GgfGame::new(Position::start());
            game.set("RE", ggf);
            assert_eq!(game.result.unwrap().to_sgf(), sgf, "{ggf}");
        }
        assert_eq!(
            GgfResult::from_sgf("W+Resign"),
            result(-64.0, Some(EarlyEnd::Resigned))
        );
        assert_eq!(
            GgfResult::from_sgf("B+T"),
            result(64.0, Some(EarlyEnd::Timeout))
        );
        assert_eq!(GgfResult::from_sgf("Draw"), result(0.0, None));
        for unknown in ["?", "Void", "", "B+", "B+nan", "B+inf", "X+3", "+12"] {
            assert_eq!(GgfResult::from_sgf(unknown), None, "{unknown}");
        }
    }

    proptest! {
        #[test]
        fn a_result_comes_back(margin in -64..=64i32, early in 0..3usize) {
            let early = [None, Some(EarlyEnd::Resigned), Some(EarlyEnd::Timeout)][early];
            let written = GgfResult { margin: margin.into(), early };
            let read = GgfResult::from_sgf(&written.to_sgf()).unwrap();
            prop_assert_eq!(read.margin.total_cmp(&0.0), written.margin.total_cmp(&0.0));
            if margin != 0 {
                prop_assert_eq!(read.early, early);
            }
            if early.is_none() {
                prop_assert_eq!(read, written);
            }
            prop_assert_eq!(read.to_sgf(), written.to_sgf());
        }
    }
}
