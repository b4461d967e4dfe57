//! Victory by continuous fours (VCF): every move of the attacker is a four, so the defense is forced.

use super::attack::{
    Attack, NodeBudget, ThreatResult, defenses, final_moves, five_ends, try_threat,
};
use crate::eval::board::Board;
use crate::eval::point_set::{PointSet, points_of};
use crate::eval::zobrist;
use crate::patterns::threat::Threat;
use crate::rules::lines::MAX_SIDE;
use crate::rules::{Point, Position};
use tengen_engine::game::Color;

/// Searches for the shortest VCF of the side to move within `nodes` nodes.
///
/// A forced defense may make a four or a five, which the attacker has to answer with its next four. In renju black
/// never plays a forbidden move, and a four that black can only answer with a forbidden move wins for white.
pub fn solve_vcf(position: &Position, nodes: u64) -> Attack {
    solve_vcf_until(position, nodes, &|| false)
}

/// Searches like [`solve_vcf`], and stops when `interrupted` returns true.
pub fn solve_vcf_until(position: &Position, nodes: u64, interrupted: &dyn Fn() -> bool) -> Attack {
    if position.winning_line().is_some() {
        return Attack::None;
    }
    VcfSearch::new().shortest(
        &mut Board::from_position(position),
        &mut NodeBudget::new(nodes, interrupted),
    )
}

/// Searches like [`solve_vcf`] on a board, which must not be won.
pub fn solve_vcf_on(board: &mut Board, nodes: u64) -> Attack {
    VcfSearch::new().shortest(board, &mut NodeBudget::new(nodes, &|| false))
}

/// Cache entry of a position in which no VCF was found.
#[derive(Clone, Copy)]
struct VcfFailure {
    key: u64,
    /// Number of the attacker's moves searched; `REFUTED` if no number is enough.
    moves: u32,
}

/// A number of moves that means any number.
const REFUTED: u32 = u32::MAX;

const CACHE_SIZE: usize = 1 << 15;

/// Maximum length of a win searched for. No board has room for more fours.
const MAX_MOVES: u32 = 242;

/// The VCF search and its cache, which is valid for one rule and board size.
pub(crate) struct VcfSearch {
    failures: Vec<VcfFailure>,
    /// The winning line, last move first.
    line: Vec<Point>,
    /// Plies to the five: more than the length of the line if that ends with a four that has only a forbidden answer.
    plies: u32,
    /// The relevance zone of the win, if it is wanted.
    zone: Option<PointSet>,
}

/// A VCF and its relevance zone.
pub(super) struct VcfThreat {
    /// Number of the attacker's moves, including the five.
    pub moves: u32,
    /// The points on which the win depends: it stays valid if the opponent has one more stone outside them, unless that
    /// stone makes a four.
    pub zone: PointSet,
}

/// Limits of a VCF search.
#[derive(Clone, Copy)]
pub(crate) struct VcfLimits {
    /// Maximum number of the attacker's moves, including the five.
    pub moves: u32,
    /// A stone of the attacker. If set, only chains of fours are searched that start near this stone and in which each
    /// four is near the previous one. It is set to the last move if there was no VCF before it: a new VCF then almost
    /// always uses that stone.
    pub linked_to: Option<Point>,
    /// Whether to leave out fours that block no five and have no second line with another of the attacker's stones:
    /// they seldom lead to another four.
    pub selective: bool,
}

impl VcfSearch {
    /// Returns a search with an empty cache.
    pub fn new() -> Self {
        VcfSearch {
            failures: Vec::new(),
            line: Vec::new(),
            plies: 0,
            zone: None,
        }
    }

    /// Memory of the cache, in bytes.
    pub const BYTES: usize = CACHE_SIZE * size_of::<VcfFailure>();

    /// Finds the shortest win by iterative deepening over the attacker's moves.
    pub fn shortest(&mut self, board: &mut Board, budget: &mut NodeBudget) -> Attack {
        self.reset();
        for moves in 1..=MAX_MOVES {
            let limits = VcfLimits {
                moves,
                linked_to: None,
                selective: false,
            };
            match self.attack(board, limits, budget) {
                ThreatResult::Win => {
                    self.line.reverse();
                    let pv = std::mem::take(&mut self.line);
                    return Attack::Win { moves, pv };
                }
                ThreatResult::Refuted => return Attack::None,
                ThreatResult::Unknown if budget.is_exhausted() => return Attack::Unknown,
                ThreatResult::Unknown => {}
            }
        }
        Attack::None
    }

