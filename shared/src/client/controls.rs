//! The player's input state.

use serde::{Deserialize, Serialize};

use crate::{
    base::geometry::Turn,
    sim::command::{Thrust, Trigger},
};

/// What the player holds down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Controls {
    pub thrust: Thrust,
    pub aim: Turn,
    /// The triggers held.
    pub trigger: Trigger,
}
