//! `tengen learn go`: positions to learn a network from, and what a network says about them.

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
use tengen_go::net::evaluator;
use tengen_go::net::{Evaluator, Network, NetworkSource, Symmetry};
use tengen_go::selfplay::{Rows, SelfPlay, Shard, Teacher};
use tengen_protocol::io::error_output::ErrorOutput;
use tengen_protocol::io::output::Output;

/// Arguments of `tengen learn go`.
#[derive(Clone, Debug, Args)]
pub struct LearnGoArgs {
    /// The step.
    #[command(subcommand)]
    step: LearnGoStep,
}

/// Steps towards a network for Go.
#[derive(Clone, Debug, Subcommand)]
enum LearnGoStep {
    /// Play games with a teacher, a network or a search, and write their positions with what there is to say about them.
    ///
    /// Each file NUMBER.rows holds whole games on one size of board, and is the same for the same seed and teacher.
    /// The same command goes on where it ended.
    Positions(LearnGoPositionsArgs),
    /// Print what a network's heads say about stored positions, before anything is made of it, as JSON Lines.
    Heads(LearnGoHeadsArgs),
}

impl LearnGoArgs {
    /// Takes the step.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written, or a stream is closed.
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
    /// The network that plays and labels: a file of KataGo's, own for the one inside the program, or none for playouts.
    #[arg(long, value_name = "FILE|own|none")]
    teacher: NetworkSource,
    /// The network that plays in place of the teacher, by a search of --visits. The teacher then labels each position by
    /// one evaluation, which is all of the label.
    #[arg(long, value_name = "FILE|own|none", requires = "visits")]
    player: Option<NetworkSource>,
    /// Visits of a search for each move, which is half of the label, the end of the game being the other [default: one
    /// evaluation, which is all of it].
    #[arg(long, value_name = "N", value_parser = whole(2_u64..=1_000_000))]
    visits: Option<u64>,
    /// The folder for the files; it is made if need be.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Stop when the folder holds so many files.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole(1_u64..=1_000_000))]
    shards: u64,
    /// Begin no file later than so many minutes from now.
    #[arg(long, value_name = "M", value_parser = whole(1_u64..=1_000_000))]
    minutes: Option<u64>,
    /// Boards of this size alone [default: from 7 to 19, most of them 9, 13 and 19].
    #[arg(long, value_name = "N", value_parser = whole(5_u32..=19))]
    size: Option<u32>,
    /// Threads that play.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Seed of the games.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    seed: u64,
}

/// Arguments of `tengen learn go heads`.
#[derive(Clone, Debug, Args)]
struct LearnGoHeadsArgs {
    /// The network.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// A file of positions.
    #[arg(value_name = "ROWS")]
    rows: PathBuf,
    /// How many of its positions.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = whole(0_usize..=usize::MAX))]
    count: usize,
}

impl LearnGoPositionsArgs {
    /// Opens the teacher: a network, or a search if there are visits, and the player of its games if that is another.
    fn teacher(&self) -> Result<Teacher> {
        let network = opened(&self.teacher)?;
        let player = self.player.as_ref().map(opened).transpose()?;
        match (network, self.visits, player) {
            (Some(network), Some(visits), Some(player)) => {
                Ok(Teacher::Labeler(network, player, visits))
            }
            (None, _, Some(_)) => bail!("--teacher none: playouts label no game of a --player"),
            (_, None, Some(_)) => bail!("--player: a search takes --visits"),
            (network, Some(visits), None) => Ok(Teacher::Search(network, visits)),
            (Some(network), None, None) => Ok(Teacher::RawPolicy(network)),
            (None, None, None) => bail!("--teacher none: playouts take --visits"),
        }
    }

    /// Writes the files that are missing. Progress goes to `log`.
    fn run(&self, log: &mut ErrorOutput) -> Result<()> {
        let teacher = self.teacher()?;
        fs::create_dir_all(&self.out).with_context(|| printable(&self.out))?;
        let self_play = SelfPlay {
            teacher,
            isa: Level::detect(),
            size: self.size.map(Size::square).transpose()?,
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
        let (told, news) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads {
                let (work, told) = (&work, told.clone());
                scope.spawn(move || work.run(&told));
            }
            drop(told);
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

/// State that the threads share.
struct Work<'a> {
    self_play: SelfPlay,
    folder: &'a Path,
    /// Files that the folder is to hold.
    wanted: u64,
    /// Those of them that it did not hold at the start.
    missing: u64,
    /// The next file to look at.
    next: AtomicU64,
    began: Instant,
    longest: Option<Duration>,
}

impl Work<'_> {
    /// Makes one file after the other and tells of each.
    fn run(&self, told: &mpsc::Sender<Result<(u64, Shard)>>) {
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
            // Nobody listens any more once another thread has failed.
            if told.send(news).is_err() || failed {
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

/// Counts of what has been made so far.
#[derive(Default)]
struct Made {
    files: u64,
    positions: usize,
}

fn file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:06}.rows"))
}

impl LearnGoHeadsArgs {
    /// Prints the outputs of the network's heads for the first `--count` positions of the file, a line of JSON for each.
    fn run(&self, out: &mut Output) -> Result<()> {
        for said in answers(&self.model, &self.rows, self.count)? {
            out.line(&said.to_string())?;
        }
        Ok(())
    }
}

/// Maximum length of a file of rows, in bytes.
const MOST_ROWS: u64 = 4 << 30;

fn answers(model: &Path, rows: &Path, count: usize) -> Result<Vec<serde_json::Value>> {
    let network = Network::open(model).with_context(|| printable(model))?;
    let bytes = files::read(rows, MOST_ROWS, &|| false).with_context(|| printable(rows))?;
    let stored = Rows::read(&bytes).with_context(|| printable(rows))?;
    if !Network::fits(stored.size()) {
        bail!("{}: a board that no network knows", printable(rows));
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

/// The heads' numbers, points row by row from the top.
fn said(output: &evaluator::HeadOutput, (width, height): (usize, usize)) -> serde_json::Value {
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
