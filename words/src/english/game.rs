//! Texts of the game's page. The page is in English only, so these are not looked up by language.

use alloc::string::{String, ToString};

use forensics::shot_end::EndKind;

/// While the page connects.
pub const CONNECTING: &str = "Connecting to the server …";
/// Why a connection ended, where the server gave no reason.
pub const NO_ANSWER: &str = "The server is not answering.";
pub const CONNECTION_LOST: &str = "The connection was lost.";
pub const UNREACHABLE: &str = "The server cannot be reached.";
/// Buttons after a connection ended.
pub const TRY_NOW: &str = "Try now";
pub const RELOAD: &str = "Reload";
pub const JOIN_AGAIN: &str = "Join again";
pub const PLAY_AGAIN: &str = "Play again";
/// When a player returns: to the held seat, to a new one, or to a new match.
pub const SEAT_HELD: &str = "Welcome back: your seat and your score were held.";
pub const SEAT_LOST: &str = "Your seat was no longer held, so you have a new ship.";
pub const NEW_MATCH: &str = "The room was restarted, so this is a new match.";
/// The browser cannot make an unguessable name.
pub const NO_RANDOMNESS: &str = "This browser cannot make up a secret room name: choose one.";
/// When the name of the room in which there was no seat is empty.
pub const ASKED_FOR_LOBBY: &str = "You asked for the lobby.";

/// What keys and mouse do, in the first seconds of play: move the ship, aim, laser, beam.
pub const CONTROLS: [&str; 4] = ["fly", "aim", "fire", "beam"];

/// The controls that a player can bind to keys: to fly, aim and fire, and for what is shown.
pub const KEY_CONTROLS: [&str; 18] = [
    "Thrust up",
    "Thrust left",
    "Thrust down",
    "Thrust right",
    "Turn aim left",
    "Turn aim right",
    "Laser",
    "Beam",
    "Scores (hold)",
    "Newest shot",
    "See the lag",
    "Ghosts",
    "Netcode",
    "Simulated link",
    "Net graph",
    "Sound",
    "Full update",
    "Help",
];
/// The same for the buttons of a gamepad.
pub const PAD_CONTROLS: [&str; 12] = [
    "Laser",
    "Beam",
    "Menu",
    "Scores (hold)",
    "Newest shot",
    "Ghosts",
    "See the lag",
    "Go on",
    "Close",
    "Netcode",
    "Net graph",
    "Sound",
];
/// At a control that waits for its new key or button.
pub const PRESS_A_KEY: &str = "press a key";
pub const PRESS_A_BUTTON: &str = "press a button";
/// After a key that has a fixed meaning.
pub const KEY_KEPT: &str = "This key cannot be bound. Press another one.";
/// After the button that resets all bindings.
pub const BINDINGS_RESET: &str = "All keys and buttons are back to their defaults.";
/// About a gamepad: it was unplugged, or the browser does not know it.
pub const PAD_UNPLUGGED: &str = "The gamepad was disconnected. Its controls are let go.";
pub const PAD_UNKNOWN: &str =
    "The browser does not know the buttons of this gamepad, so the game cannot use it.";
/// In the table of scores: the sign of players who use aim assist, its legend, and its tooltip.
pub const AIM_ASSIST_SIGN: &str = "◎";
pub const AIM_ASSIST_LEGEND: &str = "◎ uses aim assist";
pub const AIM_ASSIST_HINT: &str = "Uses aim assist: a stick’s aim is pulled towards ships.";

/// Before the link to a private room in which the player is alone: one's own, or one for two.
pub const OWN_ROOM: &str = "Your own room: share this link.";
pub const WAITING_FOR_FRIEND: &str = "The round begins when your friend is here.";
/// Of the page, where its link is shared.
pub const SHARED_TITLE: &str = "Lagrange: a space duel in the browser";

/// After the key or button that mutes.
pub const SOUND_OFF: &str = "Sound off.";
pub const SOUND_ON: &str = "Sound on.";

/// The quality of the connection for screen readers, after the ping: good, fair, poor.
pub const CONNECTION_QUALITIES: [&str; 3] = [", good", ", fair", ", poor"];
/// After the button that resets the settings.
pub const SETTINGS_RESET: &str = "All settings are back to their defaults.";

