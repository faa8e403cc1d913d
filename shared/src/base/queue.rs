//! Bounded FIFO queues: pushing to a full one drops the oldest item.

use alloc::collections::VecDeque;

/// Pushes an item; beyond `most` items the oldest is dropped.
pub fn push_bounded<T>(queue: &mut VecDeque<T>, item: T, most: usize) {
    if queue.len() >= most {
        queue.pop_front();
    }
    queue.push_back(item);
}

/// Pops expired items from the front, up to the first that is not expired.
pub fn drop_while<T>(queue: &mut VecDeque<T>, over: impl Fn(&T) -> bool) {
    while queue.front().is_some_and(&over) {
        queue.pop_front();
    }
}
