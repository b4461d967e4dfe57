//! The limits of a level.

use tengen_engine::SkillLevel;
use tengen_engine::skill::Interpolation;

use super::scale::{ANCHORS, SCALE};

/// The limits of a player of one level. Fractions of depths and numbers are chances of one more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Depth of reading in plies.
    pub depth: f32,
    /// Number of moves considered in a position.
    pub breadth: f32,
    /// Standard deviation of the evaluation error, in evaluation units.
    pub noise: f32,
    /// Share of the evaluation that only counts rows, from 0 to 1.
    pub counting: f32,
    /// Chance to notice a coming open four at the horizon, from 0 to 1.
    pub alertness: f32,
    /// Chance to overlook the opponent's five, from 0 to 1.
    pub oversight: f32,
    /// Moves of the longest win by fours that is read, including the five; below 2, none is read.
    pub fours: f32,
    /// Binary logarithm of the node limit of a full search; 0 for a level that reads by itself.
    pub nodes: f32,
}

impl Profile {
    /// Returns the profile of a level: that of an anchor, or one between two anchors.
    pub fn new(level: SkillLevel) -> Profile {
        let place = Interpolation::new(&ANCHORS, SCALE.place(level));
        Profile {
            depth: place.mix(|profile| profile.depth),
            breadth: place.mix(|profile| profile.breadth),
            noise: place.mix(|profile| profile.noise),
            counting: place.mix(|profile| profile.counting),
            alertness: place.mix(|profile| profile.alertness),
            oversight: place.mix(|profile| profile.oversight),
            fours: place.mix(|profile| profile.fours),
            // There is nothing between limited reading and a full search.
            nodes: match place.low.nodes {
                0.0 => 0.0,
                _ => place.mix(|profile| profile.nodes),
            },
        }
    }

    /// Returns the node limit if the level plays by the full search.
    pub fn full_nodes(&self) -> Option<u64> {
        (self.nodes > 0.0).then(|| self.nodes.exp2() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_level_looks_at_less_than_the_one_below() {
        let levels: Vec<Profile> = SCALE.levels().map(Profile::new).collect();
        for (low, high) in levels.iter().zip(&levels[1..]) {
            let (few, more) = (low.full_nodes(), high.full_nodes());
            assert!(few <= more, "{low:?} {high:?}");
            let rises = |field: fn(&Profile) -> f32| field(low) <= field(high);
            let reads = rises(|p| p.depth) && rises(|p| p.breadth) && rises(|p| p.fours);
            let errs = rises(|p| -p.noise) && rises(|p| -p.counting) && rises(|p| -p.oversight);
            assert!(reads && errs && rises(|p| p.alertness), "{low:?} {high:?}");
        }
    }
}
