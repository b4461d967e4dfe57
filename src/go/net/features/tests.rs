use super::*;
use crate::board::{PointSet, Size};
use crate::net::model::Inputs;
use crate::net::symmetry::Symmetry;
use crate::rules::{Komi, Position, Rules};
use crate::testing::go_reference::Stones;
use tengen_engine::game::Color;

impl Features {
    /// Returns the points marked on a plane.
    fn marked(&self, plane: usize) -> PointSet {
        let (width, height) = self.size;
        let points = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        points
            .filter(|&(column, row)| self.at(column, row)[plane] != 0.0)
            .map(|(column, row)| Point::new(column as u8, (height - 1 - row) as u8))
            .collect()
    }

    /// Draws a plane, with `#` for marked points.
    fn drawn(&self, plane: usize) -> Vec<String> {
        let (width, height) = self.size;
        let letter = |column, row| match self.at(column, row)[plane] {
            0.0 => '.',
            1.0 => '#',
            other => panic!("{other} on plane {plane}"),
        };
        (0..height)
            .map(|row| (0..width).map(|column| letter(column, row)).collect())
            .collect()
    }

    /// Returns the features of the board transformed by a symmetry.
    pub fn turned(&self, symmetry: Symmetry) -> Features {
        let mut turned = self.clone();
        let (width, height) = self.size;
        for row in 0..height {
            for column in 0..width {
                let (to_column, to_row) = symmetry.apply(self.size, column, row);
                let at = (to_row * width + to_column) * PLANES;
                turned.planes[at..at + PLANES].copy_from_slice(self.at(column, row));
            }
        }
        turned
    }
}

fn komi(points: f64) -> Komi {
    Komi::from_points(points).unwrap()
}

/// A position without earlier moves.
fn drawn(rows: &[&str], to_move: Color, rules: Rules) -> GameHistory {
    let stones = Stones::drawn(rows);
    let mut position = Position::new(stones.size, rules, komi(7.0));
    let stones: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
    position.set_position(&stones, to_move).unwrap();
    GameHistory::new(position)
}

fn point(name: &str) -> Point {
    let letter = name.as_bytes()[0];
    let row: u8 = name[1..].parse().unwrap();
    Point::new(letter - b'A' - u8::from(letter > b'I'), row - 1)
}

fn place(name: &str) -> Move {
    match name {
        "pass" => Move::Pass,
        name => Move::Place(point(name)),
    }
}

/// Plays alternating moves on an empty board of this side length, black first.
fn played(side: u32, rules: Rules, moves: &str) -> GameHistory {
    let size = Size::square(side).unwrap();
    let mut history = GameHistory::new(Position::new(size, rules, komi(7.0)));
    for mv in moves.split_whitespace() {
        let color = history.position().to_move();
        history.play(color, place(mv)).unwrap();
    }
    history
}

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(point).collect()
}

#[test]
fn stones_and_liberties() {
    let rows = [
        ". X O . .",
        "X X O . .",
        "O O O . .",
        ". . . . .",
        ". X . . O",
    ];
    let features = Features::new(&drawn(&rows, Color::White, Rules::DEFAULT), Inputs::LATEST);
    assert_eq!(features.size(), (5, 5));
    assert_eq!(features.marked(0).len(), 25);
    for (plane, expected) in [
        (1, ["..#..", "..#..", "###..", ".....", "....#"]),
        (2, [".#...", "##...", ".....", ".....", ".#..."]),
        (3, [".#...", "##...", ".....", ".....", "....."]),
        (4, [".....", ".....", ".....", ".....", "....#"]),
        (5, [".....", ".....", ".....", ".....", ".#..."]),
    ] {
        assert_eq!(features.drawn(plane), expected, "plane {plane}");
    }
    for plane in [7, 8, 20, 21] {
        assert!(features.marked(plane).is_empty());
    }
}

#[test]
fn rectangles_keep_their_rows() {
    let rows = ["X . . .", ". . . O", ". . . ."];
    let features = Features::new(&drawn(&rows, Color::Black, Rules::DEFAULT), Inputs::LATEST);
    assert_eq!(features.size(), (4, 3));
    assert_eq!(features.drawn(1), ["#...", "....", "...."]);
    assert_eq!(features.drawn(2), ["....", "...#", "...."]);
}

