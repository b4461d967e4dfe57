//! Positions in which only one move, or only a few, win by force or prevent a forced win.
//!
//! Every other first move is refuted: a failing attack by a defense after which the search finds no win, a failing
//! defense by the opponent's fours. If the nodes run out for one of them, the functions return nothing.

use super::attack::{Attack, NodeBudget, defenses, final_moves};
use super::vcf::VcfSearch;
use super::vct::find_vct;
use crate::eval::board::Board;
use crate::eval::point_set::points_of;
use crate::patterns::threat::Threat;
use crate::rules::{Point, Position};
use tengen_engine::game::{Color, Position as _};

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Number of the attacker's moves, including the five.
    pub moves: u32,
    /// The winning line.
    pub pv: Vec<Point>,
}

/// The only first moves of a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyWins {
    /// A win for each of the moves, with which it begins.
    pub wins: Vec<ForcedWin>,
    /// Other threats, each followed by the defense that refutes it.
    pub failing: Vec<[Point; 2]>,
}

/// The only moves that prevent a win by fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyDefenses {
    /// The defenses, after which the opponent wins neither by fours nor by other threats.
    pub points: Vec<Point>,
    /// Number of the opponent's moves, including the five, if the side to move passes.
    pub moves: u32,
    /// The opponent's win in that case.
    pub threat: Vec<Point>,
}

/// Returns the only fours that win by continuous fours (VCF). `None` if none or more than `most` win, if the opponent
/// has a four that must be answered, or if `nodes` nodes do not suffice to judge one of the fours.
pub fn only_vcf(position: &Position, most: usize, nodes: u64) -> Option<OnlyWins> {
    let Attack::Win { moves, pv } = super::solve_vcf(position, nodes) else {
        return None;
    };
    let mut board = Board::from_position(position);
    let me = board.to_move();
    if has_five(&board) {
        return None;
    }
    let fours: Vec<Point> = points_of(board.fours(me)).collect();
    let first = pv[0];
    let mut wins = vec![ForcedWin { moves, pv }];
    let mut failing = Vec::new();
    for four in fours {
        if four == first || board.is_forbidden(me, four) {
            continue;
        }
        board.play(four);
        let judged = judge_four(&mut board, nodes);
        board.undo();
        match judged {
            JudgedThreat::Fails(defense) => failing.push([four, defense]),
            JudgedThreat::Wins(win) if wins.len() < most => wins.push(win.after(four)),
            _ => return None,
        }
    }
    Some(OnlyWins { wins, failing })
}

/// Returns the only threats that win by continuous threats (VCT), in a position without a win by fours. `None` if none or
/// more than `most` win, the opponent has a four that must be answered, another threat is not refuted, or `nodes` nodes
/// per search do not suffice.
pub fn only_vct(position: &Position, most: usize, nodes: u64) -> Option<OnlyWins> {
    if super::solve_vcf(position, nodes) != Attack::None {
        return None;
    }
    let mut board = Board::from_position(position);
    let me = board.to_move();
    if has_five(&board) {
        return None;
    }
    let Attack::Win { moves, pv } = super::solve_vct(position, nodes) else {
        return None;
    };
    if !ends_in_win(position, &pv) {
        return None;
    }
    let first = pv[0];
    let mut wins = vec![ForcedWin { moves, pv }];
    let mut failing = Vec::new();
    for point in points_of(&board.free()) {
        if point == first || board.is_forbidden(me, point) {
            continue;
        }
        board.play(point);
        let mut judged = judge_threat(&mut board, nodes);
        if matches!(judged, JudgedThreat::Undecided) && wins.len() < most {
            judged = win_against_all(&mut board, nodes);
        }
        board.undo();
        match judged {
            JudgedThreat::NoThreat => {}
            JudgedThreat::Fails(defense) => failing.push([point, defense]),
            JudgedThreat::Wins(win) => wins.push(win.after(point)),
            JudgedThreat::Undecided => return None,
        }
    }
    Some(OnlyWins { wins, failing })
}

