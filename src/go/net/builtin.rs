//! The network built into the program; builtin.md describes its training.

use super::model::Model;
use super::network::Network;

/// A file in KataGo's format, as written by scripts/dev/learn-go.
const FILE: &[u8] = include_bytes!("builtin.bin.gz");

/// Name of the built-in network, used in place of a file name.
pub const NAME: &str = "own";

impl Network {
    /// Returns the built-in network. It is unpacked on first use, because that takes longer than the program's start.
    pub fn builtin() -> Network {
        Network::deferred(NAME.to_owned(), || {
            Model::read(FILE, FILE.len() as u64)
                .expect("a test reads these bytes, which are the same in every run")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST_BYTES: usize = 2_000_000;

    #[test]
    fn the_embedded_network_can_be_read_and_is_small() {
        assert!(FILE.len() < MOST_BYTES, "{} bytes", FILE.len());
        let network = Network::builtin();
        assert!(network.model().name.starts_with("tengen-"));
        assert_eq!(network.file(), NAME);
    }
}
