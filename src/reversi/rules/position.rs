//! Positions: a board with the side to move, passes and the end of the game.

use std::fmt::{self, Display};

use thiserror::Error;

use super::board::Board;
use super::square::{Move, Square};
use tengen_engine::game;
use tengen_engine::game::{Color, Edit, IllegalMove, Outcome};

/// The number of empty squares up to which the endgame is solved in milliseconds.
const QUICK_SOLVE_EMPTIES: u32 = 16;

/// A Reversi position. A pass is an explicit move, legal only for a side that has no other; the game ends when neither
/// side can place a disc.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    to_move: Color,
}

/// The position before a move, including implied passes.
#[derive(Clone, Debug)]
pub struct Undo(Position);

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text does not have 64 squares.
    #[error("expected 64 squares, saw {0}")]
    Length(usize),
    /// A character that isn't a disc or an empty square.
    #[error("expected `X`, `O` or `-` at {square}, saw `{seen}`")]
    Disc {
        /// The square of the character.
        square: Square,
        /// The rejected character.
        seen: char,
    },
}

impl Position {
    /// Returns the start of a game: black on `e4` and `d5`, white on `d4` and `e5`, and black to move.
    pub fn start() -> Position {
        Position {
            board: Board::START,
            to_move: Color::Black,
        }
    }

    /// Parses 64 characters from `a1`, `b1`, ... to `h8`, as in OBF, GGF and endgame scripts: `X`, `x` or `*` is black,
    /// `O`, `o` or `0` white, `-` or `.` empty. Fails for other characters or another length.
    pub fn from_text(squares: &str, to_move: Color) -> Result<Position, PositionError> {
        let length = squares.chars().count();
        if length != Square::COUNT {
            return Err(PositionError::Length(length));
        }
        let (mut black, mut white) = (0, 0);
        for (square, seen) in Square::all().zip(squares.chars()) {
            match seen {
                'X' | 'x' | '*' => black |= square.bit(),
                'O' | 'o' | '0' => white |= square.bit(),
                '-' | '.' => {}
                _ => return Err(PositionError::Disc { square, seen }),
            }
        }
        let board = Board::new(black, white).expect("each square was read as one disc");
        Ok(Position {
            board: match to_move {
                Color::Black => board,
                Color::White => board.passed(),
            },
            to_move,
        })
    }

    /// Creates a position from a board as `to_move` sees it.
    pub fn new(board: Board, to_move: Color) -> Position {
        Position { board, to_move }
    }

    /// Returns the board as the side to move sees it.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the color of the disc on `square`.
    pub fn at(&self, square: Square) -> Option<Color> {
        if self.board.player() & square.bit() != 0 {
            Some(self.to_move)
        } else if self.board.opponent() & square.bit() != 0 {
            Some(self.to_move.opponent())
        } else {
            None
        }
    }

    /// Returns the number of `color`'s discs on the board.
    pub fn discs(&self, color: Color) -> u32 {
        self.seen_by(color).player().count_ones()
    }

    /// Returns the number of empty squares.
    pub fn empties(&self) -> u32 {
        self.board.empties()
    }

    /// Estimates the number of moves for which the side to move still needs time on its clock. Once the endgame is
    /// solved, its moves take no time.
    pub fn moves_left(&self) -> u32 {
        let until_solved = self.empties().saturating_sub(QUICK_SOLVE_EMPTIES);
        until_solved.div_ceil(2).max(2)
    }

    /// Returns the mobility of `color`: the number of its legal moves if it were to move.
    pub fn mobility(&self, color: Color) -> u32 {
        self.seen_by(color).moves().count_ones()
    }

    /// Returns whether the side to move has no legal move but the opponent has one.
    pub fn must_pass(&self) -> bool {
        self.board.moves() == 0 && self.board.passed().moves() != 0
    }

    /// Returns black's discs minus white's if the game is over, with empty squares counted for the winner.
    pub fn final_score(&self) -> Option<i32> {
        self.is_over()
            .then(|| self.seen_by(Color::Black).final_score())
    }

    fn is_over(&self) -> bool {
        self.board.moves() == 0 && self.board.passed().moves() == 0
    }