/// Returns the only defenses against a win by continuous fours that the opponent threatens. `None` if the opponent
/// threatens none or a five, if the side to move wins by fours itself, if there are more than `most` defenses or none, or
/// if `nodes` nodes per search do not suffice. A four of the side to move counts as a defense unless the opponent's
/// answer leaves a win by fours.
pub fn only_defenses(position: &Position, most: usize, nodes: u64) -> Option<OnlyDefenses> {
    if position.winning_line().is_some() {
        return None;
    }
    let mut board = Board::from_position(position);
    let me = board.to_move();
    if has_five(&board) {
        return None;
    }
    board.pass();
    let threat = vcf(&mut board, nodes);
    board.pass();
    let Attack::Win { moves, pv: threat } = threat else {
        return None;
    };
    // The points of the threat come first: a further defense among them ends the search early.
    let free = board.free();
    let line = threat.iter().copied();
    let mut candidates: Vec<Point> = line.filter(|&point| board.is_empty(point)).collect();
    candidates.extend(points_of(&free));
    let mut tried = Vec::new();
    let mut points = Vec::new();
    for point in candidates {
        if tried.contains(&point) || board.is_forbidden(me, point) {
            continue;
        }
        tried.push(point);
        board.play(point);
        let attack = vcf(&mut board, nodes);
        board.undo();
        match attack {
            Attack::Win { .. } => {}
            Attack::None if points.len() < most => points.push(point),
            Attack::None | Attack::Unknown => return None,
        }
    }
    if points.is_empty() || vcf(&mut board, nodes) != Attack::None {
        return None;
    }
    let mut holds = |&point: &Point| {
        board.play(point);
        let rest = find_vct(&mut board, &mut NodeBudget::new(nodes, &|| false));
        board.undo();
        rest == Attack::None
    };
    points.iter().all(&mut holds).then_some(OnlyDefenses {
        points,
        moves,
        threat,
    })
}

/// Returns the opponent's answer to a move of the side to move after which that side has no win by threats: a five, the
/// first move of the opponent's own win by fours, or a defense. `None` if none is found within `nodes` nodes per
/// search, or the move is illegal.
pub fn answer_to(position: &Position, mv: Point, nodes: u64) -> Option<Point> {
    if position.winning_line().is_some() || !position.is_legal(mv) {
        return None;
    }
    let mut board = Board::from_position(position);
    board.play(mv);
    if let Attack::Win { pv, .. } = vcf(&mut board, nodes) {
        return pv.first().copied();
    }
    match judge_threat(&mut board, nodes) {
        JudgedThreat::Fails(defense) => Some(defense),
        JudgedThreat::NoThreat | JudgedThreat::Wins(_) | JudgedThreat::Undecided => None,
    }
}

/// The judgment of a move by its answers.
enum JudgedThreat {
    /// The move threatens no win by fours.
    NoThreat,
    /// This answer prevents every win by threats.
    Fails(Point),
    /// The move wins, with this line after it.
    Wins(ForcedWin),
    /// No such answer was found.
    Undecided,
}

impl ForcedWin {
    /// Replaces the win if this one, after a defense, is longer.
    fn lengthen(&mut self, defense: Point, moves: u32, pv: Vec<Point>) {
        if moves > self.moves || self.pv.is_empty() {
            let line = [defense].into_iter().chain(pv);
            *self = ForcedWin {
                moves,
                pv: line.collect(),
            };
        }
    }

    /// Returns the win that begins with a move before it.
    fn after(self, first: Point) -> ForcedWin {
        let line = [first].into_iter().chain(self.pv);
        ForcedWin {
            moves: self.moves + 1,
            pv: line.collect(),
        }
    }
}

