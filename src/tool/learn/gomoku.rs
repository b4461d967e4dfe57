//! `tengen learn gomoku`: learns the weights of gomoku's evaluation and move ordering from self-play games.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::{SelfPlayArgs, Streams, write};
use crate::gomoku::eval::weights::{LEARNED_RULES, Weights, decode, encode};
use crate::gomoku::learn::{Progress, Recipe, learn};
use crate::gomoku::{Rule, UnknownRule};
use crate::tool::whole_number::whole;

/// Arguments of `tengen learn gomoku`.
#[derive(Clone, Debug, Args)]
pub struct LearnGomokuArgs {
    #[command(flatten)]
    course: SelfPlayArgs,
    /// Learn this rule only and leave the others as `--from` has them: freestyle, standard or renju.
    #[arg(long, requires = "from", value_parser = parse_rule, value_name = "RULE")]
    rule: Option<Rule>,
    /// Games of each rule in a round.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = whole(1_u64..=10_000_000))]
    games: u64,
    /// Nodes searched for a move, on average.
    #[arg(long, default_value_t = 1_500, value_name = "N", value_parser = whole(1_u64..=1_000_000))]
    nodes: u64,
}

/// Rounds unless told otherwise.
const ROUNDS: u32 = 2;

impl LearnGomokuArgs {
    /// Writes the weights after every round. Progress goes to the log.
    ///
    /// # Errors
    ///
    /// The weights cannot be read or written, or the log is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let course = &self.course;
        let recipe = Recipe {
            rules: self
                .rule
                .map_or_else(|| LEARNED_RULES.to_vec(), |rule| vec![rule]),
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
                told => tell(&told, streams.log),
            },
        )
    }
}

/// Parses a rule that has weights of its own.
fn parse_rule(text: &str) -> Result<Rule, String> {
    let rule: Rule = text
        .parse()
        .map_err(|error: UnknownRule| error.to_string())?;
    if LEARNED_RULES.contains(&rule) {
        return Ok(rule);
    }
    Err(format!(
        "{rule} is played with standard's weights: expected freestyle, standard or renju"
    ))
}

fn tell(progress: &Progress, log: &mut dyn Write) -> Result<()> {
    match progress {
        Progress::Played {
            round,
            rule,
            done,
            of,
            took,
        } => writeln!(
            log,
            "round {round}  {rule:9}  {done:6} of {of} games in {} s",
            took.as_secs()
        )?,
        Progress::Fitted {
            round,
            rule,
            positions,
            values,
            moves,
            network,
        } => writeln!(
            log,
            "round {round}  {rule:9}  fitted to {positions} positions; loss on others {:.4}, now {:.4}, with a network {:.4}, now {:.4}; of moves {:.4}, now {:.4}",
            values.before, values.after, network.before, network.after, moves.before, moves.after
        )?,
        Progress::Learned(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::*;
    use crate::io::output::Output;

    #[test]
    fn weights_that_are_none_are_refused_before_anything_is_played() {
        let folder = std::env::temp_dir().join(format!("tengen-learn-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (from, file) = (folder.join("bad"), folder.join("weights"));
        fs::write(&from, b"nothing").unwrap();
        let args = |from| LearnGomokuArgs {
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
        let mut log = Vec::new();
        let mut out = Output::new(io::sink());
        let mut streams = Streams {
            out: &mut out,
            log: &mut log,
        };
        let error = args(Some(from)).run(&mut streams).unwrap_err();
        assert!(error.to_string().contains("expected gomoku's weights"));
        assert!(!file.exists());
        args(None).run(&mut streams).unwrap();
        assert!(decode(&fs::read(&file).unwrap()).is_some());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn rules_without_weights_of_their_own_are_refused() {
        for rule in LEARNED_RULES {
            assert_eq!(parse_rule(rule.name()), Ok(rule));
        }
        assert!(parse_rule("caro").is_err_and(|error| error.contains("standard's weights")));
        assert!(parse_rule("gomoku").is_err_and(|error| error.contains("unknown rule")));
    }
}
