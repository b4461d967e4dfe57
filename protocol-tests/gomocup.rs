//! Conversations in the Gomocup protocol.

use crate::transcript::{Sending, run_all};

/// Only what a file asks for is sent without waiting: a new game on top of a search makes its move vain, so
/// that replies do depend on the waiting here.
#[test]
fn transcripts() {
    run_all("gomocup", &[Sending::Waiting]);
}
