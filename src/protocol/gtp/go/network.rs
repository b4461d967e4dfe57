//! Commands for KataGo's networks over GTP.

use std::fmt::Write;
use std::str::FromStr;
use std::sync::Arc;

use crate::katago::describe_model;
use nom::combinator::{map_opt, map_res, opt, verify};
use nom::{IResult, Parser};
use serde_json::Value;

use crate::gtp::grammar::{arguments, color, file, float, nothing, unsigned, word};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::cpu::Level;
use tengen_engine::game::{Color, Position as _};
use tengen_go::Position;
use tengen_go::net::model::{LONGEST_SIDE, SHORTEST_SIDE};
use tengen_go::net::{
    Evaluation, Evaluator, Features, GameHistory, HumanProfile, Network, NetworkSource, Symmetry,
};
use tengen_play::go::Go;

/// KataGo's default weight of the optimistic policy at the root.
const OPTIMISM: f64 = 0.2;

/// Loads a network. If that fails, the current network stays in use.
pub fn set_model(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let choice = arguments(args, map_res(file, NetworkSource::from_str))?;
    let slot = session.resources().networks.clone();
    session.mark_unready();
    let files = session.files().clone();
    // Loading a large file takes a while, so it runs on the worker's thread while other lines are read.
    session.compute(Box::new(move |_| {
        let network = choice.open(&files);
        slot.set(network.map_err(|error| format!("cannot load {choice}: {error}"))?);
        Ok(String::new())
    }))
}

pub fn get_models(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let slot = &session.resources().networks;
    let network = slot.network();
    let models = network.iter().chain(slot.human());
    say(Value::from_iter(models.map(|network| describe_model(network))).to_string())
}

/// Parses a number from 0 to 7 or `all`.
pub(super) fn symmetries(input: &str) -> IResult<&str, Vec<Symmetry>> {
    map_opt(word, |word| match word {
        "all" => Some(Symmetry::all().collect()),
        _ => Some(vec![Symmetry::new(unsigned(word)?)?]),
    })
    .parse(input)
}

/// A position to evaluate with one of the session's networks.
pub(super) struct NetworkQuery {
    network: Arc<Network>,
    history: GameHistory,
    /// Players for the network to imitate, if it can.
    profile: Option<HumanProfile>,
    isa: Level,
}

impl NetworkQuery {
    /// Creates a query about the current position, with `color` to move if given. Fails without a network, or if
    /// networks do not fit the board.
    pub fn new(session: &Session<Go>, color: Option<Color>) -> Result<NetworkQuery, Failure> {
        let network = session.resources().networks.network();
        let network =
            network.ok_or_else(|| Failure::new("no network: kata-set-model reads one"))?;
        NetworkQuery::with_network(network, session, color)
    }

    /// Creates such a query for the human network. Fails without such a network, if it does not fit the board, or if it
    /// needs a profile but none is set.
    pub fn of_human(session: &Session<Go>, color: Option<Color>) -> Result<NetworkQuery, Failure> {
        let network = session.resources().networks.human();
        let network = network.ok_or_else(|| {
            Failure::new("Cannot run kata-raw-human-nn, -human-model was not provided")
        })?;
        if network.uses_profile() && session.parameters.profile().is_none() {
            let message = "Cannot run kata-raw-human-nn, humanSLProfile parameter was not set";
            return Err(Failure::new(message));
        }
        NetworkQuery::with_network(Arc::clone(network), session, color)
    }

    fn with_network(
        network: Arc<Network>,
        session: &Session<Go>,
        color: Option<Color>,
    ) -> Result<NetworkQuery, Failure> {
        let mut history = GameHistory::of_record(&session.record);
        if color.is_some_and(|color| color != history.position().to_move()) {
            history.turn_over();
        }
        let size = history.position().board().size();
        if !Network::fits(size) {
            return Err(Failure::new(format!(
                "a board of {}x{} points: networks know sides from {SHORTEST_SIDE} to {LONGEST_SIDE}, elsewhere playouts play",
                size.width(),
                size.height()
            )));
        }
        Ok(NetworkQuery {
            network,
            history,
            profile: session.parameters.profile(),
            isa: session.settings().isa,
        })
    }

    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// Evaluates the position in each of these symmetries. Fails if the network's output is not finite.
    pub fn evaluate(
        &self,
        symmetries: Vec<Symmetry>,
        optimism: f32,
    ) -> Result<Vec<(Symmetry, Evaluation)>, String> {
        let mut features = Features::new(&self.history, self.network.model().inputs);
        if let Some(profile) = &self.profile {
            features.set_profile(profile, self.position());
        }
        let size = self.position().board().size();
        let mut evaluator = Evaluator::new(&self.network, size, 1, self.isa);
        let evaluate = |symmetry| {
            evaluator.set(0, &features, symmetry);
            evaluator.evaluate(1);
            let evaluation = Evaluation::new(&self.history, evaluator.output(0), optimism);
            if evaluation.is_finite() {
                Ok((symmetry, evaluation))
            } else {
                Err("the network's evaluation is not finite".to_owned())
            }
        };
        symmetries.into_iter().map(evaluate).collect()
    }
}

