//! Best moves of a search with their winrates, for GNU Go's commands `top_moves`, `top_moves_black` and
//! `top_moves_white`.

use std::time::Duration;

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, nothing};
use crate::gtp::position_query::PositionQuery;
use crate::gtp::session::Session;
use tengen_engine::game::Color;
use tengen_engine::{SearchRequest, SearchResult};
use tengen_play::MoveOf;
use tengen_play::notation::join;
use tengen_play::notation::write_point;

/// Maximum number of moves, as in GNU Go.
const MAX_MOVES: usize = 10;

/// Search time if `limits` sets no bound.
const SEARCH_TIME: Duration = Duration::from_secs(1);

/// Runs `top_moves`: lists the moves of the last search for a move.
pub fn of_last_search<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let result = session.last_search().map(|search| &search.result);
    let moves = result.map(|result| weighted::<G>(session.position(), result));
    say(moves.unwrap_or_default())
}

/// Runs `top_moves_black`: searches for Black's best moves.
pub fn for_black<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    search(session, args, Color::Black)
}

/// Runs `top_moves_white`: searches for White's best moves.
pub fn for_white<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    search(session, args, Color::White)
}

fn search<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
    color: Color,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    session.search_for_query(PositionQuery {
        color,
        request: SearchRequest {
            lines: MAX_MOVES,
            ..SearchRequest::default()
        },
        time: SEARCH_TIME,
        write_reply: |position, result| Ok(weighted::<G>(position, result)),
    })
}

/// Writes each move with its winrate in percent. KiGo reads pairs of a point and a number, so a pass is omitted.
fn weighted<G: GtpGame>(position: &G::Position, result: &SearchResult<MoveOf<G>>) -> String {
    let lines = result.report.lines.iter().take(MAX_MOVES);
    join(lines.filter_map(|line| {
        let point = write_point::<G>(position, G::point_of(position, line.mv)?);
        Some(format!("{point} {:.2}", line.winrate * 100.0))
    }))
}
