//! The network's sums over the board. They are brought up to date only when they are asked for: most positions that the
//! searches for fours pass through are never judged.

use super::{Board, Quad, Sums, points_of, slot};
use crate::engine::game::Color;
use crate::gomoku::eval::network::Network;
use crate::gomoku::patterns::classes::Classes;

/// What a point with these patterns adds to the sums.
#[inline]
fn of_point(network: &Network, classes: &Classes, quad: Quad) -> Sums {
    network.point(Color::BOTH.map(|color| classes.of(quad, color)))
}

impl Board {
    /// What the network adds to `balance`: nothing where there is none.
    pub(in crate::gomoku) fn network_worth(&mut self) -> i32 {
        self.update_sums();
        match (self.evaluation.network(), self.sums.last()) {
            (Some(network), Some(sums)) => network.worth(sums, self.to_move, self.state()),
            _ => 0,
        }
    }

    /// The sums of the position as it stands, if there is a network.
    pub(super) fn sums_afresh(&self) -> Option<Sums> {
        let network = self.evaluation.network()?;
        let of = |point| of_point(network, self.classes, self.spots[slot(point)].quad);
        Some(points_of(&self.free).fold(Sums::ZERO, |sums, point| sums.with(of(point))))
    }

    /// Adds what the moves changed that were played since the sums were asked for.
    fn update_sums(&mut self) {
        let evaluation = &*self.evaluation;
        let Some(network) = evaluation.network() else {
            return;
        };
        let of = |quad| of_point(network, self.classes, quad);
        let log = &self.log[..self.logged];
        // Sums stand for the position before each move that they know, and for the one after the last of them.
        while let Some(&known) = self.sums.last()
            && let Some(played) = self.played.get(self.sums.len() - 1)
        {
            let next = self.played.get(self.sums.len());
            let (changed, later) = log.split_at(next.map_or(self.logged, |next| next.log));
            // The patterns at its own point are still those before it.
            let taken = self.spots[slot(played.point)].quad;
            let mut sums = known.without(of(taken));
            for before in &changed[played.log..] {
                let again = later.iter().find(|spot| spot.slot == before.slot);
                let after = again.unwrap_or(&self.spots[usize::from(before.slot)]);
                sums = sums.without(of(before.quad)).with(of(after.quad));
            }
            self.sums.push(sums);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::gomoku::eval::evaluation::Evaluation;
    use crate::gomoku::eval::network::Numbers;
    use crate::gomoku::eval::weights::Weights;
    use crate::gomoku::rules::{Position, Rule};

    /// A board whose network tells all classes apart.
    fn board(rule: Rule) -> Board {
        let mut weights = Weights::by_hand();
        for mover in Color::BOTH {
            let number = |i: usize| ((i * 7919 + mover.index()) % 401) as i16 - 200;
            let numbers: Vec<i16> = (0..Numbers::SIZE).map(number).collect();
            weights.set_network(rule, mover, Numbers::of(&numbers));
        }
        let position = Position::new(9, 8, rule).unwrap();
        Board::new(&position, Evaluation::new(rule, &weights))
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
                        let worth = board.network_worth();
                        prop_assert_eq!(board.sums.last().copied(), board.sums_afresh());
                        let state = board.state();
                        let network = board.evaluation.network().unwrap();
                        let sums = board.sums_afresh().unwrap();
                        prop_assert_eq!(worth, network.worth(&sums, board.to_move, state));
                    }
                }
            }
        }
    }
}
