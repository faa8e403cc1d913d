//! The value of cheats: a program between your client and its links changes what you send. Each is
//! reported as a number, with the server's reason for a rejection where there is one.
//!
//! Valve's article on Source's networking describes such proxies; the articles on targeting and on
//! delayed synchronisation warn against trusting the shooter.

use shared::{
    base::{geometry::Turn, time::Micros},
    netcode::{
        choices::{BoltPath, CommandPolicy, HitRule},
        laboratory_preset::LaboratoryPreset,
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    report::shot_record::ShotRecord,
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    sim::{command::Thrust, event::Weapon, rules::BOLT_SPEED_U_PER_S},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{CROSSING, CROSSING_FROM, SHORT_ROUND_TRIP_MS, gun, path, place_second, resting_ships},
};
use crate::{
    cheat_proxy::CheatProxy,
    checked_columns::CheckedColumns,
    column::Column,
    lie::{Liar, Lie, LyingColumns},
    outcome::{Outcome, OutcomeUnit, newest, newest_judged},
    outcome_statement::{
        CooldownBypass, HitsClaimed, Killed, OldView, OutcomeStatement, ViewBackwards,
    },
    setup::{Aim, Setup},
};

/// Up, and down: away from the ship next to it.
const UP: Turn = Turn(0xC000);
const DOWN: Turn = Turn(0x4000);
/// Distance from the muzzle to the ship that false hits are claimed on, in u.
const OFF_U: i16 = 500;
/// Bolts needed to shoot a ship down.
const BOLTS_TO_KILL: usize = 9;
/// Cooldown of the laser, in frames.
const COOLDOWN_FRAMES: u16 = 9;
/// Two times within this many 1/256 ticks count as equal.
const SAME_STEPS: i64 = 2;
/// How long commands are held back.
const BURST_TICKS: u8 = 40;
/// Capacity of Source's tick bank.
const BANK_TICKS: u8 = 24;
/// Age of the claimed view.
const OLD_MS: u16 = 1000;
/// Delay of the answers to probes.
const LATE_MS: u16 = 200;

pub(super) const CLAIM: Card =
    Card { key: "liar-claim", setup: claim, evaluate_outcome: claim_outcome };

pub(super) const BACKWARDS: Card =
    Card { key: "liar-backwards", setup: backwards, evaluate_outcome: backwards_outcome };

pub(super) const COOLDOWN: Card =
    Card { key: "liar-cooldown", setup: cooldown, evaluate_outcome: cooldown_outcome };

pub(super) const BURST: Card =
    Card { key: "liar-burst", setup: burst, evaluate_outcome: burst_outcome };

pub(super) const OLD_VIEW: Card =
    Card { key: "liar-old-view", setup: old_view, evaluate_outcome: old_view_outcome };

pub(super) const LATE_ECHO: Card =
    Card { key: "liar-late-echo", setup: late_echo, evaluate_outcome: late_echo_outcome };

/// A match under these netcodes in which the first player cheats.
fn lying(columns: [Netcode; 2], lie: Lie, columns_lying: LyingColumns) -> Setup {
    let mut setup = resting_ships(columns[0]);
    setup.columns = columns.to_vec();
    setup.players[0].liar = Some(Liar { lie, columns: columns_lying });
    setup
}

/// A match in which the first player cheats in the second column.
fn lying_in_second(netcode: Netcode, lie: Lie) -> Setup {
    lying([netcode; 2], lie, LyingColumns::Second)
}

fn claim() -> Setup {
    let server = Preset::Targeting.netcode();
    let verified =
        RoomNetcode { hit_rule: HitRule::Claim, bolt_path: BoltPath::Muzzle, ..server.room };
    let columns = [Netcode { room: verified, ..server }, LaboratoryPreset::Diablo.netcode()];
    let mut setup = lying(columns, Lie::FalseClaim { victim: 1 }, LyingColumns::All);
    // The frame after each as well: where a tick falls between two frames, the first one is too
    // early.
    let shots: [u16; 2 * BOLTS_TO_KILL] =
        core::array::from_fn(|n| 60 + COOLDOWN_FRAMES * (n as u16 / 2) + n as u16 % 2);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Fixed(DOWN), &shots);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (OFF_U, 0), path(&[]), SHORT_ROUND_TRIP_MS);
    // Restarts before a ship that was shot down respawns elsewhere.
    setup.loop_frames = 240;
    setup
}

