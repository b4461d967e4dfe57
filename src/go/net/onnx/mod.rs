//! Networks in ONNX Runtime, for GPUs.
//!
//! ```text
//! model -> network_graph: an ONNX graph for one size of boards -> session: ONNX Runtime on a provider
//! threads -> batcher: boards of many threads -> session -> outputs of the heads
//! ```
//!
//! - `proto`, `graph`: the messages of the ONNX format; operations added one after another
//! - `network_graph`, `transformer_graph`: the layers of a model as operations
//! - `library`: the search for the library, and its faults
//! - `providers`, `session`: the providers with their options; a network on one of them
//! - `batcher`, `client`: batches from many threads; one thread's part of them
//!
//! Tests: `tests.rs` against the kernels of the processor, if `ORT_DYLIB_PATH` names a library; unit tests in `batcher.rs`,
//! `library.rs` and `session.rs`; the program in `scripts/tests/test_onnx.py`.
//! A change moves: evaluations of `--backend onnx`, in their last bits. The bench signature stays.

mod batcher;
mod client;
mod graph;
mod library;
mod network_graph;
mod proto;
mod providers;
mod session;
mod transformer_graph;

pub use batcher::NotEvaluated;
pub use client::{OnnxClient, OnnxServers};
pub use library::{LibraryError, load};

#[cfg(test)]
mod tests;
