//! Game records in and out: `loadsgf` and `printsgf`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nom::combinator::opt;

use super::command::{Answer, Failure, say};
use super::game::{Cell, GtpGame, SetUp};
use super::parse::{arguments, rest};
use super::session::Session;
use crate::game::{Color, Position};
use crate::record::Record;
use crate::sgf::{self, Point, Setup, Step};

/// `loadsgf FILE [MOVE]`: the end of the game, or the position before move MOVE, counted from 1.
pub fn loadsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let args = arguments(args, rest)?;
    let (path, before) = file_and_move(args)?;
    let record = read::<G>(session.position(), &path, before).map_err(|reason: String| {
        log::warn!("{}: {reason}", path.display());
        Failure::new("cannot load file")
    })?;
    session.resume(record);
    Ok(Answer::done())
}

/// The draft has no blanks in file names, people have; a number at the end is a move unless the whole
/// text names a file.
fn file_and_move(args: &str) -> Result<(PathBuf, Option<u32>), Failure> {
    if args.is_empty() {
        return Err(Failure::new("syntax error"));
    }
    if !Path::new(args).exists()
        && let Some((file, last)) = args.rsplit_once(' ')
        && let Ok(number) = last.parse()
    {
        return Ok((PathBuf::from(file.trim_end()), Some(number)));
    }
    Ok((PathBuf::from(args), None))
}

fn read<G: GtpGame>(
    position: &G::Position,
    path: &Path,
    before: Option<u32>,
) -> Result<Record<G::Position>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let game = sgf::Game::from_bytes(&bytes).map_err(|error| error.to_string())?;
    replay::<G>(
        position,
        &game,
        before.map_or(usize::MAX, |number| number.saturating_sub(1) as usize),
    )
}

/// Plays a record up to `plies` moves. Set-up in mid-game begins a new record: no move leads there.
pub(crate) fn replay<G: GtpGame>(
    position: &G::Position,
    game: &sgf::Game,
    plies: usize,
) -> Result<Record<G::Position>, String> {
    if game.info.kind != G::SGF {
        return Err(format!(
            "expected a record of {}, saw one of {:?}",
            G::GAME.name(),
            game.info.kind
        ));
    }
    let refused = |failure: Failure| failure.to_string();
    let mut start = G::resized(
        position,
        u32::from(game.info.width),
        u32::from(game.info.height),
    )
    .map_err(refused)?;
    if let Some(rules) = &game.info.rules {
        start = G::ruled_by(start, rules);
    }
    if let Some(komi) = game.info.komi {
        // Some servers write komi in quarters of a point, others in hundredths: such a game is still to be seen.
        let nearest = (komi * 2.0).round() / 2.0;
        if let Err(refused) = G::set_komi(&mut start, nearest) {
            log::warn!("{refused}");
        }
    }
    // A game in which the turn follows from the position says so by its own rules.
    let _ = start.turn_to(game.first_to_move());
    let mut record = Record::new(start);
    let mut on_standard_start = true;
    let mut played = 0;
    for (index, step) in game.steps.iter().enumerate() {
        match step {
            Step::Setup(setup) => {
                let before = if on_standard_start {
                    Vec::new()
                } else {
                    stones::<G>(record.position())
                };
                let next = game.steps[index..].iter().find_map(|step| match step {
                    Step::Move(color, _) => Some(*color),
                    Step::Setup(_) => None,
                });
                let set_up = changed(before, setup, next.unwrap_or(game.first_to_move()));
                record = Record::new(G::set_up(record.position(), &set_up).map_err(refused)?);
            }
            Step::Move(..) if played == plies => break,
            Step::Move(color, point) => {
                let mv = G::move_at(record.position(), *point).ok_or_else(|| {
                    format!("move {}: a pass, which this game does not have", played + 1)
                })?;
                record
                    .play(*color, mv)
                    .map_err(|reason| format!("move {}: {reason}", played + 1))?;
                played += 1;
            }
        }
        on_standard_start = false;
    }
    Ok(record)
}

fn changed(mut stones: Vec<(Color, Point)>, setup: &Setup, to_move: Color) -> SetUp {
    let touched = |point: &Point| {
        [&setup.black, &setup.white, &setup.empty]
            .iter()
            .any(|list| list.contains(point))
    };
    stones.retain(|(_, point)| !touched(point));
    stones.extend(setup.black.iter().map(|&point| (Color::Black, point)));
    stones.extend(setup.white.iter().map(|&point| (Color::White, point)));
    SetUp {
        stones,
        to_move: Some(setup.to_move.unwrap_or(to_move)),
    }
}

fn stones<G: GtpGame>(position: &G::Position) -> Vec<(Color, Point)> {
    let (width, height) = G::size(position);
    let points = (0..height).flat_map(|row| (0..width).map(move |column| Point { column, row }));
    let stone = |point| match G::cell(position, point) {
        Cell::Stone(color) => Some((color, point)),
        Cell::Empty | Cell::Blocked => None,
    };
    points.filter_map(stone).collect()
}

/// `printsgf [FILE]`: a reply without FILE; a file is written whole or not at all.
pub fn printsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(
        args,
        opt(nom::combinator::verify(rest, |text: &str| !text.is_empty())),
    )?;
    let text = sgf_text::<G>(&session.record);
    let Some(file) = file else {
        return say(text.trim_end());
    };
    write_whole(Path::new(file), &text)
        .map_err(|error| Failure::new(format!("cannot write {file}: {error}")))?;
    Ok(Answer::done())
}

fn sgf_text<G: GtpGame>(record: &Record<G::Position>) -> String {
    let start = record.start();
    let (width, height) = G::size(start);
    let mut info = sgf::Info::new(G::SGF, width, height);
    info.komi = (G::komi(start) != 0.0).then(|| G::komi(start));
    info.handicap = Some(G::handicap(start)).filter(|&stones| stones > 0);
    info.rules = G::rules_name(start);
    let mut steps = Vec::new();
    let found = stones::<G>(start);
    let standard = G::resized(start, u32::from(width), u32::from(height));
    let set_up = standard.is_ok_and(|standard| {
        stones::<G>(&standard) != found || standard.to_move() != start.to_move()
    });
    if set_up {
        let of = |side| {
            found
                .iter()
                .filter(|(color, _)| *color == side)
                .map(|&(_, point)| point)
                .collect()
        };
        let (black, white) = (of(Color::Black), of(Color::White));
        steps.push(Step::Setup(Setup {
            black,
            white,
            empty: Vec::new(),
            to_move: Some(start.to_move()),
        }));
    }
    steps.extend(
        record
            .moves()
            .map(|(color, mv)| Step::Move(color, G::point_of(start, mv))),
    );
    sgf::Game { info, steps }.to_text()
}

/// Writes beside the file first, so that a full disk or a crash leaves an older file as it was.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .inspect_err(|_| {
            // Nothing more can be done about a file that can't be written.
            let _ = fs::remove_file(&beside);
        })
}
