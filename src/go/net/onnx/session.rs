//! A network on boards of one size in ONNX Runtime.

use std::fs;
use std::hash::Hasher as _;
use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use ort::session::builder::GraphOptimizationLevel;
use ort::session::{Session, SessionInputValue};
use ort::value::TensorRef;
use rustc_hash::FxHasher;

use super::batcher::BatchRunner;
use super::graph::Float;
use super::network_graph::{INPUTS, OUTPUTS, network_graph};
use super::providers::{self, SessionChoices};
use crate::net::human_profile::METADATA;
use crate::net::model::Model;
use tengen_engine::{OnnxBackend, OnnxProvider};

/// Largest batch of a GPU if the user doesn't set one.
const MAX_BATCH: u16 = 64;

/// Largest batch on the processor, which gains little from more.
const MAX_BATCH_CPU: u16 = 16;

/// A network on boards of one size, ready to run.
pub struct OnnxSession {
    session: Session,
    provider: OnnxProvider,
    layout: BoardLayout,
    max_batch: usize,
    /// Inputs of a batch, for each kind of input.
    inputs: [Vec<f32>; 3],
}

/// Numbers of floats in the inputs and outputs of a board, in the order of [`INPUTS`] and [`OUTPUTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// Number of columns and rows.
    pub size: (usize, usize),
    /// Lengths of the inputs; the metadata may be empty.
    pub inputs: [usize; 3],
    /// Lengths of the outputs.
    pub outputs: [usize; 5],
}

impl BoardLayout {
    /// Returns the layout of a model's boards of this size.
    pub fn new(model: &Model, size: (usize, usize)) -> BoardLayout {
        let points = size.0 * size.1;
        let policies = model.policy.last.outputs;
        BoardLayout {
            size,
            inputs: [
                points * model.inputs.planes().len(),
                model.inputs.globals().len(),
                model.metadata.as_ref().map_or(0, |_| METADATA),
            ],
            outputs: [
                points * policies,
                policies,
                model.value.value.dense.outputs,
                model.value.score.dense.outputs,
                points,
            ],
        }
    }

    /// Splits the floats of a board into its parts.
    pub fn split<const N: usize>(lengths: [usize; N], mut floats: &[f32]) -> [&[f32]; N] {
        lengths.map(|length| {
            let (part, rest) = floats.split_at(length);
            floats = rest;
            part
        })
    }

    /// Returns the shapes of the inputs for a batch.
    fn shapes(&self, boards: usize) -> [Vec<usize>; 3] {
        let (width, height) = self.size;
        let [planes, globals, metadata] = self.inputs;
        [
            vec![boards, planes / (width * height), height, width],
            vec![boards, globals],
            vec![boards, metadata],
        ]
    }

    /// Returns the inputs of a model that uses this layout.
    fn used(&self) -> impl Iterator<Item = usize> + use<> {
        let lengths = self.inputs;
        (0..lengths.len()).filter(move |&input| lengths[input] > 0)
    }
}

impl OnnxSession {
    /// Creates a session on a provider. `title` is the network's name for messages.
    pub fn new(
        model: &Model,
        title: &str,
        size: (usize, usize),
        provider: OnnxProvider,
        backend: &OnnxBackend,
    ) -> ort::Result<OnnxSession> {
        let half = backend
            .half
            .unwrap_or_else(|| providers::gains_by_half(provider));
        let default_batch = match provider {
            OnnxProvider::Cpu => MAX_BATCH_CPU,
            _ => MAX_BATCH,
        };
        let max_batch = backend.max_batch.unwrap_or(default_batch).into();
        let layout = BoardLayout::new(model, size);
        let float = if half { Float::Half } else { Float::Single };
        let bytes = network_graph(model, size, float).bytes();
        let folder = cache_folder(provider, &bytes);
        let (width, height) = size;
        let name = provider.name();
        match providers::compiles(provider) {
            true => log::warn!(
                "{name} prepares {title} for boards of {width}x{height}, which may take minutes the first time"
            ),
            false => log::info!("{name} prepares {title} for boards of {width}x{height}"),
        }
        let choices = SessionChoices {
            device: backend.device.unwrap_or(0),
            half,
            cache: folder.as_deref(),
            shapes: [1, max_batch].map(|boards| shapes_for_tensorrt(&layout, boards)),
        };
        let mut builder = Session::builder()?
            .with_optimization_level(GraphOptimizationLevel::Level3)?
            .with_intra_op_spinning(false)?;
        if provider == OnnxProvider::DirectMl {
            // DirectML needs this.
            builder = builder.with_memory_pattern(false)?;
        }
        let mut builder =
            builder.with_execution_providers([providers::dispatch(provider, &choices)])?;
        Ok(OnnxSession {
            session: builder.commit_from_memory(&bytes)?,
            provider,
            layout,
            max_batch,
            inputs: Default::default(),
        })
    }

