//! Conversion of scores to discs and win rates.

use super::evaluation::DISC;

/// Converts a score in evaluation units to discs.
pub fn discs(score: i32) -> f32 {
    score as f32 / DISC as f32
}

/// Returns the win rate for a score, counting a draw as half a win.
pub fn winrate(score: i32, exact: bool, empties: u32) -> f32 {
    if exact {
        return 0.5 + 0.5 * score.signum() as f32;
    }
    // Evaluations are less certain with more empty squares.
    let doubt = 1.0 + 0.1 * empties as f32;
    1.0 / (1.0 + (-discs(score) / doubt).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_rates_grow_with_the_score_and_near_the_end() {
        assert_eq!(winrate(0, false, 30), 0.5);
        assert!(winrate(4 * DISC, false, 30) > winrate(2 * DISC, false, 30));
        assert!(winrate(4 * DISC, false, 5) > winrate(4 * DISC, false, 50));
        assert_eq!(
            [1, 0, -1].map(|score| winrate(score, true, 0)),
            [1.0, 0.5, 0.0]
        );
    }
}
