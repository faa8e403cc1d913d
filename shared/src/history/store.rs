//! Stores every ship's pose at every tick, quantised as clients were sent it, and interpolates
//! between ticks.
//!
//! The poses after each tick are kept in columns by seat, in a ring of rows that are reused. A
//! rewind is a query: no ship is moved back or restored.

use alloc::vec::Vec;
use core::ops::Range;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    broad_phase::{
        discontinuities::Discontinuities,
        grid::{Capsule, GRID_FROM, Grids, LANES, look_over},
    },
    pose::{HitPose, Pair, Pose, share},
    sent::{SentLog, drawn_pair},
};
use crate::{
    base::{
        geometry::{Turn, Vec2},
        limits::{HISTORY_MS, SEATS_MAX},
        seat_set::SeatSet,
        time::{Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    sim::ship::{Ship, ShipId},
};

/// A jump between records longer than this counts as a teleport, in u.
pub const TELEPORT_U: f32 = 64.0;

/// Seats are allocated in multiples of this, so that a row can be scanned several at once. A small
/// multiple, because most rooms are small and there are 252 rows.
const SEATS_STEP: usize = LANES;
/// The square of the longest step that is no jump, in u².
const STEP2_MAX: f32 = TELEPORT_U * TELEPORT_U;

/// Every ship's pose at every tick, within [`HISTORY_MS`].
///
/// A ring of rows, one per tick, in the slot given by its tick; each row by seat. Positions, which
/// a search compares, are in separate columns.
#[derive(Clone, Debug)]
pub struct History {
    newest: Option<Tick>,
    newest_slot: usize,
    rows: Vec<Row>,
    /// Seats allocated per row: a multiple of [`SEATS_STEP`]. Grows with the highest seat ever
    /// taken, and never shrinks.
    width: usize,
    /// Upper limit of `width`: the seats of the room.
    width_max: usize,
    /// Positions, in u, by slot and seat; NaN for an empty seat.
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// What hit tests need of a ship, by slot and seat; repeats the position.
    row_poses: Vec<RowPose>,
    /// The rest of a ship's pose, by slot and seat.
    rest: Vec<RowDetails>,
    grids: Grids,
    discontinuities: Discontinuities,
}

/// Data about a whole row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    /// Its tick; `None`: never written.
    tick: Option<Tick>,
    /// One more than the highest seat taken.
    n_seats: u16,
    /// The longest distance that a ship moved since the tick before, jumps between lives excluded,
    /// in u; infinite where the tick before is not known.
    farthest_u: f32,
}

/// What hit tests need of a ship in a row; four fit a cache line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowPose {
    pub(crate) pos: Vec2,
    pub(crate) generation: u16,
    pub(crate) life: u16,
    pub(crate) there: bool,
    pub(crate) alive: bool,
}

impl From<&RowPose> for HitPose {
    fn from(row_pose: &RowPose) -> Self {
        Self { pos: row_pose.pos, life: row_pose.life, alive: row_pose.alive }
    }
}

/// The rest of a ship's pose in a row.
#[derive(Clone, Copy, Debug, Default)]
struct RowDetails {
    vel: Vec2,
    aim: Turn,
    shielded: bool,
    runs: Runs,
}

/// The tick since which a condition has held without a gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Runs {
    /// This ship has had this seat.
    pub(crate) ship: Tick,
    /// It has been in its present life.
    pub(crate) life: Tick,
    /// It has been alive, and no step was longer than [`TELEPORT_U`].
    pub(crate) steps: Tick,
}

