//! What is said of a shot: for every verdict under every kind of rule, and for everything that can
//! be special about one, the sentence.

use shared::{
    base::{
        geometry::{Steps, Turn, Vec2},
        time::{Tick, TickRate, ViewTime},
    },
    judge::hit_test::state::{Cover, VoidCause},
    lab::forensics::Case,
    netcode::{
        choices::{BoltPath, HitRule, Piercing},
        preset::Preset,
        values::RoomNetcode,
    },
    report::{
        shot_record::{ResolvedView, ShotRecord, TargetRecord},
        shot_report::{RefusedClaim, ReportBracket, ReportLink, ReportTarget, ShotReport, Undone},
        track::{Track, TrackColumn, TrackSample},
    },
    schemes::{clamp::Clamp, targeting::ClaimRefusal},
    sim::{
        command::View,
        event::{Decision, Finality, ShotId, Victims, Weapon},
        ship::ShipId,
    },
};

const BOB: ShipId = ShipId { idx: 1, generation: 0 };
const ANN: ShipId = ShipId { idx: 2, generation: 0 };
const EVE: ShipId = ShipId { idx: 3, generation: 0 };

/// The bolt flies up from here, and is 450 u away after 30 ticks.
const MUZZLE: Vec2 = Vec2::new(1000.0, 1000.0);
const MET_AT: i64 = 30 * 256;

fn name(ship: ShipId) -> String {
    ["", "Bob", "Ann", "Eve"][usize::from(ship.idx)].into()
}

fn view(ticks_back: i64) -> ViewTime {
    ViewTime(ViewTime::from_tick(Tick(600)).0 - ticks_back * 256)
}

/// Bob's bolt meets Ann, who flies to the right at 240 u/s and was seen 11 ticks ago; `off_u` is
/// how far to the right of the bolt's way she was when it was nearest.
fn report(off_u: f32) -> ShotReport {
    let shot = ShotId { tick: Tick(600), shooter: BOB, weapon: Weapon::Laser };
    let judged = |age: i64| Vec2::new(1000.0 + off_u + (age - MET_AT) as f32 / 64.0, 550.0);
    let track = Track::new((-1536, MET_AT as i32 + 2304), 24, |age| {
        TrackSample::new(|column| match column {
            TrackColumn::Judged | TrackColumn::Seen => Some(judged(age)),
            TrackColumn::Present => Some(judged(age) + Vec2::new(44.0, 0.0)),
            TrackColumn::Shooter | TrackColumn::ShooterSeen => Some(MUZZLE + Vec2::new(0.0, 16.0)),
        })
    });
    let met = Steps::of_pos(judged(MET_AT));
    ShotReport {
        viewer: BOB,
        record: ShotRecord {
            shot,
            view: ResolvedView {
                claimed: View { time: view(11), older: Tick(588), span: 2 },
                used: view(11),
                pair: None,
                clamp: None,
            },
            rule: HitRule::Lagrange,
            judged_at: Tick(631),
            age: 31 * 256,
            verdict: Decision::Hit { victim: ANN, finality: Finality::Final },
            targets: vec![TargetRecord {
                ship: ANN,
                judged: met,
                present: Steps::of_pos(judged(MET_AT) + Vec2::new(44.0, 0.0)),
                distance: (off_u.abs() * 256.0) as u32,
                age: MET_AT,
            }],
            n_targets: 1,
        },
        rate: TickRate::DEFAULT,
        fired: Tick(600),
        rules: RoomNetcode::default(),
        muzzle: Steps::of_pos(MUZZLE),
        aim: Turn(49_152),
        reach: 1000 * 256,
        arrived: Some(12_000),
        shooter: Some(ReportLink { round_trip: 100_000, lead: 62_000 }),
        lerp_ms: 100,
        target: Some(ReportLink { round_trip: 60_000, lead: 42_000 }),
        targets: vec![ReportTarget { seen: Some(met), bracket: Some(ReportBracket::At(0)) }],
        undone: None,
        refused: None,
        void: None,
        cover: None,
        counterfactuals: None,
        track,
    }
}

fn under(preset: Preset, off_u: f32) -> ShotReport {
    let rules = preset.room();
    let mut report = report(off_u);
    (report.rules, report.record.rule) = (rules, rules.hit_rule);
    report
}

