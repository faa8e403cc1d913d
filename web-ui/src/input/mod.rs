//! Player input: converts keys, mouse and touches to controls and commands, and labels the keys.

pub mod commands;
pub mod held;
pub mod key_labels;
pub mod sticks;
pub mod touch;
