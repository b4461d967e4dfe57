//! Victory by continuous threats (VCT): every move of the attacker is a four or a threat, so the defender has to answer
//! it or make a four.
//!
//! Two searches take turns. One plays fours and open threes and finds the shortest win with them by iterative
//! deepening. The other plays all threats and proves a win, not always the shortest (`proof_number`).
//!
//! An open three threatens an open four, or fours on two lines. The relevant defenses are the defender's fours and the
//! points that the threat needs. Under rules without open ends, each such point is one where the attacker can make a
//! four: a stone that prevents one of the fives of the coming open four is on that five's points, three of which the
//! attacker has and one of which is the open four's. So no defense is missed, and a useless one is refuted by the open
//! four. Under rules where a five needs an open end, all points near the threat are tried.

use arrayvec::ArrayVec;

use super::attack::{Attack, NodeBudget, ThreatResult, defenses, final_moves, try_threat};
use super::proof_number::ProofSearch;
use super::vcf::VcfSearch;
use crate::eval::board::Board;
use crate::eval::point_set::{PointSet, points_of};
use crate::patterns::threat::Threat;
use crate::rules::lines::{Direction, MAX_POINTS, REACH};
use crate::rules::{Point, Position};

/// Searches for a VCT of the side to move within `nodes` nodes.
///
/// The attacker plays fours and threats: moves in line with another of its stones, or blocks of the defender's fours,
/// after which it would win by at most three fours and the five if the defender passed. An open three is the usual one.
/// A win is valid against every defense; it is the shortest by fours and open threes (in renju those with an open four
/// that is never forbidden) if that was found first. `Attack::None` means that no such moves win.
pub fn solve_vct(position: &Position, nodes: u64) -> Attack {
    solve_vct_until(position, nodes, &|| false)
}

/// Searches like [`solve_vct`], and stops when `interrupted` returns true.
pub fn solve_vct_until(position: &Position, nodes: u64, interrupted: &dyn Fn() -> bool) -> Attack {
    if position.winning_line().is_some() {
        return Attack::None;
    }
    find_vct(
        &mut Board::from_position(position),
        &mut NodeBudget::new(nodes, interrupted),
    )
}

/// Nodes of the proof's first turn; each further turn has twice as many. The search for the shortest win has half as
/// many: what it can find it finds early.
const FIRST_TURN: u64 = 1 << 15;

/// Searches for a VCT like [`solve_vct`] on a board, which must not be won. The budget may be spent once more to
/// reconstruct the winning line.
pub(crate) fn find_vct(board: &mut Board, budget: &mut NodeBudget) -> Attack {
    let mut three_search = Some(ThreeSearch::new());
    let mut proof_search: Option<ProofSearch> = None;
    let all = budget.left();
    let mut turn = FIRST_TURN;
    loop {
        if let Some(search) = &mut three_search {
            match budget.part(turn / 2, |budget| search.shortest(board, budget)) {
                Attack::None => three_search = None,
                Attack::Unknown => {}
                win => return win,
            }
        }
        if proof_search.is_none()
            && let win @ Attack::Win { .. } =
                budget.part(turn, |budget| VcfSearch::new().shortest(board, budget))
        {
            return win;
        }
        let search = proof_search.get_or_insert_with(|| ProofSearch::new(all));
        match budget.part(turn, |budget| search.prove(board, budget)) {
            ThreatResult::Win => {
                budget.grant(all);
                return search.win(board, budget);
            }
            ThreatResult::Refuted => return Attack::None,
            ThreatResult::Unknown if budget.is_exhausted() => return Attack::Unknown,
            ThreatResult::Unknown => turn = turn.saturating_mul(2),
        }
    }
}

/// Cache entry of an attack.
#[derive(Clone, Copy)]
struct VctEntry {
    key: u64,
    /// Number of the attacker's moves that is not enough; `REFUTED` if no number is.
    fails_with: u8,
    /// Number of the attacker's moves that wins; 0 if unknown.
    wins_with: u8,
    /// First move of the win.
    first: Point,
}

impl VctEntry {
    const EMPTY: VctEntry = VctEntry {
        key: 0,
        fails_with: 0,
        wins_with: 0,
        first: Point::new(0, 0),
    };
}

