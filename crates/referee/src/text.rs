//! The answer in sentences and small tables.

use std::fmt::Write as _;

use crate::collect::Collected;
use crate::examination::{Bin, Diagnosis, Look};
use crate::explanation::{Explanation, LEVEL, Refusal, Rival, RivalKind};
use crate::rule::{Ms, Rounding, Rule};
use crate::shape_fit::FittedShape;
use crate::tables::ids::Ids;
use crate::tables::meta::Records;
use crate::tables::said::{Said, Victims};

/// Differences of rewind that one sentence does not tell apart, in ms.
const SAME_REWIND_MS: f64 = 2.0;

/// What was read: rows, decisions, and what was not understood.
pub fn summary(collected: &Collected) -> String {
    let counts = &collected.counts;
    let said = &counts.said;
    let mut text = format!(
        "Read {} poses of {} players and {} shots: {} hits, {} misses ({} of them empty cells), \
         {} unknown.\n",
        counts.poses,
        collected.ids.len(),
        counts.shots,
        said.hits,
        said.misses,
        said.empty_cells,
        said.unknown,
    );
    if counts.projectiles > 0 {
        let _ = writeln!(text, "{} shots with a flight time were not judged.", counts.projectiles);
    }
    if collected.without_poses > 0 {
        let n = collected.without_poses;
        let _ = writeln!(text, "{n} shots have no muzzle: no x, y, z, and no pose of the shooter.");
    }
    let strangers = collected.shots.iter().filter(|shot| collected.hits_a_stranger(shot)).count();
    if strangers > 0 {
        let _ = writeln!(text, "{strangers} hits on players without a single pose are left out.");
    }
    if !collected.is_whole() {
        let _ = writeln!(
            text,
            "The table has more shots than are kept: {} were drawn, in whole bursts, by seed {}.",
            collected.shots.len(),
            collected.seed
        );
    }
    if collected.pause_ms * 10.0 < collected.tick_ms {
        let _ = writeln!(
            text,
            "Poses are at most {} ms apart, and a tick lasts {} ms: is the time in seconds (t_s)?",
            Ms(collected.pause_ms.max(0.1)),
            Ms(collected.tick_ms)
        );
    }
    for (table, columns) in &counts.unknown_columns {
        let _ = writeln!(text, "{table}: columns without a meaning here: {}.", columns.join(", "));
    }
    text
}

/// By what the bodies were scaled, and what that gained.
pub fn fitted_shape(fitted: &FittedShape) -> String {
    format!(
        "Fitted bodies: width × {}, height × {} of those given; agreement {} instead of {} at the \
         best of coarse offsets.\n",
        fitted.width,
        fitted.height,
        percent(fitted.agreement),
        percent(fitted.agreement_given)
    )
}

/// The answer in one sentence, or why there is none.
pub fn headline(explanation: &Explanation) -> String {
    if let Some(refusal) = &explanation.refusal {
        return format!("No answer: {}", refused(refusal));
    }
    format!("{}.", best(explanation))
}

/// “Best at 44.2 ms back, agreement 99.2 % of 126 shots in 10 bursts”.
fn best(explanation: &Explanation) -> String {
    let [least, _, most] = explanation.rewinds_ms;
    let agreement = &explanation.agreement;
    let what = if explanation.best == Rule::PRESENT {
        "Best without any rewind".to_string()
    } else if most - least < SAME_REWIND_MS {
        format!("Best at {} ms back", Ms(least))
    } else {
        format!("Best: {}, {} to {} ms back", explanation.best, Ms(least), Ms(most))
    };
    let rounds = explanation.best.rounding != Rounding::None && most - least < SAME_REWIND_MS;
    let rounding = if rounds { format!(" ({})", explanation.best) } else { String::new() };
    format!(
        "{what}{rounding}, agreement {} of {} shots in {} bursts",
        percent(agreement.share()),
        agreement.shots,
        explanation.bursts
    )
}

