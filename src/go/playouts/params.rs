//! The numbers of Go's search that play has to settle.

use crate::engine::params::params;

params! {
    /// Every tunable number of the playouts and of the tree search.
    ///
    /// The defaults are first guesses, tried by games of the search against itself on 9x9 with 500 to 800 playouts a move, 12
    /// to 20 for each change: enough to find `explore` (a tenth and a third of the first guess won 16 and 18 of 20) and to see that
    /// halving or doubling `rave_visits`, `prior_weight`, `grow_after` or `throw_in` makes no difference that shows.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Params of "go" {
        /// Of 256 chances, how many let a playout capture a chain that the last move left in atari. Near 256: a capture
        /// missed is a semeai misjudged.
        capture: u32 = 230, 0..=256;
        /// Of 256 chances, how many let a playout save a chain that the last move put in atari.
        escape: u32 = 230, 0..=256;
        /// Of 256 chances, how many let a playout answer the last move by a shape around it. Less makes the playouts more
        /// varied, more makes them more like play.
        shape: u32 = 230, 0..=256;
        /// Of 256 chances, how many let a playout play a self-atari of a few stones elsewhere than beside the last move.
        /// It takes some for throw-ins and for killing shapes inside an eye space.
        throw_in: u32 = 64, 0..=256;
        /// The largest chain that a playout gives up by a self-atari.
        throw_in_stones: usize = 4, 0..=40;

        /// Visits after which a node of the tree grows. More saves memory and time for candidates, fewer deepens the tree.
        grow_after: u32 = 2, 1..=50;
        /// Visits at which a move's own results weigh as much as those of playouts in which it was played later (RAVE).
        /// More trusts the latter longer.
        rave_visits: f32 = 1500.0, 10..=6_000;
        /// Visits that a prior stands for.
        prior_weight: f32 = 12.0, 0.5..=60;
        /// How strongly the search tries moves with few visits, shared among a node's moves. Results of later plays already
        /// spread the visits, so it takes little; too much leaves a 19x19 search with as many visits for every move.
        explore: f32 = 1.0, 0..=5;
        /// The share of a result that the margin makes, the rest being win or loss. A little keeps the play clean when the
        /// game is decided.
        score_weight: f32 = 0.04, 0..=1;

        /// Prior of a move about which nothing is known.
        prior_quiet: f32 = 0.5, 0..=1;
        /// Added for one of the 3x3 shapes.
        prior_shape: f32 = 0.1, -1..=1;
        /// Added for giving atari.
        prior_atari: f32 = 0.06, -1..=1;
        /// Added beside the last move, fading out over four steps.
        prior_near: f32 = 0.12, -1..=1;
        /// Added on the first line with no stone near.
        prior_first_line: f32 = -0.3, -1..=1;
        /// Added on the second line with no stone near.
        prior_second_line: f32 = -0.15, -1..=1;
        /// Added on the third and fourth lines with no stone near.
        prior_good_line: f32 = 0.08, -1..=1;
        /// Added on the points from 3-3 to 4-4 of a corner with no stone near, on wide boards.
        prior_corner: f32 = 0.3, -1..=1;
        /// Prior of a self-atari of a lone stone.
        prior_throw_in: f32 = 0.3, 0..=1;
        /// Prior of a self-atari of more.
        prior_self_atari: f32 = 0.1, 0..=1;
        /// Prior of taking one stone.
        prior_capture: f32 = 0.65, 0..=1;
        /// Prior of saving one stone from capture.
        prior_escape: f32 = 0.65, 0..=1;
        /// Added for taking or saving five stones or more, and in proportion for fewer.
        prior_per_stone: f32 = 0.2, -1..=1;
        /// Added to a capture that saves stones.
        prior_saving: f32 = 0.1, -1..=1;
        /// Prior of running with a chain that a ladder catches.
        prior_hopeless: f32 = 0.1, 0..=1;
        /// Prior of a move that catches a chain in a ladder.
        prior_ladder: f32 = 0.75, 0..=1;
        /// Prior of a pass.
        prior_pass: f32 = 0.2, 0..=1;

        /// How sure the playouts must be of every point (0 to 1) before a pass counts as giving nothing away. At the end of
        /// games the least sure points stand at 0.73, open fights near 0.1.
        settled: f32 = 0.65, 0..=1;
        /// How sure they must be of every point before a pass ends a game that the count says is won.
        settled_to_end: f32 = 0.5, 0..=1;
        /// Playouts before anything is called settled or lost.
        trusted_visits: u32 = 400, 1..=10_000;
        /// Winning chances below which the search would resign.
        resign_below: f32 = 0.08, 0..=0.5;
        /// The share of the board's points that have to be played on before it would.
        resign_after: f32 = 0.3, 0..=1;
        /// The same in a game with handicap, in which one side is far ahead from the start.
        resign_after_handicap: f32 = 0.6, 0..=1;
    }
}
