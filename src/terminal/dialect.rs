//! The dialect of a terminal: a person's moves and words, the engine's turns, the end of a game.
//!
//! - `questions`: leaving and saving, and the questions about them
//! - `tasks`: jobs of the worker, and the sentences that report their results

mod questions;
mod tasks;

use std::io;
use std::time::{Duration, Instant};

use self::questions::Question;
use self::tasks::TableTask;
use super::drawing::{self, Look, Marks, draw};
use super::game::{TerminalGame, letter, parse_move, parse_point, split_point};
use super::game_table::{EngineSides, GameTable};
use super::messages::{Messages, Named, side};
use super::time_setting::clock_text;
use super::word::{Word, first_word, split, words};
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::conversation::{CommandStatus, Dialect, Jobs, Precedence};
use tengen_engine::excerpt::excerpt;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::{Event, Limits, Settings, SkillLevel, Waker, Worker};
use tengen_play::Game;
use tengen_protocol::Bounds;
use tengen_protocol::Options;
use tengen_protocol::io::output::{Output, Screen};
use unicode_width::UnicodeWidthStr as _;

/// The engine's name in sentences and records.
const NAME: &str = "Tengen";

/// Returns the engine's name as a value of messages.
fn name<'a>() -> Named<'a> {
    ("name", NAME.into())
}

/// A line or a key typed at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// The start of the program.
    Begin,
    /// A typed line.
    Text(String),
    /// Ctrl-C.
    Interrupt {
        /// Whether it stopped a search or a count.
        stops: bool,
    },
}

/// The players, the time control and the screen of a game at a terminal.
#[derive(Clone, Debug)]
pub struct TableOptions {
    /// The sides that the engine plays, black first.
    pub engine: EngineSides,
    /// The time control of both sides.
    pub control: TimeControl,
    /// The capabilities of the screen.
    pub screen: Screen,
    /// Whether a person types, as opposed to input from a file or pipe.
    pub is_person: bool,
    /// The sentences that the person reads.
    pub messages: Messages,
}

/// A conversation with a person about one game.
pub struct TerminalDialect<G: TerminalGame> {
    table: GameTable<G>,
    worker: Worker<G::Position>,
    resources: G::Resources,
    settings: Settings,
    bounds: Bounds,
    /// The level of the engine's moves; `None` for full strength.
    level: Option<SkillLevel>,
    screen: Screen,
    is_person: bool,
    messages: Messages,
    task: Option<TableTask>,
    task_since: Instant,
    question: Option<Question>,
    /// Whether the board has changed since it was drawn.
    is_drawing_due: bool,
}

impl<G: TerminalGame> TerminalDialect<G> {
    /// Sets up a game. Fails if the game does not support these options, or if no thread can be started.
    pub fn new(options: &Options, table: TableOptions, waker: Waker) -> io::Result<Self> {
        let start = G::start(&options.games)
            .map_err(|failure| io::Error::new(io::ErrorKind::InvalidInput, failure.to_string()))?;
        let resources = G::resources(&options.games);
        let search_resources = resources.clone();
        let worker = Worker::spawn(options.settings, waker, move |settings| {
            G::searcher(settings, &search_resources)
        })?;
        Ok(TerminalDialect {
            table: GameTable::new(start, table.engine, table.control),
            worker,
            resources,
            settings: options.settings,
            bounds: options.bounds,
            level: options.level,
            screen: table.screen,
            is_person: table.is_person,
            messages: table.messages,
            task: None,
            task_since: Instant::now(),
            question: None,
            is_drawing_due: false,
        })
    }

    fn begin(&mut self, out: &mut Output) -> io::Result<()> {
        let game = self.messages.text(match G::GAME {
            Game::Go => "game-go",
            Game::Gomoku => "game-gomoku",
            Game::Reversi => "game-reversi",
        });
        let values = [
            name(),
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("game", game.into()),
            ("move", G::EXAMPLE.into()),
        ];
        out.line(&self.messages.format("greeting", values))?;
        if self.level.is_some() {
            self.show_level(out)?;
        }
        self.table.start_turn();
        self.is_drawing_due = true;
        Ok(())
    }

    /// Shows the level if `name` is empty, or sets it.
    fn set_level(&mut self, text: &str, out: &mut Output) -> io::Result<()> {
        if !text.is_empty() {
            match G::levels().read(text) {
                Ok(level) => self.level = level,
                Err(_) => return out.line(&self.no_level(text)),
            }
        }
        self.show_level(out)
    }