fn claim_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [verified, believed] = state.columns() else { return None };
    let (own, other) = (verified.ship(0)?, believed.ship(1)?);
    let shots = |column: &Column| column.harness().client(0).records().count();
    if shots(verified) < BOLTS_TO_KILL || shots(believed) < BOLTS_TO_KILL {
        return None;
    }
    let why = verified.report(own, newest(verified)?.shot)?.refused?.why;
    let hit = |record: &&ShotRecord| record.verdict.is_hit_on(other);
    let keys = || believed.harness().client(0).records().filter(hit).map(|one| one.shot.tick);
    let (n_hits, first, last) = (keys().count(), keys().next()?, keys().next_back()?);
    let rate = believed.harness().room().config().rate;
    let span = rate.micros_in_steps(256 * last.since(first));
    let deaths = believed.harness().room().world().ship(other)?.deaths;
    let n_claims = shots(verified);
    let claims = verified.harness().client(0).records();
    let is_refused = |one: &ShotRecord| {
        verified.report(own, one.shot).is_some_and(|report| report.refused.is_some())
    };
    let n_refused = claims.filter(|one| is_refused(one)).count();
    let statement = OutcomeStatement::HitsClaimed(HitsClaimed {
        n_claims: n_claims as u32,
        n_refused: n_refused as u32,
        why,
        n_hits: n_hits as u32,
        killed: if deaths > 0 { Killed::Yes } else { Killed::No },
        span,
    });
    let too_far = matches!(why, ClaimRefusal::TooFar { .. });
    let as_expected = too_far && n_refused == n_claims && deaths == 1 && n_hits == BOLTS_TO_KILL;
    Some(Outcome::new(as_expected, span.as_s_f32() * 1000.0, OutcomeUnit::Ms, statement))
}

fn backwards() -> Setup {
    // Source trusts a view within 200 ms of its own estimate; Lagrange would move this one to what
    // the link explains.
    let mut setup = lying_in_second(Preset::Source.netcode(), Lie::BackwardsView);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Lead, &[120, 130]);
    setup.players[0].conditions = Conditions::round_trip(40);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn backwards_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let seen = newest(honest)?.view.used;
    let mut records = lying.harness().client(0).records().rev();
    let (place_second, first) = (records.next()?, records.next()?);
    let rate = lying.harness().room().config().rate;
    let asked = rate.micros_in_steps(seen.0 - place_second.view.claimed.time.0);
    let gained = rate.micros_in_steps(seen.0 - place_second.view.used.0);
    let clamp = place_second.view.clamp;
    let statement = OutcomeStatement::ViewBackwards(ViewBackwards { asked, gained, clamp });
    let raised = clamp == Some(Clamp::Backwards)
        && (place_second.view.used.0 - first.view.used.0).abs() <= SAME_STEPS
        && asked > gained;
    let gained_ms = gained.as_s_f32() * 1000.0;
    Some(Outcome::new(raised, gained_ms, OutcomeUnit::Ms, statement).in_second())
}

/// Bolts of an honest gun.
const HONEST_BOLTS: u16 = 7;

fn cooldown() -> Setup {
    let mut setup = lying_in_second(Preset::Lagrange.netcode(), Lie::NoCooldown);
    let last = 60 + (HONEST_BOLTS - 1) * COOLDOWN_FRAMES;
    // As by a person holding the button, from the first to the last.
    let shots: alloc::vec::Vec<u16> = (60..=last).step_by(3).collect();
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Fixed(UP), &shots);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (300, 0), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

