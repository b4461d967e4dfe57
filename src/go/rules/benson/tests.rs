use std::collections::{BTreeMap, BTreeSet};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::board::Size;
use crate::testing::go_reference::Stones;

/// Draws the area, with `X` and `O` for the owners.
fn draw(board: &Board, area: &PassAliveArea) -> Vec<String> {
    let size = board.size();
    let letter = |column, row| match area.owner(Point::new(column, row)) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let rows = (0..size.height()).rev();
    rows.map(|row| {
        (0..size.width())
            .map(|column| letter(column, row))
            .collect()
    })
    .collect()
}

fn pass_alive(rows: &[&str], suicide: bool) -> Vec<String> {
    let board = Stones::drawn(rows).board();
    draw(&board, &PassAliveArea::pass_alive(&board, suicide))
}

#[test]
fn two_eyes_live() {
    let rows = [
        ". X . X O",
        "X X X X O",
        "O O O O O",
        ". . . . .",
        ". . . . .",
    ];
    let alive = ["XXXX.", "XXXX.", ".....", ".....", "....."];
    assert_eq!(pass_alive(&rows, false), alive);
    let one_eye = [
        ". X X X O",
        "X X X X O",
        "O O O O O",
        ". . . . .",
        ". . . . .",
    ];
    assert_eq!(pass_alive(&one_eye, false), ["....."; 5]);
}

#[test]
fn stones_inside_are_dead_where_they_have_no_room() {
    // A white stone in one of black's eyes, with two points, next to another eye. Black owns the open board only by
    // count.
    let rows = [
        "O . X . X",
        "X X X X X",
        ". . . . .",
        ". . . . .",
        ". . . . .",
    ];
    let alive = ["XXXXX", "XXXXX", ".....", ".....", "....."];
    assert_eq!(pass_alive(&rows, false), alive);
    let board = Stones::drawn(&rows).board();
    assert_eq!(
        draw(&board, &PassAliveArea::count(&board, false)),
        ["XXXXX"; 5]
    );
}

#[test]
fn a_region_with_two_points_off_the_stones_is_room_to_live() {
    // KataGo's bound: two points of the region that touch no stone of its owner could become eyes.
    let with_one = ["O . X . X", ". . X X X", "X X X . X", "X X X X X"];
    assert_eq!(pass_alive(&with_one, false), ["XXXXX"; 4]);
    let with_two = ["O . . X . X", ". . . X X X", "X X X X . X", "X X X X X X"];
    let alive = ["...XXX", "...XXX", "XXXXXX", "XXXXXX"];
    assert_eq!(pass_alive(&with_two, false), alive);
}

#[test]
fn suicide_takes_life_that_its_ban_gives() {
    // The white stone touches no black stone. If white may fill everything around it and then commit suicide, black has
    // no eye here.
    let rows = [
        "X X X X X X",
        "X . . . X .",
        "X . O . X X",
        "X . . . X X",
        "X X X X X X",
    ];
    assert_eq!(pass_alive(&rows, false), ["XXXXXX"; 5]);
    assert_eq!(pass_alive(&rows, true), ["......"; 5]);
}

#[test]
fn empty_boards_and_boards_of_one_side_belong_as_katago_counts() {
    let board = Board::new(Size::square(3).unwrap());
    assert_eq!(
        draw(&board, &PassAliveArea::count(&board, false)),
        ["..."; 3]
    );
    let board = Stones::drawn(&["...", ".X.", "..."]).board();
    assert_eq!(
        draw(&board, &PassAliveArea::count(&board, false)),
        ["XXX"; 3]
    );
    assert_eq!(
        draw(&board, &PassAliveArea::pass_alive(&board, false)),
        ["..."; 3]
    );
}

#[test]
fn empty_ground_of_living_chains_is_safe_until_a_foe_enters() {
    let alone = [". X . X . . .", "X X X X . . .", ". . . . . . ."];
    let entered = [". X . X . . .", "X X X X . O .", ". . . . . . ."];
    let alive = ["XXXX...", "XXXX...", "......."];
    for (rows, safe) in [(alone, ["XXXXXXX"; 3]), (entered, alive)] {
        let board = Stones::drawn(&rows).board();
        assert_eq!(pass_alive(&rows, false), alive);
        assert_eq!(draw(&board, &PassAliveArea::safe(&board, false)), safe);
    }
}

#[test]
fn seki_gives_no_territory() {
    // Both groups share the two points in the middle of the lowest row, so black's corner eye counts for nothing.
    let rows = [
        ". X O . .",
        "X X O O O",
        "X X X O .",
        ". X . O O",
        "X X . O .",
    ];
    let board = Stones::drawn(&rows).board();
    let with = draw(&board, &PassAliveArea::count(&board, false));
    assert_eq!(with[0], "XXOOO");
    let without = draw(&board, &PassAliveArea::count_without_seki(&board, false));
    assert_eq!(without, [".XO..", "XXOOO", "XXXO.", ".X.OO", "XX.O."]);
}

