//! The score estimate of an unfinished game.

use crate::playouts::ownership::Ownership;
use crate::rules::Position;

/// Returns black's expected lead: the sum of the ownership over all points, less white's compensation.
pub fn expected_lead(position: &Position, ownership: &Ownership) -> f64 {
    let handicap = position.rules().handicap_points(position.handicap_stones());
    let compensation = position.komi().points() + f64::from(handicap);
    let points = position.board().size().points();
    points
        .map(|point| f64::from(ownership.of(point)))
        .sum::<f64>()
        - compensation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Rules};
    use crate::score::judge;
    use crate::testing::go_reference::Stones;
    use tengen_engine::game::Color;

    #[test]
    fn the_lead_is_the_area_less_komi() {
        let stones = Stones::drawn(&[". X . O . ."; 6]);
        let komi = Komi::from_points(3.5).unwrap();
        let mut position = Position::new(stones.size, Rules::default(), komi);
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        let judgment = judge(&position);
        assert!(judgment.is_finished);
        // Black has 12 points and white 18; six are neutral.
        let lead = expected_lead(&position, &judgment.ownership);
        assert!((lead - (12.0 - 18.0 - 3.5)).abs() < 2.0, "{lead}");
    }
}
