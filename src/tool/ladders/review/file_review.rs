//! The review of one file: its events as output lines, the errors of its games, and its text with marks.

use std::borrow::Cow;

use anyhow::Result;
use serde::Serialize;

use super::marks::markup;
use crate::tool::positions::record_file::RecordFile;
use crate::tool::positions::replies::json;
use tengen_engine::game::{Color, Edit};
use tengen_engine::record::Step;
use tengen_go::ladder::KoMark;
use tengen_go::ladder::review::{GameReview, LadderEvent};
use tengen_go::rules::ruleset::KoRule;
use tengen_go::{Komi, Move, Point, Position, Rules, Size};
use tengen_play::formats::CollectionFile;
use tengen_records::sgf::{self, SgfEdit, SgfReading, SgfSetup, SgfStep};

/// Settings of a review.
#[derive(Clone, Copy, Debug)]
pub struct ReviewSettings {
    /// Minimum number of stones of a chain.
    pub min_stones: usize,
    /// Whether to write the text with marks.
    pub has_marks: bool,
}

/// The ladder review of one file.
#[derive(Debug, Default)]
pub struct FileReview {
    /// Events as lines of JSON.
    pub lines: Vec<String>,
    /// Errors of the games, with places.
    pub faults: Vec<String>,
    /// Text with marks, if wanted.
    pub marked: Option<String>,
    /// Whether the file has another format, so that the text with marks is SGF instead.
    pub is_translated: bool,
}

/// An event as a line of JSON.
#[derive(Serialize)]
struct EventLine<'a> {
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    #[serde(rename = "move")]
    number_of_move: usize,
    color: String,
    event: &'static str,
    chain: Vec<[u8; 2]>,
    at: Option<[u8; 2]>,
    ko: Option<&'static str>,
    from: usize,
    first: String,
    line: Vec<[u8; 2]>,
}

/// A reviewed game of a file.
struct ReviewedGame {
    size: Size,
    events: Vec<LadderEvent>,
    /// Index of the step of each move.
    steps: Vec<usize>,
}

impl FileReview {
    /// Reviews the games of a file.
    pub fn new(file: &RecordFile, settings: ReviewSettings) -> FileReview {
        let mut review = FileReview::default();
        match file.read() {
            Ok(bytes) => review.add_games(&bytes, &file.name(), settings),
            Err(error) => review.faults.push(error.to_string()),
        }
        review
    }

    fn add_games(&mut self, bytes: &[u8], name: &str, settings: ReviewSettings) {
        let file = match CollectionFile::read(bytes, Some(sgf::SgfGameType::Go)) {
            Ok(file) => file,
            Err(error) => return self.faults.push(error.to_string()),
        };
        file.decoded.log(&name);
        // Games of other formats are marked as SGF.
        let text = file.to_sgf();
        let places = sgf::games(&text);
        let readings: Vec<Result<SgfReading<'_>, String>> = match file.format {
            Some(_) => file.other_games().collect(),
            None => {
                let readings = places.iter().map(|place| place.read(&text));
                readings
                    .map(|read| read.map_err(|error| error.to_string()))
                    .collect()
            }
        };
        let is_of_many = readings.len() > 1;
        let mut reviewed_games = Vec::new();
        for (number, reading) in (1..).zip(readings) {
            // The SGF converted from another format lacks the damaged games.
            let is_written = reading.is_ok() || file.format.is_none();
            let reviewed = reading.and_then(|reading| self.review(&reading, settings));
            let reviewed = match reviewed {
                Ok(game) => {
                    let number = is_of_many.then_some(number);
                    let lines = game.events.iter();
                    let lines = lines.map(|event| line(event, game.size, name, number));
                    self.lines.extend(lines);
                    Some(game)
                }
                Err(fault) => {
                    self.faults.push(fault);
                    None
                }
            };
            if is_written {
                reviewed_games.push(reviewed);
            }
        }
        self.is_translated = file.format.is_some();
        if settings.has_marks {
            let is_recoded = file.format.is_none() && matches!(text, Cow::Owned(_));
            self.marked = Some(marked(&sgf::repaired(&text), is_recoded, &reviewed_games));
        }
    }

    /// Reviews one game. A move that breaks a rule becomes a fault, and the review continues after it. Fails if the
    /// record isn't a game of Go.
    fn review(
        &mut self,
        reading: &SgfReading<'_>,
        settings: ReviewSettings,
    ) -> Result<ReviewedGame, String> {
        self.faults
            .extend(reading.warnings.iter().map(ToString::to_string));
        let mut position = start(reading)?;
        let size = position.board().size();
        let mut review = GameReview::new(position.board(), settings.min_stones);
        let mut steps = Vec::new();
        for (index, step) in reading.game.steps.iter().enumerate() {
            let step = record_step(size, step);
            let broken = review.add(&mut position, &step);
            if step.as_move().is_some() {
                steps.push(index);
            }
            let what = match (step, broken) {
                (_, Ok(None)) => continue,
                (Step::Move(..), Ok(Some(rule)) | Err(rule)) => {
                    format!("move {}: {rule}", steps.len())
                }
                (Step::Edit(_), Ok(Some(rule)) | Err(rule)) => format!("set-up: {rule}"),
            };
            self.faults
                .push(format!("{}: {what}", reading.place(index)));
            if broken.is_err() {
                // The position is wrong from here on.
                break;
            }
        }
        Ok(ReviewedGame {
            size,
            events: review.into_events(),
            steps,
        })
    }
}

