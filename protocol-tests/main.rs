//! Tests of the real program through pipes, of the scripts and of the source.
//!
//! `engine.rs` starts the program and talks to it. `gtp/`, `gomocup/`, `nboard/` and `analysis/` hold the transcripts, in the
//! format that `transcript.rs` describes; they run with this folder as their working directory. `data/` holds labeled
//! positions, also for the crates' own tests.

mod engine;
mod process;
mod protocols;
mod scripts;
mod source;
mod tools;
mod transcript;
#[cfg(unix)]
mod web;
