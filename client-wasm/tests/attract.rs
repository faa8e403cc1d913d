//! Tests of the fight behind the join screen, in virtual time and without a browser.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

#[path = "../../crates/integration-tests/tests/support/counting.rs"]
mod counting;

use client_wasm::attract::Attract;
use counting::held_by;
use shared::{base::time::Micros, client::scene::EffectKind};
use web_ui::world::Motion;

/// A screen of 60 frames a second.
const FRAME: Micros = Micros(16_667);
const SEEDS: u64 = 24;
/// Within this time a fight has shots and a kill.
const SOON: Micros = Micros::from_ms(20_000);
/// What a fight of any length holds at most, in bytes.
const BYTES_MAX: i64 = 4 << 20;

/// A page that is looked at.
struct Onlooker {
    attract: Attract,
    now: Micros,
    pictures: u32,
}

impl Onlooker {
    fn new(seed: u64) -> Self {
        let mut attract = Attract::default();
        attract.begin(|| seed);
        Self { attract, now: Micros::from_ms(1_000), pictures: 0 }
    }

    /// Shows it for a while, and calls `seen` after each picture. Each takes `took` to draw.
    fn look(
        &mut self,
        lasts: Micros,
        took: Micros,
        motion: Motion,
        mut seen: impl FnMut(&Attract),
    ) {
        let end = self.now + lasts;
        while self.now < end {
            self.now += FRAME;
            if self.attract.is_due(self.now) {
                self.attract.advance(self.now, motion);
                self.attract.handle_drawn(self.now + took);
                self.pictures += 1;
                seen(&self.attract);
            }
        }
    }
}

const QUICK: Micros = Micros::from_ms(2);

#[test]
fn every_fight_soon_has_shots_and_a_kill_in_the_picture() {
    for seed in 0..SEEDS {
        let mut page = Onlooker::new(seed);
        let (mut shots, mut kills) = (0, 0);
        page.look(SOON, QUICK, Motion::Full, |attract| {
            let Some((scene, _)) = attract.scene() else { return };
            let is_seen = |at: shared::base::geometry::Vec2| at.distance(scene.focus) < 500.0;
            shots += usize::from(scene.bolts.iter().any(|bolt| is_seen(bolt.pos)));
            let is_kill = |kind| kind == EffectKind::Explosion;
            kills += scene.effects.iter().filter(|e| is_kill(e.kind) && is_seen(e.pos)).count();
        });
        println!(
            "seed {seed}: pictures with shots {shots} of {}, with kills {kills}",
            page.pictures
        );
        assert!(3 * shots > page.pictures as usize, "seed {seed}: {shots} pictures with shots");
        assert!(kills > 0, "seed {seed}: no kill is seen");
    }
}

#[test]
fn a_fight_of_minutes_holds_no_more_than_one_of_a_minute() {
    let [short, long] = [70_000, 300_000].map(|ms| {
        let mut page = Onlooker::new(7);
        page.look(Micros::from_ms(ms), QUICK, Motion::Full, |_| {});
        held_by(page.attract)
    });
    println!("{short} bytes after a minute, {long} after five");
    assert!(long < short + short / 4, "{short} bytes grow to {long}");
    assert!(long < BYTES_MAX, "{long} bytes");
}

#[test]
fn with_reduced_motion_one_picture_of_the_fight_stands() {
    for seed in 0..SEEDS {
        let mut page = Onlooker::new(seed);
        let mut still = None;
        page.look(Micros::from_ms(8_000), QUICK, Motion::Reduced, |attract| {
            let Some((scene, _)) = attract.scene() else { return };
            assert_eq!(still.get_or_insert_with(|| scene.clone()), &scene, "seed {seed}");
        });
        let scene = still.unwrap();
        assert!(scene.ships.len() > 1, "seed {seed}: {} ships", scene.ships.len());
        let shots = scene.bolts.len() + scene.beams.len();
        assert!(shots > 0, "seed {seed}: nobody fires");
    }
}

#[test]
fn it_draws_thirty_pictures_a_second_and_fewer_where_they_take_long() {
    for (took_ms, least, most) in [(1, 29, 31), (8, 28, 31), (20, 10, 13), (100, 2, 4)] {
        let mut page = Onlooker::new(1);
        page.look(Micros::from_ms(4_000), Micros::from_ms(took_ms), Motion::Full, |_| {});
        let per_s = page.pictures / 4;
        assert!((least..=most).contains(&per_s), "{per_s} pictures of {took_ms} ms a second");
    }
}

#[test]
fn it_draws_less_where_the_browser_is_busy_with_its_pictures() {
    let mut page = Onlooker::new(1);
    for _ in 0..40 {
        page.now += Micros::from_ms(100);
        if page.attract.is_due(page.now) {
            page.attract.advance(page.now, Motion::Full);
            page.attract.handle_drawn(page.now + QUICK);
            page.pictures += 1;
        }
    }
    assert!((10..=15).contains(&page.pictures), "{} of 40 frames", page.pictures);
}

#[test]
fn a_page_that_was_hidden_goes_on_from_where_it_was() {
    let mut page = Onlooker::new(3);
    page.look(Micros::from_ms(5_000), QUICK, Motion::Full, |_| {});
    let before = page.attract.time().unwrap();
    page.now += Micros::from_ms(600_000);
    page.attract.advance(page.now, Motion::Full);
    let after = page.attract.time().unwrap();
    assert!(after - before <= Micros::from_ms(100), "{:?}", after - before);
}

#[test]
fn the_camera_follows_calmly() {
    for seed in 0..SEEDS {
        let mut page = Onlooker::new(seed);
        let mut last = None;
        page.look(Micros::from_ms(30_000), QUICK, Motion::Full, |attract| {
            let Some((scene, _)) = attract.scene() else { return };
            if let Some(last) = last.replace(scene.focus) {
                let moved = scene.focus.distance(last);
                assert!(moved < 90.0, "seed {seed}: {moved} u between two pictures");
            }
        });
    }
}
