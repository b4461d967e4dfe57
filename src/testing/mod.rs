//! What tests share: labeled data, slow references, drawings and simple players.
//!
//! - `test_data`, `scratch`: labeled sets; folders for files
//! - `go_reference`, `net_reference`: the rules of Go and networks, slowly and obviously
//! - `go_records`: the start and the moves of records of Go
//! - `ladder_reference`: ladders, slowly and obviously
//! - `life_reference`, `life_checker`: life and death, slowly and obviously; a checker of proofs
//! - `net_sample`: small random networks
//! - `renju_reference`: forbidden moves, slowly and obviously
//! - `counted_games`: finished games of Go with their scores
//! - `drawing`: positions of gomoku drawn as text
//! - `time_use`: how much of its time a search uses
//! - `baselines`: simple players of Reversi

pub mod baselines;
pub mod counted_games;
pub mod drawing;
pub mod go_records;
pub mod go_reference;
pub mod ladder_reference;
pub mod life_checker;
pub mod life_reference;
pub mod net_reference;
pub mod net_sample;
pub mod renju_reference;
pub mod scratch;
pub mod test_data;
pub mod time_use;
