//! The ladder of bots: in rounds of one against one, each level beats the one below, every hand
//! finds its match, and no manner decides a round. With `LAGRANGE_LONG_TESTS=1` prints the tables
//! of docs/bots.md.

mod duel;
mod hands;

use std::thread;

use integration_tests::is_long;
use shared::{
    base::limits::BOT_LEVEL_MAX,
    pilot::{
        conduct::Conduct,
        manner::{CHARACTERS, Manner},
        skill::{BotLevelNumber, Skill},
    },
};

use duel::duel;
use hands::{HANDS, round_against};

/// Rounds of one side against the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    won: u32,
    lost: u32,
    drawn: u32,
    kills: u32,
    deaths: u32,
}

impl Score {
    /// Of a round with these kills of the one and the other side.
    fn of([kills, deaths]: [u16; 2]) -> Self {
        Self {
            won: u32::from(kills > deaths),
            lost: u32::from(kills < deaths),
            drawn: u32::from(kills == deaths),
            kills: kills.into(),
            deaths: deaths.into(),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            kills: self.kills + other.kills,
            deaths: self.deaths + other.deaths,
        }
    }

    /// Share of the decided rounds that were won.
    fn won_share(&self) -> f32 {
        self.won as f32 / (self.won + self.lost).max(1) as f32
    }
}

/// Plays a round for each of some seeds, on two threads.
fn play(seeds: std::ops::Range<u64>, round: impl Fn(u64) -> Score + Sync) -> Score {
    let half = |odd: u64| {
        let mine = seeds.clone().filter(|seed| seed % 2 == odd);
        mine.map(&round).fold(Score::default(), Score::plus)
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        half(0).plus(other.join().unwrap())
    })
}

/// Rounds of one conduct against another; the sides change with the seed.
fn duels(one: Conduct, other: Conduct, seeds: std::ops::Range<u64>) -> Score {
    play(seeds, |seed| {
        if seed / 2 % 2 == 0 {
            return Score::of(duel([one, other], seed));
        }
        let [others, ones] = duel([other, one], seed);
        Score::of([ones, others])
    })
}

fn level(level: u8) -> BotLevelNumber {
    BotLevelNumber::new(level).unwrap()
}

fn at_level(number: u8, manner: Manner) -> Conduct {
    Conduct { skill: Some(Skill::of_level(level(number))), manner, escort: None }
}

fn plain(number: u8) -> Conduct {
    at_level(number, Manner::default())
}

#[test]
fn three_levels_decide_most_rounds() {
    let mut all = Score::default();
    for above in (4..=BOT_LEVEL_MAX).step_by(3) {
        let score = duels(plain(above), plain(above - 3), 0..8);
        println!("level {above} against {}, seeds 0 to 7: {score:?}", above - 3);
        assert!(score.won > score.lost, "level {above}: {score:?}");
        all = all.plus(score);
    }
    println!("together: {:.2}", all.won_share());
    assert!(all.won_share() > 0.75, "{all:?}");
}

#[test]
fn each_level_beats_the_one_below() {
    // The whole ladder takes minutes; otherwise its middle stands for it.
    let (levels, n_rounds) = if is_long() { (2..=BOT_LEVEL_MAX, 120) } else { (16..=16, 40) };
    println!("| level | wins against the one below | kills | draws |\n|---|---|---|---|");
    for above in levels {
        let score = duels(plain(above), plain(above - 1), 0..n_rounds);
        let Score { kills, deaths, drawn, .. } = score;
        let share = score.won_share();
        println!("| {above} | {:.0} % | {kills} : {deaths} | {drawn} |", share * 100.0);
        // Three in five to three in four, give or take two standard deviations.
        let slack = 2.0 * (0.25_f32 / n_rounds as f32).sqrt();
        assert!((0.6 - slack..0.75 + slack).contains(&share), "level {above}: {score:?}");
    }
}

#[test]
fn no_manner_decides_a_round() {
    // Each against the twelve, itself included.
    let (levels, n_rounds): (&[u8], u64) = if is_long() { (&[4, 16, 28], 6) } else { (&[16], 1) };
    for number in levels {
        for one in &CHARACTERS {
            let all = CHARACTERS.iter().enumerate().map(|(n, other)| {
                let from = n as u64 * 1_000;
                let sides = [one, other].map(|side| at_level(*number, side.manner));
                duels(sides[0], sides[1], from..from + n_rounds)
            });
            let score = all.fold(Score::default(), Score::plus);
            let share = score.won_share();
            println!(
                "level {number}, {}: {:.0} % of {}",
                one.name,
                share * 100.0,
                score.won + score.lost
            );
            let slack = 2.0 * (0.25 / (12 * n_rounds) as f32).sqrt();
            assert!((0.4 - slack..0.6 + slack).contains(&share), "{}: {score:?}", one.name);
        }
    }
}

#[test]
fn beginners_beat_the_lowest_level_and_good_players_lose_to_the_highest() {
    let (levels, n_rounds): (&[u8], u64) =
        if is_long() { (&[1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31], 10) } else { (&[1, 31], 2) };
    println!("| level | {} |", HANDS.map(|(name, _)| name).join(" | "));
    for number in levels {
        let scores = HANDS.map(|(_, practice)| {
            play(0..n_rounds, |seed| Score::of(round_against(practice, level(*number), seed)))
        });
        let cell = |score: &Score| {
            let per_round = |kills: u32| kills as f32 / n_rounds as f32;
            let (kills, deaths) = (per_round(score.kills), per_round(score.deaths));
            format!("{:.0} %, {kills:.1} : {deaths:.1}", score.won_share() * 100.0)
        };
        println!("| {number} | {} |", scores.each_ref().map(cell).join(" | "));
        let [slow, good, idle] = scores;
        assert_eq!(idle.won, 0, "level {number}: who does nothing wins nothing");
        if *number == 1 {
            assert!(slow.won > slow.lost && good.lost == 0, "{slow:?}, {good:?}");
        }
        if *number == BOT_LEVEL_MAX {
            assert!(slow.won == 0 && good.won < good.lost, "{slow:?}, {good:?}");
        }
    }
}
