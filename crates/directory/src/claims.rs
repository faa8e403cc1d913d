//! The node's copy of the bucket, kept up by the watch: a hint where a room is, never a proof.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use crate::identity::Identity;
use crate::key::{Revision, RoomKey};
use crate::limits::{CLAIMS_MAX, REMEMBERED};
use crate::message::Claim;

/// An entry of the bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Claimed(Claim),
    /// Bytes of another version, or of nobody's.
    Unreadable,
    /// Deleted; the tombstone keeps the revision.
    Tombstone,
}

#[derive(Clone, Debug)]
pub(crate) struct Copied {
    pub(crate) entry: Entry,
    pub(crate) revision: Revision,
    /// When this node first saw it.
    pub(crate) seen_at: Duration,
    /// From a watch before the present one, and not seen since.
    is_old: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Claims {
    entries: BTreeMap<RoomKey, Copied>,
    is_synced: bool,
    /// When entries that the present watch did not show are forgotten.
    forget_old_at: Option<Duration>,
}

impl Claims {
    /// The watch shows all entries from the beginning: those it does not show are gone.
    pub(crate) fn begin(&mut self) {
        self.is_synced = false;
        self.forget_old_at = None;
        self.entries.values_mut().for_each(|copied| copied.is_old = true);
    }

    /// The watch has shown what there was.
    pub(crate) fn synced(&mut self, now: Duration) {
        self.is_synced = true;
        self.forget_old_at = Some(now + REMEMBERED);
    }

    pub(crate) const fn is_synced(&self) -> bool {
        self.is_synced
    }

    /// The watch shows an entry. A read may have been faster: an older revision does not count.
    /// Says whether the copy has it now.
    pub(crate) fn watched(
        &mut self,
        now: Duration,
        key: RoomKey,
        revision: Revision,
        entry: Entry,
    ) -> bool {
        let known = self.entries.get(&key);
        let has_place = known.is_some() || self.entries.len() < CLAIMS_MAX;
        let known = known.filter(|copied| !copied.is_old);
        let is_newer = has_place && known.is_none_or(|copied| revision >= copied.revision);
        if is_newer {
            self.read(now, key, Some((revision, entry)));
        }
        is_newer
    }

    /// A read, or a write of this node, shows what is in the bucket now. Somebody asks for this
    /// room: if there is no place, any other entry goes.
    pub(crate) fn read(&mut self, now: Duration, key: RoomKey, found: Option<(Revision, Entry)>) {
        let Some((revision, entry)) = found else {
            self.entries.remove(&key);
            return;
        };
        if !self.entries.contains_key(&key) && self.entries.len() >= CLAIMS_MAX {
            self.entries.pop_first();
        }
        let known = self.entries.get(&key);
        let same = known.filter(|copied| (copied.revision, &copied.entry) == (revision, &entry));
        let seen_at = same.map_or(now, |copied| copied.seen_at);
        self.entries.insert(key, Copied { entry, revision, seen_at, is_old: false });
    }

    /// The entry as far as this node knows.
    pub(crate) fn get(&self, key: RoomKey) -> Option<&Copied> {
        self.entries.get(&key).filter(|copied| !(self.is_synced && copied.is_old))
    }

    /// The owner of a claim that the present watch has not shown: the bucket was lost, and the
    /// owner may not have claimed the room again yet.
    pub(crate) fn remembered(&self, key: RoomKey) -> Option<&Claim> {
        match self.entries.get(&key) {
            Some(Copied { entry: Entry::Claimed(claim), is_old: true, .. }) => Some(claim),
            _ => None,
        }
    }

    pub(crate) fn forget_old(&mut self, now: Duration) {
        if self.forget_old_at.is_some_and(|at| at <= now) {
            self.forget_old_at = None;
            self.entries.retain(|_, copied| !copied.is_old);
        }
    }

    pub(crate) fn owned_by(&self, owner: &Identity) -> Vec<(RoomKey, Revision)> {
        let owned = self.iter().filter(
            |(_, copied)| matches!(&copied.entry, Entry::Claimed(claim) if claim.owner == *owner),
        );
        owned.map(|(key, copied)| (key, copied.revision)).collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (RoomKey, &Copied)> {
        self.entries.iter().filter(|(_, copied)| !copied.is_old).map(|(key, copied)| (*key, copied))
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    const NOW: Duration = Duration::from_secs(9);

    fn key(n: usize) -> RoomKey {
        RoomKey::of(&format!("room {n}"))
    }

    #[test]
    fn the_copy_is_bounded_and_has_a_place_for_who_is_asked_for() {
        let mut claims = Claims::default();
        for n in 0..=CLAIMS_MAX {
            let is_copied = claims.watched(NOW, key(n), Revision(n as u64), Entry::Unreadable);
            assert_eq!(is_copied, n < CLAIMS_MAX);
        }
        assert!(claims.get(key(CLAIMS_MAX)).is_none());
        claims.read(NOW, key(CLAIMS_MAX), Some((Revision(7), Entry::Unreadable)));
        assert_eq!(claims.get(key(CLAIMS_MAX)).map(|copied| copied.revision), Some(Revision(7)));
        assert_eq!(claims.len(), CLAIMS_MAX);
    }

    #[test]
    fn a_slow_watch_does_not_undo_what_was_read() {
        let mut claims = Claims::default();
        claims.read(NOW, key(1), Some((Revision(7), Entry::Tombstone)));
        assert!(!claims.watched(NOW, key(1), Revision(6), Entry::Unreadable));
        assert!(claims.watched(NOW, key(1), Revision(8), Entry::Unreadable));
        // After a new watch revisions may begin anew.
        claims.begin();
        assert!(claims.watched(NOW, key(1), Revision(2), Entry::Unreadable));
    }

    #[test]
    fn what_a_new_watch_does_not_show_is_forgotten_after_a_while() {
        let mut claims = Claims::default();
        claims.watched(NOW, key(1), Revision(7), Entry::Tombstone);
        claims.begin();
        assert!(claims.get(key(1)).is_some(), "until the watch has shown all");
        claims.synced(NOW);
        assert!(claims.get(key(1)).is_none());
        assert_eq!(claims.len(), 1);
        claims.forget_old(NOW + REMEMBERED);
        assert_eq!(claims.len(), 0);
    }
}
