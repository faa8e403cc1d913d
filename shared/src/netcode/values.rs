//! Every choice of the netcode as one value: integers and enums only, each with its unit, default
//! and range.
//!
//! Settings of the *room* decide what is true; settings of the *player* decide what that player
//! sees and sends. A preset of a scheme is one value of this; [`super::setting`] names the parts.

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

/// How far from grazing a claimed hit may be, unless said otherwise, in 1/256 u: 4 u.
pub const TOLERANCE_DEFAULT: u32 = 1024;

/// n of lockstep, unless said otherwise.
pub const LOCKSTEP_TICKS: u8 = 6;

/// What a room decides by; the same for everybody in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoomNetcode {
    /// How hits are judged.
    pub hit_rule: HitRule,
    /// Whether a rewound hit must also be one in the present (ET 2.60, for beams).
    pub cover_veto: CoverVeto,
    /// Where a bolt is judged to be.
    pub bolt_path: BoltPath,
    /// The gain of a bolt path that converges frame by frame: `k` of `(laser·k + target)/(k+1)`.
    pub path_k: u8,
    /// How far back a shot may look under the game's own rule, under claims and under Source (its
    /// `sv_maxunlag`), in ms. A player at
    /// 250 ms round trip with 100 ms of interpolation and the margin of the commands must fit.
    pub rewind_bound_ms: u16,
    /// `D` of delayed synchronisation: how far in the past the others are, in ms.
    pub delay_ms: u16,
    /// How far a claimed hit may be off the server's own history, in 1/256 u.
    pub claim_tolerance: u16,
    /// Who bounces when two ships meet.
    pub ramming: Ramming,
    /// What becomes of missing and late commands.
    pub commands: CommandPolicy,
    /// Snapshots a second that a player gets at least, whatever it wishes for.
    pub update_min_hz: u16,
    /// And at most; the tick rate is the most there is.
    pub update_max_hz: u16,
    /// Thousands of bytes a second that a player gets at least, whatever it wishes for.
    pub rate_min_kb_per_s: u16,
    /// And at most.
    pub rate_max_kb_per_s: u16,
    /// The lag that everybody has at least, in ms: who is nearer lets its commands wait.
    pub minimum_lag_ms: u16,
    /// Under lockstep, n: at the picture of a tick E the command for E + 1 + n is made.
    pub lockstep_ticks: u8,
    /// Whether bolts fly on through the ships that they hit.
    pub piercing: Piercing,
    /// What a claimed view may be old by the way to its shooter, in ms: its interpolation delay
    /// comes on top. 1000 holds nobody, for no rule looks back any further.
    pub ping_cap_ms: u16,
}

/// What a player sees and sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerNetcode {
    /// Whether the own ship is predicted.
    pub own_ship: OwnShip,
    /// How much of the round trip is predicted at most, in ms: QuakeWorld's `pushlatency` with its
    /// sign turned; 999 is all of it.
    pub push_ms: u16,
    /// Whether that counts, or half of the latency.
    pub push_rule: PushRule,
    /// What becomes of a prediction error in the picture.
    pub correction: CorrectionMode,
    /// Time in which it fades, in ms.
    pub correction_ms: u16,
    /// At which moment and how the remote ships are drawn.
    pub remote: RemoteView,
    /// The curve between snapshots.
    pub curve: Curve,
    /// How far behind the snapshots the remote ships are drawn, in ms.
    pub interpolation_ms: u16,
    /// At least so many snapshots of delay (Source's `cl_interp_ratio`); 0: only the ms count.
    pub interp_ratio: u8,
    /// How long a remote ship flies on when snapshots stay away, in ms.
    pub extrapolation_ms: u16,
    /// The gain of a chase frame by frame; 0 chases by time.
    pub chase_k: u8,
    /// How other people's bolts are drawn.
    pub bolts: BoltView,
    /// The gain of bolts that converge frame by frame.
    pub bolt_k: u8,
    /// Snapshots a second to this player; the tick rate is the most there is.
    pub update_rate_hz: u16,
    /// Command packets a second, the tick rate being the most.
    pub command_rate_hz: u16,
    /// Bytes a second to this player, in thousands; what exceeds them is choke.
    pub rate_kb_per_s: u16,
    /// By which rule.
    pub rate_rule: RateRule,
    /// How many snapshots back one may build upon; 0: whatever both ends still have.
    pub delta_window: u8,
    /// Markers a second that ET per command stores of this player (`com_maxfps`).
    pub marker_rate_hz: u16,
    /// How early the latest of the commands should arrive at the server, in ms: the jitter, from
    /// end to end, that the way up may have before a command comes too late.
    pub margin_ms: u16,
    /// Commands of earlier packets that each packet repeats: for links that lose packets.
    pub backups: u8,
    /// Where everybody is predicted: how many ticks after its command the own ship answers.
    pub input_delay_ticks: u8,
    /// And how many ticks beyond the newest snapshot the others are run at most.
    pub rerun_ticks: u8,
}

