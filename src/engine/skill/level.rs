//! A level and its place among the anchors.

/// A level below full strength: a rating in hundredths of a rank in Go, in Elo in gomoku and Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillLevel {
    rating: i32,
    /// Index of the anchor, if the level is one, regardless of its rating.
    anchor: Option<u8>,
}

impl SkillLevel {
    /// Creates the level with a rating, which must be on the scale of the game.
    pub(super) const fn new(rating: i32) -> SkillLevel {
        SkillLevel {
            rating,
            anchor: None,
        }
    }

    /// Creates the level of the anchor with this index.
    pub(super) const fn of_anchor(number: u8, rating: i32) -> SkillLevel {
        SkillLevel {
            rating,
            anchor: Some(number),
        }
    }

    /// Returns the rating, in the units of the game's scale.
    pub const fn rating(self) -> i32 {
        self.rating
    }

    /// Returns the index of the strongest anchor that is not stronger than the level, and the share of the way from it
    /// to the next one, from 0 to 1. `ratings` are the ascending ratings of the anchors.
    pub fn place(self, ratings: &[i32]) -> (usize, f32) {
        if let Some(number) = self.anchor {
            return (usize::from(number), 0.0);
        }
        let rating = self.rating;
        let above = ratings.partition_point(|&anchor| anchor <= rating);
        let low = above.saturating_sub(1);
        match ratings.get(low + 1) {
            Some(high) if rating > ratings[low] => {
                let base = ratings[low];
                (low, (rating - base) as f32 / (high - base) as f32)
            }
            _ => (low, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_lies_between_two_anchors() {
        let place = |rating| SkillLevel::new(rating).place(&[770, 1_000, 1_430]);
        assert_eq!(place(600), (0, 0.0));
        assert_eq!(place(770), (0, 0.0));
        assert_eq!(place(1_000), (1, 0.0));
        assert_eq!(place(1_215), (1, 0.5));
        assert_eq!(place(1_430), (2, 0.0));
        assert_eq!(place(1_500), (2, 0.0));
    }

    #[test]
    fn an_anchor_stays_in_place_for_any_ratings() {
        assert_eq!(
            SkillLevel::of_anchor(1, 500).place(&[0, 900, 950]),
            (1, 0.0)
        );
    }
}
