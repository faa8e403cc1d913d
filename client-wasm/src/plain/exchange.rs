//! What the game and its instruments tell each other: they are two wasm modules, which share the
//! page and nothing else. The game tells, one value at a time, and each is answered at once.
//!
//! The instruments are what a player opens, and none of it is needed to fly: the sheet that looks
//! into a shot, the net graph, the shot line, the netcode's settings, the simulated link, the
//! capture as a file.

use serde::{Deserialize, Serialize};
use shared::{
    base::{state_hash, time::Micros},
    client::{Client, netgraph::NetGraph, shots::ToldStory, tape::Footage},
    lab::capture::Capture,
    scheme::{
        choices::HitRule,
        opinion::{Opinions, OpinionsWanted},
        setting::Setting,
    },
    sim::{arena::Arena, event::ShotId},
    wire::message::{Access, RosterEntry},
};

use super::{link_setup::LinkSetup, netcode_text::Chosen, shot_act::ShotAct};
use crate::hud::first_name;

/// What the game tells its instruments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Told {
    /// A shot is looked into, with what is known of it; [`Answer::Complete`] where that is all.
    Shot(Box<Looked>),
    /// A shot is looked into of which nothing is known yet: a sentence stands for it.
    Word(ShotId, String),
    /// Which shot that is among those that the player can step through, from 1; and of how many.
    Place(u32, u32),
    /// It is looked into no more.
    Close,
    /// Something of the sheet's own to do, and when.
    Act(ShotAct, Micros),
    /// A picture is due, while a shot is looked into.
    Frame(Micros),
    /// A control of the page was moved; [`Answer::Moved`] says what that changes.
    Edited,
    /// The net graph as it stands and the pictures a second; `None` where it is not shown.
    Graph(Option<(NetGraph, u32)>),
    /// The netcode in force.
    Netcode(NetcodeStatus),
    /// Whether the shot line is wanted.
    Opinions(OpinionsWanted),
    /// What every scheme would have said of the newest shot, and what everybody is called; `None`
    /// where that is long ago.
    Line(Option<Box<(Opinions, Vec<RosterEntry>)>>),
    /// The simulated link.
    Link(LinkSetup),
    /// The match is wanted as a file; [`Answer::Said`] tells what became of it.
    Save(Box<Capture>),
}

/// What they answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Nothing.
    #[default]
    Nothing,
    /// What the player moved.
    Moved {
        /// Settings with their new values.
        settings: Vec<(Setting, u32)>,
        /// Whether the shot line is wanted.
        opinions: OpinionsWanted,
        /// The simulated link.
        link: LinkSetup,
    },
    /// Something to say to the player.
    Said(String),
    /// There is no more to know of a shot.
    Complete,
}

/// A shot that is looked into, as the game knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Looked {
    /// What the server told of it.
    pub story: ToldStory,
    /// What the player's screen showed meanwhile.
    pub footage: Option<Footage>,
    /// What everybody is called, and who is a bot.
    pub roster: Vec<RosterEntry>,
    /// Walls and asteroids.
    pub arena: Option<Arena>,
}

/// The netcode in force, as its drawer shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetcodeStatus {
    /// The preset that was picked last, and the settings.
    pub chosen: Chosen,
    /// Whether the player may change the room's part.
    pub access: Access,
    /// Who came first, where only they may.
    pub first: String,
    /// Shots of the player's and hits on the player, where every one takes a message.
    pub told: Option<(u32, u32)>,
}

impl NetcodeStatus {
    /// What there is to say of a client.
    #[must_use]
    pub fn of(chosen: &Chosen, client: &Client) -> Self {
        let access = client.access().unwrap_or(Access::May);
        let stats = client.net_stats();
        let counted = chosen.netcode.room.hit_rule == HitRule::Deferred;
        Self {
            chosen: *chosen,
            access,
            first: first_name(client, access).into(),
            told: counted.then_some((stats.shots_fired, stats.hits_told)),
        }
    }
}

/// The bytes of what is told or answered.
#[must_use]
pub fn bytes(value: &impl Serialize) -> Vec<u8> {
    state_hash::append(Vec::new(), value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::{state_hash::read, time::Tick},
        client::ClientConfig,
        scheme::{netcode::Delivery, preset::Preset},
        sim::{event::Weapon, ship::ShipId},
    };

    fn check_told(told: &Told) {
        assert_eq!(read::<Told>(&bytes(told)).as_ref(), Some(told));
    }

    #[test]
    fn what_is_told_and_answered_arrives() {
        let name = String::from("Ada");
        let netcode = Preset::Deferred.netcode();
        let config = ClientConfig {
            name: name.clone(),
            room: String::new(),
            netcode: netcode.player,
            founding: None,
            delivery: Delivery::Stream,
        };
        let client = Client::new(config, Micros::ZERO);
        let shooter = ShipId { idx: 3, generation: 1 };
        let shot = ShotId { tick: Tick(7), shooter, weapon: Weapon::Beam };
        let status = NetcodeStatus::of(&Preset::Deferred.into(), &client);
        assert_eq!(status.told, Some((0, 0)), "messages are counted");
        for told in [
            Told::Word(shot, name),
            Told::Place(2, 5),
            Told::Close,
            Told::Act(ShotAct::Scheme(Preset::Source), Micros::from_ms(9)),
            Told::Act(ShotAct::Look { shot, preset: None }, Micros::ZERO),
            Told::Frame(Micros::from_ms(-3)),
            Told::Edited,
            Told::Graph(Some((client.net_graph(), 60))),
            Told::Graph(None),
            Told::Netcode(status),
            Told::Opinions(OpinionsWanted::Yes),
            Told::Line(None),
            Told::Link(LinkSetup::default()),
        ] {
            check_told(&told);
        }
        let answer = Answer::Moved {
            settings: vec![(Setting::Curve, 1)],
            opinions: OpinionsWanted::No,
            link: LinkSetup::default(),
        };
        assert_eq!(read(&bytes(&answer)), Some(answer));
        assert_eq!(read::<Answer>(&[]), None, "of another version");
    }
}
