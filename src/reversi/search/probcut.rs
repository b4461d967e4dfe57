//! Multi-ProbCut (Buro, 1997): forward pruning by shallow searches that predict the result of a deep one.

use crate::params::{Params, SELECTIVITY_LEVELS};

/// The selectivity of a search, in levels as in Edax: level 0 prunes most, level 5 prunes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Selectivity(u8);

/// The least depth for ProbCut. Below it, the shallow search would cost nearly as much as the deep one.
const MIN_DEPTH: u32 = 3;

impl Selectivity {
    /// Allows shallow-search errors of 1.1 standard deviations, for the fastest search.
    pub const PERCENT_73: Selectivity = Selectivity(0);

    /// Allows shallow-search errors of 2 standard deviations.
    pub const PERCENT_95: Selectivity = Selectivity(2);

    /// Disables forward pruning.
    pub const NONE: Selectivity = Selectivity(SELECTIVITY_LEVELS as u8);

    /// Returns the level, from 0 to 5.
    pub const fn level(self) -> u8 {
        self.0
    }

    /// Returns the confidence in percent: how often a result equals that of an unpruned search, for a single cut. Only
    /// `NONE` has 100.
    pub const fn percent(self) -> u8 {
        match self.0 {
            0 => 73,
            1 => 87,
            2 => 95,
            3 => 98,
            4 => 99,
            _ => 100,
        }
    }

    /// Returns the selectivity of a level; levels above 5 are `NONE`.
    pub const fn of_level(level: u8) -> Selectivity {
        if level < Selectivity::NONE.0 {
            Selectivity(level)
        } else {
            Selectivity::NONE
        }
    }

    /// Returns the most selective level with a confidence of at least `percent`.
    pub fn of_percent(percent: u8) -> Selectivity {
        let mut levels = (0..Selectivity::NONE.0).map(Selectivity);
        let sufficient = levels.find(|level| level.percent() >= percent);
        sufficient.unwrap_or(Selectivity::NONE)
    }

    /// Returns the depth of the shallow search for a search to `depth`, and the margin by which its result must lie
    /// outside the window, in evaluation units. `None` if ProbCut does not apply.
    #[inline(always)]
    pub fn shallow_search(self, params: &Params, empties: u32, depth: u32) -> Option<(u32, i32)> {
        if self == Selectivity::NONE || depth < MIN_DEPTH {
            return None;
        }
        // Keep the parity, since evaluations at even and odd depths differ.
        let shallow = depth / 4 * 2 + depth % 2;
        Some((shallow, self.margin(params, empties, depth, shallow)))
    }

    /// Returns the allowed error between searches to `shallow` and to `depth`, in evaluation units.
    #[inline(always)]
    pub fn margin(self, params: &Params, empties: u32, depth: u32, shallow: u32) -> i32 {
        let threshold = params
            .probcut_threshold
            .get(usize::from(self.0))
            .copied()
            .unwrap_or(0);
        threshold * params.sigma(empties, depth, shallow) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_the_level() {
        let margins = (0..5).map(|level| {
            Selectivity::of_level(level)
                .shallow_search(&Params::default(), 30, 10)
                .unwrap()
                .1
        });
        assert!(margins.is_sorted_by(|less, more| less < more));
        assert_eq!(
            Selectivity::NONE.shallow_search(&Params::default(), 30, 10),
            None
        );
        assert_eq!(
            Selectivity::PERCENT_73.shallow_search(&Params::default(), 30, 2),
            None
        );
    }

    #[test]
    fn shallow_searches_keep_the_parity() {
        for depth in 3..=40 {
            let (shallow, _) = Selectivity::PERCENT_73
                .shallow_search(&Params::default(), 45, depth)
                .unwrap();
            assert!(shallow < depth && (depth - shallow) % 2 == 0);
        }
    }

    #[test]
    fn percents_select_the_level() {
        let level = |percent| Selectivity::of_percent(percent).level();
        assert_eq!([0, 73, 74, 91, 99, 100].map(level), [0, 0, 1, 2, 4, 5]);
    }

    #[test]
    fn levels_round_trip() {
        for level in 0..=5 {
            assert_eq!(Selectivity::of_level(level).level(), level);
        }
        assert_eq!(Selectivity::of_level(15), Selectivity::NONE);
    }
}
