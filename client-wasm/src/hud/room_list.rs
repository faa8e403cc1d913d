//! The open rooms on the join screen: a row for each, with who is there and two buttons. Shown from
//! the first answer of the server on.

use shared::{netcode::preset::Preset, wire::round::MatchMode};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id},
    },
    text::{figures::whole, language},
};
use words::{Language, game::GameWords};

use super::score_line::minutes;
use crate::net::room_list::{OpenRoom, OpenRoomKind, RoomRow, RowId, RowOrder, RowState};

/// Between the facts of a room.
const SEPARATOR: &str = " · ";

pub struct RoomListPanel {
    language: Language,
    panel: HtmlElement,
    list: HtmlElement,
    /// Leads to the list where that is below the card.
    summary: Label,
    more: Label,
    failed: Label,
    /// The rows on the page, from the top.
    shown: Vec<ShownRow>,
}

/// A row on the page.
struct ShownRow {
    id: RowId,
    item: HtmlElement,
    class: Attribute,
    name: Label,
    players: Label,
    facts: Label,
    join: RowButton,
    watch: RowButton,
}

/// A button of a row, with what screen readers call it.
struct RowButton {
    element: HtmlElement,
    name: Attribute,
}

/// What a row says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RowText {
    name: String,
    players: String,
    facts: String,
    join: String,
    watch: String,
}

impl RoomListPanel {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            language: language::of_page(root),
            panel: by_id(root, "rooms")?,
            list: by_id(root, "room-rows")?,
            summary: Label::find(root, "rooms-summary")?,
            more: Label::find(root, "rooms-more")?,
            failed: Label::find(root, "rooms-failed")?,
            shown: Vec::new(),
        })
    }

    /// Whether rows may move: not under a pointer, and not around the focus.
    #[must_use]
    pub fn order(&self) -> RowOrder {
        let is = |state| self.list.matches(state).unwrap_or(false);
        let is_among_them = [":hover", ":active", ":focus-within"].into_iter().any(is);
        if is_among_them { RowOrder::Held } else { RowOrder::OfServer }
    }

    /// Shows these rows, and how many rooms are left out.
    pub fn show(&mut self, rows: &[RoomRow], n_more: u32) {
        self.failed.say_if(None);
        let words = &self.language.game().room_list;
        let more = (n_more > 0).then(|| (words.more)(n_more));
        self.more.say_if(more.as_deref());
        let open = rows.iter().filter(|row| row.state == RowState::Open).map(|row| &row.room);
        let played = open.map(|room| u32::from(room.n_players)).filter(|n_players| *n_players > 0);
        let (n_rooms, n_players) = (played.clone().count() as u32, played.sum());
        let summary = (n_rooms > 0).then(|| (words.summary)(n_players, n_rooms));
        self.summary.say_if(summary.as_deref());
        self.place(rows);
        for shown in &mut self.shown {
            if let Some(row) = rows.iter().find(|row| row.id == shown.id) {
                shown.say(self.language, row);
            }
        }
        self.panel.set_hidden(false);
    }

    /// Brings the list into view.
    pub fn bring_into_view(&self) {
        self.panel.scroll_into_view();
    }

    /// Says that the list cannot be read. What was read before stays.
    pub fn say_unreadable(&mut self) {
        self.failed.say_if(Some(self.language.game().room_list.unreadable));
        self.panel.set_hidden(false);
    }

    /// Brings a row for each of these to the page, in this order. What is in its place already is
    /// not touched, since whoever moves a row takes the focus from it.
    fn place(&mut self, rows: &[RoomRow]) {
        let mut before = std::mem::take(&mut self.shown);
        before.retain(|shown| {
            let stays = rows.iter().any(|row| row.id == shown.id);
            if !stays {
                shown.item.remove();
            }
            stays
        });
        let in_place = before.iter().zip(rows).take_while(|(shown, row)| shown.id == row.id);
        let n_in_place = in_place.count();
        for (place, row) in rows.iter().enumerate() {
            let known = before.iter().position(|shown| shown.id == row.id);
            let known = known.map(|idx| before.remove(idx));
            if let Some(shown) = &known
                && place >= n_in_place
            {
                let _ = self.list.append_child(&shown.item);
            }
            let built = known.or_else(|| ShownRow::build(&self.list, row.id, self.language).ok());
            self.shown.extend(built);
        }
    }
}

