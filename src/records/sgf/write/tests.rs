//! Games in written form, and written games read again.

use proptest::prelude::*;

use super::*;
use crate::sgf::{SgfGameType, SgfNotes};

#[test]
fn a_small_game_in_full() {
    let mut info = SgfGameInfo::new(SgfGameType::Go, 9, 13);
    info.komi = Some("7.5".to_owned());
    info.rules = Some("a]b\\c:d".to_owned());
    let mut game = SgfGame::new(info);
    game.start.black = vec![Point { column: 2, row: 2 }];
    game.start.to_move = Some(Color::White);
    game.steps = vec![
        SgfStep::Move(Color::White, Some(Point { column: 8, row: 12 })),
        SgfStep::Move(Color::Black, None),
    ];
    game.notes.add(NoteNode::Root, "PB", "bob");
    game.notes.add(NoteNode::Step(0), "C", "[hi]");
    game.notes.add(NoteNode::After(1), "C", "wait");
    game.notes.add(NoteNode::After(2), "C", "bye");
    let text = game.to_text();
    let (head, tail) = text.split_once("AP[").unwrap();
    assert_eq!(head, "(;GM[1]FF[4]CA[UTF-8]");
    let tail = tail.split_once(']').unwrap().1.replace('\n', "");
    assert_eq!(
        tail,
        "SZ[9:13]KM[7.5]RU[a\\]b\\\\c\\:d]AB[cc]PL[W]PB[bob];W[im]C[[hi\\]];C[wait];B[];C[bye])"
    );
}

#[test]
fn variations_stand_beside_the_main_line() {
    let mut game =
        SgfGame::from_text("(;SZ[9](;C[x](;B[aa](;W[bb])(;W[cc];B[dd]))(;B[ee]))(;B[ff])(;B[gg]))")
            .unwrap();
    let tail = |game: &SgfGame| {
        let text = game.to_text();
        text.split_once("SZ[9]").unwrap().1.to_owned()
    };
    assert_eq!(
        tail(&game),
        "\n(;C[x]\n(;B[aa]\n(;W[bb])\n(;W[cc];B[dd]))\n(;B[ee]))\n(;B[ff])\n(;B[gg]))\n"
    );
    assert_eq!(SgfGame::from_text(&game.to_text()).as_ref(), Ok(&game));
    // Without the rest of the main line, an empty node keeps the variations in place.
    game.steps.truncate(1);
    game.notes.truncate(1);
    assert_eq!(
        tail(&game),
        "\n(;C[x]\n(;B[aa]\n(;)\n(;W[cc];B[dd]))\n(;B[ee]))\n(;B[ff])\n(;B[gg]))\n"
    );
    let again = SgfGame::from_text(&game.to_text()).unwrap();
    assert_eq!(again, game);
    game.steps.clear();
    game.notes.truncate(0);
    assert_eq!(
        tail(&game),
        "\n(;C[x]\n(;)\n(;B[ee]))\n(;B[ff])\n(;B[gg]))\n"
    );
}

#[test]
fn lines_are_short() {
    let mut game = SgfGame::new(SgfGameInfo::new(SgfGameType::Go, 19, 19));
    game.steps = vec![SgfStep::Move(Color::Black, Some(Point { column: 0, row: 0 })); 500];
    assert!(
        game.to_text()
            .lines()
            .all(|line| line.len() <= LINE_LENGTH + 10)
    );
}

/// Texts of one line without spaces at the ends.
fn text() -> impl Strategy<Value = String> {
    let printable = proptest::collection::vec(
        prop_oneof![
            Just(']'),
            Just('['),
            Just('\\'),
            Just(':'),
            Just(' '),
            Just(';'),
            any::<char>()
        ],
        1..12,
    );
    printable.prop_map(|chars| {
        let visible = |c: &char| *c == ' ' || !(c.is_whitespace() || c.is_control());
        let text: String = chars.into_iter().filter(visible).collect();
        format!("x{}", text.trim_end())
    })
}

