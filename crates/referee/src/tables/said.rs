//! Whom the server said that a shot hit.

use super::ids::PlayerIdx;

/// Most players whom one shot hits.
pub const VICTIMS_MAX: usize = 4;

/// The decision of the server on one shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Said {
    /// The table does not tell.
    #[default]
    Unknown,
    /// These players, in order of number; nobody if there are none.
    Victims(Victims),
}

/// Up to [`VICTIMS_MAX`] players in order of number, each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Victims {
    players: [PlayerIdx; VICTIMS_MAX],
    n_players: u8,
}

impl Victims {
    pub const NOBODY: Self = Self { players: [0; VICTIMS_MAX], n_players: 0 };

    pub fn as_slice(&self) -> &[PlayerIdx] {
        &self.players[..usize::from(self.n_players)]
    }

    pub fn is_empty(&self) -> bool {
        self.n_players == 0
    }

    pub fn contains(&self, player: PlayerIdx) -> bool {
        self.as_slice().contains(&player)
    }

    /// Adds a player; `false` if there is no place left.
    pub(crate) fn insert(&mut self, player: PlayerIdx) -> bool {
        if self.contains(player) {
            return true;
        }
        let n = usize::from(self.n_players);
        if n == VICTIMS_MAX {
            return false;
        }
        self.players[n] = player;
        self.n_players += 1;
        self.players[..=n].sort_unstable();
        true
    }
}

/// How many shots the table said what of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaidCounts {
    pub hits: u64,
    /// Decided: nobody. `-`, an empty list or an empty cell.
    pub misses: u64,
    /// Those of the misses that are empty cells.
    pub empty_cells: u64,
    /// `?`, `null`, or no column.
    pub unknown: u64,
}
