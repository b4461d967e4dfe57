//! Short and long forms of tests.

/// Returns the first value, or the second if `TENGEN_LONG` is set, as in `.ci/run`. The short form of a test covers every kind
/// once; the long form has more seeds, settings or games of each.
pub fn short_or_long<T>(short: T, long: T) -> T {
    match std::env::var_os("TENGEN_LONG") {
        Some(_) => long,
        None => short,
    }
}
