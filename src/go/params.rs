//! The numbers of Go's search that play has to settle.

/// Every tunable number of the playouts and of the tree search.
///
/// The defaults are first guesses, tried by games of the search against itself on 9x9 with 500 to 800 playouts a move, 12
/// to 20 for each change: enough to find `explore` (a tenth and a third of the first guess won 16 and 18 of 20) and to see that
/// halving or doubling `rave_visits`, `prior_weight`, `grow_after` or `throw_in` makes no difference that shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Of 256 chances, how many let a playout capture a chain that the last move left in atari. Near 256: a capture
    /// missed is a semeai misjudged.
    pub capture: u32,
    /// Of 256 chances, how many let a playout save a chain that the last move put in atari.
    pub escape: u32,
    /// Of 256 chances, how many let a playout answer the last move by a shape around it. Less makes the playouts more
    /// varied, more makes them more like play.
    pub shape: u32,
    /// Of 256 chances, how many let a playout play a self-atari of a few stones elsewhere than beside the last move.
    /// It takes some for throw-ins and for killing shapes inside an eye space.
    pub throw_in: u32,
    /// The largest chain that a playout gives up by a self-atari.
    pub throw_in_stones: usize,

    /// Visits after which a node of the tree grows. More saves memory and time for candidates, fewer deepens the tree.
    pub grow_after: u32,
    /// Visits at which a move's own results weigh as much as those of playouts in which it was played later (RAVE).
    /// More trusts the latter longer.
    pub rave_visits: f32,
    /// Visits that a prior stands for.
    pub prior_weight: f32,
    /// How strongly the search tries moves with few visits, shared among a node's moves. Results of later plays already
    /// spread the visits, so it takes little; too much leaves a 19x19 search with as many visits for every move.
    pub explore: f32,
    /// The share of a result that the margin makes, the rest being win or loss. A little keeps the play clean when the
    /// game is decided.
    pub score_weight: f32,

    /// Prior of a move about which nothing is known.
    pub prior_quiet: f32,
    /// Added for one of the 3x3 shapes.
    pub prior_shape: f32,
    /// Added for giving atari.
    pub prior_atari: f32,
    /// Added beside the last move, fading out over four steps.
    pub prior_near: f32,
    /// Added on the first line with no stone near.
    pub prior_first_line: f32,
    /// Added on the second line with no stone near.
    pub prior_second_line: f32,
    /// Added on the third and fourth lines with no stone near.
    pub prior_good_line: f32,
    /// Added on the points from 3-3 to 4-4 of a corner with no stone near, on wide boards.
    pub prior_corner: f32,
    /// Prior of a self-atari of a lone stone.
    pub prior_throw_in: f32,
    /// Prior of a self-atari of more.
    pub prior_self_atari: f32,
    /// Prior of taking one stone.
    pub prior_capture: f32,
    /// Prior of saving one stone from capture.
    pub prior_escape: f32,
    /// Added for taking or saving five stones or more, and in proportion for fewer.
    pub prior_per_stone: f32,
    /// Added to a capture that saves stones.
    pub prior_saving: f32,
    /// Prior of running with a chain that a ladder catches.
    pub prior_hopeless: f32,
    /// Prior of a move that catches a chain in a ladder.
    pub prior_ladder: f32,
    /// Prior of a pass.
    pub prior_pass: f32,

    /// How sure the playouts must be of every point (0 to 1) before a pass counts as giving nothing away. At the end of
    /// games the least sure points stand at 0.73, open fights near 0.1.
    pub settled: f32,
    /// How sure they must be of every point before a pass ends a game that the count says is won.
    pub settled_to_end: f32,
    /// Playouts before anything is called settled or lost.
    pub trusted_visits: u32,
    /// Winning chances below which the search would resign.
    pub resign_below: f32,
    /// The share of the board's points that have to be played on before it would.
    pub resign_after: f32,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            capture: 230,
            escape: 230,
            shape: 230,
            throw_in: 64,
            throw_in_stones: 4,

            grow_after: 2,
            rave_visits: 1500.0,
            prior_weight: 12.0,
            explore: 1.0,
            score_weight: 0.04,

            prior_quiet: 0.5,
            prior_shape: 0.1,
            prior_atari: 0.06,
            prior_near: 0.12,
            prior_first_line: -0.3,
            prior_second_line: -0.15,
            prior_good_line: 0.08,
            prior_corner: 0.3,
            prior_throw_in: 0.3,
            prior_self_atari: 0.1,
            prior_capture: 0.65,
            prior_escape: 0.65,
            prior_per_stone: 0.2,
            prior_saving: 0.1,
            prior_hopeless: 0.1,
            prior_ladder: 0.75,
            prior_pass: 0.2,

            settled: 0.65,
            settled_to_end: 0.5,
            trusted_visits: 400,
            resign_below: 0.08,
            resign_after: 0.3,
        }
    }
}
