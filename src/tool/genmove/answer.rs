//! Finds the move for a position and formats its output line.

use anyhow::anyhow;
use serde::Serialize;
use serde_json::Value;

use super::input::{CollectionGame, MoveTask, is_json};
use super::query::{self, MoveDefaults};
use crate::tool::searches::{
    FreshSearch, PositionValue, SearchPlan, SearchedGame, game_of, record_after,
};
use crate::tool::source::{NumberedLine, is_ggf, too_long};
use tengen_engine::control::Stop;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Limits, SearchRequest, SearchResult, SkillLevel};
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_play::reversi::Reversi;
use tengen_play::{MoveOf, PlayableGame as _};
use tengen_protocol::analysis::{AnalysisQuery, FieldError, Object, QueryGame};
use tengen_reversi::records::ggf::{GgfError, GgfGame};
use tengen_reversi::records::obf::ObfProblem;

/// The output for one position.
#[derive(Debug)]
pub struct MoveReply {
    /// Output line without the line break.
    pub text: String,
    /// Error sentence for the log, if there is no move.
    pub fault: Option<String>,
    /// Oddities in a position that has a move, such as moves that break a rule.
    pub warnings: Vec<String>,
}

/// A move as a line of JSON, without a move if the game is over.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveLine<'a> {
    #[serde(skip_serializing_if = "Value::is_null")]
    id: &'a Value,
    turn_number: usize,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winrate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_lead: Option<f64>,
    visits: u64,
    pv: Vec<String>,
}

/// An error as a line of JSON.
#[derive(Serialize)]
struct ErrorLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Value::is_null")]
    id: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    error: &'a str,
}

/// Plain output if the game is over.
const OVER: &str = "none";

/// Plain output for a bad position.
const BAD: &str = "?";

/// Settings of the command line apart from those of the searches.
pub struct MoveSettings {
    /// Komi for Go positions that name none.
    pub komi: Option<f64>,
    /// Level of play for positions that name none.
    pub level: Option<String>,
    /// Whether all output is JSON.
    pub all_json: bool,
}

impl MoveSettings {
    /// Fails if the game, or every game for `None`, lacks the level of the command line.
    pub fn check_level(&self, game: Option<Game>) -> anyhow::Result<()> {
        let Some(name) = &self.level else {
            return Ok(());
        };
        let check = |game| with_game!(game, G => G::levels().read(name).map(drop));
        let games = game.map_or(Game::ALL.to_vec(), |game| vec![game]);
        let mut checked = games.iter().map(|&game| check(game));
        let known = checked.find(Result::is_ok);
        known
            .unwrap_or_else(|| check(games[0]))
            .map_err(|error| anyhow!("--level {name}: {error}"))
    }
}

/// Answers tasks on one thread.
pub struct MoveAnswerer<'a> {
    plan: &'a SearchPlan,
    settings: &'a MoveSettings,
    defaults: MoveDefaults,
    search: FreshSearch,
}

/// A position to search, with the fields for its output.
struct Asked<'a, G: SearchedGame> {
    id: &'a Value,
    record: Record<G::Position>,
    limits: Limits,
    request: SearchRequest<MoveOf<G>>,
    turn: usize,
    /// Side from which values are seen; the side to move if `None`.
    perspective: Option<Color>,
    is_json: bool,
}

impl<'a> MoveAnswerer<'a> {
    /// Creates an answerer with searches that `stop` ends.
    pub fn new(plan: &'a SearchPlan, settings: &'a MoveSettings, stop: Stop) -> Self {
        MoveAnswerer {
            plan,
            defaults: MoveDefaults::new(plan, settings),
            settings,
            search: FreshSearch::new(plan.options.clone(), stop),
        }
    }

    /// Returns the output for a task, one reply for each position.
    pub fn answer(&mut self, task: MoveTask) -> Vec<MoveReply> {
        match task {
            MoveTask::Line(line, among_json) => self.answer_line(&line, among_json),
            MoveTask::Game(game) => vec![self.answer_sgf(&game)],
        }
    }

    fn answer_line(&mut self, line: &NumberedLine, among_json: bool) -> Vec<MoveReply> {
        let number = line.number;
        let among_json = among_json || self.settings.all_json;
        let Some(bytes) = &line.bytes else {
            return vec![bad_line(number, among_json, &too_long())];
        };
        let text = String::from_utf8_lossy(bytes);
        if is_json(bytes) {
            return self.answer_query(number, &text);
        }
        let answered = match is_ggf(bytes) {
            true => self.answer_ggf(number, &text).map(Some),
            false => self.answer_obf(number, &text, among_json),
        };
        match answered {
            Ok(reply) => reply.into_iter().collect(),
            Err(error) => vec![bad_line(number, among_json, &error)],
        }
    }

