//! A game of SGF as a record under the rules of a game.

use super::save::stones as board_stones;
use crate::board::SetUp;
use crate::playable_game::{MoveOf, PlayableGame};
use tengen_engine::files::FileError;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Edit, Position as _};
use tengen_engine::record::{Record, Step};
use tengen_records::loaded_record::{Annotations, LoadedRecord};
#[cfg(test)]
use tengen_records::sgf;
use tengen_records::sgf::{SgfGameInfo, SgfGameType, SgfNotes, SgfReading, SgfSetup, SgfStep};

/// Warnings about single moves of a record that are reported; the others are counted.
const MAX_MOVE_WARNINGS: usize = 20;

/// The end of a warning about a step that cannot be played.
const NO_MORE: &str = "; the game is left out from there on";

/// Reads the first game of an SGF text as [`load_reading`] takes it.
///
/// # Errors
///
/// Fails at a text without a game, and as [`load_reading`] does.
#[cfg(test)]
pub fn load<G: PlayableGame>(
    text: &str,
    position: &G::Position,
    moves: usize,
    interrupted: &dyn Fn() -> bool,
) -> Result<LoadedRecord<G::Position>, String> {
    let reading = sgf::read(text).map_err(|error| error.to_string())?;
    load_reading::<G>(reading, position, moves, interrupted)
}

/// Takes a game that has been read up to `moves` moves. Rules and komi that it does not name are those of `position`. A record
/// has what was played: moves that break a rule are played and reported, and passes that a game of Othello omits are added.
///
/// # Errors
///
/// Fails, with the place, at a record of another game, a board that the game does not have, and a first position that cannot be
/// set up. Fails at an interruption.
pub fn load_reading<G: PlayableGame>(
    mut reading: SgfReading<'_>,
    position: &G::Position,
    moves: usize,
    interrupted: &dyn Fn() -> bool,
) -> Result<LoadedRecord<G::Position>, String> {
    let mut warnings = std::mem::take(&mut reading.warnings);
    let (start, mut annotations) = start::<G>(&reading, position, &mut warnings)?;
    annotations.notes = std::mem::take(&mut reading.game.notes);
    let mut replay = Replay::<G> {
        record: Record::new(start),
        moves: 0,
        warnings,
        broken: 0,
        added: Vec::new(),
    };
    replay.run(&reading, moves, interrupted)?;
    annotations.notes.add_passes(&replay.added);
    annotations.notes.truncate(replay.record.len());
    Ok(LoadedRecord {
        record: replay.record,
        annotations,
        warnings: replay.warnings,
    })
}

/// Returns the first position of a game, and what of its information was understood.
fn start<G: PlayableGame>(
    reading: &SgfReading<'_>,
    position: &G::Position,
    warnings: &mut Vec<String>,
) -> Result<(G::Position, Annotations), String> {
    let (game, info) = (&reading.game, &reading.game.info);
    let place = || reading.start_place();
    if Some(info.kind) != G::SGF {
        return Err(format!(
            "{}: expected a record of {}, saw one of {:?}",
            place(),
            G::GAME.name(),
            info.kind
        ));
    }
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    let mut start = G::resized(position, width, height)
        .map_err(|failure| format!("{}: {failure} {width}x{height}", place()))?;
    if let Some(rules) = info.exact_rules.as_ref().or(info.rules.as_ref()) {
        match G::ruled_by(start.clone(), rules) {
            Ok(ruled) => start = ruled,
            Err(reason) => warnings.push(format!("the rules stay as they were: {reason}")),
        }
    }
    set_komi::<G>(&mut start, info, warnings);
    if !game.start.has_no_points() {
        let set_up = SetUp {
            stones: stones(&game.start),
            to_move: Some(game.first_to_move()),
        };
        start = G::set_up(&start, &set_up)
            .map_err(|_| format!("{}: these stones cannot be set up", place()))?;
    } else {
        start = begun_by::<G>(start, game.first_to_move());
    }
    G::set_handicap(&mut start, info.handicap_stones());
    let mut written = info.clone();
    // What only this program understands is written as a name that others read.
    written.rules = written
        .rules
        .filter(|text| G::is_rules_name(text) || G::ruled_by(start.clone(), text).is_err());
    let annotations = Annotations {
        komi: G::komi(&start),
        rules: G::exact_rules(&start),
        info: Some(written),
        notes: SgfNotes::default(),
    };
    Ok((start, annotations))
}

