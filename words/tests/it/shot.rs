//! What is said of a shot: for every verdict under every kind of rule, and for everything that can
//! be special about one, the sentence.

use forensics::{
    Case,
    sentence::{ClockShift, Person, ShotSentence},
};
use shared::{
    base::{
        geometry::{Steps, Turn, Vec2},
        time::{Tick, TickRate, ViewTime},
    },
    judge::hit_test::state::{Cover, VoidCause},
    netcode::{
        choices::{BoltPath, HitRule, Piercing},
        preset::Preset,
        values::RoomNetcode,
    },
    report::{
        shot_record::{ResolvedView, ShotRecord, TargetRecord},
        shot_report::{
            RefusedClaim, ReportBracket, ReportLink, ReportTarget, RetractedHit, ShotReport,
        },
        track::{Track, TrackColumn, TrackSample},
    },
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    sim::{
        command::View,
        event::{Decision, Finality, ShotId, Victims, Weapon},
        ship::ShipId,
    },
};
use words::{Language, ShipName};

use crate::languages::check_translated;

const BOB: ShipId = ShipId { idx: 1, generation: 0 };
const ANN: ShipId = ShipId { idx: 2, generation: 0 };
const EVE: ShipId = ShipId { idx: 3, generation: 0 };

/// The bolt flies up from here, and is 450 u away after 30 ticks.
const MUZZLE: Vec2 = Vec2::new(1000.0, 1000.0);
const MET_AT: i64 = 30 * 256;

