//! Life and death implemented directly from the definitions, for comparison. Every state is labeled by iterating over
//! all states until nothing changes. For small regions only.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Board, Point};
use crate::life::question::LifeQuestion;
use crate::life::side::LifeSide;
use tengen_engine::game::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    Empty,
    Stone(LifeSide),
    Target,
}

/// The board, the point that may not be retaken, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlowState {
    pub cells: BTreeMap<Point, Cell>,
    pub ko: Option<Point>,
    pub to_move: LifeSide,
}

/// A move with its result, `None` if the last target is captured, and whether the ko forbids it.
#[derive(Clone, Debug)]
pub struct SlowStep {
    /// `None` is a pass.
    pub mv: Option<Point>,
    pub next: Option<SlowState>,
    pub is_retake: bool,
}

/// The rules of the game on a region.
pub struct SlowLife {
    region: BTreeSet<Point>,
}

/// The answer with one side to move first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowAnswer {
    pub captured: bool,
    /// The side with ko threats that would reverse the verdict, and how many it needs.
    pub ko: Option<(LifeSide, usize)>,
    /// `eyes`, `seki` or `cycle` for a target that lives.
    pub how: Option<&'static str>,
    /// First moves with which the first side succeeds.
    pub moves: Vec<Option<Point>>,
}

/// All reachable states, with their moves.
type Graph = BTreeMap<SlowState, Vec<SlowStep>>;

/// States from which something can be forced.
type Set = BTreeSet<SlowState>;

impl SlowLife {
    pub fn new(question: &LifeQuestion) -> (SlowLife, SlowState) {
        let board: &Board = question.board();
        let target: BTreeSet<Point> = question
            .targets()
            .iter()
            .flat_map(|&target| board.stones_of(target))
            .collect();
        let side = |color: Color| {
            if color == question.color(LifeSide::Defender) {
                LifeSide::Defender
            } else {
                LifeSide::Attacker
            }
        };
        let cell = |point: Point| match board.at(point) {
            _ if target.contains(&point) => Cell::Target,
            Some(color) => Cell::Stone(side(color)),
            None => Cell::Empty,
        };
        let life = SlowLife {
            region: question.region().iter().copied().collect(),
        };
        let state = SlowState {
            cells: board
                .size()
                .points()
                .map(|point| (point, cell(point)))
                .collect(),
            ko: None,
            to_move: LifeSide::Attacker,
        };
        (life, state)
    }

    /// Returns the question's state with this side to move.
    pub fn start(&self, question: &LifeQuestion, state: &SlowState, first: LifeSide) -> SlowState {
        let state = SlowState {
            to_move: first,
            ..state.clone()
        };
        let ko = question.board().ko().map(|ko| ko.point);
        let is_retake = |point: Point| {
            let mut steps = self.steps(&state).into_iter();
            let step = steps.find(|step| step.mv == Some(point));
            step.and_then(|step| step.next)
                .is_some_and(|next| next.ko.is_some())
        };
        SlowState {
            ko: ko.filter(|&point| is_retake(point)),
            ..state
        }
    }

    /// Returns the stones and liberties of the chain on a point.
    fn chain(cells: &BTreeMap<Point, Cell>, start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let side = owner(cells[&start]);
        let (mut stones, mut liberties) = (BTreeSet::from([start]), BTreeSet::new());
        let mut todo = vec![start];
        while let Some(point) = todo.pop() {
            for near in point.neighbors() {
                match cells.get(&near) {
                    Some(Cell::Empty) => {
                        liberties.insert(near);
                    }
                    Some(&cell) if owner(cell) == side && stones.insert(near) => todo.push(near),
                    _ => {}
                }
            }
        }
        (stones, liberties)
    }

    fn is_dead(&self, cells: &BTreeMap<Point, Cell>, point: Point) -> bool {
        let (stones, liberties) = SlowLife::chain(cells, point);
        liberties.is_empty() && stones.is_subset(&self.region)
    }

