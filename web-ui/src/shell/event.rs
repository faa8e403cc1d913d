//! What can happen to the page, and the mailbox it goes through: listeners post, the app reads.
//!
//! A listener never calls the app itself: some browser calls raise events before they return, and
//! the app would be entered twice. What is posted while the app works, it reads before it rests.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use shared::scheme::preset::Preset;

use crate::{
    forensics::shot_act::ShotAct,
    input::held::{FlightKey, Pointer, Stroke},
};

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
    /// The mouse, a finger or a pen.
    Pointer(Pointer),
    /// A button or its key.
    Act(Action),
    /// A button whose `data-act` names no action of the game's, by that name.
    Named(String),
    /// A key that does not fly, by what is on it, where all of them are asked for.
    Key(String),
    /// A file was chosen or dropped on the page: its bytes.
    File(Vec<u8>),
    /// An element of the page has a new value; which one is of no matter.
    Edited,
    /// The window lost the keyboard.
    Blurred,
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
    /// The socket closed, with the code of its close frame.
    Closed(u16),
}

/// What a player can ask for besides flying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Enter: the main button of what is on the screen.
    Confirm,
    /// Escape: close what is open.
    Dismiss,
    /// Show or hide the scores.
    Scores,
    /// Show or hide the ghosts.
    Ghosts,
    /// Show or hide the net graph.
    NetGraph,
    /// Show or hide the panel of the simulated link.
    Link,
    /// A perfect link again.
    LinkReset,
    /// Show or hide the panel of the netcode.
    Netcode,
    /// Play by a preset.
    Preset(Preset),
    /// A new room of the player's own under the preset picked last.
    OpenRoom,
    /// Something with the shots that concern the player.
    Shot(ShotAct),
    /// Show or hide the help.
    Help,
    /// Out of the game, to name and room.
    Leave,
    /// Copy the link to the room.
    CopyInvite,
    /// Everything that this page received of the match, as a file.
    SaveCapture,
}

impl Action {
    /// The action of a button, by its `data-act`; not of those that ask about shots, which are
    /// read by [`ShotAct::named`].
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "confirm" => Self::Confirm,
            "dismiss" => Self::Dismiss,
            "scores" => Self::Scores,
            "ghosts" => Self::Ghosts,
            "net-graph" => Self::NetGraph,
            "link" => Self::Link,
            "link-reset" => Self::LinkReset,
            "netcode" => Self::Netcode,
            "open-room" => Self::OpenRoom,
            "help" => Self::Help,
            "leave" => Self::Leave,
            "copy-invite" => Self::CopyInvite,
            "save-capture" => Self::SaveCapture,
            _ => Self::Preset(Preset::of_key(name.strip_prefix("preset-")?)?),
        })
    }

    /// The action of a digit, by its place in the row above the letters (`KeyboardEvent.code`):
    /// what else is on the key differs, and Shift, which fires, turns a digit into that. Elsewhere
    /// by what is on the key.
    #[must_use]
    pub fn of_digit(code: &str, key: &str) -> Option<Self> {
        let digit = code.strip_prefix("Digit").unwrap_or(key);
        let [digit @ b'1'..=b'9'] = digit.as_bytes() else { return None };
        Some(Self::Preset(*Preset::ALL.get(usize::from(*digit - b'1'))?))
    }

    /// The action of a key, by the letter on it (`KeyboardEvent.key`).
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "Enter" => Self::Confirm,
            "Escape" => Self::Dismiss,
            "f" | "F" => Self::Shot(ShotAct::Show),
            "h" | "H" => Self::Ghosts,
            "l" | "L" => Self::Link,
            "n" | "N" => Self::NetGraph,
            "p" | "P" => Self::Netcode,
            "?" => Self::Help,
            _ => return None,
        })
    }
}

#[derive(Default)]
struct Inner {
    /// Oldest first.
    events: RefCell<VecDeque<Event>>,
    wake: RefCell<Option<Rc<dyn Fn()>>>,
}

/// Where events wait for the app. Clones are the same mailbox.
#[derive(Clone, Default)]
pub struct Mailbox(Rc<Inner>);

impl Mailbox {
    /// What to do when something was posted.
    pub fn set_wake(&self, wake: Rc<dyn Fn()>) {
        *self.0.wake.borrow_mut() = Some(wake);
    }

    /// Has an app read every event from now on, one at a time, as long as it is there.
    pub fn feed<T: 'static>(&self, app: &Rc<RefCell<T>>, handle: fn(&mut T, Event)) {
        let (weak, inbox) = (Rc::downgrade(app), self.clone());
        self.set_wake(Rc::new(move || {
            let Some(app) = weak.upgrade() else { return };
            // Where the app is at work already, it reads this event when done with the one in hand.
            let Ok(mut app) = app.try_borrow_mut() else { return };
            while let Some(event) = inbox.take() {
                handle(&mut app, event);
            }
        }));
    }

    /// Something happened.
    pub fn post(&self, event: Event) {
        self.0.events.borrow_mut().push_back(event);
        self.wake();
    }

    /// Has the app read what it has not.
    pub fn wake(&self) {
        let wake = self.0.wake.borrow().clone();
        if let Some(wake) = wake {
            wake();
        }
    }

    /// The oldest event not yet read.
    #[must_use]
    pub fn take(&self) -> Option<Event> {
        self.0.events.borrow_mut().pop_front()
    }
}