    fn answer_query(&mut self, number: usize, text: &str) -> Vec<MoveReply> {
        let mut object: Object = match serde_json::from_str(text) {
            Ok(object) => object,
            Err(error) => return vec![bad_query(number, &Value::Null, None, &describe(&error))],
        };
        let id = object.get("id").cloned().unwrap_or_default();
        let bad =
            |error: FieldError| vec![bad_query(number, &id, Some(&error.field), &error.message)];
        let game = match self.defaults.complete(&mut object) {
            Ok(game) => game,
            Err(error) => return bad(error),
        };
        with_game!(game, G => match self.defaults.read::<G>(&object) {
            Ok((query, turns)) => self.answer_turns(number, &id, &query, &turns),
            Err(error) => bad(error),
        })
    }

    fn answer_turns<G: SearchedGame>(
        &mut self,
        number: usize,
        id: &Value,
        query: &AnalysisQuery<G>,
        turns: &[usize],
    ) -> Vec<MoveReply> {
        let bad = |error: &str| bad_query(number, id, None, error);
        let mut game = match query.game_at(0) {
            Ok(game) => game,
            Err(error) => return vec![bad(&error.message)],
        };
        let mut answer = |turn| {
            let answered = query.go_to(&mut game, turn).map_err(|error| error.message);
            let answered = answered.and_then(|()| self.answer_turn(id, query, &game, turn));
            answered.unwrap_or_else(|error| bad(&error))
        };
        turns.iter().map(|&turn| answer(turn)).collect()
    }

    fn answer_turn<G: SearchedGame>(
        &mut self,
        id: &Value,
        query: &AnalysisQuery<G>,
        game: &QueryGame<G>,
        turn: usize,
    ) -> Result<MoveReply, String> {
        self.find(Asked::<G> {
            id,
            record: game.record().clone(),
            limits: query::limits(query, self.plan),
            request: query.request(),
            turn,
            perspective: query.options.settings.view.side,
            is_json: true,
        })
    }

    fn answer_ggf(&mut self, number: usize, text: &str) -> Result<MoveReply, String> {
        self.check_game(Game::Reversi)?;
        let game: GgfGame = text.parse().map_err(|error: GgfError| error.to_string())?;
        let record = game.record().map_err(|error| error.to_string())?;
        self.find_in_record::<Reversi>(number, record)
    }

    /// Answers a line that is neither JSON nor GGF. Returns `None` for a comment.
    fn answer_obf(
        &mut self,
        number: usize,
        text: &str,
        among_json: bool,
    ) -> Result<Option<MoveReply>, String> {
        let can_be_obf = self.plan.game.is_none_or(|game| game == Game::Reversi);
        if among_json && !self.settings.all_json || !can_be_obf {
            return Err("expected a query of the analysis protocol as a JSON object".to_owned());
        }
        let problem = ObfProblem::parse(text)
            .map_err(|error| format!("expected a JSON object, OBF or GGF: {error}"))?;
        problem
            .map(|problem| self.find_in_record::<Reversi>(number, Record::new(problem.position)))
            .transpose()
    }

    fn answer_sgf(&mut self, game: &CollectionGame) -> MoveReply {
        let number = game.number();
        match self.answer_sgf_text(game) {
            Ok((reply, warnings)) => MoveReply {
                warnings: warnings
                    .into_iter()
                    .map(|warning| format!("game {number}: {warning}"))
                    .collect(),
                ..reply
            },
            Err(error) => MoveReply {
                text: match self.settings.all_json {
                    true => json_text(&ErrorLine {
                        line: Some(game.line()),
                        id: &Value::from(number),
                        field: None,
                        error: &error,
                    }),
                    false => BAD.to_owned(),
                },
                fault: Some(format!("game {number}: {error}")),
                warnings: Vec::new(),
            },
        }
    }

