//! The current state of a laboratory match: one or two columns of the same match under different
//! netcodes, in step. It depends only on the setup and the inputs applied before each frame.

use alloc::vec::Vec;
use core::{array, slice};

use serde::Serialize;
use shared::{
    base::{
        state_hash::state_hash,
        time::{Micros, Tick},
    },
    client::Controls,
    netcode::values::Netcode,
    room::ConfigError,
    sim::event::ShotId,
};

use super::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{ColumnOutcome, Outcome, newest_judged},
    outcome_statement::OutcomeStatement,
    played::Played,
    run::Input,
    scenario::Scenario,
    setup::{FRAMES, Setup, Throw},
};
use crate::limits::LAB_COLUMNS_MAX;

/// Most frames that players may take to join the room.
const JOIN_FRAMES_MAX: u32 = 900;
/// Frames for clocks and estimates to settle before the ships are placed.
const SETTLE_FRAMES: u32 = 120;
/// Frames from then to the beginning, until every screen shows the positions.
const PLACED_FRAMES: u32 = 150;

#[derive(Clone, Debug, Serialize)]
pub struct LabState {
    scenario: Scenario,
    columns: Vec<Column>,
    throws: Vec<Throw>,
    /// Frames since the beginning.
    frame: u32,
    loop_frames: u32,
    /// The time of frame 0.
    begun: Micros,
    /// Per column, what came of an earlier netcode and is not reported. Not part of the match's
    /// state.
    #[serde(skip)]
    stale_outcomes: [Option<StaleOutcome>; LAB_COLUMNS_MAX],
}

/// What an earlier netcode of some columns decided, or is still to decide.
#[derive(Clone, Copy, Debug)]
struct StaleOutcome {
    /// The room's tick when it was changed: shots until then keep the rules they were fired under.
    changed: Tick,
    /// Already decided then.
    decided: Option<DecidedOutcome>,
}

impl StaleOutcome {
    fn is(&self, outcome: DecidedOutcome) -> bool {
        let mut shots = outcome.shots.iter().flatten();
        self.decided == Some(outcome) || shots.any(|shot| shot.tick <= self.changed)
    }
}

/// Outcomes of some columns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DecidedOutcome {
    value: f32,
    /// The deciding shot, in each of them.
    shots: [Option<ShotId>; LAB_COLUMNS_MAX],
}

impl DecidedOutcome {
    fn of(outcome: &Outcome, columns: &[Column], scenario: Scenario) -> Self {
        let player = scenario.decisive().map_or(1, |decisive| decisive.player);
        let shot = |column: &Column| {
            let tracker = column.outcome_tracker();
            match outcome.statement {
                OutcomeStatement::BoltBegan { .. } | OutcomeStatement::HeadStarts { .. } => {
                    Some(tracker.appeared()?.shot)
                }
                OutcomeStatement::Undone(_) | OutcomeStatement::EndedAndPierced(_) => {
                    Some(tracker.undone()?.shot)
                }
                _ => Some(newest_judged(column, player)?.record.shot),
            }
        };
        let shots = array::from_fn(|n| columns.get(n).and_then(shot));
        Self { value: outcome.value, shots }
    }
}

impl LabState {
    /// The beginning of a match, with every player joined and placed.
    ///
    /// # Errors
    /// When a room config is invalid; never for a setup that was checked.
    pub fn new(setup: &Setup) -> Result<Self, ConfigError> {
        let columns: Result<Vec<Column>, _> =
            setup.columns.iter().enumerate().map(|(n, one)| Column::new(setup, n, *one)).collect();
        let mut state = Self {
            scenario: setup.scenario,
            columns: columns?,
            throws: setup.throws.clone(),
            frame: 0,
            loop_frames: setup.loop_frames.into(),
            begun: Micros::ZERO,
            stale_outcomes: Default::default(),
        };
        let mut frames = 0;
        while frames < JOIN_FRAMES_MAX && !state.columns.iter().all(Column::joined) {
            frames += 1;
            state.run_idle(frames);
        }
        state.columns.iter_mut().for_each(Column::enable_reports);
        state.run_idle(frames + SETTLE_FRAMES);
        for column in &mut state.columns {
            column.place(setup);
        }
        state.run_idle(frames + SETTLE_FRAMES + PLACED_FRAMES);
        state.columns.iter_mut().for_each(Column::begin_counts);
        state.begun = FRAMES.micros_at(Tick(frames + SETTLE_FRAMES + PLACED_FRAMES));
        Ok(state)
    }

    /// Applies an external input.
    pub fn handle_input(&mut self, input: &Input) {
        match input {
            Input::Fly { player, controls } => {
                for column in &mut self.columns {
                    column.fliers[usize::from(*player)].controls = *controls;
                }
            }
            Input::Controller { player, controller } => {
                for column in &mut self.columns {
                    let flier = &mut column.fliers[usize::from(*player)];
                    flier.controller = controller.clone();
                    flier.controls = Controls::default();
                }
            }
            Input::Conditions { player, conditions } => {
                for column in &mut self.columns {
                    column.harness.set_conditions(usize::from(*player), *conditions);
                }
            }
            Input::Netcode { column, netcode } => {
                let n = usize::from(*column);
                let changed = self.columns.get_mut(n).is_some_and(|column| {
                    let before = column.netcode();
                    column.set_netcode(*netcode);
                    column.netcode() != before
                });
                if changed {
                    self.invalidate_outcomes(n);
                }
            }
            Input::Split { netcode } => {
                self.columns.truncate(LAB_COLUMNS_MAX - 1);
                let mut second = self.columns[0].clone();
                second.set_netcode(*netcode);
                self.columns.push(second);
                self.invalidate_outcomes(LAB_COLUMNS_MAX - 1);
            }
            Input::Merge => self.columns.truncate(1),
            Input::FullUpdate { player } => {
                for column in &mut self.columns {
                    column.harness.client_mut(usize::from(*player)).request_full_update();
                }
            }
        }
    }

