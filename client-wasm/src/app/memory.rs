//! What the game remembers in the browser: the player's name, whether it wants to hear what other
//! schemes would have said, and, until the tab is closed, that it plays, over which simulated link,
//! and by what it comes back to its seat.

use shared::{
    report::shot_report::ReportsWanted,
    wire::{conditions::Conditions, seat::ResumeToken},
};
use web_sys::Window;
use web_ui::shell::storage::Memory;

const NAME: &str = "lagrange.name";
const SHOT_LINE: &str = "lagrange.opinions";
const PLAYING: &str = "lagrange.playing";
const LINK: &str = "lagrange.link";
const SEAT: &str = "lagrange.seat";

/// What is remembered of the player.
pub(super) struct PlayerMemory {
    lasting: Memory,
    of_tab: Memory,
}

impl PlayerMemory {
    /// In the window's memory.
    pub(super) fn new(window: &Window) -> Self {
        Self { lasting: Memory::lasting(window), of_tab: Memory::of_tab(window) }
    }

    /// The name the player chose before.
    pub(super) fn name(&self) -> Option<String> {
        self.lasting.get(NAME)
    }

    /// Remembers a name.
    pub(super) fn set_name(&self, name: &str) {
        self.lasting.set(NAME, name);
    }

    /// Whether the player wants to be told what the other schemes would have said.
    pub(super) fn reports_wanted(&self) -> ReportsWanted {
        match self.lasting.get(SHOT_LINE) {
            Some(_) => ReportsWanted::Yes,
            None => ReportsWanted::No,
        }
    }

    /// Remembers that.
    pub(super) fn set_reports_wanted(&self, wanted: ReportsWanted) {
        match wanted {
            ReportsWanted::Yes => self.lasting.set(SHOT_LINE, "1"),
            ReportsWanted::No => self.lasting.remove(SHOT_LINE),
        }
    }

    /// Whether this tab was playing when it was loaded anew.
    pub(super) fn was_playing(&self) -> bool {
        self.of_tab.get(PLAYING).is_some()
    }

    /// Remembers that this tab plays.
    pub(super) fn set_playing(&self) {
        self.of_tab.set(PLAYING, "1");
    }

    /// Forgets that this tab plays, and its seat.
    pub(super) fn clear_playing(&self) {
        self.of_tab.remove(PLAYING);
        self.of_tab.remove(SEAT);
    }

    /// The link that this tab simulates.
    pub(super) fn link(&self) -> Option<Conditions> {
        Conditions::parse(&self.of_tab.get(LINK)?).ok()
    }

    /// Remembers that.
    pub(super) fn set_link(&self, link: &Conditions) {
        if link.are_perfect() {
            self.of_tab.remove(LINK);
        } else {
            self.of_tab.set(LINK, &link.to_string());
        }
    }

    /// By what this tab comes back to its seat.
    pub(super) fn token(&self) -> Option<ResumeToken> {
        self.of_tab.get(SEAT)?.parse().ok()
    }

    /// Remembers that.
    pub(super) fn set_token(&self, token: &ResumeToken) {
        self.of_tab.set(SEAT, &token.secret());
    }
}
