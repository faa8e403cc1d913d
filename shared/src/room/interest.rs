//! Selects the ships that a player's snapshots contain in a large room: those within its view and a
//! margin around it, nearest first, as many as fit its byte rate. Runs once for each snapshot.
//!
//! A selected ship stays selected until it is well outside, so that ships on the rim do not
//! flicker. Newcomers are sent in full, so only a few are added per snapshot: near ships, ships
//! that have waited long, and ships that shoot at the player come first.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::{
        geometry::{Area, Turn, Vec2},
        seat_set::SeatSet,
        time::{Tick, TickRate},
    },
    netcode::values::Subscription,
    sim::{
        rules::{BEAM_COOLDOWN_MS, LASER_COOLDOWN_MS, VIEW_HEIGHT_U, VIEW_WIDTH_U},
        ship::Ship,
        state::WorldState,
    },
};

/// How far beyond the player's view a ship is selected, in u: the distance that two ships at full
/// speed close in a quarter of a second.
const ENTER_MARGIN_U: f32 = 210.0;
/// How far beyond the player's view a ship is deselected, in u.
const LEAVE_MARGIN_U: f32 = 330.0;
/// Estimated bytes per ship in a snapshot: its thrust, aim and share of the shots.
const SHIP_BYTES: u32 = 2;
/// Estimated bytes for a ship that the baseline does not contain.
const NEWCOMER_BYTES: u32 = 24;
/// The snapshot size from which shots of unselected ships are included, in bytes.
const SHOTS_BYTES: u32 = 400;
/// Minimum number of ships in a snapshot.
const SHIPS_MIN: u32 = 4;
/// Maximum newcomers per snapshot.
const NEWCOMERS_MAX: u32 = 48;
/// Maximum ships besides the player's own in a keyframe of a large room: the nearest. Others follow
/// as newcomers. This keeps many simultaneous keyframes cheap, as when a crowd joins or after a
/// stall.
const KEYFRAME_SHIPS_MAX: u32 = 16;
/// How much nearer a ship counts for each second that it waits, in u.
const WAITING_U_PER_S: f32 = 200.0;
/// How much nearer a ship counts if it shoots at the player, in u.
const SHOOTING_U: f32 = 400.0;
/// A ship shoots at the player if it fired within this time, in ms, and aims at it within this
/// angle, in 65,536ths of a turn: 8°.
const SHOOTING_MS: u32 = 500;
const SHOOTING_AIM: u16 = 1456;

/// The ships that wait to be selected, and how far around a player shots are sent.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Interest {
    /// Seats in range that wait to be selected, and since when; in seat order.
    waiting: Vec<(u16, Tick)>,
    /// The distance from its ship within which the player is sent the shots of unselected ships, in
    /// u; 0 where its byte rate has no room for them.
    reach_u: f32,
}

/// The limits on the ships in a snapshot.
#[derive(Clone, Copy, Debug)]
pub(super) struct SnapshotBounds<'a> {
    /// Its byte rate and update rate apply.
    pub(super) subscription: &'a Subscription,
    /// The room's limit on ships, including the player's own.
    pub(super) ships_max: u32,
}

/// A ship that could be selected, with its priority: lower is better.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    seat: u16,
    known: bool,
    distance_u: f32,
}

impl Interest {
    pub(super) fn new() -> Self {
        Self { waiting: Vec::new(), reach_u: f32::INFINITY }
    }

    /// The area around a place whose shots the player is sent.
    pub(super) fn area(&self, around: Vec2) -> Area {
        let Area { low, high } = view(around, LEAVE_MARGIN_U);
        let reach = Vec2::splat(self.reach_u);
        Area { low: low.max(around - reach), high: high.min(around + reach) }
    }

