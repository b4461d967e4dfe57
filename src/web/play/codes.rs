//! Codes of refusals, which the page says in the language of its user.

use tengen_engine::codes;

codes! {
    /// Code of a refusal other than an illegal move.
    pub enum GameCode {
        /// A message that only players may send.
        Watcher => "watcher",
        /// A message that is not understood.
        Malformed => "malformed",
        /// A move with the number of another one.
        MoveNumber => "move_number",
        /// A third pass in Go.
        TwoPasses => "two_passes",
        /// A text that is not a point of the board.
        OffBoard => "off_board",
        /// A move after the end of the game.
        GameOver => "game_over",
        /// A takeback before the player's first move.
        NothingToUndo => "nothing_to_undo",
        /// An answer to a question that was not asked.
        NothingAsked => "nothing_asked",
        /// A takeback that was refused three times since the last move.
        UndoRefusedOften => "undo_refused_often",
        /// A count before both sides have passed.
        CountEarly => "count_early",
        /// A count that has failed.
        CountFailed => "count_failed",
        /// A count of a board that has changed.
        MovedOn => "moved_on",
        /// A word about dead stones before both sides have passed.
        NotSettling => "not_settling",
        /// A mark on a point without a stone.
        NoStone => "no_stone",
        /// An agreement to marks that have changed.
        MarksChanged => "marks_changed",
        /// A line while the chat is off.
        ChatOff => "chat_off",
        /// An empty line.
        ChatEmpty => "chat_empty",
        /// A line that is too long.
        ChatLong => "chat_long",
        /// A line with control characters.
        ChatControl => "chat_control",
        /// Too many lines at once.
        ChatFast => "chat_fast",
        /// A name that was changed too often.
        NameOften => "name_often",
        /// A name that is not one short line.
        SettingNames => "setting_names",
        /// A rematch before the end of the game.
        RematchEarly => "rematch_early",
        /// A rematch that has been made.
        RematchMade => "rematch_made",
        /// A rematch after too many of them.
        RematchOften => "rematch_often",
        /// A change that cannot be written.
        NotStored => "not_stored",
        /// A file that does not hold what was written to it.
        FileDamaged => "file_damaged",
        /// A file that cannot be written.
        FileReadOnly => "file_read_only",
        /// A file that cannot be read.
        FileUnreadable => "file_unreadable",
        /// The end of a game that is not between engines.
        NotStopped => "not_stopped",
        /// Engines that cannot be started.
        NotStarted => "not_started",
        /// A game without free slots for its engines.
        EnginesBusy => "engines_busy",
    }
}

codes! {
    /// A setting in the description of a game. Its code is the name after `setting_`.
    pub enum GameSetting {
        /// The game.
        Game => "game",
        /// The size of the board.
        Size => "size",
        /// The rules.
        Rule => "rule",
        /// The komi.
        Komi => "komi",
        /// The number of handicap stones.
        Handicap => "handicap",
        /// The clocks.
        Clock => "clock",
        /// The names of the players.
        Names => "names",
        /// The time after which a player who has left loses.
        Leaving => "leaving",
        /// The engines, their time and the number of games.
        Engines => "engines",
        /// The moves at the beginning.
        Opening => "opening",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::web::players::FaultCode;
    use tengen_play::refusal::RefusalCode;
    use tengen_records::record_fault::FaultKind;

    /// Returns the keys of every code that the program sends to the page.
    fn keys() -> Vec<String> {
        let rules = RefusalCode::ALL.iter().map(|code| code.name().to_owned());
        let games = GameCode::ALL.iter().map(|code| code.name().to_owned());
        let settings = GameSetting::ALL.iter();
        let settings = settings.map(|setting| format!("setting_{}", setting.name()));
        let refusals = rules.chain(games).chain(settings);
        let faults = FaultCode::ALL.iter().map(|code| code.name());
        let records = FaultKind::ALL.iter().map(|kind| kind.name());
        refusals
            .map(|code| format!("refusal_{code}"))
            .chain(faults.map(|code| format!("fault_{code}")))
            .chain(records.map(|kind| format!("record_fault_{kind}")))
            .collect()
    }

    #[test]
    fn every_code_has_a_text_in_every_language() {
        let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page/text/tables");
        let keys = keys();
        let mut languages = 0;
        for table in fs::read_dir(&tables).unwrap() {
            let path = table.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            for key in &keys {
                let begins = |line: &str| line.trim_start().starts_with(&format!("{key}: "));
                assert!(text.lines().any(begins), "{}: no {key}", path.display());
            }
            languages += 1;
        }
        assert_eq!((languages, keys.len() > 50), (9, true));
    }
}