fn changed(mut report: ShotReport, change: impl Fn(&mut ShotReport)) -> ShotReport {
    change(&mut report);
    report
}

fn missed(report: &mut ShotReport) {
    report.record.verdict = Decision::Missed;
}

/// What was seen is so far to the left of what was judged.
fn seen_left(report: &mut ShotReport, u: i32) {
    let judged = report.record.targets[0].judged;
    report.targets[0].seen = Some(Steps { x: judged.x - u * 256, y: judged.y });
}

fn clamped(clamp: Clamp, claimed: i64, used: i64) -> ShotReport {
    changed(report(4.0), |report| {
        report.record.view.claimed.time = view(claimed);
        report.record.view.used = view(used);
        report.record.view.clamp = Some(clamp);
    })
}

fn check(rows: Vec<(ShotReport, &str)>) {
    for (report, want) in rows {
        assert!(report.is_sound(), "{want}");
        let got = Case::new(&report, None, None).sentence(&name);
        assert_eq!(got, want);
    }
}

#[test]
fn hits_say_where_the_server_looked_and_what_was_seen() {
    let hit = |preset| under(preset, 4.0);
    check(vec![
        (
            hit(Preset::Lagrange),
            "Hit: the server looked 183 ms into the past, inside the 400 ms bound, and met Ann \
             where you saw them (0.0 u apart).",
        ),
        (
            changed(hit(Preset::Source), |report| seen_left(report, 3)),
            "Hit: the server looked 183 ms into the past, inside the 1000 ms bound, and met Ann \
             3.0 u from where you saw them.",
        ),
        (
            hit(Preset::Deferred),
            "Hit: the server looked 183 ms into the past, as it does for everybody, and met Ann \
             where you saw them (0.0 u apart).",
        ),
        (
            changed(hit(Preset::Nothing), |report| seen_left(report, 44)),
            "Hit: the server judged the present and met Ann, 4.0 u from the middle; on your \
             screen Ann was 44.0 u away from there.",
        ),
        (
            hit(Preset::EtReleased),
            "Hit: the server judged the present and met Ann, 4.0 u from the middle.",
        ),
        (
            changed(hit(Preset::EtReleased), |report| report.record.shot.weapon = Weapon::Beam),
            "Hit: the server looked 183 ms into the past, inside the 1000 ms bound, and met Ann \
             where you saw them (0.0 u apart).",
        ),
        (
            changed(hit(Preset::Lagrange), |report| report.viewer = ANN),
            "Hit: the server looked 183 ms into the past, inside the 400 ms bound, and met you \
             where Bob saw you (0.0 u apart); you were 44.0 u further by then.",
        ),
        (
            changed(hit(Preset::Targeting), |report| {
                seen_left(report, 20);
                report.viewer = ANN;
            }),
            "Hit: the server judged the present and met you, 4.0 u from the middle; on Bob's \
             screen you were 20.0 u away from there.",
        ),
        (
            changed(hit(Preset::Deferred), |report| {
                let finality = Finality::Tentative;
                report.record.verdict = Decision::Hit { victim: ANN, finality };
                report.targets[0].seen = None;
            }),
            "Hit: the server looked 183 ms into the past, as it does for everybody, and met Ann. \
             It can still be undone.",
        ),
    ]);
}

#[test]
fn a_bolt_that_pierced_says_whom_it_hit_and_how_it_met_each() {
    let pierced = |preset, victims: &[ShipId]| {
        changed(under(preset, 4.0), |report| {
            report.rules.piercing = Piercing::On;
            let victims = Victims::of(victims.iter().copied()).unwrap();
            report.record.verdict = Decision::Pierced { victims };
            let second = TargetRecord { ship: EVE, ..report.record.targets[0] };
            report.record.targets.push(second);
            let Steps { x, y } = second.judged;
            let seen = Some(Steps { x: x + 3 * 256, y });
            report.targets.push(ReportTarget { seen, ..report.targets[0] });
        })
    };
    check(vec![
        (
            pierced(Preset::Lagrange, &[ANN, EVE]),
            "Hit Ann and Eve: the server looked 183 ms into the past, inside the 400 ms bound, \
             and met Ann where you saw them (0.0 u apart), then Eve 3.0 u from where you saw them.",
        ),
        (
            pierced(Preset::Lagrange, &[ANN]),
            "Hit: the server looked 183 ms into the past, inside the 400 ms bound, and met Ann \
             where you saw them (0.0 u apart).",
        ),
        (
            pierced(Preset::Nothing, &[ANN, EVE]),
            "Hit Ann and Eve: the server judged the present and met Ann, 4.0 u from the middle; \
             then Eve, 4.0 u from the middle; on your screen Eve was 3.0 u away from there.",
        ),
    ]);
    let both = pierced(Preset::Lagrange, &[ANN, EVE]);
    let told = both.record.verdict.as_told_to(EVE);
    assert_eq!(told, Decision::Hit { victim: EVE, finality: Finality::Final }, "of itself only");
}

