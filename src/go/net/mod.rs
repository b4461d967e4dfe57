//! KataGo's networks: file format, inputs and evaluation on a CPU.
//!
//! ```text
//! file -> reader -> format -> model -> network: weights packed into layers, once for each size of Winograd tiles
//! position -> history -> features -> evaluator: convolutions, blocks, heads -> evaluation
//! ```
//!
//! - `reader`, `foreign`, `format`: the bytes of a file, those of other kinds, and its grammar
//! - `model`: the layers that it describes
//! - `network`, `layers`: a network ready for evaluation, with packed weights
//! - `source`, `builtin`, `slot`: which network is wanted, the one inside the program, and the one of a session
//! - `history`, `features`, `symmetry`: a position with its past, the input features, and the symmetries of the board
//! - `human_profile`: the players whom a network imitates, as its metadata inputs
//! - `evaluator`, `trunk`, `vectors`: the outputs of the policy head and the value head for a batch
//! - `evaluation`: their meaning
//! - `kernels`: the layers on vectors of every instruction set, and how fast they are
//!
//! Tests: `tests.rs` with `protocol-tests/data/katago_raw_nn.jsonl` and `protocol-tests/data/katago_human.jsonl`;
//! `features/tests.rs`; `format/tests.rs`; damaged files in `protocol-tests/fuzz/files.rs`.
//! A change moves: the bench signature, and refusals in `protocol-tests/gtp/network.txt`. For inputs and the file format also
//! `scripts/network/shape.py`.

pub mod builtin;
pub mod evaluation;
pub mod evaluator;
pub mod features;
mod foreign;
mod format;
pub mod history;
pub mod human_profile;
mod kernels;
mod layers;
pub mod model;
pub mod network;
pub mod reader;
pub mod slot;
pub mod source;
pub mod symmetry;
mod trunk;
mod vectors;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use features::Features;
pub use format::VERSIONS as FORMAT_VERSIONS;
pub use history::GameHistory;
pub use human_profile::HumanProfile;
pub use kernels::kernel_runner::{KernelKind, KernelTimes, KernelWork};
pub use kernels::peak::Peak;
pub use model::Model;
pub use network::Network;
pub use reader::BadNetwork;
pub use slot::NetworkSlot;
pub use source::NetworkSource;
pub use symmetry::Symmetry;

#[cfg(test)]
mod tests;