/// A number of moves that means any number.
const REFUTED: u8 = u8::MAX;

const CACHE_SIZE: usize = 1 << 16;

/// Maximum length of a win searched for. Hardly any board has room for more threats.
const MAX_MOVES: u8 = 120;

/// The moves of a side.
type PointList = ArrayVec<Point, MAX_POINTS>;

/// The search with fours and open threes, and its cache, which is valid for one rule and board size.
struct ThreeSearch {
    entries: Vec<VctEntry>,
    /// First move of the last win found.
    first: Point,
    /// Number of the attacker's moves to try next.
    moves: u8,
}

impl ThreeSearch {
    /// Returns a search with an empty cache.
    fn new() -> Self {
        ThreeSearch {
            entries: vec![VctEntry::EMPTY; CACHE_SIZE],
            first: VctEntry::EMPTY.first,
            moves: 1,
        }
    }

    /// Finds the shortest win by iterative deepening over the attacker's moves. A search that ran out of nodes
    /// continues where it stopped. The budget may be spent once more to reconstruct the winning line.
    fn shortest(&mut self, board: &mut Board, budget: &mut NodeBudget) -> Attack {
        let nodes = budget.left();
        while self.moves <= MAX_MOVES {
            let moves = self.moves;
            match self.attack(board, moves, budget) {
                ThreatResult::Win => {
                    let first = self.first;
                    // Most of the line is in the cache.
                    budget.grant(nodes);
                    return Attack::Win {
                        moves: moves.into(),
                        pv: self.winning_line(board, first, moves, budget),
                    };
                }
                ThreatResult::Refuted => return Attack::None,
                ThreatResult::Unknown if budget.is_exhausted() => return Attack::Unknown,
                ThreatResult::Unknown => self.moves += 1,
            }
        }
        Attack::Unknown
    }

    /// Returns the line of a win in `moves` moves that starts with `first`, against the longest defense. It is cut
    /// short when the budget is exhausted.
    fn winning_line(
        &mut self,
        board: &mut Board,
        first: Point,
        moves: u8,
        budget: &mut NodeBudget,
    ) -> Vec<Point> {
        let mut line = vec![first];
        if moves == 1 {
            return line;
        }
        board.play(first);
        if board.count(board.to_move().opponent(), Threat::Five) > 0 && defenses(board).is_empty() {
            line.extend(final_moves(board));
            board.undo();
            return line;
        }
        let mut longest: Option<(u8, Point, Point)> = None;
        for defense in defender_moves(board) {
            board.play(defense);
            let fewest = (1..moves)
                .find(|&fewer| self.attack(board, fewer, budget) == ThreatResult::Win)
                .map(|fewest| (fewest, defense, self.first));
            board.undo();
            if fewest.map(|(moves, ..)| moves) > longest.map(|(moves, ..)| moves) {
                longest = fewest;
            }
        }
        if let Some((moves, defense, next)) = longest {
            line.push(defense);
            board.play(defense);
            line.extend(self.winning_line(board, next, moves, budget));
            board.undo();
        }
        board.undo();
        line
    }

    /// Searches for a win of the side to move within `moves` moves.
    fn attack(&mut self, board: &mut Board, moves: u8, budget: &mut NodeBudget) -> ThreatResult {
        if !budget.try_spend() {
            return ThreatResult::Unknown;
        }
        let (me, opponent) = (board.to_move(), board.to_move().opponent());
        if let Some(five) = points_of(board.fives(me)).next() {
            self.first = five;
            return ThreatResult::Win;
        }
        let index = (board.key() >> 40) as usize % CACHE_SIZE;
        let entry = Some(self.entries[index]).filter(|entry| entry.key == board.key());
        match entry {
            Some(entry) if entry.wins_with > 0 && entry.wins_with <= moves => {
                self.first = entry.first;
                return ThreatResult::Win;
            }
            Some(entry) if entry.fails_with == REFUTED => return ThreatResult::Refuted,
            Some(entry) if entry.fails_with >= moves => return ThreatResult::Unknown,
            _ => {}
        }
        let threats = if board.count(opponent, Threat::Five) > 0 {
            defenses(board).into_iter().collect()
        } else if let Some(point) = find_unstoppable(board) {
            self.first = point;
            return if moves >= 2 {
                ThreatResult::Win
            } else {
                ThreatResult::Unknown
            };
        } else {
            attacker_moves(board)
        };
        if moves < 2 && !threats.is_empty() {
            return ThreatResult::Unknown;
        }
        let mut result = ThreatResult::Refuted;
        for point in threats {
            if moves < 3 && board.packed_threat(me, point).makes_three() {
                result = ThreatResult::Unknown;
                continue;
            }
            let defend = |board: &mut Board| self.defend(board, moves - 1, budget);
            match try_threat(board, point, defend) {
                ThreatResult::Win => {
                    self.first = point;
                    result = ThreatResult::Win;
                    break;
                }
                ThreatResult::Unknown => result = ThreatResult::Unknown,
                ThreatResult::Refuted => {}
            }
        }
        if result == ThreatResult::Win || !budget.is_exhausted() {
            self.store(board.key(), moves, result);
        }
        result
    }

