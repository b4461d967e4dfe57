//! Remarks about searches on stderr for other programs: GoGui's live graphics (GoGui manual, "Live Graphics"), and chat
//! lines for the Go server OGS in KataGo's format.

use std::time::{Duration, Instant};

use super::game::GtpGame;
use super::rate_limiter::RateLimiter;
use crate::io::error_output;
use tengen_engine::game::Color;
use tengen_engine::{Report, RootMove, SearchResult};
use tengen_play::MoveOf;
use tengen_play::notation::join;
use tengen_play::notation::write_move;

/// Minimum time between two drawings.
const DRAWING_INTERVAL: Duration = Duration::from_millis(500);

/// Maximum number of moves of the variation in a drawing.
const MAX_DRAWN_MOVES: usize = 20;

/// Maximum number of labels in a drawing.
const MAX_LABELS: usize = 10;

/// Drawings of a running search.
pub struct LiveGraphics<G: GtpGame> {
    position: G::Position,
    color: Color,
    limiter: RateLimiter<()>,
}

impl<G: GtpGame> LiveGraphics<G> {
    /// Creates the drawings of a search for `color` at `position` that starts now.
    pub fn new(position: G::Position, color: Color) -> Self {
        LiveGraphics {
            position,
            color,
            limiter: RateLimiter::new(DRAWING_INTERVAL, Instant::now()),
        }
    }

    /// Draws a report, unless the last drawing is too recent.
    pub fn take_report(&mut self, report: &Report<MoveOf<G>>) {
        self.limiter.offer(());
        if self.limiter.take(Instant::now()).is_some() {
            error_output::line(&drawing::<G>(&self.position, self.color, report));
        }
    }
}

impl<G: GtpGame> Drop for LiveGraphics<G> {
    /// Removes the drawing at the end of the search.
    fn drop(&mut self) {
        error_output::line("gogui-gfx: CLEAR");
    }
}

/// Announces the lines for the OGS chat. gtp2ogs looks for the name of the program with this format.
pub fn announce_ogs_chat() {
    error_output::line("analysis for the chat of OGS in the format of KataGo");
}

/// Writes a move's line for the OGS chat.
pub fn write_ogs_chat<G: GtpGame>(position: &G::Position, result: &SearchResult<MoveOf<G>>) {
    if let Some(line) = ogs_chat::<G>(position, result) {
        error_output::line(&line);
    }
}

/// Draws the principal variation as numbered stones, the winrates of other moves in percent, and values for the status
/// line. The empty line at the end closes the drawing.
fn drawing<G: GtpGame>(position: &G::Position, color: Color, report: &Report<MoveOf<G>>) -> String {
    let Some(best) = report.lines.first() else {
        return "gogui-gfx: CLEAR".to_owned();
    };
    let sides = [color, color.opponent()].into_iter().cycle();
    let line = best.pv.iter().take(MAX_DRAWN_MOVES).zip(sides);
    let line =
        line.map(|(&mv, side)| format!("{} {}", side.letter(), write_move::<G>(position, mv)));
    let mut text = format!("gogui-gfx:\nVAR {}\n", join(line));
    let labels = report.lines.iter().skip(1).take(MAX_LABELS).map(|other| {
        let name = write_move::<G>(position, other.mv);
        format!("{name} {:.0}", other.winrate * 100.0)
    });
    let labels = join(labels);
    if !labels.is_empty() {
        text.push_str(&format!("LABEL {labels}\n"));
    }
    text.push_str(&format!(
        "TEXT {}\n",
        figures::<G>(position, color, report, best)
    ));
    text
}

/// Writes a move's values, such as `black D4 52.3 % score +1.5 nodes 1200 depth 8`; the depth is omitted if the search
/// has none.
pub fn figures<G: GtpGame>(
    position: &G::Position,
    color: Color,
    report: &Report<MoveOf<G>>,
    best: &RootMove<MoveOf<G>>,
) -> String {
    let mut text = format!(
        "{color} {} {:.1} % score {:+.1} nodes {}",
        write_move::<G>(position, best.mv),
        best.winrate * 100.0,
        best.score,
        report.nodes
    );
    if report.depth > 0 {
        text.push_str(&format!(" depth {}", report.depth));
    }
    text
}

/// Returns KataGo's line, with winrate and score for the side to move. gtp2ogs expects passes in lower case.
fn ogs_chat<G: GtpGame>(
    position: &G::Position,
    result: &SearchResult<MoveOf<G>>,
) -> Option<String> {
    let best = result.report.lines.first()?;
    let (winrate, score, stdev) = match &result.report.root {
        Some(root) => (root.winrate, root.score, root.score_stdev),
        None => (best.winrate, best.score, 0.0),
    };
    let name = |mv| {
        let name = write_move::<G>(position, mv);
        if G::point_of(position, mv).is_none() {
            name.to_ascii_lowercase()
        } else {
            name
        }
    };
    Some(format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {score:.1} ScoreStdev {stdev:.1} PV {}",
        result.report.nodes,
        winrate * 100.0,
        join(best.pv.iter().map(|&mv| name(mv)))
    ))
}
