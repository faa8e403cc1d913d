//! The published numbers of delayed synchronisation and the life of a hit, row by row, and random
//! cross-fires compared with a simulation of the rule, moment by moment.

use lab::{run_playback::RunPlayback, scenario::Scenario};
use proptest::{collection::vec, prelude::*};
use shared::{
    base::time::Micros,
    client::scene::PlayerKind,
    schemes::delayed_sync::{
        Contact, Ledger, LedgerStep, Messages, Ruling, appears_ahead, applied_at, final_at,
        fired_at, history_depth, messages, rewind, true_time,
    },
    sim::ship::ShipId,
};

use crate::{scenarios::check_near, support::config};

fn ms(ms: i64) -> Micros {
    Micros::from_ms(ms)
}

fn ship(idx: u16) -> ShipId {
    ShipId { idx, generation: 0 }
}

fn tentative(at: i64, idx: u16, age: i64) -> LedgerStep {
    LedgerStep { at, ruling: Ruling::Tentative { ship: ship(idx), age } }
}

fn retracted(at: i64, idx: u16, by: u16) -> LedgerStep {
    LedgerStep { at, ruling: Ruling::Retracted { ship: ship(idx), by: ship(by) } }
}

fn finally(at: i64, idx: u16, age: i64) -> LedgerStep {
    LedgerStep { at, ruling: Ruling::Final { ship: ship(idx), age } }
}

#[test]
fn a_ship_looks_back_by_the_delay_and_the_transit() {
    let d = ms(350);
    let rows = [
        ("printed: 80 ms", 80, 430, 172.0),
        ("printed: 120 ms", 120, 470, 188.0),
        ("at the server", 0, 350, 140.0),
    ];
    for (name, transit, want, ahead) in rows {
        assert_eq!(rewind(d, ms(transit)), ms(want), "{name}");
        let got = appears_ahead(400.0, d, ms(transit));
        assert!((got - ahead).abs() <= 0.5, "{name}: {got}");
    }
    assert_eq!(history_depth(d, ms(120), ms(1200)), ms(1670));
}

#[test]
fn a_claimed_moment_is_held_to_the_transit() {
    let rows = [
        ("honest", 9950, 9950),
        ("just the longest transit", 9880, 9880),
        ("longer", 9879, 9880),
        ("just now", 10_000, 10_000),
        ("not yet", 10_001, 10_000),
    ];
    for (name, claimed, want) in rows {
        assert_eq!(fired_at(ms(claimed), ms(10_000), ms(120)), ms(want), "{name}");
    }
    assert_eq!(fired_at(ms(9), ms(10), ms(-5)), ms(10), "a transit below 0 counts as 0");
}

#[test]
fn a_hit_has_three_moments() {
    let (fired, d) = (10_000, 350);
    let rows = [
        // (age, transit, truly, applied, final)
        ("printed", 300, 80, 9950, 10_080, 10_300),
        ("felt at its true time", 500, 80, 10_150, 10_150, 10_500),
        ("felt just on arrival", 430, 80, 10_080, 10_080, 10_430),
        ("final before it is known", 50, 80, 9700, 10_080, 10_080),
        ("a beam", 0, 0, 9650, 10_000, 10_000),
    ];
    for (name, age, transit, truly, applied, settled) in rows {
        assert_eq!(fired + true_time(d, age), truly, "{name}");
        assert_eq!(fired + applied_at(d, transit, age), applied, "{name}");
        assert_eq!(fired + final_at(transit, age), settled, "{name}");
    }
}

#[test]
fn fewer_messages_tell_the_same() {
    assert_eq!(messages(1, 1), Messages { fired_only: 1, two_message: 2 });
    assert_eq!(messages(100, 30), Messages { fired_only: 100, two_message: 130 });
    assert_eq!(messages(0, 0), Messages::default());
}

/// Notes contacts (ship, age) when they become known, and advances in steps.
fn play(d: i64, transit: i64, contacts: &[(u16, i64)], step: i64, until: i64) -> Vec<LedgerStep> {
    let (mut ledger, mut steps) = (Ledger::new(d, transit), Vec::new());
    let mut now = 0;
    while now <= until {
        for &(idx, age) in contacts {
            if age <= d + now {
                ledger.record(ship(idx), age);
            }
        }
        steps.extend(ledger.advance(now));
        now += step;
    }
    assert_eq!(ledger.closed(), !contacts.is_empty());
    steps
}

