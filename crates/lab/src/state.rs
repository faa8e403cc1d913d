//! A match of the laboratory as it stands: one or two columns of the same match under different
//! netcodes, in step. Inputs go in before each frame; nothing else moves it.

use alloc::vec::Vec;
use core::{array, slice};

use serde::Serialize;
use shared::{
    base::{
        limits::LAB_COLUMNS_MAX,
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
    outcome::{ColumnOutcome, Outcome, judged},
    outcome_statement::OutcomeStatement,
    played::Played,
    run::Input,
    scenario::Scenario,
    setup::{FRAMES, Setup, Throw},
};

/// Frames that players have to get into the room, at most.
const JOIN_FRAMES_MAX: u32 = 900;
/// Frames in which clocks and estimates settle, before the ships are put into their places.
const SETTLE_FRAMES: u32 = 120;
/// Frames from then to the beginning: everybody's screen shows the places.
const PLACED_FRAMES: u32 = 150;

/// A match as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct LabState {
    scenario: Scenario,
    columns: Vec<Column>,
    throws: Vec<Throw>,
    /// Frames run since the beginning.
    frame: u32,
    loop_frames: u32,
    /// The time of frame 0.
    begun: Micros,
    /// What had come of each column when its netcode changed: decided under another one. No part
    /// of the match's state: it says only what is left out of what came.
    #[serde(skip)]
    decided_before: [Option<DecidedOutcome>; LAB_COLUMNS_MAX],
}

/// What had come of some columns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DecidedOutcome {
    value: f32,
    /// By which shot, in each of them.
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
                _ => Some(judged(column, player)?.record.shot),
            }
        };
        let shots = array::from_fn(|n| columns.get(n).and_then(shot));
        Self { value: outcome.value, shots }
    }
}

impl LabState {
    /// The beginning of a match: everybody is in, and in place.
    ///
    /// # Errors
    /// When a room cannot be made; not for a setup that was checked.
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
            decided_before: Default::default(),
        };
        let mut frames = 0;
        while frames < JOIN_FRAMES_MAX && !state.columns.iter().all(Column::joined) {
            frames += 1;
            state.idle(frames);
        }
        state.columns.iter_mut().for_each(Column::settle);
        state.idle(frames + SETTLE_FRAMES);
        for column in &mut state.columns {
            column.place(setup);
        }
        state.idle(frames + SETTLE_FRAMES + PLACED_FRAMES);
        state.columns.iter_mut().for_each(Column::begin_counts);
        state.begun = FRAMES.micros_at(Tick(frames + SETTLE_FRAMES + PLACED_FRAMES));
        Ok(state)
    }

    /// Something came from outside.
    pub fn handle_input(&mut self, input: &Input) {
        match input {
            Input::Fly { player, controls } => {
                for column in &mut self.columns {
                    column.fliers[usize::from(*player)].held = *controls;
                }
            }
            Input::Controller { player, controller } => {
                for column in &mut self.columns {
                    let flier = &mut column.fliers[usize::from(*player)];
                    flier.controller = controller.clone();
                    flier.held = Controls::default();
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
                    self.drop_columns_before(n);
                }
            }
            Input::Split { netcode } => {
                self.columns.truncate(LAB_COLUMNS_MAX - 1);
                let mut second = self.columns[0].clone();
                second.set_netcode(*netcode);
                self.columns.push(second);
                self.drop_columns_before(LAB_COLUMNS_MAX - 1);
            }
            Input::Merge => self.columns.truncate(1),
            Input::FullUpdate { player } => {
                for column in &mut self.columns {
                    column.harness.client_mut(usize::from(*player)).request_full_update();
                }
            }
        }
    }

    /// Gives up what a copy of it need not have; it is the same state.
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
            column.advance(until);
        }
        self.frame += 1;
    }

    /// Which scenario it is.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        self.scenario
    }

    /// What came of its scenario, once that can be said.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let (n, columns) = self.spoken_of(0);
        self.column_outcome(n, columns)
    }

    /// The same of each column by itself, or of all together, where the scenario holds two against
    /// each other. A column speaks only of what was decided under the netcode that it runs under.
    #[must_use]
    pub fn outcomes(&self) -> Vec<ColumnOutcome> {
        let Setup { columns: netcodes, players, .. } = self.scenario.setup();
        let promised = |column: &Column, netcode: &Netcode| {
            column.netcode() == *netcode
                && players.iter().enumerate().all(|(n, player)| column.is_set_like(n, player))
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

    /// Frames run since the beginning.
    #[must_use]
    pub fn frame(&self) -> u32 {
        self.frame
    }

    /// The time of a frame on the clock that all of a column share.
    #[must_use]
    pub fn time_of(&self, frame: u32) -> Micros {
        // Both are whole frames, so this is the moment of a whole frame.
        self.begun + FRAMES.micros_at(Tick(frame))
    }

    /// The columns, one or two.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// One number for the whole state: the same in every run of one build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    /// One number for what was told and drawn up to this frame: the same in every build that plays
    /// the match alike. An input counts from the next frame on.
    #[must_use]
    pub fn played_hash(&self) -> u64 {
        let mut all = Played::default();
        for column in &self.columns {
            all.add(&column.played);
        }
        all.hash()
    }

    fn reached(&self, columns: &[Column]) -> Option<Outcome> {
        self.scenario.reached(&CheckedColumns::at_frame(columns, self.frame))
    }

    /// What came of some columns, the first of which is the `n`th, by what they run under.
    fn column_outcome(&self, n: usize, columns: &[Column]) -> Option<Outcome> {
        let before = self.decided_before.get(n).copied().flatten();
        self.reached(columns)
            .filter(|came| before != Some(DecidedOutcome::of(came, columns, self.scenario)))
    }

    /// A column's netcode has changed: what had come of it, or of all together, is not of this one.
    fn drop_columns_before(&mut self, n: usize) {
        let (n, columns) = self.spoken_of(n);
        let decided = |came: Outcome| DecidedOutcome::of(&came, columns, self.scenario);
        self.decided_before[n] = self.reached(columns).map(decided);
    }

    /// The columns that are spoken of together where the `n`th one is, and the first of them.
    fn spoken_of(&self, n: usize) -> (usize, &[Column]) {
        let compares = self.scenario.setup().columns.len() > 1;
        if compares { (0, &self.columns) } else { (n, slice::from_ref(&self.columns[n])) }
    }

    fn idle(&mut self, frame: u32) {
        for column in &mut self.columns {
            column.idle(FRAMES.micros_at(Tick(frame)));
        }
    }
}
