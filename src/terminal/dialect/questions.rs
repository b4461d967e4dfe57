//! Leaving and saving, and the questions about them.

use std::io;
use std::path::{Path, PathBuf};

use super::{NAME, TerminalDialect};
use crate::terminal::game::TerminalGame;
use crate::terminal::saving::{SavedGame, file_named, recovery_file};
use crate::terminal::word::split;
use tengen_engine::conversation::CommandStatus;
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};
use tengen_protocol::io::output::Output;

/// A question that the next line answers.
pub(super) enum Question {
    /// The file in which to save the game before the program ends.
    SaveBeforeLeaving,
    /// Whether to overwrite a file.
    Overwrite {
        file: PathBuf,
        text: String,
        leaves: bool,
    },
}

impl<G: TerminalGame> TerminalDialect<G> {
    pub(super) fn quit(&mut self, out: &mut Output) -> io::Result<CommandStatus> {
        if !self.table.is_unsaved() {
            return Ok(CommandStatus::Quit);
        }
        self.question = Some(Question::SaveBeforeLeaving);
        out.line(&self.messages.text("save-question"))?;
        Ok(CommandStatus::Answered)
    }

    pub(super) fn take_answer(
        &mut self,
        question: Question,
        answer: &str,
        out: &mut Output,
    ) -> io::Result<CommandStatus> {
        match question {
            Question::SaveBeforeLeaving if self.is_no(answer) => Ok(CommandStatus::Quit),
            Question::SaveBeforeLeaving => {
                let name = match split(answer) {
                    (first, rest) if first.eq_ignore_ascii_case("save") && !rest.is_empty() => rest,
                    _ => answer,
                };
                self.save(name, true, out)
            }
            Question::Overwrite { file, text, leaves } if self.is_yes(answer) => {
                self.write(&file, &text, leaves, out)
            }
            Question::Overwrite { leaves: true, .. } => self.quit(out),
            Question::Overwrite { .. } => {
                out.line(&self.messages.text("not-saved"))?;
                Ok(CommandStatus::Answered)
            }
        }
    }

    /// Saves the game to a file; asks before it overwrites one. Quits afterwards if `leaves`.
    pub(super) fn save(
        &mut self,
        name: &str,
        leaves: bool,
        out: &mut Output,
    ) -> io::Result<CommandStatus> {
        let (file, suffix) = file_named::<G>(name);
        let text = match G::record_text(&self.saved_game(), &suffix, &self.messages) {
            Ok(text) => text,
            Err(reason) => {
                out.line(&reason)?;
                return self.ask_again(leaves, out);
            }
        };
        // A dangling link counts as an existing file.
        if file.symlink_metadata().is_ok() {
            out.line(&self.about_file("overwrite-question", &file))?;
            self.question = Some(Question::Overwrite { file, text, leaves });
            return Ok(CommandStatus::Answered);
        }
        self.write(&file, &text, leaves, out)
    }

    /// Returns the game as it is to be saved.
    fn saved_game(&self) -> SavedGame<'_, G> {
        let engine = match self.level {
            Some(level) => format!("{NAME} ({})", G::levels().name(level)),
            None => NAME.to_owned(),
        };
        let players = self.table.engine.map(|is_engine| match is_engine {
            true => engine.clone(),
            false => "Human".to_owned(),
        });
        SavedGame {
            record: &self.table.record,
            players,
            result: self.table.result.as_ref(),
            begun: &self.table.begun,
        }
    }

    /// Saves the game of a person who leaves without answering the question about it. A file or pipe that ends gave all
    /// of its input, so nothing is saved.
    pub fn rescue_of_person(&mut self, out: &mut Output) -> io::Result<()> {
        match self.is_person {
            true => self.rescue(out),
            false => Ok(()),
        }
    }

    /// Saves an unsaved game to a new file and prints its name. The file is in the current folder or, failing that, in
    /// the system's temporary folder. The game is saved even if the output fails.
    pub fn rescue(&mut self, out: &mut Output) -> io::Result<()> {
        if !self.table.is_unsaved() {
            return Ok(());
        }
        let text = match G::record_text(&self.saved_game(), G::SUFFIX, &self.messages) {
            Ok(text) => text,
            Err(reason) => return out.line(&reason),
        };
        let mut lines = Vec::new();
        for elsewhere in [false, true] {
            let file = recovery_file::<G>(&self.table.begun, elsewhere);
            let written = files::write(&file, text.as_bytes());
            lines.push(match &written {
                Ok(()) => self.about_file("saved", &file),
                Err(error) => self.cannot_write(&file, error),
            });
            if written.is_ok() {
                self.table.mark_saved();
                break;
            }
        }
        // Printed only after saving, because the screen may be gone.
        lines.iter().try_for_each(|line| out.line(line))
    }

    fn write(
        &mut self,
        file: &Path,
        text: &str,
        leaves: bool,
        out: &mut Output,
    ) -> io::Result<CommandStatus> {
        if let Err(error) = files::write(file, text.as_bytes()) {
            out.line(&self.cannot_write(file, &error))?;
            return self.ask_again(leaves, out);
        }
        self.table.mark_saved();
        out.line(&self.about_file("saved", file))?;
        Ok(match leaves {
            true => CommandStatus::Quit,
            false => CommandStatus::Answered,
        })
    }

    fn ask_again(&mut self, leaves: bool, out: &mut Output) -> io::Result<CommandStatus> {
        match leaves {
            true => self.quit(out),
            false => Ok(CommandStatus::Answered),
        }
    }

    fn about_file(&self, key: &str, file: &Path) -> String {
        let file = printable(file).to_string();
        self.messages.format(key, [("file", file.into())])
    }

    fn cannot_write(&self, file: &Path, error: &FileError) -> String {
        let (file, reason) = (printable(file).to_string(), self.messages.file_error(error));
        let values = [("file", file.into()), ("reason", reason.into())];
        self.messages.format("cannot-write", values)
    }

    /// Whether an answer is yes, in English or in the language of the messages.
    fn is_yes(&self, answer: &str) -> bool {
        let is_english = ["y", "yes"]
            .iter()
            .any(|yes| yes.eq_ignore_ascii_case(answer));
        is_english || self.messages.is_among(answer, "yes-words")
    }

    /// Whether an answer is no, in English or in the language of the messages.
    fn is_no(&self, answer: &str) -> bool {
        let words = ["", "n", "no", "quit"];
        let is_english = words.iter().any(|no| no.eq_ignore_ascii_case(answer));
        is_english || self.messages.is_among(answer, "no-words")
    }
}
