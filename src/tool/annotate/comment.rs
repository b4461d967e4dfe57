//! The values and comments written into the nodes of a game.

use super::appraisal::{Appraisal, ValueLoss};
use crate::tool::searches::PositionValue;
use tengen_engine::game::Color;
use tengen_play::notation::join;

/// The beginning of every comment line that the program writes.
pub const MARK: &str = "Tengen:";

/// Settings for the comments of a file.
#[derive(Clone, Copy, Debug)]
pub struct CommentStyle {
    /// Winrate loss from which a better line is shown, from 0 to 1.
    pub least_loss: f32,
}

/// Additions to one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRemark {
    /// Black's winrate in percent, for Sabaki's `SBKV`.
    pub winrate: String,
    /// Black's lead, for Sabaki's `SBKS`; `None` in games without points.
    pub score: Option<String>,
    /// The comment line, beginning with [`MARK`].
    pub comment: String,
}

impl CommentStyle {
    /// Returns a remark for each position with a known value. A finished game keeps the value of the position before if
    /// its board does not show the result.
    pub fn remarks(
        &self,
        appraisals: &[Option<&Appraisal>],
        unit: Option<&str>,
    ) -> Vec<Option<NodeRemark>> {
        let mut before: Option<(&Appraisal, PositionValue)> = None;
        let mut remarks = Vec::with_capacity(appraisals.len());
        for appraisal in appraisals {
            let known = appraisal.and_then(|appraisal| {
                let value = appraisal.value.or(before.map(|(_, value)| value))?;
                Some((appraisal, value))
            });
            remarks.push(known.map(|(appraisal, value)| NodeRemark {
                winrate: hundredths(value.winrate * 100.0),
                score: unit.map(|_| hundredths(value.score)),
                comment: self.comment(before, appraisal, value, unit),
            }));
            before = known;
        }
        remarks
    }

    /// Returns the comment on a position, with the loss of the move that led to it. The loss comes from two searches of
    /// the position before: values of different positions are not comparable, as a search sees further from the later
    /// one.
    fn comment(
        &self,
        before: Option<(&Appraisal, PositionValue)>,
        appraisal: &Appraisal,
        value: PositionValue,
        unit: Option<&str>,
    ) -> String {
        let mut text = format!("{MARK} black {:.1} %", value.winrate * 100.0);
        if unit.is_some() {
            text += &format!(", {}", lead(value.score));
        }
        text += ".";
        let (Some(played), Some((earlier, _))) = (&appraisal.played, before) else {
            if !appraisal.line.is_empty() {
                text += &format!(" Best: {}.", join(appraisal.line.iter().cloned()));
            }
            return text;
        };
        let Some(loss) = earlier.next_loss else {
            return text;
        };
        text += &format!(" {played} lost {:.1} %", loss.winrate * 100.0);
        if let Some(unit) = unit {
            text += &format!(" and {:.1} {unit}", loss.score);
        }
        text += ".";
        let loses = loss != ValueLoss::default();
        if loses && loss.winrate >= self.least_loss {
            text += &format!(" Better: {}.", join(earlier.line.iter().cloned()));
        }
        text
    }
}

/// Formats a number with at most two decimals, as Sabaki does.
fn hundredths(value: f32) -> String {
    // Adding 0 turns -0 into 0.
    ((f64::from(value) * 100.0).round() / 100.0 + 0.0).to_string()
}

/// Formats Black's score as the leader's letter and lead, or `even`.
fn lead(score: f32) -> String {
    let tenths = (score * 10.0).round() / 10.0;
    let leader = match tenths {
        0.0 => return "even".to_owned(),
        tenths if tenths > 0.0 => Color::Black,
        _ => Color::White,
    };
    format!("{}+{:.1}", leader.letter(), tenths.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: CommentStyle = CommentStyle { least_loss: 0.05 };

    fn appraisal(
        value: Option<(f32, f32)>,
        played: Option<&str>,
        line: &[&str],
        next_loss: Option<(f32, f32)>,
    ) -> Appraisal {
        Appraisal {
            value: value.map(|(winrate, score)| PositionValue { winrate, score }),
            played: played.map(str::to_owned),
            line: line.iter().map(|&name| name.to_owned()).collect(),
            next_loss: next_loss.map(|(winrate, score)| ValueLoss { winrate, score }),
            visits: 1,
        }
    }

    fn remarks(unit: Option<&str>) -> Vec<[String; 3]> {
        let game = [
            appraisal(
                Some((0.5, 0.0)),
                None,
                &["D4", "Q16"],
                Some((0.0678, 1.256)),
            ),
            appraisal(
                Some((0.43219, -1.256)),
                Some("A1"),
                &["Q4"],
                Some((0.0, 0.0)),
            ),
            // The board was edited here, so the next move has no known loss.
            appraisal(Some((0.41, -1.5)), Some("Q4"), &["C3"], None),
            appraisal(Some((0.44, -1.0)), Some("C3"), &["pass"], Some((0.0, 0.0))),
            appraisal(None, Some("pass"), &[], None),
        ];
        let remarks = STYLE.remarks(&game.each_ref().map(Some), unit);
        let parts = |remark: Option<NodeRemark>| {
            let remark = remark.unwrap();
            [
                remark.winrate,
                remark.score.unwrap_or_default(),
                remark.comment,
            ]
        };
        remarks.into_iter().map(parts).collect()
    }

    #[test]
    fn a_move_that_loses_is_shown_a_better_line() {
        assert_eq!(
            remarks(Some("points")),
            [
                ["50", "0", "Tengen: black 50.0 %, even. Best: D4 Q16."],
                [
                    "43.22",
                    "-1.26",
                    "Tengen: black 43.2 %, W+1.3. A1 lost 6.8 % and 1.3 points. Better: D4 Q16."
                ],
                [
                    "41",
                    "-1.5",
                    "Tengen: black 41.0 %, W+1.5. Q4 lost 0.0 % and 0.0 points."
                ],
                ["44", "-1", "Tengen: black 44.0 %, W+1.0."],
                [
                    "44",
                    "-1",
                    "Tengen: black 44.0 %, W+1.0. pass lost 0.0 % and 0.0 points."
                ],
            ]
        );
    }

    #[test]
    fn games_without_points_have_no_score() {
        let [winrate, score, comment] = remarks(None).swap_remove(1);
        assert_eq!((winrate.as_str(), score.as_str()), ("43.22", ""));
        assert_eq!(
            comment,
            "Tengen: black 43.2 %. A1 lost 6.8 %. Better: D4 Q16."
        );
    }
}