    /// Returns all moves that are legal apart from the ko, with those that the ko forbids marked.
    pub fn steps(&self, state: &SlowState) -> Vec<SlowStep> {
        let other = state.to_move.opponent();
        let mut steps = vec![SlowStep {
            mv: None,
            next: Some(SlowState {
                ko: None,
                to_move: other,
                ..state.clone()
            }),
            is_retake: false,
        }];
        for &point in &self.region {
            if state.cells[&point] != Cell::Empty {
                continue;
            }
            let mut cells = state.cells.clone();
            cells.insert(point, Cell::Stone(state.to_move));
            let mut taken = BTreeSet::new();
            for near in point.neighbors() {
                let is_foe = cells
                    .get(&near)
                    .is_some_and(|&cell| owner(cell) == Some(other));
                if is_foe && self.is_dead(&cells, near) {
                    taken.extend(SlowLife::chain(&cells, near).0);
                }
            }
            for &stone in &taken {
                cells.insert(stone, Cell::Empty);
            }
            if self.is_dead(&cells, point) {
                continue;
            }
            let (stones, liberties) = SlowLife::chain(&cells, point);
            let is_ko = taken.len() == 1 && stones.len() == 1 && liberties == taken;
            let is_over = !cells.values().any(|&cell| cell == Cell::Target);
            steps.push(SlowStep {
                mv: Some(point),
                next: (!is_over).then(|| SlowState {
                    cells,
                    ko: taken.first().copied().filter(|_| is_ko),
                    to_move: other,
                }),
                is_retake: state.ko == Some(point),
            });
        }
        steps
    }

    /// Whether a target chain is alive even if its owner always passes (Benson).
    pub fn is_pass_alive(&self, state: &SlowState) -> bool {
        let cells = &state.cells;
        let own = |point: Point| {
            cells
                .get(&point)
                .is_some_and(|&cell| owner(cell) == Some(LifeSide::Defender))
        };
        let mut chains: Vec<(BTreeSet<Point>, BTreeSet<Point>)> = Vec::new();
        for &point in cells.keys().filter(|&&point| own(point)) {
            if !chains.iter().any(|(stones, _)| stones.contains(&point)) {
                chains.push(SlowLife::chain(cells, point));
            }
        }
        let mut eyes: Vec<BTreeSet<Point>> = Vec::new();
        for &point in self.region.iter().filter(|&&point| !own(point)) {
            if eyes.iter().any(|eye| eye.contains(&point)) {
                continue;
            }
            let mut eye = BTreeSet::from([point]);
            let mut todo = vec![point];
            while let Some(at) = todo.pop() {
                let near = at.neighbors().into_iter();
                todo.extend(
                    near.filter(|near| {
                        cells.contains_key(near) && !own(*near) && eye.insert(*near)
                    }),
                );
            }
            eyes.push(eye);
        }
        eyes.retain(|eye| eye.is_subset(&self.region));
        let is_safe = |(stones, liberties): &(BTreeSet<Point>, BTreeSet<Point>)| {
            !stones.is_subset(&self.region) || !liberties.is_subset(&self.region)
        };
        loop {
            let before = (chains.len(), eyes.len());
            chains.retain(|chain| {
                let is_vital = |eye: &&BTreeSet<Point>| {
                    let touches = eye
                        .iter()
                        .any(|p| p.neighbors().iter().any(|n| chain.0.contains(n)));
                    let mut empty = eye.iter().filter(|&point| cells[point] == Cell::Empty);
                    touches && empty.all(|point| chain.1.contains(point))
                };
                is_safe(chain) || eyes.iter().filter(is_vital).count() >= 2
            });
            eyes.retain(|eye| {
                let around = eye.iter().flat_map(|point| point.neighbors());
                let mut stones = around.filter(|&near| own(near));
                stones.all(|stone| chains.iter().any(|(stones, _)| stones.contains(&stone)))
            });
            if before == (chains.len(), eyes.len()) {
                break;
            }
        }
        let stones = chains.iter().flat_map(|(stones, _)| stones);
        stones.into_iter().any(|point| cells[point] == Cell::Target)
    }

