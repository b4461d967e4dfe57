//! Claims about an empty point: its owner, and the effect of a stone there.

use super::claim::{Claim, Forbidden, StoneClaim};
use crate::board::tactics::is_eye;
use crate::board::{Board, Move, Point};
use crate::rules::benson::PassAliveArea;
use crate::rules::position::Position;
use tengen_engine::game::{Color, IllegalMove, Position as _};

/// Returns the claims about an empty point. The side to move comes first.
pub fn claims(position: &Position, point: Point) -> Vec<Claim> {
    let board = position.board();
    let mut claims = Vec::new();
    if let Some(color) = PassAliveArea::pass_alive(board, false).owner(point) {
        claims.push(Claim::Territory { color });
    }
    let sides = board.neighbors(point);
    for color in Color::BOTH {
        if sides.stones(color) > 0 && sides.stones(color) + sides.off_board() == 4 {
            let is_false = !is_eye(board, color, point);
            claims.push(Claim::Eye { color, is_false });
        }
    }
    let first = position.to_move();
    for color in [first, first.opponent()] {
        claims.push(Claim::Stone(stone_claim(position, color, point)));
    }
    claims
}

fn stone_claim(position: &Position, color: Color, at: Point) -> StoneClaim {
    let board = position.board();
    let forbidden = match position.check(color, Move::Place(at)) {
        Ok(()) => None,
        Err(IllegalMove::Ko) => Some(Forbidden::Ko),
        Err(IllegalMove::Superko) => Some(Forbidden::Superko),
        Err(_) => Some(Forbidden::Suicide),
    };
    let nothing = StoneClaim {
        color,
        at,
        forbidden,
        captures: Vec::new(),
        liberties: Vec::new(),
        stones: 0,
        joins: Vec::new(),
        ataris: Vec::new(),
        makes_ko: false,
    };
    // Rulesets that allow suicide permit a move that removes its own stones.
    if forbidden.is_some() || board.is_suicide(color, at) {
        return nothing;
    }
    let mut after = board.clone();
    after.play(color, at);
    let captured = |stone: &Point| board.at(*stone).is_some() && after.at(*stone).is_none();
    let mut liberties: Vec<Point> = after.liberties(at).collect();
    liberties.sort_unstable();
    StoneClaim {
        captures: board.size().points().filter(captured).collect(),
        liberties,
        stones: after.chain_len(at),
        joins: chains_beside(board, at, color),
        ataris: chains_beside(&after, at, color.opponent())
            .into_iter()
            .filter(|&chain| after.liberty_count(chain) == 1)
            .collect(),
        makes_ko: after.ko().is_some(),
        ..nothing
    }
}

/// Returns one stone next to a point for each adjacent chain of a color.
fn chains_beside(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let mut chains: Vec<Point> = Vec::new();
    for near in point.neighbors() {
        if board.at(near) != Some(color) {
            continue;
        }
        let head = board.head(near);
        if !chains.iter().any(|&chain| board.head(chain) == head) {
            chains.push(near);
        }
    }
    chains.sort_unstable();
    chains
}