/// The whole answer.
pub fn answer(explanation: &Explanation, diagnosis: Option<&Diagnosis>, ids: &Ids) -> String {
    let mut text = headline(explanation);
    text.push('\n');
    let agreement = &explanation.agreement;
    if explanation.refusal.is_some() {
        let _ = writeln!(text, "What fits least badly, and is not claimed: {}.", best(explanation));
    }
    let _ = writeln!(
        text,
        "Of the shots of each fold, the rule that won on the others agrees with {}.",
        percent(explanation.held_out.share())
    );
    let _ = writeln!(
        text,
        "Of {} hits that the server gave, the rule misses {}; of {} misses, it hits {}.",
        agreement.hits,
        agreement.missed(),
        agreement.shots - agreement.hits,
        agreement.false_hits()
    );
    if let Some(hint) = constant_interp(explanation) {
        let _ = writeln!(text, "{hint}");
    }
    if let Some(hint) = size_hint(explanation) {
        let _ = writeln!(text, "{hint}");
    }
    if explanation.refusal.is_none() {
        if let Some((from, to)) = explanation.offset_interval_ms {
            let [_, median, _] = explanation.rewinds_ms;
            let _ = writeln!(
                text,
                "Rewind in the median {} ms; drawing bursts anew, 95 % of the best offsets lie \
                 within {} to {} ms (an interval, not a test).",
                Ms(median),
                Ms(median + from),
                Ms(median + to)
            );
        }
        rivals(&mut text, explanation);
        left(&mut text, explanation);
    }
    if let Some(diagnosis) = diagnosis {
        rest(&mut text, diagnosis, ids);
    }
    text
}

/// What the interpolation delay stands for if it never varies.
fn constant_interp(explanation: &Explanation) -> Option<String> {
    let (least, most) = explanation.interp_ms?;
    let is_used = explanation.best.terms.interp != 0.0;
    (is_used && most - least < SAME_REWIND_MS).then(|| {
        format!(
            "All of your shots have an interpolation delay of {} ms, so any constant of that size \
             says the same, before a bound or behind it.",
            Ms(least)
        )
    })
}

/// What a lopsided rest says of the bodies.
fn size_hint(explanation: &Explanation) -> Option<&'static str> {
    let (missed, false_hits) = (explanation.agreement.missed(), explanation.agreement.false_hits());
    if false_hits > 10 + 5 * missed {
        Some("Nearly all disagreements are false hits: is the body too big? --fit-shape fits it.")
    } else if missed > 10 + 5 * false_hits {
        Some("Nearly all disagreements are missed hits: is the body too small or out of place?")
    } else {
        None
    }
}

fn rivals(text: &mut String, explanation: &Explanation) {
    let _ = write!(
        text,
        "\nRivals, each against the rule that wins on the other folds ({} folds; one vote a burst; \
         one-sided sign test, corrected by Holm over all {}):\n\n",
        explanation.folds,
        explanation.rivals.len()
    );
    let rules: Vec<String> = explanation.rivals.iter().map(rival_name).collect();
    let width = rules.iter().map(|rule| rule.chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "  {:width$}  agreement  differ  worse : better  p", "rule");
    for (rival, rule) in explanation.rivals.iter().zip(&rules) {
        let _ = writeln!(
            text,
            "  {rule:width$}  {:>8}   {:>6}  {:>5} : {:<6}  {:<7} {}",
            percent(rival.agreement.share()),
            rival.differ,
            rival.bursts_against,
            rival.bursts_for,
            p_value(rival.p_corrected),
            verdict(rival, explanation.records)
        );
    }
}

fn rival_name(rival: &Rival) -> String {
    match rival.kind {
        RivalKind::Fitted => format!("{} (fitted)", rival.rule),
        RivalKind::Named | RivalKind::Asked => rival.rule.to_string(),
    }
}

/// What the test says of a rival, in words.
pub fn verdict(rival: &Rival, records: Records) -> String {
    let (worse, votes) = (rival.bursts_against, rival.bursts_against + rival.bursts_for);
    if rival.differ == 0 {
        return "says the same of every shot".to_string();
    }
    if rival.is_excluded() {
        // A tick of slack is for named rules; others have their own offset or bound.
        let has_slack = rival.kind == RivalKind::Named || !rival.rule.max_ms.is_finite();
        let is_asked = rival.kind == RivalKind::Asked;
        let exactly = records == Records::Unknown && (is_asked || !has_slack);
        return if exactly { "explains worse, by the log's clock" } else { "explains worse" }
            .into();
    }
    if rival.p_corrected < LEVEL {
        return "explains worse, unless the log's clock is off by up to a tick".to_string();
    }
    if worse > rival.bursts_for {
        let bursts = plural(worse);
        return format!("explains worse in {worse} {bursts} of {votes}, too few to exclude it");
    }
    if worse < rival.bursts_for {
        let bursts = plural(rival.bursts_for);
        return format!("explains better in {} {bursts} of {votes}", rival.bursts_for);
    }
    "explains as much in these bursts".to_string()
}

