//! Replies as JSON objects, with KataGo's field names.

use serde_json::{Value, json};

use super::fields::{FieldError, Object};
use super::game::AnalysisGame;
use super::query::AnalysisQuery;
use super::query_options::QueryOptions;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::{RawEvaluation, Report, RootMove, RootStats};
use tengen_play::MoveOf;
use tengen_play::notation::write_point;

/// Position that a reply is about.
pub struct ReplyContext<G: AnalysisGame> {
    /// Position of the turn.
    pub position: G::Position,
    /// Number of legal moves.
    pub moves: usize,
    /// Number of moves before the position.
    pub turn: u32,
}

/// Returns the reply for a turn that was not analyzed.
pub fn no_results(id: &str, turn: u32) -> Object {
    object([
        ("id", json!(id)),
        ("turnNumber", json!(turn)),
        ("isDuringSearch", json!(false)),
        ("noResults", json!(true)),
    ])
}

/// Returns the error reply for a line.
pub fn error(message: &str) -> Object {
    object([("error", json!(message))])
}

/// Returns the error reply for a field.
pub fn field_error(id: &str, error: &FieldError) -> Object {
    object([
        ("id", json!(id)),
        ("field", json!(error.field)),
        ("error", json!(error.message)),
    ])
}

/// Returns a warning about a field.
pub fn warning(id: &str, field: &str, message: &str) -> Object {
    object([
        ("id", json!(id)),
        ("field", json!(field)),
        ("warning", json!(message)),
    ])
}

/// Returns the reply for a search report.
pub fn analysis<G: AnalysisGame>(
    query: &AnalysisQuery<G>,
    context: &ReplyContext<G>,
    report: &Report<MoveOf<G>>,
    is_during_search: bool,
) -> Object {
    let options = &query.options;
    let mut report = report.clone();
    let view = options.settings.view;
    view.apply(&mut report, context.position.to_move());
    let report = &report;
    let writer = ReportWriter { context, options };
    let mut reply = object([
        ("id", json!(query.id())),
        ("turnNumber", json!(context.turn)),
        ("isDuringSearch", json!(is_during_search)),
        ("moveInfos", writer.moves(report)),
        ("rootInfo", Value::Object(writer.root(report))),
    ]);
    if let Some(root) = &report.root {
        writer.add_points(&mut reply, root);
    }
    reply
}

/// Writer of a search report.
struct ReportWriter<'a, G: AnalysisGame> {
    context: &'a ReplyContext<G>,
    options: &'a QueryOptions,
}

