//! Recomputes the counterfactuals of a shot: the naive judge judges it afterwards under every
//! preset's rules, by every ship's pose after each tick. They must equal what the room reports to a
//! shooter who asks.

use shared::{
    base::time::Tick,
    netcode::{preset::Preset, values::RoomNetcode},
    report::shot_report::ShotReport,
    room::SessionId,
    sim::{
        event::{Decision, Event, EventKind, Finality, ShotId},
        rules::BOLT_LIFE_MS,
        ship::ShipId,
    },
};

use super::{
    judging::{Case, Firing, Known, RoomVerdicts},
    reference::Reference,
    tally::Tally,
};
use crate::naive_judge::{self, Answer, Ruling};

/// The shots that were fired, and what is needed to judge them again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Archive {
    fired: Vec<(SessionId, Firing)>,
    /// Each killing shot, with its victim.
    deaths: Vec<(ShotId, ShipId)>,
    /// Markers a second of each seat, with the tick from which they apply.
    marker_rates_hz: Vec<(Tick, Vec<u16>)>,
}

impl Archive {
    /// Notes a player's shot.
    pub(crate) fn note_fired(&mut self, session: SessionId, firing: Firing) {
        self.fired.push((session, firing));
    }

    /// Notes an event.
    pub(crate) fn note_event(&mut self, event: &Event) {
        if let EventKind::Died { victim, shot } = event.kind {
            self.deaths.push((shot, victim));
        }
    }

    /// Notes the markers a second of each seat in a tick.
    pub(crate) fn note_marker_rates(&mut self, tick: Tick, rates_hz: &[u16]) {
        if self.marker_rates_hz.last().is_none_or(|(_, known)| known != rates_hz) {
            self.marker_rates_hz.push((tick, rates_hz.to_vec()));
        }
    }

    /// The marker rates in force at a tick.
    fn marker_rates_hz(&self, tick: Tick) -> &[u16] {
        let known = self.marker_rates_hz.iter().rfind(|(from, _)| *from <= tick);
        known.map_or(&[], |(_, rates_hz)| rates_hz)
    }

    fn firing(&self, shot: ShotId) -> Option<(SessionId, Firing)> {
        self.fired.iter().rfind(|(_, firing)| firing.bolt.shot == shot).copied()
    }

    fn shot_down_by(&self, shot: ShotId) -> Vec<ShipId> {
        self.deaths.iter().filter(|(by, _)| *by == shot).map(|(_, ship)| *ship).collect()
    }
}

/// Asserts that a report's counterfactuals equal the naive judge's, under every preset.
pub(crate) fn check(reference: &Reference, report: &ShotReport, tally: &mut Tally, at: &str) {
    let shot = report.record.shot;
    let (session, firing) = reference.archive.firing(shot).expect("the shot was fired");
    let Some(reported) = report.counterfactuals else {
        tally.add("reports before the last tick of their shot", 1);
        return;
    };
    for (preset, counterfactual) in Preset::ALL.into_iter().zip(reported) {
        // Whether bolts pierce depends on the weapon, not the preset.
        let rule = RoomNetcode { piercing: firing.rule.piercing, ..preset.room() };
        let firing = Firing { rule, ..firing };
        let marker_rates_hz = reference.archive.marker_rates_hz(report.record.judged_at);
        let Some(found) = decision(reference, session, firing, marker_rates_hz) else {
            tally.add("counterfactuals too close to tell", 1);
            continue;
        };
        tally.add("counterfactuals", 1);
        let reported = counterfactual.decision;
        assert_eq!(reported, found, "{at}: {preset:?} of {firing:?} (the room's first)");
    }
}

/// The decision on a shot, judged from its first tick to its last.
fn decision(
    reference: &Reference,
    session: SessionId,
    firing: Firing,
    marker_rates_hz: &[u16],
) -> Option<Option<Decision>> {
    let (rate, now) = (reference.config.rate, reference.world.tick);
    let sent = reference.players.values().find(|known| known.id == session)?.sent.as_slice();
    let first = firing.bolt.fired;
    let last = first.plus(rate.ticks_in_ms(BOLT_LIFE_MS) + 1).min(now);
    let known = Known {
        params: reference.world.params(),
        now: last,
        poses: &reference.poses,
        present: &[],
        sent: Some(sent),
        marker_rates_hz,
        room_says: RoomVerdicts { events: &[], notices: &[], refused: &[] },
    };
    let mut case = Case::new(firing, &known);
    let shot_down = reference.archive.shot_down_by(firing.bolt.shot);
    for tick in (first.0..=last.0).map(Tick) {
        case.look_back(&known, tick, &shot_down);
    }
    let Answer::Decided(decided) = naive_judge::judge(&case.asked(&known)) else { return None };
    Some(decided.rulings.iter().fold(None, |found, (_, ruling)| said(found, ruling)))
}

fn said(found: Option<Decision>, ruling: &Ruling) -> Option<Decision> {
    match *ruling {
        Ruling::Hit { victim, .. } | Ruling::Settled { victim } => {
            Some(Decision::Hit { victim, finality: Finality::Final })
        }
        Ruling::Pierced { victims } => Some(Decision::Pierced { victims }),
        Ruling::Vetoed { victim } => Some(Decision::Vetoed { victim }),
        Ruling::Retracted { .. } | Ruling::Refused { .. } => found,
        Ruling::Over { .. } if matches!(found, Some(Decision::Vetoed { .. })) => found,
        Ruling::Over { void: Some(victim) } => Some(Decision::Void { victim }),
        Ruling::Over { void: None } => Some(Decision::Missed),
    }
}
