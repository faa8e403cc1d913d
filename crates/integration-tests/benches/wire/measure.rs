//! Plays a workload once, encodes it at several rates with every codec, and sums the bytes.

use shared::{
    base::time::TickRate,
    sim::{event::Event, journal::events_of, state::WorldState, tick_record::TickRecord},
    wire::{
        bits::Category,
        codec::CodecId,
        message::snapshot_message,
        snapshot::{MarginReport, SnapshotHead, ViewerHead, encode},
    },
};
use testkit::workload::{Entropy, EventCounts, Trace, Viewer, Workload};

use crate::gaps::{Errors, Gaps};

/// Measuring starts after this many seconds, when every ship flies.
const WARM_UP_S: u32 = 2;
/// Measured time, in s.
const SPAN_S: u32 = 20;
/// Bytes of TCP and IP around a WebSocket frame: 20 for IPv4, 32 for TCP with time stamps, as if no
/// two frames shared a segment. `lagrange load` counts the same.
const TCP_IP_BYTES: usize = 52;

/// The cost of one codec at one rate.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodecCost {
    /// Snapshot bodies.
    pub(crate) bytes: usize,
    /// Whole messages, with the part that is specific to one viewer.
    pub(crate) payload_bytes: usize,
    /// With WebSocket, TCP and IP headers.
    pub(crate) wire_bytes: usize,
    pub(crate) ship_bits: u64,
    pub(crate) bolt_bits: u64,
    pub(crate) event_bits: u64,
    /// Errors at the snapshots themselves.
    pub(crate) errors: Errors,
}

/// A viewer that receives snapshots at one rate.
pub(crate) struct AtRate {
    pub(crate) hz: u32,
    interval: u32,
    viewer: Viewer,
    /// The true states since the last snapshot.
    since: Vec<WorldState>,
    pub(crate) spent: [CodecCost; CodecId::ALL.len()],
    pub(crate) gaps: Gaps,
    pub(crate) snapshots: usize,
    /// Ships in all snapshots together.
    pub(crate) ships: usize,
}

/// Results of a workload.
pub(crate) struct Measurement {
    pub(crate) workload: Workload,
    pub(crate) rates: Vec<AtRate>,
    pub(crate) happened: EventCounts,
    entropy: Option<Entropy>,
    /// Hash of all states, from the first tick on.
    pub(crate) hash: u64,
    rate: TickRate,
}

impl Measurement {
    /// Entropy of the input, in bytes per ship and snapshot at `hz` snapshots a second.
    pub(crate) fn entropy_bytes(&self, hz: u32) -> Option<f64> {
        let interval = f64::from(u32::from(self.rate.hz()) / hz);
        let entropy = self.entropy.as_ref()?;
        Some((entropy.thrust_bits() + entropy.aim_bits()) * interval / 8.0)
    }

    /// Shots, hits, deaths and spawns per ship and second.
    pub(crate) fn per_ship_s(&self) -> [f64; 4] {
        let EventCounts { shots, hits, deaths, spawns, .. } = self.happened;
        let per_ship_s = |sum| self.happened.per_ship_s(sum, self.rate.hz());
        [shots, hits, deaths, spawns].map(per_ship_s)
    }
}

/// Plays a workload and encodes it at each of the rates.
pub(crate) fn measure(workload: Workload, rates: &[u32]) -> Result<Measurement, String> {
    let rate = TickRate::DEFAULT;
    let hz = u32::from(rate.hz());
    let mut trace = workload.start(rate).map_err(|error| error.to_string())?;
    for _ in 0..WARM_UP_S * hz {
        trace.step();
    }
    let (entropy, happened) = (trace.entropy().copied(), *trace.happened());
    let mut rates: Vec<AtRate> =
        rates.iter().map(|at| AtRate::new(*at, hz / at, workload.ships)).collect();
    for n in 0..SPAN_S * hz {
        trace.step();
        for at in &mut rates {
            at.tick(n, &trace)?;
        }
    }
    let entropy = trace.entropy().zip(entropy).map(|(now, before)| now.since(&before));
    let happened = trace.happened().since(&happened);
    Ok(Measurement { workload, rates, happened, entropy, hash: trace.hash(), rate })
}

impl AtRate {
    fn new(hz: u32, interval: u32, seats: u16) -> Self {
        Self {
            hz,
            interval,
            viewer: Viewer::new(seats),
            since: Vec::new(),
            spent: Default::default(),
            gaps: Gaps::default(),
            snapshots: 0,
            ships: 0,
        }
    }

    fn tick(&mut self, n: u32, trace: &Trace) -> Result<(), String> {
        let state = trace.journal().state();
        if !n.is_multiple_of(self.interval) {
            self.since.push(state.clone());
            return Ok(());
        }
        // Before the third snapshot, the codecs cannot predict how aims turn.
        if let Some(baseline) = self.viewer.baseline().filter(|baseline| baseline.before.is_some())
        {
            let records = trace.journal().between(baseline.state.tick, state.tick);
            let records: Vec<&TickRecord> = records.ok_or("the journal is too short")?;
            let events = events_of(&records);
            for (codec, spent) in CodecId::ALL.into_iter().zip(&mut self.spent) {
                measure_codec(&self.viewer, codec, trace, &events, spent)?;
            }
            let ends = [baseline.state, state];
            self.gaps.add(ends, &self.since, &records, trace.world().params());
            self.snapshots += 1;
            self.ships += state.ships.len();
        }
        self.viewer.note(state);
        self.since.clear();
        Ok(())
    }
}

fn measure_codec(
    viewer: &Viewer,
    codec: CodecId,
    trace: &Trace,
    events: &[Event],
    spent: &mut CodecCost,
) -> Result<(), String> {
    let state = trace.journal().state();
    let (body, tally) = viewer.encode(codec, trace);
    let decoded =
        viewer.decode(codec, trace, state.tick, &body).map_err(|error| error.to_string())?;
    if decoded.state != *state || decoded.events != events {
        return Err(format!("{codec:?} does not round-trip at tick {}", state.tick.0));
    }
    spent.errors.compare(&decoded.state, state);
    let executed = state.tick;
    let margin = Some(MarginReport { tick: executed, sixteenths: 12 });
    let head = SnapshotHead {
        tick: state.tick,
        baseline: viewer.baseline().map(|baseline| baseline.state.tick),
        viewer: ViewerHead { executed, margin, ..ViewerHead::default() },
    };
    let message = snapshot_message(&encode(&head, &body));
    spent.bytes += body.len();
    spent.payload_bytes += message.len();
    spent.wire_bytes += message.len() + frame_head_bytes(message.len()) + TCP_IP_BYTES;
    spent.ship_bits += u64::from(tally.bits(Category::Ships));
    spent.bolt_bits += u64::from(tally.bits(Category::Bolts));
    spent.event_bits += u64::from(tally.bits(Category::Events));
    Ok(())
}

/// Length of the header of an unmasked WebSocket frame (RFC 6455, 5.2), as the server sends it.
fn frame_head_bytes(message_bytes: usize) -> usize {
    match message_bytes {
        0..=125 => 2,
        126..=65_535 => 4,
        _ => 10,
    }
}
