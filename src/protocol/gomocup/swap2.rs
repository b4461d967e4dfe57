//! The swap2 opening: three stones to offer, and the search's choice between sides.
//!
//! One side puts two black stones and a white one on the board; the other takes white and moves, or swaps to
//! black, or puts two more stones and leaves the choice to the first. We never do the last: whoever may choose
//! a side takes the better one, and two more stones only give that choice away.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::board::xy;
use super::command::{Owner, Stone};
use crate::gomoku::Point;
use crate::search::control::Budget;
use crate::search::{Found, Limits};

/// Black, white, black.
pub type Opening = [Point; 3];

/// An opening as a block would spell it.
pub fn stones(opening: Opening) -> [Stone; 3] {
    opening.map(|point| Stone {
        at: xy(point),
        owner: Owner::InTurn,
    })
}

/// Openings looked at before one is offered.
const CANDIDATES: usize = 8;

/// White's prospects, white being to move. An alpha-beta score swings with the parity of its depth, for the
/// side that moved last looks better than it is; so a position is searched twice, the second time one ply less
/// deep, and the truth taken to lie in the middle.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    deep: Option<Found<Point>>,
    shallow: Option<Found<Point>>,
}

impl Verdict {
    /// The limits of the next search, if `positions` searched like this one may together use `whole`.
    pub fn limits(&self, whole: Limits, positions: usize) -> Limits {
        let share = share(whole, 2 * positions);
        match &self.deep {
            Some(deep) => Limits {
                depth: Some(deep.report.depth.saturating_sub(1).max(1)),
                ..share
            },
            None => share,
        }
    }

    /// Takes what a search found; `true` if another one should follow.
    pub fn take(&mut self, found: Found<Point>) -> bool {
        if self.deep.is_some() {
            self.shallow = Some(found);
            return false;
        }
        let expected = expectation(&found);
        let settled = expected <= 0.0 || expected >= 1.0 || found.report.depth < 2;
        self.deep = Some(found);
        !settled
    }

    /// The expected result for white, 1 a sure win.
    pub fn expectation(&self) -> f32 {
        let found = [&self.deep, &self.shallow].into_iter().flatten();
        let (sum, count) = found.fold((0.0, 0.0), |(sum, count), found| {
            (sum + expectation(found), count + 1.0)
        });
        if count > 0.0 { sum / count } else { 0.5 }
    }

    /// The move to make as white, `None` if white is not the side to be on.
    pub fn white_move(&self) -> Option<Point> {
        let deep = self.deep.as_ref()?;
        (self.expectation() >= 0.5).then_some(deep.mv)
    }
}

fn expectation(found: &Found<Point>) -> f32 {
    found.report.lines.first().map_or(0.5, |line| line.winrate)
}

/// The search for an opening of which neither side is much the better one.
#[derive(Clone, Debug)]
pub struct Choice {
    untried: Vec<Opening>,
    trying: Opening,
    verdict: Verdict,
    best: Option<(Opening, f32)>,
}

impl Choice {
    /// Begins with openings drawn for a board of this size.
    pub fn new(width: u8, height: u8, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let trying = draw(width, height, &mut rng);
        let untried = (1..CANDIDATES)
            .map(|_| draw(width, height, &mut rng))
            .collect();
        Choice {
            untried,
            trying,
            verdict: Verdict::default(),
            best: None,
        }
    }

    /// The opening to be searched now.
    pub fn trying(&self) -> Opening {
        self.trying
    }

    /// The limits of the next search, if all of them together may use `whole`.
    pub fn limits(&self, whole: Limits) -> Limits {
        self.verdict.limits(whole, CANDIDATES)
    }

    /// Takes what a search found; `true` if the same opening should be searched again.
    pub fn take(&mut self, found: Found<Point>) -> bool {
        self.verdict.take(found)
    }

    /// Compares the opening with the fairest one and goes on to the next; `false` if there is none.
    pub fn advance(&mut self) -> bool {
        let imbalance = (std::mem::take(&mut self.verdict).expectation() - 0.5).abs();
        if self.best.is_none_or(|(_, least)| imbalance < least) {
            self.best = Some((self.trying, imbalance));
        }
        match self.untried.pop() {
            Some(next) => {
                self.trying = next;
                true
            }
            None => false,
        }
    }

    /// The fairest opening of those judged.
    pub fn fairest(&self) -> Opening {
        self.best.map_or(self.trying, |(opening, _)| opening)
    }
}

