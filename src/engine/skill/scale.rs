//! The levels of a game: their names, their ratings, and the anchors on which they rest.

use std::fmt::{self, Display};

use super::level::SkillLevel;
use crate::excerpt::excerpt;

/// A player with a measured rating.
#[derive(Clone, Copy, Debug)]
pub struct Anchor {
    /// Rating on the scale of levels.
    pub rating: i32,
    /// Elo above the weakest anchor, the sum of the measured steps.
    pub elo: i32,
    /// Half the width of the 95% interval of the step from the anchor below, in Elo; 0 if it was not measured.
    pub interval: i32,
}

/// The levels of a game.
pub struct SkillScale {
    /// Anchors in ascending order of their ratings.
    pub anchors: &'static [Anchor],
    /// Elo of full strength above the weakest anchor, at a second per move on one thread.
    pub full_elo: i32,
    /// Rating difference between adjacent levels.
    pub step: i32,
    /// Formats a rating as the name of a level.
    pub write: fn(i32) -> String,
    /// Parses the name of a level as a rating, which need not be on the scale.
    pub parse: fn(&str) -> Option<i32>,
    /// Description of the steps between levels, for messages.
    pub spellings: &'static str,
}

/// Name of full strength.
pub const FULL: &str = "full";

/// Prefix of the names of anchors.
const ANCHOR: &str = "anchor:";

/// The error for a name that is not a level of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSkillLevel {
    expected: String,
    seen: String,
}

impl Display for UnknownSkillLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, saw '{}'", self.expected, self.seen)
    }
}

impl std::error::Error for UnknownSkillLevel {}

impl SkillScale {
    /// Parses the name of a level, in upper or lower case; `None` is full strength. An anchor is named `anchor:N`, from
    /// 0.
    pub fn read(&self, text: &str) -> Result<Option<SkillLevel>, UnknownSkillLevel> {
        let name = text.trim().to_ascii_lowercase();
        if name == FULL {
            return Ok(None);
        }
        if let Some(number) = name.strip_prefix(ANCHOR) {
            let anchor = number
                .parse()
                .ok()
                .and_then(|index: u8| Some((index, self.anchors.get(usize::from(index))?)));
            let (index, anchor) = anchor.ok_or_else(|| self.unknown(text))?;
            return Ok(Some(SkillLevel::of_anchor(index, anchor.rating)));
        }
        let level = (self.parse)(&name).map(SkillLevel::new);
        match level.filter(|&level| self.levels().any(|offered| offered == level)) {
            Some(level) => Ok(Some(level)),
            None => Err(self.unknown(text)),
        }
    }

    fn unknown(&self, seen: &str) -> UnknownSkillLevel {
        let mut levels = self.levels();
        let ends = levels
            .next()
            .map(|weakest| (weakest, levels.last().unwrap_or(weakest)));
        let range = ends.map(|(weakest, strongest)| {
            format!("{} to {}", self.name(weakest), self.name(strongest))
        });
        UnknownSkillLevel {
            expected: match range {
                Some(range) => format!("a level from {range}{}, or {FULL}", self.spellings),
                None => FULL.to_owned(),
            },
            seen: excerpt(seen),
        }
    }

    /// Returns the levels offered, the weakest first.
    pub fn levels(&self) -> impl Iterator<Item = SkillLevel> + use<> {
        let step = self.step;
        let numbers = match self.anchors {
            [] => 0..0,
            [weakest, ..] => {
                let strongest = self.anchors[self.anchors.len() - 1].rating;
                let first = weakest.rating.div_euclid(step)
                    + i32::from(weakest.rating.rem_euclid(step) > 0);
                first..strongest.div_euclid(step) + 1
            }
        };
        numbers.map(move |n| SkillLevel::new(n * step))
    }

