//! Search self-play, labeled by the search's evaluation and the game's result, or by another network.

use std::sync::Arc;

use super::game::SelfPlayGame;
use super::label::Label;
use super::rows::Rows;
use super::self_play_result::SelfPlayResult;
use crate::board::{Move, Size};
use crate::net::evaluation::Policy;
use crate::net::model::Inputs;
use crate::net::{Evaluation, Evaluator, Features, GameHistory, Network, NetworkSlot};
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
    /// Network that labels the positions instead of the search and the game's result.
    labeler: Option<Arc<Network>>,
}

struct Sample {
    features: Features,
    label: Label,
    mover: Color,
    komi: Komi,
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

    /// Labels each position by one evaluation of this network instead.
    pub fn labeled_by(self, network: &Arc<Network>) -> SearchSelfPlay {
        SearchSelfPlay {
            inputs: network.model().inputs,
            labeler: Some(network.clone()),
            ..self
        }
    }

    /// Plays games on boards of this size, one after another.
    pub fn play(&mut self, size: Size, games: Vec<SelfPlayGame>) -> Rows {
        let mut rows = Rows::new(size);
        let evaluator = |network| Evaluator::new(network, size, 1, self.isa);
        let mut labeler = self.labeler.as_ref().map(evaluator);
        for game in games {
            for remark in self.samples(game, labeler.as_mut()) {
                rows.push(&remark.features, &remark.label);
            }
        }
        rows
    }

    /// Plays a game to its end and returns its positions.
    fn samples(
        &mut self,
        mut game: SelfPlayGame,
        mut labeler: Option<&mut Evaluator>,
    ) -> Vec<Sample> {
        self.player.clear();
        let mut remarks = Vec::new();
        while !game.is_over() {
            // Drawn only if used, so that games without a labeler stay the same.
            let symmetry = labeler.as_ref().map(|_| game.symmetry());
            let history = game.history();
            let report = self.search(&game);
            let Some(said) = report.and_then(|report| evaluation(history, &report)) else {
                break;
            };
            let position = history.position();
            let (mover, komi) = (position.to_move(), position.komi());
            let features = Features::new(history, self.inputs);
            let label = labeler
                .as_deref_mut()
                .zip(symmetry)
                .map(|(evaluator, symmetry)| {
                    evaluator.set(0, &features, symmetry);
                    evaluator.evaluate(1);
                    let look = Evaluation::new(history, evaluator.output(0), 0.0);
                    Label::from_evaluation(position, &look)
                });
            let by_search = game.advance(&said);
            remarks.push(Sample {
                features,
                label: label.unwrap_or(by_search),
                mover,
                komi,
            });
        }
        if game.has_ended() && labeler.is_none() {
            let end = SelfPlayResult::from_position(game.history().position());
            for remark in &mut remarks {
                remark.label.mix_in_result(&end, remark.mover, remark.komi);
            }
        }
        remarks
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
