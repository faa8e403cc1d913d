//! Parses an embeddable figure from element attributes or a URL: which match it plays, in which
//! panes and with which controls. Read when a figure is created.
//!
//! | name | value |
//! |---|---|
//! | `scenario` | the key of a scenario; required |
//! | `at` | the frame at which it is paused; without it the figure plays |
//! | `scheme` | the key of a preset for the first column, instead of the scenario's own netcode |
//! | `compare` | the key of a preset for a second column |
//! | `controls` | those below, separated by spaces, up to [`FIGURE_CONTROLS_MAX`] |
//! | `panes` | any of `you`, `server`, `other`, always shown in this order; all by default |
//! | `fly` | `ship`: the reader flies the first ship; `gun`: chooses when its gun fires |
//! | `theme` | `dark`, `light`, or `auto`: what the reader prefers; dark by default |
//! | `unknown` | names in a URL other than these: each is an error |
//!
//! | control | moves |
//! |---|---|
//! | `round-trip` | your round trip |
//! | `jitter`, `loss` | of your snapshots |
//! | the key of a numeric setting, such as `interp` | that of the first column |
//! | the same prefixed with `b.` | that of the second column |
//! | `scheme`, `compare` | the preset of the first column, or of the second |

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec::Vec,
};

use lab::{
    lesson_control::LessonSlider, limits::LAB_COLUMNS_MAX, pane::Pane, scenario::Scenario,
    setup::Setup,
};
use shared::netcode::{
    preset::Preset,
    setting::{Setting, Unit},
    values::Netcode,
};

use crate::figure_error::{FigureError, FigureErrors, Word};

/// Controls of a figure embedded in another page.
pub const FIGURE_CONTROLS_MAX: usize = 4;

/// A figure as its page describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureSpec {
    pub scenario: Scenario,
    /// The frame at which it is paused; `None` plays.
    pub at: Option<u32>,
    /// Replaces the scenario's netcode in the first column.
    pub scheme: Option<Preset>,
    /// Adds a second column.
    pub compare: Option<Preset>,
    /// In order; up to [`FIGURE_CONTROLS_MAX`].
    pub controls: Vec<FigureControl>,
    pub panes: Vec<Pane>,
    /// What the reader can do in the match; `None` only watches.
    pub fly: Option<FigureFlight>,
    pub theme: FigureTheme,
}

/// What a reader can do in a figure's match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureFlight {
    /// Fly the first ship.
    Ship,
    /// Choose when the first ship's scripted gun fires.
    Gun,
}

/// Which pages a figure suits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FigureTheme {
    #[default]
    Dark,
    Light,
    /// As the reader prefers.
    Auto,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureControl {
    /// A numeric setting.
    Slider(LessonSlider),
    /// The preset of a column.
    Preset { column: u8 },
}

impl FigureControl {
    /// Its name, without the column.
    const fn name(&self) -> &'static str {
        match self {
            Self::Slider(LessonSlider::RoundTrip) => "round-trip",
            Self::Slider(LessonSlider::Jitter) => "jitter",
            Self::Slider(LessonSlider::Loss) => "loss",
            Self::Slider(LessonSlider::Setting { setting, .. }) => setting.spec().key,
            Self::Preset { column: 0 } => "scheme",
            Self::Preset { .. } => "compare",
        }
    }

    /// The column that it affects; the first if it affects all.
    const fn column(&self) -> u8 {
        match self {
            Self::Slider(LessonSlider::RoundTrip | LessonSlider::Jitter | LessonSlider::Loss) => 0,
            Self::Slider(LessonSlider::Setting { column, .. }) | Self::Preset { column } => *column,
        }
    }

    /// Its key in attributes and in events to the page.
    #[must_use]
    pub fn key(&self) -> String {
        let of_second = matches!(self, Self::Slider(LessonSlider::Setting { column: 1, .. }));
        [if of_second { "b." } else { "" }, self.name()].concat()
    }

    /// Its initial value in a match; `None` if it is not numeric, or the match lacks the column.
    #[must_use]
    pub fn number_in(&self, setup: &Setup) -> Option<u32> {
        match self {
            Self::Slider(slider) => slider.value_in(setup),
            Self::Preset { .. } => None,
        }
    }
}

