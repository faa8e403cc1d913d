//! What a lie is worth: a program between your client and its links changes what you send. Each is
//! said as a number, with the server's reason where it has one.
//!
//! Valve's article on Source's networking describes such proxies; the articles on targeting and on
//! delayed synchronisation warn of believing a shooter.

use alloc::format;

use super::{
    card::Card,
    props::{CROSSING, CROSSING_FROM, NEAR_MS, gun, path, second, still},
};
use crate::{
    base::geometry::Turn,
    lab::{
        cheat_proxy::CheatProxy,
        column::Column,
        lie::{Liar, Lie, LyingColumns},
        outcome::{Outcome, OutcomeUnit, judged, newest},
        setup::{Aim, Setup},
        state::LabState,
    },
    netcode::{
        choices::{BoltPath, CommandPolicy, HitRule},
        laboratory_preset::LaboratoryPreset,
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    report::shot_record::ShotRecord,
    schemes::{clamp::Clamp, targeting::ClaimRefusal},
    sim::{command::Thrust, event::Weapon, rules::BOLT_SPEED_U_PER_S},
    wire::conditions::Conditions,
};

/// Up, and down: away from whoever stands beside.
const UP: Turn = Turn(0xC000);
const DOWN: Turn = Turn(0x4000);
/// How far off the ship is that false hits are claimed on, in u.
const OFF_U: i16 = 500;
/// Bolts that shoot a ship down.
const BOLTS_TO_KILL: usize = 9;
/// How long a laser's cooldown is, in frames.
const COOLDOWN_FRAMES: u16 = 9;
/// Two moments this near, in 1/256 tick, count as one.
const SAME_STEPS: i64 = 2;
/// How long commands are held back.
const BURST_TICKS: u8 = 40;
/// Ticks that Source's bank saves up.
const BANK_TICKS: u8 = 24;
/// How old a view is said to be.
const OLD_MS: u16 = 1000;
/// How late probes are answered.
const LATE_MS: u16 = 200;

pub(super) const CLAIM: Card = Card { key: "liar-claim", setup: claim, reached: who_is_believed };

pub(super) const BACKWARDS: Card =
    Card { key: "liar-backwards", setup: backwards, reached: view_is_raised };

pub(super) const COOLDOWN: Card =
    Card { key: "liar-cooldown", setup: cooldown, reached: as_many_bolts };

pub(super) const BURST: Card =
    Card { key: "liar-burst", setup: burst, reached: no_more_than_the_bank };

pub(super) const OLD_VIEW: Card =
    Card { key: "liar-old-view", setup: old_view, reached: as_the_line_explains };

pub(super) const LATE_ECHO: Card =
    Card { key: "liar-late-echo", setup: late_echo, reached: starts_ahead };

/// A match under these netcodes whose first player has a program that lies.
fn lying(columns: [Netcode; 2], lie: Lie, columns_lying: LyingColumns) -> Setup {
    let mut setup = still(columns[0]);
    setup.columns = columns.to_vec();
    setup.players[0].liar = Some(Liar { lie, columns: columns_lying });
    setup
}

/// A match whose second column has the liar.
fn lying_in_second(netcode: Netcode, lie: Lie) -> Setup {
    lying([netcode; 2], lie, LyingColumns::Second)
}

fn claim() -> Setup {
    let server = Preset::Targeting.netcode();
    let verified =
        RoomNetcode { hit_rule: HitRule::Claim, bolt_path: BoltPath::Muzzle, ..server.room };
    let columns = [Netcode { room: verified, ..server }, LaboratoryPreset::Diablo.netcode()];
    let mut setup = lying(columns, Lie::FalseClaim { victim: 1 }, LyingColumns::All);
    // The frame after each as well: where a tick falls between two frames, the first is too soon.
    let shots: [u16; 2 * BOLTS_TO_KILL] =
        core::array::from_fn(|n| 60 + COOLDOWN_FRAMES * (n as u16 / 2) + n as u16 % 2);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Fixed(DOWN), &shots);
    setup.players[0].conditions = Conditions::round_trip(100);
    second(&mut setup, (OFF_U, 0), path(&[]), NEAR_MS);
    // It begins anew before whoever was shot down comes back elsewhere.
    setup.loop_frames = 240;
    setup
}

