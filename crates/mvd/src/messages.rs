//! Messages of a server to its clients. Reads those that the tables need and skips the others.

use crate::{
    bytes::Bytes,
    entity::{skip_entities, skip_entity, skip_whole_entity},
    error::MvdError,
    player::{PlayerUpdate, read_player, read_slot},
    server_data::{Dialect, ServerData, read_server_data},
};

/// A message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Message<'a> {
    ServerData(ServerData<'a>),
    /// A command for the console of clients.
    Command(&'a [u8]),
    /// Everything about the player in a slot, as `\key\value…`; empty if the slot is free.
    UserInfo {
        slot: u8,
        info: &'a [u8],
    },
    /// One value about a player.
    SetInfo {
        slot: u8,
        key: &'a [u8],
        value: &'a [u8],
    },
    /// One value about the server.
    ServerInfo {
        key: &'a [u8],
        value: &'a [u8],
    },
    Ping {
        slot: u8,
        rtt_ms: u16,
    },
    Player(PlayerUpdate),
    Beam(Beam),
    /// The server closed the recording.
    End,
    /// Of a kind that the tables do not need.
    Other,
}

/// A beam of the lightning gun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beam {
    /// A player's is its slot plus 1.
    pub(crate) entity: u16,
    pub(crate) from: [f32; 3],
    pub(crate) to: [f32; 3],
}

/// Reads the messages of blocks, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Messages {
    dialect: Dialect,
    /// Number of the message before, in this block.
    before: Option<u8>,
}

/// Number of the message that begins every recording.
pub(crate) const SERVER_DATA: u8 = 11;

/// Number and gain of a sound are present.
const SOUND_VOLUME: u16 = 1 << 15;
const SOUND_ATTENUATION: u16 = 1 << 14;

const NAIL_BYTES: usize = 6;
/// A nail with a number.
const NUMBERED_NAIL_BYTES: usize = 7;
/// A frame of speech as the proxy Qizmo sends it.
const QIZMO_VOICE_BYTES: usize = 34;

impl Messages {
    pub(crate) fn begin_block(&mut self) {
        self.before = None;
    }

    /// The protocol of the server, as far as it is known.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The next message of a block; `None` at its end.
    pub(crate) fn next_message<'a>(
        &mut self,
        bytes: &mut Bytes<'a>,
    ) -> Result<Option<Message<'a>>, MvdError> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let at = bytes.at();
        let number = bytes.u8()?;
        bytes.enter(name(number).ok_or_else(|| self.unknown(at, number))?);
        let message = match self.needed(number, bytes)? {
            Some(message) => message,
            None => {
                self.skip(number, bytes, at)?;
                Message::Other
            }
        };
        self.before = Some(number);
        Ok(Some(message))
    }

    /// Reads a message that the tables need.
    fn needed<'a>(
        &mut self,
        number: u8,
        bytes: &mut Bytes<'a>,
    ) -> Result<Option<Message<'a>>, MvdError> {
        Ok(Some(match number {
            2 => {
                // Old servers send no text with it.
                if !bytes.is_empty() {
                    bytes.text()?;
                }
                Message::End
            }
            9 => Message::Command(bytes.text()?),
            SERVER_DATA => {
                let data = read_server_data(bytes)?;
                self.dialect = data.dialect;
                Message::ServerData(data)
            }
            23 => match self.temp_entity(bytes)? {
                Some(beam) => Message::Beam(beam),
                None => Message::Other,
            },
            36 => Message::Ping { slot: read_slot(bytes)?, rtt_ms: bytes.u16()? },
            40 => {
                let slot = read_slot(bytes)?;
                let _user = bytes.u32()?;
                Message::UserInfo { slot, info: bytes.text()? }
            }
            42 => Message::Player(read_player(bytes, self.dialect)?),
            51 => {
                let slot = read_slot(bytes)?;
                Message::SetInfo { slot, key: bytes.text()?, value: bytes.text()? }
            }
            52 => Message::ServerInfo { key: bytes.text()?, value: bytes.text()? },
            _ => return Ok(None),
        }))
    }

    fn unknown(&self, at: usize, number: u8) -> MvdError {
        let before = self.before.and_then(name).unwrap_or("the start of a block");
        MvdError::UnknownMessage { at, number, before }
    }

    /// Skips a message that begins at `at`, by its fields.
    fn skip(&self, number: u8, bytes: &mut Bytes<'_>, at: usize) -> Result<(), MvdError> {
        let dialect = self.dialect;
        match number {
            // Nothing happens; a monster, a secret; a shop; kicks of the view.
            1 | 27 | 28 | 33..=35 => Ok(()),
            // Pause; a CD track; packets choked.
            24 | 32 | 44 => bytes.skip(1),
            // A stat; packet loss; a sound that stops; a muzzle flash.
            3 | 53 | 16 | 39 => bytes.skip(2),
            // Frags.
            14 => bytes.skip(3),
            // A time; the greatest speed; gravity.
            7 | 49 | 50 => bytes.skip(4),
            // Since when a player plays; a long stat.
            37 | 38 => bytes.skip(5),
            6 => self.skip_sound(bytes),
            // Texts: printed, with a level; a light style, with its number; in the centre; an end.
            8 | 12 => bytes.skip(1).and_then(|()| bytes.text()).map(drop),
            26 | 31 => bytes.text().map(drop),
            // A view turned by the server: whose, and the angles.
            10 => bytes.skip(1).and_then(|()| self.skip_angles(bytes)),
            // Damage as its victim sees it: armour, health, and from where.
            19 => bytes.skip(2).and_then(|()| dialect.point(bytes)).map(drop),
            20 => skip_whole_entity(bytes, dialect),
            22 => bytes.skip(2).and_then(|()| skip_whole_entity(bytes, dialect)),
            21 | 66 => skip_entity(bytes, dialect),
            // A sound that stays: where, which, volume and attenuation.
            29 => dialect.point(bytes).and_then(|_| bytes.skip(3)),
            30 => dialect.point(bytes).and_then(|_| self.skip_angles(bytes)),
            41 => skip_download(bytes),
            43 => bytes.u8().and_then(|n| bytes.skip(usize::from(n) * NAIL_BYTES)),
            54 => bytes.u8().and_then(|n| bytes.skip(usize::from(n) * NUMBERED_NAIL_BYTES)),
            45 | 46 => bytes.skip(1).and_then(|()| skip_list(bytes)),
            60 => bytes.skip(2).and_then(|()| skip_list(bytes)),
            47 => skip_entities(bytes, dialect),
            // With the number of the packet that they are relative to.
            48 => bytes.skip(1).and_then(|()| skip_entities(bytes, dialect)),
            83 => bytes.skip(QIZMO_VOICE_BYTES),
            // Speech: who speaks, two numbers, a length and so many bytes.
            84 => {
                bytes.skip(3)?;
                let n = bytes.u16()?;
                bytes.skip(n.into())
            }
            _ => Err(self.unknown(at, number)),
        }
    }

    fn skip_angles(&self, bytes: &mut Bytes<'_>) -> Result<(), MvdError> {
        (0..3).try_for_each(|_| self.dialect.skip_angle(bytes))
    }

    fn skip_sound(&self, bytes: &mut Bytes<'_>) -> Result<(), MvdError> {
        let channel = bytes.u16()?;
        for field in [SOUND_VOLUME, SOUND_ATTENUATION] {
            if channel & field != 0 {
                bytes.skip(1)?;
            }
        }
        let _sound = bytes.u8()?;
        self.dialect.point(bytes).map(drop)
    }

    /// Reads an effect: a beam of the lightning gun, or another one.
    fn temp_entity(&self, bytes: &mut Bytes<'_>) -> Result<Option<Beam>, MvdError> {
        let at = bytes.at();
        let number = bytes.u8()?;
        match number {
            // Lightning: of monsters, of players, of the last opponent.
            5 | 6 | 9 => {
                let entity = bytes.u16()?;
                let (from, to) = (self.dialect.point(bytes)?, self.dialect.point(bytes)?);
                return Ok((number == 6).then_some(Beam { entity, from, to }));
            }
            // Pellets and blood, with how much.
            2 | 12 => bytes.skip(1)?,
            0 | 1 | 3 | 4 | 7 | 8 | 10 | 11 | 13 => {}
            _ => return Err(MvdError::UnknownTempEntity { at, number }),
        }
        self.dialect.point(bytes)?;
        Ok(None)
    }
}