    /// Says that there is no such level, and which there are.
    fn no_level(&self, text: &str) -> String {
        let (mut names, seen) = (G::levels().levels(), excerpt(text));
        let name = |level: Option<SkillLevel>| G::levels().name_or_full(level);
        let weakest = names.next();
        let strongest = names.last().or(weakest);
        let values = [
            ("level", seen.into()),
            ("weakest", name(weakest).into()),
            ("strongest", name(strongest).into()),
        ];
        self.messages.format("no-level", values)
    }

    fn show_level(&self, out: &mut Output) -> io::Result<()> {
        let key = match self.level {
            Some(_) => "level-set",
            None => "level-full",
        };
        let level = G::levels().name_or_full(self.level);
        out.line(&self.messages.format(key, [name(), ("level", level.into())]))
    }

    fn take_line(&mut self, line: &str, out: &mut Output) -> io::Result<CommandStatus> {
        if let Some(question) = self.question.take() {
            return self.take_answer(question, line.trim(), out);
        }
        let (first, rest) = split(line);
        match first_word(line) {
            Some(word)
                if rest.is_empty() || matches!(word, Word::Save | Word::Ladder | Word::Level) =>
            {
                self.take_word(word, rest, out)
            }
            Some(_) => {
                let values = [("word", first.into())];
                out.line(&self.messages.format("no-argument", values))?;
                Ok(CommandStatus::Answered)
            }
            None if first.is_empty() => Ok(CommandStatus::Answered),
            None => self.take_move(line.trim(), out),
        }
    }

    fn take_word(
        &mut self,
        word: Word,
        argument: &str,
        out: &mut Output,
    ) -> io::Result<CommandStatus> {
        match word {
            Word::Board => self.is_drawing_due = true,
            Word::Help => self.help(out)?,
            Word::Hint => return self.hint(out),
            Word::Ladder => return self.ladder(argument, out),
            Word::Level => self.set_level(argument, out)?,
            Word::New => {
                self.table.begin_again();
                self.worker.clear();
                self.is_drawing_due = true;
            }
            Word::Quit => return self.quit(out),
            Word::Resign => self.resign(out)?,
            Word::Save if argument.is_empty() => {
                let values = [("suffix", G::SUFFIX.into())];
                out.line(&self.messages.format("name-file", values))?;
            }
            Word::Save => return self.save(argument, false, out),
            Word::Score => self.count(false),
            // The search was already stopped when the line arrived.
            Word::Stop => {}
            Word::Switch => {
                self.table.switch_sides();
                self.is_drawing_due = true;
            }
            Word::Undo if self.table.take_back() => self.is_drawing_due = true,
            Word::Undo => out.line(&self.messages.text("no-undo"))?,
        }
        Ok(CommandStatus::Answered)
    }

    fn take_move(&mut self, text: &str, out: &mut Output) -> io::Result<CommandStatus> {
        let position = self.table.position();
        let Some(mv) = parse_move::<G>(position, text) else {
            out.line(&self.no_move(text))?;
            return Ok(CommandStatus::Answered);
        };
        if self.table.is_over() {
            out.line(&self.messages.text("over-choices"))?;
            return Ok(CommandStatus::Answered);
        }
        if let Err(reason) = position.check(self.table.to_move(), mv) {
            let reason = self.messages.illegal(reason);
            let values = [("move", text.into()), ("reason", reason.into())];
            out.line(&self.messages.format("not-possible", values))?;
            return Ok(CommandStatus::Answered);
        }
        if self.table.check_flag(&self.messages) {
            self.is_drawing_due = true;
            return Ok(CommandStatus::Answered);
        }
        if self.table.play(mv).is_ok() {
            self.is_drawing_due = true;
        }
        Ok(CommandStatus::Answered)
    }

    /// Explains why a text is neither a word nor a legal move.
    fn no_move(&self, text: &str) -> String {
        let position = self.table.position();
        if tengen_engine::game::is_pass(text) {
            return self.messages.text("no-pass");
        }
        if split_point(text).is_none() {
            let values = [("text", excerpt(text).into())];
            return self.messages.format("not-understood", values);
        }
        let (width, height) = G::size(position);
        let letters = G::LETTERS.get(..usize::from(width)).unwrap_or(G::LETTERS);
        let leaves_out_i = letters.contains(['J', 'j']) && !letters.contains(['I', 'i']);
        let key = match leaves_out_i {
            true => "off-board-without-i",
            false => "off-board",
        };
        let letter = |column| String::from(letter::<G>(column));
        let values = [
            ("point", excerpt(text).into()),
            ("first", letter(0).into()),
            ("last", letter(width.saturating_sub(1)).into()),
            ("rows", height.into()),
        ];
        self.messages.format(key, values)
    }