fn who_is_believed(state: &LabState) -> Option<Outcome> {
    let [verified, believed] = state.columns() else { return None };
    let (own, other) = (verified.ship(0)?, believed.ship(1)?);
    let shots = |column: &Column| column.harness().client(0).records().count();
    if shots(verified) < BOLTS_TO_KILL || shots(believed) < BOLTS_TO_KILL {
        return None;
    }
    let record = newest(verified)?;
    let refused = verified.report(own, record.shot)?.refused?.why;
    let why = match refused {
        ClaimRefusal::TooFar { distance } => {
            format!("the ship was {:.0} u from the bolt", distance as f32 / 256.0)
        }
        why => format!("{why}"),
    };
    let hit = |record: &&ShotRecord| record.verdict.is_hit_on(other);
    let keys = || believed.harness().client(0).records().filter(hit).map(|one| one.shot.tick);
    let (n_hits, first, last) = (keys().count(), keys().next()?, keys().next_back()?);
    let rate = believed.harness().room().config().rate;
    let span = rate.micros_in_steps(256 * last.since(first)).as_s_f32();
    let deaths = believed.harness().room().world().ship(other)?.deaths;
    let n_claims = shots(verified);
    let claims = verified.harness().client(0).records();
    let is_refused = |one: &ShotRecord| {
        verified.report(own, one.shot).is_some_and(|report| report.refused.is_some())
    };
    let n_refused = claims.filter(|one| is_refused(one)).count();
    let text = format!(
        "A: {n_refused} of {n_claims} claims refused: {why}. B: {n_hits} hits, and {} with \
         laser {n_hits}, {span:.1} s after the first.",
        if deaths > 0 { "a kill" } else { "no kill" },
    );
    let too_far = matches!(refused, ClaimRefusal::TooFar { .. });
    let as_said = too_far && n_refused == n_claims && deaths == 1 && n_hits == BOLTS_TO_KILL;
    Some(Outcome::new(as_said, span * 1000.0, OutcomeUnit::Ms, text))
}

fn backwards() -> Setup {
    // Source believes a view that is within 200 ms of what it measures; Lagrange would move this
    // one to what the line explains.
    let mut setup = lying_in_second(Preset::Source.netcode(), Lie::BackwardsView);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Lead, &[120, 130]);
    setup.players[0].conditions = Conditions::round_trip(40);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn view_is_raised(state: &LabState) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let seen = newest(honest)?.view.used;
    let mut records = lying.harness().client(0).records().rev();
    let (second, first) = (records.next()?, records.next()?);
    let rate = lying.harness().room().config().rate;
    let ms = |steps: i64| rate.micros_in_steps(steps).as_s_f32() * 1000.0;
    let asked = seen.0 - second.view.claimed.time.0;
    let gained = seen.0 - second.view.used.0;
    let text = format!(
        "B: your second bolt said that it saw a moment {:.0} ms before the one that you saw. The \
         server used one {:.0} ms before it, {}.",
        ms(asked),
        ms(gained),
        reason(second.view.clamp),
    );
    let raised = second.view.clamp == Some(Clamp::Backwards)
        && (second.view.used.0 - first.view.used.0).abs() <= SAME_STEPS;
    Some(Outcome::new(raised && asked > gained, ms(gained), OutcomeUnit::Ms, text).in_second())
}

/// Why the server used another moment than was claimed, in words.
fn reason(clamp: Option<Clamp>) -> &'static str {
    match clamp {
        Some(Clamp::Backwards) => "for a view never runs backwards",
        Some(Clamp::Bound) => "for that is beyond the bound",
        Some(Clamp::PingCap) => "for that is beyond the cap by ping",
        Some(Clamp::Implausible) => "for your line does not explain it",
        Some(Clamp::Future | Clamp::NotDelayed) => "for it cannot be",
        None => "and that is believed",
    }
}

/// Bolts of an honest gun.
const HONEST_BOLTS: u16 = 7;

fn cooldown() -> Setup {
    let mut setup = lying_in_second(Preset::Lagrange.netcode(), Lie::NoCooldown);
    let last = 60 + (HONEST_BOLTS - 1) * COOLDOWN_FRAMES;
    // As a person does who holds the button, from the first to the last.
    let shots: alloc::vec::Vec<u16> = (60..=last).step_by(3).collect();
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Fixed(UP), &shots);
    setup.players[0].conditions = Conditions::round_trip(100);
    second(&mut setup, (300, 0), path(&[]), NEAR_MS);
    setup
}

