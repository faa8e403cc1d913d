//! Wolfenstein: ET's lag compensation: a ring of ten markers for each ship, stored every server
//! frame or every command. The ring is rebuilt from all recorded poses on each call.

use shared::{
    base::time::{Micros, Tick},
    netcode::choices::HitRule,
};

use super::{
    ShipState,
    places::{Looking, Place},
    point::Point,
};

/// Markers of a ship.
const MARKERS: usize = 10;
/// A server frame, and the spacing of the markers after a respawn.
const FRAME_US: i64 = 50_000;
/// The markers a second that a player may have.
const RATES_HZ: core::ops::RangeInclusive<i64> = 20..=125;

/// A ship's markers, the oldest first.
#[derive(Default)]
struct Ring(Vec<(i64, Place)>);

/// The server frame in which a tick's commands run: the last one strictly before the tick.
struct Frame {
    previous_us: i64,
    now_us: i64,
}

/// Where a beam finds a ship.
pub(super) fn place(looking: &Looking, present: &ShipState) -> Place {
    if !present.alive {
        return Place::of(present);
    }
    let at = looking.used.at.min(looking.now_us()).0;
    let ring = Ring::of(looking, present);
    let Some(newest_first) = ring.0.iter().rposition(|(time, _)| *time <= at) else {
        // All markers are newer: use the oldest.
        return ring.0.first().map_or_else(|| Place::of(present), |(_, oldest)| *oldest);
    };
    let (time, marker) = ring.0[newest_first];
    match ring.0.get(newest_first + 1) {
        // The newest marker is no newer than the view: the ship is not rewound.
        None => Place::of(present),
        Some((end, newer)) => {
            let part = (at - time) as f64 / (end - time) as f64;
            Place { pos: marker.pos.blend(newer.pos, part), ..marker }
        }
    }
}

impl Ring {
    /// The ring as it is now.
    fn of(looking: &Looking, ship: &ShipState) -> Self {
        let (mut ring, mut last) = (Self::default(), None::<(Tick, &ShipState)>);
        let mut is_respawned = false;
        for tick in (0..=looking.now.0).map(Tick) {
            let Some(stood) = looking.recorded(ship.ship, tick) else { continue };
            // A room counts a teleport as a life, so here a teleport resets the markers too.
            is_respawned |= last.is_some_and(|(_, l)| l.life != stood.life || !l.alive);
            let before = last.replace((tick, stood));
            if !stood.alive {
                continue;
            }
            let begins = core::mem::take(&mut is_respawned);
            match looking.case.netcode.hit_rule {
                HitRule::EtPerFrame => ring.end_tick(looking, tick, stood, begins),
                _ => ring.run_commands(looking, tick, before, stood, begins),
            }
        }
        ring
    }

    /// On a respawn all ten markers get the new pose. The newest gets the present time, each older
    /// one a frame less, truncated to whole ms.
    fn reset(&mut self, now_us: i64, place: Place) {
        self.0.clear();
        let mut time_us = now_us;
        for _ in 0..MARKERS {
            self.0.insert(0, (time_us, place));
            time_us = (time_us - FRAME_US) / 1000 * 1000;
        }
    }

    fn push(&mut self, time_us: i64, place: Place) {
        self.0.push((time_us, place));
        let too_many = self.0.len().saturating_sub(MARKERS);
        self.0.drain(..too_many);
    }

    /// Per frame: stores a marker with the frame's time at the end of every server frame.
    fn end_tick(&mut self, looking: &Looking, tick: Tick, stood: &ShipState, begins: bool) {
        let time_us = looking.case.rate.micros_at(tick).0;
        if begins {
            self.reset(time_us, Place::of(stood));
        }
        if i64::from(tick.0) % frame_ticks(looking) == 0 {
            self.push(time_us, Place::of(stood));
        }
    }

    /// Per command: up to the tick rate, a tick runs one command that stores its pose, or none.
    /// Above it, a tick runs several, between the last tick's pose and this one's.
    fn run_commands(
        &mut self,
        looking: &Looking,
        tick: Tick,
        before: Option<(Tick, &ShipState)>,
        stood: &ShipState,
        begins: bool,
    ) {
        let (rate, frame) = (looking.case.rate, frame_of(looking, tick));
        if begins {
            self.reset(frame.now_us, Place::of(stood));
        }
        let seat = usize::from(stood.ship.idx);
        let hz = looking.case.marker_rates_hz.get(seat).copied().unwrap_or(rate.hz());
        let hz = i64::from(hz).clamp(*RATES_HZ.start(), *RATES_HZ.end());
        let end_us = rate.micros_at(tick).0;
        let begin_us = if tick == Tick(0) { -1 } else { rate.micros_at(tick.minus(1)).0 };
        // The clock of the commands starts at tick 0.
        let due = (begin_us.max(0) * hz / 1_000_000..=end_us * hz / 1_000_000 + 1)
            .map(|n| n * 1_000_000 / hz)
            .filter(|time| begin_us < *time && *time <= end_us);
        let from = before
            .filter(|(then, last)| tick.since(*then) == 1 && last.alive && last.life == stood.life);
        if hz <= i64::from(rate.hz()) {
            if due.count() > 0 {
                self.run_command(&frame, end_us, Place::of(stood));
            }
            return;
        }
        for time_us in due {
            let mut place = Place::of(stood);
            if let Some((_, last)) = from {
                let part = (time_us - begin_us) as f64 / (end_us - begin_us) as f64;
                place.pos = Point::of(last.pos).blend(place.pos, part);
            }
            self.run_command(&frame, time_us, place);
        }
    }

    /// If the newest marker is older than this frame, its time becomes that of the previous frame,
    /// and a new marker begins. The new one's time is the previous frame's plus the time elapsed in
    /// this frame, but no later than this frame's.
    fn run_command(&mut self, frame: &Frame, at_us: i64, place: Place) {
        let time_us = (frame.previous_us + at_us - frame.now_us).min(frame.now_us);
        match self.0.last_mut() {
            Some(newest) if newest.0 >= frame.now_us => *newest = (time_us, place),
            newest => {
                if let Some(newest) = newest {
                    newest.0 = frame.previous_us;
                }
                self.push(time_us, place);
            }
        }
    }
}

/// Ticks in a server frame: the number nearest to 50 ms.
fn frame_ticks(looking: &Looking) -> i64 {
    (i64::from(looking.case.rate.hz()) + 10) / 20
}

fn frame_of(looking: &Looking, tick: Tick) -> Frame {
    let length = frame_ticks(looking);
    let now = (i64::from(tick.0) - 1).div_euclid(length) * length;
    let time_us = |n: i64| Micros((n * 1_000_000).div_euclid(looking.case.rate.hz().into())).0;
    Frame { previous_us: time_us(now - length), now_us: time_us(now) }
}
