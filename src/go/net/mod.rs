//! KataGo's networks: file format, inputs and evaluation on a CPU.
//!
//! ```text
//! file -> reader -> format -> model -> network: weights packed into layers, once for each size of Winograd tiles
//! position -> history -> features -> evaluator: convolutions, blocks, heads -> evaluation
//! ```
//!
//! - `reader`, `foreign`, `format`: the bytes of a file, detection of other kinds of files, and the file's grammar
//! - `model`: the layers in a file
//! - `network`: a network ready for evaluation
//! - `source`, `builtin`, `slot`: the choice of a network, the built-in one for small and large boards, and the one of a
//!   session
//! - `history`, `features`, `symmetry`: a position with its past, the input features, and the symmetries of the board
//! - `human_profile`: the players whom a network imitates, as its metadata inputs
//! - `evaluator`, `head_output`: packed weights, and the evaluation of a batch; the outputs of the policy head and the value
//!   head
//! - `search_evaluator`, `onnx`: evaluation for a search, on its backend; networks in ONNX Runtime
//! - `evaluation`: the meaning of these outputs
//! - `kernels`: the layers on vectors of every instruction set, and their speed
//!
//! Tests: `tests.rs` with `protocol-tests/data/katago_raw_nn.jsonl` and `protocol-tests/data/katago_human.jsonl`;
//! `features/tests.rs`; `format/tests.rs`; damaged files in `protocol-tests/fuzz/files.rs`.
//! A change moves: the bench signature, and refusals in `protocol-tests/gtp/network.txt`; for inputs and the file
//! format also `scripts/network/shape.py`.

pub mod builtin;
pub mod evaluation;
pub mod evaluator;
pub mod features;
mod foreign;
mod format;
mod head_output;
pub mod history;
pub mod human_profile;
mod kernels;
pub mod model;
pub mod network;
#[cfg(feature = "onnx")]
mod onnx;
pub mod reader;
mod search_evaluator;
pub mod slot;
pub mod source;
pub mod symmetry;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use features::Features;
pub use format::VERSIONS as FORMAT_VERSIONS;
pub use head_output::HeadOutput;
pub use history::GameHistory;
pub use human_profile::HumanProfile;
pub use kernels::kernel_runner::{KernelKind, KernelTimes, KernelWork};
pub use kernels::peak::Peak;
pub use model::Model;
pub use network::Network;
pub use reader::BadNetwork;
pub use search_evaluator::{BackendError, Canceled, SearchEvaluator, check_backend};
pub use slot::NetworkSlot;
pub use source::NetworkSource;
pub use symmetry::Symmetry;

#[cfg(test)]
mod tests;
