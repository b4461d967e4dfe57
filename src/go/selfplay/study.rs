//! Games that a search plays with itself: what it says of a position, and how the game ended, are the lesson.

use std::sync::Arc;

use super::end::End;
use super::game::Game;
use super::label::Label;
use super::rows::Rows;
use crate::engine::cpu::Level;
use crate::engine::game::{Color, Position as _};
use crate::engine::{Control, Limits, Report, SearchRequest, Searcher, Settings};
use crate::go::board::{Move, Size};
use crate::go::net::evaluation::Policy;
use crate::go::net::{Evaluation, Features, GameHistory, Network, NetworkSlot};
use crate::go::player::Player;
use crate::go::request::GoRequest;
use crate::go::rules::Komi;

/// Bytes for the search's tables: much more than its few visits need.
const MEMORY: usize = 64 << 20;

/// Pass-alive areas as a network of format version 8 has them, for rows that no network of another kind has asked for.
const AREA_WITH_SUICIDE: bool = false;

/// A search that plays both sides.
pub struct Study {
    player: Player,
    limits: Limits,
    with_suicide: bool,
}

/// A position, what the search said about it, who was to move and by which komi.
struct Remark {
    features: Features,
    label: Label,
    mover: Color,
    komi: Komi,
}

impl Study {
    /// A search of so many visits by a network, or by playouts if there is none.
    pub fn new(network: Option<Arc<Network>>, visits: u64, isa: Level) -> Study {
        let settings = Settings {
            memory: MEMORY,
            isa,
            ..Settings::default()
        };
        let of_network = |network: &Arc<Network>| network.model().area_with_suicide;
        Study {
            with_suicide: network.as_ref().map_or(AREA_WITH_SUICIDE, of_network),
            player: Player::new(settings, NetworkSlot::new(network)),
            limits: Limits {
                visits: Some(visits),
                ..Limits::default()
            },
        }
    }

    /// Plays games on boards of this size, one after the other.
    pub fn play(&mut self, size: Size, games: Vec<Game>) -> Rows {
        let mut rows = Rows::new(size);
        for game in games {
            for remark in self.remarks(game) {
                rows.push(&remark.features, &remark.label);
            }
        }
        rows
    }

    /// All positions of a game, which is played to its end.
    fn remarks(&mut self, mut game: Game) -> Vec<Remark> {
        self.player.clear();
        let mut remarks = Vec::new();
        while !game.is_over() {
            let situation = game.situation();
            let report = self.look(&game);
            let Some(said) = report.and_then(|report| evaluation(situation, &report)) else {
                break;
            };
            let position = situation.position();
            let (mover, komi) = (position.to_move(), position.komi());
            remarks.push(Remark {
                features: Features::of(situation, self.with_suicide),
                label: game.go_on(&said),
                mover,
                komi,
            });
        }
        if game.has_ended() {
            let end = End::of(game.situation().position());
            for remark in &mut remarks {
                remark.label.take_in(&end, remark.mover, remark.komi);
            }
        }
        remarks
    }

    /// What the search says of the position; there is always a move, the pass.
    fn look(&mut self, game: &Game) -> Option<Report<Move>> {
        let question = SearchRequest {
            lines: game.situation().position().board().size().area() + 1,
            game: GoRequest {
                ownership: true,
                ..GoRequest::default()
            },
            ..SearchRequest::default()
        };
        let control = Control::new(self.limits).with_request(question);
        let found = self.player.search_game(game.record(), &control)?;
        Some(found.report)
    }
}

/// A search's report as what a network might say that knows as much; both searches tell of their root.
fn evaluation(situation: &GameHistory, report: &Report<Move>) -> Option<Evaluation> {
    let position = situation.position();
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

/// The shares of the moves in the visits; all of it for a pass that the search would play, which may be decided by more than
/// visits.
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
