//! Ladders implemented directly from the definition, for comparison. Every step copies the board.

use crate::board::Point;
use crate::testing::go_reference::Stones;
use tengen_engine::game::Color;

/// The parameters of a slow reading.
pub struct SlowLadder {
    pub target: Point,
    pub defender: Color,
    pub free: Option<Color>,
    pub nodes_left: u32,
}

/// The point and the side that a ko bars.
pub type SlowKo = Option<(Point, Color)>;

impl SlowLadder {
    /// Returns whether the chain is captured; `None` if that takes too long.
    pub fn captured(
        &mut self,
        now: &Stones,
        ko: SlowKo,
        to_move: Color,
        past: &mut Past,
    ) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let position = (now.stones.clone(), ko, to_move);
        if past.contains(&position) {
            return Some(false);
        }
        let liberties = now.chain(self.target).1;
        let moves: Vec<Point> = if to_move == self.defender {
            if liberties.len() >= 2 {
                return Some(false);
            }
            let foes = now
                .stones
                .iter()
                .filter(|&(_, &color)| color != self.defender);
            let atari = foes.filter(|&(&foe, _)| {
                let (stones, foe_liberties) = now.chain(foe);
                let touches = |&stone: &Point| {
                    let mut ring = now.neighbors(stone).into_iter();
                    ring.any(|n| now.chain_if_any(n).contains(&self.target))
                };
                foe_liberties.len() == 1 && stones.iter().any(touches)
            });
            let captures = atari.flat_map(|(&foe, _)| now.chain(foe).1);
            liberties.into_iter().chain(captures).collect()
        } else {
            if liberties.len() >= 3 {
                return Some(false);
            }
            liberties.into_iter().collect()
        };
        past.push(position);
        let wants_capture = to_move != self.defender;
        let mut works = false;
        for point in moves {
            let is_barred = ko == Some((point, to_move)) && self.free != Some(to_move);
            let (after, _, lost) = now.after(to_move, point);
            if is_barred || lost > 0 {
                continue;
            }
            let captured = if after.stones.contains_key(&self.target) {
                let next_ko = now
                    .ko_after(to_move, point)
                    .map(|ko| (ko, to_move.opponent()));
                self.captured(&after, next_ko, to_move.opponent(), past)?
            } else {
                true
            };
            works |= captured == wants_capture;
            if works {
                break;
            }
        }
        past.pop();
        Some(works == wants_capture)
    }
}

/// The positions of the line so far, with the ko and the side to move.
pub type Past = Vec<(std::collections::BTreeMap<Point, Color>, SlowKo, Color)>;
