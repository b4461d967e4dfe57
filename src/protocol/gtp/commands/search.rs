//! Commands that search: for a move to play, for a suggestion, and for analysis.

use nom::combinator::opt;

use super::play::move_at;
use crate::gtp::analysis_grammar;
use crate::gtp::analysis_lines::{Format, Style};
use crate::gtp::command_table::{Answer, Failure};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, color, first_arguments, nothing};
use crate::gtp::search::{MoveUse, Reporting, SearchTask};
use crate::gtp::session::Session;
use tengen_engine::game::{Color, Position};
use tengen_engine::{Restriction, SearchRequest};
use tengen_play::MoveOf;
use tengen_play::options::ClientOptions;

/// Default number of moves in an analysis, for searches that need a separate search per move.
const DEFAULT_LINES: usize = 5;

/// Maximum number of moves in an analysis.
const MAX_LINES: usize = 50;

/// Runs `genmove COLOR`: searches for a move and plays it.
pub fn genmove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = first_arguments(args, color)?;
    session.search_for_move(SearchTask::silent(color, MoveUse::Played))
}

/// Runs `reg_genmove COLOR`: searches for a move without playing it.
pub fn reg_genmove<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = first_arguments(args, color)?;
    // A move for regression tests must not depend on earlier searches (GTP 2, reg_genmove).
    session.forget();
    session.search_for_move(SearchTask::silent(color, MoveUse::Reported))
}

/// Runs `kata-search [COLOR]`: searches for a move without playing it.
pub fn kata_search<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let color = color_or_turn(session, args)?;
    session.search_for_move(SearchTask::silent(color, MoveUse::Reported))
}

/// Runs `kata-search_cancellable [COLOR]`, which any input ends.
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

/// Replies to `stop`. The front stopped the search when it read the line.
pub fn stop<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    Ok(Answer::done())
}

/// Runs an analysis command in this style: `lz-analyze [COLOR | CENTISECONDS | OPTION]...`, or `kata-analyze` with its fields.
pub fn analyze<G: GtpGame>(
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

/// Starts a search for a move with analysis lines. It gets no more time than any other search, so it analyzes a single
/// move unless the options request more: some searches need a separate search per move.
pub fn genmove_analyze<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    style: Style,
    move_use: MoveUse,
) -> Result<Answer, Failure> {
    let task = analysis_task(session, args, style, 1)?;
    session.search_for_move(SearchTask { move_use, ..task })
}

/// Parses the arguments of an analysis command into a search with `lines` moves, unless the arguments set their number.
fn analysis_task<G: GtpGame>(
    session: &Session<G>,
    args: &str,
    style: Style,
    lines: usize,
) -> Result<SearchTask<MoveOf<G>>, Failure> {
    let arguments = arguments(args, analysis_grammar::request(style))?;
    let resolve = |restriction: &analysis_grammar::VertexRestriction| {
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
