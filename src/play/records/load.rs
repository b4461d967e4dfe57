//! Conversion of an SGF game to a record under the rules of a game.

use std::fmt::Display;

use super::save::stones as board_stones;
use crate::board::SetUp;
use crate::playable_game::{MoveOf, PlayableGame};
use tengen_engine::files::FileError;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Edit, IllegalMove, Position as _};
use tengen_engine::record::{Record, Step};
use tengen_records::loaded_record::{Annotations, LoadedRecord};
use tengen_records::record_fault::{FaultKind, RecordFault};
#[cfg(test)]
use tengen_records::sgf;
use tengen_records::sgf::{SgfGameInfo, SgfGameType, SgfNotes, SgfReading, SgfSetup, SgfStep};

/// Maximum number of warnings about single moves; further ones are only counted.
const MAX_MOVE_WARNINGS: usize = 20;

/// A fault with how loading handles it.
struct LoadFault {
    fault: RecordFault,
    /// Sentence on the fault and its effect.
    warning: String,
}

impl LoadFault {
    /// Creates a fault that loading handles by `effect`.
    fn new(fault: RecordFault, effect: &str) -> LoadFault {
        LoadFault {
            warning: format!("{fault}; {effect}"),
            fault,
        }
    }
}

/// A fault without an effect, or with a text that already states it.
impl From<RecordFault> for LoadFault {
    fn from(fault: RecordFault) -> Self {
        LoadFault {
            warning: fault.to_string(),
            fault,
        }
    }
}

/// Effect of a step that cannot be played.
const NO_MORE: &str = "the game is left out from there on";

/// Loads the first game of an SGF text with [`load_reading`].
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

/// Loads up to `moves` moves of a game that has been read. Rules and komi that it does not name are taken from
/// `position`. A move that breaks a rule is played with a warning, and passes that an Othello game omits are added.
///
/// Fails if the record is of another game, the game has no such board, or the first position cannot be set up; the
/// error gives the place. Also fails if interrupted.
pub fn load_reading<G: PlayableGame>(
    reading: SgfReading<'_>,
    position: &G::Position,
    moves: usize,
    interrupted: &dyn Fn() -> bool,
) -> Result<LoadedRecord<G::Position>, String> {
    let mut replay = GameReplay::<G>::new(reading, position)?;
    replay.play_to(moves, interrupted)?;
    Ok(replay.into_loaded())
}

/// A game that is loaded move by move, like [`load_reading`]. Visiting all positions takes time linear in its length.
pub struct GameReplay<'a, G: PlayableGame> {
    reading: SgfReading<'a>,
    annotations: Annotations,
    replay: Replay<G>,
}

impl<'a, G: PlayableGame> GameReplay<'a, G> {
    /// Starts a game that has been read, with the errors of [`load_reading`]. Rules and komi that it does not name are
    /// taken from `position`.
    pub fn new(mut reading: SgfReading<'a>, position: &G::Position) -> Result<Self, String> {
        let warnings = std::mem::take(&mut reading.warnings);
        let mut faults = warnings.into_iter().map(LoadFault::from).collect();
        let (start, mut annotations) = start::<G>(&reading, position, &mut faults)?;
        annotations.notes = std::mem::take(&mut reading.game.notes);
        let replay = Replay {
            record: Record::new(start),
            next: 0,
            next_move: 0,
            moves: 0,
            faults,
            broken: 0,
            added: Vec::new(),
        };
        Ok(GameReplay {
            reading,
            annotations,
            replay,
        })
    }

    /// Plays up to `moves` moves and the set-ups after them, or up to the last playable move. Fails if interrupted.
    pub fn play_to(&mut self, moves: usize, interrupted: &dyn Fn() -> bool) -> Result<(), String> {
        self.replay.run(&self.reading, moves, interrupted)
    }

    /// Returns the game so far.
    pub fn record(&self) -> &Record<G::Position> {
        &self.replay.record
    }

    /// Returns the number of moves played, without added passes.
    pub fn moves(&self) -> usize {
        self.replay.moves
    }

    /// Returns the next step of the game.
    pub fn next_step(&self) -> Option<&SgfStep> {
        self.reading.game.steps.get(self.replay.next)
    }

    /// Returns the faults of the record so far and the rules that its moves break, with their places but without how
    /// loading handles them.
    pub fn faults(&self) -> Vec<RecordFault> {
        let faults = self.replay.faults.iter().map(|fault| fault.fault.clone());
        faults.chain(self.replay.more_broken()).collect()
    }

