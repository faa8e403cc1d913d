//! Reads both tables once and keeps of each shot what the search needs.
//!
//! Memory does not depend on the length of the match: poses of the last moments are held, and of
//! every shot at most [`SHOT_BYTES_MAX`](crate::kept_shot::SHOT_BYTES_MAX) bytes, of at most
//! [`SHOTS_MAX`] shots; of a longer match whole bursts are kept at random, by seed.

use std::collections::{HashMap, VecDeque};
use std::io::Read;

use crate::kept_shot::KeptShot;
use crate::past::{AHEAD_MAX_MS, Past, SAMPLES_MAX};
use crate::profile::{profile, ray};
use crate::search::random::hash;
use crate::tables::error::TableError;
use crate::tables::ids::{Ids, PlayerIdx};
use crate::tables::meta::Meta;
use crate::tables::said::Said;
use crate::tables::{Counts, Event, ShotRow, Tables};

/// Most shots that are kept.
pub const SHOTS_MAX: usize = 200_000;

/// The pause of one shooter after which a burst ends, in ms.
pub const BURST_PAUSE_MS: f64 = 500.0;

/// Most shots that wait for the poses around them.
const WAITING_MAX: usize = 65_536;

/// Rows between two reports of progress.
const PROGRESS_ROWS: u64 = 16_384;

/// How the tables are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The distance between two poses beyond which a player began a new life, in units.
    pub teleport: Option<f64>,
    /// The interpolation delay of shots without one, in ms.
    pub interp_ms: Option<f64>,
    /// What decides which bursts are kept, and what is drawn at random later.
    pub seed: u64,
    /// Most shots that are kept, up to [`SHOTS_MAX`].
    pub shots_max: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { teleport: None, interp_ms: None, seed: 1, shots_max: SHOTS_MAX }
    }
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Continue,
    Stop,
}

/// How far the reading is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    pub poses: u64,
    pub shots: u64,
    /// The last time read, in ms since the first pose.
    pub at_ms: f64,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Collected {
    /// In order of time.
    pub shots: Vec<KeptShot>,
    pub ids: Ids,
    pub counts: Counts,
    /// The length of a tick: of the meta file, else the median pause between poses; in ms.
    pub tick_ms: f64,
    /// The median pause between poses, in ms.
    pub pause_ms: f64,
    /// Bursts in the table, of which those of `shots` are kept.
    pub bursts: u32,
    /// By player: whether there is any pose of it.
    pub has_poses: Vec<bool>,
    /// Shots without a known muzzle or without a pose of anybody.
    pub without_poses: u64,
    pub seed: u64,
}

impl Collected {
    /// Whether the server said that a shot hit a stranger: somebody without a single pose.
    pub fn hits_a_stranger(&self, shot: &KeptShot) -> bool {
        let Said::Victims(victims) = shot.said else { return false };
        let is_posed = |player: &PlayerIdx| self.has_poses.get(usize::from(*player)) == Some(&true);
        !victims.is_empty() && !victims.as_slice().iter().any(is_posed)
    }

    /// Whether all shots of the table were kept.
    pub fn is_whole(&self) -> bool {
        self.shots.len() as u64 + self.without_poses == self.counts.shots
    }
}

