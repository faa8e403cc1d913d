//! Follows the rounds of the match: who leads, the shots to look into afterwards, the player's best
//! round, and the panel at the end.

use shared::{
    client::Client,
    wire::round::{Achievement, MatchMode, Round, RoundPhase},
};
use web_ui::forensics::shot_act::ShotAct;

use super::App;
use crate::{
    hud::round_end::OwnBest,
    round::{
        memorable::{Memorable, RoundShot},
        standings::Standings,
    },
};

/// What the page knows of the current round.
#[derive(Debug, Default)]
pub(super) struct RoundFollower {
    pub(super) standings: Standings,
    pub(super) is_match_point: bool,
    /// Whether it is decided by the next kill.
    is_tied: bool,
    pub(super) memorable: Memorable,
    /// The player's best round, once the current one is over.
    own_best: Option<OwnBest>,
    /// The last round whose result was noted.
    noted: u32,
}

impl App {
    /// Runs a few times a second.
    pub(super) fn follow_round(&mut self) {
        let Some(session) = &mut self.session else { return };
        let client = &mut session.client;
        let following = &mut self.round;
        following.standings = Standings::following(client, &following.standings);
        let Some(round) = client.round().cloned() else {
            self.view.mark_leader(None);
            return self.hud.round_end.hide();
        };
        let is_tied = matches!(round.phase, RoundPhase::Overtime { .. });
        if is_tied && !following.is_tied {
            self.hud.toasts.say(self.shell.clock.now(), &[self.words.rounds.next_kill_wins]);
        }
        following.is_tied = is_tied;
        following.is_match_point = following.standings.is_match_point(&round);
        let is_watching = client.is_watching();
        if !is_watching {
            for shot in following.memorable.update(client, round.number) {
                client.inspect_shot(shot);
            }
        }
        self.view.mark_leader(following.standings.crowned());
        match result(client, &round).filter(|_| !is_watching) {
            Some(this) if following.noted != round.number => {
                following.noted = round.number;
                let mode = MatchMode::Rounds(round.limits);
                let known = self.shell.memory.best_round(mode);
                let is_new = this.kills > 0 && known.is_none_or(|known| this.beats(known));
                if is_new {
                    self.shell.memory.set_best_round(mode, this);
                }
                let best = if is_new { Some(this) } else { known };
                following.own_best = best.map(|achievement| OwnBest { achievement, is_new });
            }
            Some(_) => {}
            None => following.own_best = None,
        }
        let RoundFollower { standings, memorable, own_best, .. } = &self.round;
        self.hud.round_end.refresh(client, standings, memorable, *own_best);
    }

    /// Forgets the rounds of a match.
    pub(super) fn forget_round(&mut self) {
        self.round = RoundFollower::default();
        self.view.mark_leader(None);
        self.hud.round_end.hide();
    }

    /// Opens the sheet of the round's best shot, or of the one to dispute.
    pub(super) fn look_into_round(&mut self, which: RoundShot) {
        let shot = self.round.memorable.shot(which).map(|memorable| memorable.shot);
        if let Some(shot) = shot {
            self.act_on_shot(ShotAct::Look { shot, preset: None });
        }
    }
}

/// The player's own round, once it is over.
fn result(client: &Client, round: &Round) -> Option<Achievement> {
    let RoundPhase::Over { took_ms, .. } = round.phase else { return None };
    let score = client.score(client.own_id()?)?;
    Some(Achievement { kills: score.kills, time_ms: took_ms })
}
