//! Wins by continuous threats ("VCT"): every move of the attacker is a four or an open three, so that the defender
//! can only answer it or make fours of its own.
//!
//! An open three threatens an open four or a four on two lines. The answers to it that can matter are fours of the
//! defender's own and the points on which the threat rests. Where the ends of a row don't count, each of those is a
//! point at which the attacker could make a four: a stone that takes one of the fives from an open four to come lies
//! on its five points, three of which the attacker holds and one of which is the open four's. So no answer is left
//! out; what does not answer is refuted by the open four. Where ends count, all points near the threat are tried.

use arrayvec::ArrayVec;

use super::attack::{Allowance, Attack, Verdict, attempt, closing, replies};
use crate::gomoku::eval::board::{Board, Rows, points_of};
use crate::gomoku::patterns::classes::Threat;
use crate::gomoku::rules::lines::{Direction, MAX_POINTS, REACH};
use crate::gomoku::rules::{Point, Position};

/// Looks for the shortest win by continuous threats of the side to move, spending at most `nodes` positions.
///
/// The attacker plays fours, open threes by the patterns (in renju ones whose open four is no possible foul), and
/// blocks of the defender's fours that leave such a threat. A win is one against every defence; `Attack::None` means
/// that no such moves win.
pub fn solve_vct(position: &Position, nodes: u64) -> Attack {
    solve_vct_until(position, nodes, &|| false)
}

/// As [`solve_vct`], until `interrupted` says that it has to end.
pub fn solve_vct_until(position: &Position, nodes: u64, interrupted: &dyn Fn() -> bool) -> Attack {
    if position.winning_line().is_some() {
        return Attack::None;
    }
    VctSearch::new().shortest(
        &mut Board::of(position),
        &mut Allowance::new(nodes, interrupted),
    )
}

/// What is known of an attack from a position.
#[derive(Clone, Copy)]
struct Known {
    key: u64,
    /// So many of the attacker's moves are not enough; `NEVER` if no number is.
    fails: u8,
    /// So many are; 0 if that is not known.
    wins: u8,
    /// The first move of the win.
    first: Point,
}

impl Known {
    const NOTHING: Known = Known {
        key: 0,
        fails: 0,
        wins: 0,
        first: Point::new(0, 0),
    };
}

const NEVER: u8 = u8::MAX;

/// Positions remembered.
const MEMORY: usize = 1 << 16;

/// The longest win looked for: so many threats hardly fit on any board.
const MOST_MOVES: u8 = 120;

/// Points that a side may choose from.
type Points = ArrayVec<Point, MAX_POINTS>;

/// The solver and what it remembers: valid as long as the rule and the board are the same.
pub(in crate::gomoku) struct VctSearch {
    known: Vec<Known>,
    /// The first move of the win found last.
    first: Point,
}

impl VctSearch {
    /// A solver that remembers nothing yet.
    pub fn new() -> Self {
        VctSearch {
            known: Vec::new(),
            first: Known::NOTHING.first,
        }
    }

    /// The shortest win, by trying one move more each time. As much again as was allowed may be spent on its line.
    pub fn shortest(&mut self, board: &mut Board, allowance: &mut Allowance) -> Attack {
        if self.known.is_empty() {
            self.known = vec![Known::NOTHING; MEMORY];
        }
        let nodes = allowance.left();
        for moves in 1..=MOST_MOVES {
            match self.attack(board, moves, allowance) {
                Verdict::Win => {
                    let first = self.first;
                    // Most of what the win rests on is remembered.
                    allowance.extend(nodes);
                    return Attack::Win {
                        moves: moves.into(),
                        pv: self.line(board, first, moves, allowance),
                    };
                }
                Verdict::Never => return Attack::None,
                Verdict::NotYet if allowance.is_used_up() => return Attack::Unknown,
                Verdict::NotYet => {}
            }
        }
        Attack::Unknown
    }

    /// The line of a win of `moves` moves that begins with `first`, the defender holding out for longest. It breaks
    /// off when the limit is met.
    fn line(
        &mut self,
        board: &mut Board,
        first: Point,
        moves: u8,
        allowance: &mut Allowance,
    ) -> Vec<Point> {
        let mut line = vec![first];
        if moves == 1 {
            return line;
        }
        board.play(first);
        if board.count(board.to_move().opponent(), Threat::Five) > 0 && replies(board).is_empty() {
            line.extend(closing(board));
            board.undo();
            return line;
        }
        let mut longest: Option<(u8, Point, Point)> = None;
        for answer in answers(board) {
            board.play(answer);
            let fewest = (1..moves)
                .find(|&fewer| self.attack(board, fewer, allowance) == Verdict::Win)
                .map(|fewest| (fewest, answer, self.first));
            board.undo();
            if fewest.map(|(moves, ..)| moves) > longest.map(|(moves, ..)| moves) {
                longest = fewest;
            }
        }
        if let Some((moves, answer, next)) = longest {
            line.push(answer);
            board.play(answer);
            line.extend(self.line(board, next, moves, allowance));
            board.undo();
        }
        board.undo();
        line
    }

