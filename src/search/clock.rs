//! Clocks: what a player has left, and how much of it one move may take.
//!
//! `Clock::budget` is a pure function of the settings and what is left; nothing here reads the time.

use std::time::Duration;

use super::control::Budget;

/// A time control, as GTP's and KGS's commands set them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// Nobody counts.
    #[default]
    Unlimited,
    /// Main time and no more.
    Absolute {
        /// For the whole game.
        main: Duration,
    },
    /// After the main time, `stones` moves in every `period`.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to be made in one period, at least 1.
        stones: u32,
    },
    /// Japanese byo-yomi: after the main time each move takes one of `periods` only if it overruns `period`.
    Byoyomi {
        /// Before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// How many periods, at least 1.
        periods: u32,
    },
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// Left of the main time, or of the period once `stage` says so.
    left: Duration,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Main,
    /// Overtime: stones still to play in this Canadian period, or byo-yomi periods left.
    Overtime(u32),
}

/// Kept back from every move: the way from the search's thread to the other end of the pipe.
const LAG: Duration = Duration::from_millis(30);

impl Clock {
    /// A full clock.
    pub fn new(control: TimeControl) -> Self {
        let main = match control {
            TimeControl::Unlimited => Duration::ZERO,
            TimeControl::Absolute { main }
            | TimeControl::Canadian { main, .. }
            | TimeControl::Byoyomi { main, .. } => main,
        };
        let mut clock = Clock {
            control,
            left: main,
            stage: Stage::Main,
        };
        if main.is_zero() {
            clock.enter_overtime();
        }
        clock
    }

    /// The control it was set to.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Takes over what a controller says is left (GTP `time_left`): `stones` is 0 in main time, else the stones
    /// of the Canadian period or the byo-yomi periods left.
    pub fn set_left(&mut self, left: Duration, stones: u32) {
        if self.control == TimeControl::Unlimited {
            // Time without settings: the controller knows of a clock that nobody told us about.
            self.control = TimeControl::Absolute { main: left };
        }
        self.left = left;
        self.stage = if stones == 0 {
            Stage::Main
        } else {
            Stage::Overtime(stones)
        };
        if stones == 0 && left.is_zero() {
            // GoGui rounds down to whole seconds, so the last one of main time comes as nothing.
            self.enter_overtime();
        }
    }

    /// Counts a move that took `spent`.
    pub fn charge(&mut self, spent: Duration) {
        let mut spent = spent;
        if self.stage == Stage::Main {
            if spent < self.left {
                self.left -= spent;
                return;
            }
            spent -= self.left;
            self.left = Duration::ZERO;
            self.enter_overtime();
        }
        match (self.control, self.stage) {
            (TimeControl::Canadian { period, stones, .. }, Stage::Overtime(to_play)) => {
                self.left = self.left.saturating_sub(spent);
                self.stage = Stage::Overtime(to_play.saturating_sub(1));
                if to_play <= 1 {
                    (self.left, self.stage) = (period, Stage::Overtime(stones));
                }
            }
            (TimeControl::Byoyomi { period, .. }, Stage::Overtime(periods)) => {
                let lost =
                    u32::try_from(spent.as_nanos() / period.as_nanos().max(1)).unwrap_or(u32::MAX);
                self.stage = Stage::Overtime(periods.saturating_sub(lost).max(1));
                self.left = period;
            }
            _ => {}
        }
    }

    /// What the next move may take, if `moves_left` more moves of this side are to be expected. `None` when
    /// nobody counts. The hard bound is never more than what is left less the lag.
    pub fn budget(&self, moves_left: u32) -> Option<Budget> {
        let moves_left = moves_left.max(1);
        let (even, most) = match (self.control, self.stage) {
            (TimeControl::Unlimited, _) => return None,
            // The last main time and the first overtime are one purse: what overtime gives for one move counts.
            (control, Stage::Main) => {
                let per_overtime_move = match control {
                    TimeControl::Canadian { period, stones, .. } => period / stones.max(1),
                    TimeControl::Byoyomi { period, .. } => period,
                    TimeControl::Unlimited | TimeControl::Absolute { .. } => Duration::ZERO,
                };
                let even = self.left / moves_left;
                let even = even.max(
                    per_overtime_move
                        .mul_f64(0.9)
                        .min(self.left + per_overtime_move),
                );
                // A move may take several shares, never so many that the rest of the game starves.
                (
                    even,
                    (self.left / 4).max(even.min(self.left + per_overtime_move)),
                )
            }
            (TimeControl::Canadian { .. }, Stage::Overtime(stones)) => {
                let even = self.left / stones.max(1);
                (
                    even,
                    if stones <= 1 {
                        even
                    } else {
                        (even * 2).min(self.left)
                    },
                )
            }
            (_, Stage::Overtime(_)) => (self.left, self.left),
        };
        let hard = most
            .min(even * 4)
            .saturating_sub(LAG)
            .max(Duration::from_millis(1));
        Some(Budget {
            soft: even.mul_f64(0.6).min(hard),
            hard,
        })
    }

    fn enter_overtime(&mut self) {
        match self.control {
            TimeControl::Canadian { period, stones, .. } => {
                (self.left, self.stage) = (period, Stage::Overtime(stones.max(1)));
            }
            TimeControl::Byoyomi {
                period, periods, ..
            } => {
                (self.left, self.stage) = (period, Stage::Overtime(periods.max(1)));
            }
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {}
        }
    }
}

/// The budget of a move that has `time` for itself, whatever happened before.
pub fn fixed(time: Duration) -> Budget {
    let hard = time
        .saturating_sub(LAG.min(time / 4))
        .max(Duration::from_millis(1));
    // A fixed time can't be saved up: an iteration is begun as long as it can be used at all.
    Budget {
        soft: hard.mul_f64(0.75),
        hard,
    }
}
