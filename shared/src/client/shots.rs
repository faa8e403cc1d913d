//! The shots that concern the player: what became of them, what the screen showed meanwhile, and
//! their reports where they were asked for. Verdicts come in from records and events, and are kept
//! for whoever looks into a shot.

use alloc::{collections::VecDeque, sync::Arc};

use serde::Serialize;

use super::tape::{Tape, TapeClip, TapeFrame};
use crate::{
    base::{
        limits::{CLIENT_REPORTS_MAX, CLIPS_MAX, SHOTS_TOLD_MAX},
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
/// How long the clip of a shot is: a bolt's life, and the time until others see it.
const CLIP: Micros = Micros::from_ms(2_400);
/// Own shots whose beginning is remembered at most.
const FIRED_MAX: usize = 128;

/// On which end of a shot the player was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ShotSide {
    /// The player fired it.
    Own,
    /// It hit the player.
    Against,
}

/// What became of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShotSummary {
    pub shot: ShotId,
    pub side: ShotSide,
    /// What was decided.
    pub verdict: Decision,
    /// Hit points that came back to the player, where the hit was undone.
    pub refund: Option<u8>,
    /// When that was told first, on the client's clock.
    pub at: Micros,
}

/// An own shot as it left.
#[derive(Clone, Debug, Serialize)]
struct FiredShot {
    bolt: Bolt,
    /// Where the own clock stood when the picture was drawn that it was aimed by.
    aimed_at: Micros,
    standing: Standing,
}

/// What the server made of the command that fired a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Standing {
    Unknown,
    Fired,
    /// The command was executed, and no shot was fired: the ship was dead by then. Or the command
    /// was not executed: it came too late.
    Refused,
}

/// The shots that concern the player.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Shots {
    /// Own shots as they left, oldest first; at most [`FIRED_MAX`].
    fired: VecDeque<FiredShot>,
    /// How the newest of them were judged, oldest first; at most [`SHOTS_TOLD_MAX`].
    records: VecDeque<ShotRecord>,
    /// Oldest first, at most [`SHOTS_TOLD_MAX`].
    told: VecDeque<ShotSummary>,
    /// Oldest first, at most [`CLIPS_MAX`].
    clips: VecDeque<(ShotId, TapeClip)>,
    /// The shots that were looked into, and why there is no report of those that were refused; at
    /// most [`CLIENT_REPORTS_MAX`].
    asked: VecDeque<(ShotId, Option<ReportRefusal>)>,
    /// The shot that shot the player down, until the next life.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) killed_by: Option<ShotId>,
    /// In the order in which they came, at most [`CLIENT_REPORTS_MAX`].
    reports: VecDeque<ShotReport>,
}

impl Shots {
    /// The viewer fired, by a picture that was drawn when the own clock stood there.
    pub(super) fn note_fired(&mut self, bolt: Bolt, aimed_at: Micros) {
        let standing = Standing::Unknown;
        push_bounded(&mut self.fired, FiredShot { bolt, aimed_at, standing }, FIRED_MAX);
    }

    /// The server says that it fired an own shot.
    pub(super) fn confirm_own(&mut self, shot: ShotId) {
        if let Some(fired) = self.fired.iter_mut().rfind(|fired| fired.bolt.shot == shot) {
            fired.standing = Standing::Fired;
        }
    }

    /// Own shots that were fired with such keys, and of which the server says nothing, never were.
    pub(super) fn refuse(&mut self, refused: impl Fn(Tick) -> bool) {
        for fired in &mut self.fired {
            if fired.standing == Standing::Unknown && refused(fired.bolt.shot.tick) {
                fired.standing = Standing::Refused;
            }
        }
    }

    /// An own shot as it left.
    pub(super) fn fired(&self, shot: ShotId) -> Option<&Bolt> {
        self.find_fired(shot).map(|fired| &fired.bolt)
    }

    /// Where the own clock stood when the picture was drawn that a shot was aimed by.
    pub(super) fn aimed_at(&self, shot: ShotId) -> Option<Micros> {
        self.find_fired(shot).map(|fired| fired.aimed_at)
    }

    fn find_fired(&self, shot: ShotId) -> Option<&FiredShot> {
        self.fired.iter().rfind(|fired| fired.bolt.shot == shot)
    }

