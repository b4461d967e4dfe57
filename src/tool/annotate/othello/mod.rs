//! Othello games as GGF, WTHOR and transcripts: the discs that each move loses.
//!
//! - `game_file`: the games of a file
//! - `move_loss`: the losses of a game's moves
//! - `game_report`: the losses of a game as text and as JSON Lines
//!
//! Tests: unit tests in `game_file.rs`, `move_loss.rs` and this file; `protocol-tests/tools/positions.rs`.
//! A change moves: lines of JSON that `src/tool/manual/subcommands.md` describes.

mod game_file;
mod game_report;
mod move_loss;

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, ensure};
use clap::Args;

pub use self::game_file::is_othello;
use self::game_file::{NameFiles, OthelloFile, OthelloGame};
use self::game_report::{GameReport, fault_line};
use self::move_loss::{LossFinder, MoveLoss};
use crate::tool::in_order;
use crate::tool::searches::{SearchArgs, SearchedGame as _};
use crate::tool::shard::{self, ShardArgs};
use crate::tool::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::files::printable;
use tengen_play::PlayableGame as _;
use tengen_protocol::GameName;
use tengen_protocol::io::error_output::{self, ErrorOutput};
use tengen_reversi::AlphaBeta;

/// Default for `--exact`. Solving a position with 20 empty squares takes half a second at most.
const EXACT_EMPTIES: u32 = 20;

/// Options for Othello games in formats other than SGF.
#[derive(Clone, Debug, Args)]
pub struct OthelloArgs {
    /// Print JSON Lines: an object for each move and one for each game.
    #[arg(long)]
    json: bool,
    /// Report only games N to M of each file, counted from 1; N- means from N on.
    #[arg(long, value_name = "N[-M]")]
    games: Option<GameRange>,
    /// Solve positions with up to N empty squares, 0 to 60, without limits [default: 20].
    #[arg(long, value_name = "N", value_parser = whole(0_u32..=60))]
    exact: Option<u32>,
    /// Read the names of WTHOR's players from this file [default: WTHOR.JOU next to the games].
    #[arg(long, value_name = "FILE.jou")]
    players: Option<PathBuf>,
    /// Read the names of WTHOR's tournaments from this file [default: WTHOR.TRN next to the games].
    #[arg(long, value_name = "FILE.trn")]
    tournaments: Option<PathBuf>,
}

/// A range of games of a file, counted from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameRange {
    first: usize,
    last: usize,
}

impl FromStr for GameRange {
    type Err = String;

    /// Parses `N`, `N-` or `N-M`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let last = match last {
            "" => Some(usize::MAX),
            last => last.parse().ok(),
        };
        let range = first.parse().ok().zip(last);
        range
            .map(|(first, last)| GameRange { first, last })
            .filter(|range| 1 <= range.first && range.first <= range.last)
            .ok_or_else(|| "expected games such as 3, 3-7 or 3-".to_owned())
    }
}

/// A game of a file, or the reason why it is damaged.
struct NumberedGame<'a> {
    file: &'a str,
    number: usize,
    game: &'a Result<OthelloGame, String>,
}

