//! The clocks of both sides. This module does not read the time itself.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::game::Color;

/// A clock as stored in a game's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockReading {
    /// Milliseconds left of the main time, or of the period in overtime.
    left: u64,
    /// Byo-yomi periods left; `None` if not in overtime.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    periods: Option<u32>,
}

/// The clocks as stored in a game's file, black's first.
pub type ClockReadings = [ClockReading; 2];

/// The clocks of both sides, at most one of them running.
#[derive(Clone, Debug)]
pub struct GameClocks {
    clocks: [Clock; 2],
    /// The side with the running clock, and the time since when it runs.
    running: Option<(Color, Instant)>,
}

impl GameClocks {
    /// Creates full clocks, both stopped.
    pub fn new(control: TimeControl) -> GameClocks {
        GameClocks {
            clocks: [Clock::new(control); 2],
            running: None,
        }
    }

    /// Whether the game is timed.
    pub fn are_kept(&self) -> bool {
        self.control() != TimeControl::Unlimited
    }

    /// Returns the time control of both sides.
    pub fn control(&self) -> TimeControl {
        self.clocks[0].control()
    }

    /// Whether a clock runs.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Stops the clock of the side that has moved, and starts the other one.
    pub fn press(&mut self, mover: Color, now: Instant) {
        if let Some((color, since)) = self.running {
            self.clocks[color.index()].charge(now.saturating_duration_since(since));
            self.running = Some((mover.opponent(), now));
        }
    }

    /// Starts the clock of a side. The clock that ran so far stops in the middle of its move.
    pub fn start(&mut self, color: Color, now: Instant) {
        self.stop(now);
        if self.are_kept() {
            self.running = Some((color, now));
        }
    }

    /// Stops the running clock in the middle of its move.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, since)) = self.running.take() {
            let clock = &mut self.clocks[color.index()];
            *clock = clock.during(now.saturating_duration_since(since));
        }
    }

    /// Returns the side with the running clock, and the time at which it runs out.
    pub fn flag(&self) -> Option<(Color, Instant)> {
        let (color, since) = self.running?;
        let left = self.clocks[color.index()].flag_time()?;
        Some((color, since.checked_add(left)?))
    }

    /// Returns the side that has run out of time.
    pub fn fallen(&self, now: Instant) -> Option<Color> {
        let (color, at) = self.flag()?;
        (at <= now).then_some(color)
    }

    /// Returns the clock of a side at time `now`.
    pub fn at(&self, color: Color, now: Instant) -> Clock {
        let clock = self.clocks[color.index()];
        match self.running {
            Some((running, since)) if running == color => {
                clock.during(now.saturating_duration_since(since))
            }
            _ => clock,
        }
    }

    /// Returns the clocks for the game's file; `None` if the game is not timed.
    pub fn readings(&self, now: Instant) -> Option<ClockReadings> {
        let reading = |color| {
            let clock = self.at(color, now);
            ClockReading {
                left: clock.left().as_millis() as u64,
                periods: clock.overtime(),
            }
        };
        self.are_kept().then(|| Color::BOTH.map(reading))
    }

    /// Sets the clocks to those stored in a file. They are stopped.
    pub fn restore(&mut self, readings: Option<ClockReadings>) {
        self.running = None;
        let Some(readings) = readings.filter(|_| self.are_kept()) else {
            return;
        };
        for (clock, reading) in self.clocks.iter_mut().zip(readings) {
            let left = Duration::from_millis(reading.left);
            clock.set_left(left, reading.periods.unwrap_or(0));
        }
    }

    /// Writes the clocks as a JSON object; null if the game is not timed.
    pub fn json(&self, now: Instant) -> Value {
        let clock = |color| {
            let clock = self.at(color, now);
            let periods = match (clock.control(), clock.overtime()) {
                (TimeControl::Byoyomi { periods, .. }, None) => periods,
                (_, periods) => periods.unwrap_or(0),
            };
            json!({
                "main": clock.left().as_millis() as f64 / 1000.0,
                "periods": periods,
                "overtime": clock.overtime().is_some(),
            })
        };
        match self.are_kept() {
            true => json!({ "b": clock(Color::Black), "w": clock(Color::White) }),
            false => Value::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const BYOYOMI: TimeControl = TimeControl::Byoyomi {
        main: s(10),
        period: s(5),
        periods: 2,
    };

    #[test]
    fn a_move_is_charged_to_its_side_and_a_pause_to_neither() {
        let begun = Instant::now();
        let mut clocks = GameClocks::new(BYOYOMI);
        assert_eq!(clocks.flag(), None);
        clocks.press(Color::Black, begun);
        assert!(!clocks.is_running(), "a move does not start clocks");
        clocks.start(Color::Black, begun);
        assert_eq!(clocks.flag(), Some((Color::Black, begun + s(20))));
        clocks.press(Color::Black, begun + s(4));
        assert_eq!(clocks.json(begun + s(5))["b"]["main"], 6.0);
        assert_eq!(clocks.json(begun + s(5))["w"]["main"], 9.0);
        clocks.stop(begun + s(7));
        assert_eq!(clocks.flag(), None);
        assert_eq!(clocks.json(begun + s(100))["w"]["main"], 7.0);
        clocks.start(Color::White, begun + s(200));
        assert_eq!(clocks.fallen(begun + s(216)), None);
        assert_eq!(clocks.fallen(begun + s(217)), Some(Color::White));
    }

    #[test]
    fn a_clock_that_jumps_gives_no_side_time() {
        let begun = Instant::now() + s(1000);
        let (before, after) = (begun - s(900), begun + s(1 << 30));
        let mut clocks = GameClocks::new(BYOYOMI);
        let full = clocks.readings(begun);
        clocks.start(Color::Black, begun);
        assert_eq!(clocks.readings(before), full);
        assert_eq!(clocks.fallen(before), None);
        assert_eq!(clocks.fallen(after), Some(Color::Black));
        clocks.press(Color::Black, before);
        assert_eq!(clocks.readings(before), full);
        clocks.press(Color::White, after);
        assert_eq!(clocks.json(after)["w"]["main"], 5.0);
        clocks.stop(before);
        assert_eq!(clocks.json(before)["b"]["main"], 10.0);
    }

    #[test]
    fn clocks_survive_a_file() {
        let begun = Instant::now();
        let mut clocks = GameClocks::new(BYOYOMI);
        clocks.start(Color::White, begun);
        let now = begun + s(17);
        let readings = clocks.readings(now).unwrap();
        let text = serde_json::to_string(&readings).unwrap();
        assert_eq!(text, r#"[{"left":10000},{"left":3000,"periods":1}]"#);
        let mut restored = GameClocks::new(BYOYOMI);
        restored.restore(serde_json::from_str(&text).unwrap());
        assert!(!restored.is_running());
        assert_eq!(restored.json(now), clocks.json(now));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let now = Instant::now();
        let mut clocks = GameClocks::new(TimeControl::Unlimited);
        clocks.start(Color::Black, now);
        assert!(!clocks.is_running());
        assert_eq!(
            (clocks.readings(now), clocks.json(now)),
            (None, Value::Null)
        );
    }
}
