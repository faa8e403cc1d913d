//! Command backups: how many earlier commands each packet repeats when packets can be lost, given
//! the player's netcode and the conditions of the simulated link.

use shared::{
    netcode::values::PlayerNetcode,
    wire::conditions::{Conditions, LinkMode},
};

/// Minimum command backups per packet over a lossy datagram link.
pub const BACKUPS: u8 = 3;

/// The player's netcode for such a link: command backups are the maximum of the player's choice and
/// what the link requires.
#[must_use]
pub fn backed_up(player: PlayerNetcode, conditions: &Conditions) -> PlayerNetcode {
    let needed = match conditions.up.mode {
        LinkMode::Stream => 0,
        LinkMode::Datagram => BACKUPS,
    };
    PlayerNetcode { backups: player.backups.max(needed), ..player }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::conditions::LinkConditions;

    #[test]
    fn datagrams_add_backups_and_streams_use_the_players() {
        let datagram = LinkConditions { mode: LinkMode::Datagram, ..LinkConditions::delay(20) };
        for (chosen, on_datagrams, on_a_stream) in [(0, 3, 0), (2, 3, 2), (5, 5, 5)] {
            let player = PlayerNetcode { backups: chosen, ..PlayerNetcode::default() };
            let want = |backups| PlayerNetcode { backups, ..player };
            assert_eq!(backed_up(player, &Conditions::both(datagram)), want(on_datagrams));
            assert_eq!(backed_up(player, &Conditions::default()), want(on_a_stream));
        }
    }
}
