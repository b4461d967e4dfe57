//! Tests of the real program through pipes: transcripts of both protocols, behaviour under stress, whole games.
//!
//! `gtp/` and `gomocup/` hold the transcripts, in the format that `transcript.rs` describes; they run with this
//! folder as their working directory. `data/` holds labelled positions for the library's own tests.

mod engine;
mod games;
mod gomocup;
mod gtp;
mod program;
mod stress;
mod transcript;
