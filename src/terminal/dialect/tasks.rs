//! Jobs of the worker for a game at a terminal: their start, and the sentences that report their results.

use std::io;
use std::time::Instant;

use super::{TerminalDialect, name};
use crate::terminal::game::{GameResult, TerminalGame, spell};
use tengen_engine::deferred::Deferred;
use tengen_engine::game::Position as _;
use tengen_engine::{Event, Limits, SearchRequest, SearchResult};
use tengen_play::MoveOf;
use tengen_play::options::ClientOptions;
use tengen_protocol::io::output::Output;

/// A job of the worker.
pub(super) enum TableTask {
    /// The search for the engine's move.
    Move,
    /// The search for a hint.
    Hint,
    /// A computation of a text, which is printed.
    Answer,
    /// The count of the board. The result ends the game if `ends_game`.
    Count {
        result: Deferred<GameResult>,
        ends_game: bool,
    },
}

impl<G: TerminalGame> TerminalDialect<G> {
    /// Starts a count of the board, at the end of the game or on request.
    pub(super) fn count(&mut self, ends_game: bool) {
        let (computation, result) = G::count(
            &self.table.record,
            &self.resources,
            self.settings.isa,
            &self.messages,
        );
        self.start(TableTask::Count { result, ends_game });
        self.worker.compute(computation, Limits::default());
    }

    pub(super) fn start(&mut self, task: TableTask) {
        self.task = Some(task);
        self.task_since = Instant::now();
    }

    pub(super) fn search(&mut self, task: TableTask, limits: Limits) {
        let mut request = SearchRequest::default();
        let options = ClientOptions {
            book: true,
            ..ClientOptions::default()
        };
        G::take_options(&mut request.game, options);
        // A hint is given at full strength.
        request.level = self.level.filter(|_| matches!(task, TableTask::Move));
        request.move_only = matches!(task, TableTask::Move);
        self.start(task);
        self.worker
            .search(self.table.record.clone(), limits, request);
    }

    fn finish_search(
        &mut self,
        task: TableTask,
        result: Option<SearchResult<MoveOf<G>>>,
        out: &mut Output,
    ) -> io::Result<()> {
        let Some(result) = result else {
            return out.line(&self.messages.text("no-move"));
        };
        let position = self.table.position();
        let color = position.to_move();
        let mv = spell::<G>(position, result.mv);
        let line = result.report.lines.first();
        let value = line.map(|line| G::value(position, color, line, &self.messages));
        let note = ("note", self.search_note(value).into());
        if matches!(task, TableTask::Hint) {
            let pv = line.map(|line| line_text::<G>(position, &line.pv));
            let pv = ("line", pv.unwrap_or_default().into());
            let values = [("move", mv.into()), note, pv];
            return out.line(&self.messages.format("hint-is", values));
        }
        self.is_drawing_due = true;
        if self.table.check_flag(&self.messages) {
            return Ok(());
        }
        if result.resigns {
            self.table.resign(color, &self.messages);
            return out.line(&self.messages.format("resigns", [name(), note]));
        }
        if let Err(reason) = self.table.play(result.mv) {
            log::error!("the search chose {mv}, which is illegal: {reason}");
            self.table.resign(color, &self.messages);
            return out.line(&self.messages.format("no-legal-move", [name()]));
        }
        let values = [name(), ("move", mv.into()), note];
        out.line(&self.messages.format("plays", values))
    }

    /// Describes how long a search took and, if known, the value of its move.
    fn search_note(&self, value: Option<String>) -> String {
        let seconds = self
            .messages
            .decimal(self.task_since.elapsed().as_secs_f64(), 1);
        let seconds = ("seconds", seconds.into());
        match value {
            Some(value) => self
                .messages
                .format("seconds-value", [seconds, ("value", value.into())]),
            None => self.messages.format("seconds", [seconds]),
        }
    }

    pub(super) fn finish(
        &mut self,
        event: Event<MoveOf<G>>,
        task: TableTask,
        out: &mut Output,
    ) -> io::Result<()> {
        match (event, task) {
            (Event::Done(result), task) => self.finish_search(task, result, out),
            (Event::Computed(Ok(_)), TableTask::Count { result, ends_game }) => {
                let result = result.take();
                if ends_game {
                    self.table.result = result;
                    self.is_drawing_due = true;
                    return Ok(());
                }
                match result {
                    Some(result) if result.code == "?" => out.line(&result.sentence),
                    Some(result) => out.line(&format!("{} ({})", result.sentence, result.code)),
                    None => Ok(()),
                }
            }
            (Event::Computed(Ok(text)), _) => out.line(&text),
            (Event::Computed(Err(error)), _) => out.line(&error.text),
            (Event::Failed(message), TableTask::Move) => {
                self.table.resign(self.table.to_move(), &self.messages);
                self.is_drawing_due = true;
                let values = [name(), ("text", message.into())];
                out.line(&self.messages.format("fails-and-resigns", values))
            }
            (Event::Failed(message), _) => {
                let values = [("text", message.into())];
                out.line(&self.messages.format("failed", values))
            }
            (Event::Progress(_) | Event::Game(_) | Event::Prepared, _) => Ok(()),
        }
    }
}

/// Writes a sequence of moves from a position.
fn line_text<G: TerminalGame>(position: &G::Position, moves: &[MoveOf<G>]) -> String {
    let moves: Vec<String> = moves.iter().map(|&mv| spell::<G>(position, mv)).collect();
    moves.join(" ")
}
