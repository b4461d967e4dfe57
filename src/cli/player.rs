//! The game to play and the player's resources.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::tool::whole_number::whole;
use tengen_engine::files::Access;
use tengen_engine::files::printable;
use tengen_engine::{Backend, Settings, SkillLevel};
use tengen_go::net::{self, NetworkSource, builtin};
use tengen_go::{Komi, Rules};
use tengen_gomoku::Rule;
use tengen_play::Game;
use tengen_play::PlayableGame as _;
use tengen_play::games::{self, with_game};
use tengen_play::options::{GameOptions, GoOptions, GomokuOptions, Opening, ReversiOptions};
use tengen_protocol::{Bounds, GameName, Options};
use tengen_reversi::book::Book;

/// The game to play and the player's resources.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayerArgs {
    /// Play this game, or gomoku by this rule [default: go].
    #[arg(long, value_name = GameName::choices())]
    pub(super) game: Option<GameName>,
    /// Set the board size, in points per side [default: 19 for Go, 15 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N", value_parser = whole(1_u8..=25))]
    pub(super) size: Option<u8>,
    /// Set gomoku's rule [default: freestyle].
    #[arg(long, value_name = "freestyle|standard|renju|caro|exact-caro")]
    pub(super) rule: Option<Rule>,
    /// Set Go's rules: chinese, japanese, tromp-taylor, aga, another of KataGo's names, or JSON.
    #[arg(long, value_name = "NAME|JSON")]
    pub(super) rules: Option<Rules>,
    /// Set Go's komi, in points [default: 7.5].
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    pub(super) komi: Option<Komi>,
    /// Place this many black stones on the usual points in Go before white moves, 2 or more.
    #[arg(long, value_name = "N", value_parser = whole(2_u8..=u8::MAX))]
    pub(super) handicap: Option<u8>,
    /// Search with this many threads; auto takes one per processor [default: 1].
    #[arg(long, value_name = "N|auto")]
    pub(super) threads: Option<Threads>,
    /// Limit the memory of the search tables, in MiB [default: 256].
    #[arg(long, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    pub(super) memory: Option<u32>,
    /// Load this network for Go; own is the built-in one, none plays by playouts alone.
    ///
    /// FILE is a network of KataGo's, .bin.gz or .txt.gz, format versions 3 to 17.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    pub(super) model: NetworkSource,
    /// Evaluate networks here: cpu, onnx, or onnx:PROVIDER for ONNX Runtime with a provider such as cuda or directml
    /// [default: cpu].
    ///
    /// ONNX Runtime runs networks on GPUs. It is installed separately; ORT_DYLIB_PATH names its folder. The providers are
    /// cuda, tensorrt, migraphx, rocm, directml, coreml, openvino and cpu.
    #[arg(long, value_name = "cpu|onnx[:PROVIDER]")]
    pub(super) backend: Option<Backend>,
    /// Load this opening book for Reversi, made by `tengen book`; none plays without one [default: the embedded one].
    #[arg(long, value_name = "FILE|none")]
    pub(super) book: Option<PathBuf>,
    /// Play below full strength, at a rank such as 5k in Go or an Elo rating such as 1500 in gomoku and Reversi
    /// [default: full].
    ///
    /// Go also takes GNU Go's levels 1 to 10; ratings are in hundreds. The GTP command levels lists all levels.
    #[arg(long, value_name = "LEVEL")]
    pub(super) level: Option<String>,
    /// Seed every random choice.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub(super) seed: u64,
    /// Search this many seconds per move if no clock runs.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(super) seconds: Option<Duration>,
    /// Search at most this many nodes or playouts per move.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    pub(super) nodes: Option<u64>,
    /// Stop the search for a move at this many visits of the root, counting those kept from earlier moves.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    pub(super) visits: Option<u64>,
    /// Search at most this many plies deep in gomoku and Reversi.
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub(super) depth: Option<u32>,
    /// Set a number of a search; `tengen params` lists them. May be given several times.
    #[cfg(feature = "tuning")]
    #[arg(long = "param", value_name = "NAME=NUMBER", value_parser = crate::tool::params::parse)]
    pub(super) params: Vec<tengen_engine::tuning::ParamSetting>,
}

/// Number of search threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One per processor, at most [`Threads::MOST`].
    Auto,
    /// A number from 1 to [`Threads::MOST`].
    Count(NonZeroU16),
}

impl Threads {
    const MOST: u16 = 1024;

    fn count(self) -> usize {
        match self {
            Threads::Count(count) => usize::from(count.get()),
            Threads::Auto => thread::available_parallelism()
                .map_or(1, |count| count.get().min(usize::from(Threads::MOST))),
        }
    }
}

impl FromStr for Threads {
    type Err = String;

