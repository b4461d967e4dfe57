//! Solves endgames of Reversi: `cargo run --release -p tengen-reversi --example endgame [< POSITIONS]`.
//!
//! Each input line is a position in OBF, the format of Edax and the FFO suite: 64 squares from a1 to h8, the side to
//! move, and known results such as `G8:+18;`.

use std::error::Error;
use std::io::{self, IsTerminal};

use tengen_engine::game::Position as _;
use tengen_engine::{Control, Limits, Settings};
use tengen_reversi::records::obf::ObfProblem;
use tengen_reversi::{AlphaBeta, Move, SolveMode};

/// Positions 1 and 2 of the FFO suite.
const POSITIONS: &str = "
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10;";

fn main() -> Result<(), Box<dyn Error>> {
    let input = match io::stdin().is_terminal() {
        true => String::new(),
        false => io::read_to_string(io::stdin())?,
    };
    let text = if input.is_empty() { POSITIONS } else { &input };
    let mut solver = AlphaBeta::new(Settings::default());
    // Without limits, a search always ends with an exact result.
    let control = Control::new(Limits::default());
    for (number, line) in (1..).zip(text.lines()) {
        let problem = ObfProblem::parse(line);
        let problem = problem.map_err(|error| format!("line {number}: {error}"))?;
        let Some(ObfProblem { position, .. }) = &problem else {
            continue;
        };
        let solution = solver.solve(position, SolveMode::Exact, &control);
        let solution = solution.expect("no limit ends the search");
        let best = solver.best_moves(position, &solution, &control);
        let best = best.expect("no limit ends the search");
        println!("{position}");
        println!("{} to move: {:+} discs", position.to_move(), solution.score);
        println!("best moves: {}", text_of(&best));
        println!("line of play: {}", text_of(&solution.pv));
        println!("{} nodes\n", solution.nodes);
    }
    Ok(())
}

fn text_of(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}
