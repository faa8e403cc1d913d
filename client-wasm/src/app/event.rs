//! The events of the game's page.

use web_ui::{
    forensics::{keys::SheetKey, shot_act::ShotAct},
    input::held::FlightKey,
    shell::{
        audio::AudioChange,
        keyboard::{Key, Stroke},
        pointer::{Phase, Pointer},
        request::Answer,
        socket::Closed,
    },
};

use super::action::Action;

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Frame,
    /// The slow timer, which also runs in a hidden tab, but slower.
    Slow,
    /// The fast timer, which runs while a link is simulated.
    Fast,
    /// A flight or fire key.
    Flight(FlightKey, Stroke),
    /// The key that shows the scores while held.
    Scores(Stroke),
    /// A key with no meaning in the game.
    OtherKey,
    /// A key pressed while a control waits for one.
    Picked(Box<Key>),
    /// The mouse, a finger or a pen.
    Pointer(Pointer),
    /// A button, or its key.
    Act(Action),
    /// Some form control of the page has a new value.
    Edited,
    /// The window lost the focus.
    Blurred,
    /// More of the keyboard layout is known.
    LayoutKnown,
    Resized,
    /// What was drawn is gone, and can be drawn again.
    ContextRestored,
    FragmentChanged,
    /// Something that may change whether the page can be heard.
    Audio(AudioChange),
    /// The tab was hidden or shown.
    VisibilityChanged,
    Opened,
    Received(Vec<u8>),
    Closed(Closed),
    /// The server explained by HTTP why it refuses the page.
    Answered(Answer),
    /// The server listed the open rooms, or could not.
    RoomsListed(Answer),
}

impl Event {
    /// The event of a pointer. Alt-click opens the shot drawn there.
    #[must_use]
    pub fn of_pointer(pointer: Pointer) -> Self {
        if pointer.phase == Phase::Down && pointer.alt {
            return Self::Act(Action::Shot(ShotAct::at(pointer.at)));
        }
        Self::Pointer(pointer)
    }

    /// Whether it shows that the player is present.
    #[must_use]
    pub fn is_of_a_player(&self) -> bool {
        match self {
            Self::Flight(_, stroke) | Self::Scores(stroke) => *stroke == Stroke::Down,
            Self::OtherKey | Self::Picked(_) | Self::Act(_) | Self::Edited => true,
            Self::Pointer(pointer) => pointer.phase == Phase::Down,
            _ => false,
        }
    }

    /// The event of a button, by its `data-act`.
    #[must_use]
    pub fn of_button(act: &str) -> Option<Self> {
        Action::named(act).map(Self::Act)
    }

    /// The event of a key in the forensics sheet.
    #[must_use]
    pub fn of_sheet(key: SheetKey) -> Self {
        Self::Act(match key {
            SheetKey::Close => Action::Dismiss,
            SheetKey::Act(act) => Action::Shot(act),
        })
    }
}
