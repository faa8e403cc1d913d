//! Builds the tables from messages: keeps the state of every player, and joins beams with the
//! damage of the same frame.

use crate::{
    OCCUPANTS_MAX, SLOTS_MAX,
    hidden::{Damage, HiddenRecord, LIGHTNING_GUN},
    info::{NAME_CHARS_MAX, full_server_info, is_positive, plain_text, value},
    messages::{Beam, Message},
    player::PlayerUpdate,
    server_data::ServerData,
    tables::{Occupant, Pose, Said, Shot, Tables},
};

/// The tables so far, and what later messages refer to.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    tables: Tables,
    /// Time of the present block. Blocks of one time are a frame.
    t_ms: u32,
    players: [Player; SLOTS_MAX],
    /// Number of shots before the present frame.
    n_shots_before: usize,
}

/// What is known of a slot.
#[derive(Clone, Copy, Debug, Default)]
struct Player {
    at: [f32; 3],
    /// Pitch, yaw and roll, in 1/65,536 of a turn.
    angles: [i16; 3],
    /// `None` before the first pose.
    is_alive: Option<bool>,
    life: u32,
    /// Index of the newest pose in the table.
    pose: Option<usize>,
    /// Index in the list of occupants.
    occupant: Option<usize>,
    rtt_ms: Option<u16>,
    /// Beams shot in the present frame.
    n_beams: u32,
    /// Slots damaged by them, as bits.
    damaged: u32,
    /// Number of damage records of the present frame, whoever was damaged.
    n_damages: u32,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            tables: Tables::default(),
            t_ms: 0,
            players: [Player::default(); SLOTS_MAX],
            n_shots_before: 0,
        }
    }
}

impl Recorder {
    pub(crate) fn begin_block(&mut self, t_ms: u32) {
        if t_ms != self.t_ms {
            self.end_frame();
            self.t_ms = t_ms;
        }
    }

    pub(crate) fn handle_message(&mut self, message: &Message<'_>) {
        match *message {
            Message::ServerData(data) => self.begin_map(&data),
            Message::Command(command) => {
                if let Some(info) = full_server_info(command) {
                    for key in ["map", "*version", "teamplay", "sv_antilag"] {
                        if let Some(value) = value(info, key) {
                            self.set_server_info(key.as_bytes(), value);
                        }
                    }
                }
            }
            Message::ServerInfo { key, value } => self.set_server_info(key, value),
            Message::UserInfo { slot, info } => {
                let [name, team] = ["name", "team"].map(|key| value(info, key).unwrap_or_default());
                self.seat(slot, name, team);
            }
            Message::SetInfo { slot, key, value } => self.set_info(slot, key, value),
            Message::Ping { slot, rtt_ms } => self.player(slot).rtt_ms = Some(rtt_ms),
            Message::Player(update) => self.move_player(&update),
            Message::Beam(beam) => self.shoot(&beam),
            Message::End => self.tables.notes.is_complete = true,
            Message::Other => {}
        }
    }

    pub(crate) fn handle_hidden(&mut self, record: HiddenRecord) {
        let notes = &mut self.tables.notes;
        let Damage { weapon, attacker, victim } = match record {
            HiddenRecord::Damage(damage) => damage,
            HiddenRecord::Other => {
                notes.n_hidden_skipped += 1;
                return;
            }
        };
        notes.has_damage = true;
        if weapon != LIGHTNING_GUN {
            return;
        }
        let Some(attacker) = slot_of(attacker) else { return };
        match slot_of(victim) {
            Some(victim) => self.player(attacker).damaged |= 1 << victim,
            None => notes.n_damage_to_others += 1,
        }
        self.player(attacker).n_damages += 1;
    }

    /// Ends the last frame.
    pub(crate) fn finish(mut self) -> Tables {
        self.end_frame();
        self.tables.notes.duration_ms = self.t_ms;
        if !self.tables.notes.has_damage {
            for shot in &mut self.tables.shots {
                shot.said = Said::Unknown;
            }
        }
        self.tables
    }

    fn player(&mut self, slot: u8) -> &mut Player {
        // Slots were checked when they were read.
        &mut self.players[usize::from(slot) % SLOTS_MAX]
    }

    fn occupant(&self, slot: u8) -> Option<&Occupant> {
        let n = self.players[usize::from(slot) % SLOTS_MAX].occupant?;
        self.tables.occupants.get(n)
    }

