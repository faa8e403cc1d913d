//! A figure that other pages embed: the names and values of its attributes, or of an address, go
//! in; which match it plays, in which panes and with which controls, comes out. Read when a figure
//! is made.
//!
//! | name | value |
//! |---|---|
//! | `scenario` | the key of a scenario, which it must have |
//! | `at` | the frame at which it stands; without it the figure plays |
//! | `scheme` | the key of a preset for the first column, instead of the scenario's own netcode |
//! | `compare` | the key of a preset for a second column |
//! | `controls` | those below, with spaces between them, at most [`FIGURE_CONTROLS_MAX`] |
//! | `panes` | `you`, `server`, `other`: those shown, in this order always; without it all |
//!
//! | control | moves |
//! |---|---|
//! | `round-trip` | your round trip |
//! | the key of a setting that is a number, as `interp` | that of the first column |
//! | the same with `b.` before it | that of the second column |
//! | `scheme`, `compare` | the preset of the first column, or of the second |

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec::Vec,
};

use super::{lesson_control::LessonSlider, pane::Pane, scenario::Scenario, setup::Setup};
use crate::{
    base::limits::{FIGURE_CONTROLS_MAX, LAB_COLUMNS_MAX},
    netcode::{
        preset::Preset,
        setting::{Setting, Unit},
        values::Netcode,
    },
};

/// A figure, as its page describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureSpec {
    pub scenario: Scenario,
    /// The frame at which it stands; none: it plays.
    pub at: Option<u32>,
    /// Instead of the scenario's own, for the first column.
    pub scheme: Option<Preset>,
    /// For a second column.
    pub compare: Option<Preset>,
    /// In their order, at most [`FIGURE_CONTROLS_MAX`].
    pub controls: Vec<FigureControl>,
    /// Those that are shown.
    pub panes: Vec<Pane>,
}

/// A control of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureControl {
    /// A number.
    Slider(LessonSlider),
    /// Which preset a column runs under.
    Preset { column: u8 },
}

impl FigureControl {
    /// Its name, whichever column it is for.
    const fn name(&self) -> &'static str {
        match self {
            Self::Slider(LessonSlider::RoundTrip) => "round-trip",
            Self::Slider(LessonSlider::Setting { setting, .. }) => setting.spec().key,
            Self::Preset { column: 0 } => "scheme",
            Self::Preset { .. } => "compare",
        }
    }

    /// The column that it is for; the first where it is for all.
    const fn column(&self) -> u8 {
        match self {
            Self::Slider(LessonSlider::RoundTrip) => 0,
            Self::Slider(LessonSlider::Setting { column, .. }) | Self::Preset { column } => *column,
        }
    }

    /// What asks for it, and by which a page hears of it.
    #[must_use]
    pub fn key(&self) -> String {
        let of_second = matches!(self, Self::Slider(LessonSlider::Setting { column: 1, .. }));
        [if of_second { "b." } else { "" }, self.name()].concat()
    }

    /// The number at which a match begins by it; none where it chooses no number, or the match has
    /// no such column.
    #[must_use]
    pub fn number_in(&self, setup: &Setup) -> Option<u32> {
        match self {
            Self::Slider(slider) => slider.value_in(setup),
            Self::Preset { .. } => None,
        }
    }
}

/// Why there is no such figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FigureError {
    /// Which scenario is not said.
    #[error("it names no scenario")]
    NoScenario,
    /// A name stands for nothing.
    #[error("there is no {what} “{given}”")]
    Unknown {
        /// What it should stand for.
        what: &'static str,
        /// What was given.
        given: String,
    },
    /// The moment is no number of a frame.
    #[error("“{given}” is no frame")]
    NoFrame { given: String },
    /// A control is for a second column, and there is none.
    #[error("“{control}” is for a second column, and it has none: compare it with a scheme")]
    NoSecondColumn { control: String },
    /// There are more controls than a figure holds.
    #[error("it has {n} controls, and {max} is the most", max = FIGURE_CONTROLS_MAX)]
    TooManyControls { n: usize },
}

/// The names of [`Pane::ALL`].
const PANE_NAMES: [&str; Pane::ALL.len()] = ["you", "server", "other"];

/// The panes with their names.
fn named_panes() -> impl Iterator<Item = (&'static str, Pane)> {
    PANE_NAMES.into_iter().zip(Pane::ALL)
}

impl FigureSpec {
    /// The names of what is read.
    pub const NAMES: [&str; 6] = ["scenario", "at", "scheme", "compare", "controls", "panes"];