impl ShownRow {
    /// Appends a row to the list.
    fn build(list: &Element, id: RowId, language: Language) -> Result<Self, MissingResource> {
        let words = &language.game().room_list;
        let item: HtmlElement = append(list, "li", "", "")?;
        let title: HtmlElement = append(&item, "p", "name", "")?;
        let facts: HtmlElement = append(&item, "p", "facts", "")?;
        let act = |act: &str| [act, &whole(id.into())].concat();
        Ok(Self {
            id,
            class: Attribute::new(&item, "class"),
            name: Label::of(append(&title, "bdi", "", "")?),
            players: Label::of(append(&facts, "span", "players", "")?),
            facts: Label::of(append(&facts, "span", "", "")?),
            join: RowButton::build(&item, &act("join-row-"), words.join)?,
            watch: RowButton::build(&item, &act("watch-row-"), words.watch)?,
            item,
        })
    }

    fn say(&mut self, language: Language, row: &RoomRow) {
        let words = language.game();
        let text = row_text(language, &row.room);
        self.name.say(&text.name);
        let is_closed = row.state == RowState::Closed;
        let nobody = row.room.n_players == 0;
        self.class.set(match row.state {
            RowState::Closed => "closed",
            RowState::Open if nobody => "quiet",
            RowState::Open => "",
        });
        self.players.say(if is_closed { words.room_list.closed } else { &text.players });
        self.facts.say(if is_closed { "" } else { &text.facts });
        // A full room can be watched.
        for (button, name, is_shut) in [
            (&mut self.join, &text.join, is_closed || row.room.is_full()),
            (&mut self.watch, &text.watch, is_closed),
        ] {
            button.name.set(name);
            // It fails only for invalid names.
            let _ = button.element.toggle_attribute_with_force("disabled", is_shut);
        }
    }
}

impl RowButton {
    fn build(item: &Element, act: &str, text: &str) -> Result<Self, MissingResource> {
        let element: HtmlElement = append(item, "button", "", text)?;
        for (name, value) in [("type", "button"), ("data-act", act)] {
            let _ = element.set_attribute(name, value);
        }
        Ok(Self { name: Attribute::new(&element, "aria-label"), element })
    }
}

/// What the row of an open room says. The rules only where they are not the usual ones.
fn row_text(language: Language, room: &OpenRoom) -> RowText {
    let game: &GameWords = language.game();
    let words = &game.room_list;
    let name = match &room.kind {
        OpenRoomKind::Lobby(Some(node)) => (words.lobby_on)(&room.name, node.as_str()),
        OpenRoomKind::Lobby(None) | OpenRoomKind::Named => room.name.clone(),
    };
    let is_lobby = matches!(room.kind, OpenRoomKind::Lobby(_));
    let players = match room.n_players {
        0 if is_lobby => words.nobody_yet.into(),
        n if room.is_full() => (words.full)(&(words.players)(n, room.n_seats)),
        n => (words.players)(n, room.n_seats),
    };
    let netcode = match room.preset {
        Some(Preset::Lagrange) => None,
        Some(preset) => Some((words.netcode)(language.preset_title(preset))),
        None => Some(words.custom_netcode.to_string()),
    };
    let facts = [
        (room.n_bots > 0).then(|| (game.join.bots)(room.n_bots)),
        (room.n_watchers > 0).then(|| (game.watch.watching)(room.n_watchers)),
        waits_for(room).map(words.waits_for),
        netcode,
        rounds(game, room.mode),
    ];
    let facts = facts.into_iter().flatten().map(|fact| [SEPARATOR, &fact].concat());
    RowText {
        facts: facts.collect(),
        join: (words.join_room)(&name, &players),
        watch: (words.watch_room)(&name),
        name,
        players,
    }
}

