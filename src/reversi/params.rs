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
const STAGES: [Weights; 7] = [
    Weights {
        mobility: 0,
        share: 0,
        potential: 0,
        corner: 100,
        corner_move: 100,
        x_square: 0,
        c_square: 0,
        stable: 60,
        edge: 0,
        disc: 128,
        odd_turn: 100,
        even_turn: 0,
    },
    Weights {
        mobility: 60,
        share: 10,
        potential: 10,
        corner: 300,
        corner_move: 300,
        x_square: -150,
        c_square: -60,
        stable: 120,
        edge: 10,
        disc: 40,
        odd_turn: 200,
        even_turn: 0,
    },
    Weights {
        mobility: 90,
        share: 10,
        potential: 30,
        corner: 600,
        corner_move: 400,
        x_square: -350,
        c_square: -120,
        stable: 120,
        edge: 20,
        disc: 0,
        odd_turn: 150,
        even_turn: 0,
    },
    Weights {
        mobility: 100,
        share: 10,
        potential: 40,
        corner: 800,
        corner_move: 400,
        x_square: -500,
        c_square: -150,
        stable: 120,
        edge: 20,
        disc: -10,
        odd_turn: 100,
        even_turn: 50,
    },
    Weights {
        mobility: 100,
        share: 10,
        potential: 45,
        corner: 900,
        corner_move: 400,
        x_square: -600,
        c_square: -180,
        stable: 120,
        edge: 20,
        disc: -20,
        odd_turn: 100,
        even_turn: 100,
    },
    Weights {
        mobility: 90,
        share: 10,
        potential: 40,
        corner: 900,
        corner_move: 400,
        x_square: -600,
        c_square: -200,
        stable: 120,
        edge: 10,
        disc: -20,
        odd_turn: 80,
        even_turn: 80,
    },
    Weights {
        mobility: 80,
        share: 10,
        potential: 40,
        corner: 900,
        corner_move: 400,
        x_square: -600,
        c_square: -200,
        stable: 120,
        edge: 0,
        disc: -20,
        odd_turn: 60,
        even_turn: 60,
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