/// A board of random stones without illegal moves.
fn random_board(random: &mut Xoshiro256PlusPlus, size: Size, fill: u64) -> Board {
    let mut board = Board::new(size);
    for point in size.points() {
        let draw = random.next_u64() % 100;
        let color = if draw.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        if draw < fill && board.is_legal(color, point) {
            board.play(color, point);
        }
    }
    board
}

/// The living stones by Benson's definition, implemented literally with sets.
fn slow_alive(board: &Board, color: Color, suicide: bool) -> BTreeSet<Point> {
    let size = board.size();
    let flood = |start: Point, inside: &dyn Fn(Point) -> bool| {
        let mut points = BTreeSet::from([start]);
        loop {
            let next: BTreeSet<Point> = points
                .iter()
                .flat_map(|point| point.neighbors())
                .filter(|&n| size.contains(n) && inside(n))
                .chain(points.iter().copied())
                .collect();
            if next.len() == points.len() {
                return points;
            }
            points = next;
        }
    };
    let own = |point: Point| board.at(point) == Some(color);
    let other = |point: Point| !own(point);
    let mut chains: BTreeSet<BTreeSet<Point>> = size
        .points()
        .filter(|&p| own(p))
        .map(|p| flood(p, &own))
        .collect();
    let mut regions: BTreeSet<BTreeSet<Point>> = size
        .points()
        .filter(|&p| other(p))
        .map(|p| flood(p, &other))
        .collect();
    let touches =
        |point: Point, chain: &BTreeSet<Point>| point.neighbors().iter().any(|n| chain.contains(n));
    let is_vital = |region: &BTreeSet<Point>, chain: &BTreeSet<Point>| {
        region
            .iter()
            .filter(|&&point| suicide || board.is_empty(point))
            .all(|&point| touches(point, chain))
    };
    loop {
        let (chains_before, regions_before) = (chains.len(), regions.len());
        chains.retain(|chain| regions.iter().filter(|r| is_vital(r, chain)).count() >= 2);
        let alive: BTreeSet<Point> = chains.iter().flatten().copied().collect();
        regions.retain(|region| {
            let around = region.iter().flat_map(|point| point.neighbors());
            around
                .into_iter()
                .all(|n| !own_point(board, n, color) || alive.contains(&n))
        });
        if (chains.len(), regions.len()) == (chains_before, regions_before) {
            return alive;
        }
    }
}

fn own_point(board: &Board, point: Point, color: Color) -> bool {
    board.at(point) == Some(color)
}

#[test]
fn living_chains_are_those_of_the_definition() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = 0;
    for round in 0..1000 {
        let size = Size::new(2 + round % 6, 2 + round % 5).unwrap();
        let board = random_board(&mut random, size, 60 + u64::from(round % 40));
        for suicide in [false, true] {
            for color in Color::BOTH {
                let slow = slow_alive(&board, color, suicide);
                let side = BensonSide::new(&board, color, suicide);
                let quick = side.alive.iter().flat_map(|&head| board.stones_of(head));
                assert_eq!(
                    quick.collect::<BTreeSet<_>>(),
                    slow,
                    "{}",
                    Stones::from_board(&board).draw()
                );
                found += slow.len();
            }
        }
    }
    assert!(found > 300, "only {found} stones alive in all");
}

/// The stones of `color` that survive any sequence of opposing moves while `color` passes.
fn survivors(board: &Board, color: Color, suicide: bool) -> BTreeSet<Point> {
    let foe = color.opponent();
    let size = board.size();
    let key = |board: &Board| -> BTreeMap<Point, Color> { Stones::from_board(board).stones };
    let own = |board: &Board| -> BTreeSet<Point> {
        size.points()
            .filter(|&p| board.at(p) == Some(color))
            .collect()
    };
    let mut alive = own(board);
    let mut seen = BTreeSet::from([key(board)]);
    let mut pending = vec![board.clone()];
    while let Some(board) = pending.pop() {
        let now = own(&board);
        alive.retain(|point| now.contains(point));
        for &point in board.empty_points() {
            if !board.is_barred_suicide(foe, point, suicide) {
                let mut next = board.clone();
                next.play(foe, point);
                next.set_ko(None);
                if seen.insert(key(&next)) {
                    pending.push(next);
                }
            }
        }
    }
    alive
}

#[test]
fn living_chains_are_those_that_cannot_be_captured() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut found = 0;
    for round in 0..150 {
        // Every tenth board has 12 points, with a hundred times as many positions as 9 points.
        let size = Size::new(3 + u32::from(round % 10 == 0), 3).unwrap();
        let board = random_board(&mut random, size, 75);
        for suicide in [false, true] {
            for color in Color::BOTH {
                let alive = slow_alive(&board, color, suicide);
                let survivors = survivors(&board, color, suicide);
                let drawing = Stones::from_board(&board).draw();
                assert_eq!(alive, survivors, "{color}, suicide {suicide}\n{drawing}");
                found += alive.len();
            }
        }
    }
    assert!(found > 50, "only {found} stones alive in all");
}
