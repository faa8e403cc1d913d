//! Records events of a column that no screen remembers, observing it after every frame. It is part
//! of the checkpointed state, so seeking back restores it.

use alloc::{collections::VecDeque, vec::Vec};
use core::array::from_fn;

use serde::Serialize;
use shared::{
    base::{
        geometry::{Segment, Vec2, nearest_approach},
        queue::push_bounded,
        time::{Micros, Tick},
    },
    client::scene::Scene,
    sim::{
        event::{EventKind, ShotId},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

use super::{
    clock_lead::ClockLead, collisions::Collisions, corrections::Corrections, harness::Harness,
    scenario::Scenario, setup::FRAMES, snapshot_arrivals::SnapshotArrivals,
};
use crate::limits::{LAB_PLAYERS, OUTCOME_COMMANDS_MAX, OUTCOME_TRACKED_MAX};

/// Frames of the second player's true path that are kept: two seconds.
const PATH_FRAMES: usize = 120;

/// A hit that was retracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UndoneHit {
    pub shot: ShotId,
    pub victim: ShipId,
    pub refund: u8,
    /// When the victim was hit.
    pub hit_at: Tick,
    /// When the hit was retracted.
    pub undone_at: Tick,
}

/// A bolt of the first player's when it first appeared on the second player's screen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoltAppearance {
    pub shot: ShotId,
    /// Distance ahead of the muzzle drawn there, in u.
    pub ahead_u: f32,
}

/// Arrival statistics of a player's snapshots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Arrivals {
    /// Snapshots received.
    n: u32,
    /// Arrival time of the newest snapshot, to within a frame.
    newest_at: Micros,
    /// The longest gap.
    pub gap: Micros,
    /// The most snapshots received at once after such a gap.
    pub burst: u32,
}

/// A screen on which the line of fire between the first two players became clear of rocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClearLine {
    /// When the line became clear.
    pub at: Micros,
    /// How far that player's own ship was drawn ahead of the server then.
    pub lead: Micros,
    /// How far behind the server the other player drew the others then.
    pub other_lag: Micros,
}

/// The line between the first two players as drawn on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum Line {
    #[default]
    NotSeen,
    Blocked,
    Clear(ClearLine),
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct OutcomeTracker {
    /// By player.
    arrivals: [Arrivals; LAB_PLAYERS],
    /// In a scenario that is about them.
    snapshot_arrivals: Option<SnapshotArrivals>,
    clock_lead: Option<ClockLead>,
    /// Tentative hits: shot, victim, tick; up to [`OUTCOME_TRACKED_MAX`], oldest first.
    tentative_hits: VecDeque<(ShotId, ShipId, Tick)>,
    undone: Option<UndoneHit>,
    /// The newest bolts, up to [`OUTCOME_TRACKED_MAX`], oldest first.
    appeared: VecDeque<BoltAppearance>,
    /// True positions of the second player's ship, up to [`PATH_FRAMES`], oldest first.
    recent_path: VecDeque<Vec2>,
    off_path_u: f32,
    /// The line between the first two players on the screen of each; only in arenas with rocks.
    lines: [Line; 2],
    collisions: Collisions,
    corrections: Corrections,
    /// Where the second player's ship was drawn in the previous frame.
    drawn: Option<Vec2>,
    jump_u: f32,
    /// The newest frames in which the first player's screen responded to the trigger: shots so far,
    /// tick of the newest command, and time; up to [`OUTCOME_TRACKED_MAX`], oldest first.
    triggers: VecDeque<(u32, Tick, Micros)>,
    /// Commands of the first player's that its screen does not show yet: tick, and time of
    /// creation; up to [`OUTCOME_COMMANDS_MAX`], oldest first.
    pending_commands: VecDeque<(Tick, Micros)>,
    input_to_picture: Option<Micros>,
    /// The most commands that the first player's ship has executed in one tick.
    most_commands: u8,
    /// The room's tick and the time at the start of observation.
    begun: (Tick, Micros),
    /// Room events are processed up to this tick.
    read: Tick,
}

impl OutcomeTracker {
    /// Starts observing now.
    pub(super) fn new(harness: &Harness, scenario: Scenario) -> Self {
        let read = harness.room().tick();
        let begun = (read, harness.now());
        let snapshot_arrivals =
            (scenario == Scenario::JitterBuffer).then(|| SnapshotArrivals::new(harness));
        let clock_lead = (scenario == Scenario::ClockStep).then(ClockLead::default);
        let mut outcome_tracker =
            Self { read, begun, snapshot_arrivals, clock_lead, ..Self::default() };
        for (player, arrivals) in outcome_tracker.arrivals.iter_mut().enumerate() {
            arrivals.n = harness.client(player).net_stats().snapshots;
            arrivals.newest_at = harness.now();
        }
        outcome_tracker
    }

    #[must_use]
    pub fn arrivals(&self, player: usize) -> Arrivals {
        self.arrivals.get(player).copied().unwrap_or_default()
    }

