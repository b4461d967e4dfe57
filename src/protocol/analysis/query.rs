//! Queries: positions to analyze, and what is wanted of them.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use super::fields::{FieldError, Fields};
use super::game::{AnalysisGame, BoardSize, SizeField};
use super::locations::{PlayerPoint, read_moves};
use super::restrictions::read_restrictions;
use super::settings::{AnalysisSettings, read_overrides};
use super::turns::{self, TurnPriority};
use super::wishes::{ReportTimes, Wishes};
use crate::GameName;
use crate::katago::{HumanModels, KataGoConfig};
use tengen_engine::clock;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Limits, Restriction, SearchRequest, SkillLevel};
use tengen_play::Game;
use tengen_play::MoveOf;
use tengen_play::board::SetUp;
use tengen_play::notation::write_point;
use tengen_play::records::load::begun_by;

/// A query of any game.
pub trait AnyQuery: Send + Sync {
    /// The game.
    fn game(&self) -> Game;
    /// The id, which need not be unique.
    fn id(&self) -> &str;
    /// Returns the query by its type.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

/// A query about positions of the game `G`. It is kept small, as a million of them may wait: positions are built again
/// from the moves when they are analyzed.
pub struct AnalysisQuery<G: AnalysisGame> {
    id: String,
    size: BoardSize,
    ruling: G::Ruling,
    stones: Box<[(Color, Point)]>,
    initial_player: Color,
    moves: Box<[(Color, MoveOf<G>)]>,
    restrictions: Box<[Restriction<MoveOf<G>>]>,
    level: Option<SkillLevel>,
    /// What is wanted.
    pub wishes: Wishes,
}

impl<G: AnalysisGame> AnyQuery for AnalysisQuery<G> {
    fn game(&self) -> Game {
        G::GAME
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}

/// What a query has that does not set it.
pub struct QueryDefaults {
    /// The configuration of the process.
    pub config: KataGoConfig,
    /// The settings of that configuration.
    pub settings: AnalysisSettings,
    /// The networks.
    pub models: HumanModels,
}

/// A query as it was read.
pub struct ReadQuery<G: AnalysisGame> {
    /// The query.
    pub query: AnalysisQuery<G>,
    /// The turns to analyze.
    pub turns: Vec<TurnPriority>,
    /// Names in `overrideSettings` that are no parameters.
    pub unknown_params: Vec<String>,
}

impl<G: AnalysisGame> AnalysisQuery<G> {
    /// Reads a query. The checks come in KataGo's order, so that of several errors
    /// the same one is replied.
    ///
    /// # Errors
    ///
    /// A field cannot be used, or a move is illegal.
    pub fn read(
        id: &str,
        fields: Fields,
        defaults: &QueryDefaults,
    ) -> Result<ReadQuery<G>, FieldError> {
        let size = read_size::<G>(fields)?;
        let stones = read_stones::<G>(fields, size)?;
        let moves = read_moves::<G>(fields, "moves", size)?.ok_or_else(|| {
            let expected = "Must specify an array of [player,location] pairs";
            FieldError::new("moves", expected)
        })?;
        let player = fields.player("initialPlayer")?;
        let turns = turns::read_turns(fields, moves.len())?;
        let ruling = G::read_ruling(fields, &defaults.config.rules)?;
        let (mut settings, unknown_params) =
            match read_overrides(fields, &defaults.config, &defaults.models)? {
                Some(overridden) => (overridden.settings, overridden.unknown),
                None => (defaults.settings.clone(), Vec::new()),
            };
        settings.read_fields(fields)?;
        let wishes = Wishes::read(fields, settings)?;
        let board = G::board(size, &ruling)?;
        let restrictions = read_restrictions::<G>(fields, &board, size)?;
        let level = read_level::<G>(fields)?;
        let moves = moves
            .into_iter()
            .map(|(color, point)| {
                let mv = G::move_at(&board, point).ok_or_else(|| {
                    FieldError::new("moves", "Could not parse board location: pass")
                })?;
                Ok((color, mv))
            })
            .collect::<Result<Vec<_>, FieldError>>()?;
        let query = AnalysisQuery {
            id: id.to_owned(),
            size,
            ruling,
            initial_player: player.unwrap_or_else(|| first_player(&stones, &moves)),
            stones: stones.into(),
            moves: moves.into(),
            restrictions: restrictions.into(),
            level,
            wishes,
        };
        query.check_moves()?;
        if let Some(first) = query.restrictions.first() {
            query.check_restrictions(first.only, &turns)?;
        }
        Ok(ReadQuery {
            query,
            turns,
            unknown_params,
        })
    }

