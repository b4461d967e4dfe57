//! Go's entries of GoGui's analysis menu, and ladders drawn on the board.

use super::drawing::Drawing;
use super::ladder_commands::{question_at, questions_at, read, read_loose, verdict_text};
use super::text;
use crate::gtp::game::MenuEntry;
use crate::gtp::grammar::{arguments, nothing, vertex};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::Control;
use tengen_engine::game::Color;
use tengen_go::ladder::changers;
use tengen_go::ladder::changers::LadderChangers;
use tengen_go::ladder::question::{BATCH_NODES, LadderQuestion, NoAnswer};
use tengen_go::ladder::{self, KoMark, Verdict, loose};
use tengen_go::{Move, Point, Position};
use tengen_play::go::Go;

/// Go's entries of GoGui's analysis menu.
pub const MENU: [MenuEntry; 30] = [
    MenuEntry::new("gfx", "Ladder", "ladder_gfx %p"),
    MenuEntry::new("gfx", "Ladders", "ladders_gfx"),
    MenuEntry::new("gfx", "Loose Ladder", "ladder_loose_gfx %p"),
    MenuEntry::new("gfx", "Ladder Breakers", "ladder_breakers_gfx %p"),
    MenuEntry::new(
        "gfx",
        "Ladder Breakers of Several Chains",
        "ladder_breakers_gfx %P",
    ),
    MenuEntry::new("gfx", "Ladder Makers", "ladder_makers_gfx %p"),
    MenuEntry::new("hpstring", "Ladder in Words", "ladder %p"),
    MenuEntry::new("hstring", "Ladders in Words", "ladders"),
    MenuEntry::new("hpstring", "Loose Ladder in Words", "ladder_loose %p"),
    MenuEntry::new("plist", "Ladder Moves", "ladder_moves %p"),
    MenuEntry::new("none", "Save Ladder", "ladder_sgf %p %w"),
    MenuEntry::new("gfx", "Life and Death", "life_gfx %p"),
    MenuEntry::new("gfx", "Life and Death of All Groups", "lives_gfx"),
    MenuEntry::new("hpstring", "Life and Death in Words", "life %p"),
    MenuEntry::new("hstring", "All Groups in Words", "lives"),
    MenuEntry::new("plist", "Killing Moves", "life_moves %p"),
    MenuEntry::new("none", "Save Life and Death", "life_sgf %p %w"),
    MenuEntry::new("string", "Attack", "attack %p"),
    MenuEntry::new("string", "Defend", "defend %p"),
    MenuEntry::new("hpstring", "Explain", "explain %p"),
    MenuEntry::new("string", "Status of a Group", "dragon_status %p"),
    MenuEntry::new("hstring", "Chains", "chains"),
    MenuEntry::new("plist", "Liberties", "findlib %p"),
    MenuEntry::new("string", "Score", "final_score"),
    MenuEntry::new("string", "Expected Score", "estimate_score"),
    MenuEntry::new("plist", "Dead Stones", "final_status_list dead"),
    MenuEntry::new("plist", "Stones in Seki", "final_status_list seki"),
    MenuEntry::new("dboard", "Owners", "owners"),
    MenuEntry::new("gfx", "Policy", "policy_gfx"),
    MenuEntry::new("param", "Rules", "gogui-param_rules"),
];

pub fn ladder_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    draw_line(session, args, |position, question, control| {
        let board = &mut position.board().clone();
        let reading = read(board, question, ladder::DEFAULT_NODES, control)?;
        Ok((reading.verdict, reading.ko, reading.pv))
    })
}

pub fn ladder_loose_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    draw_line(session, args, |position, question, control| {
        let reading = read_loose(position, question, loose::DEFAULT_MAX_LIBERTIES, control)?;
        Ok((reading.verdict, None, reading.pv))
    })
}

/// A verdict, its ko mark and its principal variation.
type Shown = (Verdict, Option<KoMark>, Vec<(Color, Point)>);

