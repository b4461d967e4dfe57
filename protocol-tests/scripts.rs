//! The scripts' own tests, run against the built program, and the invariants of the source.

mod house;

use std::path::Path;
use std::process::Command;

#[test]
fn the_scripts_pass_their_tests() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let python = ["python3", "python"].into_iter().find(|python| {
        let version = Command::new(python)
            .args(["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
            .output();
        version.is_ok_and(|output| output.status.success())
    });
    let Some(python) = python else {
        println!("skipped: there is no Python 3.9 or later");
        return;
    };
    let tests = Command::new(python)
        .args(["-m", "unittest", "discover", "-s", "tests", "-t", "."])
        .current_dir(&scripts)
        .env("TENGEN", env!("CARGO_BIN_EXE_tengen"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python has just been run");
    assert!(
        tests.status.success(),
        "{}{}",
        String::from_utf8_lossy(&tests.stdout),
        String::from_utf8_lossy(&tests.stderr)
    );
}
