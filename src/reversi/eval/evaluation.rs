//! What a board is worth before its end is in sight: a sum of learned weights, one for the state of each pattern
//! and for the mobility of each side, from tables for each stage of the game.

use std::sync::LazyLock;

#[cfg(target_arch = "x86_64")]
use super::gather;
use super::node::Node;
use super::patterns::{LANES, PATTERNS, SHAPES, States, shapes, states, twins};
use super::weights;
use crate::engine::cpu::Isa;
use crate::reversi::rules::board::Board;

/// Units of a score in one disc of the final result.
pub const DISC: i32 = 128;

/// The best score, all 64 discs.
pub const MOST: i32 = 64 * DISC;

/// Estimates stay this far within what only a finished game can be worth.
pub const MOST_ESTIMATED: i32 = 63 * DISC;

/// Numbers of empty squares that share a table.
pub const STAGE_LENGTH: usize = 4;

/// The number of tables, for 0 to 59 empty squares; what is emptier goes to the last.
pub const STAGES: usize = 60 / STAGE_LENGTH;

/// Weights in the table of a stage: those of all shapes, then of the mobility of the side to move and of the other
/// side, of their numbers of discs, and of the number of empty squares.
pub const WEIGHTS: usize = EMPTIES + STAGE_LENGTH;

/// Weights that one board's score is the sum of.
pub const TERMS: usize = PATTERNS + 5;

/// Mobilities told apart; more count as the most.
const MOBILITIES: usize = 32;

/// Where the weights of the mobilities begin.
const MOBILITY: usize = shape_begin(SHAPES);

/// Numbers of discs told apart; more count as the most. Only the lowest say what no pattern sees: that the next
/// moves may take them all.
const DISC_COUNTS: usize = 16;

/// Where the weights of the numbers of discs begin.
const DISC_COUNT: usize = MOBILITY + 2 * MOBILITIES;

/// Where the weights of the numbers of empty squares begin.
const EMPTIES: usize = DISC_COUNT + 2 * DISC_COUNTS;

/// Zeros before and after the weights of a stage, as many as a state can be away from 0: any state of any pattern has an
/// index in its table, so that it can be looked up without a check.
const MARGIN: usize = 1 << 15;

/// The weights of a stage between two margins.
type StageTable = [i16; MARGIN + WEIGHTS + MARGIN];

/// Index of the weight of state 0 of each pattern in its table, and of the first weight for the rest of the lanes.
const MIDDLES: [u32; LANES] = middles();

/// The index of any state is within its table and not its last one.
const _: () = {
    let mut lane = 0;
    while lane < LANES {
        let middle = MIDDLES[lane] as usize;
        assert!(middle >= MARGIN && middle + MARGIN < size_of::<StageTable>() / size_of::<i16>());
        lane += 1;
    }
};

/// The weights that the program was built with.
static LEARNED: LazyLock<Evaluation> = LazyLock::new(|| {
    weights::decode(include_bytes!("weights.bin")).expect("a test decodes the same bytes")
});

/// Tables of weights in units of 1/128 disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    stages: Vec<Box<StageTable>>,
}

impl Evaluation {
    /// The weights that the program was built with.
    pub fn learned() -> &'static Evaluation {
        &LEARNED
    }

    /// Weights that say nothing: every board is even.
    pub fn nothing() -> Evaluation {
        Evaluation {
            stages: vec![table(&vec![0; WEIGHTS]); STAGES],
        }
    }

    /// The table of a stage, counted from the end of the game.
    pub fn stage(&self, stage: usize) -> &[i16] {
        &self.stages[stage][MARGIN..][..WEIGHTS]
    }

    /// Puts other weights in the place of a stage's.
    ///
    /// # Panics
    ///
    /// If there are not `WEIGHTS` of them.
    pub fn set_stage(&mut self, stage: usize, weights: Vec<i16>) {
        self.stages[stage] = table(&weights);
    }

    /// The expected result for the side to move in units of 1/128 disc; exact if the game is over. Who must pass
    /// is judged as the other side sees it, since only boards with a move are learned.
    #[inline(always)]
    pub fn score(&self, node: &Node) -> i32 {
        let board = node.board;
        self.score_of(node, [board.moves(), board.passed().moves()], of_patterns)
    }

    /// [`score`](Evaluation::score) with the instructions of `I`.
    #[inline(always)]
    pub fn score_with<I: Isa>(&self, node: &Node) -> i32 {
        let (board, passed) = (node.board, node.board.passed());
        let moves = [board.moves_with::<I>(), passed.moves_with::<I>()];
        self.score_of(node, moves, of_patterns_with::<I>)
    }

    /// The score of `node`; the mover may play `mine`, the other side `theirs`, and `of_patterns` sums up the weights of
    /// patterns.
    #[inline(always)]
    fn score_of(
        &self,
        node: &Node,
        [mine, theirs]: [u64; 2],
        of_patterns: impl Fn(&StageTable, &States) -> i32,
    ) -> i32 {
        let sum = |node: &Node, mine, theirs| {
            let table = &self.stages[stage(node.board.empties())];
            let others = others(node.board, mine, theirs);
            let others = others.map(|index| i32::from(table[MARGIN + index]));
            let others: i32 = others.into_iter().sum();
            of_patterns(table, &node.states) + others
        };
        let sum = if mine != 0 {
            sum(node, mine, theirs)
        } else if theirs != 0 {
            -sum(&node.passed(), theirs, mine)
        } else {
            return node.board.final_score() * DISC;
        };
        sum.clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
    }
}

