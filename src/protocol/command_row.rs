//! A row of a protocol's table: a command or a setting, documented beside its code.

use super::usage::Usage;

/// One command or setting of a protocol. Lines are read by it, and the manual is printed from it.
pub struct CommandRow<A> {
    /// The name, as it is typed.
    pub name: &'static str,
    /// The grammar of its arguments, as [`Usage`] reads it; for a setting, its values in words.
    pub args: &'static str,
    /// Its effect or its reply, on one line.
    pub help: &'static str,
    /// The code behind it.
    pub action: A,
}

impl<A> CommandRow<A> {
    /// Returns the name with the grammar of the arguments: `ladder VERTEX [COLOR]`.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args).trim_end().to_owned()
    }

    /// Returns the values that its arguments name, such as `VERTEX`.
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