    /// The first player's snapshots one by one, in a scenario that is about them.
    #[must_use]
    pub fn snapshot_arrivals(&self) -> Option<&SnapshotArrivals> {
        self.snapshot_arrivals.as_ref()
    }

    /// The first player's clock frame by frame, in a scenario that is about it.
    #[must_use]
    pub fn clock_lead(&self) -> Option<&ClockLead> {
        self.clock_lead.as_ref()
    }

    /// The newest retracted hit.
    #[must_use]
    pub fn undone(&self) -> Option<UndoneHit> {
        self.undone
    }

    /// The newest bolt of the first player's that appeared on the second player's screen.
    #[must_use]
    pub fn appeared(&self) -> Option<BoltAppearance> {
        self.appeared.back().copied()
    }

    /// One of the newest bolts of the first player's, if it appeared on the second player's screen.
    #[must_use]
    pub fn appearance_of(&self, shot: ShotId) -> Option<BoltAppearance> {
        self.appeared.iter().find(|appeared| appeared.shot == shot).copied()
    }

    /// Largest distance so far between where the first player's screen drew the second player's
    /// ship and the path it really flew, in u.
    #[must_use]
    pub fn off_path_u(&self) -> f32 {
        self.off_path_u
    }

    /// Since when the line between the first two players has been clear on each one's screen;
    /// `None` if it was never blocked.
    #[must_use]
    pub fn clear_lines(&self) -> [Option<ClearLine>; 2] {
        self.lines.map(|line| match line {
            Line::Clear(free) => Some(free),
            Line::NotSeen | Line::Blocked => None,
        })
    }

    /// Largest jump so far of the second player's ship on the first player's screen between two
    /// frames, in u, beyond the distance it flew.
    #[must_use]
    pub fn jump_u(&self) -> f32 {
        self.jump_u
    }

    /// Latency from the first player's newest command shown by its own ship to that frame.
    #[must_use]
    pub fn input_to_picture(&self) -> Option<Micros> {
        self.input_to_picture
    }

    /// The most commands that the first player's ship has executed in one tick.
    #[must_use]
    pub fn most_commands(&self) -> u8 {
        self.most_commands.max(1)
    }

    /// Average tick rate of the room so far, in ticks per second.
    #[must_use]
    pub fn ticks_per_s(&self, harness: &Harness) -> f32 {
        let (tick, at) = self.begun;
        harness.room().tick().since(tick) as f32 / (harness.now() - at).as_s_f32().max(1e-3)
    }

    /// When the first player's screen responded to the trigger of a shot, to a frame.
    #[must_use]
    pub fn fired_at(&self, shot: ShotId) -> Option<Micros> {
        let mut triggers = self.triggers.iter();
        triggers.find(|(_, key, _)| *key >= shot.tick).map(|(.., at)| *at)
    }

    #[must_use]
    pub fn collisions(&self) -> &Collisions {
        &self.collisions
    }

    /// The corrections of the first player's ship on its own screen.
    #[must_use]
    pub fn corrections(&self) -> &Corrections {
        &self.corrections
    }

    /// Observes a column after a frame.
    pub(super) fn observe(&mut self, harness: &Harness, ships: &[Option<ShipId>]) {
        for (player, arrivals) in self.arrivals.iter_mut().enumerate() {
            arrivals.count(harness.client(player).net_stats().snapshots, harness.now());
        }
        if let Some(arrivals) = &mut self.snapshot_arrivals {
            arrivals.observe(harness);
        }
        if let Some(clock_lead) = &mut self.clock_lead {
            clock_lead.observe(harness);
        }
        self.observe_command_counts(harness, ships.first().copied().flatten());
        self.read_events(harness);
        self.observe_trigger(harness);
        self.observe_input(harness);
        let [Some(first), Some(second), ..] = *ships else { return };
        let screens: [Scene; LAB_PLAYERS] = from_fn(|player| harness.client(player).scene());
        self.observe_bolts(&screens[1], first);
        self.observe_lines(harness, &screens, (first, second));
        self.collisions.observe(harness.room().world(), &screens, (first, second));
        self.corrections.observe(harness.client(0), &screens[0], first);
        if let Some(ship) = harness.room().world().ship(second) {
            push_bounded(&mut self.recent_path, ship.body.pos, PATH_FRAMES);
        }
        if let Some(drawn) = screens[0].ship(second) {
            self.off_path_u = self.off_path_u.max(self.distance_off_path(drawn.pos));
            if let Some(before) = self.drawn.replace(drawn.pos) {
                let flown = drawn.vel * FRAMES.dt_s();
                self.jump_u = self.jump_u.max((drawn.pos - before - flown).length());
            }
        }
    }

    fn observe_command_counts(&mut self, harness: &Harness, first: Option<ShipId>) {
        let room = harness.room();
        let records = room.journal().between(self.read, room.tick());
        let counts = records.iter().flatten().flat_map(|record| &record.command_counts);
        let own = counts.filter(|(seat, _)| first.is_some_and(|ship| ship.idx == *seat));
        self.most_commands = own.map(|(_, n)| *n).fold(self.most_commands, u8::max);
    }