fn name(ship: ShipId) -> ShipName {
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

fn said_of(report: &ShotReport) -> String {
    Language::English.shot(&Case::new(report, None, None).sentences(), &name)
}

/// Asserts what is said in English, and that it is said in every language.
fn check_sentence(sentences: &[ShotSentence], want: &str) {
    assert_eq!(Language::English.shot(sentences, &name), want);
    for language in Language::ALL {
        check_translated(language, want, &language.shot(sentences, &name));
    }
}

fn check(rows: Vec<(ShotReport, &str)>) {
    for (report, want) in rows {
        assert!(report.is_valid(), "{want}");
        let sentences = Case::new(&report, None, None).sentences();
        check_sentence(&sentences, want);
    }
}

#[test]
fn hits_say_where_the_server_looked_and_what_was_seen() {
    let hit = |preset| under(preset, 4.0);
    check(vec![
        (
            hit(Preset::Lagrange),
            "Hit: the server looked 183 ms into the past, within its limit of 400 ms, and there \
             the shot met Ann where you saw them (0.0 u apart).",
        ),
        (
            changed(hit(Preset::Source), |report| seen_left(report, 3)),
            "Hit: the server looked 183 ms into the past, within its limit of 1000 ms, and there \
             the shot met Ann, 3.0 u from where you saw them.",
        ),
        (
            hit(Preset::DelayedSync),
            "Hit: the server looked 183 ms into the past, as it does for everyone, and there the \
             shot met Ann where you saw them (0.0 u apart).",
        ),
        (
            changed(hit(Preset::Nothing), |report| seen_left(report, 44)),
            "Hit: the server judged the present, and the shot met Ann, 4.0 u from the centre of \
             the ship; your screen showed Ann 44.0 u away from there.",
        ),
        (
            hit(Preset::EtReleased),
            "Hit: the server judged the present, and the shot met Ann, 4.0 u from the centre of \
             the ship.",
        ),
        (
            changed(hit(Preset::Lagrange), |report| {
                report.targets[0].bracket = Some(ReportBracket::Present);
            }),
            "Hit: the server looked 183 ms into the past, within its limit of 400 ms, but the \
             shot, judged in the present, met Ann, 4.0 u from the centre of the ship.",
        ),
        (
            changed(hit(Preset::EtReleased), |report| report.record.shot.weapon = Weapon::Beam),
            "Hit: the server looked 183 ms into the past, within its limit of 1000 ms, and there \
             the shot met Ann where you saw them (0.0 u apart).",
        ),
        (
            changed(hit(Preset::Lagrange), |report| report.viewer = ANN),
            "Hit: the server looked 183 ms into the past, within its limit of 400 ms, and there \
             the shot met you where Bob saw you (0.0 u apart). You were already 44.0 u further on.",
        ),
        (
            changed(hit(Preset::Targeting), |report| {
                seen_left(report, 20);
                report.viewer = ANN;
            }),
            "Hit: the server judged the present, and the shot met you, 4.0 u from the centre of \
             your ship; Bob’s screen showed you 20.0 u away from there.",
        ),
        (
            changed(hit(Preset::DelayedSync), |report| {
                let finality = Finality::Tentative;
                report.record.verdict = Decision::Hit { victim: ANN, finality };
                report.targets[0].seen = None;
            }),
            "Hit: the server looked 183 ms into the past, as it does for everyone, and there the \
             shot met Ann. This hit can still be undone.",
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
            "Hit Ann and Eve: the server looked 183 ms into the past, within its limit of 400 ms, \
             and there the shot met Ann where you saw them (0.0 u apart). Then it met Eve, 3.0 u \
             from where you saw them.",
        ),
        (
            pierced(Preset::Lagrange, &[ANN]),
            "Hit: the server looked 183 ms into the past, within its limit of 400 ms, and there \
             the shot met Ann where you saw them (0.0 u apart).",
        ),
        (
            pierced(Preset::Nothing, &[ANN, EVE]),
            "Hit Ann and Eve: the server judged the present, and the shot met Ann, 4.0 u from the \
             centre of the ship. Then it met Eve, 4.0 u from the centre of the ship; your screen \
             showed Eve 3.0 u away from there.",
        ),
    ]);
    let both = pierced(Preset::Lagrange, &[ANN, EVE]);
    let sent = both.record.verdict.as_sent_to(EVE);
    assert_eq!(sent, Decision::Hit { victim: EVE, finality: Finality::Final }, "of itself only");
}

#[test]
fn misses_say_by_how_much_and_on_which_side() {
    let miss = |preset, off_u| changed(under(preset, off_u), missed);
    check(vec![
        (
            miss(Preset::Lagrange, 37.5),
            "Missed Ann by 21.5 u: the shot passed behind them. The server looked 183 ms into the \
             past, within its limit of 400 ms, and had Ann where you saw them (0.0 u apart).",
        ),
        (
            changed(miss(Preset::Nothing, -37.5), |report| seen_left(report, 44)),
            "Missed Ann by 21.5 u: the shot passed ahead of them. You aimed at a picture 183 ms \
             old, and the server judged the present, in which Ann was 44.0 u away from where you \
             saw them.",
        ),
        (
            changed(miss(Preset::Lagrange, 37.5), |report| {
                let still = |_| TrackSample::new(|_| Some(Vec2::new(1037.5, 550.0)));
                report.track = Track::new((-1536, MET_AT as i32 + 2304), 24, still);
                report.targets[0].seen = None;
            }),
            "Missed Ann by 21.5 u: the shot passed to the left of them. The server looked 183 ms \
             into the past, within its limit of 400 ms.",
        ),
        (
            changed(miss(Preset::Lagrange, 0.0), |report| {
                report.record.targets.clear();
                report.targets.clear();
            }),
            "Missed: there was nobody near the shot.",
        ),
        (miss(Preset::Lagrange, 120.0), "Missed: there was nobody near the shot."),
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
    let undone = changed(under(Preset::DelayedSync, 4.0), |report| {
        report.undone = Some(RetractedHit { victim: EVE, by: ANN, refund: 12 });
    });
    check(vec![
        (
            changed(under(Preset::Et260, 4.0), |report| {
                report.record.shot.weapon = Weapon::Beam;
                report.record.verdict = Decision::Vetoed { victim: ANN };
                report.cover = Some(Cover::Rock);
            }),
            "Vetoed: the server looked 183 ms into the past, within its limit of 1000 ms, and \
             there the shot met Ann. But in the present a rock was in the way, and under this \
             scheme a hit must count in the present too.",
        ),
        (
            changed(under(Preset::Et260, 4.0), |report| {
                report.record.shot.weapon = Weapon::Beam;
                report.record.verdict = Decision::Vetoed { victim: ANN };
                report.cover = Some(Cover::Ship);
            }),
            "Vetoed: the server looked 183 ms into the past, within its limit of 1000 ms, and \
             there the shot met Ann. But in the present another ship was in the way, and under \
             this scheme a hit must count in the present too.",
        ),
        (void(VoidCause::Shield), "No hit: the shot met Ann while their shield held."),
        (
            changed(void(VoidCause::Shield), |report| report.viewer = ANN),
            "No hit: the shot met you while your shield held.",
        ),
        (void(VoidCause::LifeOver), "No hit: the shot met Ann in a life that was already over."),
        (
            // A player who knows no more than the verdict.
            changed(void(VoidCause::Shield), |report| report.void = None),
            "No hit: the shot met Ann, but a shield held or that life was already over.",
        ),
        (
            undone.clone(),
            "Hit: the server looked 183 ms into the past, as it does for everyone, and there the \
             shot met Ann where you saw them (0.0 u apart). Undone: the bolt had met Ann \
             before it met Eve, so 12 hit points went back to Eve.",
        ),
        (
            changed(undone, |report| report.viewer = EVE),
            "Undone: the bolt had met Ann before it met you, so 12 hit points came back to you.",
        ),
    ]);
}

#[test]
fn a_claim_that_is_refused_says_why() {
    let rows = [
        (ClaimRefusal::UnknownShot, "it knows no such shot"),
        (ClaimRefusal::Decided, "the shot was already decided"),
        (
            ClaimRefusal::BeyondBound { ms: 431 },
            "that hit is 431 ms in the past, and the limit is 400 ms",
        ),
        (ClaimRefusal::NotReached, "the shot had not got that far"),
        (
            ClaimRefusal::TooFar { distance: 30 * 256 },
            "the shot passed 14.0 u from where the server had Ann",
        ),
        (ClaimRefusal::LifeOver, "that life was already over"),
        (ClaimRefusal::Shielded, "Ann’s shield held"),
        (ClaimRefusal::Gone, "Ann was not in the room"),
        (ClaimRefusal::Cover, "cover was now between the shot and Ann"),
        (ClaimRefusal::Ally, "shots pass through allies, and Ann was one"),
    ];
    for (why, said) in rows {
        let refused = changed(report(40.0), |report| {
            missed(report);
            report.rules.hit_rule = HitRule::Claim;
            report.rules.bolt_path = BoltPath::Muzzle;
            report.refused = Some(RefusedClaim { victim: ANN, age: 7680, why });
            report.record.targets.clear();
            report.targets.clear();
        });
        let want = format!(
            "Missed: there was nobody near the shot. Your screen claimed a hit on Ann, and the \
             server refused it: {said}."
        );
        check(vec![(refused, &want)]);
    }
}

#[test]
fn a_screen_that_drew_a_ship_elsewhere_says_why() {
    let (shooter, ship) = (Person::You, Person::Ship(ANN));
    let rows = [
        (
            ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms: 212, off_u: 174.31 },
            "Your screen was guessing: it had heard nothing of Ann for 212 ms, and drew them 174.3 \
             u away from where the server judged them.",
        ),
        (
            ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms: 0, off_u: 5.3 },
            "Your screen was guessing: it drew Ann further on than the newest snapshot said, 5.3 u \
             away from where the server judged them.",
        ),
        (
            ShotSentence::Lost { shooter, ship, gap_ms: 133, off_u: 9.0 },
            "News of Ann was lost on its way: your screen drew them on a straight line across a \
             gap of 133 ms, 9.0 u away from where the server judged them.",
        ),
        (
            ShotSentence::Slipped { shooter, by_ms: 9.04, way: ClockShift::Ahead },
            "While the bolt flew, the moment that your screen showed drifted 9.0 ms ahead.",
        ),
        (
            ShotSentence::Slipped { shooter, by_ms: 9.04, way: ClockShift::Back },
            "While the bolt flew, the moment that your screen showed drifted 9.0 ms back.",
        ),
    ];
    for (sentence, want) in rows {
        check_sentence(&[sentence], want);
    }
}

#[test]
fn a_title_says_whose_shot_it_was_and_what_became_of_it() {
    let title = |report: &ShotReport| {
        Language::English.shot_title(&Case::new(report, None, None).title(), &name)
    };
    let hit = report(4.0);
    assert_eq!(title(&hit), "Your laser at Ann: hit");
    assert_eq!(title(&changed(hit, |report| report.viewer = ANN)), "Bob’s laser at you: hit");
    assert_eq!(title(&changed(report(37.5), missed)), "Your laser at Ann: miss");
    assert_eq!(title(&changed(report(120.0), missed)), "Your laser: miss");
    // To a player who had no part in it.
    let players = [Some(EVE), Some(BOB), Some(ANN)];
    let among = |ship| ShipName::among(&players, ship, None);
    let case = Case::new(&report(4.0), None, None).addressed_to(EVE);
    let said = Language::English.shot_title(&case.title(), &among);
    assert_eq!(said, "The other ship’s laser at the third ship: hit");
    let said = Language::English.shot(&case.sentences(), &among);
    assert!(!said.contains("you") && said.contains("met the third ship"), "{said}");
}

#[test]
fn sources_implausible_view_says_what_the_latency_makes_of_it() {
    let report = changed(clamped(Clamp::Implausible, 3, 18), |report| {
        report.rules.hit_rule = HitRule::SourceByLifeId;
    });
    let said = said_of(&report);
    let why = "Your picture was 50 ms old, which the ping does not explain, so the server looked \
               300 ms back.";
    assert!(said.ends_with(why), "{said}");
}

#[test]
fn a_moment_that_was_not_used_as_claimed_says_why() {
    let begin = |ms: u32, bound: &str| {
        format!(
            "Hit: the server looked {ms} ms into the past, {bound} 400 ms, and there the shot met \
             Ann where you saw them (0.0 u apart). "
        )
    };
    let inside = "within its limit of";
    let rows = [
        (
            clamped(Clamp::Bound, 33, 24),
            "Hit: the server looked 400 ms into the past, as far as its limit of 400 ms allows, \
             and there the shot met Ann where you saw them (0.0 u apart). Your picture was 550 ms \
             old, but the limit is 400 ms: the server looked 400 ms back."
                .to_string(),
        ),
        (
            clamped(Clamp::Future, -3, 0),
            begin(0, inside)
                + "Your picture showed a moment 50 ms after the shot, so the server used the \
                   moment of the shot.",
        ),
        (
            clamped(Clamp::Backwards, 15, 12),
            begin(200, inside)
                + "Your picture was 250 ms old, but an earlier shot was aimed at a later moment: \
                   the server used that later moment, 200 ms back.",
        ),
        (
            clamped(Clamp::Implausible, 33, 18),
            begin(300, inside)
                + "Your picture was 550 ms old, but the connection explains no more than 300 ms, \
                   so the server looked that far back.",
        ),
        (
            changed(clamped(Clamp::NotDelayed, 15, 21), |report| {
                report.rules = Preset::DelayedSync.room();
            }),
            "Hit: the server looked 350 ms into the past, as it does for everyone, and there the \
             shot met Ann where you saw them (0.0 u apart). Your picture was 250 ms old, but \
             the server looks 350 ms back for everyone, so it used 350 ms."
                .to_string(),
        ),
        (
            changed(clamped(Clamp::PingCap, 33, 15), |report| report.rules.ping_cap_ms = 150),
            "Hit: the server looked 250 ms into the past, as far as its ping cap of 150 ms plus \
             100 ms of interpolation allow, and there the shot met Ann where you saw them (0.0 u \
             apart). Your picture was 550 ms old, but the room’s ping cap allows 150 ms plus 100 \
             ms of interpolation: the server looked 250 ms back."
                .to_string(),
        ),
        (
            changed(report(0.0), |report| report.rules.ping_cap_ms = 150),
            "Hit: the server looked 183 ms into the past, within its ping cap of 150 ms plus 100 \
             ms of interpolation, and there the shot met Ann where you saw them (0.0 u apart)."
                .to_string(),
        ),
    ];
    check(rows.iter().map(|(report, want)| (report.clone(), want.as_str())).collect());
    let other = changed(clamped(Clamp::Bound, 33, 24), |report| report.viewer = ANN);
    let said = said_of(&other);
    assert!(
        said.ends_with(
            "Bob’s picture was 550 ms old, but the limit is 400 ms: the server looked 400 ms back."
        ),
        "{said}"
    );
}
