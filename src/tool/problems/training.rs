//! `tengen play --problems`: problems to solve at a terminal.

use super::position::{point, position, spelled};
use super::problem::{Place, Problem, WrittenBranch};
use crate::terminal::drawing::{Look, Marks, draw};
use crate::terminal::game::{TerminalGame, parse_point};
use crate::terminal::messages::{Messages, Named};
use tengen_engine::excerpt::excerpt;
use tengen_engine::game::Position as _;
use tengen_play::games::with_game;
use tengen_protocol::io::output::Screen;

/// Areas along each side of a board, one of which a hint names.
const AREAS: u8 = 4;

/// Fewest lines of an area.
const LEAST_LINES: u8 = 3;

/// The words that may be typed instead of a move, with the messages about them.
const WORDS: [(&str, &str); 5] = [
    ("hint", "help-problem-hint"),
    ("board", "help-board"),
    ("next", "help-problem-next"),
    ("help", "help-help"),
    ("quit", "help-problem-quit"),
];

/// A person's way through a list of problems.
pub struct Training {
    problems: Vec<Problem>,
    screen: Screen,
    messages: Messages,
    /// Index of the problem shown.
    index: usize,
    /// Points of its solution that were found.
    found: Vec<Place>,
    /// Hints given to it, up to two.
    hints: usize,
    has_erred: bool,
    tally: TrainingTally,
}

/// Counts of problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TrainingTally {
    at_once: usize,
    with_help: usize,
    unsolved: usize,
}

impl Training {
    /// Begins with the first of the problems, of which there has to be one.
    pub fn new(problems: Vec<Problem>, screen: Screen, messages: Messages) -> Training {
        Training {
            problems,
            screen,
            messages,
            index: 0,
            found: Vec::new(),
            hints: 0,
            has_erred: false,
            tally: TrainingTally::default(),
        }
    }

    /// Returns the sentences of the person's language.
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Returns the greeting and the first problem.
    pub fn begin(&self) -> String {
        let count = [("n", self.problems.len().into())];
        self.line("problems", count) + &self.drawn()
    }

