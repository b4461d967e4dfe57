//! Conversion of a record to an SGF game.

use thiserror::Error;

use crate::board::Occupant;
use crate::playable_game::{MoveOf, PlayableGame};
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Edit, Position};
use tengen_engine::record::{Record, Step};
use tengen_records::loaded_record::Annotations;
use tengen_records::sgf::{SgfGame, SgfGameInfo, SgfGameType, SgfSetup, SgfStep, written_komi};

/// Error for a game without an SGF number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("SGF has no number for this game")]
pub struct NoSgf;

/// Returns a record as an SGF game, with the annotations of the file it was loaded from.
pub fn sgf_game<G: PlayableGame>(
    record: &Record<G::Position>,
    annotations: &Annotations,
) -> Result<SgfGame, NoSgf> {
    let kind = G::SGF.ok_or(NoSgf)?;
    let steps = record.steps().iter().map(|step| match step {
        Step::Move(color, mv) => SgfStep::Move(*color, G::point_of(record.start(), *mv)),
        Step::Edit(edit) => SgfStep::Setup(Box::new(setup_of_edit::<G>(record.start(), edit))),
    });
    Ok(SgfGame {
        info: info::<G>(kind, record.start(), annotations),
        start: start_setup::<G>(record),
        steps: steps.collect(),
        notes: annotations.notes.clone(),
    })
}

/// Returns the root information. Komi and rules that have not changed since loading are written as they were.
fn info<G: PlayableGame>(
    kind: SgfGameType,
    start: &G::Position,
    annotations: &Annotations,
) -> SgfGameInfo {
    let (width, height) = G::size(start);
    let mut info = SgfGameInfo::new(kind, width, height);
    let loaded = annotations.info.as_ref();
    let komi = G::komi(start);
    // A komi text that was not understood is not written back.
    let is_played = |info: &&SgfGameInfo| {
        let points = info.komi_points();
        !G::HAS_KOMI || points.is_some_and(|points| (points - komi).abs() < 0.5)
    };
    info.komi = match loaded
        .filter(is_played)
        .and_then(|loaded| loaded.komi.clone())
    {
        Some(written) if annotations.komi == komi => Some(written),
        _ => G::HAS_KOMI.then(|| written_komi(komi)),
    };
    let stones = G::handicap(start);
    info.handicap = match loaded.and_then(|loaded| loaded.handicap.clone()) {
        Some(written) => Some(written),
        None => (stones > 0).then(|| stones.to_string()),
    };
    let exact = G::exact_rules(start);
    info.rules = match loaded.and_then(|loaded| loaded.rules.clone()) {
        Some(written) if annotations.rules == exact => Some(written),
        _ => G::rules_name(start),
    };
    let is_exact = |name: &String| {
        G::ruled_by(start.clone(), name).is_ok_and(|ruled| G::exact_rules(&ruled) == exact)
    };
    info.exact_rules = exact
        .clone()
        .filter(|_| !info.rules.as_ref().is_some_and(is_exact));
    info
}

/// Returns the set-up of the first position. The usual position needs none, except that Othello programs expect the
/// four discs.
fn start_setup<G: PlayableGame>(record: &Record<G::Position>) -> SgfSetup {
    let start = record.start();
    let stones = stones::<G>(start);
    let (width, height) = G::size(start);
    let is_standard =
        G::resized(start, u32::from(width), u32::from(height)).is_ok_and(|standard| {
            self::stones::<G>(&standard) == stones && standard.to_move() == start.to_move()
        });
    // In a handicap game, readers assume White to move unless the record says otherwise.
    let is_implied = is_standard && G::SGF != Some(SgfGameType::Othello);
    if is_implied && G::handicap(start) < 2 {
        return SgfSetup::default();
    }
    let mut setup = SgfSetup {
        to_move: Some(start.to_move()),
        ..SgfSetup::default()
    };
    add_stones(&mut setup, stones);
    setup
}

