//! Reading and writing game records: `loadsgf` and `printsgf`.

use std::fmt::Display;

use crate::engine::files::{Access, FileError, Named};
use crate::engine::game::{Color, Position};
use crate::engine::record::Record;
use crate::protocol::gtp::command::{Answer, Failure, say};
use crate::protocol::gtp::game::{GtpGame, Occupant, SetUp};
use crate::protocol::gtp::parse::{arguments, file, rest, unsigned};
use crate::protocol::gtp::session::Session;
use crate::records::sgf;
use crate::records::sgf::{Point, SgfSetup, SgfStep};

/// Maximum size of a record, in bytes. A long game takes some kilobytes, a collection a few megabytes.
const MAX_BYTES: u64 = 64 << 20;

/// The reply of the GTP draft to a file that cannot be loaded.
const CANNOT_LOAD: &str = "cannot load file";

/// The argument that requests a reply instead of a file.
const REPLY: &str = "-";

/// Runs `loadsgf FILE [MOVE]`: loads the whole game, or the position before move MOVE, counted from 1; 0
/// is the whole game too. Replies with the side to move. Both as GNU Go does; KiGo relies on them.
pub fn loadsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let args = arguments(args, file)?.to_owned();
    let position = session.position().clone();
    let files = session.files().clone();
    session.load(move |interrupted| {
        let (file, before) = file_and_move(&files, &args);
        let bytes = read(&file, interrupted)?;
        let plies = plies_before(before);
        sgf::SgfGame::from_bytes(&bytes)
            .map_err(|error| error.to_string())
            .and_then(|game| replay::<G>(&position, &game, plies, interrupted))
            .map_err(|reason| not_loaded(&file, &reason))
    })
}

/// Returns the number of moves before a move; all of them without a move number or with 0.
fn plies_before(number: Option<u32>) -> usize {
    let plies = number.and_then(|number| number.checked_sub(1));
    plies.map_or(usize::MAX, |plies| plies as usize)
}

/// Splits the arguments of `loadsgf`. A number at the end is a move number, unless the whole text is the name of a
/// file: the draft has file names without blanks, but real ones may contain them.
fn file_and_move(files: &Access, args: &str) -> (Named, Option<u32>) {
    let whole = files.named(unquoted(args));
    if !whole.exists()
        && let Some((file, last)) = args.rsplit_once(' ')
        && let Some(number) = unsigned(last)
    {
        return (files.named(unquoted(file.trim_end())), Some(number));
    }
    (whole, None)
}

/// Reads the file of a record.
///
/// # Errors
///
/// Fails with the reply: the draft's text, with the reason appended if the engine itself refuses the file.
pub(crate) fn read(file: &Named, interrupted: &dyn Fn() -> bool) -> Result<Vec<u8>, String> {
    file.read(MAX_BYTES, interrupted)
        .map_err(|error: FileError| {
            let reply = not_loaded(file, &error);
            match error.is_refusal() {
                true => format!("{reply}: {error}"),
                false => reply,
            }
        })
}

/// Logs the reason why a file cannot be loaded, and returns the reply.
pub(crate) fn not_loaded(file: &Named, reason: &dyn Display) -> String {
    log::warn!("{file}: {reason}");
    CANNOT_LOAD.to_owned()
}

