//! The rounds of a room: when one begins and ends, and who wins. Runs before each tick, on what the
//! last one brought.
//!
//! ```text
//! waiting → running → closing → over → running …
//!                        ↓ ↑
//!                      overtime
//! ```
//!
//! A round runs while enough players are in the room, connected or held. Only final hits kill, so a
//! kill is never taken back; but shots in flight may still kill, so the result waits for them. The
//! next round begins after a pause, or as soon as all connected players want it.
//!
//! A series lasts until somebody has won most of its rounds. A held seat keeps the rounds that it
//! won, who joins has none, and a series ends undecided where its rounds have to wait for players.

use alloc::vec::Vec;
use core::cmp::Reverse;

use serde::Serialize;

use super::{output::SessionId, state::Room};
use crate::{
    base::{
        limits::{ROUND_OVERTIME_MS, ROUND_PAUSE_MS, SERIES_PAUSE_MS},
        time::Tick,
    },
    sim::{
        command::{Trigger, UserCommand},
        ship::ShipId,
        side::Side,
    },
    wire::{
        message::ServerControl,
        round::{Achievement, BestRound, Round, RoundLimits, RoundPhase, Score, Winner},
        series::{BestOf, Series, SeriesRound},
    },
};

/// The round of a room.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RoomRound {
    /// As the players know it.
    facts: Round,
    /// Its first tick, and the first at which nobody may fire.
    began: Tick,
    closed: Tick,
    /// The state of its tie-break.
    overtime: Overtime,
    /// Scores that players brought along from a room that went before, until the first round.
    #[serde(skip)]
    brought: Vec<(ShipId, Score)>,
}

/// A round has one overtime at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Overtime {
    NotYet,
    Begun,
}

/// Who has the most kills in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaders {
    /// One ship or side, with at least one kill.
    One(Winner),
    /// Several with the same number of kills.
    Tied,
    /// There is at most one ship, without a kill.
    NoContest,
}

impl RoomRound {
    pub(super) fn new(limits: RoundLimits, best_of: Option<BestOf>) -> Self {
        Self {
            facts: Round { series: best_of.map(Series::new), ..Round::waiting(limits) },
            began: Tick::ZERO,
            closed: Tick::ZERO,
            overtime: Overtime::NotYet,
            brought: Vec::new(),
        }
    }

    /// The part of a ship's score that counts in a round which begins now.
    fn brought_by(&self, ship: ShipId) -> Score {
        let found = self.brought.iter().find(|(owner, _)| *owner == ship);
        found.map_or(Score::default(), |(_, score)| *score)
    }
}

