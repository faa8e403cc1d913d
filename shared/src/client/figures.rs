//! Builds the net graph of a client on demand, from its packet log and its clocks.

use super::{
    game::Game,
    netgraph::{DelayWarning, Interpolation, NetGraph, expected, is_update, traffic},
    state::Client,
};
use crate::{
    base::time::{MICROS_PER_S, Micros, Tick},
    netcode::{choices::RemoteView, values::PlayerNetcode},
};

impl Client {
    /// The net graph: the packets of the last seconds and the statistics derived from them.
    #[must_use]
    pub fn net_graph(&self) -> NetGraph {
        let now = self.packets.now();
        let (received, sent) = (self.packets.received(), self.packets.sent());
        let second = Micros(MICROS_PER_S);
        let new = |at: Micros| now - at < second;
        let new_in = || received.iter().rev().take_while(|packet| new(packet.at));
        let new_out = || sent.iter().rev().take_while(|packet| new(packet.at));
        let updates = new_in().filter(|packet| is_update(packet.kind)).count();
        let expected = expected(received.iter());
        let stats = self.net_stats();
        let playing = self.playing();
        let game = playing.map(|playing| &playing.game);
        NetGraph {
            now,
            received: received.iter().copied().collect(),
            sent: sent.iter().copied().collect(),
            ping_ms: stats.ping_ms,
            incoming: traffic(new_in().map(|packet| packet.bytes)),
            outgoing: traffic(new_out().map(|packet| packet.bytes)),
            updates_per_s: updates as u32,
            command_packets_per_s: new_out().filter(|packet| packet.commands > 0).count() as u32,
            commands_per_s: new_out().map(|packet| u32::from(packet.commands)).sum(),
            loss_permille: expected.permille(expected.lost),
            choke_permille: expected.permille(expected.choked),
            command_margin_ms: stats.command_margin_ms,
            error_u: stats.prediction_error_u,
            error_worst_u: received.iter().map(|packet| packet.error_u).fold(0.0, f32::max),
            interpolation: game.and_then(|game| game.interpolation(now, &self.in_force)),
            rerun_ticks: stats.rerun_ticks,
            rewind: playing.and_then(|playing| playing.presentation.rewind()),
            mismatches: stats.mismatches,
        }
    }
}

impl Game {
    fn interpolation(&self, now: Micros, netcode: &PlayerNetcode) -> Option<Interpolation> {
        let rate = self.timeline.rate();
        let behind = || {
            let line = self.timeline.server_time(self.timeline.frame_at())?;
            Some((line - rate.micros_in_steps(self.remote.view().time.0)).max(Micros::ZERO))
        };
        let delay = match netcode.remote {
            RemoteView::Interpolate => netcode.interpolation_delay(),
            RemoteView::Delayed => behind()?,
            RemoteView::Raw
            | RemoteView::QuakeWorld
            | RemoteView::Chase
            | RemoteView::Predicted => return None,
        };
        let interval = rate.micros_at(Tick(self.inbox.interval()));
        let warning = if delay < interval {
            Some(DelayWarning::TooShort)
        } else if delay < interval + interval {
            Some(DelayWarning::OneLossShows)
        } else {
            None
        };
        let out_of_data = self.remote.out_of_data_at().map(|at| now - at);
        Some(Interpolation { delay, interval, warning, out_of_data })
    }
}
