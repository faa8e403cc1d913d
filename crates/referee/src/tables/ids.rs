//! Numbers for the names of players.

use std::collections::HashMap;

/// Most players of a match.
pub const PLAYERS_MAX: usize = 65_536;

/// Longest name of a player, in bytes.
pub const ID_BYTES_MAX: usize = 64;

/// A player: an index into [`Ids`].
pub type PlayerIdx = u16;

/// The names of all players, in the order in which they appear.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    names: Vec<String>,
    by_name: HashMap<String, PlayerIdx>,
}

impl Ids {
    /// The number of this name, a new one if it is new; `None` if there are too many.
    pub(crate) fn number(&mut self, name: &str) -> Option<PlayerIdx> {
        if let Some(&idx) = self.by_name.get(name) {
            return Some(idx);
        }
        let idx = PlayerIdx::try_from(self.names.len()).ok()?;
        self.names.push(name.to_string());
        self.by_name.insert(name.to_string(), idx);
        Some(idx)
    }

    /// The name of a player.
    pub fn name(&self, idx: PlayerIdx) -> &str {
        self.names.get(usize::from(idx)).map_or("?", String::as_str)
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