/// The sum of the weights in `table` of all patterns.
#[inline(always)]
fn of_patterns(table: &StageTable, states: &States) -> i32 {
    let mut sum = 0;
    for (&middle, &state) in MIDDLES.iter().zip(states.each()) {
        let index = (middle as usize).wrapping_add_signed(isize::from(state));
        debug_assert!((MARGIN..MARGIN + MOBILITY).contains(&index));
        // SAFETY: the margins of a table take up any state, as is asserted above.
        sum += i32::from(unsafe { *table.get_unchecked(index) });
    }
    sum
}

/// [`of_patterns`] with the instructions of `I`.
#[inline(always)]
fn of_patterns_with<I: Isa>(table: &StageTable, states: &States) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if I::AVX2 {
        // SAFETY: such an instruction set is handed out only where the processor has AVX2, and the margins of a table take
        // up any state, as is asserted above.
        return unsafe { gather::sum_of_weights(table, &MIDDLES, states.lanes()) };
    }
    of_patterns(table, states)
}

/// The stage of a board with this many empty squares.
#[inline(always)]
pub fn stage(empties: u32) -> usize {
    (empties as usize / STAGE_LENGTH).min(STAGES - 1)
}

/// The indices of the weights whose sum is the score of `node`.
pub fn terms(node: &Node) -> [u32; TERMS] {
    let mut terms = [0; TERMS];
    for ((term, &middle), &state) in terms.iter_mut().zip(&MIDDLES).zip(node.states.each()) {
        *term = (middle - MARGIN as u32).wrapping_add_signed(state.into());
    }
    let (mine, theirs) = (node.board.moves(), node.board.passed().moves());
    for (term, index) in terms[PATTERNS..]
        .iter_mut()
        .zip(others(node.board, mine, theirs))
    {
        *term = index as u32;
    }
    terms
}

/// For each weight of a table the first that must be the same, as a mirror image is worth the same.
pub fn all_twins() -> Vec<u32> {
    let mut all = Vec::with_capacity(WEIGHTS);
    for shape in 0..SHAPES {
        let begin = shape_begin(shape) as u32;
        all.extend(twins(shape).into_iter().map(|twin| begin + twin));
    }
    all.extend(MOBILITY as u32..WEIGHTS as u32);
    all
}

/// The weights that are no pattern's; `mine` and `theirs` are the squares playable for the mover and the other side.
#[inline(always)]
fn others(board: Board, mine: u64, theirs: u64) -> [usize; TERMS - PATTERNS] {
    let count = |set: u64, kinds: usize| (set.count_ones() as usize).min(kinds - 1);
    [
        MOBILITY + count(mine, MOBILITIES),
        MOBILITY + MOBILITIES + count(theirs, MOBILITIES),
        DISC_COUNT + count(board.player(), DISC_COUNTS),
        DISC_COUNT + DISC_COUNTS + count(board.opponent(), DISC_COUNTS),
        EMPTIES + board.empties() as usize % STAGE_LENGTH,
    ]
}

/// Where the weights of a shape begin.
const fn shape_begin(shape: usize) -> usize {
    let mut begin = 0;
    let mut before = 0;
    while before < shape {
        begin += states(before);
        before += 1;
    }
    begin
}

