//! Isolated extensions and staircases, in which neither side has a choice.

use super::static_tests::Attack;
use super::{CAPTURED, ESCAPES, LadderReader, MAX_DEPTH, ReadResult, ReadTrace};
use crate::board::point::Point;
use crate::board::stones::{StairStep, Staircase};
use crate::board::zobrist;

impl<T: ReadTrace> LadderReader<'_, T> {
    /// Reads with the defender to move after an attack that leaves only an extension, one that joins and captures
    /// nothing. With a single move there is no need to store results or compare with earlier positions.
    pub(super) fn read_isolated_extension(&mut self, attack: &Attack) -> ReadResult {
        let [Some(first), Some(second)] = attack.gained() else {
            return CAPTURED;
        };
        let key = self.key(self.defender);
        let undo = self.play_from(key, self.defender, attack.extension);
        let from = self.path.ataris.len();
        self.add_ataris_next_to(from, attack.extension);
        let result = match self.open_staircase(attack, [first, second]) {
            Some(staircase) if self.path.ataris.len() == from => {
                self.read_staircase(staircase, attack.point)
            }
            _ => {
                let attacks = self.attacks_on(first, second);
                self.try_attacks(attacks, from)
            }
        };
        self.path.ataris.truncate(from);
        self.undo(&undo);
        result
    }

    /// Returns the staircase that starts at these liberties after a plain extension.
    #[inline]
    fn open_staircase(&self, attack: &Attack, liberties: [Point; 2]) -> Option<Staircase> {
        // Positions on a staircase are not checked for repetition.
        if self.longest_cycle() > 0 || self.board.liberty_count(attack.point) < 3 {
            return None;
        }
        let first = StairStep::new(attack.extension, liberties, attack.point)?;
        let nodes = usize::try_from(self.nodes_left).unwrap_or(usize::MAX);
        let most = nodes.min(MAX_DEPTH - self.path.keys.len()) / 2;
        let staircase = self.board.open_staircase(first, most);
        (staircase.len() > 0).then_some(staircase)
    }

    /// Reads the result after a staircase. No attacking chain may be in atari.
    fn read_staircase(&mut self, staircase: Staircase, guard: Point) -> ReadResult {
        let mut key = self.key(self.attacker());
        for stair in staircase.steps() {
            for (color, point) in [(self.attacker(), stair.flank), (self.defender, stair.ahead)] {
                self.trace.test(point);
                self.path.keys.push(key);
                key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
            }
        }
        let moves = 2 * staircase.len();
        self.nodes_left -= moves as u64;
        let result = self.read_after_staircase(staircase, guard);
        let line = self.path.keys.len() - moves;
        self.path.keys.truncate(line);
        result
    }

    fn read_after_staircase(&mut self, staircase: Staircase, guard: Point) -> ReadResult {
        if let Some(result) = self.test_after_staircase(staircase, guard) {
            return result;
        }
        let path = &mut *self.path;
        let undo = self.board.play_staircase(
            staircase,
            self.target,
            guard,
            staircase.len(),
            &mut path.slots,
        );
        let [first, second] = staircase.liberties();
        let attacks = self.attacks_on(first, second);
        let result = self.try_attacks(attacks, self.path.ataris.len());
        self.board.unplay_staircase(&undo, &mut self.path.slots);
        result
    }

    /// Applies the static tests after a staircase, placing only its last stones.
    fn test_after_staircase(&mut self, staircase: Staircase, guard: Point) -> Option<ReadResult> {
        let path = &mut *self.path;
        let undo = self
            .board
            .play_staircase(staircase, self.target, guard, 1, &mut path.slots);
        let [first, second] = staircase.liberties();
        let attacks = self.attacks_on(first, second);
        self.board.unplay_staircase(&undo, &mut self.path.slots);
        if attacks.iter().any(Attack::catches) {
            return Some(CAPTURED);
        }
        attacks.is_empty().then_some(ESCAPES)
    }
}