/// Judges the last move. The opponent tries a five, the points of the threatened line and its own fours.
fn judge_threat(board: &mut Board, nodes: u64) -> JudgedThreat {
    let (opponent, me) = (board.to_move(), board.to_move().opponent());
    if let Some(five) = points_of(board.fives(opponent)).next() {
        return JudgedThreat::Fails(five);
    }
    board.pass();
    let threat = vcf(board, nodes);
    board.pass();
    let line = match threat {
        Attack::None => return JudgedThreat::NoThreat,
        Attack::Unknown => return JudgedThreat::Undecided,
        Attack::Win { pv, .. } => pv,
    };
    let answers: Vec<Point> = match board.count(me, Threat::Five) > 0 {
        true => defenses(board).into_iter().collect(),
        false => line
            .into_iter()
            .chain(points_of(board.fours(opponent)))
            .collect(),
    };
    for answer in answers {
        if !board.is_empty(answer) || board.is_forbidden(opponent, answer) {
            continue;
        }
        board.play(answer);
        let attack = find_vct(board, &mut NodeBudget::new(nodes, &|| false));
        board.undo();
        if attack == Attack::None {
            return JudgedThreat::Fails(answer);
        }
    }
    JudgedThreat::Undecided
}

/// Judges the four just made by all defenses to it.
fn judge_four(board: &mut Board, nodes: u64) -> JudgedThreat {
    let defender = board.to_move();
    if let Some(five) = points_of(board.fives(defender)).next() {
        return JudgedThreat::Fails(five);
    }
    // Without a defense the five comes next.
    let mut longest = ForcedWin {
        moves: 1,
        pv: final_moves(board).into_iter().collect(),
    };
    let mut is_decided = true;
    for defense in defenses(board) {
        board.play(defense);
        let attack = vcf(board, nodes);
        board.undo();
        match attack {
            Attack::None => return JudgedThreat::Fails(defense),
            Attack::Unknown => is_decided = false,
            Attack::Win { moves, pv } => longest.lengthen(defense, moves, pv),
        }
    }
    match is_decided {
        true => JudgedThreat::Wins(longest),
        false => JudgedThreat::Undecided,
    }
}

/// Judges the last move by every legal reply to it.
fn win_against_all(board: &mut Board, nodes: u64) -> JudgedThreat {
    let defender = board.to_move();
    let mut longest = ForcedWin {
        moves: 0,
        pv: Vec::new(),
    };
    for reply in points_of(&board.free()) {
        if board.is_forbidden(defender, reply) {
            continue;
        }
        board.play(reply);
        let attack = match vcf(board, nodes) {
            Attack::Win { moves, pv } => Attack::Win { moves, pv },
            _ => find_vct(board, &mut NodeBudget::new(nodes, &|| false)),
        };
        board.undo();
        match attack {
            Attack::Win { moves, pv } => longest.lengthen(reply, moves, pv),
            Attack::None => return JudgedThreat::Fails(reply),
            Attack::Unknown => return JudgedThreat::Undecided,
        }
    }
    JudgedThreat::Wins(longest)
}

/// Whether one side can make a five with its next stone.
fn has_five(board: &Board) -> bool {
    let counts = Color::BOTH.map(|color| board.count(color, Threat::Five));
    counts != [0, 0]
}

/// Whether a line ends with a five, or with White's four that Black may not answer. A line is cut short if its search
/// runs out of nodes.
fn ends_in_win(position: &Position, line: &[Point]) -> bool {
    let mut end = position.clone();
    for &point in line {
        if end.play(end.to_move(), point).is_err() {
            return false;
        }
    }
    end.outcome().is_some() || end.rule().forbids(end.to_move()) && line.len() % 2 == 1
}

fn vcf(board: &mut Board, nodes: u64) -> Attack {
    VcfSearch::new().shortest(board, &mut NodeBudget::new(nodes, &|| false))
}

#[cfg(test)]
mod tests {
    use super::super::vct::tests::{scattered_positions, wins_by_exhaustive_search};
    use super::*;
    use crate::rules::{Cell, Rule};
    use crate::testing::drawing::{board as draw, marked};
    use tengen_engine::game::Outcome;
    use tengen_testing::length::short_or_long;

    const NODES: u64 = 100_000;

    /// Most moves of wins that the exhaustive search looks for.
    const SHORT: u32 = 3;