    /// Returns a message as a line.
    fn line<'a>(&self, key: &str, values: impl IntoIterator<Item = Named<'a>>) -> String {
        self.messages.format(key, values) + "\n"
    }

    /// Whether all problems are done.
    pub fn is_over(&self) -> bool {
        self.index == self.problems.len()
    }

    /// Answers a typed line that is not `quit`.
    pub fn answer(&mut self, line: &str) -> String {
        let Some(problem) = self.problems.get(self.index).cloned() else {
            return String::new();
        };
        match line.to_ascii_lowercase().as_str() {
            "" => String::new(),
            "hint" => self.hint(&problem),
            "board" => self.drawn(),
            "help" => self.help(),
            "next" => {
                self.tally.unsolved += 1;
                self.turn()
            }
            text => with_game!(problem.kind.game(), G => self.judge::<G>(&problem, text)),
        }
    }

    /// Returns the counts of the problems shown, in a sentence.
    pub fn summary(&self) -> String {
        let TrainingTally {
            at_once,
            with_help,
            unsolved,
        } = self.tally;
        let is_open = self.has_erred || self.hints > 0;
        let unsolved = unsolved + usize::from(is_open);
        let values = [
            ("n", (at_once + with_help + unsolved).into()),
            ("at-once", at_once.into()),
            ("with-help", with_help.into()),
            ("unsolved", unsolved.into()),
        ];
        self.line("summary", values)
    }

    /// Goes to the next problem and returns its drawing.
    fn turn(&mut self) -> String {
        self.index += 1;
        self.found.clear();
        self.hints = 0;
        self.has_erred = false;
        self.drawn()
    }

    /// Draws the problem, with its question.
    fn drawn(&self) -> String {
        let Some(problem) = self.problems.get(self.index) else {
            return String::new();
        };
        let notes = [self.heading(problem), problem.asked(&self.messages)];
        let look = Look::now(self.screen);
        let board = with_game!(problem.kind.game(), G => {
            position::<G>(problem).map(|position| {
                let marks = Marks {
                    last: problem.target.first().copied().map(point),
                    // The marks of forbidden points would be the answer.
                    empty: match problem.kind.asks_for_points() {
                        true => Vec::new(),
                        false => G::marked(&position),
                    },
                };
                draw::<G>(&position, &marks, &notes, look)
            })
        });
        board.map_or_else(String::new, |board| format!("\n{board}"))
    }

    /// Writes the number of the problem shown, its kind and its level.
    fn heading(&self, problem: &Problem) -> String {
        let kind = self.messages.text(&format!("kind_{}", problem.kind));
        let mut values = vec![
            ("n", (self.index + 1).into()),
            ("of", self.problems.len().into()),
            ("kind", kind.into()),
        ];
        let key = match &problem.grade.level {
            Some(level) => {
                values.push(("level", level.clone().into()));
                "problem-with-level"
            }
            None => "problem",
        };
        self.messages.format(key, values)
    }

    fn help(&self) -> String {
        let row = |(word, key)| format!("{word:8}{}\n", self.messages.text(key));
        WORDS.map(row).concat()
    }

    fn judge<G: TerminalGame>(&mut self, problem: &Problem, text: &str) -> String {
        let Some(position) = position::<G>(problem) else {
            return String::new();
        };
        let Some(at) = parse_point::<G>(&position, text) else {
            return self.line("not-a-point", [("text", excerpt(text).into())]);
        };
        let place = [at.column, at.row];
        if problem.solutions.contains(&place) {
            return self.accept::<G>(problem, &position, place);
        }
        let is_listed = |branch: &&WrittenBranch| branch.moves.first() == Some(&Some(place));
        if let Some(branch) = problem.wrong.iter().find(is_listed) {
            self.has_erred = true;
            return self.played::<G>(problem, &position, branch) + &self.line("try-again", []);
        }
        let mv = G::move_at(&position, Some(at));
        match mv.map(|mv| position.check(problem.to_move, mv)) {
            Some(Ok(())) => {
                self.has_erred = true;
                let wrong = self
                    .messages
                    .format("not_solution", [("point", text.into())]);
                format!("{wrong} {}", self.line("try-again", []))
            }
            Some(Err(reason)) => {
                let reason = self.messages.illegal(reason);
                let values = [("move", text.into()), ("reason", reason.into())];
                self.line("not-possible", values)
            }
            None => String::new(),
        }
    }

    /// Takes a point of the solution.
    fn accept<G: TerminalGame>(
        &mut self,
        problem: &Problem,
        position: &G::Position,
        place: Place,
    ) -> String {
        if !self.found.contains(&place) {
            self.found.push(place);
        }
        if problem.kind.asks_for_points() && self.found.len() < problem.solutions.len() {
            return self.line("point_left", []);
        }
        match self.has_erred || self.hints > 0 {
            true => self.tally.with_help += 1,
            false => self.tally.at_once += 1,
        }
        let is_shown = |branch: &&WrittenBranch| branch.moves.first() == Some(&Some(place));
        let branch = problem.right.iter().find(is_shown);
        let shown = branch.map(|branch| self.played::<G>(problem, position, branch));
        shown.unwrap_or_default() + &self.turn()
    }

    /// Writes a line of play with its result, and draws the board after it.
    fn played<G: TerminalGame>(
        &self,
        problem: &Problem,
        position: &G::Position,
        branch: &WrittenBranch,
    ) -> String {
        if problem.kind.asks_for_points() {
            return problem.explained(&self.messages, branch) + "\n";
        }
        let mut after = position.clone();
        let mut last = None;
        for place in &branch.moves {
            last = place.map(point);
            let color = after.to_move();
            let mv = G::move_at(&after, last);
            if mv.is_none_or(|mv| after.play(color, mv).is_err()) {
                break;
            }
        }
        let marks = Marks {
            last,
            empty: Vec::new(),
        };
        let moves = spelled::<G>(problem, &branch.moves);
        let notes = [problem.explained(&self.messages, branch), moves];
        let board = draw::<G>(&after, &marks, &notes, Look::now(self.screen));
        format!("\n{board}")
    }

    fn hint(&mut self, problem: &Problem) -> String {
        let open = |place: &&Place| !self.found.contains(place);
        let Some(&place) = problem.solutions.iter().find(open) else {
            return String::new();
        };
        self.hints += 1;
        let [width, height] = problem.size;
        let (columns, rows) = (stretch(place[0], width), stretch(place[1], height));
        let spell = |column, row| with_game!(problem.kind.game(), G => spelled::<G>(problem, &[Some([column, row])]));
        match self.hints {
            1 => {
                let (from, to) = (spell(columns.0, rows.0), spell(columns.1, rows.1));
                self.line("look-between", [("from", from.into()), ("to", to.into())])
            }
            _ => {
                let point = spell(place[0], place[1]);
                self.line("solution-is", [("point", point.into())])
            }
        }
    }
}

/// Returns the first and the last line of the area with this line.
fn stretch(line: u8, size: u8) -> (u8, u8) {
    let lines = size.div_ceil(AREAS).max(LEAST_LINES);
    let first = line / lines * lines;
    (first, (first + lines - 1).min(size - 1))
}

#[cfg(test)]
mod tests;
