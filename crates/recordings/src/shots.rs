//! Collects a client's shots during playback: after every frame, the records and reports it has
//! received and what it had drawn by then.

use std::collections::VecDeque;

use forensics::{sentence::Person, shot_end::ShotEnd};
use lab::{limits::LAB_PLAYERS, run_playback::RunPlayback, state::LabState};
use shared::{
    base::{
        geometry::Vec2,
        time::{Tick, TickRate},
    },
    client::{Client, scene::GhostKind},
    netcode::preset::Preset,
    report::{counterfactual::Counterfactual, shot_record::ShotRecord},
    sim::{event::ShotId, ship::ShipId},
};
use words::{Language, ShipName};

/// Shots kept per client: the newest ones.
pub const SHOTS_MAX: usize = 32;
/// Shot ids remembered so that each is collected once: more than a client keeps records.
const KNOWN_MAX: usize = 128;

/// Frames that a run is continued for, to receive reports on its last shots: 5 s.
const AFTER_FRAMES: u32 = 300;

/// A shot and everything its shooter received about it.
#[derive(Clone, Debug)]
pub struct RecordedShot {
    pub record: ShotRecord,
    /// Where the shooter's screen drew the nearest target at the closest approach.
    pub seen: Option<Vec2>,
    /// Every scheme's verdict, if received.
    pub counterfactuals: Option<[Counterfactual; Preset::ALL.len()]>,
    pub rate: TickRate,
    /// The room's ships at the time, with their names.
    names: Vec<(ShipId, String)>,
    /// In a laboratory match, the players' ships, the recipient's first.
    players: Vec<Option<ShipId>>,
}

/// Collects the shots of one client.
#[derive(Debug, Default)]
pub struct ShotCollector {
    /// The only shot to collect, or `None` for all.
    wanted: Option<ShotId>,
    known: VecDeque<ShotId>,
    /// Oldest first; up to [`SHOTS_MAX`].
    collected: VecDeque<RecordedShot>,
    /// In a laboratory match, the players' ships.
    players: Vec<Option<ShipId>>,
}

/// Collects a run's shots: those of the first player in each column or, if a shot is selected, of
/// all players.
#[derive(Debug)]
pub struct RunShotCollector {
    wanted: Option<ShotId>,
    seats: Vec<Seat>,
    is_past_end: bool,
}

/// Collects the shots of one player in one column.
#[derive(Debug)]
struct Seat {
    column: usize,
    player: usize,
    /// The last tick that the player flew in the run.
    last: Tick,
    collector: ShotCollector,
}

impl RunShotCollector {
    pub fn new(wanted: Option<ShotId>) -> Self {
        Self { wanted, seats: Vec::new(), is_past_end: false }
    }

    /// Call after every frame.
    pub fn observe(&mut self, state: &LabState) {
        let players = if self.wanted.is_some() { LAB_PLAYERS } else { 1 };
        for (column, of) in state.columns().iter().enumerate() {
            for player in 0..players {
                let here = |seat: &Seat| (seat.column, seat.player) == (column, player);
                let at = self.seats.iter().position(here).unwrap_or_else(|| {
                    let collector = ShotCollector::new(self.wanted);
                    self.seats.push(Seat { column, player, last: Tick::ZERO, collector });
                    self.seats.len() - 1
                });
                let client = of.harness().client(player);
                self.seats[at].collector.players = of.ships().to_vec();
                self.seats[at].collector.observe(client);
                if !self.is_past_end {
                    self.seats[at].last = client.own_tick();
                }
            }
        }
    }

    /// Continues a run beyond its end with the current controls until its shots are fully reported.
    pub fn run_until_reported(&mut self, playback: &mut RunPlayback) {
        self.is_past_end = true;
        for _ in 0..AFTER_FRAMES {
            if playback.step().is_err() {
                break;
            }
            self.observe(playback.state());
        }
    }

    /// The run's shots with their columns, oldest first within each column.
    pub fn shots(&self) -> impl Iterator<Item = (usize, &RecordedShot)> {
        self.seats.iter().flat_map(|seat| {
            seat.collector.until(seat.last).map(|collected| (seat.column, collected))
        })
    }
}

impl ShotCollector {
    /// An empty collection of one shot, or of all.
    pub fn new(wanted: Option<ShotId>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Call after every frame.
    pub fn observe(&mut self, client: &Client) {
        let Some(rate) = client.tick_rate() else { return };
        for record in client.records() {
            self.note(client, record, rate);
        }
        let newest = client.newest_report().map(|(_, report)| report);
        // Another player's shot is known only from its report.
        let wanted = self.wanted.and_then(|shot| client.report(shot));
        for report in newest.into_iter().chain(wanted) {
            if self.wanted == Some(report.record.shot) {
                self.note(client, &report.record, rate);
            }
            let mut shots = self.collected.iter_mut();
            if let Some(shot) = shots.find(|shot| shot.record.shot == report.record.shot) {
                shot.counterfactuals = shot.counterfactuals.or(report.counterfactuals);
            }
        }
    }

    /// Adds a shot that is not known yet.
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
        if self.collected.len() == SHOTS_MAX {
            self.collected.pop_front();
        }
        let names = client.roster().iter().map(|entry| (entry.ship, entry.name.clone()));
        self.collected.push_back(RecordedShot {
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
        self.collected.iter()
    }

    /// The shots fired up to a tick, oldest first.
    fn until(&self, last: Tick) -> impl Iterator<Item = &RecordedShot> {
        self.shots().filter(move |collected| collected.record.shot.tick <= last)
    }
}

impl RecordedShot {
    pub fn name(&self, ship: ShipId) -> Option<&str> {
        let (_, name) = self.names.iter().find(|(id, _)| *id == ship)?;
        Some(name)
    }

    /// The shot and its verdict as one line.
    pub fn line(&self) -> String {
        let language = Language::default();
        let name = |ship| ShipName::among(&self.players, ship, self.name(ship));
        let shot = self.record.shot;
        let recipient = self.players.first().copied().flatten();
        let end = ShotEnd::of(self.record.verdict, recipient);
        let shooter = Person::of(shot.shooter, recipient);
        language.printed_shot(&shot.to_string(), shooter, &end, &name)
    }
}

/// Where the client's screen drew the nearest target of a shot whose record has just arrived. It
/// comes from the ghosts, which are pairs of a seen and a judged position.
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
