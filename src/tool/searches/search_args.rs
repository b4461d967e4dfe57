//! Options of independent searches.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::game::SearchedGame as _;
use crate::tool::whole_number::whole;
use tengen_engine::files::Access;
use tengen_engine::{Limits, Settings, clock};
use tengen_go::Komi;
use tengen_go::net::{NetworkSource, builtin};
use tengen_play::Game;
use tengen_play::PlayableGame;
use tengen_play::games::with_game;
use tengen_play::options::{GameOptions, GoOptions, GomokuOptions};
use tengen_protocol::{GameName, Options};

/// Options of independent searches.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Use these rules if the input names none: for Go a KataGo name or JSON, for gomoku the name of a rule.
    #[arg(long, alias = "rules", value_name = "NAME")]
    rule: Option<String>,
    /// Use this komi, in points, for Go games that name none [default: 7.5].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub komi: Option<f64>,
    /// Search each position with N visits, or N nodes in gomoku and Reversi [default: 200 for Go, 100000 for the
    /// others, unless another limit is given].
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    visits: Option<u64>,
    /// Search each position with at most N nodes or playouts.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Search each position to a depth of N plies; not for Go.
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    depth: Option<u32>,
    /// Search each position for this many seconds, 0.001 to 1000000. Results may then differ from run to run.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Search N positions at a time, 1 to 1024, each with one thread. The output does not depend on N.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Use this much memory for each search, in MiB.
    #[arg(long, default_value_t = 64, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
    /// Use this network for Go: a KataGo network file, own for the built-in one, or none for playouts only.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    model: NetworkSource,
    /// Set the seed of all random choices.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// The searches that the options ask for.
#[derive(Clone, Debug)]
pub struct SearchPlan {
    /// Game that the options name, if any.
    pub game: Option<Game>,
    /// Rules, board size, network and search settings.
    pub options: Options,
    /// Limits from the command line; empty if there are none.
    pub limits: Limits,
    /// Number of positions searched at a time.
    pub threads: usize,
    /// Rules as given on the command line.
    pub rule: Option<String>,
}

impl SearchArgs {
    /// Opens the network and returns the plan for searches of a game, or of any game for `None`. Fails on an option
    /// that the game does not have.
    pub fn open(&self, name: Option<GameName>, size: Option<u8>) -> Result<SearchPlan> {
        let game = name.map(|name| name.game);
        let mut options = Options {
            games: GameOptions {
                size,
                gomoku: GomokuOptions {
                    rule: name.and_then(|name| name.rule).unwrap_or_default(),
                },
                go: self.go_options(game)?,
                ..GameOptions::default()
            },
            settings: Settings {
                threads: 1,
                memory: (self.memory as usize) << 20,
                seed: self.seed,
                ..Settings::default()
            },
            ..Options::new(game.unwrap_or(Game::Go))
        };
        self.check_limits(game)?;
        self.set_rule(name, &mut options)?;
        if let Some(game) = game {
            with_game!(game, G => G::start(&options.games).map(drop))
                .map_err(|failure| anyhow!("--size {}: {failure}", size.unwrap_or_default()))?;
        }
        Ok(SearchPlan {
            game,
            options,
            limits: Limits {
                time: self.seconds.map(clock::fixed),
                nodes: self.nodes,
                visits: self.visits,
                depth: self.depth,
            },
            threads: self.threads.into(),
            rule: self.rule.clone(),
        })
    }

    fn go_options(&self, game: Option<Game>) -> Result<GoOptions> {
        let komi = self.komi.map(Komi::from_points).transpose();
        let komi = komi.with_context(|| format!("--komi {}", self.komi.unwrap_or_default()))?;
        if let (Some(komi), Some(game)) = (self.komi, game.filter(|&game| game != Game::Go)) {
            bail!("--komi {komi}: {} has none", game.name());
        }
        let network = match game {
            None | Some(Game::Go) => self
                .model
                .open(&Access::Anywhere)
                .with_context(|| format!("--model {}", self.model))?,
            Some(_) => None,
        };
        Ok(GoOptions {
            network,
            komi,
            ..GoOptions::default()
        })
    }

    fn check_limits(&self, game: Option<Game>) -> Result<()> {
        match (self.depth, game) {
            (Some(depth), Some(Game::Go)) => bail!("--depth {depth}: Go's search has none"),
            _ => Ok(()),
        }
    }

    /// Applies the rules to the named game, or else to the first game that has rules of this name.
    fn set_rule(&self, name: Option<GameName>, options: &mut Options) -> Result<()> {
        let Some(rule) = &self.rule else {
            return Ok(());
        };
        let mut set = |game| {
            let set = with_game!(game, G => G::set_rule(options, rule));
            set.with_context(|| format!("--rule {rule}"))
        };
        let Some(name) = name else {
            let of_go = set(Game::Go);
            let others = Game::ALL.into_iter().filter(|&game| game != Game::Go);
            return of_go
                .or_else(|error| others.map(set).find(Result::is_ok).unwrap_or(Err(error)));
        };
        set(name.game)?;
        if name
            .rule
            .is_some_and(|named| named != options.games.gomoku.rule)
        {
            bail!(
                "--game {} and --rule {rule} name different rules",
                name.rule.unwrap_or_default()
            );
        }
        Ok(())
    }
}

