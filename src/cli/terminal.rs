//! A game against a person at a terminal.

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::player::PlayerArgs;
use crate::terminal::dialect::TableOptions;
use crate::terminal::messages::{Language, Messages};
use crate::terminal::{TerminalFront, TerminalGame, TimeSetting};
use crate::tool::problems::training_front::{TrainingArgs, train};
use tengen_engine::Waker;
use tengen_engine::clock::TimeControl;
use tengen_go::{Komi, Rules};
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_protocol::Options;
use tengen_protocol::io::output::Screen;
use tengen_protocol::io::server::Sources;
use tengen_protocol::io::terminal::Terminal;
use tengen_protocol::io::{output, server};

/// Arguments of `tengen play`.
#[derive(Clone, Debug, Args)]
pub struct TerminalArgs {
    #[command(flatten)]
    player: PlayerArgs,
    /// Play this side; both for two people, none to watch [default: black].
    #[arg(long, default_value = "black", hide_default_value = true)]
    color: PersonSide,
    /// Give both sides a clock [default: none, and one second for each of Tengen's moves].
    ///
    /// 10m is the whole time, 5m+3s adds an increment, 10m+3x30s byo-yomi periods, 10m+5m/25 Canadian overtime.
    #[arg(long, value_name = "TIME")]
    time: Option<TimeSetting>,
    /// Speak this language [default: by LC_ALL, LC_MESSAGES or LANG, if their encoding is UTF-8].
    #[arg(long, value_name = "TAG")]
    language: Option<Language>,
    #[command(flatten)]
    training: TrainingArgs,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PersonSide {
    /// Black, which moves first.
    Black,
    /// White, which moves second.
    White,
    /// Both, without Tengen.
    Both,
    /// None: Tengen plays against itself.
    None,
}

impl PersonSide {
    /// Returns the sides that the engine plays, black first.
    fn engine(self) -> [bool; 2] {
        match self {
            PersonSide::Black => [false, true],
            PersonSide::White => [true, false],
            PersonSide::Both => [false, false],
            PersonSide::None => [true, true],
        }
    }
}

impl TerminalArgs {
    /// Plays, or lets a person solve problems, until the player quits. Fails if an option names a file that cannot be opened or belongs to another game,
    /// or if the terminal fails.
    pub fn run(self) -> Result<()> {
        let game = self.player.game.map(|name| name.game);
        let messages = Messages::chosen(self.language);
        if let Some(problems) = self.training.problems(game)? {
            return train(problems, messages);
        }
        let mut options = self.player.open()?;
        if options.game == Game::Go {
            by_custom(&mut options)?;
        }
        let terminal = Terminal::open()?;
        let table = TableOptions {
            is_person: terminal.is_person,
            engine: self.color.engine(),
            control: self.time.map_or(TimeControl::Unlimited, |time| time.0),
            screen: Screen::detect(),
            messages,
        };
        with_game!(options.game, G => play::<G>(&options, table, terminal))
    }
}

/// Fills in the usual defaults of casual Go: Chinese rules, and half a point of komi with a handicap.
fn by_custom(options: &mut Options) -> Result<()> {
    options.games.go.rules.get_or_insert(Rules::CHINESE);
    if options.games.go.handicap > 0 && options.games.go.komi.is_none() {
        options.games.go.komi = Some(Komi::from_points(0.5)?);
    }
    Ok(())
}

fn play<G: TerminalGame>(options: &Options, table: TableOptions, terminal: Terminal) -> Result<()> {
    let (waker, events) = Waker::new();
    let Terminal {
        lines,
        termination,
        ready,
        mut output,
        prompts,
        mode: _mode,
        ..
    } = terminal;
    let mut front = TerminalFront::<G>::new(options, table, waker, (ready, prompts))?;
    let sources = Sources {
        lines,
        events,
        gone: output::gone(),
    };
    let begun = front.begin(&mut output);
    let played = begun.and_then(|()| server::run(sources, &mut front, &mut output));
    if played.is_err() {
        front.rescue_silently();
    }
    // Report the signal even if it took the screen with it and the game failed for that.
    match termination.try_recv() {
        Ok(signal) => Err(signal.into()),
        Err(_) => Ok(played?),
    }
}