    /// The seats to send now: the player's own ship and those around a place. `known` are the seats
    /// of the newest snapshot; `None` for a keyframe.
    pub(super) fn select_relevant(
        &mut self,
        state: &WorldState,
        known: Option<&SeatSet>,
        (own, around): (u16, Vec2),
        bounds: SnapshotBounds,
        rate: TickRate,
    ) -> SeatSet {
        let tick = state.tick;
        let (near, far) = (view(around, ENTER_MARGIN_U), view(around, LEAVE_MARGIN_U));
        let mut candidates: Vec<Candidate> = Vec::new();
        for ship in state.ships.iter().filter(|ship| ship.id.idx != own) {
            let known = known.is_some_and(|known| known.contains(ship.id.idx));
            let pos = ship.body.pos;
            if if known { far.contains(pos) } else { near.contains(pos) } {
                let waits = self.waits(ship.id.idx, tick, rate);
                let distance_u = counted_distance(ship, around, waits, tick, rate);
                candidates.push(Candidate { seat: ship.id.idx, known, distance_u });
            }
        }
        let (ships_max, newcomers_max) = room_for(bounds, known.is_none());
        candidates.sort_unstable_by(|a, b| {
            a.distance_u.total_cmp(&b.distance_u).then(a.seat.cmp(&b.seat))
        });
        let mut chosen: SeatSet = [own].into_iter().collect();
        let mut waiting = Vec::new();
        let (mut n_ships, mut n_newcomers) = (1, 0);
        let shots = bytes_in(bounds.subscription) >= SHOTS_BYTES;
        self.reach_u = if shots { f32::INFINITY } else { 0.0 };
        for Candidate { seat, known, .. } in candidates {
            if n_ships < ships_max && (known || n_newcomers < newcomers_max) {
                chosen.insert(seat);
                n_ships += 1;
                n_newcomers += u32::from(!known);
            } else if !known {
                waiting.push((seat, self.waiting_since(seat).unwrap_or(tick)));
            }
        }
        waiting.sort_unstable();
        self.waiting = waiting;
        chosen
    }

    fn waiting_since(&self, seat: u16) -> Option<Tick> {
        let at = self.waiting.binary_search_by_key(&seat, |waiting| waiting.0).ok()?;
        Some(self.waiting[at].1)
    }

    /// How long a seat has waited, in s.
    fn waits(&self, seat: u16, tick: Tick, rate: TickRate) -> f32 {
        let since = self.waiting_since(seat).map_or(0, |since| tick.since(since));
        since as f32 / f32::from(rate.hz())
    }
}

/// The area that a player sees around a place, plus a margin.
fn view(around: Vec2, margin_u: f32) -> Area {
    let half = Vec2::new(VIEW_WIDTH_U, VIEW_HEIGHT_U) * 0.5 + Vec2::splat(margin_u);
    Area { low: around - half, high: around + half }
}

/// The size of a snapshot at this byte rate, in bytes.
fn bytes_in(subscription: &Subscription) -> u32 {
    1000 * u32::from(subscription.rate_kb_per_s) / u32::from(subscription.update_rate_hz.max(1))
}

/// The maximum ships and newcomers of a snapshot.
fn room_for(bounds: SnapshotBounds, keyframe: bool) -> (u32, u32) {
    let bytes = bytes_in(bounds.subscription);
    let ships_max = (bytes / SHIP_BYTES).max(SHIPS_MIN).min(bounds.ships_max);
    // Newcomers share a delta with known ships; a keyframe has only newcomers.
    let newcomers_max = (bytes / 2 / NEWCOMER_BYTES).clamp(1, NEWCOMERS_MAX);
    (ships_max, if keyframe { KEYFRAME_SHIPS_MAX } else { newcomers_max })
}

/// A ship's distance, reduced by what raises its priority.
fn counted_distance(ship: &Ship, around: Vec2, waits_s: f32, tick: Tick, rate: TickRate) -> f32 {
    let shooting = if shoots_at(ship, around, tick, rate) { SHOOTING_U } else { 0.0 };
    (ship.body.pos - around).length() - waits_s * WAITING_U_PER_S - shooting
}

/// Whether a ship fired recently and aims at a place.
fn shoots_at(ship: &Ship, place: Vec2, tick: Tick, rate: TickRate) -> bool {
    let lately = |ready: Tick, cooldown_ms| {
        ready != Tick::ZERO
            && ready > tick.minus(rate.ticks_in_ms(SHOOTING_MS)).plus(rate.ticks_in_ms(cooldown_ms))
    };
    let fired =
        lately(ship.laser_ready, LASER_COOLDOWN_MS) || lately(ship.beam_ready, BEAM_COOLDOWN_MS);
    let off = || ship.aim.shortest_turn_to(Turn::of(place - ship.body.pos)).unsigned_abs();
    ship.alive() && fired && off() < SHOOTING_AIM
}

