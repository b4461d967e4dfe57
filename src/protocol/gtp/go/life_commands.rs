//! GTP commands about life and death with text replies.

use nom::combinator::opt;

use super::{life_sgf, list, stone_at, text};
use crate::gtp::commands::records;
use crate::gtp::grammar::{arguments, color, rest, vertex};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::Control;
use tengen_engine::game::Color;
use tengen_go::life::group::{GroupLife, GroupLimits, GroupReply, GroupStatus, LifeAnswer};
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::reading::{LifeVerdict, WayOfLife};
use tengen_go::life::side::LifeSide;
use tengen_go::life::solver::DEFAULT_BUDGET;
use tengen_go::problem::ProblemLimits;
use tengen_go::{Move, Point, Position};
use tengen_play::go::{Go, from_top, move_text};
use tengen_play::notation::join;
use tengen_play::notation::point_at;
use tengen_play::vertex::Vertex;

/// Number of states that each of many readings may visit, which takes about a second.
pub(super) const BATCH_VISITS: u64 = 300_000;

/// Divisor of the session's memory for readings of life and death. They use this memory in addition to the search's
/// tables.
const MEMORY_SHARE: usize = 4;

/// Limits that a session sets for readings.
pub(super) struct LifeBounds<'a> {
    control: &'a Control<Move>,
    memory: usize,
}

impl LifeBounds<'_> {
    /// Calls `read` with the limits of one reading, which by default visits at most `visits` states.
    pub fn limited<T>(&self, visits: u64, read: impl FnOnce(GroupLimits<'_>) -> T) -> T {
        let limits = self.control.limits();
        let asked = limits.nodes.into_iter().chain(limits.visits).min();
        read(GroupLimits {
            visits: asked.unwrap_or(visits),
            memory: self.memory,
            is_stopped: &|| self.control.interrupted(),
        })
    }

    /// Returns the limits of a problem. A reading visits at most `visits` states by default.
    pub fn of_problem(&self, visits: u64) -> ProblemLimits {
        self.limited(visits, |limits| ProblemLimits {
            budget: limits.visits,
            memory: limits.memory,
        })
    }

    /// The control of the computation.
    pub fn control(&self) -> &Control<Move> {
        self.control
    }

    /// Reads one group in full.
    pub fn read(&self, posed: &PosedQuestion) -> GroupReply {
        self.limited(DEFAULT_BUDGET, |limits| GroupLife::read(posed, limits))
    }

    /// Reads the groups of one side, or of both.
    pub fn read_all(
        &self,
        position: &Position,
        wanted: Option<Color>,
    ) -> Vec<(PosedQuestion, GroupLife)> {
        let board = position.board();
        let mut posed = PosedQuestion::about_groups(board);
        posed.retain(|posed| wanted.is_none_or(|color| board.at(posed.targets[0]) == Some(color)));
        let mut lives = Vec::with_capacity(posed.len());
        for posed in posed {
            let life = self.limited(BATCH_VISITS, |limits| GroupLife::read(&posed, limits));
            lives.extend(life.ok().map(|life| (posed, life)));
        }
        lives
    }
}

/// Starts readings of life and death within the search limits.
pub(super) fn read_lives(
    session: &mut Session<Go>,
    read: impl FnOnce(&LifeBounds<'_>) -> Result<String, String> + Send + 'static,
) -> Result<Answer, Failure> {
    let memory = session.settings().memory / MEMORY_SHARE;
    session.compute_bounded(Box::new(move |control| {
        read(&LifeBounds { control, memory })
    }))
}

/// Returns the question about the group of the stone on a vertex.
pub(super) fn posed_at(position: &Position, vertex: Vertex) -> Result<PosedQuestion, Failure> {
    let target = stone_at(position, vertex)?;
    PosedQuestion::about(position.board(), vec![target])
        .map_err(|error| Failure::new(error.to_string()))
}

pub fn life(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, first) = arguments(args, (vertex, opt(color)))?;
    let position = session.position().clone();
    let posed = posed_at(&position, vertex)?;
    read_lives(session, move |bounds| {
        let life = match bounds.read(&posed) {
            Ok(life) => life,
            Err(reason) => return Ok(format!("not enclosed: {reason}")),
        };
        let mut lines = Vec::new();
        match first {
            Some(color) => lines.push(answer_text(&position, life.answer(life.side(color)))),
            None => {
                lines.push(life.status().name().to_owned());
                lines.extend(life.answers.iter().map(|answer| {
                    let color = life.color(answer.first);
                    format!("{color} {}", answer_text(&position, answer))
                }));
            }
        }
        lines.push(format!("region {}", list(&position, life.region.clone())));
        lines.push(format!("walls {}", list(&position, life.walls.clone())));
        if let Some(status) = life.among_weak_walls {
            let walls = list(&position, life.weak_walls.clone());
            lines.push(format!("weak {walls} {}", status.name()));
        }
        if let Some(survivors) = &life.survivors {
            let chains = list(&position, survivors.chains.clone());
            lines.push(format!("together {chains} {}", survivors.status.name()));
        }
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        Ok(lines.join("\n"))
    })
}