impl OthelloArgs {
    /// Returns the name of the first of these options on the command line, if any.
    pub fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--json", self.json),
            ("--games", self.games.is_some()),
            ("--exact", self.exact.is_some()),
            ("--players", self.players.is_some()),
            ("--tournaments", self.tournaments.is_some()),
        ];
        given
            .into_iter()
            .find(|(_, is_given)| *is_given)
            .map(|(name, _)| name)
    }

    /// Reports the losses of all selected games. Logs bad files and games, and fails in the end if there were any,
    /// unless `--lenient` allows them.
    pub fn run(
        &self,
        paths: &[PathBuf],
        search: &SearchArgs,
        shard: &ShardArgs,
        streams: &mut Streams,
    ) -> Result<()> {
        type G = tengen_play::reversi::Reversi;
        let name = GameName {
            game: G::GAME,
            rule: None,
        };
        let plan = search.open(Some(name), None)?;
        let names = NameFiles {
            players: self.players.clone(),
            tournaments: self.tournaments.clone(),
        };
        let mut bad = 0;
        let mut files = Vec::new();
        for path in paths {
            match OthelloFile::read(path, &names) {
                Ok(file) => {
                    for fault in &file.faults {
                        bad += 1;
                        writeln!(streams.log, "{fault}");
                    }
                    files.push(file);
                }
                Err(error) => {
                    bad += 1;
                    writeln!(streams.log, "{}: {error}", printable(path));
                }
            }
        }
        let asked = self.asked(&files)?;
        let parts = shard::parts(shard.shard, &[&asked], |asked| Ok(asked.len()))?;
        let asked: Vec<&NumberedGame> = parts[0].of(asked.iter()).collect();
        let mut progress = GameProgress::new(asked.len());
        progress.tell(streams.log);
        let finder = || {
            let searcher = AlphaBeta::new(plan.options.settings);
            let exact = self.exact.unwrap_or(EXACT_EMPTIES);
            let mut finder = LossFinder::new(searcher, plan.limits_or(G::NODES), exact);
            move |asked: &NumberedGame| -> Option<Vec<MoveLoss>> {
                let game = asked.game.as_ref().ok()?;
                Some(finder.losses(&game.record))
            }
        };
        let mut told = asked.iter();
        let tasks = asked.iter().map(|asked| Ok(*asked));
        in_order::run(tasks, plan.threads, finder, |losses, _| {
            let Some(asked) = told.next() else {
                return Ok(());
            };
            match (asked.game, losses) {
                (Ok(game), Some(losses)) => {
                    let report = GameReport {
                        file: asked.file,
                        number: asked.number,
                        game,
                        losses: &losses,
                    };
                    match self.json {
                        true => report.write_json(streams.out)?,
                        false => report.write_text(streams.out)?,
                    }
                }
                (Err(error), _) => {
                    bad += 1;
                    progress.clear(streams.log);
                    writeln!(streams.log, "{}: {error}", asked.file);
                    if self.json {
                        streams
                            .out
                            .line(&fault_line(asked.file, asked.number, error))?;
                    }
                }
                (Ok(_), None) => {}
            }
            streams.out.flush()?;
            progress.done += 1;
            progress.tell(streams.log);
            Ok(())
        })?;
        shard.judge(bad, || format!("bad files or games: {bad}"))
    }

    /// Returns the games that `--games` selects.
    fn asked<'a>(&self, files: &'a [OthelloFile]) -> Result<Vec<NumberedGame<'a>>> {
        let mut asked = Vec::new();
        for file in files {
            let count = file.games.len();
            let range = self.games.unwrap_or(GameRange {
                first: 1,
                last: usize::MAX,
            });
            if let Some(wanted) = self.games {
                let OthelloFile { name, .. } = file;
                ensure!(
                    wanted.first <= count,
                    "--games {}: {name} has {count} games",
                    wanted.first
                );
            }
            let games = (1..).zip(&file.games);
            let games = games.filter(|(number, _)| (range.first..=range.last).contains(number));
            asked.extend(games.map(|(number, game)| NumberedGame {
                file: &file.name,
                number,
                game,
            }));
        }
        Ok(asked)
    }
}

/// Progress through the games, reported on the log.
struct GameProgress {
    all: usize,
    done: usize,
    /// Whether each progress line replaces the last.
    is_terminal: bool,
}

impl GameProgress {
    fn new(all: usize) -> GameProgress {
        GameProgress {
            all,
            done: 0,
            is_terminal: error_output::is_terminal(),
        }
    }

    fn tell(&self, log: &mut ErrorOutput) {
        let GameProgress { all, done, .. } = self;
        match (self.is_terminal, done == all) {
            (true, true) => self.clear(log),
            (true, false) => write!(log, "\r{done} of {all} games\x1b[K"),
            (false, _) => writeln!(log, "{done} of {all} games"),
        }
    }

    /// Erases the progress line on a terminal.
    fn clear(&self, log: &mut ErrorOutput) {
        if self.is_terminal {
            write!(log, "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_games() {
        let range = |text: &str| {
            text.parse::<GameRange>()
                .map(|range| (range.first, range.last))
        };
        assert_eq!(range("3"), Ok((3, 3)));
        assert_eq!(range("3-7"), Ok((3, 7)));
        assert_eq!(range("3-"), Ok((3, usize::MAX)));
        for bad in ["", "0", "7-3", "-3", "a", "3-b", "1-2-3"] {
            assert!(
                range(bad).unwrap_err().starts_with("expected games"),
                "{bad}"
            );
        }
    }
}
