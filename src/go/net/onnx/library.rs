//! ONNX Runtime's library: found and loaded at run time.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::error::Error as _;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use ort::LoadDynamicError;
use thiserror::Error;

use super::providers;
use tengen_engine::files::printable;
use tengen_engine::{OnnxBackend, OnnxProvider};

/// Environment variable with the path of the library or of its folder.
const PATH_VARIABLE: &str = "ORT_DYLIB_PATH";

/// Oldest version of ONNX Runtime that has what the binding needs.
const OLDEST: &str = "1.17";

/// Reason why ONNX Runtime cannot be used.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// There is no library, or it cannot be loaded.
    #[error(
        "cannot load ONNX Runtime ({reason}); install it, such as with pip install onnxruntime-gpu for NVIDIA, onnxruntime-directml for Windows or onnxruntime for other systems, and set ORT_DYLIB_PATH to its folder, onnxruntime/capi for pip"
    )]
    Missing {
        /// Message of the system.
        reason: String,
    },
    /// The file is another library.
    #[error("{path} is not the library of ONNX Runtime; ORT_DYLIB_PATH names another file")]
    Foreign {
        /// Path of the file.
        path: String,
    },
    /// The library is too old.
    #[error("ONNX Runtime {version} in {path} is too old: {OLDEST} or later is needed")]
    Old {
        /// Version of the library.
        version: String,
        /// Path of the library.
        path: String,
    },
    /// The library was built without the provider.
    #[error(
        "this library of ONNX Runtime does not have the provider {}; it has {available}",
        provider.name()
    )]
    NoProvider {
        /// Provider that was asked for.
        provider: OnnxProvider,
        /// Names of the providers that the library has.
        available: String,
    },
}

/// Loads the library, if that hasn't been done, and returns the provider to use.
pub fn load(backend: &OnnxBackend) -> Result<OnnxProvider, LibraryError> {
    let path = path();
    if is_cut_off(&path) {
        let reason = format!("{} is not complete", printable(&path));
        return Err(LibraryError::Missing { reason });
    }
    let environment = ort::init_from(path).map_err(LibraryError::from)?;
    // The first call of a process decides.
    environment
        .with_name("tengen")
        .with_telemetry(false)
        .commit();
    let has = |provider: &OnnxProvider| {
        let available = match provider {
            OnnxProvider::Cpu => Ok(true),
            provider => providers::is_available(*provider),
        };
        available.unwrap_or(false)
    };
    match backend.provider {
        None => {
            let first = OnnxProvider::ALL.into_iter().find(has);
            Ok(first.unwrap_or(OnnxProvider::Cpu))
        }
        Some(provider) if has(&provider) => Ok(provider),
        Some(provider) => {
            let available = OnnxProvider::ALL.into_iter().filter(has);
            let names: Vec<&str> = available.map(OnnxProvider::name).collect();
            Err(LibraryError::NoProvider {
                provider,
                available: names.join(", "),
            })
        }
    }
}

impl From<LoadDynamicError> for LibraryError {
    fn from(error: LoadDynamicError) -> LibraryError {
        match error {
            LoadDynamicError::Dlopen { error, .. } => LibraryError::Missing {
                // The system's words are in the cause.
                reason: error
                    .source()
                    .map_or_else(|| error.to_string(), ToString::to_string),
            },
            LoadDynamicError::MissingApi { path } => LibraryError::Foreign {
                path: printable(&path),
            },
            LoadDynamicError::BadVersion { version_str, path } => LibraryError::Old {
                version: version_str,
                path: printable(&path),
            },
        }
    }
}

/// Returns the path of the library: the one in the environment, or the library's name, which the system looks up.
fn path() -> PathBuf {
    let name = format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}");
    match std::env::var_os(PATH_VARIABLE).filter(|path| !path.is_empty()) {
        None => name.into(),
        Some(path) if Path::new(&path).is_dir() => in_folder(path.as_ref(), &name),
        Some(path) => path.into(),
    }
}

/// Whether the end of an ELF file is missing, as after a download that was interrupted. The system would load it, and end the
/// program when that reads the missing part. The file ends with the table of its sections; see elf(5).
fn is_cut_off(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else {
        return false;
    };
    let mut header = [0; 64];
    let is_elf = file.read_exact(&mut header).is_ok() && header.starts_with(b"\x7fELF\x02\x01");
    let number = |at: usize, bytes: usize| {
        let bytes = header[at..at + bytes].iter().rev();
        bytes.fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let end = number(40, 8).saturating_add(number(58, 2) * number(60, 2));
    is_elf && file.metadata().is_ok_and(|known| known.len() < end)
}

/// Returns the library in a folder. Packages of Python have its version in the name.
fn in_folder(folder: &Path, name: &str) -> PathBuf {
    let exact = folder.join(name);
    if exact.exists() {
        return exact;
    }
    let stem = format!("{DLL_PREFIX}onnxruntime.");
    let is_library = |file: &str| file.starts_with(&stem) && file.contains(DLL_SUFFIX);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let newest = names.filter(|file| is_library(file)).max();
    newest.map_or(exact, |file| folder.join(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::scratch::Scratch;

    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    #[test]
    fn half_of_a_library_is_not_loaded() {
        let folder = Scratch::new("onnx-half");
        let whole = fs::read(std::env::current_exe().unwrap()).unwrap();
        let path = folder.path().join("libonnxruntime.so");
        for (length, expected) in [(whole.len(), false), (whole.len() - 1, true), (64, true)] {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(is_cut_off(&path), expected, "{length} bytes");
        }
        for other in [
            &b"\x7fELF"[..],
            b"",
            b"a text, in more than 64 bytes ................................",
        ] {
            fs::write(&path, other).unwrap();
            assert!(!is_cut_off(&path));
        }
        assert!(!is_cut_off(&folder.path().join("missing.so")));
    }

    #[test]
    fn a_folder_has_the_library_with_or_without_its_version() {
        let folder = Scratch::new("onnx-library");
        let name = format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}");
        let found = || in_folder(folder.path(), &name);
        assert_eq!(found(), folder.path().join(&name));
        for other in ["libonnxruntime_providers_shared.so", "onnx.so.1"] {
            fs::write(folder.path().join(other), "").unwrap();
        }
        assert_eq!(found(), folder.path().join(&name));
        let versioned = folder.path().join(format!("{name}.1.17.0"));
        fs::write(&versioned, "").unwrap();
        assert_eq!(found(), versioned);
        fs::write(folder.path().join(&name), "").unwrap();
        assert_eq!(found(), folder.path().join(&name));
    }
}
