//! `tengen problems`: finds problems in games, proves and grades them.
//!
//! - `kind`, `finding`, `problem`: the kinds of problems; a problem as found, and as graded and written
//! - `sentences`: results of lines, and the sentences about a problem in every language
//! - `game`: the interface to a game
//! - `go`, `gomoku`, `reversi`: the problems of each game
//! - `game_search`, `grade`: the problems of one game record; their difficulty
//! - `key`: equality of problems up to symmetry, colors and shifts
//! - `source_games`, `self_play`: games from files and from self-play
//! - `collection`, `sgf_folder`, `html_page`: the output files
//! - `cut`, `proof`: problems cut down to the stones that matter; files with proofs
//! - `position`: the position of a written problem
//! - `training`, `training_front`: problems to solve at a terminal
//!
//! Tests: `tests.rs`; unit tests in the files; `protocol-tests/tools/problems.rs` on the program;
//! `scripts/tests/test_terminal.py` on pseudo-terminals.
//! A change moves: lines of JSON that `src/tool/manual/subcommands.md` describes and the page reads
//! (`src/web/page/trainer/problem.js`), and collections on disk, to which later runs append.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use self::collection::{Collection, DoneGame};
use self::game::FinderLimits;
use self::game_search::{SearchSettings, problems_of};
use self::kind::ProblemKind;
use self::problem::Problem;
use self::source_games::{RECORD_NAMES, SourceGame, games_of};
use crate::terminal::messages::{Language, Messages};
use crate::tool::annotate::mark::digest;
use crate::tool::in_order;
use crate::tool::positions::record_file::RecordFile;
use crate::tool::searches::{SearchPlan, game_of, type_of};
use crate::tool::shard::{self, ShardArgs};
use crate::tool::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::Limits;
use tengen_gomoku::Rule;
use tengen_play::games::{check_size, with_game};
use tengen_play::{Game, PlayableGame as _};
use tengen_protocol::Options;
use tengen_protocol::io::error_output::ErrorOutput;
use tengen_records::sgf;

mod collection;
mod cut;
mod finding;
mod game;
mod game_search;
mod go;
mod gomoku;
mod grade;
mod html_page;
mod key;
mod kind;
mod position;
mod problem;
mod proof;
mod reversi;
mod self_play;
mod sentences;
mod sgf_folder;
mod source_games;
#[cfg(not(target_family = "wasm"))]
mod training;
// WebAssembly has no terminal.
#[cfg(not(target_family = "wasm"))]
pub mod training_front;

#[cfg(test)]
mod tests;

/// Time between two progress lines.
const PROGRESS: Duration = Duration::from_secs(10);

/// Games of self-play in a row without a new problem after which the tool gives up.
const MOST_IN_VAIN: usize = 500;

