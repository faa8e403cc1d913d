//! Counts comparisons by name, so that a test can assert that it compared anything.

use std::{collections::BTreeMap, fmt};

use shared::{
    netcode::{choices::HitRule, values::RoomNetcode},
    sim::event::{Decision, Event, EventKind, Finality, Weapon},
};

use super::{reference::TickResult, shots::ShotNotice};

/// How often each thing was compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(BTreeMap<String, u64>);

impl Tally {
    pub(crate) fn add(&mut self, what: impl Into<String>, n: u64) {
        *self.0.entry(what.into()).or_default() += n;
    }

    pub(crate) fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (what, n) in other.0 {
            self.add(what, n);
        }
    }

    /// Counts a tick in which both rooms agree.
    pub(crate) fn note(&mut self, ticked: &TickResult, netcode: &RoomNetcode) {
        let rule = netcode.hit_rule;
        self.add("ticks", 1);
        self.add(format!("ticks under {:?}", netcode.commands), 1);
        self.add(format!("contacts under {:?}", netcode.ramming), ticked.contacts.into());
        self.add("rule changes", u64::from(ticked.new_rules));
        self.add("claims refused", ticked.refused.len() as u64);
        for what in &ticked.too_close {
            self.add("too close to tell", 1);
            self.add(format!("too close to tell: {what}"), 1);
        }
        for event in &ticked.events {
            self.note_event(event, rule);
        }
        for notice in &ticked.notices {
            self.note_notice(notice);
        }
    }

    fn note_event(&mut self, event: &Event, rule: HitRule) {
        match event.kind {
            EventKind::Spawned { .. } => self.add("spawned", 1),
            EventKind::Fired { shot, .. } => {
                self.add("shots", 1);
                self.add(format!("shots under {rule:?}"), 1);
                self.add(format!("{}s fired", name(shot.weapon)), 1);
            }
            EventKind::Hit { shot, finality, .. } => {
                let finality = match finality {
                    Finality::Final => "final",
                    Finality::Tentative => "tentative",
                    Finality::Piercing => "piercing",
                };
                self.add(format!("{finality} hits by {}s", name(shot.weapon)), 1);
                self.add(format!("hits under {rule:?}"), 1);
            }
            EventKind::Settled { .. } => self.add("settled", 1),
            EventKind::Retracted { .. } => self.add("retracted", 1),
            EventKind::Died { .. } => self.add("died", 1),
        }
    }

    fn note_notice(&mut self, notice: &ShotNotice) {
        let verdict = match notice.verdict {
            Decision::Missed => "miss",
            Decision::Hit { .. } | Decision::Settled { .. } => "hit",
            Decision::Pierced { .. } => "pierced",
            Decision::Retracted { .. } => "retracted",
            Decision::Void { .. } => "void",
            Decision::Vetoed { .. } => "veto",
        };
        self.add("verdicts sent", 1);
        self.add(format!("verdict {verdict}"), 1);
        if notice.rule == HitRule::Claim && notice.verdict.hits().is_some() {
            self.add("claims accepted", 1);
        }
        self.add("pairs that were drawn", u64::from(notice.pair.is_some()));
        if let Some(clamp) = notice.clamp {
            self.add(format!("clamped: {clamp:?}"), 1);
            self.add(format!("clamped: {clamp:?} under {:?}", notice.rule), 1);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, n) in &self.0 {
            writeln!(f, "  {n:>8} {what}")?;
        }
        Ok(())
    }
}

fn name(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "bolt",
        Weapon::Beam => "beam",
    }
}
