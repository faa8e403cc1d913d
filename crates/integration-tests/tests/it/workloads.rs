//! The workloads of all measurements are the same in every build, and do what their names say.
//!
//! After a change of rules or codecs, `GOLDEN_UPDATE=1 cargo test -p integration-tests --test it
//! workloads::` rewrites the fingerprint.

use shared::base::time::TickRate;
use testkit::workload::{
    Workload, csv,
    fingerprint::{Fingerprint, SECONDS, WORKLOAD},
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workloads.txt");

#[test]
fn a_fight_and_its_snapshots_are_the_same_in_every_build() {
    let got = Fingerprint::of(Workload::named(WORKLOAD).unwrap(), SECONDS).unwrap();
    assert_eq!(got.wrong, 0, "every snapshot round-trips");
    let text = got.text();
    if std::env::var_os("GOLDEN_UPDATE").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let want = std::fs::read_to_string(FILE).unwrap();
    for (got, want) in text.lines().zip(want.lines()) {
        assert_eq!(got, want);
    }
    assert_eq!(text, want);
}

#[test]
fn names_are_those_of_workloads_or_of_nothing() {
    for name in ["curve-16", "aim-1", "battle-64", "idle-256", "swarm-1024"] {
        assert_eq!(Workload::named(name).map(|workload| workload.name()), Some(name.to_string()));
    }
    for name in ["", "curve", "curve-", "curve-0", "swarm-1025", "battle-x", "-64", "fight-64"] {
        assert_eq!(Workload::named(name), None, "{name}");
    }
}

#[test]
fn an_exported_fight_has_a_line_for_each_ship_and_tick() {
    let mut trace = Workload::named("battle-8").unwrap().start(TickRate::DEFAULT).unwrap();
    let (mut thrusts, mut fired) = (0, 0);
    for tick in 1..=600 {
        trace.step();
        let lines = csv::lines(&trace);
        assert_eq!(lines.lines().count(), 8);
        for (line, ship) in lines.lines().zip(trace.world().ships()) {
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), csv::HEADER.split(',').count(), "{line}");
            assert_eq!(cells[0].parse(), Ok(tick));
            assert_eq!(cells[1].parse(), Ok(ship.id.idx));
            let numbers: Vec<f32> = cells[2..6].iter().map(|cell| cell.parse().unwrap()).collect();
            let body = ship.body;
            assert_eq!(numbers, [body.pos.x, body.pos.y, body.vel.x, body.vel.y], "to the bit");
            let buttons: u8 = cells[8].parse().unwrap();
            thrusts += u32::from(buttons & 15 != 0);
            fired += u32::from(buttons & 48 != 0);
        }
    }
    let happened = trace.happened();
    println!("{thrusts} thrusts, {fired} ticks with shots, {happened:?}");
    assert!(thrusts > 1000 && fired > 20 && u64::from(fired) <= happened.shots);
    assert_eq!(happened.ship_ticks, 600 * 8);
}
