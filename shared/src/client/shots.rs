//! The shots that involve the player: their verdicts, clips of what the screen showed, and
//! requested reports. Filled from records and events, and read when a shot is inspected.

use alloc::{collections::VecDeque, sync::Arc};

use serde::Serialize;

use super::tape::{Tape, TapeClip, TapeFrame};
use crate::{
    base::{
        limits::{CLIENT_REPORTS_MAX, CLIENT_SHOTS_MAX, CLIPS_MAX},
        queue::push_bounded,
        time::{Micros, Tick, TickRate},
    },
    report::{
        shot_record::ShotRecord,
        shot_report::{ReportRefusal, ShotReport},
    },
    sim::{
        bolt::Bolt,
        event::{Decision, Finality, ShotId},
        ship::ShipId,
    },
};

/// How long before its trigger the clip of a shot begins.
const BEFORE: Micros = Micros::from_ms(400);
/// The length of a clip: a bolt's lifetime, and the delay until other players see it.
const CLIP: Micros = Micros::from_ms(2_400);
/// Cap on own shots remembered as fired.
const FIRED_MAX: usize = 128;

/// The player's role in a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ShotSide {
    Own,
    /// It hit the player.
    Against,
}

/// The outcome of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShotSummary {
    pub shot: ShotId,
    pub side: ShotSide,
    pub verdict: Decision,
    /// Hit points refunded to the player, if the hit was undone.
    pub refund: Option<u8>,
    /// When the outcome first arrived, on the client's clock.
    pub at: Micros,
}

/// An own shot as it was fired.
#[derive(Clone, Debug, Serialize)]
struct FiredShot {
    bolt: Bolt,
    /// The own clock of the picture that it was aimed by.
    aimed_at: Micros,
    status: FireStatus,
}

/// What the server did with the command that fired a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum FireStatus {
    Unknown,
    Fired,
    /// The command was executed after the ship had died, so no shot was fired; or it came too late
    /// and was not executed.
    Refused,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Shots {
    /// Own shots as they were fired, oldest first; up to [`FIRED_MAX`].
    fired: VecDeque<FiredShot>,
    /// Verdicts on the newest own shots, oldest first; up to [`CLIENT_SHOTS_MAX`].
    records: VecDeque<ShotRecord>,
    /// Oldest first; up to [`CLIENT_SHOTS_MAX`].
    summaries: VecDeque<ShotSummary>,
    /// Oldest first; up to [`CLIPS_MAX`].
    clips: VecDeque<(ShotId, TapeClip)>,
    /// The shots whose reports were requested, with the reason of a refusal; up to
    /// [`CLIENT_REPORTS_MAX`].
    asked: VecDeque<(ShotId, Option<ReportRefusal>)>,
    /// The shot that killed the player, until the respawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) killed_by: Option<ShotId>,
    /// In order of arrival; up to [`CLIENT_REPORTS_MAX`].
    reports: VecDeque<ShotReport>,
}

impl Shots {
    /// Records an own shot, aimed by the picture drawn at `aimed_at` on the own clock.
    pub(super) fn note_fired(&mut self, bolt: Bolt, aimed_at: Micros) {
        let status = FireStatus::Unknown;
        push_bounded(&mut self.fired, FiredShot { bolt, aimed_at, status }, FIRED_MAX);
    }

    /// The server confirmed an own shot.
    pub(super) fn confirm_own(&mut self, shot: ShotId) {
        if let Some(fired) = self.fired.iter_mut().rfind(|fired| fired.bolt.shot == shot) {
            fired.status = FireStatus::Fired;
        }
    }

    /// Marks unconfirmed own shots whose commands match as never fired.
    pub(super) fn refuse(&mut self, refused: impl Fn(Tick) -> bool) {
        for fired in &mut self.fired {
            if fired.status == FireStatus::Unknown && refused(fired.bolt.shot.tick) {
                fired.status = FireStatus::Refused;
            }
        }
    }

    /// An own shot as it was fired.
    pub(super) fn fired(&self, shot: ShotId) -> Option<&Bolt> {
        self.find_fired(shot).map(|fired| &fired.bolt)
    }

    /// The own clock of the picture that an own shot was aimed by.
    pub(super) fn aimed_at(&self, shot: ShotId) -> Option<Micros> {
        self.find_fired(shot).map(|fired| fired.aimed_at)
    }

    fn find_fired(&self, shot: ShotId) -> Option<&FiredShot> {
        self.fired.iter().rfind(|fired| fired.bolt.shot == shot)
    }

    /// The last own shot, if it is not judged yet.
    pub(super) fn newest_unjudged(&self) -> Option<ShotId> {
        let newest = self.fired.iter().rfind(|fired| fired.status != FireStatus::Refused)?;
        let shot = newest.bolt.shot;
        let is_judged = self.summaries.iter().any(|summary| summary.shot == shot);
        (!is_judged).then_some(shot)
    }

    /// The verdict on one of the newest own shots.
    pub(super) fn record(&self, shot: ShotId) -> Option<&ShotRecord> {
        self.records.iter().find(|record| record.shot == shot)
    }

