//! The output streams of a tool.

use tengen_protocol::io::error_output::ErrorOutput;
use tengen_protocol::io::output::Output;

/// The output streams of a tool.
pub struct Streams<'a> {
    /// Results, for standard output.
    pub out: &'a mut Output,
    /// Progress and errors, for standard error.
    pub log: &'a mut ErrorOutput,
}

#[cfg(test)]
pub mod captured {
    //! Runs tools and captures their output.

    use clap::{Args, Command};

    use super::*;
    use tengen_testing::written::Written;

    /// Parses the arguments of a tool.
    pub fn arguments<A: Args>(words: impl IntoIterator<Item = impl Into<String>>) -> A {
        let command = A::augment_args(Command::new("tool").no_binary_name(true));
        let words = words.into_iter().map(Into::into);
        let matches = command.try_get_matches_from(words).unwrap();
        A::from_arg_matches(&matches).unwrap()
    }

    /// Runs a tool. Returns its result, output and log.
    pub fn run<T>(tool: impl FnOnce(&mut Streams) -> T) -> (T, String, String) {
        let (written, log) = (Written::default(), Written::default());
        let mut out = Output::new(written.clone());
        let result = tool(&mut Streams {
            out: &mut out,
            log: &mut ErrorOutput::new(log.clone()),
        });
        out.flush().unwrap();
        (result, written.take(), log.take())
    }
}
