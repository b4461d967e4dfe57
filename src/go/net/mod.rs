//! KataGo's networks: files, inputs and evaluation on a CPU.
//!
//! ```text
//! file -> source -> format -> model -> network: weights packed in layers, once for each kind of tile
//! position -> situation -> features -> evaluator: convolutions, blocks, heads -> evaluation
//! ```
//!
//! - `source`, `format`, `model`: bytes to words and numbers, to layers, and what a layer is
//! - `network`, `layers`: a network that is ready for use, its weights in the order of reading
//! - `own`, `choice`, `seat`: the network that the program brings along, which one is wanted, and which one plays
//! - `situation`, `features`, `symmetry`: a position with its past, what a network sees of it, and how
//! - `evaluator`, `evaluation`: what the heads say about some boards, and what that means
//! - `simd`, `grid`: kinds of vectors, and numbers on boards
//! - `convolution`, `winograd`, `product`, `finish`, `pooling`: the layers at work

pub mod choice;
mod convolution;
pub mod evaluation;
pub mod evaluator;
pub mod features;
mod finish;
mod format;
mod grid;
mod layers;
pub mod model;
pub mod network;
pub mod own;
mod pooling;
mod product;
pub mod seat;
mod simd;
pub mod situation;
pub mod source;
pub mod symmetry;
mod winograd;

pub use choice::Choice;
pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use features::Features;
pub use model::Model;
pub use network::Network;
pub use seat::Seat;
pub use situation::Situation;
pub use source::BadNetwork;
pub use symmetry::Symmetry;

#[cfg(test)]
mod tests;
