//! Evaluation errors that stay the same within a game.
//!
//! A person who underrates a shape underrates it again ten moves later. So an error is not random: it is a function of
//! the game and of the thing judged. It is computed with integers, equal on every machine.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// A function from positions to errors that is fixed for one game.
#[derive(Clone, Copy, Debug)]
pub struct Misjudgment {
    game: u64,
}

/// Number of first moves that distinguish games.
const OPENING: usize = 6;

/// Thousandths of the standard deviation of an error.
const SIGMA: i64 = 1_000;

impl Misjudgment {
    /// Returns the misjudgments of a player with this seed in a game with these moves. They depend only on the first
    /// moves, so they stay the same throughout the game, wherever its record comes from.
    pub fn of_game<M: Hash>(seed: u64, moves: impl Iterator<Item = M>) -> Misjudgment {
        let mut hasher = FxHasher::default();
        moves.take(OPENING).for_each(|mv| mv.hash(&mut hasher));
        Misjudgment {
            game: scramble(seed ^ scramble(hasher.finish())),
        }
    }

    /// Returns the error at `what`, a hash of the thing judged, with the standard deviation `deviation`: the sum of
    /// twelve uniform numbers, nearly normal, at most six standard deviations.
    pub fn error(self, what: u64, deviation: f32) -> i32 {
        let first = scramble(self.game ^ scramble(what));
        let words = [first, scramble(first), scramble(!first)];
        let uniform = |word: u64| (0..4).map(move |i| i64::from((word >> (16 * i)) as u16));
        let sum: i64 = words.into_iter().flat_map(uniform).sum();
        let normal = (sum - 6 * 0xFFFF) * SIGMA / 0x1_0000;
        (normal * i64::from((deviation * 16.0) as i32) / (16 * SIGMA)) as i32
    }

    /// Whether an event with this probability, from 0 to 1, happens at `what`.
    pub fn happens(self, what: u64, chance: f32) -> bool {
        let die = scramble(self.game.rotate_left(32) ^ scramble(what)) >> 40;
        (die as f32) < chance * (1 << 24) as f32
    }

    /// Rounds `number` up or down at random by `what`, so that the mean over many hashes is the number.
    pub fn rounded(self, what: u64, number: f32) -> u32 {
        let whole = number.max(0.0).floor();
        whole as u32 + u32::from(self.happens(what, number.max(0.0) - whole))
    }
}

/// Returns the output of SplitMix64 for a counter (Steele, Lea and Flood 2014).
fn scramble(counter: u64) -> u64 {
    let mut z = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_their_deviation_and_repeat_within_a_game() {
        let of_game = |seed, moves: &[u32]| Misjudgment::of_game(seed, moves.iter());
        let game = of_game(1, &[1, 2, 3, 4, 5, 6]);
        let errors: Vec<f64> = (0..10_000)
            .map(|what| f64::from(game.error(what, 200.0)))
            .collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let square = errors.iter().map(|e| e * e).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 8.0, "{mean}");
        assert!((190.0..210.0).contains(&square.sqrt()), "{}", square.sqrt());
        assert_eq!(
            game.error(7, 200.0),
            of_game(1, &[1, 2, 3, 4, 5, 6, 7]).error(7, 200.0)
        );
        let differs =
            |other: Misjudgment| (0..20).any(|w| other.error(w, 200.0) != game.error(w, 200.0));
        assert!(differs(of_game(1, &[9])) && differs(of_game(2, &[1, 2, 3, 4, 5, 6])));
        assert!((0..100).all(|what| game.error(what, 0.0) == 0));
    }

    #[test]
    fn chances_and_fractions_hold_in_the_mean() {
        let game = Misjudgment::of_game(3, [5].iter());
        let count = (0..10_000).filter(|&what| game.happens(what, 0.3)).count();
        assert!((2_850..3_150).contains(&count), "{count}");
        assert!((0..100).all(|what| !game.happens(what, 0.0) && game.happens(what, 1.0)));
        let sum: u32 = (0..10_000).map(|what| game.rounded(what, 2.25)).sum();
        assert!((22_300..22_700).contains(&sum), "{sum}");
        assert_eq!(game.rounded(9, 3.0), 3);
    }
}
