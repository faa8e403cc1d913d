//! The player's own key bindings, by place. A key that the player bound is turned into the key that
//! has its control by default, so that the keymaps know no bindings. Runs on every key.
//!
//! Without a binding the rules of the page hold: flight keys by place, commands by letter, or by
//! place on keyboards without Latin letters. A binding is a place, whatever is on it. The default
//! key of a bound control does nothing, unless another control is bound to it.

use std::str::FromStr;

use web_ui::{
    input::{
        commands::{Flight, asked, key_for},
        held::FlightKey,
    },
    shell::{
        keyboard::{Focus, Key},
        layout::{self, Layout, place, places},
    },
};

/// A control that can be bound to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyControl {
    Up,
    Left,
    Down,
    Right,
    /// Turns the aim anticlockwise.
    TurnLeft,
    /// Turns the aim clockwise.
    TurnRight,
    Laser,
    Beam,
    Scores,
    /// The next round at once.
    Rematch,
    /// The newest shot: see it again, and why.
    Shot,
    SeeLag,
    Ghosts,
    Netcode,
    Link,
    NetGraph,
    Sound,
    FullUpdate,
    Help,
}

/// What a control is by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefaultKey {
    /// A key at a place.
    Flight(FlightKey, &'static str),
    /// A command, by its character.
    Command(char),
    /// Tab.
    Tab,
}

const N_CONTROLS: usize = KeyControl::ALL.len();

impl KeyControl {
    /// All of them, in the order of the settings.
    pub const ALL: [Self; 19] = [
        Self::Up,
        Self::Left,
        Self::Down,
        Self::Right,
        Self::TurnLeft,
        Self::TurnRight,
        Self::Laser,
        Self::Beam,
        Self::Scores,
        Self::Rematch,
        Self::Shot,
        Self::SeeLag,
        Self::Ghosts,
        Self::Netcode,
        Self::Link,
        Self::NetGraph,
        Self::Sound,
        Self::FullUpdate,
        Self::Help,
    ];

    /// Its name in storage and on the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Left => "left",
            Self::Down => "down",
            Self::Right => "right",
            Self::TurnLeft => "turn-left",
            Self::TurnRight => "turn-right",
            Self::Laser => "laser",
            Self::Beam => "beam",
            Self::Scores => "scores",
            Self::Rematch => "rematch",
            Self::Shot => "shot",
            Self::SeeLag => "see-lag",
            Self::Ghosts => "ghosts",
            Self::Netcode => "netcode",
            Self::Link => "link",
            Self::NetGraph => "net-graph",
            Self::Sound => "sound",
            Self::FullUpdate => "full-update",
            Self::Help => "help",
        }
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| control.key() == key)
    }

    /// The control whose default key a label names, as in `web/index.html`: `W`, `F`, `Tab`.
    #[must_use]
    pub fn of_label(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| match control.default_key() {
            DefaultKey::Flight(_, code) => {
                code.strip_prefix("Key").unwrap_or(code) == label
                    || code.strip_suffix("Left") == Some(label)
            }
            DefaultKey::Command(sign) => sign.to_ascii_uppercase().to_string() == label,
            DefaultKey::Tab => label == "Tab",
        })
    }

    const fn default_key(self) -> DefaultKey {
        match self {
            Self::Up => DefaultKey::Flight(FlightKey::W, "KeyW"),
            Self::Left => DefaultKey::Flight(FlightKey::A, "KeyA"),
            Self::Down => DefaultKey::Flight(FlightKey::S, "KeyS"),
            Self::Right => DefaultKey::Flight(FlightKey::D, "KeyD"),
            Self::TurnLeft => DefaultKey::Flight(FlightKey::Q, "KeyQ"),
            Self::TurnRight => DefaultKey::Flight(FlightKey::E, "KeyE"),
            Self::Laser => DefaultKey::Flight(FlightKey::Space, "Space"),
            Self::Beam => DefaultKey::Flight(FlightKey::ShiftLeft, "ShiftLeft"),
            Self::Scores => DefaultKey::Tab,
            Self::Rematch => DefaultKey::Command('r'),
            Self::Shot => DefaultKey::Command('f'),
            Self::SeeLag => DefaultKey::Command('g'),
            Self::Ghosts => DefaultKey::Command('h'),
            Self::Netcode => DefaultKey::Command('p'),
            Self::Link => DefaultKey::Command('l'),
            Self::NetGraph => DefaultKey::Command('n'),
            Self::Sound => DefaultKey::Command('m'),
            Self::FullUpdate => DefaultKey::Command('u'),
            Self::Help => DefaultKey::Command('?'),
        }
    }

    /// The control of a key by the rules of the page.
    fn by_default(key: &Key) -> Option<Self> {
        let of_sign = |sign: char| {
            Self::ALL.into_iter().find(|one| one.default_key() == DefaultKey::Command(sign))
        };
        let of_flight = |flight: FlightKey| {
            let both = if flight == FlightKey::ShiftRight { FlightKey::ShiftLeft } else { flight };
            let has =
                |one: &Self| matches!(one.default_key(), DefaultKey::Flight(f, _) if f == both);
            Self::ALL.into_iter().find(has)
        };
        match FlightKey::at(&key.code) {
            Some(flight) => of_flight(flight),
            None if key.code == "Tab" => Some(Self::Scores),
            None => asked(key, Flight::Flies, of_sign),
        }
    }

    /// Its place by the rules of the page; `None` if no key of the layout has it.
    fn default_place(self, layout: &Layout) -> Option<Place> {
        let code = match self.default_key() {
            DefaultKey::Flight(_, code) => code.into(),
            DefaultKey::Tab => "Tab".into(),
            DefaultKey::Command('?') => "Slash".into(),
            DefaultKey::Command(command) => {
                let is_command = |sign| Self::of_label(&sign_label(sign)).is_some();
                let sign = key_for(command, layout, Flight::Flies, is_command)?;
                layout::code(places().find(|place| layout.at(*place) == Some(sign))?)?
            }
        };
        Some(Place(code))
    }
}

