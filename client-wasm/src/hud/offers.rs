//! The offers of the join screen and their sliders: shows the player's choice in words, and returns
//! its edits.

use shared::wire::{message::Listing, series::BestOf};
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::{figures::whole, language},
};
use words::game::JoinWords;

use crate::links::offers::{
    Offers, SHIPS_LAST, SIDES, level_of, place_of, place_of_sides, rank_of, ships_of, sides_of,
};

pub struct OfferSliders {
    words: &'static JoinWords,
    level: WordSlider,
    series: WordSlider,
    bots: WordSlider,
    sides: WordSlider,
    friend: ListedButton,
    new_room: ListedButton,
}

/// A button that opens a room, which says whether the room is listed.
struct ListedButton {
    text: Label,
    hint: Attribute,
    /// Its text and hint while rooms are not listed.
    unlisted: [String; 2],
}

/// A slider whose positions are words.
struct WordSlider {
    input: HtmlInputElement,
    word: Label,
    /// The word for screen readers.
    spoken: Attribute,
}

impl OfferSliders {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let words = &language::of_page(root).game().join;
        Ok(Self {
            words,
            level: WordSlider::find(root, "duel-level", words.bot_ranks.len())?,
            series: WordSlider::find(root, "friend-series", BestOf::ALL.len())?,
            bots: WordSlider::find(root, "room-bots", SHIPS_LAST)?,
            sides: WordSlider::find(root, "room-sides", SIDES.len())?,
            friend: ListedButton::find(root, "friend")?,
            new_room: ListedButton::find(root, "new-room")?,
        })
    }

    /// Says whether the rooms that the buttons open are listed.
    pub fn say_listing(&mut self, listing: Listing) {
        let words = self.words;
        self.friend.say(listing, [words.listed_friend, words.listed_friend_hint]);
        self.new_room.say(listing, [words.listed_room, words.listed_room_hint]);
    }

    /// The player's choice.
    #[must_use]
    pub fn read(&self) -> Offers {
        let length = self.series.read().checked_sub(1);
        let series = length.and_then(|place| BestOf::ALL.get(place)).copied();
        Offers {
            level: level_of(self.level.read()),
            series,
            ships: ships_of(self.bots.read()),
            sides: sides_of(self.sides.read()),
        }
    }

    pub fn show(&mut self, offers: Offers) {
        let rank = rank_of(offers.level);
        let level = rank.checked_sub(1).and_then(|place| self.words.bot_ranks.get(place));
        self.level.show(rank, level.unwrap_or(&self.words.bots_follow));
        let length = BestOf::ALL.iter().position(|one| Some(*one) == offers.series);
        let series = offers.series.map(|best_of| (self.words.best_of)(&best_of.to_string()));
        let series = series.as_deref().unwrap_or(self.words.single_rounds);
        self.series.show(length.map_or(0, |place| place + 1), series);
        let n_bots = offers.ships.map(|ships| ships.saturating_sub(1));
        let bots = n_bots.map_or_else(|| self.words.usual_bots.into(), self.words.bots);
        let has_rank = level.filter(|_| n_bots != Some(0));
        let words = has_rank.map(|rank| (self.words.bots_of_rank)(&bots, rank));
        self.bots.show(place_of(offers.ships), &words.unwrap_or(bots));
        let sides = offers.sides.map(|sides| (self.words.sides)(sides.round_trip_ms));
        let sides = sides.as_deref().unwrap_or(self.words.no_sides);
        self.sides.show(place_of_sides(offers.sides), sides);
    }
}

impl ListedButton {
    /// The button with an id, with the text and the hint that it has on the page.
    fn find(root: &Element, id: &str) -> Result<Self, MissingResource> {
        let button: HtmlElement = by_id(root, id)?;
        let unlisted = [button.text_content(), button.get_attribute("title")];
        Ok(Self {
            hint: Attribute::new(&button, "title"),
            text: Label::of(button),
            unlisted: unlisted.map(Option::unwrap_or_default),
        })
    }

    fn say(&mut self, listing: Listing, listed: [&str; 2]) {
        let [text, hint] = match listing {
            Listing::Unlisted => self.unlisted.each_ref().map(String::as_str),
            Listing::Listed => listed,
        };
        self.text.say(text);
        self.hint.set(hint);
    }
}

impl WordSlider {
    /// The slider with an id, from 0 to `last`, and its word.
    fn find(root: &Element, id: &str, last: usize) -> Result<Self, MissingResource> {
        let input: HtmlInputElement = by_id(root, id)?;
        input.set_max(&whole(last as i64));
        let spoken = Attribute::new(&input, "aria-valuetext");
        Ok(Self { input, word: Label::find(root, &[id, "-word"].concat())?, spoken })
    }

    fn read(&self) -> usize {
        self.input.value().parse().unwrap_or(0)
    }

    fn show(&mut self, position: usize, word: &str) {
        self.input.set_value(&whole(position as i64));
        self.word.say(word);
        self.spoken.set(word);
    }
}
