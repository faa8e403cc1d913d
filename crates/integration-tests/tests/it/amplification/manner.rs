//! What a client says of the snapshots that it gets: honest ones, and all the ways of having more
//! made for oneself than others have.

use shared::{
    base::{rng::Rng, time::Tick},
    netcode::values::{Delivery, PlayerNetcode, Subscription},
};

/// How a client behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Honest, over a stream: as the game's page is.
    Stream,
    /// Honest, where snapshots may be lost: as the game's page on a simulated link.
    Datagrams,
    /// Says that it has nothing, every time.
    HasNothing,
    /// The same over a stream.
    HasNothingOfStream,
    /// Acknowledges its first snapshot for ever.
    AcksTheFirst,
    /// Acknowledges what is so many ticks old.
    AcksOld(u32),
    /// Acknowledges anything of the last two seconds.
    AcksAnything,
    /// Acknowledges nothing for nearly two seconds, and then the newest.
    AcksNowAndThen,
    /// Has nothing, and asks for a full update whenever it may.
    AsksForFullUpdates,
    /// Says by turns that snapshots arrive, and that they may be lost.
    TogglesDelivery,
    /// Asks for one snapshot a second, and for all, by turns.
    TogglesRate,
    /// Builds upon one snapshot back at most, over 100 ms.
    ShortWindow,
    /// Reads each snapshot 100 ms later, over a stream.
    ReadsSlowly,
    /// Reads nothing, and says that snapshots may be lost.
    ReadsNothing,
}

/// Nearly all of what can be built upon, in ticks of 60 Hz.
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

    /// What it asks for at first.
    pub(super) fn subscription(self, update_rate_hz: u16) -> Subscription {
        let delta_window = if self == Self::ShortWindow { 1 } else { 0 };
        let player = PlayerNetcode { update_rate_hz, delta_window, ..PlayerNetcode::default() };
        player.subscription(match self {
            Self::Stream | Self::HasNothingOfStream | Self::ReadsSlowly => Delivery::Stream,
            _ => Delivery::Datagram,
        })
    }

    /// What it asks for at a tick, if that is something else.
    pub(super) fn resubscription(self, tick: Tick, update_rate_hz: u16) -> Option<Subscription> {
        let old = self.subscription(update_rate_hz);
        match (self, tick.0 % 4) {
            (Self::TogglesDelivery, 0) => Some(Subscription { delivery: Delivery::Stream, ..old }),
            (Self::TogglesRate, 1) => Some(Subscription { update_rate_hz: 1, ..old }),
            (Self::TogglesDelivery, 2) | (Self::TogglesRate, 3) => Some(old),
            _ => None,
        }
    }

    /// What it acknowledges before a tick: of what it was sent, in order, and of what has come.
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
            // The room takes nothing that is older than what it knows.
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

    /// For how many ticks a snapshot waits until its socket takes it; `None`: for ever.
    pub(super) fn reads_after(self) -> Option<u32> {
        match self {
            Self::ReadsSlowly => Some(6),
            Self::ReadsNothing => None,
            _ => Some(0),
        }
    }
}
