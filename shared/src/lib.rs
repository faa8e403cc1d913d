//! Every rule of the game and of the network.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
