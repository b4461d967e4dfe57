//! `tengen learn go`: labels positions to train a network on, and prints a network's outputs for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use super::{Streams, write};
use crate::tool::whole_number::whole;
use tengen_engine::cpu::Level;
use tengen_engine::files::printable;
use tengen_engine::files::{self, Access};
use tengen_go::Size;
use tengen_go::net::{Evaluator, HeadOutput, Network, NetworkSource, Symmetry};
use tengen_go::selfplay::{KeptPositions, Rows, SelfPlay, Shard, Teacher};
use tengen_protocol::io::error_output::ErrorOutput;
use tengen_protocol::io::output::Output;

/// Arguments of `tengen learn go`.
#[derive(Clone, Debug, Args)]
pub struct LearnGoArgs {
    /// Step to run, with its arguments.
    #[command(subcommand)]
    step: LearnGoStep,
}

/// Steps towards a network for Go.
#[derive(Clone, Debug, Subcommand)]
enum LearnGoStep {
    /// Play games and write their positions with a teacher's labels, for training. The teacher is a network or a
    /// search.
    ///
    /// Each file NUMBER.rows has whole games on one board size; the same seed and teacher always give the same files.
    /// The same command resumes where it stopped.
    Positions(LearnGoPositionsArgs),
    /// Print a network's raw head outputs for stored positions, as JSON Lines.
    Heads(LearnGoHeadsArgs),
}

impl LearnGoArgs {
    /// Makes positions or prints a network's outputs.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        match self.step {
            LearnGoStep::Positions(args) => args.run(streams.log),
            LearnGoStep::Heads(args) => args.run(streams.out),
        }
    }
}

/// Arguments of `tengen learn go positions`.
#[derive(Clone, Debug, Args)]
struct LearnGoPositionsArgs {
    /// Play and label with this network: a KataGo network file, own for the built-in one, or none for playouts.
    #[arg(long, value_name = "FILE|own|none")]
    teacher: NetworkSource,
    /// Play with this network in place of the teacher, with searches of --visits. Each label is then a single
    /// evaluation by the teacher.
    #[arg(long, value_name = "FILE|own|none", requires = "visits")]
    player: Option<NetworkSource>,
    /// Search each move with N visits, 2 to 1000000. Without --player, half of a label is the search's evaluation and
    /// half the game's result [default: no search; a label is a single evaluation].
    #[arg(long, value_name = "N", value_parser = whole(2_u64..=1_000_000))]
    visits: Option<u64>,
    /// Write the files to this folder, creating it if necessary.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Stop when the folder has N files.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole(1_u64..=1_000_000))]
    shards: u64,
    /// Start no new file after M minutes.
    #[arg(long, value_name = "M", value_parser = whole(1_u64..=1_000_000))]
    minutes: Option<u64>,
    /// Play only on boards of size N, 5 to 19 [default: 7 to 19, half of them 19, a quarter 13].
    #[arg(long, value_name = "N", value_parser = whole(5_u32..=19))]
    size: Option<u32>,
    /// Keep about N random positions of each game, 1 to 1000 [default: all].
    #[arg(long, value_name = "N", value_parser = whole(1_usize..=1000))]
    per_game: Option<usize>,
    /// Prefer positions in which the player's search disagrees most with its network, instead of random ones.
    #[arg(long, requires_all = ["player", "per_game"])]
    by_disagreement: bool,
    /// Play with N threads, 1 to 1024.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Set the random seed of the games.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    seed: u64,
}

/// Arguments of `tengen learn go heads`.
#[derive(Clone, Debug, Args)]
struct LearnGoHeadsArgs {
    /// Evaluate with this network file.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Read positions from this .rows file.
    #[arg(value_name = "ROWS")]
    rows: PathBuf,
    /// Print the outputs for the first N positions.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = whole(0_usize..=usize::MAX))]
    count: usize,
}

impl LearnGoPositionsArgs {
    /// Opens the teacher, which is a network or, with visits, a search. Also opens the player if it is another network.
    fn teacher(&self) -> Result<Teacher> {
        let network = opened(&self.teacher)?;
        let player = self.player.as_ref().map(opened).transpose()?;
        match (network, self.visits, player) {
            (Some(network), Some(visits), Some(player)) => {
                Ok(Teacher::Labeler(network, player, visits))
            }
            (None, _, Some(_)) => {
                bail!("--teacher none: playouts cannot label the games of a --player")
            }
            (_, None, Some(_)) => bail!("--player: a search needs --visits"),
            (network, Some(visits), None) => Ok(Teacher::Search(network, visits)),
            (Some(network), None, None) => Ok(Teacher::RawPolicy(network)),
            (None, None, None) => bail!("--teacher none: playouts need --visits"),
        }
    }

    /// Returns the positions to keep of each game.
    fn selection(&self) -> Result<KeptPositions> {
        match self.per_game {
            Some(_) if self.by_disagreement && self.player == Some(NetworkSource::None) => {
                bail!("--by-disagreement: a --player of playouts has no network to disagree with")
            }
            Some(count) if self.by_disagreement => Ok(KeptPositions::Disagreement(count)),
            Some(count) => Ok(KeptPositions::Random(count)),
            None => Ok(KeptPositions::All),
        }
    }

