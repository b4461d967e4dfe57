//! Codes for reasons and faults, with the names that clients receive.

/// Declares codes, which front-ends put into words in the language of their readers: an enum with a name for each code,
/// and the list of all.
#[macro_export]
macro_rules! codes {
    ($(#[$about:meta])* pub enum $Codes:ident { $($(#[$doc:meta])* $Code:ident => $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Codes { $($(#[$doc])* $Code,)* }

        impl $Codes {
            /// All codes.
            #[allow(dead_code, reason = "tests compare the list with the texts of the page")]
            pub const ALL: &[$Codes] = &[$($Codes::$Code,)*];

            /// Returns the name that clients receive.
            pub const fn name(self) -> &'static str {
                match self { $($Codes::$Code => $name,)* }
            }
        }
    };
}
