//! The netcode as one value: integers and enums only, each with its unit, default and range.
//!
//! *Room* settings decide what is true; *player* settings decide what that player sees and sends.
//! The preset of a scheme is one such value; [`super::setting`] names its parts.

use serde::{Deserialize, Serialize};

use super::choices::{
    BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, Curve, HitRule, OwnShip,
    Piercing, PushRule, Ramming, RateRule, RemoteView,
};
use crate::base::{
    limits::PING_CAP_MAX_MS,
    tick_length::TickLength,
    time::{MICROS_PER_S, Micros, Tick},
};

/// Default tolerance of hit claims, in 1/256 u: 4 u.
pub const TOLERANCE_DEFAULT: u32 = 1024;

/// Default n of lockstep, in ticks.
pub const LOCKSTEP_TICKS: u8 = 6;

/// The room's part: one value for all of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoomNetcode {
    /// How hits are judged.
    pub hit_rule: HitRule,
    /// Whether a rewound hit must also be one in the present (ET 2.60, for beams).
    pub cover_veto: CoverVeto,
    /// Where a bolt is for the judge.
    pub bolt_path: BoltPath,
    /// Gain of a bolt path that converges frame by frame: `k` of `(laser·k + target)/(k+1)`.
    pub path_k: u8,
    /// Largest rewind under the game's own rule, under claims and under Source (its `sv_maxunlag`),
    /// in ms. It must cover a player at 250 ms round trip with 100 ms of interpolation and the
    /// command margin.
    pub rewind_bound_ms: u16,
    /// `D` of delayed synchronisation: how far in the past the other ships are, in ms.
    pub delay_ms: u16,
    /// How far a claimed hit may miss the server's own history, in 1/256 u.
    pub claim_tolerance: u16,
    /// Who bounces when two ships collide.
    pub ramming: Ramming,
    /// How missing and late commands are handled.
    pub commands: CommandPolicy,
    /// Lower bound on requested update rates, in snapshots per second.
    pub update_min_hz: u16,
    /// Upper bound on requested update rates, in snapshots per second; the tick rate also bounds
    /// them.
    pub update_max_hz: u16,
    /// Lower bound on requested byte rates, in kB/s.
    pub rate_min_kb_per_s: u16,
    /// Upper bound on requested byte rates, in kB/s.
    pub rate_max_kb_per_s: u16,
    /// Minimum lag of every player, in ms: commands of players with less are delayed.
    pub minimum_lag_ms: u16,
    /// Lockstep's n: with tick E on screen, the command for E + 1 + n is made.
    pub lockstep_ticks: u8,
    /// Whether bolts fly on through the ships that they hit.
    pub piercing: Piercing,
    /// Largest network age of a claimed view, in ms; the shooter's interpolation delay is added to
    /// it. 1000 never limits a view, since no rule looks back further.
    pub ping_cap_ms: u16,
}

/// The player's part: what it sees and sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerNetcode {
    /// Whether the own ship is predicted.
    pub own_ship: OwnShip,
    /// Largest part of the round trip that is predicted, in ms: QuakeWorld's `pushlatency` with its
    /// sign flipped; 999 is all of it.
    pub push_ms: u16,
    /// Whether `push_ms` applies, or half the latency.
    pub push_rule: PushRule,
    /// How a prediction error is displayed.
    pub correction: CorrectionMode,
    /// How long it takes to fade, in ms.
    pub correction_ms: u16,
    /// At which time and how remote ships are drawn.
    pub remote: RemoteView,
    /// Interpolation curve between snapshots.
    pub curve: Curve,
    /// Interpolation delay of remote ships, in ms.
    pub interpolation_ms: u16,
    /// Minimum interpolation delay in snapshots (Source's `cl_interp_ratio`); at 0 only the ms
    /// count.
    pub interp_ratio: u8,
    /// How long a remote ship is extrapolated when snapshots stop, in ms.
    pub extrapolation_ms: u16,
    /// Gain of a chase frame by frame; 0 chases by time.
    pub chase_k: u8,
    /// How other players' bolts are drawn.
    pub bolts: BoltView,
    /// Gain of bolts that converge frame by frame.
    pub bolt_k: u8,
    /// Requested snapshots per second; the tick rate bounds them.
    pub update_rate_hz: u16,
    /// Command packets per second; the tick rate bounds them.
    pub command_rate_hz: u16,
    /// Requested kB/s to this player; snapshots beyond it are choked.
    pub rate_kb_per_s: u16,
    /// How the byte rate chokes snapshots.
    pub rate_rule: RateRule,
    /// How many snapshots back a baseline may be; 0: any that both ends still have.
    pub delta_window: u8,
    /// Markers per second that ET per command stores of this player (`com_maxfps`).
    pub marker_rate_hz: u16,
    /// How early the latest command should arrive at the server, in ms: the peak-to-peak upstream
    /// jitter tolerated before a command is late.
    pub margin_ms: u16,
    /// Commands of earlier packets repeated in each packet, against packet loss.
    pub backups: u8,
    /// Input delay of the own ship in ticks, where all ships are predicted.
    pub input_delay_ticks: u8,
    /// Maximum ticks that remote ships are predicted past the newest snapshot, where all ships are
    /// predicted.
    pub rerun_ticks: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Netcode {
    pub room: RoomNetcode,
    pub player: PlayerNetcode,
}

