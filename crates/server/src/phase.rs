//! Spreads the ticks of different rooms over the tick interval, by room id. Rooms that were opened
//! together, or stalled together, would otherwise all tick at the same moment, and the last would
//! wait for all the others. Applied when a room opens and when its clock restarts after a stall.
use shared::base::limits::CATCH_UP_TICKS_MAX;
use shared::base::time::{MICROS_PER_S, Micros, Tick, TickRate};
use shared::room::Room;

/// Fractional part of the golden ratio, in 1/2³². Its multiples modulo 1 are spread as evenly as
/// possible, for any number of them (Knuth, *The Art of Computer Programming*, volume 3, 6.4).
const GOLDEN: u32 = 0x9E37_79B9;

/// When the ticks of a room are due.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phase {
    rate: TickRate,
    /// Offset of the ticks from whole tick times, less than a tick.
    offset: Micros,
}

impl Phase {
    /// The phase of a room id.
    pub(crate) fn for_room(room_id: u64, rate: TickRate) -> Self {
        let share = i64::from(GOLDEN.wrapping_mul(room_id as u32));
        Self { rate, offset: Micros((share * rate.micros_at(Tick(1)).0) >> 32) }
    }

    /// The last tick time that is not after `now`.
    pub(crate) fn last_tick_time(&self, now: Micros) -> Micros {
        // Every tick rate has a whole number of ticks a second.
        let within = Micros((now - self.offset).0.rem_euclid(MICROS_PER_S));
        let newest = self.rate.micros_at(self.rate.tick_at(within));
        now - (within - newest)
    }

    /// The time to give the room as the present. After a stall so long that the room restarts its
    /// clock there, this is aligned to the phase, since the next tick is due at that time.
    pub(crate) fn present(&self, now: Micros, room: &Room) -> Micros {
        let later = self.rate.micros_at(Tick(CATCH_UP_TICKS_MAX + 1));
        let restarts_clock = room.poll_time() + later <= now;
        if restarts_clock { self.last_tick_time(now) } else { now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_spread_over_the_tick() {
        for hz in [20, 60, 128] {
            let rate = TickRate::new(hz).unwrap();
            let tick = rate.micros_at(Tick(1)).0;
            for first in [0, 1000] {
                let mut rooms = [0; 16];
                for id in first..first + 256 {
                    let Micros(offset) = Phase::for_room(id, rate).offset;
                    rooms[(offset * 16 / tick) as usize] += 1;
                }
                let even = rooms.iter().all(|n| (15..=17).contains(n));
                assert!(
                    even,
                    "rooms from {first} on at {hz} Hz, by sixteenths of a tick: {rooms:?}"
                );
            }
        }
    }

    #[test]
    fn moments_of_a_phase_are_a_tick_apart() {
        let rate = TickRate::new(60).unwrap();
        for id in 0..100 {
            let phase = Phase::for_room(id, rate);
            for now in [0, 1, 16_666, 16_667, 999_999, 1_000_000, i64::MAX / 2].map(Micros) {
                let before = phase.last_tick_time(now);
                assert!(before <= now && now.0 - before.0 < 16_668, "{id}: {before:?} {now:?}");
                assert_eq!(phase.last_tick_time(before), before, "{id}");
            }
        }
    }
}