    /// Whether the side to move wins with so many moves.
    fn attack(&mut self, board: &mut Board, moves: u8, allowance: &mut Allowance) -> Verdict {
        if !allowance.take() {
            return Verdict::NotYet;
        }
        let (me, rival) = (board.to_move(), board.to_move().opponent());
        if let Some(five) = points_of(board.fives(me)).next() {
            self.first = five;
            return Verdict::Win;
        }
        let place = (board.key() >> 40) as usize % MEMORY;
        let known = Some(self.known[place]).filter(|known| known.key == board.key());
        match known {
            Some(known) if known.wins > 0 && known.wins <= moves => {
                self.first = known.first;
                return Verdict::Win;
            }
            Some(known) if known.fails == NEVER => return Verdict::Never,
            Some(known) if known.fails >= moves => return Verdict::NotYet,
            _ => {}
        }
        let attempts = if board.count(rival, Threat::Five) > 0 {
            replies(board).into_iter().collect()
        } else if let Some(point) = unstoppable(board) {
            self.first = point;
            return if moves >= 2 {
                Verdict::Win
            } else {
                Verdict::NotYet
            };
        } else {
            threats(board)
        };
        if moves < 2 && !attempts.is_empty() {
            return Verdict::NotYet;
        }
        let mut verdict = Verdict::Never;
        for point in attempts {
            if moves < 3 && board.kind(me, point).makes_three() {
                verdict = Verdict::NotYet;
                continue;
            }
            let defend = |board: &mut Board| self.defend(board, moves - 1, allowance);
            match attempt(board, point, defend) {
                Verdict::Win => {
                    self.first = point;
                    verdict = Verdict::Win;
                    break;
                }
                Verdict::NotYet => verdict = Verdict::NotYet,
                Verdict::Never => {}
            }
        }
        if verdict == Verdict::Win || !allowance.is_used_up() {
            self.remember(board.key(), moves, verdict);
        }
        verdict
    }

    /// The defender to move, without a five of its own, the attacker having so many moves left.
    fn defend(&mut self, board: &mut Board, moves: u8, allowance: &mut Allowance) -> Verdict {
        let attacker = board.to_move().opponent();
        if board.count(attacker, Threat::Five) == 0 {
            if board.count(attacker, Threat::Unstoppable) == 0 {
                return Verdict::Never;
            }
            if moves < 2 {
                return Verdict::NotYet;
            }
        }
        for answer in answers(board) {
            board.play(answer);
            let verdict = self.attack(board, moves, allowance);
            board.undo();
            if verdict != Verdict::Win {
                return verdict;
            }
        }
        Verdict::Win
    }

    fn remember(&mut self, key: u64, moves: u8, verdict: Verdict) {
        let known = &mut self.known[(key >> 40) as usize % MEMORY];
        if known.key != key {
            *known = Known {
                key,
                ..Known::NOTHING
            };
        }
        match verdict {
            Verdict::Win => (known.wins, known.first) = (moves, self.first),
            Verdict::NotYet => known.fails = known.fails.max(moves),
            Verdict::Never => known.fails = NEVER,
        }
    }
}

/// A point at which the side to move certainly makes an open four or two fours.
fn unstoppable(board: &Board) -> Option<Point> {
    let me = board.to_move();
    if board.count(me, Threat::Unstoppable) == 0 {
        return None;
    }
    let is_sure = |&point: &Point| {
        let kind = board.kind(me, point);
        kind.threat() == Threat::Unstoppable && !kind.is_suspect()
    };
    points_of(board.fours(me)).find(is_sure)
}

/// The fours and open threes of the side to move, the strongest first.
fn threats(board: &Board) -> Points {
    let me = board.to_move();
    let mut points: Points = points_of(board.fours(me))
        .chain(points_of(board.threes(me)))
        .filter(|&point| !board.is_foul(me, point))
        .collect();
    let strength = |point: Point| match board.kind(me, point).threat() {
        Threat::Unstoppable => 4,
        Threat::FourThree => 3,
        Threat::DoubleThree => 2,
        Threat::Four => 1,
        _ => 0,
    };
    points.sort_by_key(|&point| (-strength(point), -board.promise(point)));
    points
}

