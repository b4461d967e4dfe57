//! The place of a level on its scale.

/// A level of strength below the full one: a rating in hundredths of a rank in Go, in Elo in gomoku and Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkillLevel(i32);

impl SkillLevel {
    /// Creates the level of a rating, which must be on the scale of the game.
    pub(super) const fn new(rating: i32) -> SkillLevel {
        SkillLevel(rating)
    }

    /// Returns the rating.
    pub const fn rating(self) -> i32 {
        self.0
    }
}