    /// Reads them; `value_of` says the value of a name, if there is one.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn read(value_of: impl Fn(&str) -> Option<String>) -> Result<Self, FigureError> {
        let value = |name| value_of(name).filter(|value| !value.trim().is_empty());
        let scenario = value("scenario").ok_or(FigureError::NoScenario)?;
        let at = value("at").map(|at| frame(&at)).transpose()?;
        let preset = |name: &'static str| value(name).map(|key| preset(&key)).transpose();
        let controls = value("controls").unwrap_or_default();
        let controls: Vec<FigureControl> =
            names(&controls).map(control).collect::<Result<_, _>>()?;
        if controls.len() > FIGURE_CONTROLS_MAX {
            return Err(FigureError::TooManyControls { n: controls.len() });
        }
        let asked = value("panes").unwrap_or_default();
        let asked: Vec<Pane> = names(&asked).map(pane).collect::<Result<_, _>>()?;
        let shown = |pane: &Pane| asked.is_empty() || asked.contains(pane);
        let scenario = Scenario::of_key(&scenario)
            .ok_or(FigureError::Unknown { what: "scenario", given: scenario })?;
        let spec = Self {
            scenario,
            at,
            scheme: preset("scheme")?,
            compare: preset("compare")?,
            controls,
            panes: Pane::ALL.into_iter().filter(shown).collect(),
        };
        let n_columns = spec.setup().columns.len();
        match spec.controls.iter().find(|control| usize::from(control.column()) >= n_columns) {
            Some(control) => Err(FigureError::NoSecondColumn { control: control.key() }),
            None => Ok(spec),
        }
    }

    /// The figure of a scenario in columns under these netcodes, as far as presets say them: it
    /// plays from the beginning, or stands at a frame.
    #[must_use]
    pub fn of(scenario: Scenario, columns: &[Netcode], frame: u32) -> Self {
        let own = scenario.setup();
        let preset = |column: usize| {
            let netcode = columns.get(column)?;
            let differs = own.columns.get(column) != Some(netcode);
            Preset::of(netcode).filter(|_| differs)
        };
        Self {
            scenario,
            at: (frame > 0).then_some(frame),
            scheme: preset(0),
            compare: preset(1),
            controls: Vec::new(),
            panes: Pane::ALL.to_vec(),
        }
    }

    /// The names and values that say it.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let listed = |names: Vec<String>| Some(names.join(" ")).filter(|list| !list.is_empty());
        let key = |preset: Option<Preset>| preset.map(|preset| preset.key().to_owned());
        let shown = named_panes().filter(|(_, pane)| self.panes.contains(pane));
        let shown: Vec<String> = shown.map(|(name, _)| name.to_owned()).collect();
        let all_are_shown = shown.len() == Pane::ALL.len();
        let values = [
            Some(self.scenario.key().to_owned()),
            self.at.map(|at| at.to_string()),
            key(self.scheme),
            key(self.compare),
            listed(self.controls.iter().map(FigureControl::key).collect()),
            listed(shown).filter(|_| !all_are_shown),
        ];
        let pairs = Self::NAMES.into_iter().zip(values);
        pairs.filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// What its match begins with.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = self.scenario.setup();
        if let (Some(scheme), Some(first)) = (self.scheme, setup.columns.first_mut()) {
            *first = scheme.netcode();
        }
        if let Some(compare) = self.compare {
            setup.columns.truncate(LAB_COLUMNS_MAX - 1);
            setup.columns.push(compare.netcode());
        }
        setup
    }
}

/// Names with spaces or commas between them.
fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',']).filter(|name| !name.is_empty())
}

fn frame(given: &str) -> Result<u32, FigureError> {
    given.trim().parse().map_err(|_| FigureError::NoFrame { given: given.to_owned() })
}

fn preset(key: &str) -> Result<Preset, FigureError> {
    let found = Preset::ALL.into_iter().find(|preset| preset.key() == key);
    found.ok_or_else(|| FigureError::Unknown { what: "scheme", given: key.to_owned() })
}

fn pane(name: &str) -> Result<Pane, FigureError> {
    let found = named_panes().find(|(known, _)| *known == name).map(|(_, pane)| pane);
    found.ok_or_else(|| FigureError::Unknown { what: "pane", given: name.to_owned() })
}

