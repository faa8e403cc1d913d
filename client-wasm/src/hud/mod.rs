//! The page's panels, updated from the client's getters.
//!
//! The elements are defined in `web/index.html`; here they are found, filled, shown and hidden.
//! Names are inserted as text only, never as markup.

pub mod away;
pub mod bindings;
pub mod closed;
pub mod directions;
pub mod drawers;
pub mod elsewhere;
pub mod feed;
pub mod figures;
pub mod first_controls;
pub mod invite;
pub mod join;
pub mod lag_chip;
pub mod link_badge;
pub mod link_panel;
pub mod offers;
pub mod overlay;
pub mod own_room;
pub mod pins;
pub mod pressure;
pub mod probe;
pub mod qr_code;
pub mod rematch;
pub mod replay;
pub mod room_list;
pub mod round_banner;
pub mod round_end;
pub mod scheme;
pub mod score_line;
pub mod scores;
pub mod see_lag;
pub mod series;
pub mod settings;
pub mod shot_line;
pub mod side_table;
pub mod vitals;
pub mod watch;

use shared::{
    base::{
        geometry::Vec2,
        limits::{STALL_NOTICE_MS, TRUCE_MAX_MS},
        time::Micros,
    },
    client::{Client, status::Notice},
    sim::ship::ShipId,
};
use web_sys::Element;
use web_ui::{
    canvas::rect::Rect,
    net_graph::{
        panel::{NetGraphPanel, append_terms},
        rows::probe as probe_text,
    },
    netcode::{chosen::Chosen, panel::NetcodePanel, status::NetcodeStatus},
    shell::{
        MissingResource,
        dom::{Label, by_id},
        probe::ProbeAttribute,
    },
    sound::Volumes,
    text::{
        figures::{tenths, whole},
        language,
        roster::name_of,
    },
    widgets::toasts::{Toasts, Topic},
};
use words::{Language, game::GameWords};

use crate::round::standings::Standings;
use pins::Pins;
use scheme::SchemeAsked;

/// All panels except the forensics sheet, which has its own state.
pub struct Hud {
    language: Language,
    words: &'static GameWords,
    pub join: join::JoinScreen,
    pub offers: offers::OfferSliders,
    /// The open rooms on the join screen.
    pub room_list: room_list::RoomListPanel,
    pub closed: closed::ClosedScreen,
    /// The menu and the drawers that it leads to.
    pub drawers: drawers::Drawers,
    /// How to fly, aim and fire.
    pub first_controls: first_controls::FirstControls,
    /// The lesson “See the lag”.
    pub see_lag: see_lag::SeeLag,
    /// The netcode in force, and what the room keeps.
    pub scheme: scheme::Scheme,
    /// The card of the player's own room, with its link.
    pub own_room: own_room::OwnRoomCard,
    /// The card of a player in another lobby than the one asked for.
    pub elsewhere: elsewhere::ElsewhereCard,
    pub netcode: NetcodePanel,
    /// The drawer of the simulated link.
    pub link: link_panel::LinkPanel,
    /// The badge of the simulated link.
    pub badge: link_badge::LinkBadge,
    /// Shows that no data arrives from the server.
    pub silence: Label,
    pub net_graph: NetGraphPanel,
    /// Publishes the net graph for tests.
    net_graph_published: ProbeAttribute,
    pub invite: invite::Invite,
    pub scores: scores::Scores,
    pub score_line: score_line::ScoreLine,
    pub round_banner: round_banner::RoundBanner,
    /// The result of a round, until the next.
    pub round_end: round_end::RoundEnd,
    /// The verdict of every scheme on the newest shot.
    pub shot_line: shot_line::ShotLine,
    /// Kills, joins and leaves.
    pub feed: feed::Feed,
    pub lag_chip: lag_chip::LagChip,
    /// The figures of the connection.
    pub figures: figures::Figures,
    pub settings: settings::SettingsPanel,
    /// The keys and buttons in the settings.
    pub bindings: bindings::BindingRows,
    /// The badge of a server under load.
    pub pressure: pressure::PressureBadge,
    pub toasts: Toasts,
    /// Hull, respawn.
    pub vitals: vitals::Vitals,
    /// The bar below a match that is watched.
    pub watch: watch::WatchBar,
    /// The sentence and the buttons of a replay.
    pub replay: replay::ReplayPanel,
    /// Positions of the panels.
    pub overlay: overlay::Overlay,
}

const _: () = assert!(TRUCE_MAX_MS == 60_000, "a minute, as the line of the truce says");

