//! Player input: converts keys, mouse, touches and gamepads to controls and commands, and labels
//! the keys.

pub mod aim_assist;
pub mod commands;
pub mod focus_step;
pub mod held;
pub mod key_labels;
pub mod pad;
pub mod stick_settings;
pub mod sticks;
pub mod touch;
