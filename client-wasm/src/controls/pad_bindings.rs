//! What the buttons of a gamepad do in play, and the player's own bindings. In menus the D-pad
//! moves the focus, A presses and B goes back, whatever is bound.

use std::str::FromStr;

use web_ui::{shell::gamepad::PAD_BUTTONS, text::figures::whole};

use super::key_bindings::BindingError;

/// Buttons of the standard mapping that mean something in menus.
pub const PRESS: PadButton = PadButton(0);
pub const BACK: PadButton = PadButton(1);
/// Up, down, left, right.
pub const D_PAD: [PadButton; 4] = [PadButton(12), PadButton(13), PadButton(14), PadButton(15)];

/// A button, by its index in the standard mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadButton(u8);

/// What is on the buttons, by their index; the names of an Xbox gamepad, by which players of others
/// know the places too.
const LABELS: [&str; PAD_BUTTONS] = [
    "A",
    "B",
    "X",
    "Y",
    "LB",
    "RB",
    "LT",
    "RT",
    "View",
    "Menu",
    "L3",
    "R3",
    "D-pad ↑",
    "D-pad ↓",
    "D-pad ←",
    "D-pad →",
    "Home",
];

impl PadButton {
    /// Every button but Home, which the system keeps.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PAD_BUTTONS as u8 - 1).map(Self)
    }

    /// Whether it is in a bit set of buttons.
    #[must_use]
    pub const fn is_in(self, buttons: u32) -> bool {
        buttons & 1 << self.0 != 0
    }

    #[must_use]
    pub fn label(self) -> &'static str {
        LABELS.get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

/// A control that can be bound to a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadControl {
    Laser,
    Beam,
    Menu,
    Scores,
    /// The next round at once.
    Rematch,
    /// The newest shot: see it again, and why.
    Shot,
    Ghosts,
    SeeLag,
    /// Go on with what is shown.
    GoOn,
    /// Close what is shown.
    Close,
    Netcode,
    NetGraph,
    Sound,
}

impl PadControl {
    /// All of them, in the order of the settings.
    pub const ALL: [Self; 13] = [
        Self::Laser,
        Self::Beam,
        Self::Menu,
        Self::Scores,
        Self::Rematch,
        Self::Shot,
        Self::Ghosts,
        Self::SeeLag,
        Self::GoOn,
        Self::Close,
        Self::Netcode,
        Self::NetGraph,
        Self::Sound,
    ];

    /// Its name in storage and on the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Laser => "laser",
            Self::Beam => "beam",
            Self::Menu => "menu",
            Self::Scores => "scores",
            Self::Rematch => "rematch",
            Self::Shot => "shot",
            Self::Ghosts => "ghosts",
            Self::SeeLag => "see-lag",
            Self::GoOn => "go-on",
            Self::Close => "close",
            Self::Netcode => "netcode",
            Self::NetGraph => "net-graph",
            Self::Sound => "sound",
        }
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| control.key() == key)
    }

    /// The control for which a label of the page names the key: `F`, `Tab`, `Esc`.
    #[must_use]
    pub fn of_label(label: &str) -> Option<Self> {
        Some(match label {
            "Tab" => Self::Scores,
            "R" => Self::Rematch,
            "F" => Self::Shot,
            "G" => Self::SeeLag,
            "H" => Self::Ghosts,
            "P" => Self::Netcode,
            "N" => Self::NetGraph,
            "M" => Self::Sound,
            "Space" => Self::Laser,
            "Shift" => Self::Beam,
            _ => return None,
        })
    }
}

/// The control of each button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadBindings([Option<PadControl>; PAD_BUTTONS]);

