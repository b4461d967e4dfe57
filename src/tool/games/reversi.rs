//! Reversi's part in the tools.

use crate::tool::bench::{BenchGame, Case, Suite};
use crate::tool::openings::OpeningGame;
use crate::tool::searches::{PositionValue, SearchedGame};
use tengen_engine::RootMove;
use tengen_engine::game::Position as _;
use tengen_gomoku::Rule;
use tengen_play::MoveOf;
use tengen_play::reversi::Reversi;
use tengen_reversi::Move;
use tengen_reversi::ffo::FFO;
use tengen_reversi::rules::symmetry::canonical;

impl BenchGame for Reversi {
    const SUITES: &'static [Suite] = &[SUITE];
}

impl OpeningGame for Reversi {
    const PLIES: u32 = 8;

    /// Whether the score is at most two discs, a quarter of the usual margin between good players.
    fn is_even(best: &RootMove<MoveOf<Self>>) -> bool {
        best.score.abs() <= 2.0
    }
}

impl SearchedGame for Reversi {
    const SCORE_UNIT: Option<&'static str> = Some("discs");

    fn are_alike(position: &Self::Position, one: Move, other: Move) -> bool {
        let board = position.board();
        match (one, other) {
            (Move::Place(one), Move::Place(other)) => {
                canonical(board.play(one)).0 == canonical(board.play(other)).0
            }
            _ => one == other,
        }
    }

    fn value_of_end(position: &Self::Position) -> Option<PositionValue> {
        let margin = position.final_score()? as f32;
        position
            .outcome()
            .map(|outcome| PositionValue::decided(outcome, margin))
    }
}

/// Positions with 52 to 14 empty squares, from self-play after six random moves, and FFO endgames 20 to 39.
const SUITE: Suite = Suite {
    name: "Othello",
    by_network: false,
    nodes: 1_000_000,
    cases: &cases(),
};

const MIDDLE_GAMES: [Case; 8] = [
    case("-------------------XO-O---XXOO----OXOX------O------------------- b"),
    case("--OX------OXX-----OOOO----XXO-----XXOO------XO------------------ b"),
    case("-OOOOO----OXX----XXOXO---XOXX-O-XOOOO----X---------------------- b"),
    case("---XXXX----OOO-----XOXOO--XXXOOO--XXXOOO--O-XOOO-------O-------- b"),
    case("--O-----X-OO----XXOOOOO-XOXOXO--XXOOOX--XXXOOX----XOOX----XXO--- b"),
    case("--OOOO----OOOO--OOOXOOO-OOOOXOX--XOXOX--XXXOXX----XXOX----OOOOO- b"),
    case("---O----X-OOOOX-XXOOOX-X-XXOXOXOOOOOXXXO-OXOXXOOXXOO-O-OXXXOOX-- b"),
    case("XXXXXX---XOOOOOOOOXXXXOO-OXXXOXOOOOXXXO-XOXOXOO--XXXOO-----XOO-- b"),
];

const fn cases() -> [Case; 28] {
    let mut cases = [const { case("") }; 28];
    let mut index = 0;
    while index < cases.len() {
        cases[index] = case(if index < MIDDLE_GAMES.len() {
            MIDDLE_GAMES[index].position
        } else {
            FFO[19 + index - MIDDLE_GAMES.len()].position
        });
        index += 1;
    }
    cases
}

const fn case(position: &'static str) -> Case {
    Case {
        size: 8,
        rule: Rule::Freestyle,
        position,
    }
}
