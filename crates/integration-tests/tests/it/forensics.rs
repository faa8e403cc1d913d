//! Shot reports: every shot that concerns a player has one. It holds what that player's screen
//! showed, what was judged, and where every ship truly was, within limits on its bytes and on what
//! each player may know.

use std::collections::BTreeMap;

use forensics::{Case, Panel, PanelSource, Role};
use lab::harness::Harness;
use shared::{
    base::{
        geometry::Vec2,
        limits::REPORT_BYTES_MAX,
        time::{Tick, ViewTime},
    },
    client::{Client, shots::ShotSide},
    netcode::{choices::BoltPath, preset::Preset, values::Netcode},
    report::{
        shot_record::{ShotRecord, TargetRecord},
        shot_report::ShotReport,
        track::TrackColumn,
    },
    room::RoomConfig,
    sim::{
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::{conditions::Conditions, message::ServerControl},
};

use crate::support::{
    RandomHand,
    duel::{Duel, fight_watched},
    narrow_arena, room, seconds,
};

/// Where a panel draws the ship of a role.
fn place(panel: &Panel, role: Role) -> Option<Vec2> {
    panel.ships.iter().find(|ship| ship.role == role).map(|ship| ship.pos)
}

/// Mean and maximum of some distances, in u.
#[derive(Debug, Default)]
struct Spread {
    n: u32,
    sum_u: f64,
    most_u: f32,
}

impl Spread {
    fn note(&mut self, places: [Option<Vec2>; 2]) {
        let [Some(a), Some(b)] = places else { return };
        let apart = (a - b).length();
        self.n += 1;
        self.sum_u += f64::from(apart);
        self.most_u = self.most_u.max(apart);
    }

    fn mean(&self) -> f64 {
        self.sum_u / f64::from(self.n.max(1))
    }
}

impl core::fmt::Display for Spread {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        write!(f, "{:.4} (most {:.3}) u", self.mean(), self.most_u)
    }
}

fn message_bytes(report: &ShotReport) -> usize {
    ServerControl::Report(Box::new(report.clone())).encode().len()
}

/// Where the tape drew the record's nearest target at the age of its closest approach.
fn seen_on_tape(client: &Client, report: &ShotReport) -> Option<Vec2> {
    let clip = client.clip(report.record.shot)?;
    let target = report.record.targets.first()?;
    let at = clip.aimed_at? + report.rate.micros_in_steps(target.age);
    Some(clip.at(at)?.other(target.ship)?.pos)
}

/// Where every ship was at each tick, from the first tick on.
type Log = BTreeMap<(ShipId, u32), (Vec2, bool, u16)>;

/// Where a ship was at a moment, if it lived throughout.
fn logged(log: &Log, ship: ShipId, at: ViewTime) -> Option<Vec2> {
    let older = at.floor();
    let share = at.since(ViewTime::from_tick(older)) as f32 / 256.0;
    let (from, alive, life) = *log.get(&(ship, older.0)).filter(|row| row.1)?;
    if share == 0.0 {
        return Some(from);
    }
    let (to, _, next) = *log.get(&(ship, older.0 + 1))?;
    (alive && life == next).then(|| from + (to - from) * share)
}

/// What a fight compared, and how large the differences were.
#[derive(Debug, Default)]
struct Fight {
    reports: u32,
    against: u32,
    with_counterfactuals: u32,
    bytes: usize,
    present: Spread,
    judged: Spread,
    met: Spread,
    seen: Spread,
}

/// A fight of two players and bots among rocks. Every report is compared with the log.
fn fight_of(netcode: Netcode, seed: u64) -> Fight {
    let config = RoomConfig { bots: 5, netcode: netcode.room, ..room(narrow_arena(), seed) };
    let mut harness = Harness::new(config).unwrap();
    let mut hands: Vec<RandomHand> = (0..2).map(|n| RandomHand::new(seed + n, true)).collect();
    for round_trip_ms in [80, 140] {
        harness.add_player(netcode.player, Conditions::round_trip(round_trip_ms));
    }
    let (mut log, mut got, mut reported) = (Log::new(), Fight::default(), Vec::new());
    let mut tick = Tick::ZERO;
    while harness.now() < seconds(30) {
        harness.step(&mut |_, idx, _| hands[idx].next());
        if harness.room().tick() == tick {
            continue;
        }
        tick = harness.room().tick();
        for pose in harness.room().history().poses(tick) {
            log.insert((pose.ship, tick.0), (pose.pos, pose.alive, pose.life));
        }
        let now = harness.room().config().rate.micros_at(tick);
        for player in 0..2 {
            let Some(ship) = harness.client(player).own_id() else { continue };
            let due =
                harness.room().judged_shots(ship, now - seconds(1)).filter(|(_, due)| *due <= now);
            let new = due.map(|(shot, _)| shot).filter(|shot| !reported.contains(&(ship, *shot)));
            let new: Vec<ShotId> = new.collect();
            for shot in new {
                reported.push((ship, shot));
                let report = harness.room().report(ship, shot).unwrap();
                compare(&report, &log, &harness, player, &mut got);
            }
        }
    }
    assert_eq!((0..2).filter_map(|n| harness.ended(n)).count(), 0, "seed {seed}");
    got
}

