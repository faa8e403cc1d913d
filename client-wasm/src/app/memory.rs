//! What the game keeps in browser storage: the player's name, whether the shot line is on, what is
//! always on screen, the volumes, the controls, the best rounds, the series, what the join screen
//! opens, and whether the lag was seen; and for the tab, that it is playing, its simulated link,
//! the token of its seat, its lesson, and the card of its room. What cannot be read is as if it
//! were not stored.

use std::str::FromStr;

use shared::{
    report::shot_report::ReportsWanted,
    wire::{
        conditions::Conditions,
        message::AimAssist,
        round::{Achievement, MatchMode},
        route::NodeName,
        seat::ResumeToken,
    },
};
use web_sys::Window;
use web_ui::{
    input::stick_settings::StickSettings,
    shell::storage::Memory,
    sound::{NetcodeTones, Percent, Volumes},
    text::figures::whole,
};

use super::own_room::OwnRoom;
use crate::{
    controls::{PlayerControls, key_bindings::KeyBindings, pad_bindings::PadBindings},
    hud::pins::Pins,
    links::offers::Offers,
    round::series_record::{SeriesRecord, SeriesResult, Tally},
};

const NAME: &str = "lagrange.name";
const SHOT_LINE: &str = "lagrange.opinions";
const PINNED: &str = "lagrange.pinned";
const MUTED: &str = "lagrange.muted";
const VOLUME: &str = "lagrange.volume";
const EFFECTS_VOLUME: &str = "lagrange.effects-volume";
const NETCODE_TONES: &str = "lagrange.netcode-tones";
const KEYS: &str = "lagrange.keys";
const PAD: &str = "lagrange.gamepad";
const STICKS: &str = "lagrange.sticks";
const AIM_ASSIST: &str = "lagrange.aim-assist";
/// Text of a setting that is on unless it is stored.
const OFF: &str = "off";
/// Set once the lesson “See the lag” was gone through.
const LAG_SEEN: &str = "lagrange.see-lag";
/// Set once it was offered to this tab, and begun or dismissed.
const LAG_OFFERED: &str = "lagrange.see-lag-offered";
/// Where this tab's lesson takes place, while it does.
const LESSON_PLACE: &str = "lagrange.see-lag-room";
const IN_PRIVATE_ROOM: &str = "1";
const IN_CHOSEN_ROOM: &str = "chosen";
/// Before the limits of a round.
const BEST_ROUND: &str = "lagrange.best-round.";
/// The series against other players.
const SERIES: &str = "lagrange.series";
/// The last round of a series that this tab counted.
const SERIES_COUNTED: &str = "lagrange.series-counted";
/// What the join screen's buttons open.
const OFFERS: &str = "lagrange.offers";
const PLAYING: &str = "lagrange.playing";
/// The card of the player's own room in this tab.
const OWN_ROOM: &str = "lagrange.own-room";
const OWN_ROOM_OPENED: &str = "opened";
const OWN_ROOM_CLOSED: &str = "closed";
const LINK: &str = "lagrange.link";
const SEAT: &str = "lagrange.seat";
const NODE: &str = "lagrange.node";
const RELOADED: &str = "lagrange.other-version";

/// Reads the text of an achievement.
fn achievement(text: &str) -> Option<Achievement> {
    let (kills, time_ms) = text.split_once('/')?;
    Some(Achievement { kills: kills.parse().ok()?, time_ms: time_ms.parse().ok()? })
}

fn best_round_key(mode: MatchMode) -> String {
    [BEST_ROUND, &mode.to_string()].concat()
}

/// Where a lesson takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LessonPlace {
    /// In the room that the player chose.
    ChosenRoom,
    /// In a private room, from which the player is brought back.
    PrivateRoom,
}

/// The stored values of a player.
pub(super) struct PlayerMemory {
    lasting: Memory,
    of_tab: Memory,
}

impl PlayerMemory {
    /// Uses the storage of a window.
    pub(super) fn new(window: &Window) -> Self {
        Self { lasting: Memory::lasting(window), of_tab: Memory::of_tab(window) }
    }

    /// The name used last.
    pub(super) fn name(&self) -> Option<String> {
        self.lasting.get(NAME)
    }

    /// The player's best round under these limits.
    pub(super) fn best_round(&self, mode: MatchMode) -> Option<Achievement> {
        self.lasting.get(&best_round_key(mode)).and_then(|text| achievement(&text))
    }