    /// Parses a number from 1 to 1024, or `auto`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Threads::Auto);
        }
        let count: Option<NonZeroU16> = text.parse().ok();
        count
            .filter(|count| count.get() <= Threads::MOST)
            .map(Threads::Count)
            .ok_or_else(|| format!("expected auto or a number from 1 to {}", Threads::MOST))
    }
}

impl PlayerArgs {
    /// Returns the game; Go by default.
    pub fn game(&self) -> Game {
        self.game.map_or(Game::Go, |name| name.game)
    }

    /// Builds the options of a conversation, and opens the network and the book. Fails if one of these cannot be
    /// opened, an option belongs to another game, or the game has no board of this size.
    pub fn open(&self) -> Result<Options> {
        if let Some(name) = self.game {
            self.check_game(name.game)?;
        }
        let network = self.model.open(&Access::Anywhere);
        let base = self.base_options()?;
        check_backend(base.settings.backend)?;
        let options = Options {
            games: GameOptions {
                go: GoOptions {
                    network: network.with_context(|| format!("--model {}", self.model))?,
                    ..base.games.go
                },
                reversi: ReversiOptions {
                    opening: self.opening()?,
                },
                ..base.games
            },
            ..base
        };
        games::check_size(options.game, &options.games)
            .map_err(|failure| anyhow!("--size {}: {failure}", self.size.unwrap_or_default()))?;
        games::check_start(options.game, &options.games).map_err(|failure| {
            let stones = self.handicap.unwrap_or_default();
            anyhow!("--handicap {stones}: {failure} for this board")
        })?;
        Ok(options)
    }

    /// Checks that every option given belongs to `game`. The error names the first one that does not.
    pub(super) fn check_game(&self, game: Game) -> Result<()> {
        let has_file = |book: &PathBuf| book != Path::new("none");
        let has_network = matches!(self.model, NetworkSource::File(_));
        let given = [
            ("--rule", self.rule.is_some(), &[Game::Gomoku][..]),
            ("--rules", self.rules.is_some(), &[Game::Go]),
            ("--komi", self.komi.is_some(), &[Game::Go]),
            ("--handicap", self.handicap.is_some(), &[Game::Go]),
            ("--model", has_network, &[Game::Go]),
            ("--backend", self.backend.is_some(), &[Game::Go]),
            (
                "--book",
                self.book.as_ref().is_some_and(has_file),
                &[Game::Reversi],
            ),
            (
                "--depth",
                self.depth.is_some(),
                &[Game::Gomoku, Game::Reversi],
            ),
        ];
        for (option, is_given, owners) in given {
            if is_given && !owners.contains(&game) {
                let owners: Vec<&str> = owners.iter().map(|game| game.name()).collect();
                let owners = owners.join(" and ");
                bail!("{option} is for {owners}, not for {}", game.name());
            }
        }
        Ok(())
    }

    /// Returns gomoku's rule. Fails if `--game` and `--rule` name different rules.
    fn rule(&self) -> Result<Rule> {
        let named = self.game.and_then(|name| name.rule);
        match (named, self.rule) {
            (Some(named), Some(rule)) if named != rule => {
                bail!("--game {named} and --rule {rule} name different rules")
            }
            (named, rule) => Ok(named.or(rule).unwrap_or_default()),
        }
    }

    /// Returns the level of play. Fails if the game does not offer it.
    fn level(&self) -> Result<Option<SkillLevel>> {
        let Some(name) = &self.level else {
            return Ok(None);
        };
        let level = with_game!(self.game(), G => G::levels().read(name));
        level.map_err(|error| anyhow!("--level {name}: {error}"))
    }

    fn opening(&self) -> Result<Opening> {
        let path = match &self.book {
            None => return Ok(Opening::Embedded),
            Some(path) if path == Path::new("none") => return Ok(Opening::Searched),
            Some(path) => path,
        };
        let book = Book::open(path).with_context(|| format!("--book {}", printable(path)))?;
        Ok(Opening::File(path.clone(), Arc::new(book)))
    }

    /// Builds the options without opening any file.
    pub(super) fn base_options(&self) -> Result<Options> {
        let defaults = Settings::default();
        let bytes = |mebibytes| (mebibytes as usize).saturating_mul(1 << 20);
        Ok(Options {
            games: GameOptions {
                size: self.size,
                go: GoOptions {
                    komi: self.komi,
                    rules: self.rules,
                    handicap: self.handicap.unwrap_or(0),
                    ..GoOptions::default()
                },
                gomoku: GomokuOptions { rule: self.rule()? },
                ..GameOptions::default()
            },
            bounds: Bounds {
                time: self.seconds,
                nodes: self.nodes,
                visits: self.visits,
                depth: self.depth,
            },
            level: self.level()?,
            settings: Settings {
                threads: self.threads.map_or(defaults.threads, Threads::count),
                memory: self.memory.map_or(defaults.memory, bytes),
                seed: self.seed,
                backend: self.backend.unwrap_or_default(),
                // Set once in the life of the process.
                #[cfg(feature = "tuning")]
                params: self.params.clone().leak(),
                ..defaults
            },
            ..Options::new(self.game())
        })
    }
}

