//! When a bot played and in which room: from the snapshots it receives, its outages, what became of
//! its score in each, and its visits.
use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use shared::base::time::Micros;
use shared::sim::rules::RESPAWN_MS;
use shared::wire::round::Score;

use super::doubled::{Place, Visit};

/// Without a snapshot for this long, a bot is not playing.
pub(super) const SILENCE_MIN: Micros = Micros::from_ms(1000);
/// The longest outage that the histogram resolves.
const OUTAGE_MAX_MS: u64 = 86_400_000;
/// Significant digits of the histogram of outages.
const OUTAGE_DIGITS: u8 = 2;
/// The cause of an outage during which the connection stayed.
const SILENCE: &str = "silence";

/// What a bot knows of scores: its own, and how many ships could have taken part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) score: Score,
    pub(super) n_ships: usize,
}

/// Presence of one bot.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    room: String,
    /// Where it is, since the last welcome.
    place: Option<Place>,
    /// When the last snapshot arrived.
    snapshot_at: Option<Micros>,
    /// Why the connection ended, if it did since the last snapshot.
    ended_by: Option<String>,
    /// The last that it was told of its score.
    told: Option<Told>,
    /// How long the outage lasted after which it has not been told its score yet.
    unjudged: Option<Micros>,
    outages: Outages,
    visits: Vec<Visit>,
}

/// The outages of one or more bots: the times without snapshots in which they lost the connection,
/// or the server said nothing.
#[derive(Clone, Debug)]
pub(super) struct Outages {
    /// How long they were, in ms.
    pub(super) lengths_ms: Option<Histogram<u32>>,
    /// Their causes.
    pub(super) causes: BTreeMap<String, u32>,
    /// Bots that did not play at the end.
    pub(super) not_back: u32,
    /// Outages with a score before and after.
    pub(super) scores_compared: u32,
    /// Scores that were smaller after an outage.
    pub(super) scores_lost: u32,
    /// Kills and deaths that were missing in them.
    pub(super) points_lost: u32,
    /// Scores that grew in an outage by more than anybody can score in its time.
    pub(super) scores_counted_twice: u32,
}

impl Presence {
    pub(super) fn new(room: String) -> Self {
        Self { room, ..Self::default() }
    }

    /// Handles a welcome.
    pub(super) fn handle_welcome(&mut self, place: Place) {
        self.place = Some(place);
    }

    /// Handles the arrival of a snapshot: the bot plays.
    pub(super) fn handle_snapshot(&mut self, now: Micros) {
        let cause = match self.snapshot_at {
            None => None,
            Some(at) => self.cause_of(now - at).map(|cause| (cause, now - at)),
        };
        let is_back = cause.is_some();
        if let Some((cause, length)) = cause {
            self.outages.count(cause, length);
            self.unjudged = self.told.map(|_| length);
        }
        self.snapshot_at = Some(now);
        self.ended_by = None;
        let Some(place) = self.place else { return };
        match self.visits.last_mut().filter(|visit| visit.place == place && !is_back) {
            Some(visit) => visit.to = now,
            None => self.visits.push(Visit { room: self.room.clone(), place, from: now, to: now }),
        }
    }

    /// Handles what the newest snapshot says of the own score.
    pub(super) fn handle_score(&mut self, told: Told) {
        if self.ended_by.is_some() {
            return;
        }
        let before = self.told.replace(told);
        if let Some((length, before)) = self.unjudged.take().zip(before) {
            self.outages.judge(before, told, length);
        }
    }

    /// Handles the end of the connection, or an attempt that failed.
    pub(super) fn handle_end(&mut self, cause: String) {
        // Of several in a row, the first is why it does not play.
        self.ended_by.get_or_insert(cause);
        self.place = None;
    }

    /// Ends at this time.
    pub(super) fn finish(mut self, now: Micros) -> (Outages, Vec<Visit>) {
        if let Some(cause) = self.snapshot_at.and_then(|at| self.cause_of(now - at)) {
            *self.outages.causes.entry(cause).or_default() += 1;
            self.outages.not_back += 1;
        }
        (self.outages, self.visits)
    }

    /// Why the bot did not play for so long; `None` if it did.
    fn cause_of(&self, silence: Micros) -> Option<String> {
        let silent = (silence >= SILENCE_MIN).then(|| SILENCE.to_string());
        self.ended_by.clone().or(silent)
    }
}

impl Default for Outages {
    fn default() -> Self {
        Self {
            // Fails only for invalid bounds, which these are not.
            lengths_ms: Histogram::new_with_bounds(1, OUTAGE_MAX_MS, OUTAGE_DIGITS).ok(),
            causes: BTreeMap::new(),
            not_back: 0,
            scores_compared: 0,
            scores_lost: 0,
            points_lost: 0,
            scores_counted_twice: 0,
        }
    }
}

impl Outages {
    /// How many there were, those that never ended included.
    pub(super) fn n(&self) -> u32 {
        self.causes.values().sum()
    }

    /// Adds the outages of another bot.
    pub(super) fn add(&mut self, other: &Self) {
        if let (Some(own), Some(others)) = (&mut self.lengths_ms, &other.lengths_ms) {
            // Both have the same bounds.
            let _ = own.add(others);
        }
        for (cause, n) in &other.causes {
            *self.causes.entry(cause.clone()).or_default() += n;
        }
        self.not_back += other.not_back;
        self.scores_compared += other.scores_compared;
        self.scores_lost += other.scores_lost;
        self.points_lost += other.points_lost;
        self.scores_counted_twice += other.scores_counted_twice;
    }

