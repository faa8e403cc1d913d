//! The judge: a shot, what it may ask of the past, the rules, and the hit test that follows it
//! through its flight. It decides and changes nothing.

mod broad_phase;
pub mod candidate_cache;
pub mod flight;
pub mod hit_test;
pub mod rewind_source;
pub mod rule;
pub mod rule_table;
pub mod shooter_history;
pub mod shot;
pub mod stored_past;
pub mod view;
