//! Text of replies to managers and to Yixin-Board.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use super::board::xy;
use super::settings::most_memory;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::{Report, RootMove, Settings};
use tengen_gomoku::database::{DatabaseEntry, PositionDatabase, Stones};
use tengen_gomoku::request::RootEvent;
use tengen_gomoku::{Point, Position};

/// Score of a win, from which the plies to the five are subtracted.
const WIN: f32 = 30_000.0;
/// Lowest score of a proven win.
const SURE_WIN: f32 = 29_000.0;

/// Returns the reply to `ABOUT` for an engine with this name.
pub fn about(name: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("name=\"{name}\", version=\"{version}\", author=\"Tengen contributors\", country=\"\"")
}

/// Returns Yixin-Board's list of forbidden points, with two digits per coordinate. White has no forbidden points.
pub fn forbidden(position: &Position) -> String {
    let points = match position.to_move() {
        Color::Black => position.forbidden_points(),
        Color::White => Vec::new(),
    };
    let mut reply = "FORBID ".to_owned();
    for (point, _) in points {
        // Writing to a string cannot fail.
        let _ = write!(reply, "{:02}{:02}", point.x(), point.y());
    }
    reply.push('.');
    reply
}

/// Returns the engine's name and the upper limits of Yixin-Board's sliders. The hash table size is given as the base-2
/// logarithm of kilobytes.
pub fn limits_for_yixin(allowed: Settings) -> String {
    let kilobytes = (most_memory(allowed) >> 10).max(1);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    format!(
        "MESSAGE Tengen {}\nMESSAGE INFO MAX_THREAD_NUM {}\nMESSAGE INFO MAX_HASH_SIZE {}",
        env!("CARGO_PKG_VERSION"),
        allowed.threads.max(cores),
        kilobytes.ilog2()
    )
}

/// Returns Yixin-Board's list of the best moves, one per line with number, score, depth, length and principal
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

/// Returns the search's progress as one line for a log.
pub fn progress(report: &Report<Point>) -> String {
    let mut text = format!("MESSAGE depth {}", report.depth);
    if let Some(best) = report.lines.first() {
        let (score, nodes) = (best.score, report.nodes);
        text += &format!(" ev {score:.0} n {nodes} pv {}", moves(&best.pv));
    }
    text
}

/// Returns the search's progress in the format of `INFO show_detail 2`, one block per principal variation.
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

/// Returns a root event in the format of `INFO show_detail 1`, with which Yixin-Board marks points.
pub fn root_event(event: RootEvent) -> String {
    let (word, point) = match event {
        RootEvent::Begun(point) => ("POS", point),
        RootEvent::Ended(point) => ("DONE", point),
        RootEvent::Best(point) => ("BEST", point),
        RootEvent::Lost(point) => ("LOST", point),
    };
    format!("MESSAGE REALTIME {word} {}", xy(point))
}

/// Returns the messages at the end of an iteration, which clear all marks except that of the best move.
pub fn refresh(report: &Report<Point>) -> String {
    let best = report
        .lines
        .first()
        .map(|line| root_event(RootEvent::Best(line.mv)));
    format!("MESSAGE REALTIME REFRESH\n{}\n", best.unwrap_or_default())
}

/// Returns the three stones of a swap2 opening in Yixin-Board's format.
pub fn offer_for_yixin(stones: [Point; 3]) -> String {
    numbered_stones("SWAP2", 1, &stones)
}

