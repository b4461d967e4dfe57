//! The numbers of the searches, listed and checked by name. Only tuning builds (`--features tuning`) have this.

use std::io;

use serde::Serialize;

use tengen_engine::tuning::{ParamEntry, ParamSetting, Tunable};
use tengen_protocol::io::output::Output;

/// Why a number is not set.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// No equals sign, or no number after it.
    #[error("expected NAME=NUMBER, such as go.explore=0.7")]
    Form,
    /// No game has this name.
    #[error("no number is called {0}; `tengen params` lists them")]
    Unknown(String),
    /// A fraction where there can be none.
    #[error("{0} has to be a whole number")]
    Fraction(String),
    /// Beyond what was declared.
    #[error("{0} has to be from {1} to {2}")]
    Range(String, f64, f64),
}

/// Reads `NAME=NUMBER`.
///
/// # Errors
///
/// The form is another, no number is called so, or the number is out of its range.
pub fn parse(text: &str) -> Result<ParamSetting, SettingError> {
    let (name, value) = text.split_once('=').ok_or(SettingError::Form)?;
    let value: f64 = value.trim().parse().map_err(|_| SettingError::Form)?;
    let name = name.trim().to_owned();
    let mut result = Err(SettingError::Unknown(name.clone()));
    visit_all(&mut |entry| {
        if entry.name != name {
            return;
        }
        let (low, high) = (*entry.range.start(), *entry.range.end());
        result = if !entry.range.contains(&value) {
            Err(SettingError::Range(name.clone(), low, high))
        } else if entry.number.is_whole() && value.fract() != 0.0 {
            Err(SettingError::Fraction(name.clone()))
        } else {
            let name = name.clone();
            Ok(ParamSetting { name, value })
        };
    });
    result
}

/// A line of `tengen params`.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    whole: bool,
    value: f64,
    min: f64,
    max: f64,
    /// A change that is worth trying: a twentieth of the range, of whole numbers at least 1.
    step: f64,
    doc: &'a str,
}

/// Prints every number with its default, range, step and meaning, a JSON object a line.
///
/// # Errors
///
/// The output is closed.
pub fn print(out: &mut Output) -> io::Result<()> {
    let mut lines = Vec::new();
    visit_all(&mut |entry| {
        let (min, max) = (*entry.range.start(), *entry.range.end());
        let whole = entry.number.is_whole();
        lines.push(serde_json::to_string(&Listed {
            name: &entry.name,
            whole,
            value: entry.number.get(),
            min,
            max,
            step: ((max - min) / 20.0).max(if whole { 1.0 } else { 0.0 }),
            doc: entry.doc,
        }));
    });
    lines.into_iter().try_for_each(|line| out.line(&line?))
}

fn visit_all(visit: &mut dyn FnMut(ParamEntry)) {
    tengen_go::playouts::params::PlayoutParams::default().visit(visit);
    tengen_go::search_mode::PuctParams::default().visit(visit);
    tengen_gomoku::params::Params::default().visit(visit);
    tengen_reversi::params::Params::default().visit(visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Position as _;
    use tengen_engine::tuning::tuned;
    use tengen_engine::{Control, Limits, Searcher, Settings};
    use tengen_gomoku::Rule;
    use tengen_play::Game;
    use tengen_play::PlayableGame;
    use tengen_play::games::with_game;
    use tengen_play::options::{GameOptions, GomokuOptions};

    /// Every number as chosen.
    fn settings(choose: impl Fn(&ParamEntry) -> f64) -> Settings {
        let mut all = Vec::new();
        visit_all(&mut |entry| {
            let text = format!("{}={}", entry.name, choose(&entry));
            all.push(parse(&text).unwrap());
        });
        Settings {
            memory: 16 << 20,
            params: all.leak(),
            ..Settings::default()
        }
    }

    #[test]
    fn names_are_unique_and_defaults_in_range() {
        let mut names = Vec::new();
        visit_all(&mut |entry| {
            assert!(entry.range.contains(&entry.number.get()), "{}", entry.name);
            assert!(entry.doc.ends_with('.'), "{}: {}", entry.name, entry.doc);
            assert!(!names.contains(&entry.name), "{}", entry.name);
            names.push(entry.name);
        });
        assert!(names.contains(&"go.explore".to_owned()));
        assert!(names.contains(&"gomoku.reverse_futility_margin".to_owned()));
        assert!(names.contains(&"reversi.sureness.3".to_owned()));
    }

    #[test]
    fn a_number_is_set_and_the_others_stay() {
        let explore = parse("go.explore=0.7").unwrap();
        let params: tengen_go::playouts::params::PlayoutParams = tuned(&[explore]);
        let expected = tengen_go::playouts::params::PlayoutParams {
            explore: 0.7,
            ..Default::default()
        };
        assert_eq!(params, expected);
        let third = parse("reversi.probcut_threshold.3 = 50").unwrap();
        let params: tengen_reversi::params::Params = tuned(&[third]);
        assert_eq!(params.probcut_threshold[3], 50);
        assert_eq!(
            params.probcut_threshold[2],
            tengen_reversi::params::Params::default().probcut_threshold[2]
        );
    }

    #[test]
    fn bad_settings_are_refused() {
        for (text, sentence) in [
            ("go.explore", "expected NAME=NUMBER, such as go.explore=0.7"),
            (
                "go.explore=x",
                "expected NAME=NUMBER, such as go.explore=0.7",
            ),
            (
                "go.exploit=1",
                "no number is called go.exploit; `tengen params` lists them",
            ),
            (
                "explore=1",
                "no number is called explore; `tengen params` lists them",
            ),
            ("go.explore=1e9", "go.explore has to be from 0 to 5"),
            ("go.explore=nan", "go.explore has to be from 0 to 5"),
            (
                "gomoku.breadth=60.5",
                "gomoku.breadth has to be a whole number",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), sentence);
        }
    }

    /// The first moves of a game with itself.
    fn play<G: PlayableGame>(settings: Settings) {
        let options = GameOptions {
            gomoku: GomokuOptions { rule: Rule::Renju },
            ..GameOptions::default()
        };
        let mut position = G::start(&options).unwrap();
        let mut player = G::searcher(settings, &G::resources(&options));
        for _ in 0..12 {
            let control = Control::new(Limits::nodes(300));
            let found = player.search(&position, &control).unwrap();
            position.play(position.to_move(), found.mv).unwrap();
        }
    }

    #[test]
    fn searches_bear_both_ends_of_every_range() {
        let ends: [fn(&ParamEntry) -> f64; 2] = [|e| *e.range.start(), |e| *e.range.end()];
        for settings in ends.map(settings) {
            for game in Game::ALL {
                with_game!(game, G => play::<G>(settings));
            }
        }
    }
}
