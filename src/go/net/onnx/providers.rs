//! The execution providers, with their options.

use std::path::Path;

use ort::ep::{self, ExecutionProvider, ExecutionProviderDispatch};
use tengen_engine::OnnxProvider;

/// Choices for a session. Each provider has other options for them.
pub struct SessionChoices<'a> {
    /// Number of the device, counted by the provider.
    pub device: u16,
    /// Whether the trunk has half precision.
    pub half: bool,
    /// Folder for compiled networks.
    pub cache: Option<&'a Path>,
    /// Shapes of the inputs for one board and for the largest batch, in TensorRT's notation.
    pub shapes: [String; 2],
}

/// Whether ONNX Runtime was built with a provider.
pub fn is_available(provider: OnnxProvider) -> ort::Result<bool> {
    match provider {
        OnnxProvider::Cuda => ep::CUDA::default().is_available(),
        OnnxProvider::TensorRt => ep::TensorRT::default().is_available(),
        OnnxProvider::Rocm => ep::ROCm::default().is_available(),
        OnnxProvider::MiGraphX => ep::MIGraphX::default().is_available(),
        OnnxProvider::DirectMl => ep::DirectML::default().is_available(),
        OnnxProvider::CoreMl => ep::CoreML::default().is_available(),
        OnnxProvider::OpenVino => ep::OpenVINO::default().is_available(),
        OnnxProvider::Cpu => ep::CPU::default().is_available(),
    }
}

/// Whether a provider is faster with half precision. Core ML and OpenVINO choose the precision themselves.
pub fn gains_by_half(provider: OnnxProvider) -> bool {
    match provider {
        OnnxProvider::Cuda
        | OnnxProvider::TensorRt
        | OnnxProvider::Rocm
        | OnnxProvider::MiGraphX
        | OnnxProvider::DirectMl => true,
        OnnxProvider::CoreMl | OnnxProvider::OpenVino | OnnxProvider::Cpu => false,
    }
}

/// Whether a provider compiles a network for longer than a moment.
pub fn compiles(provider: OnnxProvider) -> bool {
    matches!(
        provider,
        OnnxProvider::TensorRt
            | OnnxProvider::MiGraphX
            | OnnxProvider::CoreMl
            | OnnxProvider::OpenVino
    )
}

/// Returns a provider with its options.
pub fn dispatch(provider: OnnxProvider, choices: &SessionChoices) -> ExecutionProviderDispatch {
    let device = i32::from(choices.device);
    let cache = choices.cache.map(|path| path.display().to_string());
    let dispatch = match provider {
        // Batches vary in size, and an exhaustive search would run for every size.
        OnnxProvider::Cuda => ep::CUDA::default()
            .with_device_id(device)
            .with_conv_algorithm_search(ep::cuda::ConvAlgorithmSearch::Heuristic)
            .build(),
        OnnxProvider::TensorRt => {
            let [one, most] = &choices.shapes;
            let mut own = ep::TensorRT::default()
                .with_device_id(device)
                .with_fp16(choices.half)
                .with_profile_min_shapes(one)
                .with_profile_opt_shapes(most)
                .with_profile_max_shapes(most);
            if let Some(cache) = &cache {
                own = own
                    .with_engine_cache(true)
                    .with_engine_cache_path(cache)
                    .with_timing_cache(true)
                    .with_timing_cache_path(cache);
            }
            own.build()
        }
        OnnxProvider::Rocm => ep::ROCm::default().with_device_id(device).build(),
        OnnxProvider::MiGraphX => ep::MIGraphX::default()
            .with_device_id(device)
            .with_fp16(choices.half)
            .build(),
        OnnxProvider::DirectMl => ep::DirectML::default().with_device_id(device).build(),
        OnnxProvider::CoreMl => {
            let own = ep::CoreML::default().with_model_format(ep::coreml::ModelFormat::MLProgram);
            match &cache {
                Some(cache) => own.with_model_cache_dir(cache).build(),
                None => own.build(),
            }
        }
        OnnxProvider::OpenVino => {
            let own = match choices.device {
                0 => ep::OpenVINO::default(),
                device => ep::OpenVINO::default().with_device_type(format!("GPU.{device}")),
            };
            match &cache {
                Some(cache) => own.with_cache_dir(cache).build(),
                None => own.build(),
            }
        }
        OnnxProvider::Cpu => ep::CPU::default().build(),
    };
    dispatch.error_on_failure()
}
