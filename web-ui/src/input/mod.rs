//! What a player holds down: keys, mouse and fingers become controls; the sticks of a touch screen.

pub mod held;
pub mod sticks;
pub mod touch;
