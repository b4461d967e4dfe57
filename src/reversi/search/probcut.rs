//! Multi-ProbCut (Buro): how far a shallow search may be trusted to foresee a deeper one.

use crate::reversi::params::{LEVELS, Params};

/// How sure a search must be of what it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Confidence(u8);

/// Below this depth the shallow search would cost nearly as much.
const LEAST_DEPTH: u32 = 3;

impl Confidence {
    /// Only errors within 1.1 standard deviations are allowed for: the quickest search.
    pub const LEAST: Confidence = Confidence(0);

    /// Errors within 2 standard deviations are.
    pub const LIKELY: Confidence = Confidence(2);

    /// Nothing is left out.
    pub const SURE: Confidence = Confidence(LEVELS as u8);

    /// A number from 0 to 5.
    pub const fn level(self) -> u8 {
        self.0
    }

    /// The share of its results in percent that are as good as with nothing left out, as far as each is the doing of
    /// one shortcut; 100 for `SURE` alone.
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

    /// The confidence of that level; what is higher than `SURE` is `SURE`.
    pub const fn of_level(level: u8) -> Confidence {
        if level < Confidence::SURE.0 {
            Confidence(level)
        } else {
            Confidence::SURE
        }
    }

    /// The least confidence whose results are right so many times in a hundred.
    pub fn of_percent(percent: u8) -> Confidence {
        let mut levels = (0..Confidence::SURE.0).map(Confidence);
        let enough = levels.find(|level| level.percent() >= percent);
        enough.unwrap_or(Confidence::SURE)
    }

    /// The depth of the shallow search that stands for one to `depth`, and how far beyond the window its result
    /// must lie, in units of the evaluation; `None` if there is to be none.
    #[inline(always)]
    pub fn shortcut(self, params: &Params, empties: u32, depth: u32) -> Option<(u32, i32)> {
        if self == Confidence::SURE || depth < LEAST_DEPTH {
            return None;
        }
        // The same parity: estimates of even and odd depths differ.
        let shallow = depth / 4 * 2 + depth % 2;
        Some((shallow, self.margin(params, empties, depth, shallow)))
    }

    /// How far apart the results of two depths may lie.
    #[inline(always)]
    pub fn margin(self, params: &Params, empties: u32, depth: u32, shallow: u32) -> i32 {
        let factor = params
            .sureness
            .get(usize::from(self.0))
            .copied()
            .unwrap_or(0);
        factor * params.deviation(empties, depth, shallow) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surer_searches_leave_out_less() {
        let margins = (0..5).map(|level| {
            Confidence::of_level(level)
                .shortcut(&Params::default(), 30, 10)
                .unwrap()
                .1
        });
        assert!(margins.is_sorted_by(|less, more| less < more));
        assert_eq!(Confidence::SURE.shortcut(&Params::default(), 30, 10), None);
        assert_eq!(Confidence::LEAST.shortcut(&Params::default(), 30, 2), None);
    }

    #[test]
    fn shortcuts_keep_the_parity() {
        for depth in 3..=40 {
            let (shallow, _) = Confidence::LEAST
                .shortcut(&Params::default(), 45, depth)
                .unwrap();
            assert!(shallow < depth && (depth - shallow) % 2 == 0);
        }
    }

    #[test]
    fn percents_find_the_level_that_suffices() {
        let level = |percent| Confidence::of_percent(percent).level();
        assert_eq!([0, 73, 74, 91, 99, 100].map(level), [0, 0, 1, 2, 4, 5]);
    }

    #[test]
    fn levels_are_their_numbers() {
        for level in 0..=5 {
            assert_eq!(Confidence::of_level(level).level(), level);
        }
        assert_eq!(Confidence::of_level(15), Confidence::SURE);
    }
}
