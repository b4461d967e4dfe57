//! The weights of the evaluation.

/// What each feature is worth at one stage of the game, in units of 1/128 disc of the final result. Every
/// feature but the last two is the mover's count less the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A square to play on.
    pub mobility: i32,
    /// 1/64 of all squares that either side can play on: choice counts for more where there is little of it.
    pub share: i32,
    /// An empty square beside a disc of the other side: mobility to come.
    pub potential: i32,
    /// A corner.
    pub corner: i32,
    /// A corner that could be taken by the next move.
    pub corner_move: i32,
    /// A disc diagonally beside an empty corner, which it may give away.
    pub x_square: i32,
    /// A disc on the edge beside an empty corner.
    pub c_square: i32,
    /// A disc that can't be flipped any more.
    pub stable: i32,
    /// A disc on one of the four middle squares of an edge.
    pub edge: i32,
    /// A disc.
    pub disc: i32,
    /// Having the move with an odd number of empty squares: the last move of the game is one's own.
    pub odd_turn: i32,
    /// Having the move with an even number of empty squares.
    pub even_turn: i32,
}

/// Empty squares between two stages of `STAGES`; between them weights change linearly.
const STAGE: usize = 10;

/// Weights at 0, 10, ... 60 empty squares.
///
/// Found by least squares, stage by stage backwards from the end: positions of games with a share of random
/// moves, 900 for each number of empty squares, labelled with the exact result up to 10 of them and above by a
/// search 5 or 6 deep that ends in the stages fitted before. Positions won by more than 40 discs were left out. What
/// stays unexplained is 8.5 discs up to 10 empty squares, 7.3 up to 20, 6.0, 4.7, 3.6 and 2.2 up to 57.
const STAGES: [Weights; 7] = [
    Weights {
        mobility: 319,
        share: -1,
        potential: -204,
        corner: -30,
        corner_move: 30,
        x_square: 42,
        c_square: -86,
        stable: 129,
        edge: -15,
        disc: 1,
        odd_turn: 542,
        even_turn: -114,
    },
    Weights {
        mobility: 228,
        share: 15,
        potential: -120,
        corner: 293,
        corner_move: 511,
        x_square: -109,
        c_square: -162,
        stable: 132,
        edge: -62,
        disc: -12,
        odd_turn: 194,
        even_turn: -20,
    },
    Weights {
        mobility: 68,
        share: 18,
        potential: 58,
        corner: 777,
        corner_move: 758,
        x_square: -347,
        c_square: -85,
        stable: 140,
        edge: 15,
        disc: -37,
        odd_turn: 17,
        even_turn: -171,
    },
    Weights {
        mobility: -15,
        share: 37,
        potential: 65,
        corner: 1502,
        corner_move: 591,
        x_square: -833,
        c_square: -229,
        stable: 145,
        edge: 61,
        disc: -55,
        odd_turn: -95,
        even_turn: -181,
    },
    Weights {
        mobility: -10,
        share: 29,
        potential: 65,
        corner: 2062,
        corner_move: 405,
        x_square: -1349,
        c_square: -504,
        stable: 207,
        edge: 89,
        disc: -72,
        odd_turn: -87,
        even_turn: -147,
    },
    Weights {
        mobility: 69,
        share: -7,
        potential: 59,
        corner: 2199,
        corner_move: 205,
        x_square: -1900,
        c_square: -763,
        stable: 437,
        edge: 67,
        disc: -59,
        odd_turn: -116,
        even_turn: -94,
    },
    Weights {
        mobility: 1,
        share: 7,
        potential: 84,
        corner: 1176,
        corner_move: 541,
        x_square: -2336,
        c_square: -705,
        stable: 392,
        edge: -274,
        disc: 120,
        odd_turn: -155,
        even_turn: 199,
    },
];

/// The weights for each number of empty squares, 0 to 60.
pub static WEIGHTS: [Weights; 61] = by_empties();

const fn by_empties() -> [Weights; 61] {
    let mut table = [STAGES[0]; 61];
    let mut empties = 0;
    while empties < table.len() {
        let stage = if empties / STAGE + 1 < STAGES.len() {
            empties / STAGE
        } else {
            STAGES.len() - 2
        };
        table[empties] = between(
            &STAGES[stage],
            &STAGES[stage + 1],
            (empties - stage * STAGE) as i32,
        );
        empties += 1;
    }
    table
}

/// The weights `step` squares after `from` on the way to `to`.
const fn between(from: &Weights, to: &Weights, step: i32) -> Weights {
    const fn mix(from: i32, to: i32, step: i32) -> i32 {
        from + (to - from) * step / STAGE as i32
    }
    Weights {
        mobility: mix(from.mobility, to.mobility, step),
        share: mix(from.share, to.share, step),
        potential: mix(from.potential, to.potential, step),
        corner: mix(from.corner, to.corner, step),
        corner_move: mix(from.corner_move, to.corner_move, step),
        x_square: mix(from.x_square, to.x_square, step),
        c_square: mix(from.c_square, to.c_square, step),
        stable: mix(from.stable, to.stable, step),
        edge: mix(from.edge, to.edge, step),
        disc: mix(from.disc, to.disc, step),
        odd_turn: mix(from.odd_turn, to.odd_turn, step),
        even_turn: mix(from.even_turn, to.even_turn, step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_met_and_mixed() {
        for (stage, weights) in STAGES.iter().enumerate() {
            assert_eq!(WEIGHTS[stage * STAGE], *weights);
        }
        let (late, early) = (STAGES[1].corner, STAGES[2].corner);
        assert_eq!(WEIGHTS[15].corner, (late + early) / 2);
    }
}