    fn count(&mut self, cause: String, length: Micros) {
        *self.causes.entry(cause).or_default() += 1;
        if let Some(lengths) = &mut self.lengths_ms {
            lengths.saturating_record(length.as_ms().unsigned_abs().max(1));
        }
    }

    /// Compares the scores before and after an outage.
    fn judge(&mut self, before: Told, after: Told, length: Micros) {
        self.scores_compared += 1;
        let lost = before.score.since(after.score);
        let points_lost = u32::from(lost.kills) + u32::from(lost.deaths);
        self.points_lost += points_lost;
        self.scores_lost += u32::from(points_lost > 0);
        // A ship dies once, and again whenever it has respawned; so do all others, by its shots.
        let lives = 1 + length.as_ms() / i64::from(RESPAWN_MS);
        let others = before.n_ships.max(after.n_ships).saturating_sub(1) as i64;
        let gained = after.score.since(before.score);
        let is_too_much =
            i64::from(gained.deaths) > lives || i64::from(gained.kills) > lives * others;
        self.scores_counted_twice += u32::from(is_too_much);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = Place(1);
    const ELSEWHERE: Place = Place(2);

    fn ms(ms: i64) -> Micros {
        Micros::from_ms(ms)
    }

    fn told(kills: u16, deaths: u16) -> Told {
        Told { score: Score { kills, deaths }, n_ships: 5 }
    }

    /// A bot that has played for a second, with a score.
    fn playing(score: Told) -> Presence {
        let mut presence = Presence::new("den".into());
        presence.handle_welcome(HERE);
        for at in (0..=1000).step_by(50) {
            presence.handle_snapshot(ms(at));
            presence.handle_score(score);
        }
        presence
    }

    #[test]
    fn an_outage_lasts_from_the_last_snapshot_to_the_next() {
        for (is_cut, back_at, expected) in [
            (true, 1200, Some((200, "lost"))),
            (true, 9000, Some((8000, "lost"))),
            (false, 1999, None),
            (false, 7000, Some((6000, "silence"))),
        ] {
            let mut presence = playing(told(1, 1));
            if is_cut {
                presence.handle_end("lost".into());
                presence.handle_end("refused_503".into());
                presence.handle_welcome(HERE);
            }
            presence.handle_snapshot(ms(back_at));
            let (outages, visits) = presence.finish(ms(back_at + 100));
            let cause = expected.map(|(_, cause)| (cause.to_string(), 1));
            assert_eq!(outages.causes, cause.into_iter().collect(), "{back_at}");
            let lengths = outages.lengths_ms.unwrap();
            assert_eq!(lengths.len(), u64::from(expected.is_some()), "{back_at}");
            let length = expected.map_or(0, |(length, _)| length);
            assert!(lengths.equivalent(lengths.max(), length), "{back_at}: {}", lengths.max());
            assert_eq!(outages.not_back, 0);
            assert_eq!(visits.len(), 1 + usize::from(expected.is_some()));
        }
    }

    #[test]
    fn a_bot_that_does_not_play_at_the_end_is_not_back() {
        let mut cut = playing(told(0, 0));
        cut.handle_end("lost".into());
        for (presence, at, not_back) in
            [(cut, 1001, 1), (playing(told(0, 0)), 1900, 0), (playing(told(0, 0)), 2000, 1)]
        {
            assert_eq!(presence.finish(ms(at)).0.not_back, not_back, "{at}");
        }
        let never_in = Presence::new("den".into()).finish(ms(60_000)).0;
        assert_eq!((never_in.n(), never_in.not_back), (0, 0));
    }

    /// Lost scores, lost points and scores counted twice.
    fn judged(before: Told, after: Told, length_ms: i64) -> (u32, u32, u32) {
        let mut presence = playing(before);
        presence.handle_end("lost".into());
        // What is still drawn of the old room says nothing of the new one.
        presence.handle_score(before);
        presence.handle_welcome(ELSEWHERE);
        presence.handle_snapshot(ms(1000 + length_ms));
        presence.handle_score(after);
        let outages = presence.finish(ms(1000 + length_ms)).0;
        assert_eq!(outages.scores_compared, 1);
        (outages.scores_lost, outages.points_lost, outages.scores_counted_twice)
    }

    #[test]
    fn a_score_is_compared_with_the_one_before_the_outage() {
        for (before, after, length_ms, expected) in [
            (told(7, 3), told(7, 3), 500, (0, 0, 0)),
            (told(7, 3), told(8, 4), 500, (0, 0, 0)),
            (told(7, 3), told(0, 0), 500, (1, 10, 0)),
            (told(7, 3), told(6, 4), 500, (1, 1, 0)),
            (told(7, 3), told(14, 6), 500, (0, 0, 1)),
            (told(7, 3), told(14, 6), 4500, (0, 0, 0)),
            (told(7, 0), told(14, 0), 500, (0, 0, 1)),
        ] {
            assert_eq!(judged(before, after, length_ms), expected, "{before:?} {after:?}");
        }
    }
}
