//! GoGui's menu of analyze commands, and drawings of ladders on the board. GoGui's manual describes the menu's lines
//! (`TYPE/LABEL/COMMAND`) and the type `gfx` under "Analyze Commands".

use super::ladder_commands::{
    question_at, questions_at, read, read_all, read_loose, verdict_text, working_move,
};
use super::{Go, list, text};
use crate::engine::Control;
use crate::engine::game::Color;
use crate::go::ladder::changers;
use crate::go::ladder::changers::LadderChangers;
use crate::go::ladder::question::{BATCH_NODES, LadderQuestion};
use crate::go::ladder::{self, KoMark, Verdict, loose};
use crate::go::{Move, Point, Position};
use crate::protocol::gtp::parse::{arguments, nothing, vertex};
use crate::protocol::gtp::{Answer, Failure, GtpCommand, Session, say};

pub const ANALYZE_COMMANDS: GtpCommand<Go> = GtpCommand {
    name: "gogui-analyze_commands",
    args: "",
    help: "the commands of GoGui's analysis menu, one a line",
    action: analyze_commands,
};

pub const LADDER_GFX: GtpCommand<Go> = GtpCommand {
    name: "ladder_gfx",
    args: "VERTEX",
    help: "a ladder for GoGui to draw: the line as numbered moves, the chain crossed out if captured and circled if not",
    action: ladder_gfx,
};

pub const LADDERS_GFX: GtpCommand<Go> = GtpCommand {
    name: "ladders_gfx",
    args: "",
    help: "all ladders for GoGui to draw: captured chains crossed out, escaping ones circled, undecided ones in squares; moves that capture in red, moves that save in green",
    action: ladders_gfx,
};

pub const LADDER_LOOSE_GFX: GtpCommand<Go> = GtpCommand {
    name: "ladder_loose_gfx",
    args: "VERTEX",
    help: "ladder_loose for GoGui to draw, as ladder_gfx draws a ladder",
    action: ladder_loose_gfx,
};

pub const LADDER_BREAKERS_GFX: GtpCommand<Go> = GtpCommand {
    name: "ladder_breakers_gfx",
    args: "VERTEX...",
    help: "ladder_breakers for GoGui to draw: in green, undecided points in yellow",
    action: ladder_breakers_gfx,
};

pub const LADDER_MAKERS_GFX: GtpCommand<Go> = GtpCommand {
    name: "ladder_makers_gfx",
    args: "VERTEX",
    help: "ladder_makers for GoGui to draw: in red, undecided points in yellow",
    action: ladder_makers_gfx,
};

/// GoGui's menu: `%p` is a point, `%P` several points, `%w` a file to write. GoGui splits lines at every slash.
const MENU: &[(&str, &str, &str)] = &[
    ("gfx", "Ladder", "ladder_gfx %p"),
    ("gfx", "Ladders", "ladders_gfx"),
    ("gfx", "Loose Ladder", "ladder_loose_gfx %p"),
    ("gfx", "Ladder Breakers", "ladder_breakers_gfx %p"),
    (
        "gfx",
        "Ladder Breakers of Several Chains",
        "ladder_breakers_gfx %P",
    ),
    ("gfx", "Ladder Makers", "ladder_makers_gfx %p"),
    ("hpstring", "Ladder in Words", "ladder %p"),
    ("hstring", "Ladders in Words", "ladders"),
    ("hpstring", "Loose Ladder in Words", "ladder_loose %p"),
    ("plist", "Ladder Moves", "ladder_moves %p"),
    ("none", "Save Ladder", "ladder_sgf %p %w"),
    ("string", "Ladder Attack", "ladder_attack %p"),
    ("string", "Attack", "attack %p"),
    ("string", "Defend", "defend %p"),
    ("hstring", "Chains", "chains"),
    ("plist", "Liberties", "findlib %p"),
    ("string", "Score", "final_score"),
    ("plist", "Dead Stones", "final_status_list dead"),
    ("plist", "Stones in Seki", "final_status_list seki"),
    ("dboard", "Owners", "owners"),
];