/// Checks that networks can be evaluated on a backend, and loads its library.
pub(super) fn check_backend(backend: Backend) -> Result<()> {
    net::check_backend(backend).with_context(|| format!("backend {backend}"))
}

/// Parses seconds, with or without a fraction, up to GTP's largest integer.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..=f64::from(i32::MAX)).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds from 0 to {}", i32::MAX))
}

fn parse_komi(text: &str) -> Result<Komi, String> {
    let points: f64 = text
        .parse()
        .map_err(|_| "expected points, such as 7.5".to_owned())?;
    Komi::from_points(points).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;

    fn player(args: &[&str]) -> PlayerArgs {
        Cli::try_parse_from([&["tengen"], args].concat())
            .unwrap()
            .engine
            .player
    }

    #[test]
    fn a_rule_is_the_name_of_a_game() {
        let rule = |args: &[&str]| {
            player(args)
                .base_options()
                .map(|options| options.games.gomoku.rule)
        };
        assert_eq!(rule(&["--game", "Renju"]).unwrap(), Rule::Renju);
        assert_eq!(
            rule(&["--game", "gomoku", "--rule", "caro"]).unwrap(),
            Rule::Caro
        );
        assert_eq!(
            rule(&["--game", "caro", "--rule", "caro"]).unwrap(),
            Rule::Caro
        );
        assert_eq!(rule(&["--game", "gomoku"]).unwrap(), Rule::Freestyle);
        let refusal = rule(&["--game", "renju", "--rule", "standard"]).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "--game renju and --rule standard name different rules"
        );
        assert_eq!(player(&["--game", "OTHELLO"]).game(), Game::Reversi);
    }

    #[test]
    fn options_of_other_games_are_refused() {
        for (args, sentence) in [
            (
                &["--game", "go", "--rule", "renju"][..],
                "--rule is for Gomoku, not for Go",
            ),
            (
                &["--game", "gomoku", "--komi", "6.5"],
                "--komi is for Go, not for Gomoku",
            ),
            (
                &["--game", "reversi", "--handicap", "4"],
                "--handicap is for Go, not for Othello",
            ),
            (
                &["--game", "renju", "--book", "x.book"],
                "--book is for Othello, not for Gomoku",
            ),
            (
                &["--game", "gomoku", "--backend", "onnx:cuda"],
                "--backend is for Go, not for Gomoku",
            ),
            (
                &["--game", "go", "--depth", "4"],
                "--depth is for Gomoku and Othello, not for Go",
            ),
        ] {
            let refusal = player(args).open().unwrap_err();
            assert_eq!(refusal.to_string(), sentence, "{args:?}");
        }
        // `none` is valid for every game, so that one command line can serve all games.
        let none = player(&["--game", "gomoku", "--model", "none", "--book", "none"]);
        assert!(none.open().is_ok());
    }

    #[test]
    fn a_level_is_one_of_the_game() {
        let level = |args: &[&str]| {
            let options = player(args).base_options();
            options.map(|options| options.level.map(SkillLevel::rating))
        };
        assert_eq!(level(&["--level", "full"]).unwrap(), None);
        assert_eq!(level(&["--level", "10k"]).unwrap(), Some(-900));
        let elo = level(&["--game", "othello", "--level", "1500"]);
        assert_eq!(elo.unwrap(), Some(1_500));
        for (game, name) in [
            ("go", "1500"),
            ("gomoku", "10k"),
            ("gomoku", "10"),
            ("go", "9d"),
        ] {
            let refusal = level(&["--game", game, "--level", name]).unwrap_err();
            let begin = format!("--level {name}: expected a level from ");
            assert!(refusal.to_string().starts_with(&begin), "{refusal}");
        }
    }

    #[test]
    fn a_handicap_needs_a_board_for_it() {
        let stones = player(&["--size", "9", "--handicap", "4", "--model", "none"]);
        assert!(stones.open().is_ok());
        let refusal = player(&["--size", "5", "--handicap", "2", "--model", "none"])
            .open()
            .unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "--handicap 2: invalid number of stones for this board"
        );
    }

    #[test]
    fn threads_are_a_number_or_automatic() {
        assert_eq!("3".parse::<Threads>().map(Threads::count), Ok(3));
        assert!("auto".parse::<Threads>().unwrap().count() >= 1);
        for bad in ["0", "1025", "-1", "all", ""] {
            assert!(bad.parse::<Threads>().is_err(), "{bad:?}");
        }
    }
}