impl Default for PadBindings {
    fn default() -> Self {
        use PadControl::{
            Beam, Close, Ghosts, GoOn, Laser, Menu, NetGraph, Netcode, Rematch, Scores, SeeLag,
            Shot, Sound,
        };
        let mut buttons = [None; PAD_BUTTONS];
        buttons[..10].copy_from_slice(&[
            Some(GoOn),
            Some(Close),
            Some(Ghosts),
            Some(Shot),
            Some(Rematch),
            Some(Beam),
            Some(Beam),
            Some(Laser),
            Some(Scores),
            Some(Menu),
        ]);
        buttons[12..16].copy_from_slice(&[
            Some(SeeLag),
            Some(Sound),
            Some(NetGraph),
            Some(Netcode),
        ]);
        Self(buttons)
    }
}

impl PadBindings {
    /// The controls of buttons in a bit set, each once.
    pub fn controls(&self, buttons: u32) -> impl Iterator<Item = PadControl> {
        let this = *self;
        let has = move |control: &PadControl| this.holds(*control, buttons);
        PadControl::ALL.into_iter().filter(has)
    }

    /// Whether a control is in a bit set of buttons.
    #[must_use]
    pub fn holds(&self, control: PadControl, buttons: u32) -> bool {
        self.buttons(control).any(|button| button.is_in(buttons))
    }

    fn buttons(&self, control: PadControl) -> impl Iterator<Item = PadButton> {
        let this = self.0;
        PadButton::all().filter(move |button| this[usize::from(button.0)] == Some(control))
    }

    /// Binds a control to one button. If another control has it, that gets the button that is free
    /// in exchange. Returns the other control.
    pub fn bind(&mut self, control: PadControl, to: PadButton) -> Option<PadControl> {
        let other = self.0.get(usize::from(to.0)).copied().flatten().filter(|one| *one != control);
        let before: Vec<PadButton> = self.buttons(control).collect();
        for button in &before {
            self.0[usize::from(button.0)] = None;
        }
        // It may keep another button of its own.
        let is_without = |other: PadControl| self.buttons(other).all(|button| button == to);
        if let Some((other, free)) = other.zip(before.first()).filter(|(one, _)| is_without(*one)) {
            self.0[usize::from(free.0)] = Some(other);
        }
        self.0[usize::from(to.0)] = Some(control);
        other
    }

    /// What is on the buttons of a control; empty if there is none.
    #[must_use]
    pub fn label(&self, control: PadControl) -> String {
        self.buttons(control).map(PadButton::label).collect::<Vec<_>>().join(", ")
    }

    /// What is on its first button.
    #[must_use]
    pub fn short_label(&self, control: PadControl) -> &'static str {
        self.buttons(control).next().map_or("", PadButton::label)
    }

    /// The stored form: for each control its buttons, as in `laser=7,beam=5 6`; empty for the
    /// defaults.
    #[must_use]
    pub fn text(&self) -> String {
        if *self == Self::default() {
            return String::new();
        }
        let bound = PadControl::ALL.map(|control| {
            let buttons: Vec<_> =
                self.buttons(control).map(|button| whole(button.0.into())).collect();
            [control.key(), "=", &buttons.join(" ")].concat()
        });
        bound.join(",")
    }
}

impl FromStr for PadBindings {
    type Err = BindingError;

