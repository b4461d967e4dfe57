//! Records of every format, written for these tests.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use encoding_rs::{EUC_KR, GBK, SHIFT_JIS};
use proptest::prelude::*;

use super::*;
use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_records::sgf::SgfGame;

const GIB: &str = "\\HS\r\n\\[GIBOKIND=Korea\\]\r\n\\[GAMENAME=Friendly\\]\r\n\\[GAMEDATE=2016- 3-26-17-29-25\\]\r\n\\[GAMEPLACE=Tygem Baduk\\]\r\n\\[GAMEWHITENAME=bee (3D)\\]\r\n\\[GAMEBLACKNAME=ant (10K)\\]\r\n\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:600-30-3,GRLT:0,ZIPSU:85,DUM:0,GONGJE:65,TCNT:4,AUSZ:0\\]\r\n\\[GAMETAG=S1,R0,D0,G65,W0,Z85,T30-3-600,C2016:03:26:17:29\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n5 0 &4\r\nINI 0 1 0 &4 \r\nSTO 0 2 1 15 3 \r\nSTO 0 3 2 3 15 \r\nSKI 0 4 \r\nSTO 0 5 2 2 2 \r\n\\GE\r\n";

const NGF: &str = "Rated game\r\n19\r\nbee         9DP\r\nant         3K\r\nwww.cyberoro.com\r\n0\r\n0\r\n6\r\n20170316 [09:37]\r\n5\r\nWhite wins by 2.5!\r\n3\r\nPMABBREER\r\nPMACWEEEE\r\nPMADBAAAA\r\n";

const UGF: &str = "[Header]\nVer=UGF3,200\nLang=SJIS\nTitle=2019,Cup,\nPlace=Kyoto\nDate=2019/03/08,22:09:00\nRule=JPN\nSize=19\nHdcp=2,0.50\nWinner=W,C\nCopyright=me\nCoordinateType=IGS\nPlayerB=ant,2k,,\nPlayerW=bee,1d,,\n[Data]\nDD,B1,0,0\nPP,B1,0,0\nQD,W1,1,0\nYA,B1,2,0\n[ReviewNode]\n.Node,1\n[ReviewComment]\n.Comment,2\nA fine move.\nTruly.\n";

const PSQ: &str = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,9,1245\n12,8,5\npbrain-one.exe\npbrain-two.exe\n-1\n2,Freestyle\n";

fn read(text: &str) -> CollectionFile<'_> {
    CollectionFile::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> SgfGame {
    let file = read(text);
    file.game(1)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .game
}

fn value(game: &SgfGame, name: &str) -> Option<String> {
    let properties = game.notes.root().into_iter();
    let mut named = properties.filter(|(known, _)| known == name);
    named.next().map(|(_, value)| value)
}

/// The values of these properties, joined; a missing one is `?`.
fn values(game: &SgfGame, names: &str) -> String {
    let values = names.split(' ').map(|name| value(game, name));
    let texts: Vec<String> = values.map(|text| text.unwrap_or("?".to_owned())).collect();
    texts.join(" | ")
}

fn at(column: u8, row: u8) -> Option<Point> {
    Some(Point { column, row })
}

#[test]
fn gib_has_names_result_and_komi() {
    let game = game(GIB);
    assert_eq!(
        values(&game, "PB BR PW WR EV PC DT RE TM OT"),
        "ant | 10K | bee | 3D | Friendly | Tygem Baduk | 2016-03-26 | B+8.5 | 600 | 3x30 byo-yomi"
    );
    assert_eq!(game.info.komi.as_deref(), Some("6.5"));
    let moves: Vec<_> = game.moves().collect();
    assert_eq!(
        moves,
        [
            (Color::Black, at(15, 3)),
            (Color::White, at(3, 15)),
            (Color::Black, None),
            (Color::White, at(2, 2)),
        ]
    );
    let handicap = self::game(&GIB.replace("INI 0 1 0", "INI 0 1 3"));
    assert_eq!(handicap.info.handicap_stones(), 3);
    assert_eq!(handicap.start.to_move, Some(Color::White));
    let stones = handicap
        .start
        .black
        .iter()
        .map(|point| (point.column, point.row));
    assert_eq!(stones.collect::<Vec<_>>(), [(3, 3), (15, 3), (3, 15)]);
}

