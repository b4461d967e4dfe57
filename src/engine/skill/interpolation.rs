//! The profile of a level between those of two anchors.

use super::level::SkillLevel;
use super::scale::SkillScale;

/// Two neighboring anchors and a place between them.
pub struct Interpolation<'a, P> {
    /// The profile of the lower anchor.
    pub low: &'a P,
    high: &'a P,
    share: f32,
}

impl<'a, P> Interpolation<'a, P> {
    /// Finds the place of a level on a scale whose anchors have these `profiles`.
    pub fn new(scale: &SkillScale, profiles: &'a [P], level: SkillLevel) -> Self {
        let (low, share) = scale.place(level);
        Interpolation {
            low: &profiles[low],
            high: &profiles[(low + 1).min(profiles.len() - 1)],
            share,
        }
    }

    /// Returns the number between those of the two anchors.
    pub fn mix(&self, field: fn(&P) -> f32) -> f32 {
        mix(field(self.low), field(self.high), self.share)
    }
}

/// Returns the number between `low` and `high` at `share`, from 0 to 1, of the way.
pub fn mix(low: f32, high: f32, share: f32) -> f32 {
    low + (high - low) * share
}
