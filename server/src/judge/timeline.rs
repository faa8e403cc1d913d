//! The timeline of a scenario: frames, commands, flights and what befalls ships go in, the history
//! of every ship comes out.

use shared::{
    base::{geometry::Vec2, time::Micros},
    scheme::{et::FRAME, history::Pose, record::Record},
    sim::ship::ShipId,
};

use super::{
    error::JudgeError,
    fields::{Grid, Node, Object},
    limits::{MOMENT, POSES_MAX, ROCKS_MAX, SHIPS_MAX, SPEED_MAX_U_PER_S, TICK, TIMELINE_MAX},
    poses::pose,
};

/// Everything that a scenario says of ships and rocks.
#[derive(Debug)]
pub(super) struct Timeline {
    pub(super) tick: Micros,
    pub(super) ships: Vec<Ship>,
    pub(super) rocks: Vec<Rock>,
    /// Every moment at which something is said, in order, none twice.
    pub(super) moments: Vec<Micros>,
    /// The moments of frames, in order.
    pub(super) frames: Vec<Micros>,
    /// Those of them at which ET's server frames end.
    pub(super) et_frames: Vec<Micros>,
}

/// A ship and everything that is said of it, in the order of time.
#[derive(Debug)]
pub(super) struct Ship {
    pub(super) name: String,
    pub(super) said: Vec<Said>,
    /// Whether it has commands of its own, apart from the frames.
    pub(super) has_commands: bool,
}

/// A pose of a ship and what it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) record: Record,
    pub(super) from: From,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    Frame,
    Command,
    Spawn,
    Teleport,
    Death,
}

/// A round rock: shots end at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rock {
    pub(super) centre: Vec2,
    pub(super) radius_u: f32,
}

/// What an entry of the timeline may say.
const ENTRY: &str = "an object with one of frame, command, spawn, teleport, death, flight";

impl Timeline {
    /// Reads the fields `tick`, `et_frame`, `rocks` and `timeline` of a scenario.
    pub(super) fn read(fields: &Object, grid: Grid) -> Result<Self, JudgeError> {
        let tick = fields.time("tick", TICK)?;
        let mut timeline = Self {
            tick,
            ships: Vec::new(),
            rocks: rocks(fields, grid)?,
            moments: Vec::new(),
            frames: Vec::new(),
            et_frames: Vec::new(),
        };
        for entry in fields.list("timeline", 1, TIMELINE_MAX)? {
            timeline.add(&entry, grid)?;
        }
        let n: usize = timeline.ships.iter().map(|ship| ship.said.len()).sum();
        if n > POSES_MAX {
            let clash = format!("has {n} poses in all; {POSES_MAX} are the most");
            return Err(JudgeError::clash(&fields.path_of("timeline"), clash));
        }
        timeline.note_et_frames(fields.time_or("et_frame", TICK, FRAME)?);
        Ok(timeline)
    }

    /// The id of a ship of a name.
    pub(super) fn ship(&self, name: &str) -> Option<ShipId> {
        self.ships.iter().position(|ship| ship.name == name).map(id)
    }

    /// The last moment.
    pub(super) fn end(&self) -> Micros {
        self.moments.last().copied().unwrap_or_default()
    }

    fn add(&mut self, entry: &Node, grid: Grid) -> Result<(), JudgeError> {
        let fields = entry.object(&[
            "at_ms", "at_s", "frame", "command", "spawn", "teleport", "death", "flight", "from_ms",
            "from_s", "to_ms", "to_s", "every_ms", "every_s",
        ])?;
        let kinds = [
            ("frame", From::Frame),
            ("command", From::Command),
            ("spawn", From::Spawn),
            ("teleport", From::Teleport),
        ];
        let mut said =
            kinds.iter().filter_map(|(name, from)| fields.get(name).map(|node| (node, *from)));
        let (first, more) = (said.next(), said.next().is_some());
        match (first, fields.get("death"), fields.get("flight"), more) {
            (Some((node, from)), None, None, false) => {
                let at = self.moment(&fields)?;
                if from == From::Frame {
                    self.frame(&node, at)?;
                }
                self.place(&node, at, from, grid)
            }
            (None, Some(node), None, _) => {
                let at = self.moment(&fields)?;
                self.kill(&node, at)
            }
            (None, None, Some(node), _) => self.fly(&fields, &node, grid),
            _ => Err(entry.wrong(ENTRY)),
        }
    }

    /// The moment of an entry, which must not lie before the last.
    fn moment(&mut self, fields: &Object) -> Result<Micros, JudgeError> {
        for name in ["from_ms", "from_s", "to_ms", "to_s", "every_ms", "every_s"] {
            if let Some(node) = fields.get(name) {
                return Err(JudgeError::clash(&node.path, "is for flights"));
            }
        }
        let at = fields.time("at", MOMENT)?;
        self.pass(&fields.path, at)?;
        Ok(at)
    }

    fn pass(&mut self, path: &str, at: Micros) -> Result<(), JudgeError> {
        match self.moments.last() {
            Some(last) if at < *last => {
                let clash = format!("is at {} ms, before the entry before it", at.0 as f64 / 1e3);
                return Err(JudgeError::clash(path, clash));
            }
            Some(last) if at == *last => {}
            _ => self.moments.push(at),
        }
        Ok(())
    }

    fn frame(&mut self, node: &Node, at: Micros) -> Result<(), JudgeError> {
        if self.frames.last() == Some(&at) {
            return Err(JudgeError::clash(&node.path, "is a second frame of the same moment"));
        }
        self.frames.push(at);
        Ok(())
    }

