//! The profile of a level between those of two anchors.

/// Two neighboring anchors and a place between them.
pub struct Interpolation<'a, P> {
    /// The profile of the lower anchor.
    pub low: &'a P,
    high: &'a P,
    share: f32,
}

impl<'a, P> Interpolation<'a, P> {
    /// Returns the place that is `share` of the way from the profile `low` to the next one.
    pub fn new(profiles: &'a [P], (low, share): (usize, f32)) -> Self {
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
