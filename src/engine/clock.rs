//! Players' clocks, and the time budget of a move.
//!
//! [`Clock::budget`] is a pure function of the time control and the time left; nothing here reads a clock.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::control::Budget;

/// A time control, as GTP and KGS commands set it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// Unlimited time, without a clock.
    #[default]
    Unlimited,
    /// Main time without overtime.
    Absolute {
        /// Time for the whole game.
        main: Duration,
    },
    /// Canadian overtime: after the main time, `stones` moves in every `period`.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of moves in a period, at least 1.
        stones: u32,
    },
    /// Japanese byo-yomi: after the main time a move uses up one of `periods` only if it takes longer than `period`.
    Byoyomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Fischer: every move adds an increment.
    Fischer {
        /// Time at the start of the game.
        main: Duration,
        /// Time added after every move.
        increment: Duration,
        /// Maximum of the time left; `None` for no maximum.
        cap: Option<Duration>,
        /// Maximum time for a move; `None` for no maximum.
        per_move: Option<Duration>,
    },
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// Main time left, or time left of the current overtime period.
    left: Duration,
    stage: Stage,
    /// Safety margin of every move if it is longer than [`LAG`].
    lag: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Main,
    /// Stones to play in this Canadian period, or byo-yomi periods left.
    Overtime(u32),
}

/// Safety margin of every move, for the latency between the search thread and the client.
const LAG: Duration = Duration::from_millis(30);

/// Safety margins that a client may set, in seconds.
pub const LAG_SECONDS: RangeInclusive<f64> = 0.0..=3600.0;

/// Divisor of a time too short for [`LAG`]: its margin is a quarter of it.
const LAG_PART: u32 = 4;

/// Reserve kept of an absolute time, for many quick moves at its end.
const RESERVE: Duration = Duration::from_millis(250);

