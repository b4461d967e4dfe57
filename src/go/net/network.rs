//! Networks with packed weights, shared by any number of evaluators.

use std::fmt::{self, Debug};
#[cfg(feature = "onnx")]
use std::ops::Add;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use super::evaluator::layers::PackedLayers;
use super::kernels::winograd::TileSize;
use super::model::{Block, LONGEST_SIDE, Model, SHORTEST_SIDE};
#[cfg(feature = "onnx")]
use super::onnx::{OnnxClient, OnnxServers};
use super::reader::BadNetwork;
use super::{Evaluation, Evaluator, Features, GameHistory, Symmetry};
use crate::board::Size;
use crate::rules::{Komi, Position, Rules};
use tengen_engine::BatchCounts;
#[cfg(feature = "onnx")]
use tengen_engine::OnnxBackend;
use tengen_engine::cpu::{Bf16, Level};
use tengen_engine::files::printable;

/// The packed weights for each size of Winograd tiles.
type PackedByTiles = [OnceLock<Arc<PackedLayers>>; TileSize::ALL.len()];

/// Fewest points of a large board: 16x16, the first square board that is nearer to 19x19 than to 13x13.
const LARGE_AREA: usize = 256;

/// A network, and perhaps another one for large boards.
pub struct Network {
    file: String,
    /// The file name, followed by the name stored in the file if they differ.
    title: String,
    weights: Arc<Weights>,
    /// The network for large boards, if it is another one.
    large: Option<Arc<Network>>,
}

/// The weights of a network, packed once for each size of Winograd tiles in use.
struct Weights {
    model: LazyLock<Model, Box<dyn FnOnce() -> Model + Send>>,
    packed: PackedByTiles,
    /// Weights packed for bfloat16 products in transformers.
    packed_bf16: PackedByTiles,
    /// Whether an evaluation was not finite.
    failed: AtomicBool,
    #[cfg(feature = "onnx")]
    onnx: OnnxServers,
}

impl Network {
    /// Reads a network from a file.
    pub fn open(path: &Path) -> Result<Network, BadNetwork> {
        Ok(Network::new(printable(path), Model::open(path)?))
    }

    /// Creates a network from a model; `file` is the name of its file.
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

    /// Creates a network with a model that is created on first use.
    pub(super) fn deferred(
        file: String,
        model: impl FnOnce() -> Model + Send + 'static,
    ) -> Network {
        Network {
            title: file.clone(),
            file,
            weights: Arc::new(Weights {
                model: LazyLock::new(Box::new(model)),
                packed: PackedByTiles::default(),
                packed_bf16: PackedByTiles::default(),
                failed: AtomicBool::new(false),
                #[cfg(feature = "onnx")]
                onnx: OnnxServers::default(),
            }),
            large: None,
        }
    }