/// Arguments of `tengen problems`.
#[derive(Clone, Debug, Args)]
pub struct ProblemsArgs {
    /// Find problems in the games of these files, of all records in folders, or of standard input for -.
    #[arg(value_name = "FILE|-", required_unless_present = "from_selfplay")]
    files: Vec<PathBuf>,
    /// Find problems of these kinds only, separated by commas: ladder, escape, breaker, net, kill, live; vcf, vct,
    /// defense, forbidden; endgame-win, endgame-draw [default: all].
    #[arg(long = "kind", value_name = "KIND", value_delimiter = ',')]
    kinds: Vec<ProblemKind>,
    /// Append the problems to this collection, leaving out those it has; the same command resumes an interrupted run.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write the problems of the collection to this folder as SGF, one file per game and kind.
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Also write the problems of the collection to this file as a page for printing, with the solutions at the end.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the sentences of --sgf and --html in this language [default: by LC_ALL, LC_MESSAGES or LANG, if their encoding
    /// is UTF-8].
    #[arg(long, value_name = "TAG")]
    language: Option<Language>,
    /// Also write proofs of the solutions of kill, live, vcf and vct to this folder, and leave out problems of these kinds
    /// that have none.
    #[arg(long, value_name = "DIR")]
    proof: Option<PathBuf>,
    /// Keep all stones, also those that do not matter.
    #[arg(long)]
    whole_board: bool,
    /// Stop once the collection has N problems of these kinds.
    #[arg(long, value_name = "N", value_parser = whole(1_usize..=usize::MAX))]
    count: Option<usize>,
    /// Find problems in games that the engine's levels play against each other. Needs --kind with kinds of one game, and
    /// --count.
    #[arg(long, conflicts_with_all = ["files", "shard"], requires_all = ["kinds", "count"])]
    from_selfplay: bool,
    /// Take at most N problems from a game, first those that the game missed.
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = whole(1_usize..=1000))]
    per_game: usize,
    /// In Othello, solve endgames with up to N empty squares, 5 to 16.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = whole(5_u32..=16))]
    empties: u32,
    /// Leave out ladders, nets and wins by threats of fewer than N plies [default: 5 in Go, 3 in gomoku].
    #[arg(long, value_name = "N", value_parser = whole(1_usize..=99))]
    depth: Option<usize>,
    /// Also find problems with up to N right first moves, 1 or 2.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_usize..=2))]
    solutions: usize,
    /// Use this gomoku rule if a record names none, and in self-play [default: freestyle, or renju for forbidden].
    #[arg(long, value_name = "NAME")]
    rule: Option<Rule>,
    /// Set the board size of self-play [default: 9 for Go, 15 for gomoku].
    #[arg(long, value_name = "N", requires = "from_selfplay", value_parser = whole(1_u8..=25))]
    size: Option<u8>,
    /// Set the seed of self-play.
    #[arg(long, default_value_t = 1, value_name = "N", requires = "from_selfplay", value_parser = whole(0_u64..=u64::MAX))]
    seed: u64,
    /// Use N threads, 1 to 1024; the output does not depend on N.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    #[command(flatten)]
    shard: ShardArgs,
}

/// A game to search: one from a file, or the seed of one to play.
enum GameTask {
    Record(SourceGame),
    Seed(u64),
}

/// The result of searching one game.
struct SearchedRecord {
    /// File and number, for messages.
    name: String,
    digest: String,
    /// Problems, or the reason that the game cannot be searched. `None` if the collection has it already.
    problems: Option<Result<Vec<Problem>, String>>,
}

/// Settings of a run, shared by its threads.
struct ProblemRun {
    plan: SearchPlan,
    settings: SearchSettings,
    /// Game of all wanted kinds, if it is one.
    game: Option<Game>,
}

/// Counts of a run.
#[derive(Default)]
struct ProblemTally {
    games: usize,
    skipped: usize,
    problems: usize,
    known: usize,
    bad: usize,
    /// Games in a row without a new problem.
    in_vain: usize,
}

