//! Declaration of the parameters of a search.

/// Declares a struct of tunable parameters. Each field has a doc, a type, a default, and the range within which a
/// tuning build can set it. Other builds contain neither ranges nor names.
#[macro_export]
#[doc(hidden)]
macro_rules! declare_params {
    (
        $(#[$attribute:meta])*
        $visible:vis struct $name:ident of $game:literal {
            $(
                $(#[doc = $doc:literal])*
                $field:ident: $type:ty = $default:expr, $low:literal..=$high:literal;
            )*
        }
    ) => {
        $(#[$attribute])*
        $visible struct $name {
            $( $(#[doc = $doc])* pub $field: $type, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }

        impl $name {
            /// Returns the parameters of a search with these settings: the defaults, except those that a tuning build
            /// has set.
            #[cfg(not(feature = "tuning"))]
            pub fn new(_: &$crate::Settings) -> Self {
                Self::default()
            }

            /// Returns the parameters of a search with these settings: the defaults, except those that a tuning build
            /// has set.
            #[cfg(feature = "tuning")]
            pub fn new(settings: &$crate::Settings) -> Self {
                $crate::tuning::tuned(settings.params)
            }
        }

        #[cfg(feature = "tuning")]
        impl $crate::tuning::Tunable for $name {
            fn visit(&mut self, visit: &mut dyn FnMut($crate::tuning::ParamEntry)) {
                $(
                    $crate::tuning::Field::visit(&mut self.$field, &mut |suffix, number| {
                        visit($crate::tuning::ParamEntry {
                            name: format!(concat!($game, ".", stringify!($field), "{}"), suffix),
                            number,
                            range: f64::from($low)..=f64::from($high),
                            doc: concat!($($doc),*).trim_start(),
                        });
                    });
                )*
            }
        }
    };
}

pub use crate::declare_params as params;
