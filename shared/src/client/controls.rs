//! What the player holds down.

use serde::{Deserialize, Serialize};

use crate::{
    base::geometry::Turn,
    sim::command::{Thrust, Trigger},
};

/// What the player holds down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Controls {
    /// Where to thrust.
    pub thrust: Thrust,
    /// Where to aim.
    pub aim: Turn,
    /// Which triggers are held.
    pub trigger: Trigger,
}
