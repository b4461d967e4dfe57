//! The network that the program brings along; own.md says where it comes from.

use super::model::Model;
use super::network::Network;

/// A file of KataGo's format, as scripts/learn-go writes it.
const FILE: &[u8] = include_bytes!("own.bin.gz");

/// What stands for its file's name.
pub const NAME: &str = "own";

impl Network {
    /// The network inside the program. It is unpacked when it is first needed, since that takes longer than the start of the
    /// program does.
    pub fn own() -> Network {
        Network::of(NAME.to_owned(), || {
            Model::read(FILE, FILE.len() as u64)
                .expect("a test reads these bytes, which are the same in every run")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most bytes that the program may grow by.
    const MOST_BYTES: usize = 2_000_000;

    #[test]
    fn the_network_inside_can_be_read_and_is_small() {
        assert!(FILE.len() < MOST_BYTES, "{} bytes", FILE.len());
        let network = Network::own();
        assert!(network.model().name.starts_with("tengen-"));
        assert_eq!(network.file(), NAME);
    }
}
