//! What a player holds down: keys, mouse and fingers become controls; the sticks of a touch screen;
//! which commands keys ask for, and the labels that say so.

pub mod commands;
pub mod held;
pub mod key_labels;
pub mod sticks;
pub mod touch;
