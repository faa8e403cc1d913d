//! The three panels of a moment: two screens, taped or estimated, and the server's judgement.

use alloc::vec::Vec;

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    client::tape::TapeFrame,
    netcode::{
        choices::{BoltView, OwnShip},
        preset::Preset,
    },
    report::{shot_report::ReportLink, track::TrackColumn},
    sim::{event::Weapon, rules::BOLT_SPEED_U_PER_S, ship::ShipId},
};

use super::{Case, Panel, PanelKind, PanelShip, PanelSource, Role, guess::is_extrapolated};

impl Case {
    /// The shooter's screen. Age 0 is the frame the shot was aimed by, since the bolt is drawn from
    /// there.
    pub(super) fn shooters_panel(&self, age: i64) -> Panel {
        let frame = self.shooters_frame(age);
        if let Some(mut panel) = frame.map(|frame| self.panel_of(&frame)) {
            // It fires in the frame after the one it was aimed by.
            panel.beam = panel.beam.or(self.beam(age));
            return panel;
        }
        let flown_u = self.report.rate.micros_in_steps(age).as_s_f32() * BOLT_SPEED_U_PER_S;
        let own_ship_age = self.own_ship_age(self.report.shooter, age);
        let shooter =
            self.ship(Role::Shooter, PanelKind::Drawn, TrackColumn::Shooter, own_ship_age);
        let target = self.ship(Role::Target, PanelKind::Drawn, TrackColumn::Seen, age);
        let mut panel = estimated(shooter, target);
        panel.bolt = self.bolt_tip(age, flown_u);
        panel.beam = self.beam(age);
        panel
    }

    /// Where the shooter's screen, if available, drew a ship at an age.
    pub(super) fn seen_on_screen(&self, ship: ShipId, age: i64) -> Option<Vec2> {
        Some(self.shooters_frame(age)?.other(ship)?.pos)
    }

    /// The server's panel: the shooter, and the target as judged, as it really was and as it was
    /// seen.
    pub(super) fn servers_panel(&self, age: i64) -> Panel {
        let seen = self.shooters_frame(age).and_then(|frame| {
            let drawn = *frame.other(self.target()?)?;
            let PanelShip { ship, role, kind, .. } = self.seen_ship(drawn.ship, drawn.pos);
            Some(PanelShip { ship, role, pos: drawn.pos, aim: Some(drawn.aim), kind })
        });
        let seen = seen.or_else(|| self.ship(Role::Target, PanelKind::Saw, TrackColumn::Seen, age));
        let ships: Vec<PanelShip> = [
            self.ship(Role::Shooter, PanelKind::Present, TrackColumn::Shooter, age),
            self.ship(Role::Target, PanelKind::Present, TrackColumn::Present, age),
            seen,
            self.ship(Role::Target, PanelKind::Judged, TrackColumn::Judged, age),
        ]
        .into_iter()
        .flatten()
        .collect();
        let source = if ships.is_empty() { PanelSource::Unknown } else { PanelSource::Exact };
        let bolt = self.report.distance_u(age).and_then(|flown_u| self.bolt_tip(age, flown_u));
        Panel { ships, bolt, beam: self.beam(age), source }
    }

    /// The target's screen, at the time when its clock showed what the shooter's showed at this
    /// age.
    pub(super) fn victims_panel(&self, age: i64) -> Panel {
        let at = self.report.rate.micros_at(self.report.fired) + self.micros(age);
        if let Some(frame) = self.victim.as_ref().and_then(|clip| clip.at(at)) {
            return self.panel_of(&frame);
        }
        // A bot has no screen.
        let Some(link) = self.report.target else { return estimated(None, None) };
        let own_ship_age = self.own_ship_age(self.report.target, age);
        let target = self.ship(Role::Target, PanelKind::Drawn, TrackColumn::Present, own_ship_age);
        let shooter = self.ship(Role::Shooter, PanelKind::Drawn, TrackColumn::ShooterSeen, age);
        let mut panel = estimated(shooter, target);
        panel.bolt = self.estimated_bolt(link, age);
        panel
    }

    /// An estimate of where the target's screen drew the bolt: from the arrival of its event, as
    /// far as it had flown on the shooter's screen; or delayed, under rules where players usually
    /// draw bolts late.
    fn estimated_bolt(&self, link: ReportLink, age: i64) -> Option<Vec2> {
        let (own, age_there) = (link.stats(), self.micros(age));
        let since_known = age_there - own.latency();
        let lead = self.report.shooter.map_or(Micros::ZERO, |link| link.stats().lead);
        let flown = match Preset::of_room(&self.report.rules).player().bolts {
            BoltView::Late => since_known,
            _ => age_there - own.lead + lead,
        };
        (since_known >= Micros::ZERO)
            .then(|| self.bolt_tip(age, flown.as_s_f32() * BOLT_SPEED_U_PER_S))
            .flatten()
    }

