//! Life and death of a chain in its region, by proof-number search.
//!
//! Both sides play on the empty points of the region; the defender may pass. The defender lives with two eyes of the
//! chain, connected with a safe chain, by the capture of a wall, or where the attacker has no move left. Nobody fills
//! an eye of his own. A repetition is a failure of the attacker, and so is a capture after which the captors are captured
//! themselves, as by a nakade in the space that they gained.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::life_region::{KnownLife, LifeRegion, Walls};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::Board;
use crate::go::board::tactics::is_eye;
use crate::go::ladder::Verdict;
use crate::go::ladder::proof_search::{ProofSearch, ProofTarget};

/// Most empty points of a region that is read.
const MAX_EMPTY: usize = 14;

/// Moves that one reading may try.
const NODES: u64 = 60_000;

/// Most stones that leave a space of one eye when they are captured (the rabbity six).
const MAX_NAKADE: usize = 6;

/// Moves that the readings of captors may try in one reading, and each of them.
const CAPTOR_NODES: (u64, u64) = (30_000, 3_000);

/// The fate of a chain for both first movers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// The chain lives even if the attacker moves first.
    Alive,
    /// The chain is captured even if the defender moves first.
    Dead,
    /// The side that moves first succeeds.
    Unsettled,
    /// The reading does not tell.
    Unknown,
}

impl Life {
    fn of(attacker_first: Verdict, defender_first: Verdict) -> Life {
        match (attacker_first, defender_first) {
            (Verdict::Escapes, _) => Life::Alive,
            (Verdict::Captured, Verdict::Captured) => Life::Dead,
            (Verdict::Captured, Verdict::Escapes) => Life::Unsettled,
            _ => Life::Unknown,
        }
    }
}

/// How kos are fought in a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoFight {
    /// Neither side has ko threats.
    NoThreats,
    /// The attacker has any number of ko threats.
    AttackerWins,
}

/// Reads the life of the chain of `target`: first with all walls safe, and if it can be captured then, with weak walls.
pub fn read(known: &KnownLife<'_>, target: Point, ko: KoFight) -> Life {
    let Some(region) = LifeRegion::new(known, target, Walls::Safe, MAX_EMPTY) else {
        return Life::Unknown;
    };
    let safe = read_in(known, target, &region, ko);
    if safe == Life::Alive {
        return safe;
    }
    match LifeRegion::new(known, target, Walls::Weak, MAX_EMPTY) {
        Some(wide) if wide.points.len() > region.points.len() => {
            match read_in(known, target, &wide, ko) {
                Life::Unknown => safe,
                life => life,
            }
        }
        _ => safe,
    }
}

fn read_in(known: &KnownLife<'_>, target: Point, region: &LifeRegion, ko: KoFight) -> Life {
    let Some(defender) = known.board.at(target) else {
        return Life::Unknown;
    };
    let mut board = known.board.clone();
    board.set_ko(None);
    let stones: Vec<Point> = board.stones_of(target).collect();
    let captors = CaptorReader::new(known);
    let mut verdict = |first: Color| {
        let target = LifeTarget {
            stones: &stones,
            defender,
            region,
            ko,
            captors: Some(&captors),
        };
        ProofSearch::new(&mut board, target, NODES, &|| false).verdict(first)
    };
    match verdict(defender.opponent()) {
        Verdict::Escapes => Life::Alive,
        attacker_first => Life::of(attacker_first, verdict(defender)),
    }
}

/// The chain whose life is read.
struct LifeTarget<'a> {
    stones: &'a [Point],
    defender: Color,
    region: &'a LifeRegion,
    ko: KoFight,
    /// `None` if every capture counts.
    captors: Option<&'a CaptorReader<'a>>,
}