/// Results of copying the invitation and of saving a capture.
pub const COPIED: &str = "Copied.";
pub const SELECT_AND_COPY: &str = "Select the link and copy it.";
pub const NOT_SAVED: &str = "This browser cannot save files.";
/// After the size of a saved capture: it is full, or it opens at a shot.
pub const CAPTURE_FULL: &str = ", as much as a capture can hold";
pub const OPENS_AT_SHOT: &str = "; drop it on the laboratory’s page to open it at this shot";

/// The feed's lasting line while bots spare the player.
pub const TRUCE: &str = "The bots hold their fire until you fly or fire, for a minute at most.";
/// After a number of refunded hit points.
pub const REFUNDED: &str = " hit points came back: another ship was hit first.";
/// The tooltip of a kill that can be looked into.
pub const LOOK_INTO_SHOT: &str = "Look into this shot";
/// While the respawn waits only for the server.
pub const BACK_SOON: &str = "Back in a moment";
/// The server's load.
pub const SERVER_BUSY: &str = "server busy";
pub const SERVER_OVERLOADED: &str = "server overloaded";
/// Explains the sign before a ping in the table of scores.
pub const LAG_NOT_EQUAL: &str = "This player’s commands do not wait for the room’s minimum lag.";

/// The lesson “See the lag”: the buttons that skip a step and go on, and the steps.
pub const SEE_LAG_SKIP: &str = "Skip";
pub const SEE_LAG_NEXT: &str = "Next";
pub const SEE_LAG_STEPS: [&str; 3] = ["1 of 3", "2 of 3", "3 of 3"];
/// What to do in its second step, and its last words.
pub const SEE_LAG_CROSS: &str =
    "Hit a crossing ship with your beam: aim at what you see, not at the outline.";
pub const SEE_LAG_CLOSING: &str = "That is lag. Your link is as it was.";
/// Hints for its steps, with keys and mouse, and on a touch screen.
pub const SEE_LAG_HINTS: [&str; 3] = [
    "Fly after a ship with the arrow keys: the faster it flies, the further ahead its outline is.",
    "The right mouse button or Shift fires the beam. Wait until a ship flies past you sideways.",
    "The left mouse button or Space fires. Aim at a ship while it flies past you.",
];
pub const SEE_LAG_HINTS_TOUCH: [&str; 3] = [
    "Fly after a ship with the left stick: the faster it flies, the further ahead its outline is.",
    "Push the right stick to its rim to fire the beam. Wait until a ship flies past you sideways.",
    "Push the right stick towards a ship while it flies past you: that fires.",
];
pub const SEE_LAG_HINTS_GAMEPAD: [&str; 3] = [
    "Fly after a ship with the left stick: the faster it flies, the further ahead its outline is.",
    "Aim with the right stick and fire the beam. Wait until a ship flies past you sideways.",
    "Aim with the right stick and fire at a ship while it flies past you.",
];
/// Why it ended early.
pub const SEE_LAG_LEFT: &str = "You left “See the lag”. Your link is as it was.";
pub const SEE_LAG_ALONE: &str =
    "There is no other ship here to show the lag on. The laboratory, at /lab, has some.";
pub const SEE_LAG_JOINED: &str =
    "Another player joined, so “See the lag” has ended. Start it again in a room of your own.";
pub const SEE_LAG_NETCODE: &str = "The netcode changed, so “See the lag” has ended.";
pub const SEE_LAG_LOST: &str =
    "The connection was lost during “See the lag”. Your link is as it was.";
pub const SEE_LAG_RELOADED: &str =
    "The page was reloaded during “See the lag”. Your link is as it was.";

/// A direction on the screen by eighths of a turn, from the right over below.
pub const DIRECTIONS: [&str; 8] = [
    "the right",
    "the lower right",
    "below",
    "the lower left",
    "the left",
    "the upper left",
    "above",
    "the upper right",
];

/// The same as a place relative to another one.
pub const RELATIVE_TO: [&str; 8] = [
    "to the right of",
    "below and to the right of",
    "below",
    "below and to the left of",
    "to the left of",
    "above and to the left of",
    "above",
    "above and to the right of",
];

