//! Interactive controls in the text of a lesson, which do what the text asks the reader to do. Read
//! when a page shows a lesson, and when one of its sliders is moved.

use shared::{netcode::setting::Setting, wire::conditions::Conditions};

use super::{lesson::Lesson, run::Input, setup::Setup, state::LabState};

/// Longest round trip that a lesson offers, in ms.
const ROUND_TRIP_MAX_MS: u32 = 600;
/// Largest jitter that a figure offers, in ms, and largest loss, in percent.
const JITTER_MAX_MS: u32 = 100;
const LOSS_MAX_PERCENT: u32 = 10;
const PERMILLE_PER_PERCENT: u16 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonControl {
    /// Triggers an action.
    Button(LessonButton),
    /// Changes a number of the match.
    Slider(LessonSlider),
}

/// The action of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonButton {
    /// Take control of the first ship.
    Fly,
    /// Pause or resume.
    PlayOrPause,
    /// Advance by a frame.
    FrameOn,
    /// Maximise the other player's screen, or restore it.
    OtherScreen,
    /// Inspect the newest shot.
    NewestShot,
    /// Choose the schemes of the columns.
    Schemes,
    /// Choose the connections.
    Network,
}

/// What a slider changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonSlider {
    /// The first player's round trip, in ms.
    RoundTrip,
    /// The jitter of the first player's snapshots, in ms.
    Jitter,
    /// The loss of the first player's snapshots, in percent.
    Loss,
    /// A column's setting, from 0 to a maximum.
    Setting { column: u8, setting: Setting, max: u32 },
}

use LessonButton::{Fly, FrameOn, Network, NewestShot, OtherScreen, PlayOrPause, Schemes};
use LessonControl::{Button, Slider};

const LATENCY: [LessonControl; 2] = [Button(Fly), Slider(LessonSlider::RoundTrip)];
const ZONES: [LessonControl; 2] = [Button(PlayOrPause), Slider(LessonSlider::RoundTrip)];
const PREDICTION: [LessonControl; 2] = [Button(Fly), Slider(LessonSlider::RoundTrip)];
const INTERPOLATION: [LessonControl; 1] =
    [Slider(LessonSlider::Setting { column: 1, setting: Setting::Interpolation, max: 400 })];
const LATE_LASER: [LessonControl; 1] = [Slider(LessonSlider::RoundTrip)];
const CONVERGENCE: [LessonControl; 2] = [Button(OtherScreen), Button(NewestShot)];
const REWINDING: [LessonControl; 2] = [
    Slider(LessonSlider::Setting { column: 0, setting: Setting::RewindBound, max: 1000 }),
    Button(NewestShot),
];
const COVER: [LessonControl; 2] = [Button(OtherScreen), Button(NewestShot)];
const AGREE_LATER: [LessonControl; 2] = [Button(PlayOrPause), Button(FrameOn)];
const CHOOSE: [LessonControl; 3] =
    [Button(Schemes), Button(Network), Slider(LessonSlider::RoundTrip)];

/// The controls of a lesson, in order.
#[must_use]
pub const fn controls_of(lesson: Lesson) -> &'static [LessonControl] {
    match lesson {
        Lesson::Latency => &LATENCY,
        Lesson::Zones => &ZONES,
        Lesson::Prediction => &PREDICTION,
        Lesson::Interpolation => &INTERPOLATION,
        Lesson::LateLaser => &LATE_LASER,
        Lesson::Convergence => &CONVERGENCE,
        Lesson::Rewinding => &REWINDING,
        Lesson::Cover => &COVER,
        Lesson::AgreeLater => &AGREE_LATER,
        Lesson::Choose => &CHOOSE,
    }
}

impl LessonSlider {
    /// The slider's minimum.
    #[must_use]
    pub const fn min(self) -> u32 {
        match self {
            Self::RoundTrip | Self::Jitter | Self::Loss => 0,
            Self::Setting { setting, .. } => setting.spec().min,
        }
    }

