//! The inputs of a model.

use crate::rules::Rules;
use crate::rules::ruleset::{KoRule, Scoring, Tax};

/// Minimum side length of a board for KataGo's networks.
pub const SHORTEST_SIDE: u8 = 3;

/// Maximum side length of a board for KataGo's networks.
pub const LONGEST_SIDE: u8 = 19;

/// Number of input planes.
pub const PLANES: usize = 22;

/// Number of global input features.
pub const GLOBALS: usize = 19;

/// All numbers below [`PLANES`] or [`GLOBALS`], in order.
const ALL: [usize; PLANES] = {
    let mut all = [0; PLANES];
    let mut i = 0;
    while i < PLANES {
        all[i] = i;
        i += 1;
    }
    all
};

/// A version of KataGo's inputs, numbered as in KataGo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputVersion {
    /// Inputs of format versions 3 and 4.
    V3,
    /// Format version 5: pass-alive chains and the points they enclose, instead of the area.
    V4,
    /// Format version 6: no liberties, ladders and area.
    V5,
    /// Format version 7: territory scoring and taxes.
    V6,
    /// Format versions since 8.
    V7,
}

/// The inputs of a model, as a subset of the [`Features`](crate::net::Features).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Version of the inputs.
    pub version: InputVersion,
    /// Whether the model was trained with pass-alive areas as if suicide were legal under all rules.
    pub area_with_suicide: bool,
}

impl Inputs {
    /// The latest version, with areas that follow the rule about suicide.
    pub const LATEST: Inputs = Inputs {
        version: InputVersion::V7,
        area_with_suicide: false,
    };

    /// Returns the inputs of models with this format version.
    pub fn of_format(format: u32, area_with_suicide: bool) -> Inputs {
        let version = match format {
            ..=4 => InputVersion::V3,
            5 => InputVersion::V4,
            6 => InputVersion::V5,
            7 => InputVersion::V6,
            _ => InputVersion::V7,
        };
        Inputs {
            version,
            area_with_suicide,
        }
    }

    /// Returns the planes that are inputs, in the order of the model.
    pub fn planes(self) -> &'static [usize] {
        match self.version {
            InputVersion::V5 => &[0, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 20, 21],
            _ => &ALL,
        }
    }

    /// Returns the global features that are inputs, in the order of the model.
    pub fn globals(self) -> &'static [usize] {
        match self.version {
            InputVersion::V3 | InputVersion::V4 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 18],
            InputVersion::V5 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13],
            InputVersion::V6 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18],
            InputVersion::V7 => &ALL[..GLOBALS],
        }
    }

    /// Returns the closest rules that such models were trained with (KataGo's `getSupportedRules`). Older models only
    /// know area scoring with superko.
    pub fn nearest_rules(self, rules: Rules) -> Rules {
        if self.version >= InputVersion::V6 {
            return rules;
        }
        Rules {
            ko: match rules.ko {
                KoRule::Simple => KoRule::Situational,
                superko => superko,
            },
            scoring: Scoring::Area,
            tax: Tax::None,
            has_button: false,
            ..rules
        }
    }

    /// Returns by how many points komi may exceed the number of points on the board, and the divisor of komi.
    pub fn komi_margin_and_unit(self) -> (f32, f32) {
        match self.version {
            InputVersion::V3 | InputVersion::V4 | InputVersion::V5 => (1.0, 15.0),
            InputVersion::V6 => (1.0, 20.0),
            InputVersion::V7 => (20.0, 20.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_as_many_inputs_as_katago_gives_it() {
        let expected = [
            (3, 22, 14),
            (4, 22, 14),
            (5, 22, 14),
            (6, 13, 12),
            (7, 22, 16),
            (8, 22, 19),
            (17, 22, 19),
        ];
        for (format, planes, globals) in expected {
            let inputs = Inputs::of_format(format, false);
            let seen = (inputs.planes().len(), inputs.globals().len());
            assert_eq!(seen, (planes, globals), "format version {format}");
        }
    }

    #[test]
    fn old_models_get_the_nearest_rules() {
        let nearest = Inputs::of_format(6, false).nearest_rules(Rules::JAPANESE);
        assert_eq!(nearest.ko, KoRule::Situational);
        assert_eq!((nearest.scoring, nearest.tax), (Scoring::Area, Tax::None));
        let newer = Inputs::of_format(7, false).nearest_rules(Rules::JAPANESE);
        assert_eq!(newer, Rules::JAPANESE);
    }
}
