//! The sentences about problems, from the messages of a language.

use serde::{Deserialize, Serialize};

use super::kind::ProblemKind;
use super::problem::{ColorName, Problem, WrittenBranch};
use crate::terminal::messages::{Messages, Named, side};
use tengen_engine::game::Color;

/// The result of a line of play, or the reason that a point is forbidden or allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Outcome {
    /// A ladder captures the chain.
    LadderCaptured,
    /// No ladder captures the chain.
    LadderEscapes,
    /// The chain is caught in a net.
    Caught,
    /// The chain gets out of the net.
    Escapes,
    /// The group is captured.
    LifeCaptured,
    /// The group lives.
    LifeLives,
    /// The group's life depends on a ko.
    Ko,
    /// A side has a forced win.
    WinsIn {
        /// The winner.
        #[serde(with = "ColorName")]
        side: Color,
        /// The winner's moves, with the five.
        n: u32,
    },
    /// An attack fails.
    Defended,
    /// A win by fours is prevented.
    NoFours,
    /// The point is forbidden.
    DoubleThree,
    /// The point is forbidden.
    DoubleFour,
    /// The point is forbidden.
    Overline,
    /// The point is allowed, since only one of its shapes is a three.
    FourThree,
    /// The point is allowed, since one of its threes cannot become a straight four.
    FalseThree,
    /// The point is allowed, since several of its threes cannot become straight fours.
    FalseThrees,
    /// A side wins by a number of discs.
    WinsBy {
        /// The winner.
        #[serde(with = "ColorName")]
        side: Color,
        /// Discs.
        n: u32,
    },
    /// The game ends in a draw.
    Drawn,
}

impl Outcome {
    /// Returns the message and its values.
    fn message(self) -> (&'static str, Vec<Named<'static>>) {
        let key = match self {
            Outcome::LadderCaptured => "ladder_captured",
            Outcome::LadderEscapes => "ladder_escapes",
            Outcome::Caught => "outcome_caught",
            Outcome::Escapes => "outcome_escapes",
            Outcome::LifeCaptured => "life_captured",
            Outcome::LifeLives => "life_lives",
            Outcome::Ko => "outcome_ko",
            Outcome::WinsIn { .. } => "outcome_wins_in",
            Outcome::Defended => "outcome_defended",
            Outcome::NoFours => "outcome_no_fours",
            Outcome::DoubleThree => "outcome_double_three",
            Outcome::DoubleFour => "outcome_double_four",
            Outcome::Overline => "outcome_overline",
            Outcome::FourThree => "outcome_four_three",
            Outcome::FalseThree => "outcome_false_three",
            Outcome::FalseThrees => "outcome_false_threes",
            Outcome::WinsBy { .. } => "outcome_wins_by",
            Outcome::Drawn => "outcome_drawn",
        };
        let values = match self {
            Outcome::WinsIn { side: winner, n } | Outcome::WinsBy { side: winner, n } => {
                vec![side(winner), ("n", n.into())]
            }
            _ => Vec::new(),
        };
        (key, values)
    }

    /// Returns the sentence on a line that is right or wrong.
    pub fn sentence(self, messages: &Messages, is_right: bool) -> String {
        let (key, values) = self.message();
        let text = messages.format(key, values);
        let verdict = if is_right {
            "guess_right"
        } else {
            "guess_wrong"
        };
        messages.format(verdict, [("text", text.into())])
    }
}

/// Returns the sentence that asks for the solution of a problem. The stones that it is about are marked.
pub fn question(messages: &Messages, kind: ProblemKind, mover: Color, solutions: usize) -> String {
    use ProblemKind::{Breaker, Escape, Net};
    let key = match kind {
        ProblemKind::Ladder => "question_ladder",
        Escape | Breaker => "question_save",
        Net => "question_capture",
        ProblemKind::Kill => "question_kill",
        ProblemKind::Live => "question_live",
        ProblemKind::Vcf => "question_vcf",
        ProblemKind::Vct => "question_vct",
        ProblemKind::Defense => "question_defense",
        ProblemKind::Forbidden => "question_forbidden",
        ProblemKind::EndgameWin => "question_endgame-win",
        ProblemKind::EndgameDraw => "question_endgame-draw",
    };
    messages.format(key, [side(mover), ("n", solutions.into())])
}