#[test]
fn warnings_name_the_lines_of_other_formats() {
    let text = GIB.replace("STO 0 3 2 3 15", "STO 0 3 2 3 99");
    let file = read(&text);
    let reading = file.game(1).unwrap();
    assert_eq!(
        reading.warnings,
        ["line 16: expected a move such as `STO 0 2 1 15 3`"]
    );
    assert_eq!(reading.place(1).line, 17);
    let endless = GIB.to_owned() + &"STO 0 3 2 3 99\n".repeat(1000);
    let warnings = read(&endless).game(1).unwrap().warnings;
    assert_eq!(
        warnings.last().map(|fault| &*fault.text),
        Some("lines left out: 980")
    );
}

#[test]
fn ngf_has_names_result_and_komi() {
    let game = game(NGF);
    assert_eq!(
        values(&game, "PB BR PW WR EV PC DT RE"),
        "ant | 3k | bee | 9p | Rated game | www.cyberoro.com | 2017-03-16 | W+2.5"
    );
    assert_eq!(game.info.komi.as_deref(), Some("6.5"));
    let moves: Vec<_> = game.moves().collect();
    assert_eq!(
        moves,
        [
            (Color::Black, at(16, 3)),
            (Color::White, at(3, 3)),
            (Color::Black, None)
        ]
    );
    let resigned = self::game(&NGF.replace("White wins by 2.5!", "Black wins by  resign!"));
    assert_eq!(value(&resigned, "RE").as_deref(), Some("B+R"));
    let handicap = self::game(&NGF.replacen("\r\n0\r\n0\r\n6", "\r\n2\r\n0\r\n0", 1));
    assert_eq!(handicap.info.handicap_stones(), 2);
    assert_eq!(handicap.info.komi.as_deref(), Some("0"));
    let old =
        "GICup\nGIbee 9d\nGIant 8d\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI1\nPMABBREER\n";
    let old = self::game(old);
    assert_eq!(values(&old, "EV PB DT"), "Cup | ant | 2006-09-05");
    assert_eq!(
        (old.info.komi.as_deref(), old.moves().count()),
        (Some("6.5"), 1)
    );
}

#[test]
fn ugf_has_names_handicap_and_comments() {
    let game = game(UGF);
    assert_eq!(
        values(&game, "PB BR PW WR EV PC DT RE CP"),
        "ant | 2k | bee | 1d | 2019,Cup | Kyoto | 2019-03-08 | W+R | me"
    );
    assert_eq!(game.info.rules.as_deref(), Some("Japanese"));
    assert_eq!(
        (game.info.komi.as_deref(), game.info.handicap_stones()),
        (Some("0.5"), 2)
    );
    let stones = game
        .start
        .black
        .iter()
        .map(|point| (point.column, point.row));
    assert_eq!(stones.collect::<Vec<_>>(), [(15, 3), (3, 15)]);
    let moves: Vec<_> = game.moves().collect();
    assert_eq!(moves, [(Color::White, at(16, 15)), (Color::Black, None)]);
    assert!(game.to_text().contains("C[A fine move.\nTruly.]"));
}

#[test]
fn psq_has_names_rule_and_winner() {
    let game = game(PSQ);
    assert_eq!(values(&game, "PB PW RE"), "pbrain-one | pbrain-two | W+");
    assert_eq!(game.info.rules.as_deref(), Some("Freestyle"));
    assert_eq!((game.info.width, game.info.height), (20, 20));
    let moves: Vec<_> = game.moves().collect();
    assert_eq!(
        moves,
        [
            (Color::Black, at(9, 9)),
            (Color::White, at(10, 8)),
            (Color::Black, at(11, 7))
        ]
    );
    let second = self::game(&PSQ.replacen("11:11, 0", "11:11, 1", 1));
    assert_eq!(values(&second, "PB RE"), "pbrain-two | B+");
    let short = self::game("Piskvorky 15x15, 11:11, 0\n8,8,12\n9,9,31\n8,9,5\n9,8,44\n-1\n");
    assert_eq!((short.moves().count(), value(&short, "PB")), (4, None));
    let fault = read("Piskvorky x\n").game(1).unwrap_err();
    assert!(
        fault.to_string().starts_with("line 1: expected a head"),
        "{fault}"
    );
}

