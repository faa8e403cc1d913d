//! The join screen: name, room, instructions, and errors in the link.

use shared::{
    base::geometry::Vec2,
    wire::{
        message::Listing,
        name::{clean_room, clean_typed},
    },
};
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{Label, by_id, rect_of},
    },
    text::language,
};
use words::game::GameWords;

pub struct JoinScreen {
    words: &'static GameWords,
    screen: HtmlElement,
    card: Element,
    name: HtmlInputElement,
    room: HtmlInputElement,
    listing: HtmlInputElement,
    play: HtmlElement,
    refusal: Label,
    netcode: Label,
}

impl JoinScreen {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            words: language::of_page(root).game(),
            screen: by_id(root, "join")?,
            card: by_id(root, "join-card")?,
            name: by_id(root, "name")?,
            room: by_id(root, "room")?,
            listing: by_id(root, "listing")?,
            play: by_id(root, "play")?,
            refusal: Label::find(root, "join-refusal")?,
            netcode: Label::find(root, "join-netcode")?,
        })
    }

    /// Shows it with the name selected: typing replaces it, Enter plays.
    pub fn show(&self) {
        self.screen.set_hidden(false);
        let _ = self.play.remove_attribute("disabled");
        self.name.select();
        let _ = self.name.focus();
    }

    pub fn hide(&self) {
        self.screen.set_hidden(true);
        let _ = self.name.blur();
        let _ = self.room.blur();
    }

    /// The area of the card, while it is shown.
    #[must_use]
    pub fn card(&self) -> Option<Rect> {
        let card = rect_of(&self.card);
        card.size.cmpgt(Vec2::ZERO).all().then_some(card)
    }

    /// The name, cleaned up as others will see it.
    #[must_use]
    pub fn name(&self) -> String {
        clean_typed(&self.name.value())
    }

    pub fn set_name(&self, name: &str) {
        self.name.set_value(name);
    }

    /// The room; empty for the default one.
    #[must_use]
    pub fn room(&self) -> String {
        clean_room(&self.room.value())
    }

    pub fn set_room(&self, room: &str) {
        self.room.set_value(room);
    }

    /// Whether a room that the page opens is listed.
    #[must_use]
    pub fn listing(&self) -> Listing {
        if self.listing.checked() { Listing::Listed } else { Listing::Unlisted }
    }

    pub fn set_listing(&self, listing: Listing) {
        self.listing.set_checked(listing == Listing::Listed);
    }

    /// Shows the netcode of the link, if it names one.
    pub fn set_netcode(&mut self, name: Option<&str>) {
        self.netcode.say_if(name.map(self.words.rules.plays_by).as_deref());
    }

    /// Shows the error in the link, if there is one.
    pub fn set_refusal(&mut self, text: Option<&str>) {
        self.refusal.say_if(text);
    }
}
