//! Links to moments: encodes and decodes a moment as a URL fragment. Written when a link is copied,
//! read when one is opened.
//!
//! `v=3&scenario=figure-4&at=125&shot=830.0.0.l`, followed by the differences from the scenario:
//! `seed=7`, `scheme=source,deferred` (a preset per column), `network=mobile` (the first player's;
//! the numeric form `link=80ms,loss:5` is read but not written), `codec=fields` (of every player's
//! snapshots). A shot in the second column adds `column=b`. Everything else is in `run`, in
//! base64url: the low 32 bits of the [played hash](super::played) at that frame, little-endian, or
//! 0 for none; then the [packed](super::pack) run, whose known setup is what the keys before it
//! describe. `lesson=3` is for the page.
//!
//! Links of version 1 hold a hash of private state instead. No other build computes the same, so it
//! is not compared.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use capture::limits::RUN_FRAMES_MAX;
use shared::{
    netcode::preset::Preset,
    sim::event::ShotId,
    wire::{codec::CodecId, conditions::Conditions, name::is_invisible},
};

use super::{
    base64url,
    moment::{ColumnShot, Moment},
    network::Network,
    pack::{PackError, PackForm, pack, unpack},
    run::{Run, RunError},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Setup,
    state::LabState,
};
use crate::limits::{LAB_COLUMNS_MAX, LINK_BYTES_MAX};

/// The link version that this code writes, and the newest it reads.
pub const LINK_VERSION: u32 = 3;
/// The first version with the played hash.
const PLAYED_SINCE: u32 = 2;
/// The first version whose runs write netcodes setting by setting.
const SETTINGS_SINCE: u32 = 3;
/// The version of a link without `v`.
const DEFAULT_VERSION: u32 = 1;
/// The key for the column of a shot.
const COLUMN: &str = "column";
/// Column names in links.
const COLUMN_KEYS: [&str; LAB_COLUMNS_MAX] = ["a", "b"];
/// Largest lesson number.
const LESSONS_MAX: u8 = 99;
/// Characters of a piece of a link that an error shows.
const SHOWN_CHARS: usize = 40;

/// A decoded link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentLink {
    pub moment: Moment,
    /// The lesson that the page shows with it.
    pub lesson: Option<u8>,
    pub check: LinkedHash,
}

/// The check of a link against the match it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkedHash {
    /// Low bits of the played hash at its frame.
    Played(u32),
    /// A hash of an older version, which this build does not compare.
    Older,
    /// The link has no hash.
    Absent,
}

/// Whether a match reproduces the one that its link or file was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reproduction {
    Matches,
    /// No: another build made it, and the match may differ.
    Differs,
    /// Unknown: an older version made the link or file, and its hash is not compared.
    NotCompared,
    /// Unknown: the link carries no hash.
    Absent,
}

#[derive(Clone, Debug)]
pub struct OpenedLink {
    /// The match, at the link's frame.
    pub playback: RunPlayback,
    /// The selected shot.
    pub shot: Option<ColumnShot>,
    /// The lesson that the page shows with it.
    pub lesson: Option<u8>,
    pub reproduction: Reproduction,
}

/// Errors of making and opening links. Pages show only the message, so it includes its cause, which
/// is therefore not a `source`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error("The link would be {bytes} bytes long; the limit is {max}.")]
    TooLong { bytes: usize, max: usize },
    #[error("This link was made by a newer version of the laboratory.")]
    Newer { version: u32 },
    #[error("The link contains `{piece}`: {why}.")]
    Piece {
        /// Truncated.
        piece: String,
        /// The rest of the message, after the comma.
        why: &'static str,
    },
    #[error("The link names no scenario.")]
    NoScenario,
    #[error("The run in the link cannot be read: {0}.")]
    Run(PackError),
    #[error("The moment in the link is invalid: {0}.")]
    Moment(RunError),
}

impl Moment {
    /// The URL fragment for the current moment of a playback, without `#`.
    ///
    /// # Errors
    /// When it is too long for a URL; it then needs a file.
    pub fn link_of(playback: &RunPlayback) -> Result<String, LinkError> {
        Self::of(playback, None).to_link(playback.state().played_hash())
    }

    /// The URL fragment for this moment, without `#`; `played` is the played hash at its frame.
    ///
    /// # Errors
    /// When it is too long for a URL; it then needs a file.
    pub fn to_link(&self, played: u64) -> Result<String, LinkError> {
        let check = LinkedHash::of(played);
        MomentLink { moment: self.clone(), lesson: None, check }.to_fragment()
    }
}

