//! Seki: living groups without two eyes that share liberties neither side can fill.

use super::area_score::{AreaGroup, AreaScore};
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// The largest size in points of a neutral region shared in a seki. Larger regions are open ground.
const MAX_SHARED: usize = 6;

/// Returns the stones in seki. `filled` contains false eyes, which don't count as eyes.
pub fn stones_in_seki(board: &Board, dead: &PointSet, filled: &PointSet) -> PointSet {
    let counted = AreaScore::new(board, dead).with_filled(filled.clone());
    let is_shared = |&region: &u16| counted.points_of_region(region).count() <= MAX_SHARED;
    // A group next to open ground can still make eyes there.
    let touches = |point: &Point| {
        let mut around = point.neighbors().into_iter();
        around.any(|near| board.contains(near) && counted.living(near).is_some())
    };
    let is_open = |&region: &u16| {
        !counted
            .points_of_region(region)
            .all(|point| touches(&point))
    };
    let without_eyes = |color| {
        let mut groups = counted.groups(color);
        groups.retain(|group| group.lacks_eyes() && !group.neutral.iter().any(is_open));
        for group in &mut groups {
            group.neutral.retain(is_shared);
        }
        groups
    };
    let mut sides = Color::BOTH.map(without_eyes);
    while drop_groups_with_strong_neighbors(&mut sides) {}
    let stones = sides
        .iter()
        .flatten()
        .flat_map(|group| group.points.iter().copied());
    stones
        .filter(|&point: &Point| counted.living(point).is_some())
        .collect()
}

/// Removes groups that share no region with an opposing group without two eyes, because a two-eyed neighbor can fill
/// the region. Returns whether any group was removed.
fn drop_groups_with_strong_neighbors(sides: &mut [Vec<AreaGroup>; 2]) -> bool {
    let before = sides[0].len() + sides[1].len();
    for (side, other) in [(0, 1), (1, 0)] {
        let shared: Vec<u16> = sides[other]
            .iter()
            .flat_map(|group| group.neutral.clone())
            .collect();
        sides[side].retain(|group| group.neutral.iter().any(|region| shared.contains(region)));
    }
    sides[0].len() + sides[1].len() < before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    fn in_seki(rows: &[&str]) -> usize {
        let board = Stones::drawn(rows).board();
        stones_in_seki(&board, &PointSet::new(), &PointSet::new()).len()
    }

    #[test]
    fn a_seki_takes_two_sides_without_eyes() {
        assert_eq!(in_seki(&[". X . O ."]), 2);
        assert_eq!(in_seki(&[". X . X . O ."]), 0);
    }

    #[test]
    fn open_ground_is_no_seki() {
        assert_eq!(in_seki(&["X . . . . . . . O"]), 0);
        assert_eq!(in_seki(&["X . . O"]), 2);
    }
}
