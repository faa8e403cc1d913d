//! How a client acknowledges and requests snapshots: honest manners, and every known way to make
//! the room encode more for one client than for others.

use shared::{
    base::{rng::Rng, time::Tick},
    netcode::values::{PlayerNetcode, SnapshotDelivery, Subscription},
};

/// A client's manner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Honest, over a stream, as on the game's page.
    Stream,
    /// Honest, over datagrams that may be lost, as on the game's page with a simulated link.
    Datagrams,
    /// Always claims to have no snapshot.
    HasNothing,
    /// The same over a stream.
    HasNothingOfStream,
    /// Acknowledges its first snapshot for ever.
    AcksTheFirst,
    /// Acknowledges a snapshot this many ticks old.
    AcksOld(u32),
    /// Acknowledges a random snapshot of the last two seconds.
    AcksAnything,
    /// Acknowledges only its first snapshot for nearly two seconds, then the newest.
    AcksNowAndThen,
    /// Claims to have no snapshot, and asks for a full update whenever it may.
    AsksForFullUpdates,
    /// Alternates between reliable and lossy delivery.
    TogglesDelivery,
    /// Alternates between one snapshot a second and all of them.
    TogglesRate,
    /// Accepts deltas only against the last snapshot, over 100 ms.
    ShortWindow,
    /// Reads each snapshot 100 ms late, over a stream.
    ReadsSlowly,
    /// Reads nothing, and declares its delivery lossy.
    ReadsNothing,
}

/// Nearly the oldest baseline that the room accepts, in ticks of 60 Hz.
const OLDEST: u32 = 118;

impl Manner {
    /// All of them.
    pub(super) const ALL: [Self; 17] = [
        Self::Stream,
        Self::Datagrams,
        Self::HasNothing,
        Self::HasNothingOfStream,
        Self::AcksTheFirst,
        Self::AcksOld(12),
        Self::AcksOld(24),
        Self::AcksOld(60),
        Self::AcksOld(OLDEST),
        Self::AcksAnything,
        Self::AcksNowAndThen,
        Self::AsksForFullUpdates,
        Self::TogglesDelivery,
        Self::TogglesRate,
        Self::ShortWindow,
        Self::ReadsSlowly,
        Self::ReadsNothing,
    ];

    /// The subscription in its hello.
    pub(super) fn subscription(self, update_rate_hz: u16) -> Subscription {
        let delta_window = if self == Self::ShortWindow { 1 } else { 0 };
        let player = PlayerNetcode { update_rate_hz, delta_window, ..PlayerNetcode::default() };
        player.subscription(match self {
            Self::Stream | Self::HasNothingOfStream | Self::ReadsSlowly => SnapshotDelivery::Stream,
            _ => SnapshotDelivery::Datagram,
        })
    }

    /// The subscription that it changes to at a tick, if any.
    pub(super) fn resubscription(self, tick: Tick, update_rate_hz: u16) -> Option<Subscription> {
        let old = self.subscription(update_rate_hz);
        match (self, tick.0 % 4) {
            (Self::TogglesDelivery, 0) => {
                Some(Subscription { delivery: SnapshotDelivery::Stream, ..old })
            }
            (Self::TogglesRate, 1) => Some(Subscription { update_rate_hz: 1, ..old }),
            (Self::TogglesDelivery, 2) | (Self::TogglesRate, 3) => Some(old),
            _ => None,
        }
    }

    /// The tick that it acknowledges in a tick. `sent` holds the ticks it was sent, in order;
    /// `came` is the newest acknowledgement that arrived.
    pub(super) fn ack(
        self,
        tick: Tick,
        sent: &[Tick],
        came: Option<Tick>,
        rng: &mut Rng,
    ) -> Option<Tick> {
        let within = |back: u32| sent.iter().copied().find(move |sent| *sent >= tick.minus(back));
        match self {
            Self::HasNothing
            | Self::HasNothingOfStream
            | Self::AsksForFullUpdates
            | Self::TogglesDelivery => None,
            Self::AcksTheFirst => sent.first().copied(),
            Self::AcksOld(back) => within(back),
            Self::AcksAnything => within(rng.below(OLDEST)).or(sent.last().copied()),
            // The room ignores acknowledgements older than the newest it has.
            Self::AcksNowAndThen if !tick.0.is_multiple_of(OLDEST) => sent.first().copied(),
            Self::AcksNowAndThen => sent.last().copied(),
            Self::Stream
            | Self::Datagrams
            | Self::TogglesRate
            | Self::ShortWindow
            | Self::ReadsSlowly
            | Self::ReadsNothing => came,
        }
    }

    /// Ticks until its socket takes a snapshot; `None` for never.
    pub(super) fn reads_after(self) -> Option<u32> {
        match self {
            Self::ReadsSlowly => Some(6),
            Self::ReadsNothing => None,
            _ => Some(0),
        }
    }
}
