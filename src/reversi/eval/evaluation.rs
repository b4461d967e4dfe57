//! The evaluation: a small integer network over pattern states.
//!
//! The first layer is a sum of vectors, one for each input (`inputs`). The sums are clipped to a range (clipped ReLU). The
//! score is the sum of products of the clipped numbers with weights that are separate for each stage of the game. All
//! arithmetic is exact, so every processor computes the same score.
//!
//! A state has the same vector throughout the game, so rare states learn from positions of all stages. Feeding patterns
//! to a network with an output per stage follows the networks of Neural Reversi and Stockfish's NNUE. Those update the
//! first layer from position to position; here a move changes nearly half of the patterns and the point of view of all,
//! so the sum is recomputed.

use super::inputs::{MIDDLES, OTHER_INPUTS, OTHERS, STATES, other_inputs};
use super::node::Node;
use super::patterns::{PATTERNS, States};
#[cfg(target_arch = "x86_64")]
use super::sums;
#[cfg(target_arch = "aarch64")]
use super::sums_neon as sums;
use tengen_engine::cpu::Isa;
use tengen_engine::table::huge_pages;

/// Units of a score per disc of the final result.
pub const DISC: i32 = 128;

/// The maximum score, reached with all 64 discs.
pub const MAX_SCORE: i32 = 64 * DISC;

/// The maximum score of an unfinished game.
pub const MAX_ESTIMATE: i32 = 63 * DISC;

/// The number of empty-square counts per stage.
pub const STAGE_LENGTH: usize = 4;

/// The number of stages, for 0 to 59 empty squares; emptier boards belong to the last stage.
pub const STAGES: usize = 60 / STAGE_LENGTH;

/// The number of entries in a vector.
pub const WIDTH: usize = 64;

/// The upper limit of clipped sums; the lower limit is 0.
pub const ONE: i16 = 64;

/// How many state vectors can be added in 8 bits.
pub(super) const AT_ONCE: usize = 4;

/// The largest entry in a state's vector.
pub(super) const LARGEST_STATE: i8 = i8::MAX / AT_ONCE as i8;

/// The largest entry in another input's vector, limited so that no sum overflows 16 bits.
pub(super) const LARGEST_OTHER: i16 = 2_800;

const _: () = assert!(
    PATTERNS as i32 * LARGEST_STATE as i32 + OTHER_INPUTS as i32 * LARGEST_OTHER as i32
        <= i16::MAX as i32
);

/// The vector of a pattern state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct StateVector(pub [i8; WIDTH]);

/// A sum of vectors, or the vector of another input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct SumVector(pub [i16; WIDTH]);

/// The output layer of one stage, applied to the clipped sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageOutput {
    /// The weights, in score units per sum of [`ONE`].
    pub weights: SumVector,
    /// The constant term, in score units.
    pub constant: i16,
}

/// The network: vectors of all inputs, and an output layer per stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The state vectors, shape by shape.
    pub(super) states: Vec<StateVector>,
    /// The vectors of the other inputs.
    pub(super) others: Vec<SumVector>,
    /// The output layers, counted from the end of the game.
    pub(super) stages: Vec<StageOutput>,
}

impl Evaluation {
    /// Returns an evaluation that scores every board as even.
    pub fn zero() -> Evaluation {
        // Searches read the vectors at random.
        let mut states = Vec::with_capacity(STATES);
        huge_pages::advise(states.spare_capacity_mut());
        states.resize(STATES, StateVector([0; WIDTH]));
        let none = SumVector([0; WIDTH]);
        let output = StageOutput {
            weights: none,
            constant: 0,
        };
        Evaluation {
            states,
            others: vec![none; OTHERS],
            stages: vec![output; STAGES],
        }
    }

    /// Returns the expected result for the side to move in units of 1/128 disc, exact if the game is over. An estimate
    /// includes a bonus of half a disc for the side to move (`TEMPO` in `learn/training.rs`). If the side to move must
    /// pass, scores the position from the opponent's side, since training uses only boards with a move.
    #[inline(always)]
    pub fn score(&self, node: &Node) -> i32 {
        let board = node.board;
        let moves = [board.moves(), board.passed().moves()];
        self.score_of(node, moves, Evaluation::product)
    }

    /// Computes [`score`](Evaluation::score) with the instructions of `I`.
    #[inline(always)]
    pub fn score_with<I: Isa>(&self, node: &Node) -> i32 {
        let (board, passed) = (node.board, node.board.passed());
        let moves = [board.moves_with::<I>(), passed.moves_with::<I>()];
        self.score_of(node, moves, Evaluation::product_with::<I>)
    }

