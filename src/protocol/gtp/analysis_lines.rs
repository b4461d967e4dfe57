//! Analysis lines in the formats of Leela Zero, KataGo and CGOS.
//!
//! Sabaki reads a segment as a move only if it ends with the principal variation, and reads passes only in lower case.
//! Lizzie reads `visits` as a signed 32-bit integer. It requires `lcb`, `prior`, `scoreMean` and `scoreStdev`, even
//! from a search without these values.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::game::GtpGame;
use crate::ReportView;
use tengen_engine::game::Position as _;
use tengen_engine::{Report, RootMove, RootStats};
use tengen_play::MoveOf;
use tengen_play::notation::join;
use tengen_play::notation::write_point;

/// Format of an analysis line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Leela Zero's format, with probabilities as integers from 0 to 10000.
    Lz,
    /// KataGo's format, with unscaled numbers.
    Kata,
    /// CGOS's format, a single JSON object.
    Cgos,
}

/// Contents of an analysis line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// Format of the line.
    pub style: Style,
    /// Maximum number of moves.
    pub max_moves: usize,
    /// Whether to show the values of the root.
    pub root_info: bool,
    /// Whether to show the expected owner of each point.
    pub ownership: bool,
    /// Whether to show the standard deviation of the ownership.
    pub ownership_stdev: bool,
    /// Whether to show the expected ownership after each move.
    pub moves_ownership: bool,
    /// Whether to show the standard deviation of the ownership after each move.
    pub moves_ownership_stdev: bool,
    /// Whether to show the visits of the positions along each principal variation.
    pub pv_visits: bool,
    /// Whether to show the visits of the moves along each principal variation.
    pub pv_edge_visits: bool,
    /// Whether to show the probability of a game without result.
    pub no_result_value: bool,
    /// Point of view of the values. CGOS's object is always for the side to move.
    pub view: ReportView,
}

impl Format {
    /// Returns a format with moves only; CGOS's also has the ownership.
    pub fn new(style: Style) -> Format {
        Format {
            style,
            max_moves: usize::MAX,
            root_info: false,
            // CGOS's viewer draws the ownership.
            ownership: style == Style::Cgos,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            pv_visits: false,
            pv_edge_visits: false,
            no_result_value: false,
            view: ReportView::default(),
        }
    }
}

/// Writer of the lines of one search.
pub struct Writer<G: GtpGame> {
    position: G::Position,
    format: Format,
    /// Prior of every move in a search without a policy, from the uniform distribution.
    prior: f32,
}

/// Score deviation to write for a search without one.
const NO_DEVIATION: f32 = 0.0;

/// Maximum number of visits to write. Lizzie's parser fails on larger numbers.
const MAX_VISITS: u64 = i32::MAX as u64;

impl<G: GtpGame> Writer<G> {
    /// Creates a writer for searches of `position`, in which the side to move has `moves` legal moves.
    pub fn new(position: G::Position, moves: usize, format: Format) -> Self {
        Writer {
            position,
            format,
            prior: 1.0 / moves.max(1) as f32,
        }
    }

    /// Writes the report on one line. Without a move to show, the line is empty, as in KataGo, but CGOS's object still
    /// has the values of the position.
    pub fn line(&self, report: &Report<MoveOf<G>>) -> String {
        if self.format.style == Style::Cgos {
            return self.json(self.shown(report), report).to_string();
        }
        let mut report = report.clone();
        self.format.view.apply(&mut report, self.position.to_move());
        let shown = self.shown(&report);
        if shown.is_empty() {
            return String::new();
        }
        if self.format.style == Style::Lz {
            return self.infos(shown, Self::lz_fields);
        }
        let mut text = self.infos(shown, Self::kata_fields);
        if let Some(root) = &report.root {
            self.root_fields(&mut text, report.nodes, root);
        }
        text
    }

