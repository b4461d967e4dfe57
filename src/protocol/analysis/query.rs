//! Queries: positions to analyze and the information requested about them.

use serde_json::Value;

use super::board::read_restrictions;
use super::board::{PlayerPoint, read_moves};
use super::field_table::{
    ALLOW_MOVES, AVOID_MOVES, BOARD_X_SIZE, BOARD_Y_SIZE, GAME, INITIAL_PLAYER, INITIAL_STONES,
    LEVEL, MOVES, read_options,
};
use super::fields::{FieldError, Fields};
use super::game::{AnalysisGame, BoardSize, SizeField};
use super::query_options::QueryOptions;
use super::settings::{AnalysisSettings, read_overrides};
use super::turns::{self, TurnPriority};
use crate::GameName;
use crate::katago::{HumanModels, KataGoConfig};
use tengen_engine::clock;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Limits, Restriction, SearchRequest, SkillLevel};
use tengen_play::MoveOf;
use tengen_play::board::SetUp;
use tengen_play::notation::write_point;
use tengen_play::options::GameOptions;
use tengen_play::records::load::begun_by;

/// A query about positions of the game `G`. Kept small, since a million of them may be waiting: positions are rebuilt
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
    /// Requested information and search settings.
    pub options: QueryOptions,
}

impl<G: AnalysisGame> AnalysisQuery<G> {
    /// Returns the id, which need not be unique.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// The game of a query up to one of its turns. Going from turn to turn plays each move once.
pub struct QueryGame<G: AnalysisGame> {
    record: Record<G::Position>,
    turn: usize,
}

impl<G: AnalysisGame> QueryGame<G> {
    /// Returns the moves up to the turn.
    pub fn record(&self) -> &Record<G::Position> {
        &self.record
    }
}

/// Defaults for fields that a query leaves out.
pub struct QueryDefaults {
    /// Configuration of the process.
    pub config: KataGoConfig,
    /// Analysis settings of the configuration.
    pub settings: AnalysisSettings,
    /// Networks of the process.
    pub models: HumanModels,
}

/// Result of reading a query.
pub struct ReadQuery<G: AnalysisGame> {
    /// Query ready to be analyzed.
    pub query: AnalysisQuery<G>,
    /// Turns to analyze, with their priorities.
    pub turns: Vec<TurnPriority>,
    /// Names in `overrideSettings` that are not parameters.
    pub unknown_params: Vec<String>,
}

impl<G: AnalysisGame> AnalysisQuery<G> {
    /// Reads a query. The checks follow KataGo's order, so that the same one of several errors is reported. Fails if a
    /// field is invalid or a move is illegal.
    pub fn read(
        id: &str,
        fields: Fields,
        defaults: &QueryDefaults,
    ) -> Result<ReadQuery<G>, FieldError> {
        let size = read_size::<G>(fields)?;
        let stones = read_stones::<G>(fields, size)?;
        let moves = read_moves::<G>(fields, MOVES, size)?.ok_or_else(|| {
            let expected = "Must specify an array of [player,location] pairs";
            FieldError::new(MOVES, expected)
        })?;
        let player = fields.player(INITIAL_PLAYER)?;
        let turns = turns::read_turns(fields, moves.len())?;
        let ruling = G::read_ruling(fields, &defaults.config.rules)?;
        let (settings, unknown_params) =
            match read_overrides(fields, &defaults.config, &defaults.models)? {
                Some(overridden) => (overridden.settings, overridden.unknown),
                None => (defaults.settings.clone(), Vec::new()),
            };
        let mut options = QueryOptions::new(settings);
        read_options(fields, &mut options)?;
        let board = G::board(size, &ruling)?;
        let restrictions = read_restrictions::<G>(fields, &board, size)?;
        let level = read_level::<G>(fields)?;
        let moves = moves
            .into_iter()
            .map(|(color, point)| {
                let mv = G::move_at(&board, point).ok_or_else(|| {
                    FieldError::new(MOVES, "Could not parse board location: pass")
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
            options,
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

    /// Returns the game up to a turn. Fails if the stones or the moves before it are illegal.
    pub fn game_at(&self, turn: usize) -> Result<QueryGame<G>, FieldError> {
        let mut game = QueryGame {
            record: Record::new(self.start()?),
            turn: 0,
        };
        self.play_on(&mut game, turn)?;
        Ok(game)
    }

    /// Goes to another turn of the game. Fails if the moves before it are illegal.
    pub fn go_to(&self, game: &mut QueryGame<G>, turn: usize) -> Result<(), FieldError> {
        let back = game.turn.saturating_sub(turn);
        if back > 0 && game.record.len() != game.turn {
            // The record has passes that the query omits.
            *game = self.game_at(turn)?;
            return Ok(());
        }
        game.record.take_back(back);
        game.turn -= back;
        self.play_on(game, turn)
    }

    fn play_on(&self, game: &mut QueryGame<G>, turn: usize) -> Result<(), FieldError> {
        let turn = turn.min(self.moves.len());
        let moves = &self.moves[..turn];
        let played = G::play_on(&mut game.record, &self.ruling, moves, game.turn);
        game.turn = turn;
        played.map_err(|illegal| {
            let start = game.record.start();
            let (_, mv) = self.moves[illegal.turn];
            let at = match G::point_of(start, mv) {
                Some(point) => write_point::<G>(start, point),
                None => "pass".to_owned(),
            };
            let (turn, reason) = (illegal.turn, illegal.reason);
            FieldError::new("moves", format!("Illegal move {turn}: {at} ({reason})"))
        })
    }

    /// Returns the position before the first move.
    fn start(&self) -> Result<G::Position, FieldError> {
        let board = G::board(self.size, &self.ruling)?;
        let set_up = SetUp {
            stones: self.stones.to_vec(),
            to_move: Some(self.initial_player),
        };
        match self.stones.is_empty() {
            true => Ok(begun_by::<G>(board, self.initial_player)),
            false => G::with_stones(&board, &set_up),
        }
    }

    fn check_moves(&self) -> Result<(), FieldError> {
        self.game_at(self.moves.len()).map(drop)
    }

    /// Checks that every turn to analyze has an allowed move left, as in GTP.
    fn check_restrictions(&self, only: bool, turns: &[TurnPriority]) -> Result<(), FieldError> {
        let mut game = self.game_at(0)?;
        for &(turn, _) in turns {
            self.go_to(&mut game, turn as usize)?;
            let position = game.record().position();
            let color = position.to_move();
            let moves = position.legal_moves(color);
            let request = self.request();
            if !moves.is_empty() && !moves.iter().any(|mv| request.allows(color, mv, 0)) {
                let field = if only { ALLOW_MOVES } else { AVOID_MOVES };
                let message = format!("No legal move is allowed at turn {turn}");
                return Err(FieldError::new(field, message));
            }
        }
        Ok(())
    }

    /// Returns a requested field that the replies will lack with these options of the process, and the reason.
    pub fn missing_field(&self, games: &GameOptions) -> Option<FieldError> {
        G::missing_field(self.size, &self.options, games)
    }

    /// Returns the limits set by the query or the configuration.
    pub fn own_limits(&self) -> Limits {
        let settings = &self.options.settings;
        Limits {
            time: settings.max_time.map(clock::fixed),
            nodes: settings.max_playouts,
            visits: settings.max_visits,
            depth: self.options.max_depth,
        }
    }

    /// Returns the limits of the query's searches, by default the game's.
    pub fn limits(&self) -> Limits {
        let limits = self.own_limits();
        match limits.bounded() {
            true => limits,
            false => G::default_limits(),
        }
    }

    /// Returns the request for the query's searches.
    pub fn request(&self) -> SearchRequest<MoveOf<G>> {
        let mut request = SearchRequest {
            lines: self.options.min_moves,
            restrictions: self.restrictions.to_vec(),
            fresh: true,
            level: self.level,
            ..SearchRequest::default()
        };
        (request.first, request.every) = self.options.report_times();
        G::apply_query_options(&mut request.game, &self.options);
        request
    }
}

/// Returns the game named in a query.
pub fn game_name(fields: Fields) -> Result<Option<GameName>, FieldError> {
    let Some(value) = fields.get(GAME) else {
        return Ok(None);
    };
    let name = value.as_str().and_then(|name| name.parse().ok());
    name.map(Some).ok_or_else(|| {
        let expected = GameName::choices().replace('|', ", ");
        FieldError::new(GAME, format!("Must be one of {expected}"))
    })
}

/// Reads the level of play, given as its name or its rating.
fn read_level<G: AnalysisGame>(fields: Fields) -> Result<Option<SkillLevel>, FieldError> {
    let Some(value) = fields.get(LEVEL) else {
        return Ok(None);
    };
    let name = match value {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    };
    let level = G::levels().read(&name);
    level.map_err(|error| FieldError::new(LEVEL, format!("Must be a level: {error}")))
}

fn read_stones<G: AnalysisGame>(
    fields: Fields,
    size: BoardSize,
) -> Result<Vec<(Color, Point)>, FieldError> {
    let stones = read_moves::<G>(fields, INITIAL_STONES, size)?.unwrap_or_default();
    let stone = |(color, point): PlayerPoint| {
        let refused = "Could not parse board location: pass";
        let point = point.ok_or_else(|| FieldError::new(INITIAL_STONES, refused))?;
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
    Ok((side(BOARD_X_SIZE, width)?, side(BOARD_Y_SIZE, height)?))
}

/// Returns the side that moves first: that of the first move, or White after handicap stones.
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
    use std::time::{Duration, Instant};

    use super::*;
    use tengen_play::go::Go;
    use tengen_play::gomoku::Gomoku;
    use tengen_play::reversi::Reversi;

    fn read<G: AnalysisGame>(text: &str) -> Result<AnalysisQuery<G>, FieldError> {
        let object = serde_json::from_str(text).unwrap();
        let config = KataGoConfig::default();
        let defaults = QueryDefaults {
            settings: AnalysisSettings::from_config(&config),
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
    fn a_query_is_small_on_every_board() {
        // A million queries may be waiting. The moves take additional memory.
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
            assert_eq!(query.game_at(turn).unwrap().record().len(), turn);
        }
        let last = query.game_at(3).unwrap();
        let last = last.record();
        assert_eq!(last.position().to_move(), Color::White);
        assert_eq!(last.position().rules().name(), Some("chinese"));
    }

    #[test]
    fn a_turn_is_reached_from_any_other() {
        let moves = r#"["B","B2"],["B","A1"],["W","C3"],["W","A2"],["B","pass"],["B","C1"]"#;
        let query = go(moves, "");
        for from in 0..=6 {
            for to in 0..=6 {
                let mut game = query.game_at(from).unwrap();
                query.go_to(&mut game, to).unwrap();
                let (reached, begun) = (game.record(), query.game_at(to).unwrap());
                assert_eq!(reached.steps(), begun.record().steps());
                let [one, other] = [reached, begun.record()].map(|record| record.position());
                assert_eq!(one.board().hash(), other.board().hash());
                assert_eq!(one.to_move(), other.to_move());
                assert_eq!(one.handicap_stones(), other.handicap_stones());
                assert_eq!(one.rules(), other.rules());
            }
        }
    }

    /// Going through all turns takes a few times as long as going to the last; playing the game again for each of them took
    /// thousands of times as long.
    #[test]
    fn going_from_turn_to_turn_plays_each_move_once() {
        const MOVES: usize = 6000;
        let query = go(
            &vec![r#"["B","pass"],["W","pass"]"#; MOVES / 2].join(","),
            "",
        );
        let start = Instant::now();
        let mut game = query.game_at(MOVES).unwrap();
        let once = start.elapsed().max(Duration::from_millis(5));
        let start = Instant::now();
        for turn in (0..MOVES).rev().chain(0..MOVES) {
            query.go_to(&mut game, turn).unwrap();
        }
        assert!(start.elapsed() < 100 * once, "{once:?}");
    }

    #[test]
    fn handicap_is_what_black_had_before_the_first_white_move() {
        let stones = |query: AnalysisQuery<Go>| {
            let game = query.game_at(usize::MAX).unwrap();
            game.record().position().handicap_stones()
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
            let start = go(moves, more).game_at(0).unwrap();
            assert_eq!(start.record().position().to_move(), first, "{moves} {more}");
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
        assert_eq!(query.game_at(8).unwrap().record().len(), 8);
        let last = query.game_at(9).unwrap();
        let last = last.record();
        assert_eq!((last.len(), last.position().to_move()), (10, Color::Black));
    }
}