/// All of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Netcode {
    /// The room's part.
    pub room: RoomNetcode,
    /// The player's part.
    pub player: PlayerNetcode,
}

/// What becomes of snapshots on their way to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Delivery {
    /// They may be lost: one can build only upon what was acknowledged.
    #[default]
    Datagram,
    /// What was written arrives, and in order: one can build upon the last one written.
    Stream,
}

/// What of a player's settings the server must know to serve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Subscription {
    /// Snapshots a second.
    pub update_rate_hz: u16,
    /// Bytes a second, in thousands.
    pub rate_kb_per_s: u16,
    /// By which rule snapshots are left out for it.
    pub rate_rule: RateRule,
    /// How many snapshots back one may build upon; 0: any.
    pub delta_window: u8,
    /// Markers a second that ET per command stores of this player.
    pub marker_rate_hz: u16,
    /// At which moment it draws the others: what other schemes would have drawn is told apart.
    pub remote: RemoteView,
    /// How far behind the snapshots it draws them, in ms, where it interpolates.
    pub interpolation_ms: u16,
    /// How snapshots travel to it.
    pub delivery: Delivery,
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
    /// What the server must know of it, where snapshots travel in some way.
    #[must_use]
    pub fn subscription(&self, delivery: Delivery) -> Subscription {
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

    /// How far behind the snapshots the remote ships are drawn where they are interpolated: the
    /// larger of the delay and its number of snapshots, at most a second.
    #[must_use]
    pub fn interpolation_delay(&self) -> Micros {
        let permille = 1000 * u32::from(self.interp_ratio);
        let interp = Micros::from_ms(self.interpolation_ms.into());
        interpolation_delay(interp, permille, TickLength::of_hz(self.update_rate_hz))
            .min(Micros::from_ms(1000))
    }

    /// The interpolation delay as the server knows it; none where nothing is interpolated.
    #[must_use]
    pub fn lerp(&self) -> Micros {
        self.subscription(Delivery::default()).lerp()
    }

    /// Whether view times of one setting say nothing about those of the other: what is drawn of
    /// the others is from another moment.
    #[must_use]
    pub fn view_differs(&self, other: &Self) -> bool {
        let view = |n: &Self| (n.remote, n.interpolation_delay(), n.extrapolation_ms);
        let predicted = |n: &Self| (n.rerun_max(), n.input_delay());
        view(self) != view(other) || predicted(self) != predicted(other)
    }

    /// How many ticks beyond the newest snapshot the others are run at most, where everybody is
    /// predicted.
    #[must_use]
    pub fn rerun_max(&self) -> Option<u32> {
        (self.remote == RemoteView::Predicted).then(|| self.rerun_ticks.into())
    }

    /// How many ticks after its command the own ship answers: the input delay, which only a player
    /// has who predicts everybody.
    #[must_use]
    pub fn input_delay(&self) -> Tick {
        Tick(self.rerun_max().map_or(0, |_| self.input_delay_ticks.into()))
    }
}

impl Subscription {
    /// The interpolation delay; none where nothing is interpolated.
    #[must_use]
    pub fn lerp(&self) -> Micros {
        match self.remote {
            RemoteView::Interpolate => Micros::from_ms(self.interpolation_ms.into()),
            _ => Micros::ZERO,
        }
    }

    /// How far behind the newest news of the others the player draws them at most, as long as
    /// snapshots come: an interpolation delay, `D`, or the time from one snapshot to the next.
    #[must_use]
    pub fn drawn_behind(&self, rules: &RoomNetcode) -> Micros {
        match self.remote {
            RemoteView::Interpolate => self.lerp(),
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
        PlayerNetcode::default().subscription(Delivery::default())
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
    /// How many ticks ahead of the picture commands are made, where a tick waits for those of all.
    #[must_use]
    pub const fn lockstep(&self) -> Option<u32> {
        match self.commands {
            CommandPolicy::Lockstep => Some(self.lockstep_ticks as u32 + 1),
            CommandPolicy::RepeatLast | CommandPolicy::RunOnNext | CommandPolicy::Bank => None,
        }
    }

    /// How far before its execution a shot's targets are looked at, at most.
    #[must_use]
    pub const fn rewind_bound(&self) -> Micros {
        Micros::from_ms(self.rewind_bound_ms as i64)
    }

    /// The lag that everybody has at least.
    #[must_use]
    pub const fn minimum_lag(&self) -> Micros {
        Micros::from_ms(self.minimum_lag_ms as i64)
    }

    /// How far before its execution a view may lie of a player who draws the others so far behind
    /// the snapshots. What is measured of its connection does not enter.
    #[must_use]
    pub const fn ping_cap(&self, lerp: Micros) -> Micros {
        Micros(Micros::from_ms(self.ping_cap_ms as i64).0 + lerp.0)
    }
}
