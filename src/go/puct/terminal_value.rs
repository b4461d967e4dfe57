//! The value of a game ended by two passes, and the penalty for moves that prolong it.

use super::node_evaluation::NodeEvaluation;
use super::utility::ValueStats;
use crate::board::{Move, Point, PointSet};
use crate::net::GameHistory;
use crate::rules::benson::PassAliveArea;
use crate::rules::ruleset::Scoring;
use crate::rules::{BoardCount, Position, Score};
use tengen_engine::game::{Color, Position as _};

/// Ownership at which a point is considered decided.
const CERTAIN: f64 = 0.95;

/// Returns the outcome with all stones alive.
pub fn value_of_all_alive(history: &GameHistory) -> ValueStats {
    values_of_score(history.position().score(&PointSet::new()))
}

/// Returns the outcome with the stones dead that are owned by the opponent. The board counts as it stands, as on
/// servers: a player who would gain by filling a neutral point has to do so first.
pub fn value_by_agreement(history: &GameHistory, evaluation: &NodeEvaluation) -> ValueStats {
    let position = history.position();
    let dead = dead_stones(position, evaluation);
    values_of_score(BoardCount::as_it_stands(position, &dead).score)
}

/// Returns the stones of chains that the opponent owns, by proof (under territory rules only) or by the network.
pub fn dead_stones(position: &Position, evaluation: &NodeEvaluation) -> PointSet {
    let board = position.board();
    let proven = match position.rules().scoring {
        Scoring::Area => None,
        Scoring::Territory => Some(PassAliveArea::pass_alive(board, position.rules().suicide)),
    };
    let is_dead = |&chain: &Point| {
        if let Some(owner) = proven.as_ref().and_then(|proven| proven.owner(chain)) {
            return board.at(chain) != Some(owner);
        }
        let stones = board.stones_of(chain);
        let white: f32 = stones
            .map(|stone| evaluation.ownership_of(board.size(), stone))
            .sum();
        match board.at(chain) {
            Some(Color::Black) => white > 0.0,
            _ => white < 0.0,
        }
    };
    let chains = board.chains().filter(is_dead);
    chains.flat_map(|chain| board.stones_of(chain)).collect()
}

/// Returns the values of a game that has ended with this score.
pub fn values_of_score(score: Score) -> ValueStats {
    let points = -f64::from(score.half_points()) / 2.0;
    ValueStats {
        win_loss: f64::from(-score.half_points().signum()),
        no_result: 0.0,
        score: points,
        score_squared: points * points,
        lead: points,
    }
}

/// Returns the penalty, in points, for a root move by the side to move; 0 for most moves. It discourages moves that
/// only prolong a game that is practically over.
pub fn ending_penalty(
    position: &Position,
    evaluation: &NodeEvaluation,
    mv: Move,
    points: f64,
) -> f64 {
    let board = position.board();
    let color = position.to_move();
    let by_territory = position.rules().scoring == Scoring::Territory;
    let Move::Place(point) = mv else {
        // Under territory rules, neutral points are filled before passing. A button is taken late.
        let has_button = position.rules().has_button;
        return match (by_territory, has_button) {
            (true, _) => points * 2.0 / 3.0,
            (false, true) => points * 0.5,
            (false, false) => 0.0,
        };
    };
    if board.ko().is_some() {
        return 0.0;
    }
    let white = f64::from(evaluation.ownership_of(board.size(), point));
    let own = if color == Color::White { white } else { -white };
    let captures = board.captures(color, point) > 0;
    let is_futile = own <= -CERTAIN && (by_territory || !captures);
    let touches_foe = board.neighbors(point).stones(color.opponent()) > 0;
    let chains = point.neighbors().into_iter();
    let own_chains = chains
        .filter(|&near| board.at(near) == Some(color))
        .map(|p| board.head(p));
    let mut own_chains: Vec<_> = own_chains.collect();
    own_chains.sort_unstable();
    own_chains.dedup();
    let is_filling = own >= CERTAIN && !touches_foe && own_chains.len() < 2;
    if is_futile || is_filling {
        points * (own.abs() - CERTAIN) / (1.0 - CERTAIN)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Evaluation;
    use crate::rules::{Komi, Rules};
    use crate::testing::go_reference::Stones;

    /// A white stone in black's left half, with neutral points in the middle.
    const ROWS: [&str; 5] = [
        ". X . O .",
        "O X . O .",
        ". X . O .",
        ". X . O .",
        ". X . O .",
    ];

    fn history(rules: Rules, to_move: Color) -> GameHistory {
        let stones = Stones::drawn(&ROWS);
        let mut position = Position::new(stones.size, rules, Komi::from_points(0.5).unwrap());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, to_move).unwrap();
        GameHistory::new(position)
    }

    /// An evaluation that gives the left two columns to black and the right two to white.
    fn verdict(history: &GameHistory) -> NodeEvaluation {
        let columns = [-1.0, -1.0, 0.0, 1.0, 1.0];
        let evaluation = Evaluation {
            white_ownership: (0..25).map(|point| columns[point % 5]).collect(),
            ..Evaluation::uniform(history.position())
        };
        NodeEvaluation::new(history, &evaluation)
    }

    #[test]
    fn dead_stones_come_off_by_agreement_and_count_where_there_is_none() {
        let history = history(Rules::CHINESE, Color::Black);
        // Ten points each and komi, or five for black against white's eleven.
        assert_eq!(value_by_agreement(&history, &verdict(&history)).score, 0.5);
        assert_eq!(value_of_all_alive(&history).score, 6.5);
    }

    #[test]
    fn moves_that_only_prolong_the_game_are_held_back() {
        let penalty_of = |rules, color, column, row| {
            let history = history(rules, color);
            let mv = Move::Place(Point::new(column, row));
            ending_penalty(history.position(), &verdict(&history), mv, 0.5)
        };
        let area = Rules::DEFAULT;
        // In the opponent's area, and in the player's own.
        assert!(penalty_of(area, Color::Black, 4, 2) > 0.4);
        assert!(penalty_of(area, Color::White, 4, 2) > 0.4);
        // A neutral point, and a point next to a stone that must be captured.
        assert_eq!(penalty_of(area, Color::Black, 2, 2), 0.0);
        assert_eq!(penalty_of(area, Color::Black, 0, 2), 0.0);
        let history = history(Rules::JAPANESE, Color::Black);
        let pass = ending_penalty(history.position(), &verdict(&history), Move::Pass, 0.5);
        assert!(pass > 0.3 && pass < 0.5);
    }
}
