//! GTP adapter of gomoku, renju and caro.
//!
//! - `queries`: VCF, VCT, patterns and the evaluation
//! - `explain`: the shapes that a stone forms, and why renju forbids it
//! - `rule_dialog`: the rule in GoGui's dialog
//!
//! Tests: `protocol-tests/gtp/gomoku-queries.txt`, `protocol-tests/gtp/renju-explain.txt` and
//! `protocol-tests/gtp/gogui-rules-gomoku.txt`.
//! A change moves: these transcripts and the manual (`src/protocol/manual.md`), which includes `notes.md`.

mod explain;
mod queries;
mod rule_dialog;

use nom::combinator::opt;

use crate::gtp::commands::gogui;
use crate::gtp::game::{MenuEntry, score_text};
use crate::gtp::grammar::{arguments, vertex, word};
use crate::gtp::{Answer, Failure, GtpCommand, GtpGame, Session, say};
use tengen_engine::game::{Outcome, Position as _};
use tengen_engine::worker::Computation;
use tengen_gomoku::{Position, Rule};
use tengen_play::gomoku::{Gomoku, at, empty_board};
use tengen_play::notation::write_point;
use tengen_play::{MoveOf, PlayableGame};

impl GtpGame for Gomoku {
    type Parameters = ();

    const NOTES: &'static str = include_str!("notes.md");
    const MENU: &'static [MenuEntry] = &queries::MENU;
    const COMMANDS: &'static [GtpCommand<Self>] = &[
        command!("rule" "[freestyle | standard | renju | caro | exact-caro]" => rule,
            "start a game on an empty board under this rule, or show the rule"),
        command!("forbidden" "[VERTEX]" => forbidden,
            "black's forbidden points in renju, one per line with its kind: double-three, double-four or overline; with VERTEX, explain VERTEX black"),
        command!("explain" "VERTEX [COLOR] [json]" => explain::explain,
            "what a stone of COLOR makes on the point. For black in renju: whether it is forbidden, its overlines, fours and threes, and of each false three why the points that would make a straight four do not count. On a stone: the shapes that it belongs to; json for the same as a JSON object"),
        command!("explain_gfx" "VERTEX [COLOR]" => explain::explain_as_drawing,
            "explain for GoGui to draw: squares on overlines and fours, triangles on threes, + on points that make a straight four and - on those that would but do not count"),
        command!("vcf" "[COLOR] [LIMIT]" => queries::vcf,
            "the shortest victory by continuous fours (VCF), COLOR moving first: win, the number of its moves including the five, and the line; none if there is none; unknown after LIMIT nodes (1000000 by default)"),
        command!("vct" "[COLOR] [LIMIT]" => queries::vct,
            "a victory by continuous threats (VCT) against every defense; the reply is as for vcf, but the number of moves is the largest that the proof needs"),
        command!("patterns" "[COLOR]" => queries::patterns,
            "every five, open-four, four, open-three, three, open-two and two of COLOR, one per line: its stones and, after a colon, the points that complete it"),
        command!("evaluate" "[COLOR]" => queries::evaluate,
            "the static evaluation for COLOR, moving first: the score in evaluation units and the winrate"),
        command!("gogui-param_rules" "[KEY VALUE]" => rule_dialog::param_rules,
            "the rule for GoGui's dialog: type, name and value; or set it and keep the moves, if it allows them"),
        gogui::rules_board_size(),
    ];

    /// Returns a margin of 1 for a win and 0 for a draw, because gomoku has no points.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>> {
        let outcome = session.position().outcome();
        Box::new(move |_| match outcome {
            Some(Outcome::Win(color)) => Ok(score_text(Some(color), 1)),
            Some(Outcome::Draw) => Ok(score_text(None, 0)),
            None => Err("cannot score".to_owned()),
        })
    }

    fn notes(position: &Position) -> Vec<String> {
        vec![position.rule().to_string(), Self::result(position)]
    }
}

fn rule(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let Some(name) = arguments(args, opt(word))? else {
        return say(session.position().rule().to_string());
    };
    let rule: Rule = name
        .parse()
        .map_err(|error: tengen_gomoku::UnknownRule| Failure::new(error.to_string()))?;
    let (width, height) = (session.position().width(), session.position().height());
    let start = empty_board(u32::from(width), u32::from(height), rule)?;
    session.begin(start);
    session.when_ready()
}

fn forbidden(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    if let Some(vertex) = arguments(args, opt(vertex))? {
        return explain::forbidden_point(session, vertex);
    }
    let position = session.position();
    let points = position.forbidden_points();
    let lines = points
        .iter()
        .map(|(point, kind)| format!("{} {kind}", write_point::<Gomoku>(position, at(*point))));
    say(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_every_rule() {
        let command = Gomoku::COMMANDS.iter().find(|row| row.name == "rule");
        let names = Rule::ALL.map(Rule::name).join(" | ");
        assert_eq!(command.map(|row| row.args), Some(&*format!("[{names}]")));
    }
}
