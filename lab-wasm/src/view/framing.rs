//! Chooses the part of the world that the panes show. It is the same in all panes, so that the only
//! differences are those between the schemes.

use lab::{column::Column, cue::Cue, pane::PaneView};
use shared::{
    base::geometry::{Area, Vec2},
    sim::rules::SHIP_RADIUS_U,
};

use super::arrange::PANES;

/// Margin around a scenario's motion, in u.
const MARGIN_U: f32 = 130.0;
/// Minimum extent, in u.
const LEAST_U: f32 = 420.0;
/// Extent around a flown ship, in u.
const FOLLOW_U: f32 = 1000.0;
/// Up to this distance the other ship is in the picture too, in u.
const PAIR_U: f32 = 1200.0;
/// Margin around two ships, in u.
const PAIR_MARGIN_U: f32 = 220.0;
/// Rate at which the picture follows, in 1/s.
const FOLLOW_PER_S: f32 = 6.0;
/// Minimum width of a ship on which details must be visible, in CSS pixels.
const SHIP_LEAST_PX: f32 = 24.0;
/// Width of a ship, in u.
const SHIP_WIDTH_U: f32 = 2.0 * SHIP_RADIUS_U;
/// The resulting scale, in CSS pixels per u.
pub const PX_PER_U: f32 = SHIP_LEAST_PX / SHIP_WIDTH_U;
/// Margin around a cue's close-up, and its minimum extent, in u.
const CLOSE_MARGIN_U: f32 = 40.0;
const CLOSE_LEAST_U: f32 = 220.0;
/// Minimum margin where there is little room.
const CLOSE_LEAST_MARGIN_U: f32 = 12.0;

/// A part of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framing {
    /// Its centre, in u.
    pub centre: Vec2,
    /// Its extent, in u.
    pub size: Vec2,
}

impl Framing {
    /// A scenario's area with a margin.
    #[must_use]
    pub fn of(area: Area) -> Self {
        Self::fitting(area.grown(MARGIN_U), LEAST_U)
    }

    /// The close-up of a cue: both players' ships, if a pane of this size (CSS pixels) holds them
    /// at `px_per_u`; otherwise what the cue is about, at whatever scale.
    #[must_use]
    pub fn close_up(cue: &Cue, pane: Vec2, px_per_u: f32) -> Self {
        Self::closest([cue.whole, cue.core], pane, px_per_u)
    }

    /// The close-up of a match that is paused: both players' ships, wherever a pane shows them, if
    /// a pane of this size (CSS pixels) holds them at `px_per_u`; otherwise the ship of the player
    /// it is about, at whatever scale. `None` if no pane shows a ship.
    #[must_use]
    pub fn of_pause(places: &ShipPlaces, about: usize, pane: Vec2, px_per_u: f32) -> Option<Self> {
        let is_shown = |area: &&Area| area.low.cmple(area.high).all();
        let [you, other] = &places.0;
        let order = if about == 1 { [other, you] } else { [you, other] };
        let core = *order.into_iter().find(is_shown)?;
        let whole = Area { low: you.low.min(other.low), high: you.high.max(other.high) };
        Some(Self::closest([whole, core].map(|area| area.grown(SHIP_RADIUS_U)), pane, px_per_u))
    }

    /// The first of these areas that a pane holds at `px_per_u`; otherwise the last of them.
    fn closest(areas: [Area; 2], pane: Vec2, px_per_u: f32) -> Self {
        let most = pane / px_per_u;
        let least = CLOSE_LEAST_U.min(most.min_element());
        let fits = |framing: &Self| framing.size.cmple(most).all();
        let of = |(area, margin): (Area, f32)| Self::fitting(area.grown(margin), least);
        let tries = areas
            .into_iter()
            .flat_map(|area| [CLOSE_MARGIN_U, CLOSE_LEAST_MARGIN_U].map(|margin| (area, margin)));
        // Small ships are better than clipped ones.
        tries.map(of).find(fits).unwrap_or_else(|| of((areas[1], CLOSE_LEAST_MARGIN_U)))
    }

    /// That close-up in the upper part of a pane whose lower part, by this share, is covered. Ships
    /// may be smaller there.
    #[must_use]
    pub fn close_up_above(cue: &Cue, covered: f32, pane: Vec2, px_per_u: f32) -> Self {
        let upper = Vec2::new(pane.x, pane.y * (1.0 - covered));
        let framing = Self::close_up(cue, upper, px_per_u * (1.0 - covered / 2.0));
        let u_per_px = framing.width_u(upper) / pane.x.max(1.0);
        let below = Vec2::new(0.0, pane.y * covered / 2.0 * u_per_px);
        Self { centre: framing.centre + below, size: pane * u_per_px }
    }

