//! Selects the ship whose stored poses the server's pane shows: the one under the pointer, or one
//! that a key cycles to.

use lab::limits::LAB_PLAYERS;

/// The players that the key cycles through, opponents first.
const TURNS: [usize; LAB_PLAYERS] = [1, 2, 0];

/// The ship whose stored poses are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum StoredOf {
    /// The ship under the pointer, if there is one.
    #[default]
    Pointed,
    Player(usize),
}

impl StoredOf {
    /// The next state in the key's cycle.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Pointed => Self::Player(TURNS[0]),
            Self::Player(player) if player == TURNS[0] => Self::Player(TURNS[1]),
            Self::Player(player) if player == TURNS[1] => Self::Player(TURNS[2]),
            Self::Player(_) => Self::Pointed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_comes_to_every_ship_and_back_to_the_pointer() {
        let mut of = StoredOf::default();
        let mut seen = Vec::new();
        for _ in 0..=LAB_PLAYERS {
            of = of.next();
            seen.push(of);
        }
        let player = StoredOf::Player;
        assert_eq!(seen, [player(1), player(2), player(0), StoredOf::Pointed]);
    }
}
