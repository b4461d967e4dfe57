//! Outputs of the heads for one board, wherever they were computed.

use super::model::Model;
use super::symmetry::Symmetry;

/// Outputs of the heads for one board: logits and unscaled numbers, from the side to move's point of view.
#[derive(Clone, Copy)]
pub struct HeadOutput<'a> {
    pub(super) model: &'a Model,
    /// Number of columns and rows of the board.
    pub(super) size: (usize, usize),
    /// Symmetry in which the network saw the board.
    pub(super) symmetry: Symmetry,
    pub(super) moves: Planes<'a>,
    /// Logits of the pass, policy after policy.
    pub(super) pass: &'a [f32],
    pub(super) value: [f32; 3],
    /// Outputs for the score, as many as the format version has.
    pub(super) score: &'a [f32],
    pub(super) ownership: Planes<'a>,
}

/// Outputs for the points of one board, in some layout.
#[derive(Clone, Copy)]
pub(super) struct Planes<'a> {
    /// Numbers from the first plane of the upper left point on.
    pub floats: &'a [f32],
    /// Distance from a point to the one below it.
    pub row: usize,
    /// Distance from a point to the next one in its row.
    pub column: usize,
    /// Distance from plane to plane.
    pub plane: usize,
}

impl<'a> HeadOutput<'a> {
    /// Returns the policy logit of a point, by column and row from the upper left. From format version 12 on there is
    /// an optimistic policy, for moves that turn out better than expected; `optimism`, from 0 to 1, is its share.
    pub fn policy(&self, column: usize, row: usize, optimism: f32) -> f32 {
        let at = self.offset(self.moves, column, row);
        self.mixed(
            |policy| self.moves.floats[at + policy * self.moves.plane],
            optimism,
        )
    }

    /// Returns the policy logit of the pass, with the same meaning of `optimism`.
    pub fn pass(&self, optimism: f32) -> f32 {
        self.mixed(|policy| self.pass[policy], optimism)
    }

    /// Returns the network's model.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// Returns the logits of win, loss and no result.
    pub fn value(&self) -> [f32; 3] {
        self.value
    }

    /// Returns the outputs for the score, as many as the format version has; see
    /// [`ValueHead`](super::model::ValueHead).
    pub fn score(&self) -> &'a [f32] {
        self.score
    }

    /// Returns the ownership of a point, before the hyperbolic tangent.
    pub fn ownership(&self, column: usize, row: usize) -> f32 {
        self.ownership.floats[self.offset(self.ownership, column, row)]
    }

    fn mixed(&self, policy: impl Fn(usize) -> f32, optimism: f32) -> f32 {
        match self.model.policy.last.outputs {
            1 => policy(0),
            // Human move predictions have no optimistic policy.
            _ if self.model.metadata.is_some() => policy(0),
            _ => policy(0) + (policy(1) - policy(0)) * optimism,
        }
    }

    fn offset(&self, planes: Planes, column: usize, row: usize) -> usize {
        let (column, row) = self.symmetry.apply(self.size, column, row);
        row * planes.row + column * planes.column
    }
}