#[test]
fn moves_of_gomoku_stand_in_a_row() {
    for text in [
        "h8h9i9i8g10",
        "H8 H9 I9 I8 G10\n",
        "1. h8 h9 2. i9 i8 3. g10",
        "h8,h9,i9,i8,g10",
        "h8-h9-i9-i8-g10",
    ] {
        let game = game(text);
        assert_eq!((game.info.kind, game.info.width), (SgfGameType::Gomoku, 15));
        let moves: Vec<_> = game.moves().collect();
        assert_eq!(moves[0], (Color::Black, at(7, 7)), "{text}");
        assert_eq!(moves[4], (Color::Black, at(6, 5)), "{text}");
    }
    assert_eq!(game("t20a1").info.width, 20);
    assert_eq!(game("s19a1").info.width, 19);
    let file = read("h8i9\n\n% a comment\nh8i9h8\n");
    assert_eq!(file.game(1).unwrap().game.moves().count(), 2);
    assert_eq!(
        file.game(2).unwrap_err(),
        Refusal::at(4, "line 4, column 5: h8 is played already")
    );
    assert_eq!(
        file.game(3).unwrap_err().to_string(),
        "game 3: the file has 2 games"
    );
}

#[test]
fn squares_are_moves_of_the_game_in_which_they_are_legal() {
    let kind = |text: &str, game| {
        let file = CollectionFile::read(text.as_bytes(), game).unwrap();
        file.format.map(|format| format.game)
    };
    let (othello, gomoku) = (Some(SgfGameType::Othello), Some(SgfGameType::Gomoku));
    assert_eq!(kind("f5d6c3d3c4", None), othello);
    assert_eq!(kind("h8g7f6", None), gomoku);
    assert_eq!(kind("f5d6c3d3c4", gomoku), gomoku);
    assert_eq!(kind("h8g7f6", othello), othello);
    // A damaged transcript is still recognized as one.
    assert_eq!(kind("f5d6f5", None), othello);
    assert_eq!(kind("f5d6zz", None), othello);
    assert_eq!(kind("[White \"a\"]\n\n1. f5 zz", None), othello);
}

/// Returns the lengths of the Othello games in a text, or their errors.
fn othello_lengths(text: &str) -> Vec<Result<usize, String>> {
    let games = othello::read_games(text).into_iter();
    games
        .map(|game| {
            game.map(|game| game.record.len())
                .map_err(|fault| fault.to_string())
        })
        .collect()
}

#[test]
fn transcripts_go_on_over_lines_and_passes() {
    for (text, lengths) in [
        ("1. f5 d6 2. c3 d3 3. c4 f4 4. f6\nf3\n", &[8][..]),
        ("1. f5 f4 2. e3 f6 3. c4 c5 4. g6 d2\n", &[8]),
        // White has no disc left, so the dashes are passes after the end.
        (
            "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5\n5. c5 -- 6. --\n",
            &[9],
        ),
        ("f5d6c3\nd3c4\nf4", &[6]),
        ("f5d6c3\nf5d6\n", &[3, 2]),
        ("f5d6c3\n\nf5\n", &[3, 1]),
    ] {
        let expected: Vec<_> = lengths.iter().map(|&length| Ok(length)).collect();
        assert_eq!(othello_lengths(text), expected, "{text}");
    }
    let broken = othello_lengths("f5d6c3\nh8\nf5\nzz\n1. f5\n2. d6\n3. yy\n");
    assert_eq!((&broken[0], &broken[2]), (&Ok(3), &Ok(1)));
    for (index, begin) in [
        (1, "line 2: move 1, h8, is illegal"),
        (
            3,
            "line 4: column 1: expected a square such as f5 after 0 moves, saw `zz`",
        ),
        (
            4,
            "line 7: column 4: expected a square such as f5 after 2 moves, saw `yy`",
        ),
    ] {
        let fault = broken[index].clone().unwrap_err();
        assert!(fault.starts_with(begin), "{fault}");
    }
}

#[test]
fn headers_name_the_players_of_a_transcript() {
    let text = "[Event \"Cup\"]\n[Date \"2024.1.2\"]\n[White \"bee\"]\n[Black \"ant\"]\n[Result \"?\"]\n\n1. f5 d6 2. c3\n";
    let game = game(text);
    assert_eq!(values(&game, "EV DT PW PB"), "Cup | 2024.1.2 | bee | ant");
    assert_eq!(game.moves().count(), 3);
}

