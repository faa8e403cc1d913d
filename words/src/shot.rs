//! Turns the sentences, titles and list lines of `forensics`, with the names of ships, into text.
//! Runs when a shot is looked into, listed or printed.

use alloc::{format, string::String, vec::Vec};

use forensics::{
    sentence::{Person, Separation, ShotSentence},
    shot_end::{CounterfactualEnd, EndKind, ListedShot, ShotEnd, ShotTitle},
};
use shared::{schemes::clamp::Clamp, sim::event::Weapon};

use crate::{
    language::{Language, in_language},
    names::{Names, ShipName},
    shot_sheet::{SheetNote, SheetText},
};

impl Language {
    /// Explains what happened to a shot.
    #[must_use]
    pub fn shot(self, sentences: &[ShotSentence], names: Names) -> String {
        let say = |sentence| in_language!(self, shot::say(sentence, names));
        let said: Vec<String> = sentences.iter().map(say).collect();
        said.join(self.between_sentences())
    }

    /// Title of a shot, with its result.
    #[must_use]
    pub fn shot_title(self, title: &ShotTitle, names: Names) -> String {
        in_language!(self, shot_end::title(title, names))
    }

    /// Title of a shot of which only the weapon is known.
    #[must_use]
    pub const fn unknown_shot(self, weapon: Weapon) -> &'static str {
        in_language!(self, shot_end::unknown(weapon))
    }

    /// Name of a weapon.
    #[must_use]
    pub const fn weapon(self, weapon: Weapon) -> &'static str {
        in_language!(self, shot_end::weapon(weapon))
    }

    /// A shot's result in a word or two.
    #[must_use]
    pub const fn end_word(self, end: EndKind) -> &'static str {
        in_language!(self, shot_end::word(end))
    }

    /// The result under another scheme's rules, in a word or two.
    #[must_use]
    pub const fn would_end_word(self, end: EndKind) -> &'static str {
        in_language!(self, shot_end::would(end))
    }

    /// A shot's entry in a list.
    #[must_use]
    pub fn listed_shot(self, shot: &ListedShot, names: Names) -> String {
        in_language!(self, shot_end::listed(shot, names))
    }

    /// A shot's result, beside its list entry.
    #[must_use]
    pub fn listed_end(self, end: &ShotEnd, names: Names) -> String {
        in_language!(self, shot_end::listed_end(end, names))
    }

    /// A shot and its result as a printed line; `id` is its machine-readable name.
    #[must_use]
    pub fn printed_shot(self, id: &str, shooter: Person, end: &ShotEnd, names: Names) -> String {
        in_language!(self, shot_end::printed(id, shooter, end, names))
    }

    /// The verdict of a room whose rules match no preset.
    #[must_use]
    pub fn this_room(self, shot: &ShotTitle, end: &ShotEnd, names: Names) -> String {
        in_language!(self, shot_end::this_room(shot.shooter, end, names))
    }

    /// The verdict another scheme would have given.
    #[must_use]
    pub fn would_have(self, other: &CounterfactualEnd, names: Names) -> String {
        in_language!(self, shot_end::would_have(other, names))
    }

    /// The same, after the scheme's name.
    #[must_use]
    pub fn scheme_would_have(
        self,
        scheme: &str,
        other: &CounterfactualEnd,
        names: Names,
    ) -> String {
        format!("{scheme}: {}", self.would_have(other, names))
    }

    /// Heading for why the moment used is not the one claimed.
    #[must_use]
    pub const fn clamp(self, clamp: Clamp) -> &'static str {
        in_language!(self, &shot_sheet::CLAMPS).of(clamp)
    }

    /// The distance between two places, in u to the tenth, or that they are the same.
    #[must_use]
    pub fn apart(self, apart: Separation) -> String {
        in_language!(self, shot_sheet::apart(apart))
    }

    /// A position in a sequence: `2 of 5`.
    #[must_use]
    pub fn nth(self, nth: usize, of: usize) -> String {
        in_language!(self, shot_sheet::nth(nth, of))
    }

    /// A fixed text of the shot sheet.
    #[must_use]
    pub const fn sheet(self, text: SheetText) -> &'static str {
        in_language!(self, &shot_sheet::TEXTS).of(text)
    }

    /// A note beside a shot, or in place of one.
    #[must_use]
    pub const fn sheet_note(self, note: SheetNote) -> &'static str {
        in_language!(self, &shot_sheet::NOTES).of(note)
    }

    /// Name of a ship on its own, outside a sentence.
    #[must_use]
    pub fn ship(self, name: &ShipName) -> String {
        in_language!(self, person::ship(name))
    }

    /// A player who left, so the name is lost.
    #[must_use]
    pub const fn departed_player(self) -> &'static str {
        in_language!(self, &person::DEPARTED_PLAYER)
    }
}