    /// The slider's maximum.
    #[must_use]
    pub const fn max(self) -> u32 {
        match self {
            Self::RoundTrip => ROUND_TRIP_MAX_MS,
            Self::Jitter => JITTER_MAX_MS,
            Self::Loss => LOSS_MAX_PERCENT,
            Self::Setting { max, .. } => max,
        }
    }

    /// The current value; `None` if the match lacks the column.
    #[must_use]
    pub fn value(self, state: &LabState) -> Option<u32> {
        match self {
            Self::RoundTrip | Self::Jitter | Self::Loss => {
                self.value_of(state.columns().first()?.harness().conditions(0))
            }
            Self::Setting { column, setting, .. } => {
                Some(state.columns().get(usize::from(column))?.netcode().get(setting))
            }
        }
    }

    /// The initial value of a match; `None` if it lacks the column.
    #[must_use]
    pub fn value_in(self, setup: &Setup) -> Option<u32> {
        match self {
            Self::RoundTrip | Self::Jitter | Self::Loss => {
                self.value_of(setup.players[0].conditions)
            }
            Self::Setting { column, setting, .. } => {
                Some(setup.columns.get(usize::from(column))?.get(setting))
            }
        }
    }

    /// Sets the initial value of a match; no effect if it lacks the column or the value is out of
    /// range.
    pub fn set_in(self, setup: &mut Setup, value: u32) {
        match self {
            Self::RoundTrip | Self::Jitter | Self::Loss => {
                let conditions = &mut setup.players[0].conditions;
                *conditions = self.set_conditions(*conditions, value);
            }
            Self::Setting { column, setting, .. } => {
                if let Some(netcode) = setup.columns.get_mut(usize::from(column)) {
                    let mut changed = *netcode;
                    if changed.set(setting, value).is_ok() {
                        *netcode = changed;
                    }
                }
            }
        }
    }

    /// The input that sets this value in a match; `None` if it lacks the column or the value is out
    /// of range.
    #[must_use]
    pub fn input(self, state: &LabState, value: u32) -> Option<Input> {
        match self {
            Self::RoundTrip | Self::Jitter | Self::Loss => {
                let conditions = state.columns().first()?.harness().conditions(0);
                let conditions = self.set_conditions(conditions, value);
                Some(Input::Conditions { player: 0, conditions })
            }
            Self::Setting { column, setting, .. } => {
                let mut netcode = state.columns().get(usize::from(column))?.netcode();
                netcode.set(setting, value).ok()?;
                Some(Input::Netcode { column, netcode })
            }
        }
    }

    /// The value in a connection; `None` for a setting.
    fn value_of(self, conditions: Conditions) -> Option<u32> {
        match self {
            Self::RoundTrip => Some(round_trip_ms(conditions)),
            Self::Jitter => Some(conditions.down.jitter_ms.into()),
            Self::Loss => Some((conditions.down.loss_permille / PERMILLE_PER_PERCENT).into()),
            Self::Setting { .. } => None,
        }
    }

    /// A connection with another value.
    fn set_conditions(self, mut conditions: Conditions, value: u32) -> Conditions {
        let value = u16::try_from(value.min(self.max())).unwrap_or(u16::MAX);
        match self {
            Self::RoundTrip => return with_round_trip(conditions, value),
            Self::Jitter => conditions.down.jitter_ms = value,
            Self::Loss => conditions.down.loss_permille = value * PERMILLE_PER_PERCENT,
            Self::Setting { .. } => {}
        }
        conditions
    }
}

/// The base round trip of a connection, in ms, without jitter or queueing.
fn round_trip_ms(Conditions { up, down }: Conditions) -> u32 {
    u32::from(up.latency_ms) + u32::from(down.latency_ms)
}

/// A connection with another round trip, in ms, split evenly between the two ways.
fn with_round_trip(mut conditions: Conditions, ms: u16) -> Conditions {
    conditions.up.latency_ms = ms / 2;
    conditions.down.latency_ms = ms - ms / 2;
    conditions
}