impl SearchPlan {
    /// Returns the start of a game on its default board, under the rules of the options.
    pub fn start<G: PlayableGame>(&self) -> Result<G::Position, String> {
        let options = GameOptions {
            size: None,
            ..self.options.games.clone()
        };
        G::start(&options).map_err(|failure| failure.to_string())
    }

    /// Returns the settings on which results depend, as text.
    pub fn settings(&self) -> String {
        let network = self.options.games.go.network.as_ref();
        let network = network.map_or("none", |network| network.model().name.as_str());
        let mut text = format!("tengen={} network={network}", env!("CARGO_PKG_VERSION"));
        let seconds = self
            .limits
            .time
            .map(|time| time.hard.as_secs_f64().to_string());
        let number = |limit: Option<u64>| limit.map(|limit| limit.to_string());
        let given = [
            ("rule", self.rule.clone()),
            (
                "komi",
                self.options
                    .games
                    .go
                    .komi
                    .map(|komi| komi.points().to_string()),
            ),
            ("visits", number(self.limits.visits)),
            ("nodes", number(self.limits.nodes)),
            ("depth", number(self.limits.depth.map(u64::from))),
            ("seconds", seconds),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                text += &format!(" {name}={value}");
            }
        }
        let settings = &self.options.settings;
        let mebibytes = settings.memory >> 20;
        text + &format!(" memory={mebibytes} seed={}", settings.seed)
    }

    /// Returns the given limits, or a limit of `nodes` visits if none are given.
    pub fn limits_or(&self, nodes: u64) -> Limits {
        match self.limits.bounded() {
            true => self.limits,
            false => Limits {
                visits: Some(nodes),
                ..Limits::default()
            },
        }
    }
}

/// Parses seconds, with or without a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| (0.001..=1e6).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0.001 to 1000000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::streams::captured;
    use tengen_go::Rules;
    use tengen_gomoku::Rule;

    fn open(game: Option<&str>, size: Option<u8>, words: &[&str]) -> Result<SearchPlan> {
        let words = [&["--model", "none"], words].concat();
        let name = game.map(|name| name.parse().unwrap());
        captured::arguments::<SearchArgs>(words).open(name, size)
    }

    #[test]
    fn rules_are_those_of_the_game() {
        let rule = |game, rule| {
            let plan = open(game, None, &["--rule", rule])?;
            Ok::<_, anyhow::Error>((plan.options.games.go.rules, plan.options.games.gomoku.rule))
        };
        let japanese = (Some(Rules::JAPANESE), Rule::Freestyle);
        assert_eq!(rule(None, "japanese").unwrap(), japanese);
        assert_eq!(rule(Some("go"), "japanese").unwrap(), japanese);
        assert_eq!(rule(None, "renju").unwrap(), (None, Rule::Renju));
        assert_eq!(rule(Some("gomoku"), "caro").unwrap(), (None, Rule::Caro));
        for (game, name, sentence) in [
            (Some("go"), "renju", "--rule renju: "),
            (Some("gomoku"), "japanese", "--rule japanese: "),
            (Some("othello"), "x", "--rule x: Othello has none"),
            (
                Some("renju"),
                "caro",
                "--game renju and --rule caro name different rules",
            ),
            (None, "klingon", "--rule klingon: unknown rules 'klingon'"),
        ] {
            let error = format!("{:#}", rule(game, name).unwrap_err());
            assert!(error.starts_with(sentence), "{error}");
        }
    }

    #[test]
    fn options_of_other_games_are_refused() {
        for (game, size, words, sentence) in [
            (
                "renju",
                None,
                &["--komi", "6.5"][..],
                "--komi 6.5: Gomoku has none",
            ),
            (
                "go",
                None,
                &["--depth", "3"],
                "--depth 3: Go's search has none",
            ),
            ("othello", Some(9), &[], "--size 9: "),
            ("go", None, &["--komi", "0.3"], "--komi 0.3: "),
        ] {
            let error = format!("{:#}", open(Some(game), size, words).unwrap_err());
            assert!(error.starts_with(sentence), "{error}");
        }
    }

    #[test]
    fn a_limit_replaces_the_default_nodes() {
        let limits = |words| open(None, None, words).unwrap().limits_or(7);
        assert_eq!(limits(&[]).visits, Some(7));
        assert_eq!(limits(&["--visits", "9"]).visits, Some(9));
        let depth = limits(&["--depth", "3"]);
        assert_eq!((depth.depth, depth.visits), (Some(3), None));
    }
}