/// Returns opening stones in Yixin-Board's format, numbered from `first`.
fn numbered_stones(rule: &str, first: usize, stones: &[Point]) -> String {
    let lines = (first..).zip(stones).map(|(number, point)| {
        let (x, y) = (point.x(), point.y());
        format!("MESSAGE {rule} MOVE{number} {x} {y}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the two stones added to a swap2 opening, in Yixin-Board's format.
pub fn two_stones_for_yixin(stones: &[Point]) -> String {
    numbered_stones("SWAP2", 4, stones)
}

/// Returns the three stones of a soosorv opening in Yixin-Board's format.
pub fn soosorv_offer(stones: [Point; 3]) -> String {
    numbered_stones("SOOSORV", 1, &stones)
}

/// Returns the first or second choice of a side in soosorv.
pub fn soosorv_swap(number: usize, swaps: bool) -> String {
    let answer = if swaps { "YES" } else { "NO" };
    format!("MESSAGE SOOSORV SWAP{number} {answer}")
}

/// Returns the fifth moves of soosorv in Yixin-Board's format.
pub fn soosorv_fifths(fifths: &[Point]) -> String {
    let mut text = "MESSAGE SOOSORV MOVE5 REFRESH\n".to_owned();
    for point in fifths {
        text += &format!("MESSAGE SOOSORV MOVE5 {} {}\n", point.x(), point.y());
    }
    text + "MESSAGE SOOSORV MOVE5 DONE"
}

/// Returns Black's forbidden points separated by blanks, whichever side is to move.
pub fn all_forbidden(position: &Position) -> String {
    let points = position.forbidden_points().into_iter();
    let points: Vec<Point> = points.map(|(point, _)| point).collect();
    format!("FORBID {}", moves(&points)).trim_end().to_owned()
}

/// Returns the evaluation of the position after some moves, for the side that moved last.
pub fn move_evaluation(points: &[Point], score: i32, winrate: f32) -> String {
    let (moves, score) = (moves(points), -score);
    format!(
        "MESSAGE evaluation of {moves}: {score}, winrate {:.3}",
        1.0 - winrate
    )
}

/// Returns points separated by blanks.
pub fn moves(points: &[Point]) -> String {
    let spelled = points.iter().map(|&point| xy(point).to_string());
    spelled.collect::<Vec<_>>().join(" ")
}

/// Returns a position's moves in a database in Yixin-Board's format: coordinates, label bytes as a number, value,
/// depth, bound, whether there is a comment, and the text on the point.
pub fn database_moves(database: &PositionDatabase, position: &Position, stones: &Stones) -> String {
    let mut moves: BTreeMap<Point, (Option<&DatabaseEntry>, &str)> = database
        .children(stones)
        .into_iter()
        .map(|(point, entry)| (point, (Some(entry), "")))
        .collect();
    for (point, text) in database.point_texts(stones) {
        moves.entry(point).or_default().1 = text;
    }
    moves.retain(|&point, _| position.is_legal(point));
    let empty = DatabaseEntry::default();
    let mut reply = "MESSAGE DATABASE REFRESH\n".to_owned();
    for (point, (entry, text)) in moves {
        let entry = entry.unwrap_or(&empty);
        let (x, y, label) = (point.x(), point.y(), packed_label(entry));
        let has_comment = u8::from(!entry.comment().is_empty());
        let DatabaseEntry {
            value,
            depth,
            bound,
            ..
        } = *entry;
        let bound = bound as u8;
        reply += &format!(
            "MESSAGE DATABASE {x} {y} {label} {value} {depth} {bound} {has_comment} {text}"
        );
        reply.truncate(reply.trim_end().len());
        reply.push('\n');
    }
    reply + "MESSAGE DATABASE DONE"
}

/// Returns the first four bytes of the displayed label as one number; -1 if there is no label.
fn packed_label(entry: &DatabaseEntry) -> i64 {
    let label = entry.display_label();
    if label.is_empty() {
        return -1;
    }
    label
        .bytes()
        .take(4)
        .fold(0, |packed, byte| packed << 8 | i64::from(byte))
}

/// Returns a position's database entry: label, value, depth, bound and the displayed label.
pub fn database_entry(entry: Option<&DatabaseEntry>) -> String {
    let Some(entry) = entry else {
        return "MESSAGE DATABASE ONE 0 0 0 0".to_owned();
    };
    let (label, bound) = (entry.label.number(), entry.bound as u8);
    let text = format!(
        "MESSAGE DATABASE ONE {label} {} {} {bound} {}",
        entry.value,
        entry.depth,
        entry.display_label()
    );
    text.trim_end().to_owned()
}

/// Returns a position's comment in quotation marks; it may span several lines.
pub fn database_comment(entry: Option<&DatabaseEntry>) -> String {
    let comment = entry.map_or("", |entry| entry.comment());
    let escaped = comment.replace('\\', "\\\\").replace('"', "\\\"");
    format!("MESSAGE DATABASE TEXT \"{escaped}\"")
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