impl History {
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        Self::with_seats(rate, SEATS_MAX)
    }

    /// An empty history for a room of `seats` seats. Memory is allocated only for seats that are
    /// taken.
    #[must_use]
    pub fn with_seats(rate: TickRate, seats: u16) -> Self {
        let slots = (rate.ticks_in_ms(HISTORY_MS) as usize).max(1);
        Self {
            newest: None,
            newest_slot: 0,
            rows: alloc::vec![Row::default(); slots],
            width: 0,
            width_max: usize::from(seats.min(SEATS_MAX)),
            xs: Vec::new(),
            ys: Vec::new(),
            row_poses: Vec::new(),
            rest: Vec::new(),
            grids: Grids::default(),
            discontinuities: Discontinuities::default(),
        }
    }

    /// Stores the ships after a tick, up to [`SEATS_MAX`] seats. A tick older than the history
    /// reaches is dropped.
    pub fn record<'a>(&mut self, tick: Tick, ships: impl Iterator<Item = &'a Ship>) {
        let slots = self.rows.len();
        if self.newest.is_some_and(|newest| newest.since(tick) >= slots as i64) {
            return;
        }
        let slot = tick.0 as usize % slots;
        self.clear(slot);
        self.rows[slot] = Row { tick: Some(tick), ..Row::default() };
        for ship in ships.filter(|ship| ship.id.idx < SEATS_MAX) {
            self.put(slot, ship, tick);
        }
        if self.width >= GRID_FROM {
            let of = self.of(slot);
            self.grids.build(slot, &self.xs[of.clone()], &self.ys[of]);
        }
        // A late tick has successors that depend on it.
        let newest = self.newest.max(Some(tick)).unwrap_or(tick);
        (self.newest, self.newest_slot) = (Some(newest), newest.0 as usize % slots);
        for tick in tick.0..=newest.0 {
            self.follow(Tick(tick));
        }
    }

    /// A seat's pose at exactly this tick.
    #[must_use]
    pub fn pose(&self, seat: u16, tick: Tick) -> Option<Pose> {
        self.pose_in(self.slot(tick)?, seat)
    }

    /// Every pose at exactly this tick, in seat order.
    pub fn poses(&self, tick: Tick) -> impl Iterator<Item = Pose> {
        let slot = self.slot(tick);
        let n_seats = slot.map_or(0, |slot| self.rows[slot].n_seats);
        (0..n_seats).filter_map(move |seat| self.pose_in(slot?, seat))
    }

    /// A seat's pose on the curve drawn by a viewer that was sent these snapshots: the chord
    /// between the two around the moment. The true poses if it was sent every tick or no snapshots
    /// are known.
    #[must_use]
    pub fn drawn(&self, sent: Option<&SentLog>, seat: u16, at: ViewTime) -> Option<Pose> {
        self.between(seat, drawn_pair(sent, at), at)
    }

    /// A seat's pose between a pair of ticks.
    #[must_use]
    pub fn between(&self, seat: u16, pair: Pair, at: ViewTime) -> Option<Pose> {
        self.between_rows(seat, &RowPair::new(self, pair, at))
    }

    /// A seat's pose at a moment between two rows.
    pub(crate) fn between_rows(&self, seat: u16, between: &RowPair) -> Option<Pose> {
        let (from, to) = self.ends(seat, between)?;
        let mut pose = self.pose_at(from, seat)?;
        if let Some(to) = to {
            pose.pos += (self.row_poses[to].pos - pose.pos) * between.fraction;
            pose.aim = pose.aim.blend(self.rest[to].aim, between.num, between.den);
        }
        Some(pose)
    }

    /// The entries between which a seat's pose is blended; just one where it needs no blending.
    #[inline]
    fn ends(&self, seat: u16, between: &RowPair<'_>) -> Option<(usize, Option<usize>)> {
        let older_at = self.at(between.older?, seat)?;
        let older = self.row_poses.get(older_at).filter(|row_pose| row_pose.there)?;
        if between.den == 0 {
            return Some((older_at, None));
        }
        let is_over = between.num == between.den;
        let newer = between.newer.and_then(|newer| self.at(newer, seat));
        let newer = newer.and_then(|at| Some((at, self.row_poses.get(at)?)));
        match newer {
            Some((at, newer)) if newer.there && newer.generation == older.generation => {
                Some(if is_over {
                    (at, None)
                } else if newer.life == older.life {
                    (older_at, Some(at))
                } else {
                    // Lives are not blended.
                    (older_at, None)
                })
            }
            // It left its seat in between: it is there until the newer tick.
            _ => (!is_over).then_some((older_at, None)),
        }
    }

    /// The row of a tick, if the history still reaches back to it.
    pub(crate) fn slot(&self, tick: Tick) -> Option<usize> {
        // Equals the tick modulo the number of rows.
        let back = usize::try_from(self.newest?.since(tick)).ok()?;
        let rows = self.rows.len();
        if back >= rows {
            return None;
        }
        let slot = self.newest_slot + rows - back;
        let slot = if slot < rows { slot } else { slot - rows };
        (self.rows[slot].tick == Some(tick)).then_some(slot)
    }

    /// The oldest tick that the history can still hold.
    #[must_use]
    pub fn oldest(&self) -> Tick {
        self.newest.unwrap_or_default().minus(self.rows.len() as u32 - 1)
    }

    /// The seats of a row that lie in a capsule.
    pub(crate) fn near(&self, slot: usize, zone: &Capsule) -> SeatSet {
        self.grids.query(slot, zone).unwrap_or_else(|| {
            let of = self.of(slot);
            look_over(&self.xs[of.clone()], &self.ys[of], zone)
        })
    }

    /// Adds the living ships of a row that jumped into a capsule; `None` if not all jumps are
    /// known.
    pub(crate) fn discontinuities(
        &self,
        slot: usize,
        zone: &Capsule,
        found: &mut SeatSet,
    ) -> Option<()> {
        self.discontinuities.query(slot, zone, found)
    }

    /// The farthest that a ship of a row can have moved since the tick before, in u, as in
    /// [`farthest_u`](Self::farthest_u).
    pub(crate) fn farthest_in_u(&self, slot: usize) -> f32 {
        self.rows[slot].farthest_u
    }

    /// What hit tests need of the ship in a seat of a row.
    pub(crate) fn row_pose(&self, slot: usize, seat: u16) -> Option<&RowPose> {
        self.row_poses.get(self.at(slot, seat)?)
    }

    /// The ship in a seat of a row.
    pub(crate) fn ship_at(&self, slot: usize, seat: u16) -> Option<ShipId> {
        let row_pose =
            self.row_poses.get(self.at(slot, seat)?).filter(|row_pose| row_pose.there)?;
        Some(ShipId { idx: seat, generation: row_pose.generation })
    }

    /// The farthest that a ship can have moved from one tick to another, in u, jumps between lives
    /// excluded; infinite where a tick between them is not known.
    pub(crate) fn farthest_u(&self, after: Tick, until: Tick) -> f32 {
        let step = |tick| match self.slot(tick) {
            Some(slot) => self.rows[slot].farthest_u,
            None => f32::INFINITY,
        };
        (after.0..until.0).map(|tick| step(Tick(tick + 1))).sum()
    }

    /// A seat's pose in a row.
    pub(crate) fn pose_in(&self, slot: usize, seat: u16) -> Option<Pose> {
        self.pose_at(self.at(slot, seat)?, seat)
    }

    fn pose_at(&self, at: usize, seat: u16) -> Option<Pose> {
        let row_pose = self.row_poses.get(at).filter(|row_pose| row_pose.there)?;
        let rest = self.rest.get(at)?;
        Some(Pose {
            ship: ShipId { idx: seat, generation: row_pose.generation },
            pos: row_pose.pos,
            vel: rest.vel,
            aim: rest.aim,
            life: row_pose.life,
            alive: row_pose.alive,
            shielded: rest.shielded,
        })
    }

    /// Since when a seat of a row has been in its state.
    pub(crate) fn runs_in(&self, slot: usize, seat: u16) -> Runs {
        self.at(slot, seat).map_or(Runs::default(), |at| self.rest[at].runs)
    }

    fn at(&self, slot: usize, seat: u16) -> Option<usize> {
        (usize::from(seat) < self.width).then(|| slot * self.width + usize::from(seat))
    }

    fn of(&self, slot: usize) -> Range<usize> {
        slot * self.width..(slot + 1) * self.width
    }

    /// Widens every row to fit a seat, to the next power of two or the seats of the room, whichever
    /// is less. Rows that move lose their grids and lists of discontinuities; queries without them
    /// scan every seat.
    fn make_room(&mut self, seats: usize) {
        if seats <= self.width {
            return;
        }
        let old = self.width;
        let doubled = seats.next_power_of_two().min(self.width_max).max(seats);
        self.width = doubled.next_multiple_of(SEATS_STEP);
        widen(&mut self.xs, old, self.width, self.rows.len(), f32::NAN);
        widen(&mut self.ys, old, self.width, self.rows.len(), f32::NAN);
        widen(&mut self.row_poses, old, self.width, self.rows.len(), RowPose::default());
        widen(&mut self.rest, old, self.width, self.rows.len(), RowDetails::default());
        self.discontinuities.make_room(self.rows.len(), self.width);
        if self.width >= GRID_FROM {
            self.grids.make_room(self.rows.len(), self.width);
        }
    }

    fn clear(&mut self, slot: usize) {
        let of = self.of(slot);
        self.xs[of.clone()].fill(f32::NAN);
        self.ys[of.clone()].fill(f32::NAN);
        self.row_poses[of].fill(RowPose::default());
    }

    fn put(&mut self, slot: usize, ship: &Ship, tick: Tick) {
        let seat = usize::from(ship.id.idx);
        self.make_room(seat + 1);
        let at = slot * self.width + seat;
        (self.xs[at], self.ys[at]) = (ship.body.pos.x, ship.body.pos.y);
        self.row_poses[at] = RowPose {
            pos: ship.body.pos,
            generation: ship.id.generation,
            life: ship.life,
            there: true,
            alive: ship.alive(),
        };
        self.rest[at] = RowDetails {
            vel: ship.body.vel,
            aim: ship.aim,
            shielded: ship.shielded(tick),
            runs: Runs { ship: tick, life: tick, steps: tick },
        };
        let row = &mut self.rows[slot];
        row.n_seats = row.n_seats.max(ship.id.idx + 1);
    }

    /// Compares the ships of a row with the row before, to update runs, distances and
    /// discontinuities.
    fn follow(&mut self, tick: Tick) {
        let Some(slot) = self.slot(tick) else { return };
        let before = tick.0.checked_sub(1).and_then(|before| self.slot(Tick(before)));
        let mut row = Row { farthest_u: f32::INFINITY, ..self.rows[slot] };
        let mut farthest2 = 0.0_f32;
        self.discontinuities.clear(slot);
        for seat in 0..usize::from(row.n_seats) {
            let at = slot * self.width + seat;
            let now = self.row_poses[at];
            let mut runs = Runs { ship: tick, life: tick, steps: tick };
            let mut comes = now.alive;
            if let Some(before) = before {
                let then_at = before * self.width + seat;
                let then = self.row_poses[then_at];
                if (then.there, then.generation) == (now.there, now.generation) {
                    let way2 = (now.pos - then.pos).length_squared();
                    let (same_life, is_step) = (then.life == now.life, way2 <= STEP2_MAX);
                    let lived = now.alive && then.alive;
                    if same_life || is_step {
                        farthest2 = farthest2.max(way2);
                        comes = false;
                    }
                    let before = self.rest[then_at].runs;
                    runs.ship = before.ship;
                    runs.life = if lived && same_life { before.life } else { tick };
                    runs.steps = if lived && is_step { before.steps } else { tick };
                }
            }
            self.rest[at].runs = runs;
            if comes {
                self.discontinuities.push(slot, seat as u16, now.pos);
            }
        }
        if before.is_some() {
            row.farthest_u = libm::sqrtf(farthest2);
        }
        self.rows[slot] = row;
    }
}

