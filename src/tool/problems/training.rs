//! `tengen play --problems`: problems to solve at a terminal.

use super::position::{point, position, spelled};
use super::problem::{Place, Problem, WrittenBranch};
use crate::terminal::drawing::{Look, Marks, draw};
use crate::terminal::game::{TerminalGame, parse_point};
use tengen_engine::excerpt::excerpt;
use tengen_engine::game::Position as _;
use tengen_play::games::with_game;
use tengen_protocol::io::output::Screen;

/// Areas along each side of a board, one of which a hint names.
const AREAS: u8 = 4;

/// Fewest lines of an area.
const LEAST_LINES: u8 = 3;

/// The words that may be typed instead of a move.
const WORDS: [(&str, &str); 5] = [
    ("hint", "name the area of the solution, then the solution"),
    ("board", "draw the board again"),
    ("next", "go to the next problem"),
    ("help", "show this list"),
    ("quit", "quit, with a summary"),
];

/// A person's way through a list of problems.
pub struct Training {
    problems: Vec<Problem>,
    screen: Screen,
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
    pub fn new(problems: Vec<Problem>, screen: Screen) -> Training {
        Training {
            problems,
            screen,
            index: 0,
            found: Vec::new(),
            hints: 0,
            has_erred: false,
            tally: TrainingTally::default(),
        }
    }

    /// Returns the greeting and the first problem.
    pub fn begin(&self) -> String {
        let count = counted(self.problems.len(), "problem");
        let words = "Type your move, or hint, next, help or quit.";
        format!("{count}. {words}\n{}", self.drawn())
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
            "help" => help(),
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
        let count = counted(at_once + with_help + unsolved, "problem");
        format!(
            "{count}: {at_once} solved at once, {with_help} after a hint or a wrong move, {unsolved} not solved.\n"
        )
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
        let level = problem.grade.level.as_ref();
        let level = level.map_or_else(String::new, |level| format!(", level {level}"));
        let (number, of) = (self.index + 1, self.problems.len());
        let notes = [
            format!("Problem {number} of {of}: {}{level}", problem.kind),
            problem.question.clone(),
        ];
        let look = Look::now(self.screen);
        let board = with_game!(problem.kind.game(), G => {
            position::<G>(problem).map(|position| {
                let marks = Marks {
                    last: problem.target.first().copied().map(point),
                    // The marks of forbidden points would be the answer.
                    empty: match problem.kind.asks_for_points() {
                        true => Vec::new(),
                        false => G::marked(&position).0,
                    },
                };
                draw::<G>(&position, &marks, &notes, look)
            })
        });
        board.map_or_else(String::new, |board| format!("\n{board}"))
    }

    fn judge<G: TerminalGame>(&mut self, problem: &Problem, text: &str) -> String {
        let Some(position) = position::<G>(problem) else {
            return String::new();
        };
        let Some(at) = parse_point::<G>(&position, text) else {
            let seen = excerpt(text);
            return format!("'{seen}' is neither a point nor a word; help lists the words.\n");
        };
        let place = [at.column, at.row];
        if problem.solutions.contains(&place) {
            return self.accept::<G>(problem, &position, place);
        }
        let is_listed = |branch: &&WrittenBranch| branch.moves.first() == Some(&Some(place));
        if let Some(branch) = problem.wrong.iter().find(is_listed) {
            self.has_erred = true;
            return self.played::<G>(problem, &position, branch) + "Try again.\n";
        }
        let mv = G::move_at(&position, Some(at));
        match mv.map(|mv| position.check(problem.to_move, mv)) {
            Some(Ok(())) => {
                self.has_erred = true;
                format!("{text} is not the solution. Try again.\n")
            }
            Some(Err(reason)) => format!("{text} is not possible: {reason}.\n"),
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
            return "Right. One more point is left.\n".to_owned();
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
            return format!("{}\n", branch.note);
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
        let notes = [branch.note.clone(), spelled::<G>(problem, &branch.moves)];
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
            1 => format!(
                "Look between {} and {}.\n",
                spell(columns.0, rows.0),
                spell(columns.1, rows.1)
            ),
            _ => format!("The solution is {}.\n", spell(place[0], place[1])),
        }
    }
}

