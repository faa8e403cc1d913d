//! Surveys a loop: runs a self-playing match ahead to the end of its loop to find the area it uses
//! and its cue. Runs when a page starts to show a match, either a few frames per drawn frame or all
//! at once. The match itself does not advance.

use alloc::vec::Vec;

use capture::playback::{Playable, SeekProgress};
use shared::{
    base::{geometry::Area, time::Micros},
    report::shot_record::{ShotRecord, TargetRecord},
};

use super::{
    column::Column,
    cue::{Cue, CuePicture, JudgedPlaces},
    outcome::ColumnOutcome,
    run::Run,
    run_playback::RunPlayback,
    scenario::{Decisive, DecisiveWhen},
    setup::{Controller, FRAMES},
    state::LabState,
};
use crate::limits::LAB_PLAYERS;

/// A value within 2 % of the maximum counts as the peak.
const LARGE: f32 = 0.98;
/// A decided shot is visible one frame later.
const SEEN_AFTER_FRAMES: u32 = 1;

/// A loop, as far as it has been run ahead.
#[derive(Clone, Debug)]
pub struct Survey {
    run: Run,
    state: LabState,
    from_frame: u32,
    decisive: Option<Decisive>,
    area: Option<Area>,
    /// What each frame showed, from the first one on.
    seen: Vec<SurveyFrame>,
}

/// The match after a frame.
#[derive(Clone, Debug)]
struct SurveyFrame {
    /// What a cue would show here.
    picture: Option<CuePicture>,
    /// What a cue would say here.
    outcomes: Vec<ColumnOutcome>,
    /// Whether a bolt of the first player's has appeared on the second player's screen.
    appeared: bool,
    /// Whether a hit has been retracted.
    undone: bool,
}

impl SurveyFrame {
    fn of(state: &LabState, decisive: Decisive) -> Self {
        let tracker = state.columns().first().map(Column::outcome_tracker);
        Self {
            picture: CuePicture::of(state.columns(), decisive),
            outcomes: state.outcomes(),
            appeared: tracker.is_some_and(|tracker| tracker.appeared().is_some()),
            undone: tracker.is_some_and(|tracker| tracker.undone().is_some()),
        }
    }

    /// Whether every column has an outcome.
    fn has_statement(&self) -> bool {
        !self.outcomes.is_empty() && self.outcomes.iter().all(|one| one.outcome.is_some())
    }

    /// The largest measured value.
    fn value(&self) -> Option<f32> {
        let values = self.outcomes.iter().filter_map(|one| one.outcome).map(|one| one.value);
        values.reduce(f32::max)
    }
}

impl Survey {
    /// A survey from the playback's current frame; `None` if the run does not loop.
    #[must_use]
    pub fn of(playback: &RunPlayback) -> Option<Self> {
        let run = playback.run().clone();
        let is_flown = run.loop_frames().is_none();
        (run.setup.loop_frames > 0).then(|| {
            let state = playback.state().clone();
            let decisive = run.setup.scenario.decisive().filter(|_| !is_flown);
            let from_frame = state.frame();
            let mut survey =
                Self { run, state, from_frame, decisive, area: None, seen: Vec::new() };
            survey.observe();
            survey
        })
    }

    /// Like [`of`](Self::of), but run to the end of the loop at once.
    #[must_use]
    pub fn whole(playback: &RunPlayback) -> Option<Self> {
        let mut survey = Self::of(playback)?;
        while survey.advance(u32::MAX) == SeekProgress::Seeking {}
        Some(survey)
    }

    /// Advances by up to `frames_max` frames.
    pub fn advance(&mut self, frames_max: u32) -> SeekProgress {
        for _ in 0..frames_max {
            if self.is_done() || self.run.advance(&mut self.state).is_err() {
                return SeekProgress::Arrived;
            }
            self.observe();
        }
        if self.is_done() { SeekProgress::Arrived } else { SeekProgress::Seeking }
    }

    /// The area it uses, in u: every involved ship, at its server position.
    #[must_use]
    pub fn area(&self) -> Option<Area> {
        self.area
    }

    /// Its cue, as far as it is known; `None` without an outcome, or if a person flies.
    #[must_use]
    pub fn cue(&self) -> Option<Cue> {
        let decisive = self.decisive?;
        let at = self.decisive_at(decisive)?;
        let picture = self.seen.get(at)?.picture.clone()?;
        let mut later = self.seen[at..].iter();
        let shown = match decisive.when {
            DecisiveWhen::Begins => later.next_back(),
            _ => later.clone().find(|seen| seen.has_statement()).or(later.next_back()),
        };
        let outcomes = shown?.outcomes.clone();
        let frame = self.from_frame + u32::try_from(at).ok()?;
        let is_known = outcomes.iter().any(|one| one.outcome.is_some());
        is_known.then(|| picture.at(frame, decisive.pane, outcomes, self.judged(decisive)))
    }

