//! Queries about a Reversi position over GTP: `hint`, `solve`, `evaluate`, `legal_moves`.

use std::time::Duration;

use nom::combinator::opt;

use crate::gtp::game::MenuEntry;
use crate::gtp::grammar::{arguments, color, nothing, positive};
use crate::gtp::position_query::PositionQuery;
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::game::{Color, Position as _};
use tengen_engine::{SearchRequest, SearchResult};
use tengen_play::notation::join;
use tengen_play::notation::write_move;
use tengen_play::reversi::Reversi;
use tengen_reversi::eval::evaluation::{DISC, Evaluation};
use tengen_reversi::eval::features::Features;
use tengen_reversi::eval::node::Node;
use tengen_reversi::request::ReversiRequest;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{Move, Position};

/// Reversi's entries of GoGui's analysis menu.
pub const MENU: [MenuEntry; 5] = [
    MenuEntry::new("hpstring", "Hint", "hint"),
    MenuEntry::new("hpstring", "Hints", "hint 5"),
    MenuEntry::new("hpstring", "Solution", "solve"),
    MenuEntry::new("hstring", "Evaluation", "evaluate"),
    MenuEntry::new("string", "Score", "final_score"),
];

const HINT_TIME: Duration = Duration::from_secs(2);

/// Default time for a solution, since the client may be unable to stop the search.
const SOLVING_TIME: Duration = Duration::from_secs(60);

/// Runs `hint [N]`: searches for the best moves.
pub fn hint(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let count = arguments(args, opt(positive))?.unwrap_or(1);
    session.search_for_query(PositionQuery {
        color: session.position().to_move(),
        request: SearchRequest {
            lines: count as usize,
            ..SearchRequest::default()
        },
        time: HINT_TIME,
        write_reply: spell_hints,
    })
}

/// Writes one line per move.
fn spell_hints(position: &Position, result: &SearchResult<Move>) -> Result<String, Failure> {
    let empties = position.empties();
    let lines = result.report.lines.iter().map(|line| {
        let mut text = format!("{} {:+.2}", spelled(line.mv), line.score);
        if let Some(depth) = line.details.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(confidence) = line.details.confidence {
            text += &format!(" confidence {confidence}");
        }
        if Certainty::from_line(line, empties).is_exact() {
            text += " exact";
        }
        text + " pv " + &join(line.pv.iter().map(|&mv| spelled(mv)))
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Runs `solve [COLOR]`: searches for the result of best play. Fails if `COLOR` is not to move.
pub fn solve(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let position = session.position();
    let color = arguments(args, opt(color))?.unwrap_or(position.to_move());
    if let Some(margin) = position.final_score() {
        return say(format!("{:+}", seen_by(color, margin)));
    }
    if position.clone().turn_to(color).is_err() {
        return Err(Failure::new("wrong color"));
    }
    session.search_for_query(PositionQuery {
        color,
        request: SearchRequest {
            game: ReversiRequest {
                proof: true,
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        },
        time: SOLVING_TIME,
        write_reply: spell_solution,
    })
}

/// Writes `SCORE MOVE [MOVE...] pv LINE`. Fails if the search did not finish.
fn spell_solution(position: &Position, result: &SearchResult<Move>) -> Result<String, Failure> {
    let lines = &result.report.lines;
    let best = lines
        .first()
        .filter(|line| Certainty::from_line(line, position.empties()).is_exact());
    let best = best.ok_or_else(|| {
        Failure::new("not solved: stopped, or out of time; the command limits gives it more")
    })?;
    Ok(format!(
        "{:+} {} pv {}",
        best.score,
        join(lines.iter().map(|line| spelled(line.mv))),
        join(best.pv.iter().map(|&mv| spelled(mv)))
    ))
}

/// Runs `evaluate`: replies with the static evaluation, without a search.
pub fn evaluate(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position();
    let score = Evaluation::learned().score(&Node::new(position.board()));
    let [black, white] = Color::BOTH.map(|color| Features::new(position, color));
    let row = |name: &str, count: fn(&Features) -> u32| {
        format!("{name:8} {:5} {:5}", count(&black), count(&white))
    };
    let rows = [
        format!("score {:+.2}", score as f32 / DISC as f32),
        "         black white".to_owned(),
        row("discs", |figures| figures.discs),
        row("mobility", |figures| figures.mobility),
        row("frontier", |figures| figures.frontier),
        row("corners", |figures| figures.corners),
        row("stable", |figures| figures.stable),
    ];
    say(rows.join("\n"))
}

/// Lists the legal moves of the side to move.
pub fn legal_moves(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position();
    let moves = position.legal_moves(position.to_move());
    say(join(moves.into_iter().map(spelled)))
}

fn spelled(mv: Move) -> String {
    // Square names are the same in every position.
    write_move::<Reversi>(&Position::start(), mv)
}

fn seen_by(color: Color, margin: i32) -> i32 {
    match color {
        Color::Black => margin,
        Color::White => -margin,
    }
}
