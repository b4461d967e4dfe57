//! Tests of the real program through pipes: transcripts of all protocols, stops and floods, whole games.
//!
//! `gtp/`, `gomocup/`, `nboard/` and `analysis/` hold the transcripts, in the format that `transcript.rs` describes; they run with this
//! folder as their working directory. `data/` holds labeled positions for the library's own tests.

mod agreement;
mod analysis;
mod book;
mod clients;
mod engine;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
mod files;
mod floods;
mod games;
mod gomocup;
mod gtp;
mod json;
mod katago;
mod kills;
mod nboard;
mod positions;
mod program;
mod remarks;
mod repeats;
mod scarcity;
mod script_options;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod signals;
mod solve;
mod stops;
#[cfg(target_os = "linux")]
mod streams;
mod transcript;
#[cfg(unix)]
mod web;