    fn into_loaded(self) -> LoadedRecord<G::Position> {
        let GameReplay {
            mut annotations,
            replay,
            ..
        } = self;
        let more = replay.more_broken();
        let warnings = replay.faults.into_iter().map(|fault| fault.warning);
        let more = more.map(|fault| fault.to_string());
        let warnings = warnings.chain(more).collect();
        annotations.notes.add_passes(&replay.added);
        annotations.notes.truncate(replay.record.len());
        LoadedRecord {
            record: replay.record,
            annotations,
            warnings,
        }
    }
}

/// Returns the first position of a game and the game information that was understood.
fn start<G: PlayableGame>(
    reading: &SgfReading<'_>,
    position: &G::Position,
    faults: &mut Vec<LoadFault>,
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
            Err(reason) => faults.push(LoadFault {
                warning: format!("the rules stay as they were: {reason}"),
                fault: RecordFault::new(FaultKind::Rules, reason),
            }),
        }
    }
    set_komi::<G>(&mut start, info, faults);
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
    // A rule text that only this program understands is later written as a name that others can read.
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

/// Returns a start of the game with this side to move, even if the rules give the other side the first move.
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

/// Sets the komi of a record, or the usual komi of its rules if the text is not a number. Other fractions are rounded
/// to the nearest half point.
fn set_komi<G: PlayableGame>(
    start: &mut G::Position,
    info: &SgfGameInfo,
    faults: &mut Vec<LoadFault>,
) {
    let Some(text) = &info.komi else {
        return;
    };
    let Some(komi) = info.komi_points() else {
        let default = G::default_komi(start);
        // A game without komi accepts any.
        let _ = G::set_komi(start, default);
        let fault = RecordFault::new(
            FaultKind::Komi,
            format!("komi: expected a number, saw {text:?}"),
        );
        faults.push(LoadFault::new(fault, &format!("it is taken for {default}")));
        return;
    };
    let nearest = (komi * 2.0).round() / 2.0;
    match G::set_komi(start, nearest) {
        Err(refusal) => {
            let default = G::default_komi(start);
            let _ = G::set_komi(start, default);
            let fault = RecordFault::new(FaultKind::Komi, format!("komi {komi}: {refusal}"));
            faults.push(LoadFault::new(fault, &format!("it is taken for {default}")));
        }
        Ok(()) if nearest != komi => {
            let text = format!("komi {komi} is played as {nearest}");
            faults.push(RecordFault::new(FaultKind::Komi, text).into());
        }
        Ok(()) => {}
    }
}

fn stones(setup: &SgfSetup) -> Vec<(Color, Point)> {
    let black = setup.black.iter().map(|&point| (Color::Black, point));
    let white = setup.white.iter().map(|&point| (Color::White, point));
    black.chain(white).collect()
}

