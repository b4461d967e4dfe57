//! The points forbidden to Black in renju, among points that only look forbidden.

use super::super::finding::{Branch, Finding};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::points;
use tengen_engine::game::{Color, Position as _};
use tengen_gomoku::{Forbidden, Position, RenjuExplanation};
use tengen_play::gomoku::at;

/// Most points asked for.
const MOST_POINTS: usize = 2;

/// Most points shown that only look forbidden.
const MOST_WRONG: usize = 4;

/// Returns the problem of a position with one or two points forbidden to Black, at least one of them not in `known`,
/// and a point that looks forbidden but is not. Replaces `known` by the forbidden points of the position.
pub fn find(position: &Position, known: &mut Vec<tengen_engine::game::Point>) -> Option<Finding> {
    if position.to_move() != Color::Black {
        return None;
    }
    let forbidden = position.forbidden_points();
    let solutions: Vec<_> = forbidden.iter().map(|&(point, _)| at(point)).collect();
    let is_new = solutions.iter().any(|point| !known.contains(point));
    known.clone_from(&solutions);
    if !is_new || !(1..=MOST_POINTS).contains(&solutions.len()) {
        return None;
    }
    let explained = |point| position.explain_renju(point);
    let explanations: Vec<RenjuExplanation> = position.points().filter_map(explained).collect();
    let allowed = explanations
        .iter()
        .filter(|explanation| explanation.forbidden.is_none());
    let wrong: Vec<Branch> = allowed
        .filter_map(|explanation| {
            let outcome = why_allowed(explanation)?;
            Some(Branch::new(points(&[explanation.point]), outcome))
        })
        .take(MOST_WRONG)
        .collect();
    if wrong.is_empty() {
        return None;
    }
    let of_forbidden = explanations
        .iter()
        .filter(|explanation| explanation.forbidden.is_some());
    let depth = of_forbidden.clone().map(depth).max()?;
    let right = of_forbidden.filter_map(|explanation| {
        let outcome = why_forbidden(explanation.forbidden?);
        Some(Branch::new(points(&[explanation.point]), outcome))
    });
    Some(Finding {
        kind: ProblemKind::Forbidden,
        target: Vec::new(),
        right: right.collect(),
        solutions,
        wrong,
        margin: None,
        depth,
        zone: None,
    })
}

fn why_forbidden(reason: Forbidden) -> Outcome {
    match reason {
        Forbidden::DoubleThree => Outcome::DoubleThree,
        Forbidden::DoubleFour => Outcome::DoubleFour,
        Forbidden::Overline => Outcome::Overline,
    }
}

/// Returns why a point that makes several fours and threes is allowed. `None` if it does not look forbidden.
fn why_allowed(explanation: &RenjuExplanation) -> Option<Outcome> {
    if explanation.five.is_some() {
        return None;
    }
    let (fours, threes) = (explanation.fours.len(), explanation.threes.len());
    if fours + threes < 2 {
        return None;
    }
    let real = explanation.threes.iter().filter(|three| three.is_real());
    let real = real.count();
    Some(match threes - real {
        0 => Outcome::FourThree,
        1 => Outcome::FalseThree,
        _ => Outcome::FalseThrees,
    })
}

/// Returns the number of points that have to be looked at, one after the other, to see why a point is forbidden.
fn depth(explanation: &RenjuExplanation) -> usize {
    let extensions = explanation
        .threes
        .iter()
        .flat_map(|three| &three.extensions);
    let below = extensions.filter_map(|extension| extension.barred.as_ref().map(depth));
    1 + below.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_gomoku::{Cell, Point, Rule};

    fn drawn(rows: &[&str]) -> Position {
        let mut position = Position::new(15, 15, Rule::Renju).unwrap();
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                let color = match c {
                    'X' => Color::Black,
                    'O' => Color::White,
                    _ => continue,
                };
                let point = Point::new(x as u8, y as u8);
                position.place(point, Cell::Stone(color)).unwrap();
            }
        }
        position
    }

    #[test]
    fn a_forbidden_point_is_asked_for_once_among_points_that_look_alike() {
        let rows = [
            "...............",
            "...............",
            "...............",
            "...............",
            "......O........",
            "..X...X........",
            "....OXXXX......",
            "...OX.XX.......",
            "...O.OX.OO.....",
            ".....OO........",
            "...............",
            "...............",
            ".....O.........",
        ];
        let position = drawn(&rows);
        let mut known = Vec::new();
        let finding = find(&position, &mut known).expect("one point makes two threes");
        assert_eq!(finding.solutions, [at(Point::new(7, 8))]);
        assert_eq!(finding.right[0].outcome, Outcome::DoubleThree);
        for branch in &finding.wrong {
            let point = branch.first().unwrap();
            assert!(position.is_legal(Point::new(point.column, point.row)));
        }
        assert_eq!(find(&position, &mut known), None);
    }
}
