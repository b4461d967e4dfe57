//! WTHOR, the data base of Othello tournaments of the Fédération Française d'Othello.
//!
//! The federation's "Format de la base WThor" specifies the files. Numbers are little endian. A header of 16 bytes
//! comes first:
//!
//! | byte | |
//! |---|---|
//! | 0 to 3 | date of the file: century, year, month, day |
//! | 4 to 7 | number of games (`.wtb`) |
//! | 8 and 9 | number of names (`.jou`, `.trn`) |
//! | 10 and 11 | year of the games |
//! | 12 | width of the board: 0 or 8, or 10 |
//! | 13 | 1 for solitaires, positions of which the end is to be found; else 0 |
//! | 14 | empty squares from which the theoretical score is exact; 0 stands for 22 |
//! | 15 | reserved |
//!
//! A game has 68 bytes: the numbers of the tournament, of black and of white from 0, of 16 bits each, black's discs, the
//! discs that black would have had after the best play near the end, and 60 moves, `10 * row + column` from 1, so that
//! f5 is 56. Passes are omitted, and zeros follow the last move. Files of players have names of 20 bytes, files of
//! tournaments of 26, which end at their first zero.

use thiserror::Error;

use super::transcript::play_next;
use crate::rules::position::Position;
use crate::rules::square::{Move, Square};
use tengen_engine::game::IllegalMove;
use tengen_engine::record::Record;
use tengen_records::encoding::{Language, TextDecoder};

/// Bytes of a header.
const HEADER: usize = 16;

/// Bytes of a game.
const GAME: usize = 68;

/// Bytes of a game before its moves.
const GAME_HEAD: usize = 8;

/// Empty squares from which the theoretical score is exact where the header has 0.
const USUAL_EXACT_EMPTIES: u8 = 22;

/// The games of a `.wtb` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorFile {
    /// Year of the games; 0 if unknown.
    pub year: u16,
    /// Empty squares from which [`WthorGame::best_discs`] is exact.
    pub exact_empties: u8,
    /// The games in order, those that are damaged included.
    pub games: Vec<Result<WthorGame, WthorError>>,
}

/// A game of a `.wtb` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Number of the tournament in the file of tournaments, from 0.
    pub tournament: u16,
    /// Numbers of the players in the file of players, from 0, black first.
    pub players: [u16; 2],
    /// Black's discs at the end, empty squares counted for the winner.
    pub discs: u8,
    /// Black's discs after the best play of both sides near the end.
    pub best_discs: u8,
    /// The squares in the order of play, passes left out.
    pub squares: Vec<Square>,
}

/// Error in a WTHOR file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// The file is shorter than a header.
    #[error("expected a header of {HEADER} bytes, saw {0}")]
    Header(usize),
    /// The board is no board of Othello.
    #[error("byte 12: expected a board of 8x8, saw one of {0}x{0}")]
    BoardWidth(u8),
    /// The file has positions and no games.
    #[error("byte 13: expected games, saw solitaires")]
    Solitaires,
    /// The header promises more games than the file has.
    #[error(
        "game {number}, byte {byte}: expected {GAME} bytes, saw {saw}; the header counts {count} games"
    )]
    Truncated {
        /// Number of the first game that is not whole, from 1.
        number: usize,
        /// Where it begins in the file, from 0.
        byte: usize,
        /// Its bytes in the file.
        saw: usize,
        /// Number of games in the header.
        count: u32,
    },
    /// Bytes follow the last game.
    #[error("byte {byte}: expected the end of the file after {count} games, saw {saw} bytes")]
    Excess {
        /// The end of the last game, from 0.
        byte: usize,
        /// Number of games in the header.
        count: u32,
        /// Number of bytes behind it.
        saw: usize,
    },
    /// A byte of the moves stands for no square.
    #[error("game {number}, byte {byte}: expected a square such as 56 for f5, saw {saw}")]
    Square {
        /// Number of the game, from 1.
        number: usize,
        /// Place in the file, from 0.
        byte: usize,
        /// The byte.
        saw: u8,
    },
    /// A move is illegal.
    #[error("game {number}, byte {byte}: move {index}, {mv}, is illegal: {reason}")]
    Illegal {
        /// Number of the game, from 1.
        number: usize,
        /// Place in the file, from 0.
        byte: usize,
        /// Number of the move in the game, from 1.
        index: usize,
        /// The move.
        mv: Square,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// The header of a file of names promises more names than the file has, or fewer.
    #[error("expected {count} names of {length} bytes after the header, saw {saw} bytes")]
    Names {
        /// Number of names in the header.
        count: u16,
        /// Bytes of a name.
        length: usize,
        /// Bytes after the header.
        saw: usize,
    },
}

impl WthorFile {
    /// Whether bytes of a file without a name for it are those of games: the header counts the games that follow.
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

    /// Reads a file. Games that are damaged are errors among the others. No byte behind the games of the header is read,
    /// and no more memory is taken than the file has bytes for.
    ///
    /// # Errors
    ///
    /// Fails if the header is none of games on a board of 8x8.
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

/// Returns the number of games in a header.
fn count_of(header: &[u8; HEADER]) -> u32 {
    u32::from_le_bytes([header[4], header[5], header[6], header[7]])
}

/// Returns where a game begins in its file.
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

    /// Plays the moves on a board, with the passes that the file omits.
    ///
    /// # Errors
    ///
    /// Fails at the first illegal move.
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

/// Returns the square of a move.
fn square_of(byte: u8) -> Option<Square> {
    Square::at((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?)
}

/// A kind of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WthorNames {
    /// Players, in a `.jou` file.
    Players,
    /// Tournaments, in a `.trn` file.
    Tournaments,
}

impl WthorNames {
    /// Returns the usual name of such a file, which lies beside the games; in upper case in older archives.
    pub const fn usual_file(self) -> &'static str {
        match self {
            WthorNames::Players => "wthor.jou",
            WthorNames::Tournaments => "wthor.trn",
        }
    }

    /// Reads a file of names, in its order.
    ///
    /// # Errors
    ///
    /// Fails if the file has other names than its header counts.
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

    /// Returns the bytes of a name.
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

/// Returns a name without characters that would change the line that it is printed in.
fn name_of(bytes: &[u8], texts: TextDecoder) -> String {
    let text = texts.decode(bytes);
    let printable = text.chars().filter(|c| !c.is_control());
    printable.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
