//! GNU Go's questions about life and death, answered exactly or not at all.

use super::ladder_commands::{code_text, gnugo_target};
use super::life_commands::{LifeBounds, read_lives, refusal, undecided};
use super::text;
use crate::gtp::{Answer, Failure, Session};
use tengen_go::ladder::attack_codes::Success;
use tengen_go::life::group::{GroupLife, GroupStatus, LifeAnswer};
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::reading::LifeVerdict;
use tengen_go::life::side::LifeSide;
use tengen_go::{Move, Position};
use tengen_play::go::{Go, move_text};

pub fn owl_attack(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    reply_code(session, args, LifeSide::Attacker)
}

pub fn owl_defend(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    reply_code(session, args, LifeSide::Defender)
}

fn reply_code(session: &mut Session<Go>, args: &str, side: LifeSide) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let posed = gnugo_question(&position, args)?;
    read_lives(session, move |bounds| {
        let life = bounds
            .read(&posed)
            .map_err(|reason| refusal(&posed, reason))?;
        let answer = life.answer(side);
        if answer.verdict == LifeVerdict::Unknown {
            return Err(undecided(&position, posed.targets[0]));
        }
        Ok(code_text(&position, graded(answer)))
    })
}

/// Returns the question about the stone in the arguments. The error texts are GNU Go's.
fn gnugo_question(position: &Position, args: &str) -> Result<PosedQuestion, Failure> {
    let target = gnugo_target(position, args)?;
    PosedQuestion::about(position.board(), vec![target])
        .map_err(|error| Failure::new(error.to_string()))
}

/// Grades the success of the side that moves first, with its move. A pass defends a living group that no attack
/// endangers.
fn graded(answer: &LifeAnswer) -> Option<(Success, Move)> {
    let success = match (answer.succeeds(), answer.ko) {
        (true, None) => Success::Win,
        (true, Some(_)) => Success::Ko,
        (false, Some(_)) => Success::KoWithThreat,
        (false, None) => return None,
    };
    let passes = answer.best.contains(&Move::Pass) && answer.first == LifeSide::Defender;
    let mv = if passes {
        Some(Move::Pass)
    } else {
        answer.best_move()
    };
    Some((success, mv.unwrap_or(Move::Pass)))
}

pub fn dragon_status(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position().clone();
    if args.is_empty() {
        return read_lives(session, move |bounds| Ok(every_status(&position, bounds)));
    }
    let posed = gnugo_question(&position, args)?;
    read_lives(session, move |bounds| {
        let life = bounds.read(&posed);
        Ok(life.map_or_else(
            |_| "unknown".to_owned(),
            |life| status_text(&position, &life),
        ))
    })
}

fn every_status(position: &Position, bounds: &LifeBounds<'_>) -> String {
    let lives = bounds.read_all(position, None);
    let lines = lives.iter().map(|(posed, life)| {
        let stone = text(position, posed.targets[0]);
        format!("{stone}: {}", status_text(position, life))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes the status. A group is critical if either side has some success by moving first.
fn status_text(position: &Position, life: &GroupLife) -> String {
    match life.among_weak_walls {
        Some(GroupStatus::Alive | GroupStatus::Seki) => return "alive".to_owned(),
        Some(GroupStatus::Dead) => return "dead".to_owned(),
        _ => {}
    }
    let [attack, defense] = &life.answers;
    if attack.verdict == LifeVerdict::Lives && attack.ko.is_none() {
        return "alive".to_owned();
    }
    if defense.verdict == LifeVerdict::Captured && defense.ko.is_none() {
        return "dead".to_owned();
    }
    let is_open = |answer: &LifeAnswer| answer.verdict == LifeVerdict::Unknown;
    match (graded(attack), graded(defense)) {
        (Some((_, attack)), Some((_, defense))) => {
            let moves = [attack, defense].map(|mv| move_text(position, mv));
            format!("critical {}", moves.join(" "))
        }
        _ if is_open(attack) || is_open(defense) => "unknown".to_owned(),
        (None, _) => "alive".to_owned(),
        (_, None) => "dead".to_owned(),
    }
}
