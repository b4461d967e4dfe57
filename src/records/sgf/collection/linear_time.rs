//! Time needed to read and repair files with many games and many faults.

use std::time::{Duration, Instant};

use super::*;
use crate::sgf::repaired;

/// Does everything that tools do with a file.
fn read_all(text: &str) -> usize {
    let mut seen = repaired(text).len();
    for game in games(text) {
        let line = game.main_line(text);
        let Ok(reading) = game.read(text) else {
            continue;
        };
        let steps = reading.game.steps.len();
        let nodes = (0..steps).filter_map(|step| line.node_of(&reading, step));
        seen += nodes.sum::<usize>() + reading.start_place().line + game.line();
        let places = (0..steps).map(|step| reading.place(step).column);
        seen += places.sum::<usize>() + reading.warnings.len();
    }
    seen
}

/// Returns the shortest time of three runs.
fn time(text: &str) -> Duration {
    let times = (0..3).map(|_| {
        let start = Instant::now();
        std::hint::black_box(read_all(text));
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

#[test]
fn time_grows_as_the_file_does() {
    const SMALL: usize = 2_000;
    const TIMES: usize = 16;
    for (head, part) in [
        // Games: whole, without a last bracket, without the end of a value, and all on one line.
        ("", "(;GM[1]SZ[9];B[aa];W[bb])\n"),
        ("", "(;GM[1]SZ[9];B[aa];W[bb]\n"),
        ("", "(;GM[1]SZ[9];B[aa]C[x\n"),
        ("", "(;GM[1]SZ[9];B[zz];W[bb])"),
        ("", "(;GM[1]SZ[9]"),
        ("", "(GM[1]SZ[9] ;B[aa]"),
        // One game with many moves, faults, variations and properties.
        ("(;SZ[9]", ";B[aa]C[a comment]"),
        ("(;SZ[9]", ";B[zz]!"),
        ("(;SZ[9]", ";C[a] b"),
        ("(;SZ[9]", "C[a] b"),
        ("(;SZ[9]", "C[a] b("),
        ("(;SZ[9]", "\n(;B[aa]"),
        ("(;SZ[9]", "(;B[aa])"),
        ("(;SZ[9]", ");B[aa]("),
        ("(;SZ[9]", "AB[aa:ii]"),
        // No game.
        ("", "( "),
        ("", "(x\n"),
    ] {
        let text = |parts: usize| format!("{head}{}", part.repeat(parts));
        let (small, large) = (time(&text(SMALL)), time(&text(SMALL * TIMES)));
        let least = Duration::from_millis(2);
        let ratio = large.as_secs_f64() / small.max(least).as_secs_f64();
        assert!(
            ratio < 5.0 * TIMES as f64,
            "{head}{part}: {small:?}, {large:?}"
        );
    }
}
