//! The network built into the program, which is two files: one for small boards, one for large boards. builtin.md
//! describes their training.

use super::model::Model;
use super::network::Network;

/// A file in KataGo's format, as written by scripts/dev/learn-go.
const SMALL: &[u8] = include_bytes!("builtin/small.bin.gz");

/// A file of the same format for large boards. WebAssembly has none, since every visitor of the page would load it.
#[cfg(not(target_arch = "wasm32"))]
const LARGE: &[u8] = include_bytes!("builtin/large.bin.gz");

/// Name of the built-in network, used in place of a file name.
pub const NAME: &str = "own";

impl Network {
    /// Returns the built-in network. It is unpacked on first use, because that takes longer than the program's start.
    pub fn builtin() -> Network {
        let network = Network::deferred(NAME.to_owned(), || unpacked(SMALL));
        #[cfg(not(target_arch = "wasm32"))]
        let network = network.with_large(Network::deferred(NAME.to_owned(), || unpacked(LARGE)));
        network
    }
}

fn unpacked(file: &[u8]) -> Model {
    Model::read(file, file.len() as u64)
        .expect("a test reads these bytes, which are the same in every run")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Size;

    const MOST_BYTES: usize = 2_000_000;

    #[test]
    fn the_embedded_files_can_be_read_and_are_small() {
        for file in [SMALL, LARGE] {
            assert!(file.len() < MOST_BYTES, "{} bytes", file.len());
            assert!(unpacked(file).name.starts_with("tengen-"));
        }
    }

    #[test]
    fn large_boards_have_a_network_with_the_same_inputs_and_outputs() {
        let network = Arc::new(Network::builtin());
        let on = |side| network.for_size(Size::square(side).unwrap());
        for side in [9, 13, 15] {
            assert!(Arc::ptr_eq(on(side), &network), "{side}");
        }
        let large = on(19);
        assert!(Arc::ptr_eq(on(16), large) && !Arc::ptr_eq(large, &network));
        let (small, large) = (network.model(), large.model());
        assert_ne!(small.name, large.name);
        assert_eq!(small.inputs, large.inputs);
        assert_eq!(small.policy.last.outputs, large.policy.last.outputs);
        assert_eq!(small.scales, large.scales);
        assert_eq!(network.for_size(Size::square(19).unwrap()).file(), NAME);
        let posing = network.for_problems();
        assert!(std::ptr::eq(
            posing.for_size(Size::square(19).unwrap()).model(),
            small
        ));
    }
}
