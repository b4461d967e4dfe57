//! Attention blocks of transformers.
//!
//! One product computes the queries, keys and values of all points. The keys and values of each group of heads are
//! packed like weights. The same kernel then multiplies queries by keys and weights by values, one block of queries at
//! a time, so that their scores stay in the cache.

use super::gemm::{Gemm, Panels};
use super::grid::{AlignedVec, Grid, Tensor, padded};
use super::kernel_runner::KernelKind;
use super::rotary::{RotaryTable, Turn};
use super::simd::{Kernel, Simd};
use super::softmax::Softmax;
use super::workspace::Workspace;
use crate::net::model::{Attention, Dense};

/// Number of queries per block.
const QUERIES: usize = 64;

/// An attention block with packed weights, without its normalization.
pub(in crate::net) struct PackedAttention {
    layout: Layout,
    /// From the trunk to queries, keys and values.
    projections: Panels,
    /// Embeddings of the queries and of the keys.
    rotary: Option<[RotaryTable; 2]>,
    /// From the attended values of all heads to the trunk.
    output: Panels,
}

impl PackedAttention {
    pub fn pack(attention: &Attention) -> PackedAttention {
        let layout = Layout::new(attention);
        let width = attention.value_width;
        let attended = attention.heads * layout.attended_width();
        PackedAttention {
            projections: layout.projections(attention),
            rotary: attention.rotary.is_some().then(|| {
                let of_groups = rotary_frequencies(attention, attention.groups);
                let of_heads = rotary_frequencies(attention, attention.heads);
                [&of_heads, &of_groups].map(|of| RotaryTable::new(of))
            }),
            output: Panels::pack(1, attended, attention.output.outputs, |_, input, output| {
                let (head, i) = (
                    input / layout.attended_width(),
                    input % layout.attended_width(),
                );
                match i < width {
                    true => attention.output.weight(head * width + i, output),
                    false => 0.0,
                }
            }),
            layout,
        }
    }

    /// Number of floats to store between the steps, for a batch of this many boards.
    pub fn workspace_size(&self, grid: &Grid, boards: usize) -> usize {
        let attended = self.layout.heads * self.layout.attended_width();
        let widest = self.layout.len().max(attended).max(self.output.outputs());
        boards * grid.points() * widest
    }

    /// Makes room for the attention of one head.
    pub fn fit(&self, scratch: &mut AttentionScratch, grid: &Grid) {
        let (layout, points) = (&self.layout, grid.points());
        scratch.keys.reshape(layout.halves, layout.width, points);
        scratch.values.reshape(1, points, layout.value_width);
        scratch.scores.grow(QUERIES * padded(points));
        scratch.sums.grow(QUERIES * layout.attended_width());
    }

    pub fn outputs(&self) -> usize {
        self.output.outputs()
    }

    /// Runs the block on normalized channels and leaves the sums in the workspace.
    pub fn run(&self, workspace: &mut Workspace, input: &Tensor) {
        let layout = &self.layout;
        let grid = workspace.grid;
        workspace.multiply_tensor(input, 0, &self.projections);
        if let Some([queries, keys]) = &self.rotary {
            let points = &mut workspace.after[..workspace.boards * grid.points() * layout.len()];
            for (table, start) in [(queries, 0), (keys, layout.keys())] {
                let (grid, stride, points) = (&grid, layout.len(), &mut *points);
                workspace.runner.run(
                    KernelKind::Rotary,
                    Turn {
                        table,
                        grid,
                        points,
                        stride,
                        start,
                    },
                );
            }
        }
        self.fit(&mut workspace.attention, &grid);
        for board in 0..workspace.boards {
            for group in 0..layout.groups {
                self.gather(workspace, board, group);
                let heads = layout.heads / layout.groups;
                for head in group * heads..(group + 1) * heads {
                    self.attend(workspace, board, head);
                }
            }
        }
        workspace.multiply_rows(layout.heads * layout.attended_width(), &self.output);
    }

    /// Packs the keys and values of a group of heads on a board.
    fn gather(&self, workspace: &mut Workspace, board: usize, group: usize) {
        let layout = &self.layout;
        let points = workspace.grid.points();
        let of_board = &workspace.after[board * points * layout.len()..];
        let (keys, values) = (layout.keys_of(group), layout.values_of(group));
        let scratch = &mut workspace.attention;
        scratch.keys.set(|half, i, point| {
            of_board[point * layout.len() + keys + half * layout.key_half() + i]
        });
        scratch
            .values
            .set(|_, point, i| of_board[point * layout.len() + values + i]);
    }