    fn help(&self, out: &mut Output) -> io::Result<()> {
        let mut rows = vec![(G::EXAMPLE.to_owned(), "help-move")];
        if G::move_at(self.table.position(), None).is_some() {
            rows.push(("pass".to_owned(), "help-pass"));
        }
        rows.extend(words(G::GAME).map(|row| (row.usage(&self.messages), row.help)));
        let widest = rows.iter().map(|(usage, _)| usage.width()).max();
        let columns = widest.unwrap_or(0) + 1;
        rows.iter().try_for_each(|(usage, key)| {
            let padding = " ".repeat(columns - usage.width());
            out.line(&format!("{usage}{padding}{}", self.messages.text(key)))
        })
    }

    fn hint(&mut self, out: &mut Output) -> io::Result<CommandStatus> {
        if self.table.is_over() {
            out.line(&self.messages.text("over"))?;
            return Ok(CommandStatus::Answered);
        }
        let clock = Clock::default();
        let limits = self
            .bounds
            .limits_by(&clock, G::moves_left(self.table.position()));
        self.search(TableTask::Hint, limits);
        Ok(CommandStatus::Running)
    }

    fn ladder(&mut self, argument: &str, out: &mut Output) -> io::Result<CommandStatus> {
        let position = self.table.position();
        let Some(point) = parse_point::<G>(position, argument) else {
            let values = [("move", G::EXAMPLE.into())];
            out.line(&self.messages.format("name-stone", values))?;
            return Ok(CommandStatus::Answered);
        };
        match G::ladder(position, point, &self.messages) {
            Ok(computation) => {
                self.start(TableTask::Answer);
                self.worker.compute(computation, Limits::default());
                Ok(CommandStatus::Running)
            }
            Err(reason) => {
                out.line(&reason)?;
                Ok(CommandStatus::Answered)
            }
        }
    }

    fn resign(&mut self, out: &mut Output) -> io::Result<()> {
        if self.table.is_over() {
            return out.line(&self.messages.text("over"));
        }
        let to_move = self.table.to_move();
        let loser = match self.table.engine {
            [false, true] => Color::Black,
            [true, false] => Color::White,
            _ => to_move,
        };
        self.table.resign(loser, &self.messages);
        self.is_drawing_due = true;
        Ok(())
    }

    /// Continues the game until a person has to act: plays forced passes and the engine's turn, and shows the end.
    /// Draws a changed board if a person is to see it.
    fn settle(&mut self, out: &mut Output) -> io::Result<CommandStatus> {
        loop {
            if self.table.is_over() {
                if self.table.result.is_none() {
                    self.count(true);
                    return Ok(CommandStatus::Running);
                }
                self.show_end(out)?;
                return Ok(CommandStatus::Answered);
            }
            if G::must_pass(self.table.position()) {
                self.pass(out)?;
                continue;
            }
            if self.table.is_engine_to_move() {
                let position = self.table.position();
                let clock = self.table.clock(position.to_move());
                let limits = self
                    .bounds
                    .limits_by(clock, G::moves_left(position))
                    .for_person();
                self.table.start_turn();
                self.search(TableTask::Move, limits);
                return Ok(CommandStatus::Running);
            }
            if std::mem::take(&mut self.is_drawing_due) {
                self.show_board(out)?;
            }
            return Ok(CommandStatus::Answered);
        }
    }

    /// Passes for the side to move, which has no move.
    fn pass(&mut self, out: &mut Output) -> io::Result<()> {
        let passer = [side(self.table.to_move())];
        out.line(&self.messages.format("forced-pass", passer))?;
        if let Some(pass) = G::move_at(self.table.position(), None) {
            // The pass is the only legal move.
            let _ = self.table.play(pass);
        }
        self.is_drawing_due = true;
        Ok(())
    }

    fn show_board(&self, out: &mut Output) -> io::Result<()> {
        let position = self.table.position();
        let mut notes = Color::BOTH.map(|color| self.player_note(color)).to_vec();
        notes.extend(G::status(position, &self.messages));
        let mut marks = Marks {
            last: self.table.last_point(),
            empty: Vec::new(),
        };
        if !self.table.is_over() {
            marks.empty = G::marked(position);
            if !marks.empty.is_empty() {
                let sign = drawing::marked_sign::<G>();
                notes.push(self.messages.format(G::LEGEND, [("sign", sign.into())]));
            }
            let number = self.table.record.len() + 1;
            let turn = [("n", number.into()), side(position.to_move())];
            notes.push(self.messages.format("to-move", turn));
        }
        let look = Look::now(self.screen);
        out.text(&draw::<G>(position, &marks, &notes, look))
    }