    /// Ships at places: `{ "name": place, … }`.
    fn place(&mut self, node: &Node, at: Micros, from: From, grid: Grid) -> Result<(), JudgeError> {
        for (name, place) in node.entries(SHIPS_MAX)? {
            let (pos, shielded) = read_place(&place, grid)?;
            self.say(&place, name, at, pos, from)?.pose.shielded = shielded;
        }
        Ok(())
    }

    /// Notes a pose of a ship; gives it for more to be said of it.
    fn say(
        &mut self,
        node: &Node,
        name: &str,
        at: Micros,
        pos: Vec2,
        from: From,
    ) -> Result<&mut Record, JudgeError> {
        let idx = match self.ships.iter().position(|ship| ship.name == name) {
            Some(idx) => idx,
            None if self.ships.len() < SHIPS_MAX => {
                let name = name.to_string();
                self.ships.push(Ship { name, said: Vec::new(), has_commands: false });
                self.ships.len() - 1
            }
            None => {
                let clash = format!("is one ship too many; {SHIPS_MAX} are the most");
                return Err(JudgeError::clash(&node.path, clash));
            }
        };
        let ship = &mut self.ships[idx];
        ship.has_commands |= from == From::Command;
        let last = ship.said.last().map(|said| said.record.pose);
        let before = last.unwrap_or(Pose { life: 0, alive: false, ..pose(pos) });
        let life = match (last, from) {
            (None, _) | (_, From::Spawn | From::Teleport) => before.life.wrapping_add(1),
            _ => before.life,
        };
        let alive = match from {
            From::Spawn => true,
            From::Death => false,
            _ => last.is_none_or(|last| last.alive),
        };
        let pose = Pose { ship: id(idx), life, alive, shielded: false, ..pose(pos) };
        ship.said.push(Said { record: Record { at, pose }, from });
        let end = ship.said.len() - 1;
        Ok(&mut ship.said[end].record)
    }

    /// The death of ships: a name or a list of names.
    fn kill(&mut self, node: &Node, at: Micros) -> Result<(), JudgeError> {
        let nodes = if node.is_list() { node.list(1, SHIPS_MAX)? } else { vec![node.clone()] };
        for node in nodes {
            let name = node.name()?;
            let ship = self.ships.iter().find(|ship| ship.name == name);
            let Some(last) = ship.and_then(|ship| ship.said.last()) else {
                return Err(node.wrong("the name of a ship that was there before"));
            };
            let pos = last.record.pose.pos;
            self.say(&node, name, at, pos, From::Death)?;
        }
        Ok(())
    }

    /// Frames of ships on straight lines: `{ "name": { pos, velocity }, … }`.
    fn fly(&mut self, fields: &Object, node: &Node, grid: Grid) -> Result<(), JudgeError> {
        if let Some(at) = fields.get("at_ms").or(fields.get("at_s")) {
            return Err(JudgeError::clash(&at.path, "is not for flights, which last from … to"));
        }
        let (from, to) = (fields.time("from", MOMENT)?, fields.time("to", MOMENT)?);
        let every = fields.time_or("every", TICK, self.tick)?;
        let n = (to - from).0.div_euclid(every.0);
        if n < 0 || n as usize >= TIMELINE_MAX {
            let clash = format!("makes {} frames; 1 to {TIMELINE_MAX} are allowed", n + 1);
            return Err(JudgeError::clash(&fields.path, clash));
        }
        let mut ships = Vec::new();
        for (name, ship) in node.entries(SHIPS_MAX)? {
            let flight = ship.object(&["pos", "velocity"])?;
            let start = flight.point("pos", Grid::Exact)?;
            let velocity = flight.need("velocity", "a vector in u/s")?.vector(SPEED_MAX_U_PER_S)?;
            ships.push((name, ship, start, velocity));
        }
        let n_poses = (n as usize + 1) * ships.len();
        if n_poses > POSES_MAX {
            let clash = format!("makes {n_poses} poses; {POSES_MAX} are the most");
            return Err(JudgeError::clash(&fields.path, clash));
        }
        for step in 0..=n {
            let at = from + Micros(every.0 * step);
            self.pass(&fields.path, at)?;
            self.frame(node, at)?;
            for (name, node, start, velocity) in &ships {
                let pos = grid.apply(*start + *velocity * (at - from).as_s_f32());
                self.say(node, name, at, pos, From::Frame)?;
            }
        }
        Ok(())
    }

    /// ET's server frames are the frames that are nearest to as far apart as they should be.
    fn note_et_frames(&mut self, apart: Micros) {
        for at in &self.frames {
            let due = |last: &Micros| (*at - *last).0 * 2 > apart.0 * 2 - self.tick.0;
            if self.et_frames.last().is_none_or(due) {
                self.et_frames.push(*at);
            }
        }
    }
}

fn id(idx: usize) -> ShipId {
    // There are never more than SHIPS_MAX.
    ShipId { idx: idx as u16, generation: 0 }
}

/// A place: a point, or `{ pos, shielded }`.
fn read_place(node: &Node, grid: Grid) -> Result<(Vec2, bool), JudgeError> {
    if node.peek("pos").is_none() {
        return Ok((node.point(grid)?, false));
    }
    let fields = node.object(&["pos", "shielded"])?;
    Ok((fields.point("pos", grid)?, fields.flag("shielded")?))
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
