//! A search to the end of the game.

use crate::position::{Cell, Position};
use tengen_engine::game::{Outcome, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Control, Report, RootMove, SearchResult, Searcher, Settings};

/// A negamax search of every continuation. It takes milliseconds, so it ignores limits.
pub struct ExactSearch;

impl Searcher<Position> for ExactSearch {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Cell>,
    ) -> Option<SearchResult<Cell>> {
        let position = record.position();
        let to_move = position.to_move();
        let mut moves = position.legal_moves(to_move);
        let is_allowed = |cell: &Cell| control.request().allows(to_move, cell, 0);
        if moves.iter().any(is_allowed) {
            moves.retain(is_allowed);
        }
        let mut nodes = 0;
        let mut lines = Vec::new();
        for cell in moves {
            let before = nodes;
            let mut after = *position;
            after.play(to_move, cell).ok()?;
            let value = -value(&mut after, -1, 1, &mut nodes);
            let winrate = (1.0 + value as f32) / 2.0;
            lines.push(RootMove::new(
                cell,
                winrate,
                value as f32,
                nodes - before,
                vec![cell],
            ));
        }
        lines.sort_by(|a, b| b.winrate.total_cmp(&a.winrate));
        let mv = lines.first()?.mv;
        let depth = 9 - position.taken();
        let report = Report::new(lines, nodes, depth);
        control.report(report.clone());
        Some(SearchResult {
            mv,
            resigns: false,
            report,
        })
    }

    fn clear(&mut self) {}

    fn configure(&mut self, _: Settings) {}
}

/// Returns a position's value for the side to move within a window: 1 for a win, 0 for a draw, -1 for a loss.
fn value(position: &mut Position, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let to_move = position.to_move();
    match position.outcome() {
        Some(Outcome::Win(color)) if color == to_move => return 1,
        Some(Outcome::Win(_)) => return -1,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    for cell in position.legal_moves(to_move) {
        let Ok(undo) = position.play(to_move, cell) else {
            continue;
        };
        alpha = alpha.max(-value(position, -beta, -alpha, nodes));
        position.undo(undo);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