/// Draws the reading of a chain: the principal variation as numbered moves, a mark on the chain, and the verdict as
/// text.
fn draw_line(
    session: &mut Session<Go>,
    args: &str,
    read: fn(&Position, LadderQuestion, &Control<Move>) -> Result<Shown, String>,
) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let question = question_at(&position, arguments(args, vertex)?)?;
    session.compute(Box::new(move |control| {
        let (verdict, ko, pv) = read(&position, question, control)?;
        let step =
            |&(color, point): &_| format!("{} {}", Color::letter(color), text(&position, point));
        let moves: Vec<String> = pv.iter().map(step).collect();
        let label = verdict_text(verdict, ko);
        let mut drawing = Drawing::new(&position);
        drawing.line("VAR", moves.join(" "));
        drawing.chain(mark(verdict), question.target);
        drawing.line("TEXT", format!("{label}, {} to move", question.first));
        Ok(drawing.text)
    }))
}

pub fn ladders_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position().clone();
    let ladders = session.resources().ladders.clone();
    session.compute(Box::new(move |control: &Control<Move>| {
        let readings =
            ladders.read_short_chains(position.board(), None, &|| control.interrupted())?;
        let mut drawing = Drawing::new(&position);
        let (mut capturing, mut saving) = (Vec::new(), Vec::new());
        for (question, reading) in &readings {
            drawing.chain(mark(reading.verdict), question.target);
            let moves = if question.first == question.defender {
                &mut saving
            } else {
                &mut capturing
            };
            moves.extend(reading.working_move());
        }
        drawing.points("COLOR red", &capturing);
        saving.retain(|point| !capturing.contains(point));
        drawing.points("COLOR green", &saving);
        let count = |verdict| {
            let of_it = readings
                .iter()
                .filter(|(_, reading)| reading.verdict == verdict);
            of_it.count()
        };
        drawing.line(
            "TEXT",
            format!(
                "{} captured, {} escape, {} unknown",
                count(Verdict::Captured),
                count(Verdict::Escapes),
                count(Verdict::Unknown)
            ),
        );
        Ok(drawing.text)
    }))
}

pub fn ladder_breakers_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let questions = questions_at(&position, args)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let changers =
            changers::breakers(board, &questions, BATCH_NODES, &|| control.interrupted());
        changers_drawing(&position, &questions, changers, "green")
    }))
}

pub fn ladder_makers_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let question = question_at(&position, arguments(args, vertex)?)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let changers = changers::makers(board, question, BATCH_NODES, &|| control.interrupted());
        changers_drawing(&position, &[question], changers, "red")
    }))
}

/// Draws ladder changers, or explains in text why none are needed. GoGui would show a failure in a dialog that
/// interrupts the user.
fn changers_drawing(
    position: &Position,
    questions: &[LadderQuestion],
    changers: Result<LadderChangers, NoAnswer>,
    color: &str,
) -> Result<String, String> {
    let (changers, words) = match changers {
        Ok(changers) => {
            let count = changers.points.len();
            (changers, format!("{count} points"))
        }
        Err(reason @ (NoAnswer::Escapes(_) | NoAnswer::Captured(_) | NoAnswer::Unknown(_))) => {
            (LadderChangers::default(), reason.to_string())
        }
        Err(reason @ (NoAnswer::BothColors | NoAnswer::Stopped)) => return Err(reason.into()),
    };
    let mut drawing = Drawing::new(position);
    drawing.points(&format!("COLOR {color}"), &changers.points);
    drawing.points("COLOR yellow", &changers.unknown);
    for question in questions {
        drawing.chain("TRIANGLE", question.target);
    }
    drawing.line("TEXT", words);
    Ok(drawing.text)
}

fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Captured => "MARK",
        Verdict::Escapes => "CIRCLE",
        Verdict::Unknown => "SQUARE",
    }
}
