//! Conversations in every protocol: the transcripts, and what a transcript cannot state.

mod agreement;
mod analysis;
pub mod clients;
mod gomocup;
mod gtp;
mod json;
mod katago;
pub mod nboard;
mod remarks;
mod repeats;
mod script_options;
