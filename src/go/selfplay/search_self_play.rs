//! Search self-play, labeled by the search's evaluation and the game's result, or by another network, which may label
//! only some positions of each game.

use std::sync::Arc;

use super::game::SelfPlayGame;
use super::label::Label;
use super::rows::Rows;
use super::selection::{KeptPositions, disagreement};
use super::self_play_result::SelfPlayResult;
use crate::board::{Move, Size};
use crate::net::evaluation::Policy;
use crate::net::model::Inputs;
use crate::net::{Evaluation, Evaluator, Features, GameHistory, Network, NetworkSlot, Symmetry};
use crate::player::Player;
use crate::request::GoRequest;
use crate::rules::Komi;
use tengen_engine::cpu::Level;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::{Control, Limits, Report, SearchRequest, Searcher, Settings};

/// Memory of the search in bytes, much more than its few visits need.
const MEMORY: usize = 64 << 20;

/// A search that plays both sides.
pub struct SearchSelfPlay {
    player: Player,
    limits: Limits,
    inputs: Inputs,
    isa: Level,
    /// Network that labels positions of each game instead of the search and the game's result.
    labeler: Option<(Arc<Network>, KeptPositions)>,
}

/// A position labeled by the search that played there.
struct Sample {
    features: Features,
    label: Label,
    mover: Color,
    komi: Komi,
}

/// A position to label once the game is over.
struct Unlabeled {
    history: GameHistory,
    symmetry: Symmetry,
    /// The search's disagreement with its network.
    disagreement: f64,
}

impl SearchSelfPlay {
    /// Creates a search of this many visits, with playouts if there is no network.
    pub fn new(network: Option<Arc<Network>>, visits: u64, isa: Level) -> SearchSelfPlay {
        let settings = Settings {
            memory: MEMORY,
            isa,
            ..Settings::default()
        };
        let of_network = |network: &Arc<Network>| network.model().inputs;
        SearchSelfPlay {
            inputs: network.as_ref().map_or(Inputs::LATEST, of_network),
            player: Player::new(settings, NetworkSlot::new(network)),
            limits: Limits {
                visits: Some(visits),
                ..Limits::default()
            },
            isa,
            labeler: None,
        }
    }

    /// Labels the selected positions of each game by one evaluation of this network instead.
    pub fn labeled_by(self, network: &Arc<Network>, selection: KeptPositions) -> SearchSelfPlay {
        SearchSelfPlay {
            inputs: network.model().inputs,
            labeler: Some((network.clone(), selection)),
            ..self
        }
    }

    /// Plays games on boards of this size, one after another.
    pub fn play(&mut self, size: Size, games: Vec<SelfPlayGame>) -> Rows {
        let mut rows = Rows::new(size);
        match self.labeler.clone() {
            None => {
                for sample in games.into_iter().flat_map(|game| self.samples(game)) {
                    rows.push(&sample.features, &sample.label);
                }
            }
            Some((network, selection)) => {
                let mut evaluator = Evaluator::new(&network, size, 1, self.isa);
                for game in games {
                    self.label(game, &mut evaluator, selection, &mut rows);
                }
            }
        }
        rows
    }

    /// Plays a game to its end and returns its positions.
    fn samples(&mut self, mut game: SelfPlayGame) -> Vec<Sample> {
        self.player.clear();
        let mut samples = Vec::new();
        while !game.is_over() {
            let history = game.history();
            let report = self.search(&game);
            let Some(said) = report.and_then(|report| evaluation(history, &report)) else {
                break;
            };
            let position = history.position();
            samples.push(Sample {
                features: Features::new(history, self.inputs),
                mover: position.to_move(),
                komi: position.komi(),
                label: game.advance(&said),
            });
        }
        if game.has_ended() {
            let end = SelfPlayResult::from_position(game.history().position());
            for sample in &mut samples {
                sample.label.mix_in_result(&end, sample.mover, sample.komi);
            }
        }
        samples
    }

    /// Plays a game to its end, and adds the selected positions with labels of the evaluator's network.
    fn label(
        &mut self,
        mut game: SelfPlayGame,
        evaluator: &mut Evaluator,
        selection: KeptPositions,
        rows: &mut Rows,
    ) {
        self.player.clear();
        let mut played = Vec::new();
        while !game.is_over() {
            let symmetry = game.symmetry();
            let history = game.history().clone();
            let Some(report) = self.search(&game) else {
                break;
            };
            let Some(said) = evaluation(&history, &report) else {
                break;
            };
            game.advance(&said);
            played.push(Unlabeled {
                history,
                symmetry,
                disagreement: disagreement(&report).unwrap_or(0.0),
            });
        }
        let disagreements: Vec<f64> = played.iter().map(|played| played.disagreement).collect();
        for index in selection.draw(&disagreements, game.random()) {
            let Unlabeled {
                history, symmetry, ..
            } = &played[index];
            let features = Features::new(history, self.inputs);
            evaluator.set(0, &features, *symmetry);
            evaluator.evaluate(1);
            let look = Evaluation::new(history, evaluator.output(0), 0.0);
            rows.push(
                &features,
                &Label::from_evaluation(history.position(), &look),
            );
        }
    }

    /// Searches the position. There is always a move, since a pass is legal.
    fn search(&mut self, game: &SelfPlayGame) -> Option<Report<Move>> {
        let request = SearchRequest {
            lines: game.history().position().board().size().area() + 1,
            game: GoRequest {
                ownership: true,
                ..GoRequest::default()
            },
            ..SearchRequest::default()
        };
        let control = Control::new(self.limits).with_request(request);
        let found = self.player.search_game(game.record(), &control)?;
        Some(found.report)
    }
}

/// Converts a search report to an evaluation. Both searches report their root.
fn evaluation(history: &GameHistory, report: &Report<Move>) -> Option<Evaluation> {
    let position = history.position();
    let size = position.board().size();
    let root = report.root.as_ref()?;
    let is_white = position.to_move() == Color::White;
    let sign = if is_white { 1.0 } else { -1.0 };
    let win = f64::from(root.winrate);
    let (white_win, white_loss) = if is_white {
        (win, 1.0 - win)
    } else {
        (1.0 - win, win)
    };
    let (score, deviation) = (sign * f64::from(root.score), f64::from(root.score_stdev));
    Some(Evaluation {
        white_win,
        white_loss,
        no_result: 0.0,
        white_lead: score,
        white_score: score,
        white_score_squared: score * score + deviation * deviation,
        time_left: None,
        value_error: None,
        score_error: None,
        policy: policy(size, report),
        white_ownership: root.ownership.iter().map(|own| own * sign as f32).collect(),
    })
}

/// Returns the visit shares as a policy. If the search would pass, the policy is only the pass, because that decision
/// may depend on more than visits.
fn policy(size: Size, report: &Report<Move>) -> Policy {
    let mut policy = Policy {
        points: vec![None; size.area()],
        pass: 0.0,
    };
    let passes = report
        .lines
        .first()
        .is_some_and(|line| line.mv == Move::Pass);
    let total: u64 = report.lines.iter().map(|line| line.visits).sum();
    for line in &report.lines {
        let share = line.visits as f32 / total.max(1) as f32;
        match line.mv {
            Move::Pass => policy.pass = share,
            Move::Place(point) => policy.points[size.place_from_top(point)] = Some(share),
        }
    }
    if passes || total == 0 {
        policy.points.fill(None);
        policy.pass = 1.0;
    }
    policy
}

#[cfg(test)]
mod tests;
