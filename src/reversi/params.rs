//! The weights of the evaluation.

use crate::params::params;

/// How many stages of the game have weights of their own.
const STAGES: usize = 7;

/// Empty squares between two stages; between them weights change linearly.
const STAGE: usize = 10;

params! {
    /// What each feature of a board is worth at 0, 10, ... 60 empty squares, in units of 1/128 disc of the final result.
    /// Every feature but the last two is the mover's count less the other side's.
    ///
    /// Found by least squares, stage by stage backwards from the end: positions of games with a share of random
    /// moves, 900 for each number of empty squares, labelled with the exact result up to 10 of them and above by a
    /// search 5 or 6 deep that ends in the stages fitted before. Positions won by more than 40 discs were left out. What
    /// stays unexplained is 8.5 discs up to 10 empty squares, 7.3 up to 20, 6.0, 4.7, 3.6 and 2.2 up to 57.
    #[derive(Clone, Debug)]
    pub struct Params of "reversi" {
        /// A square to play on.
        mobility: [i32; STAGES] = [319, 228, 68, -15, -10, 69, 1], -1_000..=1_000;
        /// 1/64 of all squares that either side can play on: choice counts for more where there is little of it.
        share: [i32; STAGES] = [-1, 15, 18, 37, 29, -7, 7], -200..=200;
        /// An empty square beside a disc of the other side: mobility to come.
        potential: [i32; STAGES] = [-204, -120, 58, 65, 65, 59, 84], -1_000..=1_000;
        /// A corner.
        corner: [i32; STAGES] = [-30, 293, 777, 1502, 2062, 2199, 1176], -4_000..=4_000;
        /// A corner that could be taken by the next move.
        corner_move: [i32; STAGES] = [30, 511, 758, 591, 405, 205, 541], -1_000..=1_000;
        /// A disc diagonally beside an empty corner, which it may give away.
        x_square: [i32; STAGES] = [42, -109, -347, -833, -1349, -1900, -2336], -4_000..=4_000;
        /// A disc on the edge beside an empty corner.
        c_square: [i32; STAGES] = [-86, -162, -85, -229, -504, -763, -705], -1_000..=1_000;
        /// A disc that can't be flipped any more.
        stable: [i32; STAGES] = [129, 132, 140, 145, 207, 437, 392], -1_000..=1_000;
        /// A disc on one of the four middle squares of an edge.
        edge: [i32; STAGES] = [-15, -62, 15, 61, 89, 67, -274], -1_000..=1_000;
        /// A disc.
        disc: [i32; STAGES] = [1, -12, -37, -55, -72, -59, 120], -1_000..=1_000;
        /// Having the move with an odd number of empty squares: the last move of the game is one's own.
        odd_turn: [i32; STAGES] = [542, 194, 17, -95, -87, -116, -155], -1_000..=1_000;
        /// Having the move with an even number of empty squares.
        even_turn: [i32; STAGES] = [-114, -20, -171, -181, -147, -94, 199], -1_000..=1_000;
    }
}

/// What each feature is worth at one number of empty squares; the fields are those of [`Params`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Weights {
    pub mobility: i32,
    pub share: i32,
    pub potential: i32,
    pub corner: i32,
    pub corner_move: i32,
    pub x_square: i32,
    pub c_square: i32,
    pub stable: i32,
    pub edge: i32,
    pub disc: i32,
    pub odd_turn: i32,
    pub even_turn: i32,
}

/// The weights for each number of empty squares, 0 to 60.
#[derive(Clone, Debug)]
pub struct ByEmpties([Weights; 61]);

impl ByEmpties {
    /// Mixes the stages before and after each number.
    pub fn new(params: &Params) -> ByEmpties {
        ByEmpties(std::array::from_fn(|empties| params.at(empties)))
    }

    /// The weights of a board; those drawn by hand may have more empty squares than the start.
    #[inline(always)]
    pub fn get(&self, empties: u32) -> &Weights {
        &self.0[(empties as usize).min(self.0.len() - 1)]
    }
}

impl Params {
    fn at(&self, empties: usize) -> Weights {
        let stage = (empties / STAGE).min(STAGES - 2);
        let step = (empties - stage * STAGE) as i32;
        let mix = |weights: &[i32; STAGES]| {
            let (from, to) = (weights[stage], weights[stage + 1]);
            from + (to - from) * step / STAGE as i32
        };
        Weights {
            mobility: mix(&self.mobility),
            share: mix(&self.share),
            potential: mix(&self.potential),
            corner: mix(&self.corner),
            corner_move: mix(&self.corner_move),
            x_square: mix(&self.x_square),
            c_square: mix(&self.c_square),
            stable: mix(&self.stable),
            edge: mix(&self.edge),
            disc: mix(&self.disc),
            odd_turn: mix(&self.odd_turn),
            even_turn: mix(&self.even_turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_met_and_mixed() {
        let params = Params::default();
        let weights = ByEmpties::new(&params);
        for stage in 0..STAGES {
            let at = weights.get((stage * STAGE) as u32);
            assert_eq!(at.corner, params.corner[stage]);
            assert_eq!(at.even_turn, params.even_turn[stage]);
        }
        let (late, early) = (params.corner[1], params.corner[2]);
        assert_eq!(weights.get(15).corner, (late + early) / 2);
        assert_eq!(weights.get(62), weights.get(60));
    }
}
