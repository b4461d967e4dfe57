//! Fuzz targets for every front and every file format, as ordinary tests on a stable compiler.
//!
//! A target draws conversations or files from a grammar and from `corpus/`, spoils some of them, and checks every promise
//! that holds for any input: whole replies in order, positions equal to those of a slow model, no panic, little memory.
//!
//! `TENGEN_FUZZ_SECONDS` is the time for all targets together; they run one after the other, because panics and memory
//! are those of the process. Every run of the tests has the same inputs, so many as there is time for. With
//! `TENGEN_FUZZ_NEW=1`, which `scripts/fuzz` sets, they are new ones: a failure prints the input, made as short as can be,
//! and its seed, and `BOLERO_RANDOM_SEED=N cargo test --test fuzz NAME` runs it first.

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