    /// Returns the note about a player: side, name, clock, and the stone's letter in a drawing with letters.
    fn player_note(&self, color: Color) -> String {
        let player = match self.table.engine[color.index()] {
            true => NAME.to_owned(),
            false => self.messages.text("you"),
        };
        let (clock, spent) = (self.table.clock(color), self.table.spent(color));
        let clock = clock_text(clock, spent, &self.messages);
        let letter = match (self.screen.colors && self.screen.unicode, color) {
            (true, _) => "",
            (false, Color::Black) => "X ",
            (false, Color::White) => "O ",
        };
        let values = [side(color), ("player", player.into())];
        let player = self.messages.format("player", values);
        let note = format!("{letter}{player}  {clock}");
        note.trim_end().to_owned()
    }

    /// Shows the end of the game, once per game.
    fn show_end(&mut self, out: &mut Output) -> io::Result<()> {
        if !std::mem::take(&mut self.is_drawing_due) {
            return Ok(());
        }
        self.show_board(out)?;
        if let Some(result) = &self.table.result {
            out.line(&format!("{} ({})", result.sentence, result.code))?;
        }
        out.line(&self.messages.text("end-choices"))
    }

    /// Returns the time at which the person to move loses on time; `None` if the engine is to move.
    fn persons_flag(&self) -> Option<Instant> {
        let is_persons_turn = !self.table.is_over() && !self.table.is_engine_to_move();
        self.table.flag_falls_at().filter(|_| is_persons_turn)
    }
}

impl<G: TerminalGame> Dialect for TerminalDialect<G> {
    type Command = TypedLine;
    type Out = Output;

    fn precedence(&self, line: &TypedLine) -> Precedence {
        match line {
            TypedLine::Begin => Precedence::Waits,
            TypedLine::Interrupt { .. } => Precedence::Stops,
            TypedLine::Text(text) => match first_word(text) {
                Some(Word::Stop) => Precedence::Stops,
                Some(Word::Quit | Word::Undo | Word::Resign | Word::New | Word::Switch) => {
                    Precedence::Cancels
                }
                _ => Precedence::Waits,
            },
        }
    }

    /// A file is played as it stands. A person who quits or takes a move back does not wait for the search.
    fn cancels(&self, line: &TypedLine) -> bool {
        let leaves = matches!(line, TypedLine::Text(text) if first_word(text) == Some(Word::Quit));
        self.is_person && (leaves || matches!(self.task, Some(TableTask::Move)))
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn execute(&mut self, line: TypedLine, out: &mut Output) -> io::Result<CommandStatus> {
        let status = match line {
            TypedLine::Begin => {
                self.begin(out)?;
                CommandStatus::Answered
            }
            TypedLine::Interrupt { stops } => {
                if !stops {
                    let key = match self.table.is_unsaved() {
                        true => "leaves-and-saves",
                        false => "leaves",
                    };
                    out.line(&self.messages.text(key))?;
                }
                CommandStatus::Answered
            }
            TypedLine::Text(text) => self.take_line(&text, out)?,
        };
        let is_idle = status == CommandStatus::Answered && self.task.is_none();
        match (status, &self.task) {
            (CommandStatus::Answered, Some(_)) => Ok(CommandStatus::Running),
            _ if is_idle && self.question.is_none() => self.settle(out),
            _ => Ok(status),
        }
    }

    fn handle_events(&mut self, out: &mut Output) -> io::Result<bool> {
        while let Some(event) = self.worker.next_event() {
            if matches!(event, Event::Progress(_) | Event::Game(_)) {
                continue;
            }
            let Some(task) = self.task.take() else {
                continue;
            };
            self.finish(event, task, out)?;
            if self.settle(out)? == CommandStatus::Answered {
                return Ok(true);
            }
        }
        let has_fallen = self.persons_flag().is_some_and(|at| at <= Instant::now());
        if has_fallen && self.table.check_flag(&self.messages) {
            // The person may be in the middle of typing a line.
            out.line("")?;
            self.worker.abandon();
            self.task = None;
            self.is_drawing_due = true;
            return Ok(self.settle(out)? == CommandStatus::Answered);
        }
        Ok(false)
    }

    fn cancel(&mut self, _: &mut Output) -> io::Result<()> {
        self.worker.abandon();
        self.task = None;
        Ok(())
    }

    fn input_ended(&mut self, _: Duration) {
        // The input has ended, so no answer will come.
        self.question = None;
    }

    fn alarm(&self) -> Option<Instant> {
        self.persons_flag()
            .into_iter()
            .chain(self.worker.alarm())
            .min()
    }
}