    /// The own shot that was fired last, where it is not judged yet.
    pub(super) fn to_be_judged(&self) -> Option<ShotId> {
        let newest = self.fired.iter().rfind(|fired| fired.standing != Standing::Refused)?;
        let shot = newest.bolt.shot;
        let is_told = self.told.iter().any(|told| told.shot == shot);
        (!is_told).then_some(shot)
    }

    /// How an own shot was judged, of the newest.
    pub(super) fn record(&self, shot: ShotId) -> Option<&ShotRecord> {
        self.records.iter().find(|record| record.shot == shot)
    }

    /// A frame was drawn: the clips of the newest shots go on.
    pub(super) fn grow_clips(&mut self, frame: &Arc<TapeFrame>) {
        self.clips.iter_mut().for_each(|(_, clip)| clip.grow(frame, CLIP));
    }

    /// A shot of the viewer's was judged.
    pub(super) fn handle_record(
        &mut self,
        record: &ShotRecord,
        now: Micros,
        tape: &Tape,
        rate: TickRate,
    ) {
        let ShotRecord { shot, verdict, .. } = *record;
        self.add_summary(ShotSummary { shot, side: ShotSide::Own, verdict, refund: None, at: now });
        push_bounded(&mut self.records, record.clone(), SHOTS_TOLD_MAX);
        self.keep_clip(shot, tape, rate);
    }

    /// A shot hit the viewer.
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

    /// A tentative hit on the viewer stands.
    pub(super) fn handle_settled(&mut self, shot: ShotId, victim: ShipId) {
        if let Some(told) = self.told.iter_mut().find(|told| told.shot == shot) {
            told.verdict = Decision::Hit { victim, finality: Finality::Final };
        }
    }

    /// A tentative hit on the viewer was undone.
    pub(super) fn handle_undone(&mut self, shot: ShotId, refund: u8) {
        if let Some(told) = self.told.iter_mut().find(|told| told.shot == shot) {
            told.refund = Some(refund);
        }
    }

    /// A shot is looked into: whether its report has to be asked for. It is asked for once.
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

    /// A report came. The one that was asked for takes the place of one without a track, and no
    /// other way round; the newest tells the most.
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

    /// There is no report of a shot that was asked for.
    pub(super) fn handle_refused(&mut self, shot: ShotId, why: ReportRefusal) {
        if let Some((_, refused)) = self.asked.iter_mut().find(|(asked, _)| *asked == shot) {
            *refused = Some(why);
        }
    }

    /// Why there is no report of a shot, where that was said.
    pub(super) fn refused(&self, shot: ShotId) -> Option<ReportRefusal> {
        self.asked.iter().find(|(asked, _)| *asked == shot)?.1
    }

    pub(super) fn summaries(&self) -> &VecDeque<ShotSummary> {
        &self.told
    }

    pub(super) fn report(&self, shot: ShotId) -> Option<&ShotReport> {
        self.reports.iter().find(|report| report.record.shot == shot)
    }

    /// What the screen showed while a shot flew: as it was kept, or as it still is on the tape.
    pub(super) fn clip(&self, shot: ShotId, tape: &Tape, rate: TickRate) -> Option<TapeClip> {
        let kept = self.clips.iter().find(|(of, _)| *of == shot).map(|(_, clip)| clip.clone());
        kept.or_else(|| self.cut_clip(shot, tape, rate)).filter(|clip| clip.span().is_some())
    }

    fn add_summary(&mut self, summary: ShotSummary) {
        self.told.retain(|told| (told.shot, told.side) != (summary.shot, summary.side));
        push_bounded(&mut self.told, summary, SHOTS_TOLD_MAX);
    }

    fn keep_clip(&mut self, shot: ShotId, tape: &Tape, rate: TickRate) {
        if let Some(clip) = self.cut_clip(shot, tape, rate) {
            self.clips.retain(|(of, _)| *of != shot);
            push_bounded(&mut self.clips, (shot, clip), CLIPS_MAX);
        }
    }

    /// The tape from a little before the trigger on.
    fn cut_clip(&self, shot: ShotId, tape: &Tape, rate: TickRate) -> Option<TapeClip> {
        let aimed_at = self.aimed_at(shot);
        let from = aimed_at.unwrap_or_else(|| rate.micros_at(shot.tick)) - BEFORE;
        let frames = tape.stretch(from, from + CLIP);
        (!frames.is_empty()).then(|| TapeClip::new(aimed_at, frames))
    }
}
