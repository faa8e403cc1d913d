//! The system's allocator, with a count of the bytes each thread holds and of its maximum.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]
#![allow(dead_code, reason = "each test uses a part of it")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

struct Counting;

thread_local! {
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

fn count(bytes: i64) {
    // A thread that is ending no longer counts.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: every call is forwarded unchanged to the system's allocator, which upholds the contract.
// Counting only touches thread-local cells and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The bytes that a value holds on the heap, by how many it frees.
pub(crate) fn held_by<T>(value: T) -> i64 {
    let held = HELD.get();
    drop(value);
    held - HELD.get()
}

/// The result of a function, and the most bytes that it held at once on this thread.
pub(crate) fn most_held<T>(run: impl FnOnce() -> T) -> (T, i64) {
    let held = HELD.get();
    MOST.set(held);
    let given = run();
    (given, MOST.get() - held)
}