#[test]
fn boards_and_lines_of_obf_are_games_without_moves() {
    let rows = "........\n........\n........\n...O*...\n...*O...\n........\n........\n........\n";
    let other = rows.replacen(
        "........\n........\n........\n...O*...",
        "........\n........\n...*....\n...**...",
        1,
    );
    for (text, to_move) in [
        (rows.to_owned(), None),
        (other.clone(), Some(Color::White)),
        (format!("{other}* to move\n"), Some(Color::Black)),
        (format!("[8 {other} O]"), Some(Color::White)),
        (
            "OOOXXX--OOOX-X--OOOXXX--XXOOXXX-XXOOOXXOXXXXOXOOXXXXXOOOXXXXXXOO X; +4;".to_owned(),
            Some(Color::Black),
        ),
    ] {
        let game = game(&text);
        assert_eq!(
            (game.info.kind, game.moves().count()),
            (SgfGameType::Othello, 0)
        );
        assert_eq!(game.start.to_move, to_move, "{text}");
    }
}

#[test]
fn games_of_one_file_have_numbers() {
    let ggf = "(;GM[Othello]PC[a]DT[b]PB[ant]PW[bee]RE[+4]TI[1:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.5/2]W[F6];)";
    let pair = format!("2 {ggf}{}\n", ggf.replace("F6", "D6"));
    let file = read(&pair);
    let second = file.game(2).unwrap().game;
    let last: Vec<_> = second.moves().collect();
    assert_eq!(last[1], (Color::White, at(3, 5)));
    assert_eq!(value(&second, "RE").as_deref(), Some("B+4"));
    assert!(file.game(0).is_err() && file.game(3).is_err());
    let sgf = read("(;GM[1];B[aa])(;GM[1];B[bb];W[cc])");
    assert!(sgf.format.is_none());
    assert_eq!(sgf.game(2).unwrap().game.moves().count(), 2);
    assert_eq!(
        sgf.game(3).unwrap_err().to_string(),
        "game 3: the file has 2 games"
    );
}

#[test]
fn wthor_and_libraries_are_recognized_by_their_bytes() {
    let mut wthor = vec![20, 24, 5, 1, 1, 0, 0, 0, 0, 0, 0xe8, 7, 0, 0, 0, 0];
    wthor.extend([3, 0, 1, 0, 9, 0, 40, 38, 56, 64]);
    wthor.resize(16 + 68, 0);
    let file = CollectionFile::read(&wthor, None).unwrap();
    let game = file.game(1).unwrap().game;
    assert_eq!(game.moves().count(), 2);
    assert_eq!(
        values(&game, "PB PW EV DT RE"),
        "player 1 | player 9 | tournament 3 | 2024 | B+16"
    );
    let mut library = b"\xffRenLib\xff\x03\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    library.extend([0x78, 0x00, 0x79, 0x80, 0x68, 0x40, 0x67, 0x40]);
    let file = CollectionFile::read(&library, None).unwrap();
    let moves: Vec<_> = file.game(1).unwrap().game.moves().collect();
    assert_eq!(
        moves,
        [
            (Color::Black, at(7, 7)),
            (Color::White, at(8, 7)),
            (Color::Black, at(7, 6))
        ]
    );
}

#[test]
fn names_are_decoded_by_what_the_formats_say() {
    let korean = GIB.replace("ant", "흑번기사");
    let file_bytes = EUC_KR.encode(&korean).0.into_owned();
    let chinese = GIB.replace("Korea", "China").replace("ant", "石下之臣");
    let chinese = GBK.encode(&chinese).0.into_owned();
    let japanese = UGF.replace("ant", "囲碁太郎");
    let japanese = SHIFT_JIS.encode(&japanese).0.into_owned();
    for (bytes, name) in [
        (file_bytes, "흑번기사"),
        (chinese, "石下之臣"),
        (japanese, "囲碁太郎"),
    ] {
        let file = CollectionFile::read(&bytes, None).unwrap();
        let game = file.game(1).unwrap().game;
        assert_eq!(value(&game, "PB").as_deref(), Some(name));
    }
}

