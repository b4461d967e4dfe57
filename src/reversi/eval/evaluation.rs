//! The evaluation: a sum of learned weights, one for the state of each pattern and for the mobility of each side, from
//! a table for each stage of the game.

#[cfg(target_arch = "x86_64")]
use super::gather;
use super::node::Node;
use super::patterns::{LANES, PATTERNS, SHAPES, States, shapes, state_count, tied_states};
use crate::engine::cpu::Isa;
use crate::reversi::rules::board::Board;

/// Units of a score per disc of the final result.
pub const DISC: i32 = 128;

/// Maximum score, all 64 discs.
pub const MAX_SCORE: i32 = 64 * DISC;

/// Maximum score of an unfinished game.
pub const MAX_ESTIMATE: i32 = 63 * DISC;

/// Numbers of empty squares per stage.
pub const STAGE_LENGTH: usize = 4;

/// Number of stages, for 0 to 59 empty squares; emptier boards belong to the last stage.
pub const STAGES: usize = 60 / STAGE_LENGTH;

/// Number of weights of a stage: those of all shapes, of the mobility of the side to move and of the opponent, of their
/// disc counts, and of the number of empty squares.
pub const WEIGHTS: usize = EMPTIES_OFFSET + STAGE_LENGTH;

/// Number of weights whose sum is the score of a board.
pub const TERMS: usize = PATTERNS + 5;

/// Number of mobility values; higher mobilities share the last.
const MOBILITY_VALUES: usize = 32;

/// Index of the first mobility weight.
const MOBILITY_OFFSET: usize = shape_offset(SHAPES);

/// Number of disc counts; higher counts share the last. Only low counts carry information that no pattern has: the next
/// moves may take all discs.
const DISC_COUNT_VALUES: usize = 16;

/// Index of the first weight of the disc counts.
const DISC_COUNT_OFFSET: usize = MOBILITY_OFFSET + 2 * MOBILITY_VALUES;

/// Index of the first weight of the number of empty squares.
const EMPTIES_OFFSET: usize = DISC_COUNT_OFFSET + 2 * DISC_COUNT_VALUES;

/// Zeros before and after the weights of a stage, as many as a state can be away from 0: any state of any pattern has an
/// index in its table, so that it can be looked up without a check.
const MARGIN: usize = 1 << 15;

/// The weights of a stage between two margins.
type StageTable = [i16; MARGIN + WEIGHTS + MARGIN];

/// Index of the weight of state 0 of each pattern in its table, and of the first weight for the rest of the lanes.
const MIDDLES: [u32; LANES] = middles();

/// Index of the weight of state 0 of each shape in its table.
const SHAPE_MIDDLES: [usize; SHAPES] = shape_middles();

/// Number of patterns of each shape; those of a shape follow each other.
const PATTERNS_PER_SHAPE: [usize; SHAPES] = patterns_per_shape();

/// The index of any state is within its table and not its last one.
const _: () = {
    let mut lane = 0;
    while lane < LANES {
        let middle = MIDDLES[lane] as usize;
        assert!(middle >= MARGIN && middle + MARGIN < size_of::<StageTable>() / size_of::<i16>());
        lane += 1;
    }
};

/// Weights of all stages, in units of 1/128 disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    stages: Vec<Box<StageTable>>,
    /// [`SHAPE_MIDDLES`], read from memory: constants would be added to each state of a pattern by itself.
    shape_middles: [usize; SHAPES],
}

impl Evaluation {
    /// Returns an evaluation with zero weights, which scores every board as even.
    pub fn zero() -> Evaluation {
        Evaluation {
            stages: vec![table(&vec![0; WEIGHTS]); STAGES],
            shape_middles: SHAPE_MIDDLES,
        }
    }

    /// Returns the weights of a stage, counted from the end of the game.
    pub fn stage(&self, stage: usize) -> &[i16] {
        &self.stages[stage][MARGIN..][..WEIGHTS]
    }