    fn read_events(&mut self, harness: &Harness) {
        for event in harness.room().events_after(self.read) {
            match event.kind {
                EventKind::Hit { shot, victim, .. } => {
                    push_bounded(
                        &mut self.tentative_hits,
                        (shot, victim, event.tick),
                        OUTCOME_TRACKED_MAX,
                    );
                }
                EventKind::Retracted { shot, victim, refund } => {
                    let hit =
                        self.tentative_hits.iter().find(|hit| (hit.0, hit.1) == (shot, victim));
                    let hit_at = hit.map_or(event.tick, |hit| hit.2);
                    self.undone =
                        Some(UndoneHit { shot, victim, refund, hit_at, undone_at: event.tick });
                }
                _ => {}
            }
        }
        self.read = harness.room().tick();
    }

    fn observe_lines(
        &mut self,
        harness: &Harness,
        screens: &[Scene; LAB_PLAYERS],
        (first, second): (ShipId, ShipId),
    ) {
        let arena = &harness.room().world().params().arena;
        if arena.asteroids.is_empty() {
            return;
        }
        let now = harness.now();
        let rate = harness.room().config().rate;
        for (player, line) in self.lines.iter_mut().enumerate() {
            let (own, other) = (harness.client(player), harness.client(1 - player));
            let scene = &screens[player];
            let ends = scene.ship(first).zip(scene.ship(second));
            let Some((from, to)) = ends.map(|(from, to)| (from.pos, to.pos)) else { continue };
            let way = to - from;
            let length = way.length();
            let is_clear = arena.free_path(from, way.normalize_or_zero(), length) >= length;
            *line = match (*line, is_clear) {
                (Line::NotSeen | Line::Blocked, false) => Line::Blocked,
                (Line::Blocked, true) => {
                    let lead = own.own_time(now).map_or(Micros::ZERO, |own| own - now);
                    let view = other.view().map_or(now, |view| rate.micros_in_steps(view.time.0));
                    Line::Clear(ClearLine { at: now, lead, other_lag: now - view })
                }
                (known, _) => known,
            };
        }
    }

    fn observe_trigger(&mut self, harness: &Harness) {
        let stats = harness.client(0).net_stats();
        if stats.shots_fired > self.triggers.back().map_or(0, |(n, ..)| *n) {
            let trigger = (stats.shots_fired, stats.own_tick, harness.now());
            push_bounded(&mut self.triggers, trigger, OUTCOME_TRACKED_MAX);
        }
    }

    fn observe_input(&mut self, harness: &Harness) {
        let (client, now) = (harness.client(0), harness.now());
        let (Some(rate), Some(shown_at)) = (client.tick_rate(), client.own_shown_at()) else {
            return;
        };
        if self.pending_commands.back().is_none_or(|(newest, _)| client.own_tick() > *newest) {
            push_bounded(
                &mut self.pending_commands,
                (client.own_tick(), now),
                OUTCOME_COMMANDS_MAX,
            );
        }
        while let Some((tick, created_at)) = self.pending_commands.front().copied()
            && rate.micros_at(tick) <= shown_at
        {
            self.pending_commands.pop_front();
            self.input_to_picture = Some(now - created_at);
        }
    }

    fn observe_bolts(&mut self, screen: &Scene, shooter: ShipId) {
        let Some(ship) = screen.ship(shooter) else { return };
        let theirs = screen.bolts.iter().filter(|bolt| bolt.shot.shooter == shooter);
        let new: Vec<BoltAppearance> = theirs
            .filter(|bolt| self.appeared.iter().all(|known| known.shot != bolt.shot))
            .map(|bolt| BoltAppearance {
                shot: bolt.shot,
                ahead_u: (bolt.pos - ship.pos).dot(bolt.dir) - SHIP_RADIUS_U,
            })
            .collect();
        for appeared in new {
            push_bounded(&mut self.appeared, appeared, OUTCOME_TRACKED_MAX);
        }
    }

    /// Distance of a point from the path flown, in u.
    fn distance_off_path(&self, point: Vec2) -> f32 {
        let steps = self.recent_path.iter().zip(self.recent_path.iter().skip(1));
        let off = |(from, to): (&Vec2, &Vec2)| {
            nearest_approach(Segment::new(*from, *to), Segment::still(point)).distance
        };
        steps.map(off).min_by(f32::total_cmp).unwrap_or(0.0)
    }
}

impl Arrivals {
    /// Counts snapshots, given the total received by now.
    fn count(&mut self, n: u32, now: Micros) {
        let new = n.saturating_sub(self.n);
        if new == 0 {
            return;
        }
        let gap = now - self.newest_at;
        // A gap as long as the longest, to within a fraction of a frame, may end in a larger burst.
        let is_as_long = (gap - self.gap).0.abs() < FRAMES.micros_at(Tick(1)).0 / 2;
        let burst = if is_as_long { self.burst.max(new) } else { new };
        if gap > self.gap || is_as_long {
            (self.gap, self.burst) = (gap.max(self.gap), burst);
        }
        (self.n, self.newest_at) = (n, now);
    }
}