/// Returns a start of a game at which this side is to move, also where the rules give the first move to the other.
pub fn begun_by<G: PlayableGame>(mut start: G::Position, color: Color) -> G::Position {
    if start.turn_to(color).is_ok() {
        return start;
    }
    let set_up = SetUp {
        stones: board_stones::<G>(&start),
        to_move: Some(color),
    };
    G::set_up(&start, &set_up).unwrap_or(start)
}

/// Sets the komi of a record: that of its rules if it cannot be understood. Half points are the least; another fraction becomes
/// the nearest half.
fn set_komi<G: PlayableGame>(
    start: &mut G::Position,
    info: &SgfGameInfo,
    warnings: &mut Vec<String>,
) {
    let Some(text) = &info.komi else {
        return;
    };
    let Some(komi) = info.komi_points() else {
        let usual = G::usual_komi(start);
        // A game without komi has none that could be refused.
        let _ = G::set_komi(start, usual);
        warnings.push(format!(
            "komi: expected a number, saw {text:?}; it is taken for {usual}"
        ));
        return;
    };
    let nearest = (komi * 2.0).round() / 2.0;
    match G::set_komi(start, nearest) {
        Err(refusal) => {
            let usual = G::usual_komi(start);
            let _ = G::set_komi(start, usual);
            warnings.push(format!("komi {komi}: {refusal}; it is taken for {usual}"));
        }
        Ok(()) if nearest != komi => {
            warnings.push(format!("komi {komi} is played as {nearest}"));
        }
        Ok(()) => {}
    }
}

fn stones(setup: &SgfSetup) -> Vec<(Color, Point)> {
    let black = setup.black.iter().map(|&point| (Color::Black, point));
    let white = setup.white.iter().map(|&point| (Color::White, point));
    black.chain(white).collect()
}

/// A record while the steps of a game are played.
struct Replay<G: PlayableGame> {
    record: Record<G::Position>,
    /// The number of moves played.
    moves: usize,
    warnings: Vec<String>,
    /// The number of moves that broke a rule.
    broken: usize,
    /// The steps of the game before which a pass was added.
    added: Vec<u32>,
}

impl<G: PlayableGame> Replay<G> {
    fn run(
        &mut self,
        reading: &SgfReading<'_>,
        moves: usize,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let steps = &reading.game.steps;
        let mut next_move = 0;
        for (index, step) in steps.iter().enumerate() {
            if interrupted() {
                return Err(FileError::Stopped.to_string());
            }
            match step {
                SgfStep::Setup(setup) => {
                    next_move = next_move.max(index);
                    while matches!(steps.get(next_move), Some(SgfStep::Setup(_))) {
                        next_move += 1;
                    }
                    let next = match steps.get(next_move) {
                        Some(SgfStep::Move(color, _)) => Some(*color),
                        _ => None,
                    };
                    if let Err(reason) = self.set_up(setup, next) {
                        let place = reading.place(index);
                        let warning = format!("{place}: set-up: {reason}{NO_MORE}");
                        self.warnings.push(warning);
                        break;
                    }
                }
                SgfStep::Move(..) if self.moves == moves => break,
                SgfStep::Move(color, point) => {
                    if let Err(reason) = self.play(*color, *point, reading, index) {
                        self.warnings.push(format!("{reason}{NO_MORE}"));
                        break;
                    }
                }
            }
        }
        if self.broken > MAX_MOVE_WARNINGS {
            let more = self.broken - MAX_MOVE_WARNINGS;
            self.warnings
                .push(format!("{more} more moves break a rule"));
        }
        Ok(())
    }

