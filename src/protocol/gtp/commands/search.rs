//! The commands that start a search: for a move to play, for a move to tell, for an analysis without end.

use nom::combinator::opt;

use super::play::move_at;
use crate::engine::game::{Color, Position};
use crate::engine::{Restriction, SearchRequest};
use crate::protocol::gtp::analysis::Style;
use crate::protocol::gtp::analyze;
use crate::protocol::gtp::command::{Answer, Failure};
use crate::protocol::gtp::game::ClientWishes;
use crate::protocol::gtp::game::{GtpGame, MoveOf};
use crate::protocol::gtp::parse::{arguments, color, nothing};
use crate::protocol::gtp::search::{MoveUse, Reporting, SearchTask};
use crate::protocol::gtp::session::Session;

/// Number of moves that an analysis shows where a search has to search each of them anew.
const USUAL_LINES: usize = 5;

/// The largest number of moves that an analysis shows.
const MOST_LINES: usize = 50;

pub fn genmove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, color)?;
    session.search_for_move(SearchTask::silent(color, MoveUse::Played))
}

pub fn reg_genmove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, color)?;
    // A move for regression tests must not depend on what was searched before (GTP 2, reg_genmove).
    session.forget();
    session.search_for_move(SearchTask::silent(color, MoveUse::Reported))
}

pub fn kata_search<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = color_or_turn(session, args)?;
    session.search_for_move(SearchTask::silent(color, MoveUse::Reported))
}

pub fn kata_search_cancellable<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let color = color_or_turn(session, args)?;
    let wish = SearchTask::silent(color, MoveUse::Reported);
    session.search_for_move(SearchTask {
        yields: true,
        ..wish
    })
}

pub fn lz_analyze<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    analyze(session, args, Style::Lz)
}

pub fn kata_analyze<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    analyze(session, args, Style::Kata)
}

pub fn lz_genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Lz, MoveUse::Played)
}

pub fn kata_genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Kata, MoveUse::Played)
}

pub fn cgos_genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Cgos, MoveUse::Played)
}

pub fn kata_search_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Kata, MoveUse::Reported)
}

pub fn kata_search_analyze_cancellable<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let wish = telling(session, args, Style::Kata, 1)?;
    session.search_for_move(SearchTask {
        end: MoveUse::Reported,
        yields: true,
        ..wish
    })
}

/// Replies to `stop`. The front ended the search when it read the line, so nothing is left to do in its turn.
pub fn stop<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    Ok(Answer::done())
}

/// Starts a search without end and without a move.
fn analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    style: Style,
) -> Result<Answer, Failure> {
    let wish = telling(session, args, style, USUAL_LINES)?;
    session.search_for_move(SearchTask {
        end: MoveUse::Analysis,
        yields: true,
        ..wish
    })
}

/// Starts a search for a move with lines of analysis meanwhile. It has the time of any other search, so one that has to
/// search every line anew searches one, unless the options ask for more.
fn genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    style: Style,
    end: MoveUse,
) -> Result<Answer, Failure> {
    let wish = telling(session, args, style, 1)?;
    session.search_for_move(SearchTask { end, ..wish })
}

/// Reads the arguments of an analysis command, which shows `lines` moves unless they ask for others.
fn telling<G: GtpGame>(
    session: &Session<G>,
    args: &str,
    style: Style,
    lines: usize,
) -> Result<SearchTask<MoveOf<G>>, Failure> {
    let request = arguments(args, analyze::request(style))?;
    let restriction = |bar: &analyze::Bar| {
        let moves = bar.vertices.iter().map(|&vertex| move_at(session, vertex));
        Ok(Restriction {
            color: bar.color,
            moves: moves.collect::<Result<_, _>>()?,
            only: bar.only,
            plies: bar.plies,
        })
    };
    let restrictions: Result<_, Failure> = request.bars.iter().map(restriction).collect();
    let format = request.format;
    let wishes = ClientWishes {
        ownership: format.ownership || format.ownership_stdev,
        move_ownership: format.moves_ownership,
        ..ClientWishes::default()
    };
    let question = SearchRequest {
        lines: lines
            .max(request.least)
            .min(format.most)
            .clamp(1, MOST_LINES),
        restrictions: restrictions?,
        every: request.interval,
        ..SearchRequest::default()
    };
    let color = request.color.unwrap_or(session.position().to_move());
    Ok(SearchTask {
        reporting: Some(Reporting {
            format,
            interval: request.interval,
        }),
        request: question,
        wishes,
        ..SearchTask::silent(color, MoveUse::Reported)
    })
}

fn color_or_turn<G: GtpGame>(session: &Session<G>, args: &str) -> Result<Color, Failure> {
    let color = arguments(args, opt(color))?;
    Ok(color.unwrap_or(session.position().to_move()))
}
