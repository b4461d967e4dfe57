//! A game position under its rules, with the repetition table for superko.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::area_score::AreaScore;
use super::handicap::{self, BadHandicap};
use super::komi::{Komi, Score};
use super::ruleset::{KoRule, Rules, Scoring};
use crate::board::point::{Move, Point, Size};
use crate::board::point_set::PointSet;
use crate::board::stones;
use crate::board::stones::Board;
use tengen_engine::game;
use tengen_engine::game::{Color, Edit, IllegalMove, Outcome};

/// The number of consecutive passes that ends a game.
const PASSES_TO_END: u32 = 2;

/// The reason that stones cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadSetUp {
    /// A point that is off the board or named twice.
    #[error("{0} is off the board or named twice")]
    Point(Point),
    /// A stone of a chain that would have no liberty.
    #[error("the stones connected with {0} would have no liberty")]
    NoLiberty(Point),
}

/// The number of occurrences of each whole-board position, per side to move.
#[derive(Clone, Debug, Default)]
struct PositionCounts(FxHashMap<u64, [u32; 2]>);

impl PositionCounts {
    fn add(&mut self, hash: u64, to_move: Color) {
        self.0.entry(hash).or_default()[to_move.index()] += 1;
    }

    fn remove(&mut self, hash: u64, to_move: Color) {
        if let Entry::Occupied(mut entry) = self.0.entry(hash) {
            entry.get_mut()[to_move.index()] -= 1;
            if *entry.get() == [0, 0] {
                entry.remove();
            }
        }
    }

    fn contains(&self, hash: u64, to_move: Option<Color>) -> bool {
        let times = self.0.get(&hash).copied().unwrap_or_default();
        match to_move {
            Some(color) => times[color.index()] > 0,
            None => times != [0, 0],
        }
    }
}

/// A game in progress: board, rules, komi, side to move, and every position since the start.
///
/// Positions are compared by a 64-bit key of their stones. The chance of a false repetition in a game of ten thousand
/// moves is about 10^-12.
#[derive(Clone)]
pub struct Position {
    board: Board,
    rules: Rules,
    komi: Komi,
    to_move: Color,
    repetitions: PositionCounts,
    passes: u32,
    handicap_stones: u32,
    /// The side that passed first, for the button rule.
    first_to_pass: Option<Color>,
}

/// The state needed to take back a move.
#[derive(Clone, Debug)]
pub struct Undo {
    change: Change,
    mover: Color,
    to_move: Color,
    passes: u32,
    first_to_pass: Option<Color>,
}

#[derive(Clone, Debug)]
enum Change {
    Pass { ko: Option<stones::Ko> },
    Stone(stones::BoardUndo),
}

impl Position {
    /// Returns the start of a game on an empty board, with black to move.
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Position {
        let mut position = Position {
            board: Board::new(size),
            rules,
            komi,
            to_move: Color::Black,
            repetitions: PositionCounts::default(),
            passes: 0,
            handicap_stones: 0,
            first_to_pass: None,
        };
        position.begin(Color::Black);
        position
    }

    /// Returns the current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules, keeping the repetition table.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Returns the komi, without handicap compensation.
    pub fn komi(&self) -> Komi {
        self.komi
    }

    /// Changes the komi during the game.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Returns the number of consecutive passes up to here.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Returns the number of handicap stones, placed by a handicap command or named in a record.
    pub fn handicap_stones(&self) -> u32 {
        self.handicap_stones
    }

    /// Counts this many of black's stones as handicap, regardless of how they were placed.
    pub fn set_handicap_stones(&mut self, count: u32) {
        self.handicap_stones = count;
    }

