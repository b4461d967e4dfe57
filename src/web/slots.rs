//! Bounded numbers of things that clients hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A bounded number of places. Clones share them.
#[derive(Clone, Debug)]
pub struct Slots {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub struct Slot(Arc<AtomicUsize>);

impl Slots {
    /// Creates `most` free places.
    pub fn new(most: usize) -> Slots {
        Slots {
            taken: Arc::default(),
            most,
        }
    }

    /// Takes a place, if one is free.
    pub fn take(&self) -> Option<Slot> {
        let one_more = |taken| (taken < self.most).then_some(taken + 1);
        let order = Ordering::Relaxed;
        let taken = self.taken.fetch_update(order, order, one_more);
        taken.ok().map(|_| Slot(self.taken.clone()))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_is_left() {
        let slots = Slots::new(2);
        let first = slots.take();
        let second = slots.clone().take();
        assert!(first.is_some() && second.is_some() && slots.take().is_none());
        drop(first);
        assert!(slots.take().is_some());
    }
}