    /// Adds a network for large boards, which takes the same inputs.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn with_large(self, large: Network) -> Network {
        let large = Some(Arc::new(large));
        Network { large, ..self }
    }

    /// Returns the network for boards of this size: itself, or the one for large boards.
    pub fn for_size(self: &Arc<Network>, size: Size) -> &Arc<Network> {
        let large = self.large.as_ref();
        let large = large.filter(|_| size.area() >= LARGE_AREA);
        large.unwrap_or(self)
    }

    /// Returns this network without the one for large boards. It poses problems on boards of every size, since more of them are
    /// answered then (`src/go/problem/diagrams.md`).
    pub fn for_problems(self: &Arc<Network>) -> Arc<Network> {
        match self.large {
            None => Arc::clone(self),
            Some(_) => Arc::new(Network {
                file: self.file.clone(),
                title: self.title.clone(),
                weights: Arc::clone(&self.weights),
                large: None,
            }),
        }
    }

    /// Evaluates the empty board, as searches do, and returns the network. Fails with [`BadNetwork::NotFinite`] if the
    /// evaluation contains infinities or NaN.
    pub fn checked(self) -> Result<Arc<Network>, BadNetwork> {
        let size = Size::square(u32::from(LONGEST_SIDE)).expect("19x19 is a size of boards");
        let position = Position::new(size, Rules::DEFAULT, Komi::default());
        let history = GameHistory::new(position);
        let network = Arc::new(self);
        let features = Features::new(&history, network.model().inputs);
        let mut evaluator = Evaluator::for_search(&network, size, 1, Level::detect());
        evaluator.set(0, &features, Symmetry::default());
        evaluator.evaluate(1);
        match Evaluation::new(&history, evaluator.output(0), 0.0).is_finite() {
            true => Ok(network),
            false => Err(BadNetwork::NotFinite),
        }
    }

    /// Records that an evaluation wasn't finite. Searches use playouts from then on.
    pub fn mark_failed(&self) {
        if !self.weights.failed.swap(true, Ordering::Relaxed) {
            log::warn!(
                "{}: an evaluation is not finite, the network is not used any more",
                self.file
            );
        }
    }

    /// Whether an evaluation wasn't finite.
    pub fn has_failed(&self) -> bool {
        let has_large_failed = || self.large.as_ref().is_some_and(|large| large.has_failed());
        self.weights.failed.load(Ordering::Relaxed) || has_large_failed()
    }

    /// Returns the name of the network's file, or of the built-in network.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns a name for display: the file name, followed by the name stored in the file if they differ.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the model, reading it first if the network is deferred.
    pub fn model(&self) -> &Model {
        &self.weights.model
    }

    /// Whether the network imitates players of a given profile.
    pub fn uses_profile(&self) -> bool {
        self.model().metadata.is_some()
    }

    /// Whether networks can evaluate boards of this size.
    pub fn fits(size: Size) -> bool {
        let sides = [size.width(), size.height()];
        sides
            .iter()
            .all(|side| (SHORTEST_SIDE..=LONGEST_SIDE).contains(side))
    }

    /// Returns a client of the network's session in ONNX Runtime; `None` if there cannot be one.
    #[cfg(feature = "onnx")]
    pub(super) fn onnx_client(&self, size: Size, backend: OnnxBackend) -> Option<OnnxClient> {
        let size = (size.width().into(), size.height().into());
        OnnxClient::new(&self.weights.onnx, self.model(), &self.title, size, backend)
    }

    /// Returns the numbers of positions and batches that ONNX Runtime has evaluated.
    pub fn batch_counts(&self) -> BatchCounts {
        #[cfg(feature = "onnx")]
        {
            let large = self.large.iter().map(|large| large.batch_counts());
            return large.fold(self.weights.onnx.counts(), BatchCounts::add);
        }
        #[cfg(not(feature = "onnx"))]
        BatchCounts::default()
    }

    /// Makes the sessions in ONNX Runtime fail, as a provider may.
    #[cfg(all(test, feature = "onnx"))]
    pub(super) fn break_onnx(&self) {
        self.weights.onnx.break_down();
    }

    /// Returns the size of Winograd tiles for boards of this size. If no block uses them, one size serves all boards,
    /// so that weights are packed once.
    pub(super) fn tiles(&self, width: usize, height: usize) -> TileSize {
        match self.model().blocks.iter().any(Block::has_wide_convolution) {
            true => TileSize::for_board(width, height),
            false => TileSize::F4,
        }
    }

    /// Returns the layers with weights packed for these tiles, using bfloat16 in transformers if `bf16` is given.
    pub(super) fn layers(&self, tiles: TileSize, bf16: Option<Bf16>) -> Arc<PackedLayers> {
        let bf16 = bf16.filter(|_| self.model().blocks.iter().any(Block::has_transformer));
        let packed = match bf16 {
            None => &self.weights.packed,
            Some(_) => &self.weights.packed_bf16,
        };
        let pack = || Arc::new(PackedLayers::pack(self.model(), tiles, bf16));
        Arc::clone(packed[tiles as usize].get_or_init(pack))
    }
}

/// Shows the name and the file, without the weights.
impl Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {}", self.model().name, self.file)
    }
}
