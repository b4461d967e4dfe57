//! The scripts' own tests, run against the built program, and the invariants of the source.

mod house;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

#[test]
fn the_scripts_pass_their_tests() {
    let Some(python) = python() else {
        println!("skipped: there is no Python 3.9 or later");
        return;
    };
    let waiting = Mutex::new(modules());
    let jobs = thread::available_parallelism().map_or(1, |jobs| jobs.get());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(module) = { waiting.lock().unwrap().pop() } {
                    let failure = tested(python, &module).err();
                    failures.lock().unwrap().extend(failure);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn python() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|python| {
        let version = Command::new(python)
            .args(["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
            .output();
        version.is_ok_and(|output| output.status.success())
    })
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")
}

/// Returns the names of the scripts' test modules, the longest files last. They are taken from the end: the long ones take
/// longest, and one of them alone at the end would leave the other processors idle.
fn modules() -> Vec<String> {
    let files = std::fs::read_dir(scripts().join("tests")).expect("the scripts have tests");
    let files = files.map(|file| file.unwrap());
    let modules = files.filter_map(|file| {
        let name = file.file_name().into_string().unwrap();
        let module = name.strip_suffix(".py")?.to_owned();
        Some((file.metadata().unwrap().len(), module))
    });
    let mut modules: Vec<(u64, String)> = modules
        .filter(|(_, name)| name.starts_with("test_"))
        .collect();
    assert!(modules.len() > 20, "{modules:?}");
    modules.sort();
    modules.into_iter().map(|(_, name)| name).collect()
}

/// Runs a test module. Fails with its output.
fn tested(python: &str, module: &str) -> Result<(), String> {
    let tests = Command::new(python)
        .args(["-m", "unittest", &format!("tests.{module}")])
        .current_dir(scripts())
        .env("TENGEN", env!("CARGO_BIN_EXE_tengen"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python has just been run");
    match tests.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}{}",
            String::from_utf8_lossy(&tests.stdout),
            String::from_utf8_lossy(&tests.stderr)
        )),
    }
}
