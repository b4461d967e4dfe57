//! Verdicts and estimates for a state without search.

use super::field::{Cells, Field, FieldState, cell, cells, lowest};
use super::table::{DECIDED, ProofNumbers};
use crate::life::side::LifeSide;

/// Moves of an escape that is out of reach.
const NO_ESCAPE: u32 = 9;

/// Missing stones of two eyes that are out of reach.
const NO_EYES: u32 = 20;

/// Most cells considered as eyes.
const MAX_EYES: usize = 48;

/// A static verdict with its reason and its zone, or estimates.
pub(super) struct Assessment {
    pub numbers: ProofNumbers,
    pub zone: Cells,
    pub reason: Option<Reason>,
}

/// The reason of a static verdict.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// The target is gone.
    Gone,
    /// This move captures the target.
    Capture(u8),
    /// The target lacks room for two eyes within safe walls.
    NoEyes,
    /// The target is safe or pass-alive.
    Alive,
    /// This move connects the target with safety.
    Link(u8),
    /// One of these moves connects it after any move.
    TwoLinks([u8; 2]),
}

/// The cells that can still matter for the target.
pub(super) struct Fight {
    /// The chains of the target.
    pub chain: Cells,
    /// The cells connected with it that no safe attacker's stone occupies.
    pub cells: Cells,
}

impl Fight {
    pub fn new(field: &Field, state: &FieldState) -> Fight {
        let chain = field.chain(field.target, state.of(LifeSide::Defender));
        let safe = field.safe(state, LifeSide::Attacker);
        Fight {
            chain,
            cells: field.chain(chain, field.region & !safe),
        }
    }

    /// Returns all that touches the fight, and the fight.
    pub fn surrounded(&self, field: &Field) -> Cells {
        self.cells | field.near(self.cells)
    }
}

impl Assessment {
    fn decided(reason: Reason, zone: Cells) -> Assessment {
        let winner = match reason {
            Reason::Gone | Reason::Capture(_) | Reason::NoEyes => LifeSide::Attacker,
            Reason::Alive | Reason::Link(_) | Reason::TwoLinks(_) => LifeSide::Defender,
        };
        Assessment {
            numbers: ProofNumbers::won_by(winner),
            zone,
            reason: Some(reason),
        }
    }

    /// Judges a state.
    ///
    /// The attacker has won if the target is gone, can be taken at once, or has no room for two eyes within walls that
    /// are safe. The defender has won if the target is safe, can be at once, or is pass-alive. Otherwise, the estimates
    /// grow with the stones that two eyes need, the distance to safety, and the eyes to be destroyed.
    pub fn new(field: &Field, state: &FieldState) -> Assessment {
        let defender = LifeSide::Defender;
        let own = state.of(defender);
        if field.target & own == 0 {
            return Assessment::decided(Reason::Gone, field.target);
        }
        let fight = Fight::new(field, state);
        let chain = fight.chain;
        if field.is_safe(chain, defender) {
            return Assessment::decided(Reason::Alive, chain);
        }
        if let Some(decided) = Assessment::at_once(field, state, chain) {
            return decided;
        }
        let interior = field.interior(fight.cells);
        let is_enclosed = fight.cells & field.anchors[defender as usize] == 0;
        if is_enclosed && !has_two_apart(field, interior) {
            return Assessment::decided(Reason::NoEyes, fight.surrounded(field));
        }
        let alive = field.pass_alive(state, chain);
        if alive != 0 {
            return Assessment::decided(Reason::Alive, alive);
        }
        let escape = match is_enclosed {
            true => NO_ESCAPE,
            false => moves_to_safety(field, state, chain),
        };
        let eyes = EyeEstimate::new(field, state, interior);
        let mut lives = 1 + 2 * escape.min(1 + eyes.missing / 2);
        let mut captured = 1 + NO_ESCAPE.saturating_sub(escape + 1) + 2 * eyes.count;
        match state.to_move {
            LifeSide::Attacker => lives += 1,
            LifeSide::Defender => captured += 1,
        }
        let numbers = ProofNumbers { captured, lives };
        Assessment {
            numbers,
            zone: 0,
            reason: None,
        }
    }

