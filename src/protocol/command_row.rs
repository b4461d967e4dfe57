//! Table rows of a protocol: a command, documented next to its code.

use std::fmt::{self, Debug};

use super::usage::Usage;

/// One command of a protocol. Both the parser and the manual use it.
pub struct CommandRow<A> {
    /// Name as typed by the client.
    pub name: &'static str,
    /// Argument grammar, as read by [`Usage`].
    pub args: &'static str,
    /// Effect or reply, on one line.
    pub help: &'static str,
    /// Code or identifier for the command.
    pub action: A,
}

/// Makes a row of name, argument grammar, action and help.
macro_rules! row {
    ($name:literal $args:literal => $action:expr, $help:literal) => {
        $crate::CommandRow {
            name: $name,
            args: $args,
            help: $help,
            action: $action,
        }
    };
}

impl<A> Debug for CommandRow<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<A> CommandRow<A> {
    /// Returns the name with the argument grammar, such as `ladder VERTEX [COLOR]`.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args).trim_end().to_owned()
    }

    /// Returns the names of the argument values, such as `VERTEX`.
    pub fn values(&self) -> Vec<String> {
        Usage::parse(self.args).values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_without_arguments_is_its_name() {
        let row = |name, args| CommandRow {
            name,
            args,
            help: "",
            action: (),
        };
        assert_eq!(row("undo", "").usage(), "undo");
        let play = row("play", "COLOR VERTEX");
        assert_eq!(play.usage(), "play COLOR VERTEX");
        assert_eq!(play.values(), ["COLOR", "VERTEX"]);
    }
}