/// The word over a replay.
pub const REPLAY: &str = "Replay";
/// The button that plays the death again.
pub const WATCH_AGAIN: &str = "Watch again";
/// At the marks of a replayed death: the places of the own ship.
pub const YOU_WERE_HERE: &str = "you were here";
pub const SERVER_HAD_YOU_HERE: &str = "the server had you here";
pub const SERVER_HAD_YOU_WHERE_YOU_WERE: &str = "the server had you where you were";
/// At the marks of a replayed own shot: the places of its target.
pub const YOU_SAW_IT_HERE: &str = "you saw it here";
/// The button that opens the sheet of that shot.
pub const WHY: &str = "Why?";
/// The places that a replay's sentence compares others with.
pub const WHERE_YOU_WENT_DOWN: &str = "where you went down";
pub const WHERE_YOU_SAW_IT: &str = "where you saw it";
/// By what a shot was judged, where it was not by what its shooter saw.
pub const WENT_BY_SERVERS_TIME: &str = "The server did not rewind: it went by its own time.";
pub const WENT_BY_SHARED_DELAY: &str =
    "Everyone sees the others with the same delay, and the server went by that.";

/// What to watch for under conditions of the uplink: latency, jitter, loss.
pub const UP_HINTS: [&str; 3] = [
    "Watch your hits: they are confirmed later.",
    "Watch your ship: commands that arrive too late pull it back.",
    "Watch your ship stall on a stream, and stutter with datagrams.",
];
/// The same for the downlink.
pub const DOWN_HINTS: [&str; 3] = [
    "Watch the ghosts: the others are further from where you see them.",
    "Watch the others fade while no data arrives.",
    "Watch the others jump where too much is missing.",
];

/// While a control waits for its new key or gamepad button.
#[must_use]
pub fn press_key_for(control: &str) -> String {
    ["Press a key for “", control, "”. Esc cancels."].concat()
}

#[must_use]
pub fn press_button_for(control: &str) -> String {
    ["Press a gamepad button for “", control, "”. Esc cancels."].concat()
}

/// After that.
#[must_use]
pub fn bound_to(control: &str, key: &str) -> String {
    ["“", control, "” is on ", key, " now."].concat()
}

/// Follows it: another control was there too, and keeps another key of its own.
#[must_use]
pub fn keeps_another(other: &str) -> String {
    [" “", other, "” keeps its other one."].concat()
}

/// Follows it: another control was there, and got the free key in exchange.
#[must_use]
pub fn swapped_with(other: &str, key: &str) -> String {
    [" “", other, "” was there, and is on ", key, " now."].concat()
}

#[must_use]
pub fn unreadable(error: &str) -> String {
    ["The page could not read a message: ", error, "."].concat()
}

#[must_use]
pub fn silent_for(seconds: &str) -> String {
    ["No word from the server for ", seconds, " s."].concat()
}

#[must_use]
pub fn press_to_stay(seconds: &str) -> String {
    ["The room is full. Press any key within ", seconds, " s to keep your seat."].concat()
}

#[must_use]
pub fn trying_again(seconds: &str) -> String {
    ["Trying again in ", seconds, " s."].concat()
}

/// The player asked for one lobby and got a seat in another.
#[must_use]
pub fn placed_elsewhere(room: &str, asked: &str) -> String {
    ["You are in ", room, ": there was no free seat in ", asked, "."].concat()
}

#[must_use]
pub fn asked_for(room: &str) -> String {
    ["You asked for the room “", room, "”."].concat()
}

/// The room's rules were changed: by the player, by another, or back to the room's own.
#[must_use]
pub fn you_changed(changes: &str) -> String {
    ["You changed the rules: ", changes, "."].concat()
}

#[must_use]
pub fn changed_by(player: &str, changes: &str) -> String {
    [player, " changed the rules: ", changes, "."].concat()
}

#[must_use]
pub fn restored(changes: &str) -> String {
    ["This room is for everyone, so it went back to its own rules: ", changes, "."].concat()
}

/// Follows one of these, with the number of the preset's key.
#[must_use]
pub fn see_the_same_way(key: &str) -> String {
    [" Press ", key, " to see it the same way."].concat()
}

/// A saved capture, with what is special about it.
#[must_use]
pub fn saved(file: &str, bytes: &str, special: &str) -> String {
    ["Saved: ", file, ", ", bytes, " bytes", special, "."].concat()
}

#[must_use]
pub fn joined(player: &str) -> String {
    [player, " joined."].concat()
}