    /// Returns all reachable states, or `None` if there are more than `most`.
    fn graph(&self, root: &SlowState, most: usize) -> Option<Graph> {
        let mut graph = Graph::new();
        let mut todo = vec![root.clone()];
        while let Some(state) = todo.pop() {
            if graph.contains_key(&state) {
                continue;
            }
            let steps = self.steps(&state);
            todo.extend(steps.iter().filter_map(|step| step.next.clone()));
            graph.insert(state, steps);
            if graph.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    /// Returns the full answer; `None` if more than `most` states are reachable.
    pub fn answer(&self, root: &SlowState, most: usize) -> Option<SlowAnswer> {
        let graph = self.graph(root, most)?;
        let strict = captures(&graph, [None, None]);
        let captured = strict.contains(root);
        let loser = if captured {
            LifeSide::Defender
        } else {
            LifeSide::Attacker
        };
        let mut ko = None;
        let mut layer = strict.clone();
        for threats in 1.. {
            let mut right = [None, None];
            right[loser as usize] = Some(&layer);
            let next = captures(&graph, right);
            if next.contains(root) != captured {
                ko = Some((loser, threats));
                break;
            }
            if next == layer {
                break;
            }
            layer = next;
        }
        let how = (!captured).then(|| self.way(&graph, root));
        let wanted = |step: &&SlowStep| {
            let captured = step.next.as_ref().is_none_or(|next| strict.contains(next));
            !step.is_retake && captured == (root.to_move == LifeSide::Attacker)
        };
        let moves = graph[root].iter().filter(wanted).map(|step| step.mv);
        Some(SlowAnswer {
            captured,
            ko,
            how,
            moves: moves.collect(),
        })
    }

    fn way(&self, graph: &Graph, root: &SlowState) -> &'static str {
        let alive: Set = graph
            .keys()
            .filter(|state| self.is_pass_alive(state))
            .cloned()
            .collect();
        let good =
            |set: &Set, step: &SlowStep| step.next.as_ref().is_some_and(|next| set.contains(next));
        let eyes = least(graph, alive.clone(), |set, state, steps| {
            let mut allowed = steps.iter().filter(|step| !step.is_retake);
            if state.to_move == LifeSide::Defender {
                allowed.any(|step| good(set, step))
            } else {
                allowed.all(|step| good(set, step))
            }
        });
        if eyes.contains(root) {
            return "eyes";
        }
        let ends = least(graph, alive, |set, state, steps| {
            let mut allowed = steps.iter().filter(|step| !step.is_retake);
            if state.to_move == LifeSide::Defender {
                allowed.any(|step| good(set, step))
            } else {
                allowed.all(|step| step.mv.is_none() || good(set, step))
            }
        });
        if ends.contains(root) { "seki" } else { "cycle" }
    }
}

fn owner(cell: Cell) -> Option<LifeSide> {
    match cell {
        Cell::Empty => None,
        Cell::Stone(side) => Some(side),
        Cell::Target => Some(LifeSide::Defender),
    }
}

/// Returns the states from which the attacker captures. A side with a set may retake immediately into the set.
fn captures(graph: &Graph, rights: [Option<&Set>; 2]) -> Set {
    least(graph, Set::new(), |set, state, steps| {
        let right = rights[state.to_move as usize];
        let mut values = steps.iter().filter_map(|step| {
            let set = if step.is_retake { right? } else { set };
            Some(step.next.as_ref().is_none_or(|next| set.contains(next)))
        });
        if state.to_move == LifeSide::Attacker {
            values.any(|captured| captured)
        } else {
            values.all(|captured| captured)
        }
    })
}

/// Adds states by a rule until nothing changes.
fn least(
    graph: &Graph,
    mut set: Set,
    belongs: impl Fn(&Set, &SlowState, &[SlowStep]) -> bool,
) -> Set {
    loop {
        let before = set.len();
        for (state, steps) in graph {
            if !set.contains(state) && belongs(&set, state, steps) {
                set.insert(state.clone());
            }
        }
        if set.len() == before {
            return set;
        }
    }
}
