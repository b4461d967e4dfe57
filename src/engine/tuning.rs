//! Parameters of the searches, set by name. Only tuning builds (`--features tuning`) have this module.

use std::ops::RangeInclusive;

/// A parameter and its value, both checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamSetting {
    /// Full name: the game, a dot and the field.
    pub name: String,
    /// Value within the declared range.
    pub value: f64,
}

/// The declared parameters of one search.
pub trait Tunable: Default {
    /// Calls `visit` for each parameter, which it may change within its range.
    fn visit(&mut self, visit: &mut dyn FnMut(ParamEntry));
}

/// A declared parameter with its current value.
pub struct ParamEntry<'a> {
    /// The game, a dot and the field; for an element of an array also a dot and the index.
    pub name: String,
    /// The current value, which may be changed.
    pub number: &'a mut dyn Number,
    /// Range of allowed values.
    pub range: RangeInclusive<f64>,
    /// Doc comment of the field.
    pub doc: &'static str,
}

/// Returns the default parameters with `settings` applied.
pub fn tuned<P: Tunable>(settings: &[ParamSetting]) -> P {
    let mut params = P::default();
    params.visit(&mut |entry| {
        for setting in settings {
            if setting.name == entry.name {
                entry.number.set(setting.value);
            }
        }
    });
    params
}

/// A type of parameters.
pub trait Number {
    /// Whether the type holds only whole numbers.
    fn is_whole(&self) -> bool;
    /// Returns the value; for a 32-bit float, the 64-bit one with the same decimal digits.
    fn get(&self) -> f64;
    /// Sets the value, converted to this type.
    fn set(&mut self, value: f64);
}

macro_rules! whole {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn is_whole(&self) -> bool {
                true
            }
            fn get(&self) -> f64 {
                *self as f64
            }
            fn set(&mut self, value: f64) {
                *self = value as $type;
            }
        }
    )*};
}

whole!(i32 u32 u64 usize);

impl Number for f32 {
    fn is_whole(&self) -> bool {
        false
    }
    fn get(&self) -> f64 {
        let written = self.to_string().parse();
        written.unwrap_or(f64::from(*self))
    }
    fn set(&mut self, value: f64) {
        *self = value as f32;
    }
}

impl Number for f64 {
    fn is_whole(&self) -> bool {
        false
    }
    fn get(&self) -> f64 {
        *self
    }
    fn set(&mut self, value: f64) {
        *self = value;
    }
}

/// A field of a declaration: a parameter or an array of them.
pub trait Field {
    /// Calls `visit` for each parameter with the suffix of its name.
    fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut dyn Number));
}

impl<T: Number> Field for T {
    fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut dyn Number)) {
        visit("", self);
    }
}

impl<T: Number, const N: usize> Field for [T; N] {
    fn visit(&mut self, visit: &mut dyn FnMut(&str, &mut dyn Number)) {
        for (index, number) in self.iter_mut().enumerate() {
            visit(&format!(".{index}"), number);
        }
    }
}