#[must_use]
pub fn left(player: &str) -> String {
    [player, " left."].concat()
}

#[must_use]
pub fn is_back(player: &str) -> String {
    [player, " is back."].concat()
}

/// A player lost the connection, and the seat is held.
#[must_use]
pub fn away(player: &str, seconds: &str) -> String {
    [player, " lost the connection. Their seat is held for ", seconds, " s."].concat()
}

/// The same in the table of scores.
#[must_use]
pub fn away_hint(seconds: &str) -> String {
    ["This player lost the connection. Their seat is held for ", seconds, " s."].concat()
}

#[must_use]
pub fn shot_down(killer: &str, victim: &str) -> String {
    [killer, " shot down ", victim].concat()
}

#[must_use]
pub fn shot_you_down(killer: &str, weapon: &str, direction: Option<&str>) -> String {
    let from = direction.map_or_else(String::new, |from| [", from ", from].concat());
    [killer, " shot you down with a ", weapon, &from, "."].concat()
}

/// `place` is relative to where the viewer went down.
#[must_use]
pub fn saw_you(shooter: &str, place: &str) -> String {
    [shooter, " saw you ", place, "."].concat()
}

/// The same, if what the shooter saw is unknown.
#[must_use]
pub fn server_had_you(place: &str) -> String {
    ["The server had you ", place, "."].concat()
}

/// `end` is the result of an own shot, `place` relative to where the viewer saw the target.
#[must_use]
pub fn server_had(end: &str, target: &str, place: &str) -> String {
    [end, ": the server had ", target, " ", place, "."].concat()
}

/// At the outline of a replayed death: where its shooter saw the viewer.
#[must_use]
pub fn saw_you_here(shooter: &str) -> String {
    [shooter, " saw you here"].concat()
}

/// The same, if that is where the viewer was.
#[must_use]
pub fn saw_you_where_you_were(shooter: &str) -> String {
    [shooter, " saw you where you were"].concat()
}

/// At the outline of an own shot's target; `end` is the result of the shot.
#[must_use]
pub fn server_had_it_here(end: &str) -> String {
    [end, ": the server had it here"].concat()
}

/// The same, if that is where the viewer saw it.
#[must_use]
pub fn server_had_it_where_you_saw_it(end: &str) -> String {
    [end, ": the server had it where you saw it"].concat()
}

/// How far apart the places are where a ship was and where another player saw it: in u, and how
/// late that player saw it, in ms if known.
#[must_use]
pub fn apart(u: &str, ms: Option<&str>) -> String {
    let time = ms.map_or_else(String::new, |ms| [" · ", ms, " ms late"].concat());
    [u, " u", &time].concat()
}

/// The result of an own shot that came near no ship.
#[must_use]
pub fn replayed_near_none(end: &str) -> String {
    [end, ": there was nobody near the shot."].concat()
}

/// How a replayed own shot ended, at the start of a sentence.
#[must_use]
pub const fn replayed_end(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "Not judged yet",
        EndKind::Open => "Hit, but it can still be undone",
        EndKind::Hit => "Hit",
        EndKind::Undone => "Hit, then undone",
        EndKind::Refused => "Hit refused",
        EndKind::Miss => "Missed",
        EndKind::Veto => "Stopped by cover",
        EndKind::Void => "No hit",
    }
}

/// A distance on the screen, in half widths of a ship and in u.
#[must_use]
pub fn ship_widths(halves: u32, exact_u: &str) -> String {
    const WHOLE: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let widths = match halves {
        0 => "less than half a ship width".into(),
        1 => "about half a ship width".into(),
        2 => "about one ship width".into(),
        3 => "about one and a half ship widths".into(),
        _ => {
            let whole = halves / 2;
            let word = WHOLE.get(whole as usize - 2);
            let count = word.map_or_else(|| whole.to_string(), |word| (*word).into());
            ["about ", count.as_str(), " ship widths"].concat()
        }
    };
    [widths.as_str(), " (", exact_u, " u)"].concat()
}

/// What the shooter saw decided a shot; `None` for the viewer.
#[must_use]
pub fn went_by_what_was_seen(shooter: Option<&str>) -> String {
    ["The server went by what ", shooter.unwrap_or("you"), " saw."].concat()
}

