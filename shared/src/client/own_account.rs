//! Builds a provisional report of an own shot from the client's own data: its verdict record, where
//! it was fired, and the rules then in force. Built on demand when a shot is inspected, and shown
//! until the server's report arrives.

use super::{game::Game, presentation::Presentation};
use crate::{
    base::{
        geometry::Steps,
        time::{Micros, VIEW_STEPS_PER_TICK},
    },
    netcode::values::RoomNetcode,
    report::{
        shot_report::{ReportTarget, ShotReport, distance_steps, span},
        track::{Track, TrackColumn, TrackSample},
    },
    sim::event::ShotId,
};

impl Presentation {
    /// The provisional report of a judged own shot. `lerp` is the player's interpolation delay.
    pub(super) fn own_account(
        &self,
        shot: ShotId,
        lerp: Micros,
        game: &Game,
    ) -> Option<ShotReport> {
        let rate = game.timeline.rate();
        let (record, bolt) = (self.shots.record(shot)?, self.shots.fired(shot)?);
        let fired = record.judged_at.minus((record.age / VIEW_STEPS_PER_TICK) as u32);
        let rules = RoomNetcode { hit_rule: record.rule, ..*game.rules.at(fired) };
        let nearest = record.targets.first();
        let mut account = ShotReport {
            viewer: game.own.id(),
            record: record.clone(),
            rate,
            fired,
            rules,
            muzzle: Steps::of_pos(bolt.origin),
            aim: bolt.aim,
            reach: distance_steps(bolt.reach_u),
            arrived: None,
            shooter: None,
            lerp_ms: u16::try_from(lerp.as_ms()).unwrap_or(0),
            target: None,
            targets: alloc::vec![ReportTarget::default(); record.targets.len()],
            undone: None,
            refused: None,
            void: None,
            cover: None,
            counterfactuals: self.shots.report(shot).and_then(|report| report.counterfactuals),
            track: Track::default(),
        };
        // The nearest target's position is known at one age only, so the track ends there.
        let steps = |at: Micros| i32::try_from(rate.view_at(at).0).unwrap_or(0);
        let (first, last) = span(&account.shot(), record.verdict, None);
        let nearest_at = nearest.and_then(|target| i32::try_from(target.age).ok());
        let last = nearest_at.unwrap_or(steps(last));
        let sample = |at: i64| {
            TrackSample::new(|column| {
                let target = nearest.filter(|_| at == i64::from(last))?;
                match column {
                    TrackColumn::Judged => Some(target.judged.pos()),
                    TrackColumn::Present => Some(target.present.pos()),
                    TrackColumn::Seen | TrackColumn::Shooter | TrackColumn::ShooterSeen => None,
                }
            })
        };
        account.track = Track::new((steps(first).min(last), last), 2, sample);
        Some(account)
    }
}
