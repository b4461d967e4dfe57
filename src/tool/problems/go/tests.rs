//! Problems of drawn positions.

use super::*;
use crate::tool::problems::sentences::Outcome;
use tengen_play::PlayableGame as _;
use tengen_play::board::SetUp;
use tengen_play::options::GameOptions;

/// Returns the findings of one kind in a drawing, with `X` for black and `O` for white.
fn findings(rows: &[&str], to_move: Color, kind: ProblemKind) -> Vec<Finding> {
    let start = Go::start(&GameOptions {
        size: Some(rows.len() as u8),
        ..GameOptions::default()
    });
    let mut set_up = SetUp {
        to_move: Some(to_move),
        ..SetUp::default()
    };
    for (row, text) in (0..).zip(rows) {
        for (column, letter) in (0..).zip(text.chars()) {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            set_up.stones.push((color, Point { column, row }));
        }
    }
    let position = Go::set_up(&start.unwrap(), &set_up).unwrap();
    let limits = FinderLimits {
        empties: 0,
        depth: None,
        solutions: 1,
    };
    Go::find(&mut Go::finder(limits), &position, &[kind])
}

/// Returns whether the position has one problem of the kind, with this solution.
#[track_caller]
fn assert_solution(rows: &[&str], kind: ProblemKind, (column, row): (u8, u8)) -> Finding {
    let mut found = findings(rows, Color::Black, kind);
    let solutions: Vec<&[Point]> = found.iter().map(|finding| &finding.solutions[..]).collect();
    assert_eq!(solutions, [&[Point { column, row }]], "{kind}");
    found.remove(0)
}

const LADDER: [&str; 9] = [
    ".........",
    ".........",
    "..X..O...",
    ".........",
    "....OX...",
    "..OXXOO..",
    "...XOX...",
    "...XOX...",
    "...OOX...",
];

#[test]
fn one_direction_of_a_ladder_captures() {
    let finding = assert_solution(&LADDER, ProblemKind::Ladder, (4, 3));
    assert_eq!(finding.target, [Point { column: 4, row: 4 }]);
    assert!(finding.right[0].moves.len() >= 5);
    let wrong: Vec<_> = finding.wrong.iter().filter_map(Branch::first).collect();
    assert!(wrong.contains(&Point { column: 3, row: 4 }));
    assert_eq!(findings(&LADDER, Color::White, ProblemKind::Ladder), []);
}

#[test]
fn a_net_captures_what_no_ladder_does() {
    let rows = [
        ".........",
        ".........",
        ".........",
        "....XX...",
        "....XOO..",
        "..O.OXX..",
        ".....OOX.",
        ".........",
        ".........",
    ];
    let finding = assert_solution(&rows, ProblemKind::Net, (7, 5));
    assert_eq!(finding.target.len(), 2);
    assert_eq!(findings(&rows, Color::Black, ProblemKind::Ladder), []);
}

#[test]
fn one_move_saves_a_chain_in_atari() {
    let rows = [
        ".........",
        "......XOX",
        "...XX..X.",
        "...XO.X.X",
        "XX.OXX.X.",
        "OOO.OOOO.",
        "X.......O",
        "OX.O.....",
        ".........",
    ];
    let finding = assert_solution(&rows, ProblemKind::Escape, (1, 6));
    assert_eq!(finding.wrong[0].outcome, Outcome::LadderCaptured);
}

#[test]
fn the_middle_of_three_points_decides_a_group() {
    let black = [
        "...XO..", "XXXXO..", "OOOOO..", ".......", ".......", ".......", ".......",
    ];
    let white = black.map(|row| {
        let swap = |letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        row.chars().map(swap).collect::<String>()
    });
    let white = white.each_ref().map(String::as_str);
    for (rows, kind) in [(black, ProblemKind::Live), (white, ProblemKind::Kill)] {
        let finding = assert_solution(&rows, kind, (1, 0));
        assert_eq!(finding.wrong.len(), 2);
        assert!(finding.zone.is_some_and(|zone| zone.len() < 16));
    }
}

#[test]
fn a_net_that_a_move_at_its_wall_breaks_is_no_problem() {
    // The reader of nets catches the stone at (4,0) by (6,0), but does not try White's reply at (3,2).
    let rows = [
        ".O..O..X.....",
        "X.XOXXOOX....",
        "..X.OXXOX....",
        "....OOOX.....",
        "......OX.....",
        ".............",
        ".............",
        ".............",
        ".............",
        ".............",
        ".............",
        ".............",
        ".............",
    ];
    assert_eq!(findings(&rows, Color::Black, ProblemKind::Net), []);
}
