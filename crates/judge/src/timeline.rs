//! Parses a scenario's timeline: frames, commands, flights, spawns and deaths become the history of
//! every ship.

use shared::{
    base::{
        geometry::{Segment, Vec2},
        time::Micros,
    },
    history::{pose::Pose, record::Record},
    schemes::{et::FRAME, targeting::displacement},
    sim::ship::ShipId,
};

use super::{
    error::{JudgeError, shown},
    et::depth,
    fields::{Grid, Node, Object, in_ms},
    limits::{
        MOMENT, POS_MAX_U, POSES_MAX, ROCKS_MAX, SHIPS_MAX, SPEED_MAX_U_PER_S, TICK, TIMELINE_MAX,
    },
    names::{did_you_mean, listed, nearest},
    poses::pose,
};

/// Everything that a scenario states about ships and rocks.
#[derive(Debug)]
pub(super) struct Timeline {
    pub(super) tick: Micros,
    pub(super) ships: Vec<Ship>,
    pub(super) rocks: Vec<Rock>,
    /// Every time with a statement, in order, without duplicates.
    pub(super) moments: Vec<Micros>,
    /// Frame times, in order.
    pub(super) frames: Vec<Micros>,
    /// The frame times at which an ET server frame ends.
    pub(super) et_frames: Vec<Micros>,
    /// Nominal ET frame length.
    pub(super) et_frame: Micros,
    /// ET markers per ship.
    pub(super) et_markers: usize,
}

/// A ship and every statement about it, in order of time.
#[derive(Debug)]
pub(super) struct Ship {
    pub(super) name: String,
    pub(super) poses: Vec<TimelinePose>,
    /// Whether it has commands besides the frames.
    pub(super) has_commands: bool,
    /// Bounding box of all of its poses.
    low: Vec2,
    high: Vec2,
}

/// A pose of a ship and its origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimelinePose {
    pub(super) record: Record,
    pub(super) origin: PoseOrigin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PoseOrigin {
    Frame,
    Command,
    Spawn,
    Teleport,
    Death,
}

/// A round rock that stops shots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rock {
    pub(super) centre: Vec2,
    pub(super) radius_u: f32,
}

/// Bound on the rounding error of an interpolated pose or a distance, in u.
const ROUNDING_U: f32 = 1.0;

/// What a timeline entry may be.
const ENTRY: &str = "an object with one of frame, command, spawn, teleport, death, flight";

/// Kinds of entries with a single time.
const KINDS: [(&str, PoseOrigin); 5] = [
    ("frame", PoseOrigin::Frame),
    ("command", PoseOrigin::Command),
    ("spawn", PoseOrigin::Spawn),
    ("teleport", PoseOrigin::Teleport),
    ("death", PoseOrigin::Death),
];

/// One statement about one ship.
#[derive(Clone, Copy, Debug)]
struct Event<'a> {
    at: Micros,
    /// Index of the timeline entry.
    entry: usize,
    name: &'a str,
    origin: PoseOrigin,
    /// `None` keeps the previous position.
    pos: Option<Vec2>,
    shielded: bool,
    /// Whether it belongs to a flight.
    in_flight: bool,
}

impl Timeline {
    /// Parses the fields `tick`, `et_frame`, `et_markers`, `rocks` and `timeline`. Entries may be
    /// in any order; those of equal time apply in document order.
    pub(super) fn read(fields: &Object, grid: Grid) -> Result<Self, JudgeError> {
        let tick = fields.time("tick", TICK)?;
        let entries = fields.list("timeline", 1, TIMELINE_MAX)?;
        let mut events = Vec::new();
        for (n, entry) in entries.iter().enumerate() {
            parse_entry(entry, n, (tick, grid), &mut events)?;
            if events.len() > POSES_MAX {
                let conflict = format!("brings the poses above the limit of {POSES_MAX}");
                return Err(JudgeError::conflict(&entry.path, conflict));
            }
        }
        events.sort_by_key(|event| event.at);
        let rocks = rocks(fields, grid)?;
        let mut timeline = Self {
            tick,
            ships: Vec::new(),
            rocks,
            moments: Vec::new(),
            frames: Vec::new(),
            et_frames: Vec::new(),
            et_frame: fields.time_or("et_frame", TICK, FRAME)?,
            et_markers: depth(fields)?,
        };
        for event in &events {
            timeline.record(event, &entries[event.entry].path)?;
        }
        timeline.find_et_frames();
        Ok(timeline)
    }

