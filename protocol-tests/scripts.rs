//! The scripts' own tests, run against the built program: one test for each module of `scripts/tests`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::engine::TENGEN;

macro_rules! modules {
    ($($name:ident)*) => {
        const MODULES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                run_module(stringify!($name));
            }
        )*
    };
}

modules! {
    test_arena
    test_bench
    test_budget
    test_build
    test_draft
    test_elo
    test_fuzz
    test_hard_ladders
    test_learning
    test_levels
    test_life_proofs
    test_match
    test_match_faults
    test_match_runs
    test_miri
    test_mutants
    test_network
    test_onnx
    test_openings
    test_package
    test_positions
    test_problems
    test_python_examples
    test_python_module
    test_ratings
    test_report
    test_scratch
    test_sequential
    test_soak
    test_spread
    test_sprt
    test_spsa
    test_stats
    test_svg
    test_terminal
    test_tuning
    test_web
    test_wins
}

#[test]
fn every_module_has_a_test() {
    let files = std::fs::read_dir(scripts().join("tests")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let modules: BTreeSet<String> = names
        .filter_map(|name| Some(name.strip_suffix(".py")?.to_owned()))
        .filter(|name| name.starts_with("test_"))
        .collect();
    assert_eq!(
        modules,
        MODULES.iter().map(|&name| name.to_owned()).collect()
    );
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")
}

/// The command of Python 3.9 or later.
static PYTHON: LazyLock<Option<&str>> = LazyLock::new(|| {
    ["python3", "python"].into_iter().find(|python| {
        let version = Command::new(python)
            .args(["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
            .output();
        version.is_ok_and(|output| output.status.success())
    })
});

/// Python's compiled modules, outside the source.
const PYTHON_CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/python");

fn run_module(name: &str) {
    let Some(python) = *PYTHON else {
        println!("skipped: there is no Python 3.9 or later");
        return;
    };
    let tests = Command::new(python)
        .args(["-m", "unittest", &format!("tests.{name}")])
        .current_dir(scripts())
        .env("TENGEN", TENGEN)
        // Hundreds of scripts start: each module is compiled once.
        .env("PYTHONPYCACHEPREFIX", PYTHON_CACHE)
        .output()
        .expect("Python has just been run");
    let stderr = String::from_utf8_lossy(&tests.stderr);
    let stdout = String::from_utf8_lossy(&tests.stdout);
    assert!(tests.status.success(), "{stdout}{stderr}");
}