    pub(super) fn set_best_round(&self, mode: MatchMode, best: Achievement) {
        let text = [&whole(best.kills.into()), "/", &whole(best.time_ms.into())].concat();
        self.lasting.set(&best_round_key(mode), &text);
    }

    /// Counts a series that a round decided, unless this tab has counted it. Returns the tally.
    pub(super) fn count_series(&self, round: &str, other: &str, result: SeriesResult) -> Tally {
        let mut record: SeriesRecord = self.read(SERIES);
        if self.of_tab.get(SERIES_COUNTED).as_deref() == Some(round) {
            return record.against(other).unwrap_or_default();
        }
        self.of_tab.set(SERIES_COUNTED, round);
        let tally = record.add(other, result);
        self.lasting.set(SERIES, &record.text());
        tally
    }

    /// What the join screen's buttons open.
    pub(super) fn offers(&self) -> Offers {
        self.read(OFFERS)
    }

    pub(super) fn set_offers(&self, offers: Offers) {
        self.store(OFFERS, (offers != Offers::default()).then(|| offers.text()).as_deref());
    }

    pub(super) fn set_name(&self, name: &str) {
        self.lasting.set(NAME, name);
    }

    /// Whether the shot line is on.
    pub(super) fn reports_wanted(&self) -> ReportsWanted {
        match self.lasting.get(SHOT_LINE) {
            Some(_) => ReportsWanted::Yes,
            None => ReportsWanted::No,
        }
    }

    pub(super) fn set_reports_wanted(&self, wanted: ReportsWanted) {
        match wanted {
            ReportsWanted::Yes => self.lasting.set(SHOT_LINE, "1"),
            ReportsWanted::No => self.lasting.remove(SHOT_LINE),
        }
    }

    /// What is always on screen.
    pub(super) fn pins(&self) -> Pins {
        self.read(PINNED)
    }

    pub(super) fn set_pins(&self, pins: Pins) {
        self.store(PINNED, (pins != Pins::default()).then(|| pins.text()).as_deref());
    }

    /// The player's volumes; those never set, or not readable, are the game's own.
    pub(super) fn volumes(&self) -> Volumes {
        let own = Volumes::default();
        let percent = |name| Some(Percent::new(self.lasting.get(name)?.parse().ok()?));
        let tones_off = self.lasting.get(NETCODE_TONES).is_some_and(|text| text == OFF);
        Volumes {
            muted: self.lasting.get(MUTED).is_some(),
            master: percent(VOLUME).unwrap_or(own.master),
            effects: percent(EFFECTS_VOLUME).unwrap_or(own.effects),
            netcode_tones: if tones_off { NetcodeTones::Off } else { own.netcode_tones },
        }
    }

    pub(super) fn set_volumes(&self, volumes: &Volumes) {
        let own = Volumes::default();
        let percent =
            |volume: Percent, own: Percent| (volume != own).then(|| whole(volume.get().into()));
        self.store(MUTED, volumes.muted.then_some("1"));
        self.store(VOLUME, percent(volumes.master, own.master).as_deref());
        self.store(EFFECTS_VOLUME, percent(volumes.effects, own.effects).as_deref());
        let tones_off = volumes.netcode_tones == NetcodeTones::Off;
        self.store(NETCODE_TONES, tones_off.then_some(OFF));
    }

    /// The player's controls; those never set, or not readable, are the game's own.
    pub(super) fn controls(&self) -> PlayerControls {
        let is_off = self.lasting.get(AIM_ASSIST).is_some_and(|text| text == OFF);
        PlayerControls {
            keys: self.read(KEYS),
            pad: self.read(PAD),
            sticks: self.read(STICKS),
            aim_assist: if is_off { AimAssist::Off } else { AimAssist::On },
        }
    }

    pub(super) fn set_controls(&self, controls: &PlayerControls) {
        let PlayerControls { keys, pad, sticks, aim_assist } = controls;
        self.store(KEYS, (*keys != KeyBindings::default()).then(|| keys.text()).as_deref());
        self.store(PAD, (*pad != PadBindings::default()).then(|| pad.text()).as_deref());
        let sticks = (*sticks != StickSettings::default()).then(|| sticks.text());
        self.store(STICKS, sticks.as_deref());
        self.store(AIM_ASSIST, (*aim_assist == AimAssist::Off).then_some(OFF));
    }

    /// A stored value; the default one if none is stored, or none that can be read.
    fn read<T: FromStr + Default>(&self, name: &str) -> T {
        self.lasting.get(name).and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Stores a text, or removes it.
    fn store(&self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.lasting.set(name, text),
            None => self.lasting.remove(name),
        }
    }