fn plural(bursts: u32) -> &'static str {
    if bursts == 1 { "burst" } else { "bursts" }
}

/// How many rules are left beside the best one.
pub fn how_many_left(explanation: &Explanation) -> String {
    match others_left(explanation).count() {
        0 => format!(
            "None of the {} rules tested is left beside {}. Rules that were not tested are not \
             excluded.",
            explanation.rivals.len(),
            explanation.best
        ),
        n => {
            let rules = if n == 1 { "rule is" } else { "rules are" };
            let best = explanation.best;
            format!("{n} {rules} left beside {best}: your shots do not tell them apart.")
        }
    }
}

fn others_left(explanation: &Explanation) -> impl Iterator<Item = &Rival> {
    explanation.remaining().filter(|rival| rival.rule != explanation.best)
}

/// The rivals that are left, and what would tell them apart.
fn left(text: &mut String, explanation: &Explanation) {
    let _ = writeln!(text, "\n{}", how_many_left(explanation));
    // One line for all rivals that the same data would tell apart.
    let mut advice: Vec<(String, Vec<String>)> = Vec::new();
    for rival in others_left(explanation) {
        let (what, rule) = (separator(rival, explanation), rival.rule.to_string());
        match advice.iter_mut().find(|(known, _)| *known == what) {
            Some((_, rules)) => rules.push(rule),
            None => advice.push((what, vec![rule])),
        }
    }
    for (what, rules) in advice {
        let _ = writeln!(text, "  To tell {} apart: {what}.", rules.join("; "));
    }
    text.push_str(
        "The rules are offsets against the log's clock, and with the bodies that you gave; walls \
         count as far as the reach of a shot tells them.\n",
    );
    if explanation.records == Records::Unknown {
        let _ = writeln!(
            text,
            "Whether poses are from before or after the move of their tick is not known \
             (\"records\" in the meta file), so named rules count with an offset of up to a tick \
             ({} ms).",
            Ms(explanation.tick_ms)
        );
    }
}

/// What would tell a rival apart from the best rule.
pub fn separator(rival: &Rival, explanation: &Explanation) -> String {
    if rival.p_corrected < LEVEL {
        return "say in the meta file whether records are from before or after the move"
            .to_string();
    }
    let (best, rule) = (&explanation.best, &rival.rule);
    let bound = best.max_ms.min(rule.max_ms);
    if bound.is_finite() && best.max_ms != rule.max_ms && rival.differ < 10 {
        let (bounded, other) = if best.max_ms.is_finite() { (best, rule) } else { (rule, best) };
        let sum = Rule { max_ms: f64::INFINITY, ..*bounded };
        let side = if bounded.terms == other.terms { "above" } else { "below" };
        return format!("you need shots with {sum} {side} {} ms", Ms(bound));
    }
    let spread = explanation.rtt_ms.map_or(0.0, |(least, most)| most - least);
    if rule.terms.rtt != best.terms.rtt && spread < 50.0 {
        let (least, most) = explanation.rtt_ms.unwrap_or((0.0, 0.0));
        let have = if spread < SAME_REWIND_MS {
            format!("all of yours have {} ms", Ms(least))
        } else {
            format!("yours are at {} to {} ms", Ms(least), Ms(most))
        };
        return format!(
            "you need a shooter with another ping, above {:.0} ms; {have}",
            most + 100.0
        );
    }
    let interp_spread = explanation.interp_ms.map_or(0.0, |(least, most)| most - least);
    if rule.terms.interp != best.terms.interp && interp_spread < SAME_REWIND_MS {
        let (have, _) = explanation.interp_ms.unwrap_or((0.0, 0.0));
        return format!(
            "you need another interpolation delay; all of your shots have {} ms",
            Ms(have)
        );
    }
    if rival.differ == 0 {
        return "no shot of yours tells them apart".to_string();
    }
    match shots_needed(rival, explanation) {
        Some(factor) => format!("about {factor} times as many shots would"),
        None => format!("{} shots differ, and none of the two explains them better", rival.differ),
    }
}

/// How many times as many shots would exclude a rival, if they voted as these do.
fn shots_needed(rival: &Rival, explanation: &Explanation) -> Option<u32> {
    use crate::search::sign_test::sign_test;
    if rival.bursts_against <= rival.bursts_for {
        return None;
    }
    let level = LEVEL / explanation.rivals.len().max(1) as f64;
    (2..=1000)
        .find(|factor| sign_test(rival.bursts_against * factor, rival.bursts_for * factor) < level)
}

fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::TooFewBursts { bursts, needed } => format!(
            "{bursts} bursts are too few; even if all of them spoke for one rule, {needed} are \
             needed. Shots of one burst lean on each other, so a burst has one vote."
        ),
        Refusal::MostlyUnknown { known, shots } => {
            format!("the server's decision is known of only {known} of {shots} shots.")
        }
        Refusal::OneSided { hits, misses } => format!(
            "the server gave {hits} hits and {misses} misses, so there is nothing to tell apart."
        ),
        Refusal::AsGoodAsExchanged { balanced, p } => format!(
            "decisions that were exchanged between bursts are explained as well (p {}; of hits and \
             misses, each counted half, {} agree). Are the shots and the poses of one match, on \
             one clock?",
            p_value(*p),
            percent(*balanced)
        ),
        Refusal::LowAgreement { agreement, balanced } => format!(
            "on the folds that did not choose it, the best rule agrees with only {} of the shots \
             (hits and misses counted half each: {}). Shape, teams, protection or cover come \
             first: see where they disagree.",
            percent(*agreement),
            percent(*balanced)
        ),
        Refusal::TimeExplainsLittle { best, worst } => format!(
            "time explains little here: the best offset agrees with {} of the shots, the worst \
             with {}.",
            percent(*best),
            percent(*worst)
        ),
        Refusal::NoPoses { with, shots } => format!(
            "only {with} of {shots} shots have poses around them. Are both tables on one clock, in \
             one unit of time?"
        ),
        Refusal::StrangersHit { hits, strangers } => format!(
            "{strangers} of {hits} hits are on players without a single pose. Do both tables call \
             players by the same ids?"
        ),
    }
}

fn rest(text: &mut String, diagnosis: &Diagnosis, ids: &Ids) {
    text.push_str("\nWhere the rule and the server disagree (shots, missed, false hits):\n");
    for (name, bins) in [
        ("edge, in sizes of the body", &diagnosis.by_edge),
        ("height", &diagnosis.by_height),
        ("speed of the target", &diagnosis.by_speed),
        ("ping", &diagnosis.by_rtt),
        ("shooter", &diagnosis.by_shooter),
    ] {
        if bins.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n  {name}");
        let width = bins.iter().map(|bin| bin.name.chars().count()).max().unwrap_or(0);
        for Bin { name, shots, missed, false_hits } in bins {
            let _ = writeln!(text, "    {name:width$}  {shots:>7}  {missed:>6}  {false_hits:>6}");
        }
    }
    if !diagnosis.worst.is_empty() {
        text.push_str("\nThe shots that disagree most:\n\n");
        text.push_str("  line  shot  shooter > target  said  rule  rewind  off by  edge  speed\n");
    }
    for look in &diagnosis.worst {
        let Look { line, name, rewind_ms, place, .. } = look;
        let off = look.time_off_ms.map_or("any".to_string(), |off| format!("{} ms", Ms(off)));
        let _ = writeln!(
            text,
            "  {line:>4}  {name}  {} > {}  {}  {}  {} ms  {off}  {:.2}  {:.1}",
            ids.name(look.shooter),
            ids.name(look.target),
            said(&look.said, ids),
            look.verdict.map_or_else(|| "?".to_string(), |victims| names(&victims, ids)),
            Ms(*rewind_ms),
            place.edge,
            place.speed
        );
    }
}

/// Whom the server said, as tables write it.
pub fn said(said: &Said, ids: &Ids) -> String {
    match said {
        Said::Unknown => "?".to_string(),
        Said::Victims(victims) => names(victims, ids),
    }
}

/// Players as tables write them: joined by `|`, `-` for nobody.
pub fn names(victims: &Victims, ids: &Ids) -> String {
    if victims.is_empty() {
        return "-".to_string();
    }
    let names: Vec<&str> = victims.as_slice().iter().map(|player| ids.name(*player)).collect();
    names.join("|")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_string() } else { format!("{p:.3}") }
}

/// The rules of an answer, of which verdicts are worth writing: the best, and those left.
pub fn rules_left(explanation: &Explanation) -> Vec<Rule> {
    let mut rules = vec![explanation.best];
    for rival in explanation
        .remaining()
        .chain(explanation.rivals.iter().filter(|rival| rival.kind == RivalKind::Asked))
    {
        if !rules.contains(&rival.rule) {
            rules.push(rival.rule);
        }
    }
    rules
}
