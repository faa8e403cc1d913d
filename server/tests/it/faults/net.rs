//! What a page does when its connection is over, and when nothing comes any more: its own files,
//! so that the simulation's players come back by the very rules of the game's page.
#![allow(dead_code, unreachable_pub, reason = "a page does more, and is a library")]

#[path = "../../../../client-wasm/src/net/backoff.rs"]
pub(super) mod backoff;
#[path = "../../../../client-wasm/src/net/remedy.rs"]
pub(super) mod remedy;
#[path = "../../../../client-wasm/src/net/silence.rs"]
pub(super) mod silence;
