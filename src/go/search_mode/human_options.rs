//! How a search follows the policy of a network that imitates human players, by KataGo's names (`humanSL...`).

use crate::net::HumanProfile;
use tengen_engine::game::Color;

/// The role of the human policy in a search and in the choice of its move. By default it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanOptions {
    /// Players to imitate; `None` for a network's default players, and to leave a separate human network unused.
    pub profile: Option<HumanProfile>,
    /// Share of the human policy in the choice of the move, from 0 to 1.
    pub chosen_share: f64,
    /// Whether the search alone decides when to pass.
    pub ignores_pass: bool,
    /// The lambda of piKL: the loss of utility that reduces a move's human policy to 1/e.
    pub pikl_lambda: f64,
    /// Share of playouts that explore the root's moves by the human policy.
    pub root: HumanExploration,
    /// Share of such playouts below the root with the root's side to move.
    pub own: HumanExploration,
    /// Share of such playouts below the root with the opponent to move.
    pub opponent: HumanExploration,
    /// The side to move at the root; `None` before a search, or if both sides and the root explore alike.
    pub root_color: Option<Color>,
    /// PUCT exploration by the human policy.
    pub cpuct: f64,
    /// The part of that exploration that doesn't diminish with visits.
    pub cpuct_permanent: f64,
}

/// Shares of the playouts that select a move by the human policy, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HumanExploration {
    /// Playouts that don't count in the position's value.
    pub weightless: f64,
    /// Playouts that count in the position's value.
    pub weightful: f64,
}

impl HumanExploration {
    /// Returns the sum of both shares.
    pub fn total(&self) -> f64 {
        self.weightless + self.weightful
    }
}

impl Default for HumanOptions {
    fn default() -> Self {
        HumanOptions {
            profile: None,
            chosen_share: 0.0,
            ignores_pass: false,
            pikl_lambda: 1e9,
            root: HumanExploration::default(),
            own: HumanExploration::default(),
            opponent: HumanExploration::default(),
            root_color: None,
            cpuct: 1.0,
            cpuct_permanent: 0.0,
        }
    }
}

impl HumanOptions {
    /// Whether the human policy explores positions below the root.
    pub fn explores_tree(&self) -> bool {
        self.own.total() > 0.0 || self.opponent.total() > 0.0
    }

    /// Whether the human policy explores at all.
    pub fn explores(&self) -> bool {
        self.explores_tree() || self.root.total() > 0.0
    }

    /// Returns the options for a search with `to_move` to move at the root.
    pub fn at_root(mut self, to_move: Color) -> HumanOptions {
        let is_alike = self.own == self.opponent && self.own == self.root;
        self.root_color = (!is_alike).then_some(to_move);
        self
    }

    /// Returns the exploration shares of a position with `to_move` to move.
    pub fn exploration(&self, is_root: bool, to_move: Color) -> HumanExploration {
        match (is_root, self.root_color) {
            (true, _) => self.root,
            (false, Some(color)) if color != to_move => self.opponent,
            (false, _) => self.own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_and_the_root_have_an_exploration_of_their_own() {
        let exploration = |weightful| HumanExploration {
            weightless: 0.25,
            weightful,
        };
        let options = HumanOptions {
            root: exploration(0.0),
            own: exploration(0.25),
            opponent: exploration(0.5),
            ..HumanOptions::default()
        }
        .at_root(Color::White);
        let total = |is_root, to_move| options.exploration(is_root, to_move).total();
        assert_eq!(total(true, Color::White), 0.25);
        assert_eq!(total(false, Color::White), 0.5);
        assert_eq!(total(false, Color::Black), 0.75);
        assert!(options.explores_tree());
        let of_root = HumanOptions {
            root: exploration(0.5),
            ..HumanOptions::default()
        };
        assert!(of_root.explores() && !of_root.explores_tree());
        assert_eq!(
            of_root.clone().at_root(Color::Black).root_color,
            Some(Color::Black)
        );
        let none = HumanOptions::default();
        assert_eq!(none.clone().at_root(Color::Black), none);
    }
}
