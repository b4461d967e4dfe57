//! Limited numbers of slots for clients.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A limited number of slots. Clones share them.
#[derive(Clone, Debug)]
pub struct Slots {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// An occupied slot, freed when dropped.
#[derive(Debug)]
pub struct Slot(Arc<AtomicUsize>);

impl Slots {
    /// Creates `most` free slots.
    pub fn new(most: usize) -> Slots {
        Slots {
            taken: Arc::default(),
            most,
        }
    }

    /// Whether all slots are free.
    pub fn are_free(&self) -> bool {
        self.taken.load(Ordering::Relaxed) == 0
    }

    /// Takes a slot, if one is free.
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

/// A limited number of slots, of which each address gets only a part, so that one machine cannot take them all.
#[derive(Clone, Debug)]
pub struct AddressSlots {
    all: Slots,
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A slot occupied by an address, freed when dropped.
#[derive(Debug)]
pub struct AddressSlot {
    _slot: Slot,
    address: IpAddr,
    slots: AddressSlots,
}

impl AddressSlots {
    /// Creates `all` free slots, of which each address may take `most`.
    pub fn new(all: usize, most: usize) -> AddressSlots {
        AddressSlots {
            all: Slots::new(all),
            most,
            taken: Arc::default(),
        }
    }

    /// Takes a slot for an address, if it may have one more and one is free.
    pub fn take(&self, address: IpAddr) -> Option<AddressSlot> {
        let address = network(address);
        let mut taken = self.taken();
        let count = taken.get(&address).copied().unwrap_or(0);
        let slot = (count < self.most).then(|| self.all.take()).flatten()?;
        taken.insert(address, count + 1);
        Some(AddressSlot {
            _slot: slot,
            address,
            slots: self.clone(),
        })
    }

    /// Takes a slot for a proxy's connection, which carries clients of many addresses.
    pub fn take_for_proxy(&self) -> Option<Slot> {
        self.all.take()
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // No thread panics while it holds the lock.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the part of an address that identifies one user: for IPv6 the /64 network, of which a machine has all
/// addresses.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
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

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let slots = AddressSlots::new(3, 1);
        let take = |text: &str| slots.take(text.parse().unwrap());
        let first = take("2001:db8::1");
        assert!(first.is_some() && take("2001:db8::2").is_none());
        assert!(take("2001:db8:0:1::1").is_some());
        let mapped = take("::ffff:10.0.0.1");
        assert!(mapped.is_some() && take("10.0.0.1").is_none());
    }

    #[test]
    fn one_address_cannot_take_all_places() {
        let slots = AddressSlots::new(3, 2);
        let [one, other] = [IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2])];
        let first = slots.take(one);
        let _second = slots.take(one);
        assert!(first.is_some() && slots.take(one).is_none());
        let third = slots.take(other);
        assert!(
            third.is_some() && slots.take(other).is_none(),
            "there are three in all"
        );
        drop(first);
        assert!(slots.take(one).is_some());
        drop(third);
        assert_eq!(slots.taken().len(), 1);
    }
}
