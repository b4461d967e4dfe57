//! What a level looks at.

use crate::engine::SkillLevel;
use crate::engine::skill::mix;

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
        let (low, share) = SCALE.place(level);
        let (low, high) = (&ANCHORS[low], &ANCHORS[(low + 1).min(ANCHORS.len() - 1)]);
        let between = |field: fn(&Profile) -> f32| mix(field(low), field(high), share);
        Profile {
            depth: between(|profile| profile.depth),
            breadth: between(|profile| profile.breadth),
            noise: between(|profile| profile.noise),
            counting: between(|profile| profile.counting),
            alertness: between(|profile| profile.alertness),
            oversight: between(|profile| profile.oversight),
            fours: between(|profile| profile.fours),
            // There is no way between reading by hand and a full search.
            nodes: match low.nodes {
                0.0 => 0.0,
                _ => between(|profile| profile.nodes),
            },
        }
    }

    /// Returns the nodes of the full search by which the level plays, if it does.
    pub fn full_nodes(&self) -> Option<u64> {
        (self.nodes > 0.0).then(|| self.nodes.exp2() as u64)
    }
}