    /// Number of boards to run for this many: GPUs prepare for every new number, so that there are few of them.
    fn padded(&self, boards: usize) -> usize {
        match self.provider {
            OnnxProvider::Cpu => boards,
            _ => boards.next_power_of_two().min(self.max_batch),
        }
    }
}

impl BatchRunner for OnnxSession {
    fn max_batch(&self) -> usize {
        self.max_batch
    }

    fn gains_by_waiting(&self) -> bool {
        self.provider != OnnxProvider::Cpu
    }

    fn run(&mut self, boards: &[Vec<f32>]) -> Result<Vec<Vec<f32>>, String> {
        let padded = self.padded(boards.len());
        let layout = self.layout;
        for (inputs, length) in self.inputs.iter_mut().zip(layout.inputs) {
            inputs.clear();
            inputs.reserve(padded * length);
        }
        // The padding repeats the last board.
        let last = boards.last();
        let padding = last.into_iter().cycle().take(padded - boards.len());
        for board in boards.iter().chain(padding) {
            let parts = BoardLayout::split(layout.inputs, board);
            for (inputs, part) in self.inputs.iter_mut().zip(parts) {
                inputs.extend_from_slice(part);
            }
        }
        let message = |error: ort::Error| error.to_string();
        let shapes = layout.shapes(padded);
        let mut inputs = Vec::new();
        for input in layout.used() {
            let floats = self.inputs[input].as_slice();
            let tensor = TensorRef::from_array_view((shapes[input].as_slice(), floats));
            let tensor = SessionInputValue::from(tensor.map_err(message)?);
            inputs.push((INPUTS[input], tensor));
        }
        let outputs = self.session.run(inputs).map_err(message)?;
        let mut parts = [&[][..]; OUTPUTS.len()];
        for (i, part) in parts.iter_mut().enumerate() {
            let tensor = outputs[OUTPUTS[i]].try_extract_tensor::<f32>();
            let (_, floats) = tensor.map_err(message)?;
            if floats.len() != padded * layout.outputs[i] {
                let (name, count) = (OUTPUTS[i], floats.len());
                return Err(format!("the output {name} has {count} numbers"));
            }
            *part = floats;
        }
        let of_board = |board: usize| {
            let lengths = parts.iter().zip(layout.outputs);
            let floats = lengths.flat_map(|(part, length)| &part[board * length..][..length]);
            floats.copied().collect()
        };
        Ok((0..boards.len()).map(of_board).collect())
    }
}

/// Returns the folder in which a provider keeps what it compiles from a graph, if it compiles.
fn cache_folder(provider: OnnxProvider, graph: &[u8]) -> Option<PathBuf> {
    if !providers::compiles(provider) {
        return None;
    }
    let mut hasher = FxHasher::default();
    hasher.write(graph);
    let name = format!("{}-{:016x}", provider.name(), hasher.finish());
    let base = etcetera::choose_base_strategy().ok()?;
    let folder = base.cache_dir().join("tengen").join("onnx").join(name);
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

fn shapes_for_tensorrt(layout: &BoardLayout, boards: usize) -> String {
    let shapes = layout.shapes(boards);
    let shape = |input: usize| {
        let lengths: Vec<String> = shapes[input].iter().map(usize::to_string).collect();
        format!("{}:{}", INPUTS[input], lengths.join("x"))
    };
    let shapes: Vec<String> = layout.used().map(shape).collect();
    shapes.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::net_sample;

    #[test]
    fn tensorrt_is_given_the_shapes_of_all_inputs() {
        let shapes = |model: &Model| shapes_for_tensorrt(&BoardLayout::new(model, (9, 7)), 8);
        assert_eq!(
            shapes(&net_sample::model(8, 1)),
            "planes:8x22x7x9,globals:8x19"
        );
        assert_eq!(
            shapes(&net_sample::human_model(16, 1)),
            "planes:8x22x7x9,globals:8x19,metadata:8x192"
        );
    }
}