/// Skips a part of a file: its length, a percentage, and so many bytes.
fn skip_download(bytes: &mut Bytes<'_>) -> Result<(), MvdError> {
    let length = bytes.i16()?;
    bytes.skip(1)?;
    // −1 says that there is no such file.
    bytes.skip(usize::try_from(length).unwrap_or(0))
}

/// Skips texts up to an empty one, and where the list goes on.
fn skip_list(bytes: &mut Bytes<'_>) -> Result<(), MvdError> {
    while !bytes.text()?.is_empty() {}
    bytes.skip(1)
}

/// The name of a message that can be read or skipped.
fn name(number: u8) -> Option<&'static str> {
    Some(match number {
        1 => "nop (1)",
        2 => "disconnect (2)",
        3 => "updatestat (3)",
        6 => "sound (6)",
        7 => "time (7)",
        8 => "print (8)",
        9 => "stufftext (9)",
        10 => "setangle (10)",
        11 => "serverdata (11)",
        12 => "lightstyle (12)",
        14 => "updatefrags (14)",
        16 => "stopsound (16)",
        19 => "damage (19)",
        20 => "spawnstatic (20)",
        21 => "spawnstatic2 (21)",
        22 => "spawnbaseline (22)",
        23 => "temp_entity (23)",
        24 => "setpause (24)",
        26 => "centerprint (26)",
        27 => "killedmonster (27)",
        28 => "foundsecret (28)",
        29 => "spawnstaticsound (29)",
        30 => "intermission (30)",
        31 => "finale (31)",
        32 => "cdtrack (32)",
        33 => "sellscreen (33)",
        34 => "smallkick (34)",
        35 => "bigkick (35)",
        36 => "updateping (36)",
        37 => "updateentertime (37)",
        38 => "updatestatlong (38)",
        39 => "muzzleflash (39)",
        40 => "updateuserinfo (40)",
        41 => "download (41)",
        42 => "playerinfo (42)",
        43 => "nails (43)",
        44 => "chokecount (44)",
        45 => "modellist (45)",
        46 => "soundlist (46)",
        47 => "packetentities (47)",
        48 => "deltapacketentities (48)",
        49 => "maxspeed (49)",
        50 => "entgravity (50)",
        51 => "setinfo (51)",
        52 => "serverinfo (52)",
        53 => "updatepl (53)",
        54 => "nails2 (54)",
        60 => "modellistshort (60)",
        66 => "spawnbaseline2 (66)",
        83 => "qizmovoice (83)",
        84 => "voicechat (84)",
        _ => return None,
    })
}
