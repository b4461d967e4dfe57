//! Games of a WTHOR file. Players are given by number instead of by name.

use super::{OtherGame, RecordFormat, othello};
use crate::refusal::{Refusal, RefusalCode};
use tengen_records::sgf::SgfGameType;
use tengen_reversi::records::ggf::GgfResult;
use tengen_reversi::records::wthor::{WthorError, WthorFile, WthorGame};

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "WTHOR",
    game: SgfGameType::Othello,
    recognize: |content| WthorFile::is_likely(content.bytes),
    read: |content| match WthorFile::read(content.bytes) {
        Ok(file) => file.games.iter().map(|game| read(&file, game)).collect(),
        Err(error) => vec![Err(refused(&error))],
    },
};

fn read(file: &WthorFile, game: &Result<WthorGame, WthorError>) -> Result<OtherGame, Refusal> {
    let game = game.as_ref().map_err(refused)?;
    let record = game.record().map_err(|error| refused(&error))?;
    let mut read = othello::game_of(&record, 0);
    let [black, white] = game.players.map(|number| format!("player {number}"));
    read.note("PB", &black);
    read.note("PW", &white);
    read.note("EV", &format!("tournament {}", game.tournament));
    if file.year > 0 {
        read.note("DT", &file.year.to_string());
    }
    let result = GgfResult {
        margin: 2.0 * f64::from(game.discs) - 64.0,
        early: None,
    };
    read.note("RE", &result.to_sgf());
    Ok(read)
}

fn refused(error: &WthorError) -> Refusal {
    Refusal::coded(RefusalCode::NoRecord, error)
}
