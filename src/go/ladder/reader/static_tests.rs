//! Static tests: facts about a position that are clear before a move is tried, such as escapes, dead ends and saving
//! captures.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::{LadderReader, ReadTrace};
use crate::board::point::Point;
use crate::board::stones::{ExtensionLiberties, Neighborhood};

/// An attack on a chain with two liberties.
#[derive(Clone, Copy)]
pub(super) struct Attack {
    pub point: Point,
    /// The remaining liberty, where the defender can extend.
    pub extension: Point,
    /// The neighborhood of `extension` after the attack.
    around_extension: Neighborhood,
    /// The neighborhood of the attack before it is played.
    around_point: Neighborhood,
    /// The liberties of the chain after it extends. At most two are certain, or the attack would have failed.
    after_extension: ExtensionLiberties,
}

/// The attacks worth trying.
pub(super) type Attacks = ArrayVec<Attack, 2>;

impl Attack {
    /// Whether the defender's extension joins and captures nothing. The attacking stone may still be capturable.
    #[inline]
    pub fn has_isolated_extension(&self) -> bool {
        self.around_extension.is_isolated()
    }

    /// Returns the two liberties that an isolated extension gains.
    #[inline]
    pub fn gained(&self) -> [Option<Point>; 2] {
        let mut gained = self.around_extension.empty_points(self.extension);
        [gained.next(), gained.next()]
    }

    /// Whether this attack captures a chain that has nothing to capture: the extension is self-atari, and the attacking
    /// stone cannot be captured in turn.
    #[inline]
    pub fn catches(&self) -> bool {
        if !self.after_extension.is_self_atari() {
            return false;
        }
        // The attacking stone has two liberties. The extension may take one, but then the chain is captured.
        self.around_point.empty_count() >= 2 || self.around_point.has_foe_with_at_least(3)
    }
}

impl<T: ReadTrace> LadderReader<'_, T> {
    /// Returns the attacks on a chain with two liberties that are legal except for ko and leave no way to reach three
    /// liberties.
    #[inline]
    pub(super) fn viable_attacks(&mut self) -> Attacks {
        match self.board.two_liberties(self.target) {
            Some([first, second]) => self.attacks_on(first, second),
            None => Attacks::new(),
        }
    }

    /// Returns the viable attacks on a chain with these two liberties.
    #[inline]
    pub(super) fn attacks_on(&mut self, first: Point, second: Point) -> Attacks {
        self.trace.test(first);
        self.trace.test(second);
        let around = [first, second].map(|liberty| self.board.neighborhood(liberty, self.target));
        let mut attacks = Attacks::new();
        for (point, extension, around_point, around) in [
            (first, second, around[0], around[1]),
            (second, first, around[1], around[0]),
        ] {
            let around = around.with_stone_at(extension, point);
            if !around_point.allows_opponent() {
                continue;
            }
            let liberties =
                self.board
                    .extension_liberties(extension, self.target, around, Some(point));
            if liberties.at_least < 3 && !self.extends_to_three(extension, around, Some(point)) {
                attacks.push(Attack {
                    point,
                    extension,
                    around_extension: around,
                    around_point,
                    after_extension: liberties,
                });
            }
        }
        // Prefer the attack that leaves fewer liberties, then the one nearer the edge.
        let order = |attack: &Attack| {
            (
                attack.after_extension.at_least,
                Reverse(self.height_above_edge(attack.point)),
            )
        };
        if let [first, second] = &attacks[..]
            && order(second) < order(first)
        {
            attacks.swap(0, 1);
        }
        attacks
    }

    /// Returns the liberties of the chain after it extends in reply to this attack, which captured nothing.
    #[inline]
    pub(super) fn extension_after(&self, attack: &Attack) -> ExtensionLiberties {
        let mut liberties = attack.after_extension;
        // The extension may capture the attacking stone.
        liberties.is_exact &= self.board.last_liberty(attack.point) != Some(attack.extension);
        liberties
    }

    /// Returns the distance from the nearest edge.
    fn height_above_edge(&self, point: Point) -> u8 {
        let size = self.board.size();
        let across = point.column().min(size.width() - 1 - point.column());
        let along = point.row().min(size.height() - 1 - point.row());
        across.min(along)
    }

    /// Returns a lower bound on the chain's liberties after an attack on one liberty and an extension at the other.
    pub(super) fn liberties_after_exchange(&self, extension: Point, attack: Point) -> usize {
        let around = self.board.neighborhood(extension, self.target);
        let around = around.with_stone_at(extension, attack);
        let liberties =
            self.board
                .extension_liberties(extension, self.target, around, Some(attack));
        liberties.at_least
    }

    /// Whether an extension at `last`, with this neighborhood and possibly after an attack, gains two liberties of
    /// which the attacker can take only one: playing the other gives the chain three.
    #[inline(always)]
    pub(super) fn extends_to_three(
        &self,
        last: Point,
        around: Neighborhood,
        attack: Option<Point>,
    ) -> bool {
        around.empty_count() >= 2 && self.opens_everywhere(last, around, attack)
    }

    /// Whether all empty neighbors of an extension at `last` are surrounded by empty points except for the extension.
    fn opens_everywhere(&self, last: Point, around: Neighborhood, attack: Option<Point>) -> bool {
        around.empty_points(last).all(|liberty| {
            // The extension is still one of its four empty neighbors.
            self.board.is_surrounded_by_empty(liberty)
                && attack.is_none_or(|attack| !attack.touches(liberty))
        })
    }

    /// Whether capturing this chain in atari gives the target three liberties after the attack.
    pub(super) fn is_answered_by_capture(&self, attack: &Attack, foe: Point) -> bool {
        let last = self.board.last_liberty(foe);
        last != Some(attack.point)
            && last != Some(attack.extension)
            && self.gains_two_liberties(foe)
            && self.board.captures(self.attacker(), attack.point) == 0
    }

    /// Whether capturing this chain gains the target two liberties. No ko can forbid such a capture.
    pub(super) fn gains_two_liberties(&self, foe: Point) -> bool {
        if self.board.chain_len(foe) < 2 {
            return false;
        }
        let head = self.board.head(self.target);
        let mut touching = self
            .board
            .stones_of(foe)
            .filter(|stone| stone.neighbors().into_iter().any(|n| self.is_of(n, head)));
        touching.nth(1).is_some()
    }
}