fn setup_of_edit<G: PlayableGame>(start: &G::Position, edit: &Edit<MoveOf<G>>) -> SgfSetup {
    let point = |mv: &MoveOf<G>| G::point_of(start, *mv);
    let mut setup = SgfSetup {
        empty: edit.empty.iter().filter_map(point).collect(),
        to_move: edit.to_move,
        ..SgfSetup::default()
    };
    let stones = edit.stones.iter();
    add_stones(
        &mut setup,
        stones.filter_map(|(color, mv)| Some((*color, point(mv)?))),
    );
    setup
}

fn add_stones(setup: &mut SgfSetup, stones: impl IntoIterator<Item = (Color, Point)>) {
    for (color, point) in stones {
        match color {
            Color::Black => setup.black.push(point),
            Color::White => setup.white.push(point),
        }
    }
}

/// Returns the stones of a position, row by row from the top.
pub fn stones<G: PlayableGame>(position: &G::Position) -> Vec<(Color, Point)> {
    let (width, height) = G::size(position);
    let points = (0..height).flat_map(|row| (0..width).map(move |column| Point { column, row }));
    let stone = |point| match G::cell(position, point) {
        Occupant::Stone(color) => Some((color, point)),
        Occupant::Empty | Occupant::Blocked => None,
    };
    points.filter_map(stone).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::load::load;
    use super::*;
    use crate::go::Go;
    use tengen_go::{Komi, Rules, Size};
    use tengen_records::loaded_record::LoadedRecord;

    type Loaded = LoadedRecord<tengen_go::Position>;

    fn loaded(text: &str) -> Result<Loaded, String> {
        let komi = Komi::from_points(7.5).unwrap();
        let now = tengen_go::Position::new(Size::square(9).unwrap(), Rules::AGA, komi);
        load::<Go>(text, &now, usize::MAX, &|| false)
    }

    fn written(loaded: &Loaded) -> String {
        sgf_game::<Go>(&loaded.record, &loaded.annotations)
            .unwrap()
            .to_text()
    }

    /// An SGF node for a 4x4 board, as text.
    fn node() -> impl Strategy<Value = String> {
        let point = || {
            (0u8..4, 0u8..4)
                .prop_map(|(x, y)| format!("{}{}", (b'a' + x) as char, (b'a' + y) as char))
        };
        let color = || prop_oneof![Just("B"), Just("W")];
        let play = || (color(), point()).prop_map(|(color, point)| format!(";{color}[{point}]"));
        prop_oneof![
            8 => play(),
            1 => play().prop_map(|play| play + "C[a \\] b]BL[3.5]"),
            1 => color().prop_map(|color| format!(";{color}[]")),
            1 => (color(), point(), point()).prop_map(|(color, a, b)| format!(";A{color}[{a}]AE[{b}]N[x]")),
            1 => color().prop_map(|color| format!(";PL[{color}]")),
            1 => Just(";C[only a word]".to_owned()),
        ]
    }

    proptest! {
        #[test]
        fn a_record_comes_back_as_it_was_read(
            root in prop_oneof![
                Just(""),
                Just("KM[3.75]RU[jp]PB[ann]HA[2]AB[aa][dd]"),
                Just("KM[seven]RU[Klingon]XY[1][2]PL[W]"),
                Just("RU[Chinese]RULES[cgos]RE[B+R]C[line\nbreak]"),
            ],
            nodes in proptest::collection::vec(node(), 0..60),
            back in 0usize..20,
        ) {
            let text = format!("(;SZ[4]{root}{})", nodes.concat());
            // Some set-ups leave a chain without liberties.
            let Ok(mut first) = loaded(&text) else {
                return Ok(());
            };
            for _ in 0..2 {
                let again = loaded(&written(&first)).unwrap();
                prop_assert_eq!(again.record.steps(), first.record.steps());
                prop_assert_eq!(&again.annotations.notes, &first.annotations.notes);
                let [a, b] = [&again, &first].map(|loaded| loaded.record.position());
                prop_assert_eq!(a.board().hash(), b.board().hash());
                prop_assert_eq!((a.to_move(), a.rules(), a.komi()), (b.to_move(), b.rules(), b.komi()));
                prop_assert_eq!(a.handicap_stones(), b.handicap_stones());
                prop_assert_eq!(written(&again), written(&first));
                // Repeat after taking back some steps.
                first.record.take_back(back);
                first.annotations.notes.truncate(first.record.len());
            }
        }
    }
}
