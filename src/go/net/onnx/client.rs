//! One thread's part of the batches of a network.

use std::ops::Add as _;
use std::sync::{Arc, Mutex, PoisonError};

use super::batcher::{Batcher, NotEvaluated};
use super::library;
use super::session::{BoardLayout, OnnxSession};
use crate::net::features::Features;
use crate::net::head_output::{HeadOutput, Planes};
use crate::net::model::Model;
use crate::net::symmetry::Symmetry;
use tengen_engine::{BatchCounts, OnnxBackend};

type Server = Arc<Batcher<OnnxSession>>;

/// The sessions of a network, one for each size of boards and each backend. All threads share them.
#[derive(Default)]
pub struct OnnxServers {
    /// `None` for a session that couldn't be created.
    servers: Mutex<Vec<(ServerKey, Option<Server>)>>,
}

#[derive(Clone, Copy, PartialEq)]
struct ServerKey {
    size: (usize, usize),
    backend: OnnxBackend,
}

impl OnnxServers {
    /// Returns the session for boards of this size, created on first use. Returns `None` if that fails, and logs why
    /// the first time.
    fn server(&self, model: &Model, title: &str, key: ServerKey) -> Option<Server> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, server)) = servers.iter().find(|(known, _)| *known == key) {
            return server.clone();
        }
        let provider = library::load(&key.backend).map_err(|error| error.to_string());
        let session = provider.and_then(|provider| {
            let session = OnnxSession::new(model, title, key.size, provider, &key.backend);
            session.map_err(|error| format!("{}: {error}", provider.name()))
        });
        let server = match session {
            Ok(session) => Some(Arc::new(Batcher::new(session))),
            Err(reason) => {
                log::warn!("ONNX Runtime is not used, the search runs on the processor: {reason}");
                None
            }
        };
        servers.push((key, server.clone()));
        server
    }

    /// Returns the numbers of positions and batches of all sessions.
    pub fn counts(&self) -> BatchCounts {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = servers
            .iter()
            .filter_map(|(_, server)| Some(server.as_ref()?.counts()));
        counts.fold(BatchCounts::default(), BatchCounts::add)
    }

    /// Makes all sessions fail.
    #[cfg(test)]
    pub fn break_down(&self) {
        let servers = self.servers.lock().unwrap();
        for server in servers.iter().filter_map(|(_, server)| server.as_ref()) {
            server.break_down();
        }
    }
}

/// One thread's part of the batches of a network on boards of one size.
pub struct OnnxClient {
    server: Server,
    layout: BoardLayout,
    symmetry: Symmetry,
    outputs: Vec<f32>,
}

impl OnnxClient {
    /// Creates a client; `None` if there is no session. `title` is the network's name for messages.
    pub fn new(
        servers: &OnnxServers,
        model: &Model,
        title: &str,
        size: (usize, usize),
        backend: OnnxBackend,
    ) -> Option<OnnxClient> {
        let server = servers.server(model, title, ServerKey { size, backend })?;
        Some(OnnxClient {
            server,
            layout: BoardLayout::new(model, size),
            symmetry: Symmetry::default(),
            outputs: Vec::new(),
        })
    }

    /// Evaluates a board in a batch with those of other threads, unless `is_over` is true before that.
    pub fn evaluate(
        &mut self,
        model: &Model,
        features: &Features,
        symmetry: Symmetry,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), NotEvaluated> {
        let inputs = self.inputs(model, features, symmetry);
        self.outputs = self.server.evaluate(inputs, is_over)?;
        self.symmetry = symmetry;
        Ok(())
    }

    /// Returns the outputs of the heads for the last board.
    pub fn output<'a>(&'a self, model: &'a Model) -> HeadOutput<'a> {
        let (width, height) = self.layout.size;
        let [moves, pass, value, score, ownership] =
            BoardLayout::split(self.layout.outputs, &self.outputs);
        let planes = |floats| Planes {
            floats,
            row: width,
            column: 1,
            plane: width * height,
        };
        HeadOutput {
            model,
            size: self.layout.size,
            symmetry: self.symmetry,
            moves: planes(moves),
            pass,
            value: std::array::from_fn(|i| value[i]),
            score,
            ownership: planes(ownership),
        }
    }

    /// Returns the inputs of a board, transformed by a symmetry.
    fn inputs(&self, model: &Model, features: &Features, symmetry: Symmetry) -> Vec<f32> {
        let size = self.layout.size;
        let (width, height) = size;
        assert_eq!(features.size(), size, "a client is made for one size");
        let mut inputs = vec![0.0; self.layout.inputs.iter().sum()];
        for row in 0..height {
            for column in 0..width {
                let (to_column, to_row) = symmetry.apply(size, column, row);
                let to = to_row * width + to_column;
                let of_point = features.at(column, row);
                let planes = inputs.iter_mut().skip(to).step_by(width * height);
                for (input, &plane) in planes.zip(model.inputs.planes()) {
                    *input = of_point[plane];
                }
            }
        }
        let (_, rest) = inputs.split_at_mut(self.layout.inputs[0]);
        let (globals, metadata) = rest.split_at_mut(self.layout.inputs[1]);
        for (input, &global) in globals.iter_mut().zip(model.inputs.globals()) {
            *input = features.globals()[global];
        }
        if !metadata.is_empty() {
            metadata.copy_from_slice(&features.metadata());
        }
        inputs
    }
}
