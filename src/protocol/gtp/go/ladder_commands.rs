//! GTP commands about ladders with text replies.

use nom::combinator::opt;
use nom::multi::many1;

use super::{ladder_sgf, list, stone_at, text};
use crate::gtp::commands::records;
use crate::gtp::grammar::{arguments, color, int, rest, vertex};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::Control;
use tengen_go::board::stones::Board;
use tengen_go::ladder::attack_codes::{self, Success};
use tengen_go::ladder::changers;
use tengen_go::ladder::changers::LadderChangers;
use tengen_go::ladder::loose::{self, LooseQuestion, LooseReading};
use tengen_go::ladder::question::{BATCH_NODES, LadderQuestion, NoAnswer};
use tengen_go::ladder::{self, KoMark, Reading, Verdict};
use tengen_go::{Move, Point, PointSet, Position};
use tengen_play::go::{Go, from_top};
use tengen_play::notation::point_at;
use tengen_play::vertex::Vertex;

/// Reads a ladder. By default, the attacker moves first against a chain with two or more liberties, otherwise the
/// defender.
pub fn ladder(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, first) = arguments(args, (vertex, opt(color)))?;
    let position = session.position();
    let invalid = || Failure::new("invalid vertex or color");
    point_at::<Go>(position, vertex).ok_or_else(invalid)?;
    let mut question = question_at(position, vertex)?;
    question.first = first.unwrap_or(question.first);
    let position = position.clone();
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let reading = read(board, question, ladder::DEFAULT_NODES, control)?;
        let line = list(&position, reading.pv.iter().map(|&(_, point)| point));
        let verdict = verdict_text(reading.verdict, reading.ko);
        Ok(format!("{verdict} pv {line}").trim_end().to_owned())
    }))
}

pub fn ladder_moves(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let target = stone_at(&position, arguments(args, vertex)?)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let question = LadderQuestion::attack(board, target).ok_or("no stone")?;
        let reading = read(board, question, ladder::DEFAULT_NODES, control)?;
        match reading.verdict {
            Verdict::Unknown => Err(NoAnswer::Unknown(target).into()),
            Verdict::Captured | Verdict::Escapes => Ok(list(&position, reading.moves)),
        }
    }))
}

pub fn every_ladder(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let wanted = arguments(args, opt(color))?;
    let position = session.position().clone();
    let ladders = session.resources().ladders.clone();
    session.compute(Box::new(move |control| {
        let lines =
            ladders.read_short_chains(position.board(), wanted, &|| control.interrupted())?;
        let lines = lines
            .iter()
            .map(|(question, reading)| chain_line(&position, question, reading));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }))
}

fn chain_line(position: &Position, question: &LadderQuestion, reading: &Reading) -> String {
    let board = position.board();
    let mut line = format!(
        "{} {} stones {} liberties {} {}",
        text(position, question.target),
        question.defender,
        board.chain_len(question.target),
        board.liberty_count(question.target),
        verdict_text(reading.verdict, reading.ko)
    );
    if let Some(point) = reading.working_move() {
        line.push_str(&format!(" move {}", text(position, point)));
    }
    line
}

pub fn ladder_breakers(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let questions = questions_at(&position, args)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let changers =
            changers::breakers(board, &questions, BATCH_NODES, &|| control.interrupted())?;
        Ok(changers_text(&position, &changers))
    }))
}

pub fn ladder_makers(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let question = question_at(&position, arguments(args, vertex)?)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let changers = changers::makers(board, question, BATCH_NODES, &|| control.interrupted())?;
        Ok(changers_text(&position, &changers))
    }))
}

/// Writes ladder changers. Undecided points are on a separate line.
fn changers_text(position: &Position, changers: &LadderChangers) -> String {
    let points = list(position, changers.points.iter().copied());
    if changers.unknown.is_empty() {
        return points;
    }
    let unknown = list(position, changers.unknown.iter().copied());
    format!("{points}\nunknown {unknown}")
        .trim_start()
        .to_owned()
}

pub fn ladder_sgf(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, file) = arguments(args, (vertex, rest))?;
    let file = records::named(session.files(), file);
    let position = session.position().clone();
    let question = question_at(&position, vertex)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let reading = read(board, question, ladder::DEFAULT_NODES, control)?;
        let record = ladder_sgf::spell(&position, &question, &reading);
        match file {
            None => Ok(record.trim_end().to_owned()),
            Some(file) => records::save(&file, &record),
        }
    }))
}

pub fn ladder_loose(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, first, max_liberties) = arguments(args, (vertex, opt(color), opt(int)))?;
    let position = session.position().clone();
    let mut question = question_at(&position, vertex)?;
    question.first = first.unwrap_or(question.first);
    let max_liberties = max_liberties.map_or(loose::DEFAULT_MAX_LIBERTIES, |max_liberties| {
        max_liberties as usize
    });
    if !loose::MAX_LIBERTIES.contains(&max_liberties) {
        let (least, most) = (loose::MAX_LIBERTIES.start(), loose::MAX_LIBERTIES.end());
        return Err(Failure::new(format!(
            "expected {least} to {most} liberties, saw {max_liberties}"
        )));
    }
    session.compute(Box::new(move |control| {
        let reading = read_loose(&position, question, max_liberties, control)?;
        let line = list(&position, reading.pv.iter().map(|&(_, point)| point));
        let verdict = verdict_text(reading.verdict, None);
        Ok(format!("{verdict} pv {line}").trim_end().to_owned())
    }))
}

