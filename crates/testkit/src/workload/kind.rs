//! The kinds of workload.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Ships change their thrust.
    Curve,
    /// Ships change their thrust and turn.
    Aim,
    /// Pilots fight.
    Battle,
    /// Ships rest.
    Idle,
    /// Ships do everything at random.
    Swarm,
}

impl Kind {
    pub(super) const ALL: [(Self, &'static str); 5] = [
        (Self::Curve, "curve"),
        (Self::Aim, "aim"),
        (Self::Battle, "battle"),
        (Self::Idle, "idle"),
        (Self::Swarm, "swarm"),
    ];
}