    /// Searches the defenses, with `moves` moves left to the attacker. The defender cannot make a five.
    fn defend(&mut self, board: &mut Board, moves: u8, budget: &mut NodeBudget) -> ThreatResult {
        let attacker = board.to_move().opponent();
        if board.count(attacker, Threat::Five) == 0 {
            if board.count(attacker, Threat::Unstoppable) == 0 {
                return ThreatResult::Refuted;
            }
            if moves < 2 {
                return ThreatResult::Unknown;
            }
        }
        for defense in defender_moves(board) {
            board.play(defense);
            let result = self.attack(board, moves, budget);
            board.undo();
            if result != ThreatResult::Win {
                return result;
            }
        }
        ThreatResult::Win
    }

    /// Caches the result of an attack.
    fn store(&mut self, key: u64, moves: u8, result: ThreatResult) {
        let entry = &mut self.entries[(key >> 40) as usize % CACHE_SIZE];
        if entry.key != key {
            *entry = VctEntry {
                key,
                ..VctEntry::EMPTY
            };
        }
        match result {
            ThreatResult::Win => (entry.wins_with, entry.first) = (moves, self.first),
            ThreatResult::Unknown => entry.fails_with = entry.fails_with.max(moves),
            ThreatResult::Refuted => entry.fails_with = REFUTED,
        }
    }
}

/// Returns a point that is not forbidden where the side to move makes an open four or two fours.
fn find_unstoppable(board: &Board) -> Option<Point> {
    let me = board.to_move();
    if board.count(me, Threat::Unstoppable) == 0 {
        return None;
    }
    let is_sure = |&point: &Point| {
        let packed = board.packed_threat(me, point);
        packed.threat() == Threat::Unstoppable && !packed.may_be_forbidden()
    };
    points_of(board.fours(me)).find(is_sure)
}

/// Returns the fours and open threes of the side to move, strongest first.
fn attacker_moves(board: &Board) -> PointList {
    let me = board.to_move();
    let mut points: PointList = points_of(board.fours(me))
        .chain(points_of(board.threes(me)))
        .filter(|&point| !board.is_forbidden(me, point))
        .collect();
    let strength = |point: Point| match board.packed_threat(me, point).threat() {
        Threat::Unstoppable => 4,
        Threat::FourThree => 3,
        Threat::DoubleThree => 2,
        Threat::Four => 1,
        _ => 0,
    };
    points.sort_by_key(|&point| (-strength(point), -board.move_score(point)));
    points
}

/// Returns the defenses of the side to move against the opponent's fives, open fours or double fours: every move that
/// prevents them, and its own fours. Some of these moves do not help.
fn defender_moves(board: &mut Board) -> PointList {
    let (me, attacker) = (board.to_move(), board.to_move().opponent());
    if board.count(attacker, Threat::Five) > 0 {
        return defenses(board).into_iter().collect();
    }
    let near_threat: PointSet = if board.rule().needs_open_end() {
        around_threat(board)
    } else {
        *board.fours(attacker)
    };
    let mut points: PointList = points_of(&near_threat)
        .filter(|&point| !board.is_forbidden(me, point))
        .collect();
    points.sort_by_key(|&point| -board.move_score(point));
    let is_included = |point: Point| near_threat[usize::from(point.y())] >> point.x() & 1 != 0;
    points.extend(
        points_of(board.fours(me))
            .filter(|&point| !is_included(point) && !board.is_forbidden(me, point)),
    );
    points
}