impl Room {
    /// The current round; `None` where the match is endless.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref().map(|round| &round.facts)
    }

    /// Begins and ends rounds.
    pub(super) fn advance_round(&mut self) {
        let Some(round) = &self.round else { return };
        let now = self.world.tick;
        let has_players = self.n_players() >= usize::from(round.facts.limits.players);
        match round.facts.phase {
            RoundPhase::Waiting if has_players => self.begin_round(),
            RoundPhase::Waiting => {}
            _ if !has_players => self.suspend_rounds(),
            RoundPhase::Running { ends } => {
                if now >= ends || self.best_kills() >= round.facts.limits.kills {
                    self.close_round();
                }
            }
            RoundPhase::Overtime { ends } => {
                if now >= ends || self.leaders() != Leaders::Tied {
                    self.close_round();
                }
            }
            RoundPhase::Closing if self.shots.is_empty() => self.decide_round(),
            RoundPhase::Closing => {}
            RoundPhase::Over { next, .. } => {
                if now >= next || self.all_want_rematch() {
                    self.begin_round();
                }
            }
        }
    }

    /// Takes the triggers out of a tick's commands while nobody may fire.
    pub(super) fn hold_fire(&self, commands: &mut [(ShipId, UserCommand)]) {
        if self.round().is_none_or(|round| round.phase.may_fire()) {
            return;
        }
        for (_, command) in commands {
            command.trigger = Trigger::None;
        }
    }

    /// A player wants the next round at once.
    pub(super) fn handle_rematch(&mut self, session: SessionId) {
        let Some(ship) = self.session(session).map(|session| session.ship) else { return };
        let is_news = self.round.as_mut().is_some_and(|round| round.facts.want_rematch(ship));
        if is_news {
            self.broadcast(&ServerControl::Rematch { ship });
        }
    }

    /// Whether all connected players want the next round. Bots have no say.
    fn all_want_rematch(&self) -> bool {
        let wanted = self.round().map_or(&[][..], |round| &round.rematch);
        let wants = |ship: ShipId| wanted.binary_search(&ship).is_ok();
        !wanted.is_empty() && self.n_present() > 0 && self.connected().all(wants)
    }

    /// What counts of a player's score if its room ends now and it goes on in another one: that of
    /// the round, nothing after its end; of an endless match, all. `None` without a seat.
    #[must_use]
    pub fn score_to_keep(&self, session: SessionId) -> Option<Score> {
        let ship = self.world.ship(self.session(session)?.ship)?;
        let in_room = Score::of(ship);
        Some(self.round().map_or(in_room, |round| match round.phase {
            RoundPhase::Over { .. } => Score::default(),
            _ => round.score(ship.id, in_room),
        }))
    }

    /// Gives a player who has just joined the score that it had in a room that went before. It
    /// counts in the round that runs or begins next.
    pub fn handle_score_kept(&mut self, session: SessionId, score: Score) {
        let Some(ship) = self.session(session).map(|session| session.ship) else { return };
        self.world.set_score(ship, score.kills, score.deaths);
        if let Some(round) = self.round.as_mut().filter(|round| round.facts.number == 0) {
            round.brought.push((ship, score));
        }
    }

    /// Whether nothing would be lost if the room ended now: no round is in progress.
    #[must_use]
    pub fn is_between_rounds(&self) -> bool {
        self.round().is_none_or(|round| {
            matches!(round.phase, RoundPhase::Waiting | RoundPhase::Over { .. })
        })
    }

    /// A ship leaves. Its players' ends conclude the same from [`ServerControl::Left`].
    pub(super) fn forget_in_round(&mut self, ship: ShipId) {
        if let Some(round) = &mut self.round {
            round.facts.forget(ship);
        }
    }

    /// The round, for a player who joins or returns.
    pub(super) fn round_message(&self) -> Option<ServerControl> {
        self.round().cloned().map(ServerControl::Round)
    }

    fn begin_round(&mut self) {
        let Some(limits) = self.round().map(|round| round.limits) else { return };
        let (began, ends) = (self.world.tick.next(), self.after_ms(limits.time_ms));
        let brought = |ship: ShipId| {
            self.round.as_ref().map_or(Score::default(), |round| round.brought_by(ship))
        };
        let scored =
            self.world.ships().map(|ship| (ship.id, Score::of(ship).since(brought(ship.id))));
        let before = scored.filter(|(_, score)| *score != Score::default()).collect();
        let Some(round) = &mut self.round else { return };
        round.facts.number = round.facts.number.saturating_add(1);
        round.facts.before = before;
        round.facts.rematch.clear();
        if let Some(series) = &mut round.facts.series
            && series.winner().is_some()
        {
            series.rounds.clear();
        }
        round.brought.clear();
        round.began = began;
        round.overtime = Overtime::NotYet;
        self.world.mend_ships();
        self.forget_departed_kills();
        self.enter_phase(RoundPhase::Running { ends });
    }

    /// Too few players are left: the round and its series end without a result.
    fn suspend_rounds(&mut self) {
        if let Some(round) = &mut self.round {
            round.facts.rematch.clear();
            if let Some(series) = &mut round.facts.series {
                series.rounds.clear();
            }
        }
        self.enter_phase(RoundPhase::Waiting);
    }

    fn close_round(&mut self) {
        let now = self.world.tick;
        if let Some(round) = &mut self.round {
            round.closed = now.next();
        }
        self.enter_phase(RoundPhase::Closing);
    }

    /// Every shot is final: ends the round, or breaks a tie in overtime.
    fn decide_round(&mut self) {
        let leaders = self.leaders();
        let ends = self.after_ms(ROUND_OVERTIME_MS);
        let Some(round) = &mut self.round else { return };
        match (leaders, round.overtime) {
            (Leaders::One(winner), _) => self.end_round(winner),
            (Leaders::Tied, Overtime::NotYet) => {
                round.overtime = Overtime::Begun;
                self.enter_phase(RoundPhase::Overtime { ends });
            }
            (Leaders::Tied, Overtime::Begun) | (Leaders::NoContest, _) => {
                self.end_round(Winner::Nobody);
            }
        }
    }

    fn end_round(&mut self, winner: Winner) {
        let took_ms = self.round_ms();
        self.note_best(winner, took_ms);
        let [kills, rival_kills] = self.two_most_kills();
        let series = self.round.as_mut().and_then(|round| round.facts.series.as_mut());
        let is_series_over = series.is_some_and(|series| {
            series.record(SeriesRound { winner, kills, rival_kills });
            series.winner().is_some()
        });
        let next = self.after_ms(if is_series_over { SERIES_PAUSE_MS } else { ROUND_PAUSE_MS });
        self.enter_phase(RoundPhase::Over { winner, next, took_ms });
    }

    /// Keeps the round of the winner, or of the winning side's best ship, if it is the best of a
    /// player so far.
    fn note_best(&mut self, winner: Winner, time_ms: u32) {
        let winners = self.kills().filter(|(ship, _)| winner.includes(*ship));
        let best = winners.max_by_key(|(ship, kills)| (*kills, Reverse(*ship)));
        let Some((best, kills)) = best else { return };
        let entry = self.roster.iter().find(|entry| entry.ship == best && !entry.bot);
        let Some(entry) = entry else { return };
        let name = entry.name.clone();
        let Some(round) = &mut self.round else { return };
        let achievement = Achievement { kills, time_ms };
        if round.facts.best.as_ref().is_none_or(|best| achievement.beats(best.achievement)) {
            round.facts.best = Some(BestRound { name, achievement });
        }
    }

    /// How long ships could fire in this round, its overtime included, in ms.
    fn round_ms(&self) -> u32 {
        let ticks = self.round.as_ref().map_or(0, |round| round.closed.since(round.began));
        (ticks.max(0) * 1_000 / i64::from(self.clock.rate().hz())) as u32
    }

    fn enter_phase(&mut self, phase: RoundPhase) {
        if let Some(round) = &mut self.round {
            round.facts.phase = phase;
        }
        if let Some(message) = self.round_message() {
            self.broadcast(&message);
        }
    }

    /// The kills of each ship in this round.
    fn kills(&self) -> impl Iterator<Item = (ShipId, u16)> {
        let round = self.round();
        self.world.ships().filter_map(move |ship| {
            let score = round?.score(ship.id, Score::of(ship));
            Some((ship.id, score.kills))
        })
    }

    /// Those who can win, with their kills in this round.
    fn contenders(&self) -> impl Iterator<Item = (Winner, u16)> {
        let sides = self.sides().map(|_| Side::ALL);
        let ships = if sides.is_some() { None } else { Some(self.kills()) };
        let sides = sides.into_iter().flatten();
        let sides = sides.map(|side| (Winner::Side(side), self.side_kills(side)));
        let ships = ships.into_iter().flatten();
        sides.chain(ships.map(|(ship, kills)| (Winner::Ship(ship), kills)))
    }

    fn best_kills(&self) -> u16 {
        self.contenders().map(|(_, kills)| kills).max().unwrap_or(0)
    }

    /// The most kills of a ship or side in this round, and the most of any other.
    fn two_most_kills(&self) -> [u16; 2] {
        self.contenders().fold([0, 0], |[best, second], (_, kills)| {
            [best.max(kills), second.max(best.min(kills))]
        })
    }

    fn leaders(&self) -> Leaders {
        let best = self.best_kills();
        let mut leaders = self.contenders().filter(|(_, kills)| *kills == best);
        match leaders.next() {
            Some(_) if leaders.next().is_some() => Leaders::Tied,
            Some((winner, _)) if best > 0 => Leaders::One(winner),
            _ => Leaders::NoContest,
        }
    }

    /// The tick that comes this long after the last one.
    fn after_ms(&self, ms: u32) -> Tick {
        self.world.tick.plus(self.clock.rate().ticks_in_ms(ms))
    }
}