    /// This area, if a pane of this size (CSS pixels) holds it at `px_per_u`; otherwise the part of
    /// it around some ships, which the picture follows. The last of them must be visible.
    #[must_use]
    pub fn held(self, ships: &[Vec2], pane: Vec2, px_per_u: f32) -> Self {
        let most = pane / px_per_u;
        if self.size.cmple(most).all() {
            return self;
        }
        let size = self.size.min(most);
        let Some(last) = ships.last() else { return Self { size, ..self } };
        let around = |ships: &[Vec2]| {
            let held = |area: Area, at: &Vec2| area.with(*at);
            ships.iter().fold(Area::EMPTY, held).grown(CLOSE_MARGIN_U)
        };
        let both = around(ships);
        let area = if (both.high - both.low).cmple(size).all() { both } else { around(&[*last]) };
        // An axis that fits is not panned.
        let pans = self.size.cmpgt(most);
        Self { centre: Vec2::select(pans, (area.low + area.high) / 2.0, self.centre), size }
    }

    /// Extents that panes should hold for a cue, in u: both players' ships, or else what it is
    /// about.
    #[must_use]
    pub fn holds(cue: &Cue) -> Vec<Vec2> {
        let size = |area: Area| area.high - area.low + 2.0 * CLOSE_LEAST_MARGIN_U;
        [cue.whole, cue.core].map(size).into()
    }

    fn fitting(area: Area, least_u: f32) -> Self {
        let size = (area.high - area.low).max(Vec2::splat(least_u));
        Self { centre: (area.low + area.high) / 2.0, size }
    }

    /// Around a flown ship.
    #[must_use]
    pub fn around(ship: Vec2) -> Self {
        Self { centre: ship, size: Vec2::splat(FOLLOW_U) }
    }

    /// Around a flown ship, including the other one while that is near.
    #[must_use]
    pub fn around_both(own: Vec2, other: Option<Vec2>) -> Self {
        let way = other.map(|other| other - own).filter(|way| way.length() < PAIR_U);
        let Some(way) = way else { return Self::around(own) };
        let size = (way.abs() + 2.0 * PAIR_MARGIN_U).max(Vec2::splat(FOLLOW_U * 0.7));
        Self { centre: own + way / 2.0, size }
    }

    /// Width for a window of an aspect ratio, in u, such that everything fits.
    #[must_use]
    pub fn width_u(&self, window: Vec2) -> f32 {
        let shape = window.x / window.y.max(1.0);
        self.size.x.max(self.size.y * shape)
    }

    /// Whether it differs from another one by at most `most_u` in every direction.
    #[must_use]
    pub fn is_within(self, other: Self, most_u: f32) -> bool {
        let off = (self.centre - other.centre).abs().max((self.size - other.size).abs());
        off.max_element() <= most_u
    }

    /// Moves smoothly towards another framing.
    #[must_use]
    pub fn towards(self, wanted: Self, dt_s: f32) -> Self {
        // An exponential approach, in a form that is stable for any dt.
        let share = 1.0 - 1.0 / (1.0 + dt_s * FOLLOW_PER_S);
        Self {
            centre: self.centre + (wanted.centre - self.centre) * share,
            size: self.size + (wanted.size - self.size) * share,
        }
    }
}

/// Where the panes of all columns show the ships of the two players, in u; an empty area for a ship
/// that none shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShipPlaces(pub [Area; 2]);

impl ShipPlaces {
    /// From what the panes of each column show.
    #[must_use]
    pub fn of(columns: &[Column], rows: &[[PaneView; PANES]]) -> Self {
        Self([0, 1].map(|player| {
            let shown = columns.iter().zip(rows).flat_map(|(column, sights)| {
                let ship = column.ship(player);
                sights.iter().filter_map(move |sight| Some(sight.scene.ship(ship?)?.pos))
            });
            shown.fold(Area::EMPTY, |area, at| area.with(at))
        }))
    }
}

#[cfg(test)]
mod tests {
    use lab::{lesson::Lesson, pane::Pane, run_playback::RunPlayback, scenario::Scenario};
    use web_ui::shell::canvas::Size;

