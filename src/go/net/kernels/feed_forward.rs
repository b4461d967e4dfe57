//! Feed-forward blocks of transformers.

use super::epilogue::activate;
use super::gemm::Panels;
use super::grid::{Grid, Tensor, padded};
use super::kernel_runner::KernelKind;
use super::simd::{Kernel, Simd};
use super::workspace::Workspace;
use crate::net::model::{Activation, FeedForward};
use tengen_engine::cpu::Bf16;

/// A feed-forward block with packed weights, without its normalization.
pub(in crate::net) struct PackedFeedForward {
    /// Number of hidden channels, padded to whole cache lines.
    hidden: usize,
    /// From the trunk to the hidden channels and, with a gate, to their factors.
    first: Panels,
    has_gate: bool,
    activation: Activation,
    /// From the hidden channels to the trunk.
    last: Panels,
}

impl PackedFeedForward {
    /// Packs a block. Without a gate, the activation is `plain`. The products use bfloat16 if `bf16` is given.
    pub fn pack(layers: &FeedForward, plain: Activation, bf16: Option<Bf16>) -> PackedFeedForward {
        let first = &layers.first;
        let hidden = padded(first.outputs);
        let width = hidden * if layers.gate.is_some() { 2 } else { 1 };
        let weight = |input: usize, column: usize| {
            let (dense, output) = match (&layers.gate, column >= hidden) {
                (Some(gate), true) => (gate, column - hidden),
                _ => (first, column),
            };
            let is_padding = output >= dense.outputs;
            if is_padding {
                0.0
            } else {
                dense.weight(input, output)
            }
        };
        PackedFeedForward {
            hidden,
            first: Panels::pack_matrix(first.inputs, width, bf16, weight),
            has_gate: layers.gate.is_some(),
            activation: match layers.gate {
                Some(_) => Activation::Silu,
                None => plain,
            },
            last: Panels::pack_matrix(
                layers.last.inputs,
                layers.last.outputs,
                bf16,
                |input, output| layers.last.weight(input, output),
            ),
        }
    }

    /// Number of floats to store between the steps, for a batch of this many boards.
    pub fn workspace_size(&self, grid: &Grid, boards: usize) -> usize {
        boards * grid.points() * self.first.outputs().max(self.last.outputs())
    }

    pub fn outputs(&self) -> usize {
        self.last.outputs()
    }

    /// Runs the block on normalized channels and leaves the sums in the workspace.
    pub fn run(&self, workspace: &mut Workspace, input: &Tensor) {
        workspace.multiply_tensor(input, 0, &self.first);
        let points = workspace.boards * workspace.grid.points();
        let stride = self.first.outputs();
        workspace.runner.run(
            KernelKind::Activations,
            Activate {
                input: &workspace.after[..points * stride],
                stride,
                has_gate: self.has_gate,
                activation: self.activation,
                output: &mut workspace.before[..points * self.hidden],
                hidden: self.hidden,
            },
        );
        workspace.multiply_rows(self.hidden, &self.last);
    }
}

/// Applies the activation to the hidden channels of each point and, with a gate, multiplies them by their factors.
struct Activate<'a> {
    input: &'a [f32],
    stride: usize,
    has_gate: bool,
    activation: Activation,
    output: &'a mut [f32],
    hidden: usize,
}

impl Kernel for Activate<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let points = self.output.chunks_exact_mut(self.hidden);
        for (output, input) in points.zip(self.input.chunks_exact(self.stride)) {
            for (line, output) in output.chunks_exact_mut(S::LANES).enumerate() {
                let at = line * S::LANES;
                let x = activate::<S>(self.activation, S::load(&input[at..]));
                let x = match self.has_gate {
                    true => S::mul(x, S::load(&input[self.hidden + at..])),
                    false => x,
                };
                S::store(x, output);
            }
        }
    }
}
