//! The shots of a client as it is played: after every frame it is looked at what it was told, and
//! what it had drawn by then.

use std::collections::VecDeque;

use forensics::{sentence::Person, shot_end::ShotEnd};
use lab::{run_playback::RunPlayback, state::LabState};
use shared::{
    base::{
        geometry::Vec2,
        limits::LAB_PLAYERS,
        time::{Tick, TickRate},
    },
    client::{Client, scene::GhostKind},
    netcode::preset::Preset,
    report::{counterfactual::Counterfactual, shot_record::ShotRecord},
    sim::{event::ShotId, ship::ShipId},
};
use words::{Language, ShipName};

/// Shots that are kept of a client, the newest ones.
pub const SHOTS_MAX: usize = 32;
/// Shots that are known, so that each is noted once: more than a client keeps records.
const KNOWN_MAX: usize = 128;

/// Frames for which a run is flown on, to hear of its last shots: 5 s.
const AFTER_FRAMES: u32 = 300;

/// A shot and all that its shooter was told of it.
#[derive(Clone, Debug)]
pub struct RecordedShot {
    pub record: ShotRecord,
    /// Where the shooter's screen had the nearest target, when the shot was nearest to it.
    pub seen: Option<Vec2>,
    /// What every scheme would have said, if it was told.
    pub counterfactuals: Option<[Counterfactual; Preset::ALL.len()]>,
    pub rate: TickRate,
    /// The ships of the room at that time, with their names.
    names: Vec<(ShipId, String)>,
    /// In a match of the laboratory the ships of its players, the one who is told first.
    players: Vec<Option<ShipId>>,
}

/// Looks at one client.
#[derive(Debug, Default)]
pub struct Watch {
    /// The only shot that counts; `None`: all do.
    wanted: Option<ShotId>,
    known: VecDeque<ShotId>,
    /// Oldest first, at most [`SHOTS_MAX`].
    told: VecDeque<RecordedShot>,
    /// In a match of the laboratory the ships of its players.
    players: Vec<Option<ShipId>>,
}

/// Looks at the players of a run whose shots count: at the first of every column, or where a shot
/// is selected at all of them.
#[derive(Debug)]
pub struct RunWatches {
    wanted: Option<ShotId>,
    seats: Vec<Seat>,
    flies_on: bool,
}

/// Looks at one player of one column.
#[derive(Debug)]
struct Seat {
    column: usize,
    player: usize,
    /// The last tick that the player flew in the run.
    last: Tick,
    watch: Watch,
}

impl RunWatches {
    /// Nothing was seen yet.
    pub fn new(wanted: Option<ShotId>) -> Self {
        Self { wanted, seats: Vec::new(), flies_on: false }
    }

    /// A frame was run.
    pub fn observe(&mut self, state: &LabState) {
        let players = if self.wanted.is_some() { LAB_PLAYERS } else { 1 };
        for (column, of) in state.columns().iter().enumerate() {
            for player in 0..players {
                let here = |seat: &Seat| (seat.column, seat.player) == (column, player);
                let at = self.seats.iter().position(here).unwrap_or_else(|| {
                    let watch = Watch::new(self.wanted);
                    self.seats.push(Seat { column, player, last: Tick::ZERO, watch });
                    self.seats.len() - 1
                });
                let client = of.harness().client(player);
                self.seats[at].watch.players = of.ships().to_vec();
                self.seats[at].watch.observe(client);
                if !self.flies_on {
                    self.seats[at].last = client.own_tick();
                }
            }
        }
    }

    /// Flies a run on beyond its end, with what is held, until all is told of its shots.
    pub fn fly_on(&mut self, playback: &mut RunPlayback) {
        self.flies_on = true;
        for _ in 0..AFTER_FRAMES {
            if playback.step().is_err() {
                break;
            }
            self.observe(playback.state());
        }
    }

    /// The shots of the run with their columns, each column's oldest first.
    pub fn shots(&self) -> impl Iterator<Item = (usize, &RecordedShot)> {
        self.seats
            .iter()
            .flat_map(|seat| seat.watch.until(seat.last).map(|told| (seat.column, told)))
    }
}

impl Watch {
    /// Nothing was seen yet.
    pub fn new(wanted: Option<ShotId>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// A frame was drawn.
    pub fn observe(&mut self, client: &Client) {
        let Some(rate) = client.tick_rate() else { return };
        for record in client.records() {
            self.note(client, record, rate);
        }
        let newest = client.newest_report().map(|(_, report)| report);
        // A shot of somebody else is told of by its report only.
        let wanted = self.wanted.and_then(|shot| client.report(shot));
        for report in newest.into_iter().chain(wanted) {
            if self.wanted == Some(report.record.shot) {
                self.note(client, &report.record, rate);
            }
            let mut told = self.told.iter_mut();
            if let Some(told) = told.find(|told| told.record.shot == report.record.shot) {
                told.counterfactuals = told.counterfactuals.or(report.counterfactuals);
            }
        }
    }

    /// Notes a shot that is not known yet.
    fn note(&mut self, client: &Client, record: &ShotRecord, rate: TickRate) {
        if self.known.contains(&record.shot) {
            return;
        }
        if self.known.len() == KNOWN_MAX {
            self.known.pop_front();
        }
        self.known.push_back(record.shot);
        if self.wanted.is_some_and(|wanted| wanted != record.shot) {
            return;
        }
        if self.told.len() == SHOTS_MAX {
            self.told.pop_front();
        }
        let names = client.roster().iter().map(|entry| (entry.ship, entry.name.clone()));
        self.told.push_back(RecordedShot {
            record: record.clone(),
            seen: seen(client, record),
            counterfactuals: None,
            rate,
            names: names.collect(),
            players: self.players.clone(),
        });
    }

    /// The shots, oldest first.
    pub fn shots(&self) -> impl Iterator<Item = &RecordedShot> {
        self.told.iter()
    }

    /// The shots that were fired up to a tick, oldest first.
    fn until(&self, last: Tick) -> impl Iterator<Item = &RecordedShot> {
        self.shots().filter(move |told| told.record.shot.tick <= last)
    }
}

impl RecordedShot {
    /// The name of a ship.
    pub fn name(&self, ship: ShipId) -> Option<&str> {
        let (_, name) = self.names.iter().find(|(id, _)| *id == ship)?;
        Some(name)
    }

    /// The shot and its verdict on a line.
    pub fn line(&self) -> String {
        let language = Language::default();
        let name = |ship| ShipName::among(&self.players, ship, self.name(ship));
        let shot = self.record.shot;
        let told_to = self.players.first().copied().flatten();
        let end = ShotEnd::of(self.record.verdict, told_to);
        let shooter = Person::of(shot.shooter, told_to);
        language.printed_shot(&shot.to_string(), shooter, &end, &name)
    }
}

/// Where the client's screen had the nearest target of a shot it has just been told of: one of its
/// ghosts, which stand in pairs of what was seen and what was judged.
fn seen(client: &Client, record: &ShotRecord) -> Option<Vec2> {
    let target = record.targets.first()?;
    let ghosts = client.scene().ghosts;
    let judged = ghosts.iter().rposition(|ghost| {
        ghost.kind == GhostKind::Judged
            && ghost.ship == target.ship
            && ghost.pos == target.judged.pos()
    })?;
    let before = ghosts.get(judged.checked_sub(1)?)?;
    (before.kind == GhostKind::Saw && before.ship == target.ship).then_some(before.pos)
}
