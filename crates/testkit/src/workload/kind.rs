//! The kinds of matches to measure by.

/// What kind of match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Ships change their thrust.
    Curve,
    /// And turn.
    Aim,
    /// Pilots fight.
    Battle,
    /// Ships rest.
    Idle,
    /// Ships do everything by chance.
    Swarm,
}

impl Kind {
    /// Every kind, and its name.
    pub(super) const ALL: [(Self, &'static str); 5] = [
        (Self::Curve, "curve"),
        (Self::Aim, "aim"),
        (Self::Battle, "battle"),
        (Self::Idle, "idle"),
        (Self::Swarm, "swarm"),
    ];
}
