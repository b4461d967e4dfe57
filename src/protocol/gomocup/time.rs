//! Time budget of a move from the manager's time settings. This module does not read the clock.

use std::time::Duration;

use tengen_engine::control::Budget;

/// Time limit of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnLimit {
    /// Not given. Together with a match time from c-gomoku-cli, this means no turn limit.
    #[default]
    Unspecified,
    /// No limit, as in Yixin-Board's analysis, which runs until it is stopped.
    Unlimited,
    /// A limited time. Zero means to move as fast as possible.
    Of(Duration),
}

/// Time left in the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLeft {
    /// Not given: the match time minus the time used by the engine's moves.
    #[default]
    Unspecified,
    /// No limit on the match.
    Unlimited,
    /// A limited time, counted from when it was set.
    Of(Duration),
}

/// Time settings of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeRules {
    /// Value of `INFO timeout_turn`.
    pub turn: TurnLimit,
    /// Value of `INFO timeout_match`; `None` for no limit.
    pub game: Option<Duration>,
    /// Value of `INFO time_left`.
    pub left: TimeLeft,
    /// Value of `INFO protocol_lag`, the time kept back from each limit; `None` for the default.
    pub lag: Option<Duration>,
    /// Value of `INFO time_increment`, added after each move.
    pub increment: Duration,
    /// Time used by the engine's moves since `left` was set or the game began.
    pub spent: Duration,
}

/// Turn limit if the manager gives no time settings. The protocol document says 30 s, which is too long for a user
/// trying the engine by hand.
pub const DEFAULT_TURN: Duration = Duration::from_secs(5);

/// Maximum time of a move "as fast as possible".
const INSTANT: Duration = Duration::from_millis(25);

/// Delay between the search thread and the manager's clock on a busy machine.
const LAG: Duration = Duration::from_millis(40);

impl TimeRules {
    /// Returns the time budget of the next move, or `None` for no limit. About `moves_left` engine moves are expected
    /// to follow. The hard bound is below the turn limit and the time left in the match.
    pub fn budget(&self, moves_left: u32) -> Option<Budget> {
        let time_left = self.time_left();
        let limit = match (self.turn, time_left) {
            (TurnLimit::Of(limit), _) => Some(limit),
            (TurnLimit::Unspecified, None) => Some(DEFAULT_TURN),
            (TurnLimit::Unlimited, _) | (TurnLimit::Unspecified, Some(_)) => None,
        };
        let turn_budget = limit.map(|limit| {
            Budget::unsaved(if limit.is_zero() {
                INSTANT
            } else {
                self.minus_margin(limit)
            })
        });
        let match_budget = time_left.map(|left| self.share(left, moves_left.max(1)));
        let budget = match (turn_budget, match_budget) {
            (Some(turn), Some(game)) => Budget {
                soft: turn.soft.min(game.soft),
                hard: turn.hard.min(game.hard),
            },
            (turn, game) => turn.or(game)?,
        };
        let hard = budget.hard.max(Duration::from_millis(1));
        Some(Budget {
            soft: budget.soft.min(hard),
            hard,
        })
    }

    /// Charges the time used by an engine move, minus the increment.
    pub fn charge(&mut self, spent: Duration) {
        self.spent = (self.spent + spent).saturating_sub(self.increment);
    }

    /// Returns `limit` minus the lag and 1% for clock drift. At most half of the limit is subtracted.
    fn minus_margin(&self, limit: Duration) -> Duration {
        let lag = self.lag.unwrap_or(LAG);
        limit - lag.saturating_add(limit / 100).min(limit / 2)
    }

    /// Returns the time left in the match, or `None` for no limit.
    fn time_left(&self) -> Option<Duration> {
        let whole = match (self.left, self.game) {
            (TimeLeft::Of(left), _) => left,
            (TimeLeft::Unspecified, Some(game)) => game,
            (TimeLeft::Unlimited, _) | (TimeLeft::Unspecified, None) => return None,
        };
        Some(whole.saturating_sub(self.spent))
    }

    /// Returns one move's share of the time left in the match.
    fn share(&self, left: Duration, moves_left: u32) -> Budget {
        let usable = self.minus_margin(left);
        let even = (left / moves_left + self.increment.mul_f64(0.9)).min(usable);
        // A move may take several shares, if that leaves enough time for the rest of the game.
        Budget {
            soft: even.mul_f64(0.6),
            hard: (even * 4).min((left / 4).max(even)).min(usable),
        }
    }
}

