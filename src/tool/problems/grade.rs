//! Grading by players of the engine's levels.

use super::game::ProblemGame;
use super::problem::{FoundBy, Grade};
use crate::tool::searches::FreshSearch;
use tengen_engine::control::Stop;
use tengen_engine::game::{Point, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Limits, Restriction, SearchRequest, Settings, SkillLevel};
use tengen_play::MoveOf;
use tengen_protocol::Options;

/// Number of players of each level. They differ in their seeds.
const PLAYERS: u64 = 3;

/// Number of players of a level who have to find a solution.
const MOST: usize = 2;

/// Number of successive levels that have to find it, so that luck does not decide.
const LEVELS_IN_A_ROW: usize = 2;

/// Memory of a player's tables, in bytes.
const MEMORY: usize = 1 << 20;

/// Players who try to solve problems.
pub struct Graders {
    players: Vec<FreshSearch>,
}

/// A problem's grade, and the wrong moves that players chose.
#[derive(Default)]
pub struct Grading {
    /// The grade, without the count of tempting moves.
    pub grade: Grade,
    /// Wrong moves, each once.
    pub errors: Vec<Point>,
}

impl Graders {
    /// Creates the players.
    pub fn new(options: &Options) -> Graders {
        let player = |seed| {
            let options = Options {
                settings: Settings {
                    threads: 1,
                    memory: MEMORY,
                    seed,
                    ..Settings::default()
                },
                ..options.clone()
            };
            FreshSearch::new(options, Stop::default())
        };
        Graders {
            players: (1..=PLAYERS).map(player).collect(),
        }
    }

    /// Lets the players of each level choose a move, from the weakest level to the second in a row that finds one of
    /// the solutions. With `choices` they choose among these.
    pub fn grade<G: ProblemGame>(
        &mut self,
        position: &G::Position,
        solutions: &[Point],
        choices: Option<&[Point]>,
    ) -> Result<Grading, String> {
        let record = Record::new(position.clone());
        let mut grading = Grading {
            grade: Grade::default(),
            errors: Vec::new(),
        };
        let mut row: Vec<String> = Vec::new();
        for &name in G::GRADERS {
            let level = G::levels().read(name).map_err(|error| error.to_string())?;
            let name = G::levels().name_or_full(level);
            let mut found = 0;
            for player in &mut self.players {
                let request = request::<G>(position, level, choices);
                let choice = player.search::<G>(&record, Limits::default(), request)?;
                let point = choice.and_then(|choice| G::point_of(position, choice.mv));
                match point {
                    Some(point) if solutions.contains(&point) => found += 1,
                    Some(point) if !grading.errors.contains(&point) => grading.errors.push(point),
                    _ => {}
                }
            }
            grading.grade.found.push(FoundBy {
                level: name.clone(),
                found,
            });
            match found >= MOST {
                true => row.push(name),
                false => row.clear(),
            }
            if row.len() == LEVELS_IN_A_ROW {
                break;
            }
        }
        grading.grade.level = row.into_iter().next();
        Ok(grading)
    }
}

/// Returns the request for a move of a level.
fn request<G: ProblemGame>(
    position: &G::Position,
    level: Option<SkillLevel>,
    choices: Option<&[Point]>,
) -> SearchRequest<MoveOf<G>> {
    let restriction = choices.map(|choices| Restriction {
        color: position.to_move(),
        moves: choices
            .iter()
            .filter_map(|&point| G::move_at(position, Some(point)))
            .collect(),
        only: true,
        plies: 1,
    });
    SearchRequest {
        level,
        move_only: true,
        restrictions: restriction.into_iter().collect(),
        ..SearchRequest::default()
    }
}
