//! The parameters of the searches, listed and checked by name. Only in tuning builds (`--features tuning`).

use std::io;

use serde::Serialize;

use tengen_engine::tuning::{ParamEntry, ParamSetting, Tunable};
use tengen_protocol::io::output::Output;

/// The reason why a parameter cannot be set.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// There is no equals sign, or no number after it.
    #[error("expected NAME=NUMBER, such as go.explore=0.7")]
    Form,
    /// No parameter has this name.
    #[error("unknown number {0}; `tengen params` lists them")]
    Unknown(String),
    /// The number must be whole and has a fraction.
    #[error("{0} must be a whole number")]
    Fraction(String),
    /// The number is outside the declared range.
    #[error("{0} must be from {1} to {2}")]
    Range(String, f64, f64),
}

/// Parses `NAME=NUMBER` and checks the name and the range.
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

/// A parameter as a line of `tengen params`.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    whole: bool,
    value: f64,
    min: f64,
    max: f64,
    /// Step worth trying: a twentieth of the range, and at least 1 for whole numbers.
    step: f64,
    doc: &'a str,
}

/// Prints every parameter with its default, range, step and meaning, as JSON Lines.
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

    /// Returns settings that give each parameter its chosen value.
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
                "unknown number go.exploit; `tengen params` lists them",
            ),
            (
                "explore=1",
                "unknown number explore; `tengen params` lists them",
            ),
            ("go.explore=1e9", "go.explore must be from 0 to 5"),
            ("go.explore=nan", "go.explore must be from 0 to 5"),
            (
                "gomoku.breadth=60.5",
                "gomoku.breadth must be a whole number",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), sentence);
        }
    }

    /// Plays the first moves of a self-play game.
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
