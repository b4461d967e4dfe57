//! `tengen perft`: counts the leaves of a game tree from a position given on the command line.

use std::time::Instant;

use anyhow::{Result, anyhow};

use crate::engine::game::Game;
use crate::io::output::Output;
use crate::protocol::Options;
use crate::protocol::gtp::GtpGame;
use crate::protocol::gtp::go::Go;
use crate::protocol::gtp::gomoku::Gomoku;
use crate::protocol::gtp::reversi::Reversi;

/// Counts from `position`, which reads like the arguments of `set_position`; the start of the game if empty.
pub fn run(options: &Options, depth: u32, position: &str, out: &mut Output) -> Result<()> {
    match options.game {
        Game::Go => count::<Go>(options, depth, position, out),
        Game::Gomoku => count::<Gomoku>(options, depth, position, out),
        Game::Reversi => count::<Reversi>(options, depth, position, out),
    }
}

fn count<G: GtpGame>(
    options: &Options,
    depth: u32,
    position: &str,
    out: &mut Output,
) -> Result<()> {
    let mut start = G::start(options).map_err(|failure| anyhow!("--size: {failure}"))?;
    if !position.is_empty() {
        let set_up = G::read_set_up(&start, position).and_then(|set_up| G::set_up(&start, &set_up));
        start = set_up.map_err(|failure| anyhow!("position: {failure}"))?;
    }
    let began = Instant::now();
    for plies in 1..=depth {
        // Nothing interrupts it, so there is a count.
        let leaves = G::perft(&mut start, plies, &|| false).unwrap_or_default();
        out.line(&format!(
            "{plies:2} {leaves:16} {:10.3} s",
            began.elapsed().as_secs_f64()
        ))?;
        out.flush()?;
    }
    Ok(())
}