/// Copies the relevant part of a state over an older one.
pub(super) fn copy_relevant(
    whole: &WorldState,
    seats: &SeatSet,
    area: Option<Area>,
    part: &mut WorldState,
) {
    part.tick = whole.tick;
    part.ships.clear();
    part.ships.extend(whole.ships.iter().filter(|ship| seats.contains(ship.id.idx)));
    part.bolts.clear();
    if let Some(area) = area {
        let in_area = |bolt: &&crate::sim::bolt::Bolt| area.meets(bolt.path());
        part.bolts.extend(whole.bolts.iter().filter(in_area));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ship::ShipId;

    const RATE: TickRate = TickRate::DEFAULT;

    /// Ships on a line to the right of the own one, which is at the origin on seat 0.
    fn line(distances_u: &[f32]) -> WorldState {
        let all = [0.0].iter().chain(distances_u).enumerate();
        let ships = all.map(|(idx, x)| {
            let mut ship = Ship::new(ShipId { idx: idx as u16, generation: 0 }, Tick::ZERO);
            ship.spawn(Vec2::new(*x, 0.0), Tick::ZERO);
            ship
        });
        WorldState { tick: Tick(600), ships: ships.collect(), bolts: Vec::new() }
    }

    /// The seats selected at 20 snapshots a second, given those selected before.
    fn chosen(known: &mut Option<SeatSet>, state: &WorldState) -> Vec<u16> {
        let subscription = Subscription { update_rate_hz: 20, ..Subscription::default() };
        let own = (0, Vec2::ZERO);
        let bounds = SnapshotBounds { subscription: &subscription, ships_max: 64 };
        let seats = Interest::new().select_relevant(state, known.as_ref(), own, bounds, RATE);
        *known = Some(seats);
        (0..1024).filter(|seat| seats.contains(*seat)).collect()
    }

    #[test]
    fn ships_enter_and_leave_at_different_margins() {
        let mut known = None;
        // The view ends at 800 u.
        assert_eq!(chosen(&mut known, &line(&[1000.0, 1020.0])), [0, 1]);
        assert_eq!(chosen(&mut known, &line(&[1120.0, 1011.0])), [0, 1]);
        assert_eq!(chosen(&mut known, &line(&[1131.0, 1009.0])), [0, 2]);
    }

    #[test]
    fn a_low_byte_rate_keeps_the_nearest_and_adds_one_at_a_time() {
        let mut interest = Interest::new();
        let own = (0, Vec2::ZERO);
        let mut state = line(&[500.0, 100.0, 300.0, 400.0, 200.0]);
        // 1,000 bytes a second at 128 snapshots are 7 bytes each, which hold four ships.
        let subscription =
            Subscription { rate_kb_per_s: 1, update_rate_hz: 128, ..Subscription::default() };
        let bounds = SnapshotBounds { subscription: &subscription, ships_max: 64 };
        let known = interest.select_relevant(&state, None, own, bounds, RATE);
        assert_eq!((0..9).filter(|n| known.contains(*n)).collect::<Vec<u16>>(), [0, 2, 3, 5]);
        // A near ship leaves: the next takes its place, and the one that has waited longest comes
        // first.
        state.tick = Tick(603);
        state.ships[2].body.pos.x = 2000.0;
        assert_eq!(interest.waiting, [(1, Tick(600)), (4, Tick(600))]);
        let seats = interest.select_relevant(&state, Some(&known), own, bounds, RATE);
        assert!(seats.contains(4) && !seats.contains(1) && !seats.contains(2));
    }

    #[test]
    fn a_keyframe_holds_the_nearest_ships_and_later_snapshots_more() {
        let distances: Vec<f32> = (1..=100).map(|n| 8.0 * n as f32).collect();
        let (mut known, state) = (None, line(&distances));
        let first: Vec<u16> = (0..=KEYFRAME_SHIPS_MAX as u16).collect();
        assert_eq!(chosen(&mut known, &state), first, "the own one and the nearest");
        let mut n_sent = first.len();
        while n_sent < 64 {
            let now = chosen(&mut known, &state).len();
            assert!(now > n_sent && now <= 64, "{now} after {n_sent}");
            n_sent = now;
        }
        assert_eq!(chosen(&mut known, &state).len(), 64, "as many as the room allows");
    }

    #[test]
    fn ships_that_shoot_at_the_player_rank_as_nearer() {
        let mut state = line(&[600.0, 300.0]);
        state.ships[1].aim = Turn(32_768);
        state.ships[1].laser_ready = Tick(605);
        assert!(shoots_at(&state.ships[1], Vec2::ZERO, state.tick, RATE));
        assert!(!shoots_at(&state.ships[2], Vec2::ZERO, state.tick, RATE));
        let counted =
            |n: usize| counted_distance(&state.ships[n], Vec2::ZERO, 0.0, state.tick, RATE);
        assert!(counted(1) < counted(2));
    }
}
