//! `tengen gtp`: a conversation in GTP, with KataGo's command line.

use anyhow::{Result, bail};
use clap::Args;

use super::shared_args::{self, ConfigArgs, HumanModelArgs};
use crate::cli::engine::{EngineArgs, ProtocolChoice};
use crate::cli::play::{self, ConversationStart};
use crate::cli::player::check_backend;
use tengen_go::request::ResignConditions;
use tengen_play::Game;
use tengen_play::options::GoOptions;
use tengen_protocol::io::output::Output;
use tengen_protocol::katago::KataGoConfig;
use tengen_protocol::katago::config::{ConfigLimits, ResignationSettings};
use tengen_protocol::{Bounds, GtpOptions, Options, Protocol, ReportView};

/// KataGo's announcement on stderr that GTP commands are accepted.
const READY: &str = "GTP ready, beginning main protocol loop";

/// Maximum number of search threads.
const MAX_THREADS: usize = 1024;

/// Arguments of `tengen gtp`.
#[derive(Clone, Debug, Args)]
pub struct GtpArgs {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    human: HumanModelArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl GtpArgs {
    /// Converses in GTP until the client ends it.
    pub fn run(self, out: &mut Output) -> Result<()> {
        if !matches!(
            self.engine.protocol,
            ProtocolChoice::Auto | ProtocolChoice::Gtp
        ) {
            bail!("tengen gtp speaks only GTP");
        }
        let config = self.config.open()?;
        let mut options = self.engine.open()?;
        options.games.go.human = self.human.open()?;
        configure(&mut options, &config, &self.engine);
        check_backend(options.settings.backend)?;
        shared_args::check(&options.games.go, &options.games.go.overrides)?;
        let has_seed = config.seed.is_some() || options.settings.seed != 0;
        if options.games.go.human.is_some() && !has_seed {
            options.settings.seed = shared_args::random_seed()?;
        }
        let start = ConversationStart {
            protocol: Some(Protocol::Gtp),
            announcement: config.startup_message.then_some(READY),
            log: None,
        };
        play::converse(options, start, out)
    }
}

/// Applies the configuration. Options on the command line take precedence over its keys.
fn configure(options: &mut Options, config: &KataGoConfig, given: &EngineArgs) {
    let settings = &mut options.settings;
    if let (None, Some(threads)) = (given.player.threads, config.search_threads) {
        settings.threads = threads.min(MAX_THREADS);
    }
    if let (None, Some(memory)) = (given.player.memory, config.memory) {
        settings.memory = memory;
    }
    settings.backend = config.onnx.backend(given.player.backend);
    settings.seed = config.seed.unwrap_or(settings.seed);
    let mut board = None;
    if options.game == Game::Go {
        let (width, height) = (config.board_width, config.board_height);
        if width.or(height).is_some() {
            // KataGo's default side if the configuration sets only the other one.
            let side = config.board_size.unwrap_or(19);
            board = Some((width.unwrap_or(side), height.unwrap_or(side)));
        } else {
            options.games.size = options.games.size.or(config.board_size);
        }
    }
    options.ponder |= config.ponders.unwrap_or(false);
    if options.bounds == Bounds::default() {
        options.bounds = bounds(&config.limits);
    }
    options.gtp = GtpOptions {
        ponder_bounds: bounds(&config.ponder_limits),
        lag: given.network_delay.or(config.lag_buffer),
        report_view: ReportView {
            side: config.report_winrates_as.unwrap_or_default().side(),
            pv_len: config.analysis_pv_len,
        },
        ..GtpOptions::default()
    };
    let rules = &config.rules;
    options.games.go = GoOptions {
        board,
        network: options.games.go.network.take(),
        human: options.games.go.human.take(),
        rules: options.games.go.rules.or(rules.rules()),
        komi: options.games.go.komi.or(rules.first_komi()),
        handicap: options.games.go.handicap,
        forced_komi: rules.forced_komi,
        ignores_played_handicap: rules.ignores_played_handicap,
        resign: resign_conditions(&config.resignation),
        overrides: config.search.clone(),
        analysis_overrides: config.analysis_search.clone(),
    };
}

fn bounds(limits: &ConfigLimits) -> Bounds {
    Bounds {
        time: limits.time,
        nodes: limits.playouts,
        visits: limits.visits,
        depth: None,
    }
}

fn resign_conditions(settings: &ResignationSettings) -> ResignConditions {
    let below = match settings.is_allowed {
        Some(false) => Some(0.0),
        Some(true) | None => settings.below,
    };
    ResignConditions {
        below,
        turns: settings.turns,
        after: settings.min_moves_per_area,
        deficit: settings.min_score_difference,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::Parser;

    use super::*;
    use tengen_engine::game::Color;
    use tengen_go::Rules;
    use tengen_protocol::katago::ConfigEntries;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: GtpArgs,
    }

    /// Options of a command line with these overrides.
    fn options(overrides: &str, arguments: &[&str]) -> Options {
        let line = Line::try_parse_from([&["tengen"], arguments].concat()).unwrap();
        let entries = ConfigEntries::read(&[], &[overrides.to_owned()]).unwrap();
        let (config, _) = KataGoConfig::load(&entries).unwrap();
        let mut options = Options::new(Game::Go);
        configure(&mut options, &config, &line.args.engine);
        options
    }

    #[test]
    fn keys_become_options() {
        let set = options(
            "numSearchThreads=6,nnCacheSizePowerOfTwo=16,maxVisits=500,maxTime=2,lagBuffer=1,\
             ponderingEnabled=true,maxTimePondering=60,maxPlayoutsPondering=9,rules=japanese,\
             defaultBoardSize=9,reportAnalysisWinratesAs=WHITE,analysisPVLen=7,allowResignation=true,resignThreshold=-0.5,resignConsecTurns=2,searchRandSeed=7",
            &[],
        );
        let seconds = Duration::from_secs;
        assert_eq!(set.settings.threads, 6);
        assert_eq!(set.settings.memory, 96 << 20);
        assert_eq!(set.settings.seed, 7);
        assert_eq!(set.games.size, Some(9));
        assert!(set.ponder);
        let bounds = Bounds {
            time: Some(seconds(2)),
            visits: Some(500),
            ..Bounds::default()
        };
        let ponder_bounds = Bounds {
            time: Some(seconds(60)),
            nodes: Some(9),
            ..Bounds::default()
        };
        let lag = Some(seconds(1));
        assert_eq!(set.bounds, bounds);
        let expected = GtpOptions {
            ponder_bounds,
            lag,
            report_view: ReportView {
                side: Some(Color::White),
                pv_len: Some(7),
            },
            ..GtpOptions::default()
        };
        assert_eq!(set.gtp, expected);
        assert_eq!(set.games.go.rules, Some(Rules::JAPANESE));
        assert_eq!(set.games.go.komi.unwrap().points(), 6.5);
        assert_eq!(
            (set.games.go.resign.below, set.games.go.resign.turns),
            (Some(0.25), Some(2))
        );
    }

    #[test]
    fn options_of_the_command_line_go_before_keys() {
        let keys = "numSearchThreads=4096,nnCacheSizePowerOfTwo=20,lagBuffer=1";
        let given = ["--threads", "2", "--memory", "64", "--network-delay", "2"];
        let set = options(keys, &given);
        assert_eq!(set.gtp.lag, Some(Duration::from_secs(2)));
        // `configure` leaves these at the plain defaults; `EngineArgs::open` fills them from the command line.
        let defaults = Options::new(Game::Go);
        assert_eq!(set.settings.threads, defaults.settings.threads);
        assert_eq!(set.settings.memory, defaults.settings.memory);
        assert_eq!(options(keys, &[]).settings.threads, MAX_THREADS);
    }

    #[test]
    fn resignation_can_be_switched_off() {
        let set = options("allowResignation=false,resignThreshold=-0.9", &[]);
        assert_eq!(set.games.go.resign.below, Some(0.0));
        assert_eq!(
            options("", &[]).games.go.resign,
            ResignConditions::default()
        );
    }
}
