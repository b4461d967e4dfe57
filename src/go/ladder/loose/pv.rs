//! The principal variation of a loose ladder.

use super::super::proof_search::{ProofSearch, ProofTarget};
use super::moves::LooseTarget;
use crate::board::point::Point;
use tengen_engine::game::Color;

impl ProofSearch<'_, LooseTarget> {
    /// Returns the line from a position with a known outcome.
    pub fn principal_variation(&mut self, first: Color, captured: bool) -> Vec<(Color, Point)> {
        let mut to_move = first;
        let mut line = Vec::new();
        let mut steps = Vec::new();
        while let Some(point) = self.pv_move(to_move, captured) {
            if let Some(point) = point {
                line.push((to_move, point));
            }
            steps.push(self.play(to_move, point));
            to_move = to_move.opponent();
        }
        while let Some(step) = steps.pop() {
            self.undo(step);
        }
        line
    }

    /// Returns the quickest move for the winning side or the slowest for the losing side, with `Some(None)` for a pass.
    /// `None` at the end of the line.
    fn pv_move(&mut self, to_move: Color, captured: bool) -> Option<Option<Point>> {
        if self.target.static_outcome(self.board, to_move) == Some(false) {
            return None;
        }
        if self.board.at(self.target.stone) != Some(self.target.defender) || self.repeats(to_move) {
            return None;
        }
        if let Some(last) = self.capture(to_move) {
            return Some(Some(last));
        }
        let mut children = self.children(to_move);
        if children
            .iter()
            .all(|child| child.numbers.outcome() != Some(captured))
        {
            // The entries were replaced in the table.
            self.solve(to_move);
            children = self.children(to_move);
        }
        let attacker = self.target.attacker();
        let wins = captured == (to_move == attacker);
        children.retain(|child| child.numbers.outcome() == Some(captured));
        if wins {
            // If a pass suffices, no move is needed to answer the attack.
            let best = children.iter().min_by_key(|child| child.numbers.length)?;
            let may_pass = children.iter().any(|child| child.point.is_none());
            return (!may_pass).then_some(best.point);
        }
        // Passes only without any other move.
        let slowest = children
            .iter()
            .max_by_key(|child| (child.point.is_some(), child.numbers.length));
        match slowest {
            Some(child) => Some(child.point),
            // The defender is in atari without a legal move.
            None => (captured && to_move != attacker).then_some(None),
        }
    }

    /// Returns the attacker's capturing move if the attacker is to move.
    fn capture(&self, to_move: Color) -> Option<Point> {
        let last = self.board.last_liberty(self.target.stone)?;
        (to_move == self.target.attacker()).then_some(last)
    }

    fn repeats(&self, to_move: Color) -> bool {
        self.path.contains(&self.key(to_move))
    }
}
