//! `tengen life --problems`: answers problem diagrams, in which no group and no region is named.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::proof_files::{ProofFiles, id_text};
use super::{DrawnMove, drawn, proof_complaint};
use crate::tool::positions::drawn::{DrawnSize, describe, drawn_board};
use crate::tool::positions::input::PositionTask;
use crate::tool::positions::replies::{Complaint, ReplyLine};
use tengen_engine::game::Color;
use tengen_engine::{Control, Limits};
use tengen_go::life::question::LifeQuestion;
use tengen_go::life::zone_search::{self, ZoneLimits};
use tengen_go::problem::{self, ProblemFields, ProblemLimits, ProblemReading};
use tengen_go::puct::NetworkSearch;
use tengen_go::{Board, Komi, Point, Position, Rules};

/// A line of input. Other fields are ignored.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object with rows")]
struct DiagramLine {
    #[serde(default)]
    id: Value,
    size: Option<DrawnSize>,
    rows: Vec<String>,
    ko: Option<[u64; 2]>,
    to_move: SideToMove,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SideToMove {
    #[serde(alias = "B", alias = "b")]
    Black,
    #[serde(alias = "W", alias = "w")]
    White,
}

/// A diagram to be answered.
struct Diagram {
    /// Number of the input line, from 1; `None` for a game.
    line: Option<usize>,
    id: Value,
    position: Position,
}

/// An answer as a line of output.
#[derive(Serialize)]
struct DiagramAnswerLine<'a> {
    id: &'a Value,
    #[serde(flatten)]
    fields: ProblemFields<DrawnMove>,
}

/// Answers diagrams with one search by a network.
pub struct DiagramReader {
    search: NetworkSearch,
    limits: ProblemLimits,
    proofs: Option<ProofFiles>,
}

impl DiagramReader {
    /// Creates a reader. Equal diagrams get equal answers.
    pub fn new(
        search: NetworkSearch,
        limits: ProblemLimits,
        proofs: Option<ProofFiles>,
    ) -> DiagramReader {
        DiagramReader {
            search,
            limits,
            proofs,
        }
    }

    /// Returns the line that answers a task, and one for a proof that cannot be written.
    pub fn answer(&mut self, task: PositionTask) -> Vec<ReplyLine> {
        let diagram = match Diagram::from_task(task) {
            Ok(diagram) => diagram,
            Err(complaint) => return vec![complaint.into()],
        };
        let control = Control::new(Limits::default());
        let reading = problem::read(&diagram.position, &mut self.search, self.limits, &control);
        let lines = diagram.answer_lines(reading.as_ref());
        let mut replies: Vec<ReplyLine> = lines.iter().map(ReplyLine::answer).collect();
        let Some(files) = &self.proofs else {
            return replies;
        };
        let answers = reading.into_iter().flat_map(|reading| reading.answers);
        let questions = answers.filter_map(|answer| answer.question);
        for (number, question) in questions.enumerate() {
            // The first answer's proofs have the id alone.
            let target = question.targets().first().copied().filter(|_| number > 0);
            let named = (&diagram.id, target);
            if let Err(error) = write_proofs(named, &question, files, self.limits) {
                replies.push(proof_complaint(diagram.line, &diagram.id, &error).into());
            }
        }
        replies
    }
}

/// Reads the question of an answer once more, and writes the proofs of both verdicts.
fn write_proofs(
    (id, target): (&Value, Option<Point>),
    question: &LifeQuestion,
    files: &ProofFiles,
    limits: ProblemLimits,
) -> anyhow::Result<()> {
    let limits = ZoneLimits {
        visits: limits.budget,
        memory: limits.memory,
        is_stopped: &|| false,
    };
    let text = id_text(id);
    let read = zone_search::proved_readings(question, limits);
    for (reading, proofs) in read.into_iter().flatten() {
        let texts = proofs
            .iter()
            .map(|proof| (proof.claim, proof.text(question, &text)));
        files.write(id, target, reading.ko.map(|ko| ko.count), texts)?;
    }
    Ok(())
}

impl Diagram {
    /// Reads a diagram. Fails with the output line for input that isn't one.
    fn from_task(task: PositionTask) -> Result<Diagram, Complaint> {
        match task {
            PositionTask::Line(number, text) => Diagram::parse(number, &text),
            PositionTask::Wrong(complaint) => Err(complaint),
            PositionTask::Game(game) => {
                let position = position(&game.board, game.to_move);
                let id = Value::String(game.id);
                match position {
                    Ok(position) => Ok(Diagram {
                        line: None,
                        id,
                        position,
                    }),
                    Err(error) => Err(complaint(None, id, error)),
                }
            }
        }
    }

    fn parse(number: usize, text: &[u8]) -> Result<Diagram, Complaint> {
        let line: DiagramLine = serde_json::from_slice(text)
            .map_err(|error| complaint(Some(number), Value::Null, describe(&error)))?;
        let to_move = match line.to_move {
            SideToMove::Black => Color::Black,
            SideToMove::White => Color::White,
        };
        let position =
            drawn_board(&line.rows, line.size, line.ko).and_then(|board| position(&board, to_move));
        match position {
            Ok(position) => Ok(Diagram {
                line: Some(number),
                id: line.id,
                position,
            }),
            Err(error) => Err(complaint(Some(number), line.id, error)),
        }
    }

    fn answer_lines(&self, reading: Option<&ProblemReading>) -> Vec<DiagramAnswerLine<'_>> {
        let board = self.position.board();
        let answers = ProblemFields::all(board, reading, |mv| drawn(board, &mv));
        let line = |fields| DiagramAnswerLine {
            id: &self.id,
            fields,
        };
        answers.into_iter().map(line).collect()
    }
}

fn complaint(line: Option<usize>, id: Value, error: String) -> Complaint {
    Complaint {
        line,
        id,
        error,
        ..Complaint::default()
    }
}

/// Returns the position of a board with this side to move. Fails on a chain without a liberty.
fn position(board: &Board, to_move: Color) -> Result<Position, String> {
    let komi = Komi::from_points(0.0).map_err(|error| error.to_string())?;
    let mut position = Position::new(board.size(), Rules::DEFAULT, komi);
    let stones = board.chains().flat_map(|chain| board.stones_of(chain));
    let stones: Vec<_> = stones
        .filter_map(|stone| Some((board.at(stone)?, stone)))
        .collect();
    position
        .set_position(&stones, to_move)
        .map_err(|error| error.to_string())?;
    Ok(position)
}
