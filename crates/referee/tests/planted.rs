//! Rules planted in made matches: the search must not exclude them, nor claim another alone.
//!
//! With `LAGRANGE_LONG_TESTS=1` every cell has 200 draws, as published; run with `--nocapture` to
//! see the counts.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "it is a test that prints counts")]

use std::env;
use std::io::Cursor;
use std::thread;

use referee::collect::{Control, Options, collect};
use referee::explanation::{Explanation, Question, Refusal, Rival, RivalKind, explain};
use referee::made::{MADE_TICK_MS, MadeShape, MatchPlan, made_match};
use referee::rule::Rule;
use referee::tables::meta::Meta;
use referee::tables::{Format, TableInput, Tables};

/// The rules that are planted.
fn rules() -> Vec<Rule> {
    let read = |text: &str| -> Rule { text.parse().unwrap() };
    let mut rules: Vec<Rule> = [
        "present",
        "rtt/2",
        "rtt",
        "rtt - 20, at least 0",
        "interp",
        "rtt/2 + interp",
        "rtt + interp",
        "rtt + 2*interp",
        "rtt + interp, at most 150",
        "rtt + interp, older tick",
        "rtt + interp, nearest tick",
    ]
    .map(read)
    .to_vec();
    rules.push(read("rtt + interp").plus(MADE_TICK_MS));
    rules
}

/// Draws of a cell, and how many of them may fail: 5 %, and its chance.
fn draws() -> (u64, usize) {
    let is_long = env::var("LAGRANGE_LONG_TESTS").is_ok_and(|long| long == "1");
    if is_long { (200, 21) } else { (20, 5) }
}

fn answer(plan: &MatchPlan) -> Explanation {
    let made = made_match(plan);
    let meta = Meta::read("meta", made.meta_json.as_bytes()).unwrap();
    let table = |name: &str, text: String| TableInput {
        name: name.to_string(),
        format: Format::Csv,
        input: Cursor::new(text.into_bytes()),
    };
    let tables =
        Tables::open(table("poses", made.poses_csv), table("shots", made.shots_csv), &meta);
    let mut go_on = |_| Control::Continue;
    let options = Options { seed: plan.seed, ..Options::default() };
    let collected = collect(tables.unwrap(), &meta, &options, &mut go_on).unwrap();
    explain(&collected, &Question { asked: Vec::new(), records: meta.records })
}

/// What came of one draw.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    refused: bool,
    truth_excluded: bool,
    /// The truth would have been excluded, had the answer not been refused.
    truth_loses: bool,
    /// One named rule alone is claimed, and it is another.
    wrong_alone: bool,
    right_alone: bool,
    /// The best rule has other terms, or its offset is off by more than 4 ms.
    headline_off: bool,
    agreement: f64,
}

fn outcome(plan: &MatchPlan, explanation: &Explanation) -> Outcome {
    let named: Vec<_> =
        explanation.rivals.iter().filter(|rival| rival.kind == RivalKind::Named).collect();
    let truth = named.iter().find(|rival| rival.rule == plan.rule).unwrap();
    let left: Vec<_> = named.iter().filter(|rival| !rival.is_excluded()).collect();
    let refused = explanation.refusal.is_some();
    let alone = !refused && left.len() == 1;
    Outcome {
        refused,
        truth_excluded: !refused && truth.is_excluded(),
        truth_loses: truth.is_excluded(),
        wrong_alone: alone && left[0].rule != plan.rule,
        right_alone: alone && left[0].rule == plan.rule,
        headline_off: !refused
            && (explanation.best.terms != plan.rule.terms
                || (explanation.best.offset_ms - plan.rule.offset_ms).abs() > 4.0),
        agreement: explanation.agreement.share(),
    }
}

/// All draws of a cell, on two threads.
fn cell<T: Send>(plan: &MatchPlan, draw: impl Fn(&MatchPlan, Explanation) -> T + Sync) -> Vec<T> {
    let (n, _) = draws();
    let run = |seeds: std::ops::Range<u64>| -> Vec<T> {
        seeds
            .map(|seed| {
                let plan = MatchPlan { seed: plan.seed + seed, ..plan.clone() };
                let explanation = answer(&plan);
                draw(&plan, explanation)
            })
            .collect()
    };
    thread::scope(|scope| {
        let second = scope.spawn(|| run(n / 2..n));
        let mut all = run(0..n / 2);
        all.extend(second.join().unwrap());
        all
    })
}

fn count(outcomes: &[Outcome], is: impl Fn(&Outcome) -> bool) -> usize {
    outcomes.iter().filter(|outcome| is(outcome)).count()
}