    fn seen_by(&self, color: Color) -> Board {
        if color == self.to_move {
            self.board
        } else {
            self.board.passed()
        }
    }
}

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;

    fn to_move(&self) -> Color {
        self.to_move
    }

    /// Gives the turn to the opponent, only if the side to move must pass.
    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        if color == self.to_move {
            return Ok(());
        }
        if !self.must_pass() {
            return Err(IllegalMove::WrongSide);
        }
        self.board = self.board.passed();
        self.to_move = color;
        Ok(())
    }

    /// Returns `[Pass]` if `color` must pass, and no moves for the side not to move unless the other must pass.
    fn legal_moves(&self, color: Color) -> Vec<Move> {
        let mut turn = self.clone();
        if turn.turn_to(color).is_err() {
            return Vec::new();
        }
        if turn.must_pass() {
            return vec![Move::Pass];
        }
        turn.board.squares().map(Move::Place).collect()
    }

    fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        let mut turn = self.clone();
        turn.turn_to(color)?;
        match mv {
            Move::Pass if turn.must_pass() => Ok(()),
            Move::Pass => Err(IllegalMove::Pass),
            Move::Place(square) if turn.board.empty() & square.bit() == 0 => {
                Err(IllegalMove::Occupied)
            }
            Move::Place(square) if turn.board.flips(square) == 0 => Err(IllegalMove::NoFlip),
            Move::Place(_) => Ok(()),
        }
    }

    /// Plays `mv`. If the opponent is to move and must pass, plays that pass first, as Edax does.
    fn play(&mut self, color: Color, mv: Move) -> Result<Undo, IllegalMove> {
        self.check(color, mv)?;
        let undo = Undo(self.clone());
        let turn = self.seen_by(color);
        self.board = match mv {
            Move::Pass => turn.passed(),
            Move::Place(square) => turn.play(square),
        };
        self.to_move = color.opponent();
        Ok(undo)
    }

    fn undo(&mut self, undo: Undo) {
        *self = undo.0;
    }

    fn edit(&mut self, edit: &Edit<Move>) -> Result<(), IllegalMove> {
        let bit = |mv: &Move| match mv {
            Move::Place(square) => Ok(square.bit()),
            Move::Pass => Err(IllegalMove::OffBoard),
        };
        let mut discs = Color::BOTH.map(|color| self.seen_by(color).player());
        for mv in &edit.empty {
            let bit = bit(mv)?;
            discs = discs.map(|own| own & !bit);
        }
        for (color, mv) in &edit.stones {
            let bit = bit(mv)?;
            discs = discs.map(|own| own & !bit);
            discs[color.index()] |= bit;
        }
        let [black, white] = discs;
        let to_move = edit.to_move.unwrap_or(self.to_move);
        let board = Board::new(black, white).ok_or(IllegalMove::Occupied)?;
        *self = Position {
            board: match to_move {
                Color::Black => board,
                Color::White => board.passed(),
            },
            to_move,
        };
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let score = self.final_score()?;
        Some(match score.signum() {
            1 => Outcome::Win(Color::Black),
            -1 => Outcome::Win(Color::White),
            _ => Outcome::Draw,
        })
    }
}

