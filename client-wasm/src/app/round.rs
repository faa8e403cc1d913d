//! Follows the rounds of the match: who leads, the shots to look into afterwards, the player's best
//! round and series, and the panel at the end.

use shared::{
    client::Client,
    wire::round::{Achievement, MatchMode, Round, RoundPhase, Winner},
};
use web_ui::{forensics::shot_act::ShotAct, text::figures::whole};

use super::{App, Phase};
use crate::{
    hud::round_end::{OwnBest, OwnResults},
    round::{
        memorable::{Memorable, RoundShot},
        point::Point,
        series_record::SeriesResult,
        standings::Standings,
    },
};

/// What the page knows of the current round.
#[derive(Debug, Default)]
pub(super) struct RoundFollower {
    pub(super) standings: Standings,
    pub(super) is_match_point: bool,
    pub(super) memorable: Memorable,
    /// The player's results, once the current round is over.
    own: OwnResults,
    /// The last round whose result was noted.
    noted: u32,
    /// The number of the current round, and the level of the bots at its beginning.
    level_before: Option<(u32, u8)>,
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
            self.hud.round_banner.hide();
            return self.hud.round_end.hide();
        };
        if following.level_before.is_none_or(|(number, _)| number != round.number) {
            following.level_before = client.bot_level().map(|level| (round.number, level));
        }
        following.is_match_point = Point::of(&round, &following.standings).is_some();
        if !client.is_watching() {
            for shot in following.memorable.update(client, round.number) {
                client.inspect_shot(shot);
            }
        }
        self.view.mark_leader(following.standings.crowned());
        let result = result(client, &round);
        let is_new = result.is_some() && following.noted != round.number;
        let is_down = client.own_ship().is_some_and(|ship| !ship.alive());
        match result {
            Some(this) if is_new => {
                following.noted = round.number;
                let mode = MatchMode::Rounds(round.limits);
                let known = self.shell.memory.best_round(mode);
                let is_best = this.kills > 0 && known.is_none_or(|known| this.beats(known));
                if is_best {
                    self.shell.memory.set_best_round(mode, this);
                }
                let best = if is_best { Some(this) } else { known };
                let level_before = following.level_before.map(|(_, level)| level);
                following.own = OwnResults {
                    bot_levels: level_before.zip(client.bot_level()),
                    best: best.map(|achievement| OwnBest { achievement, is_new: is_best }),
                    tally: series_result(client, &round).map(|(name, result)| {
                        let key = round_key(client, &round, this.time_ms);
                        let tally = self.shell.memory.count_series(&key, &name, result);
                        (name, tally)
                    }),
                };
            }
            Some(_) => {}
            None => following.own = OwnResults::default(),
        }
        let RoundFollower { standings, memorable, own, .. } = &self.round;
        self.hud.round_banner.refresh(self.shell.clock.now(), client, &round, standings);
        self.hud.round_end.refresh(client, standings, memorable, own);
        if is_new && is_down {
            // The result comes in the place of the death that decided it.
            self.dismiss_replay();
        }
    }

    /// Forgets the rounds of a match.
    pub(super) fn forget_round(&mut self) {
        self.round = RoundFollower::default();
        self.view.mark_leader(None);
        self.hud.round_banner.hide();
        self.hud.round_end.hide();
    }

    /// Asks for the next round at once.
    pub(super) fn ask_rematch(&mut self) {
        if self.phase == Phase::Playing
            && let Some(session) = &mut self.session
        {
            session.client.ask_rematch();
        }
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
    let score = client.score(client.flown_id()?)?;
    Some(Achievement { kills: score.kills, time_ms: took_ms })
}

/// Against whom the player has won or lost a series with this round; `None` unless they are two.
fn series_result(client: &Client, round: &Round) -> Option<(String, SeriesResult)> {
    let winner = round.series.as_ref()?.winner()?;
    let own = client.own_id()?;
    let mut others = client.roster().iter().filter(|entry| !entry.bot && entry.ship != own);
    let (other, None) = (others.next()?, others.next()) else { return None };
    let result = match winner {
        Winner::Ship(winner) if winner == own => SeriesResult::Won,
        Winner::Ship(winner) if winner == other.ship => SeriesResult::Lost,
        _ => return None,
    };
    Some((other.name.clone(), result))
}

/// Tells a round from those of other matches, so that a reloaded page does not count it twice.
fn round_key(client: &Client, round: &Round, took_ms: u32) -> String {
    let [number, took_ms] = [round.number, took_ms].map(|n| whole(n.into()));
    [&number, "/", &took_ms, "/", client.room_name()].concat()
}
