//! The panels of the page: the client's getters go in, changes of the page's elements come out.
//!
//! The elements stand in `web/index.html`; here they are found, filled, shown and hidden. Names
//! reach the page as text only, never as markup.

pub mod closed;
pub mod drawers;
pub mod feed;
pub mod figures;
pub mod invite;
pub mod join;
pub mod link_panel;
pub mod probe;
pub mod scores;
pub mod toasts;
pub mod vitals;

use shared::{
    base::time::Micros,
    client::{Client, status::Notice},
    sim::ship::ShipId,
    wire::message::RosterEntry,
};
use web_sys::Element;

use crate::shell::{Missing, dom::Label};

/// All panels.
pub struct Hud {
    /// Name, room, and what to do.
    pub join: join::JoinScreen,
    /// Why the game is not on.
    pub closed: closed::ClosedScreen,
    /// Help and the simulated link: one at a time.
    pub drawers: drawers::Drawers,
    /// The settings of the simulated link.
    pub link: link_panel::LinkPanel,
    /// The link to the room.
    pub invite: invite::Invite,
    /// Everybody's score.
    pub scores: scores::Scores,
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
        Ok(Self {
            join: join::JoinScreen::find(root)?,
            closed: closed::ClosedScreen::find(root)?,
            drawers: drawers::Drawers::find(root)?,
            link: link_panel::LinkPanel::find(root)?,
            invite: invite::Invite::find(root)?,
            scores: scores::Scores::find(root)?,
            feed: feed::Feed::find(root)?,
            figures: figures::Figures::find(root)?,
            toasts: toasts::Toasts::find(root)?,
            vitals: vitals::Vitals::find(root)?,
            badge: Label::find(root, "badge")?,
        })
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
            Notice::Joined
            | Notice::Fired { .. }
            | Notice::HitConfirmed { .. }
            | Notice::Hurt { .. }
            | Notice::Spawned
            | Notice::Refunded { .. }
            | Notice::HitUndone { .. }
            | Notice::RulesChanged { .. }
            | Notice::Refused { .. }
            | Notice::Resynchronised => {}
        }
    }

    /// Brings everything that is shown while playing up to date; runs a few times a second.
    pub fn refresh(&mut self, now: Micros, client: &Client, fps: u32) {
        self.figures.refresh(&client.net_stats(), fps);
        self.feed.refresh(now, client);
        self.scores.refresh(client);
        self.toasts.refresh(now);
        self.vitals.refresh(client);
    }
}

/// The name at a seat.
#[must_use]
pub fn name_of(roster: &[RosterEntry], id: ShipId) -> &str {
    let entry = roster.iter().find(|entry| entry.ship == id);
    entry.map_or("somebody who left", |entry| entry.name.as_str())
}
