//! Wins by continuous fours ("VCF"): every move of the attacker is a four, so that the defender has one reply.

use super::attack::{Allowance, Attack, Verdict, attempt, closing, replies};
use crate::gomoku::eval::board::{Board, points_of};
use crate::gomoku::eval::zobrist;
use crate::gomoku::patterns::classes::Threat;
use crate::gomoku::rules::{Point, Position};

/// Looks for the shortest win by continuous fours of the side to move, spending at most `nodes` positions.
///
/// A forced reply may make a four or a five of its own, which the attacker has to answer with its next four.
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
        &mut Allowance::new(nodes, interrupted),
    )
}

/// As [`solve_vcf`], on a board that is at hand and not won.
pub fn solve_vcf_on(board: &mut Board, nodes: u64) -> Attack {
    VcfSearch::new().shortest(board, &mut Allowance::new(nodes, &|| false))
}

/// A position from which no win was found.
#[derive(Clone, Copy)]
struct Failure {
    key: u64,
    /// The attacker's moves that were not enough; `PROVED` if no number is.
    moves: u32,
}

const PROVED: u32 = u32::MAX;

/// Failures remembered.
const MEMORY: usize = 1 << 15;

/// The longest win looked for: more fours than that do not fit on any board.
const MOST_MOVES: u32 = 242;

/// The solver and what it remembers: valid as long as the rule and the board are the same.
pub(in crate::gomoku) struct VcfSearch {
    failures: Vec<Failure>,
    /// The winning line, last move first.
    line: Vec<Point>,
    /// Plies to the five, which are more than the line shows if it ends before a foul.
    plies: u32,
}

/// How far an attack may go.
#[derive(Clone, Copy)]
pub(in crate::gomoku) struct Reach {
    /// The attacker's moves at most, the five included.
    pub moves: u32,
    /// A stone of the attacker. If there is one, only chains of fours are looked for of which the first has to do with it
    /// and each with the one before: where there was no win without that stone, one hardly comes of others.
    pub after: Option<Point>,
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
    pub const BYTES: usize = MEMORY * size_of::<Failure>();

    /// The shortest win, by trying one move more each time.
    pub fn shortest(&mut self, board: &mut Board, allowance: &mut Allowance) -> Attack {
        self.begin();
        for moves in 1..=MOST_MOVES {
            let reach = Reach { moves, after: None };
            match self.attack(board, reach, allowance) {
                Verdict::Win => {
                    self.line.reverse();
                    let pv = std::mem::take(&mut self.line);
                    return Attack::Win { moves, pv };
                }
                Verdict::Never => return Attack::None,
                Verdict::NotYet if allowance.is_used_up() => return Attack::Unknown,
                Verdict::NotYet => {}
            }
        }
        Attack::None
    }

    /// A win within `reach`, not always the shortest: the number of its plies and its first move.
    pub fn any(
        &mut self,
        board: &mut Board,
        reach: Reach,
        allowance: &mut Allowance,
    ) -> Option<(u32, Point)> {
        self.begin();
        match self.attack(board, reach, allowance) {
            Verdict::Win => Some((self.plies, *self.line.last()?)),
            _ => None,
        }
    }

    fn begin(&mut self) {
        if self.failures.is_empty() {
            self.failures = vec![Failure { key: 0, moves: 0 }; MEMORY];
        }
        self.line.clear();
    }

    fn attack(&mut self, board: &mut Board, reach: Reach, allowance: &mut Allowance) -> Verdict {
        if !allowance.take() {
            return Verdict::NotYet;
        }
        let (me, rival) = (board.to_move(), board.to_move().opponent());
        if let Some(five) = points_of(board.fives(me)).next() {
            self.line.clear();
            self.line.push(five);
            self.plies = 1;
            return Verdict::Win;
        }
        let mut fours = *board.fours(me);
        if board.count(rival, Threat::Five) > 0 && !board.rule().counts_ends() {
            // The rival's five has to be blocked, with a four.
            for (row, block) in fours.iter_mut().zip(board.fives(rival)) {
                *row &= block;
            }
            if board.count(rival, Threat::Five) > 1 {
                return Verdict::Never;
            }
        }
        if fours.iter().all(|&row| row == 0) {
            return Verdict::Never;
        }
        let Reach { moves, after } = reach;
        if moves <= 1 {
            return Verdict::NotYet;
        }
        // That a chain has failed says nothing of other fours.
        let key = board.key() ^ after.map_or(0, zobrist::chained);
        let place = (key >> 40) as usize % MEMORY;
        let known = self.failures[place];
        if known.key == key && known.moves >= moves {
            return if known.moves == PROVED {
                Verdict::Never
            } else {
                Verdict::NotYet
            };
        }
        let mut verdict = Verdict::Never;
        for at_once in [true, false] {
            for four in points_of(&fours) {
                let threat = board.kind(me, four).threat();
                let is_strong = matches!(threat, Threat::Unstoppable | Threat::FourThree);
                let goes_on = is_strong || after.is_none_or(|last| is_linked(last, four));
                if is_strong != at_once || !goes_on || board.is_foul(me, four) {
                    continue;
                }
                let next = Reach {
                    moves: moves - 1,
                    after: after.and(Some(four)),
                };
                let defend = |board: &mut Board| self.defend(board, next, allowance);
                match attempt(board, four, defend) {
                    Verdict::Win => {
                        self.line.push(four);
                        self.plies += 1;
                        return Verdict::Win;
                    }
                    Verdict::NotYet => verdict = Verdict::NotYet,
                    Verdict::Never => {}
                }
            }
        }
        if !allowance.is_used_up() {
            self.failures[place] = Failure {
                key,
                moves: if verdict == Verdict::Never {
                    PROVED
                } else {
                    moves
                },
            };
        }
        verdict
    }

    /// The defender to move against one or more fours, without a five of its own.
    fn defend(&mut self, board: &mut Board, reach: Reach, allowance: &mut Allowance) -> Verdict {
        let replies = replies(board);
        if replies.is_empty() {
            // The five follows whatever is played.
            self.plies = 2;
            self.line.clear();
            self.line.extend(closing(board).into_iter().rev());
            return Verdict::Win;
        }
        let mut verdict = Verdict::Win;
        for reply in replies {
            board.play(reply);
            let answer = self.attack(board, reach, allowance);
            board.undo();
            match answer {
                Verdict::Win => {
                    self.line.push(reply);
                    self.plies += 1;
                }
                Verdict::NotYet => verdict = Verdict::NotYet,
                Verdict::Never => return Verdict::Never,
            }
        }
        verdict
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
        let mut plies = |moves, after: Option<(u8, u8)>| {
            let after = after.map(|(x, y)| Point::new(x, y));
            let mut allowance = Allowance::new(1000, &|| false);
            let reach = Reach { moves, after };
            let found = vcf.any(&mut Board::of(&position), reach, &mut allowance);
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