    use super::*;
    use crate::{
        time::cue_watch::CueWatch,
        view::arrange::{Arrangement, OccupiedSpace},
    };

    /// A desktop page and a phone's.
    const PAGES: [(f32, f32); 2] = [(1280.0, 720.0), (390.0, 844.0)];

    #[test]
    fn a_scenario_is_framed_with_room_to_move_and_free_flight_is_not() {
        for scenario in Scenario::ALL {
            let mut playback = RunPlayback::new(scenario.setup()).unwrap();
            let Some(survey) = CueWatch::default().begin(&playback) else {
                assert_eq!(playback.run().setup.loop_frames, 0, "{scenario:?}");
                continue;
            };
            let framing = Framing::of(survey.area().unwrap());
            for _ in 0..playback.run().setup.loop_frames {
                playback.step().unwrap();
                let column = &playback.state().columns()[0];
                for ship in [column.ship(0), column.ship(1)].into_iter().flatten() {
                    let world = column.harness().room().world();
                    let off = (world.ship(ship).unwrap().body.pos - framing.centre).abs();
                    let room = framing.size / 2.0 - MARGIN_U + 0.1;
                    assert!(off.cmple(room).all(), "{scenario:?}: {off} of {room}");
                }
            }
        }
    }

    #[test]
    fn a_picture_goes_with_ships_that_would_be_too_small_in_all_of_it() {
        let scene = Framing { centre: Vec2::new(100.0, 0.0), size: Vec2::new(1500.0, 300.0) };
        let (you, other) = (Vec2::new(0.0, 0.0), Vec2::new(200.0, -40.0));
        let wide = Vec2::new(1200.0, 400.0);
        assert_eq!(scene.held(&[you, other], wide, PX_PER_U), scene);
        let pane = Vec2::new(300.0, 300.0);
        let held = scene.held(&[you, other], pane, PX_PER_U);
        assert_eq!((held.size, held.centre), (Vec2::new(400.0, 300.0), Vec2::new(100.0, 0.0)));
        let far = Vec2::new(700.0, -40.0);
        assert_eq!(scene.held(&[you, far], pane, PX_PER_U).centre, Vec2::new(700.0, 0.0));
        assert_eq!(scene.held(&[], pane, PX_PER_U).centre, scene.centre);
    }

    #[test]
    fn at_every_cue_ships_are_large_enough_and_the_place_is_in_the_picture() {
        for (scenario, (width_px, height_px)) in
            Scenario::ALL.into_iter().flat_map(|one| PAGES.map(|page| (one, page)))
        {
            let playback = RunPlayback::new(scenario.setup()).unwrap();
            let mut watch = CueWatch::default();
            watch.begin(&playback);
            let Some(cue) = watch.cue() else { continue };
            let size = Size { width_px, height_px, ratio: 1.0 };
            let taken = OccupiedSpace { columns: cue.places.len(), ..OccupiedSpace::default() };
            let pane = Arrangement::of(size, taken).rows[0][0].size;
            let framing = Framing::close_up(cue, pane, PX_PER_U);
            let px_per_u = pane.x / framing.width_u(pane);
            let ship_px = SHIP_WIDTH_U * px_per_u;
            // What the cue is about may be too large for that on a phone, but is never clipped.
            let core = cue.core.high - cue.core.low + 2.0 * CLOSE_LEAST_MARGIN_U;
            let least_px = SHIP_LEAST_PX * (pane / PX_PER_U / core).min_element().min(1.0);
            assert!(ship_px > least_px - 0.01, "{scenario:?} on {width_px}: {ship_px}");
            assert!(ship_px > 11.0, "{scenario:?} on {width_px}: {ship_px}");
            for column in 0..cue.places.len() {
                let place = cue.place(column, cue.pane).unwrap();
                let off = (place - framing.centre).abs() * px_per_u;
                let inside = off.cmple(pane / 2.0).all();
                assert!(inside, "{scenario:?} on {width_px}: {off} of {pane}");
            }
        }
    }