#[test]
fn misses_say_by_how_much_and_on_which_side() {
    let miss = |preset, off_u| changed(under(preset, off_u), missed);
    check(vec![
        (
            miss(Preset::Lagrange, 37.5),
            "Missed Ann by 21.5 u, behind them: the server looked 183 ms into the past, inside \
             the 400 ms bound, and held them where you saw them (0.0 u apart).",
        ),
        (
            changed(miss(Preset::Nothing, -37.5), |report| seen_left(report, 44)),
            "Missed Ann by 21.5 u, ahead of them: you aimed at where they were 183 ms ago; the \
             server judges the present, 44.0 u from there.",
        ),
        (
            changed(miss(Preset::Lagrange, 37.5), |report| {
                let still = |_| TrackSample::new(|_| Some(Vec2::new(1037.5, 550.0)));
                report.track = Track::new((-1536, MET_AT as i32 + 2304), 24, still);
                report.targets[0].seen = None;
            }),
            "Missed Ann by 21.5 u, to the left: the server looked 183 ms into the past, inside \
             the 400 ms bound.",
        ),
        (
            changed(miss(Preset::Lagrange, 0.0), |report| {
                report.record.targets.clear();
                report.targets.clear();
            }),
            "Missed: nobody was near the shot.",
        ),
        (miss(Preset::Lagrange, 120.0), "Missed: nobody was near the shot."),
        (
            changed(miss(Preset::Lagrange, 2.0), |report| report.rules.hit_rule = HitRule::Claim),
            "Missed: your screen claimed no hit.",
        ),
    ]);
}

#[test]
fn what_does_not_count_says_why() {
    let void = |cause| {
        changed(report(4.0), |report| {
            report.record.verdict = Decision::Void { victim: ANN };
            report.void = Some(cause);
        })
    };
    let undone = changed(under(Preset::Deferred, 4.0), |report| {
        report.undone = Some(Undone { victim: EVE, by: ANN, refund: 12 });
    });
    let refused = |why| {
        changed(report(40.0), |report| {
            missed(report);
            report.rules.hit_rule = HitRule::Claim;
            report.rules.bolt_path = BoltPath::Muzzle;
            report.refused = Some(RefusedClaim { victim: ANN, age: 7680, why });
            report.record.targets.clear();
            report.targets.clear();
        })
    };
    check(vec![
        (
            changed(under(Preset::Et260, 4.0), |report| {
                report.record.shot.weapon = Weapon::Beam;
                report.record.verdict = Decision::Vetoed { victim: ANN };
                report.cover = Some(Cover::Rock);
            }),
            "Vetoed: the server looked 183 ms into the past, inside the 1000 ms bound, and met \
             Ann, but now a rock is in the way, and a hit must count in the present too.",
        ),
        (
            changed(under(Preset::Et260, 4.0), |report| {
                report.record.shot.weapon = Weapon::Beam;
                report.record.verdict = Decision::Vetoed { victim: ANN };
                report.cover = Some(Cover::Ship);
            }),
            "Vetoed: the server looked 183 ms into the past, inside the 1000 ms bound, and met \
             Ann, but now another ship is in the way, and a hit must count in the present too.",
        ),
        (void(VoidCause::Shield), "No hit: the shot met Ann while their shield held."),
        (
            changed(void(VoidCause::Shield), |report| report.viewer = ANN),
            "No hit: the shot met you while your shield held.",
        ),
        (void(VoidCause::LifeOver), "No hit: the shot met Ann in a life that was over by then."),
        (
            undone.clone(),
            "Hit: the server looked 183 ms into the past, as it does for everybody, and met Ann \
             where you saw them (0.0 u apart). Undone: the hit on Eve does not count, because \
             the bolt had met Ann before; 12 hit points were given back.",
        ),
        (
            changed(undone, |report| report.viewer = EVE),
            "Undone: the bolt had met Ann before it met you; 12 hit points came back to you.",
        ),
        (
            refused(ClaimRefusal::TooFar { distance: 30 * 256 }),
            "Missed: nobody was near the shot. Your screen claimed a hit on Ann, which the \
             server refused: there the shot passes 14.0 u beside them.",
        ),
        (
            refused(ClaimRefusal::BeyondBound { ms: 431 }),
            "Missed: nobody was near the shot. Your screen claimed a hit on Ann, which the \
             server refused: it looks 431 ms back, and the bound is 400 ms.",
        ),
        (
            refused(ClaimRefusal::Cover),
            "Missed: nobody was near the shot. Your screen claimed a hit on Ann, which the \
             server refused: cover was between the shot and that ship by then.",
        ),
    ]);
}

