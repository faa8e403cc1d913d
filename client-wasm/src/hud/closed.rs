//! The screen between two games: why the game ended, what the player can do, and where else a seat
//! may be free.

use web_sys::{Element, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Label, Shown, by_id},
};

/// An alternative to a full room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlternativeRoom {
    /// The public lobby.
    Lobby,
    /// A new room, since every lobby is full.
    NewRoom,
}

pub struct ClosedScreen {
    screen: HtmlElement,
    text: Label,
    more: Label,
    act: Label,
    main: Label,
    lobby: Label,
    new_room: Label,
    watch: Label,
}

impl ClosedScreen {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            screen: by_id(root, "closed")?,
            text: Label::find(root, "closed-text")?,
            more: Label::find(root, "closed-more")?,
            act: Label::find(root, "closed-act")?,
            main: Label::find(root, "closed-main")?,
            lobby: Label::find(root, "closed-lobby")?,
            new_room: Label::find(root, "closed-new-room")?,
            watch: Label::find(root, "closed-watch")?,
        })
    }

    /// Shows what happened, what comes next, and the action of the main button, if there is one.
    pub fn show(&mut self, text: &str, more: &str, act: Option<&str>) {
        self.text.say(text);
        self.more.say_if((!more.is_empty()).then_some(more));
        self.act.say(act.unwrap_or_default());
        self.main.show(act.is_some().into());
        self.offer(None);
        self.offer_watching(Shown::No);
        self.screen.set_hidden(false);
    }

    /// Shows further details.
    pub fn set_more(&mut self, more: &str) {
        self.more.say_if(Some(more));
    }

    /// Offers an alternative room, until the next [`Self::show`].
    pub fn offer(&mut self, elsewhere: Option<AlternativeRoom>) {
        self.lobby.show((elsewhere == Some(AlternativeRoom::Lobby)).into());
        self.new_room.show((elsewhere == Some(AlternativeRoom::NewRoom)).into());
    }

    /// Offers to watch the room until a seat is free, until the next [`Self::show`].
    pub fn offer_watching(&mut self, shown: Shown) {
        self.watch.show(shown);
    }

    pub fn hide(&self) {
        self.screen.set_hidden(true);
    }
}