fn sign_label(sign: char) -> String {
    sign.to_ascii_uppercase().to_string()
}

/// A place on the keyboard (`KeyboardEvent.code`) that may be bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(String);

/// Maximum length of a place, in bytes.
const PLACE_BYTES_MAX: usize = 20;
/// Places that mean the same in every program, or that the browser keeps.
const KEPT: [&str; 6] = ["Escape", "Enter", "NumpadEnter", "ContextMenu", "Power", "Unidentified"];
const KEPT_PREFIXES: [&str; 5] = ["Control", "Alt", "Meta", "OS", "Launch"];

/// Why a place cannot be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindingError {
    #[error("it names no control")]
    Control,
    #[error("it names no key")]
    Place,
    /// It has a fixed meaning: Enter, Escape, the digits of the presets, the browser's keys.
    #[error("this key cannot be bound")]
    Kept,
    #[error("two controls have the same key")]
    Twice,
}

impl Place {
    /// # Errors
    /// When no key has this code, or one with a fixed meaning.
    pub fn new(code: &str) -> Result<Self, BindingError> {
        let is_code = code.len() <= PLACE_BYTES_MAX
            && code.starts_with(|first: char| first.is_ascii_uppercase())
            && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_code {
            return Err(BindingError::Place);
        }
        let number = |prefix| code.strip_prefix(prefix).and_then(|n: &str| n.parse::<u8>().ok());
        let is_kept = KEPT.contains(&code)
            || KEPT_PREFIXES.iter().any(|prefix| code.starts_with(prefix))
            || number("Digit").is_some_and(|n| n > 0)
            || number("F").is_some();
        if is_kept { Err(BindingError::Kept) } else { Ok(Self(code.into())) }
    }

    /// What is on its key: its character on the layout, else the name of the place.
    #[must_use]
    pub fn label(&self, layout: &Layout) -> String {
        let sign = place(&self.0).and_then(|place| layout.at(place));
        match (sign, self.0.as_str()) {
            (Some(sign), _) => sign.to_uppercase().collect(),
            (None, "ArrowUp") => "↑".into(),
            (None, "ArrowLeft") => "←".into(),
            (None, "ArrowDown") => "↓".into(),
            (None, "ArrowRight") => "→".into(),
            (None, "ShiftLeft") => "Shift".into(),
            (None, code) => code.into(),
        }
    }
}

/// What became of another control when a key was bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Displaced {
    /// No other control had the key.
    None,
    /// This one had it, and got the key that was free in exchange.
    Swapped(KeyControl),
    /// It has another key of its own.
    Lost(KeyControl),
}

/// The place of each control that the player bound. No two are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyBindings([Option<Place>; N_CONTROLS]);

impl KeyBindings {
    fn bound(&self, control: KeyControl) -> Option<&Place> {
        self.0[control as usize].as_ref()
    }

