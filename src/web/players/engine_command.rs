//! Names and commands of engines, as the command line gives them.

use std::str::FromStr;

use super::roster::OWN_NAME;

/// Longest name of an engine, in characters: room for a level in the name of a player.
const LONGEST: usize = 30;

/// A named engine with the words of its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The name on the page.
    pub name: String,
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
}

impl FromStr for EngineCommand {
    type Err = String;

    /// Parses `NAME=COMMAND`. The command is split into words as a shell does, and no shell runs it.
    fn from_str(text: &str) -> Result<EngineCommand, String> {
        let (name, command) = text
            .split_once('=')
            .ok_or("expected NAME=COMMAND, such as 'GNU Go=gnugo --mode gtp'")?;
        let name = name.trim();
        if name.is_empty() || name.chars().nth(LONGEST).is_some() {
            return Err(format!("expected a name of 1 to {LONGEST} characters"));
        }
        if name.chars().any(char::is_control) {
            return Err("control characters are not allowed in a name".to_owned());
        }
        if name.eq_ignore_ascii_case(OWN_NAME) {
            return Err(format!("the name {OWN_NAME} is taken: choose another one"));
        }
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or("the command is empty, or a quote in it is not closed")?;
        Ok(EngineCommand {
            name: name.to_owned(),
            words,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_like_a_shell_does() {
        let engine: EngineCommand = "GNU Go='/opt/my go' --mode gtp --x=y".parse().unwrap();
        assert_eq!(engine.name, "GNU Go");
        assert_eq!(engine.words, ["/opt/my go", "--mode", "gtp", "--x=y"]);
    }

    #[test]
    fn other_texts_are_no_engines() {
        for (bad, reason) in [
            ("gnugo", "expected NAME=COMMAND"),
            ("=gnugo", "expected a name"),
            ("a\tb=gnugo", "control characters"),
            ("tengen=gnugo", "the name Tengen is taken"),
            ("A=", "the command is empty"),
            ("A='gnugo", "the command is empty, or a quote"),
            (&format!("{}=x", "n".repeat(31)), "expected a name"),
        ] {
            let error = bad.parse::<EngineCommand>().unwrap_err();
            assert!(error.starts_with(reason), "{bad}: {error}");
        }
    }
}
