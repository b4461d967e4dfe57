//! Reports the losses of a game as text and as JSON Lines.

use std::io;

use serde::Serialize;

use super::game_file::OthelloGame;
use super::move_loss::MoveLoss;
use crate::tool::positions::replies::json;
use tengen_engine::game::{Color, Position as _};
use tengen_protocol::io::output::Output;
use tengen_reversi::Move;
use tengen_reversi::records::ggf;

/// Maximum number of worst moves listed per side.
const WORST: usize = 3;

/// Minimum loss, in discs, of a move listed as one of the worst.
const LEAST_NAMED: f32 = 1.0;

/// A game with the losses of its moves.
pub struct GameReport<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// The game and its players.
    pub game: &'a OthelloGame,
    /// Losses of its moves, in order.
    pub losses: &'a [MoveLoss],
}

struct SideLosses<'a> {
    moves: usize,
    /// Number of moves that lose nothing.
    best: usize,
    /// Discs lost by all moves.
    discs: f32,
    /// Discs lost by moves with an exact loss.
    exact_discs: f32,
    /// The moves that lose most, worst first.
    worst: Vec<&'a MoveLoss>,
}

/// A move as a line of JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LossLine<'a> {
    file: &'a str,
    game: usize,
    #[serde(rename = "move")]
    number: usize,
    color: String,
    empties: u32,
    played: String,
    score: f64,
    best: String,
    best_score: f64,
    loss: f64,
    depth: u32,
    selectivity: u8,
    exact: bool,
    pv: Vec<String>,
    nodes: u64,
}

/// A game as a line of JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameLine<'a> {
    file: &'a str,
    game: usize,
    event: &'a str,
    result: Option<i32>,
    black: SideLine<'a>,
    white: SideLine<'a>,
}

/// One side of a [`GameLine`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SideLine<'a> {
    name: &'a str,
    moves: usize,
    best_moves: usize,
    loss: f64,
    exact_loss: f64,
    worst: Vec<usize>,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    file: &'a str,
    game: usize,
    error: &'a str,
}

/// Returns the line of JSON for a damaged game.
pub fn fault_line(file: &str, game: usize, error: &str) -> String {
    json(&FaultLine { file, game, error })
}

impl GameReport<'_> {
    /// Writes a heading, a row for each move, and a sentence for each side.
    pub fn write_text(&self, out: &mut Output) -> io::Result<()> {
        out.line(&self.heading())?;
        out.line("move  side   empties  played   score  best    score    loss  certainty")?;
        for loss in self.losses {
            out.line(&row(loss))?;
        }
        for color in Color::BOTH {
            out.line(&self.sentence(color))?;
        }
        out.line("")
    }

    /// Writes a line of JSON for each move, then one for the game.
    pub fn write_json(&self, out: &mut Output) -> io::Result<()> {
        for loss in self.losses {
            out.line(&json(&LossLine {
                file: self.file,
                game: self.number,
                number: loss.number,
                color: loss.color.to_string(),
                empties: loss.empties,
                played: loss.played.to_string(),
                score: hundredths(loss.score),
                best: loss.best.to_string(),
                best_score: hundredths(loss.best_score),
                loss: hundredths(loss.loss()),
                depth: loss.certainty.depth(),
                selectivity: loss.certainty.percent(),
                exact: loss.certainty.is_exact(),
                pv: loss.pv.iter().map(Move::to_string).collect(),
                nodes: loss.nodes,
            }))?;
        }
        let [black, white] = Color::BOTH.map(|color| self.side_line(color));
        out.line(&json(&GameLine {
            file: self.file,
            game: self.number,
            event: &self.game.event,
            result: self.game.record.position().final_score(),
            black,
            white,
        }))
    }

    fn side_line(&self, color: Color) -> SideLine<'_> {
        let side = self.side(color);
        SideLine {
            name: &self.game.players[color.index()],
            moves: side.moves,
            best_moves: side.best,
            loss: hundredths(side.discs),
            exact_loss: hundredths(side.exact_discs),
            worst: side.worst.iter().map(|loss| loss.number).collect(),
        }
    }

    fn heading(&self) -> String {
        let [black, white] = Color::BOTH.map(|color| self.player(color));
        let mut text = format!("{}, game {}: {black} - {white}", self.file, self.number);
        if !self.game.event.is_empty() {
            text += &format!(", {}", self.game.event);
        }
        let position = self.game.record.position();
        let [black, white] = Color::BOTH.map(|color| position.discs(color));
        if position.outcome().is_none() {
            text += ", not finished";
        }
        format!("{text}, {black}-{white} on the board")
    }

    /// Returns a player's name, or the color if the name is unknown.
    fn player(&self, color: Color) -> String {
        match &self.game.players[color.index()] {
            name if name.is_empty() => color.to_string(),
            name => name.clone(),
        }
    }

    fn sentence(&self, color: Color) -> String {
        let side = self.side(color);
        let mut text = format!(
            "{color}: {:.1} discs lost in {} moves, {:.0} of them exactly; {} moves were best",
            side.discs, side.moves, side.exact_discs, side.best
        );
        let named = |loss: &&MoveLoss| {
            let played = ggf::write_move(loss.played).to_ascii_lowercase();
            format!("{}. {played} {:.1}", loss.number, -loss.loss())
        };
        let worst: Vec<String> = side.worst.iter().map(named).collect();
        if !worst.is_empty() {
            text += &format!("; worst: {}", worst.join(", "));
        }
        text
    }

    fn side(&self, color: Color) -> SideLosses<'_> {
        let of_side = || self.losses.iter().filter(|loss| loss.color == color);
        let mut worst: Vec<&MoveLoss> = of_side()
            .filter(|loss| loss.loss() >= LEAST_NAMED)
            .collect();
        worst.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        worst.truncate(WORST);
        let exact = of_side().filter(|loss| loss.certainty.is_exact());
        SideLosses {
            moves: of_side().count(),
            best: of_side().filter(|loss| loss.loss() == 0.0).count(),
            discs: sum(of_side()),
            exact_discs: sum(exact),
            worst,
        }
    }
}

/// Returns the discs that the moves lose in total. Adding 0 turns an empty sum, which is -0 in the standard library,
/// into 0.
fn sum<'a>(losses: impl Iterator<Item = &'a MoveLoss>) -> f32 {
    losses.map(MoveLoss::loss).sum::<f32>() + 0.0
}

/// Formats the row of a move. Exact scores have no decimals, and the loss is blank if the move loses nothing.
fn row(loss: &MoveLoss) -> String {
    let is_exact = loss.certainty.is_exact();
    let number = |value: f32| match is_exact {
        true => format!("{value:+.0}"),
        false => format!("{value:+.2}"),
    };
    let lost = match loss.loss() {
        0.0 => String::new(),
        lost => number(-lost),
    };
    format!(
        "{:4}  {:5}  {:7}  {:6}  {:>6}  {:4}  {:>7}  {lost:>6}  {}",
        loss.number,
        loss.color.to_string(),
        loss.empties,
        loss.played.to_string(),
        number(loss.score),
        loss.best.to_string(),
        number(loss.best_score),
        loss.certainty
    )
}

/// Rounds a number to two decimals, without the sign of -0.
fn hundredths(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0 + 0.0
}