/// A moment between two rows of a history, resolved once for all ships.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPair<'a> {
    /// The row of the older tick, if it is known.
    pub(crate) older: Option<usize>,
    /// The row of the newer tick, if it is known.
    pub(crate) newer: Option<usize>,
    pub(crate) pair: Pair,
    /// The distance from the older tick, in parts of `den`.
    pub(crate) num: i64,
    /// 0 where both ticks are the same.
    pub(crate) den: i64,
    /// `num / den`.
    fraction: f32,
    /// The poses of either row, by seat; empty where the row is not known.
    olders: &'a [RowPose],
    newers: &'a [RowPose],
}

impl<'a> RowPair<'a> {
    /// A moment between a pair of ticks.
    #[inline]
    pub(crate) fn new(history: &'a History, pair: Pair, at: ViewTime) -> Self {
        let (num, den) = share(pair, at);
        let older = history.slot(pair.older);
        let newer = if den == 0 { older } else { history.slot(pair.newer) };
        let fraction = num as f32 / den as f32;
        let row =
            |slot: Option<usize>| slot.map_or(&[][..], |slot| &history.row_poses[history.of(slot)]);
        let (olders, newers) = (row(older), row(newer));
        Self { older, newer, pair, num, den, fraction, olders, newers }
    }

    /// The same moment for a viewer that does not know the newer tick yet.
    pub(crate) fn without_newer(self) -> Self {
        Self { newer: None, newers: &[], ..self }
    }