    /// Returns the score of `node`, with the legal moves `mine` of the side to move and `theirs` of the opponent.
    /// `product` returns the dot product of the clipped sums with the weights of a stage.
    #[inline(always)]
    fn score_of(
        &self,
        node: &Node,
        [mine, theirs]: [u64; 2],
        product: impl Fn(&Evaluation, &Node, [usize; OTHER_INPUTS], &SumVector) -> i32,
    ) -> i32 {
        let output = |node: &Node, mine, theirs| {
            let output = &self.stages[stage(node.board.empties())];
            let others = other_inputs(node.board, mine, theirs);
            product(self, node, others, &output.weights) / i32::from(ONE)
                + i32::from(output.constant)
        };
        let score = if mine != 0 {
            output(node, mine, theirs)
        } else if theirs != 0 {
            -output(&node.passed(), theirs, mine)
        } else {
            return node.board.final_score() * DISC;
        };
        score.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    #[inline(always)]
    fn vectors(&self, states: &States) -> impl Iterator<Item = &StateVector> {
        let vector = |(&middle, &state)| &self.states[(middle + i32::from(state)) as usize];
        MIDDLES.iter().zip(states.each()).map(vector)
    }

    /// Adds up the vectors of a board, clips the sums, and returns their dot product with `weights`.
    fn product(&self, node: &Node, others: [usize; OTHER_INPUTS], weights: &SumVector) -> i32 {
        let mut sums = SumVector([0; WIDTH]);
        for other in others {
            for (sum, &number) in sums.0.iter_mut().zip(&self.others[other].0) {
                *sum += number;
            }
        }
        let mut vectors = self.vectors(&node.states);
        while let Some(first) = vectors.next() {
            let mut some = *first;
            for vector in vectors.by_ref().take(AT_ONCE - 1) {
                some.add(vector);
            }
            sums.add(&some);
        }
        let products = sums.0.iter().zip(&weights.0);
        products
            .map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight))
            .sum()
    }

    /// Computes [`product`](Evaluation::product) with the instructions of `I`.
    #[inline(always)]
    fn product_with<I: Isa>(
        &self,
        node: &Node,
        others: [usize; OTHER_INPUTS],
        weights: &SumVector,
    ) -> i32 {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        if I::AVX2 || I::NEON {
            let others = others.map(|other| &self.others[other]);
            let vectors = self.states.first_chunk().expect("a vector for every state");
            // SAFETY: these instruction sets are passed only on processors that have them.
            return unsafe { sums::clipped_product(others, &node.states, vectors, weights) };
        }
        self.product(node, others, weights)
    }
}

impl StateVector {
    /// Adds the vector of another state. A separate function, because only then does the compiler generate vector
    /// instructions.
    #[inline(never)]
    fn add(&mut self, other: &StateVector) {
        for (sum, &number) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(number);
        }
    }
}

impl SumVector {
    /// Adds a sum of state vectors. A separate function, as above.
    #[inline(never)]
    fn add(&mut self, vector: &StateVector) {
        for (sum, &number) in self.0.iter_mut().zip(&vector.0) {
            *sum += i16::from(number);
        }
    }
}

/// Conversion to and from the floats used in training: sums in units of [`ONE`], outputs in units of `scale`.
impl Evaluation {
    /// Returns the vector of a state, in units of [`ONE`].
    pub fn state_in_floats(&self, state: usize) -> [f32; WIDTH] {
        self.states[state]
            .0
            .map(|number| f32::from(number) / f32::from(ONE))
    }

    /// Returns the vector of another input, in units of [`ONE`].
    pub fn other_in_floats(&self, other: usize) -> [f32; WIDTH] {
        self.others[other]
            .0
            .map(|number| f32::from(number) / f32::from(ONE))
    }

    /// Returns the weights and the constant term of a stage.
    pub fn output_in_floats(&self, stage: usize, scale: f32) -> ([f32; WIDTH], f32) {
        let output = &self.stages[stage];
        let weights = output.weights.0.map(|weight| f32::from(weight) / scale);
        (weights, f32::from(output.constant) / scale)
    }

    /// Replaces the vector of a state by the nearest representable one.
    pub fn set_state(&mut self, state: usize, numbers: &[f32; WIDTH]) {
        let most = f32::from(LARGEST_STATE);
        self.states[state].0 = numbers.map(|number| rounded(number * f32::from(ONE), most) as i8);
    }

    /// Replaces the vector of another input by the nearest representable one.
    pub fn set_other(&mut self, other: usize, numbers: &[f32; WIDTH]) {
        let most = f32::from(LARGEST_OTHER);
        self.others[other].0 = numbers.map(|number| rounded(number * f32::from(ONE), most) as i16);
    }

    /// Replaces the weights and the constant term of a stage by the nearest representable ones.
    pub fn set_output(&mut self, stage: usize, weights: &[f32; WIDTH], constant: f32, scale: f32) {
        let nearest = |number: f32| rounded(number * scale, i16::MAX.into()) as i16;
        self.stages[stage] = StageOutput {
            weights: SumVector(weights.map(nearest)),
            constant: nearest(constant),
        };
    }
}

fn rounded(number: f32, most: f32) -> f32 {
    number.round().clamp(-most, most)
}

