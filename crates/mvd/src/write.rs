//! Writes the tables as CSV, and the facts about the match as JSON.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

use crate::{
    SLOTS_MAX,
    tables::{Occupant, Said, Tables},
};

/// How players are called in the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ids {
    /// By the number of their slot.
    #[default]
    Slots,
    /// By their names, with the slot where two players have the same.
    Names,
}

/// Degrees of a 16-bit angle's step; exact in a float.
const DEGREES_PER_STEP: f64 = 360.0 / 65_536.0;

/// Half of a player's box and its centre above the position, in units of the game.
const BOX: &str = r#"{ "box": [16, 16, 28], "at": [0, 0, 4] }"#;

/// Texts that mean something else in the column `said`.
const RESERVED: [&str; 2] = ["?", "-"];
/// Separates players in that column.
const SEPARATOR: char = '|';

impl Tables {
    /// Writes the poses as CSV, with the team if the match has teams.
    ///
    /// # Errors
    ///
    /// If `to` cannot be written.
    pub fn write_poses(&self, to: &mut impl Write, ids: Ids) -> io::Result<()> {
        let labels = Labels::new(self, ids);
        let team_column = if self.meta.has_teams { ",team" } else { "" };
        writeln!(to, "t_ms,id,x,y,z,yaw,pitch,alive{team_column}")?;
        for pose in &self.poses {
            let [x, y, z] = pose.at;
            let [yaw, pitch] = [pose.yaw, pose.pitch].map(|of| f64::from(of) * DEGREES_PER_STEP);
            let Label { id, team } = labels.of(pose.slot, pose.t_ms);
            let (t_ms, id, alive) = (pose.t_ms, csv_value(&id), u8::from(pose.is_alive));
            write!(to, "{t_ms},{id},{x:?},{y:?},{z:?},{yaw:?},{pitch:?},{alive}")?;
            if self.meta.has_teams {
                write!(to, ",{}", csv_value(team))?;
            }
            writeln!(to)?;
        }
        Ok(())
    }

    /// Writes the shots as CSV.
    ///
    /// # Errors
    ///
    /// If `to` cannot be written.
    pub fn write_shots(&self, to: &mut impl Write, ids: Ids) -> io::Result<()> {
        let labels = Labels::new(self, ids);
        writeln!(to, "shot,t_ms,shooter,weapon,x,y,z,dx,dy,dz,reach,rtt_ms,said")?;
        for (n, shot) in self.shots.iter().enumerate() {
            let t_ms = shot.t_ms;
            let id = |slot| labels.of(slot, t_ms).id;
            let [x, y, z] = shot.from;
            let (direction, reach) = shot.ray();
            let [dx, dy, dz] = direction.map(|d| decimal(d, 6));
            let reach = decimal(reach, 3);
            let rtt = shot.rtt_ms.map(|rtt_ms| rtt_ms.to_string()).unwrap_or_default();
            let said = match shot.said {
                Said::Unknown => "?".to_string(),
                Said::Hit(_) => {
                    let hit: Vec<_> = shot.said.slots().map(id).collect();
                    hit.join(SEPARATOR.encode_utf8(&mut [0; 4]))
                }
            };
            let (shooter, said) = (id(shot.shooter), csv_value(&said).into_owned());
            let shooter = csv_value(&shooter);
            write!(to, "{n},{t_ms},{shooter},beam,{x:?},{y:?},{z:?},{dx},{dy},{dz},{reach}")?;
            writeln!(to, ",{rtt},{said}")?;
        }
        Ok(())
    }

    /// Writes what programs need to know about both tables, as JSON.
    ///
    /// # Errors
    ///
    /// If `to` cannot be written.
    pub fn write_meta(&self, to: &mut impl Write) -> io::Result<()> {
        let meta = &self.meta;
        let facts = [
            ("map", &meta.map),
            ("level", &meta.level),
            ("server", &meta.server_version),
            ("game_dir", &meta.game_dir),
            ("sv_antilag", &meta.antilag),
        ];
        let known = facts.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let known: Vec<_> =
            known.map(|(key, value)| format!("    \"{key}\": {}", json_text(value))).collect();
        writeln!(to, "{{\n  \"game\": \"quakeworld\",\n  \"up\": \"z\",")?;
        writeln!(to, "  \"shapes\": {{ \"default\": {BOX} }},")?;
        writeln!(to, "  \"records\": \"unknown\",")?;
        writeln!(to, "  \"source\": {{\n{}\n  }}\n}}", known.join(",\n"))
    }
}

/// What the tables call a player.
#[derive(Clone, Debug)]
struct Label<'a> {
    id: String,
    team: &'a str,
}

/// What the tables call the players of each slot.
struct Labels<'a> {
    ids: Ids,
    /// Players of each slot, in the order of time.
    by_slot: Vec<Vec<&'a Occupant>>,
    /// Names in ASCII that stand for several names in the game's characters.
    ambiguous: BTreeSet<&'a str>,
}

impl<'a> Labels<'a> {
    fn new(tables: &'a Tables, ids: Ids) -> Self {
        let mut by_slot = vec![Vec::new(); SLOTS_MAX];
        let mut raw_names = BTreeMap::new();
        let mut ambiguous = BTreeSet::from(RESERVED);
        for occupant in &tables.occupants {
            if let Some(players) = by_slot.get_mut(usize::from(occupant.slot)) {
                players.push(occupant);
            }
            let raw_name = &occupant.raw_name;
            if *raw_names.entry(occupant.name.as_str()).or_insert(raw_name) != raw_name {
                ambiguous.insert(&occupant.name);
            }
        }
        Self { ids, by_slot, ambiguous }
    }

    fn of(&self, slot: u8, t_ms: u32) -> Label<'a> {
        let players = self.by_slot.get(usize::from(slot)).map_or(&[][..], Vec::as_slice);
        let n = players.partition_point(|player| player.since_ms <= t_ms);
        let player = n.checked_sub(1).and_then(|n| players.get(n));
        let name = player.map_or("", |player| player.name.as_str());
        let id = match self.ids {
            Ids::Names if self.ambiguous.contains(name) => format!("{name}#{slot}"),
            Ids::Names if !name.is_empty() => name.to_string(),
            _ => slot.to_string(),
        };
        Label { id: id.replace(SEPARATOR, "_"), team: player.map_or("", |player| &player.team) }
    }
}

/// A value of a row, in quotes if it needs them.
fn csv_value(value: &str) -> Cow<'_, str> {
    if value.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", value.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(value)
    }
}

/// A number with at most so many decimals, and at least one.
fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_string() }
}

/// A text of JSON. Texts of recordings are ASCII without control characters.
fn json_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