#[test]
fn points_barred_by_ko() {
    // White has just captured a stone at D3.
    let moves = "C4 D4 C2 D2 B3 E3 D3 C3";
    for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR] {
        let ko = Features::new(&played(5, rules, moves), Inputs::LATEST);
        assert_eq!(ko.marked(6), points("D3"));
        let after = Features::new(&played(5, rules, &format!("{moves} A1 A5")), Inputs::LATEST);
        assert!(after.marked(6).is_empty());
    }
}

#[test]
fn points_barred_by_superko() {
    // White has captured black stones at A1 and B1; black A1 would repeat the position after two moves.
    let size = Size::new(3, 1).unwrap();
    for (rules, barred) in [(Rules::TROMP_TAYLOR, "A1"), (Rules::CHINESE, "")] {
        let mut history = GameHistory::new(Position::new(size, rules, komi(0.0)));
        for (i, name) in ["A1", "C1", "B1", "C1"].into_iter().enumerate() {
            history.play(Color::BOTH[i % 2], place(name)).unwrap();
        }
        assert_eq!(
            Features::new(&history, Inputs::LATEST).marked(6),
            points(barred)
        );
    }
}

#[test]
fn the_last_five_moves() {
    let history = played(5, Rules::DEFAULT, "A1 B1 C1 D1 E1 A2 B2");
    let features = Features::new(&history, Inputs::LATEST);
    for (plane, name) in [(9, "B2"), (10, "A2"), (11, "E1"), (12, "D1"), (13, "C1")] {
        assert_eq!(features.marked(plane), points(name), "plane {plane}");
    }
    assert_eq!(features.globals()[..5], [0.0; 5]);
    let history = played(5, Rules::DEFAULT, "A1 pass C1");
    let features = Features::new(&history, Inputs::LATEST);
    assert_eq!(features.marked(9), points("C1"));
    assert!(features.marked(10).is_empty());
    assert_eq!(features.marked(11), points("A1"));
    assert_eq!(features.globals()[..5], [0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn history_ends_where_one_side_moves_twice() {
    let mut history = played(5, Rules::DEFAULT, "A1 B1");
    history.play(Color::White, place("C1")).unwrap();
    let features = Features::new(&history, Inputs::LATEST);
    assert_eq!(features.marked(9), points("C1"));
    assert!((10..=13).all(|plane| features.marked(plane).is_empty()));
    history.turn_over();
    let features = Features::new(&history, Inputs::LATEST);
    assert!((9..=13).all(|plane| features.marked(plane).is_empty()));
    assert_eq!(features.marked(1), points("B1 C1"));
}

#[test]
fn a_pass_that_ends_the_game() {
    // Dead stones must be captured first: a second pass ends the game, so the first is visible.
    let strict = Features::new(&played(5, Rules::DEFAULT, "C3 pass"), Inputs::LATEST);
    assert_eq!((strict.globals()[0], strict.globals()[14]), (1.0, 1.0));
    assert_eq!(strict.marked(10), points("C3"));
    // Friendly passing under area scoring: neither is visible.
    let friendly = Features::new(&played(5, Rules::CHINESE, "C3 pass"), Inputs::LATEST);
    assert_eq!((friendly.globals()[0], friendly.globals()[14]), (0.0, 0.0));
    assert!(friendly.marked(10).is_empty());
    // Both are visible under territory scoring.
    let territory = Features::new(&played(5, Rules::JAPANESE, "C3 pass"), Inputs::LATEST);
    assert_eq!(
        (territory.globals()[0], territory.globals()[14]),
        (1.0, 1.0)
    );
    // After the end, only the last pass is visible.
    let over = Features::new(&played(5, Rules::DEFAULT, "C3 pass pass"), Inputs::LATEST);
    assert_eq!(over.globals()[..3], [1.0, 0.0, 0.0]);
    assert_eq!(over.globals()[14], 1.0);
}

fn of_format(format: u32) -> Inputs {
    Inputs::of_format(format, false)
}

#[test]
fn old_networks_see_no_end_of_the_game() {
    let over = played(5, Rules::DEFAULT, "C3 pass pass");
    for (format, seen) in [(5, 0.0), (6, 0.0), (7, 1.0)] {
        let globals = *Features::new(&over, of_format(format)).globals();
        assert_eq!((globals[0], globals[14]), (seen, seen), "version {format}");
    }
    let pass = played(5, Rules::DEFAULT, "C3 pass");
    assert_eq!(Features::new(&pass, of_format(3)).globals()[14], 1.0);
}

#[test]
fn old_networks_see_area_scoring_with_superko_and_komi_in_their_unit() {
    let history = played(9, Rules::JAPANESE, "E5");
    for (format, komi, ko, territory) in [
        (3, 15.0, 1.0, 0.0),
        (6, 15.0, 1.0, 0.0),
        (7, 20.0, 0.0, 1.0),
    ] {
        let globals = *Features::new(&history, of_format(format)).globals();
        // Black's stone cost a point, so white has 8 with komi.
        assert_eq!(globals[5], 8.0 / komi, "version {format}");
        assert_eq!(
            (globals[6], globals[9]),
            (ko, territory),
            "version {format}"
        );
    }
}

#[test]
fn version_5_sees_what_is_safe_and_version_6_no_areas_and_ladders() {
    let rows = [
        ". X . X . . .",
        "X X X X . . .",
        ". . . . . . .",
        ". . . . . O X",
        ". . . . . . O",
    ];
    let history = drawn(&rows, Color::White, Rules::DEFAULT);
    let area = |format| Features::new(&history, of_format(format)).marked(19);
    assert!(area(4).contains(point("G2")));
    assert_eq!(area(5), points("A5 B5 C5 D5 A4 B4 C4 D4"));
    assert!(area(6).is_empty());
    let laddered = drawn(
        &[
            ". O X . .",
            ". . O . .",
            ". . . . .",
            ". . . . .",
            ". . . . .",
        ],
        Color::White,
        Rules::DEFAULT,
    );
    for (format, sees) in [(5, true), (6, false)] {
        let features = Features::new(&laddered, of_format(format));
        assert_eq!(!features.marked(14).is_empty(), sees, "version {format}");
    }
}

#[test]
fn ladders_now_and_before() {
    let rows = [
        ". . . . . . .",
        ". . X X . . .",
        ". X O . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    let mut history = drawn(&rows, Color::Black, Rules::DEFAULT);
    let features = Features::new(&history, Inputs::LATEST);
    assert_eq!(features.marked(14), points("C5"));
    assert_eq!(features.marked(15), points("C5"));
    assert_eq!(features.marked(16), points("C5"));
    assert_eq!(features.marked(17), points("C4"));
    // From the other side's point of view the chain is lost too, but the attacker's moves aren't its own.
    history.turn_over();
    let features = Features::new(&history, Inputs::LATEST);
    assert_eq!(features.marked(14), points("C5"));
    assert!(features.marked(17).is_empty());
    // After an extension to three liberties, the chain was lost on earlier boards but no longer is.
    history.play(Color::White, place("D5")).unwrap();
    let features = Features::new(&history, Inputs::LATEST);
    assert!(features.marked(14).is_empty());
    assert_eq!(features.marked(15), points("C5"));
    assert_eq!(features.marked(16), points("C5"));
}

#[test]
fn area_with_and_without_seki() {
    let rows = [
        ". X O . .",
        "X X O O O",
        ". X O . .",
        "X X X O O",
        ". X . O .",
    ];
    let area = Features::new(&drawn(&rows, Color::White, Rules::DEFAULT), Inputs::LATEST);
    for (plane, expected) in [
        (18, ["..###", "..###", "..###", "...##", "...##"]),
        (19, ["##...", "##...", "##...", "###..", "##..."]),
    ] {
        assert_eq!(area.drawn(plane), expected, "plane {plane}");
    }
    // The neutral point at C1 makes both sides' territory that of a seki, according to this rule.
    let stones = Features::new(
        &drawn(&rows, Color::White, Rules::STONE_SCORING),
        Inputs::LATEST,
    );
    for (plane, expected) in [
        (18, ["..#..", "..###", "..#..", "...##", "...#."]),
        (19, [".#...", "##...", ".#...", "###..", ".#..."]),
    ] {
        assert_eq!(stones.drawn(plane), expected, "plane {plane}");
    }
    let none = Features::new(&drawn(&rows, Color::White, Rules::JAPANESE), Inputs::LATEST);
    assert!(none.marked(18).is_empty() && none.marked(19).is_empty());
}

#[test]
fn rules_and_komi() {
    let globals = |rules| *Features::new(&played(9, rules, "E5"), Inputs::LATEST).globals();
    let of_rules = |rules| {
        let globals = globals(rules);
        [6, 7, 8, 9, 10, 11, 17].map(|i: usize| globals[i])
    };
    let tromp_taylor = [1.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(of_rules(Rules::TROMP_TAYLOR), tromp_taylor);
    assert_eq!(of_rules(Rules::CHINESE), [0.0; 7]);
    let japanese = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0];
    assert_eq!(of_rules(Rules::JAPANESE), japanese);
    let aga_button = [1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 1.0];
    assert_eq!(of_rules(Rules::AGA_BUTTON), aga_button);
    let stone_scoring = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0];
    assert_eq!(of_rules(Rules::STONE_SCORING), stone_scoring);
    // White is to move and has 7 points; black's stone adds one under territory scoring.
    assert_eq!(globals(Rules::TROMP_TAYLOR)[5], 0.35);
    assert_eq!(globals(Rules::JAPANESE)[5], 0.4);
    // Komi of 7 on 81 points allows a draw: the wave begins to rise.
    assert_eq!(globals(Rules::TROMP_TAYLOR)[18], 0.0);
    assert_eq!(globals(Rules::JAPANESE)[18], 0.0);
}

#[test]
fn the_button_is_half_a_point_for_who_takes_it() {
    let history = played(9, Rules::AGA_BUTTON, "E5 pass");
    let features = Features::new(&history, Inputs::LATEST);
    assert_eq!(features.globals()[17], 0.0);
    // Taking the button isn't a pass that ends a game.
    assert_eq!(features.globals()[14], 0.0);
    // Black is to move, against 7 points of komi and half a point of the button.
    assert_eq!(features.globals()[5], -0.375);
}

#[test]
fn komi_is_bounded() {
    let size = Size::square(5).unwrap();
    for (points, expected) in [(1000.0, -45.0), (-1000.0, 45.0), (30.0, -30.0)] {
        let history = GameHistory::new(Position::new(size, Rules::DEFAULT, komi(points)));
        let features = Features::new(&history, Inputs::LATEST);
        assert_eq!(features.globals()[5] * 20.0, expected);
    }
}

#[test]
fn the_wave_of_parity() {
    // Half-point steps from a komi that allows a draw: up, down through the next whole point, and up again.
    let wave = [0.0, 0.5, 0.0, -0.5, 0.0, 0.5];
    for (i, expected) in wave.into_iter().enumerate() {
        assert_eq!(parity_wave(7.0 + i as f32 / 2.0, 81), expected, "{i}");
        assert_eq!(parity_wave(-5.0 + i as f32 / 2.0, 81), expected, "{i}");
        assert_eq!(parity_wave(8.0 + i as f32 / 2.0, 36), expected, "{i}");
    }
}

#[test]
fn a_small_advantage_in_playouts_differs_from_none() {
    let mut features = Features::new(&played(5, Rules::DEFAULT, "C3"), Inputs::LATEST);
    assert_eq!(features.globals()[15..17], [0.0, 0.0]);
    for (doublings, expected) in [(3.0, [1.0, 1.5]), (-0.5, [1.0, -0.25]), (0.0, [0.0, 0.0])] {
        features.set_playout_doublings(doublings);
        assert_eq!(features.globals()[15..17], expected);
    }
}

#[test]
fn forgotten_moves_are_not_seen_and_new_ones_are() {
    let mut history = played(5, Rules::DEFAULT, "C3 B2 pass");
    let pass_ends = |history: &GameHistory| Features::new(history, Inputs::LATEST).globals()[14];
    assert_eq!(pass_ends(&history), 1.0);
    history.forget_moves();
    assert_eq!(history.latest_moves().count(), 0);
    assert_eq!(pass_ends(&history), 1.0);
    history.forget_passes();
    assert_eq!(pass_ends(&history), 0.0);
    history.play(Color::White, Move::Pass).unwrap();
    assert_eq!(history.latest_moves().count(), 1);
    assert_eq!(pass_ends(&history), 1.0);
}