/// The same in part: the server limits how far back it goes.
#[must_use]
pub fn went_part_of_the_way(shooter: Option<&str>) -> String {
    ["The server rewound only part of the way to what ", shooter.unwrap_or("you"), " saw."].concat()
}

/// A number of kills or deaths is followed by its noun.
#[must_use]
pub const fn kills(n: u16) -> &'static str {
    if n == 1 { "kill" } else { "kills" }
}

#[must_use]
pub const fn deaths(n: u16) -> &'static str {
    if n == 1 { "death" } else { "deaths" }
}

#[must_use]
pub fn hit_undone(victim: &str) -> String {
    ["Your hit on ", victim, " was undone: your shot met another ship first."].concat()
}

#[must_use]
pub fn stalled(seconds: &str) -> String {
    ["The server stalled for ", seconds, " s. The match goes on from where it was."].concat()
}

#[must_use]
pub fn back_in(seconds: &str) -> String {
    ["Back in ", seconds, " s"].concat()
}

#[must_use]
pub fn prediction_frozen(commands: &str) -> String {
    ["prediction is frozen: ", commands, " commands or more are unanswered"].concat()
}

#[must_use]
pub fn scores_in(room: &str) -> String {
    ["Scores in room “", room, "”"].concat()
}

/// Follows the title of the scores.
#[must_use]
pub fn bots_at_level(level: &str) -> String {
    [" · bots: level ", level].concat()
}

#[must_use]
pub fn plays_by(netcode: &str) -> String {
    ["You play by: ", netcode, ". So does the room, if it is new."].concat()
}

/// The room keeps other rules than those of the player's preset.
#[must_use]
pub fn room_keeps_rules(preset: &str) -> String {
    ["Your view now follows ", preset, ". The room keeps its own rules."].concat()
}

#[must_use]
pub fn open_private_room(preset: &str) -> String {
    ["Open a private room under ", preset].concat()
}

/// The first step of “See the lag”, at an outline.
#[must_use]
pub fn see_lag_outline(age_ms: &str) -> String {
    [
        "The thin outline is where the server’s newest snapshot has this ship. When your shot \
         arrives, what you see will be ",
        age_ms,
        " ms old.",
    ]
    .concat()
}

/// After the hit of its second step.
#[must_use]
pub fn see_lag_counted(rewound_ms: &str) -> String {
    ["You aimed at what you saw. The server rewound ", rewound_ms, " ms, and it counted."].concat()
}

/// What to do in its third step.
#[must_use]
pub fn see_lag_beyond(age_ms: &str, limit_ms: &str) -> String {
    [
        "What you see is now ",
        age_ms,
        " ms old, and the server rewinds ",
        limit_ms,
        " ms at most. Fire at a moving ship.",
    ]
    .concat()
}

/// After the shot of its third step.
#[must_use]
pub fn see_lag_elsewhere(seen_ms: &str, limit_ms: &str, apart_u: &str) -> String {
    [
        "You saw it ",
        seen_ms,
        " ms ago; the server rewinds ",
        limit_ms,
        " ms at most, so it judged the ship ",
        apart_u,
        " u from there.",
    ]
    .concat()
}

/// In a room of the player's own, opened for the lesson.
#[must_use]
pub fn see_lag_own_room(home: &str) -> String {
    [
        "This is a room of your own, where nobody else sees your lag. Afterwards, you go back to “",
        home,
        "”.",
    ]
    .concat()
}

/// Back from there: at the end, after a lost connection, after a reload, or since none could be
/// opened.
#[must_use]
pub fn see_lag_back(home: &str) -> String {
    ["You are back in “", home, "”."].concat()
}

#[must_use]
pub fn see_lag_lost(home: &str) -> String {
    ["The connection was lost during “See the lag”. You are back in “", home, "”."].concat()
}

#[must_use]
pub fn see_lag_reloaded(home: &str) -> String {
    ["The page was reloaded during “See the lag”. You are back in “", home, "”."].concat()
}

#[must_use]
pub fn see_lag_no_room(home: &str) -> String {
    ["No room could be opened for “See the lag”. You are back in “", home, "”."].concat()
}

/// There is no way back.
#[must_use]
pub fn see_lag_stays(home: &str) -> String {
    ["“", home, "” is full now, so you stay here, in a room of your own."].concat()
}