/// The table of a stage with these weights.
fn table(weights: &[i16]) -> Box<StageTable> {
    let mut table = vec![0; MARGIN + WEIGHTS + MARGIN];
    table[MARGIN..][..WEIGHTS].copy_from_slice(weights);
    let table = table.into_boxed_slice().try_into();
    table.expect("the vector was made as long as a table")
}

const fn middles() -> [u32; LANES] {
    let shapes = shapes();
    let mut middles = [MARGIN as u32; LANES];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let middle = shape_begin(shapes[pattern]) + states(shapes[pattern]) / 2;
        middles[pattern] = (MARGIN + middle) as u32;
        pattern += 1;
    }
    middles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::cpu::{Level, Task};
    use crate::engine::game::Color;
    use crate::reversi::rules::board::tests::reached;
    use crate::reversi::rules::{Position, Square, Squares};

    /// The set with each square (column, row) moved by `map`.
    fn mapped(set: u64, map: impl Fn(u8, u8) -> (u8, u8)) -> u64 {
        let images = Squares(set).map(|square| {
            let (column, row) = map(square.column(), square.row());
            Square::at(column, row).unwrap().bit()
        });
        images.fold(0, |all, bit| all | bit)
    }

    fn evaluate(board: Board) -> i32 {
        Evaluation::learned().score(&Node::new(board))
    }

    fn symmetric(board: Board) -> Vec<Board> {
        let image = |map: &dyn Fn(u8, u8) -> (u8, u8)| {
            Board::new(mapped(board.player(), map), mapped(board.opponent(), map)).unwrap()
        };
        let maps: [&dyn Fn(u8, u8) -> (u8, u8); 8] = [
            &|x, y| (x, y),
            &|x, y| (7 - x, y),
            &|x, y| (x, 7 - y),
            &|x, y| (7 - x, 7 - y),
            &|x, y| (y, x),
            &|x, y| (7 - y, x),
            &|x, y| (y, 7 - x),
            &|x, y| (7 - y, 7 - x),
        ];
        maps.map(image).to_vec()
    }

    /// A score with some instruction set.
    struct Score(Node);

    impl Task for Score {
        type Output = i32;

        fn run<I: Isa>(self) -> i32 {
            Evaluation::learned().score_with::<I>(&self.0)
        }
    }

    proptest! {
        #[test]
        fn every_instruction_set_finds_the_same_score(
            choices in prop::collection::vec(0..64usize, 0..60),
        ) {
            let node = Node::new(reached(&choices));
            for level in Level::available() {
                prop_assert_eq!(level.run(Score(node)), evaluate(node.board), "{}", level);
            }
        }

        #[test]
        fn all_eight_views_are_worth_the_same(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            for image in symmetric(board) {
                prop_assert_eq!(evaluate(image), evaluate(board));
            }
        }
    }

    #[test]
    fn a_finished_game_is_worth_its_result() {
        let text = format!("{}{}", "X".repeat(40), "O".repeat(24));
        let board = Position::from_text(&text, Color::White).unwrap().board();
        assert_eq!(evaluate(board), -16 * DISC);
    }

    #[test]
    fn who_must_pass_is_worth_what_the_other_side_is_not() {
        let text = format!("-O{}{}XO------", "X".repeat(6), "-".repeat(48));
        let board = Position::from_text(&text, Color::White).unwrap().board();
        assert_eq!(board.moves(), 0);
        assert_eq!(evaluate(board), -evaluate(board.passed()));
    }

    #[test]
    fn terms_sum_up_to_the_score() {
        let evaluation = Evaluation::learned();
        let board = reached(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let node = Node::new(board);
        let table = evaluation.stage(stage(board.empties()));
        let sum: i32 = terms(&node)
            .iter()
            .map(|&term| i32::from(table[term as usize]))
            .sum();
        assert_eq!(sum, evaluation.score(&node));
    }

    #[test]
    fn nothing_makes_every_board_even() {
        let node = Node::new(reached(&[3; 20]));
        assert_eq!(Evaluation::nothing().score(&node), 0);
    }

    #[test]
    fn a_corner_is_good_and_the_square_beside_an_empty_one_bad() {
        let with = |square: &str| {
            let bit = square.parse::<Square>().unwrap().bit();
            let start = Position::start().board();
            evaluate(Board::new(start.player() | bit, start.opponent()).unwrap())
        };
        assert!(with("a1") > with("c1") + 2 * DISC);
        assert!(with("b2") < with("c3"));
    }
}