    /// Answers a game of a file. Also returns the warnings about it.
    fn answer_sgf_text(
        &mut self,
        game: &CollectionGame,
    ) -> Result<(MoveReply, Vec<String>), String> {
        let reading = game.read()?;
        let kind = game_of(&reading);
        self.check_game(kind)?;
        with_game!(kind, G => {
            let loaded = record_after::<G>(reading, self.plan, usize::MAX)?;
            let reply = self.find_in_record::<G>(game.number(), loaded.record)?;
            Ok((reply, loaded.warnings))
        })
    }

    /// Fails if the options are for another game.
    fn check_game(&self, game: Game) -> Result<(), String> {
        match self.plan.game {
            Some(asked) if asked != game => Err(format!(
                "expected a position of {}, saw one of {}",
                asked.name(),
                game.name()
            )),
            _ => Ok(()),
        }
    }

    /// Answers a position that isn't part of a query.
    fn find_in_record<G: SearchedGame>(
        &mut self,
        number: usize,
        record: Record<G::Position>,
    ) -> Result<MoveReply, String> {
        let turn = record.moves().count();
        self.find(Asked::<G> {
            id: &Value::from(number),
            record,
            limits: self.plan.limits_or(G::NODES),
            request: SearchRequest {
                level: self.level_of::<G>()?,
                ..SearchRequest::default()
            },
            turn,
            perspective: None,
            is_json: self.settings.all_json,
        })
    }

    /// Returns the level for positions that name none.
    fn level_of<G: SearchedGame>(&self) -> Result<Option<SkillLevel>, String> {
        let Some(name) = &self.settings.level else {
            return Ok(None);
        };
        let level = G::levels().read(name);
        level.map_err(|error| format!("--level {name}: {error}"))
    }

    fn find<G: SearchedGame>(&mut self, asked: Asked<G>) -> Result<MoveReply, String> {
        let position = asked.record.position();
        let found = match position.outcome() {
            Some(_) => None,
            None => self
                .search
                .search::<G>(&asked.record, asked.limits, asked.request.clone())?,
        };
        let mv = found.as_ref().map(|found| G::name_of(position, found.mv));
        let text = match asked.is_json {
            true => asked.json(mv.as_deref(), found.as_ref()),
            false => mv.unwrap_or_else(|| OVER.to_owned()),
        };
        Ok(MoveReply {
            text,
            fault: None,
            warnings: Vec::new(),
        })
    }
}

impl<G: SearchedGame> Asked<'_, G> {
    fn json(&self, mv: Option<&str>, found: Option<&SearchResult<MoveOf<G>>>) -> String {
        let position = self.record.position();
        let to_move = position.to_move();
        let report = found.map(|found| &found.report);
        let value = report.and_then(|report| PositionValue::from_report(report, to_move));
        let value = value.map(|value| value.turned(self.perspective.unwrap_or(to_move)));
        let best = report.and_then(|report| {
            report
                .lines
                .iter()
                .find(|line| Some(line.mv) == found.map(|found| found.mv))
        });
        let pv = best.map_or(&[][..], |best| &best.pv);
        json_text(&MoveLine {
            id: self.id,
            turn_number: self.turn,
            mv,
            winrate: value.map(|value| rounded(value.winrate)),
            score_lead: value.map(|value| rounded(value.score)),
            visits: report.map_or(0, |report| report.nodes),
            pv: pv.iter().map(|&mv| G::name_of(position, mv)).collect(),
        })
    }
}

/// Returns the reply to a line that isn't a position.
fn bad_line(number: usize, is_json: bool, error: &str) -> MoveReply {
    match is_json {
        true => bad_query(number, &Value::Null, None, error),
        false => MoveReply {
            text: BAD.to_owned(),
            fault: Some(format!("line {number}: {error}")),
            warnings: Vec::new(),
        },
    }
}

/// Returns the reply to a bad query, as JSON.
fn bad_query(number: usize, id: &Value, field: Option<&str>, error: &str) -> MoveReply {
    let fault = match field {
        Some(field) => format!("line {number}: {field}: {error}"),
        None => format!("line {number}: {error}"),
    };
    MoveReply {
        text: json_text(&ErrorLine {
            line: Some(number),
            id,
            field,
            error,
        }),
        fault: Some(fault),
        warnings: Vec::new(),
    }
}

/// Rounds a number to six decimals, without the sign of -0.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6 + 0.0
}

fn json_text(value: &impl Serialize) -> String {
    // Strings, numbers and lists can always be written as JSON.
    serde_json::to_string(value).unwrap_or_default()
}

/// Describes an error without the line number, which is reported separately.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("column {}: {what}", error.column()),
        None => text,
    }
}
