//! Claims about a chain: its liberties, ataris and ladder.

use super::claim::Claim;
use crate::board::{Board, Move, Point};
use crate::ladder::question::{BATCH_NODES, LadderQuestion};
use crate::ladder::{self, Verdict};
use crate::rules::position::Position;
use tengen_engine::game::{Color, Position as _};

/// Returns the claims about the chain of the stone on `point` and its liberties.
pub fn claims(position: &Position, point: Point, color: Color) -> Vec<Claim> {
    let board = position.board();
    let mut stones: Vec<Point> = board.stones_of(point).collect();
    stones.sort_unstable();
    let mut liberties: Vec<Point> = board.liberties(point).collect();
    liberties.sort_unstable();
    let by = color.opponent();
    let atari = match liberties[..] {
        [at] => Some(Claim::Atari {
            by,
            at,
            allowed: position.check(by, Move::Place(at)).is_ok(),
        }),
        _ => None,
    };
    let chain = Claim::Chain {
        color,
        stones,
        liberties,
    };
    [chain].into_iter().chain(atari).collect()
}

/// Returns the claim about the ladder of a chain with one or two liberties.
pub fn ladder_claim(board: &Board, point: Point, is_stopped: &dyn Fn() -> bool) -> Option<Claim> {
    if board.liberty_count(point) > 2 {
        return None;
    }
    let question = LadderQuestion::from_target(board, point)?;
    let first = question.first;
    let reading = ladder::read_until(
        &mut board.clone(),
        point,
        first,
        ladder::DEFAULT_NODES,
        is_stopped,
    )?;
    let line = reading.pv.iter();
    let line: Vec<(Color, Move)> = line.map(|&(color, at)| (color, Move::Place(at))).collect();
    let ko = reading.ko.is_some();
    Some(match reading.verdict {
        Verdict::Captured => Claim::LadderWorks { first, ko, line },
        Verdict::Escapes => Claim::LadderFails {
            first,
            ko,
            line,
            breakers: breakers(board, question, is_stopped),
        },
        Verdict::Unknown => Claim::LadderUnknown { first },
    })
}

/// Returns one stone of each of the defender's other chains without which the ladder would work.
fn breakers(board: &Board, question: LadderQuestion, is_stopped: &dyn Fn() -> bool) -> Vec<Point> {
    let target = board.head(question.target);
    let others = board.chains().filter(|&chain| {
        chain != target && board.at(chain) == Some(question.defender) && !is_stopped()
    });
    let is_breaker = |&chain: &Point| {
        let mut without = board.clone();
        for stone in board.stones_of(chain) {
            without.take_off(stone);
        }
        // The question must stay the same. It depends on the target's number of liberties.
        without.set_ko(board.ko());
        let same = without.liberty_count(question.target) == board.liberty_count(question.target);
        same && question.verdict(&mut without, BATCH_NODES).0 == Verdict::Captured
    };
    let mut breakers: Vec<Point> = others.filter(is_breaker).collect();
    breakers.sort_unstable();
    breakers
}
