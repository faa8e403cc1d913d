//! Parses and writes the fragment of a link to a room, `key=value&…`. It is read when the page
//! opens and whenever the address changes.

use shared::wire::{
    conditions::Conditions,
    name::{clean_room, is_invisible, joins_emoji},
    route::NodeName,
};
use web_ui::netcode::chosen::Chosen;

use words::game::AddressFault;

use super::{
    netcode_query::{ParsedNetcode, append_to},
    new_room::NewRoom,
    piece::clean,
};

/// The content of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// The room to join; empty for the default one.
    pub room: String,
    /// Settings of the room if it is new.
    pub new_room: NewRoom,
    /// The player's netcode, and the rules of the room if it is new; `None` if not given.
    pub netcode: Option<Chosen>,
    /// Conditions of the simulated link; `None` if not given.
    pub link: Option<Conditions>,
    /// Whether it leads to a seat or lets its reader watch.
    pub role: Role,
    /// The server whose lobby is meant, among several.
    pub at: Option<NodeName>,
}

/// What a client does in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Player,
    Watcher,
}

/// The part of a link that lets its reader watch.
const WATCH: &str = "watch";
/// The key of the server whose lobby is meant.
const AT: &str = "at";

/// What is wrong with which piece of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub piece: String,
    pub why: AddressFault,
}

/// Parses a fragment (with or without its `#`).
///
/// # Errors
/// Names the first part that this page does not understand.
pub fn parse(hash: &str) -> Result<Fragment, Refusal> {
    let text = hash.strip_prefix('#').unwrap_or(hash);
    let mut fragment = Fragment::default();
    let mut room_said = false;
    let mut said = ParsedNetcode::default();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        if pair == WATCH {
            fragment.role = Role::Watcher;
            continue;
        }
        let Some((key, value)) = pair.split_once('=') else {
            return Err(refusal(pair, AddressFault::NoPair));
        };
        let value = decode(value).ok_or_else(|| refusal(pair, AddressFault::Encoding))?;
        if fragment.new_room.take(key, &value).map_err(|why| refusal(pair, why))? {
            continue;
        }
        if key == "link" {
            if fragment.link.is_some() {
                return Err(refusal(pair, AddressFault::Twice));
            }
            let link = value.parse::<Conditions>();
            let link = link.map_err(|error| refusal(pair, AddressFault::Link(error)));
            fragment.link = Some(link?);
            continue;
        }
        if key == AT {
            if fragment.at.is_some() {
                return Err(refusal(pair, AddressFault::Twice));
            }
            fragment.at = Some(value.parse().map_err(|_| refusal(pair, AddressFault::Node))?);
            continue;
        }
        if key != "room" {
            if said.take(key, &value).map_err(|why| refusal(pair, why))? {
                continue;
            }
            return Err(refusal(pair, AddressFault::UnknownKey));
        }
        if room_said {
            return Err(refusal(pair, AddressFault::Twice));
        }
        room_said = true;
        fragment.room = room(pair, &value)?;
    }
    if let Some(sides) = fragment.new_room.sides.filter(|_| fragment.room.is_empty()) {
        let pair = ["sides=", &sides.to_string()].concat();
        return Err(refusal(&pair, AddressFault::SidesInPublic));
    }
    fragment.netcode = said.chosen();
    Ok(fragment)
}

/// The room of a link, whatever else is wrong with the link; empty for the default room, and if the
/// room itself is invalid.
#[must_use]
pub fn room_of(hash: &str) -> String {
    let text = hash.strip_prefix('#').unwrap_or(hash);
    let mut rooms = text.split('&').filter(|pair| pair.starts_with("room="));
    let (one, another) = (rooms.next(), rooms.next());
    let alone = one.filter(|_| another.is_none()).and_then(|pair| parse(pair).ok());
    alone.map(|fragment| fragment.room).unwrap_or_default()
}

/// The fragment that lets its reader watch a room, with its `#`.
#[must_use]
pub fn of_watched(room: &str) -> String {
    let text = of_room(room);
    let sign = if text.is_empty() { '#' } else { '&' };
    [text.as_str(), sign.encode_utf8(&mut [0; 4]), WATCH].concat()
}

