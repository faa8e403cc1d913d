//! Bounded queues, the oldest item first: what is put in at the end of a full one makes the oldest
//! go.

use alloc::collections::VecDeque;

/// Puts an item in; of more than `most` the oldest goes.
pub fn push_bounded<T>(queue: &mut VecDeque<T>, item: T, most: usize) {
    if queue.len() >= most {
        queue.pop_front();
    }
    queue.push_back(item);
}

/// Takes items out that are over, from the oldest to the first that is not.
pub fn drop_while<T>(queue: &mut VecDeque<T>, over: impl Fn(&T) -> bool) {
    while queue.front().is_some_and(&over) {
        queue.pop_front();
    }
}