/// Prints the counts of a cell: a row of the published table.
fn print(name: &str, outcomes: &[Outcome]) {
    let agreement =
        outcomes.iter().map(|outcome| outcome.agreement).sum::<f64>() / outcomes.len() as f64;
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {:.1} % |",
        count(outcomes, |o| o.refused),
        count(outcomes, |o| o.truth_loses),
        count(outcomes, |o| o.truth_excluded),
        count(outcomes, |o| o.wrong_alone),
        count(outcomes, |o| o.right_alone),
        count(outcomes, |o| o.headline_off),
        agreement * 100.0
    );
}

fn check_true_rules(shape: MadeShape) {
    let (_, most) = draws();
    for rule in rules() {
        let plan = MatchPlan { rule, shape, seed: 1_000, ..MatchPlan::default() };
        let outcomes = cell(&plan, |plan, explanation| outcome(plan, &explanation));
        print(&format!("{shape:?}, {rule}"), &outcomes);
        let failed = count(&outcomes, |o| o.truth_excluded || o.wrong_alone || o.refused);
        assert!(failed <= most, "{shape:?}, {rule}, seeds from {}: {failed}", plan.seed);
    }
}

#[test]
fn true_rules_stand_in_a_plane() {
    check_true_rules(MadeShape::Circle);
}

#[test]
fn true_rules_stand_with_boxes() {
    check_true_rules(MadeShape::Box);
}

#[test]
fn true_rules_stand_with_capsules() {
    check_true_rules(MadeShape::Capsule);
}

/// Half of the round trip is as long as the interpolation: no shot tells them apart, nor from any
/// other terms with an offset that suits.
#[test]
fn with_one_ping_the_whole_class_is_left() {
    let rule: Rule = "rtt/2".parse().unwrap();
    let plan = MatchPlan {
        rule,
        rtt_ms: (100.0, 100.0),
        interp_ms: (50.0, 50.0),
        seed: 2_000,
        ..MatchPlan::default()
    };
    let class: Vec<Rule> = vec![rule, "interp".parse().unwrap()];
    let exact = cell(&plan, |_, explanation| {
        explanation.refusal.is_none()
            && explanation.rivals.iter().all(|rival| match rival.kind {
                RivalKind::Fitted => !rival.is_excluded(),
                _ => class.contains(&rival.rule) != rival.is_excluded(),
            })
    });
    let (n, most) = draws();
    let failed = exact.iter().filter(|exact| !**exact).count();
    println!("| one ping | exactly the class in {} of {n} |", exact.len() - failed);
    assert!(failed <= most, "seeds from {}: {failed}", plan.seed);
}

#[test]
fn a_log_one_tick_late_is_an_offset() {
    let rule: Rule = "rtt + interp".parse().unwrap();
    let plan =
        MatchPlan { rule, late_ticks: 1, says_records: false, seed: 3_000, ..MatchPlan::default() };
    let found = cell(&plan, |plan, explanation| {
        let off = explanation.best.offset_ms + MADE_TICK_MS;
        let is_offset = explanation.best.terms == plan.rule.terms && off.abs() < 4.0;
        let outcome = outcome(plan, &explanation);
        (is_offset, outcome)
    });
    let (n, most) = draws();
    let offsets = found.iter().filter(|(is_offset, _)| *is_offset).count();
    let outcomes: Vec<Outcome> = found.iter().map(|(_, outcome)| *outcome).collect();
    print("one tick late", &outcomes);
    println!("| one tick late | reported as an offset in {offsets} of {n} |");
    assert!(n as usize - offsets <= most, "seeds from {}: {offsets}", plan.seed);
    let failed = count(&outcomes, |o| o.truth_excluded || o.wrong_alone);
    assert!(failed <= most, "seeds from {}: {failed}", plan.seed);
}

#[test]
fn decisions_by_chance_are_refused() {
    let plan = MatchPlan { chance: true, seed: 4_000, ..MatchPlan::default() };
    check_refused("decisions by chance", &plan, |refusal| {
        matches!(refusal, Refusal::AsGoodAsExchanged { .. } | Refusal::LowAgreement { .. })
    });
}

#[test]
fn unknown_teams_are_refused() {
    let rule: Rule = "rtt + interp".parse().unwrap();
    let plan = MatchPlan { rule, hidden_teams: true, seed: 5_000, ..MatchPlan::default() };
    check_refused("unknown teams", &plan, |refusal| {
        matches!(refusal, Refusal::LowAgreement { .. })
    });
}

fn check_refused(name: &str, plan: &MatchPlan, reason: impl Fn(&Refusal) -> bool + Sync) {
    let refused = cell(plan, |_, explanation| explanation.refusal.as_ref().is_some_and(&reason));
    let (n, most) = draws();
    let n_refused = refused.iter().filter(|refused| **refused).count();
    println!("| {name} | refused {n_refused} of {n} |");
    assert!(n as usize - n_refused <= most, "seeds from {}: {n_refused}", plan.seed);
}