    pub(super) fn ship(&self, name: &str) -> Option<ShipId> {
        self.ships.iter().position(|ship| ship.name == name).map(id)
    }

    /// The ship that a value names.
    ///
    /// # Errors
    /// When there is none, listing the known names.
    pub(super) fn ship_of(&self, node: &Node) -> Result<ShipId, JudgeError> {
        let name = node.name()?;
        self.ship(name).ok_or_else(|| {
            let names: Vec<&str> = self.names().collect();
            let suggestion = did_you_mean(nearest(name, &names));
            node.invalid(format!(
                "the name of a ship of the timeline: {}{suggestion}",
                listed(&names)
            ))
        })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.ships.iter().map(|ship| ship.name.as_str())
    }

    pub(super) fn name(&self, ship: ShipId) -> Option<&str> {
        self.ships.get(usize::from(ship.idx)).map(|ship| ship.name.as_str())
    }

    /// When a ship died, if it is dead when it executes a command at this time. Within a tick a
    /// room respawns ships, executes commands and then judges shots. So a ship that spawns at this
    /// time can fire, and one that dies at this time already has.
    pub(super) fn dead_since(&self, ship: ShipId, at: Micros) -> Option<Micros> {
        let poses = &self.ships.get(usize::from(ship.idx))?.poses;
        let counts = |entry: &&TimelinePose| {
            entry.record.at < at || entry.record.at == at && entry.origin == PoseOrigin::Spawn
        };
        let last = poses.iter().rfind(counts)?;
        let died = poses
            .iter()
            .rfind(|entry| entry.origin == PoseOrigin::Death && entry.record.at <= at)?;
        (!last.record.pose.alive).then_some(died.record.at)
    }

    pub(super) fn end(&self) -> Micros {
        self.moments.last().copied().unwrap_or_default()
    }

    /// Records a statement about a ship.
    fn record(&mut self, event: &Event, path: &str) -> Result<(), JudgeError> {
        let Event { at, name, origin, .. } = *event;
        if self.moments.last() != Some(&at) {
            self.moments.push(at);
        }
        if origin == PoseOrigin::Frame && self.frames.last() != Some(&at) {
            self.frames.push(at);
        }
        let idx = match self.ships.iter().position(|ship| ship.name == name) {
            Some(idx) => idx,
            None if self.ships.len() < SHIPS_MAX => {
                let name = name.to_string();
                self.ships.push(Ship::new(name));
                self.ships.len() - 1
            }
            None => {
                let conflict = format!("brings the ships above the limit of {SHIPS_MAX}");
                return Err(JudgeError::conflict(path, conflict));
            }
        };
        self.ships[idx].check(event, path)?;
        let unknown = || {
            let others = self.names().filter(|known| *known != name).collect::<Vec<_>>();
            let suggestion = did_you_mean(nearest(name, &others));
            let conflict = format!("is the death of {}, which did not exist before", shown(name));
            JudgeError::conflict(path, format!("{conflict}{suggestion}"))
        };
        let last = self.ships[idx].poses.last().map(|entry| entry.record.pose);
        let pos = event.pos.or(last.map(|last| last.pos)).ok_or_else(unknown)?;
        let life = match (last, origin) {
            (None, _) => 1,
            (Some(last), PoseOrigin::Spawn | PoseOrigin::Teleport) => last.life.wrapping_add(1),
            (Some(last), _) => last.life,
        };
        let alive = match origin {
            PoseOrigin::Spawn => true,
            PoseOrigin::Death => false,
            _ => last.is_none_or(|last| last.alive),
        };
        let pose = Pose { ship: id(idx), life, alive, shielded: event.shielded, ..pose(pos) };
        let ship = &mut self.ships[idx];
        ship.has_commands |= origin == PoseOrigin::Command;
        (ship.low, ship.high) = (ship.low.min(pos), ship.high.max(pos));
        ship.poses.push(TimelinePose { record: Record { at, pose }, origin });
        Ok(())
    }

