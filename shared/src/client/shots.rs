//! The shots that concern the player: what became of them, what the screen showed meanwhile, and
//! their reports where they were asked for. Verdicts come in from records and events, and are kept
//! for whoever looks into a shot.

use alloc::{collections::VecDeque, sync::Arc};

use serde::{Deserialize, Serialize};

use super::tape::{Footage, Tape, TapeFrame};
use crate::{
    base::{
        limits::{CLIENT_REPORTS_MAX, FOOTAGE_MAX, SHOTS_TOLD_MAX},
        queue::push_bounded,
        time::{Micros, TickRate},
    },
    report::{
        counterfactual::Counterfactuals,
        shot_record::ShotRecord,
        shot_report::{EncodedReport, ShotReport},
    },
    sim::{
        event::{Decision, Finality, ShotId},
        ship::ShipId,
    },
};

/// How long before its trigger the footage of a shot begins.
const BEFORE: Micros = Micros::from_ms(400);
/// How long the footage of a shot is: a bolt's life, and the time until others see it.
const FOOTAGE: Micros = Micros::from_ms(2_400);
/// Own shots whose beginning is remembered at most.
const AIMED_MAX: usize = 128;

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
    /// Which shot.
    pub shot: ShotId,
    /// Whose.
    pub side: ShotSide,
    /// What was decided.
    pub verdict: Decision,
    /// Hit points that came back to the player, where the hit was undone.
    pub refund: Option<u8>,
    /// When that was told first, on the client's clock.
    pub at: Micros,
}

/// A report that was told, as it came, and what was told since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedReport {
    /// Of which shot.
    pub shot: ShotId,
    /// The report.
    pub report: EncodedReport,
    /// What every scheme would have said, where that came later.
    pub counterfactuals: Option<Counterfactuals>,
}

impl ReceivedReport {
    /// The report with all that was told of it; none where it cannot be read.
    #[must_use]
    pub fn open(&self) -> Option<ShotReport> {
        let mut report = self.report.open()?;
        if let Some(counterfactuals) = &self.counterfactuals {
            report.counterfactuals = Some(counterfactuals.by_preset);
        }
        Some(report)
    }
}

/// The shots that concern the player.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Shots {
    /// Own shots, and where the own clock stood when the picture was drawn that each was aimed by.
    aimed: VecDeque<(ShotId, Micros)>,
    /// Oldest first, at most [`SHOTS_TOLD_MAX`].
    told: VecDeque<ShotSummary>,
    /// Oldest first, at most [`FOOTAGE_MAX`].
    footage: VecDeque<(ShotId, Footage)>,
    /// In the order in which they came, at most [`CLIENT_REPORTS_MAX`].
    reports: VecDeque<ReceivedReport>,
}

impl Shots {
    /// The viewer fired, by a picture that was drawn when the own clock stood there.
    pub(super) fn note_aim(&mut self, shot: ShotId, aimed_at: Micros) {
        push_bounded(&mut self.aimed, (shot, aimed_at), AIMED_MAX);
    }

    /// Where the own clock stood when the picture was drawn that a shot was aimed by.
    pub(super) fn aimed_at(&self, shot: ShotId) -> Option<Micros> {
        self.aimed.iter().rev().find(|(aimed, _)| *aimed == shot).map(|(_, at)| *at)
    }

    /// A frame was drawn: the footage of the newest shots go on.
    pub(super) fn grow_footage(&mut self, frame: &Arc<TapeFrame>) {
        self.footage.iter_mut().for_each(|(_, footage)| footage.grow(frame, FOOTAGE));
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
        self.tell(ShotSummary { shot, side: ShotSide::Own, verdict, refund: None, at: now });
        self.keep_reel(shot, tape, rate);
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
        self.tell(ShotSummary { shot, side: ShotSide::Against, verdict, refund: None, at: now });
        self.keep_reel(shot, tape, rate);
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

    /// A report came. A newer copy takes the place of an older one.
    pub(super) fn keep_report(&mut self, report: EncodedReport) {
        let Some(shot) = report.shot() else { return };
        self.reports.retain(|known| known.shot != shot);
        let told = ReceivedReport { shot, report, counterfactuals: None };
        push_bounded(&mut self.reports, told, CLIENT_REPORTS_MAX);
    }

    /// What every scheme would have said enters the report that is here already.
    pub(super) fn add_counterfactuals(&mut self, counterfactuals: &Counterfactuals) {
        if let Some(told) = self.reports.iter_mut().find(|told| told.shot == counterfactuals.shot) {
            told.counterfactuals = Some(*counterfactuals);
        }
    }

    pub(super) fn told(&self) -> &VecDeque<ShotSummary> {
        &self.told
    }

    pub(super) fn reports(&self) -> &VecDeque<ReceivedReport> {
        &self.reports
    }

    pub(super) fn report(&self, shot: ShotId) -> Option<&ReceivedReport> {
        self.reports.iter().find(|told| told.shot == shot)
    }

    /// What the screen showed while a shot flew: as it was kept, or as it still is on the tape.
    pub(super) fn footage(&self, shot: ShotId, tape: &Tape, rate: TickRate) -> Option<Footage> {
        let kept =
            self.footage.iter().find(|(of, _)| *of == shot).map(|(_, footage)| footage.clone());
        kept.or_else(|| self.cut_footage(shot, tape, rate))
            .filter(|footage| footage.span().is_some())
    }

    fn tell(&mut self, summary: ShotSummary) {
        self.told.retain(|told| (told.shot, told.side) != (summary.shot, summary.side));
        push_bounded(&mut self.told, summary, SHOTS_TOLD_MAX);
    }

    fn keep_reel(&mut self, shot: ShotId, tape: &Tape, rate: TickRate) {
        if let Some(footage) = self.cut_footage(shot, tape, rate) {
            self.footage.retain(|(of, _)| *of != shot);
            push_bounded(&mut self.footage, (shot, footage), FOOTAGE_MAX);
        }
    }

    /// The tape from a little before the trigger on.
    fn cut_footage(&self, shot: ShotId, tape: &Tape, rate: TickRate) -> Option<Footage> {
        let aimed_at = self.aimed_at(shot);
        let from = aimed_at.unwrap_or_else(|| rate.micros_at(shot.tick)) - BEFORE;
        let frames = tape.stretch(from, from + FOOTAGE);
        (!frames.is_empty()).then(|| Footage::new(aimed_at, frames))
    }
}
