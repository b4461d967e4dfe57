//! Ways to search that clients ask for. None has an effect unless asked for.

use super::human_options::HumanOptions;
use super::network_view::NetworkView;
use super::params::PuctParams;
use crate::net::GameHistory;
use tengen_engine::game::Color;

/// The parameters and the options of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchMode {
    /// The search parameters.
    pub params: PuctParams,
    /// The options.
    pub options: SearchOptions,
}

/// Options of a search, by KataGo's terms.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// Wide root noise, from 0 to 5: how widely the moves of the root are explored.
    pub wide_root_noise: f64,
    /// Whether the network sees no moves before the root.
    pub ignore_pre_root_history: bool,
    /// Playout doubling advantage (PDA), from -3 to 3: the network assumes that one side searches 2 to this power times
    /// as many playouts as the other.
    pub playout_doublings: f64,
    /// The side with that advantage; `None` for the side to move at the root.
    pub playout_doublings_color: Option<Color>,
    /// Number of symmetries in which the network sees the root, from 1 to 8; their mean counts.
    pub root_symmetries: u8,
    /// Whether mirror images of a root move are left out.
    pub prune_symmetries: bool,
    /// Whether to break the opponent's mirror play.
    pub anti_mirror: bool,
    /// Whether a pass at the root counts as a move that does not end the game.
    pub conservative_pass: bool,
    /// The choice among searched moves.
    pub choice: MoveChoiceOptions,
    /// The part of a network that imitates people.
    pub human: HumanOptions,
}

/// How the move to play is chosen by play selection values, which are visits at first.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoiceOptions {
    /// The share of all values below which the temperature acts on a move.
    pub only_below: f64,
    /// What is taken from every value, at most 1/64 of the largest.
    pub subtracted: f64,
    /// The value below which a move is never chosen, at most 1/64 of the largest; `None` for that.
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
    /// Returns the mode of a search with `to_move` to move at the root: its advantage belongs to a named side.
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
    /// Whether a graph can be used on after a move.
    pub fn keep_graph(&self, history: &GameHistory) -> bool {
        // Evaluations have seen moves up to the former root, and passes were counted as the end of the game.
        let by_pass = self.conservative_pass && history.pass_ends();
        !self.ignore_pre_root_history && !by_pass
    }

    /// Returns the playout doubling advantage of a side, once it belongs to a named one.
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
