//! Fuzz targets for every front and every file format, as ordinary tests on a stable compiler: `cargo test -p tengen-fuzz`.
//!
//! A target draws conversations or files from a grammar and from `corpus/`, mutates some of them, and checks properties
//! that hold for any input: complete replies in order, positions equal to those of a slow model, no panic, little
//! memory.
//!
//! `TENGEN_FUZZ_SECONDS` is the time for all targets together. They run one after the other, because panics and memory
//! belong to the process. Every run of the tests uses the same inputs, as many as time allows. With
//! `TENGEN_FUZZ_NEW=1`, which `scripts/dev/fuzz` sets, inputs are new: a failure prints the input, shrunk, and its seed,
//! and `BOLERO_RANDOM_SEED=N cargo test -p tengen-fuzz NAME` runs it first.

mod conversation;
mod corpus;
mod dice;
mod files;
mod gomocup;
mod gtp;
mod json;
mod memory;
mod models;
mod nboard;
mod target;
mod temporary;
mod watch;
mod web;