impl<G: AnalysisGame> ReportWriter<'_, G> {
    fn moves(&self, report: &Report<MoveOf<G>>) -> Value {
        // A tree search stopped before its first move reports that move without visits.
        let is_tree = report.root.is_some();
        let is_searched = |line: &&RootMove<MoveOf<G>>| {
            line.details.child_visits.unwrap_or(line.visits) > 0 || !is_tree
        };
        let searched = report.lines.iter().filter(is_searched);
        let searched = searched.enumerate();
        Value::from_iter(searched.map(|(order, line)| Value::Object(self.mv(order, line))))
    }

    fn mv(&self, order: usize, line: &RootMove<MoveOf<G>>) -> Object {
        let details = &line.details;
        let names = line.pv.iter().map(|&mv| self.name(mv));
        let uniform = 1.0 / self.context.moves.max(1) as f32;
        let mut fields = object([
            ("move", json!(self.name(line.mv))),
            ("order", json!(order)),
            ("visits", json!(details.child_visits.unwrap_or(line.visits))),
            ("edgeVisits", json!(line.visits)),
            ("winrate", number(line.winrate)),
            ("lcb", number(line.lcb())),
            ("scoreLead", number(line.score)),
            ("scoreMean", number(line.score)),
            ("prior", number(details.prior.unwrap_or(uniform))),
            ("pv", Value::from_iter(names)),
        ]);
        let mut add = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields.insert(name.to_owned(), value);
            }
        };
        add("humanPrior", details.human_prior.map(number));
        add("utility", details.utility.map(number));
        add("utilityLcb", details.utility_lcb.map(number));
        let selfplay = details.score_selfplay;
        add("scoreSelfplay", selfplay.map(number));
        add("scoreStdev", details.score_stdev.map(number));
        add("weight", details.weight.map(number));
        add("edgeWeight", details.edge_weight.map(number));
        add("playSelectionValue", details.selection_value.map(number));
        add(
            "isSymmetryOf",
            details.twin_of.map(|twin| json!(self.name(twin))),
        );
        let wanted = |included: bool| move |value: &f32| included.then(|| number(*value));
        let no_result = wanted(self.options.no_result);
        add(
            "noResultValue",
            details.no_result.as_ref().and_then(no_result),
        );
        add("depth", details.depth.map(|depth| json!(depth)));
        add(
            "confidence",
            details.confidence.map(|percent| json!(percent)),
        );
        let visits = |numbers: &[u64]| {
            let shown = self.options.pv_visits && !numbers.is_empty();
            shown.then(|| json!(numbers))
        };
        add("pvVisits", visits(&details.pv_visits));
        add("pvEdgeVisits", visits(&details.pv_edge_visits));
        let options = self.options;
        let owned = points(&details.ownership, options.moves_ownership);
        add("ownership", owned.map(numbers));
        let stdev = points(&details.ownership_stdev, options.moves_ownership_stdev);
        add("ownershipStdev", stdev.map(numbers));
        G::add_move_fields(&mut fields, &self.context.position, line);
        fields
    }

    fn root(&self, report: &Report<MoveOf<G>>) -> Object {
        let position = &self.context.position;
        let player = position.to_move().letter().to_string();
        let mut fields = object([
            ("currentPlayer", json!(player)),
            ("visits", json!(report.nodes)),
        ]);
        let mut add = |name: &str, value: Value| {
            fields.insert(name.to_owned(), value);
        };
        let best = report.lines.first();
        let side = self.options.settings.view.side;
        let side = side.unwrap_or(position.to_move());
        let ended = position.outcome().map(|outcome| result_for(outcome, side));
        let values = match (&report.root, best) {
            (Some(root), _) => Some((root.winrate, Some(root.score))),
            (None, Some(best)) => Some((best.winrate, Some(best.score))),
            (None, None) => ended.map(|winrate| (winrate, None)),
        };
        if let Some((winrate, score)) = values {
            add("winrate", number(winrate));
            add("lcb", number(winrate));
            if let Some(score) = score {
                add("scoreLead", number(score));
            }
        }
        if let Some(root) = &report.root {
            add("utility", number(root.utility));
            add("scoreStdev", number(root.score_stdev));
            if root.weight > 0.0 {
                add("scoreSelfplay", number(root.score_selfplay));
                add("weight", number(root.weight));
            }
            if let Some(raw) = &root.raw {
                self.add_raw(&mut add, raw);
            }
            if let Some(human) = &root.human {
                self.add_human(&mut add, human);
            }
        }
        G::add_root_fields(&mut fields, position, report);
        fields
    }

    fn add_raw(&self, add: &mut impl FnMut(&str, Value), raw: &RawEvaluation) {
        add("rawWinrate", number(raw.winrate));
        add("rawLead", number(raw.lead));
        add("rawScoreSelfplay", number(raw.score_selfplay));
        add("rawScoreSelfplayStdev", number(raw.score_selfplay_stdev));
        add("rawNoResultProb", number(raw.no_result));
        // As in KataGo, -1 means that the network does not predict the value.
        add("rawStWrError", number(raw.winrate_error.unwrap_or(-1.0)));
        add("rawStScoreError", number(raw.score_error.unwrap_or(-1.0)));
        add("rawVarTimeLeft", number(raw.time_left.unwrap_or(-1.0)));
    }

    /// Adds the values of the human network.
    fn add_human(&self, add: &mut impl FnMut(&str, Value), human: &RawEvaluation) {
        add("humanWinrate", number(human.winrate));
        add("humanScoreMean", number(human.score_selfplay));
        add("humanScoreStdev", number(human.score_selfplay_stdev));
        add(
            "humanStWrError",
            number(human.winrate_error.unwrap_or(-1.0)),
        );
        add(
            "humanStScoreError",
            number(human.score_error.unwrap_or(-1.0)),
        );
    }

    /// Adds the values of points.
    fn add_points(&self, reply: &mut Object, root: &RootStats) {
        if let Some(owned) = points(&root.ownership, self.options.ownership) {
            reply.insert("ownership".to_owned(), numbers(owned));
        }
        if let Some(stdev) = points(&root.ownership_stdev, self.options.ownership_stdev) {
            reply.insert("ownershipStdev".to_owned(), numbers(stdev));
        }
        let policy = root.raw.as_ref().map_or(&[][..], |raw| &raw.policy);
        if let Some(policy) = points(policy, self.options.policy) {
            reply.insert("policy".to_owned(), numbers(policy));
        }
        let policy = root.human.as_ref().map_or(&[][..], |human| &human.policy);
        if let Some(policy) = points(policy, self.options.policy) {
            reply.insert("humanPolicy".to_owned(), numbers(policy));
        }
    }

    fn name(&self, mv: MoveOf<G>) -> String {
        let position = &self.context.position;
        G::point_of(position, mv).map_or_else(
            || "pass".to_owned(),
            |point| write_point::<G>(position, point),
        )
    }
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Object {
    let named = |(name, value): (&str, Value)| (name.to_owned(), value);
    fields.into_iter().map(named).collect()
}

/// Returns the values if they are requested and known.
fn points(values: &[f32], wanted: bool) -> Option<&[f32]> {
    (wanted && !values.is_empty()).then_some(values)
}

fn numbers(values: &[f32]) -> Value {
    Value::from_iter(values.iter().map(|&value| number(value)))
}

/// Converts a number to JSON with at most nine decimals. Zero loses its sign, and NaN and infinity become null.
fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e9).round() / 1e9 + 0.0)
}

/// Returns the result of a finished game for a side: 1 for a win, 0.5 for a draw, 0 for a loss.
fn result_for(outcome: Outcome, side: Color) -> f32 {
    match outcome {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}
