//! `tengen learn gomoku`: learns the weights of gomoku's evaluation and move ordering from self-play games.

use anyhow::Result;
use clap::Args;

use super::{SelfPlayArgs, Streams, write};
use crate::tool::whole_number::whole;
use tengen_gomoku::Rule;
use tengen_gomoku::eval::weights::{Weights, decode, encode};
use tengen_gomoku::learn::{Progress, Recipe, learn};
use tengen_protocol::io::error_output::ErrorOutput;

/// Arguments of `tengen learn gomoku`.
#[derive(Clone, Debug, Args)]
pub struct LearnGomokuArgs {
    #[command(flatten)]
    course: SelfPlayArgs,
    /// Learn only this rule and keep the weights of the others from --from: freestyle, standard, renju, caro or
    /// exact-caro.
    #[arg(long, requires = "from", value_name = "RULE")]
    rule: Option<Rule>,
    /// Play N games of each rule per round.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = whole(1_u64..=10_000_000))]
    games: u64,
    /// Search N nodes per move on average.
    #[arg(long, default_value_t = 1_500, value_name = "N", value_parser = whole(1_u64..=1_000_000))]
    nodes: u64,
}

/// Default number of rounds.
const ROUNDS: u32 = 2;

impl LearnGomokuArgs {
    /// Writes the weights after every round. Reports progress to the log.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let course = &self.course;
        let recipe = Recipe {
            rules: self
                .rule
                .map_or_else(|| Rule::ALL.to_vec(), |rule| vec![rule]),
            rounds: course.rounds.unwrap_or(ROUNDS),
            games: self.games,
            nodes: self.nodes,
            threads: usize::from(course.threads),
            seed: course.seed,
        };
        let start = course.start("gomoku", decode)?;
        let start = start.unwrap_or_else(Weights::handcrafted);
        course.follow(
            |stop, report| learn(&recipe, start, stop, report),
            |progress| match progress {
                Progress::Learned(weights) => write(&course.file, &encode(&weights)),
                told => {
                    tell(&told, streams.log);
                    Ok(())
                }
            },
        )
    }
}

fn tell(progress: &Progress, log: &mut ErrorOutput) {
    match progress {
        Progress::Played {
            round,
            rule,
            done,
            of,
            took,
        } => writeln!(
            log,
            "round {round}  {rule:10}  {done:6} of {of} games in {} s",
            took.as_secs()
        ),
        Progress::Fitted {
            round,
            rule,
            positions,
            values,
            moves,
            network,
        } => writeln!(
            log,
            "round {round}  {rule:10}  fitted to {positions} positions; loss on others {:.4}, now {:.4}, with a network {:.4}, now {:.4}; of moves {:.4}, now {:.4}",
            values.before, values.after, network.before, network.after, moves.before, moves.after
        ),
        Progress::Learned(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tool::streams::captured;
    use tengen_testing::scratch::Scratch;

    #[test]
    fn weights_that_are_none_are_refused_before_anything_is_played() {
        let folder = Scratch::new("learn-gomoku");
        let [from, file] = ["bad", "weights"].map(|name| folder.path().join(name));
        fs::write(&from, b"nothing").unwrap();
        let run = |from| {
            let args = LearnGomokuArgs {
                course: SelfPlayArgs {
                    file: file.clone(),
                    from,
                    rounds: Some(1),
                    threads: 1,
                    seed: 0,
                },
                rule: None,
                games: 1,
                nodes: 10,
            };
            captured::run(|streams| args.run(streams)).0
        };
        let error = run(Some(from)).unwrap_err();
        assert!(error.to_string().contains("expected gomoku's weights"));
        assert!(!file.exists());
        run(None).unwrap();
        assert!(decode(&fs::read(&file).unwrap()).is_some());
    }
}
