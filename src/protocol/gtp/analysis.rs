//! A search's report as a line of text, in the three ways that clients read.
//!
//! Sabaki takes a segment for a move only if it ends with the line of play, and its passes in small letters; Lizzie
//! reads `visits` as 32 bits with a sign, and wants `lcb`, `prior`, `scoreMean` and `scoreStdev` whether or not a search
//! has such figures.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::game::{GtpGame, MoveOf, write_point};
use crate::engine::{Report, RootMove, RootStats};

/// The words and the scale of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Leela Zero's: probabilities as integers from 0 to 10000.
    Lz,
    /// KataGo's: numbers as they are.
    Kata,
    /// CGOS's: one JSON object.
    Cgos,
}

/// What a line of analysis says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The words and the scale.
    pub style: Style,
    /// No more moves than this.
    pub most: usize,
    /// Whether the figures of the root are shown.
    pub root_info: bool,
    /// Whether the expected owner of each point is shown.
    pub ownership: bool,
    /// Whether its deviation is shown.
    pub ownership_stdev: bool,
    /// Whether each move's expected owners are shown.
    pub moves_ownership: bool,
    /// Whether their deviation would be shown, if a search had it.
    pub moves_ownership_stdev: bool,
    /// Whether the visits along each line of play are shown.
    pub pv_visits: bool,
    /// Whether the visits of its edges are shown.
    pub pv_edge_visits: bool,
    /// Whether the chance of a game without result would be shown, if a search had it.
    pub no_result_value: bool,
}

impl Format {
    /// Moves and nothing else.
    pub fn new(style: Style) -> Format {
        Format {
            style,
            most: usize::MAX,
            root_info: false,
            // CGOS's viewer draws it.
            ownership: style == Style::Cgos,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            pv_visits: false,
            pv_edge_visits: false,
            no_result_value: false,
        }
    }
}

/// Whose reports are written, and how.
pub struct Writer<G: GtpGame> {
    position: G::Position,
    format: Format,
    /// The prior of every move for a search without a policy: no move is likelier than another.
    prior: f32,
}

/// What stands for the deviation of a search that plays no games to their ends.
const NO_DEVIATION: f32 = 0.0;

/// Standard deviations between a mean and its lower bound, KataGo's default.
const LCB_DEVIATIONS: f32 = 5.0;

/// The largest number of visits written: Lizzie's parser gives up beyond it.
const MOST_VISITS: u64 = i32::MAX as u64;

impl<G: GtpGame> Writer<G> {
    /// Writes about searches of `position`, whose side to move has `moves` moves to choose from.
    pub fn new(position: G::Position, moves: usize, format: Format) -> Self {
        Writer {
            position,
            format,
            prior: 1.0 / moves.max(1) as f32,
        }
    }

    /// The report on one line; empty if no move is to be shown, as KataGo has it. CGOS's object tells of the position
    /// even so.
    pub fn line(&self, report: &Report<MoveOf<G>>) -> String {
        let shown = &report.lines[..report.lines.len().min(self.format.most)];
        match self.format.style {
            Style::Lz | Style::Kata if shown.is_empty() => String::new(),
            Style::Lz => self.infos(shown, Self::lz_fields),
            Style::Kata => {
                let mut text = self.infos(shown, Self::kata_fields);
                if let Some(root) = &report.root {
                    self.root_fields(&mut text, report.nodes, root);
                }
                text
            }
            Style::Cgos => self.json(shown, report).to_string(),
        }
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
            field(&mut text, "visits", line.visits.min(MOST_VISITS));
            fields(self, &mut text, order, line);
        }
        text
    }

    fn lz_fields(&self, text: &mut String, order: usize, line: &RootMove<MoveOf<G>>) {
        field(text, "winrate", in_ten_thousand(line.winrate));
        field(text, "prior", in_ten_thousand(self.prior(line)));
        field(text, "lcb", in_ten_thousand(lcb(line)));
        field(text, "order", order);
        field(text, "pv", self.names(&line.pv));
    }

    fn kata_fields(&self, text: &mut String, order: usize, line: &RootMove<MoveOf<G>>) {
        let details = &line.details;
        if let Some(utility) = details.utility {
            field(text, "utility", Decimal(utility));
        }
        field(text, "winrate", Decimal(line.winrate));
        field(text, "scoreMean", Decimal(line.score));
        let deviation = details.score_stdev.unwrap_or(NO_DEVIATION);
        field(text, "scoreStdev", Decimal(deviation));
        field(text, "scoreLead", Decimal(line.score));
        field(text, "prior", Decimal(self.prior(line)));
        field(text, "lcb", Decimal(lcb(line)));
        if let Some(bound) = details.utility_lcb {
            field(text, "utilityLcb", Decimal(bound));
        }
        if let Some(twin) = details.twin_of {
            field(text, "isSymmetryOf", self.name(twin));
        }
        field(text, "order", order);
        field(text, "pv", self.names(&line.pv));
        let format = &self.format;
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
        }
        points(text, "ownership", format.ownership, &root.ownership);
        points(
            text,
            "ownershipStdev",
            format.ownership_stdev,
            &root.ownership_stdev,
        );
    }

    /// The fields of CGOS's wiki, "GTP tournament game expansion".
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
        let of_root = report.root.as_ref();
        let winrate = of_root.map_or_else(|| best.map(|line| line.winrate), |r| Some(r.winrate));
        let score = of_root.map_or_else(|| best.map(|line| line.score), |r| Some(r.score));
        let mut object = json!({
            "winrate": winrate.map(rounded),
            "score": score.map(rounded),
            "visits": report.nodes,
            "moves": moves,
        });
        let ownership = of_root.map_or(&[][..], |root| &root.ownership);
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
        super::game::join(moves.iter().map(|&mv| self.name(mv)))
    }
}

/// The bound that the search has, or the one that follows if the visits were games won with a chance of `winrate`
/// each.
fn lcb<M>(line: &RootMove<M>) -> f32 {
    line.details.lcb.unwrap_or_else(|| {
        let variance = line.winrate * (1.0 - line.winrate) / line.visits.max(1) as f32;
        (line.winrate - LCB_DEVIATIONS * variance.max(0.0).sqrt()).max(0.0)
    })
}

fn field(text: &mut String, key: &str, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(text, " {key} {value}");
}

fn numbers(text: &mut String, key: &str, shown: bool, numbers: &[u64]) {
    if shown && !numbers.is_empty() {
        let words = numbers.iter().map(u64::to_string);
        field(text, key, super::game::join(words));
    }
}

fn points(text: &mut String, key: &str, shown: bool, values: &[f32]) {
    if shown && !values.is_empty() {
        let words = values.iter().map(|&value| Decimal(value).to_string());
        field(text, key, super::game::join(words));
    }
}

fn in_ten_thousand(probability: f32) -> i32 {
    (f64::from(probability) * 10_000.0).round() as i32
}

/// Six decimals and no more, without closing zeros; never an exponent, in which Sabaki would see a vertex.
struct Decimal(f32);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", rounded(self.0))
    }
}

/// To six decimals; zero has no sign.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6 + 0.0
}

/// CGOS's letters: 63 steps from the opponent's (`A`) to the mover's own.
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