    /// The same moment for a viewer that knows neither tick yet.
    pub(crate) fn unknown(self) -> Self {
        Self { older: None, olders: &[], ..self.without_newer() }
    }

    /// How many ticks it is after another one.
    pub(crate) fn ticks_after(&self, tick: Tick) -> f32 {
        let steps = self.pair.older.since(tick) * VIEW_STEPS_PER_TICK + self.num;
        steps as f32 / VIEW_STEPS_PER_TICK as f32
    }

    /// A ship's hit pose, as in [`History::between_rows`].
    #[inline]
    pub(crate) fn hit_pose(&self, ship: ShipId) -> Option<HitPose> {
        let seat = usize::from(ship.idx);
        let is_there =
            |row_pose: &&RowPose| row_pose.there && row_pose.generation == ship.generation;
        let older = self.olders.get(seat).filter(is_there)?;
        let newer = self.newers.get(seat).filter(is_there);
        if self.num == self.den {
            return newer.map(HitPose::from);
        }
        let mut spot = HitPose::from(older);
        if let Some(newer) = newer.filter(|newer| newer.life == older.life) {
            spot.pos += (newer.pos - older.pos) * self.fraction;
        }
        Some(spot)
    }

    /// The row that has exactly the ships that exist at this moment, at or near where they are.
    pub(crate) fn shown(&self) -> Option<usize> {
        if self.num == self.den { self.newer } else { self.older }
    }
}