fn as_many_bolts(state: &LabState) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let n_honest = honest.harness().client(0).records().count();
    if state.frame() < 240 {
        return None;
    }
    let keys = || lying.harness().client(0).records().map(|record| record.shot.tick);
    let rate = lying.harness().room().config().rate;
    let ms = |ticks: i64| rate.micros_in_steps(256 * ticks).as_ms();
    let least = keys().zip(keys().skip(1)).map(|(one, next)| next.since(one)).min()?;
    let n_lying = keys().count();
    let n_lies = lying.harness().proxy(0).map_or(0, CheatProxy::n_lies);
    let text = format!(
        "A: {n_honest} bolts. B: your program pulled the trigger in {n_lies} more commands, and \
         {n_lying} bolts left, {} ms apart at the least: the cooldown is the server's.",
        ms(least),
    );
    let gained = n_lying as f32 - n_honest as f32;
    let as_said = n_lies > 0 && [n_honest, n_lying] == [usize::from(HONEST_BOLTS); 2];
    Some(Outcome::new(as_said, gained, OutcomeUnit::Shots, text))
}

fn burst() -> Setup {
    let drops = Preset::Lagrange.netcode();
    let bank = RoomNetcode { commands: CommandPolicy::Bank, ..drops.room };
    let columns = [drops, Netcode { room: bank, ..drops }];
    let mut setup = lying(columns, Lie::Burst { ticks: BURST_TICKS }, LyingColumns::All);
    setup.players[0].controller =
        path(&[(Thrust::None, 90), (Thrust::Right, 60), (Thrust::Left, 26), (Thrust::None, 124)]);
    setup.players[0].conditions = Conditions::round_trip(40);
    second(&mut setup, (0, -200), path(&[]), NEAR_MS);
    setup
}

fn no_more_than_the_bank(state: &LabState) -> Option<Outcome> {
    let [drops, bank] = state.columns() else { return None };
    if state.frame() < 180 {
        return None;
    }
    let most = [drops, bank].map(|column| column.outcome_tracker().most_commands());
    let gained = most.map(|n| n - 1);
    let late = drops.harness().client(0).net_stats().late_commands;
    let text = format!(
        "A: at most {} command in a tick, and {late} came too late: the lie gains {} ticks. B: {} \
         in one tick, so it gains {}: what was saved up while it was silent.",
        most[0], gained[0], most[1], gained[1],
    );
    let as_said = gained == [0, BANK_TICKS];
    Some(Outcome::new(as_said, gained[1].into(), OutcomeUnit::Ticks, text))
}

fn old_view() -> Setup {
    let mut setup = lying_in_second(Preset::Lagrange.netcode(), Lie::OldView { ms: OLD_MS });
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Fixed(UP), &[141]);
    setup.players[0].conditions = Conditions::round_trip(60);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn as_the_line_explains(state: &LabState) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let (seen, said) = (judged(honest, 1)?, judged(lying, 1)?);
    let rate = lying.harness().room().config().rate;
    let age = |record: &ShotRecord| {
        let used = record.view.used.0 - 256 * i64::from(record.shot.tick.0);
        rate.micros_in_steps(-used).as_ms()
    };
    let gained = said.moved_on_u() - seen.moved_on_u();
    let text = format!(
        "A: {}, judged {} ms back. B: {}, judged {} ms back instead of the {OLD_MS} that were \
         claimed, {}: the lie gains {gained:.0} u of the ship's way.",
        seen.word(),
        age(seen.record),
        said.word(),
        age(said.record),
        reason(said.record.view.clamp),
    );
    let explained = said.record.view.clamp == Some(Clamp::Implausible);
    Some(
        Outcome::new(explained && !said.hit() && !seen.hit(), gained, OutcomeUnit::U, text)
            .in_second(),
    )
}

fn late_echo() -> Setup {
    let mut setup = lying_in_second(Preset::Jump.netcode(), Lie::LateEcho { ms: LATE_MS });
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[60, 110, 160, 210]);
    setup.players[0].conditions = Conditions::round_trip(100);
    second(&mut setup, (600, -160), path(&[]), NEAR_MS);
    setup
}

/// How far ahead of its muzzle the newest bolt started, in u.
fn head_start(column: &Column) -> Option<f32> {
    let report = column.report(column.ship(0)?, newest(column)?.shot)?;
    Some(BOLT_SPEED_U_PER_S * report.shot().link.lead.as_s_f32())
}

fn starts_ahead(state: &LabState) -> Option<Outcome> {
    let [honest, lying] = state.columns() else { return None };
    let (honest, lying) = (head_start(honest)?, head_start(lying)?);
    let gained = lying - honest;
    let text = format!(
        "Your bolt started {honest:.0} u ahead of its muzzle in A, and {lying:.0} u in B: the lie \
         gains {gained:.0} u, and the server has no reason to refuse it.",
    );
    let half = BOLT_SPEED_U_PER_S * f32::from(LATE_MS) / 2000.0;
    Some(Outcome::new((gained - half).abs() < 10.0, gained, OutcomeUnit::U, text).in_second())
}
