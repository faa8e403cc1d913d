//! Short queues in vectors, the oldest first: items go in at the end and come out at the front.
//! Everything that is queued has a small bound, so what moves up is little; and one kind of
//! container is a good deal less for a page to load than two.

use alloc::vec::Vec;

/// Takes the oldest out.
pub fn pop_first<T>(queue: &mut Vec<T>) -> Option<T> {
    if queue.is_empty() { None } else { Some(queue.remove(0)) }
}

/// Puts one in; of too many the oldest goes.
pub fn push_bounded<T>(queue: &mut Vec<T>, item: T, most: usize) {
    if queue.len() >= most {
        pop_first(queue);
    }
    queue.push(item);
}

/// Takes those out that are over, from the oldest to the first that is not.
pub fn drop_while<T>(queue: &mut Vec<T>, over: impl Fn(&T) -> bool) {
    while queue.first().is_some_and(&over) {
        queue.remove(0);
    }
}

/// Keeps the items that pass, in their order. Like `retain_mut`, in half of its code.
pub fn keep<T>(items: &mut Vec<T>, mut passes: impl FnMut(&mut T) -> bool) {
    let mut n_kept = 0;
    for n in 0..items.len() {
        if items.get_mut(n).is_some_and(&mut passes) {
            items.swap(n_kept, n);
            n_kept += 1;
        }
    }
    items.truncate(n_kept);
}

/// Collects one by one. `collect` is faster for long lists, and several times the code, which it
/// is anew for every kind of iterator.
pub trait Gather: Iterator + Sized {
    /// All items in a vector.
    fn gather(self) -> Vec<Self::Item> {
        let mut all = Vec::new();
        for item in self {
            all.push(item);
        }
        all
    }
}

impl<I: Iterator> Gather for I {}