    /// Returns the level at `percent` of the scale, from 0 to 99, each level covering an equal share; `None`, full
    /// strength, from 100 on.
    pub fn at_percent(&self, percent: u32) -> Option<SkillLevel> {
        if percent >= 100 {
            return None;
        }
        let levels: Vec<SkillLevel> = self.levels().collect();
        levels.get(percent as usize * levels.len() / 100).copied()
    }

    /// Returns the name of a level.
    pub fn name(&self, level: SkillLevel) -> String {
        (self.write)(level.rating())
    }

    /// Returns the name of a level or of full strength.
    pub fn name_or_full(&self, level: Option<SkillLevel>) -> String {
        level.map_or_else(|| FULL.to_owned(), |level| self.name(level))
    }

    /// Returns the index of the strongest anchor that is not stronger than a level, and the share of the way from it to
    /// the next one, from 0 to 1.
    pub fn place(&self, level: SkillLevel) -> (usize, f32) {
        let ratings: Vec<i32> = self.anchors.iter().map(|anchor| anchor.rating).collect();
        level.place(&ratings)
    }

    /// Returns the levels with their strength, one per line, the weakest first.
    pub fn list(&self) -> String {
        let line = |level| format!("{} {}", self.name(level), self.worth(level));
        let lines = self.levels().map(line);
        lines
            .chain([FULL.to_owned()])
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Describes the strength of a level: Elo below full strength, its anchor or the two around it, and the interval of
    /// the measured step.
    pub fn worth(&self, level: SkillLevel) -> String {
        let (low, share) = self.place(level);
        let from = self.anchors[low];
        let next = self.anchors.get(low + 1).unwrap_or(&from);
        let elo = from.elo as f32 + share * (next.elo - from.elo) as f32;
        let below = (self.full_elo as f32 - elo).round();
        let (name, interval) = match share {
            0.0 => (format!("anchor {low}"), from.interval),
            _ => (
                format!("between anchors {low} and {}", low + 1),
                next.interval,
            ),
        };
        let interval = match interval {
            0 => "step not measured".to_owned(),
            half => format!("step +-{half}"),
        };
        format!("{below} Elo below full, {name}, {interval}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::rating_scale;
    use super::*;

    const fn anchor(rating: i32) -> Anchor {
        Anchor {
            rating,
            elo: rating,
            interval: 30,
        }
    }

    static SCALE: SkillScale = SkillScale {
        anchors: &[anchor(770), anchor(1_000), anchor(1_430)],
        full_elo: 1_600,
        ..rating_scale::EMPTY
    };

    #[test]
    fn levels_are_the_steps_between_the_anchors() {
        let names: Vec<String> = SCALE.levels().map(|level| SCALE.name(level)).collect();
        let expected = ["800", "900", "1000", "1100", "1200", "1300", "1400"];
        assert_eq!(names, expected);
        for name in expected {
            let level = SCALE.read(name).unwrap().unwrap();
            assert_eq!(SCALE.name(level), name);
        }
        assert_eq!(SCALE.read(" FULL "), Ok(None));
        assert_eq!(SCALE.read("anchor:2").unwrap().unwrap().rating(), 1_430);
    }

    #[test]
    fn others_are_refused_with_those_offered() {
        for text in [
            "5", "10", "700", "1500", "850", "5k", "", "anchor:3", "anchor:", "-800", "fuller",
        ] {
            let refusal = SCALE.read(text).unwrap_err().to_string();
            let expected =
                format!("expected a level from 800 to 1400 in steps of 100, or full, saw '{text}'");
            assert_eq!(refusal, expected);
        }
    }

    #[test]
    fn the_worth_of_a_level_lies_between_those_of_two_anchors() {
        let worth = SCALE.worth(SkillLevel::new(1_215));
        assert_eq!(
            worth,
            "385 Elo below full, between anchors 1 and 2, step +-30"
        );
    }

    #[test]
    fn percent_cover_the_scale() {
        let at = |percent| SCALE.name_or_full(SCALE.at_percent(percent));
        assert_eq!([0, 50, 99, 100].map(at), ["800", "1100", "1400", "full"]);
    }
}
