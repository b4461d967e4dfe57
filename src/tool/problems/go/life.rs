//! Groups killed and saved.

use std::collections::HashMap;

use super::super::finding::{Branch, Finding, Line};
use super::super::kind::ProblemKind;
use super::super::sentences::Outcome;
use super::{MOST_WRONG, stones_of};
use tengen_engine::game::Color;
use tengen_go::life::enclosure::Enclosure;
use tengen_go::life::fate::Fate;
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::question::LifeQuestion;
use tengen_go::life::reading::LifeReading;
use tengen_go::life::side::LifeSide;
use tengen_go::life::solver::LifeSolver;
use tengen_go::life::state::LifeMove;
use tengen_go::{Board, Point, PointSet};
use tengen_play::go::to_top;

/// Fewest empty points of a region: fewer leave nothing to choose.
const LEAST_EMPTY: usize = 3;

/// Visits of states per reading.
const VISITS: u64 = 20_000;

/// Memory for one question, in bytes.
pub const MEMORY: usize = 16 << 20;

/// The content of a region and of the points next to it, the side to move and a target.
type RegionKey = (Vec<(Point, Option<Color>)>, Color, Point);

/// A finder of life-and-death problems, which reads each group again only when its surroundings change.
#[derive(Default)]
pub struct LifeFinder {
    known: HashMap<RegionKey, Option<Finding>>,
}

impl LifeFinder {
    /// Returns the problems of the enclosed groups that live or die by who moves first, with at most `most` right moves.
    pub fn find(
        &mut self,
        board: &Board,
        mover: Color,
        wanted: &[ProblemKind],
        most: usize,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        for posed in PosedQuestion::about_groups(board) {
            let Ok(question) = &posed.question else {
                continue;
            };
            let kind = match board.at(posed.targets[0]) == Some(mover) {
                true => ProblemKind::Live,
                false => ProblemKind::Kill,
            };
            if posed.is_pass_alive || !wanted.contains(&kind) {
                continue;
            }
            let zone = zone(question);
            let content = zone.iter().map(|&point| (point, board.at(point)));
            let key = (content.collect(), mover, posed.targets[0]);
            let found = self
                .known
                .entry(key)
                .or_insert_with(|| find(question, kind, most, &zone));
            findings.extend(found.clone());
        }
        findings
    }
}

/// Returns the points of the region and those next to it.
fn zone(question: &LifeQuestion) -> Vec<Point> {
    let region: PointSet = question.region().iter().copied().collect();
    let near = region.widened();
    let points = question.board().size().points();
    points.filter(|&point| near.contains(point)).collect()
}

fn find(
    question: &LifeQuestion,
    kind: ProblemKind,
    most: usize,
    zone: &[Point],
) -> Option<Finding> {
    let board = question.board();
    let target = *question.targets().first()?;
    let mover = match kind {
        ProblemKind::Live => board.at(target)?,
        _ => board.at(target)?.opponent(),
    };
    let empty = |point: &&Point| board.is_empty(**point);
    if question.region().iter().filter(empty).count() < LEAST_EMPTY {
        return None;
    }
    let enclosure = Enclosure::new(question)?;
    let is_stopped = || false;
    let mut solver = LifeSolver::new(&enclosure, question, MEMORY, &is_stopped);
    if solver.fate(VISITS).0 != Fate::Unsettled {
        return None;
    }
    let first = match kind {
        ProblemKind::Live => LifeSide::Defender,
        _ => LifeSide::Attacker,
    };
    let reading = solver.reading(first, VISITS);
    let is_few = (1..=most).contains(&reading.moves.len());
    if !is_few || !reading.is_complete || reading.ko.is_some() {
        return None;
    }
    let lines = Lines {
        board,
        enclosure: &enclosure,
    };
    let mut solutions = Vec::new();
    let mut right = Vec::new();
    for &mv in &reading.moves {
        let LifeMove::Stone(node) = mv else {
            return None;
        };
        let answer = solver.reading_after(first, mv, VISITS).ok()?;
        solutions.push(enclosure.point(node));
        right.push(Branch::new(lines.line(mv, &answer), right_outcome(kind)));
    }
    let mut points: Vec<Point> = question.region().to_vec();
    points.retain(|&point| board.is_legal(mover, point) && !solutions.contains(&point));
    points.sort_by_key(|&point| distance(point, solutions[0]));
    let wrong = lines.failing(&mut solver, (kind, first), &points)?;
    let targets = question.targets().iter();
    let zone = zone.iter().map(|&point| to_top(board.size(), point));
    Some(Finding {
        kind,
        target: targets.flat_map(|&chain| stones_of(board, chain)).collect(),
        solutions: right.iter().filter_map(Branch::first).collect(),
        depth: right.first()?.moves.len(),
        right,
        wrong,
        margin: None,
        zone: Some(zone.collect()),
    })
}

/// Moves of a region as points of any board.
struct Lines<'a> {
    board: &'a Board,
    enclosure: &'a Enclosure,
}

impl Lines<'_> {
    /// Returns some of the moves at `points` with their refutations. `None` if one of them works or is undecided.
    fn failing(
        &self,
        solver: &mut LifeSolver<'_>,
        (kind, first): (ProblemKind, LifeSide),
        points: &[Point],
    ) -> Option<Vec<Branch>> {
        let mut wrong = Vec::new();
        for &point in points {
            let mv = LifeMove::Stone(self.enclosure.node(point)?);
            let after = solver.reading_after(first, mv, VISITS).ok()?;
            if !after.succeeds() {
                return None;
            }
            if wrong.len() < MOST_WRONG {
                let outcome = wrong_outcome(kind, &after);
                wrong.push(Branch::new(self.line(mv, &after), outcome));
            }
        }
        Some(wrong)
    }

    /// Returns a first move with the line of best play after it.
    fn line(&self, first: LifeMove, after: &LifeReading) -> Line {
        let moves = [first].into_iter().chain(after.pv.iter().copied());
        let point = |mv| match mv {
            LifeMove::Pass => None,
            LifeMove::Stone(node) => Some(to_top(self.board.size(), self.enclosure.point(node))),
        };
        moves.map(point).collect()
    }
}

fn right_outcome(kind: ProblemKind) -> Outcome {
    match kind {
        ProblemKind::Live => Outcome::LifeLives,
        _ => Outcome::LifeCaptured,
    }
}

fn wrong_outcome(kind: ProblemKind, after: &LifeReading) -> Outcome {
    match (kind, after.ko) {
        (_, Some(_)) => Outcome::Ko,
        (ProblemKind::Live, None) => Outcome::LifeCaptured,
        (_, None) => Outcome::LifeLives,
    }
}

fn distance(a: Point, b: Point) -> u8 {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}