    fn at(&self, code: &str) -> Option<KeyControl> {
        let has = |control: &KeyControl| self.bound(*control).is_some_and(|place| place.0 == code);
        KeyControl::ALL.into_iter().find(has)
    }

    /// The control of a key.
    fn control(&self, key: &Key) -> Option<KeyControl> {
        let by_default =
            || KeyControl::by_default(key).filter(|control| self.bound(*control).is_none());
        self.at(&key.code).or_else(by_default)
    }

    /// The place of a control; `None` if no key of the layout has it.
    fn place(&self, control: KeyControl, layout: &Layout) -> Option<Place> {
        self.bound(control).cloned().or_else(|| control.default_place(layout))
    }

    /// Binds a control to a key. If another control has it, the two swap.
    ///
    /// # Errors
    /// When the key has a fixed meaning; nothing is changed then.
    pub fn bind(&mut self, control: KeyControl, key: &Key) -> Result<Displaced, BindingError> {
        let to = Place::new(&key.code)?;
        let layout = &key.layout;
        let before = self.place(control, layout);
        let other = self.control(key).filter(|other| *other != control);
        // Another key of the same control, such as the right one of two, is no swap.
        let is_its_own = |other: KeyControl| self.place(other, layout).as_ref() == Some(&to);
        let displaced = match other {
            Some(other) if is_its_own(other) => Displaced::Swapped(other),
            Some(other) => Displaced::Lost(other),
            None => Displaced::None,
        };
        if let (Displaced::Swapped(other), Some(before)) = (&displaced, before) {
            self.0[*other as usize] = Some(before);
        }
        self.0[control as usize] = Some(to);
        Ok(displaced)
    }

    /// What is on the key of a control; empty if no key has it.
    #[must_use]
    pub fn label(&self, control: KeyControl, layout: &Layout) -> String {
        self.place(control, layout).map_or_else(String::new, |place| place.label(layout))
    }

    /// The label of a bound control for one that names its default key; `None` if that is not
    /// bound.
    #[must_use]
    pub fn relabel(&self, label: &str, layout: &Layout) -> Option<String> {
        let place = self.bound(KeyControl::of_label(label)?)?;
        Some(place.label(layout))
    }

    /// The key as the keymaps know it: that of the control bound to it, or one without a meaning if
    /// its own control is bound to another. A text field gets the key as it is.
    #[must_use]
    pub fn translated(&self, key: &Key) -> Key {
        if key.focus == Focus::Text || *self == Self::default() {
            return key.clone();
        }
        if let Some(control) = self.at(&key.code) {
            let (code, sign) = match control.default_key() {
                DefaultKey::Flight(_, code) => (code.into(), String::new()),
                DefaultKey::Tab => ("Tab".into(), "Tab".into()),
                DefaultKey::Command(sign) => (String::new(), sign.to_string()),
            };
            let is_tab = control == KeyControl::Scores;
            let focus = if is_tab { Focus::None } else { key.focus };
            return Key { code, key: sign, focus, layout: Layout::default(), ..key.clone() };
        }
        let is_moved = |control: KeyControl| self.bound(control).is_some();
        if KeyControl::by_default(key).is_some_and(is_moved) && key.code != "Tab" {
            return Key { code: String::new(), key: String::new(), ..key.clone() };
        }
        if key.code == "Tab" && is_moved(KeyControl::Scores) {
            // It moves the focus, as everywhere else.
            return Key { focus: Focus::Button, ..key.clone() };
        }
        key.clone()
    }

    /// The stored form: `up=KeyI,beam=KeyB`.
    #[must_use]
    pub fn text(&self) -> String {
        let bound = KeyControl::ALL.into_iter().filter_map(|control| {
            let Place(code) = self.bound(control)?;
            Some([control.key(), "=", code].concat())
        });
        bound.collect::<Vec<_>>().join(",")
    }
}

impl FromStr for KeyBindings {
    type Err = BindingError;

    fn from_str(text: &str) -> Result<Self, BindingError> {
        let mut bindings = Self::default();
        for binding in text.split(',').filter(|binding| !binding.is_empty()) {
            let (name, code) = binding.split_once('=').ok_or(BindingError::Place)?;
            let control = KeyControl::of_key(name).ok_or(BindingError::Control)?;
            let place = Place::new(code)?;
            if bindings.at(code).is_some() || bindings.bound(control).is_some() {
                return Err(BindingError::Twice);
            }
            bindings.0[control as usize] = Some(place);
        }
        Ok(bindings)
    }
}

