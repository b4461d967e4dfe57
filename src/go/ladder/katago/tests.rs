//! KataGo's convention compared with a slow reader written from its description.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::tests::{polynomial_ladder, random_board};
use super::super::{DEFAULT_NODES, Verdict, verdict};
use super::*;
use crate::board::point::Size;
use crate::testing::go_reference::Stones;

/// A literal implementation of the convention on copied boards. Returns `None` if a reading takes too long.
struct Slow {
    target: Point,
    defender: Color,
    nodes_left: u32,
}

impl Slow {
    /// Answers as [`laddered`] does.
    fn laddered(&mut self, now: &Stones, ko: Option<Point>) -> Option<Option<Vec<Point>>> {
        let liberties = now.chain(self.target).1;
        match liberties.len() {
            1 => Some(self.caught(now, 0)?.then(Vec::new)),
            2 => {
                let attacker = self.defender.opponent();
                let mut moves = Vec::new();
                for point in liberties {
                    let (after, _, lost) = now.after(attacker, point);
                    if ko != Some(point) && lost == 0 && self.caught(&after, 0)? {
                        moves.push(point);
                    }
                }
                Some((!moves.is_empty()).then_some(moves))
            }
            _ => Some(None),
        }
    }

    /// Whether the chain is captured with the defender to move and no ko.
    fn caught(&mut self, now: &Stones, plies: usize) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if plies == now.size.area() * 3 / 2 {
            return Some(true);
        }
        let (stones, mut points) = now.chain(self.target);
        if points.len() > 1 {
            return Some(false);
        }
        for stone in stones {
            for near in now.neighbors(stone) {
                if now.stones.get(&near) == Some(&self.defender.opponent()) {
                    let (_, liberties) = now.chain(near);
                    if liberties.len() == 1 {
                        points.extend(liberties);
                    }
                }
            }
        }
        for point in points {
            let (after, _, lost) = now.after(self.defender, point);
            let ko = now.ko_after(self.defender, point);
            if lost == 0 && !self.catches(&after, ko, plies + 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the chain is captured with the attacker to move.
    fn catches(&mut self, now: &Stones, ko: Option<Point>, plies: usize) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if plies == now.size.area() * 3 / 2 {
            return Some(true);
        }
        let liberties = now.chain(self.target).1;
        if liberties.len() != 2 {
            return Some(liberties.len() < 2);
        }
        let attacker = self.defender.opponent();
        let is_idle = |&mouth: &Point| {
            let takes_ko = now.ko_after(attacker, mouth).is_some();
            takes_ko && now.after(self.defender, mouth).0.chain(self.target).1.len() <= 2
        };
        if liberties.iter().all(is_idle) && !self.has_captures(now) {
            return Some(true);
        }
        for point in liberties {
            let (after, _, lost) = now.after(attacker, point);
            let leaves_ko = now.ko_after(attacker, point).is_some();
            if ko != Some(point) && lost == 0 && !leaves_ko && self.caught(&after, plies + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn has_captures(&self, now: &Stones) -> bool {
        let stones = now.chain(self.target).0.into_iter();
        let mut around = stones.flat_map(|stone| now.neighbors(stone));
        around.any(|near| {
            now.stones.get(&near) == Some(&self.defender.opponent()) && now.chain(near).1.len() == 1
        })
    }
}

#[test]
fn random_boards_agree_with_the_slow_reader() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
    let (mut compared, mut caught, mut unlike_strict) = (0, 0, 0);
    for _ in 0..400 {
        let size = Size::new(random.next_u32() % 5 + 4, random.next_u32() % 5 + 4).unwrap();
        let mut board = random_board(size, &mut random);
        for target in board.chains().collect::<Vec<_>>() {
            let defender = board.at(target).unwrap();
            let stones = Stones::from_board(&board);
            let ko = board.ko();
            let mut slow = Slow {
                target,
                defender,
                nodes_left: 3_000,
            };
            let Some(expected) = slow.laddered(&stones, ko.map(|ko| ko.point)) else {
                continue;
            };
            let hash = board.hash();
            let answer = laddered(&mut board, target);
            assert_eq!((board.hash(), board.ko()), (hash, ko));
            let sorted = answer.clone().map(|mut moves| {
                moves.sort_unstable();
                moves.to_vec()
            });
            assert_eq!(
                sorted,
                expected,
                "{target}, ko {ko:?}, on\n{}",
                stones.draw()
            );
            compared += 1;
            caught += u32::from(answer.is_some());
            let first = match board.liberty_count(target) {
                1 => defender,
                _ => defender.opponent(),
            };
            let strict =
                verdict(&mut board, target, first, DEFAULT_NODES).map(|(verdict, _)| verdict);
            unlike_strict += u32::from((strict == Some(Verdict::Captured)) != answer.is_some());
        }
    }
    assert!(
        compared > 2_000 && caught > 500 && unlike_strict > 10,
        "{compared} {caught} {unlike_strict}"
    );
}

#[test]
fn what_takes_too_many_moves_escapes() {
    let (mut board, target) = polynomial_ladder();
    assert_eq!(laddered(&mut board, target), None);
}

#[test]
fn an_empty_point_and_a_chain_with_room_are_not_laddered() {
    let mut board = Stones::drawn(&[". . .", ". X .", ". . ."]).board();
    assert_eq!(laddered(&mut board, Point::new(0, 0)), None);
    assert_eq!(laddered(&mut board, Point::new(1, 1)), None);
}