fn compare(report: &ShotReport, log: &Log, harness: &Harness, player: usize, got: &mut Fight) {
    let own = report.viewer == report.record.shot.shooter;
    got.reports += 1;
    got.against += u32::from(!own);
    got.with_counterfactuals += u32::from(report.counterfactuals.is_some());
    got.bytes = got.bytes.max(message_bytes(report));
    if !own {
        check_victims_copy(report, report);
    }
    let target = report.principal();
    for (age, sample) in report.track.samples() {
        let at = ViewTime(ViewTime::from_tick(report.fired).0 + age);
        let pos = |column| sample.get(column).map(|steps| steps.pos());
        got.present.note([pos(TrackColumn::Shooter), logged(log, report.record.shot.shooter, at)]);
        got.present
            .note([pos(TrackColumn::Present), target.and_then(|ship| logged(log, ship, at))]);
    }
    let principal = |record: &&TargetRecord| Some(record.ship) == target;
    if let Some(record) = report.record.targets.iter().find(principal) {
        let judged = report.track.place(TrackColumn::Judged, record.age);
        got.judged.note([judged, Some(record.judged.pos())]);
    }
    let client = harness.client(player);
    let whole = Case::new(report, Some(client), Some(client));
    let bare = Case::new(report, None, None);
    for age in whole.span().step_by(200) {
        let (exact, reckoned) = (whole.at(age), bare.at(age));
        let panels = match own {
            true => [exact.shooter, reckoned.shooter],
            false => [exact.victim, reckoned.victim],
        };
        if (panels[0].source, panels[1].source) == (PanelSource::Exact, PanelSource::Estimated) {
            let role = if own { Role::Target } else { Role::Shooter };
            let spread = if own { &mut got.seen } else { &mut got.met };
            spread.note(panels.each_ref().map(|panel| place(panel, role)));
        }
    }
}

#[test]
fn reports_of_a_fight_say_what_was_and_what_was_seen() {
    let seed = 9;
    for preset in Preset::ALL {
        let got = fight_of(preset.netcode(), seed);
        let Fight { reports, against, with_counterfactuals, bytes, present, judged, met, seen } =
            &got;
        println!(
            "{preset:?}, seed {seed}: {reports} reports, {against} of hits, \
             {with_counterfactuals} with \
             counterfactuals, {bytes} bytes; present {present}, judged {judged}, seen {seen}, \
             met {met}"
        );
        assert!(*reports > 60 && *against > 5 && *with_counterfactuals > 5, "{preset:?}: {got:?}");
        assert!(*bytes <= REPORT_BYTES_MAX, "{preset:?}, seed {seed}: {bytes}");
        assert!(present.n > 3000 && present.most_u < 0.05, "{preset:?}, seed {seed}: {present}");
        assert!(judged.n > 50 && judged.mean() < 1.0, "{preset:?}, seed {seed}: {judged}");
        assert!(seen.n > 500 && seen.mean() < 5.0, "{preset:?}, seed {seed}: {seen}");
        assert!(met.n > 100 && met.mean() < 8.0, "{preset:?}, seed {seed}: {met}");
    }
}

#[test]
fn every_shot_of_a_duel_has_its_report_under_every_preset() {
    for preset in Preset::ALL {
        for weapon in [Weapon::Beam, Weapon::Laser] {
            let netcode = preset.netcode();
            let duel = Duel { target: netcode.player, ..Duel::open(netcode, weapon, 100) };
            check_duel(&duel, preset);
        }
    }
}

/// Distances measured in a duel.
#[derive(Debug, Default)]
struct Measured {
    hits: u32,
    bytes: usize,
    /// The nearest target: on the shooter's tape against the report's seen position.
    saw: Spread,
    /// The shooter on the victim's screen: on its tape against the reconstruction.
    met: Spread,
    /// The victim's own ship: on its tape against the server's position at that tick.
    own: Spread,
    /// The bolt on the victim's screen.
    bolt: Spread,
}