    /// Sets up points in the middle of a game. The turn goes to the side that the set-up names, else to that of the next
    /// move.
    fn set_up(&mut self, setup: &SgfSetup, next: Option<Color>) -> Result<(), String> {
        let to_move = |point: &Point| -> Result<MoveOf<G>, String> {
            let mv = G::move_at(self.record.position(), Some(*point));
            mv.ok_or_else(|| "a point that is none of the board".to_owned())
        };
        let stones = stones(setup).into_iter();
        let edit = Edit {
            stones: stones
                .map(|(color, point)| Ok((color, to_move(&point)?)))
                .collect::<Result<_, String>>()?,
            empty: setup.empty.iter().map(to_move).collect::<Result<_, _>>()?,
            to_move: setup.to_move.or(next),
        };
        let added = self.record.add(Step::Edit(Box::new(edit)));
        added.map(drop).map_err(|reason| reason.to_string())
    }

    fn play(
        &mut self,
        color: Color,
        point: Option<Point>,
        reading: &SgfReading<'_>,
        index: usize,
    ) -> Result<(), String> {
        let number = self.moves + 1;
        let place = || format!("{}: move {number}", reading.place(index));
        let mv = G::move_at(self.record.position(), point)
            .ok_or_else(|| format!("{}: a pass, which this game does not have", place()))?;
        self.add_pass(color, mv, index);
        let broken = self
            .record
            .add(Step::Move(color, mv))
            .map_err(|reason| format!("{}: {reason}", place()))?;
        self.moves = number;
        if let Some(rule) = broken {
            self.broken += 1;
            if self.broken <= MAX_MOVE_WARNINGS {
                self.warnings
                    .push(format!("{}: {rule}; it is played", place()));
            }
        }
        Ok(())
    }