/// Returns the empty points on which one of the opponent's coming open fours or double fours may depend.
fn around_threat(board: &Board) -> PointSet {
    let attacker = board.to_move().opponent();
    let threat = points_of(board.fours(attacker))
        .find(|&point| board.packed_threat(attacker, point).threat() == Threat::Unstoppable);
    let mut rows = [0; crate::rules::MAX_SIDE];
    let reach = REACH as i32;
    for direction in Direction::ALL {
        let points = threat.into_iter().flat_map(|threat| {
            (-reach..=reach).filter_map(move |n| board.step(threat, direction, n))
        });
        for point in points {
            rows[usize::from(point.y())] |= 1 << point.x();
        }
    }
    rows
}

#[cfg(test)]
pub(super) mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::rules::lines::walk;
    use crate::rules::{Cell, Rule};
    use crate::testing::drawing::board;
    use tengen_engine::game::{Color, Outcome, Position as _};
    use tengen_testing::length::short_or_long;

    /// Searches for a win by fours and open threes alone.
    pub fn by_open_threes(position: &Position, nodes: u64) -> Attack {
        let mut budget = NodeBudget::new(nodes, &|| false);
        ThreeSearch::new().shortest(&mut Board::from_position(position), &mut budget)
    }

    /// Returns random positions on 7x7 without a finished row, the same ones for the same seed.
    pub fn scattered_positions(rule: Rule, seed: u64) -> impl Iterator<Item = Position> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        std::iter::from_fn(move || Some(scattered(rule, &mut random)))
    }

    fn scattered(rule: Rule, random: &mut Xoshiro256PlusPlus) -> Position {
        let mut position = Position::new(7, 7, rule).unwrap();
        let points: Vec<Point> = position.points().collect();
        for point in points {
            let cell = match random.next_u64() % 16 {
                0..=4 => Cell::Stone(Color::Black),
                5..=8 => Cell::Stone(Color::White),
                9 => Cell::Blocked,
                _ => Cell::Empty,
            };
            position.place(point, cell).unwrap();
            if position.winning_line().is_some() {
                position.place(point, Cell::Empty).unwrap();
            }
        }
        if random.next_u64() & 1 == 0 {
            position.turn_to(Color::White).unwrap();
        }
        position
    }

    /// Whether the solver's moves lead to a five against every defense.
    fn holds(position: &Position, attacker: Color, moves: u32) -> bool {
        let Attack::Win { moves: left, pv } = solve_vct(position, 100_000) else {
            return false;
        };
        let mut next = position.clone();
        if left > moves || next.play(attacker, pv[0]).is_err() {
            return false;
        }
        if let Some(outcome) = next.outcome() {
            return outcome == Outcome::Win(attacker);
        }
        let defenses = next.legal_moves(attacker.opponent());
        // A side with only forbidden moves has lost.
        defenses.into_iter().all(|defense| {
            let mut next = next.clone();
            next.play(attacker.opponent(), defense).unwrap();
            next.outcome().is_none() && holds(&next, attacker, left - 1)
        })
    }

    #[test]
    fn wins_hold_against_every_defense() {
        for rule in Rule::ALL {
            let wins = scattered_positions(rule, 7).filter_map(|position| {
                match solve_vct(&position, 20_000) {
                    Attack::Win {
                        moves: moves @ 3..=4,
                        ..
                    } => Some((position, moves)),
                    _ => None,
                }
            });
            for (position, moves) in wins.take(12) {
                assert!(
                    holds(&position, position.to_move(), moves),
                    "{moves} {position:?}"
                );
            }
        }
    }

    fn can_win(position: &Position, color: Color) -> bool {
        let wins = |&point: &Point| {
            let mut next = position.clone();
            next.place(point, Cell::Stone(color)).unwrap();
            next.winning_line().is_some()
        };
        empty(position).iter().any(wins)
    }

    fn empty(position: &Position) -> Vec<Point> {
        let mut points: Vec<Point> = position.points().collect();
        points.retain(|&point| position.cell(point) == Cell::Empty);
        points
    }

    /// Whether a stone on some point would leave a five that no single stone prevents.
    fn threatens(position: &Position, color: Color) -> bool {
        let opponent = Cell::Stone(color.opponent());
        empty(position).into_iter().any(|point| {
            let mut next = position.clone();
            next.place(point, Cell::Stone(color)).unwrap();
            can_win(&next, color)
                && empty(&next).into_iter().all(|stop| {
                    next.place(stop, opponent).unwrap();
                    let wins = can_win(&next, color);
                    next.place(stop, Cell::Empty).unwrap();
                    wins
                })
        })
    }

    /// Whether `point` makes an open three on some line, with all other lines left out.
    fn makes_open_three(position: &Position, color: Color, point: Point) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let line: Vec<Point> = (-6..=6)
                .map(|steps| walk(point, direction, steps))
                .filter(|&p| position.contains(p))
                .collect();
            let mut alone =
                Position::new(position.width(), position.height(), position.rule()).unwrap();
            for other in position.points() {
                let cell = if line.contains(&other) {
                    position.cell(other)
                } else {
                    Cell::Blocked
                };
                alone.place(other, cell).unwrap();
            }
            alone.place(point, Cell::Stone(color)).unwrap();
            !can_win(&alone, color) && threatens(&alone, color)
        })
    }

    /// Exhaustive reference: whether the side to move wins within this number of moves by fours and open threes.
    pub fn wins_by_exhaustive_search(position: &Position, moves: u32) -> bool {
        let (me, opponent) = (position.to_move(), position.to_move().opponent());
        if moves == 0 || can_win(position, me) {
            return moves > 0;
        }
        let is_pressed = can_win(position, opponent);
        empty(position).into_iter().any(|point| {
            let mut next = position.clone();
            next.play(me, point).unwrap();
            let is_four = can_win(&next, me);
            if can_win(&next, opponent) || !is_four && moves < 3 {
                return false;
            }
            let leaves_threat = match is_pressed {
                true => is_four || threatens(&next, me),
                false => is_four || makes_open_three(position, me, point),
            };
            leaves_threat
                && empty(&next).into_iter().all(|defense| {
                    let mut next = next.clone();
                    next.play(opponent, defense).unwrap();
                    wins_by_exhaustive_search(&next, moves - 1)
                })
        })
    }

    #[test]
    fn shortest_wins_agree_with_exhaustive_search() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::ExactCaro] {
            let mut found = [0; 2];
            for position in scattered_positions(rule, 11) {
                let length = match solve_vct(&position, 100_000) {
                    Attack::Win { moves, .. } => moves,
                    Attack::None => 99,
                    Attack::Unknown => panic!("{position:?}"),
                };
                if length < 3 {
                    continue;
                }
                assert_eq!(
                    wins_by_exhaustive_search(&position, 3),
                    length == 3,
                    "{length} {position:?}"
                );
                found[usize::from(length == 3)] += 1;
                if found.iter().all(|&count| count >= short_or_long(1, 3)) {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_four_of_the_defender_breaks_the_attack() {
        let rows = [
            ". . . . . . . . . .",
            ". . . . . . . . . .",
            ". . . X X . . . . .",
            ". . X . . . . . . .",
            ". . X . . . . . . .",
            ". . . . . . . . . .",
            ". . . . . . . . . .",
            "O O . . . . . . . .",
            ". . . . . . . . . .",
        ];
        let mut position = board(Rule::Freestyle, &rows);
        position.turn_to(Color::Black).unwrap();
        let Attack::Win { moves, pv } = solve_vct(&position, 100_000) else {
            panic!("there is a double three");
        };
        assert_eq!((moves, pv.len()), (3, 5));
        for &point in &pv {
            position.play(position.to_move(), point).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
        let armed = rows.map(|row| row.replace("O O .", "O O O"));
        let mut position = board(Rule::Freestyle, &armed.each_ref().map(String::as_str));
        position.turn_to(Color::Black).unwrap();
        assert_ne!(solve_vct(&position, 100_000), Attack::Unknown);
        assert!(matches!(solve_vct(&position, 1), Attack::Unknown));
    }
}
