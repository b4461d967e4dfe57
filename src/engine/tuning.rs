//! The numbers of the searches, set by name. Only tuning builds (`--features tuning`) have this.

use std::ops::RangeInclusive;

/// A number and what it is to be, both checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamSetting {
    /// What the number is called, with its game.
    pub(crate) name: String,
    /// Within the declared range.
    pub(crate) value: f64,
}

/// The declared numbers of one game.
pub trait Tunable: Default {
    /// Shows each number, which may be changed within its range.
    fn visit(&mut self, visit: &mut dyn FnMut(ParamEntry));
}

/// One declared number.
pub struct ParamEntry<'a> {
    /// The game, a dot and the field; in an array a dot and the index follow.
    pub name: String,
    /// The number itself.
    pub number: &'a mut dyn Number,
    /// What it may be.
    pub range: RangeInclusive<f64>,
    /// What the field is for.
    pub doc: &'static str,
}

/// The defaults of a game, but for the numbers in `settings`.
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

/// A type of number that can be declared.
pub trait Number {
    /// Whether there are no fractions.
    fn is_whole(&self) -> bool;
    /// The value; of a 32-bit float the one that is written the same.
    fn get(&self) -> f64;
    /// Changes the value to one of this type.
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

/// A field of a declaration: a number or an array of them.
pub trait Field {
    /// Shows each number with what its name has after the field's.
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
