//! Slow references and helpers of tests.
//!
//! Tests: none; the unit tests of the crate compare with these references, and `protocol-tests/fuzz/models/go.rs` with
//! `go_reference`.
//! A change moves: only unit tests, including other crates': `src/tool/learn/go/tests.rs` takes networks from
//! `net_sample`.

#[cfg(test)]
pub(crate) mod counted_games;
#[cfg(test)]
pub(crate) mod go_records;
pub mod go_reference;
#[cfg(test)]
pub(crate) mod ladder_reference;
#[cfg(test)]
pub(crate) mod life_checker;
#[cfg(test)]
pub(crate) mod life_reference;
#[cfg(test)]
pub(crate) mod net_reference;
pub mod net_sample;