/// A row with delay 350 and transit 80: contacts (ship, age), and the expected steps.
fn check_life(name: &str, contacts: &[(u16, i64)], want: &[LedgerStep]) {
    for step in [1, 7, 50, 1000] {
        assert_eq!(play(350, 80, contacts, step, 1000), want, "{name}, in steps of {step}");
    }
}

#[test]
fn a_hit_alone_is_felt_and_then_final() {
    check_life("nobody", &[], &[]);
    check_life("on arrival", &[(1, 300)], &[tentative(80, 1, 300), finally(300, 1, 300)]);
    check_life("just on arrival", &[(1, 430)], &[tentative(80, 1, 430), finally(430, 1, 430)]);
    check_life("later", &[(1, 500)], &[tentative(150, 1, 500), finally(500, 1, 500)]);
    check_life("final a moment after", &[(1, 81)], &[tentative(80, 1, 81), finally(81, 1, 81)]);
    check_life("final on arrival", &[(1, 80)], &[finally(80, 1, 80)]);
    check_life("final before arrival", &[(1, 20)], &[finally(80, 1, 20)]);
    check_life("a beam", &[(1, 0)], &[finally(80, 1, 0)]);
}

#[test]
fn an_earlier_hit_undoes_a_later_one() {
    let felt_later = tentative(150, 1, 500);
    let end = [retracted(300, 1, 2), finally(300, 2, 300)];
    let want = [tentative(80, 2, 300), felt_later, end[0], end[1]];
    check_life("felt, then undone", &[(1, 500), (2, 300)], &want);
    let end = [retracted(151, 1, 2), finally(151, 2, 151)];
    let want = [tentative(80, 2, 151), felt_later, end[0], end[1]];
    check_life("a moment after it was felt", &[(1, 500), (2, 151)], &want);
    let want = [tentative(80, 2, 150), finally(150, 2, 150)];
    check_life("equality with its true time: gone", &[(1, 500), (2, 150)], &want);
    let want = [tentative(80, 2, 120), finally(120, 2, 120)];
    check_life("before its true time: gone", &[(1, 500), (2, 120)], &want);
    let felt = [tentative(80, 1, 300), tentative(80, 2, 81)];
    let want = [felt[0], felt[1], retracted(81, 1, 2), finally(81, 2, 81)];
    check_life("a moment after arrival", &[(1, 300), (2, 81)], &want);
    check_life("equality with arrival: gone", &[(1, 300), (2, 80)], &[finally(80, 2, 80)]);
    check_life("both before arrival", &[(1, 60), (2, 70)], &[finally(80, 1, 60)]);
    let felt = [tentative(80, 2, 200), tentative(80, 3, 400), felt_later];
    let end = [retracted(200, 1, 2), retracted(200, 3, 2), finally(200, 2, 200)];
    let want = [felt, end].concat();
    check_life("two undone, one gone", &[(4, 700), (3, 400), (2, 200), (1, 500)], &want);
}

#[test]
fn a_later_hit_undoes_nothing() {
    let end = finally(300, 1, 300);
    let both = |age| [tentative(80, 1, 300), tentative(80, 2, age), retracted(300, 2, 1), end];
    check_life("a moment later", &[(1, 300), (2, 301)], &both(301));
    check_life("a tie goes to the lower id", &[(2, 300), (1, 300)], &both(300));
    check_life("a tie before arrival", &[(2, 80), (1, 80)], &[finally(80, 1, 80)]);
    let alone = [tentative(80, 1, 300), end];
    check_life("felt only at the verdict", &[(1, 300), (2, 650)], &alone);
    check_life("known only after it", &[(1, 300), (2, 651)], &alone);
    let want = [alone[0], tentative(299, 2, 649), retracted(300, 2, 1), end];
    check_life("felt a moment before it", &[(1, 300), (2, 649)], &want);
}

/// A row in which everything is known from the start, advanced once.
fn check_at_once(name: &str, d: i64, transit: i64, contacts: &[(u16, i64)], want: &[LedgerStep]) {
    let mut ledger = Ledger::new(d, transit);
    contacts.iter().for_each(|&(idx, age)| ledger.record(ship(idx), age));
    assert_eq!(ledger.advance(10), want, "{name}");
    assert!(ledger.closed(), "{name}");
}