    /// Finds a result that needs no search: a capture or a connection with safety that one move brings about, or that no
    /// single move prevents.
    fn at_once(field: &Field, state: &FieldState, chain: Cells) -> Option<Assessment> {
        let liberties = field.near(chain) & field.empty(state);
        let first = |set: Cells| set.trailing_zeros() as u8;
        let is_barred = |set: Cells| Some(first(set)) == state.ko;
        let friends = field.safe(state, LifeSide::Defender);
        let anchors = field.anchors[LifeSide::Defender as usize];
        let links = liberties & (anchors | field.near(friends));
        let linked = |reason, links: Cells| {
            let zone = chain | links | field.near(links) & friends;
            Assessment::decided(reason, zone)
        };
        match state.to_move {
            LifeSide::Attacker => {
                if liberties.count_ones() == 1 && !is_barred(liberties) {
                    let zone = chain | field.near(chain);
                    let capture = Reason::Capture(first(liberties));
                    return Some(Assessment::decided(capture, zone));
                }
                // One stone cannot occupy both.
                let second = links & !lowest(links);
                (second != 0).then(|| {
                    let two = Reason::TwoLinks([first(links), first(second)]);
                    linked(two, lowest(links) | lowest(second))
                })
            }
            LifeSide::Defender => {
                let link = lowest(links);
                let is_able = link != 0 && !is_barred(link);
                is_able.then(|| linked(Reason::Link(first(link)), link))
            }
        }
    }
}

/// The eyes that the defender can still make.
struct EyeEstimate {
    /// Eyes that do not touch one another.
    count: u32,
    /// Stones that two of them need, with attacking stones counted twice.
    missing: u32,
}

impl EyeEstimate {
    fn new(field: &Field, state: &FieldState, interior: Cells) -> EyeEstimate {
        let own = state.of(LifeSide::Defender);
        let theirs = state.of(LifeSide::Attacker);
        let mut eyes = arrayvec::ArrayVec::<(u32, Cells, Cells), MAX_EYES>::new();
        for index in cells(interior).take(MAX_EYES) {
            let eye = cell(index);
            let around = field.near(eye);
            let walls = (around & !own).count_ones() + (around & theirs).count_ones();
            let stone = match (own & eye != 0, theirs & eye != 0) {
                (true, _) => 3,
                (_, true) => 1,
                _ => 0,
            };
            eyes.push((walls + stone, eye, around));
        }
        eyes.sort_unstable_by_key(|&(missing, eye, _)| (missing, eye));
        let (mut count, mut covered, mut missing) = (0, 0, NO_EYES);
        for (number, &(first, eye, around)) in eyes.iter().enumerate() {
            if covered & eye == 0 {
                count += 1;
                covered |= eye | around;
            }
            for &(second, other, near_other) in &eyes[number + 1..] {
                if first + second >= missing {
                    break;
                }
                if around & other == 0 {
                    let shared = (around & near_other & !own).count_ones();
                    missing = first + second - shared;
                }
            }
        }
        EyeEstimate { count, missing }
    }
}

/// Whether a set has two cells that do not touch, so that there is room for two eyes.
fn has_two_apart(field: &Field, set: Cells) -> bool {
    cells(set).any(|index| set & !(cell(index) | field.near(cell(index))) != 0)
}

/// Returns the number of moves in a row by which the target becomes safe.
fn moves_to_safety(field: &Field, state: &FieldState, chain: Cells) -> u32 {
    let free = field.region & !state.of(LifeSide::Attacker);
    let anchors = field.anchors[LifeSide::Defender as usize];
    let mut reached = chain;
    for moves in 1..NO_ESCAPE {
        let step = reached | field.near(reached) & free;
        let next = step | field.chain(step, state.of(LifeSide::Defender));
        if next & anchors != 0 {
            return moves;
        }
        if next == reached {
            break;
        }
        reached = next;
    }
    NO_ESCAPE
}

impl ProofNumbers {
    /// Returns the numbers of a state that a side has won.
    pub fn won_by(winner: LifeSide) -> ProofNumbers {
        match winner {
            LifeSide::Attacker => ProofNumbers {
                captured: 0,
                lives: DECIDED,
            },
            LifeSide::Defender => ProofNumbers {
                captured: DECIDED,
                lives: 0,
            },
        }
    }
}