/// Three stones that touch on each other's lines but stand near the edge, where black's two are worth less:
/// in the middle they would all but win.
fn draw(width: u8, height: u8, rng: &mut impl Rng) -> Opening {
    const FROM_EDGE: u32 = 3;
    const APART: u32 = 4;
    let mut below = |bound: u32| ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32;
    let (columns, rows) = (u32::from(width), u32::from(height));
    let (mut x, mut y) = (below(columns), below(FROM_EDGE));
    match below(4) {
        0 => {}
        1 => y = rows - 1 - y,
        edge => {
            (x, y) = (below(FROM_EDGE), below(rows));
            if edge == 3 {
                x = columns - 1 - x;
            }
        }
    }
    let mut opening = [Point::new(x as u8, y as u8); 3];
    for placed in 1..3 {
        // A board has at least 25 points, so a free one within reach comes soon.
        while opening[..placed].contains(&opening[placed]) {
            let near = |center: u32, side: u32, shift: u32| {
                (center + shift).saturating_sub(APART).min(side - 1) as u8
            };
            opening[placed] = Point::new(
                near(x, columns, below(2 * APART + 1)),
                near(y, rows, below(2 * APART + 1)),
            );
        }
    }
    opening
}

/// The limits of each of several searches that together may use `limits`.
fn share(limits: Limits, searches: usize) -> Limits {
    let parts = searches.max(1) as u32;
    Limits {
        time: limits.time.map(|budget| Budget {
            soft: budget.soft / parts,
            hard: budget.hard / parts,
        }),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        depth: limits.depth,
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Line, Report};

    fn found(winrate: f32, depth: u32) -> Found<Point> {
        let mv = Point::new(0, 0);
        let line = Line::new(mv, winrate, 0.0, 1, vec![mv]);
        Found {
            mv,
            resigns: false,
            report: Report::new(vec![line], 1, depth),
        }
    }

    #[test]
    fn openings_are_three_points_on_the_board() {
        for (width, height) in [(5, 5), (15, 15), (22, 5), (22, 22)] {
            for seed in 0..200 {
                let mut choice = Choice::new(width, height, seed);
                loop {
                    let [a, b, c] = choice.trying();
                    assert!(a != b && b != c && c != a);
                    let inside = |point: Point| point.x() < width && point.y() < height;
                    assert!([a, b, c].into_iter().all(inside));
                    if !choice.advance() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn the_fairest_opening_is_offered() {
        let mut choice = Choice::new(15, 15, 1);
        let mut tried = vec![choice.trying()];
        for winrate in [0.1, 0.9, 0.45, 0.3, 0.7] {
            assert!(!choice.take(found(winrate, 1)));
            assert!(choice.advance());
            tried.push(choice.trying());
        }
        assert_eq!(choice.fairest(), tried[2]);
    }

    #[test]
    fn a_seed_draws_the_same_openings_again() {
        let first = |seed| Choice::new(15, 15, seed).trying();
        assert_eq!(first(7), first(7));
        assert!((0..20).any(|seed| first(seed) != first(7)));
    }

    #[test]
    fn two_depths_are_weighed_against_each_other() {
        let mut verdict = Verdict::default();
        let whole = Limits::nodes(1000);
        assert_eq!(verdict.limits(whole, 1), Limits::nodes(500));
        assert!(verdict.take(found(0.6, 7)));
        assert_eq!(verdict.white_move(), Some(Point::new(0, 0)));
        assert_eq!(verdict.limits(whole, 1).depth, Some(6));
        assert!(!verdict.take(found(0.3, 6)));
        assert_eq!(verdict.white_move(), None);
    }

    #[test]
    fn a_sure_result_is_not_asked_for_twice() {
        assert!(!Verdict::default().take(found(1.0, 9)));
        assert!(!Verdict::default().take(found(0.0, 9)));
        let whole = Limits::default();
        assert_eq!(Verdict::default().limits(whole, 8), whole);
    }

    #[test]
    fn searches_share_their_limits() {
        let budget = |ms| {
            let soft = std::time::Duration::from_millis(ms);
            Some(Budget {
                soft,
                hard: soft * 2,
            })
        };
        let whole = Limits {
            time: budget(800),
            nodes: Some(5),
            depth: Some(9),
            ..Limits::default()
        };
        let part = Limits {
            time: budget(100),
            nodes: Some(1),
            depth: Some(9),
            ..Limits::default()
        };
        assert_eq!(share(whole, 8), part);
    }
}