/// Two rules decide by turns, a burst each, at random: whichever wins, the other explains no worse.
#[test]
fn rules_that_explain_no_worse_are_rarely_excluded() {
    let (n, most) = draws();
    for (one, other, says_records, ping_error_ms) in [
        ("present", "rtt + 2*interp", true, 0.0),
        ("rtt", "rtt/2 + interp", true, 0.0),
        ("rtt", "rtt/2 + interp", false, 0.0),
        ("rtt", "rtt/2 + interp", true, 15.0),
    ] {
        let (one, other): (Rule, Rule) = (one.parse().unwrap(), other.parse().unwrap());
        let plan = MatchPlan {
            rule: one,
            other_rule: Some(other),
            says_records,
            ping_error_ms,
            seed: 7_000,
            ..MatchPlan::default()
        };
        let draws = cell(&plan, |_, explanation| {
            let is_true = |rule: &Rule| *rule == one || *rule == other;
            let rivals = &explanation.rivals;
            let excluded = rivals.iter().any(|rival| is_true(&rival.rule) && rival.is_excluded());
            (excluded, explanation.refusal.is_none())
        });
        let excluded = draws.iter().filter(|(excluded, _)| *excluded).count();
        let both = draws.iter().filter(|(excluded, answered)| *excluded && *answered).count();
        let answered = draws.iter().filter(|(_, answered)| *answered).count();
        println!(
            "| {one}; {other} | {says_records} | {ping_error_ms} | {excluded} of {n} | {answered} \
             | {both} |"
        );
        assert!(excluded <= most, "{one}, {other}: {excluded}");
    }
}

#[test]
fn a_bound_that_nobody_publishes_is_found() {
    let rule: Rule = "rtt + interp, at most 120".parse().unwrap();
    let plan = MatchPlan { rule, seed: 9_000, ..MatchPlan::default() };
    let found = cell(&plan, |_, explanation| {
        let best = explanation.best;
        best.terms == rule.terms && (best.max_ms - rule.max_ms).abs() < 4.0
    });
    let (n, most) = draws();
    let found = found.iter().filter(|found| **found).count();
    println!("| {rule} | found in {found} of {n} |");
    assert!(n as usize - found <= most, "{found} of {n}");
}

/// How many shots it takes: in which share of draws the rival is excluded.
#[test]
fn a_tick_is_found_in_400_shots() {
    let (n, _) = draws();
    let whole: Rule = "rtt + interp".parse().unwrap();
    let is_long = n > 20;
    let sizes: &[usize] = if is_long { &[25, 50, 100, 200, 400, 800, 1600] } else { &[400] };
    for (truth, rival) in [
        ("rtt + interp", "present"),
        ("rtt + interp + 15.625", "rtt + interp"),
        ("rtt + 2*interp", "rtt + interp"),
        ("rtt + interp, older tick", "rtt + interp"),
        ("rtt + interp, at most 150", "rtt + interp"),
    ] {
        let rule: Rule = truth.parse().unwrap();
        let rival: Rule = rival.parse().unwrap();
        let mut row = format!("| {rule} | {rival} |");
        for &shots in sizes {
            let plan = MatchPlan { rule, shots, seed: 8_000, ..MatchPlan::default() };
            let found = cell(&plan, |_, explanation| {
                let is_rival = |other: &&Rival| other.rule == rival;
                explanation.rivals.iter().find(is_rival).is_some_and(Rival::is_excluded)
            });
            let found = found.iter().filter(|found| **found).count();
            row.push_str(&format!(" {:.2} |", found as f64 / n as f64));
            if shots == 400 && rule == whole.plus(MADE_TICK_MS) {
                assert!(found * 2 > n as usize, "{found} of {n}");
            }
        }
        println!("{row}");
    }
}

#[test]
fn a_wrong_shape_claims_no_wrong_rule() {
    let (_, most) = draws();
    for (shape, told) in [
        (MadeShape::Box, MadeShape::Capsule),
        (MadeShape::Box, MadeShape::Sphere),
        (MadeShape::Capsule, MadeShape::Box),
    ] {
        let all = rules();
        for rule in if draws().0 > 20 { all } else { vec![all[2], all[6]] } {
            let plan = MatchPlan {
                rule,
                shape,
                told_shape: Some(told),
                seed: 6_000,
                ..MatchPlan::default()
            };
            let outcomes = cell(&plan, |plan, explanation| outcome(plan, &explanation));
            print(&format!("{told:?} for {shape:?}, {rule}"), &outcomes);
            let failed = count(&outcomes, |o| o.wrong_alone);
            assert!(failed <= most, "{shape:?}, {told:?}, {rule}: {failed}");
        }
    }
}
