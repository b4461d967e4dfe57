//! The score of a finished game: Benson's proof and playouts or a network tell which stones are dead, the rules count the
//! rest.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::board::point::Point;
use super::board::point_set::PointSet;
use super::board::stones::Board;
use super::net::{Evaluation, Evaluator, Features, GameHistory, Network, Symmetry};
use super::playouts::ownership::Ownership;
use super::playouts::params::Params;
use super::playouts::playout;
use super::playouts::playout::{Course, Start};
use super::rules::area::Count;
use super::rules::komi::Score;
use super::rules::position::Position;
use crate::engine::cpu::Level;
use crate::engine::game::Color;

/// Playouts behind a judgement.
const PLAYOUTS: u32 = 400;

/// Fixed, so that one position is always judged alike, whoever asks.
const SEED: u64 = 0x60;

/// What becomes of the stones of a position when both sides stop playing.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Stones that would be captured.
    pub dead: PointSet,
    /// Living stones whose groups have no two eyes and share liberties with the other side.
    pub seki: PointSet,
    /// All other stones.
    pub alive: PointSet,
    /// To whom the points went in the playouts, or go by the network.
    pub ownership: Ownership,
    /// The score with the dead stones taken off.
    pub score: Score,
}

/// Judges a position as if both sides had passed. The answer depends on the stones and the rules alone.
pub fn judge(position: &Position) -> Judgement {
    judge_by(position, play_out(position.board(), PLAYOUTS))
}

/// Judges a position by what a network says of its points, averaged over all symmetries; `None` if that is not finite. The
/// network has to fit the board.
pub fn judge_by_network(
    situation: &GameHistory,
    network: &Arc<Network>,
    isa: Level,
) -> Option<Judgement> {
    let size = situation.position().board().size();
    let features = Features::of(situation, network.model().area_with_suicide);
    let mut evaluator = Evaluator::new(network, size, 1, isa);
    let mut white = vec![0.0; size.area()];
    for symmetry in Symmetry::all() {
        evaluator.set(0, &features, symmetry);
        evaluator.evaluate(1);
        let evaluation = Evaluation::new(situation, evaluator.output(0), 0.0);
        if !evaluation.is_finite() {
            network.mark_failed();
            return None;
        }
        for (sum, share) in white.iter_mut().zip(&evaluation.white_ownership) {
            *sum += share / Symmetry::all().count() as f32;
        }
    }
    let ownership = Ownership::of_network(size, &white);
    Some(judge_by(situation.position(), ownership))
}

fn judge_by(position: &Position, ownership: Ownership) -> Judgement {
    let board = position.board();
    let dead = ownership.dead(board, position.rules().suicide);
    let seki = Count::new(board, &dead).in_seki();
    let stones = board.chains().flat_map(|chain| board.stones_of(chain));
    let lives = |stone: &Point| !dead.contains(*stone) && !seki.contains(*stone);
    Judgement {
        alive: stones.filter(lives).collect(),
        score: position.score(&dead),
        ownership,
        dead,
        seki,
    }
}

/// Plays a board out, each side beginning half of the time.
fn play_out(board: &Board, playouts: u32) -> Ownership {
    let mut start = board.clone();
    start.set_ko(None);
    start.sort_empty_points();
    let params = Params::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut ownership = Ownership::default();
    let (mut end, mut course) = (start.clone(), Course::default());
    for playout in 0..playouts {
        end.clone_from(&start);
        course.stones.clear();
        let first = Start {
            color: Color::BOTH[playout as usize % 2],
            last: None,
        };
        playout::run(&mut end, first, &params, &mut rng, &mut course);
        ownership.add(&end);
    }
    ownership
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::Size;
    use crate::go::rules::{Komi, Rules};
    use crate::testing::counted_games::Finished;
    use crate::testing::go_reference::Stones;

    /// Fails unless this is the score and these are the dead stones that the game's label has under these rules.
    #[track_caller]
    fn assert_right(judged: &Judgement, game: &Finished, rules: &str, number: usize) {
        let mut dead: Vec<_> = judged.dead.iter().map(|p| p.to_string()).collect();
        dead.sort();
        let said = (judged.score, dead);
        assert_eq!(said, game.expected(rules), "{rules}, game {number}");
    }

    const RULES: [(&str, Rules); 2] = [("chinese", Rules::CHINESE), ("japanese", Rules::JAPANESE)];

    #[test]
    fn finished_games_are_judged_as_gnu_go_and_katago_agree() {
        let games = Finished::all();
        assert!(games.len() >= 29);
        for (name, rules) in RULES {
            for (number, game) in games.iter().enumerate() {
                assert_right(&judge(&game.position(rules)), game, name, number);
            }
        }
    }

    #[test]
    fn games_of_the_search_are_judged_as_gnu_go_counts_them() {
        let games = Finished::counted_by_gnu_go();
        assert!(games.len() >= 60);
        for (number, (game, name)) in games.iter().enumerate() {
            for (_, rules) in RULES.iter().filter(|(known, _)| known == name) {
                assert_right(&judge(&game.position(*rules)), game, name, number);
            }
        }
    }

    fn judge_drawn(rows: &[&str]) -> Judgement {
        let stones = Stones::drawn(rows);
        let size = Size::new(rows[0].replace(' ', "").len() as u32, rows.len() as u32).unwrap();
        let mut position = Position::new(size, Rules::JAPANESE, Komi::default());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        judge(&position)
    }

    #[test]
    fn a_seki_lives_and_is_called_so() {
        // Whoever plays between the two chains in the middle loses his own.
        let judged = judge_drawn(&[
            ". X X O O . X X O O .",
            "X X X O O O X X O O O",
            ". X X O O . X X O O .",
        ]);
        assert!(judged.dead.is_empty());
        assert_eq!((judged.seki.len(), judged.alive.len()), (13, 14));
        assert_eq!(judged.score.half_points(), 0);
    }

    #[test]
    fn an_empty_board_is_nobodys_and_one_judgement_is_like_another() {
        let empty = judge_drawn(&[". . .", ". . ."]);
        assert_eq!(empty.score.half_points(), 0);
        assert!(empty.dead.is_empty() && empty.alive.is_empty() && empty.seki.is_empty());
        let rows = [
            "X X . O .",
            ". X . O O",
            "X X . O .",
            "O . . . O",
            ". . X . O",
        ];
        let (a, b) = (judge_drawn(&rows), judge_drawn(&rows));
        assert_eq!((a.score, a.dead), (b.score, b.dead));
    }
}