    /// Frees what a checkpoint does not need; the state stays the same.
    pub(super) fn shrink_to_fit(&mut self) {
        self.columns.iter_mut().for_each(|column| column.harness.shrink_to_fit());
    }

    /// Runs one frame.
    pub fn advance(&mut self) {
        let until = self.time_of(self.frame + 1);
        let frame = self.frame.checked_rem(self.loop_frames).unwrap_or(self.frame);
        let due = |throw: &&Throw| u32::from(throw.frame) == frame;
        for column in &mut self.columns {
            self.throws.iter().filter(due).for_each(|throw| column.throw(throw));
            column.step_latency();
            column.advance(until);
        }
        self.frame += 1;
    }

    #[must_use]
    pub fn scenario(&self) -> Scenario {
        self.scenario
    }

    /// The outcome of its scenario, once it is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let (n, columns) = self.outcome_columns(0);
        self.column_outcome(n, columns)
    }

    /// The outcome of each column or, if the scenario compares them, of all together. A column
    /// reports only what was decided under its current netcode.
    #[must_use]
    pub fn outcomes(&self) -> Vec<ColumnOutcome> {
        let Setup { columns: netcodes, players, .. } = self.scenario.setup();
        let promised = |column: &Column, netcode: &Netcode| {
            column.netcode() == *netcode
                && players.iter().enumerate().all(|(n, player)| column.matches_setup(n, player))
        };
        match netcodes.as_slice() {
            [netcode] => {
                let of = |(n, column): (usize, &Column)| ColumnOutcome {
                    outcome: self.column_outcome(n, slice::from_ref(column)),
                    is_promised: promised(column, netcode),
                };
                self.columns.iter().enumerate().map(of).collect()
            }
            netcodes => {
                let mut all = self.columns.iter().zip(netcodes);
                let is_promised = self.columns.len() == netcodes.len()
                    && all.all(|(column, netcode)| promised(column, netcode));
                alloc::vec![ColumnOutcome {
                    outcome: self.column_outcome(0, &self.columns),
                    is_promised
                }]
            }
        }
    }

    /// Frames since the beginning.
    #[must_use]
    pub fn frame(&self) -> u32 {
        self.frame
    }

    /// The time of a frame on the clock shared by all of a column.
    #[must_use]
    pub fn time_of(&self, frame: u32) -> Micros {
        // Both are whole frames, so the sum is the time of a whole frame.
        self.begun + FRAMES.micros_at(Tick(frame))
    }

    /// The columns, one or two.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Hash of the whole state: the same in every run of one build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    /// Hash of everything sent and drawn up to this frame: the same in every build that plays the
    /// match identically. An input takes effect from the next frame on.
    #[must_use]
    pub fn played_hash(&self) -> u64 {
        let mut all = Played::default();
        for column in &self.columns {
            all.add(&column.played);
        }
        all.hash()
    }

    fn evaluate_outcome(&self, columns: &[Column]) -> Option<Outcome> {
        self.scenario.evaluate_outcome(&CheckedColumns::at_frame(columns, self.frame))
    }

    /// The outcome of some columns starting at index `n`, as far as it was decided under their
    /// netcodes.
    fn column_outcome(&self, n: usize, columns: &[Column]) -> Option<Outcome> {
        let stale = self.stale_outcomes.get(n).copied().flatten();
        let decided = |outcome: &Outcome| DecidedOutcome::of(outcome, columns, self.scenario);
        self.evaluate_outcome(columns)
            .filter(|outcome| !stale.is_some_and(|stale| stale.is(decided(outcome))))
    }

    /// Marks the column's outcome, or the combined one, as stale after a change of its netcode.
    fn invalidate_outcomes(&mut self, n: usize) {
        let changed = self.columns[n].harness().room().tick();
        let (n, columns) = self.outcome_columns(n);
        let decided = |outcome: Outcome| DecidedOutcome::of(&outcome, columns, self.scenario);
        let decided = self.evaluate_outcome(columns).map(decided);
        self.stale_outcomes[n] = Some(StaleOutcome { changed, decided });
    }

    /// The columns whose outcome includes that of column `n`, and the index of the first.
    fn outcome_columns(&self, n: usize) -> (usize, &[Column]) {
        let compares = self.scenario.setup().columns.len() > 1;
        if compares { (0, &self.columns) } else { (n, slice::from_ref(&self.columns[n])) }
    }

    fn run_idle(&mut self, frame: u32) {
        for column in &mut self.columns {
            column.run_idle(FRAMES.micros_at(Tick(frame)));
        }
    }
}
