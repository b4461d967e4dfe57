//! `tengen learn reversi`: learns Reversi's evaluation from self-play games, which are kept in a file.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use super::{SelfPlayArgs, Streams, unwritable, write};
use crate::tool::whole_number::whole;
use tengen_engine::files;
use tengen_engine::files::Lock;
use tengen_engine::files::printable;
use tengen_protocol::io::error_output::ErrorOutput;
use tengen_reversi::eval::evaluation::Evaluation;
use tengen_reversi::eval::weights::{decode, encode};
use tengen_reversi::learn::labeled_games::{LabeledPosition, play_games};
use tengen_reversi::learn::position_file;
use tengen_reversi::learn::training::{Progress, train};

/// Arguments of `tengen learn reversi`.
#[derive(Clone, Debug, Args)]
pub struct LearnReversiArgs {
    #[command(flatten)]
    course: SelfPlayArgs,
    /// Keep the positions of the games in this file; the same command resumes with the missing games.
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Play N games of about 50 positions each in the last round; each earlier round plays a quarter of the next one's
    /// games.
    #[arg(long, default_value_t = 160_000, value_name = "N", value_parser = whole(1_u32..=10_000_000))]
    games: u32,
    /// Solve positions with up to N empty squares, 4 to 24.
    #[arg(long, default_value_t = 14, value_name = "N", value_parser = whole(4_u32..=24))]
    exact: u32,
}

/// Default number of rounds: enough to carry knowledge from the end of the game to its beginning.
const ROUNDS: u32 = 5;

/// Number of games between two writes.
const CHUNK: u32 = 200;

/// Maximum size in bytes of a file of positions, for a billion of them.
const MAX_FILE_SIZE: u64 = 24_000_000_000;

impl LearnReversiArgs {
    /// Writes the network after every round. Reports progress to the log.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let course = &self.course;
        files::check_writable(&course.file).with_context(|| unwritable(&course.file))?;
        let mut player = course
            .start("Reversi", decode)?
            .unwrap_or_else(Evaluation::zero);
        let mut kept =
            KeptPositions::open(&self.positions).with_context(|| printable(&self.positions))?;
        let mut games = 0..0;
        for round in 1..=self.rounds() {
            games = games.end..games.end + self.games_of(round);
            self.play(round, &player, games.end, &mut kept, streams)?;
            let seed = course.seed ^ u64::from(round);
            player = train(kept.of(&games), &player, seed, |progress| {
                log_progress(round, progress, streams.log);
                anyhow::Ok(())
            })?;
            write(&course.file, &encode(&player))?;
        }
        Ok(())
    }

    fn rounds(&self) -> u32 {
        self.course.rounds.unwrap_or(ROUNDS)
    }

    /// Returns the number of games in a round.
    fn games_of(&self, round: u32) -> u32 {
        (round..self.rounds()).fold(self.games, |games, _| games.div_ceil(4))
    }

    /// Plays until `kept` has the positions of `games` games.
    fn play(
        &self,
        round: u32,
        player: &Evaluation,
        games: u32,
        kept: &mut KeptPositions,
        streams: &mut Streams,
    ) -> Result<()> {
        let (began, first) = (Instant::now(), kept.next_game());
        let threads = usize::from(self.course.threads);
        while kept.next_game() < games {
            let begin = kept.next_game();
            let end = games.min(begin.saturating_add(CHUNK));
            let played = play_games(player, self.course.seed, begin..end, self.exact, threads);
            kept.append(&played)
                .with_context(|| unwritable(&self.positions))?;
            let share = f64::from(games - end) / f64::from(end - first);
            let left: Duration = began.elapsed().mul_f64(share);
            writeln!(
                streams.log,
                "round {round}  {end:8} of {games} games played  {:9} positions  {:5} s left",
                kept.positions.len(),
                left.as_secs()
            );
        }
        Ok(())
    }
}

fn log_progress(round: u32, progress: Progress, log: &mut ErrorOutput) {
    match progress {
        Progress::Learned(done, all) => {
            writeln!(log, "round {round}  {done:9} of {all} positions learned");
        }
        Progress::Tested(errors) => writeln!(
            log,
            "round {round}  {:2}-{:2} empty  error {:.2} discs on {} positions of other games, {:.2} before",
            errors.empties.0, errors.empties.1, errors.after, errors.positions, errors.before
        ),
    }
}

