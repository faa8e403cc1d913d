//! QuakeWorld's ring of 64 frames, built on demand from what the client keeps of its newest
//! commands: for each slot, when its command was sent, when it was acknowledged, and whether this
//! frame replays it. After id Software's released QuakeWorld source and its description of
//! client-side prediction.

use alloc::vec::Vec;

use super::{acks::Acks, own_view::held_back, packet_log::PacketKind, state::Client};
use crate::{
    base::time::{Micros, Tick},
    netcode::{choices::OwnShip, values::PlayerNetcode},
    schemes::quakeworld::{RING, replayed},
};

/// The state of a slot in this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotState {
    /// No command was made for it.
    Empty,
    /// The server has executed its command.
    Acknowledged,
    /// Not acknowledged, and not replayed in this frame.
    Sent,
    /// Replayed in this frame, on top of the acknowledged state.
    Replayed,
    /// Not acknowledged, and not replayed because prediction is frozen.
    Frozen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its index in the ring: the command's tick modulo [`RING`].
    pub number: u8,
    /// The client's tick for which the command was made.
    pub tick: Tick,
    pub state: SlotState,
    /// When the command was first sent, on the client's clock; `None` while it waits for a packet.
    pub sent: Option<Micros>,
    /// When the first snapshot arrived that names this command as the newest executed. `None` for a
    /// command that was acknowledged together with a later one.
    pub received: Option<Micros>,
}

/// Whether prediction stops when too many commands are unacknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freezing {
    /// The player's settings never freeze it.
    Never,
    /// It can freeze, and is not frozen.
    No,
    /// It is frozen.
    Now,
}

/// The ring in one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandRing {
    /// The frame's time, on the client's clock.
    pub now: Micros,
    /// The newest [`RING`] slots, oldest first.
    pub slots: Vec<Slot>,
    /// Commands made and not acknowledged. Exceeds the size of the ring if the round trip is long.
    pub unacknowledged: u32,
    /// How many of them this frame replays.
    pub replayed: u32,
    pub freezing: Freezing,
    /// The round trip, by QuakeWorld's creeping estimate.
    pub estimate: Micros,
}

/// The client's data that the ring is built from.
struct RingInputs<'a> {
    now: Micros,
    newest: Tick,
    /// The tick of the newest command that was sent.
    sent_tick: Tick,
    acks: &'a Acks,
    /// For each snapshot, the command it named as the newest executed and when it arrived, oldest
    /// first.
    answers: &'a [(Tick, Micros)],
    own_ship: OwnShip,
    freezing: Freezing,
    /// How far behind the present the own ship is drawn.
    held_back: Micros,
}

impl Slot {
    /// The round trip of the command, as QuakeWorld measures it: time received minus time sent.
    #[must_use]
    pub fn latency(&self) -> Option<Micros> {
        Some(self.received? - self.sent?)
    }
}

impl CommandRing {
    /// The newest slot with a known round trip.
    #[must_use]
    pub fn newest_sample(&self) -> Option<&Slot> {
        self.slots.iter().rev().find(|slot| slot.latency().is_some())
    }

    fn of(kept: &RingInputs) -> Self {
        let executed = kept.acks.executed();
        let unacknowledged = u32::try_from(kept.newest.since(executed)).unwrap_or(0);
        let last_replayed = kept.last_replayed(unacknowledged);
        let first = i64::from(kept.newest.0) + 1 - RING as i64;
        let slots =
            (first..first + RING as i64).map(|tick| kept.slot(tick, last_replayed)).collect();
        Self {
            now: kept.now,
            slots,
            unacknowledged,
            replayed: u32::try_from(last_replayed.since(executed)).unwrap_or(0),
            freezing: kept.freezing,
            estimate: kept.acks.latency(),
        }
    }
}

