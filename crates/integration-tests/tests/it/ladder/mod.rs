//! The ladder of bots: in rounds of one against one, each level beats the one below, every hand
//! finds its match, and no manner decides a round. With `LAGRANGE_LONG_TESTS=1` it plays enough
//! rounds for the tables of docs/bots.md, which it prints.

mod duel;
mod hands;
mod score;

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
use score::{Score, play};

/// The levels that a player can choose in the game.
const RANKS: [u8; 5] = [4, 10, 16, 22, 28];

/// Rounds of one conduct against another: two for each seed, with sides changed.
fn duels(one: Conduct, other: Conduct, rounds: std::ops::Range<u64>) -> Score {
    play(rounds, |round| {
        if round % 2 == 0 {
            return Score::of(duel([one, other], round / 2));
        }
        let [others, ones] = duel([other, one], round / 2);
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
fn a_rank_wins_nearly_every_round_against_the_one_before() {
    let n_rounds = if is_long() { 400 } else { 10 };
    println!("\n{n_rounds} rounds, seeds 0 to {}\n", n_rounds / 2 - 1);
    println!("| level | against | wins | kills | draws |\n|---|---|---|---|---|");
    let mut missed = Vec::new();
    for ranks in RANKS.windows(2) {
        let (before, rank) = (ranks[0], ranks[1]);
        let score = duels(plain(rank), plain(before), 0..n_rounds);
        let (kills, drawn) = (score.kills_per_round(), score.drawn);
        println!("| {rank} | {before} | {} | {kills} | {drawn} |", score.won_text());
        // A draw is no win.
        if f64::from(score.won) < 0.9 * n_rounds as f64 {
            missed.push((rank, score));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn each_level_beats_the_one_below() {
    // The whole ladder takes minutes; otherwise the ranks stand for it.
    let (levels, n_rounds) =
        if is_long() { ((2..=BOT_LEVEL_MAX).collect(), 400) } else { (RANKS.to_vec(), 32) };
    println!("\n{n_rounds} rounds a level, seeds 0 to {}\n", n_rounds / 2 - 1);
    println!("| level | wins against the one below | kills | draws |\n|---|---|---|---|");
    let (mut all, mut missed) = (Score::default(), Vec::new());
    for above in levels {
        let score = duels(plain(above), plain(above - 1), 0..n_rounds);
        let (kills, drawn) = (score.kills_per_round(), score.drawn);
        println!("| {above} | {} | {kills} | {drawn} |", score.won_text());
        if !score.is_within(0.6..=0.75) {
            missed.push((above, score));
        }
        all = all.plus(score);
    }
    println!("together: {}", all.won_text());
    assert!(missed.is_empty(), "{missed:?}");
    assert!((0.6..=0.75).contains(&all.won_share()), "{all:?}");
}

#[test]
fn no_manner_decides_a_round() {
    // Each against each other.
    let (levels, n_rounds): (&[u8], u64) = if is_long() { (&[4, 16, 28], 36) } else { (&[16], 2) };
    let others = CHARACTERS.len() as u64 - 1;
    println!("\n{n_rounds} rounds against each of {others}\n");
    let head = levels.iter().map(|level| format!(" level {level} |"));
    println!("| name |{}\n|---|{}", head.collect::<String>(), "---|".repeat(levels.len()));
    let scores: Vec<_> = levels.iter().map(|level| scores_of_manners(*level, n_rounds)).collect();
    let mut missed = Vec::new();
    for (n, one) in CHARACTERS.iter().enumerate() {
        let cells = scores.iter().map(|scores| format!(" {} |", scores[n].won_text()));
        println!("| {} |{}", one.name, cells.collect::<String>());
        let outside = scores.iter().filter(|scores| !scores[n].is_within(0.4..=0.6));
        missed.extend(outside.map(|scores| (one.name, scores[n])));
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// Rounds of every manner against each other, at a level.
fn scores_of_manners(number: u8, n_rounds: u64) -> [Score; CHARACTERS.len()] {
    let mut scores = [Score::default(); CHARACTERS.len()];
    let mut from = 0;
    for n in 0..CHARACTERS.len() {
        for other in 0..n {
            let sides = [n, other].map(|side| at_level(number, CHARACTERS[side].manner));
            let score = duels(sides[0], sides[1], from..from + n_rounds);
            from += n_rounds;
            scores[n] = scores[n].plus(score);
            scores[other] = scores[other].plus(score.reversed());
        }
    }
    scores
}

#[test]
fn beginners_beat_the_lowest_level_and_good_players_lose_to_the_highest() {
    let (levels, n_rounds): (&[u8], u64) =
        if is_long() { (&[1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31], 40) } else { (&[1, 31], 2) };
    println!("\n{n_rounds} rounds against each, seeds 0 to {}\n", n_rounds - 1);
    println!("| level | {} |\n|---|---|---|---|", HANDS.map(|(name, _)| name).join(" | "));
    for number in levels {
        let scores = HANDS.map(|(_, practice)| {
            play(0..n_rounds, |seed| Score::of(round_against(practice, level(*number), seed)))
        });
        let cell = |score: &Score| format!("{}, {}", score.won_text(), score.kills_per_round());
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
