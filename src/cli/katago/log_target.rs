//! The destination of the log.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use tengen_engine::files::{FileError, open_log, printable};

use anyhow::{Context, Result};
use env_logger::{Builder, DEFAULT_FILTER_ENV, DEFAULT_WRITE_STYLE_ENV, Target};
use jiff::Timestamp;
use log::LevelFilter;

use tengen_protocol::io::error_output::{self, ErrorOutput};
use tengen_protocol::katago::config::LogSettings;

/// Module whose warnings are always shown: a GPU that fails must be noticed. It is silent unless `--backend` asks for it.
const ALWAYS_SHOWN: &str = "tengen_go::net::onnx";

/// Starts the log. Without a file and without `to_stderr` it goes to stderr and is off unless `RUST_LOG` turns it on,
/// because several GUIs merge stderr into stdout and would misread it; only warnings about ONNX Runtime are shown. Fails
/// if the file or folder cannot be created.
pub fn start(settings: &LogSettings) -> Result<()> {
    let file = open(settings)?;
    let is_wanted = file.is_some() || settings.to_stderr;
    let mut builder = Builder::new();
    builder.filter_level(if is_wanted {
        LevelFilter::Info
    } else {
        LevelFilter::Off
    });
    if !is_wanted && env::var_os(DEFAULT_FILTER_ENV).is_none() {
        builder.filter_module(ALWAYS_SHOWN, LevelFilter::Warn);
    }
    // The builder itself would panic if it could not report a bad value on stderr.
    let variables = [DEFAULT_FILTER_ENV, DEFAULT_WRITE_STYLE_ENV].map(env::var);
    if let [Ok(filter), _] = &variables {
        match env_filter::Builder::new().try_parse(filter) {
            Ok(_) => drop(builder.parse_filters(filter)),
            Err(error) => error_output::line(&format!("tengen: {DEFAULT_FILTER_ENV}: {error}")),
        }
    }
    if let [_, Ok(style)] = &variables {
        builder.parse_write_style(style);
    }
    if let Some(file) = file {
        let copies = settings.to_stderr.then(ErrorOutput::to_stderr);
        builder.target(Target::Pipe(Box::new(LogFile { file, copies })));
    }
    builder.init();
    Ok(())
}

/// Opens the log file, if one is configured.
fn open(settings: &LogSettings) -> Result<Option<File>> {
    let now = Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
    let process = process::id();
    let (key, path) = if let Some(file) = &settings.file {
        ("logFile", file.clone())
    } else if let Some(folder) = &settings.folder {
        ("logDir", folder.join(format!("{now}-{process}.log")))
    } else if let Some(folder) = &settings.dated_folder {
        let name = PathBuf::from(now).join(format!("{process}.log"));
        ("logDirDated", folder.join(name))
    } else {
        return Ok(None);
    };
    let opened = append(&path, key != "logFile");
    let file = opened.with_context(|| format!("{key} {}", printable(&path)))?;
    Ok(Some(file))
}

fn append(path: &Path, makes_folder: bool) -> Result<File, FileError> {
    if let (true, Some(folder)) = (makes_folder, path.parent()) {
        fs::create_dir_all(folder)?;
    }
    open_log(path)
}

/// The log file, with an optional copy to stderr.
struct LogFile {
    file: File,
    copies: Option<ErrorOutput>,
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(copies) = &mut self.copies {
            copies.write(bytes);
        }
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