impl RingInputs<'_> {
    /// The tick of the last command that this frame replays, or of the acknowledged one if it
    /// replays none.
    fn last_replayed(&self, unacknowledged: u32) -> Tick {
        let executed = self.acks.executed();
        let sent = (1..=unacknowledged).map(|n| self.sent(executed.plus(n)).unwrap_or(self.now));
        let local_time = self.now - self.held_back;
        let n = match (self.own_ship, self.freezing) {
            (OwnShip::Wait, _) | (_, Freezing::Now) => 0,
            (OwnShip::Predict, Freezing::No) => replayed(sent, local_time) as u32,
            // Only the number of commands bounds the replay here.
            (OwnShip::Predict, Freezing::Never) => {
                let before = sent.take_while(|sent| *sent < local_time).count() as u32;
                (before + 1).min(unacknowledged)
            }
        };
        executed.plus(n)
    }

    fn slot(&self, tick: i64, last_replayed: Tick) -> Slot {
        let number = tick.rem_euclid(RING as i64) as u8;
        let tick = Tick(u32::try_from(tick).unwrap_or(0));
        let sent = self.sent(tick);
        let received = self.answers.iter().find(|(named, _)| *named == tick).map(|(_, at)| *at);
        let waits = tick > self.sent_tick && tick <= self.newest;
        let state = if sent.is_none() && !waits {
            SlotState::Empty
        } else if tick <= self.acks.executed() {
            SlotState::Acknowledged
        } else if self.freezing == Freezing::Now {
            SlotState::Frozen
        } else if tick <= last_replayed {
            SlotState::Replayed
        } else {
            SlotState::Sent
        };
        Slot { number, tick, state, sent, received }
    }

    fn sent(&self, tick: Tick) -> Option<Micros> {
        self.acks.sent(tick)
    }
}

impl Client {
    /// The ring of the player's commands as of the last frame; `None` before the welcome.
    #[must_use]
    pub fn command_ring(&self) -> Option<CommandRing> {
        let game = &self.playing()?.game;
        let (own, timeline) = (&game.own, &game.timeline);
        let (now, netcode): (_, &PlayerNetcode) = (timeline.frame_at(), &self.in_force);
        let freezing = match (own.freezes(netcode), own.frozen()) {
            (false, _) => Freezing::Never,
            (true, false) => Freezing::No,
            (true, true) => Freezing::Now,
        };
        Some(CommandRing::of(&RingInputs {
            now,
            newest: own.prediction().newest_tick(),
            sent_tick: timeline.sent_tick(),
            acks: timeline.acks(),
            answers: &self.answers(),
            own_ship: own.mode(),
            freezing,
            held_back: held_back(now, timeline, netcode),
        }))
    }

