//! How many earlier commands a packet repeats while packets can be lost: what the player sees and
//! sends, and the conditions of the simulated link, go in.

use shared::{
    netcode::values::PlayerNetcode,
    wire::conditions::{Conditions, LinkMode},
};

/// Commands that each packet repeats, at least, where datagrams carry it.
pub const BACKUPS: u8 = 3;

/// What a player sees and sends over such a link: lost commands are repeated, by the more of what
/// the player chose and what the link needs.
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
    fn datagrams_repeat_commands_and_a_stream_what_the_player_chose() {
        let datagram = LinkConditions { mode: LinkMode::Datagram, ..LinkConditions::delay(20) };
        for (chosen, on_datagrams, on_a_stream) in [(0, 3, 0), (2, 3, 2), (5, 5, 5)] {
            let player = PlayerNetcode { backups: chosen, ..PlayerNetcode::default() };
            let want = |backups| PlayerNetcode { backups, ..player };
            assert_eq!(backed_up(player, &Conditions::both(datagram)), want(on_datagrams));
            assert_eq!(backed_up(player, &Conditions::default()), want(on_a_stream));
        }
    }
}