fn help() -> String {
    let row = |(word, text)| format!("{word:8}{text}\n");
    WORDS.map(row).concat()
}

/// Returns the first and the last line of the area with this line.
fn stretch(line: u8, size: u8) -> (u8, u8) {
    let lines = size.div_ceil(AREAS).max(LEAST_LINES);
    let first = line / lines * lines;
    (first, (first + lines - 1).min(size - 1))
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = include_str!("../../web/page/trainer/problems.jsonl");
    const PLAIN: Screen = Screen {
        colors: false,
        unicode: false,
    };

    /// Begins with the first problem of each of these kinds.
    fn training(kinds: &[&str]) -> Training {
        let problems: Vec<Problem> = LINES
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let first = |name: &&str| {
            let mut of_kind = problems
                .iter()
                .filter(|problem| problem.kind.name() == *name);
            of_kind.next().cloned().unwrap()
        };
        Training::new(kinds.iter().map(first).collect(), PLAIN)
    }

    #[test]
    fn the_right_move_shows_its_line_and_leads_to_the_next_problem() {
        let mut training = training(&["ladder", "endgame-win"]);
        assert!(
            training
                .begin()
                .contains("Problem 1 of 2: ladder, level 16k")
        );
        let reply = training.answer("j6");
        assert!(
            reply.contains("Right: the chain is captured in a ladder."),
            "{reply}"
        );
        assert!(reply.contains("J6 H5 H4 J5 J4"), "{reply}");
        assert!(reply.contains("Problem 2 of 2: endgame-win"), "{reply}");
        assert!(!training.is_over());
        assert!(
            training
                .summary()
                .starts_with("1 problem: 1 solved at once, 0 after")
        );
    }

    #[test]
    fn a_wrong_move_is_refuted_and_may_be_tried_again() {
        let mut training = training(&["ladder"]);
        let reply = training.answer("H5");
        assert!(reply.contains("Wrong: the chain escapes."), "{reply}");
        assert!(reply.contains("H5 G7 J6 J5"), "{reply}");
        assert!(reply.ends_with("Try again.\n"), "{reply}");
        assert_eq!(
            training.answer("a1"),
            "a1 is not the solution. Try again.\n"
        );
        assert_eq!(
            training.answer("f7"),
            "f7 is not possible: the point is occupied.\n"
        );
        assert!(training.answer("x9").contains("neither a point nor a word"));
        assert!(training.summary().ends_with("1 not solved.\n"));
        training.answer("J6");
        assert!(training.is_over());
        assert!(
            training
                .summary()
                .contains("0 solved at once, 1 after a hint")
        );
    }

    #[test]
    fn hints_name_the_area_and_then_the_solution() {
        let mut training = training(&["ladder", "vcf"]);
        assert_eq!(training.answer("HINT"), "Look between G6 and J4.\n");
        assert_eq!(training.answer("hint"), "The solution is J6.\n");
        assert!(training.answer("next").contains("Problem 2 of 2: vcf"));
        assert!(training.answer("next").is_empty() && training.is_over());
        assert!(training.summary().ends_with("2 not solved.\n"));
    }

    #[test]
    fn forbidden_points_are_not_marked_and_come_with_their_reason() {
        let mut training = training(&["forbidden"]);
        assert!(!training.begin().contains('!'));
        assert!(training.answer("h11").contains("Black may play here"));
        let reply = training.answer("j6");
        assert!(reply.contains("makes two threes"), "{reply}");
        assert!(training.is_over());
    }

    #[test]
    fn every_included_problem_is_solved_by_its_solution() {
        for line in LINES.lines() {
            let problem: Problem = serde_json::from_str(line).unwrap();
            assert!(problem.is_consistent());
            let solutions: Vec<Option<Place>> =
                problem.solutions.iter().copied().map(Some).collect();
            let text = with_game!(problem.kind.game(), G => spelled::<G>(&problem, &solutions));
            let mut training = Training::new(vec![problem], PLAIN);
            for word in text.split(' ') {
                training.answer(word);
            }
            assert!(training.is_over());
            assert!(
                training
                    .summary()
                    .starts_with("1 problem: 1 solved at once")
            );
        }
    }
}
