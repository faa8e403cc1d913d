//! Opens rooms from the join screen: a duel with a bot, a room for a friend, which the end of a
//! round offers too, a private room; and goes to the lobby in place of a full room.

use shared::wire::message::Listing;
use web_ui::shell::{clock::random_seed, secret::random_bytes};

use super::{
    App, Phase,
    choosing::RoomWish,
    names::{PRIVATE_ROOM_BYTES, listed_room_name, private_room_name},
    own_room::OwnRoom,
};
use crate::links::new_room::NewRoom;

impl App {
    /// Joins a new private room with an unguessable name.
    pub(super) fn join_new_room(&mut self) {
        let listing = self.listing_chosen();
        self.join_room_of_own(self.offers.private_room(), listing, OwnRoom::Opened);
    }

    /// Opens a private room for a duel with a bot.
    pub(super) fn duel_a_bot(&mut self) {
        self.join_room_of_own(self.offers.duel(), Listing::Unlisted, OwnRoom::No);
    }

    /// Opens a private room for a duel with whoever has its link, or finds it in the list.
    pub(super) fn play_with_friend(&mut self) {
        let listing = self.listing_chosen();
        self.join_room_of_own(self.offers.friend(), listing, OwnRoom::Opened);
    }

    /// Whether to list a room that is opened now: as the join screen says, while it is seen.
    fn listing_chosen(&self) -> Listing {
        match self.phase {
            Phase::Join => self.hud.join.listing(),
            Phase::Connecting | Phase::Playing | Phase::Closed(_) => Listing::Unlisted,
        }
    }

    fn join_room_of_own(&mut self, asked: NewRoom, listing: Listing, card: OwnRoom) {
        if self.phase == Phase::Connecting {
            return;
        }
        let room = match listing {
            Listing::Listed => Some(listed_room_name(random_seed())),
            Listing::Unlisted => self.new_room_name(),
        };
        if let Some(room) = room {
            if self.phase == Phase::Playing {
                self.leave();
            }
            self.hud.join.set_room(&room);
            self.choosing.wish = RoomWish::new(&room, asked);
            self.own_room = card;
            self.join_listed(listing);
        }
    }

    /// Joins the lobby, in place of a full room.
    pub(super) fn join_lobby(&mut self) {
        if let Phase::Closed(_) = self.phase {
            self.hud.join.set_room("");
            self.own_room = OwnRoom::No;
            self.join_listed(Listing::Unlisted);
        }
    }

    /// Gives up the seat in another lobby for one in the lobby that the player asked for. If there
    /// still is none, the server finds one elsewhere again.
    pub(super) fn ask_for_lobby_again(&mut self) {
        if self.phase == Phase::Playing {
            self.leave();
            self.connect();
        }
    }

    /// An unguessable room name, or `None` with a message to the player if the browser lacks
    /// randomness.
    pub(super) fn new_room_name(&mut self) -> Option<String> {
        let bytes = random_bytes::<PRIVATE_ROOM_BYTES>(&self.shell.window);
        if bytes.is_none() {
            self.hud.toasts.say(self.shell.clock.now(), &[self.words.connection.no_randomness]);
        }
        bytes.map(private_room_name)
    }

    /// Takes over the player's edits of the offers, and stores them.
    pub(super) fn offers_edited(&mut self) {
        let offers = self.hud.offers.read();
        if offers != self.offers {
            self.offers = offers;
            self.shell.memory.set_offers(offers);
            self.hud.offers.show(offers);
        }
    }
}