/// What the side to move can do against the fives or unstoppable fours that the other side makes next: all that
/// prevents them, and its own fours. Some of these points do not help.
fn answers(board: &mut Board) -> Points {
    let (me, attacker) = (board.to_move(), board.to_move().opponent());
    if board.count(attacker, Threat::Five) > 0 {
        return replies(board).into_iter().collect();
    }
    let rests: Rows = if board.rule().counts_ends() {
        around_threat(board)
    } else {
        *board.fours(attacker)
    };
    let mut points: Points = points_of(&rests)
        .filter(|&point| !board.is_foul(me, point))
        .collect();
    points.sort_by_key(|&point| -board.promise(point));
    let rests = |point: Point| rests[usize::from(point.y())] >> point.x() & 1 != 0;
    points.extend(
        points_of(board.fours(me)).filter(|&point| !rests(point) && !board.is_foul(me, point)),
    );
    points
}

/// The empty points that have a say in one of the unstoppable fours that the other side makes next.
fn around_threat(board: &Board) -> Rows {
    let attacker = board.to_move().opponent();
    let threat = points_of(board.fours(attacker))
        .find(|&point| board.kind(attacker, point).threat() == Threat::Unstoppable);
    let mut rows = [0; crate::gomoku::rules::MAX_SIDE];
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
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::engine::game::{Color, Outcome, Position as _};
    use crate::gomoku::rules::lines::walk;
    use crate::gomoku::rules::{Cell, Rule};
    use crate::testing::drawing::board;

    /// A board of 7x7 with stones here and there, and no row.
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

    /// Plays the solver's moves against every defence; whether the attacker makes five each time.
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
        let defences = next.legal_moves(attacker.opponent());
        // A side that must make a foul to go on has lost.
        defences.into_iter().all(|defence| {
            let mut next = next.clone();
            next.play(attacker.opponent(), defence).unwrap();
            next.outcome().is_none() && holds(&next, attacker, left - 1)
        })
    }

    #[test]
    fn wins_hold_against_every_defence() {
        for rule in Rule::ALL {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
            let mut found = 0;
            while found < 12 {
                let position = scattered(rule, &mut random);
                let attacker = position.to_move();
                if let Attack::Win {
                    moves: moves @ 3..=4,
                    ..
                } = solve_vct(&position, 20_000)
                {
                    assert!(holds(&position, attacker, moves), "{moves} {position:?}");
                    found += 1;
                }
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
        let rival = Cell::Stone(color.opponent());
        empty(position).into_iter().any(|point| {
            let mut next = position.clone();
            next.place(point, Cell::Stone(color)).unwrap();
            can_win(&next, color)
                && empty(&next).into_iter().all(|stop| {
                    next.place(stop, rival).unwrap();
                    let wins = can_win(&next, color);
                    next.place(stop, Cell::Empty).unwrap();
                    wins
                })
        })
    }

    /// Whether `point` makes an open three on some line, as if there were nothing but the line.
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

    /// Whether the side to move wins with so many fours and open threes, by trying everything.
    fn slow(position: &Position, moves: u32) -> bool {
        let (me, rival) = (position.to_move(), position.to_move().opponent());
        if moves == 0 || can_win(position, me) {
            return moves > 0;
        }
        let is_pressed = can_win(position, rival);
        empty(position).into_iter().any(|point| {
            let mut next = position.clone();
            next.play(me, point).unwrap();
            let is_four = can_win(&next, me);
            if can_win(&next, rival) || !is_four && moves < 3 {
                return false;
            }
            let leaves_threat = match is_pressed {
                true => is_four || threatens(&next, me),
                false => is_four || makes_open_three(position, me, point),
            };
            leaves_threat
                && empty(&next).into_iter().all(|defence| {
                    let mut next = next.clone();
                    next.play(rival, defence).unwrap();
                    slow(&next, moves - 1)
                })
        })
    }

    #[test]
    fn shortest_wins_are_those_of_a_slow_reading() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::ExactCaro] {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
            let mut found = [0; 2];
            while found[0] < 4 || found[1] < 4 {
                let position = scattered(rule, &mut random);
                let length = match solve_vct(&position, 100_000) {
                    Attack::Win { moves, .. } => moves,
                    Attack::None => 99,
                    Attack::Unknown => panic!("{position:?}"),
                };
                if length < 3 {
                    continue;
                }
                assert_eq!(slow(&position, 3), length == 3, "{length} {position:?}");
                found[usize::from(length == 3)] += 1;
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
