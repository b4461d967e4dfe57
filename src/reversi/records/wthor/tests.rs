//! Intact, damaged and synthetic WTHOR files.

use proptest::prelude::*;

use super::*;
use tengen_engine::game::Position as _;

/// A game in which white has no discs left after nine moves.
const WIPE_OUT: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];

fn header(games: u32, names: u16) -> [u8; HEADER] {
    let mut header = [20, 24, 5, 1, 0, 0, 0, 0, 0, 0, 0xd0, 0x07, 0, 0, 0, 0];
    header[4..8].copy_from_slice(&games.to_le_bytes());
    header[8..10].copy_from_slice(&names.to_le_bytes());
    header
}

fn game(moves: &[u8]) -> [u8; GAME] {
    let mut game = [0; GAME];
    game[..GAME_HEAD].copy_from_slice(&[7, 0, 1, 2, 3, 0, 40, 38]);
    game[GAME_HEAD..][..moves.len()].copy_from_slice(moves);
    game
}

fn file(count: u32, games: &[&[u8]]) -> Vec<u8> {
    let mut bytes = header(count, 0).to_vec();
    bytes.extend(games.iter().flat_map(|moves| game(moves)));
    bytes
}

fn sentences(bytes: &[u8]) -> Vec<String> {
    let games = WthorFile::read(bytes).unwrap().games;
    let sentence = |game: Result<WthorGame, WthorError>| match game.and_then(|game| game.record()) {
        Ok(record) => format!("{} moves", record.len()),
        Err(error) => error.to_string(),
    };
    games.into_iter().map(sentence).collect()
}

#[test]
fn games_with_their_numbers() {
    let bytes = file(2, &[&[56, 64, 33], &WIPE_OUT]);
    let read = WthorFile::read(&bytes).unwrap();
    assert_eq!((read.year, read.exact_empties), (2000, 22));
    let first = read.games[0].as_ref().unwrap();
    assert_eq!((first.number, first.tournament), (1, 7));
    assert_eq!(first.players, [513, 3]);
    assert_eq!((first.discs, first.best_discs), (40, 38));
    let squares: Vec<String> = first.squares.iter().map(Square::to_string).collect();
    assert_eq!(squares, ["f5", "d6", "c3"]);
    let second = read.games[1].as_ref().unwrap().record().unwrap();
    assert_eq!(second.position().final_score(), Some(64));
}

#[test]
fn damaged_games_are_named_and_the_others_read() {
    for (bytes, expected) in [
        (
            file(3, &[&[56], &[56, 99], &[56, 64]]),
            vec![
                "1 moves",
                "game 2, byte 93: expected a square such as 56 for f5, saw 99",
                "2 moves",
            ],
        ),
        (
            file(2, &[&[56, 0, 64], &[11]]),
            vec![
                "game 1, byte 25: expected a square such as 56 for f5, saw 0",
                "game 2, byte 92: move 1, a1, is illegal: the move flips nothing",
            ],
        ),
        (
            [&file(2, &[&[56]])[..], &[1; 20]].concat(),
            vec![
                "1 moves",
                "game 2, byte 84: expected 68 bytes, saw 20; the header counts 2 games",
            ],
        ),
        (
            file(u32::MAX, &[&[56]]),
            vec![
                "1 moves",
                "game 2, byte 84: expected 68 bytes, saw 0; the header counts 4294967295 games",
            ],
        ),
        (
            file(1, &[&[56], &[56]]),
            vec![
                "1 moves",
                "byte 84: expected the end of the file after 1 games, saw 68 bytes",
            ],
        ),
        (file(0, &[]), vec![]),
    ] {
        assert_eq!(sentences(&bytes), expected);
    }
}

#[test]
fn other_files_are_refused() {
    let with = |at: usize, value: u8| {
        let mut bytes = file(1, &[&[56]]);
        bytes[at] = value;
        WthorFile::read(&bytes).unwrap_err()
    };
    assert_eq!(with(12, 10), WthorError::BoardWidth(10));
    assert_eq!(with(13, 1), WthorError::Solitaires);
    assert_eq!(
        WthorFile::read(b"(;GM[Othello]").unwrap_err(),
        WthorError::Header(13)
    );
}

#[test]
fn files_of_games_are_recognized() {
    assert!(WthorFile::is_likely(&file(2, &[&[56], &[56]])));
    assert!(!WthorFile::is_likely(&file(2, &[&[56]])));
    assert!(!WthorFile::is_likely(&file(0, &[])));
    assert!(!WthorFile::is_likely(b"f5d6c3d3c4f4f6g5e6"));
    assert!(!WthorFile::is_likely(&[b'f'; 600]));
}

#[test]
fn names_end_at_their_first_zero() {
    let mut players = header(0, 2).to_vec();
    players.extend(b"Tastet Marc\0 rubbish");
    players.extend(b"Caspard St\xe9phane\n\0\0\0");
    let read = WthorNames::Players.read(&players).unwrap();
    assert_eq!(read, ["Tastet Marc", "Caspard St\u{e9}phane"]);
    let error = WthorNames::Tournaments.read(&players).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected 2 names of 26 bytes after the header, saw 40 bytes"
    );
    let short = WthorNames::Players.read(&players[..9]).unwrap_err();
    assert_eq!(short, WthorError::Header(9));
}

proptest! {
    #[test]
    fn what_was_played_is_read(choices in prop::collection::vec(0..64usize, 0..60)) {
        let mut record = Record::new(Position::start());
        for choice in choices {
            let position = record.position();
            if position.outcome().is_some() {
                break;
            }
            let color = position.to_move();
            let moves = position.legal_moves(color);
            record.play(color, moves[choice % moves.len()]).unwrap();
        }
        let byte = |mv: Move| match mv {
            Move::Pass => None,
            Move::Place(square) => Some(10 * (square.row() + 1) + square.column() + 1),
        };
        let bytes: Vec<u8> = record.moves().filter_map(|(_, mv)| byte(mv)).collect();
        let read = WthorFile::read(&file(1, &[&bytes])).unwrap();
        let again = read.games[0].as_ref().unwrap().record().unwrap();
        prop_assert_eq!(again.position().board(), {
            let board = record.position().board();
            // The file omits a final pass.
            if again.len() < record.len() { board.passed() } else { board }
        });
    }

    #[test]
    fn no_bytes_break_the_reader(mut bytes in prop::collection::vec(0..90u8, 0..400), count in 0..9u32) {
        if let Some(place) = bytes.get_mut(4..8) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        if let Ok(read) = WthorFile::read(&bytes) {
            prop_assert!(read.games.len() <= bytes.len() / GAME + 1);
            for game in read.games.into_iter().flatten() {
                let _ = game.record();
            }
        }
        let _ = WthorNames::Players.read(&bytes);
    }
}
