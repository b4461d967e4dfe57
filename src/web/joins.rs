//! Limits on the connections of one address to one link, so that no watcher can use up the bandwidth or the places of
//! others.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use thiserror::Error;

use super::slots::network;
use super::socket::TokenBucket;

/// Most connections of an address to a link at once.
const MOST_AT_ONCE: usize = 50;

/// Connections in a burst and per second. After a disconnect the page waits at least a second before it connects again.
const BURST: u32 = 60;
const PER_SECOND: u32 = 2;

/// Number of records from which on obsolete ones are removed.
const MANY: usize = 1024;

/// The reason why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum JoinRefusal {
    /// Too many connections at once.
    #[error(
        "too many connections to this link: {MOST_AT_ONCE} from an address are allowed at once"
    )]
    TooMany,
    /// Too many connections in a short time.
    #[error(
        "this link was opened too often: {BURST} times at once and {PER_SECOND} times a second from an address are allowed"
    )]
    TooOften,
}

/// A link and the address that connects to it.
type JoinKey = (String, IpAddr);

/// The connections of all addresses to links. Clones share them.
#[derive(Clone, Default)]
pub struct Joins(Arc<Mutex<JoinRecords>>);

#[derive(Default)]
struct JoinRecords {
    records: HashMap<JoinKey, JoinRecord>,
    /// The number of records at which obsolete ones are removed next.
    next_search: usize,
}

/// The connections of one address to one link.
struct JoinRecord {
    rate: TokenBucket,
    present: usize,
}

/// A connection of an address to a link; it counts until dropped.
pub struct Join {
    joins: Joins,
    key: JoinKey,
}

impl Joins {
    /// Admits a connection of an address to a link. Fails if the address has too many or connects too often.
    pub fn take(&self, link: &str, address: IpAddr, now: Instant) -> Result<Join, JoinRefusal> {
        let mut joins = self.records();
        joins.forget_old(now);
        let key = (link.to_owned(), network(address));
        let record = match joins.records.entry(key.clone()) {
            Entry::Occupied(record) => record.into_mut(),
            Entry::Vacant(place) => place.insert(JoinRecord {
                rate: TokenBucket::new(BURST, PER_SECOND, now),
                present: 0,
            }),
        };
        if record.present >= MOST_AT_ONCE {
            return Err(JoinRefusal::TooMany);
        }
        if !record.rate.try_take(now) {
            return Err(JoinRefusal::TooOften);
        }
        record.present += 1;
        Ok(Join {
            joins: self.clone(),
            key,
        })
    }

    fn records(&self) -> MutexGuard<'_, JoinRecords> {
        // No thread panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl JoinRecords {
    /// Removes records that limit nothing: those with no connection and a full bucket.
    fn forget_old(&mut self, now: Instant) {
        if self.records.len() < self.next_search.max(MANY) {
            return;
        }
        let bounds = |record: &mut JoinRecord| record.present > 0 || !record.rate.is_full(now);
        self.records.retain(|_, record| bounds(record));
        self.next_search = 2 * self.records.len();
    }
}

impl Drop for Join {
    fn drop(&mut self) {
        if let Some(record) = self.joins.records().records.get_mut(&self.key) {
            record.present -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    #[test]
    fn one_address_opens_a_link_so_often_and_others_are_not_bounded_by_it() {
        let (joins, now) = (Joins::default(), Instant::now());
        let opened = (0..500).filter(|_| joins.take("a", ONE, now).is_ok());
        assert_eq!(opened.count(), BURST as usize);
        assert!(matches!(
            joins.take("a", ONE, now),
            Err(JoinRefusal::TooOften)
        ));
        assert!(joins.take("b", ONE, now).is_ok() && joins.take("a", OTHER, now).is_ok());
        let later = now + Duration::from_secs(1);
        let opened = (0..500).filter(|_| joins.take("a", ONE, later).is_ok());
        assert_eq!(opened.count(), PER_SECOND as usize);
    }

    #[test]
    fn one_address_has_so_many_connections_at_once() {
        let (joins, now) = (Joins::default(), Instant::now());
        let mut held: Vec<Join> = (0..MOST_AT_ONCE)
            .map(|_| joins.take("a", ONE, now).unwrap())
            .collect();
        assert!(matches!(
            joins.take("a", ONE, now),
            Err(JoinRefusal::TooMany)
        ));
        assert!(joins.take("a", OTHER, now).is_ok());
        held.pop();
        assert!(joins.take("a", ONE, now).is_ok());
    }

    #[test]
    fn what_bounds_nothing_is_forgotten() {
        let (joins, now) = (Joins::default(), Instant::now());
        let held = joins.take("held", ONE, now).unwrap();
        for number in 0..MANY - 1 {
            drop(joins.take(&number.to_string(), ONE, now));
        }
        let later = now + Duration::from_secs(60);
        assert!(joins.take("new", ONE, later).is_ok());
        assert_eq!(joins.records().records.len(), 2);
        drop(held);
    }
}
