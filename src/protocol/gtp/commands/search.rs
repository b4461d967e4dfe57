//! Commands that search: for a move to play, for a move to suggest, and for analysis.

use nom::combinator::opt;

use super::play::move_at;
use crate::gtp::analysis::{Format, Style};
use crate::gtp::analyze;
use crate::gtp::command::{Answer, Failure};
use crate::gtp::game::GtpGame;
use crate::gtp::parse::{arguments, color, first_arguments, nothing};
use crate::gtp::search::{MoveUse, Reporting, SearchTask};
use crate::gtp::session::Session;
use tengen_engine::game::{Color, Position};
use tengen_engine::{Restriction, SearchRequest};
use tengen_play::MoveOf;
use tengen_play::options::ClientOptions;

/// Default number of moves in an analysis by a search that needs a separate search for each.
const DEFAULT_LINES: usize = 5;

/// Maximum number of moves in an analysis.
const MAX_LINES: usize = 50;

/// Runs `genmove COLOR`.
pub fn genmove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = first_arguments(args, color)?;
    session.search_for_move(SearchTask::silent(color, MoveUse::Played))
}

/// Runs `reg_genmove COLOR`.
pub fn reg_genmove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = first_arguments(args, color)?;
    // A move for regression tests must not depend on former searches (GTP 2, reg_genmove).
    session.forget();
    session.search_for_move(SearchTask::silent(color, MoveUse::Reported))
}

/// Runs `kata-search [COLOR]`.
pub fn kata_search<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = color_or_turn(session, args)?;
    session.search_for_move(SearchTask::silent(color, MoveUse::Reported))
}

/// Runs `kata-search_cancellable [COLOR]`.
pub fn kata_search_cancellable<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let color = color_or_turn(session, args)?;
    let task = SearchTask::silent(color, MoveUse::Reported);
    session.search_for_move(SearchTask {
        yields: true,
        ..task
    })
}

/// Runs `lz-analyze [COLOR | CENTISECONDS | OPTION]...`.
pub fn lz_analyze<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    analyze(session, args, Style::Lz)
}

/// Runs `kata-analyze [COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...`.
pub fn kata_analyze<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    analyze(session, args, Style::Kata)
}

/// Runs `lz-genmove_analyze [COLOR | CENTISECONDS | OPTION]...`.
pub fn lz_genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Lz, MoveUse::Played)
}

/// Runs `kata-genmove_analyze [COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...`.
pub fn kata_genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Kata, MoveUse::Played)
}

/// Runs `cgos-genmove_analyze [COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...`.
pub fn cgos_genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Cgos, MoveUse::Played)
}

/// Runs `kata-search_analyze [COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...`.
pub fn kata_search_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    genmove_analyze(session, args, Style::Kata, MoveUse::Reported)
}

/// Runs `kata-search_analyze_cancellable [COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...`.
pub fn kata_search_analyze_cancellable<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let task = analysis_task(session, args, Style::Kata, 1)?;
    session.search_for_move(SearchTask {
        move_use: MoveUse::Reported,
        yields: true,
        ..task
    })
}

/// Replies to `stop`. The front has already stopped the search on reading the line.
pub fn stop<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    Ok(Answer::done())
}

/// Starts an analysis.
fn analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    style: Style,
) -> Result<Answer, Failure> {
    let task = analysis_task(session, args, style, DEFAULT_LINES)?;
    session.search_for_move(SearchTask {
        move_use: MoveUse::Analysis,
        yields: true,
        ..task
    })
}

/// Starts a search for a move with lines of analysis. It has no more time than any other search. Unless the options
/// request more, it therefore has a single line in a search that needs a separate search for each.
fn genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    style: Style,
    move_use: MoveUse,
) -> Result<Answer, Failure> {
    let task = analysis_task(session, args, style, 1)?;
    session.search_for_move(SearchTask { move_use, ..task })
}

/// Parses the arguments of an analysis command into its search, with `lines` moves unless the arguments set their
/// number.
fn analysis_task<G: GtpGame>(
    session: &Session<G>,
    args: &str,
    style: Style,
    lines: usize,
) -> Result<SearchTask<MoveOf<G>>, Failure> {
    let arguments = arguments(args, analyze::request(style))?;
    let resolve = |restriction: &analyze::VertexRestriction| {
        let moves = restriction
            .vertices
            .iter()
            .map(|&vertex| move_at(session, vertex));
        Ok(Restriction {
            color: restriction.color,
            moves: moves.collect::<Result<_, _>>()?,
            only: restriction.only,
            plies: restriction.plies,
        })
    };
    let restrictions: Result<_, Failure> = arguments.restrictions.iter().map(resolve).collect();
    let format = Format {
        view: session.report_view,
        ..arguments.format
    };
    let options = ClientOptions {
        ownership: format.ownership || format.ownership_stdev,
        move_ownership: format.moves_ownership || format.moves_ownership_stdev,
        ..ClientOptions::default()
    };
    let request = SearchRequest {
        lines: lines
            .max(arguments.min_moves)
            .min(format.max_moves)
            .clamp(1, MAX_LINES),
        restrictions: restrictions?,
        first: arguments.interval,
        every: arguments.interval,
        ..SearchRequest::default()
    };
    let color = arguments.color.unwrap_or(session.position().to_move());
    Ok(SearchTask {
        reporting: Some(Reporting {
            format,
            interval: arguments.interval,
        }),
        request,
        options,
        ..SearchTask::silent(color, MoveUse::Reported)
    })
}

fn color_or_turn<G: GtpGame>(session: &Session<G>, args: &str) -> Result<Color, Failure> {
    let color = arguments(args, opt(color))?;
    Ok(color.unwrap_or(session.position().to_move()))
}
