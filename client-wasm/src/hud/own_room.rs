//! The card of a private room in which the player is alone: its link, to share, to copy and as a
//! QR code.

use shared::wire::message::Listing;
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, Shown, by_id},
    },
    text::language,
};
use words::game::GameWords;

use super::qr_code::QrPath;

/// Why a player is alone in a private room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// The player opened the room.
    Opened,
    /// Its rounds wait for others.
    Waits,
    /// And a bot flies until then.
    WaitsBesideBot,
}

pub struct OwnRoomCard {
    words: &'static GameWords,
    card: HtmlElement,
    lead: Label,
    who: Label,
    share: HtmlElement,
    code: HtmlElement,
    code_size: Attribute,
    code_path: Attribute,
    /// The link of the code.
    url: String,
}

impl OwnRoomCard {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let (picture, path): (Element, Element) =
            (by_id(root, "invite-qr")?, by_id(root, "invite-qr-path")?);
        Ok(Self {
            words: language::of_page(root).game(),
            card: by_id(root, "own-room")?,
            lead: Label::find(root, "own-room-lead")?,
            who: Label::find(root, "own-room-who")?,
            share: by_id(root, "share-invite")?,
            code: by_id(root, "invite-code")?,
            code_size: Attribute::new(&picture, "viewBox"),
            code_path: Attribute::new(&path, "d"),
            url: String::new(),
        })
    }

    /// Whether the browser can share links.
    pub fn set_share(&self, shown: Shown) {
        self.share.set_hidden(shown == Shown::No);
    }

    /// Shows it with who gets in and the link to the room, or hides it.
    pub fn show(&mut self, alone: Option<Alone>, listing: Listing, url: &str) {
        self.card.set_hidden(alone.is_none());
        let Some(alone) = alone else { return };
        self.lead.say(match alone {
            Alone::Opened => self.words.play.own_room,
            Alone::Waits => self.words.play.waiting_for_friend,
            Alone::WaitsBesideBot => self.words.play.waiting_beside_bot,
        });
        self.who.say(match listing {
            Listing::Unlisted => self.words.play.only_with_link,
            Listing::Listed => self.words.play.listed,
        });
        if self.url != url {
            self.url = url.into();
            let code = QrPath::of(url);
            self.code.set_hidden(code.is_none());
            if let Some(QrPath { side, path }) = code {
                self.code_size.set(&format!("0 0 {side} {side}"));
                self.code_path.set(&path);
            }
        }
    }
}
