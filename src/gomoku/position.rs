//! A position of gomoku, renju or caro: the rules and no more.

use std::fmt::{self, Debug};

use thiserror::Error;

use super::forbidden::{Forbidden, Verdict, judge};
use super::lines::{Direction, Lines, MAX_SIDE, walk};
use super::{Point, Rule, WinningLine};
use crate::game::{self, Color, IllegalMove, Outcome};

/// The shortest side of a board.
pub const MIN_SIDE: usize = 5;

/// A board that nobody plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {width} by {height} is not supported: both sides must be from 5 to 22")]
pub struct SizeError {
    width: u8,
    height: u8,
}

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing: a stone can be put here.
    Empty,
    /// A stone.
    Stone(Color),
    /// Nobody's and never to be played on, like the edge of the board.
    Blocked,
}

/// A board with its rules and the side to move. A full board, or one without a legal move, is a draw.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    lines: Lines,
    width: u8,
    height: u8,
    rule: Rule,
    continuous: bool,
    to_move: Color,
    stones: [u16; 2],
    empty: u16,
    finished: Option<WinningLine>,
}

/// What takes back one move.
#[derive(Clone, Debug)]
pub struct Undo {
    point: Point,
    color: Color,
    to_move: Color,
    /// In a continuous game, the stones that died with this move: how many before and after `point` in each
    /// direction. Without a finished row all are 0.
    dead: [(u8, u8); 4],
}

impl Position {
    /// An empty board, black to move. Sides may be from 5 to 22 points long.
    pub fn new(width: u8, height: u8, rule: Rule) -> Result<Self, SizeError> {
        let fits = |side: u8| (MIN_SIDE..=MAX_SIDE).contains(&usize::from(side));
        if !fits(width) || !fits(height) {
            return Err(SizeError { width, height });
        }
        Ok(Position {
            lines: Lines::new(width, height),
            width,
            height,
            rule,
            continuous: false,
            to_move: Color::Black,
            stones: [0; 2],
            empty: u16::from(width) * u16::from(height),
            finished: None,
        })
    }

    /// The same position in a continuous game or not: there a finished row does not end the game, but its
    /// stones become blocked and play goes on until the board is full (Piskvork's third kind of game).
    pub fn with_continuous(mut self, continuous: bool) -> Self {
        self.continuous = continuous;
        self.finished = self.find_finished();
        self
    }

    /// Whether a finished row leaves the game going on.
    pub fn continuous(&self) -> bool {
        self.continuous
    }

    /// Columns of the board.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows of the board.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The rule this game is played by.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether `point` lies on the board.
    pub fn contains(&self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// All points, as one reads.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// What is on `point`; off the board everything is blocked.
    pub fn cell(&self, point: Point) -> Cell {
        if !self.contains(point) {
            return Cell::Blocked;
        }
        match self.lines.at(point) {
            (false, false) => Cell::Empty,
            (true, false) => Cell::Stone(Color::Black),
            (false, true) => Cell::Stone(Color::White),
            (true, true) => Cell::Blocked,
        }
    }

    /// Living stones of one side.
    pub fn stone_count(&self, color: Color) -> usize {
        self.stones[color.index()].into()
    }

    /// Points still free.
    pub fn empty_count(&self) -> usize {
        self.empty.into()
    }

    /// Sets up `cell` on `point`, in any order and number and without regard to forbidden points; the side to
    /// move stays (see `turn_to`). Emptying is always possible, anything else needs an empty point. A row
    /// finished in this way ends the game unless it is continuous.
    pub fn place(&mut self, point: Point, cell: Cell) -> Result<(), IllegalMove> {
        if !self.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        match (self.cell(point), cell) {
            (Cell::Empty, Cell::Empty) => return Ok(()),
            (Cell::Empty, _) => {
                self.lines.flip(point, sides(cell));
                self.empty -= 1;
            }
            (old, Cell::Empty) => {
                self.lines.flip(point, sides(old));
                self.empty += 1;
                if let Cell::Stone(color) = old {
                    self.stones[color.index()] -= 1;
                }
            }
            _ => return Err(IllegalMove::Occupied),
        }
        if let Cell::Stone(color) = cell {
            self.stones[color.index()] += 1;
        }
        self.finished = self.find_finished();
        Ok(())
    }

    /// The row that ended the game, if one did. Of several found in a set-up the first as one reads.
    pub fn winning_line(&self) -> Option<WinningLine> {
        self.finished
    }

    /// Whether the side to move may play on `point`.
    pub fn is_legal(&self, point: Point) -> bool {
        game::Position::check(self, self.to_move, point).is_ok()
    }

    /// The stones as lines.
    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The points forbidden to black and why, whoever is to move; none in other games than renju.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        self.points()
            .filter_map(|point| Some((point, self.forbidden(Color::Black, point)?)))
            .collect()
    }