fn analyze_commands(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let lines = MENU
        .iter()
        .filter(|(_, _, command)| session.command(first_word(command)).is_some())
        .map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
    say(lines.collect::<Vec<_>>().join("\n"))
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn ladder_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    draw_line(session, args, |position, question| {
        let reading = read(
            &mut position.board().clone(),
            question,
            ladder::DEFAULT_NODES,
        )?;
        Ok((reading.verdict, reading.ko, reading.pv))
    })
}

fn ladder_loose_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    draw_line(session, args, |position, question| {
        let reading = read_loose(position, question, loose::DEFAULT_MAX_LIBERTIES)?;
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
    read: fn(&Position, LadderQuestion) -> Result<Shown, String>,
) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let question = question_at(&position, arguments(args, vertex)?)?;
    session.compute(Box::new(move |_| {
        let (verdict, ko, pv) = read(&position, question)?;
        let step =
            |&(color, point): &_| format!("{} {}", Color::letter(color), text(&position, point));
        let moves: Vec<String> = pv.iter().map(step).collect();
        let label = verdict_text(verdict, ko);
        let mut drawing = Drawing::new(&position);
        drawing.line("VAR", moves.join(" "));
        drawing.chain(mark(verdict), &question);
        drawing.line("TEXT", format!("{label}, {} to move", question.first));
        Ok(drawing.text)
    }))
}

fn ladders_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position().clone();
    session.compute(Box::new(move |control: &Control<Move>| {
        let readings = read_all(&position, None, control)?;
        let mut drawing = Drawing::new(&position);
        let (mut capturing, mut saving) = (Vec::new(), Vec::new());
        for (question, reading) in &readings {
            drawing.chain(mark(reading.verdict), question);
            let moves = if question.first == question.defender {
                &mut saving
            } else {
                &mut capturing
            };
            moves.extend(working_move(reading));
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

fn ladder_breakers_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let questions = questions_at(&position, args)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let changers =
            changers::breakers(board, &questions, BATCH_NODES, &|| control.interrupted())?;
        Ok(changers_drawing(&position, &questions, &changers, "green"))
    }))
}

fn ladder_makers_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let question = question_at(&position, arguments(args, vertex)?)?;
    session.compute(Box::new(move |control| {
        let board = &mut position.board().clone();
        let changers = changers::makers(board, question, BATCH_NODES, &|| control.interrupted())?;
        Ok(changers_drawing(&position, &[question], &changers, "red"))
    }))
}

fn changers_drawing(
    position: &Position,
    questions: &[LadderQuestion],
    changers: &LadderChangers,
    color: &str,
) -> String {
    let mut drawing = Drawing::new(position);
    drawing.points(&format!("COLOR {color}"), &changers.points);
    drawing.points("COLOR yellow", &changers.unknown);
    for question in questions {
        drawing.chain("TRIANGLE", question);
    }
    drawing.line("TEXT", format!("{} points", changers.points.len()));
    drawing.text
}

/// Returns the mark of a chain.
fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Captured => "MARK",
        Verdict::Escapes => "CIRCLE",
        Verdict::Unknown => "SQUARE",
    }
}

/// A reply of the type `gfx`.
struct Drawing<'a> {
    position: &'a Position,
    text: String,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position) -> Self {
        Drawing {
            position,
            text: String::new(),
        }
    }

    /// Adds a line, unless there is nothing to draw.
    fn line(&mut self, keyword: &str, rest: String) {
        if rest.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&format!("{keyword} {rest}"));
    }

    fn points(&mut self, keyword: &str, points: &[Point]) {
        self.line(keyword, list(self.position, points.iter().copied()));
    }

    fn chain(&mut self, keyword: &str, question: &LadderQuestion) {
        let mut stones: Vec<Point> = self.position.board().stones_of(question.target).collect();
        stones.sort_unstable();
        self.points(keyword, &stones);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_holds_commands_that_exist_and_lines_of_three_parts() {
        for (kind, label, command) in MENU {
            let name = command.split(' ').next().unwrap_or_default();
            assert!(
                GtpCommand::<Go>::all().any(|command| command.name == name),
                "{name}"
            );
            assert!(!label.contains('/') && !command.contains('/'), "{label}");
            assert!(
                [
                    "dboard", "gfx", "hpstring", "hstring", "none", "plist", "string"
                ]
                .contains(kind),
                "{kind}"
            );
        }
    }
}