    /// Attends from all points of a board with one head, to the packed keys and values.
    fn attend(&self, workspace: &mut Workspace, board: usize, head: usize) {
        let Workspace {
            runner,
            grid,
            before,
            after,
            rows,
            attention,
            ..
        } = workspace;
        let (layout, points) = (&self.layout, grid.points());
        let (stride, width) = (padded(points), layout.attended_width());
        let taps = [0, layout.query_half()];
        for start in (0..points).step_by(QUERIES) {
            let queries = start..points.min(start + QUERIES);
            let count = queries.len();
            let point = |query| board * points + query;
            rows.clear();
            rows.extend(
                queries
                    .clone()
                    .map(|query| point(query) * layout.len() + head * layout.width),
            );
            let (input, taps) = (&after[..], &taps[..layout.halves]);
            runner.run(
                KernelKind::AttentionScores,
                Gemm {
                    input,
                    rows,
                    taps,
                    panels: &attention.keys,
                    matrix: 0,
                    output: &mut attention.scores,
                },
            );
            runner.run(
                KernelKind::Softmax,
                Softmax {
                    scores: &mut attention.scores[..count * stride],
                    stride,
                    count: points,
                    reciprocals: &mut attention.reciprocals,
                },
            );
            rows.clear();
            rows.extend((0..count).map(|query| query * stride));
            runner.run(
                KernelKind::AttentionValues,
                Gemm {
                    input: &attention.scores,
                    rows,
                    taps: &[0],
                    panels: &attention.values,
                    matrix: 0,
                    output: &mut attention.sums,
                },
            );
            runner.run(
                KernelKind::AttentionValues,
                Scatter {
                    sums: &attention.sums[..count * width],
                    width,
                    factors: &attention.reciprocals,
                    output: &mut before[point(start) * layout.heads * width + head * width..],
                    stride: layout.heads * width,
                },
            );
        }
    }
}

/// Returns the frequencies of all pairs of `heads` heads, which share those of their groups.
fn rotary_frequencies(attention: &Attention, heads: usize) -> Vec<[f32; 2]> {
    let pairs = attention.key_width / 2;
    let of_head = |head: usize| {
        let group = head * attention.groups / heads;
        (0..pairs).filter_map(move |pair| attention.frequencies(group, pair))
    };
    (0..heads).flat_map(of_head).collect()
}

/// Memory for the attention of one head.
pub(in crate::net) struct AttentionScratch {
    keys: Panels,
    values: Panels,
    /// Scores of a block of queries, later their weights.
    scores: AlignedVec,
    /// Reciprocals of the sums of weights.
    reciprocals: [f32; QUERIES],
    /// Sums of weighted values.
    sums: AlignedVec,
}

impl AttentionScratch {
    pub fn new() -> AttentionScratch {
        AttentionScratch {
            keys: Panels::empty(),
            values: Panels::empty(),
            scores: AlignedVec::zeros(0),
            reciprocals: [0.0; QUERIES],
            sums: AlignedVec::zeros(0),
        }
    }
}

/// The layout of a point's projections: the queries of all heads, then the keys and values of all groups. With a rotary
/// embedding, the first numbers of all query pairs precede the second ones, and likewise for the keys.
struct Layout {
    heads: usize,
    groups: usize,
    /// 2 with a rotary embedding, otherwise 1.
    halves: usize,
    /// Numbers of a query or key in each half.
    width: usize,
    value_width: usize,
}

impl Layout {
    fn new(attention: &Attention) -> Layout {
        let halves = if attention.rotary.is_some() { 2 } else { 1 };
        Layout {
            heads: attention.heads,
            groups: attention.groups,
            halves,
            width: attention.key_width / halves,
            value_width: attention.value_width,
        }
    }

    /// Number of floats in each half of the queries.
    fn query_half(&self) -> usize {
        padded(self.heads * self.width)
    }

    /// Number of floats in each half of the keys.
    fn key_half(&self) -> usize {
        padded(self.groups * self.width)
    }

    fn keys(&self) -> usize {
        self.halves * self.query_half()
    }

    /// Offset of a group's keys in each half.
    fn keys_of(&self, group: usize) -> usize {
        self.keys() + group * self.width
    }

    fn values(&self) -> usize {
        self.keys() + self.halves * self.key_half()
    }

    fn values_of(&self, group: usize) -> usize {
        self.values() + group * self.value_width
    }

    /// Number of floats per point.
    fn len(&self) -> usize {
        self.values() + padded(self.groups * self.value_width)
    }

    /// Number of floats in a head's attended values.
    fn attended_width(&self) -> usize {
        padded(self.value_width)
    }

    /// Packs the matrices of queries, keys and values as one. Queries are scaled, so that scores needn't be.
    fn projections(&self, attention: &Attention) -> Panels {
        let scale = 1.0 / (attention.key_width as f32).sqrt();
        let weight = |_, input: usize, column: usize| {
            if let Some(column) = column.checked_sub(self.values()) {
                return weight_or_zero(&attention.values, input, column);
            }
            let (dense, half, column, scale) = match column.checked_sub(self.keys()) {
                Some(column) => (&attention.keys, self.key_half(), column, 1.0),
                None => (&attention.queries, self.query_half(), column, scale),
            };
            let (head, i) = (column % half / self.width, column % half % self.width);
            let column = (head * self.width + i) * self.halves + column / half;
            weight_or_zero(dense, input, column) * scale
        };
        Panels::pack(1, attention.queries.inputs, self.len(), weight)
    }
}

/// Returns a weight of a matrix, or zero in the padding after its outputs.
fn weight_or_zero(dense: &Dense, input: usize, output: usize) -> f32 {
    match output < dense.outputs {
        true => dense.weight(input, output),
        false => 0.0,
    }
}

/// Multiplies rows by factors and writes them with a larger stride.
struct Scatter<'a> {
    sums: &'a [f32],
    width: usize,
    factors: &'a [f32],
    output: &'a mut [f32],
    stride: usize,
}

impl Kernel for Scatter<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let rows = self.sums.chunks_exact(self.width).zip(self.factors);
        for ((sums, &factor), output) in rows.zip(self.output.chunks_mut(self.stride)) {
            let factor = S::splat(factor);
            for at in (0..self.width).step_by(S::LANES) {
                S::store(S::mul(S::load(&sums[at..]), factor), &mut output[at..]);
            }
        }
    }
}
