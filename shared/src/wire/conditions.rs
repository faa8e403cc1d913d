//! The conditions of simulated links: those of [`link_emulator`].

pub use link_emulator::{
    Condition, ConditionError, ConditionUnit, Conditions, LinkConditions, LinkMode,
    ParseConditionsError,
};
