//! Joins modules of the page into one script, or style sheets into one: `join_modules FOLDER ENTRY` writes it to the
//! standard output.
//!
//! `site.py` compiles this file without Cargo, which would first build the whole engine for this machine.

#[path = "../../../src/web/script.rs"]
mod script;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, entry] = &*arguments else {
        eprintln!("usage: join_modules FOLDER ENTRY");
        return ExitCode::from(2);
    };
    let read = |path: &str| fs::read_to_string(Path::new(folder).join(path)).ok();
    let joined = match entry.ends_with(".css") {
        true => script::join_styles(entry, read),
        false => script::join_modules(entry, read),
    };
    match joined {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
