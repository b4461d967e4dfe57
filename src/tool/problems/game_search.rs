//! The problems of one game: found, graded, the mistakes of the game first.

use super::cut::cut;
use super::finding::{Branch, Finding, Line};
use super::game::{FinderLimits, ProblemGame};
use super::grade::Graders;
use super::key::KeyedPosition;
use super::kind::ProblemKind;
use super::problem::{Grade, Problem, ProblemSource, WrittenBranch, place, places};
use super::sentences::question;
use crate::terminal::messages::Messages;
use crate::tool::searches::{SearchPlan, replay_of};
use tengen_engine::game::{Color, Point, Position};
use tengen_play::Game;
use tengen_play::records::save::stones;
use tengen_records::sgf::{SgfReading, SgfStep};

/// What to look for in a game.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Kinds of problems.
    pub kinds: Vec<ProblemKind>,
    /// Limits on the search.
    pub limits: FinderLimits,
    /// Most problems of one game.
    pub most: usize,
    /// Whether problems keep stones that do not matter.
    pub whole_board: bool,
    /// Whether problems have proofs.
    pub with_proofs: bool,
    /// The English messages, in which problems are written.
    pub english: Messages,
}

/// A finding at a position of the game.
struct Occurrence<P> {
    position: P,
    finding: Finding,
    /// Number of moves of the game before the position and its variation.
    after: usize,
    variation: Line,
    played: Option<Point>,
}

impl<P: Position> Occurrence<P> {
    /// Removes the stones that do not matter.
    fn cut<G: ProblemGame<Position = P>>(self, limits: FinderLimits) -> Occurrence<P> {
        let (position, finding) = cut::<G>(self.position, self.finding, limits);
        Occurrence {
            position,
            finding,
            ..self
        }
    }

    /// Whether the game missed the solution. A question about points is not one about moves.
    fn is_missed(&self) -> bool {
        let is_other = |point: Point| !self.finding.solutions.contains(&point);
        !self.finding.kind.asks_for_points() && self.played.is_some_and(is_other)
    }

    /// Whether the variation follows a win of the position.
    fn follows_win(&self) -> bool {
        follows_win(&self.variation)
    }

    /// Whether the right line has the solution of a later finding.
    fn leads_to(&self, later: &Finding) -> bool {
        let mut lines = self.finding.right.iter();
        lines.any(|right| {
            let moves = right.moves.iter().flatten();
            later
                .solutions
                .iter()
                .any(|point| moves.clone().any(|mv| mv == point))
        })
    }

    /// Adds refutations of the wrong moves that players chose. Returns those of the moves that are wrong.
    fn refute<G: ProblemGame<Position = P>>(
        &mut self,
        finder: &mut G::Finder,
        errors: &[Point],
    ) -> Vec<Point> {
        let finding = &mut self.finding;
        let mut tempting: Vec<Point> = Vec::new();
        for &point in errors {
            let mut wrong = finding.wrong.iter();
            let is_known = wrong.any(|wrong| wrong.first() == Some(point));
            let refuted = match is_known {
                true => None,
                false => G::refute(finder, &self.position, finding, point),
            };
            if (is_known || refuted.is_some()) && !tempting.contains(&point) {
                tempting.push(point);
            }
            finding.wrong.extend(refuted);
        }
        tempting
    }

    /// Returns the problem as it is written.
    fn written<G: ProblemGame<Position = P>>(
        self,
        grade: Grade,
        tempting: &[Point],
        english: &Messages,
        (file, number): (&str, usize),
    ) -> Problem {
        let missed = self.is_missed();
        let Occurrence {
            position, finding, ..
        } = self;
        let stones = stones::<G>(&position);
        let of = |color: Color| -> Vec<Point> {
            let stones = stones.iter().filter(|(other, _)| *other == color);
            stones.map(|&(_, point)| point).collect()
        };
        // Problems of Go are the same under all rules.
        let rules = G::exact_rules(&position).filter(|_| G::GAME != Game::Go);
        let (width, height) = G::size(&position);
        let key = KeyedPosition {
            kind: finding.kind,
            rules: rules.as_deref(),
            size: (width, height),
            stones: &stones,
            to_move: position.to_move(),
            zone: finding.zone.as_deref(),
        };
        let (mover, count) = (position.to_move(), finding.solutions.len());
        Problem {
            game: G::GAME.choice().to_owned(),
            kind: finding.kind,
            key: key.key(),
            size: [width, height],
            black: places(&of(Color::Black)),
            white: places(&of(Color::White)),
            to_move: mover,
            target: places(&finding.target),
            solutions: places(&finding.solutions),
            right: written(&finding.right, true, tempting, english),
            wrong: written(&finding.wrong, false, tempting, english),
            question: question(english, finding.kind, mover, count),
            margin: finding.margin,
            depth: finding.depth,
            grade,
            source: ProblemSource {
                file: file.to_owned(),
                number,
                after: self.after,
                variation: self.variation.iter().map(|mv| mv.map(place)).collect(),
                played: self.played.map(place),
                missed,
            },
            proofs: Vec::new(),
            rules,
        }
    }
}

