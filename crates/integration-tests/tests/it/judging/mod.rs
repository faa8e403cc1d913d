//! Compares two judges. The game judges random fights while they run; a naive judge, written from
//! docs/schemes.md, judges them afterwards, and both must agree on every shot. Shots too close to a
//! threshold for f32 are counted and replaced by others. `PROPTEST_FACTOR=100` runs a hundred times
//! as many fights.

mod fight;
mod game;
mod published;
mod tally;

use fight::{Field, Fight, Rules, Setup};
use shared::{
    base::rng::mix_all,
    netcode::{choices::HitRule, preset::Preset},
    sim::side::Division,
};
use tally::{Tally, agree};

use crate::naive_judge::{Answer, judge, passes};

/// Multiplies the number of fights.
fn factor() -> u64 {
    std::env::var("PROPTEST_FACTOR").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

/// Runs a fight, compares both judges' verdicts on every shot, and for some shots their records.
fn check_fight(setup: Setup, tally: &mut Tally) {
    let (fight, said) = Fight::of(setup);
    tally.fights += 1;
    for (n, (fired, game)) in fight.shots.iter().zip(&said).enumerate() {
        let case = fight.case(n);
        let whose = format!("{setup:?}\nshot {n}: {:?}\n{:?}", fired.shot, fired.netcode);
        let naive = match judge(&case) {
            Answer::Decided(naive) => naive,
            Answer::TooClose(what) => {
                tally.note_too_close(what);
                continue;
            }
        };
        let decided = &game.decided;
        assert!(agree(&naive, decided), "{whose}\nnaive: {naive:?}\ngame:  {decided:?}");
        tally.note(&naive);
        // Where the shooter decides, the judge looks only at the ships it claims.
        if n % 4 == 0
            && !fired.netcode.hit_rule.by_claim()
            && let Some(recorded) = &game.nearest
            && let Some((until, _)) = naive.rulings.last()
            && let Some(near) = passes(&case, *until)
        {
            let agrees = tally.note_passes(fired.shot.weapon, &near, recorded);
            assert!(agrees, "{whose}\nnaive: {near:?}\ngame:  {recorded:?}");
        }
    }
}

/// Fights of all kinds under some rules; they differ only by seed.
fn setups(rules: Rules, salt: u64) -> impl Iterator<Item = Setup> {
    (0..10 * factor()).map(move |n| {
        let seed = mix_all(&[salt, n]);
        let one_of = |values: &[u32], bit: u64| values[(seed >> bit) as usize % values.len()];
        let field = if n % 4 == 3 { Field::Wide } else { Field::Narrow };
        Setup {
            seed,
            hz: one_of(&[20, 30, 60, 60, 66, 100, 128], 3) as u16,
            seats: match field {
                Field::Narrow => 2 + one_of(&[0, 3, 7, 12, 18], 11) as u16,
                _ => 40 + one_of(&[0, 20, 60], 11) as u16,
            },
            field,
            sent_every: one_of(&[0, 1, 2, 3, 5], 19),
            ticks: 260,
            shots: if field == Field::Narrow { 150 } else { 60 },
            rules,
            division: if n % 3 == 2 { Division::TwoSides } else { Division::None },
        }
    })
}

#[test]
fn both_judges_say_the_same_under_every_hit_rule() {
    let mut all = Tally::default();
    for (n, &hit_rule) in HitRule::ALL.iter().enumerate() {
        let mut tally = Tally::default();
        for setup in setups(Rules::By(hit_rule), 100 + n as u64) {
            check_fight(setup, &mut tally);
        }
        println!("{hit_rule:?}: {tally}");
        tally.assert_is_telling(hit_rule);
        all.add(&tally);
    }
    println!("all: {all}");
    all.assert_few_too_close();
    all.assert_has_pierced_and_vetoed();
}

#[test]
fn both_judges_say_the_same_under_every_preset() {
    let mut all = Tally::default();
    for (n, preset) in Preset::ALL.into_iter().enumerate() {
        let mut tally = Tally::default();
        for setup in setups(Rules::Exactly(preset.netcode().room), 200 + n as u64) {
            check_fight(setup, &mut tally);
        }
        println!("{}: {tally}", preset.title());
        tally.assert_is_telling(preset.netcode().room.hit_rule);
        all.add(&tally);
    }
    println!("all: {all}");
    all.assert_few_too_close();
}

/// The game searches grids and lists for the ships that a shot may meet.
#[test]
fn both_judges_say_the_same_in_crowds() {
    let mut all = Tally::default();
    for (n, &hit_rule) in HitRule::ALL.iter().enumerate() {
        for of in 0..2 * factor() {
            let setup = Setup {
                seed: mix_all(&[300, n as u64, of]),
                hz: 60,
                seats: 240,
                field: if of % 2 == 0 { Field::Wide } else { Field::Vast },
                sent_every: 3,
                ticks: 180,
                shots: 50,
                rules: Rules::By(hit_rule),
                division: if of % 2 == 1 { Division::TwoSides } else { Division::None },
            };
            check_fight(setup, &mut all);
        }
    }
    println!("crowds: {all}");
    all.assert_few_too_close();
}