    /// Finds a win within `limits`, not always the shortest. Returns the number of its plies and its first move.
    pub fn find(
        &mut self,
        board: &mut Board,
        limits: VcfLimits,
        budget: &mut NodeBudget,
    ) -> Option<(u32, Point)> {
        self.reset();
        match self.attack(board, limits, budget) {
            ThreatResult::Win => Some((self.plies, *self.line.last()?)),
            _ => None,
        }
    }

    /// Finds a short win of at most `max_moves` moves and its relevance zone. Otherwise fails with `Unknown` if the
    /// budget ran out, or with `Refuted` if no win exists within `max_moves`.
    pub(super) fn find_threat(
        &mut self,
        board: &mut Board,
        max_moves: u32,
        budget: &mut NodeBudget,
    ) -> Result<VcfThreat, ThreatResult> {
        self.zone = Some([0; MAX_SIDE]);
        let mut moves = 2;
        let result = loop {
            self.reset();
            let limits = VcfLimits {
                moves,
                linked_to: None,
                selective: false,
            };
            match self.attack(board, limits, budget) {
                ThreatResult::Unknown if !budget.is_exhausted() && moves < max_moves => {
                    moves = (moves + 1 + moves / 3).min(max_moves);
                }
                ThreatResult::Unknown if budget.is_exhausted() => break ThreatResult::Unknown,
                ThreatResult::Win => break ThreatResult::Win,
                _ => break ThreatResult::Refuted,
            }
        };
        match (result, self.zone.take()) {
            (ThreatResult::Win, Some(zone)) => Ok(VcfThreat {
                moves: self.plies.div_ceil(2),
                zone,
            }),
            (other, _) => Err(other),
        }
    }

    /// Prepares for a search; the cache stays.
    fn reset(&mut self) {
        if self.failures.is_empty() {
            self.failures = vec![VcfFailure { key: 0, moves: 0 }; CACHE_SIZE];
        }
        self.line.clear();
    }

    /// Searches for a win of the side to move within `limits`.
    fn attack(
        &mut self,
        board: &mut Board,
        limits: VcfLimits,
        budget: &mut NodeBudget,
    ) -> ThreatResult {
        if !budget.try_spend() {
            return ThreatResult::Unknown;
        }
        let (me, opponent) = (board.to_move(), board.to_move().opponent());
        if let Some(five) = points_of(board.fives(me)).next() {
            self.line.clear();
            self.line.push(five);
            self.plies = 1;
            if let Some(zone) = &mut self.zone {
                add_five(zone, board, me, five);
            }
            return ThreatResult::Win;
        }
        let mut fours = *board.fours(me);
        let must_block = board.count(opponent, Threat::Five) > 0;
        if must_block && !board.rule().needs_open_end() {
            // The opponent's five has to be blocked with a four.
            for (row, block) in fours.iter_mut().zip(board.fives(opponent)) {
                *row &= block;
            }
            if board.count(opponent, Threat::Five) > 1 {
                return ThreatResult::Refuted;
            }
        }
        if fours.iter().all(|&row| row == 0) {
            return ThreatResult::Refuted;
        }
        let VcfLimits {
            moves,
            linked_to,
            selective,
        } = limits;
        if moves <= 1 {
            return ThreatResult::Unknown;
        }
        // Failing with some of the fours does not refute the others, so such searches have separate keys.
        let chain = linked_to.map_or(0, zobrist::vcf_chain);
        let key = board.key() ^ chain ^ if selective { zobrist::SELECTIVE_VCF } else { 0 };
        let index = (key >> 40) as usize % CACHE_SIZE;
        let entry = self.failures[index];
        if entry.key == key && entry.moves >= moves {
            return if entry.moves == REFUTED {
                ThreatResult::Refuted
            } else {
                ThreatResult::Unknown
            };
        }
        let mut result = ThreatResult::Refuted;
        for strong_first in [true, false] {
            for four in points_of(&fours) {
                let threat = board.packed_threat(me, four).threat();
                let is_strong = matches!(threat, Threat::Unstoppable | Threat::FourThree);
                let is_in_chain = linked_to.is_none_or(|last| is_linked(last, four));
                let leads_on = !selective || must_block || board.is_in_two_lines(me, four);
                let is_searched = is_strong || is_in_chain && leads_on;
                if is_strong != strong_first || !is_searched || board.is_forbidden(me, four) {
                    continue;
                }
                let next = VcfLimits {
                    moves: moves - 1,
                    linked_to: linked_to.and(Some(four)),
                    selective,
                };
                let defend = |board: &mut Board| self.defend(board, next, budget);
                match try_threat(board, four, defend) {
                    ThreatResult::Win => {
                        self.line.push(four);
                        self.plies += 1;
                        if let Some(zone) = &mut self.zone {
                            add_four(zone, board, four);
                        }
                        return ThreatResult::Win;
                    }
                    ThreatResult::Unknown => result = ThreatResult::Unknown,
                    ThreatResult::Refuted => {}
                }
            }
        }
        if !budget.is_exhausted() {
            self.failures[index] = VcfFailure {
                key,
                moves: if result == ThreatResult::Refuted {
                    REFUTED
                } else {
                    moves
                },
            };
        }
        result
    }