pub(super) fn read_loose(
    position: &Position,
    question: LadderQuestion,
    max_liberties: usize,
    control: &Control<Move>,
) -> Result<LooseReading, String> {
    let question = LooseQuestion {
        target: question.target,
        first: question.first,
        max_liberties,
    };
    let is_stopped = || control.interrupted();
    let board = &mut position.board().clone();
    let reading = loose::read_until(board, question, loose::DEFAULT_NODES, &is_stopped);
    if control.interrupted() {
        return Err(NoAnswer::Stopped.into());
    }
    // A question always refers to a stone on the board, so there is a reading.
    Ok(reading.ok_or("no stone is there")?)
}

/// Runs GNU Go's `ladder_attack`. Unlike GNU Go, also answers for chains with one liberty. The error texts are GNU
/// Go's.
pub fn ladder_attack(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let target = gnugo_target(session.position(), args)?;
    if session.position().board().liberty_count(target) > 2 {
        return Err(Failure::new("string must have exactly 2 liberties"));
    }
    attack_by_ladder(session, target)
}

pub fn attack(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let target = gnugo_target(session.position(), args)?;
    attack_by_ladder(session, target)
}

fn attack_by_ladder(session: &mut Session<Go>, target: Point) -> Result<Answer, Failure> {
    let position = session.position().clone();
    session.compute(Box::new(move |_| {
        let board = &mut position.board().clone();
        let move_found = attack_codes::attack(board, target, ladder::DEFAULT_NODES)?;
        Ok(code_text(
            &position,
            move_found.map(|(success, point)| (success, Move::Place(point))),
        ))
    }))
}

pub fn defend(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let target = gnugo_target(session.position(), args)?;
    let position = session.position().clone();
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let move_found =
            attack_codes::defend(board, target, BATCH_NODES, &|| control.interrupted())?;
        let move_found =
            move_found.map(|(success, point)| (success, point.map_or(Move::Pass, Move::Place)));
        Ok(code_text(&position, move_found))
    }))
}

/// Returns the stone in the arguments of GNU Go's commands. The error texts are GNU Go's.
pub(super) fn gnugo_target(position: &Position, args: &str) -> Result<Point, Failure> {
    let invalid = || Failure::new("invalid coordinate");
    let vertex = arguments(args, vertex).map_err(|_| invalid())?;
    point_at::<Go>(position, vertex).ok_or_else(invalid)?;
    stone_at(position, vertex).map_err(|_| Failure::new("vertex must not be empty"))
}

pub(super) fn code_text(position: &Position, move_found: Option<(Success, Move)>) -> String {
    match move_found {
        None => "0".to_owned(),
        Some((success, Move::Pass)) => format!("{} {}", success.code(), Vertex::Pass),
        Some((success, Move::Place(point))) => {
            format!("{} {}", success.code(), text(position, point))
        }
    }
}

/// Returns the default question about the stone on a vertex.
pub(super) fn question_at(position: &Position, vertex: Vertex) -> Result<LadderQuestion, Failure> {
    let point = point_at::<Go>(position, vertex).ok_or_else(|| Failure::new("invalid vertex"))?;
    let target = from_top(position.board().size(), point);
    LadderQuestion::from_target(position.board(), target)
        .ok_or_else(|| Failure::new(format!("no stone at {}", text(position, target))))
}

/// Returns the default questions about the chains of one or more vertices, once per chain.
pub(super) fn questions_at(
    position: &Position,
    args: &str,
) -> Result<Vec<LadderQuestion>, Failure> {
    let mut seen = PointSet::new();
    let mut questions = Vec::new();
    for vertex in arguments(args, many1(vertex))? {
        let question = question_at(position, vertex)?;
        if seen.insert(position.board().head(question.target)) {
            questions.push(question);
        }
    }
    Ok(questions)
}

/// Reads a ladder in full.
pub(super) fn read(
    board: &mut Board,
    question: LadderQuestion,
    nodes: u64,
    control: &Control<Move>,
) -> Result<Reading, String> {
    let is_stopped = || control.interrupted();
    let LadderQuestion { target, first, .. } = question;
    let reading = ladder::read_until(board, target, first, nodes, &is_stopped);
    if control.interrupted() {
        return Err(NoAnswer::Stopped.into());
    }
    // A question always refers to a stone on the board, so there is a reading.
    Ok(reading.ok_or("no stone is there")?)
}

/// Writes `captured`, `escapes` or `unknown`, and the ko mark.
pub(super) fn verdict_text(verdict: Verdict, ko: Option<KoMark>) -> String {
    let verdict = match verdict {
        Verdict::Captured => "captured",
        Verdict::Escapes => "escapes",
        Verdict::Unknown => "unknown",
    };
    let ko = match ko {
        Some(KoMark::Attacker) => " ko attacker",
        Some(KoMark::Defender) => " ko defender",
        None => "",
    };
    format!("{verdict}{ko}")
}
