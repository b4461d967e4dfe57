//! Where a search evaluates its networks.

use std::fmt::{self, Display};
use std::ops::{Add, Sub};
use std::str::FromStr;

use thiserror::Error;

/// Where a search evaluates its networks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// This program, on the processor.
    #[default]
    Cpu,
    /// ONNX Runtime.
    Onnx(OnnxBackend),
}

/// How ONNX Runtime evaluates networks. `None` leaves the choice to the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnnxBackend {
    /// Library that does the work.
    pub provider: Option<OnnxProvider>,
    /// Number of the device, counted by the provider.
    pub device: Option<u16>,
    /// Whether to compute with half precision.
    pub half: Option<bool>,
    /// Maximum number of positions that are evaluated together.
    pub max_batch: Option<u16>,
}

/// An execution provider of ONNX Runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnnxProvider {
    /// NVIDIA's CUDA and cuDNN.
    Cuda,
    /// NVIDIA's TensorRT, which compiles networks for minutes and runs them faster.
    TensorRt,
    /// AMD's ROCm.
    Rocm,
    /// AMD's MIGraphX.
    MiGraphX,
    /// Microsoft's DirectML, for every GPU on Windows.
    DirectMl,
    /// Apple's Core ML.
    CoreMl,
    /// Intel's OpenVINO.
    OpenVino,
    /// ONNX Runtime itself, on the processor.
    Cpu,
}

impl OnnxProvider {
    /// All providers. The first that the library has is the default; TensorRT, which compiles for minutes, is not.
    pub const ALL: [OnnxProvider; 8] = [
        OnnxProvider::Cuda,
        OnnxProvider::MiGraphX,
        OnnxProvider::Rocm,
        OnnxProvider::DirectMl,
        OnnxProvider::CoreMl,
        OnnxProvider::OpenVino,
        OnnxProvider::Cpu,
        OnnxProvider::TensorRt,
    ];

    /// Returns the name by which users choose the provider.
    pub fn name(self) -> &'static str {
        match self {
            OnnxProvider::Cuda => "cuda",
            OnnxProvider::TensorRt => "tensorrt",
            OnnxProvider::Rocm => "rocm",
            OnnxProvider::MiGraphX => "migraphx",
            OnnxProvider::DirectMl => "directml",
            OnnxProvider::CoreMl => "coreml",
            OnnxProvider::OpenVino => "openvino",
            OnnxProvider::Cpu => "cpu",
        }
    }
}

/// Error for an unknown backend or provider.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected cpu, onnx or onnx:PROVIDER, where PROVIDER is cuda, tensorrt, migraphx, rocm, directml, coreml, openvino or cpu"
)]
pub struct UnknownBackend;

impl FromStr for OnnxProvider {
    type Err = UnknownBackend;

    fn from_str(text: &str) -> Result<OnnxProvider, UnknownBackend> {
        let mut all = OnnxProvider::ALL.into_iter();
        all.find(|provider| provider.name() == text)
            .ok_or(UnknownBackend)
    }
}

/// Parses `cpu`, `onnx` or `onnx:PROVIDER`.
impl FromStr for Backend {
    type Err = UnknownBackend;

    fn from_str(text: &str) -> Result<Backend, UnknownBackend> {
        let provider = match text {
            "cpu" => return Ok(Backend::Cpu),
            "onnx" => None,
            _ => {
                let name = text.strip_prefix("onnx:").ok_or(UnknownBackend)?;
                Some(name.parse()?)
            }
        };
        Ok(Backend::Onnx(OnnxBackend {
            provider,
            ..OnnxBackend::default()
        }))
    }
}

impl Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backend::Cpu => f.write_str("cpu"),
            Backend::Onnx(onnx) => match onnx.provider {
                None => f.write_str("onnx"),
                Some(provider) => write!(f, "onnx:{}", provider.name()),
            },
        }
    }
}

/// Numbers of positions and of the batches in which another backend than this program has evaluated them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchCounts {
    /// Number of positions.
    pub positions: u64,
    /// Number of batches.
    pub batches: u64,
}

impl BatchCounts {
    /// Returns the mean number of positions in a batch.
    pub fn mean(self) -> f64 {
        self.positions as f64 / self.batches.max(1) as f64
    }
}

impl Add for BatchCounts {
    type Output = BatchCounts;

    fn add(self, other: BatchCounts) -> BatchCounts {
        BatchCounts {
            positions: self.positions + other.positions,
            batches: self.batches + other.batches,
        }
    }
}

/// The counts since earlier ones.
impl Sub for BatchCounts {
    type Output = BatchCounts;

    fn sub(self, earlier: BatchCounts) -> BatchCounts {
        BatchCounts {
            positions: self.positions - earlier.positions,
            batches: self.batches - earlier.batches,
        }
    }
}

impl Display for BatchCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, batches) = (self.positions, self.batches);
        write!(
            f,
            "{positions} positions in {batches} batches, {:.2} per batch",
            self.mean()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backend_is_read_as_it_is_printed() {
        let of_onnx = OnnxProvider::ALL.map(|provider| format!("onnx:{}", provider.name()));
        for name in ["cpu", "onnx"]
            .into_iter()
            .chain(of_onnx.iter().map(String::as_str))
        {
            assert_eq!(name.parse::<Backend>().unwrap().to_string(), name);
        }
        for bad in ["", "onnx:", "onnx:gpu", "cuda", "ONNX"] {
            assert_eq!(bad.parse::<Backend>(), Err(UnknownBackend), "{bad}");
        }
    }

    #[test]
    fn the_error_names_every_provider() {
        let sentence = UnknownBackend.to_string();
        for provider in OnnxProvider::ALL {
            assert!(sentence.contains(provider.name()), "{provider:?}");
        }
    }
}
