//! Shared by tests, benchmarks and fuzzers: the golden match, ships of a scene, and the workloads
//! that snapshot codecs are measured on. No product depends on it.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod golden;
pub mod scene;
pub mod workload;
