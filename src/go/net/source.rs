//! The choice of the network for Go, as users name it.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::builtin;
use super::model::Model;
use super::network::Network;
use super::reader::BadNetwork;
use tengen_engine::files::Access;
use tengen_engine::files::printable;

const NONE: &str = "none";

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkSource {
    /// The network built into the program.
    #[default]
    Builtin,
    /// No network: the search uses playouts.
    None,
    /// A network file at this path.
    File(PathBuf),
}

impl NetworkSource {
    /// Opens the network. A file must be allowed by `files`, and is read and evaluated immediately.
    pub fn open(&self, files: &Access) -> Result<Option<Arc<Network>>, BadNetwork> {
        Ok(match self {
            NetworkSource::Builtin => Some(Arc::new(Network::builtin())),
            NetworkSource::None => None,
            NetworkSource::File(name) => {
                let path = files.named(name).path()?;
                let network = Network::new(printable(name), Model::open(&path)?);
                let network = network.checked()?;
                let version = network.model().version;
                log::info!("network {}, format version {version}", network.title());
                Some(network)
            }
        })
    }
}

impl Display for NetworkSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkSource::Builtin => builtin::NAME.fmt(f),
            NetworkSource::None => NONE.fmt(f),
            NetworkSource::File(path) => f.write_str(&printable(path)),
        }
    }
}

/// Parses `own`, `none` or the path of a file; `./own` is a file of that name.
impl FromStr for NetworkSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<NetworkSource, Infallible> {
        Ok(match text {
            builtin::NAME => NetworkSource::Builtin,
            NONE => NetworkSource::None,
            path => NetworkSource::File(path.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::net_sample;

    #[test]
    fn a_network_is_a_file_or_one_of_two_words() {
        for (text, expected) in [
            ("own", NetworkSource::Builtin),
            ("none", NetworkSource::None),
            ("./none", NetworkSource::File("./none".into())),
            ("a.bin.gz", NetworkSource::File("a.bin.gz".into())),
        ] {
            assert_eq!(expected.to_string(), text);
            assert_eq!(text.parse(), Ok(expected));
        }
    }

    #[test]
    fn a_renamed_file_keeps_the_name_in_it() {
        let title = |file: &str| {
            let model = net_sample::model(17, 1);
            Network::new(file.to_owned(), model).title().to_owned()
        };
        assert_eq!(title("nets/sample.bin.gz"), "nets/sample.bin.gz");
        assert_eq!(title("model.bin.gz"), "model.bin.gz (sample)");
    }

    #[test]
    fn every_source_opens_its_network() {
        let open = |source: NetworkSource| source.open(&Access::Anywhere);
        let own = open(NetworkSource::Builtin).unwrap().unwrap();
        assert_eq!(own.file(), "own");
        assert!(open(NetworkSource::None).unwrap().is_none());
        assert!(open(NetworkSource::File("no such file".into())).is_err());
    }
}