#[test]
fn without_a_delay_or_a_transit() {
    check_at_once("a beam in the room", 350, 0, &[(1, 0), (2, 0)], &[finally(0, 1, 0)]);
    check_at_once("felt at once", 350, 0, &[(1, 9)], &[tentative(0, 1, 9), finally(9, 1, 9)]);
    check_at_once("no delay: no doubt", 0, 0, &[(1, 9), (2, 8)], &[finally(8, 2, 8)]);
    check_at_once("no delay, a transit", 0, 5, &[(1, 9), (2, 3)], &[finally(5, 2, 3)]);
    check_at_once("a beam beats a bolt", 350, 0, &[(1, 1), (2, 0)], &[finally(0, 2, 0)]);
    check_at_once("spans below 0 count as 0", -3, -5, &[(1, -9)], &[finally(0, 1, 0)]);
}

#[test]
fn only_the_first_contact_of_a_ship_counts() {
    let mut ledger = Ledger::new(350, 0);
    ledger.record(ship(1), 200);
    ledger.record(ship(1), 300);
    assert_eq!(ledger.advance(0), [tentative(0, 1, 200)]);
    ledger.record(ship(1), 100);
    assert_eq!(
        ledger.advance(199),
        [],
        "the first contact decides, also when an earlier one follows"
    );
    assert_eq!(ledger.tentative().collect::<Vec<ShipId>>(), [ship(1)]);
    assert_eq!(ledger.advance(200), [finally(200, 1, 200)]);
    ledger.record(ship(2), 50);
    assert_eq!((ledger.advance(999), ledger.tentative().count()), (vec![], 0), "closed");
    let mut ledger = Ledger::new(350, 0);
    ledger.record(ship(1), 300);
    ledger.record(ship(1), 200);
    assert_eq!(ledger.advance(0), [tentative(0, 1, 200)], "the first is the one of least age");
}

#[test]
fn a_void_contact_is_as_if_it_had_not_been() {
    let mut ledger = Ledger::new(350, 0);
    ledger.record(ship(1), 300);
    ledger.record(ship(2), 200);
    assert_eq!(ledger.advance(100), [tentative(0, 1, 300), tentative(0, 2, 200)]);
    ledger.drop_ship(ship(2));
    assert_eq!(ledger.advance(299), [], "no later hit undoes it");
    assert_eq!(ledger.advance(300), [finally(300, 1, 300)]);

    let mut ledger = Ledger::new(350, 0);
    ledger.record(ship(1), 300);
    ledger.advance(100);
    ledger.drop_ship(ship(1));
    assert_eq!((ledger.advance(500), ledger.closed()), (vec![], false), "it passes");
    ledger.record(ship(1), 900);
    assert_eq!(ledger.advance(600), [tentative(550, 1, 900)], "the next life can be hit");
    assert_eq!(ledger.advance(900), [finally(900, 1, 900)]);
}

#[test]
fn a_late_notification_takes_effect_late() {
    let mut ledger = Ledger::new(350, 0);
    assert_eq!(ledger.advance(100), []);
    ledger.record(ship(1), 300);
    assert_eq!(ledger.advance(120), [tentative(100, 1, 300)]);
    ledger.record(ship(2), 50);
    assert_eq!(ledger.advance(90), [retracted(120, 1, 2), finally(120, 2, 50)], "time continues");
}

/// The rule simulated moment by moment, with each ship's own report.
fn naive(d: i64, transit: i64, contacts: &[Contact], void: &[(i64, ShipId)]) -> Vec<LedgerStep> {
    let mut steps = Vec::new();
    for own in contacts {
        let is_void = |ship, at| void.iter().any(|&(since, of)| of == ship && since < at);
        let mut held = false;
        for at in transit..=400 {
            if is_void(own.ship, at) {
                break;
            }
            // First the other ships: in this report, the bolt has met those whose age it has
            // reached.
            let before = |other: &&Contact| {
                other.age <= at
                    && (other.age, other.ship) < (own.age, own.ship)
                    && !is_void(other.ship, at)
            };
            let others = contacts.iter().filter(before);
            if let Some(by) = others.min_by_key(|other| (other.age, other.ship)) {
                if held {
                    let ruling = Ruling::Retracted { ship: own.ship, by: by.ship };
                    steps.push(LedgerStep { at, ruling });
                }
                break;
            }
            let Contact { ship, age } = *own;
            if age <= at {
                steps.push(LedgerStep { at, ruling: Ruling::Final { ship, age } });
                break;
            }
            // Then the own ship in the present, where the bolt is older by the delay.
            if age <= at + d && !held {
                held = true;
                steps.push(LedgerStep { at, ruling: Ruling::Tentative { ship, age } });
            }
        }
    }
    steps.sort_by_key(|step| match step.ruling {
        Ruling::Retracted { ship, .. } => (step.at, 0, ship),
        Ruling::Final { ship, .. } => (step.at, 1, ship),
        Ruling::Tentative { ship, .. } => (step.at, 2, ship),
    });
    steps
}