    /// The age at which a screen drew its own ship where it was: this age if own ships are
    /// predicted, an earlier one under rules where players usually wait for the server.
    fn own_ship_age(&self, link: Option<ReportLink>, age: i64) -> i64 {
        let news = match Preset::of_room(&self.report.rules).player().own_ship {
            OwnShip::Predict => Micros::ZERO,
            OwnShip::Wait => link.map_or(Micros::ZERO, |link| link.stats().latency()),
        };
        age - self.report.rate.view_at(news).0
    }

    pub(super) fn shooters_frame(&self, age: i64) -> Option<TapeFrame> {
        self.shooter.as_ref()?.at(self.aimed_at() + self.micros(age))
    }

    /// The own clock of the picture that the shooter aimed by, or of its command if its screen is
    /// not available.
    pub(super) fn aimed_at(&self) -> Micros {
        let aimed_at = self.shooter.as_ref().and_then(|clip| clip.aimed_at);
        aimed_at.unwrap_or_else(|| self.report.rate.micros_at(self.report.record.shot.tick))
    }

    fn panel_of(&self, frame: &TapeFrame) -> Panel {
        let shot = self.report.record.shot;
        let ships = frame.ships().map(|drawn| PanelShip {
            ship: drawn.ship,
            role: self.role(drawn.ship),
            pos: drawn.pos,
            aim: Some(drawn.aim),
            kind: if is_extrapolated(drawn.source) {
                PanelKind::Extrapolated
            } else {
                PanelKind::Drawn
            },
        });
        let bolt = frame.bolts.iter().find(|(of, _)| *of == shot).map(|(_, pos)| *pos);
        let beam = frame.beams.iter().find(|(of, _)| *of == shot);
        Panel {
            ships: ships.collect(),
            bolt,
            beam: beam.map(|(_, line)| (line.from, line.to)),
            source: PanelSource::Exact,
        }
    }

    pub(super) fn role(&self, ship: ShipId) -> Role {
        if ship == self.shooter() {
            Role::Shooter
        } else if Some(ship) == self.target() {
            Role::Target
        } else {
            Role::Other
        }
    }

    /// The shooter or the target at its position in the report.
    fn ship(
        &self,
        role: Role,
        kind: PanelKind,
        column: TrackColumn,
        age: i64,
    ) -> Option<PanelShip> {
        let (ship, aim): (ShipId, Option<Turn>) = match role {
            Role::Shooter => (self.shooter(), Some(self.report.aim)),
            _ => (self.target()?, None),
        };
        let pos = self.report.track.place(column, age)?;
        Some(PanelShip { ship, role, pos, aim, kind })
    }

    fn seen_ship(&self, ship: ShipId, pos: Vec2) -> PanelShip {
        PanelShip { ship, role: self.role(ship), pos, aim: None, kind: PanelKind::Saw }
    }

    /// The tip of a bolt after a distance, in u; `None` before it is fired and after it ends.
    fn bolt_tip(&self, age: i64, flown_u: f32) -> Option<Vec2> {
        let shot = self.report.shot();
        let hit = self.report.record.verdict.hits().is_some() && !shot.pierces();
        let ended = hit && age > self.decisive();
        let flies = shot.weapon() == Weapon::Laser && age >= 0 && !ended;
        (flies && flown_u >= 0.0 && flown_u < shot.reach_u).then(|| shot.point_at(flown_u))
    }

    /// The beam as judged, up to the ship it hit or its full reach.
    fn beam(&self, age: i64) -> Option<(Vec2, Vec2)> {
        let shot = self.report.shot();
        if shot.weapon() != Weapon::Beam || age < 0 {
            return None;
        }
        let hit = self.report.record.verdict.hits().is_some();
        let met = self.report.track.place(TrackColumn::Judged, age).filter(|_| hit);
        let far_u = met.map(|pos| (pos - shot.muzzle).dot(shot.dir));
        let far_u = far_u.unwrap_or(shot.reach_u).clamp(0.0, shot.reach_u);
        Some((shot.muzzle, shot.point_at(far_u)))
    }

    pub(super) fn micros(&self, age: i64) -> Micros {
        self.report.rate.micros_in_steps(age)
    }
}

/// An estimate of a screen that is not available.
fn estimated(shooter: Option<PanelShip>, target: Option<PanelShip>) -> Panel {
    let ships: Vec<PanelShip> = shooter.into_iter().chain(target).collect();
    let source = if ships.is_empty() { PanelSource::Unknown } else { PanelSource::Estimated };
    Panel { ships, bolt: None, beam: None, source }
}
