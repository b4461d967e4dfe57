//! The profile of a level between those of two anchors.

/// Two neighboring anchors and a position between them.
pub struct Interpolation<'a, P> {
    /// Profile of the lower anchor.
    pub low: &'a P,
    high: &'a P,
    share: f32,
}

impl<'a, P> Interpolation<'a, P> {
    /// Returns the position at `share` of the way from the profile with index `low` to the next one.
    pub fn new(profiles: &'a [P], (low, share): (usize, f32)) -> Self {
        Interpolation {
            low: &profiles[low],
            high: &profiles[(low + 1).min(profiles.len() - 1)],
            share,
        }
    }

    /// Returns the interpolated value of a field.
    pub fn mix(&self, field: fn(&P) -> f32) -> f32 {
        mix(field(self.low), field(self.high), self.share)
    }
}

/// Interpolates linearly between `low` and `high`; `share` is from 0 to 1.
pub fn mix(low: f32, high: f32, share: f32) -> f32 {
    low + (high - low) * share
}