    #[test]
    fn at_the_cue_of_every_lesson_what_it_is_about_is_whole_in_every_pane() {
        // The nose extends beyond the circle of a ship.
        let nose_u = 1.12 * SHIP_RADIUS_U;
        for (lesson, (width_px, height_px)) in Lesson::ALL
            .into_iter()
            .flat_map(|one| PAGES.into_iter().chain([(360.0, 740.0)]).map(move |page| (one, page)))
        {
            let playback = RunPlayback::new(lesson.setup()).unwrap();
            let mut watch = CueWatch::default();
            watch.begin(&playback);
            let Some(cue) = watch.cue() else { continue };
            let size = Size { width_px, height_px, ratio: 1.0 };
            let taken = OccupiedSpace {
                columns: cue.places.len(),
                drawer: true,
                ..OccupiedSpace::default()
            };
            for pane in Arrangement::of(size, taken).rows[0] {
                let framing = Framing::close_up(cue, pane.size, PX_PER_U);
                let seen = pane.size * framing.width_u(pane.size) / pane.size.x;
                for place in cue.places.iter().flatten() {
                    let off = (*place - framing.centre).abs() + nose_u;
                    let inside = off.cmple(seen / 2.0).all();
                    assert!(inside, "{lesson:?} on {width_px}: {off} of {seen}");
                }
            }
        }
    }

    /// Frames between the moments at which a match is paused.
    const PAUSED_EVERY: u32 = 25;

    #[test]
    fn wherever_a_match_is_paused_ships_are_large_enough_and_one_is_whole_in_every_pane() {
        let mut both = 0;
        for scenario in Scenario::ALL {
            let mut playback = RunPlayback::new(scenario.setup()).unwrap();
            let last = u32::from(playback.run().setup.loop_frames).max(4 * PAUSED_EVERY);
            for _ in 0..last / PAUSED_EVERY {
                (0..PAUSED_EVERY).for_each(|_| playback.step().unwrap());
                let columns = playback.state().columns();
                let at = playback.state().time_of(playback.frame());
                let view = |column: &Column| Pane::ALL.map(|pane| column.view(pane, at));
                let rows: Vec<_> = columns.iter().map(view).collect();
                let places = ShipPlaces::of(columns, &rows);
                for (about, page) in [(0, PAGES[0]), (1, PAGES[0]), (0, PAGES[1])] {
                    let what = format!("{scenario:?}, frame {} on {page:?}", playback.frame());
                    both += u32::from(check_pause(&places, about, columns.len(), page, &what));
                }
            }
        }
        assert!(both > 100, "{both} of both ships");
    }

    /// Returns whether both ships are in the picture.
    fn check_pause(
        places: &ShipPlaces,
        about: usize,
        columns: usize,
        (width_px, height_px): (f32, f32),
        what: &str,
    ) -> bool {
        let size = Size { width_px, height_px, ratio: 1.0 };
        let taken = OccupiedSpace { columns, ..OccupiedSpace::default() };
        let pane = Arrangement::of(size, taken).rows[0][0].size;
        let Some(framing) = Framing::of_pause(places, about, pane, PX_PER_U) else {
            assert_eq!(places.0, [Area::EMPTY; 2], "{what}");
            return false;
        };
        let seen = pane * framing.width_u(pane) / pane.x;
        let is_in = |area: Area| {
            let off = (area.low - framing.centre).abs().max((area.high - framing.centre).abs());
            (off + SHIP_RADIUS_U).cmple(seen / 2.0).all()
        };
        let is_shown = |area: &Area| area.low.x <= area.high.x;
        let shown = places.0.map(|area| is_shown(&area).then(|| is_in(area)));
        let core = if shown[about].is_some() { about } else { 1 - about };
        assert_eq!(shown[core], Some(true), "{what}: {places:?} in {framing:?}");
        // What one ship is shown at may be too far apart for that on a phone, but is never clipped.
        let core_u = places.0[core].grown(SHIP_RADIUS_U + CLOSE_LEAST_MARGIN_U);
        let core_u = core_u.high - core_u.low;
        let least_px = SHIP_LEAST_PX * (pane / PX_PER_U / core_u).min_element().min(1.0);
        let ship_px = SHIP_WIDTH_U * pane.x / framing.width_u(pane);
        assert!(ship_px > least_px - 0.01, "{what}: {ship_px} px");
        shown == [Some(true); 2]
    }

    #[test]
    fn all_of_it_fits_any_window() {
        let framing = Framing { centre: Vec2::ZERO, size: Vec2::new(600.0, 400.0) };
        for (window, width) in
            [((300.0, 200.0), 600.0), ((400.0, 200.0), 800.0), ((1.0, 2.0), 600.0)]
        {
            assert_eq!(framing.width_u(Vec2::new(window.0, window.1)), width);
        }
    }
}