#[test]
fn sources_implausible_view_says_what_the_latency_makes_of_it() {
    let report = changed(clamped(Clamp::Implausible, 3, 18), |report| {
        report.rules.hit_rule = HitRule::SourceLives;
    });
    let said = Case::new(&report, None, None).sentence(&name);
    let why = "Your picture was 50 ms old, which the round trip does not explain: the server used \
               300 ms.";
    assert!(said.ends_with(why), "{said}");
}

#[test]
fn a_moment_that_was_not_used_as_claimed_says_why() {
    let begin = |ms: u32, bound: &str| {
        format!(
            "Hit: the server looked {ms} ms into the past, {bound} 400 ms bound, and met Ann where \
             you saw them (0.0 u apart). "
        )
    };
    let inside = "inside the";
    let rows = [
        (
            clamped(Clamp::Bound, 33, 24),
            "Hit: the server looked 400 ms into the past, as far as its 400 ms bound goes, and \
             met Ann where you saw them (0.0 u apart). Your picture was 550 ms old and the bound \
             is 400 ms: the server looked 400 ms back."
                .to_string(),
        ),
        (
            clamped(Clamp::Future, -3, 0),
            begin(0, inside)
                + "Your picture was of 50 ms after the shot: the server used the moment of the \
                   shot.",
        ),
        (
            clamped(Clamp::Backwards, 15, 12),
            begin(200, inside)
                + "Your picture was 250 ms old, older than that of a shot before: the server \
                   used the later moment, 200 ms back.",
        ),
        (
            clamped(Clamp::Implausible, 33, 18),
            begin(300, inside)
                + "Your picture was 550 ms old, and the connection explains no more than 300 ms: \
                   the server looked that far back.",
        ),
        (
            changed(clamped(Clamp::NotDelayed, 15, 21), |report| {
                report.rules = Preset::Deferred.room();
            }),
            "Hit: the server looked 350 ms into the past, as it does for everybody, and met Ann \
             where you saw them (0.0 u apart). Your picture was 250 ms old, and everybody looks \
             350 ms back here: the server used 350 ms."
                .to_string(),
        ),
        (
            changed(clamped(Clamp::PingCap, 33, 15), |report| report.rules.ping_cap_ms = 150),
            "Hit: the server looked 250 ms into the past, as far as its ping cap of 150 ms and \
             100 ms of interpolation go, and met Ann where you saw them (0.0 u apart). Your \
             picture was 550 ms old; the room's ping cap allows 150 ms besides 100 ms of \
             interpolation: the server looked 250 ms back."
                .to_string(),
        ),
        (
            changed(report(0.0), |report| report.rules.ping_cap_ms = 150),
            "Hit: the server looked 183 ms into the past, inside its ping cap of 150 ms and 100 ms \
             of interpolation, and met Ann where you saw them (0.0 u apart)."
                .to_string(),
        ),
    ];
    check(rows.iter().map(|(report, want)| (report.clone(), want.as_str())).collect());
    let other = changed(clamped(Clamp::Bound, 33, 24), |report| report.viewer = ANN);
    let said = Case::new(&other, None, None).sentence(&name);
    assert!(
        said.ends_with(
            "Bob's picture was 550 ms old and the bound is 400 ms: the server \
                            looked 400 ms back."
        ),
        "{said}"
    );
}