impl Problem {
    /// Returns the sentence that asks for the solution.
    pub fn asked(&self, messages: &Messages) -> String {
        question(messages, self.kind, self.to_move, self.solutions.len())
    }

    /// Returns the level as a phrase, if there is one.
    pub fn level(&self, messages: &Messages) -> Option<String> {
        let level = self.grade.level.clone()?;
        Some(messages.format("problem_level", [("level", level.into())]))
    }

    /// Returns the sentence on a line of the problem; the English one of a file without a code.
    pub fn explained(&self, messages: &Messages, branch: &WrittenBranch) -> String {
        let first = branch.moves.first().copied().flatten();
        let is_right = first.is_some_and(|place| self.solutions.contains(&place));
        match branch.result {
            Some(outcome) => outcome.sentence(messages, is_right),
            None => branch.note.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;
    use crate::terminal::messages::Language;

    const LINES: &str = include_str!("../../web/page/trainer/problems.jsonl");
    const PAGE: &str = include_str!("../../web/page/trainer/kinds.js");

    const OUTCOMES: [Outcome; 18] = [
        Outcome::LadderCaptured,
        Outcome::LadderEscapes,
        Outcome::Caught,
        Outcome::Escapes,
        Outcome::LifeCaptured,
        Outcome::LifeLives,
        Outcome::Ko,
        Outcome::WinsIn {
            side: Color::Black,
            n: 3,
        },
        Outcome::Defended,
        Outcome::NoFours,
        Outcome::DoubleThree,
        Outcome::DoubleFour,
        Outcome::Overline,
        Outcome::FourThree,
        Outcome::FalseThree,
        Outcome::FalseThrees,
        Outcome::WinsBy {
            side: Color::White,
            n: 1,
        },
        Outcome::Drawn,
    ];

    /// Returns every sentence that a problem can have.
    fn sentences(messages: &Messages) -> Vec<String> {
        let questions = ProblemKind::all().flat_map(|kind| {
            let ask = |(side, count)| question(messages, kind, side, count);
            [(Color::Black, 1), (Color::White, 2)].map(ask)
        });
        let outcomes = OUTCOMES
            .iter()
            .flat_map(|outcome| [true, false].map(|is_right| outcome.sentence(messages, is_right)));
        questions.chain(outcomes).collect()
    }

    #[test]
    fn every_language_has_every_sentence() {
        let english = sentences(&Messages::new(Language::En));
        for &language in Language::value_variants() {
            let own = sentences(&Messages::new(language));
            for (sentence, english) in own.iter().zip(&english) {
                let is_key = sentence.contains('_') || sentence.contains('{');
                assert!(!is_key, "{language:?}: {sentence}");
                let is_english = language == Language::En;
                assert_eq!(sentence == english, is_english, "{language:?}: {sentence}");
            }
        }
    }

    #[test]
    fn the_page_knows_every_code_by_the_same_key() {
        for outcome in OUTCOMES {
            let code = serde_json::to_value(outcome).unwrap()["code"].clone();
            let code = code.as_str().unwrap();
            let row = format!("{code}: '{}',", outcome.message().0);
            let quoted = format!("'{code}': '{}',", outcome.message().0);
            assert!(PAGE.contains(&row) || PAGE.contains(&quoted), "{code}");
        }
    }

    #[test]
    fn a_file_has_english_sentences_that_follow_from_its_codes() {
        let english = Messages::new(Language::En);
        for line in LINES.lines() {
            let problem: Problem = serde_json::from_str(line).unwrap();
            assert_eq!(problem.question, problem.asked(&english));
            for branch in problem.right.iter().chain(&problem.wrong) {
                assert!(branch.result.is_some());
                assert_eq!(branch.note, problem.explained(&english, branch));
            }
        }
    }
}
