//! The network's accumulators along the moves played. They are updated lazily, because most positions of a VCF search
//! are never evaluated.

use super::Board;
use crate::eval::network::{Accumulator, Network};
use crate::eval::point_set::{points_of, slot};
use crate::patterns::classes::{Classes, Quad};
use tengen_engine::cpu::{Isa, Task};
use tengen_engine::game::Color;

/// Returns the contribution of a point with these patterns to the accumulator.
#[inline(always)]
fn point_accumulator(network: &Network, classes: &Classes, quad: Quad) -> Accumulator {
    network.point(Color::BOTH.map(|color| classes.of(quad, color)))
}

/// Updates a board's accumulators and scores the last one.
struct NetworkScore<'a>(&'a mut Board);

impl Task for NetworkScore<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let NetworkScore(board) = self;
        board.update_accumulators();
        match (board.evaluation.network(), board.accumulators.last()) {
            (Some(network), Some(accumulator)) => {
                let state = board.threat_state();
                network.score_with::<I>(accumulator, board.to_move, state)
            }
            _ => 0,
        }
    }
}

impl Board {
    /// Returns the network's score for the side to move; 0 without a network.
    pub(crate) fn network_score(&mut self) -> i32 {
        self.evaluation.isa().run(NetworkScore(self))
    }

    /// Computes the accumulator of the position from scratch, if there is a network.
    pub(super) fn fresh_accumulator(&self) -> Option<Accumulator> {
        let network = self.evaluation.network()?;
        let of = |point| point_accumulator(network, self.classes, self.spots[slot(point)].quad);
        Some(
            points_of(&self.free).fold(Accumulator::ZERO, |accumulator, point| {
                accumulator.with(of(point))
            }),
        )
    }

    /// Adds accumulators for the moves played since the last update.
    #[inline(always)]
    fn update_accumulators(&mut self) {
        let evaluation = &*self.evaluation;
        let Some(network) = evaluation.network() else {
            return;
        };
        let of = |quad| point_accumulator(network, self.classes, quad);
        let log = &self.log[..self.log_len];
        // Entry `i` is the accumulator before move `i`; the last entry follows the last move covered.
        while let Some(&base) = self.accumulators.last()
            && let Some(played) = self.played.get(self.accumulators.len() - 1)
        {
            let next = self.played.get(self.accumulators.len());
            let (changed, later) = log.split_at(next.map_or(self.log_len, |next| next.log_start));
            // The point played still has the patterns from before the move.
            let taken = self.spots[slot(played.point)].quad;
            let mut accumulator = base.without(of(taken));
            for before in &changed[played.log_start..] {
                let again = later.iter().find(|spot| spot.slot == before.slot);
                let after = again.unwrap_or(&self.spots[usize::from(before.slot)]);
                accumulator = accumulator.without(of(before.quad)).with(of(after.quad));
            }
            self.accumulators.push(accumulator);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::evaluation::Evaluation;
    use crate::eval::network::NetworkWeights;
    use crate::eval::network::tests::Scored;
    use crate::eval::weights::Weights;
    use crate::rules::{Position, Rule};
    use tengen_engine::cpu::Level;

    /// Returns a board with a network that distinguishes all classes.
    fn board(rule: Rule) -> Board {
        let mut weights = Weights::handcrafted();
        for mover in Color::BOTH {
            let number = |i: usize| ((i * 7919 + mover.index()) % 401) as i16 - 200;
            let numbers: Vec<i16> = (0..NetworkWeights::SIZE).map(number).collect();
            weights.set_network(rule, &[mover], &NetworkWeights::from_slice(&numbers));
        }
        let position = Position::new(9, 8, rule).unwrap();
        Board::new(&position, Evaluation::new(rule, &weights, Level::detect()))
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_position_whenever_they_are_asked_for(
            renju in any::<bool>(),
            steps in proptest::collection::vec((0..4u8, any::<prop::sample::Index>()), 1..60),
        ) {
            let mut board = board(if renju { Rule::Renju } else { Rule::Freestyle });
            for (kind, index) in steps {
                let free: Vec<_> = points_of(&board.free).collect();
                match kind {
                    0 | 1 if !free.is_empty() => board.play(free[index.index(free.len())]),
                    2 => board.undo(),
                    _ => {
                        let score = board.network_score();
                        prop_assert_eq!(board.accumulators.last().copied(), board.fresh_accumulator());
                        let state = board.threat_state();
                        let network = board.evaluation.network().unwrap();
                        let accumulator = board.fresh_accumulator().unwrap();
                        let scored = Scored(network, &accumulator, board.to_move, state);
                        prop_assert_eq!(score, Level::BASELINE.run(scored));
                    }
                }
            }
        }
    }
}
