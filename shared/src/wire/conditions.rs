//! The conditions of simulated links: those of [`link_emulator`].

pub use link_emulator::{
    Condition, ConditionError, ConditionUnit, Conditions, LinkConditions, LinkMode,
    ParseConditionsError,
};

use crate::netcode::values::SnapshotDelivery;

impl From<LinkMode> for SnapshotDelivery {
    fn from(mode: LinkMode) -> Self {
        match mode {
            LinkMode::Stream => Self::Stream,
            LinkMode::Datagram => Self::Datagram,
        }
    }
}
