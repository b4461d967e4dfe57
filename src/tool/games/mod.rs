//! The parts of each game in the tools: bench positions, openings, and the default search of a position.
//!
//! - the games, a module each
//!
//! Tests: `src/tool/openings/mod.rs`, `src/tool/searches/search_args.rs` and the bench in `protocol-tests/process/program.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), which covers these positions; openings of
//! matches; results of `tengen move`.

mod go;
mod gomoku;
mod reversi;
