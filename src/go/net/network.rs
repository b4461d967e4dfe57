//! Networks with packed weights, shared by any number of evaluators.

use std::fmt::{self, Debug};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use super::kernels::winograd::TileSize;
use super::layers::PackedLayers;
use super::model::{Block, LONGEST_SIDE, Model, SHORTEST_SIDE};
use super::reader::BadNetwork;
use super::{Evaluation, Evaluator, Features, GameHistory, Symmetry};
use crate::board::Size;
use crate::rules::{Komi, Position, Rules};
use tengen_engine::cpu::{Bf16, Level};
use tengen_engine::files::printable;

/// The packed weights for each size of Winograd tiles.
type PackedByTiles = [OnceLock<Arc<PackedLayers>>; TileSize::ALL.len()];

/// A network. Its weights are packed once for each size of Winograd tiles in use.
pub struct Network {
    /// Name of its file, or of the embedded network.
    file: String,
    /// The same with the name in the file, where that is another.
    title: String,
    model: LazyLock<Model, Box<dyn FnOnce() -> Model + Send>>,
    packed: PackedByTiles,
    /// The same with bfloat16 numbers for products of transformers.
    packed_bf16: PackedByTiles,
    /// Whether an evaluation was not finite.
    failed: AtomicBool,
}

impl Network {
    /// Reads a network from a file.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be used.
    pub fn open(path: &Path) -> Result<Network, BadNetwork> {
        Ok(Network::new(printable(path), Model::open(path)?))
    }

    /// Creates a network from the model of a file.
    pub fn new(file: String, model: Model) -> Network {
        let title = match file.contains(&model.name) {
            true => file.clone(),
            false => format!("{file} ({})", model.name),
        };
        Network {
            title,
            ..Network::deferred(file, || model)
        }
    }

    /// Creates a network whose model is made on first use.
    pub(super) fn deferred(
        file: String,
        model: impl FnOnce() -> Model + Send + 'static,
    ) -> Network {
        Network {
            title: file.clone(),
            file,
            model: LazyLock::new(Box::new(model)),
            packed: PackedByTiles::default(),
            packed_bf16: PackedByTiles::default(),
            failed: AtomicBool::new(false),
        }
    }

    /// Evaluates the empty board, as searches do, and returns the network if its evaluation is finite.
    ///
    /// # Errors
    /// [`BadNetwork::NotFinite`] if the evaluation contains infinities or NaN.
    pub fn checked(self) -> Result<Arc<Network>, BadNetwork> {
        let size = Size::square(u32::from(LONGEST_SIDE)).expect("19x19 is a size of boards");
        let position = Position::new(size, Rules::DEFAULT, Komi::default());
        let history = GameHistory::new(position);
        let network = Arc::new(self);
        let features = Features::of(&history, network.model().inputs);
        let mut evaluator = Evaluator::for_search(&network, size, 1, Level::detect());
        evaluator.set(0, &features, Symmetry::default());
        evaluator.evaluate(1);
        match Evaluation::new(&history, evaluator.output(0), 0.0).is_finite() {
            true => Ok(network),
            false => Err(BadNetwork::NotFinite),
        }
    }

    /// Records that an evaluation was not finite: searches use playouts from then on.
    pub fn mark_failed(&self) {
        if !self.failed.swap(true, Ordering::Relaxed) {
            log::warn!(
                "{}: an evaluation is not finite, the network is not used any more",
                self.file
            );
        }
    }

    /// Whether an evaluation was not finite.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Name of its file, or of the embedded network.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Its name for people: that of its file, with the name in it where a file was renamed.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Whether it imitates players of a given profile.
    pub fn uses_profile(&self) -> bool {
        self.model.metadata.is_some()
    }

    /// Whether networks can evaluate boards of this size.
    pub fn fits(size: Size) -> bool {
        let sides = [size.width(), size.height()];
        sides
            .iter()
            .all(|side| (SHORTEST_SIDE..=LONGEST_SIDE).contains(side))
    }

    /// Returns the size of Winograd tiles for boards of this size. Where no block uses them one size does for all boards, so
    /// that weights are packed once.
    pub(super) fn tiles(&self, width: usize, height: usize) -> TileSize {
        match self.model.blocks.iter().any(Block::has_wide_convolution) {
            true => TileSize::for_board(width, height),
            false => TileSize::F4,
        }
    }

    /// Returns the layers with weights packed for these tiles, and for products of transformers in bfloat16 if instructions for
    /// it are given.
    pub(super) fn layers(&self, tiles: TileSize, bf16: Option<Bf16>) -> Arc<PackedLayers> {
        let bf16 = bf16.filter(|_| self.model.blocks.iter().any(Block::has_transformer));
        let packed = match bf16 {
            None => &self.packed,
            Some(_) => &self.packed_bf16,
        };
        let pack = || Arc::new(PackedLayers::pack(&self.model, tiles, bf16));
        Arc::clone(packed[tiles as usize].get_or_init(pack))
    }
}

/// Shows the name and the file, without weights.
impl Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {}", self.model.name, self.file)
    }
}
