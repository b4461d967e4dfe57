//! WTHOR, the database of Othello tournaments of the Fédération Française d'Othello.
//!
//! The federation's "Format de la base WThor" specifies the files. Numbers are little-endian. A header of 16 bytes
//! comes first:
//!
//! | byte | |
//! |---|---|
//! | 0 to 3 | date of the file: century, year, month, day |
//! | 4 to 7 | number of games (`.wtb`) |
//! | 8 and 9 | number of names (`.jou`, `.trn`) |
//! | 10 and 11 | year of the games |
//! | 12 | width of the board: 0 or 8, or 10 |
//! | 13 | 1 for solitaires (positions to be solved), otherwise 0 |
//! | 14 | empty squares from which the theoretical score is exact; 0 means 22 |
//! | 15 | reserved |
//!
//! A game has 68 bytes: the numbers of the tournament, of black and of white, from 0 in 16 bits each, black's discs,
//! the discs that black would have had after best play near the end, and 60 moves encoded as `10 * row + column` from
//! 1, so that f5 is 56. Passes are omitted, and zeros follow the last move. Player files have names of 20 bytes,
//! tournament files names of 26 bytes, ending at their first zero.

use thiserror::Error;

use super::transcript::play_next;
use crate::rules::position::Position;
use crate::rules::square::{Move, Square};
use tengen_engine::game::IllegalMove;
use tengen_engine::record::Record;
use tengen_records::encoding::{Language, TextDecoder};

/// The size of a header in bytes.
const HEADER: usize = 16;

/// The size of a game in bytes.
const GAME: usize = 68;

/// The size in bytes of a game before its moves.
const GAME_HEAD: usize = 8;

/// The value that a 0 in the header means for the empty squares from which the theoretical score is exact.
const USUAL_EXACT_EMPTIES: u8 = 22;

/// The contents of a `.wtb` file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorFile {
    /// The year of the games; 0 if unknown.
    pub year: u16,
    /// The number of empty squares from which [`WthorGame::best_discs`] is exact.
    pub exact_empties: u8,
    /// The games in order, including damaged ones.
    pub games: Vec<Result<WthorGame, WthorError>>,
}

/// A single game of a `.wtb` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The index of the tournament in the tournament file, from 0.
    pub tournament: u16,
    /// The indices of the players in the player file, from 0, black first.
    pub players: [u16; 2],
    /// Black's discs at the end, with empty squares counted for the winner.
    pub discs: u8,
    /// Black's discs after best play by both sides near the end.
    pub best_discs: u8,
    /// The squares in the order of play, without passes.
    pub squares: Vec<Square>,
}

/// An error in a WTHOR file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// The file is shorter than a header.
    #[error("expected a header of {HEADER} bytes, saw {0}")]
    Header(usize),
    /// The header's board width is not 8.
    #[error("byte 12: expected a board of 8x8, saw one of {0}x{0}")]
    BoardWidth(u8),
    /// The file contains solitaires, not games.
    #[error("byte 13: expected games, saw solitaires")]
    Solitaires,
    /// The header counts more games than the file has.
    #[error(
        "game {number}, byte {byte}: expected {GAME} bytes, saw {saw}; the header counts {count} games"
    )]
    Truncated {
        /// The number of the first incomplete game, from 1.
        number: usize,
        /// The offset in the file at which it begins.
        byte: usize,
        /// The number of its bytes in the file.
        saw: usize,
        /// The number of games in the header.
        count: u32,
    },
    /// Bytes follow the last game.
    #[error("byte {byte}: expected the end of the file after {count} games, saw {saw} bytes")]
    Excess {
        /// The offset of the end of the last game.
        byte: usize,
        /// The number of games in the header.
        count: u32,
        /// The number of bytes after the last game.
        saw: usize,
    },
    /// A byte of the moves that isn't a square.
    #[error("game {number}, byte {byte}: expected a square such as 56 for f5, saw {saw}")]
    Square {
        /// The number of the game, from 1.
        number: usize,
        /// The offset in the file.
        byte: usize,
        /// The value of the byte.
        saw: u8,
    },
    /// A move that breaks a rule.
    #[error("game {number}, byte {byte}: move {index}, {mv}, is illegal: {reason}")]
    Illegal {
        /// The number of the game, from 1.
        number: usize,
        /// The offset in the file.
        byte: usize,
        /// The number of the move in the game, from 1.
        index: usize,
        /// The square of the move.
        mv: Square,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// The number of names in the header differs from that in the file.
    #[error("expected {count} names of {length} bytes after the header, saw {saw} bytes")]
    Names {
        /// The number of names in the header.
        count: u16,
        /// The number of bytes per name.
        length: usize,
        /// The number of bytes after the header.
        saw: usize,
    },
}

