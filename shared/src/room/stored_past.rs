//! What the room has stored of a ship for a shot: one that was judged, or a beam fired now. Reads
//! the room on request, without changing it.

use super::state::Room;
use crate::{
    base::{geometry::Turn, time::Micros},
    judge::{
        rewind_source::RewindSource, shot::Shot, stored_past::StoredPast, view::resolve_rewind,
    },
    sim::{
        bolt::Bolt,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
};

impl Room {
    /// The stored past of a ship for a judged shot that came near it, at the age of closest
    /// approach; as long as the shot's report can be made.
    #[must_use]
    pub fn stored_for_shot(&self, shot: ShotId, ship: ShipId) -> Option<StoredPast> {
        let evidence = self.evidence(shot)?;
        let target = evidence.record().targets.iter().find(|target| target.ship == ship)?;
        let rate = self.clock.rate();
        let age = rate.micros_in_steps(target.age).max(Micros::ZERO);
        let (past, present) = evidence.past_at_age(ship, age)?;
        let rewind = evidence.judged.rewind(rate);
        StoredPast::of(&past, evidence.shot(), rewind, &present, age)
    }

    /// The stored past of a ship for a beam that a player's ship would fire at it in this tick,
    /// when that player's screen shows remote ships `behind` the present.
    #[must_use]
    pub fn stored_for_beam(
        &self,
        shooter: ShipId,
        ship: ShipId,
        behind: Micros,
    ) -> Option<StoredPast> {
        let (session, tick) = (self.session_of(shooter)?, self.world.tick);
        let [from, to] = [shooter, ship].map(|of| self.world.ship(of).map(|ship| ship.body.pos));
        let (muzzle, aim) = (from?, Turn::of(to? - from?));
        let id = ShotId { tick, shooter, weapon: Weapon::Beam };
        let beam = Bolt::new(id, tick, muzzle, aim, &self.config.arena);
        let shot = Shot::of_bolt(&beam, self.clock.rate(), self.config.netcode);
        let shot = Shot {
            view: shot.fired - behind,
            acked: session.flow.acked,
            link: session.newest_link_stats(),
            interpolation_delay: session.subscription.effective_interpolation_delay(),
            plausible_age: session.plausible_age(Micros::ZERO, &shot.rule),
            ..shot
        };
        let marker_rates_hz = self.marker_rates();
        let past = self.shooter_history(Some(session.id), &marker_rates_hz);
        let present = past.present_of(ship)?;
        let rewind = resolve_rewind(&shot, past.tick_length());
        StoredPast::of(&past, &shot, rewind, &present, Micros::ZERO)
    }
}
