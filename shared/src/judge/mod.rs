//! The judge: a shot, the past it may query, the hit rules, and the hit test that follows a shot
//! through its flight. It returns decisions and mutates no game state.

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