impl ProblemsArgs {
    /// Finds the problems of all games and logs those that are damaged. Fails in the end if there were any, unless
    /// `--lenient` allows them; fails at once if an output cannot be written.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let run = ProblemRun::new(&self)?;
        let messages = Messages::chosen(self.language);
        let files = RecordFile::of_arguments(&self.files, RECORD_NAMES)?;
        let hint = run.game.and_then(type_of);
        let parts = shard::parts(self.shard.shard, &files, |file| {
            Ok(games_of(file, hint).len())
        })?;
        let mut collection = match &self.out {
            Some(path) => Collection::open(path)?,
            None => Collection::default(),
        };
        self.prepare_outputs(&collection, &messages)?;
        let is_complete = AtomicBool::new(self.is_complete(&run, &collection));
        let records = files
            .iter()
            .zip(parts)
            .flat_map(|(file, part)| part.of(games_of(file, hint).into_iter()))
            .map(GameTask::Record);
        let first = self.seed;
        let seeds = (0..).map(|number| GameTask::Seed(first.wrapping_add(number)));
        let seeds = seeds.take(if self.from_selfplay { usize::MAX } else { 0 });
        let tasks = records
            .chain(seeds)
            .take_while(|_| !is_complete.load(Ordering::Relaxed))
            .map(Ok);
        let done = collection.done();
        let mut tally = ProblemTally::default();
        let mut reported = Instant::now();
        let worker = || |task| run.search(task, &|digest| done.contains(digest));
        in_order::run(tasks, self.threads.into(), worker, |searched, is_last| {
            // Games that were already being searched at the end are not needed.
            if is_complete.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.take(searched, &mut collection, &mut tally, streams)?;
            is_complete.store(self.is_complete(&run, &collection), Ordering::Relaxed);
            if is_last {
                streams.out.flush()?;
            }
            if reported.elapsed() >= PROGRESS {
                reported = Instant::now();
                tally.tell(streams.log);
            }
            Ok(())
        })?;
        streams.out.flush()?;
        if let Some(folder) = &self.sgf {
            sgf_folder::write(folder, collection.problems(), &messages)?;
        }
        if let Some(path) = &self.html {
            html_page::write(path, collection.problems(), &messages)?;
        }
        tally.tell(streams.log);
        self.shard
            .judge(tally.bad, || format!("bad games: {}", tally.bad))
    }

    /// Fails before any search if an output cannot be written.
    fn prepare_outputs(&self, collection: &Collection, messages: &Messages) -> Result<()> {
        if let Some(folder) = &self.sgf {
            sgf_folder::write(folder, collection.problems(), messages)?;
        }
        if let Some(path) = &self.html {
            html_page::check(path)?;
        }
        match &self.proof {
            Some(folder) => proof::create_folder(folder),
            None => Ok(()),
        }
    }

    /// Adds the problems of a game to the collection, and prints them if it has no file.
    fn take(
        &self,
        searched: SearchedRecord,
        collection: &mut Collection,
        tally: &mut ProblemTally,
        streams: &mut Streams,
    ) -> Result<()> {
        let SearchedRecord {
            name,
            digest,
            problems,
        } = searched;
        tally.games += 1;
        let problems = match problems {
            None => {
                tally.skipped += 1;
                return Ok(());
            }
            Some(Err(error)) => {
                writeln!(streams.log, "{name}: {error}");
                tally.bad += 1;
                return Ok(());
            }
            Some(Ok(problems)) => problems,
        };
        if let Some(folder) = &self.proof {
            let mut new = HashSet::new();
            for problem in &problems {
                if !collection.has(problem) && new.insert(&problem.key) {
                    proof::write(folder, problem)?;
                }
            }
        }
        let (lines, known) = collection.add(problems, DoneGame { digest, name })?;
        tally.problems += lines.len();
        tally.known += known;
        tally.in_vain = if lines.is_empty() {
            tally.in_vain + 1
        } else {
            0
        };
        ensure!(
            !self.from_selfplay || tally.in_vain < MOST_IN_VAIN,
            "{MOST_IN_VAIN} games have no new problem of this kind"
        );
        if self.out.is_none() {
            for line in &lines {
                streams.out.line(line)?;
            }
        }
        Ok(())
    }

    /// Whether the collection has as many problems as asked for.
    fn is_complete(&self, run: &ProblemRun, collection: &Collection) -> bool {
        let kinds = &run.settings.kinds;
        let wanted = collection.problems().iter();
        let count = wanted
            .filter(|problem| kinds.contains(&problem.kind))
            .count();
        self.count.is_some_and(|most| count >= most)
    }
}