#[cfg(test)]
mod tests {
    use web_ui::shell::keyboard::Stroke;

    use super::*;
    use crate::app::{action::Action, event::Event, keymap};

    /// What a key does in the game.
    fn does(bindings: &KeyBindings, code: &str, key: &str) -> Option<Event> {
        keymap::game(&bindings.translated(&Key::down(code, key)))
            .event
            .filter(|event| *event != Event::OtherKey)
    }

    fn flies(key: FlightKey) -> Option<Event> {
        Some(Event::Flight(key, Stroke::Down))
    }

    #[test]
    fn without_bindings_every_key_is_what_it_was() {
        let bindings = KeyBindings::default();
        for (code, key) in [("KeyW", "w"), ("KeyH", "р"), ("Tab", "Tab"), ("Digit3", "#")] {
            assert_eq!(bindings.translated(&Key::down(code, key)), Key::down(code, key));
        }
        assert_eq!(bindings.label(KeyControl::Shot, &Layout::default()), "F");
        assert_eq!(bindings.text(), "");
    }

    #[test]
    fn a_bound_place_decides_whatever_is_on_it() {
        let mut bindings = KeyBindings::default();
        bindings.bind(KeyControl::Ghosts, &Key::down("KeyJ", "j")).unwrap();
        bindings.bind(KeyControl::Up, &Key::down("Numpad8", "8")).unwrap();
        bindings.bind(KeyControl::Scores, &Key::down("Backquote", "`")).unwrap();
        for key in ["j", "о", "ㅓ", "Process"] {
            assert_eq!(does(&bindings, "KeyJ", key), Some(Event::Act(Action::Ghosts)), "{key}");
        }
        assert_eq!(does(&bindings, "Numpad8", "8"), flies(FlightKey::W));
        assert_eq!(does(&bindings, "Backquote", "`"), Some(Event::Scores(Stroke::Down)));
        for (code, key) in [("KeyH", "h"), ("KeyH", "р"), ("KeyW", "w"), ("Tab", "Tab")] {
            assert_eq!(does(&bindings, code, key), None, "{code} {key} means nothing any more");
        }
        assert_eq!(does(&bindings, "ArrowUp", "ArrowUp"), flies(FlightKey::Up), "arrows still fly");
        assert_eq!(does(&bindings, "KeyM", "m"), Some(Event::Act(Action::Sound)), "others stay");
        let typed = Key { focus: Focus::Text, ..Key::down("KeyJ", "j") };
        assert_eq!(bindings.translated(&typed), typed);
    }

    #[test]
    fn a_release_reaches_the_bound_control_only() {
        let mut bindings = KeyBindings::default();
        bindings.bind(KeyControl::Up, &Key::down("KeyI", "i")).unwrap();
        let up = |code: &str| {
            let key = Key { stroke: Stroke::Up, ..Key::down(code, "") };
            keymap::game(&bindings.translated(&key)).event
        };
        assert_eq!(up("KeyI"), Some(Event::Flight(FlightKey::W, Stroke::Up)));
        assert_eq!(up("KeyW"), None);
    }

    #[test]
    fn of_two_controls_for_one_key_the_keys_are_swapped() {
        let mut bindings = KeyBindings::default();
        let bound = bindings.bind(KeyControl::Ghosts, &Key::down("KeyM", "m"));
        assert_eq!(bound, Ok(Displaced::Swapped(KeyControl::Sound)));
        assert_eq!(does(&bindings, "KeyM", "m"), Some(Event::Act(Action::Ghosts)));
        assert_eq!(does(&bindings, "KeyH", "h"), Some(Event::Act(Action::Sound)));
        // Again, now that both are bound.
        let bound = bindings.bind(KeyControl::Laser, &Key::down("KeyH", "h"));
        assert_eq!(bound, Ok(Displaced::Swapped(KeyControl::Sound)));
        assert_eq!(does(&bindings, "KeyH", "h"), flies(FlightKey::Space));
        assert_eq!(does(&bindings, "Space", " "), Some(Event::Act(Action::Sound)));
        // The right Shift key is one of two.
        let bound = bindings.bind(KeyControl::Sound, &Key::down("ShiftRight", "Shift"));
        assert_eq!(bound, Ok(Displaced::Lost(KeyControl::Beam)));
        assert_eq!(does(&bindings, "ShiftRight", "Shift"), Some(Event::Act(Action::Sound)));
        assert_eq!(does(&bindings, "ShiftLeft", "Shift"), flies(FlightKey::ShiftLeft));
        // Its own key again.
        let bound = bindings.bind(KeyControl::Laser, &Key::down("KeyH", "h"));
        assert_eq!(bound, Ok(Displaced::None));
        let stored = bindings.text();
        assert_eq!(stored, "laser=KeyH,ghosts=KeyM,sound=ShiftRight");
        assert_eq!(stored.parse(), Ok(bindings));
    }

