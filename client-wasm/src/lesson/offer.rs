//! When the lesson is offered unasked: after some kills or some time in the match, for a while then
//! and after each respawn, until it is begun or dismissed.

use shared::{base::time::Micros, client::GhostVisibility};

/// Kills from which it is offered.
const KILLS: u16 = 3;
/// Time in the match from which it is offered.
const IN_MATCH: Micros = Micros::from_ms(30_000);
/// How long it is shown the first time.
const FIRST_STAYS: Micros = Micros::from_ms(12_000);
/// How long it is shown after a respawn.
const AGAIN_STAYS: Micros = Micros::from_ms(8000);

/// What the offer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferFacts {
    pub now: Micros,
    /// The player's kills.
    pub kills: u16,
    /// Whether a bot flies. Where none has flown there may be no ship to see the lag at.
    pub any_bot: bool,
    /// Whether the player has a ship.
    pub is_flying: bool,
    /// Whoever sees ghosts sees the lag already.
    pub ghosts: GhostVisibility,
    /// Whether a drawer is open, or the end of a round is shown.
    pub any_panel: bool,
}

/// Whether the lesson is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    is_due: bool,
    is_spent: bool,
    saw_bot: bool,
    was_flying: bool,
    /// Since when the player is in a match.
    since: Option<Micros>,
    /// Until when it is shown; `None` before it was shown.
    until: Option<Micros>,
}

impl Offer {
    /// An offer that still has to be made, unless it is spent.
    #[must_use]
    pub const fn new(is_spent: bool) -> Self {
        Self {
            is_due: false,
            is_spent,
            saw_bot: false,
            was_flying: false,
            since: None,
            until: None,
        }
    }

    /// Handles a frame in a match. Returns whether the offer is shown.
    pub fn handle_frame(&mut self, facts: OfferFacts) -> bool {
        let now = facts.now;
        let since = *self.since.get_or_insert(now);
        self.saw_bot |= facts.any_bot;
        let is_time = facts.kills >= KILLS || now - since >= IN_MATCH;
        self.is_due |= is_time && self.saw_bot;
        let has_spawned = facts.is_flying && !self.was_flying;
        self.was_flying = facts.is_flying;
        if let Some(until) = self.until.as_mut().filter(|_| has_spawned) {
            *until = (*until).max(now + AGAIN_STAYS);
        }
        let has_place =
            facts.is_flying && facts.ghosts == GhostVisibility::Hidden && !facts.any_panel;
        if !self.is_due || self.is_spent || !has_place {
            return false;
        }
        now < *self.until.get_or_insert(now + FIRST_STAYS)
    }

    /// The player began the lesson or dismissed the offer.
    pub fn spend(&mut self) {
        self.is_spent = true;
    }

    /// The player left the match.
    pub fn handle_left(&mut self) {
        self.since = None;
        self.was_flying = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(ms: i64, kills: u16) -> OfferFacts {
        OfferFacts {
            now: Micros::from_ms(ms),
            kills,
            any_bot: true,
            is_flying: true,
            ghosts: GhostVisibility::Hidden,
            any_panel: false,
        }
    }

    /// An offer of which the first frame was at 1 s.
    fn offered() -> Offer {
        let mut offer = Offer::new(false);
        assert!(offer.handle_frame(facts(1000, 3)));
        offer
    }

    fn check_shown(offer: &mut Offer, rows: &[(i64, bool)]) {
        for &(ms, shown) in rows {
            assert_eq!(offer.handle_frame(facts(ms, 3)), shown, "{ms} ms");
        }
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
    fn it_goes_after_12_s_and_comes_back_for_8_s_with_each_ship() {
        let mut offer = offered();
        check_shown(&mut offer, &[(12_999, true), (13_000, false), (60_000, false)]);
        for life in [70_000, 90_000] {
            let down = OfferFacts { is_flying: false, ..facts(life - 2000, 3) };
            assert!(!offer.handle_frame(down), "while the ship is down");
            check_shown(&mut offer, &[(life, true), (life + 7999, true), (life + 8000, false)]);
        }
        offer.handle_left();
        check_shown(&mut offer, &[(100_000, true), (108_000, false)]);
    }

    #[test]
    fn a_respawn_does_not_shorten_its_first_12_s() {
        let mut offer = offered();
        assert!(!offer.handle_frame(OfferFacts { is_flying: false, ..facts(1500, 3) }));
        check_shown(&mut offer, &[(2000, true), (12_999, true), (13_000, false)]);
    }

    #[test]
    fn it_waits_while_ghosts_are_shown_or_a_drawer_is_open() {
        let blocked = [
            OfferFacts { ghosts: GhostVisibility::Shown, ..facts(0, 3) },
            OfferFacts { any_panel: true, ..facts(0, 3) },
        ];
        for blocked in blocked {
            let at = |ms| OfferFacts { now: Micros::from_ms(ms), ..blocked };
            let mut offer = Offer::new(false);
            assert!(!offer.handle_frame(at(1000)));
            assert!(!offer.handle_frame(at(40_000)));
            check_shown(&mut offer, &[(50_000, true)]);
            assert!(!offer.handle_frame(at(55_000)));
            check_shown(&mut offer, &[(61_999, true), (62_000, false)]);
        }
    }

    #[test]
    fn once_spent_it_does_not_come_again() {
        let mut offer = offered();
        offer.spend();
        offer.handle_left();
        check_shown(&mut offer, &[(2000, false), (99_000, false)]);
        check_shown(&mut Offer::new(true), &[(0, false), (99_000, false)]);
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