/// Minimum time for a move.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// Creates a full clock.
    pub fn new(control: TimeControl) -> Self {
        let main = match control {
            TimeControl::Unlimited => Duration::ZERO,
            TimeControl::Absolute { main }
            | TimeControl::Canadian { main, .. }
            | TimeControl::Byoyomi { main, .. }
            | TimeControl::Fischer { main, .. } => main,
        };
        let mut clock = Clock {
            control,
            left: main,
            stage: Stage::Main,
            lag: None,
        };
        if main.is_zero() {
            clock.enter_overtime();
        }
        clock
    }

    /// Sets the safety margin of every move. It is never less than the default, and takes at most half of a short time.
    pub fn with_lag(self, lag: Option<Duration>) -> Self {
        Clock { lag, ..self }
    }

    /// Returns the safety margin of a move with enough time.
    pub fn lag(&self) -> Duration {
        self.lag.map_or(LAG, |lag| lag.max(LAG))
    }

    /// Returns a full clock with the same safety margin.
    pub fn restarted(self, control: TimeControl) -> Self {
        Clock::new(control).with_lag(self.lag)
    }

    /// The time control of this clock.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The main time left, or the time left of the current overtime period.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The stones to play in the Canadian period, or the byo-yomi periods left; `None` in main time.
    pub fn overtime(&self) -> Option<u32> {
        match self.stage {
            Stage::Main => None,
            Stage::Overtime(count) => Some(count),
        }
    }

    /// Returns the time after which a move loses on time; `None` without a clock.
    pub fn flag_time(&self) -> Option<Duration> {
        let more = match (self.control, self.stage) {
            (TimeControl::Unlimited, _) => return None,
            (TimeControl::Canadian { period, .. }, Stage::Main) => period,
            (
                TimeControl::Byoyomi {
                    period, periods, ..
                },
                Stage::Main,
            ) => period.saturating_mul(periods),
            (TimeControl::Byoyomi { period, .. }, Stage::Overtime(periods)) => {
                period.saturating_mul(periods.saturating_sub(1))
            }
            _ => Duration::ZERO,
        };
        Some(self.left.saturating_add(more))
    }

    /// Returns the state of the clock during a move that has taken `spent` so far.
    pub fn during(&self, spent: Duration) -> Clock {
        let mut clock = *self;
        let mut spent = spent;
        if clock.stage == Stage::Main {
            let of_main = spent.min(clock.left);
            spent -= of_main;
            clock.left -= of_main;
            if !clock.left.is_zero() {
                return clock;
            }
            clock.enter_overtime();
        }
        if let (TimeControl::Byoyomi { period, .. }, Stage::Overtime(mut periods)) =
            (clock.control, clock.stage)
        {
            if spent >= clock.left && periods > 1 {
                spent -= clock.left;
                let whole = spent.as_nanos() / period.as_nanos().max(1);
                let more = u32::try_from(whole).unwrap_or(u32::MAX).min(periods - 2);
                spent -= period * more;
                (clock.left, periods) = (period, periods - 1 - more);
            }
            clock.stage = Stage::Overtime(periods);
        }
        clock.left = clock.left.saturating_sub(spent);
        clock
    }

    /// Sets the time left as a controller reports it (GTP `time_left`). `stones` is 0 in main time, else the number of
    /// stones left in the Canadian period or of byo-yomi periods left.
    pub fn set_left(&mut self, left: Duration, stones: u32) {
        if self.control == TimeControl::Unlimited {
            // A time without settings is at least an absolute one.
            self.control = TimeControl::Absolute { main: left };
        }
        self.left = left;
        self.stage = if stones == 0 {
            Stage::Main
        } else {
            Stage::Overtime(stones)
        };
        if stones == 0 && left.is_zero() {
            // GoGui rounds down to whole seconds, so the last second of main time is reported as 0.
            self.enter_overtime();
        }
    }

    /// Charges the clock for a move that took `spent`.
    pub fn charge(&mut self, spent: Duration) {
        let mut spent = spent;
        if self.stage == Stage::Main {
            if spent < self.left {
                self.left -= spent;
                self.add_increment();
                return;
            }
            spent -= self.left;
            self.left = Duration::ZERO;
            self.enter_overtime();
        }
        self.add_increment();
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

    /// Returns the time budget of the next move if this side is expected to play `moves_left` more moves; `None`
    /// without a clock. The hard limit leaves room for the safety margin if there is enough time. Time that cannot be
    /// saved for later moves is used in full.
    pub fn budget(&self, moves_left: u32) -> Option<Budget> {
        let (share, most) = match (self.control, self.stage) {
            (TimeControl::Unlimited, _) => return None,
            (control, Stage::Main) => self.main_shares(control, moves_left.max(1)),
            (TimeControl::Canadian { .. }, Stage::Overtime(stones @ 2..)) => {
                let share = self.left / stones;
                (share, (share * 2).min(self.left))
            }
            // The rest of the period is for one move.
            (_, Stage::Overtime(_)) => {
                return Some(Budget::unsaved(without_lag(self.left, self.lag)));
            }
        };
        let hard = without_lag(most, self.lag);
        Some(Budget {
            // The soft limit stays below the hard one for any margin: main time and long periods can be saved.
            soft: share.min(hard).mul_f64(0.6),
            hard,
        })
    }

    /// Returns a move's share of the main time, and its maximum: several shares for hard decisions, but never so many
    /// that too little remains for the rest of the game. The overtime of the move itself can always be spent.
    fn main_shares(&self, control: TimeControl, moves_left: u32) -> (Duration, Duration) {
        if let TimeControl::Fischer {
            increment,
            per_move,
            ..
        } = control
        {
            let usable = self.left.saturating_sub(RESERVE.min(self.left / 4));
            // The increment comes after the move, so only the time left can be spent.
            let share = (usable / moves_left + increment).min(usable);
            let most = (share * 4).min(usable / 4).max(share);
            let per_move = per_move.unwrap_or(Duration::MAX);
            return (share.min(per_move), most.min(per_move));
        }
        let of_overtime = match control {
            TimeControl::Canadian { period, stones, .. } => period / stones.max(1),
            TimeControl::Byoyomi { period, .. } => period,
            TimeControl::Unlimited | TimeControl::Absolute { .. } | TimeControl::Fischer { .. } => {
                Duration::ZERO
            }
        };
        let usable = if of_overtime.is_zero() {
            self.left.saturating_sub(RESERVE)
        } else {
            self.left
        };
        let share = (usable / moves_left).max(of_overtime.min(self.left + of_overtime));
        (share, (share * 4).min(usable / 4).max(share))
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
            TimeControl::Unlimited | TimeControl::Absolute { .. } | TimeControl::Fischer { .. } => {
            }
        }
    }

    fn add_increment(&mut self) {
        if let TimeControl::Fischer { increment, cap, .. } = self.control {
            let cap = cap.unwrap_or(Duration::MAX);
            self.left = self.left.saturating_add(increment).min(cap.max(self.left));
        }
    }
}

