//! The system's allocator, which counts how much each thread holds, and the most it held.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]
#![allow(dead_code, reason = "each test uses some of it")]

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
    // A thread that ends has nothing to count any more.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: every call is handed on as it came to the system's allocator, which keeps the contract;
// counting touches cells of the thread's own and allocates nothing.
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

/// How many bytes a value holds outside of itself: what is given back with it.
pub(crate) fn held_by<T>(value: T) -> i64 {
    let held = HELD.get();
    drop(value);
    held - HELD.get()
}

/// What a function gives, and the most bytes that it held at once on this thread.
pub(crate) fn most_held<T>(run: impl FnOnce() -> T) -> (T, i64) {
    let held = HELD.get();
    MOST.set(held);
    let given = run();
    (given, MOST.get() - held)
}