/// Moves the rows of a column apart, from the last to the first.
fn widen<T: Copy>(column: &mut Vec<T>, old: usize, new: usize, rows: usize, empty: T) {
    column.resize(rows * new, empty);
    for row in (1..rows).rev() {
        column.copy_within(row * old..(row + 1) * old, row * new);
        let kept = row * new..(row * new + old).min((row + 1) * new);
        column[kept.end..(row + 1) * new].fill(empty);
    }
    if let Some(first) = column.get_mut(old..new) {
        first.fill(empty);
    }
}

/// Serialises as a ring of rows of poses, without derived data and without the unused seats of
/// rows.
impl Serialize for History {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("History", 2)?;
        fields.serialize_field("slots", &Slots(self))?;
        fields.serialize_field("newest", &self.newest)?;
        fields.end()
    }
}

struct Slots<'a>(&'a History);

impl Serialize for Slots<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.0.rows.iter().enumerate();
        serializer.collect_seq(rows.map(|(slot, row)| Some((row.tick?, Seats(self.0, slot)))))
    }
}

struct Seats<'a>(&'a History, usize);

impl Serialize for Seats<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(history, slot) = *self;
        let n_seats = history.rows[slot].n_seats;
        serializer.collect_seq((0..n_seats).map(|seat| history.pose_in(slot, seat)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ship(x: f32, life: u16) -> Ship {
        let mut ship = Ship::new(ShipId::default(), Tick::ZERO);
        ship.spawn(Vec2::new(x, 0.0), Tick::ZERO);
        ship.life = life;
        ship
    }

    fn at(tick: u32, steps: i64) -> ViewTime {
        ViewTime(i64::from(tick) * VIEW_STEPS_PER_TICK + steps)
    }

    #[test]
    fn poses_between_two_ticks_are_on_their_chord() {
        let mut history = History::new(TickRate::DEFAULT);
        history.record(Tick(10), [ship(100.0, 1)].iter());
        history.record(Tick(14), [ship(140.0, 1)].iter());
        let pair = Pair { older: Tick(10), newer: Tick(14) };
        let rows = [(at(10, 0), 100.0), (at(11, 0), 110.0), (at(12, 128), 125.0)];
        for (moment, x) in rows.into_iter().chain([(at(14, 0), 140.0), (at(20, 0), 140.0)]) {
            assert_eq!(history.between(0, pair, moment).unwrap().pos.x, x, "{moment:?}");
        }
        assert_eq!(history.between(1, pair, at(11, 0)), None, "an empty seat");
        let gone = Pair { older: Tick(10), newer: Tick(13) };
        assert_eq!(history.between(0, gone, at(11, 0)).unwrap().pos.x, 100.0);
        assert_eq!(history.between(0, gone, at(13, 0)), None, "left its seat");
    }

    #[test]
    fn lives_are_not_blended() {
        let mut history = History::new(TickRate::DEFAULT);
        history.record(Tick(1), [ship(100.0, 1)].iter());
        history.record(Tick(2), [ship(900.0, 2)].iter());
        let pair = Pair { older: Tick(1), newer: Tick(2) };
        assert_eq!(history.between(0, pair, at(1, 255)).unwrap().pos.x, 100.0);
        assert_eq!(history.between(0, pair, at(2, 0)).unwrap().pos.x, 900.0);
    }
}
