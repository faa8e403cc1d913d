//! The settings of the simulated link as the panel shows them, and the badge that tells of them.

use shared::{
    netcode::values::PlayerNetcode,
    wire::link::{LinkConditions, LinkMode},
};
use web_ui::text::figures::{percent, push_whole};

/// Longest latency of the panel, in ms.
pub const LATENCY_MS_MAX: u16 = 500;
/// Widest jitter of the panel, in ms.
pub const JITTER_MS_MAX: u16 = 200;
/// Highest loss of the panel, in thousandths.
pub const LOSS_PERMILLE_MAX: u16 = 300;
/// Commands each packet repeats while packets can be lost.
pub const BACKUPS: u8 = 3;

/// Both directions of the simulated link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkSetup {
    /// From this page to the server.
    pub up: LinkConditions,
    /// From the server to this page.
    pub down: LinkConditions,
}

impl LinkSetup {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.up.is_perfect() && self.down.is_perfect()
    }

    /// How many earlier commands a packet should repeat on such a link.
    #[must_use]
    pub fn backups(&self) -> u8 {
        match self.up.mode {
            LinkMode::Stream => 0,
            LinkMode::Datagram => BACKUPS,
        }
    }

    /// What a player sees and sends on such a link: lost commands are repeated, by the more of what
    /// the player chose and what the link needs.
    #[must_use]
    pub fn applied_to(&self, player: PlayerNetcode) -> PlayerNetcode {
        PlayerNetcode { backups: player.backups.max(self.backups()), ..player }
    }

    /// What the badge says; `None` while the link is off.
    #[must_use]
    pub fn badge(&self) -> Option<String> {
        if self.is_off() {
            return None;
        }
        let mut text = String::from("simulated: ");
        if self.up == self.down {
            push_way(&mut text, self.up);
            text.push_str(" each way");
        } else {
            text.push_str("up ");
            push_way(&mut text, self.up);
            text.push_str("; down ");
            push_way(&mut text, self.down);
        }
        if self.up.mode == LinkMode::Datagram {
            text.push_str(", datagrams");
        }
        Some(text)
    }
}

fn push_way(text: &mut String, way: LinkConditions) {
    push_whole(text, way.latency_ms.into());
    text.push_str(" ms");
    if way.jitter_ms > 0 {
        text.push_str(" ± ");
        push_whole(text, way.jitter_ms.into());
        text.push_str(" ms");
    }
    if way.loss_permille > 0 {
        text.push_str(", ");
        text.push_str(&percent(way.loss_permille));
        text.push_str(" loss");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(latency_ms: u16, jitter_ms: u16, loss_permille: u16) -> LinkConditions {
        LinkConditions { latency_ms, jitter_ms, loss_permille, ..LinkConditions::default() }
    }

    #[test]
    fn the_badge_tells_the_conditions_exactly() {
        let rows = [
            (way(0, 0, 0), way(0, 0, 0), None),
            (
                way(150, 30, 50),
                way(150, 30, 50),
                Some("simulated: 150 ms ± 30 ms, 5 % loss each way"),
            ),
            (way(80, 0, 0), way(0, 0, 5), Some("simulated: up 80 ms; down 0 ms, 0.5 % loss")),
        ];
        for (up, down, badge) in rows {
            assert_eq!(LinkSetup { up, down }.badge().as_deref(), badge);
        }
    }

    #[test]
    fn datagrams_are_told_and_repeated() {
        let datagram = LinkConditions { mode: LinkMode::Datagram, ..way(20, 0, 0) };
        let setup = LinkSetup { up: datagram, down: datagram };
        assert_eq!(setup.badge().as_deref(), Some("simulated: 20 ms each way, datagrams"));
        assert_eq!(setup.backups(), BACKUPS);
        assert_eq!(LinkSetup::default().backups(), 0);
        for (chosen, on_datagrams, on_a_stream) in [(0, 3, 0), (2, 3, 2), (5, 5, 5)] {
            let player = PlayerNetcode { backups: chosen, ..PlayerNetcode::default() };
            let want = |backups| PlayerNetcode { backups, ..player };
            assert_eq!(setup.applied_to(player), want(on_datagrams));
            assert_eq!(LinkSetup::default().applied_to(player), want(on_a_stream));
        }
    }
}