/// The fragment for a room, a netcode and a simulated link, with its `#`; empty for the default
/// room with the default netcode.
#[must_use]
pub fn of(room: &str, new_room: NewRoom, chosen: &Chosen, link: Option<&Conditions>) -> String {
    let mut text = of_room_and_netcode(room, new_room, chosen);
    if let Some(link) = link {
        let sign = if text.is_empty() { "#" } else { "&" };
        text.extend([sign, "link=", &link.to_string()]);
    }
    text
}

/// A link to a lobby, by its fragment, that leads to that of a server among several.
#[must_use]
pub fn at_node(fragment: &str, node: &NodeName) -> String {
    let sign = if fragment.is_empty() { "#" } else { "&" };
    [fragment, sign, AT, "=", node.as_str()].concat()
}

fn of_room_and_netcode(room: &str, new_room: NewRoom, chosen: &Chosen) -> String {
    let mut text = of_room(room);
    let mut append = |pair: &str| {
        if !pair.is_empty() {
            text.push(if text.is_empty() { '#' } else { '&' });
            text.push_str(pair);
        }
    };
    for pair in new_room.pairs() {
        append(&pair);
    }
    let mut netcode = String::new();
    append_to(&mut netcode, chosen);
    append(&netcode);
    text
}

/// Whether a byte needs no percent-encoding.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// The fragment for a room, with its `#`; empty for the default one.
fn of_room(room: &str) -> String {
    if room.is_empty() {
        return String::new();
    }
    let mut text = String::from("#room=");
    for byte in room.bytes() {
        if is_plain(byte) {
            text.push(char::from(byte));
        } else {
            text.push('%');
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
            }
        }
    }
    text
}

fn room(pair: &str, value: &str) -> Result<String, Refusal> {
    let cleaned = clean_room(value);
    if cleaned.is_empty() {
        return Err(refusal(pair, AddressFault::RoomWithoutName));
    }
    let hides = |c: char| is_invisible(c) && !joins_emoji(c);
    if value.chars().any(hides) || value.trim() != value {
        return Err(refusal(&["room=", value].concat(), AddressFault::InvisibleInRoom));
    }
    Ok(cleaned)
}

fn refusal(pair: &str, why: AddressFault) -> Refusal {
    Refusal { piece: clean(pair), why }
}

