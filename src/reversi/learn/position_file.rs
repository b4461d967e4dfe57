//! File format of labeled positions: magic bytes, then 24 bytes per position, little-endian: the discs of the side to
//! move and of the opponent as 64-bit sets, the number of the game, and the two labels in evaluation units.
//!
//! New positions are appended. Games are in the order of their numbers.

use thiserror::Error;

use super::labeled_games::LabeledPosition;
use crate::eval::evaluation::MAX_SCORE;
use crate::rules::board::Board;

/// Magic bytes at the start of the file.
pub const MAGIC: &[u8; 8] = b"TGREVP01";

/// Bytes per position.
const POSITION_SIZE: usize = 24;

/// Returns the size in bytes of a file with this many positions.
pub fn size(positions: usize) -> u64 {
    (MAGIC.len() + positions * POSITION_SIZE) as u64
}

/// An error in a file of labeled positions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionFileError {
    /// The file does not begin with the magic bytes.
    #[error("expected labeled positions of Reversi, saw something else")]
    Foreign,
    /// A position that cannot occur in a game, by its number from 1.
    #[error(
        "position {0} is damaged: expected a board with a legal move, labels of at most 64 discs, and games in order"
    )]
    Damaged(usize),
}

/// Encodes positions, without the magic bytes.
pub fn encode(positions: &[LabeledPosition]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(positions.len() * POSITION_SIZE);
    for position in positions {
        bytes.extend(position.board.player().to_le_bytes());
        bytes.extend(position.board.opponent().to_le_bytes());
        bytes.extend(position.game.to_le_bytes());
        bytes.extend(position.search.to_le_bytes());
        bytes.extend(position.result.to_le_bytes());
    }
    bytes
}

/// Decodes a file. An incomplete last game, as left by an interrupted write, is dropped. Fails if the file has another
/// format or a position is damaged.
pub fn decode(bytes: &[u8]) -> Result<Vec<LabeledPosition>, PositionFileError> {
    let records = bytes
        .strip_prefix(MAGIC)
        .ok_or(PositionFileError::Foreign)?;
    let mut positions: Vec<LabeledPosition> = Vec::with_capacity(records.len() / POSITION_SIZE);
    let (records, _) = records.as_chunks::<POSITION_SIZE>();
    for record in records {
        let last_game = positions.last().map_or(0, |position| position.game);
        match decode_position(record) {
            Some(position) if position.game >= last_game => positions.push(position),
            _ => return Err(PositionFileError::Damaged(positions.len() + 1)),
        }
    }
    if let Some(&last) = positions.last()
        && !last.can_be_last()
    {
        positions.retain(|position| position.game != last.game);
    }
    Ok(positions)
}

fn decode_position(record: &[u8; POSITION_SIZE]) -> Option<LabeledPosition> {
    let (player, rest) = record.split_first_chunk()?;
    let (opponent, rest) = rest.split_first_chunk()?;
    let (game, rest) = rest.split_first_chunk()?;
    let (search, rest) = rest.split_first_chunk()?;
    let result = rest.first_chunk()?;
    let board = Board::new(u64::from_le_bytes(*player), u64::from_le_bytes(*opponent))?;
    let position = LabeledPosition {
        board,
        game: u32::from_le_bytes(*game),
        search: i16::from_le_bytes(*search),
        result: i16::from_le_bytes(*result),
    };
    let labels = [position.search, position.result].map(i32::from);
    let are_scores = labels.iter().all(|label| label.abs() <= MAX_SCORE);
    (board.moves() != 0 && are_scores).then_some(position)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Games of one or two positions each, in which the last move takes all discs.
    fn some() -> Vec<LabeledPosition> {
        let last = Board::new(0x01, 0x7e).unwrap();
        let position = |board: Board, game: u32| LabeledPosition {
            board,
            game,
            search: -(game as i16) * 100,
            result: MAX_SCORE as i16,
        };
        [
            (Board::START, 0),
            (last, 0),
            (last, 1),
            (Board::START, 7),
            (last, 7),
        ]
        .map(|(board, game)| position(board, game))
        .to_vec()
    }

    fn file(positions: &[LabeledPosition]) -> Vec<u8> {
        [&MAGIC[..], &encode(positions)].concat()
    }

    #[test]
    fn encoded_positions_round_trip() {
        assert_eq!(decode(&file(&some())), Ok(some()));
        assert_eq!(decode(MAGIC), Ok(Vec::new()));
    }

    #[test]
    fn a_game_that_is_not_at_its_end_is_left_out() {
        let bytes = file(&some());
        for missing in [1, POSITION_SIZE, POSITION_SIZE + 1] {
            let left = &bytes[..bytes.len() - missing];
            assert_eq!(decode(left), Ok(some()[..3].to_vec()), "{missing}");
        }
    }

    #[test]
    fn damaged_positions_are_named() {
        let mut labels = some();
        labels[2].result = i16::MIN;
        let mut order = some();
        order[2].game = 8;
        let mut overlap = file(&some());
        overlap.copy_within(MAGIC.len()..MAGIC.len() + 8, MAGIC.len() + 8);
        assert_eq!(decode(&file(&labels)), Err(PositionFileError::Damaged(3)));
        assert_eq!(decode(&file(&order)), Err(PositionFileError::Damaged(4)));
        assert_eq!(decode(&overlap), Err(PositionFileError::Damaged(1)));
        assert_eq!(decode(b"TGREVW03"), Err(PositionFileError::Foreign));
        assert_eq!(decode(b""), Err(PositionFileError::Foreign));
    }

    proptest! {
        #[test]
        fn any_bytes_decode_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let with_magic = [&MAGIC[..], &bytes].concat();
            if let Ok(positions) = decode(&with_magic) {
                prop_assert!(positions.len() <= bytes.len() / POSITION_SIZE);
            }
        }
    }
}
