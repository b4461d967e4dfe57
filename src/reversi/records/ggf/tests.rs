use proptest::prelude::*;

use super::*;
use crate::rules::board::tests::reached;

/// The game in NBoard's description of its protocol.
const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
     BO[8 ---------------------------O*------*O--------------------------- *]\
     B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

fn mv(text: &str) -> Move {
    parse_move(text).unwrap()
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// NBoard's game with `from` replaced.
fn changed(from: &str, to: &str) -> Result<GgfGame, GgfError> {
    assert!(NBOARD.contains(from), "{from}");
    NBOARD.replace(from, to).parse()
}

#[test]
fn the_example_of_the_protocol() {
    let game: GgfGame = NBOARD.parse().unwrap();
    assert_eq!(game.players, ["./mEdax", "chris"]);
    assert_eq!((game.place.as_str(), game.result), ("NBoard", None));
    assert_eq!(game.date, "2014-02-21 20:52:27 GMT");
    let quarter = GgfClock {
        main: seconds(900),
        ..GgfClock::default()
    };
    assert_eq!(game.clocks, [Some(quarter); 2]);
    assert_eq!(game.start, Position::start());
    let record = game.record().unwrap();
    assert_eq!(
        (record.len(), record.position().to_move()),
        (8, Color::Black)
    );
    assert_eq!(game.to_string(), NBOARD);
}

#[test]
fn games_of_servers() {
    let game: GgfGame = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[a]PW[b]RB[2196.37]RW[2200]\
        TI[05:00//02:00]TY[8]RE[+4.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[d3//0.01]W[c5/-0.45/20.97];)"
        .parse()
        .unwrap();
    let five = GgfClock {
        main: seconds(300),
        increment: Duration::ZERO,
        grace: seconds(120),
    };
    assert_eq!(game.clocks, [Some(five); 2]);
    assert_eq!(
        game.result,
        Some(GgfResult {
            margin: 4.0,
            early: None
        })
    );
    let second = GgfMove {
        color: Color::White,
        mv: mv("c5"),
        eval: Some(-0.45),
        time: Duration::from_millis(20_970),
    };
    assert_eq!(game.moves[1], second);
    assert_eq!(game.moves[0].eval, None);
}

#[test]
fn clocks() {
    for (text, main, increment, grace) in [
        ("15:00", 900, 0, 0),
        ("30", 30, 0, 0),
        ("1:00:05/10", 3605, 10, 0),
        ("1.02:00:00/0:07/2:00", 26 * 3600, 7, 120),
        ("05:00//02:00", 300, 0, 120),
    ] {
        let game = changed("TI[15:00]", &format!("TI[{text}]")).unwrap();
        let expected = GgfClock {
            main: seconds(main),
            increment: seconds(increment),
            grace: seconds(grace),
        };
        assert_eq!(game.clocks, [Some(expected); 2], "{text}");
        let written: GgfGame = game.to_string().parse().unwrap();
        assert_eq!(written.clocks, game.clocks, "{text}");
    }
    for text in ["", "x", "5:", "1:00/x", "99999999999:00"] {
        let game = changed("TI[15:00]", &format!("TI[{text}]")).unwrap();
        assert_eq!(game.clocks, [None; 2], "{text}");
    }
    let game = changed("TI[15:00]", "TB[1:00]TW[2:00]").unwrap();
    assert_eq!(
        game.clocks.map(|clock| clock.unwrap().main),
        [60, 120].map(seconds)
    );
}

#[test]
fn komi_ratings_and_comments_are_kept() {
    let game = changed("TY[8]", "KM[-2.5]RB[2196.37]CM[well played]TY[8]").unwrap();
    let written = game.to_string();
    assert!(
        written.contains("TI[15:00]KM[-2.5]RB[2196.37]CM[well played]TY[8]BO["),
        "{written}"
    );
    assert_eq!(written.parse::<GgfGame>(), Ok(game));
}

/// A position in which white is to move but has no move; black has two.
const PASS: &str = "(;GM[Othello]TY[8]BO[8 -O****** -------- -------- -------- -------- -------- -------- *O------ O]";

#[test]
fn passes_are_moves_whether_written_or_not() {
    for moves in ["W[PA]B[A1]", "B[A1]", "W[pass]B[a1]", "W[--]B[A1/3.5/1]"] {
        let game: GgfGame = format!("{PASS}{moves};)").parse().unwrap();
        let record = game.record().unwrap();
        let played: Vec<_> = record.moves().collect();
        assert_eq!(
            played,
            [(Color::White, Move::Pass), (Color::Black, mv("a1"))],
            "{moves}"
        );
    }
}

#[test]
fn passes_after_the_end_are_dropped() {
    let wipe_out = "(;GM[Othello]TY[8]BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- *]";
    let game: GgfGame = format!("{wipe_out}B[C1]W[PA]B[PA];)").parse().unwrap();
    assert_eq!(game.record().unwrap().len(), 1);
}

#[test]
fn what_cannot_be_played_is_named() {
    for (moves, named) in [
        (
            "B[F5]W[F6]B[A1]",
            "move 3, A1, is illegal: the move flips nothing",
        ),
        (
            "B[PA]",
            "move 1, PA, is illegal: a pass is not allowed here",
        ),
        (
            "W[F5]",
            "move 1, F5, is illegal: it is the other side's turn",
        ),
        (
            "B[F5]W[F5]",
            "move 2, F5, is illegal: the point is occupied",
        ),
    ] {
        let game = changed("B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4]", moves).unwrap();
        let error = game.record().err().expect("a move is illegal");
        assert_eq!(error.to_string(), named);
    }
}

#[test]
fn errors_quote_what_they_saw() {
    for (from, to, quoted) in [
        ("(;GM", "GM", "`GM[Othello]"),
        (";)", ")", "`(;GM[Othello]"),
        ("W[F4]", "W[F4", "`(;GM[Othello]"),
        ("Othello", "Amazons", "`Amazons`"),
        ("TY[8]", "TY[8a]", "`8a`"),
        ("BO[8", "CO[8", "saw none"),
        ("BO[8 -", "BO[10 -", "`10 ---"),
        ("BO[8 -", "BO[8 ", "63"),
        ("BO[8 -", "BO[8 ?", "a1"),
        (" *]", " ]", "expected a board"),
        ("W[F6]", "W[Z6]", "`Z6`"),
        ("W[F6]", "W[F6/x]", "`F6/x`"),
        ("W[F6]", "W[F6//-1]", "`F6//-1`"),
        ("W[F6]", "W[F6/1/1/1]", "`F6/1/1/1`"),
    ] {
        let error = changed(from, to).unwrap_err().to_string();
        assert!(error.contains(quoted), "{to}: {error}");
    }
}

#[test]
fn results() {
    for (text, margin, early) in [
        ("+4", 4.0, None),
        ("-12.000:r", -12.0, Some(EarlyEnd::Resigned)),
        ("+64:t", 64.0, Some(EarlyEnd::Timeout)),
        ("+0:s", 0.0, Some(EarlyEnd::Agreed)),
    ] {
        let game = changed("RE[?]", &format!("RE[{text}]")).unwrap();
        assert_eq!(game.result, Some(GgfResult { margin, early }), "{text}");
    }
    for text in ["", "?", "aborted", "4:x"] {
        assert_eq!(
            changed("RE[?]", &format!("RE[{text}]")).unwrap().result,
            None
        );
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        plies in 0..60usize,
        choices in prop::collection::vec((0..64usize, prop::option::of(-6400..6400i32), 0..100_000u64), 60),
        names in prop::array::uniform2("[^\\]\\s]{0,10}"),
        clock in prop::option::of((0..100_000u64, 0..100u64, 0..1000u64)),
        margin in prop::option::of(-64..=64i32),
    ) {
        let mut game = GgfGame::new(Position::start());
        game.players = names;
        game.clocks = [clock.map(|(main, increment, grace)| GgfClock {
            main: seconds(main),
            increment: seconds(increment),
            grace: seconds(grace),
        }); 2];
        game.result = margin.map(|margin| GgfResult { margin: margin.into(), early: None });
        let mut position = game.start.clone();
        for &(choice, eval, time) in &choices[..plies] {
            let color = position.to_move();
            let moves = position.legal_moves(color);
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            position.play(color, mv).unwrap();
            game.moves.push(GgfMove {
                color,
                mv,
                eval: eval.map(|eval| f64::from(eval) / 100.0),
                time: Duration::from_millis(10 * time),
            });
        }
        let read: GgfGame = game.to_string().parse().unwrap();
        prop_assert_eq!(&read, &game);
        let record = read.record().unwrap();
        prop_assert_eq!(record.position(), &position);
    }

    #[test]
    fn any_board_is_written_and_read(choices in prop::collection::vec(0..64usize, 0..60)) {
        let board = reached(&choices);
        let squares: String = Square::all().map(|square| match square.bit() {
            bit if board.player() & bit != 0 => 'X',
            bit if board.opponent() & bit != 0 => 'O',
            _ => '-',
        }).collect();
        let game = GgfGame::new(Position::from_text(&squares, Color::Black).unwrap());
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,60}") {
        let _ = text.parse::<GgfGame>();
        let _ = format!("(;GM[Othello]BO[8{text}]B[{text}]TI[{text}];)").parse::<GgfGame>();
    }
}