impl ProblemRun {
    fn new(args: &ProblemsArgs) -> Result<ProblemRun> {
        let mut kinds = args.kinds.clone();
        if kinds.is_empty() {
            kinds = ProblemKind::all().collect();
        }
        kinds.sort();
        kinds.dedup();
        let first = kinds[0].game();
        let game = kinds
            .iter()
            .all(|kind| kind.game() == first)
            .then_some(first);
        if args.from_selfplay && game.is_none() {
            bail!("--kind: expected kinds of one game for --from-selfplay");
        }
        let default = match kinds[..] == [ProblemKind::Forbidden] {
            true => Rule::Renju,
            false => Rule::Freestyle,
        };
        let mut options = Options::new(game.unwrap_or(Game::Go));
        options.games.gomoku.rule = args.rule.unwrap_or(default);
        options.games.size = match game {
            Some(Game::Go) if args.from_selfplay => args.size.or(Some(9)),
            _ => args.size,
        };
        if let (Some(game), Some(size)) = (game, args.size) {
            check_size(game, &options.games)
                .map_err(anyhow::Error::msg)
                .with_context(|| format!("--size {size}"))?;
        }
        Ok(ProblemRun {
            plan: SearchPlan {
                game,
                options,
                limits: Limits::default(),
                threads: args.threads.into(),
                rule: None,
            },
            settings: SearchSettings {
                kinds,
                limits: FinderLimits {
                    empties: args.empties,
                    depth: args.depth,
                    solutions: args.solutions,
                },
                most: args.per_game,
                whole_board: args.whole_board,
                with_proofs: args.proof.is_some(),
                english: Messages::new(Language::En),
            },
            game,
        })
    }

    /// Searches a game unless it is done.
    fn search(&self, task: GameTask, is_done: &dyn Fn(&str) -> bool) -> SearchedRecord {
        let (file, number, text) = match task {
            GameTask::Record(game) => (game.file, game.number, game.text),
            GameTask::Seed(seed) => {
                let file = "selfplay".to_owned();
                return self.search_seed(file, seed, is_done);
            }
        };
        let digest = self.digest(text.as_deref().unwrap_or_default());
        let problems = match text {
            Ok(_) if is_done(&digest) => None,
            Ok(text) => Some(self.problems(&text, (&file, number))),
            Err(error) => Some(Err(error)),
        };
        SearchedRecord {
            name: format!("{file}: game {number}"),
            digest,
            problems,
        }
    }

    /// Plays and searches the game of a seed unless it is done.
    fn search_seed(
        &self,
        file: String,
        seed: u64,
        is_done: &dyn Fn(&str) -> bool,
    ) -> SearchedRecord {
        let games = &self.plan.options.games;
        let played = format!("selfplay {:?} seed={seed}", games.size);
        let digest = self.digest(&played);
        let search = || {
            let game = self.game.unwrap_or(Game::Go);
            let options = &self.plan.options;
            let text = with_game!(game, G => self_play::game::<G>(options, seed))?;
            self.problems(&text, (&file, seed as usize))
        };
        SearchedRecord {
            name: format!("{file}: game {seed}"),
            problems: (!is_done(&digest)).then(search),
            digest,
        }
    }

    /// Returns the digest of a game and the settings, by which later runs know that it is done.
    fn digest(&self, text: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let rule = self.plan.options.games.gomoku.rule;
        let settings = format!("tengen={version} rule={rule} {:?}", self.settings);
        format!("{:016x}", digest(&format!("{settings}\n{text}")))
    }

    fn problems(&self, text: &str, source: (&str, usize)) -> Result<Vec<Problem>, String> {
        let reading = sgf::read(text).map_err(|error| error.to_string())?;
        let game = game_of(&reading);
        if !self.settings.kinds.iter().any(|kind| kind.game() == game) {
            return Ok(Vec::new());
        }
        with_game!(game, G => {
            let mut plan = self.plan.clone();
            plan.options.game = G::GAME;
            plan.options.games.size = None;
            problems_of::<G>(reading, &plan, &self.settings, source)
        })
    }
}

impl ProblemTally {
    fn tell(&self, log: &mut ErrorOutput) {
        let ProblemTally {
            games,
            skipped,
            problems,
            known,
            bad,
            ..
        } = self;
        writeln!(
            log,
            "problems: {games} games ({skipped} done before, {bad} bad), {problems} new problems, {known} known ones left out"
        );
    }
}