/// How snapshots reach a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SnapshotDelivery {
    /// They may be lost: only an acknowledged one can be a baseline.
    #[default]
    Datagram,
    /// Everything sent arrives in order: the last one sent can be a baseline.
    Stream,
}

/// The part of a player's settings that the server needs to serve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Subscription {
    /// Snapshots per second.
    pub update_rate_hz: u16,
    /// In kB/s.
    pub rate_kb_per_s: u16,
    /// How the byte rate chokes snapshots.
    pub rate_rule: RateRule,
    /// How many snapshots back a baseline may be; 0: any.
    pub delta_window: u8,
    /// Markers per second that ET per command stores of this player.
    pub marker_rate_hz: u16,
    /// At which time it draws the others. Reports use it to tell what other schemes would have
    /// drawn.
    pub remote: RemoteView,
    /// Interpolation delay in ms; used only where it interpolates.
    pub interpolation_ms: u16,
    /// How snapshots reach it.
    pub delivery: SnapshotDelivery,
}

impl Default for RoomNetcode {
    fn default() -> Self {
        Self {
            hit_rule: HitRule::Lagrange,
            cover_veto: CoverVeto::Off,
            bolt_path: BoltPath::Muzzle,
            path_k: 1,
            rewind_bound_ms: 400,
            delay_ms: 350,
            claim_tolerance: TOLERANCE_DEFAULT as u16,
            ramming: Ramming::Mutual,
            commands: CommandPolicy::RepeatLast,
            update_min_hz: 1,
            update_max_hz: 128,
            rate_min_kb_per_s: 1,
            rate_max_kb_per_s: 1000,
            minimum_lag_ms: 0,
            lockstep_ticks: LOCKSTEP_TICKS,
            piercing: Piercing::Off,
            ping_cap_ms: PING_CAP_MAX_MS as u16,
        }
    }
}

impl Default for PlayerNetcode {
    fn default() -> Self {
        Self {
            own_ship: OwnShip::Predict,
            push_ms: 999,
            push_rule: PushRule::Fixed,
            correction: CorrectionMode::Linear,
            correction_ms: 100,
            remote: RemoteView::Interpolate,
            curve: Curve::Linear,
            interpolation_ms: 100,
            interp_ratio: 0,
            extrapolation_ms: 250,
            chase_k: 0,
            bolts: BoltView::Converge,
            bolt_k: 1,
            update_rate_hz: 30,
            command_rate_hz: 30,
            rate_kb_per_s: 1000,
            rate_rule: RateRule::QuakeWorld,
            delta_window: 0,
            marker_rate_hz: 60,
            margin_ms: 12,
            backups: 0,
            input_delay_ticks: 0,
            rerun_ticks: 15,
        }
    }
}

impl PlayerNetcode {
    /// The subscription that these settings amount to, for a kind of delivery.
    #[must_use]
    pub fn subscription(&self, delivery: SnapshotDelivery) -> Subscription {
        Subscription {
            delivery,
            update_rate_hz: self.update_rate_hz,
            rate_kb_per_s: self.rate_kb_per_s,
            rate_rule: self.rate_rule,
            delta_window: self.delta_window,
            marker_rate_hz: self.marker_rate_hz,
            remote: self.remote,
            interpolation_ms: self.interpolation_delay().as_ms() as u16,
        }
    }