    /// Searches the defenses against one or more fours. The defender cannot make a five.
    fn defend(
        &mut self,
        board: &mut Board,
        limits: VcfLimits,
        budget: &mut NodeBudget,
    ) -> ThreatResult {
        let defenses = defenses(board);
        if defenses.is_empty() {
            // No defense: the five follows.
            self.plies = 2;
            self.line.clear();
            self.line.extend(final_moves(board).into_iter().rev());
            if let Some(zone) = &mut self.zone {
                add_fives(zone, board);
            }
            return ThreatResult::Win;
        }
        let mut result = ThreatResult::Win;
        for defense in defenses {
            board.play(defense);
            let answer = self.attack(board, limits, budget);
            board.undo();
            match answer {
                ThreatResult::Win => {
                    self.line.push(defense);
                    self.plies += 1;
                }
                ThreatResult::Unknown => result = ThreatResult::Unknown,
                ThreatResult::Refuted => return ThreatResult::Refuted,
            }
        }
        if result == ThreatResult::Win
            && let Some(zone) = &mut self.zone
        {
            add_fives(zone, board);
        }
        result
    }
}

/// Adds the points on which a four of the side to move depends: the four's own point, those where the opponent, who may
/// have one more stone, makes a four or a five in this position, and those that may make it forbidden.
fn add_four(zone: &mut PointSet, board: &Board, four: Point) {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    zone[usize::from(four.y())] |= 1 << four.x();
    add_set(zone, board.fours(opponent));
    add_set(zone, board.fives(opponent));
    if board.packed_threat(me, four).may_be_forbidden() {
        add_set(zone, &board.forbidden_zone(four));
    }
}

/// Adds the points on which the opponent's fives and the lack of answers to them depend.
fn add_fives(zone: &mut PointSet, board: &Board) {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    for five in points_of(board.fives(opponent)) {
        add_five(zone, board, opponent, five);
        if board.is_forbidden(me, five) {
            add_set(zone, &board.forbidden_zone(five));
        }
    }
}

/// Adds a point where `color` makes a five and, if a five needs an open end, its ends.
fn add_five(zone: &mut PointSet, board: &Board, color: Color, five: Point) {
    zone[usize::from(five.y())] |= 1 << five.x();
    if board.rule().needs_open_end() {
        for end in five_ends(board, color, five) {
            zone[usize::from(end.y())] |= 1 << end.x();
        }
    }
}

fn add_set(zone: &mut PointSet, points: &PointSet) {
    for (row, more) in zone.iter_mut().zip(points) {
        *row |= more;
    }
}