    /// Why `color` may not play on `point` although it is empty, in renju.
    pub fn forbidden(&self, color: Color, point: Point) -> Option<Forbidden> {
        if !self.rule.forbids(color) || self.cell(point) != Cell::Empty {
            return None;
        }
        match judge(&self.lines, point) {
            Verdict::Foul(foul) => Some(foul),
            Verdict::Five | Verdict::Allowed => None,
        }
    }

    /// Whether the row of `color` through `point`, where a stone of it stands or is about to, wins.
    fn wins(&self, color: Color, direction: Direction, point: Point) -> bool {
        let (back, ahead) = self.lines.arms(color, direction, point);
        let beyond = |steps: i32| {
            let (dx, dy) = direction.step();
            let x = i32::from(point.x()) + dx * steps;
            let y = i32::from(point.y()) + dy * steps;
            let on_board =
                (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
            on_board && self.cell(Point::new(x as u8, y as u8)) == Cell::Stone(color.opponent())
        };
        let hemmed = beyond(-1 - back as i32) && beyond(1 + ahead as i32);
        self.rule.wins(color, 1 + back + ahead, hemmed)
    }

    /// The first winning row on the board; a continuous game has none that ends it.
    fn find_finished(&self) -> Option<WinningLine> {
        if self.continuous {
            return None;
        }
        self.points().find_map(|point| {
            let Cell::Stone(color) = self.cell(point) else {
                return None;
            };
            self.finished_at(color, point)
        })
    }

    fn finished_at(&self, color: Color, point: Point) -> Option<WinningLine> {
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| self.wins(color, direction, point))?;
        let (back, ahead) = self.lines.arms(color, direction, point);
        let first = walk(point, direction, -(back as i32));
        Some(WinningLine::new(color, first, direction, 1 + back + ahead))
    }

    /// Which stones die when `color`'s stone on `point` finishes rows in a continuous game.
    fn dying(&self, color: Color, point: Point) -> [(u8, u8); 4] {
        Direction::ALL.map(|direction| {
            if !self.wins(color, direction, point) {
                return (0, 0);
            }
            let (back, ahead) = self.lines.arms(color, direction, point);
            (back as u8, ahead as u8)
        })
    }

    /// Makes the stones of `dead` and the one on `point` blocked, or the other way round.
    fn turn_dead(&mut self, color: Color, point: Point, dead: &[(u8, u8); 4]) {
        let other = sides(Cell::Stone(color.opponent()));
        self.lines.flip(point, other);
        for (direction, &(back, ahead)) in Direction::ALL.into_iter().zip(dead) {
            for steps in -i32::from(back)..=i32::from(ahead) {
                if steps != 0 {
                    self.lines.flip(walk(point, direction, steps), other);
                }
            }
        }
    }
}