    /// A control that is not named, as one that is newer than the text, has those of its own
    /// buttons that are free.
    fn from_str(text: &str) -> Result<Self, BindingError> {
        let mut bindings = Self([None; PAD_BUTTONS]);
        let mut unnamed = PadControl::ALL.to_vec();
        for binding in text.split(',') {
            let (name, buttons) = binding.split_once('=').ok_or(BindingError::Place)?;
            let control = PadControl::of_key(name).ok_or(BindingError::Control)?;
            unnamed.retain(|one| *one != control);
            for button in buttons.split(' ').filter(|button| !button.is_empty()) {
                let button: u8 = button.parse().map_err(|_| BindingError::Place)?;
                let button = PadButton::all().find(|known| known.0 == button);
                let PadButton(n) = button.ok_or(BindingError::Kept)?;
                if bindings.0[usize::from(n)].replace(control).is_some() {
                    return Err(BindingError::Twice);
                }
            }
        }
        for (bound, own) in bindings.0.iter_mut().zip(Self::default().0) {
            let is_unnamed = |own: &PadControl| unnamed.contains(own);
            *bound = bound.or(own.filter(is_unnamed));
        }
        Ok(bindings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn button(label: &str) -> PadButton {
        PadButton::all().find(|button| button.label() == label).unwrap()
    }

    fn bit(label: &str) -> u32 {
        1 << button(label).0
    }

    #[test]
    fn by_default_every_control_has_a_button() {
        let bindings = PadBindings::default();
        for control in PadControl::ALL {
            assert_ne!(bindings.label(control), "", "{control:?}");
        }
        assert_eq!(bindings.label(PadControl::Beam), "RB, LT");
        assert_eq!(bindings.short_label(PadControl::Beam), "RB");
        let held = bit("RB") | bit("LT") | bit("Menu");
        let controls: Vec<_> = bindings.controls(held).collect();
        assert_eq!(controls, [PadControl::Beam, PadControl::Menu], "each once");
        assert!(!bindings.holds(PadControl::Laser, held));
    }

    #[test]
    fn of_two_controls_for_one_button_the_buttons_are_swapped() {
        let mut bindings = PadBindings::default();
        assert_eq!(bindings.bind(PadControl::Laser, button("A")), Some(PadControl::GoOn));
        assert_eq!(bindings.label(PadControl::Laser), "A");
        assert_eq!(bindings.label(PadControl::GoOn), "RT");
        assert_eq!(bindings.bind(PadControl::Ghosts, button("L3")), None);
        assert_eq!(bindings.label(PadControl::Ghosts), "L3");
        // The beam keeps its other button.
        assert_eq!(bindings.bind(PadControl::Shot, button("LT")), Some(PadControl::Beam));
        assert_eq!(bindings.label(PadControl::Beam), "RB");
        assert_eq!(bindings.bind(PadControl::Shot, button("LT")), None, "its own again");
        assert_eq!(bindings.text().parse(), Ok(bindings));
    }

    #[test]
    fn no_order_of_bindings_leaves_a_control_without_a_button() {
        let mut bindings = PadBindings::default();
        let buttons: Vec<PadButton> = PadButton::all().collect();
        for n in 0..600_usize {
            let control = PadControl::ALL[n * 7 % PadControl::ALL.len()];
            bindings.bind(control, buttons[n * 11 % buttons.len()]);
            for control in PadControl::ALL {
                assert!(bindings.buttons(control).next().is_some(), "{control:?}: {bindings:?}");
            }
            assert_eq!(bindings.text().parse(), Ok(bindings));
        }
    }

    #[test]
    fn a_control_newer_than_the_stored_ones_has_its_own_button_if_free() {
        let older = |bindings: PadBindings| {
            let text = bindings.text();
            let names = text.split(',').filter(|one| !one.starts_with("rematch="));
            names.collect::<Vec<_>>().join(",").parse::<PadBindings>().unwrap()
        };
        let mut bindings = PadBindings::default();
        bindings.bind(PadControl::Sound, button("L3"));
        assert_eq!(older(bindings), bindings);
        bindings.bind(PadControl::Sound, button("LB"));
        assert_eq!(older(bindings).label(PadControl::Rematch), "");
    }

    #[test]
    fn what_is_stored_badly_is_refused() {
        let rows = [
            ("", BindingError::Place),
            ("laser=RT", BindingError::Place),
            ("laser=300", BindingError::Place),
            ("laser=16", BindingError::Kept),
            ("fly=3", BindingError::Control),
            ("laser=7,beam=7", BindingError::Twice),
        ];
        for (text, error) in rows {
            assert_eq!(text.parse::<PadBindings>(), Err(error), "{text}");
        }
    }
}
