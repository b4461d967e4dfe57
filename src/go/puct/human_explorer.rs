//! Exploration by the human policy: randomly drawn playouts select moves by it.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::select::HumanSelection;
use super::uniform::uniform;
use crate::search_mode::HumanOptions;
use tengen_engine::game::Color;

/// Draws which selections of one thread follow the human policy.
pub struct HumanExplorer {
    options: HumanOptions,
    rng: Xoshiro256PlusPlus,
}

impl HumanExplorer {
    /// Creates an explorer; `None` if no playout follows the human policy.
    pub fn new(options: &HumanOptions, seed: u64) -> Option<HumanExplorer> {
        options.explores().then(|| HumanExplorer {
            options: options.clone(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }

    /// Draws whether a selection with `to_move` to move follows the human policy, and how; `None` if it doesn't.
    pub fn draw(&mut self, is_root: bool, to_move: Color) -> Option<HumanSelection> {
        let shares = self.options.exploration(is_root, to_move);
        if shares.total() <= 0.0 {
            return None;
        }
        let drawn = uniform(&mut self.rng);
        (drawn < shares.total()).then_some(HumanSelection {
            is_weightless: drawn < shares.weightless,
            cpuct: self.options.cpuct,
            cpuct_permanent: self.options.cpuct_permanent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_mode::HumanExploration;

    #[test]
    fn shares_of_the_selections_are_those_of_the_options() {
        let options = HumanOptions {
            root: HumanExploration {
                weightless: 0.3,
                weightful: 0.2,
            },
            ..HumanOptions::default()
        };
        let mut explorer = HumanExplorer::new(&options, 1).unwrap();
        let drawn: Vec<_> = (0..10_000)
            .filter_map(|_| explorer.draw(true, Color::Black))
            .collect();
        let weightless = drawn.iter().filter(|drawn| drawn.is_weightless).count();
        assert!((4800..5200).contains(&drawn.len()), "{}", drawn.len());
        assert!((2850..3150).contains(&weightless), "{weightless}");
        assert_eq!(explorer.draw(false, Color::White), None);
        assert!(HumanExplorer::new(&HumanOptions::default(), 1).is_none());
    }
}