/// Controls that are not settings.
pub(crate) const CONTROLS: [&str; 5] = ["round-trip", "jitter", "loss", "scheme", "compare"];
/// Longest interpolation delay that a figure offers, in ms.
const INTERPOLATION_MAX_MS: u32 = 400;
/// Accumulates errors while parsing.
#[derive(Default)]
struct Reader {
    errors: Vec<FigureError>,
}

impl Reader {
    /// Unwraps a result, or records its error.
    fn keep<T>(&mut self, read: Result<T, FigureError>) -> Option<T> {
        read.map_err(|error| self.errors.push(error)).ok()
    }

    /// Parses every item of a list, and records the errors.
    fn list<T>(
        &mut self,
        list: Option<String>,
        read: impl Fn(&str) -> Result<T, FigureError>,
    ) -> Vec<T> {
        let list = list.unwrap_or_default();
        names(&list).filter_map(|name| self.keep(read(name))).collect()
    }
}

/// The names of [`Pane::ALL`].
pub(crate) const PANE_NAMES: [&str; Pane::ALL.len()] = ["you", "server", "other"];

pub(crate) const FLIGHTS: [(&str, FigureFlight); 2] =
    [("ship", FigureFlight::Ship), ("gun", FigureFlight::Gun)];

pub(crate) const THEMES: [(&str, FigureTheme); 3] =
    [("dark", FigureTheme::Dark), ("light", FigureTheme::Light), ("auto", FigureTheme::Auto)];

fn named_panes() -> impl Iterator<Item = (&'static str, Pane)> {
    PANE_NAMES.into_iter().zip(Pane::ALL)
}

impl FigureSpec {
    /// The attribute names.
    pub const NAMES: [&str; 8] =
        ["scenario", "at", "scheme", "compare", "controls", "panes", "fly", "theme"];
    /// The attribute that lists unrecognised names; a URL may contain any.
    pub const UNKNOWN: &str = "unknown";

    /// Parses a figure; `value_of` looks up an attribute. The value of [`Self::UNKNOWN`] lists
    /// unrecognised names.
    ///
    /// # Errors
    /// Every error found.
    pub fn read(value_of: impl Fn(&str) -> Option<String>) -> Result<Self, FigureErrors> {
        let value = |name| value_of(name).filter(|value| !value.trim().is_empty());
        let mut reader = Reader::default();
        reader.list(value(Self::UNKNOWN), |name| Err::<(), _>(unknown(Word::Attribute, name)));
        let scenario = value("scenario").ok_or(FigureError::NoScenario);
        let scenario = reader.keep(scenario.and_then(|key| scenario_of(&key)));
        let at = value("at").and_then(|at| reader.keep(frame(&at)));
        let [scheme, compare] = ["scheme", "compare"]
            .map(|name| value(name).and_then(|key| reader.keep(preset(key.trim()))));
        let controls = reader.list(value("controls"), control);
        if controls.len() > FIGURE_CONTROLS_MAX {
            reader.errors.push(FigureError::TooManyControls { n: controls.len() });
        }
        let asked = reader.list(value("panes"), pane);
        let shown = |pane: &Pane| asked.is_empty() || asked.contains(pane);
        let panes = Pane::ALL.into_iter().filter(shown).collect();
        let fly = value("fly").and_then(|name| {
            reader.keep(named(&FLIGHTS, name.trim()).ok_or_else(|| unknown(Word::Flight, &name)))
        });
        let theme = value("theme").and_then(|name| {
            reader.keep(named(&THEMES, name.trim()).ok_or_else(|| unknown(Word::Theme, &name)))
        });
        let theme = theme.unwrap_or_default();
        let Some(scenario) = scenario else { return Err(FigureErrors(reader.errors)) };
        let spec = Self { scenario, at, scheme, compare, controls, panes, fly, theme };
        // An invalid `compare` still counts as a second column, so that its controls are not errors
        // too.
        let n_columns = match value("compare") {
            Some(_) => LAB_COLUMNS_MAX,
            None => spec.setup().columns.len(),
        };
        let beyond = |control: &&FigureControl| usize::from(control.column()) >= n_columns;
        let lacking = spec.controls.iter().filter(beyond);
        let lacking = lacking.map(|one| FigureError::NoSecondColumn { control: one.key() });
        reader.errors.extend(lacking);
        if fly == Some(FigureFlight::Gun) && spec.setup().with_shot_at(0).is_none() {
            reader.errors.push(FigureError::NoGun { scenario: scenario.key() });
        }
        if reader.errors.is_empty() { Ok(spec) } else { Err(FigureErrors(reader.errors)) }
    }