    fn shown<'a>(&self, report: &'a Report<MoveOf<G>>) -> &'a [RootMove<MoveOf<G>>] {
        &report.lines[..report.lines.len().min(self.format.max_moves)]
    }

    fn infos(
        &self,
        lines: &[RootMove<MoveOf<G>>],
        fields: impl Fn(&Self, &mut String, usize, &RootMove<MoveOf<G>>),
    ) -> String {
        let mut text = String::new();
        for (order, line) in lines.iter().enumerate() {
            text.push_str(if order == 0 { "info" } else { " info" });
            field(&mut text, "move", self.name(line.mv));
            fields(self, &mut text, order, line);
        }
        text
    }

    fn lz_fields(&self, text: &mut String, order: usize, line: &RootMove<MoveOf<G>>) {
        field(text, "visits", line.visits.min(MAX_VISITS));
        field(text, "winrate", in_ten_thousand(line.winrate));
        field(text, "prior", in_ten_thousand(self.prior(line)));
        field(text, "lcb", in_ten_thousand(line.lcb()));
        field(text, "order", order);
        field(text, "pv", self.names(&line.pv));
    }

    fn kata_fields(&self, text: &mut String, order: usize, line: &RootMove<MoveOf<G>>) {
        let (format, details) = (&self.format, &line.details);
        let visits = details.child_visits.unwrap_or(line.visits);
        field(text, "visits", visits.min(MAX_VISITS));
        if details.child_visits.is_some() {
            field(text, "edgeVisits", line.visits.min(MAX_VISITS));
        }
        decimal(text, "utility", details.utility);
        field(text, "winrate", Decimal(line.winrate));
        field(text, "scoreMean", Decimal(line.score));
        let deviation = details.score_stdev.unwrap_or(NO_DEVIATION);
        field(text, "scoreStdev", Decimal(deviation));
        field(text, "scoreLead", Decimal(line.score));
        decimal(text, "scoreSelfplay", details.score_selfplay);
        let no_result = details.no_result.filter(|_| format.no_result_value);
        decimal(text, "noResultValue", no_result);
        field(text, "prior", Decimal(self.prior(line)));
        field(text, "lcb", Decimal(line.lcb()));
        decimal(text, "utilityLcb", details.utility_lcb);
        decimal(text, "weight", details.weight);
        if let Some(twin) = details.twin_of {
            field(text, "isSymmetryOf", self.name(twin));
        }
        field(text, "order", order);
        field(text, "pv", self.names(&line.pv));
        numbers(text, "pvVisits", format.pv_visits, &details.pv_visits);
        numbers(
            text,
            "pvEdgeVisits",
            format.pv_edge_visits,
            &details.pv_edge_visits,
        );
        points(
            text,
            "movesOwnership",
            format.moves_ownership,
            &details.ownership,
        );
        points(
            text,
            "movesOwnershipStdev",
            format.moves_ownership_stdev,
            &details.ownership_stdev,
        );
    }

    fn root_fields(&self, text: &mut String, visits: u64, root: &RootStats) {
        let format = &self.format;
        if format.root_info {
            text.push_str(" rootInfo");
            field(text, "visits", visits);
            field(text, "utility", Decimal(root.utility));
            field(text, "winrate", Decimal(root.winrate));
            field(text, "scoreMean", Decimal(root.score));
            field(text, "scoreStdev", Decimal(root.score_stdev));
            field(text, "scoreLead", Decimal(root.score));
            if let Some(raw) = &root.raw {
                field(text, "scoreSelfplay", Decimal(root.score_selfplay));
                field(text, "weight", Decimal(root.weight));
                decimal(text, "rawStWrError", raw.winrate_error);
                decimal(text, "rawStScoreError", raw.score_error);
                decimal(text, "rawVarTimeLeft", raw.time_left);
            }
        }
        points(text, "ownership", format.ownership, &root.ownership);
        points(
            text,
            "ownershipStdev",
            format.ownership_stdev,
            &root.ownership_stdev,
        );
    }

    /// Returns CGOS's JSON object. The fields follow CGOS's wiki, "GTP tournament game expansion".
    fn json(&self, lines: &[RootMove<MoveOf<G>>], report: &Report<MoveOf<G>>) -> Value {
        let moves: Vec<Value> = lines
            .iter()
            .map(|line| {
                json!({
                    "move": self.name(line.mv),
                    "winrate": rounded(line.winrate),
                    "score": rounded(line.score),
                    "prior": rounded(self.prior(line)),
                    "visits": line.visits,
                    "pv": self.names(&line.pv),
                })
            })
            .collect();
        let best = lines.first();
        let root = report.root.as_ref();
        let winrate = root.map_or_else(|| best.map(|line| line.winrate), |r| Some(r.winrate));
        let score = root.map_or_else(|| best.map(|line| line.score), |r| Some(r.score));
        let mut object = json!({
            "winrate": winrate.map(rounded),
            "score": score.map(rounded),
            "visits": report.nodes,
            "moves": moves,
        });
        let ownership = root.map_or(&[][..], |root| &root.ownership);
        if self.format.ownership && !ownership.is_empty() {
            object["ownership"] = json!(letters(ownership));
        }
        object
    }

    fn prior(&self, line: &RootMove<MoveOf<G>>) -> f32 {
        line.details.prior.unwrap_or(self.prior)
    }

    fn name(&self, mv: MoveOf<G>) -> String {
        G::point_of(&self.position, mv).map_or_else(
            || "pass".to_owned(),
            |point| write_point::<G>(&self.position, point),
        )
    }

    fn names(&self, moves: &[MoveOf<G>]) -> String {
        join(moves.iter().map(|&mv| self.name(mv)))
    }
}

fn field(text: &mut String, key: &str, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(text, " {key} {value}");
}

fn decimal(text: &mut String, key: &str, value: Option<f32>) {
    if let Some(value) = value {
        field(text, key, Decimal(value));
    }
}

fn numbers(text: &mut String, key: &str, shown: bool, numbers: &[u64]) {
    if shown && !numbers.is_empty() {
        let words = numbers.iter().map(u64::to_string);
        field(text, key, join(words));
    }
}

fn points(text: &mut String, key: &str, shown: bool, values: &[f32]) {
    if shown && !values.is_empty() {
        let words = values.iter().map(|&value| Decimal(value).to_string());
        field(text, key, join(words));
    }
}

fn in_ten_thousand(probability: f32) -> i32 {
    (f64::from(probability) * 10_000.0).round() as i32
}

/// A number written with at most six decimals, no trailing zeros, and no exponent, which Sabaki would read as a vertex.
struct Decimal(f32);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", rounded(self.0))
    }
}

/// Rounds to six decimals. Zero loses its sign.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6 + 0.0
}

/// Writes the ownership in CGOS's letters, with 63 levels from the opponent's points (`A`) to those of the side to
/// move.
fn letters(ownership: &[f32]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letter = |&owner: &f32| {
        let step = ((owner + 1.0) / 2.0).clamp(0.0, 1.0) * 62.0;
        char::from(LETTERS[step.round() as usize])
    };
    ownership.iter().map(letter).collect()
}

#[cfg(test)]
mod tests;