    /// Returns the rows of a board, from the top, that is empty but for some rows.
    fn rows_with(rows: &[(usize, &'static str)]) -> [&'static str; 15] {
        let mut all = [". . . . . . . . . . . . . . ."; 15];
        for &(index, row) in rows {
            all[index] = row;
        }
        all
    }

    fn empty(position: &Position) -> Vec<Point> {
        let mut points: Vec<Point> = position.points().collect();
        points.retain(|&point| position.cell(point) == Cell::Empty);
        points
    }

    fn makes_five(position: &Position, color: Color) -> bool {
        empty(position).into_iter().any(|point| {
            let mut next = position.clone();
            next.place(point, Cell::Stone(color)).unwrap();
            next.winning_line().is_some()
        })
    }

    fn after(position: &Position, point: Point) -> Position {
        let mut next = position.clone();
        next.play(next.to_move(), point).unwrap();
        next
    }

    /// Exhaustive reference: whether the side to move, after playing `four`, wins by fours within `moves` moves.
    fn wins_with(position: &Position, four: Point, moves: u32) -> bool {
        let me = position.to_move();
        let next = after(position, four);
        if next.outcome() == Some(Outcome::Win(me)) {
            return true;
        }
        moves > 1
            && makes_five(&next, me)
            && next.legal_moves(me.opponent()).into_iter().all(|defense| {
                let next = after(&next, defense);
                next.outcome().is_none() && wins_by_fours(&next, moves - 1)
            })
    }

    fn wins_by_fours(position: &Position, moves: u32) -> bool {
        let me = position.to_move();
        let mut points = position.legal_moves(me).into_iter();
        points.any(|point| wins_with(position, point, moves))
    }

    #[test]
    fn only_wins_by_fours_agree_with_exhaustive_search() {
        let mut found = [0; 2];
        for rule in Rule::ALL {
            for position in scattered_positions(rule, 5).take(short_or_long(180, 250)) {
                let me = position.to_move();
                if makes_five(&position, me) || makes_five(&position, me.opponent()) {
                    continue;
                }
                let winning: Vec<Point> = position
                    .legal_moves(me)
                    .into_iter()
                    .filter(|&point| wins_with(&position, point, SHORT))
                    .collect();
                let only = only_vcf(&position, 1, NODES);
                match (&only, &winning[..]) {
                    (Some(only), _) if only.wins[0].moves > SHORT => {}
                    (Some(only), found) => assert_eq!(found, [only.wins[0].pv[0]], "{position:?}"),
                    (None, &[one]) => {
                        let mut others = position.legal_moves(me).into_iter();
                        let wins = |point| point != one && wins_with(&position, point, 5);
                        assert!(others.any(wins), "{position:?}");
                    }
                    (None, _) => {}
                }
                found[usize::from(only.is_some())] += 1;
            }
        }
        assert!(found[1] >= 5 && found[0] >= 5, "{found:?}");
    }

    #[test]
    fn two_wins_by_fours_are_those_of_exhaustive_search() {
        let mut pairs = 0;
        for position in scattered_positions(Rule::Freestyle, 5).take(400) {
            let Some(only) = only_vcf(&position, 2, NODES) else {
                continue;
            };
            for win in &only.wins {
                let mut end = position.clone();
                for &point in &win.pv {
                    end.play(end.to_move(), point).unwrap();
                }
                assert_eq!(end.outcome(), Some(Outcome::Win(position.to_move())));
                assert_eq!(win.pv.len(), 2 * win.moves as usize - 1);
            }
            if only.wins.iter().any(|win| win.moves > SHORT) {
                continue;
            }
            let firsts = only.wins.iter().map(|win| win.pv[0]);
            let mut firsts: Vec<Point> = firsts.collect();
            firsts.sort();
            let mut winning = position.legal_moves(position.to_move());
            winning.retain(|&point| wins_with(&position, point, SHORT));
            winning.sort();
            assert_eq!(firsts, winning, "{position:?}");
            if firsts.len() == 2 {
                assert_eq!(only_vcf(&position, 1, NODES), None);
                pairs += 1;
            }
        }
        assert!(pairs >= 3, "{pairs}");
    }

    #[test]
    fn two_wins_by_threats_hold_against_every_defense() {
        let rows = rows_with(&[
            (3, ". . . . . . . . X . . . . . ."),
            (4, ". . . . . . . . . * . . . . ."),
            (5, ". . . . . . . . . . * . . . ."),
            (6, ". . . . . . . . O X X X O X ."),
        ]);
        let mut position = draw(Rule::Freestyle, &rows);
        position.turn_to(Color::Black).unwrap();
        let nodes = 10_000;
        assert_eq!(only_vct(&position, 1, nodes), None);
        let only = only_vct(&position, 2, nodes).expect("two moves win");
        let mut firsts: Vec<Point> = only.wins.iter().map(|win| win.pv[0]).collect();
        firsts.sort();
        let mut expected = marked(&rows, '*');
        expected.sort();
        assert_eq!(firsts, expected);
        for first in firsts {
            let next = after(&position, first);
            for defense in next.legal_moves(Color::White) {
                let end = after(&next, defense);
                let attack = super::super::solve_vct(&end, nodes);
                assert!(
                    matches!(attack, Attack::Win { .. }),
                    "{first:?} {defense:?}"
                );
            }
        }
    }

    #[test]
    fn refuted_fours_lose_the_win() {
        let mut refuted = 0;
        for position in scattered_positions(Rule::Freestyle, 6).take(100) {
            let Some(win) = only_vcf(&position, 1, NODES) else {
                continue;
            };
            for [four, defense] in win.failing {
                let next = after(&after(&position, four), defense);
                assert!(
                    next.outcome().is_some() || !wins_by_fours(&next, SHORT),
                    "{position:?}"
                );
                refuted += 1;
            }
        }
        assert!(refuted >= 3, "{refuted}");
    }

    #[test]
    fn every_move_but_the_only_defense_loses_to_fours() {
        let rows = rows_with(&[
            (8, ". . . . . . . . . . . O . . ."),
            (9, ". . . . . . . . . . O X . . X"),
            (10, ". . . . . . . . . . . X X O ."),
            (11, ". . . . . . . . . . O X O . ."),
            (12, ". . . . . . . X . . . * X O ."),
            (13, ". . . . . . . . . . O . . . ."),
            (14, ". . . . . . . . . . . . . O X"),
        ]);
        let mut position = draw(Rule::Freestyle, &rows);
        position.turn_to(Color::Black).unwrap();
        let only = only_defenses(&position, 1, NODES).expect("one move defends");
        assert_eq!(only.points, marked(&rows, '*'));
        for point in position.legal_moves(Color::Black) {
            let mut end = after(&position, point);
            match super::super::solve_vcf(&end, NODES) {
                Attack::Win { pv, .. } => {
                    for point in pv {
                        end.play(end.to_move(), point).unwrap();
                    }
                    assert_eq!(end.outcome(), Some(Outcome::Win(Color::White)));
                }
                attack => assert_eq!((attack, point), (Attack::None, only.points[0])),
            }
        }
        // A side that wins by fours itself needs no defense.
        position.turn_to(Color::White).unwrap();
        assert_eq!(only_defenses(&position, 1, NODES), None);
    }

    #[test]
    fn only_wins_by_threats_agree_with_exhaustive_search() {
        let mut found = 0;
        for position in scattered_positions(Rule::Freestyle, 9).take(20_000) {
            let Some(win) = only_vct(&position, 1, NODES) else {
                continue;
            };
            found += 1;
            if found > short_or_long(2, 5) {
                break;
            }
            let wins_with = |point: Point| {
                let next = after(&position, point);
                let defenses = next.legal_moves(next.to_move()).into_iter();
                let mut ends = defenses.map(|defense| after(&next, defense));
                ends.all(|end| end.outcome().is_none() && wins_by_exhaustive_search(&end, 2))
            };
            for point in position.legal_moves(position.to_move()) {
                let may_win = point == win.wins[0].pv[0];
                assert!(may_win || !wins_with(point), "{point:?} {position:?}");
            }
            for [threat, defense] in win.failing {
                let next = after(&after(&position, threat), defense);
                assert!(next.outcome().is_some() || !wins_by_exhaustive_search(&next, 3));
                assert!(answer_to(&position, threat, NODES).is_some());
            }
            assert_eq!(answer_to(&position, win.wins[0].pv[0], NODES), None);
        }
        assert!(found >= 1, "{found}");
    }
}