    /// Extends the clips of the newest shots by a new frame.
    pub(super) fn grow_clips(&mut self, frame: &Arc<TapeFrame>) {
        self.clips.iter_mut().for_each(|(_, clip)| clip.grow(frame, CLIP));
    }

    /// An own shot was judged.
    pub(super) fn handle_record(
        &mut self,
        record: &ShotRecord,
        now: Micros,
        tape: &Tape,
        rate: TickRate,
    ) {
        let ShotRecord { shot, verdict, .. } = *record;
        self.add_summary(ShotSummary { shot, side: ShotSide::Own, verdict, refund: None, at: now });
        push_bounded(&mut self.records, record.clone(), CLIENT_SHOTS_MAX);
        self.keep_clip(shot, tape, rate);
    }

    /// A shot hit the player.
    pub(super) fn handle_hit(
        &mut self,
        shot: ShotId,
        verdict: Decision,
        now: Micros,
        tape: &Tape,
        rate: TickRate,
    ) {
        self.add_summary(ShotSummary {
            shot,
            side: ShotSide::Against,
            verdict,
            refund: None,
            at: now,
        });
        self.keep_clip(shot, tape, rate);
    }

    /// A tentative hit on the player became final.
    pub(super) fn handle_settled(&mut self, shot: ShotId, victim: ShipId) {
        if let Some(summary) = self.summaries.iter_mut().find(|known| known.shot == shot) {
            summary.verdict = Decision::Hit { victim, finality: Finality::Final };
        }
    }

    /// A tentative hit on the player was undone.
    pub(super) fn handle_undone(&mut self, shot: ShotId, refund: u8) {
        if let Some(summary) = self.summaries.iter_mut().find(|known| known.shot == shot) {
            summary.refund = Some(refund);
        }
    }

    /// Inspects a shot. Returns whether its report must be requested, which happens only once.
    pub(super) fn inspect(&mut self, shot: ShotId) -> bool {
        let is_asked = self.asked.iter().any(|(asked, why)| *asked == shot && why.is_none());
        let is_complete = self.report(shot).is_some_and(ShotReport::is_complete);
        if is_asked || is_complete {
            return false;
        }
        self.asked.retain(|(asked, _)| *asked != shot);
        push_bounded(&mut self.asked, (shot, None), CLIENT_REPORTS_MAX);
        true
    }

    /// Handles a report. A newer report replaces an older one, but one without a track never
    /// replaces one with a track.
    pub(super) fn handle_report(&mut self, report: ShotReport) {
        let shot = report.record.shot;
        if report.is_complete() {
            self.asked.retain(|(asked, _)| *asked != shot);
        }
        if !report.is_whole() && self.report(shot).is_some_and(ShotReport::is_whole) {
            return;
        }
        self.reports.retain(|known| known.record.shot != shot);
        push_bounded(&mut self.reports, report, CLIENT_REPORTS_MAX);
    }

    /// The server refused the report of a shot.
    pub(super) fn handle_refused(&mut self, shot: ShotId, why: ReportRefusal) {
        if let Some((_, refused)) = self.asked.iter_mut().find(|(asked, _)| *asked == shot) {
            *refused = Some(why);
        }
    }

    /// Why the server refused the report of a shot.
    pub(super) fn refused(&self, shot: ShotId) -> Option<ReportRefusal> {
        self.asked.iter().find(|(asked, _)| *asked == shot)?.1
    }

    pub(super) fn summaries(&self) -> &VecDeque<ShotSummary> {
        &self.summaries
    }

    pub(super) fn report(&self, shot: ShotId) -> Option<&ShotReport> {
        self.reports.iter().find(|report| report.record.shot == shot)
    }

    /// What the screen showed while a shot was in flight: the clip kept for it, or what the tape
    /// still holds.
    pub(super) fn clip(&self, shot: ShotId, tape: &Tape, rate: TickRate) -> Option<TapeClip> {
        let kept = self.clips.iter().find(|(of, _)| *of == shot).map(|(_, clip)| clip.clone());
        kept.or_else(|| self.cut_clip(shot, tape, rate)).filter(|clip| clip.span().is_some())
    }

    fn add_summary(&mut self, summary: ShotSummary) {
        self.summaries.retain(|known| (known.shot, known.side) != (summary.shot, summary.side));
        push_bounded(&mut self.summaries, summary, CLIENT_SHOTS_MAX);
    }

    fn keep_clip(&mut self, shot: ShotId, tape: &Tape, rate: TickRate) {
        if let Some(clip) = self.cut_clip(shot, tape, rate) {
            self.clips.retain(|(of, _)| *of != shot);
            push_bounded(&mut self.clips, (shot, clip), CLIPS_MAX);
        }
    }

    /// Cuts the clip of a shot from the tape, from a little before the trigger.
    fn cut_clip(&self, shot: ShotId, tape: &Tape, rate: TickRate) -> Option<TapeClip> {
        let aimed_at = self.aimed_at(shot);
        let from = aimed_at.unwrap_or_else(|| rate.micros_at(shot.tick)) - BEFORE;
        let frames = tape.stretch(from, from + CLIP);
        (!frames.is_empty()).then(|| TapeClip::new(aimed_at, frames))
    }
}
