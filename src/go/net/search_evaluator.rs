//! Evaluation of single boards for a search, on the backend of its settings.

use std::sync::Arc;

use thiserror::Error;

use super::evaluator::Evaluator;
use super::features::Features;
use super::head_output::HeadOutput;
use super::network::Network;
#[cfg(feature = "onnx")]
use super::onnx::{self, NotEvaluated, OnnxClient};
use super::symmetry::Symmetry;
use crate::board::Size;
use tengen_engine::cpu::Level;
use tengen_engine::{Backend, Settings};

/// Reason why a backend cannot be used.
#[derive(Debug, Error)]
pub enum BackendError {
    /// The program has no ONNX Runtime.
    #[cfg(not(feature = "onnx"))]
    #[error(
        "this program cannot load ONNX Runtime; on Linux, the archive for x86_64-unknown-linux-gnu has one that can, and cargo install --locked --path . --features onnx builds one"
    )]
    NotBuilt,
    /// ONNX Runtime cannot be used.
    #[cfg(feature = "onnx")]
    #[error(transparent)]
    Library(#[from] onnx::LibraryError),
}

/// The search ended before a position could be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canceled;

/// Checks that a backend can be used, and loads its library.
pub fn check_backend(backend: Backend) -> Result<(), BackendError> {
    match backend {
        Backend::Cpu => Ok(()),
        #[cfg(not(feature = "onnx"))]
        Backend::Onnx(_) => Err(BackendError::NotBuilt),
        #[cfg(feature = "onnx")]
        Backend::Onnx(backend) => {
            let provider = onnx::load(&backend)?;
            log::info!("ONNX Runtime evaluates networks with {}", provider.name());
            Ok(())
        }
    }
}

/// Evaluates single boards of one size for a thread of a search. If another backend than the processor fails, the
/// processor takes over.
pub struct SearchEvaluator {
    network: Arc<Network>,
    #[cfg(feature = "onnx")]
    onnx: Option<OnnxClient>,
    cpu: CpuEvaluator,
}

/// An evaluator on the processor, created on first use.
struct CpuEvaluator {
    size: Size,
    isa: Level,
    evaluator: Option<Box<Evaluator>>,
}

impl CpuEvaluator {
    fn get(&mut self, network: &Arc<Network>) -> &mut Evaluator {
        let create = || Evaluator::for_search(network, self.size, 1, self.isa);
        self.evaluator.get_or_insert_with(|| Box::new(create()))
    }
}

impl SearchEvaluator {
    /// Creates an evaluator on the backend in `settings`.
    pub fn new(network: &Arc<Network>, size: Size, settings: Settings) -> SearchEvaluator {
        let network = network.for_size(size);
        let mut evaluator = SearchEvaluator {
            network: Arc::clone(network),
            #[cfg(feature = "onnx")]
            onnx: match settings.backend {
                Backend::Onnx(backend) => network.onnx_client(size, backend),
                Backend::Cpu => None,
            },
            cpu: CpuEvaluator {
                size,
                isa: settings.isa,
                evaluator: None,
            },
        };
        if !evaluator.is_remote() {
            evaluator.cpu.get(network);
        }
        evaluator
    }

    /// Returns the network that evaluates boards of this size.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates a board in a symmetry and returns the outputs of the heads. A board that waits for a batch is dropped
    /// once `is_over` is true.
    #[cfg_attr(not(feature = "onnx"), expect(unused_variables))]
    pub fn evaluate(
        &mut self,
        features: &Features,
        symmetry: Symmetry,
        is_over: &dyn Fn() -> bool,
    ) -> Result<HeadOutput<'_>, Canceled> {
        #[cfg(feature = "onnx")]
        if let Some(onnx) = &mut self.onnx {
            let evaluated = onnx.evaluate(self.network.model(), features, symmetry, is_over);
            match evaluated {
                Ok(()) => {}
                Err(NotEvaluated::Canceled) => return Err(Canceled),
                Err(NotEvaluated::Failed) => self.onnx = None,
            }
        }
        #[cfg(feature = "onnx")]
        if let Some(onnx) = &self.onnx {
            return Ok(onnx.output(self.network.model()));
        }
        let cpu = self.cpu.get(&self.network);
        cpu.set(0, features, symmetry);
        cpu.evaluate(1);
        Ok(cpu.output(0))
    }

    fn is_remote(&self) -> bool {
        #[cfg(feature = "onnx")]
        return self.onnx.is_some();
        #[cfg(not(feature = "onnx"))]
        false
    }
}