    /// Writes the missing files. Reports progress to `log`.
    fn run(&self, log: &mut ErrorOutput) -> Result<()> {
        let teacher = self.teacher()?;
        fs::create_dir_all(&self.out).with_context(|| printable(&self.out))?;
        let self_play = SelfPlay {
            teacher,
            isa: Level::detect(),
            size: self.size.map(Size::square).transpose()?,
            selection: self.selection()?,
            seed: self.seed,
        };
        let exists = |number| file(&self.out, number).exists();
        let work = Work {
            self_play,
            folder: &self.out,
            wanted: self.shards,
            missing: (0..self.shards).filter(|&number| !exists(number)).count() as u64,
            next: AtomicU64::new(0),
            began: Instant::now(),
            longest: self
                .minutes
                .map(|minutes| Duration::from_secs(60 * minutes)),
        };
        let (report, news) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads {
                let (work, report) = (&work, report.clone());
                scope.spawn(move || work.run(&report));
            }
            drop(report);
            let mut made = Made::default();
            for news in news {
                let (number, shard) = news?;
                made.files += 1;
                made.positions += shard.rows.len();
                work.tell(number, &shard, &made, log);
            }
            Ok(())
        })
    }
}

fn opened(choice: &NetworkSource) -> Result<Option<Arc<Network>>> {
    choice
        .open(&Access::Anywhere)
        .with_context(|| choice.to_string())
}

/// State shared by the threads.
struct Work<'a> {
    self_play: SelfPlay,
    folder: &'a Path,
    /// Number of files that the folder should have.
    wanted: u64,
    /// Number of these files that were missing at the start.
    missing: u64,
    /// Number of the next file to consider.
    next: AtomicU64,
    began: Instant,
    longest: Option<Duration>,
}

impl Work<'_> {
    /// Creates missing files in turn and reports each.
    fn run(&self, report: &mpsc::Sender<Result<(u64, Shard)>>) {
        while self
            .longest
            .is_none_or(|longest| self.began.elapsed() < longest)
        {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.wanted {
                return;
            }
            let path = file(self.folder, number);
            if path.exists() {
                continue;
            }
            let shard = self.self_play.shard(number);
            let news = write(&path, &shard.rows.file()).map(|()| (number, shard));
            let failed = news.is_err();
            // The receiver is gone once another thread has failed.
            if report.send(news).is_err() || failed {
                return;
            }
        }
    }

    fn tell(&self, number: u64, shard: &Shard, made: &Made, log: &mut ErrorOutput) {
        let seconds = self.began.elapsed().as_secs_f64();
        let by_files = seconds / made.files as f64 * self.missing.saturating_sub(made.files) as f64;
        let by_time = self.longest.map(|longest| longest.as_secs_f64() - seconds);
        let left = by_files.min(by_time.unwrap_or(f64::INFINITY)).max(0.0);
        writeln!(
            log,
            "{}  {:2}x{:<2}  {:2} games  {:8} positions  {:5.0} a second  {left:6.0} s left",
            file(self.folder, number).display(),
            shard.size.width(),
            shard.size.height(),
            shard.games,
            made.positions,
            made.positions as f64 / seconds.max(1e-9),
        );
    }
}

/// Counts of files and positions made so far.
#[derive(Default)]
struct Made {
    files: u64,
    positions: usize,
}

fn file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:06}.rows"))
}

impl LearnGoHeadsArgs {
    /// Prints the outputs of the network's heads for the first `--count` positions of the file, as JSON Lines.
    fn run(&self, out: &mut Output) -> Result<()> {
        for said in answers(&self.model, &self.rows, self.count)? {
            out.line(&said.to_string())?;
        }
        Ok(())
    }
}

/// Maximum size of a file of rows, in bytes.
const MOST_ROWS: u64 = 4 << 30;

fn answers(model: &Path, rows: &Path, count: usize) -> Result<Vec<serde_json::Value>> {
    let network = Network::open(model).with_context(|| printable(model))?;
    let bytes = files::read(rows, MOST_ROWS, &|| false).with_context(|| printable(rows))?;
    let stored = Rows::read(&bytes).with_context(|| printable(rows))?;
    if !Network::fits(stored.size()) {
        bail!("{}: networks do not support this board", printable(rows));
    }
    let mut evaluator = Evaluator::new(&Arc::new(network), stored.size(), 1, Level::detect());
    let answer = |index| {
        let (features, _) = stored.row(index);
        evaluator.set(0, &features, Symmetry::default());
        evaluator.evaluate(1);
        said(&evaluator.output(0), features.size())
    };
    Ok((0..count.min(stored.len())).map(answer).collect())
}

/// Formats the outputs of the heads, with points row by row from the top.
fn said(output: &HeadOutput, (width, height): (usize, usize)) -> serde_json::Value {
    let points = || (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)));
    let policy: Vec<f32> = points().map(|(x, y)| output.policy(x, y, 0.0)).collect();
    let ownership: Vec<f32> = points().map(|(x, y)| output.ownership(x, y)).collect();
    json!({
        "policy": policy,
        "pass": output.pass(0.0),
        "value": output.value(),
        "score": output.score(),
        "ownership": ownership,
    })
}

#[cfg(test)]
mod tests;
