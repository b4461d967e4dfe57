//! Handicap stones of Asian servers, which place the third stone at the upper left.

use super::OtherGame;
use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// Largest number of stones with fixed points.
const MOST: u32 = 9;

/// Sets up the handicap stones and makes White the side to move; does nothing for fewer than two stones.
pub(super) fn set_up(game: &mut OtherGame, stones: u32) {
    let (width, height) = (game.game.info.width, game.game.info.height);
    if stones < 2 {
        return;
    }
    game.game.info.handicap = Some(stones.to_string());
    game.game.start.to_move = Some(Color::White);
    if stones > MOST || width != height || width < 7 || width % 2 == 0 && stones > 4 {
        return;
    }
    let near = if width < 13 { 2 } else { 3 };
    let (middle, far) = (width / 2, width - 1 - near);
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let mut points: Vec<(u8, u8)> = corners.into_iter().take(stones as usize).collect();
    if stones >= 6 {
        points.extend([(near, middle), (far, middle)]);
    }
    if stones >= 8 {
        points.extend([(middle, near), (middle, far)]);
    }
    if stones >= 5 && stones % 2 == 1 {
        points.push((middle, middle));
    }
    let points = points.into_iter();
    let mut points: Vec<Point> = points.map(|(column, row)| Point { column, row }).collect();
    points.sort_by_key(|point| (point.row, point.column));
    game.game.start.black = points;
}