pub fn raw_nn(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let share = verify(float, |share| (0.0..=1.0).contains(share));
    let (color, symmetries, optimism) = arguments(args, (opt(color), symmetries, opt(share)))?;
    let query = NetworkQuery::new(session, color)?;
    session.compute(Box::new(move |_| {
        let optimism = optimism.unwrap_or(OPTIMISM) as f32;
        let width = usize::from(query.position().board().size().width());
        let evaluations = query.evaluate(symmetries, optimism)?;
        let texts = evaluations.iter().map(|(symmetry, evaluation)| {
            describe(evaluation, &score(evaluation), *symmetry, width)
        });
        Ok(texts.collect::<String>().trim_end().to_owned())
    }))
}

pub fn raw_human_nn(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (color, symmetries) = arguments(args, (opt(color), symmetries))?;
    let query = NetworkQuery::of_human(session, color)?;
    session.compute(Box::new(move |_| {
        let width = usize::from(query.position().board().size().width());
        let evaluations = query.evaluate(symmetries, OPTIMISM as f32)?;
        let texts = evaluations.iter().map(|(symmetry, evaluation)| {
            describe(evaluation, &human_score(evaluation), *symmetry, width)
        });
        Ok(texts.collect::<String>().trim_end().to_owned())
    }))
}

/// Writes the score lines of KataGo's kata-raw-nn. -1 means that a network of this format does not predict the value.
fn score(evaluation: &Evaluation) -> String {
    format!(
        "whiteLead {:.3}\nwhiteScoreSelfplay {:.3}\nwhiteScoreSelfplaySq {:.3}\nvarTimeLeft {:.3}\n",
        evaluation.white_lead,
        evaluation.white_score,
        evaluation.white_score_squared,
        evaluation.time_left.unwrap_or(-1.0),
    )
}

/// Writes the score lines of kata-raw-human-nn. From human games, networks learn only the final score.
fn human_score(evaluation: &Evaluation) -> String {
    format!(
        "whiteScore {:.3}\nwhiteScoreSq {:.3}\n",
        evaluation.white_score, evaluation.white_score_squared,
    )
}

/// Writes the lines of KataGo's kata-raw-nn, including the given score lines.
fn describe(evaluation: &Evaluation, score: &str, symmetry: Symmetry, width: usize) -> String {
    let known = |number: Option<f64>| number.unwrap_or(-1.0);
    let mut text = format!(
        "symmetry {}\nwhiteWin {:.6}\nwhiteLoss {:.6}\nnoResult {:.6}\n{score}\
         shorttermWinlossError {:.3}\nshorttermScoreError {:.3}\npolicy\n",
        symmetry.number(),
        evaluation.white_win,
        evaluation.white_loss,
        evaluation.no_result,
        known(evaluation.value_error),
        known(evaluation.score_error),
    );
    let entry = |entry: &Option<f32>| match entry {
        Some(share) => format!("{share:8.6} "),
        None => "    NAN ".to_owned(),
    };
    let owner = |share: &f32| format!("{share:9.7} ");
    let policy = &evaluation.policy;
    let rows = policy.points.chunks(width);
    text.extend(rows.map(|row| row.iter().map(entry).collect::<String>() + "\n"));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "policyPass {:8.6} \nwhiteOwnership", policy.pass);
    let rows = evaluation.white_ownership.chunks(width);
    text.extend(rows.map(|row| row.iter().map(owner).collect::<String>() + "\n"));
    text
}