    /// Describes a scenario under the given column netcodes, as far as presets can express them; it
    /// plays from the beginning, or is paused at a frame.
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
            fly: None,
            theme: FigureTheme::default(),
        }
    }

    /// As attribute names and values.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let listed = |names: Vec<String>| Some(names.join(" ")).filter(|list| !list.is_empty());
        let key = |preset: Option<Preset>| preset.map(|preset| preset.key().to_owned());
        let shown = named_panes().filter(|(_, pane)| self.panes.contains(pane));
        let shown: Vec<String> = shown.map(|(name, _)| name.to_owned()).collect();
        let all_are_shown = shown.len() == Pane::ALL.len();
        let theme = THEMES.into_iter().find(|(_, theme)| *theme == self.theme);
        let fly = FLIGHTS.into_iter().find(|(_, fly)| Some(*fly) == self.fly);
        let is_other = self.theme != FigureTheme::default();
        let values = [
            Some(self.scenario.key().to_owned()),
            self.at.map(|at| at.to_string()),
            key(self.scheme),
            key(self.compare),
            listed(self.controls.iter().map(FigureControl::key).collect()),
            listed(shown).filter(|_| !all_are_shown),
            fly.map(|(name, _)| name.to_owned()),
            theme.filter(|_| is_other).map(|(name, _)| name.to_owned()),
        ];
        let pairs = Self::NAMES.into_iter().zip(values);
        pairs.filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The initial setup of its match.
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

/// Splits at spaces or commas.
fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',']).filter(|name| !name.is_empty())
}

fn frame(given: &str) -> Result<u32, FigureError> {
    given.trim().parse().map_err(|_| FigureError::NoFrame { given: given.to_owned() })
}

fn unknown(word: Word, given: &str) -> FigureError {
    FigureError::Unknown { word, given: given.to_owned() }
}

fn scenario_of(key: &str) -> Result<Scenario, FigureError> {
    Scenario::of_key(key).ok_or_else(|| unknown(Word::Scenario, key))
}

fn preset(key: &str) -> Result<Preset, FigureError> {
    Preset::of_key(key).ok_or_else(|| unknown(Word::Scheme, key))
}