    /// Adds the pass that a game of Othello omits before a move. Programs for Othello write none.
    fn add_pass(&mut self, color: Color, mv: MoveOf<G>, index: usize) {
        let position = self.record.position();
        let passing = position.to_move();
        if G::SGF != Some(SgfGameType::Othello)
            || passing == color
            || position.check(color, mv).is_err()
        {
            return;
        }
        let pass = G::move_at(position, None);
        if pass.is_some_and(|pass| self.record.play(passing, pass).is_ok()) {
            self.added.push(index as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Go;
    use tengen_go::{Komi, Rules, Size};

    fn loaded(text: &str) -> Result<LoadedRecord<tengen_go::Position>, String> {
        let komi = Komi::from_points(7.5).unwrap();
        let now = tengen_go::Position::new(Size::square(19).unwrap(), Rules::DEFAULT, komi);
        load::<Go>(text, &now, usize::MAX, &|| false)
    }

    fn warnings(text: &str) -> Vec<String> {
        let loaded = loaded(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        loaded.warnings
    }

    #[test]
    fn broken_rules_are_told_with_their_places() {
        for (text, warning) in [
            (
                "(;SZ[2:1];B[aa];W[ba];B[];W[];B[aa])",
                "line 1, column 33: move 5: the move repeats a former position; it is played",
            ),
            (
                "(;SZ[3]AB[ba][ab]\n;W[aa])",
                "line 2, column 4: move 1: suicide; it is played",
            ),
            (
                "(;SZ[3];B[aa]\n\n;W[aa])",
                "line 3, column 4: move 2: the point is occupied; it is played",
            ),
        ] {
            assert_eq!(warnings(text), [warning], "{text}");
        }
        let endless = format!("(;SZ[3]{})", ";B[aa]".repeat(100));
        let warnings = warnings(&endless);
        assert_eq!(warnings.len(), MAX_MOVE_WARNINGS + 1);
        assert_eq!(warnings[MAX_MOVE_WARNINGS], "79 more moves break a rule");
    }

    #[test]
    fn komi_and_rules_that_make_no_sense_are_told() {
        for (text, warning) in [
            (
                "(;KM[seven])",
                "komi: expected a number, saw \"seven\"; it is taken for 7.5",
            ),
            ("(;KM[0.30])", "komi 0.3 is played as 0.5"),
        ] {
            assert_eq!(warnings(text), [warning]);
        }
        let unknown = warnings("(;RU[Klingon])");
        assert!(
            unknown[0].starts_with("the rules stay as they were: unknown rules 'Klingon'"),
            "{unknown:?}"
        );
        let loaded = loaded("(;RU[jp: 6.5]KM[6.5]HA[3])").unwrap();
        let start = loaded.record.start();
        assert_eq!(*start.rules(), Rules::JAPANESE);
        assert_eq!((start.komi().points(), start.handicap_stones()), (6.5, 3));
        // The nearest name and the exact rules.
        let start = self::loaded("(;RU[Chinese]RULES[cgos])").unwrap();
        assert_eq!(*start.record.start().rules(), Rules::CGOS);
    }

    #[test]
    fn a_record_ends_before_what_cannot_be_played() {
        let text = "(;SZ[2];B[aa]C[one]\n;AB[aa][ab][ba][bb]C[two];W[bb]C[three])";
        let loaded = loaded(text).unwrap();
        assert_eq!(
            loaded.warnings,
            [
                "line 2, column 5: set-up: a chain would have no liberty; the game is left out from there on"
            ]
        );
        assert_eq!(loaded.record.len(), 1);
        let notes: Vec<&str> = loaded
            .annotations
            .notes
            .iter()
            .map(|(_, text)| text)
            .collect();
        assert_eq!(notes, ["C[one]"]);
    }

    #[test]
    fn moves_behind_the_end_of_a_game_are_left_out() {
        use crate::gomoku::Gomoku;
        let now = tengen_gomoku::Position::new(15, 15, tengen_gomoku::Rule::Freestyle).unwrap();
        let moves = "B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae];W[be];B[cc]";
        let text = format!("(;GM[4];{moves})");
        let loaded = load::<Gomoku>(&text, &now, usize::MAX, &|| false).unwrap();
        assert_eq!(loaded.record.len(), 9);
        let [warning] = &loaded.warnings[..] else {
            panic!("{:?}", loaded.warnings);
        };
        assert!(
            warning.ends_with("; the game is left out from there on"),
            "{warning}"
        );
    }

    #[test]
    fn a_komi_that_makes_no_sense_is_not_that_of_the_game_before() {
        for (text, komi) in [
            ("(;KM[seven])", 7.5),
            ("(;RU[Japanese]KM[1e9])", 6.5),
            ("(;RU[Japanese]KM[?])", 6.5),
            ("(;KM[50]AP[foxwq])", 0.5),
            ("(;KM[325])", 6.5),
            ("(;)", 3.5),
        ] {
            let before = Komi::from_points(3.5).unwrap();
            let now = tengen_go::Position::new(Size::square(19).unwrap(), Rules::DEFAULT, before);
            let loaded = load::<Go>(text, &now, usize::MAX, &|| false).unwrap();
            assert_eq!(loaded.record.start().komi().points(), komi, "{text}");
            let written =
                crate::records::save::sgf_game::<Go>(&loaded.record, &loaded.annotations).unwrap();
            assert_eq!(written.info.komi_points(), Some(komi), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_played_at_all_is_an_error_with_its_place() {
        for (text, error) in [
            (
                "(;SZ[2]AB[aa][ab][ba][bb])",
                "line 1, column 11: these stones cannot be set up",
            ),
            ("(;SZ[26])", "line 1, column 1: unacceptable size 26x26"),
            (
                " (;GM[2])",
                "line 1, column 2: expected a record of Go, saw one of Othello",
            ),
        ] {
            assert_eq!(loaded(text).err().as_deref(), Some(error), "{text}");
        }
    }

    #[test]
    fn the_turn_after_a_set_up_is_that_of_the_next_move() {
        for (text, to_move) in [
            ("(;SZ[5];B[aa];AB[bb])", Color::White),
            ("(;SZ[5];B[aa];AB[bb]PL[B])", Color::Black),
            ("(;SZ[5];B[aa];AB[bb];AW[cc];PL[B])", Color::Black),
        ] {
            let record = loaded(text).unwrap().record;
            assert_eq!(record.position().to_move(), to_move, "{text}");
        }
        let komi = Komi::default();
        let now = tengen_go::Position::new(Size::square(5).unwrap(), Rules::DEFAULT, komi);
        let text = "(;SZ[5];B[aa];AB[bb];AE[aa];B[cc])";
        let loaded = load::<Go>(text, &now, 1, &|| false).unwrap();
        assert_eq!(
            (loaded.record.len(), loaded.record.position().to_move()),
            (3, Color::Black)
        );
    }
}