    /// Whatever is bound in whatever order, no place has two controls and no control is without.
    #[test]
    fn no_order_of_bindings_leaves_a_conflict() {
        let codes = ["KeyW", "KeyH", "Space", "KeyZ", "Tab", "ShiftLeft", "Slash", "Numpad5"];
        let mut bindings = KeyBindings::default();
        for n in 0..400_usize {
            let control = KeyControl::ALL[n * 7 % N_CONTROLS];
            let code = codes[n * 5 % codes.len()];
            bindings.bind(control, &Key::down(code, "")).unwrap();
            let layout = Layout::default();
            let places = KeyControl::ALL.map(|control| bindings.place(control, &layout).unwrap());
            for (n, place) in places.iter().enumerate() {
                assert!(!places[n + 1..].contains(place), "{place:?} twice: {bindings:?}");
            }
            assert_eq!(bindings.text().parse(), Ok(bindings.clone()));
        }
    }

    #[test]
    fn on_another_layout_a_swap_goes_by_its_keys() {
        let mut layout = Layout::default();
        for (code, key) in [("KeyQ", "a"), ("KeyA", "q"), ("KeyW", "z"), ("KeyZ", "w")] {
            layout.learn(code, key);
        }
        let mut bindings = KeyBindings::default();
        let key = Key { layout, ..Key::down("KeyZ", "w") };
        assert_eq!(bindings.bind(KeyControl::Beam, &key), Ok(Displaced::None));
        assert_eq!(bindings.label(KeyControl::Beam, &layout), "W", "as it is on that keyboard");
        assert_eq!(bindings.label(KeyControl::Up, &layout), "Z");
        assert_eq!(bindings.relabel("Shift", &layout).as_deref(), Some("W"));
        assert_eq!(bindings.relabel("H", &layout), None);
        // On BÉPO the letter is at the place of a sign.
        layout.learn("Comma", "g");
        layout.learn("KeyG", ",");
        let key = Key { layout, ..Key::down("KeyM", "m") };
        let bound = bindings.bind(KeyControl::SeeLag, &key);
        assert_eq!(bound, Ok(Displaced::Swapped(KeyControl::Sound)));
        assert_eq!(bindings.label(KeyControl::Sound, &layout), "G");
        assert_eq!(does(&bindings, "Comma", "g"), Some(Event::Act(Action::Sound)));
    }

    #[test]
    fn keys_with_a_fixed_meaning_cannot_be_bound() {
        let rows = [
            ("Escape", BindingError::Kept),
            ("Enter", BindingError::Kept),
            ("Digit1", BindingError::Kept),
            ("F5", BindingError::Kept),
            ("F11", BindingError::Kept),
            ("ControlLeft", BindingError::Kept),
            ("MetaLeft", BindingError::Kept),
            ("", BindingError::Place),
            ("a=b", BindingError::Place),
            ("KeyWithAVeryLongNameIndeed", BindingError::Place),
        ];
        for (code, error) in rows {
            let mut bindings = KeyBindings::default();
            let bound = bindings.bind(KeyControl::Laser, &Key::down(code, "x"));
            assert_eq!((bound, bindings), (Err(error), KeyBindings::default()), "{code}");
        }
        assert!(Place::new("Digit0").is_ok() && Place::new("KeyF").is_ok());
    }

    #[test]
    fn what_is_stored_badly_is_refused() {
        let rows = [
            ("up", BindingError::Place),
            ("up=", BindingError::Place),
            ("fly=KeyI", BindingError::Control),
            ("up=Escape", BindingError::Kept),
            ("up=KeyI,down=KeyI", BindingError::Twice),
            ("up=KeyI,up=KeyJ", BindingError::Twice),
        ];
        for (text, error) in rows {
            assert_eq!(text.parse::<KeyBindings>(), Err(error), "{text}");
        }
        assert_eq!("".parse(), Ok(KeyBindings::default()));
    }
}