pub fn life_moves(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (target, asked) = arguments(args, (vertex, opt((color, opt(vertex)))))?;
    let position = session.position().clone();
    let posed = posed_at(&position, target)?;
    let stone = posed.targets[0];
    let attacker = position.board().at(stone).map(Color::opponent);
    let (first, tried) = asked.map_or((attacker, None), |(first, tried)| (Some(first), tried));
    let first = if first == attacker {
        LifeSide::Attacker
    } else {
        LifeSide::Defender
    };
    if let Some(tried) = tried {
        return after_move(session, posed, first, tried);
    }
    read_lives(session, move |bounds| {
        let life = bounds
            .read(&posed)
            .map_err(|reason| refusal(&posed, reason))?;
        let answer = life.answer(first);
        if answer.verdict == LifeVerdict::Unknown || !answer.is_complete {
            return Err(undecided(&position, stone));
        }
        let list = |moves: &[Move]| move_list(&position, moves);
        let (firm, by_ko): (Vec<Move>, Vec<Move>) = match answer.ko {
            Some(ko) if ko.side == first => {
                return Ok(format!("ko {} {}", ko.count, list(&answer.best)));
            }
            Some(_) => (Vec::new(), answer.moves.clone()),
            None => answer.moves.iter().partition(|mv| answer.best.contains(mv)),
        };
        let by_ko = match by_ko[..] {
            [] => String::new(),
            _ => format!("ko {}", list(&by_ko)),
        };
        Ok(format!("{} {by_ko}", list(&firm)).trim().to_owned())
    })
}

/// Replies with the fate of a group after a first move.
fn after_move(
    session: &mut Session<Go>,
    posed: PosedQuestion,
    first: LifeSide,
    tried: Vertex,
) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let mv = match tried {
        Vertex::Pass => Move::Pass,
        _ => {
            let point = point_at::<Go>(&position, tried);
            let point = point.ok_or_else(|| Failure::new("invalid vertex"))?;
            Move::Place(from_top(position.board().size(), point))
        }
    };
    read_lives(session, move |bounds| {
        let asked = posed.question.as_ref();
        let asked = asked.map_err(|&reason| refusal(&posed, reason))?;
        let answer = bounds.limited(DEFAULT_BUDGET, |limits| {
            GroupLife::after(asked, (first, mv), limits)
        });
        let mut answer = answer.map_err(|reason| {
            let mv = move_text(&position, mv);
            format!("{mv} is not a move in this region: {reason}")
        })?;
        if answer.verdict == LifeVerdict::Unknown {
            return Err(undecided(&position, posed.targets[0]));
        }
        answer.pv.insert(0, (asked.color(first), mv));
        let is_captured = answer.verdict == LifeVerdict::Captured;
        let works = is_captured == (first == LifeSide::Attacker);
        let word = if works { "works" } else { "fails" };
        Ok(format!("{word} {}", answer_text(&position, &answer)))
    })
}

pub fn every_life(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let wanted = arguments(args, opt(color))?;
    let position = session.position().clone();
    read_lives(session, move |bounds| {
        let lives = bounds.read_all(&position, wanted);
        let lines = lives
            .iter()
            .map(|(posed, life)| group_line(&position, posed.targets[0], life));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    })
}

fn group_line(position: &Position, stone: Point, life: &GroupLife) -> String {
    let status = life.status();
    let mut line = format!(
        "{} {} stones {} {}",
        text(position, stone),
        life.defender,
        position.board().chain_len(stone),
        status.name()
    );
    match status {
        GroupStatus::Alive => {
            let how = life.answers[0].how.map(WayOfLife::name);
            line.extend(how.map(|how| format!(" {how}")));
        }
        GroupStatus::Dead | GroupStatus::Seki => {}
        GroupStatus::Unsettled | GroupStatus::Ko | GroupStatus::Unknown => {
            for answer in &life.answers {
                let color = life.color(answer.first);
                line.push_str(&format!(" {color} {}", verdict_text(answer)));
                if let Some(mv) = answer.best_move() {
                    line.push_str(&format!(" move {}", move_text(position, mv)));
                }
            }
        }
    }
    line
}

pub fn life_sgf(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, file) = arguments(args, (vertex, rest))?;
    let file = records::named(session.files(), file);
    let position = session.position().clone();
    let posed = posed_at(&position, vertex)?;
    read_lives(session, move |bounds| {
        let life = bounds
            .read(&posed)
            .map_err(|reason| refusal(&posed, reason))?;
        let record = life_sgf::spell(&position, &posed, &life, bounds);
        match file {
            None => Ok(record.trim_end().to_owned()),
            Some(file) => records::save(&file, &record),
        }
    })
}

/// Returns the error for a group without enclosure.
pub(super) fn refusal(posed: &PosedQuestion, reason: impl std::fmt::Display) -> String {
    let stone = posed.targets[0];
    format!("the group at {stone} is not enclosed: {reason}")
}

/// Returns the error for a reading that reached a limit.
pub(super) fn undecided(position: &Position, stone: Point) -> String {
    let stone = text(position, stone);
    format!("the life of the group at {stone} takes too long to read")
}

/// Writes the verdict, the kind of life, the ko with its number of threats, and the principal variation.
fn answer_text(position: &Position, answer: &LifeAnswer) -> String {
    let line = join(answer.pv.iter().map(|&(_, mv)| move_text(position, mv)));
    let verdict = verdict_text(answer);
    format!("{verdict} pv {line}").trim_end().to_owned()
}

/// Writes the verdict, the kind of life, and the ko with its number of threats.
pub(super) fn verdict_text(answer: &LifeAnswer) -> String {
    let mut words = answer.verdict.name().to_owned();
    if let Some(how) = answer.how {
        words.push_str(&format!(" {}", how.name()));
    }
    if let Some(ko) = answer.ko {
        words.push_str(&format!(" ko {} {}", ko.side.name(), ko.count));
    }
    words
}

fn move_list(position: &Position, moves: &[Move]) -> String {
    join(moves.iter().map(|&mv| move_text(position, mv)))
}
