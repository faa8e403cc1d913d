//! What is heard of a round: its last seconds, match point, and its result. Listens once a frame.

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::round::{Round, RoundPhase},
};
use web_ui::sound::SoundKind;

use crate::hud::score_line::{LAST_S, left_s};

/// What was heard of the round.
#[derive(Clone, Debug, Default)]
pub struct RoundAlarm {
    /// The number of the round; `None` before the first frame.
    round: Option<u32>,
    /// The second heard last.
    left_s: Option<i64>,
    match_point: bool,
    /// Whether its result was heard.
    over: bool,
}

impl RoundAlarm {
    /// Forgets the match.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The sounds of a frame.
    pub fn hear(&mut self, client: &Client, is_match_point: bool) -> Vec<SoundKind> {
        let Some((round, rate)) = client.round().zip(client.tick_rate()) else { return Vec::new() };
        let left_s = left_s(round, client.own_tick(), rate);
        // A watcher neither wins nor loses.
        self.hear_round(round, left_s, is_match_point, client.flown_id())
    }

    fn hear_round(
        &mut self,
        round: &Round,
        left_s: Option<i64>,
        is_match_point: bool,
        own: Option<ShipId>,
    ) -> Vec<SoundKind> {
        let is_over = round.phase.is_over();
        if self.round != Some(round.number) {
            // What happened before the player came is not heard.
            let is_first = self.round.is_none();
            let match_point = is_first && is_match_point;
            let over = is_first && is_over;
            *self = Self { round: Some(round.number), left_s, match_point, over };
            return Vec::new();
        }
        let mut sounds = Vec::new();
        if left_s != self.left_s && left_s.is_some_and(|left| (1..=LAST_S).contains(&left)) {
            sounds.push(SoundKind::LastSecond);
        }
        self.left_s = left_s;
        if is_match_point && !self.match_point {
            sounds.push(SoundKind::MatchPoint);
        }
        self.match_point |= is_match_point;
        if let RoundPhase::Over { winner, .. } = round.phase
            && !std::mem::replace(&mut self.over, true)
        {
            let lost = own.is_some_and(|own| !winner.includes(own));
            sounds.push(if lost { SoundKind::RoundLost } else { SoundKind::RoundWon });
        }
        sounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::time::Tick,
        sim::side::Side,
        wire::round::{RoundLimits, Winner},
    };

    fn own() -> Option<ShipId> {
        Some(ShipId { idx: 1, generation: 0 })
    }

    fn round(number: u32, phase: RoundPhase) -> Round {
        Round { number, phase, ..Round::waiting(RoundLimits::default()) }
    }

    const RUNNING: RoundPhase = RoundPhase::Running { ends: Tick(9_000) };

    #[test]
    fn each_of_the_last_ten_seconds_is_heard_once() {
        let mut alarm = RoundAlarm::default();
        let running = round(1, RUNNING);
        let mut heard = Vec::new();
        for left in [12, 12, 11, 11, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 2, 1, 0, 0] {
            heard.extend(alarm.hear_round(&running, Some(left), false, own()));
        }
        assert_eq!(heard, [SoundKind::LastSecond; 10]);
    }

    #[test]
    fn match_point_and_the_result_are_heard_once() {
        let over = |winner| RoundPhase::Over { winner, next: Tick(9), took_ms: 1 };
        let ship = |idx| Winner::Ship(ShipId { idx, generation: 0 });
        for (winner, kind) in [
            (ship(1), SoundKind::RoundWon),
            (ship(2), SoundKind::RoundLost),
            (Winner::Nobody, SoundKind::RoundLost),
            (Winner::Side(Side::Second), SoundKind::RoundWon),
            (Winner::Side(Side::First), SoundKind::RoundLost),
        ] {
            let mut alarm = RoundAlarm::default();
            let mut heard = Vec::new();
            for (phase, is_match_point) in [
                (RUNNING, false),
                (RUNNING, true),
                (RUNNING, true),
                (RoundPhase::Closing, false),
                (over(winner), false),
                (over(winner), false),
            ] {
                heard.extend(alarm.hear_round(&round(3, phase), None, is_match_point, own()));
            }
            assert_eq!(heard, [SoundKind::MatchPoint, kind]);
            assert!(alarm.hear_round(&round(4, RUNNING), Some(99), false, own()).is_empty());
        }
    }

    #[test]
    fn what_was_before_the_player_came_is_not_heard() {
        let over = RoundPhase::Over { winner: Winner::Nobody, next: Tick(9), took_ms: 1 };
        for (phase, is_match_point) in [(over, false), (RUNNING, true)] {
            let mut alarm = RoundAlarm::default();
            for _ in 0..2 {
                let round = round(5, phase);
                assert!(alarm.hear_round(&round, None, is_match_point, own()).is_empty());
            }
        }
    }
}
