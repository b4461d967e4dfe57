//! Conversion of Othello games from every format to every other and back.

use proptest::prelude::*;

use crate::formats::CollectionFile;
use crate::records::ggf::ggf_game;
use crate::records::load::load_reading;
use crate::records::save::sgf_game;
use crate::reversi::Reversi;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_records::loaded_record::LoadedRecord;
use tengen_records::sgf::{NoteNode, SgfGameType};
use tengen_reversi::Position;
use tengen_reversi::records::ggf::{EarlyEnd, GgfResult};
use tengen_reversi::rules::square::Move;

type Loaded = LoadedRecord<Position>;

/// Formats between which games are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Sgf,
    Ggf,
    Transcript,
    Wthor,
}

const ALL: [Written; 4] = [
    Written::Sgf,
    Written::Ggf,
    Written::Transcript,
    Written::Wthor,
];

fn write(loaded: &Loaded, format: Written) -> Vec<u8> {
    match format {
        Written::Sgf => sgf_game::<Reversi>(&loaded.record, &loaded.annotations)
            .unwrap()
            .to_text()
            .into_bytes(),
        Written::Ggf => ggf_game(&loaded.record, &loaded.annotations)
            .to_string()
            .into_bytes(),
        Written::Transcript => squares(&loaded.record).concat().into_bytes(),
        Written::Wthor => wthor(loaded),
    }
}

fn squares(record: &Record<Position>) -> Vec<String> {
    let moves = record.moves().filter_map(|(_, mv)| match mv {
        Move::Place(square) => Some(square.to_string()),
        Move::Pass => None,
    });
    moves.collect()
}

/// Returns a WTHOR file with the game. Black's discs follow from the result.
fn wthor(loaded: &Loaded) -> Vec<u8> {
    let mut bytes = vec![20, 24, 5, 1, 1, 0, 0, 0, 0, 0, 0xe8, 7, 0, 0, 0, 0];
    let margin = result(loaded).map_or(0.0, |result| result.margin);
    let discs = ((64.0 + margin) / 2.0) as u8;
    bytes.extend([0, 0, 0, 0, 0, 0, discs, discs]);
    for (_, mv) in loaded.record.moves() {
        if let Move::Place(square) = mv {
            bytes.push(10 * (square.row() + 1) + square.column() + 1);
        }
    }
    bytes.resize(16 + 68, 0);
    bytes
}

fn read(bytes: &[u8], format: Written) -> Loaded {
    let file = CollectionFile::read(bytes, Some(SgfGameType::Othello)).unwrap();
    assert_eq!(file.format.is_none(), format == Written::Sgf);
    let reading = file.game(1).unwrap();
    let loaded = load_reading::<Reversi>(reading, &Position::start(), usize::MAX, &|| false);
    let loaded = loaded.unwrap_or_else(|error| panic!("{format:?}: {error}"));
    assert_eq!(loaded.warnings, [""; 0], "{format:?}");
    loaded
}

/// Returns the result of a record, from its final position or its notes.
fn result(loaded: &Loaded) -> Option<GgfResult> {
    ggf_game(&loaded.record, &loaded.annotations).result
}

/// Plays a game with these choices. If it is not over, it ends with `early`.
fn game(choices: &[prop::sample::Index], early: Option<(EarlyEnd, Color)>) -> Loaded {
    let mut record = Record::new(Position::start());
    for choice in choices {
        let to_move = record.position().to_move();
        let moves = record.position().legal_moves(to_move);
        if moves.is_empty() || record.position().outcome().is_some() {
            break;
        }
        record
            .play(to_move, moves[choice.index(moves.len())])
            .unwrap();
    }
    let mut loaded = Loaded::from(record);
    if let Some((early, winner)) = early {
        let margin = if winner == Color::Black { 12.0 } else { -12.0 };
        let result = GgfResult {
            margin,
            early: Some(early),
        };
        loaded
            .annotations
            .notes
            .add(NoteNode::Root, "RE", &result.to_sgf());
    }
    loaded
}

fn early() -> impl Strategy<Value = Option<(EarlyEnd, Color)>> {
    let end = prop_oneof![Just(EarlyEnd::Resigned), Just(EarlyEnd::Timeout)];
    let color = prop_oneof![Just(Color::Black), Just(Color::White)];
    prop::option::of((end, color))
}