/// Returns right or wrong branches as they are written.
fn written(
    branches: &[Branch],
    is_right: bool,
    tempting: &[Point],
    english: &Messages,
) -> Vec<WrittenBranch> {
    let is_tempting = |point| tempting.contains(&point);
    let written = branches.iter().map(|branch| WrittenBranch {
        moves: branch.moves.iter().map(|point| point.map(place)).collect(),
        result: Some(branch.outcome),
        note: branch.outcome.sentence(english, is_right),
        tempting: branch.first().is_some_and(is_tempting),
    });
    written.collect()
}

/// Returns the problems of a game, first those that the game missed. `source` names the game. Fails, with the
/// place, if the record cannot be replayed.
pub fn problems_of<G: ProblemGame>(
    reading: SgfReading<'_>,
    plan: &SearchPlan,
    settings: &SearchSettings,
    source: (&str, usize),
) -> Result<Vec<Problem>, String> {
    let mut finder = G::finder(settings.limits);
    let mut occurrences = occurrences::<G>(reading, plan, settings, &mut finder)?;
    occurrences.sort_by_key(|occurrence| (!occurrence.is_missed(), occurrence.after));
    let mut graders = Graders::new(&plan.options);
    let mut problems = Vec::new();
    for occurrence in occurrences {
        if problems.len() == settings.most {
            break;
        }
        let mut occurrence = match settings.whole_board {
            true => occurrence,
            false => occurrence.cut::<G>(settings.limits),
        };
        let proofs = match settings.with_proofs {
            true => G::proofs(&occurrence.position, &occurrence.finding),
            false => Some(Vec::new()),
        };
        let Some(proofs) = proofs else {
            continue;
        };
        let graded = graded::<G>(&mut occurrence, &mut finder, &mut graders)?;
        let problem = graded.map(|(grade, tempting)| {
            occurrence.written::<G>(grade, &tempting, &settings.english, source)
        });
        problems.extend(problem.map(|problem| Problem { proofs, ..problem }));
    }
    Ok(problems)
}

/// Finds the problems of all positions and of their variations, one for each chain, attack or solution.
fn occurrences<G: ProblemGame>(
    reading: SgfReading<'_>,
    plan: &SearchPlan,
    settings: &SearchSettings,
    finder: &mut G::Finder,
) -> Result<Vec<Occurrence<G::Position>>, String> {
    let mut replay = replay_of::<G>(reading, plan)?;
    let mut occurrences: Vec<Occurrence<G::Position>> = Vec::new();
    let attacks = settings.kinds.iter().filter(|kind| kind.is_attack());
    let attacks: Vec<ProblemKind> = attacks.copied().collect();
    for after in 0.. {
        replay.play_to(after, &|| false)?;
        if replay.moves() < after {
            break;
        }
        let next = match replay.next_step() {
            Some(SgfStep::Move(color, point)) => Some((*color, *point)),
            _ => None,
        };
        let position = replay.record().position();
        let is_turn = next.is_none_or(|(color, _)| color == position.to_move());
        if !is_turn || position.outcome().is_some() {
            continue;
        }
        let played = next.and_then(|(_, point)| point);
        let Some(position) = G::with_turn(position, position.to_move()) else {
            continue;
        };
        let variations = G::variations(&position, played, &settings.kinds).into_iter();
        let varied = variations.map(|(line, next)| (next, None, line));
        let own = [(position, played, Line::new())];
        for (position, played, variation) in own.into_iter().chain(varied) {
            let wanted = match follows_win(&variation) {
                true => &attacks,
                false => &settings.kinds,
            };
            for finding in G::find(finder, &position, wanted) {
                let occurrence = Occurrence {
                    position: position.clone(),
                    finding,
                    after,
                    variation: variation.clone(),
                    played,
                };
                add(&mut occurrences, occurrence);
            }
        }
    }
    Ok(occurrences)
}

