//! The network embedded in the program; builtin.md describes how it was trained.

use super::model::Model;
use super::network::Network;

/// A file in KataGo's format, of the kind that scripts/learn-go writes.
const FILE: &[u8] = include_bytes!("builtin.bin.gz");

/// Its name in place of a file name.
pub const NAME: &str = "own";

impl Network {
    /// Returns the embedded network. It is unpacked when it is first used, because that takes longer than the start of the
    /// program.
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

    /// Most bytes that the file may add to the program.
    const MOST_BYTES: usize = 2_000_000;

    #[test]
    fn the_embedded_network_can_be_read_and_is_small() {
        assert!(FILE.len() < MOST_BYTES, "{} bytes", FILE.len());
        let network = Network::builtin();
        assert!(network.model().name.starts_with("tengen-"));
        assert_eq!(network.file(), NAME);
    }
}