impl MomentLink {
    /// The fragment without `#` and without a hash. For a match that runs like its scenario,
    /// without inputs, the length played is left out, since it continues after the moment as
    /// before.
    ///
    /// # Errors
    /// When it is too long for a URL; it then needs a file.
    pub fn to_fragment(&self) -> Result<String, LinkError> {
        let Moment { run, frame, shot } = &self.moment;
        let mut text = String::new();
        let mut write_pair = |key: &str, value: &str| {
            if !text.is_empty() {
                text.push('&');
            }
            text.extend([key, "=", value]);
        };
        write_pair("v", &LINK_VERSION.to_string());
        if let Some(lesson) = self.lesson {
            write_pair("lesson", &lesson.to_string());
        }
        write_pair("scenario", run.setup.scenario.key());
        let known = write_scenario_keys(&run.setup, &mut write_pair);
        write_pair("at", &frame.to_string());
        if let Some(ColumnShot { column, shot }) = shot {
            write_pair("shot", &shot.to_string());
            if let Some(letter) = COLUMN_KEYS.get(usize::from(*column)).filter(|_| *column > 0) {
                write_pair(COLUMN, letter);
            }
        }
        if known != run.setup || !run.inputs.is_empty() {
            let mut bytes = self.check.bits().to_le_bytes().to_vec();
            bytes.extend(pack(run, Some(&known)));
            let length = text.len() + "&run=".len() + base64url::length(bytes.len());
            if length > LINK_BYTES_MAX {
                return Err(LinkError::TooLong { bytes: length, max: LINK_BYTES_MAX });
            }
            text.push_str("&run=");
            base64url::append(&mut text, &bytes);
        }
        Ok(text)
    }

    /// Parses a fragment, with or without its `#`.
    ///
    /// # Errors
    /// The first invalid piece, described in words.
    pub fn parse(fragment: &str) -> Result<Self, LinkError> {
        let text = fragment.strip_prefix('#').unwrap_or(fragment);
        if text.len() > LINK_BYTES_MAX {
            return Err(LinkError::TooLong { bytes: text.len(), max: LINK_BYTES_MAX });
        }
        let mut parsed = ParsedLink::default();
        // The version first: a newer one may encode everything else differently.
        for pair in text.split('&').filter(|pair| pair.starts_with("v=")) {
            parsed.version(pair)?;
        }
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let why = match pair.split_once('=') {
                Some((key, value)) => parsed.parse_pair(key, value).err(),
                None => Some("not a key=value pair"),
            };
            if let Some(why) = why {
                return Err(invalid_piece(pair, why));
            }
        }
        parsed.link()
    }

    /// Opens the moment. Slow for a late frame, since every frame before it is run; a page may
    /// instead seek in steps, and check [`reproduction`](Self::reproduction) on arrival.
    ///
    /// # Errors
    /// When the match's setup is invalid.
    pub fn open(self) -> Result<OpenedLink, RunError> {
        let playback = self.moment.open()?;
        let same = self.reproduction(playback.state());
        Ok(OpenedLink { playback, shot: self.moment.shot, lesson: self.lesson, reproduction: same })
    }

    /// Compares the match at the link's frame with the one that the link was made from.
    #[must_use]
    pub fn reproduction(&self, state: &LabState) -> Reproduction {
        match self.check {
            LinkedHash::Absent => Reproduction::Absent,
            LinkedHash::Older => Reproduction::NotCompared,
            check if check == LinkedHash::of(state.played_hash()) => Reproduction::Matches,
            LinkedHash::Played(_) => Reproduction::Differs,
        }
    }
}

impl LinkedHash {
    /// The check for a match with this played hash.
    #[must_use]
    pub fn of(played: u64) -> Self {
        Self::Played(played as u32)
    }

    /// Its encoding in the link.
    fn bits(self) -> u32 {
        match self {
            Self::Played(bits) => bits,
            Self::Older | Self::Absent => 0,
        }
    }

    /// Decodes the check of a link version.
    fn of_bits(version: u32, bits: u32) -> Self {
        match bits {
            0 => Self::Absent,
            _ if version < PLAYED_SINCE => Self::Older,
            _ => Self::Played(bits),
        }
    }
}

/// Writes the keys that differ from the scenario, and returns the setup that they describe to a
/// reader.
fn write_scenario_keys(setup: &Setup, write_pair: &mut impl FnMut(&str, &str)) -> Setup {
    let mut known = setup.scenario.setup();
    if setup.seed != known.seed {
        known.seed = setup.seed;
        write_pair("seed", &setup.seed.to_string());
    }
    let presets: Option<Vec<Preset>> = setup.columns.iter().map(Preset::of).collect();
    if let Some(presets) = presets.filter(|_| setup.columns != known.columns) {
        known.columns.clone_from(&setup.columns);
        let keys: Vec<&str> = presets.into_iter().map(Preset::key).collect();
        write_pair("scheme", &keys.join(","));
    }
    let [first, ..] = &mut known.players;
    let conditions = setup.players[0].conditions;
    // Named networks ignore how losses show, so the conditions are compared exactly.
    if conditions != first.conditions
        && let Some(network) = Network::of(&conditions)
        && network.conditions() == conditions
    {
        first.conditions = conditions;
        write_pair("network", network.key());
    }
    if setup.codec != known.codec {
        known.codec = setup.codec;
        write_pair("codec", setup.codec.key());
    }
    known
}