    /// Finds ET's server frames: each is the frame nearest to one nominal length after the previous
    /// ET frame.
    fn find_et_frames(&mut self) {
        for at in &self.frames {
            let due = |last: &Micros| (*at - *last).0 * 2 > self.et_frame.0 * 2 - self.tick.0;
            if self.et_frames.last().is_none_or(due) {
                self.et_frames.push(*at);
            }
        }
    }
}

impl Ship {
    fn new(name: String) -> Self {
        let (low, high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        Self { name, poses: Vec::new(), has_commands: false, low, high }
    }

    /// Checks that a statement is consistent with the earlier ones.
    fn check(&self, event: &Event, path: &str) -> Result<(), JudgeError> {
        let Event { at, origin, in_flight, .. } = *event;
        let name = shown(&self.name);
        let mut now = self.poses.iter().rev().take_while(|entry| entry.record.at == at);
        if origin == PoseOrigin::Frame && now.any(|entry| entry.origin == PoseOrigin::Frame) {
            let conflict = format!("is a second frame of {name} at {} ms", in_ms(at));
            return Err(JudgeError::conflict(path, conflict));
        }
        let Some(died) = self.died() else { return Ok(()) };
        if origin == PoseOrigin::Death {
            let conflict = format!(
                "is the death of {name} at {} ms, which has been dead since {} ms; a spawn must \
                 come between",
                in_ms(at),
                in_ms(died)
            );
            return Err(JudgeError::conflict(path, conflict));
        }
        if in_flight && at > died {
            let conflict = format!(
                "continues after the death of {name} at {} ms; end it there, or add a spawn",
                in_ms(died)
            );
            return Err(JudgeError::conflict(&format!("{path}.flight"), conflict));
        }
        Ok(())
    }

    /// When it died, if it is dead.
    fn died(&self) -> Option<Micros> {
        self.poses.last().filter(|last| !last.record.pose.alive)?;
        self.poses
            .iter()
            .rfind(|entry| entry.origin == PoseOrigin::Death)
            .map(|entry| entry.record.at)
    }

    /// Whether it can ever have been within a distance of a line, in u.
    pub(super) fn may_be_near(&self, line: Segment, within_u: f32) -> bool {
        let reach = Vec2::splat(within_u + ROUNDING_U);
        let (low, high) = (self.low - reach, self.high + reach);
        line.from.min(line.to).cmple(high).all() && line.from.max(line.to).cmpge(low).all()
    }
}

fn id(idx: usize) -> ShipId {
    // At most SHIPS_MAX.
    ShipId { idx: idx as u16, generation: 0 }
}

/// Parses a timeline entry.
fn parse_entry<'a>(
    node: &Node<'a>,
    entry: usize,
    (tick, grid): (Micros, Grid),
    events: &mut Vec<Event<'a>>,
) -> Result<(), JudgeError> {
    let kinds = KINDS.map(|(name, _)| name);
    let kind = match node.as_object() {
        Ok(entry) => entry.one_of(&[&kinds[..], &["flight"]].concat())?,
        Err(_) => None,
    };
    if let Some(flight) = node.peek("flight") {
        let fields =
            node.object(&["flight", "from_ms", "from_s", "to_ms", "to_s", "every_ms", "every_s"])?;
        return add_flight(&fields, &flight, entry, (tick, grid), events);
    }
    let (name, origin) = KINDS
        .into_iter()
        .find(|(name, _)| Some(*name) == kind)
        .ok_or_else(|| node.invalid(ENTRY))?;
    let fields = node.object(&["at_ms", "at_s", name])?;
    let at = fields.time("at", MOMENT)?;
    let node = fields.required(name, ENTRY)?;
    if origin == PoseOrigin::Death {
        let names = if node.is_list() { node.list(1, SHIPS_MAX)? } else { vec![node] };
        for node in names {
            let (pos, shielded) = (None, false);
            let name = node.name()?;
            events.push(Event { at, entry, name, origin, pos, shielded, in_flight: false });
        }
        return Ok(());
    }
    for (name, place) in node.entries(SHIPS_MAX)? {
        let (pos, shielded) = parse_place(&place, grid)?;
        let pos = Some(pos);
        events.push(Event { at, entry, name, origin, pos, shielded, in_flight: false });
    }
    Ok(())
}

