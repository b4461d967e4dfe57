//! Kernels: the layers of a network on vectors of every instruction set.
//!
//! - `simd`, `grid`, `workspace`: vectors of each instruction set; tensors on boards; memory between steps of layers
//! - `kernel_runner`, `peak`: running kernels and measuring each kind; the peak of the processor
//! - `gemm`, `winograd`, `bf16`: matrix products for convolutions and transformers; bfloat16 numbers for them
//! - `sparse`: convolutions of inputs that are mostly zeros
//! - `convolution`, `epilogue`, `pooling`: convolutions with their epilogues, global pooling and dense layers
//! - `rms_norm`, `rotary`, `softmax`, `attention`, `feed_forward`: transformers
//!
//! Tests: `src/go/net/tests.rs` against `src/go/testing/net_reference.rs`, with every instruction set; unit tests in `gemm.rs`,
//! `sparse.rs` and `winograd.rs`.
//! A change moves: speed (`tengen bench net`), and the last bits of evaluations. The bench signature stays, unless they
//! change a move or a count of nodes.

pub(super) mod attention;
mod bf16;
pub(super) mod convolution;
pub(super) mod epilogue;
pub(super) mod feed_forward;
mod gemm;
pub(super) mod grid;
pub(super) mod kernel_runner;
pub(super) mod peak;
pub(super) mod pooling;
pub(super) mod rms_norm;
mod rotary;
pub(super) mod simd;
mod softmax;
mod sparse;
pub(super) mod winograd;
pub(super) mod workspace;