    /// Index of the decisive moment's frame, counted from the first one.
    fn decisive_at(&self, decisive: Decisive) -> Option<usize> {
        let first = |test: &dyn Fn(&SurveyFrame) -> bool| self.seen.iter().position(test);
        match decisive.when {
            DecisiveWhen::ShotPasses => self.frame_index(self.shot_passes(decisive.player)?),
            DecisiveWhen::ShotLeaves => self.frame_index(self.shot_leaves()?),
            DecisiveWhen::BoltAppears => first(&|seen| seen.appeared),
            // Without a retraction the outcome is a different one.
            DecisiveWhen::HitUndone => {
                first(&|seen| seen.undone).or_else(|| first(&SurveyFrame::has_statement))
            }
            DecisiveWhen::FirstKnown | DecisiveWhen::Begins => first(&SurveyFrame::has_statement),
            DecisiveWhen::Largest => {
                let most = self.seen.iter().filter_map(SurveyFrame::value).reduce(f32::max)?;
                first(&|seen| seen.value().is_some_and(|value| value >= LARGE * most))
            }
        }
    }

    fn is_done(&self) -> bool {
        self.state.frame() >= u32::from(self.run.setup.loop_frames)
    }

    /// Records the match after a frame.
    fn observe(&mut self) {
        for (player, setup) in self.run.setup.players.iter().enumerate().take(LAB_PLAYERS) {
            if player >= 2 && !is_active(&setup.controller) {
                continue;
            }
            for column in self.state.columns() {
                let world = column.harness().room().world();
                let ship = column.ship(player).and_then(|ship| world.ship(ship));
                let Some(at) = ship.map(|ship| ship.body.pos) else { continue };
                self.area = Some(self.area.unwrap_or(Area::EMPTY).with(at));
            }
        }
        if let Some(decisive) = self.decisive {
            self.seen.push(SurveyFrame::of(&self.state, decisive));
        }
    }

    /// When a shot of the first player's is closest to a player's ship.
    fn shot_passes(&self, player: usize) -> Option<Micros> {
        let column = self.state.columns().first()?;
        let (record, target) = first_judged_shot(column, player)?;
        let rate = column.harness().room().config().rate;
        Some(rate.micros_at(record.shot.tick) + rate.micros_in_steps(target.age))
    }

    /// The judged positions of the ship that a cue is about, in each column.
    fn judged(&self, decisive: Decisive) -> Vec<Option<JudgedPlaces>> {
        let is_about_shot =
            matches!(decisive.when, DecisiveWhen::ShotPasses | DecisiveWhen::ShotLeaves);
        let of = |column| judged_places(column, decisive.player).filter(|_| is_about_shot);
        self.state.columns().iter().map(of).collect()
    }

    /// When the first player's first shot is executed.
    fn shot_leaves(&self) -> Option<Micros> {
        let column = self.state.columns().first()?;
        let record = column.harness().client(0).records().next()?;
        Some(column.harness().room().config().rate.micros_at(record.shot.tick))
    }

    /// Number of frames after the first one at which a time is on screen.
    fn frame_index(&self, at: Micros) -> Option<usize> {
        let at = (at - self.state.time_of(0)).max(Micros::ZERO);
        let frame = FRAMES.tick_at(at).0 + SEEN_AFTER_FRAMES;
        usize::try_from(frame.checked_sub(self.from_frame)?).ok()
    }
}

/// The first player's first shot judged against a player's ship.
fn first_judged_shot(column: &Column, player: usize) -> Option<(&ShotRecord, &TargetRecord)> {
    let ship = column.ship(player)?;
    column.harness().client(0).records().find_map(|record| {
        let target = record.targets.iter().find(|target| target.ship == ship)?;
        Some((record, target))
    })
}

fn judged_places(column: &Column, player: usize) -> Option<JudgedPlaces> {
    let (record, target) = first_judged_shot(column, player)?;
    let rate = column.harness().room().config().rate;
    let clip = column.harness().client(0).clip(record.shot);
    let saw = clip.and_then(|clip| {
        let frame = clip.at(clip.aimed_at? + rate.micros_in_steps(target.age))?;
        frame.other(target.ship).map(|drawn| drawn.pos)
    });
    Some(JudgedPlaces { saw, judged: target.judged.pos() })
}

/// Whether a controller does anything.
fn is_active(controller: &Controller) -> bool {
    match controller {
        Controller::Script(script) => !script.legs.is_empty() || script.gun.is_some(),
        Controller::You | Controller::Bot => true,
    }
}
