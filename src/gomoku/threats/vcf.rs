//! Wins by continuous fours ("VCF"): every move of the attacker is a four, so that the defender has one defense.

use super::attack::{Attack, NodeBudget, ThreatResult, defenses, final_moves, try_threat};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::point_set::points_of;
use crate::gomoku::eval::zobrist;
use crate::gomoku::patterns::threat::Threat;
use crate::gomoku::rules::{Point, Position};

/// Looks for the shortest win by continuous fours of the side to move, spending at most `nodes` positions.
///
/// A forced defense may make a four or a five of its own, which the attacker has to answer with its next four.
/// In renju black never plays a foul, and a four that black could only answer with a foul wins for white.
pub fn solve_vcf(position: &Position, nodes: u64) -> Attack {
    solve_vcf_until(position, nodes, &|| false)
}

/// As [`solve_vcf`], until `interrupted` says that it has to end.
pub fn solve_vcf_until(position: &Position, nodes: u64, interrupted: &dyn Fn() -> bool) -> Attack {
    if position.winning_line().is_some() {
        return Attack::None;
    }
    VcfSearch::new().shortest(
        &mut Board::of(position),
        &mut NodeBudget::new(nodes, interrupted),
    )
}

/// As [`solve_vcf`], on a board that is at hand and not won.
pub fn solve_vcf_on(board: &mut Board, nodes: u64) -> Attack {
    VcfSearch::new().shortest(board, &mut NodeBudget::new(nodes, &|| false))
}

/// A position from which no win was found.
#[derive(Clone, Copy)]
struct VcfFailure {
    key: u64,
    /// The attacker's moves that were not enough; `PROVED` if no number is.
    moves: u32,
}

const REFUTED: u32 = u32::MAX;

/// Failures remembered.
const CACHE_SIZE: usize = 1 << 15;

/// The longest win looked for: more fours than that do not fit on any board.
const MAX_MOVES: u32 = 242;

/// The solver and what it remembers: valid as long as the rule and the board are the same.
pub(in crate::gomoku) struct VcfSearch {
    failures: Vec<VcfFailure>,
    /// The winning line, last move first.
    line: Vec<Point>,
    /// Plies to the five, which are more than the line shows if it ends before a foul.
    plies: u32,
}

/// How far an attack may go.
#[derive(Clone, Copy)]
pub(in crate::gomoku) struct VcfLimits {
    /// The attacker's moves at most, the five included.
    pub moves: u32,
    /// A stone of the attacker. If there is one, only chains of fours are looked for of which the first has to do with it
    /// and each with the one before: where there was no win without that stone, one hardly comes of others.
    pub linked_to: Option<Point>,
}

impl VcfSearch {
    /// A solver that remembers nothing yet.
    pub fn new() -> Self {
        VcfSearch {
            failures: Vec::new(),
            line: Vec::new(),
            plies: 0,
        }
    }

    /// Bytes that a solver takes.
    pub const BYTES: usize = CACHE_SIZE * size_of::<VcfFailure>();

    /// The shortest win, by trying one move more each time.
    pub fn shortest(&mut self, board: &mut Board, budget: &mut NodeBudget) -> Attack {
        self.reset();
        for moves in 1..=MAX_MOVES {
            let limits = VcfLimits {
                moves,
                linked_to: None,
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

    /// A win within `limits`, not always the shortest: the number of its plies and its first move.
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

    fn reset(&mut self) {
        if self.failures.is_empty() {
            self.failures = vec![VcfFailure { key: 0, moves: 0 }; CACHE_SIZE];
        }
        self.line.clear();
    }

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
            return ThreatResult::Win;
        }
        let mut fours = *board.fours(me);
        if board.count(opponent, Threat::Five) > 0 && !board.rule().needs_open_end() {
            // The opponent's five has to be blocked, with a four.
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
        let VcfLimits { moves, linked_to } = limits;
        if moves <= 1 {
            return ThreatResult::Unknown;
        }
        // That a chain has failed says nothing of other fours.
        let key = board.key() ^ linked_to.map_or(0, zobrist::vcf_chain);
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
        for at_once in [true, false] {
            for four in points_of(&fours) {
                let threat = board.packed_threat(me, four).threat();
                let is_strong = matches!(threat, Threat::Unstoppable | Threat::FourThree);
                let goes_on = is_strong || linked_to.is_none_or(|last| is_linked(last, four));
                if is_strong != at_once || !goes_on || board.is_forbidden(me, four) {
                    continue;
                }
                let next = VcfLimits {
                    moves: moves - 1,
                    linked_to: linked_to.and(Some(four)),
                };
                let defend = |board: &mut Board| self.defend(board, next, budget);
                match try_threat(board, four, defend) {
                    ThreatResult::Win => {
                        self.line.push(four);
                        self.plies += 1;
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

    /// The defender to move against one or more fours, without a five of its own.
    fn defend(
        &mut self,
        board: &mut Board,
        limits: VcfLimits,
        budget: &mut NodeBudget,
    ) -> ThreatResult {
        let defenses = defenses(board);
        if defenses.is_empty() {
            // The five follows whatever is played.
            self.plies = 2;
            self.line.clear();
            self.line.extend(final_moves(board).into_iter().rev());
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
        result
    }
}

/// Whether stones on both points can have to do with each other: they lie on a line that is no longer than a row of
/// five, or side by side.
fn is_linked(a: Point, b: Point) -> bool {
    let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    let steps = dx.max(dy);
    steps <= 2 || steps <= 4 && (dx == dy || dx == 0 || dy == 0)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::engine::game::{Color, Outcome, Position as _};
    use crate::gomoku::rules::{Cell, Rule};
    use crate::testing::drawing::{board, marked};
    use crate::testing::test_data;

    fn labelled_position(line: &Value) -> Position {
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
    fn agrees_with_the_labelled_positions() {
        for line in test_data::lines("vcf.jsonl") {
            let mut position = labelled_position(&line);
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
                        // Only a line that ends before a foul may stop short of the five.
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
    fn a_four_answered_only_by_a_foul_wins() {
        // Black could meet the four only at `3`, a double-three: down, and to the lower right.
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
    fn a_limit_that_is_spent_says_nothing() {
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

    /// Neither four of black's wins by itself, both together do.
    #[test]
    fn a_chain_begins_beside_the_stone_it_follows() {
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
            let limits = VcfLimits { moves, linked_to };
            let found = vcf.find(&mut Board::of(&position), limits, &mut budget);
            found.map(|(plies, _)| plies)
        };
        // What one search remembers does not mislead the next.
        for _ in 0..2 {
            assert_eq!(plies(8, Some((10, 10))), None);
            assert_eq!(plies(8, Some((1, 2))), Some(5));
            assert_eq!(plies(8, None), Some(5));
            assert_eq!(plies(2, None), None);
        }
    }
}
