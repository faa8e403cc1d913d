//! From two tables to the answer and the shots that show it: reads the tables, searches the rule,
//! and reads them again for what single shots looked like.

use std::collections::BTreeSet;
use std::io::Read;

use referee::collect::{Collected, Control, Options, Progress, collect};
use referee::examination::{Diagnosis, Look, examine};
use referee::explanation::{Explanation, Question, Rival, RivalKind, explain};
use referee::kept_shot::KeptShot;
use referee::rule::{Rounding, Rule};
use referee::tables::error::TableError;
use referee::tables::meta::Meta;
use referee::tables::{TableInput, Tables};

/// Most shots that are shown as pictures.
pub const PICTURES_MAX: usize = 6;

/// A table that can be read more than once.
pub trait Table {
    type Input: Read;

    /// Begins at its first row.
    fn open(&self) -> TableInput<Self::Input>;
}

/// What is to be judged.
pub struct Case<T> {
    pub poses: T,
    pub shots: T,
    pub meta: Meta,
    /// Rules that the asker thinks of.
    pub asked: Vec<Rule>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Both tables are read for the first time.
    Read,
    Search,
    /// Both tables are read again.
    Examine,
}

/// The answer with what shows it.
pub struct Judgement {
    pub collected: Collected,
    pub explanation: Explanation,
    pub diagnosis: Diagnosis,
    /// `None`: no rival differs, or there is no answer.
    pub contrast: Option<Contrast>,
}

/// Shots on which the best rule and a rival differ.
pub struct Contrast {
    pub rival: Rival,
    /// In order of time; at most [`PICTURES_MAX`].
    pub shots: Vec<ContrastShot>,
}

/// One shot under both rules.
pub struct ContrastShot {
    pub best: Look,
    pub rival: Look,
}

impl ContrastShot {
    /// The look that tells the target and its way: the one that says a hit, if any does.
    pub fn told(&self) -> &Look {
        let is_hit = |look: &Look| look.verdict.is_some_and(|victims| !victims.is_empty());
        if is_hit(&self.rival) && !is_hit(&self.best) { &self.rival } else { &self.best }
    }
}

/// Judges a case; `begin` is told each phase before it begins.
///
/// # Errors
/// Names the table, the line and the column of what is wrong.
pub fn judge<T: Table>(
    case: &Case<T>,
    begin: &mut dyn FnMut(Phase),
) -> Result<Judgement, TableError> {
    let options = Options::default();
    let go_on = &mut |_: Progress| Control::Continue;
    let open = || Tables::open(case.poses.open(), case.shots.open(), &case.meta);
    begin(Phase::Read);
    let collected = collect(open()?, &case.meta, &options, go_on)?;
    begin(Phase::Search);
    let question = Question { asked: case.asked.clone(), records: case.meta.records };
    let explanation = explain(&collected, &question);
    let best = explanation.best;
    let rival = contrasting(&explanation, &case.asked).cloned();
    let lines = rival.as_ref().map(|rival| differing(&collected.shots, &best, &rival.rule));
    let lines = lines.unwrap_or_default();
    begin(Phase::Examine);
    let mut examined =
        |rule: &Rule| examine(open()?, &case.meta, &options, &collected, rule, &lines, go_on);
    let diagnosis = examined(&best)?;
    let contrast = match rival {
        Some(rival) if !lines.is_empty() => {
            begin(Phase::Examine);
            let by_rival = examined(&rival.rule)?.asked;
            Some(Contrast { rival, shots: paired(&diagnosis.asked, by_rival) })
        }
        _ => None,
    };
    Ok(Judgement { collected, explanation, diagnosis, contrast })
}

/// The rival to show: one that was asked for, else one that is left, else the one that agrees most.
fn contrasting<'a>(explanation: &'a Explanation, asked: &[Rule]) -> Option<&'a Rival> {
    if explanation.refusal.is_some() {
        return None;
    }
    let others = explanation
        .rivals
        .iter()
        .filter(|rival| rival.rule != explanation.best && rival.differ > 0);
    let rank = |rival: &&Rival| match (rival.kind, rival.is_excluded()) {
        _ if asked.contains(&rival.rule) => 0,
        (_, false) => 1,
        // Rounding moves a target so little that a picture hardly shows it.
        (RivalKind::Named | RivalKind::Asked, true) if rival.rule.rounding == Rounding::None => 2,
        _ => 3,
    };
    // The rivals are in order of agreement, and the first of equal rank is taken.
    others.min_by_key(rank)
}

/// Lines of shots that tell two rules apart: those whose rewinds differ most, one of each burst, as
/// many hits as misses.
fn differing(shots: &[KeptShot], best: &Rule, rival: &Rule) -> Vec<u32> {
    let apart_ms = |shot: &KeptShot| {
        Some((best.rewind_ms(&shot.measured)? - rival.rewind_ms(&shot.measured)?).abs())
    };
    let mut all: Vec<(&KeptShot, f64)> = shots
        .iter()
        .filter(|shot| {
            let (one, other) = (shot.verdict(best), shot.verdict(rival));
            one.is_some() && other.is_some() && shot.agrees(one) && !shot.agrees(other)
        })
        .filter_map(|shot| Some((shot, apart_ms(shot)?)))
        .collect();
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut bursts = BTreeSet::new();
    let mut lines = BTreeSet::new();
    for is_hit in [true, false] {
        let of_kind = all.iter().filter(|(shot, _)| shot.is_said_hit() == is_hit);
        let fresh = of_kind.filter(|(shot, _)| bursts.insert(shot.burst));
        lines.extend(fresh.take(PICTURES_MAX / 2).map(|(shot, _)| shot.line));
    }
    for (shot, _) in &all {
        if lines.len() < PICTURES_MAX && bursts.insert(shot.burst) {
            lines.insert(shot.line);
        }
    }
    lines.into_iter().collect()
}

/// The looks at the same shots.
fn paired(by_best: &[Look], by_rival: Vec<Look>) -> Vec<ContrastShot> {
    let of_line = |line: u32| by_best.iter().find(|look| look.line == line).cloned();
    let pair = |rival: Look| Some(ContrastShot { best: of_line(rival.line)?, rival });
    by_rival.into_iter().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Example;

    #[test]
    fn the_example_gives_its_planted_rule_and_shots_that_tell_it_apart() {
        let example = Example::new();
        let mut phases = Vec::new();
        let judged = judge(&example.case().unwrap(), &mut |phase| phases.push(phase)).unwrap();
        assert_eq!(phases, [Phase::Read, Phase::Search, Phase::Examine, Phase::Examine]);
        assert_eq!(judged.explanation.refusal, None);
        assert_eq!(judged.explanation.best.terms, example.planted.terms);
        assert!(example.finding(&judged.explanation).contains("found it exactly"));
        let contrast = judged.contrast.unwrap();
        assert_eq!(contrast.shots.len(), PICTURES_MAX);
        for ContrastShot { best, rival } in &contrast.shots {
            assert_ne!(best.verdict, rival.verdict, "line {}", best.line);
        }
    }

    #[test]
    fn a_rule_that_was_asked_for_is_shown() {
        let example = Example::new();
        let mut case = example.case().unwrap();
        case.asked = vec!["rtt/2".parse().unwrap()];
        let contrast = judge(&case, &mut |_| {}).unwrap().contrast.unwrap();
        assert_eq!(contrast.rival.rule, case.asked[0]);
    }
}