fn info_strategy() -> impl Strategy<Value = SgfGameInfo> {
    let kind = prop_oneof![
        Just(SgfGameType::Go),
        Just(SgfGameType::Othello),
        Just(SgfGameType::Gomoku)
    ];
    let some_text = || proptest::option::of(text());
    let texts = [some_text(), some_text(), some_text(), some_text()];
    (kind, 1u8..=52, 1u8..=52, texts).prop_map(
        |(kind, width, height, [komi, handicap, rules, exact_rules])| SgfGameInfo {
            komi,
            handicap,
            rules,
            exact_rules,
            ..SgfGameInfo::new(kind, width, height)
        },
    )
}

/// Creates notes on the root, on some steps, and in nodes between them.
fn notes_of(texts: Vec<(u8, String)>, steps: usize) -> SgfNotes {
    let mut notes = SgfNotes::default();
    let mut texts = texts.into_iter().peekable();
    if let Some((_, text)) = texts.next() {
        notes.add(NoteNode::Root, "PB", &text);
    }
    for after in 0..=steps as u32 {
        while let Some((_, text)) = texts.next_if(|(kind, _)| kind % 4 == 0) {
            notes.add(NoteNode::After(after), "C", &text);
        }
        let on_step = (after as usize) < steps;
        if let Some((_, text)) = texts.next_if(|(kind, _)| on_step && kind % 4 == 1) {
            notes.add(NoteNode::Step(after), "XY", &text);
        }
        texts.next_if(|(kind, _)| kind % 4 > 1);
    }
    notes
}

/// A point of the board, or a pass in games that have passes.
fn point(index: Option<u16>, info: &SgfGameInfo) -> Option<Point> {
    let (width, height) = (u16::from(info.width), u16::from(info.height));
    let has_passes = info.kind != SgfGameType::Gomoku;
    let index = index.or((!has_passes).then_some(0))? % (width * height);
    Some(Point {
        column: (index % width) as u8,
        row: (index / width) as u8,
    })
}

fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

fn setup_of(cells: Vec<(u16, u8)>, turn: Option<bool>, info: &SgfGameInfo) -> SgfSetup {
    let mut setup = SgfSetup {
        to_move: turn.map(color),
        ..SgfSetup::default()
    };
    let mut cells: Vec<_> = cells
        .into_iter()
        .map(|(i, kind)| (point(Some(i), info), kind))
        .collect();
    cells.sort_by_key(|(point, _)| point.map(|p| (p.row, p.column)));
    cells.dedup_by_key(|(point, _)| *point);
    for (point, kind) in cells {
        match kind {
            0 => setup.black.extend(point),
            1 => setup.white.extend(point),
            _ => setup.empty.extend(point),
        }
    }
    setup
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(
        info in info_strategy(),
        start in (proptest::collection::vec((any::<u16>(), 0u8..3), 0..60), any::<Option<bool>>()),
        steps in proptest::collection::vec(
            (any::<bool>(), any::<Option<u16>>(), proptest::option::weighted(
                0.1,
                (proptest::collection::vec((any::<u16>(), 0u8..3), 0..9), any::<Option<bool>>()),
            )),
            0..100,
        ),
        texts in proptest::collection::vec((any::<u8>(), text()), 0..60),
    ) {
        let mut game = SgfGame::new(info.clone());
        game.start = setup_of(start.0, start.1, &info);
        for (black, to, setup) in steps {
            let setup = setup.map(|(cells, turn)| setup_of(cells, turn, &info));
            game.steps.push(match setup {
                Some(setup) if setup != SgfSetup::default() => SgfStep::Setup(Box::new(setup)),
                _ => SgfStep::Move(color(black), point(to, &info)),
            });
        }
        if info.kind == SgfGameType::Othello && (info.width, info.height) == (8, 8) {
            // Passes of Othello are not written.
            game.steps.retain(|step| !matches!(step, SgfStep::Move(_, None)));
        }
        game.notes = notes_of(texts, game.steps.len());
        prop_assert_eq!(SgfGame::from_text(&game.to_text()), Ok(game));
    }

    #[test]
    fn anything_readable_can_be_written_and_read_again(
        text in "[(;)\\[\\]a-tABCWEZSPL0-9:\\\\ \n]{0,60}",
    ) {
        for text in [&text, &format!("(;{text}"), &format!("(;SZ[9];B[aa]{text})")] {
            if let Ok(game) = SgfGame::from_text(text) {
                prop_assert_eq!(SgfGame::from_text(&game.to_text()), Ok(game));
            }
        }
    }
}
