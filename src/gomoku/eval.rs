//! What a quiet position is worth.

use std::ops::{Add, Sub};
use std::sync::Arc;

use super::board::Board;
use super::classes::{CLASS_SLOTS, CLASSES, Class, Classes, Kind, KindPair};
use super::params::Params;
use super::weights::{STATES, Weights};
use super::{Position, Rule};
use crate::game::Color;

/// A win at once; a win in `n` plies scores `n` less.
pub(super) const WIN: i32 = 30_000;

/// Scores beyond this are wins, below its negative losses.
pub(super) const SURE: i32 = WIN - 1_000;

/// Scores of one position for both sides to move, in one word so that both are added at once: black's in the lower
/// half, white's in the upper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scores(i64);

impl Scores {
    /// The score if black is to move, and if white is.
    pub const fn new(black: i32, white: i32) -> Self {
        Scores(((white as i64) << 32) + black as i64)
    }

    /// The score for `color` if it is to move.
    pub fn of(self, color: Color) -> i32 {
        let black = self.0 as i32;
        match color {
            Color::Black => black,
            Color::White => ((self.0 - i64::from(black)) >> 32) as i32,
        }
    }
}

impl Add for Scores {
    type Output = Scores;

    #[inline]
    fn add(self, other: Scores) -> Scores {
        Scores(self.0 + other.0)
    }
}

impl Sub for Scores {
    type Output = Scores;

    #[inline]
    fn sub(self, other: Scores) -> Scores {
        Scores(self.0 - other.0)
    }
}

/// What the search knows of an empty point by the class of one colour's patterns there.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// What the point adds to the scores.
    pub scores: Scores,
    /// What a stone of that colour would make; nothing for the other colour.
    pub kinds: KindPair,
    /// How good a move to the point looks for that colour.
    pub attack: i16,
    /// How good it looks for the other one.
    pub defence: i16,
}

impl Prospect {
    const NOTHING: Prospect = Prospect {
        scores: Scores::new(0, 0),
        kinds: KindPair::NOTHING,
        attack: 0,
        defence: 0,
    };
}

/// The prospects of every class and the worth of every state of threats, for one rule.
pub(super) struct Evaluation {
    prospects: [[Prospect; CLASS_SLOTS]; 2],
    states: [[i16; STATES]; 2],
}

impl Evaluation {
    /// The evaluation for `rule` by these weights.
    pub fn new(rule: Rule, weights: &Weights) -> Arc<Self> {
        let mut evaluation = Evaluation {
            prospects: [[Prospect::NOTHING; CLASS_SLOTS]; 2],
            states: [[0; STATES]; 2],
        };
        for color in Color::BOTH {
            let own = weights.of(rule, color);
            let others = weights.of(rule, color.opponent());
            for (class, members) in Classes::all().members().iter().enumerate() {
                let kind = Kind::of(*members, rule.forbids(color));
                let to_move = i32::from(own.positions[class]);
                let waiting = i32::from(others.positions[CLASSES + class]);
                evaluation.prospects[color.index()][class] = Prospect {
                    scores: match color {
                        Color::Black => Scores::new(to_move, waiting),
                        Color::White => Scores::new(waiting, to_move),
                    },
                    kinds: KindPair::only(color, kind),
                    attack: own.moves[class],
                    defence: others.moves[CLASSES + class],
                };
            }
            evaluation.states[color.index()].copy_from_slice(&own.positions[2 * CLASSES..]);
        }
        Arc::new(evaluation)
    }

    /// What a state of threats is worth to `mover`.
    pub fn of_state(&self, mover: Color, state: usize) -> i32 {
        self.states[mover.index()][state % STATES].into()
    }

    /// What is known of a point by the class of `color`'s patterns.
    #[inline]
    pub fn of(&self, color: Color, class: Class) -> &Prospect {
        &self.prospects[color.index()][usize::from(class) % CLASS_SLOTS]
    }
}

/// The worth of a position for the side to move, in evaluation units.
pub(super) fn evaluate(board: &Board) -> i32 {
    board.balance().clamp(1 - SURE, SURE - 1)
}

/// The score of a position for its side to move without any search, and the result that it promises from 0, a
/// loss, to 1. It means little where fives or fours can be made.
pub fn static_score(position: &Position) -> (i32, f32) {
    let score = evaluate(&Board::of(position));
    (score, winrate(score, &Params::default()))
}

/// The expected result of a score, 1 a win.
pub(super) fn winrate(score: i32, params: &Params) -> f32 {
    if score.abs() >= SURE {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-score as f32 / params.winrate_scale).exp())
}