    /// Whether this tab was playing when it was reloaded.
    pub(super) fn was_playing(&self) -> bool {
        self.of_tab.get(PLAYING).is_some()
    }

    /// Stores that this tab is playing.
    pub(super) fn set_playing(&self) {
        self.of_tab.set(PLAYING, "1");
    }

    /// Removes that, and the token of the seat.
    pub(super) fn clear_playing(&self) {
        self.of_tab.remove(PLAYING);
        self.of_tab.remove(SEAT);
        self.of_tab.remove(NODE);
        self.of_tab.remove(OWN_ROOM);
    }

    /// The card of the player's own room, which outlasts a reload of this tab.
    pub(super) fn own_room(&self) -> OwnRoom {
        match self.of_tab.get(OWN_ROOM).as_deref() {
            Some(OWN_ROOM_OPENED) => OwnRoom::Opened,
            Some(OWN_ROOM_CLOSED) => OwnRoom::Closed,
            _ => OwnRoom::No,
        }
    }

    pub(super) fn set_own_room(&self, own_room: OwnRoom) {
        match own_room {
            OwnRoom::No => self.of_tab.remove(OWN_ROOM),
            OwnRoom::Opened => self.of_tab.set(OWN_ROOM, OWN_ROOM_OPENED),
            OwnRoom::Closed => self.of_tab.set(OWN_ROOM, OWN_ROOM_CLOSED),
        }
    }

    /// The link that this tab simulates.
    pub(super) fn link(&self) -> Option<Conditions> {
        self.of_tab.get(LINK)?.parse().ok()
    }

    /// Stores the simulated link, or removes a perfect one.
    pub(super) fn set_link(&self, link: &Conditions) {
        if link.are_perfect() {
            self.of_tab.remove(LINK);
        } else {
            self.of_tab.set(LINK, &link.to_string());
        }
    }

    /// Whether the lesson “See the lag” is not to be offered any more.
    pub(super) fn lag_offered(&self) -> bool {
        self.lasting.get(LAG_SEEN).is_some() || self.of_tab.get(LAG_OFFERED).is_some()
    }

    /// Stores that it was gone through.
    pub(super) fn set_lag_seen(&self) {
        self.lasting.set(LAG_SEEN, "1");
    }

    /// Stores that it was begun or dismissed in this tab.
    pub(super) fn set_lag_offered(&self) {
        self.of_tab.set(LAG_OFFERED, "1");
    }

    /// Where this tab's lesson takes place; `None` if there is none.
    pub(super) fn lesson_place(&self) -> Option<LessonPlace> {
        let place = self.of_tab.get(LESSON_PLACE)?;
        let is_chosen = place == IN_CHOSEN_ROOM;
        Some(if is_chosen { LessonPlace::ChosenRoom } else { LessonPlace::PrivateRoom })
    }

    pub(super) fn set_lesson_place(&self, place: LessonPlace) {
        let text = match place {
            LessonPlace::ChosenRoom => IN_CHOSEN_ROOM,
            LessonPlace::PrivateRoom => IN_PRIVATE_ROOM,
        };
        self.of_tab.set(LESSON_PLACE, text);
    }

    pub(super) fn clear_lesson_place(&self) {
        self.of_tab.remove(LESSON_PLACE);
    }

    /// Notes a reload because the server has another version. Returns whether it is the first since
    /// this tab last joined.
    pub(super) fn is_first_reload(&self) -> bool {
        let is_first = self.of_tab.get(RELOADED).is_none();
        self.of_tab.set(RELOADED, "1");
        // Where nothing can be stored, a reload might follow on a reload for ever.
        is_first && self.of_tab.get(RELOADED).is_some()
    }

    pub(super) fn clear_reload(&self) {
        self.of_tab.remove(RELOADED);
    }

    /// The token that resumes this tab's seat.
    pub(super) fn token(&self) -> Option<ResumeToken> {
        self.of_tab.get(SEAT)?.parse().ok()
    }

    /// The server that has the seat, by its name among several.
    pub(super) fn node(&self) -> Option<NodeName> {
        self.of_tab.get(NODE)?.parse().ok()
    }

    /// Stores the seat: its token, and the server that has it.
    pub(super) fn set_seat(&self, token: &ResumeToken, node: Option<&NodeName>) {
        self.of_tab.set(SEAT, &token.secret());
        match node {
            Some(node) => self.of_tab.set(NODE, node.as_str()),
            None => self.of_tab.remove(NODE),
        }
    }
}