/// Replays at most `plies` moves of a record. A set-up in mid-game begins a new record, since no moves lead to it.
///
/// # Errors
///
/// Fails at a record of another game, a set-up or a move that the rules refuse, or an interruption.
pub(crate) fn replay<G: GtpGame>(
    position: &G::Position,
    game: &sgf::SgfGame,
    plies: usize,
    interrupted: &dyn Fn() -> bool,
) -> Result<Record<G::Position>, String> {
    if game.info.kind != G::SGF {
        return Err(format!(
            "expected a record of {}, saw one of {:?}",
            G::GAME.name(),
            game.info.kind
        ));
    }
    let refusal = |failure: Failure| failure.to_string();
    let mut start = G::resized(
        position,
        u32::from(game.info.width),
        u32::from(game.info.height),
    )
    .map_err(refusal)?;
    if let Some(rules) = &game.info.rules {
        start = G::ruled_by(start, rules);
    }
    if let Some(komi) = game.info.komi {
        // Some servers write komi in quarters or hundredths of a point. Their games load with the nearest half.
        let nearest = (komi * 2.0).round() / 2.0;
        if let Err(refusal) = G::set_komi(&mut start, nearest) {
            log::warn!("{refusal}");
        }
    }
    // Fails in games where the position determines the turn; the position is then right already.
    let _ = start.turn_to(game.first_to_move());
    let mut record = Record::new(start);
    let mut on_standard_start = true;
    let mut played = 0;
    for (index, step) in game.steps.iter().enumerate() {
        if interrupted() {
            return Err(FileError::Stopped.to_string());
        }
        match step {
            SgfStep::Setup(setup) => {
                let before = if on_standard_start {
                    Vec::new()
                } else {
                    stones::<G>(record.position())
                };
                let next = game.steps[index..].iter().find_map(|step| match step {
                    SgfStep::Move(color, _) => Some(*color),
                    SgfStep::Setup(_) => None,
                });
                let set_up = changed(before, setup, next.unwrap_or(game.first_to_move()));
                record = Record::new(G::set_up(record.position(), &set_up).map_err(refusal)?);
            }
            SgfStep::Move(..) if played == plies => break,
            SgfStep::Move(color, point) => {
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

/// Returns the stones after a set-up, with the side to move that it names or else `to_move`.
fn changed(mut stones: Vec<(Color, Point)>, setup: &SgfSetup, to_move: Color) -> SetUp {
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

/// Returns the stones of a position, row by row from the top.
pub(crate) fn stones<G: GtpGame>(position: &G::Position) -> Vec<(Color, Point)> {
    let (width, height) = G::size(position);
    let points = (0..height).flat_map(|row| (0..width).map(move |column| Point { column, row }));
    let stone = |point| match G::cell(position, point) {
        Occupant::Stone(color) => Some((color, point)),
        Occupant::Empty | Occupant::Blocked => None,
    };
    points.filter_map(stone).collect()
}

/// Runs `printsgf [FILE]`: writes the file, or replies with the record without FILE or for `-`.
pub fn printsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let text = sgf_game::<G>(&session.record).to_text();
    print(session, file, text)
}

/// Replies with a record, or starts writing it to the file of the argument on the worker.
///
/// # Errors
///
/// Never fails. The return type is that of a command handler.
pub(crate) fn print<G: GtpGame>(
    session: &mut Session<G>,
    file: &str,
    text: String,
) -> Result<Answer, Failure> {
    match named(session.files(), file) {
        None => say(text.trim_end()),
        Some(file) => session.compute(Box::new(move |_| save(&file, &text))),
    }
}

/// Returns the file of an argument, or `None` if the argument requests a reply.
pub(crate) fn named(files: &Access, argument: &str) -> Option<Named> {
    let is_name = !argument.is_empty() && argument != REPLY;
    is_name.then(|| files.named(unquoted(argument)))
}

/// Returns the name in a file argument. GoGui puts names with blanks in double quotes.
fn unquoted(name: &str) -> &str {
    let inner = name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'));
    inner.filter(|inner| !inner.is_empty()).unwrap_or(name)
}

/// Writes a record atomically and returns an empty reply.
///
/// # Errors
///
/// Fails with the reply if the file cannot be written.
pub(crate) fn save(file: &Named, text: &str) -> Result<String, String> {
    file.write(text.as_bytes())
        .map(|()| String::new())
        .map_err(|error| format!("cannot write {file}: {error}"))
}

/// Returns the SGF game of a record.
pub(crate) fn sgf_game<G: GtpGame>(record: &Record<G::Position>) -> sgf::SgfGame {
    let start = record.start();
    let (width, height) = G::size(start);
    let mut info = sgf::SgfGameInfo::new(G::SGF, width, height);
    info.komi = (G::komi(start) != 0.0).then(|| G::komi(start));
    info.handicap = Some(G::handicap(start)).filter(|&stones| stones > 0);
    info.rules = G::rules_name(start);
    let mut steps = Vec::new();
    let start_stones = stones::<G>(start);
    let standard = G::resized(start, u32::from(width), u32::from(height));
    let set_up = standard.is_ok_and(|standard| {
        stones::<G>(&standard) != start_stones || standard.to_move() != start.to_move()
    });
    if set_up {
        let of = |side| {
            start_stones
                .iter()
                .filter(|(color, _)| *color == side)
                .map(|&(_, point)| point)
                .collect()
        };
        let (black, white) = (of(Color::Black), of(Color::White));
        steps.push(SgfStep::Setup(SgfSetup {
            black,
            white,
            empty: Vec::new(),
            to_move: Some(start.to_move()),
        }));
    }
    steps.extend(
        record
            .moves()
            .map(|(color, mv)| SgfStep::Move(color, G::point_of(start, mv))),
    );
    sgf::SgfGame { info, steps }
}
