//! Repeated runs: results that must not depend on the process or on earlier commands.

use crate::engine::Engine;

/// Each game with a number of nodes that takes a moment.
const SEARCHES: [(&str, u32); 3] = [("go", 40), ("gomoku", 20_000), ("reversi", 20_000)];

/// With the same seed, a node limit and one thread, every process plays the same moves.
#[test]
fn the_same_seed_plays_the_same_game() {
    for (game, nodes) in SEARCHES {
        let moves = |seed: &str| {
            let mut engine = Engine::start(&["--game", game, "--seed", seed, "--threads", "1"]);
            engine.execute(&format!("limits nodes {nodes}"));
            let moves: Vec<String> = (0..6)
                .map(|ply| engine.execute(["genmove b", "genmove w"][ply % 2]))
                .collect();
            engine.finish().assert_clean();
            moves
        };
        assert_eq!(moves("5"), moves("5"), "{game}");
    }
}

/// Statement 57 of GTP's requirements: reg_genmove has no side effects or randomness, even after other commands.
#[test]
fn reg_genmove_always_says_the_same() {
    for (game, nodes) in SEARCHES {
        let mut engine = Engine::start(&["--game", game]);
        engine.execute(&format!("limits nodes {nodes}"));
        engine.execute("genmove b");
        let said = engine.execute("reg_genmove w");
        assert_eq!(engine.execute("reg_genmove w"), said, "{game}");
        engine.execute("genmove w");
        engine.execute("genmove b");
        engine.execute("gg-undo 2");
        assert_eq!(engine.execute("reg_genmove w"), said, "{game}");
        engine.finish().assert_clean();
    }
}

/// The second game of a process equals the first of another process.
#[test]
fn a_new_game_remembers_nothing() {
    for (game, nodes) in SEARCHES {
        let mut engine = Engine::start(&["--game", game]);
        engine.execute(&format!("limits nodes {nodes}"));
        let mut play = || {
            engine.execute("clear_board");
            let moves: Vec<String> = (0..4)
                .map(|ply| {
                    engine
                        .execute(["reg_genmove b", "genmove b", "genmove w", "reg_genmove b"][ply])
                })
                .collect();
            moves
        };
        let first = play();
        assert_eq!(first, play(), "{game}");
        engine.finish().assert_clean();
    }
}
