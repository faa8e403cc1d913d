//! The panels of the page: the client's getters go in, changes of the page's elements come out.
//!
//! The elements stand in `web/index.html`; here they are found, filled, shown and hidden. Names
//! reach the page as text only, never as markup.

pub mod closed;
pub mod drawers;
pub mod feed;
pub mod figures;
pub mod forensics;
pub mod invite;
pub mod join;
pub mod link_panel;
pub mod net_graph;
pub mod netcode_panel;
pub mod probe;
pub mod scheme;
pub mod scores;
pub mod shot_line;
pub mod toasts;
pub mod vitals;

use shared::{
    base::time::Micros,
    client::{Client, status::Notice},
    sim::ship::ShipId,
    wire::message::{Access, RosterEntry},
};
use web_sys::Element;

use crate::{
    plain::figures::{tenths, whole},
    shell::{
        Missing,
        dom::{Finder, Label},
    },
};

/// All panels.
pub struct Hud {
    /// Name, room, and what to do.
    pub join: join::JoinScreen,
    /// Why the game is not on.
    pub closed: closed::ClosedScreen,
    /// Help and the simulated link: one at a time.
    pub drawers: drawers::Drawers,
    /// What is in force, until [`scheme::Scheme`] says it better.
    pub preset: Label,
    /// The link to the room.
    pub invite: invite::Invite,
    /// Everybody's score.
    pub scores: scores::ScoresPanel,
    /// Who shot down whom.
    pub feed: feed::Feed,
    /// The corner of figures.
    pub figures: figures::Figures,
    /// Short messages.
    pub toasts: toasts::Toasts,
    /// Hull, score, respawn.
    pub vitals: vitals::Vitals,
    /// The badge of the simulated link.
    pub badge: Label,
}

impl Hud {
    /// Finds all panels below an element.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let page = Finder::new(root)?;
        let hud = Self {
            join: join::JoinScreen::find(&page),
            closed: closed::ClosedScreen::find(&page),
            drawers: drawers::Drawers::find(&page),
            preset: page.label("scheme-preset"),
            invite: invite::Invite::find(root)?,
            scores: scores::ScoresPanel::find(&page),
            feed: feed::Feed::find(&page),
            figures: figures::Figures::find(&page),
            toasts: toasts::Toasts::find(root)?,
            vitals: vitals::Vitals::find(&page),
            badge: page.label("badge"),
        };
        page.end(hud)
    }

    /// Says what the client has to tell.
    pub fn tell(&mut self, now: Micros, client: &Client, notice: &Notice) {
        let name = |id: ShipId| name_of(client.roster(), id);
        match notice {
            Notice::PlayerJoined { name } => self.toasts.say(now, &[name, " joined."]),
            Notice::PlayerLeft { name } => self.toasts.say(now, &[name, " left."]),
            Notice::Killed { victim } => {
                self.toasts.say(now, &["You shot down ", name(*victim), "."]);
            }
            Notice::Died { by } => self.vitals.set_killer(name(*by)),
            Notice::Refunded { refund } => {
                self.vitals.show_refund(now, *refund);
                let points = whole((*refund).into());
                let why = " hit points came back: another ship was hit first.";
                self.toasts.say(now, &[&points, why]);
            }
            Notice::HitUndone { victim, .. } => {
                let why = " was undone: your shot met another ship first.";
                self.toasts.say(now, &["Your hit on ", name(*victim), why]);
            }
            Notice::ServerStalled { ms } => {
                let seconds = tenths(i64::from(*ms) / 100);
                let on = " s. The match goes on from where it was.";
                self.toasts.say(now, &["The server stood still for ", &seconds, on]);
            }
            // Told by the app, with the words of the instruments.
            Notice::RulesChanged { .. }
            | Notice::Refused { .. }
            | Notice::Joined
            | Notice::Fired { .. }
            | Notice::HitConfirmed { .. }
            | Notice::Hurt { .. }
            | Notice::Spawned
            | Notice::Resynchronised => {}
        }
    }

    /// Brings everything that is shown while playing up to date; runs a few times a second.
    pub fn refresh(&mut self, now: Micros, client: &Client, fps: u32) {
        self.figures.refresh(&client.net_stats(), fps);
        self.feed.refresh(now, client);
        self.toasts.refresh(now);
        self.vitals.refresh(now, client);
    }
}

/// The name at a seat.
#[must_use]
pub fn name_of(roster: &[RosterEntry], id: ShipId) -> &str {
    let entry = roster.iter().find(|entry| entry.ship == id);
    entry.map_or("somebody who left", |entry| entry.name.as_str())
}

/// The name of whoever came first to the room, where that matters.
pub(crate) fn first_name(client: &Client, access: Access) -> &str {
    match access {
        Access::FirstOnly { first } => name_of(client.roster(), first),
        Access::May | Access::Public => "",
    }
}
