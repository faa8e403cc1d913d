//! What a player asks of the room and tells it, besides commands and its subscription.

use super::{Client, Phase};
use crate::{
    netcode::values::RoomNetcode,
    report::shot_report::ReportsWanted,
    sim::event::ShotId,
    wire::message::{AimAssist, ClientControl},
};

impl Client {
    /// Asks the room to change its rules. The outcome arrives as a notice.
    pub fn request_rules(&mut self, netcode: RoomNetcode) {
        if self.joined() {
            self.send_control(ClientControl::SetRules(netcode));
        }
    }

    /// Requests a keyframe. The server sends up to one a second and refuses earlier requests, with
    /// a notice.
    pub fn request_full_update(&mut self) {
        if self.joined() {
            self.send_control(ClientControl::FullUpdate);
        }
    }

    /// Subscribes to a report, without its track, of each own shot, or unsubscribes.
    pub fn set_reports_wanted(&mut self, wanted: ReportsWanted) {
        if let Phase::Playing(playing) = &mut self.phase {
            playing.presentation.set_reports_wanted(wanted);
            self.send_control(ClientControl::WantReports(wanted));
        }
    }

    /// Tells the room whether the player's page assists the aim.
    pub fn set_aim_assist(&mut self, assist: AimAssist) {
        if self.joined() {
            self.send_control(ClientControl::AimAssist(assist));
        }
    }

    /// Asks for the next round at once, once, after one is over.
    pub fn ask_rematch(&mut self) {
        let Some((round, own)) = self.round().zip(self.own_id()) else { return };
        if round.phase.is_over() && !round.rematch.contains(&own) {
            self.send_control(ClientControl::Rematch);
        }
    }

    /// Requests the report of a shot the player fired or was hit by, once. The part decided so far
    /// is available as [`Client::report`] as soon as the server replies, and the complete report
    /// once the server has decided everything. If the server refuses, [`Client::report_refused`]
    /// gives the reason.
    pub fn inspect_shot(&mut self, shot: ShotId) {
        let Phase::Playing(playing) = &mut self.phase else { return };
        if playing.presentation.shots.inspect(shot) {
            self.send_control(ClientControl::RequestReport(shot));
        }
    }

    /// Answers the room's [`AreYouThere`](crate::wire::message::ServerControl::AreYouThere): the
    /// player is still at the page.
    pub fn confirm_presence(&mut self) {
        if self.joined() {
            self.send_control(ClientControl::Here);
        }
    }
}