/// What the pieces parsed so far contain.
#[derive(Default)]
struct ParsedLink {
    version: Option<u32>,
    scenario: Option<Scenario>,
    seed: Option<u64>,
    columns: Option<Vec<Preset>>,
    conditions: Option<Conditions>,
    codec: Option<CodecId>,
    frame: Option<u32>,
    shot: Option<ShotId>,
    column: Option<u8>,
    lesson: Option<u8>,
    run: Option<Vec<u8>>,
}

impl ParsedLink {
    fn version(&mut self, pair: &str) -> Result<(), LinkError> {
        let version = number(&pair["v=".len()..]).filter(|version| *version > 0);
        let version = version.ok_or_else(|| invalid_piece(pair, "invalid link version"))?;
        if version > LINK_VERSION {
            return Err(LinkError::Newer { version });
        }
        Ok(())
    }

    fn parse_pair(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        match key {
            "v" => set_once(&mut self.version, number(value), "invalid link version"),
            "scenario" => set_once(&mut self.scenario, Scenario::of_key(value), "unknown scenario"),
            "seed" => set_once(&mut self.seed, number(value), "invalid seed"),
            "scheme" => {
                let presets: Option<Vec<Preset>> = value.split(',').map(Preset::of_key).collect();
                let presets = presets.filter(|presets| presets.len() <= LAB_COLUMNS_MAX);
                set_once(&mut self.columns, presets, "expected one or two schemes")
            }
            "network" => {
                let known = Network::ALL.into_iter().find(|network| network.key() == value);
                let known = known.map(Network::conditions);
                set_once(&mut self.conditions, known, "unknown network")
            }
            "link" => {
                let why = "invalid link conditions";
                set_once(&mut self.conditions, value.parse().ok(), why)
            }
            "codec" => set_once(&mut self.codec, CodecId::of_key(value), "unknown codec"),
            "at" => {
                let frame = number(value).filter(|frame| *frame <= RUN_FRAMES_MAX);
                set_once(&mut self.frame, frame, "invalid frame")
            }
            "shot" => set_once(&mut self.shot, value.parse::<ShotId>().ok(), "invalid shot"),
            COLUMN => {
                let column = COLUMN_KEYS.iter().position(|letter| *letter == value);
                let column = column.map(|column| column as u8);
                set_once(&mut self.column, column, "unknown column")
            }
            "lesson" => {
                let lesson = number(value).filter(|n| (1..=LESSONS_MAX).contains(n));
                set_once(&mut self.lesson, lesson, "invalid lesson")
            }
            "run" => {
                let why = "invalid base64url";
                set_once(&mut self.run, base64url::decode(value), why)
            }
            _ => Err("unknown key"),
        }
    }

    fn link(self) -> Result<MomentLink, LinkError> {
        let mut known = self.scenario.ok_or(LinkError::NoScenario)?.setup();
        if let Some(seed) = self.seed {
            known.seed = seed;
        }
        if let Some(presets) = self.columns {
            known.columns = presets.into_iter().map(Preset::netcode).collect();
        }
        if let Some(conditions) = self.conditions {
            known.players[0].conditions = conditions;
        }
        if let Some(codec) = self.codec {
            known.codec = codec;
        }
        let frame = self.frame.unwrap_or(0);
        let (check, run) = match &self.run {
            Some(bytes) => {
                let (bits, rest) =
                    bytes.split_first_chunk().ok_or(LinkError::Run(PackError::Head))?;
                let version = self.version.unwrap_or(DEFAULT_VERSION);
                let check = LinkedHash::of_bits(version, u32::from_le_bytes(*bits));
                let form =
                    if version < SETTINGS_SINCE { PackForm::Fields } else { PackForm::Settings };
                (check, unpack(rest, form, known.codec, Some(&known)).map_err(LinkError::Run)?)
            }
            None => (LinkedHash::Absent, Run { frames: frame, ..Run::new(known) }),
        };
        let shot = match (self.shot, self.column) {
            (None, Some(column)) => {
                let pair = [COLUMN, "=", COLUMN_KEYS[usize::from(column)]].concat();
                return Err(invalid_piece(&pair, "a column needs a shot"));
            }
            (shot, column) => {
                shot.map(|shot| ColumnShot { column: column.unwrap_or_default(), shot })
            }
        };
        let moment = Moment { run, frame, shot };
        moment.check().map_err(LinkError::Moment)?;
        Ok(MomentLink { moment, lesson: self.lesson, check })
    }
}

fn set_once<T>(
    slot: &mut Option<T>,
    value: Option<T>,
    why: &'static str,
) -> Result<(), &'static str> {
    if slot.is_some() {
        return Err("given twice");
    }
    *slot = Some(value.ok_or(why)?);
    Ok(())
}

/// A number in plain digits.
fn number<T: core::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A piece of a link as shown in errors: truncated, without invisible characters.
fn invalid_piece(pair: &str, why: &'static str) -> LinkError {
    let mut piece: String = pair.chars().filter(|c| !is_invisible(*c)).take(SHOWN_CHARS).collect();
    if pair.chars().count() > SHOWN_CHARS {
        piece.push('…');
    }
    LinkError::Piece { piece, why }
}