    /// Interpolation delay of remote ships, where they are interpolated: the larger of the delay in
    /// ms and the delay in snapshots, up to a second.
    #[must_use]
    pub fn interpolation_delay(&self) -> Micros {
        let permille = 1000 * u32::from(self.interp_ratio);
        let interp = Micros::from_ms(self.interpolation_ms.into());
        interpolation_delay(interp, permille, TickLength::of_hz(self.update_rate_hz))
            .min(Micros::from_ms(1000))
    }

    /// The interpolation delay as the server knows it; 0 where nothing is interpolated.
    #[must_use]
    pub fn effective_interpolation_delay(&self) -> Micros {
        self.subscription(SnapshotDelivery::default()).effective_interpolation_delay()
    }

    /// Whether the two settings draw the others at different times, so that view times of one are
    /// meaningless under the other.
    #[must_use]
    pub fn view_differs(&self, other: &Self) -> bool {
        let view = |n: &Self| (n.remote, n.interpolation_delay(), n.extrapolation_ms);
        let predicted = |n: &Self| (n.rerun_max(), n.input_delay());
        view(self) != view(other) || predicted(self) != predicted(other)
    }

    /// Largest number of ticks that the others are predicted beyond the newest snapshot, where all
    /// ships are predicted.
    #[must_use]
    pub fn rerun_max(&self) -> Option<u32> {
        (self.remote == RemoteView::Predicted).then(|| self.rerun_ticks.into())
    }

    /// Input delay of the own ship; 0 unless all ships are predicted.
    #[must_use]
    pub fn input_delay(&self) -> Tick {
        Tick(self.rerun_max().map_or(0, |_| self.input_delay_ticks.into()))
    }
}

impl Subscription {
    /// The interpolation delay; 0 where nothing is interpolated.
    #[must_use]
    pub fn effective_interpolation_delay(&self) -> Micros {
        match self.remote {
            RemoteView::Interpolate => Micros::from_ms(self.interpolation_ms.into()),
            _ => Micros::ZERO,
        }
    }

    /// How far behind the newest data the others are drawn while snapshots keep coming: by the
    /// interpolation delay, by `D`, or by the snapshot interval at worst.
    #[must_use]
    pub fn drawn_behind(&self, rules: &RoomNetcode) -> Micros {
        match self.remote {
            RemoteView::Interpolate => self.effective_interpolation_delay(),
            RemoteView::Delayed => Micros::from_ms(rules.delay_ms.into()),
            RemoteView::Raw
            | RemoteView::QuakeWorld
            | RemoteView::Chase
            | RemoteView::Predicted => Micros(MICROS_PER_S / i64::from(self.update_rate_hz.max(1))),
        }
    }
}

impl Default for Subscription {
    fn default() -> Self {
        PlayerNetcode::default().subscription(SnapshotDelivery::default())
    }
}

/// How far the view is behind the present: `max(interp, ratio/update_rate)`.
#[must_use]
pub fn interpolation_delay(
    interp: Micros,
    ratio_permille: u32,
    between_snapshots: TickLength,
) -> Micros {
    interp.max(between_snapshots.permille(ratio_permille))
}

impl RoomNetcode {
    /// Under lockstep, how many ticks ahead of the displayed one commands are made.
    #[must_use]
    pub const fn lockstep(&self) -> Option<u32> {
        match self.commands {
            CommandPolicy::Lockstep => Some(self.lockstep_ticks as u32 + 1),
            CommandPolicy::RepeatLast | CommandPolicy::RunOnNext | CommandPolicy::Bank => None,
        }
    }

    /// Largest rewind of a shot's targets from its execution.
    #[must_use]
    pub const fn rewind_bound(&self) -> Micros {
        Micros::from_ms(self.rewind_bound_ms as i64)
    }

    /// Minimum lag of every player.
    #[must_use]
    pub const fn minimum_lag(&self) -> Micros {
        Micros::from_ms(self.minimum_lag_ms as i64)
    }

    /// How far before execution the view of a player with this interpolation delay may be. The
    /// measured round trip does not enter.
    #[must_use]
    pub const fn ping_cap(&self, interpolation_delay: Micros) -> Micros {
        Micros(Micros::from_ms(self.ping_cap_ms as i64).0 + interpolation_delay.0)
    }
}