fn check_duel(duel: &Duel, preset: Preset) {
    let what = format!("{preset:?} {:?}, seed {}", duel.weapon, duel.seed);
    let mut got = Measured::default();
    let (samples, _) = fight_watched(duel, &mut |harness, record| {
        check_shot(harness, record, &mut got, &what);
    });
    assert!(samples.len() >= 6, "{what}: {} shots", samples.len());
    let Measured { hits, bytes, saw, met, own, bolt } = got;
    println!("{what}: {hits} hits, {bytes} bytes; seen {saw}, met {met}, own {own}, bolt {bolt}");
    assert!(bytes > 100 && bytes <= REPORT_BYTES_MAX, "{what}: {bytes} bytes");
    // Where a screen extrapolates or chases, the server knows only roughly what it drew.
    let guesses = matches!(preset, Preset::QuakeWorld | Preset::Targeting);
    // A beam is seen as a frame drew it, to the grid of the wire; a bolt is met between two frames.
    let most = match duel.weapon {
        _ if guesses => 20.0,
        Weapon::Beam => 0.003,
        Weapon::Laser => 0.2,
    };
    // A fast-forwarded bolt is judged before the screen has drawn it that far.
    let forward = duel.netcode.room.bolt_path == BoltPath::FastForward;
    assert!((saw.n >= 6 || forward) && saw.most_u < most, "{what}: seen {saw}");
    // Prediction is exact, so only the report's time grid remains. Where own ships wait for the
    // server, the report starts too late for the first frames.
    let exact = own.most_u < 0.05 || preset == Preset::Nothing && own.mean() < 8.0;
    assert!(own.n > 6 && exact, "{what}: own {own}");
    assert!(bolt.mean() < 20.0, "{what}: bolt {bolt}");
}

fn check_shot(harness: &Harness, record: &ShotRecord, got: &mut Measured, what: &str) {
    let (shooter, target) = (harness.client(0), harness.client(1));
    let (room, shot) = (harness.room(), record.shot);
    let [own_id, other_id] = [shooter, target].map(|client| client.own_id().unwrap());
    let report =
        &room.report(own_id, shot).unwrap_or_else(|| panic!("{what}: no report of {shot:?}"));
    assert_eq!(&report.record, record, "{what}");
    assert!(report.is_valid() && report.fits(), "{what}: {report:?}");
    got.bytes = got.bytes.max(message_bytes(report));
    let notice = shooter.shots().find(|notice| notice.shot == shot).unwrap();
    assert_eq!((notice.side, notice.verdict), (ShotSide::Own, record.verdict), "{what}");
    let copy = room.report(other_id, shot);
    assert_eq!(copy.is_some(), record.verdict.victim() == Some(other_id), "{what}: {record:?}");
    if let Some(copy) = copy {
        got.hits += 1;
        check_victims_copy(&copy, report);
    }
    let whole = Case::new(report, Some(shooter), Some(target));
    let bare = Case::new(report, None, None);
    for age in whole.span().step_by(100) {
        let (exact, reckoned) = (whole.at(age), bare.at(age));
        // The fast-forwarded part was judged before any screen had drawn it.
        let shown = exact.times.command < ViewTime::from_tick(room.tick());
        let want = if shown { PanelSource::Exact } else { exact.shooter.source };
        assert_eq!(exact.shooter.source, want, "{what}, age {age}");
        if (exact.victim.source, reckoned.victim.source)
            != (PanelSource::Exact, PanelSource::Estimated)
        {
            continue;
        }
        let place = |role| [&exact, &reckoned].map(|moment| place(&moment.victim, role));
        got.met.note(place(Role::Shooter));
        got.own.note(place(Role::Target));
        got.bolt.note([exact.victim.bolt, reckoned.victim.bolt]);
    }
    if whole.decisive() <= record.age {
        assert_eq!(bare.at(whole.decisive()).victim.source, PanelSource::Estimated, "{what}");
    }
    let said = report.targets.first().and_then(|target| target.seen).map(|seen| seen.pos());
    got.saw.note([seen_on_tape(shooter, report), said]);
}

/// The victim's copy of a report holds no more than the victim may know.
fn check_victims_copy(copy: &ShotReport, whole: &ShotReport) {
    let shooter = copy.record.shot.shooter;
    assert_ne!(copy.viewer, shooter);
    assert_eq!(copy.record.shot, whole.record.shot);
    let others = copy.record.targets.iter().filter(|target| target.ship != copy.viewer);
    assert_eq!(others.count(), 0, "no third ship: {copy:?}");
    assert_eq!(usize::from(copy.record.n_targets), copy.record.targets.len());
    assert_eq!((copy.arrived, copy.refused), (None, None));
    let whole_ms = |link: &shared::report::shot_report::ReportLink| {
        link.round_trip.is_multiple_of(1000) && link.lead.is_multiple_of(1000)
    };
    assert!(copy.shooter.iter().all(whole_ms), "as reported to all players: {copy:?}");
    let counterfactuals = copy.counterfactuals.into_iter().flatten();
    let named = counterfactuals.filter_map(|counterfactual| counterfactual.decision?.victim());
    let others: Vec<ShipId> = named.filter(|victim| *victim != copy.viewer).collect();
    assert_eq!(others, [], "{copy:?}");
}