/// Positions in memory and the file that keeps them.
struct KeptPositions {
    positions: Vec<LabeledPosition>,
    file: File,
    /// Keeps other processes from writing the file.
    _lock: Lock,
}

impl KeptPositions {
    /// Reads the positions of a file, creating it if necessary.
    fn open(path: &Path) -> Result<KeptPositions> {
        let lock = Lock::acquire(path)?;
        let positions = match files::read(path, MAX_FILE_SIZE, &|| false) {
            Ok(bytes) => position_file::decode(&bytes)?,
            Err(error) if error.is_missing() => {
                files::write(path, position_file::MAGIC)?;
                Vec::new()
            }
            Err(error) => return Err(error.into()),
        };
        let mut file = files::open_for_update(path)?;
        // Remove the incomplete position of an interrupted write.
        let whole = position_file::size(positions.len());
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(KeptPositions {
            positions,
            file,
            _lock: lock,
        })
    }

    /// Returns the number of the first game that is not in the file yet.
    fn next_game(&self) -> u32 {
        let last = self.positions.last();
        last.map_or(0, |position| position.game.saturating_add(1))
    }

    fn of(&self, games: &Range<u32>) -> &[LabeledPosition] {
        let before = |game: u32| {
            self.positions
                .partition_point(|position| position.game < game)
        };
        &self.positions[before(games.start)..before(games.end)]
    }

    fn append(&mut self, played: &[LabeledPosition]) -> Result<()> {
        self.file.write_all(&position_file::encode(played))?;
        self.positions.extend_from_slice(played);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tool::streams::captured;
    use tengen_testing::scratch::Scratch;

    fn args(folder: &Scratch, rounds: u32, games: u32) -> LearnReversiArgs {
        LearnReversiArgs {
            course: SelfPlayArgs {
                file: folder.path().join("weights"),
                from: None,
                rounds: Some(rounds),
                threads: 2,
                seed: 3,
            },
            positions: folder.path().join("positions"),
            games,
            exact: 6,
        }
    }

    /// Runs the tool. Returns the weights, the positions and the log.
    fn run(args: &LearnReversiArgs) -> Result<(Vec<u8>, Vec<u8>, String)> {
        let (result, _, log) = captured::run(|streams| args.clone().run(streams));
        result?;
        let [weights, positions] = [&args.course.file, &args.positions].map(fs::read);
        Ok((weights?, positions?, log))
    }

    #[test]
    fn an_interrupted_run_goes_on_to_the_same_end() {
        let folder = Scratch::new("learn-reversi");
        let (weights, positions, log) = run(&args(&folder, 2, 12)).unwrap();
        assert!(decode(&weights).is_some_and(|learned| learned != Evaluation::zero()));
        assert!(log.contains("round 1         3 of 3 games played"), "{log}");
        assert!(
            log.contains("round 2        15 of 15 games played"),
            "{log}"
        );

        // Cut within the sixth game, after one of its positions and a part of the next.
        let kept = position_file::decode(&positions).unwrap();
        let broken = kept.iter().filter(|position| position.game < 5).count() + 1;
        let cut = position_file::size(broken) as usize + 7;
        let args = args(&folder, 2, 12);
        fs::write(&args.positions, &positions[..cut]).unwrap();
        let (again, after, log) = run(&args).unwrap();
        assert!(!log.contains("of 3 games played"), "{log}");
        assert_eq!(after, positions);
        assert_eq!(again, weights);
    }

    #[test]
    fn a_file_of_another_kind_is_refused_and_kept() {
        let folder = Scratch::new("learn-reversi-foreign");
        let args = args(&folder, 1, 1);
        fs::write(&args.positions, "a diary").unwrap();
        let error = format!("{:#}", run(&args).unwrap_err());
        assert!(
            error.contains("expected labeled positions of Reversi"),
            "{error}"
        );
        assert!(error.contains("positions:"), "{error}");
        assert_eq!(fs::read(&args.positions).unwrap(), b"a diary");
        assert!(!args.course.file.exists());
    }
}