/// Returns `time` minus the safety margin, but at least [`LEAST`].
fn without_lag(time: Duration, lag: Option<Duration>) -> Duration {
    let default = LAG.min(time / LAG_PART);
    let set = lag.map_or(default, |lag| lag.min(time / 2));
    time.saturating_sub(set.max(default)).max(LEAST)
}

/// Returns the budget of a single move with a fixed time.
pub fn fixed(time: Duration) -> Budget {
    Budget::unsaved(without_lag(time, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const CANADIAN: TimeControl = TimeControl::Canadian {
        main: s(60),
        period: s(25),
        stones: 5,
    };
    const BYOYOMI: TimeControl = TimeControl::Byoyomi {
        main: s(60),
        period: s(10),
        periods: 3,
    };

    /// Returns the budget in milliseconds, soft and hard.
    fn budget(clock: &Clock, moves_left: u32) -> (u128, u128) {
        let budget = clock.budget(moves_left).expect("this clock counts");
        (budget.soft.as_millis(), budget.hard.as_millis())
    }

    #[test]
    fn a_clock_runs_through_its_periods_during_a_move() {
        let during = |control, spent| {
            let clock = Clock::new(control).during(spent);
            (clock.left(), clock.overtime())
        };
        assert_eq!(during(BYOYOMI, s(59)), (s(1), None));
        assert_eq!(during(BYOYOMI, s(60)), (s(10), Some(3)));
        assert_eq!(during(BYOYOMI, s(75)), (s(5), Some(2)));
        assert_eq!(during(BYOYOMI, s(89)), (s(1), Some(1)));
        assert_eq!(during(BYOYOMI, s(500)), (s(0), Some(1)));
        assert_eq!(during(CANADIAN, s(65)), (s(20), Some(5)));
        let absolute = TimeControl::Absolute { main: s(60) };
        assert_eq!(during(absolute, s(61)), (s(0), None));
    }

    #[test]
    fn a_clock_that_jumps_runs_out_at_once() {
        let many = TimeControl::Byoyomi {
            main: Duration::ZERO,
            period: Duration::from_nanos(1),
            periods: u32::MAX,
        };
        let fischer = TimeControl::Fischer {
            main: s(60),
            increment: s(5),
            cap: None,
            per_move: None,
        };
        let absolute = TimeControl::Absolute { main: s(60) };
        for control in [absolute, fischer, CANADIAN, BYOYOMI, many] {
            for spent in [s(3600), s(1 << 40), Duration::MAX] {
                let mut clock = Clock::new(control);
                let during = clock.during(spent);
                assert_eq!(during.left(), Duration::ZERO, "{control:?}");
                assert_eq!(during.flag_time(), Some(Duration::ZERO), "{control:?}");
                clock.charge(spent);
                let budget = clock.budget(30).expect("this clock counts");
                assert!(
                    budget.soft <= budget.hard && budget.hard <= s(25),
                    "{control:?}"
                );
            }
        }
    }

    #[test]
    fn no_clock_has_no_budget() {
        assert_eq!(Clock::new(TimeControl::Unlimited).budget(30), None);
    }

    #[test]
    fn a_longer_margin_comes_off_the_hard_limit() {
        let byoyomi = |lag| Clock::new(BYOYOMI).with_lag(lag).restarted(BYOYOMI);
        let overtime = |lag, period| {
            let mut clock = byoyomi(Some(lag));
            clock.set_left(period, 3);
            budget(&clock, 30).1
        };
        assert_eq!(overtime(s(1), s(10)), 9000);
        // At least half of the time remains, however long the margin is.
        assert_eq!(overtime(s(60), s(10)), 5000);
        // Never less than the default margin.
        assert_eq!(overtime(ms(1), s(10)), 9970);
    }

    #[test]
    fn main_time_can_be_saved_however_long_the_margin() {
        for moves_left in [1, 4, 30] {
            let clock = Clock::new(TimeControl::Absolute { main: s(60) }).with_lag(Some(s(60)));
            assert!(
                clock
                    .budget(moves_left)
                    .is_some_and(|budget| budget.can_save())
            );
        }
    }

    #[test]
    fn a_flag_falls_after_the_last_period() {
        let after = |control, spent| {
            let mut clock = Clock::new(control);
            clock.charge(spent);
            clock.flag_time()
        };
        let absolute = TimeControl::Absolute { main: s(60) };
        assert_eq!(after(TimeControl::Unlimited, s(9)), None);
        assert_eq!(after(absolute, s(9)), Some(s(51)));
        // 55 s and a period of 25 s; 61 s includes the first second of the period.
        assert_eq!(after(CANADIAN, s(5)), Some(s(80)));
        assert_eq!(after(CANADIAN, s(61)), Some(s(24)));
        // 55 s and three periods of 10 s; 75 s uses up one of them.
        assert_eq!(after(BYOYOMI, s(5)), Some(s(85)));
        assert_eq!(after(BYOYOMI, s(75)), Some(s(20)));
        assert_eq!(after(BYOYOMI, s(200)), Some(s(10)));
    }

    #[test]
    fn budgets_of_full_clocks() {
        let absolute = |seconds| Clock::new(TimeControl::Absolute { main: s(seconds) });
        let cases = [
            // 59.75 s in 30 shares of 1.99 s; at most four shares.
            (absolute(60), 30, (1195, 7936)),
            // With one move left, the maximum is its share: all the time there is.
            (absolute(60), 1, (35832, 59720)),
            // No time left at all.
            (absolute(0), 30, (0, 1)),
            // Overtime gives 5 s per move.
            (Clock::new(CANADIAN), 30, (3000, 14970)),
            (Clock::new(CANADIAN), 5, (7200, 14970)),
            // Byo-yomi gives 10 s per move.
            (Clock::new(BYOYOMI), 30, (6000, 14970)),
        ];
        for (clock, moves_left, expected) in cases {
            assert_eq!(
                budget(&clock, moves_left),
                expected,
                "{clock:?}, {moves_left} moves left"
            );
        }
    }

    #[test]
    fn budgets_in_overtime() {
        let cases = [
            (CANADIAN, s(25), 5, (3000, 9970)),
            // The last stone of a period gets the rest of it.
            (CANADIAN, s(4), 1, (3970, 3970)),
            (CANADIAN, ms(20), 4, (3, 7)),
            (CANADIAN, ms(20), 1, (15, 15)),
            (BYOYOMI, s(10), 3, (9970, 9970)),
            (BYOYOMI, ms(500), 1, (470, 470)),
        ];
        for (control, left, stones, expected) in cases {
            let mut clock = Clock::new(control);
            clock.set_left(left, stones);
            assert_eq!(
                budget(&clock, 30),
                expected,
                "{control:?}, {left:?} for {stones}"
            );
        }
    }

    #[test]
    fn the_clock_walks_through_canadian_overtime() {
        let mut clock = Clock::new(CANADIAN);
        clock.charge(s(61));
        assert_eq!((clock.left, clock.stage), (s(24), Stage::Overtime(4)));
        for _ in 0..4 {
            clock.charge(s(2));
        }
        assert_eq!(
            (clock.left, clock.stage),
            (s(25), Stage::Overtime(5)),
            "a new period"
        );
    }

    #[test]
    fn the_clock_walks_through_byoyomi() {
        let mut clock = Clock::new(BYOYOMI);
        clock.charge(s(65));
        assert_eq!(
            (clock.left, clock.stage),
            (s(10), Stage::Overtime(3)),
            "5 s are within a period"
        );
        clock.charge(s(9));
        assert_eq!(clock.stage, Stage::Overtime(3));
        clock.charge(s(11));
        assert_eq!(clock.stage, Stage::Overtime(2));
        clock.charge(s(300));
        assert_eq!(
            clock.stage,
            Stage::Overtime(1),
            "lost on time, and still playing"
        );
    }

    const FISCHER: TimeControl = TimeControl::Fischer {
        main: s(60),
        increment: s(5),
        cap: Some(s(62)),
        per_move: None,
    };

    #[test]
    fn the_clock_grows_with_every_move_up_to_its_cap() {
        let mut clock = Clock::new(FISCHER);
        clock.charge(s(10));
        assert_eq!((clock.left, clock.stage), (s(55), Stage::Main));
        clock.charge(ms(500));
        assert_eq!(clock.left, ms(59_500));
        clock.charge(ms(500));
        assert_eq!(clock.left, s(62));
        clock.charge(s(70));
        assert_eq!(
            (clock.left, clock.stage),
            (s(5), Stage::Main),
            "lost on time, and still playing"
        );
    }

    #[test]
    fn an_increment_can_be_spent_and_a_move_has_its_limit() {
        let full = Clock::new(FISCHER);
        // 59.75 s in 30 shares, and the increment.
        assert_eq!(budget(&full, 30), (4195, 14_907));
        let mut poor = Clock::new(FISCHER);
        poor.set_left(ms(200), 0);
        assert_eq!(
            budget(&poor, 30),
            (72, 120),
            "what is to come cannot be spent yet"
        );
        let quick = Clock::new(TimeControl::Fischer {
            main: s(60),
            increment: s(5),
            cap: None,
            per_move: Some(s(2)),
        });
        assert_eq!(budget(&quick, 30), (1182, 1970));
    }

    #[test]
    fn an_increment_lasts_for_any_move_times() {
        let mut clock = Clock::new(TimeControl::Fischer {
            main: s(2),
            increment: ms(200),
            cap: None,
            per_move: None,
        });
        for mv in 0..300 {
            let hard = clock.budget(10).map_or(ms(0), |budget| budget.hard);
            assert!(hard + ms(2) < clock.left, "lost on time at move {mv}");
            clock.charge(hard + ms(2));
        }
        assert!(clock.left > ms(100));
    }

    #[test]
    fn a_controller_can_set_the_time_left() {
        let mut clock = Clock::new(TimeControl::Unlimited);
        clock.set_left(s(20), 0);
        assert!(
            clock.budget(10).is_some(),
            "time_left without settings starts a clock"
        );
        let mut clock = Clock::new(BYOYOMI);
        clock.set_left(Duration::ZERO, 0);
        assert_eq!(
            clock.stage,
            Stage::Overtime(3),
            "the last second of main time, rounded down"
        );
    }

    #[test]
    fn an_absolute_clock_lasts_for_any_move_times() {
        let mut clock = Clock::new(TimeControl::Absolute { main: s(10) });
        for mv in 0..60 {
            let hard = clock.budget(10).map_or(ms(0), |budget| budget.hard);
            clock.charge(hard + ms(2));
            assert!(clock.left > ms(0), "lost on time at move {mv}");
        }
    }

    #[test]
    fn a_fixed_time_is_never_overrun() {
        for time in [0, 1, 10, 100, 1000] {
            let budget = fixed(ms(time));
            assert!(!budget.can_save() && budget.hard <= ms(time.max(1)));
        }
        assert_eq!(fixed(ms(1000)).hard, ms(970));
    }
}