#[derive(Clone, Copy, Debug)]
struct Crossfire {
    d: i64,
    transit: i64,
}

prop_compose! {
    fn crossfire()(
        d in prop_oneof![Just(0_i64), 1_i64..60],
        transit in prop_oneof![Just(0_i64), 1_i64..40],
    ) -> Crossfire {
        Crossfire { d, transit }
    }
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn random_crossfires_end_as_the_rule_says(
        Crossfire { d, transit } in crossfire(),
        ages in vec(0_i64..100, 0..7),
        repeats in vec((0_u16..7, 0_i64..40), 0..3),
        voids in vec((0_i64..120, 0_u16..7), 0..3),
        strides in vec(0_i64..30, 1..12),
        highest_first in any::<bool>(),
    ) {
        let first = |(idx, age): (usize, &i64)| Contact { ship: ship(idx as u16), age: *age };
        let contacts: Vec<Contact> = ages.iter().enumerate().map(first).collect();
        // A bolt may meet a ship again later.
        let again = repeats.iter().filter_map(|&(idx, later)| {
            let known = contacts.get(usize::from(idx))?;
            Some(Contact { age: known.age + later, ..*known })
        });
        let mut reported: Vec<Contact> = contacts.iter().copied().chain(again).collect();
        if highest_first {
            reported.reverse();
        }
        let mut ledger = Ledger::new(d, transit);
        let (mut noted, mut dropped) = (vec![false; reported.len()], Vec::new());
        let (mut got, mut now) = (Vec::new(), 0);
        for stride in strides.iter().cycle().take(400) {
            for (contact, noted) in reported.iter().zip(&mut noted) {
                if !*noted && contact.age <= d + now {
                    *noted = true;
                    let is_gone = dropped.iter().any(|&(_, gone)| gone == contact.ship);
                    if !is_gone {
                        ledger.record(contact.ship, contact.age);
                    }
                }
            }
            got.extend(ledger.advance(now));
            for &(at, idx) in &voids {
                let known = contacts.iter().find(|contact| contact.ship == ship(idx));
                if at <= now && known.is_some_and(|known| known.age <= d + now) {
                    ledger.drop_ship(ship(idx));
                    if dropped.iter().all(|&(_, gone)| gone != ship(idx)) {
                        dropped.push((now, ship(idx)));
                    }
                }
            }
            now += stride.max(&(now / 200));
        }
        prop_assume!(now > 200);
        prop_assert!(got.windows(2).all(|two| two[0].at <= two[1].at), "in order of time");
        prop_assert_eq!(got, naive(d, transit, &contacts, &dropped));
    }
}

/// The article's sudden damage: the server has the third ship hit while on its screen the bolt is
/// still on its way. The bolt flies on through the ship, and vanishes when news of the hit arrives.
#[test]
fn the_third_player_is_hurt_before_the_bolt_arrives_on_its_screen() {
    let setup = Scenario::UndoneHit.setup();
    let frames = setup.loop_frames;
    let mut playback = RunPlayback::new(setup).unwrap();
    let (mut hurt_at, mut gone_at) = (None, None);
    for _ in 0..frames {
        playback.step().unwrap();
        let scene = playback.state().columns()[0].harness().client(2).scene();
        let Some(own) = scene.ships.iter().find(|ship| ship.owner == PlayerKind::You) else {
            continue;
        };
        let bolt = scene.bolts.first().map(|bolt| bolt.pos.x - own.pos.x);
        if own.health < 100 && hurt_at.is_none() {
            hurt_at = Some(bolt.expect("the bolt is drawn when damage is"));
        }
        gone_at = bolt.or(gone_at);
    }
    check_near("the bolt at the damage, u", -hurt_at.unwrap(), 151.0, 2.0);
    check_near("the bolt at its end, u beyond", gone_at.unwrap(), 52.0, 2.0);
}
