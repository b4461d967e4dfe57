//! Plain extensions: the chain runs, and neither side has a choice.

use super::glance::Attack;
use super::{Answer, CAPTURED, ESCAPES, LONGEST_LINE, Reader};
use crate::go::board::point::Point;
use crate::go::board::stones::{Run, Stair};
use crate::go::board::zobrist;

impl Reader<'_> {
    /// The defender is to move after an attack and can only extend, which joins and captures nothing: one reply
    /// and one answer, so nothing is remembered and nothing compared with what came before.
    pub(super) fn run(&mut self, attack: &Attack) -> Answer {
        let [Some(first), Some(second)] = attack.gained() else {
            return CAPTURED;
        };
        let key = self.key(self.defender);
        let undo = self.step_from(key, self.defender, attack.way_out);
        let from = self.path.ataris.len();
        self.add_ataris_beside(from, attack.way_out);
        let answer = match self.open_run(attack, [first, second]) {
            Some(run) if self.path.ataris.len() == from => self.run_ahead(run, attack.point),
            _ => {
                let attacks = self.attacks_at(first, second);
                self.try_attacks(attacks, from)
            }
        };
        self.path.ataris.truncate(from);
        self.step_back(&undo);
        answer
    }

    /// The stairs that the chain may run up at once from these liberties after a plain extension, if there are any.
    #[inline]
    fn open_run(&self, attack: &Attack, liberties: [Point; 2]) -> Option<Run> {
        // A repetition takes captures, and on the stairs nothing is compared with what came before.
        if self.captures > 0 || self.board.liberty_count(attack.point) < 3 {
            return None;
        }
        let first = Stair::new(attack.way_out, liberties, attack.point)?;
        let nodes = usize::try_from(self.nodes_left).unwrap_or(usize::MAX);
        let most = nodes.min(LONGEST_LINE - self.path.keys.len()) / 2;
        let run = self.board.open_run(first, most);
        (run.len() > 0).then_some(run)
    }

    /// The answer after a run, where no chain of the attacker is in atari.
    fn run_ahead(&mut self, run: Run, guard: Point) -> Answer {
        let mut key = self.key(self.attacker());
        for stair in run.stairs() {
            for (color, point) in [
                (self.attacker(), stair.beside),
                (self.defender, stair.ahead),
            ] {
                self.path.keys.push(key);
                key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
            }
        }
        let moves = 2 * run.len();
        self.nodes_left -= moves as u64;
        let answer = self.after_run(run, guard);
        let line = self.path.keys.len() - moves;
        self.path.keys.truncate(line);
        answer
    }

    fn after_run(&mut self, run: Run, guard: Point) -> Answer {
        if let Some(answer) = self.glance_after_run(run, guard) {
            return answer;
        }
        let path = &mut *self.path;
        let undo = self
            .board
            .run_ahead(run, self.target, guard, run.len(), &mut path.slots);
        let [first, second] = run.liberties();
        let attacks = self.attacks_at(first, second);
        let answer = self.try_attacks(attacks, self.path.ataris.len());
        self.board.run_back(&undo, &mut self.path.slots);
        answer
    }

    /// What is seen after a run at once, without laying all of its stones.
    fn glance_after_run(&mut self, run: Run, guard: Point) -> Option<Answer> {
        let path = &mut *self.path;
        let undo = self
            .board
            .run_ahead(run, self.target, guard, 1, &mut path.slots);
        let [first, second] = run.liberties();
        let attacks = self.attacks_at(first, second);
        self.board.run_back(&undo, &mut self.path.slots);
        if attacks.iter().any(Attack::catches) {
            return Some(CAPTURED);
        }
        attacks.is_empty().then_some(ESCAPES)
    }
}