impl Hud {
    /// Finds all panels under an element, and fills those built from tables.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        append_terms(&by_id(root, "net-graph-terms")?)?;
        let language = language::of_page(root);
        Ok(Self {
            language,
            words: language.game(),
            join: join::JoinScreen::find(root)?,
            offers: offers::OfferSliders::find(root)?,
            room_list: room_list::RoomListPanel::find(root)?,
            closed: closed::ClosedScreen::find(root)?,
            drawers: drawers::Drawers::find(root)?,
            first_controls: first_controls::FirstControls::find(root)?,
            see_lag: see_lag::SeeLag::find(root)?,
            scheme: scheme::Scheme::find(root)?,
            own_room: own_room::OwnRoomCard::find(root)?,
            elsewhere: elsewhere::ElsewhereCard::find(root)?,
            netcode: NetcodePanel::find(root)?.outside_laboratory(),
            link: link_panel::LinkPanel::find(root)?,
            badge: link_badge::LinkBadge::find(root)?,
            silence: Label::find(root, "silence")?,
            net_graph: NetGraphPanel::build(by_id(root, "net-graph")?)?,
            net_graph_published: ProbeAttribute::new(root, "data-net-graph"),
            invite: invite::Invite::find(root)?,
            scores: scores::Scores::find(root)?,
            score_line: score_line::ScoreLine::find(root)?,
            round_banner: round_banner::RoundBanner::find(root)?,
            round_end: round_end::RoundEnd::find(root)?,
            shot_line: shot_line::ShotLine::find(root)?,
            feed: feed::Feed::find(root)?,
            lag_chip: lag_chip::LagChip::find(root)?,
            figures: figures::Figures::find(root)?,
            settings: settings::SettingsPanel::find(root)?,
            bindings: bindings::BindingRows::build(root)?,
            pressure: pressure::PressureBadge::find(root)?,
            toasts: Toasts::find(root)?,
            vitals: vitals::Vitals::find(root)?,
            watch: watch::WatchBar::find(root)?,
            replay: replay::ReplayPanel::find(root)?,
            overlay: overlay::Overlay::find(root)?,
        })
    }

    /// Where the box in the picture is: the one of the respawn, or the buttons of a replay. Empty
    /// while there is none.
    #[must_use]
    pub fn text_box(&self) -> Rect {
        let respawn = self.vitals.respawn_rect();
        if respawn.size == Vec2::ZERO { self.replay.buttons_rect() } else { respawn }
    }

    /// Shows a notice of the client.
    pub fn show_notice(&mut self, now: Micros, client: &Client, notice: &Notice) {
        let name = |id: ShipId| name_of(self.language, client.roster(), id);
        match notice {
            Notice::PlayerJoined { name } => self.feed.say(now, (self.words.play.joined)(name)),
            Notice::PlayerLeft { name } => self.feed.say(now, (self.words.play.left)(name)),
            Notice::PlayerAway { name } => self.feed.say(now, away::notice(self.words, name)),
            Notice::PlayerBack { name } => self.feed.say(now, (self.words.play.is_back)(name)),
            Notice::Truce { ends_within_ms } => {
                self.feed.say_lasting(ends_within_ms.map(|_| self.words.play.truce.into()));
            }
            Notice::Died { by, weapon, from } => {
                self.vitals.set_killer(now, name(*by), *weapon, *from);
            }
            Notice::Spawned => self.vitals.forget_killer(),
            Notice::Refunded { refund } => {
                self.vitals.show_refund(now, *refund);
                let points = whole((*refund).into());
                self.toasts.say(now, &[&(self.words.play.refunded)(&points)]);
            }
            Notice::HitUndone { victim, .. } => {
                self.toasts.say(now, &[&(self.words.play.hit_undone)(name(*victim))]);
            }
            Notice::ServerStalled { ms } => {
                if let Some(text) = on_stall(self.words, *ms) {
                    self.toasts.say_of(Topic::Stall, now, &[&text]);
                }
            }
            // Shown by the app, or in the picture.
            Notice::RulesChanged { .. }
            | Notice::Killed { .. }
            | Notice::AreYouThere { .. }
            | Notice::Refused { .. }
            | Notice::Joined
            | Notice::Fired { .. }
            | Notice::HitConfirmed { .. }
            | Notice::Hurt { .. }
            | Notice::Resynchronised => {}
        }
    }

    /// Updates everything shown during play; runs a few times a second.
    pub fn refresh(&mut self, now: Micros, client: &Client, standings: &Standings, fps: u32) {
        let stats = client.net_stats();
        self.lag_chip.refresh(&stats);
        self.figures.refresh(&stats, fps);
        self.pressure.refresh(now, client.pressure());
        self.feed.refresh(now, client);
        self.vitals.refresh(now, client);
        self.score_line.refresh(client, standings);
        self.shot_line.refresh(now, client);
        self.refresh_opened(client, standings, fps);
    }

    /// Updates what the player opens and closes.
    pub fn refresh_opened(&mut self, client: &Client, standings: &Standings, fps: u32) {
        self.scores.refresh(client, standings);
        let graph = self.net_graph.shown().then(|| client.net_graph());
        if let Some(graph) = &graph {
            self.net_graph.refresh(graph, fps);
        }
        self.net_graph_published.set(|| graph.as_ref().map(probe_text).unwrap_or_default());
    }

    /// Shows the netcode in force and the player's choice.
    pub fn show_netcode(
        &mut self,
        now: Micros,
        chosen: &Chosen,
        client: &Client,
        asked: SchemeAsked,
    ) {
        self.scheme.refresh(now, chosen, client, asked);
        self.netcode.refresh(&NetcodeStatus::of(self.language, chosen, client));
    }

    /// Shows what the player keeps on screen.
    pub fn set_pins(&mut self, pins: Pins) {
        self.figures.show(pins.figures.into());
        self.net_graph.show(pins.net_graph.into());
        self.drawers.set_pins(pins);
        self.settings.show_pins(pins);
    }

    /// Shows the volumes in force.
    pub fn set_volumes(&mut self, volumes: &Volumes) {
        self.drawers.set_sound(volumes);
        self.settings.show_volumes(volumes);
    }
}

/// The message about a server stall that is long enough to report.
fn on_stall(words: &GameWords, ms: u32) -> Option<String> {
    let seconds = (ms >= STALL_NOTICE_MS).then(|| tenths(i64::from(ms) / 100))?;
    Some((words.play.stalled)(&seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_stalls_are_not_reported() {
        let words = Language::English.game();
        for ms in [0, 100, 999] {
            assert_eq!(on_stall(words, ms), None, "{ms} ms");
        }
        let said = "The server stalled for 3.5 s. The match goes on from where it was.";
        assert_eq!(on_stall(words, 3540).as_deref(), Some(said));
        assert!(on_stall(words, 1000).is_some());
    }
}