fn control(name: &str) -> Result<FigureControl, FigureError> {
    let (column, key) = match name.split_once('.') {
        Some(("b", key)) => (1, key),
        _ => (0, name),
    };
    match name {
        "round-trip" => return Ok(FigureControl::Slider(LessonSlider::RoundTrip)),
        "scheme" => return Ok(FigureControl::Preset { column: 0 }),
        "compare" => return Ok(FigureControl::Preset { column: 1 }),
        _ => {}
    }
    let is_number = |setting: &Setting| !matches!(setting.spec().unit, Unit::Choice(_));
    let setting = Setting::of_key(key)
        .filter(is_number)
        .ok_or_else(|| FigureError::Unknown { what: "control", given: name.to_owned() })?;
    let max = setting.spec().max;
    Ok(FigureControl::Slider(LessonSlider::Setting { column, setting, max }))
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<FigureSpec, FigureError> {
        let value = |name: &str| pairs.iter().find(|(key, _)| *key == name);
        FigureSpec::read(|name| value(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn a_figure_is_what_its_attributes_say() {
        let figure = read(&[
            ("scenario", "figure-2"),
            ("at", " 150 "),
            ("scheme", "nothing"),
            ("compare", "lagrange"),
            ("controls", "round-trip b.interp, compare"),
            ("panes", "other you"),
        ])
        .unwrap();
        assert_eq!((figure.scenario, figure.at), (Scenario::LateMiss, Some(150)));
        assert_eq!(figure.panes, [Pane::Player(0), Pane::Player(1)]);
        let setting = Setting::Interpolation;
        let slider = LessonSlider::Setting { column: 1, setting, max: setting.spec().max };
        let [first, second, third] = figure.controls[..] else { panic!("{figure:?}") };
        assert_eq!(first, FigureControl::Slider(LessonSlider::RoundTrip));
        assert_eq!(second, FigureControl::Slider(slider));
        assert_eq!(third, FigureControl::Preset { column: 1 });
        let columns = figure.setup().columns;
        assert_eq!(columns, [Preset::Nothing.netcode(), Preset::Lagrange.netcode()]);
        figure.setup().check().unwrap();
    }

    #[test]
    fn what_a_figure_says_of_itself_is_read_as_the_same_figure() {
        for pairs in [
            &[("scenario", "figure-2")][..],
            &[("scenario", "et-veto"), ("at", "155"), ("panes", "you other")],
            &[
                ("scenario", "figure-2"),
                ("scheme", "nothing"),
                ("compare", "lagrange"),
                ("controls", "round-trip interp b.interp compare"),
                ("panes", "server"),
            ],
        ] {
            let figure = read(pairs).unwrap();
            let said = figure.pairs();
            let said: Vec<(&str, &str)> =
                said.iter().map(|(name, value)| (*name, value.as_str())).collect();
            assert_eq!(said, pairs);
        }
    }

    #[test]
    fn every_scenario_under_presets_is_a_figure() {
        for scenario in Scenario::ALL.into_iter().filter(|one| *one != Scenario::Free) {
            let own = scenario.setup();
            let figure = FigureSpec::of(scenario, &own.columns, 0);
            assert_eq!((figure.scheme, figure.compare, figure.at), (None, None, None));
            assert_eq!(figure.setup().columns, own.columns, "{}", scenario.key());
            let changed = vec![Preset::Source.netcode(), Preset::Targeting.netcode()];
            let figure = FigureSpec::of(scenario, &changed, 7);
            assert_eq!((figure.setup().columns, figure.at), (changed, Some(7)));
            // Settings that are no preset's are left to the scenario.
            let mut settings = own.columns.clone();
            settings[0].player.interpolation_ms = 123;
            let figure = FigureSpec::of(scenario, &settings, 0);
            assert_eq!(figure.setup().columns[0], own.columns[0]);
        }
    }

    #[test]
    fn a_scenario_is_enough_and_what_is_unknown_is_refused_by_its_name() {
        let figure = read(&[("scenario", "et-veto"), ("panes", "")]).unwrap();
        assert_eq!((figure.panes.len(), figure.controls.len(), figure.at), (3, 0, None));
        assert_eq!(figure.setup(), Scenario::EtVeto.setup());
        for (pairs, said) in [
            (vec![], "it names no scenario"),
            (vec![("scenario", "figure-9")], "there is no scenario “figure-9”"),
            (vec![("scenario", "free"), ("scheme", "x")], "there is no scheme “x”"),
            (vec![("scenario", "free"), ("at", "soon")], "“soon” is no frame"),
            (vec![("scenario", "free"), ("at", "-1")], "“-1” is no frame"),
            (vec![("scenario", "free"), ("panes", "you third")], "there is no pane “third”"),
            (vec![("scenario", "free"), ("controls", "hits")], "there is no control “hits”"),
            (
                vec![("scenario", "figure-2"), ("controls", "round-trip b.interp")],
                "“b.interp” is for a second column, and it has none: compare it with a scheme",
            ),
            (
                vec![("scenario", "figure-2"), ("controls", "compare")],
                "“compare” is for a second column, and it has none: compare it with a scheme",
            ),
            (
                vec![("scenario", "free"), ("controls", "compare compare compare compare compare")],
                "it has 5 controls, and 4 is the most",
            ),
        ] {
            assert_eq!(read(&pairs).unwrap_err().to_string(), said);
        }
    }
}
