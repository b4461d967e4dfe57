//! Game record and the engine's color.

use thiserror::Error;

use super::dialect::DatabaseFailure;
use super::grammar::{Owner, Stone, Xy};
use super::settings::Variant;
use tengen_engine::game::{Color, IllegalMove, Outcome, Position as _};
use tengen_engine::record::Record;
use tengen_gomoku::{Cell, Point, Position};

/// Reason a command cannot be carried out. The text follows `ERROR`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GomocupGameError {
    /// A command before the first `START`.
    #[error("no game has been started")]
    NoGame,
    /// An unsupported board size.
    #[error("boards of {0} by {1} are not supported, sides are from 5 to 22")]
    Size(i32, i32),
    /// An illegal move, with the reason.
    #[error("{0} can't be played: {1}")]
    Illegal(Xy, IllegalMove),
    /// `TAKEBACK` of a point without a stone.
    #[error("there is no stone at {0}")]
    NoStone(Xy),
    /// A request for an engine move on the opponent's turn.
    #[error("it is the opponent's turn")]
    OpponentsTurn,
    /// A finished game, with its result.
    #[error("the game is over, {0}")]
    Over(&'static str),
    /// A search without a legal move.
    #[error("there is no legal move")]
    NoMove,
    /// A number of stones that does not match the opening step.
    #[error("{0} does not begin with {1} stones")]
    OpeningStones(&'static str, usize),
    /// A failed database command, with the reason.
    #[error("{0}")]
    Database(String),
    /// A number of stones that has no swap2 step; only 0, 3 and 5 are valid.
    #[error("this step of swap2 does not begin with {0} stones")]
    SwapStones(usize),
}

impl From<DatabaseFailure> for GomocupGameError {
    fn from(failure: DatabaseFailure) -> Self {
        GomocupGameError::Database(failure.to_string())
    }
}

/// A game in progress.
#[derive(Clone)]
pub struct GomocupGame {
    /// Empty board with the size and rules of the game.
    blank: Position,
    record: Record<Position>,
    /// The engine's color, unknown before the first move. The opponent has the other color.
    own: Option<Color>,
}

impl GomocupGame {
    /// Creates a game on an empty board. Fails if the size is not supported.
    pub fn new(width: i32, height: i32, variant: Variant) -> Result<Self, GomocupGameError> {
        let refused = |_: std::num::TryFromIntError| GomocupGameError::Size(width, height);
        let columns = u8::try_from(width).map_err(refused)?;
        let rows = u8::try_from(height).map_err(refused)?;
        let blank = Position::new(columns, rows, variant.rule)
            .map_err(|_| GomocupGameError::Size(width, height))?
            .with_continuous(variant.continuous);
        Ok(GomocupGame {
            record: Record::new(blank.clone()),
            blank,
            own: None,
        })
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// Returns the number of stones and blocked points.
    pub fn filled(&self) -> usize {
        let position = self.position();
        position.points().count() - position.empty_count()
    }

    /// Returns a new game on a board of the same size.
    pub fn emptied(&self) -> Self {
        GomocupGame {
            blank: self.blank.clone(),
            record: Record::new(self.blank.clone()),
            own: None,
        }
    }

    /// Whether the game follows this variant.
    pub fn is_played_by(&self, variant: Variant) -> bool {
        let position = self.position();
        position.rule() == variant.rule && position.continuous() == variant.continuous
    }

    /// Returns the same game under another variant. If some moves are illegal there, the stones become a set-up.
    pub fn with_variant(&self, variant: Variant) -> Result<Self, GomocupGameError> {
        let (width, height) = (self.blank.width(), self.blank.height());
        let GomocupGame { blank, .. } = GomocupGame::new(width.into(), height.into(), variant)?;
        let moves: Vec<_> = self.record.moves().collect();
        let start = copy_stones(self.record.start(), blank.clone());
        let record = replay(start, &moves)
            .unwrap_or_else(|| Record::new(copy_stones(self.position(), blank.clone())));
        Ok(GomocupGame {
            blank,
            record,
            own: self.own,
        })
    }

    /// Whether there is a stone at these coordinates.
    pub fn holds(&self, at: Xy) -> bool {
        let stone = self.point(at).map(|point| self.position().cell(point));
        matches!(stone, Ok(Cell::Stone(_)))
    }

    /// Assigns the side to move to the engine. Fails on the opponent's turn or if the game is over.
    pub fn take_turn(&mut self) -> Result<(), GomocupGameError> {
        let to_move = self.position().to_move();
        if self.own.is_some_and(|own| own != to_move) {
            return Err(GomocupGameError::OpponentsTurn);
        }
        self.check_open()?;
        self.own = Some(to_move);
        Ok(())
    }

    /// Returns an error with the result if the game is over.
    pub fn check_open(&self) -> Result<(), GomocupGameError> {
        Err(GomocupGameError::Over(match self.position().outcome() {
            None => return Ok(()),
            Some(Outcome::Win(Color::Black)) => "black has won",
            Some(Outcome::Win(Color::White)) => "white has won",
            Some(Outcome::Draw) => "it is a draw",
        }))
    }

    /// Plays a move of the opponent.
    pub fn opponent_plays(&mut self, at: Xy) -> Result<(), GomocupGameError> {
        let point = self.point(at)?;
        let own = self.own.unwrap_or(self.position().to_move().opponent());
        self.record
            .play(own.opponent(), point)
            .map_err(|reason| GomocupGameError::Illegal(at, reason))?;
        self.own = Some(own);
        Ok(())
    }

    /// Plays an engine move chosen by the manager. Fails on the opponent's turn or if the move is illegal.
    pub fn manager_plays(&mut self, at: Xy) -> Result<(), GomocupGameError> {
        let point = self.point(at)?;
        let to_move = self.position().to_move();
        if self.own.is_some_and(|own| own != to_move) {
            return Err(GomocupGameError::OpponentsTurn);
        }
        self.play(point)?;
        self.own = Some(to_move);
        Ok(())
    }

    /// Plays a move of the side to move.
    pub fn play(&mut self, point: Point) -> Result<(), GomocupGameError> {
        self.record
            .play(self.position().to_move(), point)
            .map_err(|reason| GomocupGameError::Illegal(xy(point), reason))
    }

    /// Sets the engine's color after a swap: the side to move, or the other side.
    pub fn set_own_to_move(&mut self, own_to_move: bool) {
        let to_move = self.position().to_move();
        self.own = Some(if own_to_move {
            to_move
        } else {
            to_move.opponent()
        });
    }

    /// Leaves the engine's color open, as after opening stones for which the opponent chooses a side.
    pub fn leave_sides_open(&mut self) {
        self.own = None;
    }

    /// Returns the first position and the moves since then. If the moves do not alternate, returns the current position
    /// without moves.
    pub fn line(&self) -> (Position, Vec<Point>) {
        let mut to_move = self.record.start().to_move();
        let mut moves = Vec::new();
        for (color, point) in self.record.moves() {
            if color != to_move {
                return (self.position().clone(), Vec::new());
            }
            moves.push(point);
            to_move = color.opponent();
        }
        (self.record.start().clone(), moves)
    }

    /// Removes a stone. The last move is undone. Any other stone is removed as if it had not been played, and the side
    /// to move stays the same. Fails if there is no stone at these coordinates.
    pub fn take_back(&mut self, at: Xy) -> Result<(), GomocupGameError> {
        let point = self.point(at)?;
        let moves: Vec<_> = self.record.moves().collect();
        if moves.last().is_some_and(|&(_, last)| last == point) {
            self.record.undo();
        } else {
            self.record = self.record_without(point, &moves)?;
        }
        if self.filled() == 0 {
            self.own = None;
        }
        Ok(())
    }

    /// Returns a game from a block of stones, with the engine to move. If the stones could have been played in this
    /// order, they become moves that can be undone. The side with more stones is Black; with equal numbers, the engine
    /// is Black. Fails if a stone is off the board or on an occupied point.
    pub fn set_up(&self, stones: &[Stone]) -> Result<Self, GomocupGameError> {
        let count = |owner| stones.iter().filter(|stone| stone.owner == owner).count();
        let own = if count(Owner::Own) >= count(Owner::Opponent) {
            Color::Black
        } else {
            Color::White
        };
        let mut start = self.blank.clone();
        let mut moves = Vec::new();
        for stone in stones {
            let point = self.point(stone.at)?;
            match stone.owner {
                Owner::Own => moves.push((own, point)),
                Owner::Opponent => moves.push((own.opponent(), point)),
                Owner::Blocked => place(&mut start, point, Cell::Blocked)?,
                Owner::InTurn => moves.push((color_of_move(moves.len()), point)),
            }
        }
        let record = replay_alternating(&start, &moves, own);
        let record = record.map_or_else(|| record_of_set_up(start, &moves, own), Ok)?;
        Ok(GomocupGame {
            blank: self.blank.clone(),
            record,
            own: Some(own),
        })
    }

    /// Returns a game from the stones of a `SWAP2BOARD`. Black and White alternate, and the engine's color is unknown.
    /// Fails if two stones are on the same point.
    pub fn set_up_swap(&self, stones: &[Point]) -> Result<Self, GomocupGameError> {
        let in_turn = Color::BOTH.into_iter().cycle();
        let moves: Vec<_> = in_turn.zip(stones.iter().copied()).collect();
        let to_move = Color::BOTH[moves.len() % 2];
        Ok(GomocupGame {
            blank: self.blank.clone(),
            record: record_of_set_up(self.blank.clone(), &moves, to_move)?,
            own: None,
        })
    }

    /// Returns the record without the stone at `point`, with the same side to move.
    fn record_without(
        &self,
        point: Point,
        moves: &[(Color, Point)],
    ) -> Result<Record<Position>, GomocupGameError> {
        if !matches!(self.position().cell(point), Cell::Stone(_)) {
            return Err(GomocupGameError::NoStone(xy(point)));
        }
        let to_move = self.position().to_move();
        let mut start = self.record.start().clone();
        let mut remaining = moves.to_vec();
        match moves.iter().position(|&(_, mv)| mv == point) {
            Some(index) => {
                remaining.remove(index);
            }
            None => place(&mut start, point, Cell::Empty)?,
        }
        let replayed = replay(start.clone(), &remaining);
        match replayed.filter(|record| record.position().to_move() == to_move) {
            Some(record) => Ok(record),
            None => record_of_set_up(start, &remaining, to_move),
        }
    }

    /// Returns the points of stones. Fails if a stone is off the board.
    pub fn points(&self, stones: &[Stone]) -> Result<Vec<Point>, GomocupGameError> {
        stones.iter().map(|stone| self.point(stone.at)).collect()
    }

    fn point(&self, at: Xy) -> Result<Point, GomocupGameError> {
        let off_board = GomocupGameError::Illegal(at, IllegalMove::OffBoard);
        let (Ok(x), Ok(y)) = (u8::try_from(at.x), u8::try_from(at.y)) else {
            return Err(off_board);
        };
        let point = Point::new(x, y);
        if self.position().contains(point) {
            Ok(point)
        } else {
            Err(off_board)
        }
    }
}

/// Converts a point to coordinates.
pub fn xy(point: Point) -> Xy {
    Xy {
        x: point.x().into(),
        y: point.y().into(),
    }
}

/// Returns the color of the next move after `played` alternating moves.
fn color_of_move(played: usize) -> Color {
    Color::BOTH[played % 2]
}

fn place(position: &mut Position, point: Point, cell: Cell) -> Result<(), GomocupGameError> {
    position
        .place(point, cell)
        .map_err(|reason| GomocupGameError::Illegal(xy(point), reason))
}

/// Returns `onto`, an empty board of the same size, with the stones and the side to move of `from`.
fn copy_stones(from: &Position, mut onto: Position) -> Position {
    for point in from.points() {
        // Cannot fail, because every point is empty and filled only once.
        let _ = onto.place(point, from.cell(point));
    }
    // Either side may be to move in gomoku.
    let _ = onto.turn_to(from.to_move());
    onto
}

/// Returns a record of `moves` from `start`, or `None` if one of them is illegal.
fn replay(start: Position, moves: &[(Color, Point)]) -> Option<Record<Position>> {
    let mut record = Record::new(start);
    for &(color, point) in moves {
        record.play(color, point).ok()?;
    }
    Some(record)
}

/// Replays `moves` if their colors alternate up to `to_move`, as in a game.
fn replay_alternating(
    start: &Position,
    moves: &[(Color, Point)],
    to_move: Color,
) -> Option<Record<Position>> {
    let alternate = moves
        .iter()
        .rev()
        .zip([to_move.opponent(), to_move].into_iter().cycle())
        .all(|(&(color, _), expected)| color == expected);
    if !alternate {
        return None;
    }
    let mut start = start.clone();
    let first = moves.first().map_or(to_move, |&(color, _)| color);
    start.turn_to(first).ok()?;
    replay(start, moves)
}

/// Returns a record that starts with the stones of `moves`, which are in no particular order.
fn record_of_set_up(
    mut start: Position,
    moves: &[(Color, Point)],
    to_move: Color,
) -> Result<Record<Position>, GomocupGameError> {
    for &(color, point) in moves {
        place(&mut start, point, Cell::Stone(color))?;
    }
    // Either side may be to move in gomoku.
    let _ = start.turn_to(to_move);
    Ok(Record::new(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_gomoku::Rule;

    const RENJU: Variant = Variant {
        rule: Rule::Renju,
        continuous: false,
    };

    fn at(x: i32, y: i32) -> Xy {
        Xy { x, y }
    }

    fn point(x: u8, y: u8) -> Point {
        Point::new(x, y)
    }

    fn empty() -> GomocupGame {
        GomocupGame::new(15, 15, Variant::default()).unwrap()
    }

    /// Returns stones from `(x, y, flag)` as in a `BOARD` block.
    fn stones(lines: &[(i32, i32, u8)]) -> Vec<Stone> {
        let stone = |&(x, y, flag): &(i32, i32, u8)| Stone {
            at: at(x, y),
            owner: [Owner::InTurn, Owner::Own, Owner::Opponent, Owner::Blocked][usize::from(flag)],
        };
        lines.iter().map(stone).collect()
    }

    fn illegal(x: i32, y: i32, reason: IllegalMove) -> GomocupGameError {
        GomocupGameError::Illegal(at(x, y), reason)
    }

    #[test]
    fn sizes() {
        for side in [5, 15, 20, 22] {
            assert!(GomocupGame::new(side, side, Variant::default()).is_ok());
        }
        assert!(GomocupGame::new(15, 20, Variant::default()).is_ok());
        for (width, height) in [(4, 15), (15, 23), (0, 0), (-15, 15), (1000, 1000)] {
            let refused = GomocupGame::new(width, height, Variant::default()).err();
            assert_eq!(refused, Some(GomocupGameError::Size(width, height)));
        }
    }

    #[test]
    fn sides_follow_from_who_moves_first() {
        let mut board = empty();
        board.opponent_plays(at(7, 7)).unwrap();
        board.take_turn().unwrap();
        assert_eq!(board.position().to_move(), Color::White);
        board.play(point(7, 8)).unwrap();
        assert_eq!(board.take_turn(), Err(GomocupGameError::OpponentsTurn));
        let mut board = empty();
        board.take_turn().unwrap();
        assert_eq!(board.position().to_move(), Color::Black);
    }

    #[test]
    fn refused_moves_change_nothing() {
        let mut board = empty();
        board.opponent_plays(at(7, 7)).unwrap();
        let before = board.position().clone();
        for (x, y, reason) in [
            (7, 7, IllegalMove::Occupied),
            (15, 0, IllegalMove::OffBoard),
            (0, -1, IllegalMove::OffBoard),
            (40, 40, IllegalMove::OffBoard),
            (263, 7, IllegalMove::OffBoard),
        ] {
            assert_eq!(board.opponent_plays(at(x, y)), Err(illegal(x, y, reason)));
        }
        assert!(*board.position() == before);
    }

    #[test]
    fn a_block_settles_sides_by_counts() {
        let even = empty().set_up(&stones(&[(7, 7, 1), (8, 8, 2)])).unwrap();
        assert_eq!(even.position().to_move(), Color::Black);
        assert_eq!(even.position().cell(point(7, 7)), Cell::Stone(Color::Black));
        let behind = empty().set_up(&stones(&[(7, 7, 2)])).unwrap();
        assert_eq!(behind.position().to_move(), Color::White);
        assert_eq!(
            behind.position().cell(point(7, 7)),
            Cell::Stone(Color::Black)
        );
        // Unusual set-ups are accepted unchanged.
        let odd = empty()
            .set_up(&stones(&[(1, 1, 1), (2, 2, 1), (3, 3, 1), (9, 9, 3)]))
            .unwrap();
        assert_eq!(odd.position().to_move(), Color::Black);
        assert_eq!(odd.position().cell(point(9, 9)), Cell::Blocked);
        assert_eq!(
            empty().set_up(&[]).unwrap().position().to_move(),
            Color::Black
        );
    }

    #[test]
    fn a_bad_block_is_refused() {
        let refused = |lines: &[(i32, i32, u8)]| empty().set_up(&stones(lines)).err();
        let twice = illegal(7, 7, IllegalMove::Occupied);
        assert_eq!(refused(&[(7, 7, 1), (7, 7, 2)]), Some(twice.clone()));
        assert_eq!(refused(&[(7, 7, 3), (7, 7, 2)]), Some(twice));
        let outside = illegal(15, 7, IllegalMove::OffBoard);
        assert_eq!(refused(&[(15, 7, 1)]), Some(outside));
    }

    #[test]
    fn stones_are_taken_back_last_or_not() {
        let mut board = empty()
            .set_up(&stones(&[(7, 7, 2), (8, 8, 1), (9, 9, 2)]))
            .unwrap();
        board.take_turn().unwrap();
        board.play(point(1, 1)).unwrap();
        board.take_back(at(1, 1)).unwrap();
        assert_eq!(board.position().to_move(), Color::White);
        board.take_back(at(9, 9)).unwrap();
        assert_eq!(board.position().to_move(), Color::Black);
        // Out of order: the stone is removed, and the side to move stays.
        board.take_back(at(7, 7)).unwrap();
        assert_eq!(board.position().cell(point(7, 7)), Cell::Empty);
        assert_eq!(
            board.position().cell(point(8, 8)),
            Cell::Stone(Color::White)
        );
        assert_eq!(board.position().to_move(), Color::Black);
        assert_eq!(
            board.take_back(at(7, 7)),
            Err(GomocupGameError::NoStone(at(7, 7)))
        );
        board.take_back(at(8, 8)).unwrap();
        assert_eq!(board.filled(), 0);
        board.take_turn().expect("on an empty board anybody begins");
    }

    #[test]
    fn stones_of_a_set_up_are_taken_back_too() {
        let mut board = empty()
            .set_up(&stones(&[(1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 4, 2)]))
            .unwrap();
        board.take_back(at(2, 2)).unwrap();
        assert_eq!(board.filled(), 3);
        assert_eq!(
            board.position().cell(point(1, 1)),
            Cell::Stone(Color::Black)
        );
    }

    #[test]
    fn a_new_rule_applies_to_the_stones_on_the_board() {
        // Black's two open twos cross at 7,7, which is forbidden only in renju.
        let mut board = empty();
        for (x, y) in [
            (6, 7),
            (0, 0),
            (8, 7),
            (0, 14),
            (7, 6),
            (14, 0),
            (7, 8),
            (14, 14),
        ] {
            board.play(point(x, y)).unwrap();
        }
        assert!(board.position().is_legal(point(7, 7)));
        let renju = board.with_variant(RENJU).unwrap();
        assert!(renju.is_played_by(RENJU));
        assert!(!renju.position().is_legal(point(7, 7)));
        let mut renju = renju;
        renju.take_back(at(14, 14)).unwrap();
        assert_eq!(renju.position().to_move(), Color::White);
        // A move that renju forbids stays on the board.
        board.play(point(7, 7)).unwrap();
        let renju = board.with_variant(RENJU).unwrap();
        assert_eq!(renju.filled(), 9);
        assert_eq!(renju.position().to_move(), Color::White);
    }

    #[test]
    fn a_finished_game_is_over() {
        let mut board = empty();
        for x in 0..4 {
            board.opponent_plays(at(x, 0)).unwrap();
            board.take_turn().unwrap();
            board.play(point(x as u8, 5)).unwrap();
        }
        board.opponent_plays(at(4, 0)).unwrap();
        assert_eq!(
            board.take_turn(),
            Err(GomocupGameError::Over("black has won"))
        );
        let beyond = illegal(9, 9, IllegalMove::GameOver);
        assert_eq!(board.opponent_plays(at(9, 9)), Err(beyond));
        board.take_back(at(4, 0)).unwrap();
        assert_eq!(board.check_open(), Ok(()));
    }

    #[test]
    fn swap_stones_alternate() {
        let board = empty()
            .set_up_swap(&[7, 8, 9].map(|i| point(i, i)))
            .unwrap();
        let colors = [7, 8, 9].map(|i| board.position().cell(point(i, i)));
        let [black, white] = Color::BOTH.map(Cell::Stone);
        assert_eq!(colors, [black, white, black]);
        assert_eq!(board.position().to_move(), Color::White);
    }
}