/// Returns a well-formed text with the marks of its games. Adds the encoding's name if the text was recoded.
fn marked(text: &str, is_recoded: bool, games: &[Option<ReviewedGame>]) -> String {
    let places = sgf::games(text);
    let mut marked = SgfEdit::new(text);
    for (place, game) in places.iter().zip(games) {
        if let (Some(game), Ok(reading)) = (game, place.read(text)) {
            let marks = markup(game.size, &game.events, &game.steps);
            sgf::add_markup(&mut marked, &place.main_line(text), &reading, marks);
        }
    }
    if is_recoded {
        marked.name_utf_8(&places);
    }
    marked.finish()
}

/// Returns the first position of a game. Fails, with the place, if the game isn't Go, its board is too large, or its
/// stones cannot be set up.
fn start(reading: &SgfReading<'_>) -> Result<Position, String> {
    let place = reading.start_place();
    let info = &reading.game.info;
    if info.kind != sgf::SgfGameType::Go {
        return Err(format!(
            "{place}: expected a record of Go, saw one of {:?}",
            info.kind
        ));
    }
    let size = Size::new(info.width.into(), info.height.into())
        .map_err(|error| format!("{place}: {error}"))?;
    // Ladders are read with simple ko. Suicide is legal, as the game's own rules may have allowed it.
    let rules = Rules {
        ko: KoRule::Simple,
        suicide: true,
        ..Rules::DEFAULT
    };
    let mut position = Position::new(size, rules, Komi::default());
    let stones: Vec<(Color, Point)> = stones(size, &reading.game.start).collect();
    position
        .set_position(&stones, reading.game.first_to_move())
        .map_err(|_| format!("{place}: these stones cannot be set up"))?;
    Ok(position)
}

fn stones(size: Size, setup: &SgfSetup) -> impl Iterator<Item = (Color, Point)> {
    let of = move |color, points: &[tengen_engine::game::Point]| -> Vec<(Color, Point)> {
        points
            .iter()
            .map(|&point| (color, on_board(size, point)))
            .collect()
    };
    of(Color::Black, &setup.black)
        .into_iter()
        .chain(of(Color::White, &setup.white))
}

fn record_step(size: Size, step: &SgfStep) -> Step<Move> {
    match step {
        SgfStep::Move(color, point) => {
            let mv = point.map_or(Move::Pass, |point| Move::Place(on_board(size, point)));
            Step::Move(*color, mv)
        }
        SgfStep::Setup(setup) => Step::Edit(Box::new(Edit {
            stones: stones(size, setup)
                .map(|(color, point)| (color, Move::Place(point)))
                .collect(),
            empty: setup
                .empty
                .iter()
                .map(|&point| Move::Place(on_board(size, point)))
                .collect(),
            to_move: setup.to_move,
        })),
    }
}

fn on_board(size: Size, point: tengen_engine::game::Point) -> Point {
    Point::new(point.column, size.height() - 1 - point.row)
}

/// Formats an event as a line of JSON.
fn line(event: &LadderEvent, size: Size, game: &str, number: Option<usize>) -> String {
    let from_top = |point: Point| [point.column(), size.height() - 1 - point.row()];
    let line = EventLine {
        game,
        number,
        number_of_move: event.number,
        color: event.color.to_string(),
        event: event.kind.name(),
        chain: event.chain.iter().copied().map(from_top).collect(),
        at: match event.mv {
            Move::Pass => None,
            Move::Place(point) => Some(from_top(point)),
        },
        ko: event.ko.map(KoMark::name),
        from: event.proof.from,
        first: event.proof.first.to_string(),
        line: event
            .proof
            .line
            .iter()
            .map(|&(_, point)| from_top(point))
            .collect(),
    };
    json(&line)
}
