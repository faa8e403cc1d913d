//! What can happen to the game's page.

use web_ui::{
    forensics::{keys::SheetKey, shot_act::ShotAct},
    input::held::FlightKey,
    shell::{
        keyboard::Stroke,
        pointer::{Phase, Pointer},
        request::Answer,
        socket::Closed,
    },
};

use super::action::Action;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A picture is due.
    Frame,
    /// The slow timer, which runs (slower still) in a hidden tab too.
    Slow,
    /// The fast timer, which runs while a link is simulated.
    Fast,
    /// A key that flies or fires.
    Flight(FlightKey, Stroke),
    /// The key that shows the scores while held.
    Scores(Stroke),
    /// A key that means nothing to the game.
    OtherKey,
    /// The mouse, a finger or a pen.
    Pointer(Pointer),
    /// A button or its key.
    Act(Action),
    /// An element of the page has a new value; which one is of no matter.
    Edited,
    /// The window lost the keyboard.
    Blurred,
    /// More is known of the keyboard's layout.
    LayoutKnown,
    /// The canvas has another size.
    Resized,
    /// The part of the address after `#` changed.
    FragmentChanged,
    /// The tab was hidden or shown.
    VisibilityChanged,
    /// The socket is open.
    Opened,
    /// A message came.
    Received(Vec<u8>),
    /// The socket closed.
    Closed(Closed),
    /// The server said why it does not let the page in.
    Answered(Answer),
}

impl Event {
    /// The event of a pointer. A click with Alt asks about the shot that is drawn there.
    #[must_use]
    pub fn of_pointer(pointer: Pointer) -> Self {
        if pointer.phase == Phase::Down && pointer.alt {
            return Self::Act(Action::Shot(ShotAct::at(pointer.at)));
        }
        Self::Pointer(pointer)
    }

    /// Whether somebody sits there who did it.
    #[must_use]
    pub fn is_of_a_player(&self) -> bool {
        match self {
            Self::Flight(_, stroke) | Self::Scores(stroke) => *stroke == Stroke::Down,
            Self::OtherKey | Self::Act(_) | Self::Edited => true,
            Self::Pointer(pointer) => pointer.phase == Phase::Down,
            _ => false,
        }
    }

    /// The event of a button, by its `data-act`.
    #[must_use]
    pub fn of_button(act: &str) -> Option<Self> {
        Action::named(act).map(Self::Act)
    }

    /// The event of a key of the sheet that looks into a shot.
    #[must_use]
    pub fn of_sheet(key: SheetKey) -> Self {
        Self::Act(match key {
            SheetKey::Close => Action::Dismiss,
            SheetKey::Act(act) => Action::Shot(act),
        })
    }
}