/// Decodes percent-encoding; `None` if a percent sign lacks its two digits or the bytes are not
/// UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = digit(rest.next()?)?;
            bytes.push(high * 16 + digit(rest.next()?)?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::time::TickRate,
        netcode::preset::Preset,
        wire::{
            message::{BotsRequest, Listing},
            round::MatchMode,
        },
    };
    use words::Language;

    /// What is said about a link.
    fn said(hash: &str) -> Option<String> {
        let Refusal { piece, why } = parse(hash).err()?;
        Some((Language::English.game().address.refusal)(&piece, &why))
    }

    #[test]
    fn a_link_names_its_room() {
        let rows = [
            ("", ""),
            ("#", ""),
            ("#room=den", "den"),
            ("room=den", "den"),
            ("#room=caf%C3%A9%20au%20lait", "café au lait"),
            ("#&room=a%26b&", "a&b"),
            ("#room=1+1=2", "1+1=2"),
            ("#room=abcdefghijklmnopq", "abcdefghijklmnopq"),
            ("#room=a%20very%20long%20room%20name", "a very long room name"),
            ("#room=two%20%20spaces", "two spaces"),
            ("#room=%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80", "👩\u{200D}🚀"),
        ];
        for (hash, room) in rows {
            assert_eq!(parse(hash).unwrap().room, room, "{hash}");
        }
    }

    #[test]
    fn a_link_may_lead_to_the_stands() {
        for (hash, room, role) in [
            ("#watch", "", Role::Watcher),
            ("#room=den&watch", "den", Role::Watcher),
            ("#watch&room=den", "den", Role::Watcher),
            ("#room=watch", "watch", Role::Player),
        ] {
            let fragment = parse(hash).unwrap();
            assert_eq!((fragment.room.as_str(), fragment.role), (room, role), "{hash}");
        }
        assert_eq!(of_watched(""), "#watch");
        assert_eq!(of_watched("a b"), "#room=a%20b&watch");
        assert!(parse("#room=den&watch=1").is_err());
    }

    #[test]
    fn a_link_to_a_lobby_may_name_its_server() {
        let node: NodeName = "node-1".parse().unwrap();
        for (fragment, room, link) in
            [("", "", "#at=node-1"), ("#room=lobby%202", "lobby 2", "#room=lobby%202&at=node-1")]
        {
            assert_eq!(at_node(fragment, &node), link);
            let Fragment { room: read, at, .. } = parse(link).unwrap();
            assert_eq!((read.as_str(), at.as_ref()), (room, Some(&node)));
        }
        let text = "The link contains `at=Node`: a server's name is 1 to 32 small letters, digits \
                    or -.";
        assert_eq!(said("#at=Node").as_deref(), Some(text));
        assert!(said("#at=n1&at=n2").is_some_and(|text| text.contains("given twice")));
    }

    #[test]
    fn a_wrong_link_still_names_its_room() {
        let rows = [
            ("#room=den&colour=red", "den"),
            ("#link=foo&room=a%20b", "a b"),
            ("#room=&tick=2", ""),
            ("#room=den&room=lair", ""),
            ("#tick=2", ""),
        ];
        for (hash, room) in rows {
            assert!(parse(hash).is_err(), "{hash}");
            assert_eq!(room_of(hash), room, "{hash}");
        }
    }

    #[test]
    fn errors_in_a_link_are_named() {
        let rows = [
            ("#colour=red", "The link contains `colour=red`: unknown key."),
            ("#Room=den", "The link contains `Room=den`: unknown key."),
            ("#den", "The link contains `den`: not a key=value pair."),
            ("#room=", "The link contains `room=`: a room needs a name."),
            ("#room=%20", "The link contains `room=%20`: a room needs a name."),
            ("#room=%2", "The link contains `room=%2`: invalid percent encoding."),
            ("#room=%ff", "The link contains `room=%ff`: invalid percent encoding."),
            ("#tick=9", "The link contains `tick=9`: a room has 20 to 128 ticks a second."),
            ("#link=80", "The link contains `link=80`: `80` needs a value such as `80ms`."),
            ("#link=80ms&link=80ms", "The link contains `link=80ms`: given twice."),
            ("#tick=x", "The link contains `tick=x`: a room has 20 to 128 ticks a second."),
            (
                "#rounds=5",
                "The link contains `rounds=5`: expected `endless`, or kills and seconds of a \
                 round such as `10/180`.",
            ),
            (
                "#rounds=0/60",
                "The link contains `rounds=0/60`: a round ends after 1 to 1000 kills and 1 to \
                 3600 seconds, and waits for 1 to 8 players.",
            ),
            ("#bots=9", "The link contains `bots=9`: bots can fill a room up to 8 ships."),
            (
                "#room=den&sides=20",
                "The link contains `sides=20`: expected the round trips of both sides in ms, such \
                 as `20/150`.",
            ),
            (
                "#room=den&sides=20/1500",
                "The link contains `sides=20/1500`: the round trip of a side is 0 to 1000 ms.",
            ),
            (
                "#sides=20/150",
                "The link contains `sides=20/150`: only a private room has two sides, so the link \
                 needs its name.",
            ),
            (
                "#level=0",
                "The link contains `level=0`: bots play at a level from 1 to 31, or `adaptive`.",
            ),
            (
                "#level=32",
                "The link contains `level=32`: bots play at a level from 1 to 31, or `adaptive`.",
            ),
            (
                "#level=full",
                "The link contains `level=full`: bots play at a level from 1 to 31, or `adaptive`.",
            ),
            (
                "#best-of=4",
                "The link contains `best-of=4`: a series is the best of 3, 5 or 7 rounds.",
            ),
            (
                "#room=den&watch-delay=11",
                "The link contains `watch-delay=11`: watchers see a match 0 to 10 seconds late.",
            ),
            ("#bots=-1", "The link contains `bots=-1`: bots can fill a room up to 8 ships."),
            ("#room=a&room=b", "The link contains `room=b`: given twice."),
            (
                "#room=a%E2%80%AEb%20c",
                "The link contains `room=ab c`: a room name cannot contain invisible characters.",
            ),
        ];
        for (hash, text) in rows {
            assert_eq!(said(hash).as_deref(), Some(text), "{hash}");
        }
        let why = "9000ms".parse::<Conditions>().unwrap_err();
        let text = format!("The link contains `link=9000ms`: {why}.");
        assert_eq!(said("#link=9000ms"), Some(text));
    }

    #[test]
    fn a_room_is_listed_by_one_word_only() {
        for value in ["", "no", "Yes", "1"] {
            let text =
                format!("The link contains `listed={value}`: `listed` is `yes`, or left out.");
            assert_eq!(said(&["#room=den&listed=", value].concat()), Some(text));
        }
        let listed = parse("#listed=yes").unwrap().new_room;
        assert_eq!(listed.listing, Listing::Listed);
    }

    #[test]
    fn a_room_survives_its_link() {
        for room in ["", "den", "a&b=c%d#e", "Ünïcode ☄", "-._~"] {
            assert_eq!(parse(&of_room(room)).unwrap().room, room);
        }
        let (own, source) = (Chosen::default(), Chosen::from(Preset::Source));
        let fast = TickRate::new(128).ok();
        let none = NewRoom::default();
        let ticked = NewRoom { tick: fast, ..none };
        let endless = NewRoom { mode: Some(MatchMode::Endless), ..none };
        let bots = |ships, level: Option<&str>| BotsRequest {
            ships: Some(ships),
            level: level.map(|level| level.parse().unwrap()),
        };
        let duel = NewRoom { mode: "10/180/2".parse().ok(), bots: bots(2, None), ..none };
        let series = NewRoom { series: "5".parse().ok(), ..duel };
        let class = NewRoom { sides: "20/150".parse().ok(), bots: bots(0, None), ..none };
        let bot_duel =
            |level| NewRoom { mode: "10/180".parse().ok(), bots: bots(2, Some(level)), ..none };
        let late = NewRoom { watch_delay_s: Some(3), ..none };
        let listed = NewRoom { listing: Listing::Listed, ..late };
        let short = NewRoom { mode: "5/60".parse().ok(), ..ticked };
        let rows = [
            ("", none, own, ""),
            ("den", none, own, "#room=den"),
            ("den", ticked, own, "#room=den&tick=128"),
            ("", none, source, "#preset=source"),
            ("a&b", none, source, "#room=a%26b&preset=source"),
            ("a&b", ticked, source, "#room=a%26b&tick=128&preset=source"),
            ("den", endless, own, "#room=den&rounds=endless"),
            ("den", duel, own, "#room=den&rounds=10/180/2&bots=2"),
            ("den", class, own, "#room=den&bots=0&sides=20/150"),
            ("den", series, own, "#room=den&rounds=10/180/2&best-of=5&bots=2"),
            ("den", bot_duel("adaptive"), own, "#room=den&rounds=10/180&bots=2&level=adaptive"),
            ("den", bot_duel("31"), own, "#room=den&rounds=10/180&bots=2&level=31"),
            ("den", late, own, "#room=den&watch-delay=3"),
            ("den", listed, own, "#room=den&watch-delay=3&listed=yes"),
            ("", short, source, "#tick=128&rounds=5/60&preset=source"),
        ];
        for (room, new_room, chosen, text) in rows {
            assert_eq!(of(room, new_room, &chosen, None), text);
            assert_eq!(parse(text).unwrap().new_room, new_room);
        }
        let far = Conditions::round_trip(160);
        for (room, text) in [("", "#link=80ms"), ("den", "#room=den&link=80ms")] {
            assert_eq!(of(room, none, &own, Some(&far)), text);
            assert_eq!(parse(text).unwrap().link, Some(far));
        }
        assert_eq!(parse("#link=0ms").unwrap().link, Some(Conditions::default()));
    }

    #[test]
    fn a_refused_piece_is_shown_short_and_visible() {
        let text = said(&format!("#{}\u{202E}x", "k".repeat(60))).unwrap();
        assert!(text.contains(&format!("`{}…`", "k".repeat(40))), "{text}");
    }
}
