//! Which network Go is played with.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::model::Model;
use super::network::Network;
use super::own;
use super::source::BadNetwork;
use crate::engine::files::Access;

/// What stands for playing without one.
const NONE: &str = "none";

/// The network that a user names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one inside the program.
    Own,
    /// None: playouts play.
    Nothing,
    /// One from a file.
    File(PathBuf),
}

impl Choice {
    /// The network; one from a file that `files` allows is read and evaluated now.
    pub fn open(&self, files: &Access) -> Result<Option<Arc<Network>>, BadNetwork> {
        Ok(match self {
            Choice::Own => Some(Arc::new(Network::own())),
            Choice::Nothing => None,
            Choice::File(name) => {
                let path = files.named(name).path()?;
                let network = Network::new(name.display().to_string(), Model::open(&path)?);
                Some(network.checked()?)
            }
        })
    }
}

impl Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Own => own::NAME.fmt(f),
            Choice::Nothing => NONE.fmt(f),
            Choice::File(path) => path.display().fmt(f),
        }
    }
}

/// `own`, `none` or a file's path; a file of such a name is reached by `./own`.
impl FromStr for Choice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Choice, Infallible> {
        Ok(match text {
            own::NAME => Choice::Own,
            NONE => Choice::Nothing,
            path => Choice::File(path.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_a_file_or_one_of_two_words() {
        for (text, expected) in [
            ("own", Choice::Own),
            ("none", Choice::Nothing),
            ("./none", Choice::File("./none".into())),
            ("a.bin.gz", Choice::File("a.bin.gz".into())),
        ] {
            assert_eq!(expected.to_string(), text);
            assert_eq!(text.parse(), Ok(expected));
        }
    }

    #[test]
    fn a_choice_brings_its_network() {
        let open = |choice: Choice| choice.open(&Access::Anywhere);
        let own = open(Choice::Own).unwrap().unwrap();
        assert_eq!(own.file(), "own");
        assert!(open(Choice::Nothing).unwrap().is_none());
        assert!(open(Choice::File("no such file".into())).is_err());
    }
}