impl LifeTarget<'_> {
    /// Whether stones that have captured the target are captured in turn.
    fn is_avenged(&self, captured: &Board) -> bool {
        let Some(captors) = self.captors else {
            return false;
        };
        self.stones.len() <= MAX_NAKADE && captors.are_captured(captured, self)
    }

    /// Whether stones that capture the target with this move are captured in turn.
    fn is_avenged_after(&self, board: &Board, last: Point) -> bool {
        let mut captured = board.clone();
        captured.make(self.defender.opponent(), last);
        self.is_avenged(&captured)
    }

    /// Returns a stone of the target that is on the board.
    fn stone(&self, board: &Board) -> Option<Point> {
        let stands = |stone: &Point| board.at(*stone) == Some(self.defender);
        self.stones.iter().copied().find(stands)
    }

    /// Whether a chain is connected with a safe one.
    fn is_anchored(&self, board: &Board, chain: Point) -> bool {
        let is_same = |&anchor: &Point| {
            board.at(anchor) == Some(self.defender) && board.head(anchor) == board.head(chain)
        };
        self.region.anchors.iter().any(is_same)
    }

    fn has_captured_a_wall(&self, board: &Board) -> bool {
        let attacker = Some(self.defender.opponent());
        self.region
            .walls
            .iter()
            .any(|&wall| board.at(wall) != attacker)
    }

    /// Whether two liberties of a chain have only its stones around them.
    fn has_two_eyes(&self, board: &Board, chain: Point) -> bool {
        let head = board.head(chain);
        let is_own = |near: &Point| {
            !board.contains(*near)
                || board.at(*near) == Some(self.defender) && board.head(*near) == head
        };
        let eyes = board
            .liberties(chain)
            .filter(|liberty| liberty.neighbors().iter().all(is_own));
        eyes.take(2).count() == 2
    }

    /// Iterates over the moves of a side, without passes: in the region, and where stones beyond it can be captured or
    /// saved.
    fn points<'b>(&'b self, board: &'b Board, color: Color) -> impl Iterator<Item = Point> + 'b {
        let is_playable = move |&point: &Point| {
            board.is_empty(point) && board.is_legal(color, point) && !is_eye(board, color, point)
        };
        let beyond = self.points_beyond(board).into_iter();
        let points = self.region.points.iter().copied();
        points.chain(beyond).filter(is_playable)
    }

    /// Returns the liberties, outside the region, of chains that may be captured soon and stand on an outer point.
    fn points_beyond(&self, board: &Board) -> Vec<Point> {
        let mut points = Vec::new();
        for &outer in &self.region.outer {
            if board.at(outer).is_none() || board.liberty_count(outer) > 2 {
                continue;
            }
            for liberty in board.liberties(outer) {
                if !points.contains(&liberty) && !self.region.points.contains(&liberty) {
                    points.push(liberty);
                }
            }
        }
        points
    }
}

impl ProofTarget for LifeTarget<'_> {
    fn defender(&self) -> Color {
        self.defender
    }

    fn stands(&self, board: &Board) -> bool {
        self.stone(board).is_some()
    }

    fn static_outcome(&self, board: &Board, to_move: Color) -> Option<bool> {
        let Some(chain) = self.stone(board) else {
            return Some(!self.is_avenged(board));
        };
        if self.is_anchored(board, chain)
            || self.has_captured_a_wall(board)
            || self.has_two_eyes(board, chain)
        {
            return Some(false);
        }
        if to_move == self.defender {
            return None;
        }
        if let Some(last) = board.last_liberty(chain)
            && board.is_legal(to_move, last)
            && self
                .stones
                .iter()
                .all(|&s| board.at(s) != Some(self.defender) || board.head(s) == board.head(chain))
            && !self.is_avenged_after(board, last)
        {
            return Some(true);
        }
        let has_move = self.points(board, to_move).next().is_some();
        (!has_move).then_some(false)
    }

    fn moves(&self, board: &Board, to_move: Color) -> Vec<Option<Point>> {
        let mut moves: Vec<Option<Point>> = self.points(board, to_move).map(Some).collect();
        if to_move == self.defender {
            moves.push(None);
        }
        moves
    }

    /// More liberties are farther from capture.
    fn initial_numbers(&self, board: &Board, to_move: Color) -> (u32, u32) {
        let liberties = self
            .stone(board)
            .map_or(1, |chain| board.liberty_count(chain) as u32);
        if to_move == self.defender {
            (liberties + 1, 1)
        } else {
            (liberties, 2)
        }
    }

    fn attacker_ignores_ko(&self) -> bool {
        self.ko == KoFight::AttackerWins
    }
}

/// Reads the life of chains that have captured a target.
struct CaptorReader<'a> {
    known: &'a KnownLife<'a>,
    /// Whether captors are captured, by the position after the capture.
    answers: RefCell<FxHashMap<u64, bool>>,
    nodes_left: RefCell<u64>,
}

impl<'a> CaptorReader<'a> {
    fn new(known: &'a KnownLife<'a>) -> Self {
        CaptorReader {
            known,
            answers: RefCell::default(),
            nodes_left: RefCell::new(CAPTOR_NODES.0),
        }
    }

    /// Whether the defender of a captured target, moving next, captures a chain beside it that is larger.
    fn are_captured(&self, captured: &Board, target: &LifeTarget<'_>) -> bool {
        let key = captured.hash_with(target.defender);
        if let Some(&answer) = self.answers.borrow().get(&key) {
            return answer;
        }
        let attacker = target.defender.opponent();
        let around = target.stones.iter().flat_map(|stone| stone.neighbors());
        let mut captors: Vec<Point> = around
            .filter(|&near| captured.contains(near) && captured.at(near) == Some(attacker))
            .map(|near| captured.head(near))
            .filter(|&chain| captured.chain_len(chain) > target.stones.len())
            .collect();
        captors.sort_unstable();
        captors.dedup();
        let answer = captors
            .into_iter()
            .any(|chain| self.is_captured(captured, chain));
        self.answers.borrow_mut().insert(key, answer);
        answer
    }