impl Debug for Position {
    /// Draws the board: `X` black, `O` white, `#` blocked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} to move", self.rule, self.to_move)?;
        for y in 0..self.height {
            for x in 0..self.width {
                f.write_str(match self.cell(Point::new(x, y)) {
                    Cell::Empty => ". ",
                    Cell::Stone(Color::Black) => "X ",
                    Cell::Stone(Color::White) => "O ",
                    Cell::Blocked => "# ",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// How many stones stopped living, the one that was played included.
fn death_toll(dead: &[(u8, u8); 4]) -> u16 {
    let others: u16 = dead
        .iter()
        .map(|&(back, ahead)| u16::from(back) + u16::from(ahead))
        .sum();
    if others == 0 { 0 } else { others + 1 }
}

/// Whose bits `cell` sets.
fn sides(cell: Cell) -> [bool; 2] {
    match cell {
        Cell::Empty => [false, false],
        Cell::Stone(color) => [color == Color::Black, color == Color::White],
        Cell::Blocked => [true, true],
    }
}

impl game::Position for Position {
    type Move = Point;
    type Undo = Undo;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.to_move = color;
        Ok(())
    }

    fn legal_moves(&self, color: Color) -> Vec<Point> {
        self.points()
            .filter(|&point| self.check(color, point).is_ok())
            .collect()
    }

    fn check(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        if !self.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if self.lines.at(point) != (false, false) {
            return Err(IllegalMove::Occupied);
        }
        if self.finished.is_some() {
            return Err(IllegalMove::GameOver);
        }
        match self.forbidden(color, point) {
            Some(_) => Err(IllegalMove::Forbidden),
            None => Ok(()),
        }
    }

    fn play(&mut self, color: Color, point: Point) -> Result<Undo, IllegalMove> {
        self.check(color, point)?;
        let to_move = self.to_move;
        self.lines.flip_stone(color, point);
        self.stones[color.index()] += 1;
        self.empty -= 1;
        self.to_move = color.opponent();
        let mut dead = [(0, 0); 4];
        if self.continuous {
            dead = self.dying(color, point);
            let toll = death_toll(&dead);
            if toll > 0 {
                self.turn_dead(color, point, &dead);
                self.stones[color.index()] -= toll;
            }
        } else {
            self.finished = self.finished_at(color, point);
        }
        Ok(Undo {
            point,
            color,
            to_move,
            dead,
        })
    }

    fn undo(&mut self, undo: Undo) {
        let Undo {
            point,
            color,
            to_move,
            dead,
        } = undo;
        let toll = death_toll(&dead);
        if toll > 0 {
            self.turn_dead(color, point, &dead);
            self.stones[color.index()] += toll;
        }
        self.lines.flip_stone(color, point);
        self.stones[color.index()] -= 1;
        self.empty += 1;
        self.to_move = to_move;
        // A move is refused once the game is over, so it was not over before this one.
        self.finished = None;
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(line) = self.finished {
            return Some(Outcome::Win(line.color()));
        }
        let stuck = !self.points().any(|point| self.is_legal(point));
        stuck.then_some(Outcome::Draw)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::drawing::{board, marked};
    use super::*;
    use crate::game::Position as _;

    /// Whether `color` has a winning row, found by walking from every stone that begins one.
    fn has_row(position: &Position, color: Color) -> bool {
        let cell = |x: i32, y: i32| match (u8::try_from(x), u8::try_from(y)) {
            (Ok(x), Ok(y)) => position.cell(Point::new(x, y)),
            _ => Cell::Blocked,
        };
        let mine = Cell::Stone(color);
        let theirs = Cell::Stone(color.opponent());
        position.points().any(|point| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
                let (x, y) = (i32::from(point.x()), i32::from(point.y()));
                if cell(x, y) != mine || cell(x - dx, y - dy) == mine {
                    return false;
                }
                let mut length = 1;
                while cell(x + dx * length, y + dy * length) == mine {
                    length += 1;
                }
                let hemmed = cell(x - dx, y - dy) == theirs
                    && cell(x + dx * length, y + dy * length) == theirs;
                match (position.rule(), color) {
                    (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
                    (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
                    (Rule::Caro, _) => length > 5 || length == 5 && !hemmed,
                    (Rule::ExactCaro, _) => length == 5 && !hemmed,
                }
            })
        })
    }

    /// A board of any size and rule, filled with cells without regard to anything.
    fn filled() -> impl Strategy<Value = Position> {
        (5u8..=22, 5u8..=22, 0usize..5)
            .prop_flat_map(|(width, height, rule)| {
                let size = usize::from(width) * usize::from(height);
                // Mostly one side's stones, or rows of five would hardly ever be seen.
                let cells = proptest::collection::vec(0u8..16, size);
                (Just((width, height, rule)), cells)
            })
            .prop_map(|((width, height, rule), cells)| {
                let mut position = Position::new(width, height, Rule::ALL[rule]).unwrap();
                let points: Vec<Point> = position.points().collect();
                for (point, cell) in points.into_iter().zip(cells) {
                    let cell = match cell {
                        0..=5 => Cell::Stone(Color::Black),
                        6..=8 => Cell::Stone(Color::White),
                        9 => Cell::Blocked,
                        _ => Cell::Empty,
                    };
                    position.place(point, cell).unwrap();
                }
                position
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn finds_the_rows_that_win(position in filled()) {
            let winners: Vec<Color> =
                Color::BOTH.into_iter().filter(|&c| has_row(&position, c)).collect();
            match position.winning_line() {
                None => prop_assert!(winners.is_empty()),
                Some(line) => {
                    prop_assert!(winners.contains(&line.color()));
                    prop_assert!(line.points().count() >= 5);
                    for point in line.points() {
                        prop_assert_eq!(position.cell(point), Cell::Stone(line.color()));
                    }
                    prop_assert_eq!(position.outcome(), Some(Outcome::Win(line.color())));
                    prop_assert!(position.legal_moves(Color::Black).is_empty());
                }
            }
        }

        #[test]
        fn a_move_wins_when_it_finishes_a_row(
            rule in 0usize..5,
            continuous in any::<bool>(),
            moves in proptest::collection::vec((0u8..7, 0u8..7, any::<bool>()), 1..40),
        ) {
            let mut position =
                Position::new(7, 6, Rule::ALL[rule]).unwrap().with_continuous(continuous);
            let mut history = Vec::new();
            for (x, y, black) in moves {
                let before = position.clone();
                let color = if black { Color::Black } else { Color::White };
                match position.play(color, Point::new(x, y)) {
                    Ok(undo) => history.push((before, undo)),
                    Err(_) => prop_assert!(position == before),
                }
                prop_assert_eq!(
                    position.winning_line().is_some(),
                    Color::BOTH.into_iter().any(|c| has_row(&position, c))
                );
                for color in Color::BOTH {
                    let stones = position
                        .points()
                        .filter(|&p| position.cell(p) == Cell::Stone(color))
                        .count();
                    prop_assert_eq!(position.stone_count(color), stones);
                }
            }
            while let Some((before, undo)) = history.pop() {
                position.undo(undo);
                prop_assert!(position == before);
            }
        }
    }

    /// The stones that `color`'s stone on `point` makes blocked in a continuous game, found by walking.
    fn dying_slowly(before: &Position, color: Color, point: Point) -> Vec<Point> {
        let at = |x: i32, y: i32| match (u8::try_from(x), u8::try_from(y)) {
            (Ok(x), Ok(y)) if Point::new(x, y) == point => Cell::Stone(color),
            (Ok(x), Ok(y)) => before.cell(Point::new(x, y)),
            _ => Cell::Blocked,
        };
        let mut dying = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let (mut x, mut y) = (i32::from(point.x()), i32::from(point.y()));
            while at(x - dx, y - dy) == Cell::Stone(color) {
                (x, y) = (x - dx, y - dy);
            }
            let theirs = Cell::Stone(color.opponent());
            let is_closed = at(x - dx, y - dy) == theirs;
            let mut row = Vec::new();
            while at(x, y) == Cell::Stone(color) {
                row.push(Point::new(x as u8, y as u8));
                (x, y) = (x + dx, y + dy);
            }
            let hemmed = is_closed && at(x, y) == theirs;
            let wins = match (before.rule(), color) {
                (Rule::Freestyle, _) | (Rule::Renju, Color::White) => row.len() >= 5,
                (Rule::Standard, _) | (Rule::Renju, Color::Black) => row.len() == 5,
                (Rule::Caro, _) => row.len() > 5 || row.len() == 5 && !hemmed,
                (Rule::ExactCaro, _) => row.len() == 5 && !hemmed,
            };
            if wins {
                dying.extend(row);
            }
        }
        dying
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn finished_rows_of_a_continuous_game_die_and_no_other_stones(
            position in filled(),
            black in any::<bool>(),
        ) {
            let position = position.with_continuous(true);
            let color = if black { Color::Black } else { Color::White };
            for point in position.points() {
                let mut after = position.clone();
                if after.play(color, point).is_err() {
                    continue;
                }
                let dying = dying_slowly(&position, color, point);
                for other in position.points() {
                    let expected = match position.cell(other) {
                        _ if dying.contains(&other) => Cell::Blocked,
                        _ if other == point => Cell::Stone(color),
                        cell => cell,
                    };
                    prop_assert_eq!(after.cell(other), expected);
                }
            }
        }
    }

    #[test]
    fn sizes_from_5_to_22_are_boards() {
        assert!(Position::new(5, 22, Rule::Freestyle).is_ok());
        for (width, height) in [(4, 15), (15, 4), (23, 15), (15, 23), (0, 0), (255, 15)] {
            let error = Position::new(width, height, Rule::Freestyle).err().unwrap();
            assert_eq!(error, SizeError { width, height });
        }
    }

    #[test]
    fn whether_a_six_or_a_hemmed_five_wins_depends_on_the_rule() {
        let six = [".......", "XXX.XX.", ".......", ".......", "......."];
        let hemmed = [".......", "OXXX.XO", ".......", ".......", "......."];
        let at_edge = ["XX.XXO.", ".......", ".......", ".......", "......."];
        let wins = |rows: &[&str], point: Point| -> Vec<Rule> {
            Rule::ALL
                .into_iter()
                .filter(|&rule| {
                    let mut position = board(rule, rows);
                    position.play(Color::Black, point).is_ok() && position.outcome().is_some()
                })
                .collect()
        };
        use Rule::*;
        assert_eq!(wins(&six, Point::new(3, 1)), [Freestyle, Caro]);
        assert_eq!(
            wins(&hemmed, Point::new(4, 1)),
            [Freestyle, Standard, Renju]
        );
        assert_eq!(wins(&at_edge, Point::new(2, 0)), Rule::ALL);
    }

    #[test]
    fn a_continuous_game_blocks_finished_rows_and_goes_on() {
        let rows = ["XXXX..", "....X.", "....X.", "....X.", "....X.", "OOOO.."];
        let mut position = board(Rule::Freestyle, &rows).with_continuous(true);
        let before = position.clone();
        let undo = position.play(Color::Black, Point::new(4, 0)).unwrap();
        assert_eq!(position.outcome(), None);
        assert_eq!(position.stone_count(Color::Black), 0);
        for point in marked(&rows, 'X') {
            assert_eq!(position.cell(point), Cell::Blocked);
        }
        position.undo(undo);
        assert!(position == before);
    }

    #[test]
    fn no_move_left_is_a_draw() {
        let rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOO."];
        let mut position = board(Rule::Freestyle, &rows);
        assert_eq!(position.outcome(), None);
        position.play(Color::White, Point::new(4, 4)).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn refusals_say_why() {
        let mut position = board(
            Rule::Renju,
            &[
                ".......", ".......", ".......", ".......", "OXXX.XX", ".......", "OOOOOO.",
            ],
        );
        let mut refuse = |color, x, y| position.play(color, Point::new(x, y)).err();
        assert_eq!(refuse(Color::Black, 7, 0), Some(IllegalMove::OffBoard));
        assert_eq!(refuse(Color::Black, 0, 4), Some(IllegalMove::Occupied));
        // A set-up in which white has a row of six is over.
        assert_eq!(refuse(Color::Black, 4, 4), Some(IllegalMove::GameOver));
        position.place(Point::new(5, 6), Cell::Empty).unwrap();
        position.place(Point::new(4, 6), Cell::Empty).unwrap();
        let mut refuse = |color, x, y| position.play(color, Point::new(x, y)).err();
        assert_eq!(refuse(Color::Black, 4, 4), Some(IllegalMove::Forbidden));
        assert_eq!(refuse(Color::White, 4, 4), None);
    }
}