impl WthorFile {
    /// Whether the bytes of an unnamed file are likely to be games: the header's count matches the games that follow.
    pub fn is_likely(bytes: &[u8]) -> bool {
        let Some((header, games)) = bytes.split_first_chunk::<HEADER>() else {
            return false;
        };
        let [.., month, day] = header[..4] else {
            return false;
        };
        let count = count_of(header) as usize;
        (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && count > 0
            && games.len() / GAME == count
    }

    /// Reads a file. Damaged games appear as errors among the others. Reads no bytes beyond the games that the header
    /// counts, and allocates no more memory than the file's size warrants. Fails if the header is not one of games on
    /// an 8x8 board.
    pub fn read(bytes: &[u8]) -> Result<WthorFile, WthorError> {
        let (header, rest) = bytes
            .split_first_chunk::<HEADER>()
            .ok_or(WthorError::Header(bytes.len()))?;
        match (header[12], header[13]) {
            (_, 1) => return Err(WthorError::Solitaires),
            (0 | 8, _) => {}
            (width, _) => return Err(WthorError::BoardWidth(width)),
        }
        let count = count_of(header);
        let of_header = usize::try_from(count).unwrap_or(usize::MAX);
        let whole = rest.chunks_exact(GAME).take(of_header);
        let mut games: Vec<Result<WthorGame, WthorError>> = whole
            .enumerate()
            .map(|(index, bytes)| WthorGame::read(index + 1, bytes))
            .collect();
        let read = games.len();
        let left = rest.len() - read * GAME;
        let byte = byte_of(read + 1);
        if read < of_header {
            games.push(Err(WthorError::Truncated {
                number: read + 1,
                byte,
                saw: left,
                count,
            }));
        } else if left > 0 {
            let saw = left;
            games.push(Err(WthorError::Excess { byte, count, saw }));
        }
        Ok(WthorFile {
            year: u16::from_le_bytes([header[10], header[11]]),
            exact_empties: match header[14] {
                0 => USUAL_EXACT_EMPTIES,
                empties => empties,
            },
            games,
        })
    }
}

fn count_of(header: &[u8; HEADER]) -> u32 {
    u32::from_le_bytes([header[4], header[5], header[6], header[7]])
}

/// Returns the file offset of a game.
fn byte_of(number: usize) -> usize {
    HEADER + (number - 1) * GAME
}

impl WthorGame {
    fn read(number: usize, bytes: &[u8]) -> Result<WthorGame, WthorError> {
        let (head, moves) = bytes.split_at(GAME_HEAD);
        let word = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let length = moves.iter().rposition(|&byte| byte != 0);
        let moves = &moves[..length.map_or(0, |last| last + 1)];
        let square = |(index, &saw): (usize, &u8)| {
            square_of(saw).ok_or(WthorError::Square {
                number,
                byte: byte_of(number) + GAME_HEAD + index,
                saw,
            })
        };
        Ok(WthorGame {
            number,
            tournament: word(0),
            players: [word(2), word(4)],
            discs: head[6],
            best_discs: head[7],
            squares: moves
                .iter()
                .enumerate()
                .map(square)
                .collect::<Result<_, _>>()?,
        })
    }

    /// Plays the moves on a board, with the passes that the file omits. Fails at the first illegal move.
    pub fn record(&self) -> Result<Record<Position>, WthorError> {
        let mut record = Record::new(Position::start());
        for (index, &mv) in self.squares.iter().enumerate() {
            play_next(&mut record, Move::Place(mv)).map_err(|reason| WthorError::Illegal {
                number: self.number,
                byte: byte_of(self.number) + GAME_HEAD + index,
                index: index + 1,
                mv,
                reason,
            })?;
        }
        Ok(record)
    }
}

/// Returns the square encoded by a move byte.
fn square_of(byte: u8) -> Option<Square> {
    Square::at((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?)
}

/// A kind of name file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WthorNames {
    /// Names of players, in a `.jou` file.
    Players,
    /// Names of tournaments, in a `.trn` file.
    Tournaments,
}

impl WthorNames {
    /// Returns the default file name, next to the games; older archives use upper case.
    pub const fn default_file(self) -> &'static str {
        match self {
            WthorNames::Players => "wthor.jou",
            WthorNames::Tournaments => "wthor.trn",
        }
    }

    /// Reads a file of names in order. Fails if the number of names differs from that in the header.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<String>, WthorError> {
        let (header, names) = bytes
            .split_first_chunk::<HEADER>()
            .ok_or(WthorError::Header(bytes.len()))?;
        let count = u16::from_le_bytes([header[8], header[9]]);
        let length = self.length();
        if names.len() != usize::from(count) * length {
            return Err(WthorError::Names {
                count,
                length,
                saw: names.len(),
            });
        }
        let names = names.chunks_exact(length).map(up_to_zero);
        let texts = TextDecoder::new(names.clone(), Some(Language::WesternEuropean));
        Ok(names.map(|name| name_of(name, texts)).collect())
    }

    /// Returns the number of bytes per name.
    fn length(self) -> usize {
        match self {
            WthorNames::Players => 20,
            WthorNames::Tournaments => 26,
        }
    }
}

/// Returns the bytes of a name up to its first zero.
fn up_to_zero(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0);
    &bytes[..end.unwrap_or(bytes.len())]
}

/// Returns a name without characters that would alter the line in which it is printed.
fn name_of(bytes: &[u8], texts: TextDecoder) -> String {
    let text = texts.decode(bytes);
    let printable = text.chars().filter(|c| !c.is_control());
    printable.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