/// Whether stones on both points may belong together: they are on one line within the length of a five, or close
/// together.
fn is_linked(a: Point, b: Point) -> bool {
    let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    let steps = dx.max(dy);
    steps <= 2 || steps <= 4 && (dx == dy || dx == 0 || dy == 0)
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::Value;

    use super::*;
    use crate::rules::{Cell, Rule};
    use crate::testing::drawing::{board, marked};
    use tengen_engine::game::{Color, Outcome, Position as _};
    use tengen_testing::test_data;

    /// Returns the position of a labeled line.
    pub fn labeled_position(line: &Value) -> Position {
        let text = |name: &str| line[name].as_str().unwrap();
        let size = line["size"].as_u64().unwrap() as u8;
        let mut position = Position::new(size, size, text("rule").parse().unwrap()).unwrap();
        let mut color = Color::Black;
        for mv in line["moves"].as_array().unwrap() {
            let number = |i: usize| mv[i].as_u64().unwrap() as u8;
            position
                .place(Point::new(number(0), number(1)), Cell::Stone(color))
                .unwrap();
            color = color.opponent();
        }
        assert_eq!(color.to_string(), text("to_move"));
        position.turn_to(color).unwrap();
        position
    }

    #[test]
    fn agrees_with_the_labeled_positions() {
        for line in test_data::lines("vcf.jsonl") {
            let mut position = labeled_position(&line);
            let expected = line["has_vcf"]
                .as_bool()
                .unwrap()
                .then(|| line["length"].as_u64());
            match solve_vcf(&position, 1_000_000) {
                Attack::Win { moves, pv } => {
                    assert_eq!(
                        expected,
                        Some(Some(moves.into())),
                        "position {}",
                        line["id"]
                    );
                    let attacker = position.to_move();
                    for point in &pv {
                        position.play(position.to_move(), *point).unwrap();
                    }
                    if position.outcome() != Some(Outcome::Win(attacker)) {
                        // Only a line that ends with a four answered by a forbidden move stops short of the five.
                        assert_eq!(position.rule(), Rule::Renju);
                        assert_eq!(attacker, Color::White);
                    }
                }
                Attack::None => assert_eq!(expected, None, "position {}", line["id"]),
                Attack::Unknown => panic!("position {} not solved", line["id"]),
            }
        }
    }

    #[test]
    fn a_four_with_only_a_forbidden_answer_wins() {
        // Black could only block at `3`, a double-three: downward, and to the lower right.
        let rows = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "X O O O * 3 . . .",
            ". . . . . X X . .",
            ". . . . . X . X .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ];
        let mut position = board(Rule::Renju, &rows);
        position.turn_to(Color::White).unwrap();
        let four = marked(&rows, '*')[0];
        assert_eq!(
            solve_vcf(&position, 1000),
            Attack::Win {
                moves: 2,
                pv: vec![four]
            }
        );
        let mut freestyle = Position::new(9, 9, Rule::Freestyle).unwrap();
        for point in position.points() {
            freestyle.place(point, position.cell(point)).unwrap();
        }
        freestyle.turn_to(Color::White).unwrap();
        assert_eq!(solve_vcf(&freestyle, 1000), Attack::None);
    }

    #[test]
    fn an_exhausted_budget_proves_nothing() {
        let rows = [
            ". . . . . . . . .",
            ". X X X . . . . O",
            ". . . . . . . . .",
            ". . . . . . X . .",
            ". . . . . . X . .",
            ". . . . . . X . .",
            "O O . O . O . O O",
            ". . . . . . . . .",
        ];
        let position = board(Rule::Freestyle, &rows);
        let mut blacks = position.clone();
        blacks.turn_to(Color::Black).unwrap();
        assert_eq!(solve_vcf(&blacks, 1), Attack::Unknown);
        assert!(matches!(
            solve_vcf(&blacks, 1000),
            Attack::Win { moves: 2, .. }
        ));
    }

    /// A selective search finds most wins that an exhaustive one finds, and no false ones.
    #[test]
    fn a_selective_search_misses_few_wins() {
        let (mut wins, mut found) = (0, 0);
        for line in test_data::lines("vcf.jsonl") {
            let mut board = Board::from_position(&labeled_position(&line));
            let limits = VcfLimits {
                moves: MAX_MOVES,
                linked_to: None,
                selective: true,
            };
            let mut budget = NodeBudget::new(100_000, &|| false);
            let win = VcfSearch::new().find(&mut board, limits, &mut budget);
            let has_win = line["has_vcf"].as_bool().unwrap();
            assert!(has_win || win.is_none(), "position {}", line["id"]);
            wins += u32::from(has_win);
            found += u32::from(win.is_some());
        }
        assert!(found < wins, "it leaves out no four");
        assert!(10 * found > 9 * wins, "{found} of {wins}");
    }

    /// Neither of black's fours wins alone; both together do.
    #[test]
    fn a_chain_of_fours_starts_near_its_linked_stone() {
        let mut position = board(
            Rule::Freestyle,
            &[
                ". . . . . . . . . . .",
                ". . . . O . . . . . .",
                "O X X X . . . . . . .",
                ". . . O X . . . . . .",
                ". . . . X O . . . . .",
                ". . . . . X X X O . .",
                ". . . . . . . . . . .",
                ". . . . O . . . . . .",
                ". . . . . . . . . . .",
                ". . . . . . . . . . .",
                ". . . . . . . . . . X",
            ],
        );
        position.turn_to(Color::Black).unwrap();
        let mut vcf = VcfSearch::new();
        let mut plies = |moves, linked_to: Option<(u8, u8)>| {
            let linked_to = linked_to.map(|(x, y)| Point::new(x, y));
            let mut budget = NodeBudget::new(1000, &|| false);
            let limits = VcfLimits {
                moves,
                linked_to,
                selective: false,
            };
            let found = vcf.find(&mut Board::from_position(&position), limits, &mut budget);
            found.map(|(plies, _)| plies)
        };
        // The cache of one search must not mislead the next.
        for _ in 0..2 {
            assert_eq!(plies(8, Some((10, 10))), None);
            assert_eq!(plies(8, Some((1, 2))), Some(5));
            assert_eq!(plies(8, None), Some(5));
            assert_eq!(plies(2, None), None);
        }
    }
}