/// A place: a point, or `{ pos, shielded }`.
fn parse_place(node: &Node, grid: Grid) -> Result<(Vec2, bool), JudgeError> {
    if !node.is_object() {
        return Ok((node.point(grid)?, false));
    }
    let fields = node.object(&["pos", "shielded"])?;
    Ok((fields.point("pos", grid)?, fields.flag("shielded")?))
}

/// Frames of ships on straight lines: `{ "name": { pos, velocity }, … }`.
fn add_flight<'a>(
    fields: &Object,
    node: &Node<'a>,
    entry: usize,
    (tick, grid): (Micros, Grid),
    events: &mut Vec<Event<'a>>,
) -> Result<(), JudgeError> {
    let (from, to) = (fields.time("from", MOMENT)?, fields.time("to", MOMENT)?);
    let every = fields.time_or("every", TICK, tick)?;
    if to < from {
        let conflict = format!("is {} ms, before from_ms, {} ms", in_ms(to), in_ms(from));
        return Err(JudgeError::conflict(&fields.path_of("to_ms"), conflict));
    }
    let n = (to - from).0.div_euclid(every.0) + 1;
    let ships = node.entries(SHIPS_MAX)?;
    if n * ships.len() as i64 > POSES_MAX as i64 {
        let conflict = format!(
            "lasts {n} frames of {} ships, above the limit of {POSES_MAX} poses",
            ships.len()
        );
        return Err(JudgeError::conflict(&fields.path, conflict));
    }
    for (name, ship) in ships {
        let flight = ship.object(&["pos", "velocity"])?;
        let start = flight.point("pos", Grid::Exact)?;
        let velocity = flight.required("velocity", "a vector in u/s")?.vector(SPEED_MAX_U_PER_S)?;
        for n in 0..n {
            let span = Micros(every.0 * n);
            let pos = start + displacement(velocity, span);
            if pos.abs().max_element() > POS_MAX_U as f32 {
                let conflict = format!("leads beyond {POS_MAX_U} u");
                return Err(JudgeError::conflict(&ship.path, conflict));
            }
            let (at, pos, shielded) = (from + span, Some(grid.apply(pos)), false);
            let origin = PoseOrigin::Frame;
            events.push(Event { at, entry, name, origin, pos, shielded, in_flight: true });
        }
    }
    Ok(())
}

fn rocks(fields: &Object, grid: Grid) -> Result<Vec<Rock>, JudgeError> {
    let Some(node) = fields.get("rocks") else {
        return Ok(Vec::new());
    };
    let rock = |node: &Node| {
        let fields = node.object(&["pos", "radius_u"])?;
        let centre = fields.point("pos", grid)?;
        Ok(Rock { centre, radius_u: fields.number("radius_u", 0.0, 10_000.0)? })
    };
    node.list(0, ROCKS_MAX)?.iter().map(rock).collect()
}