/// Whether a variation follows a win: one of a single move only shows a threat or a mistake.
fn follows_win(variation: &Line) -> bool {
    variation.len() > 1
}

/// Adds a finding unless it is like an earlier one. Of findings that are alike, the first that the game missed stays, or
/// else the first.
fn add<P: Position>(occurrences: &mut Vec<Occurrence<P>>, new: Occurrence<P>) {
    let is_like = |old: &Occurrence<P>| {
        let same_side = old.position.to_move() == new.position.to_move();
        let attacks = [&old.finding, &new.finding].map(|finding| finding.kind.is_attack());
        // An attack that the game follows is one problem; a missed one that stays is another with its next solution.
        let is_followed = !old.is_missed() || new.follows_win();
        let is_row = attacks == [true, true] && is_followed && old.leads_to(&new.finding);
        same_side && (is_row || old.finding.is_like(&new.finding))
    };
    let Some(old) = occurrences.iter_mut().find(|old| is_like(old)) else {
        return occurrences.push(new);
    };
    if new.is_missed() && !old.is_missed() {
        *old = new;
    }
}

/// Grades a finding. Returns the grade and the tempting moves; `None` if no wrong move is natural.
fn graded<G: ProblemGame>(
    occurrence: &mut Occurrence<G::Position>,
    finder: &mut G::Finder,
    graders: &mut Graders,
) -> Result<Option<(Grade, Vec<Point>)>, String> {
    let finding = &occurrence.finding;
    let mut grading = match finding.kind.asks_for_points() {
        true => Default::default(),
        false => {
            let choices = finding.choices();
            graders.grade::<G>(&occurrence.position, &finding.solutions, choices.as_deref())?
        }
    };
    let played_wrong = occurrence.played.filter(|_| occurrence.is_missed());
    grading.errors.extend(played_wrong);
    let tempting = occurrence.refute::<G>(finder, &grading.errors);
    let has_natural_error = G::LISTS_NATURAL_ERRORS && !occurrence.finding.wrong.is_empty();
    if tempting.is_empty() && !has_natural_error {
        return Ok(None);
    }
    grading.grade.tempting = tempting.len();
    Ok(Some((grading.grade, tempting)))
}

#[cfg(test)]
mod tests {
    use super::super::sentences::Outcome;
    use super::*;
    use tengen_gomoku::Rule;

    const fn at(column: u8) -> Point {
        Point { column, row: 0 }
    }

    /// Returns a win by fours in a position after a variation, with the move that the game played.
    fn win(
        variation: &[u8],
        line: &[u8],
        played: Option<u8>,
    ) -> Occurrence<tengen_gomoku::Position> {
        let points = |columns: &[u8]| columns.iter().map(|&column| Some(at(column))).collect();
        Occurrence {
            position: tengen_gomoku::Position::new(15, 15, Rule::Freestyle).unwrap(),
            finding: Finding {
                kind: ProblemKind::Vcf,
                target: Vec::new(),
                solutions: vec![at(line[0])],
                right: vec![Branch::new(points(line), Outcome::Defended)],
                wrong: Vec::new(),
                margin: None,
                depth: line.len(),
                zone: None,
            },
            after: 0,
            variation: points(variation),
            played: played.map(at),
        }
    }

    #[test]
    fn an_attack_is_one_problem_unless_the_game_misses_it_and_it_stays() {
        let first = |played| win(&[], &[1, 2, 3, 4, 5], Some(played));
        let later = || win(&[], &[3, 4, 5], None);
        let followed = || win(&[1, 2], &[3, 4, 5], None);
        let other = || win(&[8, 9], &[10, 11, 12], None);
        for (old, new, count) in [
            (first(1), later(), 1),
            (first(1), followed(), 1),
            (first(9), later(), 2),
            (first(9), followed(), 1),
            (first(9), other(), 2),
        ] {
            let mut occurrences = vec![old];
            add(&mut occurrences, new);
            assert_eq!(occurrences.len(), count);
        }
    }
}
