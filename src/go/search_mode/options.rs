//! Search options that clients may request. None has an effect by default.

use super::human_options::HumanOptions;
use super::network_view::NetworkView;
use super::params::PuctParams;
use crate::net::GameHistory;
use tengen_engine::game::Color;

/// The parameters and options of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchMode {
    /// Parameters of the search.
    pub params: PuctParams,
    /// Options requested by the client.
    pub options: SearchOptions,
}

/// Search options, named after KataGo's.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// Wide root noise, from 0 to 5: how widely the root's moves are explored.
    pub wide_root_noise: f64,
    /// Whether to hide the moves before the root from the network.
    pub ignore_pre_root_history: bool,
    /// Playout doubling advantage (PDA), from -3 to 3: the network assumes that one side searches 2 to this power times
    /// as many playouts as the other.
    pub playout_doublings: f64,
    /// Side with the playout doubling advantage; `None` for the side to move at the root.
    pub playout_doublings_color: Option<Color>,
    /// Number of symmetries over which the root's evaluation is averaged, from 1 to 8.
    pub root_symmetries: u8,
    /// Whether to skip root moves that are symmetric to another root move.
    pub prune_symmetries: bool,
    /// Whether to break the opponent's mirror play.
    pub anti_mirror: bool,
    /// Whether a pass at the root is assumed not to end the game.
    pub conservative_pass: bool,
    /// How to choose among the searched moves.
    pub choice: MoveChoiceOptions,
    /// How to use a network that imitates human players.
    pub human: HumanOptions,
}

/// Options for choosing the move to play by its play selection value, initially its visits.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoiceOptions {
    /// Share of the total value below which a move is subject to the temperature.
    pub only_below: f64,
    /// Amount subtracted from every value, at most 1/64 of the largest.
    pub subtracted: f64,
    /// Value below which a move is never chosen, at most 1/64 of the largest; `None` for that maximum.
    pub pruned_below: Option<f64>,
}

impl Default for MoveChoiceOptions {
    fn default() -> Self {
        MoveChoiceOptions {
            only_below: 1.0,
            subtracted: 0.0,
            pruned_below: None,
        }
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            wide_root_noise: 0.0,
            ignore_pre_root_history: false,
            playout_doublings: 0.0,
            playout_doublings_color: None,
            root_symmetries: 1,
            prune_symmetries: true,
            anti_mirror: false,
            conservative_pass: false,
            choice: MoveChoiceOptions::default(),
            human: HumanOptions::default(),
        }
    }
}

impl SearchMode {
    /// Returns the mode for a search with `to_move` to move at the root, assigning the playout doubling advantage to
    /// that side if none is named.
    pub fn at_root(mut self, to_move: Color) -> SearchMode {
        let options = &mut self.options;
        options.playout_doublings_color = match options.playout_doublings == 0.0 {
            true => None,
            false => options.playout_doublings_color.or(Some(to_move)),
        };
        options.human = std::mem::take(&mut options.human).at_root(to_move);
        self
    }

    /// Returns the network's view of the root.
    pub fn root_view(&self, to_move: Color) -> NetworkView {
        NetworkView {
            optimism: self.params.root_policy_optimism,
            symmetries: self.options.root_symmetries,
            has_human_policy: true,
            ..self.tree_view(to_move)
        }
    }

    /// Returns the network's view of a position below the root.
    pub fn tree_view(&self, to_move: Color) -> NetworkView {
        NetworkView {
            optimism: self.params.policy_optimism,
            playout_doublings: self.options.advantage_of(to_move),
            symmetries: 1,
            profile: self.options.human.profile,
            has_human_policy: self.options.human.explores_tree(),
        }
    }
}

impl SearchOptions {
    /// Whether the graph remains valid after a move.
    pub fn keep_graph(&self, history: &GameHistory) -> bool {
        // The graph's evaluations include moves before the new root, and treat passes as ending the game.
        let by_pass = self.conservative_pass && history.pass_ends();
        !self.ignore_pre_root_history && !by_pass
    }

    /// Returns the playout doubling advantage of a side. Call [`SearchMode::at_root`] first to assign it to a side.
    fn advantage_of(&self, color: Color) -> f64 {
        match self.playout_doublings_color {
            Some(stronger) if stronger != color => -self.playout_doublings,
            _ => self.playout_doublings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advantage_of_one_side_is_the_disadvantage_of_the_other() {
        let mode = |color| SearchMode {
            options: SearchOptions {
                playout_doublings: 1.5,
                playout_doublings_color: color,
                ..SearchOptions::default()
            },
            ..SearchMode::default()
        };
        for (color, advantage) in [
            (None, 1.5),
            (Some(Color::White), 1.5),
            (Some(Color::Black), -1.5),
        ] {
            let mode = mode(color).at_root(Color::White);
            assert_eq!(mode.root_view(Color::White).playout_doublings, advantage);
            assert_eq!(mode.tree_view(Color::Black).playout_doublings, -advantage);
        }
        let none = SearchMode::default();
        assert_eq!(
            none.clone().at_root(Color::White),
            none.clone().at_root(Color::Black)
        );
    }
}