/// State while the steps of a game are played.
struct Replay<G: PlayableGame> {
    record: Record<G::Position>,
    /// Number of steps done; all of them if the rest cannot be played.
    next: usize,
    /// First step after the set-ups that were looked at.
    next_move: usize,
    /// Number of moves played.
    moves: usize,
    faults: Vec<LoadFault>,
    /// Number of moves that broke a rule.
    broken: usize,
    /// Steps before which a pass was added.
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
        while let Some(step) = steps.get(self.next) {
            let index = self.next;
            if interrupted() {
                return Err(FileError::Stopped.to_string());
            }
            match step {
                SgfStep::Setup(setup) => {
                    self.next_move = self.next_move.max(index);
                    while matches!(steps.get(self.next_move), Some(SgfStep::Setup(_))) {
                        self.next_move += 1;
                    }
                    let next = match steps.get(self.next_move) {
                        Some(SgfStep::Move(color, _)) => Some(*color),
                        _ => None,
                    };
                    if let Err(reason) = self.set_up(setup, next) {
                        let place = reading.place(index);
                        let text = format!("{place}: set-up: {reason}");
                        let fault = RecordFault::at(place.line, FaultKind::SetUp, text);
                        self.faults.push(LoadFault::new(fault, NO_MORE));
                        self.next = steps.len();
                        break;
                    }
                }
                SgfStep::Move(..) if self.moves == moves => break,
                SgfStep::Move(color, point) => {
                    if let Err(fault) = self.play(*color, *point, reading, index) {
                        self.faults.push(LoadFault::new(fault, NO_MORE));
                        self.next = steps.len();
                        break;
                    }
                }
            }
            self.next = index + 1;
        }
        Ok(())
    }

    /// Returns a sentence on the broken rules beyond those listed as faults.
    fn more_broken(&self) -> Option<RecordFault> {
        let more = self.broken.saturating_sub(MAX_MOVE_WARNINGS);
        (more > 0).then(|| RecordFault::more(more, format!("more moves that break a rule: {more}")))
    }

    /// Sets up points in the middle of a game. The side to move is the one named by the set-up, otherwise that of the
    /// next move.
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
    ) -> Result<(), RecordFault> {
        let number = self.moves + 1;
        let place = reading.place(index);
        let fault = |rule: Option<IllegalMove>, reason: &dyn Display| RecordFault {
            number: Some(number),
            rule,
            ..RecordFault::at(
                place.line,
                FaultKind::Move,
                format!("{place}: move {number}: {reason}"),
            )
        };
        let mv = G::move_at(self.record.position(), point).ok_or_else(|| {
            let reason = "a pass, which this game does not have";
            fault(Some(IllegalMove::Pass), &reason)
        })?;
        self.add_pass(color, mv, index);
        let broken = self
            .record
            .add(Step::Move(color, mv))
            .map_err(|reason| fault(Some(reason), &reason))?;
        self.moves = number;
        if let Some(rule) = broken {
            self.broken += 1;
            if self.broken <= MAX_MOVE_WARNINGS {
                let fault = fault(Some(rule), &rule);
                self.faults.push(LoadFault::new(fault, "it is played"));
            }
        }
        Ok(())
    }

    /// Adds a pass before a move if an Othello game omits it. Othello programs write no passes.
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
    fn broken_rules_are_reported_with_their_places() {
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
        assert_eq!(
            warnings[MAX_MOVE_WARNINGS],
            "more moves that break a rule: 79"
        );
    }

    #[test]
    fn invalid_komi_and_rules_are_reported() {
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
        // The nearest name together with the exact rules.
        let start = self::loaded("(;RU[Chinese]RULES[cgos])").unwrap();
        assert_eq!(*start.record.start().rules(), Rules::CGOS);
    }

    #[test]
    fn faults_do_not_say_what_loading_makes_of_them() {
        let text = "(;SZ[2]KM[x]RU[Klingon];B[aa];W[aa];B[bb];AB[aa][ab][ba][bb])";
        let size = Size::square(2).unwrap();
        let now = tengen_go::Position::new(size, Rules::DEFAULT, Komi::default());
        let mut replay = GameReplay::<Go>::new(sgf::read(text).unwrap(), &now).unwrap();
        assert_eq!((replay.faults().len(), replay.moves()), (2, 0));
        replay.play_to(usize::MAX, &|| false).unwrap();
        let faults = replay.faults();
        assert!(
            faults[0].text.starts_with("unknown rules 'Klingon'"),
            "{faults:?}"
        );
        assert_eq!(
            faults[1..],
            [
                "komi: expected a number, saw \"x\"",
                "line 1, column 33: move 2: the point is occupied",
                "line 1, column 46: set-up: a chain would have no liberty",
            ]
        );
    }

    #[test]
    fn a_game_played_in_parts_is_the_same_as_in_one() {
        let text = "(;SZ[3];B[aa];AE[aa]AB[bb];W[cc];W[cc];B[];AW[ba];AW[ca]PL[B];B[ac])";
        let size = Size::square(3).unwrap();
        let now = tengen_go::Position::new(size, Rules::DEFAULT, Komi::default());
        let mut parts = GameReplay::<Go>::new(sgf::read(text).unwrap(), &now).unwrap();
        for moves in 0..=6 {
            parts.play_to(moves, &|| false).unwrap();
            let whole = load::<Go>(text, &now, moves, &|| false).unwrap();
            assert_eq!(parts.record().steps(), whole.record.steps());
            assert_eq!(parts.moves(), moves.min(5));
            let [one, other] = [parts.record(), &whole.record].map(|record| record.position());
            assert_eq!(one.board().hash(), other.board().hash());
            assert_eq!(one.to_move(), other.to_move());
        }
        let whole = load::<Go>(text, &now, usize::MAX, &|| false).unwrap();
        assert_eq!(parts.into_loaded().warnings, whole.warnings);
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
