//! Parameters of the playout search.

use tengen_engine::params::params;

params! {
    /// Parameters of the playouts and the tree search.
    ///
    /// The defaults are first guesses, tested in self-play on 9x9 with 500 to 800 playouts per move and 12 to 20 games
    /// per change. That was enough to find `explore` (a tenth and a third of the first guess won 16 and 18 of 20 games)
    /// and to see that halving or doubling `rave_equivalence`, `prior_weight`, `expand_visits` or `throw_in_chance`
    /// makes no visible difference.
    #[derive(Clone, Debug, PartialEq)]
    pub struct PlayoutParams of "go" {
        /// Chance in 256 that a playout captures a chain that the last move left in atari. Near 256, because a missed
        /// capture misjudges a capturing race.
        capture_chance: u32 = 230, 0..=256;
        /// Chance in 256 that a playout saves a chain that the last move put in atari.
        escape_chance: u32 = 230, 0..=256;
        /// Chance in 256 that a playout answers the last move with a 3x3 pattern next to it. A lower value makes
        /// playouts more varied, a higher one makes them more like real play.
        pattern_chance: u32 = 230, 0..=256;
        /// Chance in 256 that a playout may play a self-atari of a few stones away from the last move. Throw-ins and
        /// killing shapes inside an eye space need some.
        throw_in_chance: u32 = 64, 0..=256;
        /// Largest chain that a playout sacrifices by a self-atari.
        throw_in_stones: usize = 4, 0..=40;

        /// Visits after which a node is expanded. More save memory and time for candidates; fewer deepen the tree.
        expand_visits: u32 = 2, 1..=50;
        /// RAVE equivalence: visits at which a move's own results weigh as much as its AMAF results. A higher value
        /// trusts AMAF results longer.
        rave_equivalence: f32 = 1500.0, 10..=6_000;
        /// Number of visits that a prior counts as.
        prior_weight: f32 = 12.0, 0.5..=60;
        /// Exploration: how strongly the search tries moves with few visits, shared among a node's moves. AMAF results
        /// already spread the visits, so little is needed. Too much leaves a 19x19 search with equal visits for every
        /// move.
        explore: f32 = 1.0, 0..=5;
        /// Weight of the margin in a result, next to the win or loss. A little keeps play clean in a decided game.
        score_weight: f32 = 0.04, 0..=1;

        /// Moves that a ladder reading may try before the chain counts as safe.
        ladder_moves: u64 = 300, 1..=10_000;
        /// Prior of a move without any of the features below.
        prior_quiet: f32 = 0.5, 0..=1;
        /// Bonus for a 3x3 pattern.
        prior_pattern: f32 = 0.1, -1..=1;
        /// Bonus for giving atari.
        prior_atari: f32 = 0.06, -1..=1;
        /// Bonus near the last move, fading out over a distance of four.
        prior_last_move: f32 = 0.12, -1..=1;
        /// Bonus on the first line with no stone nearby.
        prior_first_line: f32 = -0.3, -1..=1;
        /// Bonus on the second line with no stone nearby.
        prior_second_line: f32 = -0.15, -1..=1;
        /// Bonus on the third and fourth lines with no stone nearby.
        prior_third_line: f32 = 0.08, -1..=1;
        /// Bonus from the 3-3 to the 4-4 point of a corner with no stone nearby, on large boards.
        prior_corner: f32 = 0.3, -1..=1;
        /// Prior of a self-atari of a single stone.
        prior_throw_in: f32 = 0.3, 0..=1;
        /// Prior of a self-atari of more stones.
        prior_self_atari: f32 = 0.1, 0..=1;
        /// Prior of a capture, before the bonus for its size.
        prior_capture: f32 = 0.65, 0..=1;
        /// Prior of saving a chain from capture, before the bonus for its size.
        prior_escape: f32 = 0.65, 0..=1;
        /// Bonus for capturing or saving five or more stones, proportionally less for fewer.
        prior_per_stone: f32 = 0.2, -1..=1;
        /// Bonus for a capture that saves stones.
        prior_saving: f32 = 0.1, -1..=1;
        /// Prior of extending a chain that a ladder captures.
        prior_ladder_escape: f32 = 0.1, 0..=1;
        /// Prior of capturing a chain in a ladder.
        prior_ladder_capture: f32 = 0.75, 0..=1;
        /// Prior of passing.
        prior_pass: f32 = 0.2, 0..=1;

        /// Ownership (0 to 1) that every point needs before a pass counts as giving nothing away. At the end of games
        /// the least certain points are at 0.73, open fights near 0.1.
        pass_ownership: f32 = 0.65, 0..=1;
        /// Ownership that every point needs before a pass ends a game that is won by counting.
        winning_pass_ownership: f32 = 0.5, 0..=1;
        /// Playouts before the search passes or resigns by their results.
        min_playouts: u32 = 400, 1..=10_000;
        /// Winrate below which the search would resign.
        resign_below: f32 = 0.08, 0..=0.5;
        /// Share of the board's points that must be occupied before resigning.
        resign_after: f32 = 0.3, 0..=1;
        /// Share of the board's points that must be occupied before resigning a handicap game, in which one side is far
        /// ahead from the start.
        resign_after_handicap: f32 = 0.6, 0..=1;
    }
}
