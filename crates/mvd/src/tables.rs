//! The tables read from a recording, as values.

/// Everything read from a recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// Where players were, sorted by time; at most one for each player and time.
    pub poses: Vec<Pose>,
    /// Shots of the lightning gun, sorted by time.
    pub shots: Vec<Shot>,
    /// Who was in which slot, in the order in which they took it.
    pub occupants: Vec<Occupant>,
    pub meta: Meta,
    pub notes: Notes,
}

/// Where a player was in a frame of the server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Time since the start of the recording, in ms.
    pub t_ms: u32,
    pub slot: u8,
    /// Position in units of the game, in steps of 1/8 unless the server sends floats; z is up.
    pub at: [f32; 3],
    /// In 1/65,536 of a turn, anticlockwise from above.
    pub yaw: i16,
    /// In 1/65,536 of a turn, down is positive.
    pub pitch: i16,
    pub is_alive: bool,
    /// How often the player in this slot came alive again.
    pub life: u32,
}

/// A shot of the lightning gun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Time since the start of the recording, in ms.
    pub t_ms: u32,
    pub shooter: u8,
    /// The start of the beam, in units of the game.
    pub from: [f32; 3],
    /// Its end as the server cut it: at a wall or at its range; it passes through players.
    pub to: [f32; 3],
    /// The shooter's ping as the server last sent it; `None` before the first.
    pub rtt_ms: Option<u16>,
    pub said: Said,
}

/// Whom the server damaged by a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// These slots, as bits; 0 is nobody.
    Hit(u32),
    /// The recording does not tell.
    Unknown,
}

/// A player in a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occupant {
    pub slot: u8,
    /// Since when, in ms.
    pub since_ms: u32,
    /// As the server sent it, in the game's own characters.
    pub raw_name: Vec<u8>,
    /// In ASCII; empty if there is none.
    pub name: String,
    /// In ASCII; empty if there is none.
    pub team: String,
}

/// Facts about the match, each as far as the server said it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// The file name of the map.
    pub map: Option<String>,
    /// Title of the map.
    pub level: Option<String>,
    pub server_version: Option<String>,
    /// Folder of the game's rules.
    pub game_dir: Option<String>,
    /// Whether players were in teams.
    pub has_teams: bool,
    /// Whether the server compensated lag, as its setting says (`sv_antilag`).
    pub antilag: Option<String>,
}

/// What was read but is not in the tables, or not as it stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Time of the last block, in ms.
    pub duration_ms: u32,
    /// Number of maps in the recording.
    pub n_maps: u32,
    /// Whether the server closed the recording, instead of the file ending somewhere.
    pub is_complete: bool,
    /// Whether the server recorded damage at all.
    pub has_damage: bool,
    /// Poses replaced by a later one of the same player at the same time.
    pub n_poses_replaced: u32,
    /// Beams of the lightning gun that no player shot.
    pub n_beams_of_others: u32,
    /// Damage of the lightning gun to what is no player.
    pub n_damage_to_others: u32,
    /// Damage of the lightning gun in a frame without a beam of the attacker.
    pub n_damage_without_beam: u32,
    /// Shots of one player at one time, of which damage does not say which did it.
    pub n_shots_ambiguous: u32,
    /// Changes of names and teams beyond [`crate::OCCUPANTS_MAX`].
    pub n_seatings_skipped: u32,
    /// Records for tools of a kind that the tables do not need, and blocks for nobody of a server
    /// that does not say that it writes records.
    pub n_hidden_skipped: u32,
}

impl Shot {
    /// The direction, of length 1, and the length; the direction is 0 for a beam without length.
    pub fn ray(&self) -> ([f64; 3], f64) {
        let along: [f64; 3] =
            std::array::from_fn(|axis| f64::from(self.to[axis]) - f64::from(self.from[axis]));
        let reach = along.iter().map(|d| d * d).sum::<f64>().sqrt();
        if reach > 0.0 { (along.map(|d| d / reach), reach) } else { ([0.0; 3], 0.0) }
    }
}

impl Said {
    /// The slots that were hit, in order; none if that is unknown.
    pub fn slots(self) -> impl Iterator<Item = u8> {
        let slots = match self {
            Self::Hit(slots) => slots,
            Self::Unknown => 0,
        };
        (0..u32::BITS as u8).filter(move |slot| slots >> slot & 1 == 1)
    }

    /// Whether somebody was hit.
    pub fn is_hit(self) -> bool {
        matches!(self, Self::Hit(slots) if slots != 0)
    }
}

impl Tables {
    /// Number of shots that hit somebody.
    pub fn hits(&self) -> usize {
        self.shots.iter().filter(|shot| shot.said.is_hit()).count()
    }

    /// Number of slots with poses.
    pub fn n_players(&self) -> u32 {
        self.poses.iter().fold(0_u32, |seen, pose| seen | 1 << pose.slot).count_ones()
    }
}
