//! What a level looks at.

use tengen_engine::SkillLevel;
use tengen_engine::skill::Interpolation;

use super::scale::{ANCHORS, SCALE};

/// What a player of a level looks at. Fractions of depths and numbers are chances of one more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Plies that are read.
    pub depth: f32,
    /// Moves that are looked at in a position.
    pub breadth: f32,
    /// Standard deviation of the error of the evaluation, in evaluation units.
    pub noise: f32,
    /// Share of the evaluation that counts rows alone, from 0 to 1.
    pub counting: f32,
    /// Chance to notice a coming open four at the horizon, from 0 to 1.
    pub alertness: f32,
    /// Chance to overlook the opponent's five, from 0 to 1.
    pub oversight: f32,
    /// Moves of the longest win by fours that is read, the five included; below 2 none is looked for.
    pub fours: f32,
    /// Binary logarithm of the nodes of a full search; 0 for none.
    pub nodes: f32,
}

impl Profile {
    /// Returns the profile of a level: that of an anchor, or one between two anchors.
    pub fn of(level: SkillLevel) -> Profile {
        let place = Interpolation::new(&ANCHORS, SCALE.place(level));
        Profile {
            depth: place.mix(|profile| profile.depth),
            breadth: place.mix(|profile| profile.breadth),
            noise: place.mix(|profile| profile.noise),
            counting: place.mix(|profile| profile.counting),
            alertness: place.mix(|profile| profile.alertness),
            oversight: place.mix(|profile| profile.oversight),
            fours: place.mix(|profile| profile.fours),
            // There is no way between reading by hand and a full search.
            nodes: match place.low.nodes {
                0.0 => 0.0,
                _ => place.mix(|profile| profile.nodes),
            },
        }
    }

    /// Returns the nodes of the full search by which the level plays, if it does.
    pub fn full_nodes(&self) -> Option<u64> {
        (self.nodes > 0.0).then(|| self.nodes.exp2() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_level_looks_at_less_than_the_one_below() {
        let levels: Vec<Profile> = SCALE.levels().map(Profile::of).collect();
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