/// Returns the expected number of further moves by one side, given the numbers of stones and empty points.
pub fn moves_left(stones: usize, empty: usize) -> u32 {
    // Games between engines usually end within 60 stones; a longer one may last until the board is full.
    let typical = 28_usize.saturating_sub(stones / 3).max(14);
    typical.min(empty.div_ceil(2)).max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn rules(turn: Option<u64>, game: Option<u64>, left: Option<u64>) -> TimeRules {
        TimeRules {
            turn: turn.map_or(TurnLimit::Unspecified, |turn| TurnLimit::Of(ms(turn))),
            game: game.map(ms),
            left: left.map_or(TimeLeft::Unspecified, |left| TimeLeft::Of(ms(left))),
            ..TimeRules::default()
        }
    }

    #[test]
    fn budgets() {
        // (turn, match, left), moves left -> soft, hard, in milliseconds
        let table = [
            // No time settings.
            ((None, None, None), 25, 4910, 4910),
            // A turn limit alone is used up.
            ((Some(1000), None, None), 25, 950, 950),
            ((Some(100), None, None), 25, 59, 59),
            ((Some(20), None, None), 25, 10, 10),
            ((Some(1), None, None), 25, 0, 1),
            // As fast as possible, no matter how much is left.
            ((Some(0), None, None), 25, 25, 25),
            ((Some(0), Some(60_000), Some(60_000)), 25, 25, 25),
            // A match time alone is divided among the moves.
            ((None, Some(100_000), None), 25, 2400, 16_000),
            ((None, Some(100_000), Some(50_000)), 25, 1200, 8000),
            // With little time left, at most a quarter.
            ((None, Some(100_000), Some(1000)), 2, 300, 500),
            ((None, Some(100_000), Some(1000)), 25, 24, 160),
            ((None, Some(100_000), Some(1000)), 1, 570, 950),
            ((None, Some(100_000), Some(0)), 25, 0, 1),
            // With both, the tighter limit applies.
            ((Some(1000), Some(1_000_000), Some(1_000_000)), 25, 950, 950),
            ((Some(30_000), Some(180_000), Some(20_000)), 20, 600, 4000),
            ((Some(30_000), Some(180_000), Some(100)), 20, 3, 20),
        ];
        for ((turn, game, left), moves_left, soft, hard) in table {
            let budget = rules(turn, game, left).budget(moves_left).unwrap();
            let seen = (budget.soft.as_millis(), budget.hard.as_millis());
            assert_eq!(seen, (soft, hard), "{turn:?} {game:?} {left:?}");
        }
    }

    #[test]
    fn unlimited_turns_and_matches_have_no_limit() {
        let analysis = TimeRules {
            turn: TurnLimit::Unlimited,
            ..TimeRules::default()
        };
        assert_eq!(analysis.budget(20), None);
        let unlimited_match = TimeRules {
            left: TimeLeft::Unlimited,
            ..rules(Some(500), Some(1000), None)
        };
        assert_eq!(
            unlimited_match.budget(20),
            rules(Some(500), None, None).budget(20)
        );
    }

    #[test]
    fn hard_never_passes_a_limit_and_soft_never_passes_hard() {
        let times = [0, 1, 5, 30, 99, 1000, 7777, 60_000, 2_147_483_646];
        for turn in times {
            for left in times {
                for increment in times {
                    for moves_left in [0, 1, 3, 30] {
                        let rules = TimeRules {
                            increment: ms(increment),
                            ..rules(Some(turn), None, Some(left))
                        };
                        let Budget { soft, hard } = rules.budget(moves_left).unwrap();
                        assert!(soft <= hard);
                        let limit = if turn == 0 { left } else { turn.min(left) };
                        assert!(hard <= ms(limit.max(1)), "{rules:?}: {hard:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_unspecified_match_clock_counts_the_engines_moves() {
        let mut rules = rules(None, Some(10_000), None);
        let fresh = rules.budget(20).unwrap();
        rules.charge(ms(5000));
        let later = rules.budget(20).unwrap();
        assert_eq!(later.soft * 2, fresh.soft);
        rules.charge(ms(50_000));
        assert_eq!(rules.budget(20).unwrap().hard, ms(1));
    }

    #[test]
    fn an_increment_is_spent_with_the_share() {
        let with = TimeRules {
            increment: ms(1000),
            ..rules(None, None, Some(20_000))
        };
        assert_eq!(with.budget(20).unwrap().soft, ms(1140));
    }

    #[test]
    fn fewer_moves_are_expected_as_the_board_fills() {
        assert_eq!(moves_left(0, 225), 28);
        assert_eq!(moves_left(30, 195), 18);
        assert_eq!(moves_left(100, 125), 14);
        assert_eq!(moves_left(221, 4), 2);
        assert_eq!(moves_left(225, 0), 1);
    }
}