proptest! {
    #[test]
    fn moves_and_results_come_through_every_pair_of_formats(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..70),
        early in early(),
    ) {
        let first = game(&choices, early);
        // Formats that list only squares lose the final passes, since no square follows them.
        let is_same = |loaded: &Loaded| {
            let [a, b] = [&first, loaded].map(|loaded| loaded.record.moves().collect::<Vec<_>>());
            let passes = a.len().saturating_sub(b.len());
            a.starts_with(&b) && a[b.len()..].iter().all(|(_, mv)| *mv == Move::Pass) && passes <= 1
        };
        let winner = |loaded: &Loaded| result(loaded).map(|result| result.margin.total_cmp(&0.0));
        for one in ALL {
            let once = read(&write(&first, one), one);
            prop_assert!(is_same(&once), "{:?}", one);
            for other in ALL {
                let twice = read(&write(&once, other), other);
                prop_assert!(is_same(&twice), "{:?} {:?}", one, other);
                let back = read(&write(&twice, one), one);
                prop_assert!(is_same(&back), "{:?} {:?}", one, other);
                let keeps_result = ![one, other].contains(&Written::Transcript)
                    && (result(&first).is_some() || ![one, other].contains(&Written::Wthor));
                if keeps_result || first.record.position().outcome().is_some() {
                    prop_assert_eq!(winner(&twice), winner(&first), "{:?} {:?}", one, other);
                    prop_assert_eq!(winner(&back), winner(&first), "{:?} {:?}", one, other);
                }
                let has_exact = first.record.position().outcome().is_some();
                if has_exact {
                    prop_assert_eq!(result(&back), result(&first), "{:?} {:?}", one, other);
                }
            }
        }
    }
}

#[test]
fn othello_is_written_as_its_programs_read_it() {
    let loaded = game(&[], None);
    let mut record = loaded.record;
    for mv in ["f5", "f6", "e6"] {
        let to_move = record.position().to_move();
        record.play(to_move, mv.parse().unwrap()).unwrap();
    }
    let text = String::from_utf8(write(&Loaded::from(record), Written::Sgf)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].ends_with("SZ[8]AB[e4][d5]AW[d4][e5]PL[B]"),
        "{text}"
    );
    assert_eq!(lines[1..], [";B[f5]", ";W[f6]", ";B[e6])"]);
}

#[test]
fn sgf_of_edax_cassio_and_othellotk_is_read() {
    let edax = "(;FF[4]GM[2]AP[edax:4.5]PC[Edax]DT[2024-01-02]PB[a]PW[b]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[Void]B[f5];W[f6];B[e6];)\n";
    let cassio = "(;GM[2]FF[4]SZ[8]TM[1500]BL[1500]WL[1500]AP[Cassio:8]US[x]AB[e4][d5]AW[d4][e5]PL[B];B[F5];W[F6];B[E6])\n";
    let othello_tk = "(;GM[2]FF[4]\nSZ[8]\nAP[OthelloTk:1]\nAB[e4][d5]\nAW[d4][e5]\nPL[B]\n;B[f5]\n;W[f6]\n;B[e6]\n)\n";
    let letters = "(;GM[2]FF[4]SZ[8];B[fe];W[ff];B[ef])";
    for text in [edax, cassio, othello_tk, letters] {
        let loaded = read(text.as_bytes(), Written::Sgf);
        assert_eq!(squares(&loaded.record), ["f5", "f6", "e6"], "{text}");
    }
}

#[test]
fn passes_of_every_spelling_and_none_are_read() {
    let stones = "AB[c1][d1][e1][f1][g1][h1]AW[b1][a2]PL[W]";
    for pass in ["", ";W[PA]", ";W[tt]", ";W[@@@@]", ";W[]", ";W[--]"] {
        let text = format!("(;GM[2]{stones}{pass};B[a1]C[here])");
        let loaded = read(text.as_bytes(), Written::Sgf);
        let moves: Vec<_> = loaded.record.moves().collect();
        let corner = Move::Place("a1".parse().unwrap());
        assert_eq!(
            moves,
            [(Color::White, Move::Pass), (Color::Black, corner)],
            "{text}"
        );
        let written = String::from_utf8(write(&loaded, Written::Sgf)).unwrap();
        assert!(written.ends_with("PL[W]\n;B[a1]C[here])\n"), "{written}");
    }
    let noted = format!("(;GM[2]{stones};W[]C[no move];B[a1])");
    for _ in 0..2 {
        let loaded = read(noted.as_bytes(), Written::Sgf);
        let written = String::from_utf8(write(&loaded, Written::Sgf)).unwrap();
        assert!(
            written.ends_with("PL[W]\n;C[no move]\n;B[a1])\n"),
            "{written}"
        );
        let again = read(written.as_bytes(), Written::Sgf);
        assert_eq!(again.record.len(), 2);
        assert_eq!(again.annotations.notes, loaded.annotations.notes);
    }
}

#[test]
fn white_begins_where_the_record_says_so() {
    for text in [
        "(;GM[2]FF[4]SZ[8];W[ec];B[fc])",
        "(;GM[2]FF[4]SZ[8]AB[e4][d5]AW[d4][e5]PL[W];W[e3];B[f3])",
    ] {
        let loaded = read(text.as_bytes(), Written::Sgf);
        assert_eq!(loaded.record.start().to_move(), Color::White, "{text}");
        let again = read(&write(&loaded, Written::Sgf), Written::Sgf);
        assert_eq!(again.record.start(), loaded.record.start());
        let again = read(&write(&loaded, Written::Ggf), Written::Ggf);
        assert_eq!(again.record.start(), loaded.record.start());
        assert_eq!(again.record.len(), 2);
    }
}