/// Returns the stage of a board with this many empty squares.
#[inline(always)]
pub fn stage(empties: u32) -> usize {
    (empties as usize / STAGE_LENGTH).min(STAGES - 1)
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::eval::inputs::{inputs, tied_inputs};
    use crate::rules::board::Board;
    use crate::rules::board::tests::reached;
    use crate::rules::{Position, Square, Squares};
    use tengen_engine::cpu::{Level, Task};
    use tengen_engine::game::Color;

    /// Maps each square (column, row) of a set by `map`.
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

    static VARIED: LazyLock<Evaluation> = LazyLock::new(varied);

    /// Returns the other inputs of a board and the weights of its stage.
    fn rest<'a>(evaluation: &'a Evaluation, node: &Node) -> ([usize; OTHER_INPUTS], &'a SumVector) {
        let (mine, theirs) = (node.board.moves(), node.board.passed().moves());
        let stage = &evaluation.stages[stage(node.board.empties())];
        (other_inputs(node.board, mine, theirs), &stage.weights)
    }

    /// Computes a network's score with some instruction set, and its dot product without the score limits.
    struct Score(&'static Evaluation, Node);

    impl Task for Score {
        type Output = (i32, i32);

        fn run<I: Isa>(self) -> (i32, i32) {
            let Score(evaluation, node) = self;
            let (others, weights) = rest(evaluation, &node);
            let product = evaluation.product_with::<I>(&node, others, weights);
            (evaluation.score_with::<I>(&node), product)
        }
    }

    proptest! {
        #[test]
        fn every_instruction_set_finds_the_same_score(
            choices in prop::collection::vec(0..64usize, 0..60),
        ) {
            let node = Node::new(reached(&choices));
            for level in Level::available() {
                for evaluation in [&VARIED, Evaluation::learned()] {
                    let (others, weights) = rest(evaluation, &node);
                    let product = evaluation.product(&node, others, weights);
                    let portable = (evaluation.score(&node), product);
                    prop_assert_eq!(level.run(Score(evaluation, node)), portable, "{}", level);
                }
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

    /// Returns a network with different numbers everywhere, up to the largest allowed in a file.
    pub fn varied() -> Evaluation {
        let mut evaluation = Evaluation::zero();
        let mut count = 0_u64;
        let mut next = |bound: i64| {
            count = count.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            ((count >> 33) as i64).rem_euclid(2 * bound + 1) - bound
        };
        for (input, &tied_to) in tied_inputs().iter().enumerate() {
            let tied_to = tied_to as usize;
            let is_first = tied_to == input;
            match input.checked_sub(STATES) {
                None if is_first => {
                    evaluation.states[input].0 =
                        std::array::from_fn(|_| next(LARGEST_STATE.into()) as i8);
                }
                None => evaluation.states[input] = evaluation.states[tied_to],
                Some(other) if is_first => {
                    evaluation.others[other].0 =
                        std::array::from_fn(|_| next(LARGEST_OTHER.into()) as i16);
                }
                Some(other) => evaluation.others[other] = evaluation.others[tied_to - STATES],
            }
        }
        for stage in &mut evaluation.stages {
            stage.weights.0 = std::array::from_fn(|_| next(i16::MAX.into()) as i16);
            stage.constant = next(i16::MAX.into()) as i16;
        }
        evaluation
    }

    /// Computes the dot product by definition in wide integers, without the order and types of the fast form.
    fn product_by_definition(evaluation: &Evaluation, node: &Node) -> i64 {
        let inputs = inputs(node);
        let sum = |unit: usize| -> i64 {
            let number = |&input: &u32| match (input as usize).checked_sub(STATES) {
                None => i64::from(evaluation.states[input as usize].0[unit]),
                Some(other) => i64::from(evaluation.others[other].0[unit]),
            };
            inputs.iter().map(number).sum()
        };
        let weights = &evaluation.stages[stage(node.board.empties())].weights;
        (0..WIDTH)
            .map(|unit| sum(unit).clamp(0, ONE.into()) * i64::from(weights.0[unit]))
            .sum()
    }

    proptest! {
        #[test]
        fn the_score_is_the_networks_output(choices in prop::collection::vec(0..64usize, 0..60)) {
            let node = Node::new(reached(&choices));
            for evaluation in [&VARIED, Evaluation::learned()] {
                let (others, weights) = rest(evaluation, &node);
                let product = i64::from(evaluation.product(&node, others, weights));
                prop_assert_eq!(product, product_by_definition(evaluation, &node));
                if node.board.moves() != 0 {
                    let constant = evaluation.stages[stage(node.board.empties())].constant;
                    let output = product / i64::from(ONE) + i64::from(constant);
                    let most = i64::from(MAX_ESTIMATE);
                    prop_assert_eq!(i64::from(evaluation.score(&node)), output.clamp(-most, most));
                }
            }
        }
    }

    /// The vector implementations read without a bounds check for each state.
    #[test]
    fn states_that_no_board_has_are_refused() {
        let mut node = Node::new(Board::START);
        for _ in 0..9 {
            node.states = node.states.after(Square::at(0, 0).unwrap(), u64::MAX);
        }
        for level in Level::available().into_iter().skip(1) {
            let refused = std::panic::catch_unwind(|| level.run(Score(&VARIED, node)));
            assert!(refused.is_err(), "{level}");
        }
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
