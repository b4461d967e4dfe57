//! Problems cut down to the stones that matter.

use super::finding::{Branch, Finding};
use super::game::{FinderLimits, ProblemGame};
use tengen_engine::game::{Color, Point, Position as _};
use tengen_play::board::SetUp;
use tengen_play::records::save::stones;

/// Most positions in which a problem is proved again. Each takes up to a tenth of a second.
const MOST_TRIES: usize = 24;

/// Removes stones from a position as long as the same problem is found in it again, with the same moves right and wrong: first
/// all stones at once, then ever smaller groups, the farthest from the moves of the problem first.
pub fn cut<G: ProblemGame>(
    position: G::Position,
    finding: Finding,
    limits: FinderLimits,
) -> (G::Position, Finding) {
    let mut cutter = Cutter::<G> {
        stones: stones::<G>(&position),
        position,
        finding,
        limits,
        tries: MOST_TRIES,
    };
    let mut others: Vec<Vec<(Color, Point)>> = G::groups(&cutter.position);
    let center = cutter.finding.core();
    others.retain(|group| {
        !group
            .iter()
            .any(|(_, stone)| cutter.finding.target.contains(stone))
    });
    others.sort_by_key(|group| {
        let distances = group.iter().map(|(_, stone)| distance(*stone, &center));
        std::cmp::Reverse(distances.min())
    });
    cutter.remove(&others);
    (cutter.position, cutter.finding)
}

struct Cutter<G: ProblemGame> {
    position: G::Position,
    stones: Vec<(Color, Point)>,
    finding: Finding,
    limits: FinderLimits,
    tries: usize,
}

impl<G: ProblemGame> Cutter<G> {
    /// Removes the groups, or else as many of each half as possible.
    fn remove(&mut self, groups: &[Vec<(Color, Point)>]) {
        if groups.is_empty() || self.tries == 0 || self.try_without(groups) || groups.len() == 1 {
            return;
        }
        let (far, near) = groups.split_at(groups.len() / 2);
        self.remove(far);
        self.remove(near);
    }

    /// Removes the groups if the problem stays the same.
    fn try_without(&mut self, groups: &[Vec<(Color, Point)>]) -> bool {
        self.tries -= 1;
        let mut stones = self.stones.clone();
        stones.retain(|stone| !groups.iter().any(|group| group.contains(stone)));
        let set_up = SetUp {
            stones: stones.clone(),
            to_move: Some(self.position.to_move()),
        };
        let Ok(position) = G::set_up(&self.position, &set_up) else {
            return false;
        };
        if position.outcome().is_some() || position.to_move() != self.position.to_move() {
            return false;
        }
        let mut finder = G::finder(self.limits);
        let found = G::find(&mut finder, &position, &[self.finding.kind]);
        let Some(same) = found
            .into_iter()
            .find(|found| is_same(found, &self.finding))
        else {
            return false;
        };
        (self.position, self.stones, self.finding) = (position, stones, same);
        true
    }
}

impl Finding {
    /// Returns the points that the problem is played on.
    fn core(&self) -> Vec<Point> {
        let right = self
            .right
            .iter()
            .flat_map(|branch| branch.moves.iter().flatten());
        let named = self.target.iter().chain(&self.solutions);
        right.chain(named).copied().collect()
    }
}

/// Whether two findings ask for the same thing and have the same moves right and wrong.
fn is_same(a: &Finding, b: &Finding) -> bool {
    let first = |branches: &[Branch]| {
        let mut points: Vec<Option<(u8, u8)>> = branches
            .iter()
            .map(|branch| branch.first().map(|point| (point.column, point.row)))
            .collect();
        points.sort_unstable();
        points
    };
    a.kind == b.kind
        && a.solutions == b.solutions
        && a.target == b.target
        && a.depth == b.depth
        && a.zone == b.zone
        && first(&a.right) == first(&b.right)
        && first(&a.wrong) == first(&b.wrong)
}

fn distance(point: Point, center: &[Point]) -> u8 {
    let far = |other: &Point| {
        let columns = point.column.abs_diff(other.column);
        columns.max(point.row.abs_diff(other.row))
    };
    center.iter().map(far).min().unwrap_or(0)
}
