//! A network that has been read, for any number of evaluators.

use std::fmt::{self, Debug};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use super::layers::Layers;
use super::model::Model;
use super::own;
use super::source::BadNetwork;
use super::winograd::TileKind;
use super::{Evaluation, Evaluator, Features, Situation, Symmetry};
use crate::engine::cpu::Level;
use crate::go::board::Size;
use crate::go::rules::{Komi, Position, Rules};

/// The shortest side of a board that KataGo's networks know.
pub const SHORTEST_SIDE: u8 = 3;

/// The longest.
pub const LONGEST_SIDE: u8 = 19;

/// A network. Its weights are packed once for each kind of tile that boards ask for.
pub struct Network {
    /// The file it came from, or what stands for it.
    file: String,
    model: LazyLock<Model, Box<dyn FnOnce() -> Model + Send>>,
    packed: [OnceLock<Arc<Layers>>; TileKind::ALL.len()],
    /// An evaluation was not finite.
    failed: AtomicBool,
}

impl Network {
    /// Reads a network from a file.
    pub fn open(path: &Path) -> Result<Network, BadNetwork> {
        Ok(Network::new(path.display().to_string(), Model::open(path)?))
    }

    /// A network from a model that came from `file`.
    pub fn new(file: String, model: Model) -> Network {
        Network::of(file, || model)
    }

    /// A network whose model is made when it is first asked for.
    pub(super) fn of(file: String, model: impl FnOnce() -> Model + Send + 'static) -> Network {
        Network {
            file,
            model: LazyLock::new(Box::new(model)),
            packed: Default::default(),
            failed: AtomicBool::new(false),
        }
    }

    /// Evaluates the empty board, and returns the network if it can be played by.
    ///
    /// # Errors
    /// [`BadNetwork::NotFinite`] if the evaluation holds infinities or what is not a number.
    pub fn checked(self) -> Result<Arc<Network>, BadNetwork> {
        let size = Size::square(u32::from(LONGEST_SIDE)).expect("19x19 is a size of boards");
        let position = Position::new(size, Rules::DEFAULT, Komi::default());
        let situation = Situation::new(position);
        let network = Arc::new(self);
        let features = Features::of(&situation, network.model().area_with_suicide);
        let mut evaluator = Evaluator::new(&network, size, 1, Level::detect());
        evaluator.set(0, &features, Symmetry::default());
        evaluator.evaluate(1);
        match Evaluation::new(&situation, evaluator.output(0), 0.0).is_finite() {
            true => Ok(network),
            false => Err(BadNetwork::NotFinite),
        }
    }

    /// Notes that an evaluation was not finite: playouts find the moves from now on.
    pub fn fail(&self) {
        if !self.failed.swap(true, Ordering::Relaxed) {
            log::warn!(
                "{}: an evaluation is not finite, playouts take over",
                self.file
            );
        }
    }

    /// Whether an evaluation was not finite.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// The file it came from.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether it is to say which stones of a finished game are dead. The one inside the program is not: of 120 finished
    /// games one of half as many steps got 32 wrong, playouts none.
    pub fn knows_endings(&self) -> bool {
        self.file != own::NAME
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Whether a board of this size can be evaluated.
    pub fn fits(size: Size) -> bool {
        let sides = [size.width(), size.height()];
        sides
            .iter()
            .all(|side| (SHORTEST_SIDE..=LONGEST_SIDE).contains(side))
    }

    pub(super) fn layers(&self, tiles: TileKind) -> Arc<Layers> {
        let pack = || Arc::new(Layers::pack(&self.model, tiles));
        Arc::clone(self.packed[tiles as usize].get_or_init(pack))
    }
}

/// The file and the name; weights are of no use to a reader.
impl Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {}", self.model.name, self.file)
    }
}
