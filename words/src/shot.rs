//! What can be said of shots, in every language: sentences, titles and lines of lists as `shared`
//! makes them go in, with the names of ships; text comes out. Runs when a shot is looked into,
//! listed or printed.

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
    /// What happened to a shot.
    #[must_use]
    pub fn shot(self, sentences: &[ShotSentence], names: Names) -> String {
        let say = |sentence| in_language!(self, shot::say(sentence, names));
        let said: Vec<String> = sentences.iter().map(say).collect();
        said.join(self.between_sentences())
    }

    /// A shot and what became of it, as a title.
    #[must_use]
    pub fn shot_title(self, title: &ShotTitle, names: Names) -> String {
        in_language!(self, shot_end::title(title, names))
    }

    /// A shot of which nothing more is known, as a title.
    #[must_use]
    pub const fn unknown_shot(self, weapon: Weapon) -> &'static str {
        in_language!(self, shot_end::unknown(weapon))
    }

    /// What a weapon is called.
    #[must_use]
    pub const fn weapon(self, weapon: Weapon) -> &'static str {
        in_language!(self, shot_end::weapon(weapon))
    }

    /// What became of a shot, in a word.
    #[must_use]
    pub const fn end_word(self, end: EndKind) -> &'static str {
        in_language!(self, shot_end::word(end))
    }

    /// A shot in a list.
    #[must_use]
    pub fn listed_shot(self, shot: &ListedShot, names: Names) -> String {
        in_language!(self, shot_end::listed(shot, names))
    }

    /// What became of a shot in a list, beside it.
    #[must_use]
    pub fn listed_end(self, end: &ShotEnd, names: Names) -> String {
        in_language!(self, shot_end::listed_end(end, names))
    }

    /// A shot and what became of it, on a line of its own: `id` is how programs name it.
    #[must_use]
    pub fn printed_shot(self, id: &str, shooter: Person, end: &ShotEnd, names: Names) -> String {
        in_language!(self, shot_end::printed(id, shooter, end, names))
    }

    /// What a room said of a shot by rules that are those of no preset.
    #[must_use]
    pub fn this_room(self, shot: &ShotTitle, end: &ShotEnd, names: Names) -> String {
        in_language!(self, shot_end::this_room(shot.shooter, end, names))
    }

    /// What another scheme would have made of a shot.
    #[must_use]
    pub fn would_have(self, other: &CounterfactualEnd, names: Names) -> String {
        in_language!(self, shot_end::would_have(other, names))
    }

    /// The same after what the scheme is called.
    #[must_use]
    pub fn scheme_would_have(
        self,
        scheme: &str,
        other: &CounterfactualEnd,
        names: Names,
    ) -> String {
        format!("{scheme}: {}", self.would_have(other, names))
    }

    /// Why the moment used is not the one claimed, as a heading.
    #[must_use]
    pub const fn clamp(self, clamp: Clamp) -> &'static str {
        in_language!(self, &shot_sheet::CLAMPS).of(clamp)
    }

    /// How far apart two places are.
    #[must_use]
    pub fn apart(self, apart: Separation) -> String {
        in_language!(self, shot_sheet::apart(apart))
    }

    /// Which of how many.
    #[must_use]
    pub fn nth(self, nth: usize, of: usize) -> String {
        in_language!(self, shot_sheet::nth(nth, of))
    }

    /// What the sheet of a shot says, whatever the shot.
    #[must_use]
    pub const fn sheet(self, text: SheetText) -> &'static str {
        in_language!(self, &shot_sheet::TEXTS).of(text)
    }

    /// What is said beside a shot, or in its place.
    #[must_use]
    pub const fn sheet_note(self, note: SheetNote) -> &'static str {
        in_language!(self, &shot_sheet::NOTES).of(note)
    }

    /// What a ship is called by itself.
    #[must_use]
    pub fn ship(self, name: &ShipName) -> String {
        in_language!(self, person::ship(name))
    }

    /// A player whose name is not known any more.
    #[must_use]
    pub const fn somebody_who_left(self) -> &'static str {
        in_language!(self, &person::SOMEBODY_WHO_LEFT)
    }
}
