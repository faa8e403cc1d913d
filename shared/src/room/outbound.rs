//! What clients are told: snapshots at the update rate, standings and probes now and then.
//!
//! A snapshot's body is encoded once for each distinct baseline, never once for each client.

use alloc::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    vec::Vec,
};

use super::{Output, Room, Seat, SessionId};
use crate::{
    base::{
        limits::{ACK_SILENCE_MAX_MS, BASELINE_MS},
        time::{Micros, Tick},
    },
    wire::{
        codec::{CodecContext, CodecId},
        message::{CloseReason, ServerControl, Standing, snapshot_message},
        snapshot::{SnapshotHead, ViewerHead, WorldState, encode},
    },
};

/// Time between two standings, in ms.
const STANDINGS_MS: u32 = 1000;
/// Time between two probes of a session, in ms.
const PROBE_MS: u32 = 2000;

/// A body, and the baseline it really builds upon.
type Body = (Option<Tick>, Vec<u8>);

impl Room {
    /// After a tick: everything that is due to be sent.
    pub(super) fn transmit(&mut self, now: Micros) {
        let tick = self.world.tick.0;
        let rate = self.clock.rate();
        if self.sessions().any(|session| session.is_due(self.world.tick, rate)) {
            self.send_snapshots(now);
        }
        if tick.is_multiple_of(rate.ticks_in_ms(STANDINGS_MS)) {
            self.send_standings();
        }
        if tick.is_multiple_of(rate.ticks_in_ms(PROBE_MS)) {
            for session in self.session_ids() {
                self.probe(now, session);
            }
        }
    }

    /// Asks a session for an echo.
    pub(super) fn probe(&mut self, now: Micros, session: SessionId) {
        let Some(found) = self.session_mut(session) else {
            return;
        };
        let nonce = found.echo.ask(now);
        self.say(session, &ServerControl::Probe { nonce });
    }

    fn send_snapshots(&mut self, now: Micros) {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        let state = Arc::new(WorldState::of(&self.world));
        self.events.forget_until(tick.minus(self.clock.rate().ticks_in_ms(BASELINE_MS)));
        let mut bodies: BTreeMap<(u8, Option<Tick>), Body> = BTreeMap::new();
        let mut outputs = VecDeque::new();
        let mut silent = Vec::new();
        for idx in 0..self.seats.len() {
            let Seat::Player(session) = &mut self.seats[idx] else {
                continue;
            };
            if (now - session.acked_at).as_ms() > ACK_SILENCE_MAX_MS {
                silent.push(session.id);
                continue;
            }
            if !session.is_due(tick, rate) {
                continue;
            }
            if !session.may_send(now) {
                self.stats.choked += 1;
                continue;
            }
            let (codec, wanted) = (session.codec, session.baseline(tick, rate));
            let (baseline, body) = bodies
                .entry((codec as u8, wanted))
                .or_insert_with(|| self.body(codec, wanted, &state));
            self.stats.keyframes += u64::from(baseline.is_none());
            let Seat::Player(session) = &mut self.seats[idx] else {
                continue;
            };
            let viewer = ViewerHead {
                executed: session.executed,
                margin: session.margin.take(),
                late: session.late,
                choked: session.choked,
            };
            session.sent.record(tick);
            let head = SnapshotHead { tick, baseline: *baseline, viewer };
            let message = snapshot_message(&encode(&head, body));
            session.note_sent(now, message.len() as u32);
            self.stats.snapshots += 1;
            self.stats.snapshot_bytes += message.len() as u64;
            outputs.push_back(Output::Snapshot { session: session.id, message });
        }
        self.baselines.insert(tick, state);
        self.outputs.append(&mut outputs);
        for session in silent {
            self.close(session, CloseReason::Slow, None);
        }
    }

    fn body(&self, codec: CodecId, wanted: Option<Tick>, state: &WorldState) -> Body {
        let context = CodecContext { ground: self.world.ground(), seats: self.config.seats };
        let based = wanted
            .and_then(|tick| Some((tick, self.baselines.get(tick)?, self.events.since(tick)?)));
        match based {
            Some((tick, baseline, events)) => {
                (Some(tick), codec.encode(&context, Some(baseline), state, &events).0)
            }
            None => (None, codec.encode(&context, None, state, &self.events.newest()).0),
        }
    }

    fn send_standings(&mut self) {
        let standings: Vec<Standing> = self
            .sessions()
            .map(|session| {
                let link = session.newest_link_stats();
                let ms = |span: Micros| u16::try_from(span.as_ms()).unwrap_or(u16::MAX);
                Standing {
                    ship: session.ship,
                    round_trip_ms: ms(link.round_trip),
                    lead_ms: ms(link.lead),
                }
            })
            .collect();
        self.say_to_all(&ServerControl::Standings(standings));
    }
}