fn pane(name: &str) -> Result<Pane, FigureError> {
    let found = named_panes().find(|(known, _)| *known == name).map(|(_, pane)| pane);
    found.ok_or_else(|| unknown(Word::Pane, name))
}

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Option<T> {
    all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

pub(crate) fn is_number(setting: &Setting) -> bool {
    !matches!(setting.spec().unit, Unit::Choice(_))
}

fn control(name: &str) -> Result<FigureControl, FigureError> {
    let (column, key) = match name.split_once('.') {
        Some(("b", key)) => (1, key),
        _ => (0, name),
    };
    match name {
        "round-trip" => return Ok(FigureControl::Slider(LessonSlider::RoundTrip)),
        "jitter" => return Ok(FigureControl::Slider(LessonSlider::Jitter)),
        "loss" => return Ok(FigureControl::Slider(LessonSlider::Loss)),
        "scheme" => return Ok(FigureControl::Preset { column: 0 }),
        "compare" => return Ok(FigureControl::Preset { column: 1 }),
        _ => {}
    }
    let setting = Setting::of_key(key).filter(is_number);
    let setting = setting.ok_or_else(|| unknown(Word::Control, name))?;
    let max = match setting {
        Setting::Interpolation => INTERPOLATION_MAX_MS,
        setting => setting.spec().max,
    };
    Ok(FigureControl::Slider(LessonSlider::Setting { column, setting, max }))
}

#[cfg(test)]
mod tests {
    use alloc::{format, vec};

    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<FigureSpec, FigureErrors> {
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
        let slider = LessonSlider::Setting { column: 1, setting, max: 400 };
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
            &[("scenario", "et-veto"), ("at", "155"), ("panes", "you other"), ("theme", "light")],
            &[("scenario", "et-veto"), ("theme", "auto")],
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
            // Settings that match no preset are left to the scenario.
            let mut settings = own.columns.clone();
            settings[0].player.interpolation_ms = 123;
            let figure = FigureSpec::of(scenario, &settings, 0);
            assert_eq!(figure.setup().columns[0], own.columns[0]);
        }
    }

    #[test]
    fn a_scenario_is_enough_and_the_words_of_each_kind_are_read() {
        let figure = read(&[("scenario", "et-veto"), ("panes", "")]).unwrap();
        assert_eq!((figure.panes.len(), figure.controls.len(), figure.at), (3, 0, None));
        assert_eq!(figure.setup(), Scenario::EtVeto.setup());
        for (name, word) in
            [("scheme", Word::Scheme), ("controls", Word::Control), ("panes", Word::Pane)]
        {
            for known in word.all() {
                let pairs = [("scenario", "figure-2"), ("compare", "source"), (name, known)];
                assert!(read(&pairs).is_ok(), "{word:?}: {known}");
            }
        }
        for key in Word::Scenario.all() {
            assert!(read(&[("scenario", key)]).is_ok(), "{key}");
        }
    }

    #[test]
    fn every_wrong_word_is_named_with_the_words_that_there_are() {
        let free = ("scenario", "free");
        let second = "needs a second column. The attribute “compare” adds one.";
        for (pairs, said) in [
            (vec![], &["The scenario is missing. Scenarios: ", "figure-2, "][..]),
            (vec![("scenario", "figure-9")], &["There is no scenario “figure-9”. Scenarios: "]),
            (vec![free, ("scheme", "x")], &["There is no scheme “x”. Schemes: et-260, "]),
            (vec![free, ("at", "soon")], &["“soon” is not a frame. Frames are whole numbers"]),
            (vec![free, ("at", "-1")], &["“-1” is not a frame. "]),
            (vec![free, ("fly", "both")], &["There is no flight “both”. Flights: ship, gun."]),
            (vec![free, ("fly", "gun")], &["“fly=gun” needs a scenario in which your ship fires"]),
            (
                vec![free, ("panes", "you third")],
                &["There is no pane “third”. Panes: you, server, other."],
            ),
            (
                vec![free, ("controls", "hits")],
                &[
                    "There is no control “hits”. Controls: round-trip, jitter, loss, scheme, ",
                    "interp",
                ],
            ),
            (
                vec![("scenario", "figure-2"), ("controls", "round-trip b.interp")],
                &["The control “b.interp” ", second, "Schemes: et-260, "],
            ),
            (
                vec![("scenario", "figure-2"), ("controls", "compare")],
                &["The control “compare” ", second],
            ),
            (
                vec![free, ("compare", "source"), ("controls", "d d d d d")],
                &["There are 5 controls. The limit is 4."],
            ),
            (
                vec![free, ("unknown", "control")],
                &["There is no attribute “control”. Attributes: scenario, at, "],
            ),
        ] {
            let errors = read(&pairs).unwrap_err();
            let text = errors.to_string();
            assert!(errors.0.len() == 1 && said.iter().all(|part| text.contains(part)), "{text}");
            assert!(text.ends_with('.') && !text.contains('\n'), "{text}");
        }
    }

    #[test]
    fn all_wrong_words_are_named_at_once_and_long_ones_in_part() {
        let long = "x".repeat(60_000);
        let pairs = [
            ("scenario", long.as_str()),
            ("at", "soon"),
            ("scheme", "constructor"),
            ("compare", "__proto__"),
            ("controls", "round-trip hits roundtrip"),
            ("panes", "third"),
            ("unknown", "a b"),
        ];
        let text = read(&pairs).unwrap_err().to_string();
        assert_eq!(text.lines().count(), 9, "{text}");
        let cut = format!("There is no scenario “{}…”. ", "x".repeat(40));
        assert!(text.contains(&cut) && text.len() < 4000, "{}: {text}", text.len());
        for word in ["soon", "constructor", "__proto__", "hits", "roundtrip", "third", "a", "b"] {
            assert!(text.contains(&format!("“{word}”")), "{word}: {text}");
        }
    }
}
