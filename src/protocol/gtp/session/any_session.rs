//! A session of any game, as used by the front.

use std::time::Instant;

use super::{Pondering, Session};
use crate::gtp::command_table::{Answer, Failure};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::Request;
use crate::gtp::search::RunningSearch;
use crate::{Bounds, Remarks};
use tengen_engine::clock::TimeControl;
use tengen_engine::conversation::{Jobs, Precedence};
use tengen_engine::game::Color;
use tengen_engine::{Event, Settings};

/// A session of any game, as used by the front.
pub trait AnySession {
    /// Returns the effect of the command with this name before its turn.
    fn precedence(&self, name: &str) -> Precedence;

    /// Runs a command. Fails if the command is unknown or refuses its arguments.
    fn run(&mut self, request: &Request) -> Result<Answer, Failure>;

    /// Returns the next update of the running command, if there is one. Never blocks.
    fn poll(&mut self) -> Option<Update>;

    /// Returns the time at which to call `poll` even without a worker event.
    fn next_update_at(&self) -> Option<Instant>;

    /// Returns the worker's jobs.
    fn jobs(&mut self) -> &mut dyn Jobs;

    /// Ends the running command at once and returns the end of its reply.
    fn cancel(&mut self) -> String;

    /// Returns the settings that outlast a change of the game.
    fn session_settings(&self) -> SessionSettings;

    /// Restores settings from the session of another game.
    fn restore(&mut self, settings: SessionSettings);
}

/// A part of the reply to a running command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A line of a reply that continues.
    Line(String),
    /// The whole reply or its rest.
    End(Result<String, Failure>),
}

/// Settings that outlast a change of the game.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    bounds: Bounds,
    pondering: Pondering,
    resign_below: Option<f32>,
    remarks: Remarks,
    settings: Settings,
    time_control: TimeControl,
}

impl<G: GtpGame> AnySession for Session<G> {
    fn precedence(&self, name: &str) -> Precedence {
        let command = self.command(name);
        command.map_or(Precedence::Waits, |row| row.action.precedence)
    }

    fn run(&mut self, request: &Request) -> Result<Answer, Failure> {
        let command = self.command(&request.name);
        let command = command.ok_or_else(|| Failure::new("unknown command"))?;
        command.run(self, &request.args)
    }

    fn poll(&mut self) -> Option<Update> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => {
                    log::debug!("depth {}, {} nodes", report.depth, report.nodes);
                    if let Some(search) = &mut self.search {
                        search.take_report(report);
                    }
                }
                // No GTP command requests these events.
                Event::Game(_) => {}
                Event::Done(result) => {
                    return Some(match self.query.take() {
                        Some(query) => Update::End(query.answer(result)),
                        None => self.finish(result),
                    });
                }
                Event::Prepared => return Some(Update::End(Ok(String::new()))),
                Event::Computed(result) => {
                    let reply = match (result, self.on_computed.take()) {
                        (Ok(_), Some(on_computed)) => on_computed(self),
                        (result, _) => result.map_err(Failure::from),
                    };
                    return Some(Update::End(reply));
                }
                Event::Failed(message) => {
                    self.search = None;
                    self.query = None;
                    self.on_computed = None;
                    let failure = Failure::new(format!("the search failed: {message}"));
                    return Some(Update::End(Err(failure)));
                }
            }
        }
        self.search.as_mut()?.due_line().map(Update::Line)
    }

    fn next_update_at(&self) -> Option<Instant> {
        let line = self.search.as_ref().and_then(RunningSearch::next_line_at);
        line.into_iter().chain(self.worker.alarm()).min()
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn cancel(&mut self) -> String {
        self.worker.abandon();
        let search = self.search.take();
        search.map_or_else(String::new, |search| search.cancelled())
    }

    fn session_settings(&self) -> SessionSettings {
        SessionSettings {
            bounds: self.bounds,
            pondering: self.pondering,
            resign_below: self.resign_below,
            remarks: self.remarks,
            settings: self.settings,
            time_control: self.clocks[Color::Black.index()].control(),
        }
    }

    fn restore(&mut self, settings: SessionSettings) {
        self.bounds = settings.bounds;
        self.pondering = settings.pondering;
        self.resign_below = settings.resign_below;
        self.remarks = settings.remarks;
        self.configure(settings.settings);
        self.set_time_control(settings.time_control);
    }
}