    /// Whether a chain is captured by the side that moves first.
    fn is_captured(&self, board: &Board, chain: Point) -> bool {
        let Some(defender) = board.at(chain) else {
            return false;
        };
        let known = KnownLife {
            board,
            ..*self.known
        };
        if known.proven.owner(chain) == Some(defender) {
            return false;
        }
        let Some(region) = LifeRegion::new(&known, chain, Walls::Safe, MAX_EMPTY) else {
            return false;
        };
        let mut board = board.clone();
        let stones: Vec<Point> = board.stones_of(chain).collect();
        let target = LifeTarget {
            stones: &stones,
            defender,
            region: &region,
            ko: KoFight::NoThreats,
            captors: None,
        };
        let nodes = CAPTOR_NODES.1.min(*self.nodes_left.borrow());
        let mut search = ProofSearch::new(&mut board, target, nodes, &|| false);
        let verdict = search.verdict(defender.opponent());
        *self.nodes_left.borrow_mut() -= search.nodes();
        verdict == Verdict::Captured
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::point_set::PointSet;
    use crate::go::rules::benson::PassAliveArea;
    use crate::testing::go_reference::Stones;

    /// Reads a chain with all stones of the other side alive.
    fn read_drawn(rows: &[&str], column: u8, row: u8) -> Life {
        read_beside(rows, column, row, &[])
    }

    /// Reads a chain with all stones of the other side and these of its own alive.
    fn read_beside(rows: &[&str], column: u8, row: u8, alive: &[Point]) -> Life {
        let board = Stones::drawn(rows).board();
        let target = Point::new(column, row);
        let is_foe = |&point: &Point| board.at(point).is_some_and(|c| Some(c) != board.at(target));
        let foes = board.size().points().filter(is_foe);
        let settled: PointSet = foes.chain(alive.iter().copied()).collect();
        let known = KnownLife {
            board: &board,
            proven: &PassAliveArea::pass_alive(&board, false),
            settled: &settled,
        };
        read(&known, target, KoFight::NoThreats)
    }

    #[test]
    fn a_chain_lives_with_one_that_is_alive_if_they_can_be_joined() {
        // The three points between the chains, with white below, are one eye at most.
        let rows = ["X . X O .", "X . X O .", "X . X O .", "O O O O ."];
        let alive = [1, 2, 3].map(|row| Point::new(2, row));
        assert_eq!(read_beside(&rows, 0, 3, &alive), Life::Alive);
        assert_eq!(read_drawn(&rows, 0, 3), Life::Dead);
    }

    #[test]
    fn two_points_are_one_eye_three_may_be_two_and_four_are() {
        let rows = [
            [". . X O . . .", "X X X O . . .", "O O O O . . ."],
            [". . . X O . .", "X X X X O . .", "O O O O O . ."],
            [". . . . X O .", "X X X X X O .", "O O O O O O ."],
        ];
        let lives = rows.map(|rows| read_drawn(&rows, 0, 1));
        assert_eq!(lives, [Life::Dead, Life::Unsettled, Life::Alive]);
    }

    #[test]
    fn a_nakade_lives_where_its_captors_die() {
        // White captures three stones from D4, and black plays in their middle. With an eye on F4 white would live.
        let captors_die = [
            "X X X . O X X .",
            "O O O O O X X X",
            "X X . . X X . X",
            ". X X X X X X X",
        ];
        let captors_live = [
            "X X X . O . O X",
            "O O O O O O O X",
            "X X . . X X X X",
            ". X X X X X . X",
        ];
        let lives = [captors_die, captors_live].map(|rows| read_drawn(&rows, 0, 3));
        assert_eq!(lives, [Life::Alive, Life::Dead]);
    }

    #[test]
    fn a_wall_is_saved_by_captures_beyond_the_region() {
        // Black has one eye in the upper right. White G9 is short of liberties, but captures a stone on F9 from E9.
        let rows = [
            ". X . . . . O . .",
            ". O X X . O X X .",
            "O . O X O O O X .",
            ". O O O O X O X .",
            ". O X O X X X O O",
            ". O X X . X O O X",
            ". O O X X X X O .",
            "O . X O O O O X .",
            ". . X O . O . O X",
        ];
        assert_eq!(read_drawn(&rows, 7, 6), Life::Unsettled);
    }
}