/// How many players the round waits for, in a room with somebody in it.
fn waits_for(room: &OpenRoom) -> Option<u16> {
    let wanted = u16::from(room.mode.limits()?.players);
    wanted.checked_sub(room.n_players).filter(|n| *n > 0 && room.n_players > 0)
}

/// How the match goes, unless as usual: to ten kills, or for three minutes.
fn rounds(words: &GameWords, mode: MatchMode) -> Option<String> {
    let Some(limits) = mode.limits() else { return Some(words.room_list.endless.into()) };
    let usual = MatchMode::default().limits()?;
    let is_usual = (limits.kills, limits.time_ms) == (usual.kills, usual.time_ms);
    let (kills, time) = (whole(limits.kills.into()), minutes(i64::from(limits.time_ms / 1_000)));
    (!is_usual).then(|| (words.room_list.rounds)(&kills, &time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel() -> OpenRoom {
        OpenRoom {
            name: "duel".into(),
            kind: OpenRoomKind::Named,
            n_players: 3,
            n_bots: 0,
            n_seats: 8,
            n_watchers: 0,
            mode: MatchMode::default(),
            preset: Some(Preset::Lagrange),
        }
    }

    #[test]
    fn a_row_says_who_is_there_and_what_is_unusual() {
        let mode = |text: &str| text.parse::<MatchMode>().unwrap();
        let rows = [
            (duel(), "3 of 8 players", ""),
            (
                OpenRoom { n_bots: 2, n_watchers: 1, ..duel() },
                "3 of 8 players",
                "2 bots · 1 watching",
            ),
            (
                OpenRoom { preset: Some(Preset::Source), mode: mode("endless"), ..duel() },
                "3 of 8 players",
                "Source netcode · endless",
            ),
            (
                OpenRoom { preset: None, mode: mode("5/60"), ..duel() },
                "3 of 8 players",
                "custom netcode · first to 5 or 1:00 min",
            ),
            (
                OpenRoom { n_players: 1, n_bots: 1, mode: mode("10/180/2"), ..duel() },
                "1 of 8 players",
                "1 bot · waits for one more",
            ),
            (OpenRoom { mode: mode("10/180/2"), ..duel() }, "3 of 8 players", ""),
            (OpenRoom { n_players: 8, ..duel() }, "8 of 8 players · full", ""),
            (OpenRoom { n_players: 0, mode: mode("10/180/2"), ..duel() }, "0 of 8 players", ""),
            (
                OpenRoom { n_players: 0, kind: OpenRoomKind::Lobby(None), ..duel() },
                "nobody yet: you would be the first",
                "",
            ),
        ];
        for (room, players, facts) in rows {
            let text = row_text(Language::English, &room);
            let facts = if facts.is_empty() { String::new() } else { [SEPARATOR, facts].concat() };
            assert_eq!((&*text.players, &text.facts), (players, &facts), "{room:?}");
        }
    }

    #[test]
    fn buttons_name_their_room() {
        let text = row_text(Language::English, &duel());
        let names = (text.name.as_str(), text.join.as_str(), text.watch.as_str());
        assert_eq!(names, ("duel", "Join duel, 3 of 8 players", "Watch duel"));
        let node = Some("n2".parse().unwrap());
        let lobby = OpenRoom {
            name: "lobby".into(),
            kind: OpenRoomKind::Lobby(node),
            n_players: 0,
            ..duel()
        };
        let text = row_text(Language::English, &lobby);
        assert_eq!(text.join, "Join lobby on n2, nobody yet: you would be the first");
        let text = row_text(Language::Japanese, &lobby);
        assert_eq!((&*text.name, &*text.watch), ("n2のlobby", "n2のlobbyを観戦"));
    }
}