/// Reads both tables to their ends.
///
/// # Errors
/// Names the table, the line and the column of what is wrong.
pub fn collect<P: Read, S: Read>(
    tables: Tables<P, S>,
    meta: &Meta,
    options: &Options,
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Result<Collected, TableError> {
    let mut keeper = Keeper::new(*options);
    let read = read(tables, meta, options, progress, &mut |shot, past| {
        keeper.keep(shot, past, meta);
    })?;
    Ok(Collected {
        shots: keeper.shots,
        ids: read.ids,
        counts: read.counts,
        tick_ms: meta.tick_ms.unwrap_or(read.pause_ms),
        pause_ms: read.pause_ms,
        bursts: keeper.bursts.n_bursts,
        has_poses: read.has_poses,
        without_poses: keeper.without_poses,
        seed: options.seed,
    })
}

/// What a whole reading tells besides the shots.
pub(crate) struct Reading {
    pub ids: Ids,
    pub counts: Counts,
    /// The median pause between poses, in ms.
    pub pause_ms: f64,
    /// By player: whether there is any pose of it.
    pub has_poses: Vec<bool>,
}

/// Reads both tables, and shows each shot once the poses around it are known.
pub(crate) fn read<P: Read, S: Read>(
    mut tables: Tables<P, S>,
    meta: &Meta,
    options: &Options,
    progress: &mut dyn FnMut(Progress) -> Control,
    show: &mut dyn FnMut(&ShotRow, &Past),
) -> Result<Reading, TableError> {
    let mut past = Past::new(meta, options.teleport);
    let mut waiting: VecDeque<Box<ShotRow>> = VecDeque::new();
    let mut pauses = Pauses::default();
    let mut n_rows = 0_u64;
    while let Some(event) = tables.next_event()? {
        n_rows += 1;
        if n_rows.is_multiple_of(PROGRESS_ROWS) {
            let Counts { poses, shots, .. } = tables.counts;
            let at_ms = past.newest_ms();
            if progress(Progress { poses, shots, at_ms }) == Control::Stop {
                return Err(TableError::Interrupted);
            }
        }
        match event {
            Event::Pose(pose) => {
                // The shots whose window ends before this pose have all that they need.
                while waiting.front().is_some_and(|shot| shot.at_ms + AHEAD_MAX_MS < pose.at_ms) {
                    if let Some(shot) = waiting.pop_front() {
                        show(&shot, &past);
                    }
                }
                pauses.add(pose.at_ms - past.newest_ms());
                if !past.push(&pose) {
                    let what = "poses of one player within 1.1 s (is the time in seconds?)";
                    return Err(tables.too_many_poses(what, SAMPLES_MAX));
                }
            }
            Event::Shot(mut shot) => {
                shot.interp_ms = shot.interp_ms.or(options.interp_ms);
                waiting.push_back(shot);
                if waiting.len() > WAITING_MAX {
                    return Err(tables.too_many_shots("shots within 0.1 s", WAITING_MAX));
                }
            }
        }
    }
    for shot in waiting {
        show(&shot, &past);
    }
    Ok(Reading {
        ids: tables.ids,
        counts: tables.counts,
        pause_ms: pauses.median(),
        has_poses: past.has_poses(),
    })
}

/// Pauses between poses, in steps of 0.1 ms up to 1 s.
struct Pauses {
    counts: Vec<u32>,
    total: u32,
}

impl Default for Pauses {
    fn default() -> Self {
        Self { counts: vec![0; 10_001], total: 0 }
    }
}

impl Pauses {
    fn add(&mut self, pause_ms: f64) {
        if pause_ms > 0.0 && pause_ms <= 1000.0 {
            let idx = libm::round(pause_ms * 10.0) as usize;
            self.counts[idx] = self.counts[idx].saturating_add(1);
            self.total = self.total.saturating_add(1);
        }
    }

    fn median(&self) -> f64 {
        let mut seen = 0;
        for (tenths, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen > self.total / 2 {
                return tenths as f64 / 10.0;
            }
        }
        0.0
    }
}

/// The burst of each shot.
#[derive(Default)]
struct Bursts {
    /// The last shot of each shooter: when, and its burst.
    last: HashMap<PlayerIdx, (f64, u32)>,
    n_bursts: u32,
}

impl Bursts {
    fn of(&mut self, shooter: PlayerIdx, at_ms: f64) -> u32 {
        let burst = match self.last.get(&shooter) {
            Some(&(last_ms, burst)) if at_ms - last_ms <= BURST_PAUSE_MS => burst,
            _ => {
                self.n_bursts += 1;
                self.n_bursts - 1
            }
        };
        self.last.insert(shooter, (at_ms, burst));
        burst
    }
}

struct Keeper {
    shots: Vec<KeptShot>,
    bursts: Bursts,
    without_poses: u64,
    options: Options,
    /// Bursts whose hash is above this are not kept.
    hash_max: u64,
}

impl Keeper {
    fn new(options: Options) -> Self {
        Self {
            shots: Vec::new(),
            bursts: Bursts::default(),
            without_poses: 0,
            options,
            hash_max: u64::MAX,
        }
    }

    fn keep(&mut self, shot: &ShotRow, past: &Past, meta: &Meta) {
        let burst = self.bursts.of(shot.shooter, shot.at_ms);
        if hash(self.options.seed, burst) > self.hash_max {
            return;
        }
        let Some(ray) = ray(shot, past, meta) else {
            self.without_poses += 1;
            return;
        };
        let profile = profile(shot, &ray, past, meta);
        self.shots.push(KeptShot::new(shot, burst, &profile, past.ticks()));
        let shots_max = self.options.shots_max.min(SHOTS_MAX);
        while self.shots.len() > shots_max {
            self.hash_max /= 2;
            let (seed, hash_max) = (self.options.seed, self.hash_max);
            self.shots.retain(|shot| hash(seed, shot.burst) <= hash_max);
        }
    }
}