fn cooldown_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let n_honest = honest.harness().client(0).records().count();
    if state.frame() < 240 {
        return None;
    }
    let keys = || lying.harness().client(0).records().map(|record| record.shot.tick);
    let rate = lying.harness().room().config().rate;
    let least = keys().zip(keys().skip(1)).map(|(one, next)| next.since(one)).min()?;
    let n_lying = keys().count();
    let n_lies = lying.harness().proxy(0).map_or(0, CheatProxy::n_lies);
    let statement = OutcomeStatement::WithoutCooldown(CooldownBypass {
        n_bolts: [n_honest as u32, n_lying as u32],
        n_lies,
        apart: rate.micros_in_steps(256 * least),
    });
    let gained = n_lying as f32 - n_honest as f32;
    let as_expected = n_lies > 0 && [n_honest, n_lying] == [usize::from(HONEST_BOLTS); 2];
    Some(Outcome::new(as_expected, gained, OutcomeUnit::Shots, statement))
}

fn burst() -> Setup {
    let drops = Preset::Lagrange.netcode();
    let bank = RoomNetcode { commands: CommandPolicy::Bank, ..drops.room };
    let columns = [drops, Netcode { room: bank, ..drops }];
    let mut setup = lying(columns, Lie::Burst { ticks: BURST_TICKS }, LyingColumns::All);
    setup.players[0].controller =
        path(&[(Thrust::None, 90), (Thrust::Right, 60), (Thrust::Left, 26), (Thrust::None, 124)]);
    setup.players[0].conditions = Conditions::round_trip(40);
    place_second(&mut setup, (0, -200), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

fn burst_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [drops, bank] = state.columns() else { return None };
    if state.frame() < 180 {
        return None;
    }
    let most = [drops, bank].map(|column| column.outcome_tracker().most_commands());
    let gained = most.map(|n| n - 1);
    let late = drops.harness().client(0).net_stats().late_commands;
    let statement = OutcomeStatement::Burst { most, late };
    let as_expected = gained == [0, BANK_TICKS];
    Some(Outcome::new(as_expected, gained[1].into(), OutcomeUnit::Ticks, statement))
}

fn old_view() -> Setup {
    let mut setup = lying_in_second(Preset::Lagrange.netcode(), Lie::OldView { ms: OLD_MS });
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Fixed(UP), &[141]);
    setup.players[0].conditions = Conditions::round_trip(60);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn old_view_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let (seen, lied) = (newest_judged(honest, 1)?, newest_judged(lying, 1)?);
    let rate = lying.harness().room().config().rate;
    let age = |record: &ShotRecord| {
        let used = record.view.used.0 - 256 * i64::from(record.shot.tick.0);
        rate.micros_in_steps(-used)
    };
    let clamp = lied.record.view.clamp;
    let gained_u = lied.moved_on_u() - seen.moved_on_u();
    let statement = OutcomeStatement::OldView(OldView {
        fates: [seen.fate(), lied.fate()],
        back: [age(seen.record), age(lied.record)],
        claimed: Micros::from_ms(OLD_MS.into()),
        clamp,
        gained_u,
    });
    let as_expected = clamp == Some(Clamp::Implausible) && !lied.hit() && !seen.hit();
    Some(Outcome::new(as_expected, gained_u, OutcomeUnit::U, statement).in_second())
}

fn late_echo() -> Setup {
    let mut setup = lying_in_second(Preset::Jump.netcode(), Lie::LateEcho { ms: LATE_MS });
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[60, 110, 160, 210]);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (600, -160), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

/// Distance ahead of its muzzle at which the newest bolt started, in u.
fn head_start(column: &Column) -> Option<f32> {
    let report = column.report(column.ship(0)?, newest(column)?.shot)?;
    Some(BOLT_SPEED_U_PER_S * report.shot().link.lead.as_s_f32())
}

fn late_echo_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let (honest, lying) = (head_start(honest)?, head_start(lying)?);
    let gained = lying - honest;
    let statement = OutcomeStatement::HeadStarts { ahead_u: [honest, lying] };
    let half = BOLT_SPEED_U_PER_S * f32::from(LATE_MS) / 2000.0;
    Some(Outcome::new((gained - half).abs() < 10.0, gained, OutcomeUnit::U, statement).in_second())
}
