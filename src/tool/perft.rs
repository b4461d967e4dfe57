//! `tengen perft`: counts the leaves of the game tree from a position on the command line.

use std::time::Instant;

use anyhow::{Result, anyhow};
use clap::Args;

use super::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_gomoku::Rule;
use tengen_play::Game;
use tengen_play::games::{self, with_game};
use tengen_play::options::{GameOptions, GomokuOptions};
use tengen_protocol::gtp::GtpGame;
use tengen_protocol::io::output::Output;

/// Arguments of `tengen perft`.
#[derive(Clone, Debug, Args)]
pub struct PerftArgs {
    /// Count the lines of play of this game.
    #[arg(long, value_name = Game::CHOICES)]
    game: Game,
    /// Count up to a depth of N plies.
    #[arg(long, value_name = "N", value_parser = whole(0_u32..=u32::MAX))]
    depth: u32,
    /// Set the board size of Go or gomoku.
    #[arg(long, value_name = "N", value_parser = whole(1_u8..=25))]
    size: Option<u8>,
    /// Use this rule for gomoku.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Start from this position, written as for set_position [default: the start of the game].
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    position: Vec<String>,
}

impl PerftArgs {
    /// Prints a line with the number of games for every depth up to `--depth`. Fails if the game has no board of this
    /// size or the position cannot be read.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        with_game!(self.game, G => self.count::<G>(streams.out))
    }

    fn count<G: GtpGame>(&self, out: &mut Output) -> Result<()> {
        let mut position = self.position::<G>()?;
        let began = Instant::now();
        for plies in 1..=self.depth {
            // Never interrupted, so there is a count.
            let leaves = G::perft(&mut position, plies, &|| false).unwrap_or_default();
            out.line(&format!(
                "{plies:2} {leaves:16} {:10.3} s",
                began.elapsed().as_secs_f64()
            ))?;
            out.flush()?;
        }
        Ok(())
    }

    fn position<G: GtpGame>(&self) -> Result<G::Position> {
        let options = GameOptions {
            size: self.size,
            gomoku: GomokuOptions { rule: self.rule },
            ..GameOptions::default()
        };
        games::check_size(self.game, &options).map_err(|reason| anyhow!("--size: {reason}"))?;
        let start = G::start(&options).map_err(|failure| anyhow!("--size: {failure}"))?;
        if self.position.is_empty() {
            return Ok(start);
        }
        let text = self.position.join(" ");
        let set_up =
            G::read_set_up(&start, &text).and_then(|set_up| Ok(G::set_up(&start, &set_up)?));
        set_up.map_err(|failure| anyhow!("position: {failure}"))
    }
}
