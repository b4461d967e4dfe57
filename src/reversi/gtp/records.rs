//! Games in GGF and positions in OBF over GTP: `loadggf`, `printggf`, `printobf`.

use std::fs;

use nom::combinator::verify;

use super::Reversi;
use crate::protocol::gtp::parse::{arguments, nothing, rest};
use crate::protocol::gtp::{Answer, Failure, Session, say};
use crate::reversi::ggf::{Ending, Game, Played};
use crate::reversi::obf::Problem;

/// `loadggf FILE`.
pub fn loadggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, verify(rest, |file: &str| !file.is_empty()))?;
    let text = fs::read(file).map_err(|error| error.to_string());
    let record = text
        .and_then(|text| {
            String::from_utf8_lossy(&text)
                .parse::<Game>()
                .map_err(|error| error.to_string())
        })
        .and_then(|game| game.record().map_err(|error| error.to_string()));
    match record {
        Ok(record) => {
            session.resume(record);
            Ok(Answer::done())
        }
        Err(reason) => {
            log::warn!("{file}: {reason}");
            Err(Failure::new("cannot load file"))
        }
    }
}

/// `printggf [FILE]`.
pub fn printggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let text = game_of(session).to_string();
    if file.is_empty() {
        return say(text);
    }
    fs::write(file, text + "\n").map_err(|error| {
        log::warn!("{file}: {error}");
        Failure::new("cannot write file")
    })?;
    Ok(Answer::done())
}

fn game_of(session: &Session<Reversi>) -> Game {
    let record = &session.record;
    let moves = record.moves().map(|(color, mv)| Played {
        color,
        mv,
        eval: None,
        time: Default::default(),
    });
    let margin = record.position().final_score();
    Game {
        moves: moves.collect(),
        result: margin.map(|margin| Ending {
            margin: margin.into(),
            early: None,
        }),
        ..Game::new(record.start().clone())
    }
}

/// `printobf`.
pub fn printobf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(Problem::new(session.position().clone()).to_string())
}
