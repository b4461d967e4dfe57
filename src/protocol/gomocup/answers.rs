//! The text of replies to managers and to Yixin-Board.

use std::fmt::Write as _;
use std::time::Duration;

use super::game::xy;
use crate::engine::game::{Color, Position as _};
use crate::engine::{Report, RootMove, Settings};
use crate::gomoku::request::RootEvent;
use crate::gomoku::{Point, Position};

/// The score of a win, before the plies to the five are subtracted.
const WIN: f32 = 30_000.0;
/// The lowest score of a proven win.
const SURE_WIN: f32 = 29_000.0;

/// Returns the reply to `ABOUT` of an engine of this name.
pub fn about(name: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("name=\"{name}\", version=\"{version}\", author=\"Tengen contributors\", country=\"\"")
}

/// Returns Yixin-Board's list of forbidden points, with two digits for each coordinate. White has no forbidden points.
pub fn forbidden(position: &Position) -> String {
    let points = match position.to_move() {
        Color::Black => position.forbidden_points(),
        Color::White => Vec::new(),
    };
    let mut reply = "FORBID ".to_owned();
    for (point, _) in points {
        // Writing to a string does not fail.
        let _ = write!(reply, "{:02}{:02}", point.x(), point.y());
    }
    reply.push('.');
    reply
}

/// Returns the engine's name and the upper limits of Yixin-Board's sliders. The size of the hash table is given as the
/// base-2 logarithm of kilobytes.
pub fn limits_for_yixin(allowed: Settings) -> String {
    let kilobytes = (allowed.memory >> 10).max(1);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    format!(
        "MESSAGE Tengen {}\nMESSAGE INFO MAX_THREAD_NUM {}\nMESSAGE INFO MAX_HASH_SIZE {}",
        env!("CARGO_PKG_VERSION"),
        allowed.threads.max(cores),
        kilobytes.ilog2()
    )
}

/// Returns Yixin-Board's list of the best moves: one line for each, with its number, score, depth, length and principal
/// variation.
pub fn numbered_lines(report: &Report<Point>) -> String {
    let mut text = String::new();
    for (number, line) in (1..).zip(&report.lines) {
        let (depth, length, score) = (report.depth, line.pv.len(), line.score);
        text += &format!(
            "MESSAGE ({number}) {score:.0} / {depth}-{length} / {}\n",
            moves(&line.pv)
        );
    }
    text
}

/// Returns the progress of the search as one line for a log.
pub fn progress(report: &Report<Point>) -> String {
    let mut text = format!("MESSAGE depth {}", report.depth);
    if let Some(best) = report.lines.first() {
        let (score, nodes) = (best.score, report.nodes);
        text += &format!(" ev {score:.0} n {nodes} pv {}", moves(&best.pv));
    }
    text
}

/// Returns the progress of the search in the format of `INFO show_detail 2`, one block for each principal variation.
pub fn details(report: &Report<Point>, elapsed: Duration) -> String {
    let milliseconds = elapsed.as_millis().max(1);
    let speed = u128::from(report.nodes) * 1000 / milliseconds;
    let mut text = String::new();
    for (number, line) in report.lines.iter().enumerate() {
        let rows = [
            ("PV", number.to_string()),
            ("NUMPV", report.lines.len().to_string()),
            ("DEPTH", report.depth.to_string()),
            ("SELDEPTH", line.pv.len().to_string()),
            ("NODES", line.visits.to_string()),
            ("TOTALNODES", report.nodes.to_string()),
            ("TOTALTIME", milliseconds.to_string()),
            ("SPEED", speed.to_string()),
            ("EVAL", evaluation(line)),
            ("WINRATE", format!("{:.4}", line.winrate)),
            ("BESTLINE", moves(&line.pv)),
            ("PV", "DONE".to_owned()),
        ];
        for (key, value) in rows {
            text += &format!("INFO {key} {value}\n");
        }
    }
    text
}

/// Returns a root event in the format of `INFO show_detail 1`, by which Yixin-Board marks points.
pub fn root_event(event: RootEvent) -> String {
    let (word, point) = match event {
        RootEvent::Begun(point) => ("POS", point),
        RootEvent::Ended(point) => ("DONE", point),
        RootEvent::Best(point) => ("BEST", point),
        RootEvent::Lost(point) => ("LOST", point),
    };
    format!("MESSAGE REALTIME {word} {}", xy(point))
}

/// Returns the messages for the end of an iteration, which clear all marks except the best move's.
pub fn refresh(report: &Report<Point>) -> String {
    let best = report
        .lines
        .first()
        .map(|line| root_event(RootEvent::Best(line.mv)));
    format!("MESSAGE REALTIME REFRESH\n{}\n", best.unwrap_or_default())
}

/// Returns the three stones of a swap2 opening in Yixin-Board's format.
pub fn offer_for_yixin(stones: [Point; 3]) -> String {
    let lines = (1..).zip(stones).map(|(number, point)| {
        let (x, y) = (point.x(), point.y());
        format!("MESSAGE SWAP2 MOVE{number} {x} {y}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns points separated by blanks.
pub fn moves(points: &[Point]) -> String {
    let spelled = points.iter().map(|&point| xy(point).to_string());
    spelled.collect::<Vec<_>>().join(" ")
}

/// Returns a score, or the number of plies to a proven win or loss.
fn evaluation(line: &RootMove<Point>) -> String {
    let plies = WIN - line.score.abs();
    match line.score {
        SURE_WIN.. => format!("+M{plies:.0}"),
        score if score <= -SURE_WIN => format!("-M{plies:.0}"),
        score => format!("{score:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_results_are_given_in_plies() {
        let mv = Point::new(3, 4);
        let text = |score| evaluation(&RootMove::new(mv, 0.5, score, 1, vec![mv]));
        assert_eq!(text(-12.0), "-12");
        assert_eq!(text(29_995.0), "+M5");
        assert_eq!(text(-29_990.0), "-M10");
    }

    #[test]
    fn a_block_for_every_line() {
        let line = |x| {
            let mv = Point::new(x, 7);
            RootMove::new(mv, 0.25, -30.0, 40, vec![mv, Point::new(8, 8)])
        };
        let report = Report::new(vec![line(3), line(4)], 100, 5);
        let text = details(&report, Duration::from_millis(50));
        let block = |number, x| {
            format!(
                "INFO PV {number}\nINFO NUMPV 2\nINFO DEPTH 5\nINFO SELDEPTH 2\nINFO NODES 40\n\
                 INFO TOTALNODES 100\nINFO TOTALTIME 50\nINFO SPEED 2000\nINFO EVAL -30\n\
                 INFO WINRATE 0.2500\nINFO BESTLINE {x},7 8,8\nINFO PV DONE\n"
            )
        };
        assert_eq!(text, block(0, 3) + &block(1, 4));
    }
}