    /// Which command each snapshot named as the newest executed and when it arrived, oldest first.
    /// The own ship in the snapshot says how many ticks its command lags.
    fn answers(&self) -> Vec<(Tick, Micros)> {
        let Some(playing) = self.playing() else { return Vec::new() };
        let game = &playing.game;
        let snapshots = self.packets.received().iter().filter(|p| p.kind == PacketKind::Snapshot);
        snapshots
            .filter_map(|packet| {
                let tick = packet.tick()?;
                let ship = game.inbox.states().get(tick)?.ship(game.own.id())?;
                Some((tick.minus(ship.behind.into()), packet.at))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds the ring of a client that sent one command per 10 ms tick from tick 1 to `newest`, of
    /// which those up to `executed` were acknowledged 100 ms after they were sent.
    fn check(newest: u32, executed: u32, change: impl Fn(&mut RingInputs)) -> CommandRing {
        let at = |tick: u32| Micros::from_ms(i64::from(tick) * 10);
        let mut acks = Acks::new(Micros::ZERO);
        (1..=newest).for_each(|tick| acks.note_sent(at(tick), Tick(tick), Tick(tick)));
        let answer = |tick| (Tick(tick), at(tick) + Micros::from_ms(100));
        let answers: Vec<(Tick, Micros)> = (1..=executed).map(answer).collect();
        for (tick, came) in &answers {
            acks.handle_snapshot(*came, *tick);
        }
        let mut kept = RingInputs {
            now: at(newest),
            newest: Tick(newest),
            sent_tick: Tick(newest),
            acks: &acks,
            answers: &answers,
            own_ship: OwnShip::Predict,
            freezing: Freezing::No,
            held_back: Micros::ZERO,
        };
        change(&mut kept);
        let ring = CommandRing::of(&kept);
        assert_eq!(ring.slots.len(), RING);
        for (n, slot) in ring.slots.iter().enumerate() {
            let tick = i64::from(newest) + 1 - RING as i64 + n as i64;
            assert_eq!(i64::from(slot.number), tick.rem_euclid(64), "{slot:?}");
        }
        ring
    }

    fn count(ring: &CommandRing, state: SlotState) -> usize {
        ring.slots.iter().filter(|slot| slot.state == state).count()
    }

    #[test]
    fn slots_are_empty_acknowledged_and_replayed() {
        let ring = check(20, 8, |_| {});
        assert_eq!((ring.unacknowledged, ring.replayed), (12, 12));
        let counted = [SlotState::Empty, SlotState::Acknowledged, SlotState::Replayed];
        assert_eq!(counted.map(|state| count(&ring, state)), [44, 8, 12]);
        assert_eq!(ring.slots[63].tick, Tick(20));
        assert_eq!(ring.slots[43].state, SlotState::Empty, "tick 0 was never made");
    }

    #[test]
    fn the_latency_of_a_slot_is_received_less_sent() {
        let ring = check(200, 190, |_| {});
        let sample = ring.newest_sample().unwrap();
        assert_eq!((sample.tick, sample.number), (Tick(190), 62));
        assert_eq!(sample.latency(), Some(Micros::from_ms(100)));
        assert_eq!(ring.slots[63].latency(), None, "not acknowledged yet");
        // It creeps up from 0 by 1 ms a sample.
        assert_eq!(ring.estimate, Micros::from_ms(100));
        assert_eq!(check(30, 20, |_| {}).estimate, Micros::from_ms(20));
    }

    #[test]
    fn at_most_61_are_replayed_and_at_62_it_freezes() {
        let ring = check(161, 100, |_| {});
        assert_eq!((ring.unacknowledged, ring.replayed), (61, 61));
        assert_eq!(count(&ring, SlotState::Replayed), 61);
        let ring = check(162, 100, |kept| kept.freezing = Freezing::Now);
        assert_eq!((ring.unacknowledged, ring.replayed), (62, 0));
        assert_eq!([SlotState::Frozen, SlotState::Acknowledged].map(|s| count(&ring, s)), [62, 2]);
        // A longer round trip overwrites even the acknowledged state.
        let ring = check(180, 100, |kept| kept.freezing = Freezing::Now);
        assert_eq!((ring.unacknowledged, count(&ring, SlotState::Frozen)), (80, 64));
        // Settings that never freeze replay all of them.
        let ring = check(180, 100, |kept| kept.freezing = Freezing::Never);
        assert_eq!((ring.replayed, count(&ring, SlotState::Replayed)), (80, 64));
    }

    #[test]
    fn unpredicted_commands_are_sent_and_not_replayed() {
        let ring = check(120, 100, |kept| kept.own_ship = OwnShip::Wait);
        assert_eq!((ring.replayed, count(&ring, SlotState::Sent)), (0, 20));
        // Drawn 50 ms behind: replays up to and including the command sent then.
        let ring = check(120, 100, |kept| kept.held_back = Micros::from_ms(50));
        assert_eq!((ring.replayed, count(&ring, SlotState::Sent)), (15, 5));
        let ring = check(120, 100, |kept| kept.sent_tick = Tick(100));
        assert_eq!(ring.slots[63].state, SlotState::Replayed, "what waits for a packet is too");
    }
}