    /// Returns the game up to a turn.
    ///
    /// # Errors
    ///
    /// The stones or the moves before it are illegal.
    pub fn record_at(&self, turn: usize) -> Result<Record<G::Position>, FieldError> {
        let board = G::board(self.size, &self.ruling)?;
        let set_up = SetUp {
            stones: self.stones.to_vec(),
            to_move: Some(self.initial_player),
        };
        let start = match self.stones.is_empty() {
            true => begun_by::<G>(board, self.initial_player),
            false => G::with_stones(&board, &set_up)?,
        };
        let moves = &self.moves[..turn.min(self.moves.len())];
        G::replay(start.clone(), &self.ruling, moves).map_err(|illegal| {
            let (_, mv) = self.moves[illegal.turn];
            let at = match G::point_of(&start, mv) {
                Some(point) => write_point::<G>(&start, point),
                None => "pass".to_owned(),
            };
            let (turn, reason) = (illegal.turn, illegal.reason);
            FieldError::new("moves", format!("Illegal move {turn}: {at} ({reason})"))
        })
    }

    fn check_moves(&self) -> Result<(), FieldError> {
        self.record_at(self.moves.len()).map(drop)
    }

    /// Checks that a move is left in every turn to analyze, as GTP does.
    fn check_restrictions(&self, only: bool, turns: &[TurnPriority]) -> Result<(), FieldError> {
        for &(turn, _) in turns {
            let record = self.record_at(turn as usize)?;
            let position = record.position();
            let color = position.to_move();
            let moves = position.legal_moves(color);
            let request = self.request();
            if !moves.is_empty() && !moves.iter().any(|mv| request.allows(color, mv, 0)) {
                let field = if only { "allowMoves" } else { "avoidMoves" };
                let message = format!("No legal move is allowed at turn {turn}");
                return Err(FieldError::new(field, message));
            }
        }
        Ok(())
    }

    /// Returns the limits that the query or the configuration sets.
    pub fn own_limits(&self) -> Limits {
        let settings = &self.wishes.settings;
        Limits {
            time: settings.max_time.map(clock::fixed),
            nodes: settings.max_playouts,
            visits: settings.max_visits,
            depth: self.wishes.max_depth,
        }
    }

    /// Returns the limits of its searches.
    pub fn limits(&self) -> Limits {
        let limits = self.own_limits();
        match limits.bounded() {
            true => limits,
            false => G::default_limits(),
        }
    }

