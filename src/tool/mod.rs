//! What the program does without a conversation.
//!
//! - `bench`: fixed searches, ladders and networks, timed
//! - `ladders`: ladder questions from files
//! - `learn`: weights from games
//! - `openings`: openings for matches
//! - `perft`, `solve`, `book`: counts of games, exact results, opening books of Reversi
//! - `manual`: the commands of all protocols
//! - `params`, in tuning builds: the numbers of the searches

pub mod bench;
pub mod book;
pub mod ladders;
pub mod learn;
pub mod manual;
pub mod openings;
#[cfg(feature = "tuning")]
pub mod params;
pub mod perft;
pub mod solve;
