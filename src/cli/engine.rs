//! Options of playing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};

use crate::engine::Settings;
use crate::engine::files::Access;
use crate::engine::game::Game;
use crate::go::net::{NetworkSource, builtin};
use crate::gomoku::Rule;
use crate::protocol::{GoOptions, GomokuOptions, Opening, Options, Protocol, ReversiOptions, gtp};
use crate::reversi::book::Book;

/// Options of playing.
#[derive(Clone, Debug, Args)]
pub struct EngineArgs {
    /// The game that GTP begins with.
    #[arg(long, default_value = "go", value_name = Game::CHOICES)]
    pub(super) game: Game,
    /// The protocol; auto decides by the first word, and by a program name that begins with pbrain-.
    #[arg(long, default_value = "auto")]
    pub(super) protocol: ProtocolChoice,
    /// Board size [default: 19 for Go, 15 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N")]
    pub(super) size: Option<u8>,
    /// Gomoku's rule.
    #[arg(
        long,
        default_value = "freestyle",
        value_name = "freestyle|standard|renju|caro|exact-caro"
    )]
    pub(super) rule: Rule,
    /// Threads that a search may use [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Memory for the tables of the search, in MiB [default: 256].
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(super) memory: Option<u32>,
    /// Think on the opponent's time too, over GTP and NBoard's protocol.
    #[arg(long)]
    pub(super) ponder: bool,
    /// The network for Go: a file of KataGo's, .bin.gz or .txt.gz, format versions 8 to 16; own for the one inside the
    /// program; none for playouts alone.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    pub(super) model: NetworkSource,
    /// An opening book for Reversi, made by `tengen book`; none for no book [default: the embedded one].
    #[arg(long, value_name = "FILE|none")]
    pub(super) book: Option<PathBuf>,
    /// Seconds that a search by nodes, visits or depth may still take after the end of the input. One without a bound, or
    /// with more than ten minutes, ends at once then; shorter times are kept.
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = parse_seconds)]
    pub(super) linger: Duration,
    /// Keep the files that commands of a protocol name within this folder, from which relative names are taken and out of
    /// which no link leads; none for no files, and no commands that name one [default: all files]. What the command line
    /// names is not kept in.
    #[arg(long, value_name = "DIR|none")]
    pub(super) files: Option<PathBuf>,
    /// Seed of every random choice.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) seed: u64,
    /// Set a number of a search; `tengen params` lists them. May be given several times.
    #[cfg(feature = "tuning")]
    #[arg(long = "param", value_name = "NAME=NUMBER", value_parser = crate::tool::params::parse)]
    pub(super) params: Vec<crate::engine::tuning::ParamSetting>,
}

/// The protocols as the command line names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolChoice {
    /// Decide by the first word.
    Auto,
    /// Go Text Protocol.
    Gtp,
    /// Gomocup protocol.
    Gomocup,
    /// NBoard's protocol for Othello.
    #[value(name = "nboard")]
    NBoard,
}

impl EngineArgs {
    /// Builds the options of the fronts, and opens the network, the book and the folder for files.
    ///
    /// # Errors
    ///
    /// One of these cannot be opened, or the game has no board of this size.
    pub fn open(&self) -> Result<Options> {
        let network = self.model.open(&Access::Anywhere);
        let options = Options {
            go: GoOptions {
                network: network.with_context(|| format!("--model {}", self.model))?,
                ..GoOptions::default()
            },
            reversi: ReversiOptions {
                opening: self.opening()?,
            },
            files: self.access()?,
            ..self.plain_options()
        };
        gtp::dialect::check(&options)
            .map_err(|failure| anyhow!("--size {}: {failure}", options.size.unwrap_or_default()))?;
        Ok(options)
    }

    fn opening(&self) -> Result<Opening> {
        let path = match &self.book {
            None => return Ok(Opening::Embedded),
            Some(path) if path == Path::new("none") => return Ok(Opening::Searched),
            Some(path) => path,
        };
        let book = Book::open(path).with_context(|| format!("--book {}", path.display()))?;
        Ok(Opening::File(path.clone(), Arc::new(book)))
    }

    fn access(&self) -> Result<Access> {
        match &self.files {
            None => Ok(Access::Anywhere),
            Some(files) => {
                Access::of(files).with_context(|| format!("--files {}", files.display()))
            }
        }
    }

