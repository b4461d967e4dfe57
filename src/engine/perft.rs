//! Perft: the number of leaves of a game tree, as a test of move generation.

use crate::game::Position;

/// Counts the lines of play of `depth` plies from `position`; `None` if `interrupted` returned true on the way.
///
/// A pass is a ply like any other, and a game that ends earlier counts 1, the convention of the published tables for
/// Reversi. Go continues after two passes.
pub fn perft<P: Position>(
    position: &mut P,
    depth: u32,
    interrupted: &dyn Fn() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let color = position.to_move();
    let moves = position.legal_moves(color);
    if moves.is_empty() {
        return Some(1);
    }
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    if interrupted() {
        return None;
    }
    let mut leaves = 0;
    for mv in moves {
        let undo = position
            .play(color, mv)
            .expect("a move of the list of legal moves is legal");
        let below = perft(position, depth - 1, interrupted);
        position.undo(undo);
        leaves += below?;
    }
    Some(leaves)
}
