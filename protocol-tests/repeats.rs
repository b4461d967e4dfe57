//! The same again: results that must not depend on the process or on what came before.

use crate::engine::Engine;

/// Games, and nodes that take a moment.
const SEARCHES: [(&str, u32); 3] = [("go", 300), ("gomoku", 20_000), ("reversi", 20_000)];

/// Same seed, a limit in nodes and one thread: the same moves in every process.
#[test]
fn the_same_seed_plays_the_same_game() {
    for (game, nodes) in SEARCHES {
        let moves = |seed: &str| {
            let mut engine = Engine::start(&["--game", game, "--seed", seed, "--threads", "1"]);
            engine.obey(&format!("limits nodes {nodes}"));
            let moves: Vec<String> = (0..6)
                .map(|ply| engine.obey(["genmove b", "genmove w"][ply % 2]))
                .collect();
            engine.finish().assert_clean();
            moves
        };
        assert_eq!(moves("5"), moves("5"), "{game}");
    }
}

/// Statement 57 of GTP's requirements: reg_genmove has no effect and no randomness, whatever came before.
#[test]
fn reg_genmove_always_says_the_same() {
    for (game, nodes) in SEARCHES {
        let mut engine = Engine::start(&["--game", game]);
        engine.obey(&format!("limits nodes {nodes}"));
        engine.obey("genmove b");
        let said = engine.obey("reg_genmove w");
        assert_eq!(engine.obey("reg_genmove w"), said, "{game}");
        engine.obey("genmove w");
        engine.obey("genmove b");
        engine.obey("gg-undo 2");
        assert_eq!(engine.obey("reg_genmove w"), said, "{game}");
        engine.finish().assert_clean();
    }
}

/// The second game of a process is the first one of another.
#[test]
fn a_new_game_remembers_nothing() {
    for (game, nodes) in SEARCHES {
        let mut engine = Engine::start(&["--game", game]);
        engine.obey(&format!("limits nodes {nodes}"));
        let mut play = || {
            engine.obey("clear_board");
            let moves: Vec<String> = (0..4)
                .map(|ply| {
                    engine.obey(["reg_genmove b", "genmove b", "genmove w", "reg_genmove b"][ply])
                })
                .collect();
            moves
        };
        let first = play();
        assert_eq!(first, play(), "{game}");
        engine.finish().assert_clean();
    }
}
