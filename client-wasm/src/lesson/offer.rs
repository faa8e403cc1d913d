//! When the lesson is offered unasked: once in the life of a tab, after some kills or some time in
//! the match, until it is begun or dismissed.

use shared::base::time::Micros;

/// Kills from which it is offered.
const KILLS: u16 = 3;
/// Time in the match from which it is offered.
const IN_MATCH: Micros = Micros::from_ms(30_000);

/// What the offer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferFacts {
    pub now: Micros,
    /// The player's kills.
    pub kills: u16,
    /// Whether a bot flies. Where none has flown there may be no ship to see the lag at.
    pub any_bot: bool,
}

/// Whether the lesson is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    is_due: bool,
    is_spent: bool,
    saw_bot: bool,
    /// Since when the player is in a match.
    since: Option<Micros>,
}

impl Offer {
    /// An offer that comes once, unless it came before.
    #[must_use]
    pub const fn new(is_spent: bool) -> Self {
        Self { is_due: false, is_spent, saw_bot: false, since: None }
    }

    /// Handles a frame in a match. Returns whether the offer is shown.
    pub fn handle_frame(&mut self, facts: OfferFacts) -> bool {
        let since = *self.since.get_or_insert(facts.now);
        self.saw_bot |= facts.any_bot;
        let is_time = facts.kills >= KILLS || facts.now - since >= IN_MATCH;
        self.is_due |= is_time && self.saw_bot;
        self.is_due && !self.is_spent
    }

    /// The player began the lesson or dismissed the offer.
    pub fn spend(&mut self) {
        self.is_spent = true;
    }

    /// The player left the match.
    pub fn handle_left(&mut self) {
        self.since = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(ms: i64, kills: u16) -> OfferFacts {
        OfferFacts { now: Micros::from_ms(ms), kills, any_bot: true }
    }

    #[test]
    fn it_comes_at_the_third_kill_or_after_30_s() {
        let rows = [
            (0, 0, false),
            (29_999, 2, false),
            (30_000, 0, true),
            (2_000, 3, true),
            (2_000, 2, false),
        ];
        for (ms, kills, shown) in rows {
            let mut offer = Offer::new(false);
            assert!(!offer.handle_frame(facts(0, 0)));
            assert_eq!(offer.handle_frame(facts(ms, kills)), shown, "{ms} ms, {kills} kills");
        }
    }

    #[test]
    fn it_stays_until_it_is_spent_and_does_not_come_again() {
        let mut offer = Offer::new(false);
        assert!(offer.handle_frame(facts(1_000, 3)));
        offer.handle_left();
        assert!(offer.handle_frame(facts(2_000, 0)), "in the next match too");
        offer.spend();
        assert!(!offer.handle_frame(facts(99_000, 9)));
        assert!(!Offer::new(true).handle_frame(facts(99_000, 9)), "in a reloaded tab");
    }

    #[test]
    fn it_waits_for_a_bot() {
        let mut offer = Offer::new(false);
        let alone = OfferFacts { any_bot: false, ..facts(0, 3) };
        assert!(!offer.handle_frame(alone));
        assert!(offer.handle_frame(facts(1_000, 3)));
        // Bots make way for people; a room of the player's own has them.
        assert!(offer.handle_frame(OfferFacts { now: Micros::from_ms(2_000), ..alone }));
    }
}
