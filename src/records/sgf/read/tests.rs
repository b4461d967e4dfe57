//! Games of several programs, and faulty ones.

use super::*;
use Color::{Black, White};

fn read(text: &str) -> SgfGame {
    SgfGame::from_text(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn fails(text: &str) -> String {
    SgfGame::from_text(text).unwrap_err().to_string()
}

/// Returns the only warning about a text.
fn warns(text: &str) -> String {
    let [warning] = &super::read(text).unwrap().warnings[..] else {
        panic!("{text}: {:?}", super::read(text).unwrap().warnings);
    };
    warning.to_string()
}

fn at(column: u8, row: u8) -> Option<Point> {
    Some(Point { column, row })
}

fn points(points: &[Point]) -> Vec<(u8, u8)> {
    points.iter().map(|p| (p.column, p.row)).collect()
}

fn moves(text: &str) -> Vec<(Color, Option<Point>)> {
    read(text).moves().collect()
}

#[test]
fn a_kgs_game() {
    let game = read(
        "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]HA[2]KM[0.50]TM[1800]OT[5x30 byo-yomi]\n\
         PW[ann]PB[bob]WR[3k]BR[5k]DT[2009-01-02]PC[The KGS Go Server at http://www.gokgs.com/]AB[dp][pd]C[bob [5k\\]: hi\n\
         ]RE[W+Resign]\n;W[dd]WL[1795.2]\n(;B[pp]BL[1790.0];W[tt])(;B[qq]))",
    );
    assert_eq!((game.info.width, game.info.height), (19, 19));
    assert_eq!(game.info.komi.as_deref(), Some("0.50"));
    assert_eq!(
        (game.info.komi_points(), game.info.handicap_stones()),
        (Some(0.5), 2)
    );
    assert_eq!(game.info.rules.as_deref(), Some("Japanese"));
    let root = game.notes.root();
    for (name, text) in [
        ("RE", "W+Resign"),
        ("DT", "2009-01-02"),
        ("C", "bob [5k]: hi"),
    ] {
        assert!(
            root.contains(&(name.to_owned(), text.to_owned())),
            "{root:?}"
        );
    }
    let (node, text) = game.notes.iter().nth(1).unwrap();
    assert_eq!((node, text), (NoteNode::Step(0), "WL[1795.2]"));
    assert_eq!(points(&game.start.black), [(15, 3), (3, 15)]);
    let moves: Vec<_> = game.moves().collect();
    assert_eq!(
        moves,
        [(White, at(3, 3)), (Black, at(15, 15)), (White, None)]
    );
    assert_eq!(game.first_to_move(), White);
}

#[test]
fn a_gogui_position_and_a_sabaki_game() {
    let gogui = read(
        "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]GM[1]\nSZ[9]\nKM[6,5]DT[2020-01-01]\nAB[aa:ca][bb]AW[ii][ab:ab]AE[ba]PL[W])",
    );
    let setup = &gogui.start;
    assert_eq!(points(&setup.black), [(0, 0), (2, 0), (1, 1)]);
    assert_eq!(points(&setup.white), [(0, 1), (8, 8)]);
    assert_eq!(points(&setup.empty), [(1, 0)]);
    assert_eq!(
        (gogui.info.komi_points(), gogui.first_to_move()),
        (Some(6.5), White)
    );

    let sabaki = read(
        "(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[9:13]DT[2023-05-05];B[im];W[];AE[im];B[aa])",
    );
    assert_eq!((sabaki.info.width, sabaki.info.height), (9, 13));
    assert_eq!(sabaki.steps.len(), 4);
    assert!(matches!(&sabaki.steps[2], SgfStep::Setup(s) if points(&s.empty) == [(8, 12)]));
}

#[test]
fn a_pass_is_empty_or_tt_on_boards_that_lack_that_point() {
    assert_eq!(
        moves("(;SZ[19];B[tt];W[];B[ ])"),
        [(Black, None), (White, None), (Black, None)]
    );
    assert_eq!(moves("(;SZ[21];B[tt])"), [(Black, at(19, 19))]);
    assert!(warns("(;GM[4]SZ[15];B[tt])").contains("a point of the board"));
    assert!(warns("(;GM[4]SZ[15];B[])").contains("a point of the board"));
}

#[test]
fn letters_and_numbers_are_points_too() {
    assert_eq!(
        moves("(;SZ[19];B[R16];W[d4];B[J19];W[Pass];B[T1])"),
        [
            (Black, at(16, 3)),
            (White, at(3, 15)),
            (Black, at(8, 0)),
            (White, None),
            (Black, at(18, 18)),
        ]
    );
    for text in ["I5", "K10", "A0", "A+1"] {
        let record = format!("(;SZ[9];B[{text}])");
        assert!(warns(&record).contains("a point of the board"), "{text}");
    }
    assert_eq!(
        moves("(;GM[2];B[d3];W[cc];B[PA];W[H8])"),
        [
            (Black, at(3, 2)),
            (White, at(2, 2)),
            (Black, None),
            (White, at(7, 7))
        ]
    );
    assert_eq!(
        moves("(;GM[4];B[h8];W[a15];B[oa])"),
        [(Black, at(7, 7)), (White, at(0, 0)), (Black, at(14, 0))]
    );
    assert_eq!(read("(;GM[2])").info.width, 8);
    assert_eq!(read("(;GM[4])").info.width, 15);
}

#[test]
fn what_makes_no_sense_is_left_out_with_its_place() {
    assert_eq!(
        fails("(;GM[3])"),
        "line 1, column 6: expected game 1 (Go), 2 (Othello) or 4 (gomoku and renju), saw \"3\""
    );
    let cases = [
        (
            "(;SZ[0])",
            "line 1, column 6: expected a board size from 1 to 52, saw \"0\"; it is taken for 19",
        ),
        (
            "(;SZ[999999999999])",
            "line 1, column 6: expected a board size from 1 to 52, saw \"999999999999\"; it is taken for 19",
        ),
        (
            "(;GM[2]SZ[])",
            "line 1, column 11: expected a board size from 1 to 52, saw nothing; it is taken for 8",
        ),
        (
            "(;SZ[9]\n;B[jj])",
            "line 2, column 4: expected a point of the board, saw \"jj\"; it is left out",
        ),
        (
            "(;AB[aa:é])",
            "line 1, column 6: expected a point of the board, saw \"é\"; it is left out",
        ),
        (
            "(;GM[2];B[i1])",
            "line 1, column 11: expected a point of the board, saw \"i1\"; it is left out",
        ),
        (
            "(;GM[2];B[é1])",
            "line 1, column 11: expected a point of the board, saw \"é1\"; it is left out",
        ),
        (
            "(;PL[x])",
            "line 1, column 6: expected B or W, saw \"x\"; it is left out",
        ),
        (
            "(;AB[aa][tt]AW[bb])",
            "line 1, column 10: expected a point of the board, saw \"tt\"; it is left out",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(warns(text), message);
    }
    let game = read("(;AB[aa][tt]AW[bb]PL[?];B[zz]C[off];W[cc])");
    assert_eq!(
        (points(&game.start.black), points(&game.start.white)),
        (vec![(0, 0)], vec![(1, 1)])
    );
    assert_eq!(game.steps, [SgfStep::Move(White, at(2, 2))]);
    let notes: Vec<_> = game.notes.iter().collect();
    assert_eq!(notes, [(NoteNode::After(0), "C[off]")]);
}

#[test]
fn a_file_with_many_faults_has_few_warnings() {
    let text = format!("(;SZ[9]{})", ";B[zz]!\n".repeat(10_000));
    let reading = super::read(&text).unwrap();
    assert_eq!(reading.warnings.len(), MAX_FAULTS + 1);
    assert_eq!(
        reading.warnings[MAX_FAULTS].text,
        format!("{} more faults", 20_000 - MAX_FAULTS)
    );
    assert!(
        reading.warnings[1]
            .text
            .starts_with("line 1, column 14: expected a property")
    );
}

#[test]
fn komi_is_written_in_many_ways() {
    for (text, komi) in [
        ("6.5", Some(6.5)),
        ("6,5", Some(6.5)),
        ("3.75", Some(7.5)),
        ("375]AP[foxwq", Some(7.5)),
        ("50]AP[foxwq", Some(0.5)),
        ("650", Some(6.5)),
        ("0", Some(0.0)),
        ("nan", None),
        ("seven", None),
    ] {
        assert_eq!(
            read(&format!("(;KM[{text}])")).info.komi_points(),
            komi,
            "{text}"
        );
    }
    assert_eq!(read("(;HA[-1])").info.handicap_stones(), 0);
}

#[test]
fn the_main_line_takes_the_first_variation() {
    let game = read("(;N[a];N[b](;N[c](;N[d])(;N[x]))(;N[y];N[z]))");
    let texts: Vec<&str> = game.notes.iter().map(|(_, text)| text).collect();
    assert_eq!(
        texts,
        [
            "N[a]",
            "N[b]",
            "\n(;N[y];N[z])",
            "N[c]",
            "\n(;N[x])",
            "N[d]"
        ]
    );
}

#[test]
fn a_set_up_in_the_middle_is_a_step() {
    let game = read("(;SZ[9]AB[aa];C[no step];B[bb]C[one];AW[cc]PL[B]C[two];C[end];MN[9];PL[W])");
    assert_eq!(
        (points(&game.start.black), game.steps.len()),
        (vec![(0, 0)], 3)
    );
    let SgfStep::Setup(setup) = &game.steps[1] else {
        panic!("expected a set-up, saw {:?}", game.steps)
    };
    assert_eq!(
        (points(&setup.white), setup.to_move),
        (vec![(2, 2)], Some(Black))
    );
    assert!(matches!(&game.steps[2], SgfStep::Setup(setup) if setup.has_no_points()));
    let notes: Vec<_> = game.notes.iter().collect();
    let expected = [
        (NoteNode::After(0), "C[no step]"),
        (NoteNode::Step(0), "C[one]"),
        (NoteNode::Step(1), "C[two]"),
        (NoteNode::After(2), "C[end]"),
        (NoteNode::After(2), "MN[9]"),
    ];
    assert_eq!(notes, expected);
}

#[test]
fn a_file_without_its_end_is_read_as_far_as_it_goes() {
    for (text, count, warnings) in [
        ("(;SZ[9];B[aa];W[bb]", 2, 1),
        ("(;SZ[9];B[aa];W[bb", 2, 1),
        ("(;SZ[9];B[aa];W[bb)\n", 2, 1),
        ("(;SZ[9];B[aa];W[b", 1, 2),
        ("(;SZ[9];B[aa];W[", 1, 2),
        ("(;SZ[9];B[aa];W", 1, 2),
        ("(;SZ[9];B[aa](;W[bb](;B[cc]", 3, 1),
        ("(;SZ[9];B[aa];W[bb]C[an endless comm", 2, 1),
        ("(;SZ[9];B[aa];W[bb])", 2, 0),
    ] {
        let reading = super::read(text).unwrap();
        assert_eq!(reading.game.moves().count(), count, "{text}");
        assert_eq!(
            reading.warnings.len(),
            warnings,
            "{text}: {:?}",
            reading.warnings
        );
        assert_eq!(read(&reading.game.to_text()), reading.game, "{text}");
    }
    let reading = super::read("(;SZ[9]\n;B[aa]").unwrap();
    assert_eq!(
        reading.warnings,
        ["line 2, column 7: the file ends before its last bracket"]
    );
    assert_eq!(reading.place(0).to_string(), "line 2, column 4");
}

#[test]
fn omissions_are_reported() {
    for (text, warning) in [
        (
            "(;B[aa])\n(;W[cc])",
            "line 1, column 9: further games are left out",
        ),
        (
            "(;B[aa](;W[bb])\n(;W[cc])(;W.[dd]))",
            "line 2, column 11: expected a property, \";\", \"(\" or \")\", saw \"W.[dd]\"; it is left out",
        ),
        (
            "(;B[aa](;W[bb]);W[cc])",
            "line 1, column 16: expected \"(\" or \")\" after a variation, saw \";W[cc])\"; \
             it is read as a variation",
        ),
    ] {
        assert_eq!(super::read(text).unwrap().warnings, [warning], "{text}");
    }
    for whole in ["(;B[aa]) thanks :-)", "(;B[aa](;W[bb])(;W[cc]))"] {
        assert!(super::read(whole).unwrap().warnings.is_empty(), "{whole}");
    }
}

#[test]
fn variations_are_kept_at_their_branches() {
    let game = read(
        "(;C[a](;B[aa];W[bb](;B[cc])\n(;AddBlack[dd] [ee](;c[x\\]])(;W[ff])))(;B[gg]MA[hh];W[ii]))",
    );
    let notes: Vec<_> = game.notes.iter().collect();
    let expected = [
        (NoteNode::Root, "C[a]"),
        (NoteNode::Branch(0), "\n(;B[gg]MA[hh];W[ii])"),
        (NoteNode::Branch(2), "\n(;AB[dd][ee](;C[x\\]])(;W[ff]))"),
    ];
    assert_eq!(notes, expected);
    assert_eq!(game.steps.len(), 3);
    // The tree that the end of the text cuts off is closed.
    let cut = super::read("(;B[aa](;W[bb])(;W[cc](;B[dd]C[e").unwrap();
    assert_eq!(
        cut.game.notes.iter().last(),
        Some((NoteNode::Branch(1), "\n(;W[cc](;B[dd]C[e]))"))
    );
    assert_eq!(cut.warnings.len(), 1, "{:?}", cut.warnings);
}

#[test]
fn a_variation_that_the_end_of_the_text_cuts_off_has_no_empty_parts() {
    let whole = "(;B[aa](;W[bb])(;W[cc](;B[dd])";
    for cut in [
        "(",
        "((",
        "(;B[ee](",
        "(;B[ee]C",
        "(;B[ee]C[",
        "(;B[ee]AB[ff][\n",
    ] {
        let text = format!("{whole}{cut}");
        let game = super::read(&text).unwrap().game;
        assert_eq!(super::read(&game.to_text()).unwrap().game, game, "{cut}");
    }
    for (text, variations) in [
        ("(;B[aa](;W[bb])(", ""),
        ("(;B[aa](;W[bb])(;W[cc](", "\n(;W[cc])"),
        ("(;B[aa](;W[bb])(;W[cc]LB", "\n(;W[cc])"),
        ("(;B[aa](;W[bb])(;W[cc]LB[dd:1][", "\n(;W[cc]LB[dd:1])"),
    ] {
        let game = super::read(text).unwrap().game;
        let last = game.notes.iter().last();
        let expected = Some((NoteNode::Branch(1), variations)).filter(|_| !variations.is_empty());
        assert_eq!(last, expected, "{text}");
    }
}

#[test]
fn overlapping_rectangles_cost_no_more_than_the_board() {
    let game = read(&format!("(;AB{})", "[aa:ss]".repeat(10_000)));
    assert_eq!(game.start.black.len(), 361);
}

#[test]
fn hostile_nesting_costs_no_stack() {
    let deep = 1_000_000;
    assert!(SgfGame::from_text(&"(".repeat(deep)).is_err());
    for closing in [0, deep] {
        let nested = "(;B[]".repeat(deep) + &")".repeat(closing);
        assert_eq!(read(&nested).steps.len(), deep);
    }
}

#[test]
fn empty_lists_of_points_set_nothing() {
    assert_eq!(read("(;SZ[9]AB[]AE[ ];AW[])").steps, []);
}