    /// Restarts the game from these stones, given in any order, without prisoners or earlier positions. Fails without
    /// changes if a point is off the board or named twice, or a chain has no liberty.
    pub fn set_position(
        &mut self,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<(), BadSetUp> {
        let size = self.board.size();
        let mut named = PointSet::new();
        for &(_, point) in stones {
            if !size.contains(point) || !named.insert(point) {
                return Err(BadSetUp::Point(point));
            }
        }
        self.board = Board::with_stones(size, stones).map_err(BadSetUp::NoLiberty)?;
        self.begin(to_move);
        Ok(())
    }

    /// Returns the start of a game with the stones of this position, its rules and no komi, `to_move` to move. `None` if a
    /// chain has no liberty, which no position of a game has.
    pub fn with_stones_alone(&self, to_move: Color) -> Option<Position> {
        let komi = Komi::from_points(0.0).ok()?;
        let mut bare = Position::new(self.board.size(), self.rules, komi);
        let stones = self
            .board
            .chains()
            .flat_map(|chain| self.board.stones_of(chain));
        let stones: Vec<(Color, Point)> = stones
            .filter_map(|stone| Some((self.board.at(stone)?, stone)))
            .collect();
        bare.set_position(&stones, to_move).ok()?;
        Some(bare)
    }

    /// Places the fixed handicap of `count` stones, gives white the turn and returns the points. Fails if the board has
    /// stones or the number isn't allowed.
    pub fn place_fixed_handicap(&mut self, count: usize) -> Result<Vec<Point>, BadHandicap> {
        self.check_empty()?;
        let points = handicap::fixed(self.board.size(), count)?;
        self.place_handicap(&points)?;
        Ok(points)
    }

    /// Places `count` handicap stones of the engine's choice, gives white the turn and returns the points. Fails if the
    /// board has stones or the number isn't allowed.
    pub fn place_free_handicap(&mut self, count: usize) -> Result<Vec<Point>, BadHandicap> {
        self.check_empty()?;
        let points = handicap::free(self.board.size(), count)?;
        self.place_handicap(&points)?;
        Ok(points)
    }

    /// Places handicap stones chosen by the controller and gives white the turn. Fails without changes if the board has
    /// stones, the number of points is wrong, or a point is off the board or named twice.
    pub fn set_free_handicap(&mut self, points: &[Point]) -> Result<(), BadHandicap> {
        self.check_empty()?;
        handicap::check_chosen(self.board.size(), points)?;
        self.place_handicap(points)
    }

    /// Whether an otherwise legal move of `color` would repeat a position in the sense of the ko rule.
    pub fn repeats(&self, color: Color, point: Point) -> bool {
        let to_move = match self.rules.ko {
            KoRule::Simple => return false,
            KoRule::Positional => None,
            KoRule::Situational => Some(color.opponent()),
        };
        self.repetitions
            .contains(self.board.hash_after(color, point), to_move)
    }

    /// Returns the score with these stones dead, including komi, handicap compensation and the button.
    pub fn score(&self, dead: &PointSet) -> Score {
        self.score_of(&AreaScore::new(&self.board, dead))
    }

    /// Returns the score of this board from a finished count.
    pub fn score_of(&self, counted: &AreaScore<'_>) -> Score {
        let margin = 2 * counted.margin(&self.rules);
        let bonus = 2 * self.rules.handicap_points(self.handicap_stones) as i32;
        let button = match self.first_to_pass {
            Some(color) if self.rules.has_button && self.rules.scoring == Scoring::Area => {
                if color == Color::Black { 1 } else { -1 }
            }
            _ => 0,
        };
        Score::from_half_points(margin + button - bonus - self.komi.half_points())
    }

    fn check_empty(&self) -> Result<(), BadHandicap> {
        match self.board.chains().next() {
            Some(_) => Err(BadHandicap::NotEmpty),
            None => Ok(()),
        }
    }

    fn place_handicap(&mut self, points: &[Point]) -> Result<(), BadHandicap> {
        let stones: Vec<_> = points.iter().map(|&point| (Color::Black, point)).collect();
        self.set_position(&stones, Color::White)
            .map_err(|_| BadHandicap::Points)?;
        self.handicap_stones = points.len() as u32;
        Ok(())
    }

    fn begin(&mut self, to_move: Color) {
        self.to_move = to_move;
        self.repetitions = PositionCounts::default();
        self.repetitions.add(self.board.hash(), to_move);
        self.passes = 0;
        self.handicap_stones = 0;
        self.first_to_pass = None;
    }

    /// Drops the earlier positions, as after a change that isn't a move.
    fn forget_positions(&mut self) {
        self.repetitions = PositionCounts::default();
        self.repetitions.add(self.board.hash(), self.to_move);
    }

    /// Plays a move on an empty point, or a pass, without checking the rules.
    fn carry_out(&mut self, color: Color, mv: Move) -> Undo {
        let before = (self.to_move, self.passes, self.first_to_pass);
        let change = match mv {
            Move::Pass => {
                let ko = self.board.ko();
                self.board.set_ko(None);
                self.passes += 1;
                self.first_to_pass = self.first_to_pass.or(Some(color));
                Change::Pass { ko }
            }
            Move::Place(point) => {
                self.passes = 0;
                Change::Stone(self.board.make(color, point))
            }
        };
        self.to_move = color.opponent();
        self.repetitions.add(self.board.hash(), self.to_move);
        let (to_move, passes, first_to_pass) = before;
        Undo {
            change,
            mover: color,
            to_move,
            passes,
            first_to_pass,
        }
    }

    /// Replays a stone that is already on the board, which changes only the turn.
    fn replay_stone(&mut self, color: Color) {
        self.board.set_ko(None);
        self.passes = 0;
        self.to_move = color.opponent();
        self.repetitions.add(self.board.hash(), self.to_move);
    }

    fn check_stone(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        if !self.board.size().contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        if self.board.is_ko(color, point) {
            return Err(IllegalMove::Ko);
        }
        if self
            .board
            .is_barred_suicide(color, point, self.rules.suicide)
        {
            return Err(IllegalMove::Suicide);
        }
        if self.repeats(color, point) {
            return Err(IllegalMove::Superko);
        }
        Ok(())
    }
}

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.to_move = color;
        Ok(())
    }

    fn legal_moves(&self, color: Color) -> Vec<Move> {
        let points = self.board.size().points();
        let playable = points.filter(|&point| self.check_stone(color, point).is_ok());
        playable.map(Move::Place).chain([Move::Pass]).collect()
    }

    fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Pass => Ok(()),
            Move::Place(point) => self.check_stone(color, point),
        }
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<Undo, IllegalMove> {
        self.check(color, mv)?;
        Ok(self.carry_out(color, mv))
    }

    fn undo(&mut self, undo: Undo) {
        // The side to move may have been changed since the move; the repetition table has the original one.
        let to_move_then = undo.mover.opponent();
        self.repetitions.remove(self.board.hash(), to_move_then);
        match undo.change {
            Change::Pass { ko } => self.board.set_ko(ko),
            Change::Stone(change) => self.board.unmake(change),
        }
        self.to_move = undo.to_move;
        self.passes = undo.passes;
        self.first_to_pass = undo.first_to_pass;
    }

    /// Plays a move without checking ko, repetition and suicide. A stone on an occupied point replaces the one there,
    /// as in SGF (`FF[4]`, "Move vs. Place"), and earlier positions are forgotten.
    fn play_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if let Move::Place(point) = mv {
            if !self.board.size().contains(point) {
                return Err(IllegalMove::OffBoard);
            }
            match self.board.at(point) {
                None => {}
                Some(own) if own == color => {
                    self.replay_stone(color);
                    return Ok(());
                }
                Some(_) => {
                    self.board.take_off(point);
                    self.forget_positions();
                }
            }
        }
        self.carry_out(color, mv);
        Ok(())
    }

    /// Keeps prisoners and handicap. Forgets earlier positions unless only the turn changes.
    fn edit(&mut self, edit: &Edit<Move>) -> Result<(), IllegalMove> {
        let to_move = edit.to_move.unwrap_or(self.to_move);
        if edit.stones.is_empty() && edit.empty.is_empty() {
            self.to_move = to_move;
            return Ok(());
        }
        let place = |mv: &Move| match *mv {
            Move::Place(point) if self.board.size().contains(point) => Ok(point),
            _ => Err(IllegalMove::OffBoard),
        };
        let emptied: Vec<Point> = edit.empty.iter().map(place).collect::<Result<_, _>>()?;
        let stones = edit
            .stones
            .iter()
            .map(|(color, mv)| Ok((*color, place(mv)?)));
        let stones: Vec<(Color, Point)> = stones.collect::<Result<_, _>>()?;
        let mut board = self.board.clone();
        board.set_ko(None);
        let touched = emptied
            .into_iter()
            .chain(stones.iter().map(|&(_, point)| point));
        touched.for_each(|point| board.take_off(point));
        for &(color, point) in &stones {
            if !board.is_empty(point) {
                return Err(IllegalMove::Occupied);
            }
            board.put_down(color, point);
        }
        if board.chains().any(|head| board.liberty_count(head) == 0) {
            return Err(IllegalMove::NoLiberty);
        }
        self.board = board;
        self.to_move = to_move;
        self.passes = 0;
        self.forget_positions();
        Ok(())
    }

    /// Ends the game after two consecutive passes, with every stone on the board counted as alive.
    fn outcome(&self) -> Option<Outcome> {
        (self.passes >= PASSES_TO_END).then(|| self.score(&PointSet::new()).outcome())
    }
}

#[cfg(test)]
mod tests;