#[test]
fn what_is_no_record_is_named() {
    let fault = |bytes: &[u8]| {
        CollectionFile::read(bytes, None)
            .err()
            .map(|error| error.to_string())
    };
    for (bytes, sentence) in [
        (
            &b"PK\x03\x04\x14\0(;GM[1];B[aa])"[..],
            "this is a zip archive; extract it first",
        ),
        (b"\x1f\x8b\x08\0\0", "this is a gzip file; extract it first"),
        (
            b"7z\xbc\xaf\x27\x1c\0\x04",
            "this is a 7-Zip archive; extract it first",
        ),
        (
            b"\x89PNG\r\n\x1a\n",
            "this is a PNG image, not a game record",
        ),
        (
            b"\xff\xd8\xff\xe0\0\x10JFIF",
            "this is a JPEG image, not a game record",
        ),
        (b"MZ\x90\0\x03\0", "this is a program, not a game record"),
        (b"\x7fELF\x02\x01", "this is a program, not a game record"),
        (b"%PDF-1.4\n", "this is a PDF document, not a game record"),
        (
            b"ab\x01\0\0\x02cd",
            "this is a binary file, not a game record",
        ),
        (b"", "line 1: expected a game record, saw an empty file"),
        (
            b" \n\n",
            "line 1: expected a game record, saw an empty file",
        ),
    ] {
        assert_eq!(fault(bytes).as_deref(), Some(sentence), "{bytes:?}");
    }
    let unknown = fault(b"\n\nhello, world\x07\n").unwrap();
    assert!(
        unknown.starts_with("line 3: expected a game record: SGF, GGF, "),
        "{unknown}"
    );
    assert!(unknown.ends_with("; saw `hello, world?`"), "{unknown}");
    // A word that starts with a signature is text.
    assert!(
        fault(b"MZ is no record")
            .unwrap()
            .starts_with("line 1: expected")
    );
}

#[test]
fn long_files_take_linear_time() {
    let began = Instant::now();
    let mut gib = GIB.to_owned();
    let mut ngf = NGF.to_owned();
    let mut ugf = UGF.replace("[ReviewNode]", "[Other]");
    let mut psq = PSQ.to_owned();
    let mut rows = String::new();
    for number in 0..200_000 {
        let _ = writeln!(gib, "STO 0 {number} 1 3 3");
        ngf.push_str("PMABBREER\nPMABWREER\n");
        let _ = writeln!(psq, "1,1,{number}");
        rows.push_str("--------\n");
    }
    ugf.push_str(&".Comment,2\nx\n".repeat(200_000));
    for text in [
        gib,
        ngf,
        ugf,
        psq,
        rows,
        "h8 ".repeat(200_000),
        "f5d6\n".repeat(200_000),
        "f5\nd6\n".repeat(200_000),
        "[Event \"a\"]\n".repeat(200_000),
        "\\[A=B".repeat(200_000),
        "1. f5 2. d6\n".repeat(200_000),
        "[8 ----\n".repeat(200_000),
        "(".repeat(1_000_000),
    ] {
        if let Ok(file) = CollectionFile::read(text.as_bytes(), None) {
            let _ = file.game(1);
            let _ = file.other_games().count();
        }
    }
    assert!(
        began.elapsed() < Duration::from_secs(60),
        "{:?}",
        began.elapsed()
    );
}

proptest! {
    #[test]
    fn no_bytes_break_a_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(file) = CollectionFile::read(&bytes, None) {
            let _ = file.game(1);
            let _ = file.to_sgf();
        }
    }

    #[test]
    fn no_change_of_a_file_breaks_its_reader(
        sample in 0..5usize,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), "[ -~\n]{0,3}"), 1..8),
    ) {
        let boards = "[8 --- *]\n1 . . . O * . . .\nf5d6c3\n1. f5 d6\n[White \"a\"]\n";
        let mut text: Vec<char> = [GIB, NGF, UGF, PSQ, boards][sample].chars().collect();
        for (index, change) in changes {
            if !text.is_empty() {
                let at = index.index(text.len());
                let end = text.len().min(at + change.len() % 3);
                text.splice(at..end, change.chars());
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(file) = CollectionFile::read(text.as_bytes(), None) {
            for game in file.other_games().flatten() {
                let written = game.game.to_text();
                let again = SgfGame::from_text(&written).unwrap();
                prop_assert_eq!(again.moves().count(), game.game.moves().filter(|(_, point)| {
                    game.game.info.kind != SgfGameType::Othello || point.is_some()
                }).count());
            }
        }
    }
}