    /// Replaces the weights of a stage.
    ///
    /// # Panics
    ///
    /// If there are not `WEIGHTS` of them.
    pub fn set_stage(&mut self, stage: usize, weights: Vec<i16>) {
        self.stages[stage] = table(&weights);
    }

    /// Returns the expected result for the side to move in units of 1/128 disc; exact if the game is over. A side that
    /// must pass is scored from the opponent's view, since only boards with a move are learned.
    #[inline(always)]
    pub fn score(&self, node: &Node) -> i32 {
        let board = node.board;
        let moves = [board.moves(), board.passed().moves()];
        self.score_of(node, moves, Evaluation::pattern_sum)
    }

    /// [`score`](Evaluation::score) with the instructions of `I`.
    #[inline(always)]
    pub fn score_with<I: Isa>(&self, node: &Node) -> i32 {
        let (board, passed) = (node.board, node.board.passed());
        let moves = [board.moves_with::<I>(), passed.moves_with::<I>()];
        self.score_of(node, moves, Evaluation::pattern_sum_with::<I>)
    }

    /// Returns the score of `node` by the legal moves `mine` of the side to move and `theirs` of the opponent;
    /// `pattern_sum` adds up the weights of the patterns.
    #[inline(always)]
    fn score_of(
        &self,
        node: &Node,
        [mine, theirs]: [u64; 2],
        pattern_sum: impl Fn(&Evaluation, &StageTable, &States) -> i32,
    ) -> i32 {
        let sum = |node: &Node, mine, theirs| {
            let table = &self.stages[stage(node.board.empties())];
            let others = non_pattern_terms(node.board, mine, theirs);
            let others = others.map(|index| i32::from(table[MARGIN + index]));
            let others: i32 = others.into_iter().sum();
            pattern_sum(self, table, &node.states) + others
        };
        let sum = if mine != 0 {
            sum(node, mine, theirs)
        } else if theirs != 0 {
            -sum(&node.passed(), theirs, mine)
        } else {
            return node.board.final_score() * DISC;
        };
        sum.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    /// Returns the sum of the weights of all patterns, which a table of this evaluation has.
    #[inline(always)]
    fn pattern_sum(&self, table: &StageTable, states: &States) -> i32 {
        let mut sum = 0;
        let mut rest = states.each();
        for (&middle, &count) in self.shape_middles.iter().zip(&PATTERNS_PER_SHAPE) {
            let (of_shape, others) = rest.split_at(count);
            rest = others;
            // SAFETY: the middles are those of `SHAPE_MIDDLES`, indices of a table, as is asserted above.
            let weights = unsafe { table.as_ptr().add(middle) };
            for &state in of_shape {
                let index = middle.wrapping_add_signed(state.into());
                debug_assert!((MARGIN..MARGIN + MOBILITY_OFFSET).contains(&index));
                // SAFETY: the margins of a table take up any state around a middle, as is asserted above.
                sum += i32::from(unsafe { *weights.offset(state.into()) });
            }
        }
        sum
    }

    /// [`pattern_sum`](Evaluation::pattern_sum) with the instructions of `I`.
    #[inline(always)]
    fn pattern_sum_with<I: Isa>(&self, table: &StageTable, states: &States) -> i32 {
        if I::AVX2 {
            // SAFETY: such an instruction set is handed out only where the processor has AVX2, and the margins of a table
            // take up any state, as is asserted above.
            #[cfg(target_arch = "x86_64")]
            return unsafe { gather::sum_of_weights(table, &MIDDLES, states.lanes()) };
        }
        self.pattern_sum(table, states)
    }
}

/// Returns the stage of a board with this many empty squares.
#[inline(always)]
pub fn stage(empties: u32) -> usize {
    (empties as usize / STAGE_LENGTH).min(STAGES - 1)
}

/// Returns the indices of the weights whose sum is the score of `node`.
pub fn terms(node: &Node) -> [u32; TERMS] {
    let mut terms = [0; TERMS];
    for ((term, &middle), &state) in terms.iter_mut().zip(&MIDDLES).zip(node.states.each()) {
        *term = (middle - MARGIN as u32).wrapping_add_signed(state.into());
    }
    let (mine, theirs) = (node.board.moves(), node.board.passed().moves());
    for (term, index) in terms[PATTERNS..]
        .iter_mut()
        .zip(non_pattern_terms(node.board, mine, theirs))
    {
        *term = index as u32;
    }
    terms
}

/// Returns for each weight the first weight that it is tied to: mirror images of a pattern state share their weight.
pub fn tied_weights() -> Vec<u32> {
    let mut all = Vec::with_capacity(WEIGHTS);
    for shape in 0..SHAPES {
        let begin = shape_offset(shape) as u32;
        all.extend(
            tied_states(shape)
                .into_iter()
                .map(|tied_to| begin + tied_to),
        );
    }
    all.extend(MOBILITY_OFFSET as u32..WEIGHTS as u32);
    all
}

/// Returns the indices of the weights of mobility, disc counts and empty squares; `mine` and `theirs` are the legal
/// moves of the side to move and of the opponent.
#[inline(always)]
fn non_pattern_terms(board: Board, mine: u64, theirs: u64) -> [usize; TERMS - PATTERNS] {
    let count = |set: u64, kinds: usize| (set.count_ones() as usize).min(kinds - 1);
    [
        MOBILITY_OFFSET + count(mine, MOBILITY_VALUES),
        MOBILITY_OFFSET + MOBILITY_VALUES + count(theirs, MOBILITY_VALUES),
        DISC_COUNT_OFFSET + count(board.player(), DISC_COUNT_VALUES),
        DISC_COUNT_OFFSET + DISC_COUNT_VALUES + count(board.opponent(), DISC_COUNT_VALUES),
        EMPTIES_OFFSET + board.empties() as usize % STAGE_LENGTH,
    ]
}

/// Returns the index of the first weight of a shape.
const fn shape_offset(shape: usize) -> usize {
    let mut begin = 0;
    let mut before = 0;
    while before < shape {
        begin += state_count(before);
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
        middles[pattern] = SHAPE_MIDDLES[shapes[pattern]] as u32;
        pattern += 1;
    }
    middles
}

const fn shape_middles() -> [usize; SHAPES] {
    let mut middles = [0; SHAPES];
    let mut shape = 0;
    while shape < SHAPES {
        middles[shape] = MARGIN + shape_offset(shape) + state_count(shape) / 2;
        shape += 1;
    }
    middles
}

const fn patterns_per_shape() -> [usize; SHAPES] {
    let shapes = shapes();
    let mut counts = [0; SHAPES];
    let mut pattern = 0;
    while pattern < PATTERNS {
        assert!(pattern == 0 || shapes[pattern - 1] <= shapes[pattern]);
        counts[shapes[pattern]] += 1;
        pattern += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::cpu::{Level, Task};
    use crate::engine::game::Color;
    use crate::reversi::rules::board::tests::reached;
    use crate::reversi::rules::{Position, Square, Squares};

    /// The set with each square (column, row) mapped by `map`.
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
        fn symmetric_boards_have_the_same_score(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            for image in symmetric(board) {
                prop_assert_eq!(evaluate(image), evaluate(board));
            }
        }
    }

    #[test]
    fn a_finished_game_scores_its_result() {
        let text = format!("{}{}", "X".repeat(40), "O".repeat(24));
        let board = Position::from_text(&text, Color::White).unwrap().board();
        assert_eq!(evaluate(board), -16 * DISC);
    }

    #[test]
    fn a_forced_pass_negates_the_score() {
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
    fn zero_weights_make_every_board_even() {
        let node = Node::new(reached(&[3; 20]));
        assert_eq!(Evaluation::zero().score(&node), 0);
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