    /// Begins a map: players start anew, at the origin, where updates are relative to.
    fn begin_map(&mut self, data: &ServerData<'_>) {
        self.tables.notes.n_maps += 1;
        self.tables.meta.level = Some(plain_text(data.level));
        self.tables.meta.game_dir = Some(plain_text(data.game_dir));
        for player in &mut self.players {
            player.at = [0.0; 3];
            player.angles = [0; 3];
        }
    }

    fn set_server_info(&mut self, key: &[u8], value: &[u8]) {
        let meta = &mut self.tables.meta;
        match key {
            b"map" => meta.map = Some(plain_text(value)),
            b"*version" => meta.server_version = Some(plain_text(value)),
            b"sv_antilag" => meta.antilag = Some(plain_text(value)),
            b"teamplay" => meta.has_teams |= is_positive(value),
            _ => {}
        }
    }

    /// Seats a player, unless it has the seat already.
    fn seat(&mut self, slot: u8, name: &[u8], team: &[u8]) {
        let raw_name = &name[..name.len().min(NAME_CHARS_MAX)];
        let team = plain_text(team);
        let before = self.occupant(slot);
        if before.is_some_and(|player| player.raw_name == raw_name && player.team == team) {
            return;
        }
        let n = self.tables.occupants.len();
        if n >= OCCUPANTS_MAX {
            self.tables.notes.n_seatings_skipped += 1;
            return;
        }
        let (since_ms, name) = (self.t_ms, plain_text(raw_name));
        let occupant = Occupant { slot, since_ms, raw_name: raw_name.to_vec(), name, team };
        self.tables.occupants.push(occupant);
        self.player(slot).occupant = Some(n);
    }

    fn set_info(&mut self, slot: u8, key: &[u8], value: &[u8]) {
        let before = self.occupant(slot).cloned().unwrap_or_default();
        match key {
            b"name" => self.seat(slot, value, before.team.as_bytes()),
            b"team" => self.seat(slot, &before.raw_name, value),
            _ => {}
        }
    }

    fn move_player(&mut self, update: &PlayerUpdate) {
        let t_ms = self.t_ms;
        let player = self.player(update.slot);
        for (axis, coord) in update.at.into_iter().enumerate() {
            player.at[axis] = coord.unwrap_or(player.at[axis]);
        }
        for (axis, angle) in update.angles.into_iter().enumerate() {
            player.angles[axis] = angle.unwrap_or(player.angles[axis]);
        }
        let is_alive = !update.is_dead;
        if is_alive && player.is_alive == Some(false) {
            player.life += 1;
        }
        player.is_alive = Some(is_alive);
        let [pitch, yaw, _roll] = player.angles;
        let Player { at, life, pose: before, .. } = *player;
        let pose = Pose { t_ms, slot: update.slot, at, yaw, pitch, is_alive, life };
        let poses = &mut self.tables.poses;
        match before.and_then(|n| poses.get_mut(n)) {
            Some(before) if before.t_ms == t_ms => {
                *before = pose;
                self.tables.notes.n_poses_replaced += 1;
            }
            _ => {
                let n = poses.len();
                poses.push(pose);
                self.player(update.slot).pose = Some(n);
            }
        }
    }

    fn shoot(&mut self, beam: &Beam) {
        let Some(shooter) = slot_of(beam.entity) else {
            self.tables.notes.n_beams_of_others += 1;
            return;
        };
        let t_ms = self.t_ms;
        let player = self.player(shooter);
        player.n_beams += 1;
        let rtt_ms = player.rtt_ms;
        let Beam { from, to, .. } = *beam;
        let said = Said::Hit(0);
        self.tables.shots.push(Shot { t_ms, shooter, from, to, rtt_ms, said });
    }

    /// Gives the shots of a frame their damage.
    fn end_frame(&mut self) {
        let Tables { shots, notes, .. } = &mut self.tables;
        for shot in &mut shots[self.n_shots_before..] {
            let player = &self.players[usize::from(shot.shooter) % SLOTS_MAX];
            shot.said = match player.n_beams {
                _ if player.n_damages == 0 => Said::Hit(0),
                1 => Said::Hit(player.damaged),
                _ => {
                    notes.n_shots_ambiguous += 1;
                    Said::Unknown
                }
            };
        }
        self.n_shots_before = shots.len();
        for player in &mut self.players {
            if player.n_beams == 0 {
                notes.n_damage_without_beam += player.n_damages;
            }
            (player.n_beams, player.damaged, player.n_damages) = (0, 0, 0);
        }
    }
}

/// The slot of a player's entity; `None` for other entities.
fn slot_of(entity: u16) -> Option<u8> {
    let slot = u8::try_from(entity.checked_sub(1)?).ok()?;
    (usize::from(slot) < SLOTS_MAX).then_some(slot)
}