impl Display for Position {
    /// Writes eight rows of `X`, `O` and `-`, starting with row 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(match self.at(square) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => "-",
            })?;
            if square.column() == 7 && square.row() < 7 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::rules::Squares;
    use tengen_engine::game::Position as _;
    use tengen_testing::test_data;

    /// A position from a drawing with optional spaces.
    fn drawn(to_move: Color, rows: &str) -> Position {
        let squares: String = rows.chars().filter(|c| !c.is_whitespace()).collect();
        Position::from_text(&squares, to_move).unwrap()
    }

    fn place(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn color(letter: &str) -> Color {
        if letter == "X" {
            Color::Black
        } else {
            Color::White
        }
    }

    /// A position in which white has no move and black has two.
    fn white_must_pass() -> Position {
        drawn(
            Color::White,
            "- O X X X X X X
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             X O - - - - - -",
        )
    }

    fn moves(position: &Position, color: Color) -> String {
        let moves = position.legal_moves(color);
        moves
            .iter()
            .map(Move::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn an_edit_puts_discs_down_takes_them_away_and_gives_the_turn() {
        let mut position = Position::start();
        let edit = Edit {
            stones: vec![(Color::Black, place("a1")), (Color::Black, place("e5"))],
            empty: vec![place("d4")],
            to_move: Some(Color::White),
        };
        position.edit(&edit).unwrap();
        let expected = drawn(
            Color::White,
            "X - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - X - - -
             - - - X X - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -",
        );
        assert_eq!(position, expected);
        let of_a_pass = Edit {
            stones: vec![(Color::Black, Move::Pass)],
            empty: Vec::new(),
            to_move: None,
        };
        assert_eq!(position.edit(&of_a_pass), Err(IllegalMove::OffBoard));
        assert_eq!(position, expected);
    }

    #[test]
    fn the_start() {
        let start = drawn(
            Color::Black,
            "- - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - O X - - -
             - - - X O - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -",
        );
        assert_eq!(start, Position::start());
        assert_eq!(moves(&start, Color::Black), "d3 c4 f5 e6");
        assert_eq!(moves(&start, Color::White), "");
        assert_eq!(
            (start.discs(Color::Black), start.discs(Color::White)),
            (2, 2)
        );
        assert_eq!(start.mobility(Color::White), 4);
        assert_eq!(start.outcome(), None);
    }

    #[test]
    fn moves_left_excludes_the_solved_endgame() {
        let with_discs = |discs: usize| {
            let squares = format!("{}{}", "X".repeat(discs), "-".repeat(64 - discs));
            Position::from_text(&squares, Color::White).unwrap()
        };
        // Of 60 empty squares, 44 are filled before the endgame is solved, half of them by each side.
        assert_eq!(Position::start().moves_left(), 22);
        assert_eq!(with_discs(64 - 23).moves_left(), 4);
        for empties in [0, 1, 16, 18, 20] {
            assert_eq!(with_discs(64 - empties).moves_left(), 2, "{empties}");
        }
    }

    #[test]
    fn a_move_flips_and_gives_the_turn_away() {
        let mut position = Position::start();
        position.play(Color::Black, place("d3")).unwrap();
        let expected = drawn(
            Color::White,
            "- - - - - - - -
             - - - - - - - -
             - - - X - - - -
             - - - X X - - -
             - - - X O - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -",
        );
        assert_eq!(position, expected);
    }

    #[test]
    fn refusals_name_their_reason_and_change_nothing() {
        let mut position = Position::start();
        for (color, mv, reason) in [
            (Color::Black, "d4", IllegalMove::Occupied),
            (Color::Black, "a1", IllegalMove::NoFlip),
            (Color::Black, "pass", IllegalMove::Pass),
            (Color::White, "e3", IllegalMove::WrongSide),
            (Color::White, "pass", IllegalMove::WrongSide),
        ] {
            assert_eq!(
                position.play(color, place(mv)).err(),
                Some(reason),
                "{color} {mv}"
            );
            assert_eq!(position, Position::start());
        }
        assert_eq!(position.turn_to(Color::White), Err(IllegalMove::WrongSide));
        assert_eq!(position.turn_to(Color::Black), Ok(()));
    }

    #[test]
    fn a_forced_pass_may_be_spoken_or_implied() {
        let position = white_must_pass();
        assert!(position.must_pass());
        assert_eq!(moves(&position, Color::White), "pass");
        assert_eq!(moves(&position, Color::Black), "a1 c8");
        assert_eq!(
            position.check(Color::White, place("a1")),
            Err(IllegalMove::NoFlip)
        );
        assert_eq!(
            position.check(Color::Black, Move::Pass),
            Err(IllegalMove::Pass)
        );

        let mut spoken = position.clone();
        let pass = spoken.play(Color::White, Move::Pass).unwrap();
        let after_pass = spoken.clone();
        spoken.play(Color::Black, place("a1")).unwrap();
        let mut implied = position.clone();
        let both = implied.play(Color::Black, place("a1")).unwrap();
        assert_eq!(implied, spoken);
        implied.undo(both);
        assert_eq!(implied, position);

        let mut turned = position.clone();
        turned.turn_to(Color::Black).unwrap();
        assert_eq!(turned, after_pass);
        turned.undo(pass);
        assert_eq!(turned, position);
    }

    #[test]
    fn a_wipe_out_ends_the_game_with_all_squares() {
        let mut position = drawn(
            Color::Black,
            "X O O - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -",
        );
        position.play(Color::Black, place("d1")).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
        assert_eq!(position.final_score(), Some(64));
        for color in Color::BOTH {
            assert_eq!(moves(&position, color), "");
            assert_eq!(
                position.check(color, Move::Pass),
                Err(IllegalMove::GameOver)
            );
        }
        assert_eq!(position.turn_to(Color::Black), Err(IllegalMove::WrongSide));
    }

    #[test]
    fn an_early_end_can_be_drawn() {
        let position = drawn(
            Color::Black,
            "X - - - - - - O
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -
             - - - - - - - -",
        );
        assert_eq!(position.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn bad_drawings_are_quoted() {
        let short = Position::from_text("XO", Color::Black).unwrap_err();
        assert_eq!(short.to_string(), "expected 64 squares, saw 2");
        let strange = format!("{}?{}", "-".repeat(10), "-".repeat(53));
        let error = Position::from_text(&strange, Color::Black).unwrap_err();
        assert_eq!(error.to_string(), "expected `X`, `O` or `-` at c2, saw `?`");
    }

    #[test]
    fn a_position_draws_itself() {
        let drawing = Position::start().to_string();
        assert_eq!(drawing.lines().count(), 8);
        let squares: String = drawing.lines().collect();
        assert_eq!(
            Position::from_text(&squares, Color::Black),
            Ok(Position::start())
        );
    }

    #[test]
    fn labeled_moves_and_flips() {
        for case in test_data::lines("reversi_perft.jsonl") {
            let to_move = color(case["to_move"].as_str().unwrap());
            let squares = case["board"].as_str().unwrap();
            let position = Position::from_text(squares, to_move).unwrap();
            let texts = |value: &serde_json::Value| -> Vec<String> {
                let array = value.as_array().unwrap();
                array
                    .iter()
                    .map(|v| v.as_str().unwrap().to_owned())
                    .collect()
            };
            let placements: Vec<_> = position.board().squares().map(|s| s.to_string()).collect();
            assert_eq!(placements, texts(&case["legal"]), "{position}");
            assert_eq!(position.must_pass(), case["must_pass"].as_bool().unwrap());
            assert_eq!(
                position.outcome().is_some(),
                case["game_over"].as_bool().unwrap()
            );
            let flips: BTreeMap<_, _> = case["flips"].as_object().unwrap().iter().collect();
            for (mv, flipped) in flips {
                let flips = Squares(position.board().flips(mv.parse().unwrap()));
                let mut names: Vec<_> = flips.map(|s| s.to_string()).collect();
                let mut expected = texts(flipped);
                names.sort();
                expected.sort();
                assert_eq!(names, expected, "{mv} in\n{position}");
            }
        }
    }

    proptest! {
        #[test]
        fn whole_games_come_back_move_by_move(choices in prop::collection::vec(0..64usize, 70)) {
            let mut position = Position::start();
            let mut past = Vec::new();
            for choice in choices {
                let color = position.to_move();
                let moves = position.legal_moves(color);
                prop_assert_eq!(moves.is_empty(), position.outcome().is_some());
                let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
                let before = position.clone();
                past.push((before, position.play(color, mv).unwrap()));
            }
            prop_assert!(position.outcome().is_some(), "60 moves and few passes end every game");
            while let Some((before, undo)) = past.pop() {
                position.undo(undo);
                prop_assert_eq!(&position, &before);
            }
        }

        #[test]
        fn checked_moves_are_the_listed_ones(choices in prop::collection::vec(0..64usize, 0..60)) {
            let mut position = Position::start();
            for choice in choices {
                let color = position.to_move();
                let moves = position.legal_moves(color);
                let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
                position.play(color, mv).unwrap();
            }
            for color in Color::BOTH {
                let all = Square::all().map(Move::Place).chain([Move::Pass]);
                let legal: Vec<_> = all.filter(|&mv| position.check(color, mv).is_ok()).collect();
                prop_assert_eq!(legal, position.legal_moves(color));
            }
        }
    }
}
