//! Chooses the part of the world that the three views of a shot show. It is the same in all views
//! and at every age, so that only what moved appears to move. Computed once, when a shot is opened.

use forensics::{Case, Panel, Role, ShotMoment};
use shared::{base::geometry::Vec2, sim::rules::SHIP_RADIUS_U};

use crate::canvas::{camera::Camera, rect::Rect};

/// Number of ages sampled, both ends included.
const SAMPLES: i64 = 24;
/// Margin around everything, in u.
const MARGIN_U: f32 = SHIP_RADIUS_U * 2.0;
/// Extra margin left and right, in CSS pixels: half a name.
const SIDE_PX: f32 = 16.0;
/// Extra margin above, in CSS pixels.
const TOP_PX: f32 = 4.0;
/// Extra margin below, in CSS pixels: a name and the text at the lower edge.
const WORDS_PX: f32 = 40.0;
/// Smallest extent shown, in u, which limits the magnification.
const LEAST_U: f32 = 280.0;
/// A target farther than this from where the shot was decided, in u, has respawned: it is not
/// followed.
const FAR_U: f32 = 600.0;

/// A rectangle of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framing {
    /// Upper left corner, in u.
    low: Vec2,
    /// Lower right corner, in u.
    high: Vec2,
}

impl Framing {
    /// Frames the muzzle, every position that the server or a screen had for the target, and the
    /// bolt when it was decided.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        let muzzle = case.report().shot().muzzle;
        let decisive = case.at(case.decisive());
        let panels = |at: ShotMoment| [at.shooter, at.server, at.victim];
        let mut framing = Self { low: muzzle, high: muzzle };
        let mut middle = muzzle;
        for panel in panels(decisive) {
            framing.hold(panel.bolt.into_iter());
            framing.hold(targets(&panel));
            middle = targets(&panel).next().unwrap_or(middle);
        }
        let used = case.stored().into_iter().flat_map(|stored| stored.marks);
        let used = used.filter(|mark| mark.used).filter_map(|mark| mark.pos);
        framing.hold(used.filter(|at| (*at - middle).length() < FAR_U));
        let (first, last) = (*case.span().start(), *case.span().end());
        for n in 0..SAMPLES {
            let age = first + (last - first) * n / (SAMPLES - 1);
            for panel in panels(case.at(age)) {
                framing.hold(targets(&panel).filter(|at| (*at - middle).length() < FAR_U));
            }
        }
        framing
    }

    /// A camera that shows it in a part of the page, clear of the text at the lower edge.
    #[must_use]
    pub fn camera(&self, window: Rect) -> Camera {
        let size = (self.high - self.low + 2.0 * MARGIN_U).max(Vec2::splat(LEAST_U));
        let free_px = (window.size - Vec2::new(2.0 * SIDE_PX, TOP_PX + WORDS_PX)).max(Vec2::ONE);
        let scale = (free_px / size).min_element();
        let down_u = (WORDS_PX - TOP_PX) / (2.0 * scale);
        let centre = (self.low + self.high) / 2.0 + Vec2::new(0.0, down_u);
        Camera::fixed(window, centre, window.size.x / scale)
    }

    fn hold(&mut self, places: impl Iterator<Item = Vec2>) {
        for place in places {
            self.low = self.low.min(place);
            self.high = self.high.max(place);
        }
    }
}

fn targets(panel: &Panel) -> impl Iterator<Item = Vec2> {
    panel.ships.iter().filter(|ship| ship.role == Role::Target).map(|ship| ship.pos)
}