    /// Builds the options that open no file.
    fn plain_options(&self) -> Options {
        let usual = Settings::default();
        let bytes = |mebibytes| (mebibytes as usize).saturating_mul(1 << 20);
        Options {
            ponder: self.ponder,
            linger: self.linger,
            size: self.size,
            gomoku: GomokuOptions { rule: self.rule },
            settings: Settings {
                threads: self.threads.map_or(usual.threads, usize::from),
                memory: self.memory.map_or(usual.memory, bytes),
                seed: self.seed,
                // Settled once in the life of the process.
                #[cfg(feature = "tuning")]
                params: self.params.clone().leak(),
                ..usual
            },
            ..Options::plain(self.game)
        }
    }

    /// Returns the protocol, or `None` if the first line decides. Gomocup managers start a program by its name:
    /// one that begins with `pbrain-` speaks their protocol.
    pub fn settled_protocol(&self, program: &str) -> Option<Protocol> {
        match self.protocol {
            ProtocolChoice::Gtp => Some(Protocol::Gtp),
            ProtocolChoice::Gomocup => Some(Protocol::Gomocup),
            ProtocolChoice::NBoard => Some(Protocol::NBoard),
            ProtocolChoice::Auto => {
                let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
                name.to_ascii_lowercase()
                    .starts_with("pbrain-")
                    .then_some(Protocol::Gomocup)
            }
        }
    }
}

/// Reads seconds, with a fraction or without, up to GTP's largest integer.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..=f64::from(i32::MAX)).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds from 0 to {}", i32::MAX))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser};

    use super::*;
    use crate::cli::Cli;
    use crate::go::net::FORMAT_VERSIONS;

    fn engine(args: &[&str]) -> EngineArgs {
        Cli::try_parse_from([&["tengen"], args].concat())
            .unwrap()
            .engine
    }

    /// The help of `tengen`, on one line.
    fn help() -> String {
        let help = Cli::command().render_long_help().to_string();
        help.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_in_texts_are_those_of_the_code() {
        let rules = Rule::ALL.map(Rule::name).join("|");
        assert!(help().contains(&format!("--rule <{rules}>")), "{rules}");
        assert!(help().contains(&format!("--game <{}>", Game::CHOICES)));
        for name in Game::CHOICES.split('|') {
            assert!(Game::named(name).is_some(), "{name}");
        }
        let refusal = "chess".parse::<Game>().unwrap_err().to_string();
        let choices = refusal
            .trim_start_matches("expected ")
            .replace(" or ", ", ");
        assert_eq!(choices.replace(", ", "|"), Game::CHOICES);
        let versions = FORMAT_VERSIONS;
        let versions = format!("format versions {} to {}", versions.start(), versions.end());
        assert!(help().contains(&versions), "{versions}");
        let notes = include_str!("../protocol/gtp/go/notes.md");
        assert!(notes.contains(&versions), "{versions}");
    }

    #[test]
    fn nothing_given_is_a_go_engine() {
        let options = engine(&[]).plain_options();
        assert_eq!(options.game, Game::Go);
        assert_eq!(options.size, None);
        assert_eq!(engine(&[]).settled_protocol("tengen"), None);
    }

    #[test]
    fn a_piskvork_name_means_gomocup() {
        for program in [
            "pbrain-tengen",
            "/x/pbrain-tengen64",
            "C:\\brains\\PBRAIN-Tengen.exe",
        ] {
            assert_eq!(
                engine(&[]).settled_protocol(program),
                Some(Protocol::Gomocup),
                "{program}"
            );
        }
        let forced = engine(&["--protocol", "gtp"]);
        assert_eq!(
            forced.settled_protocol("pbrain-tengen"),
            Some(Protocol::Gtp)
        );
    }

    #[test]
    fn bad_values_are_refused() {
        for bad in [
            ["--game", "chess"],
            ["--threads", "0"],
            ["--memory", "0"],
            ["--rule", "x"],
            ["--size", "-1"],
        ] {
            assert!(
                Cli::try_parse_from(["tengen", bad[0], bad[1]]).is_err(),
                "{bad:?}"
            );
        }
    }
}