    /// Returns the request of its searches.
    pub fn request(&self) -> SearchRequest<MoveOf<G>> {
        let mut request = SearchRequest {
            lines: self.wishes.min_moves,
            restrictions: self.restrictions.to_vec(),
            fresh: true,
            level: self.level,
            ..SearchRequest::default()
        };
        let times = self.wishes.reports.unwrap_or(ReportTimes::NEVER);
        (request.first, request.every) = (times.first, times.every);
        G::take_analysis_wishes(&mut request.game, &self.wishes);
        request
    }
}

/// Returns the name of a query's game.
///
/// # Errors
///
/// There is no such game.
pub fn game_name(fields: Fields) -> Result<Option<GameName>, FieldError> {
    let Some(value) = fields.get("game") else {
        return Ok(None);
    };
    let name = value.as_str().and_then(|name| name.parse().ok());
    name.map(Some).ok_or_else(|| {
        let expected = GameName::choices().replace('|', ", ");
        FieldError::new("game", format!("Must be one of {expected}"))
    })
}

/// Reads the level of play: its name, or its rating as a number.
fn read_level<G: AnalysisGame>(fields: Fields) -> Result<Option<SkillLevel>, FieldError> {
    let Some(value) = fields.get("level") else {
        return Ok(None);
    };
    let name = match value {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    };
    let level = G::levels().read(&name);
    level.map_err(|error| FieldError::new("level", format!("Must be a level: {error}")))
}

fn read_stones<G: AnalysisGame>(
    fields: Fields,
    size: BoardSize,
) -> Result<Vec<(Color, Point)>, FieldError> {
    let stones = read_moves::<G>(fields, "initialStones", size)?.unwrap_or_default();
    let stone = |(color, point): PlayerPoint| {
        let refused = "Could not parse board location: pass";
        let point = point.ok_or_else(|| FieldError::new("initialStones", refused))?;
        Ok((color, point))
    };
    stones.into_iter().map(stone).collect()
}

fn read_size<G: AnalysisGame>(fields: Fields) -> Result<BoardSize, FieldError> {
    let (least, most) = G::SIDES;
    let expected = format!("Must provide an integer from {least} to {most}");
    let side = |name, default: Option<u8>| {
        let range = i64::from(least)..=i64::from(most);
        let read = fields.integer(name, range, &expected)?;
        let side = read.map(|side| side as u8).or(default);
        side.ok_or_else(|| FieldError::new(name, expected.as_str()))
    };
    let (width, height) = match G::SIZE {
        SizeField::Required => (None, None),
        SizeField::Default((width, height)) => (Some(width), Some(height)),
    };
    Ok((side("boardXSize", width)?, side("boardYSize", height)?))
}

/// Returns the side that moves first: that of the first move, or white after handicap stones.
fn first_player<M>(stones: &[(Color, Point)], moves: &[(Color, M)]) -> Color {
    let is_handicap = stones.len() > 1 && stones.iter().all(|&(color, _)| color == Color::Black);
    match moves.first() {
        Some(&(color, _)) => color,
        None if is_handicap => Color::White,
        None => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_play::go::Go;
    use tengen_play::gomoku::Gomoku;
    use tengen_play::reversi::Reversi;

    fn read<G: AnalysisGame>(text: &str) -> Result<AnalysisQuery<G>, FieldError> {
        let object = serde_json::from_str(text).unwrap();
        let config = KataGoConfig::default();
        let defaults = QueryDefaults {
            settings: AnalysisSettings::of(&config),
            models: HumanModels::default(),
            config,
        };
        AnalysisQuery::read("id", Fields(&object), &defaults).map(|read| read.query)
    }

    fn go(moves: &str, more: &str) -> AnalysisQuery<Go> {
        let text = format!(
            r#"{{"moves":[{moves}],"rules":"chinese","boardXSize":3,"boardYSize":3{more}}}"#
        );
        read(&text).unwrap()
    }

    #[test]
    fn a_query_is_small_whatever_its_board() {
        // A million of them may wait. The game's moves come on top.
        assert!(
            size_of::<AnalysisQuery<Go>>() <= 512,
            "{}",
            size_of::<AnalysisQuery<Go>>()
        );
    }

    #[test]
    fn positions_are_built_up_to_a_turn() {
        let query = go(r#"["B","B2"],["W","A1"],["B","pass"]"#, "");
        for turn in 0..=3 {
            assert_eq!(query.record_at(turn).unwrap().len(), turn);
        }
        let last = query.record_at(3).unwrap();
        assert_eq!(last.position().to_move(), Color::White);
        assert_eq!(last.position().rules().name(), Some("chinese"));
    }

    #[test]
    fn handicap_is_what_black_had_before_the_first_white_move() {
        let stones = |query: AnalysisQuery<Go>| {
            let record = query.record_at(usize::MAX).unwrap();
            record.position().handicap_stones()
        };
        assert_eq!(stones(go(r#"["B","A1"],["W","B2"]"#, "")), 0);
        assert_eq!(stones(go(r#"["B","A1"],["B","B2"],["W","C3"]"#, "")), 2);
        let two = r#","initialStones":[["B","A1"],["B","C3"]]"#;
        assert_eq!(stones(go(r#"["W","B2"]"#, two)), 2);
        let both = r#","initialStones":[["B","A1"],["W","C3"]]"#;
        assert_eq!(stones(go("", both)), 0);
    }

    #[test]
    fn the_first_move_or_a_handicap_tells_who_begins() {
        let two = r#","initialStones":[["B","A1"],["B","C3"]]"#;
        let one = r#","initialStones":[["B","A1"]]"#;
        let both = r#","initialStones":[["B","A1"],["W","C3"]]"#;
        for (moves, more, first) in [
            ("", "", Color::Black),
            (r#"["W","B2"]"#, "", Color::White),
            ("", two, Color::White),
            (r#"["B","B2"]"#, two, Color::Black),
            ("", one, Color::Black),
            ("", both, Color::Black),
        ] {
            let start = go(moves, more).record_at(0).unwrap();
            assert_eq!(start.position().to_move(), first, "{moves} {more}");
        }
    }

    #[test]
    fn limits_are_the_client_s_or_the_game_s() {
        assert_eq!(go("", r#","maxVisits":7"#).limits().visits, Some(7));
        assert!(go("", "").limits().visits.is_some());
        let gomoku = read::<Gomoku>(r#"{"moves":[]}"#).unwrap();
        assert!(gomoku.limits().time.is_some());
        let settings = r#","overrideSettings":{"maxPlayouts":9}"#;
        assert_eq!(go("", settings).limits().nodes, Some(9));
    }

    #[test]
    fn a_pass_that_a_record_of_othello_leaves_out_is_played() {
        let moves = r#"["B","c4"],["W","c3"],["B","e6"],["W","b4"],["B","a4"],["W","a5"],["B","c2"],["W","a3"],["W","d2"]"#;
        let query = read::<Reversi>(&format!(r#"{{"moves":[{moves}]}}"#)).unwrap();
        assert_eq!(query.record_at(8).unwrap().len(), 8);
        let last = query.record_at(9).unwrap();
        assert_eq!((last.len(), last.position().to_move()), (10, Color::Black));
    }
}
