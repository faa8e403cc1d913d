//! The camera: which part of the world the picture shows. It follows the own ship, leads a little
//! in the direction of aim and flight, slides to where the ship spawns, and looks beyond the walls
//! only as far as it must to keep the ship clear of panels.

use shared::{
    base::geometry::Vec2,
    sim::rules::{VIEW_HEIGHT_U, VIEW_WIDTH_U},
};

use super::{rect::Rect, room::Room};

/// Maximum lead towards the aim along x and y, as a share of half the picture.
const LEAD: Vec2 = Vec2::new(3.0 / 16.0, 2.0 / 9.0);
/// Lead in the direction of flight, in s, and its maximum, in u.
const FLIGHT_S: f32 = 0.16;
const FLIGHT_U: f32 = 60.0;
/// The rate of each of the two filters through which the lead passes, in 1/s.
const LEAD_PER_S: f32 = 10.0;
/// A followed position that moves farther than this in a frame has jumped, in u.
const JUMP_U: f32 = 240.0;
/// The rate at which the picture slides after a jump, in 1/s.
const SLIDE_PER_S: f32 = 9.0;
/// The rate at which the picture pans after a change of the room, in 1/s.
const PAN_PER_S: f32 = 5.0;
/// How far beyond the walls the picture reaches, in u, unless a panel is in the way there.
pub const BEYOND_WALLS_U: f32 = 80.0;

/// Maps the visible part of the world to a window on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    window: Rect,
    centre: Vec2,
    /// The lead after each of two filters. Their output stays within what went in, so the lead
    /// starts and ends smoothly and never overshoots.
    leads: [Vec2; 2],
    /// The position followed in the last frame.
    followed: Option<Vec2>,
    /// How far the picture still is from where it belongs after a jump, after each of two filters,
    /// in u.
    slides: [Vec2; 2],
    /// Where on the page the followed position may be drawn.
    room: Option<Room>,
    /// Whether that has changed since the last frame.
    room_is_new: bool,
    /// How far it was moved on the page in the last frame to be there, in CSS pixels.
    moved_px: Vec2,
    /// How far it still is from where it belongs after a change of the room, in CSS pixels.
    pan_px: Vec2,
    /// Width of the visible world, in u.
    width_u: f32,
}

impl Camera {
    /// A camera that draws into a part of the page.
    #[must_use]
    pub fn new(window: Rect) -> Self {
        let centre = Vec2::new(VIEW_WIDTH_U, VIEW_HEIGHT_U);
        Self { centre, width_u: VIEW_WIDTH_U, ..Self::still(window) }
    }

    /// A stationary camera over a position, showing `width_u` of the world (u) across its window.
    #[must_use]
    pub fn fixed(window: Rect, centre: Vec2, width_u: f32) -> Self {
        Self { centre, width_u: width_u.max(1.0), ..Self::still(window) }
    }

    fn still(window: Rect) -> Self {
        Self {
            window,
            centre: Vec2::ZERO,
            leads: [Vec2::ZERO; 2],
            followed: None,
            slides: [Vec2::ZERO; 2],
            room: None,
            room_is_new: false,
            moved_px: Vec2::ZERO,
            pan_px: Vec2::ZERO,
            width_u: VIEW_WIDTH_U,
        }
    }

    /// The same camera with its picture shifted on the page, in CSS pixels.
    #[must_use]
    pub fn shifted(&self, by_px: Vec2) -> Self {
        Self { centre: self.centre - by_px / self.scale(), ..self.clone() }
    }

    /// A camera that stands over a position, as this one would once it has come to rest there.
    #[must_use]
    pub fn at_rest_over(&self, focus: Vec2, arena: Option<Vec2>) -> Self {
        let room = self.room.clone();
        let mut standing = Self { room, width_u: self.width_u, ..Self::still(self.window) };
        standing.follow(focus, Lead::default(), arena, 0.0);
        standing
    }

    /// Moves the picture to another part of the page, in which it shows `width_u` of the world (u)
    /// from side to side.
    pub fn set_window(&mut self, window: Rect, width_u: f32) {
        if self.window != window {
            let Self { centre, leads, followed, slides, .. } = *self;
            *self = Self { centre, leads, followed, slides, ..Self::still(window) };
        }
        self.width_u = width_u.max(1.0);
    }

    /// Forgets what it followed, and where: the next picture is of another world.
    pub fn cut(&mut self) {
        *self = Self { width_u: self.width_u, ..Self::new(self.window) };
    }

    /// Keeps the followed position inside a part of the page. A change of that part pans the
    /// picture smoothly.
    pub fn set_room(&mut self, room: Room) {
        if self.room.as_ref() != Some(&room) {
            self.room_is_new |= self.room.replace(room).is_some();
        }
    }

    /// Follows a position.
    pub fn follow(&mut self, focus: Vec2, led: Lead, arena: Option<Vec2>, dt_s: f32) {
        let flight = (led.vel * FLIGHT_S).clamp_length_max(FLIGHT_U);
        let wanted = led.aimed.clamp(Vec2::NEG_ONE, Vec2::ONE) * LEAD * self.half_u() + flight;
        approach(&mut self.leads, wanted, share(LEAD_PER_S, dt_s));
        let before = self.followed.replace(focus);
        approach(&mut self.slides, Vec2::ZERO, share(SLIDE_PER_S, dt_s));
        if let Some(jump) = before.map(|before| before - focus)
            && jump.length() > JUMP_U
        {
            self.slides = self.slides.map(|slide| slide + jump);
        }
        self.centre = focus + self.leads[1];
        if let Some(size) = arena {
            self.centre = self.within(self.centre, size);
        }
        let drawn = self.to_page(focus);
        let moved_px = self.room.as_ref().map_or(Vec2::ZERO, |room| room.keep(drawn) - drawn);
        self.pan_px -= self.pan_px * share(PAN_PER_S, dt_s);
        if core::mem::take(&mut self.room_is_new) {
            self.pan_px += self.moved_px - moved_px;
        }
        self.moved_px = moved_px;
        self.centre -= (moved_px + self.pan_px) / self.scale();
        self.centre += self.slides[1];
    }

    /// Ends a slide at once, where motion is reduced.
    pub fn stop_sliding(&mut self) {
        self.slides = [Vec2::ZERO; 2];
    }

    /// The world position in the middle of the picture, in u.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        self.centre
    }

    /// CSS pixels per u.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.window.size.x / self.width_u
    }

    #[must_use]
    pub fn window(&self) -> Rect {
        self.window
    }

    /// World position of the upper left corner of the *page*, in u: a position `p` is drawn at
    /// `(p − origin) · scale`, in CSS pixels.
    #[must_use]
    pub fn origin(&self) -> Vec2 {
        self.centre - self.window.middle() / self.scale()
    }

    /// Maps a world position to the page, in CSS pixels.
    #[must_use]
    pub fn to_page(&self, place: Vec2) -> Vec2 {
        (place - self.centre) * self.scale() + self.window.middle()
    }

    /// As [`Self::to_page`], or `None` outside the picture.
    #[must_use]
    pub fn seen_at(&self, place: Vec2) -> Option<Vec2> {
        Some(self.to_page(place)).filter(|at| self.window.holds(*at))
    }

    /// Offset of a page point from the middle of the picture, in fractions of its half size.
    #[must_use]
    pub fn offset_of(&self, at_px: Vec2) -> Vec2 {
        (at_px - self.window.middle()) / (self.window.size / 2.0)
    }

    /// Whether a circle is at least partly visible.
    #[must_use]
    pub fn sees(&self, at: Vec2, radius: f32) -> bool {
        let (low, high) = self.seen();
        at.cmpge(low - radius).all() && at.cmple(high + radius).all()
    }

    /// Upper left and lower right corners of the visible world, in u.
    #[must_use]
    pub fn seen(&self) -> (Vec2, Vec2) {
        let half = self.half_u();
        (self.centre - half, self.centre + half)
    }

    /// Half the size of the visible world, in u.
    fn half_u(&self) -> Vec2 {
        self.window.size / (2.0 * self.scale())
    }

    /// Clamps the centre so that the picture ends a little beyond the walls.
    fn within(&self, centre: Vec2, arena: Vec2) -> Vec2 {
        let half = self.half_u() - BEYOND_WALLS_U;
        let middle = arena / 2.0;
        // An arena smaller than the picture is centred.
        centre.clamp(half.min(middle), (arena - half).max(middle))
    }
}

/// What draws the camera ahead of the position it follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lead {
    /// The player's aim as an offset from the middle of the picture, in fractions of its half size.
    pub aimed: Vec2,
    /// The velocity of the position followed, in u/s.
    pub vel: Vec2,
}

/// The share by which a filter of a rate, in 1/s, approaches its input in a frame of `dt_s`, in a
/// form that is stable for any length.
#[must_use]
pub fn share(per_s: f32, dt_s: f32) -> f32 {
    1.0 - 1.0 / (1.0 + dt_s * per_s)
}

/// Advances two filters in a row. The output of the second starts and ends smoothly, and never
/// overshoots.
pub fn approach([first, second]: &mut [Vec2; 2], wanted: Vec2, share: f32) {
    *first += (wanted - *first) * share;
    *second += (*first - *second) * share;
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::new(0.0, 48.0), size: Vec2::new(800.0, 450.0) };
    const ARENA: Vec2 = Vec2::new(3200.0, 1800.0);

    #[test]
    fn a_place_is_found_on_the_page_and_by_the_published_numbers() {
        let mut camera = Camera::new(WINDOW);
        camera.follow(Vec2::new(1000.0, 900.0), Lead::default(), Some(ARENA), 0.016);
        assert_eq!(camera.to_page(camera.centre()), Vec2::new(400.0, 273.0));
        let place = Vec2::new(1100.0, 850.0);
        let by_numbers = (place - camera.origin()) * camera.scale();
        assert_eq!(camera.seen_at(place), Some(camera.to_page(place)));
        assert_eq!(camera.seen_at(Vec2::new(1000.0, 1400.0)), None, "below the picture");
        assert!((camera.to_page(place) - by_numbers).length() < 1e-2);
    }

    #[test]
    fn the_picture_ends_shortly_beyond_the_walls() {
        let corners = [Vec2::ZERO, ARENA, Vec2::new(0.0, 1800.0), ARENA / 2.0];
        for focus in corners {
            let mut camera = Camera::new(WINDOW);
            camera.follow(focus, Lead::default(), Some(ARENA), 0.016);
            let (low, high) = camera.seen();
            assert!(low.cmpge(Vec2::splat(-BEYOND_WALLS_U - 0.01)).all(), "{focus}");
            assert!(high.cmple(ARENA + BEYOND_WALLS_U + 0.01).all(), "{focus}");
            assert!((focus - low).cmpge(Vec2::ZERO).all(), "{focus} is seen");
            assert!((high - focus).cmpge(Vec2::ZERO).all(), "{focus} is seen");
        }
        let mut camera = Camera::new(WINDOW);
        camera.follow(Vec2::ZERO, Lead::default(), Some(Vec2::new(400.0, 300.0)), 0.016);
        assert_eq!(camera.centre(), Vec2::new(200.0, 150.0));
    }

    #[test]
    fn the_place_stays_in_its_room_whatever_the_aim() {
        let room = Rect { at: Vec2::new(150.0, 200.0), size: Vec2::new(300.0, 120.0) };
        for focus in [Vec2::ZERO, ARENA, Vec2::new(0.0, 1800.0), ARENA / 2.0] {
            for aim in [Vec2::ZERO, Vec2::ONE, Vec2::NEG_ONE, Vec2::new(-1.0, 1.0)] {
                let mut camera = Camera::new(WINDOW);
                camera.set_room(Room::within(room));
                for _ in 0..100 {
                    camera.follow(focus, aimed(aim), Some(ARENA), 0.016);
                    let drawn = camera.to_page(focus);
                    let near = Rect { at: room.at - 0.01, size: room.size + 0.02 };
                    assert!(near.holds(drawn), "{focus} aimed {aim} is drawn at {drawn}");
                }
            }
        }
    }

    #[test]
    fn a_room_that_changes_moves_the_picture_without_a_jump() {
        let focus = Vec2::ZERO;
        let mut camera = Camera::new(WINDOW);
        camera.set_room(Room::within(WINDOW));
        camera.follow(focus, Lead::default(), Some(ARENA), 0.016);
        let wanted = Rect { at: Vec2::new(300.0, 350.0), size: Vec2::new(200.0, 100.0) };
        camera.set_room(Room::within(wanted));
        let mut drawn = camera.to_page(focus);
        for _ in 0..300 {
            camera.follow(focus, Lead::default(), Some(ARENA), 0.016);
            let now = camera.to_page(focus);
            assert!(now.distance(drawn) < 32.0, "from {drawn} to {now} in one picture");
            drawn = now;
        }
        assert!(drawn.distance(wanted.at) < 1.0, "{drawn}");
        // After a change of window no panels are known yet.
        camera.set_window(Rect { at: Vec2::ZERO, size: WINDOW.size }, VIEW_WIDTH_U);
        camera.follow(focus, Lead::default(), Some(ARENA), 0.016);
        assert!(camera.to_page(focus).distance(Vec2::splat(40.0)) < 1e-3);
    }

    /// The maximum lead along x in a wide picture, in u.
    const LEAD_U: f32 = 150.0;

    fn aimed(aimed: Vec2) -> Lead {
        Lead { aimed, ..Lead::default() }
    }

    #[test]
    fn the_lead_approaches_its_end_without_overshoot() {
        let vel = Vec2::new(420.0, 0.0);
        for (led, end) in [
            (aimed(Vec2::new(9.0, 0.0)), LEAD_U),
            (Lead { vel, ..Lead::default() }, FLIGHT_U),
            (Lead { vel, aimed: Vec2::X }, LEAD_U + FLIGHT_U),
        ] {
            for fps in [30.0, 60.0, 120.0, 144.0] {
                let mut camera = Camera::new(WINDOW);
                let focus = Vec2::new(1600.0, 900.0);
                let mut lead = 0.0;
                for n in 0..(fps as u32 * 3) {
                    camera.follow(focus, led, None, 1.0 / fps);
                    let now = camera.centre().x - focus.x;
                    assert!(now >= lead && now <= end + 0.01, "{now} after {lead}, frame {n}");
                    assert!(now - lead < end * 6.0 / fps, "smooth: {now} after {lead}");
                    lead = now;
                }
                assert!(lead > end * 0.99, "{lead} of {end} at {fps}");
                camera.follow(focus, Lead::default(), None, 1e9);
                assert!(camera.centre().x - focus.x < 0.1, "after a long pause");
            }
        }
    }

    #[test]
    fn a_narrow_picture_leads_less() {
        let mut camera = Camera::new(WINDOW);
        let size = Vec2::new(390.0, 506.0);
        camera.set_window(Rect { at: Vec2::ZERO, size }, 690.0);
        for _ in 0..300 {
            camera.follow(ARENA / 2.0, aimed(Vec2::ONE), Some(ARENA), 0.016);
        }
        let lead = camera.centre() - ARENA / 2.0;
        assert!((lead - Vec2::new(64.7, 99.5)).length() < 1.0, "{lead}");
    }

    #[test]
    fn the_picture_slides_to_where_the_ship_spawns() {
        for fps in [30.0, 60.0, 144.0] {
            let (from, to) = (Vec2::new(600.0, 500.0), Vec2::new(2600.0, 1300.0));
            let mut camera = Camera::new(WINDOW);
            camera.follow(from, Lead::default(), None, 1.0 / fps);
            let mut left = camera.centre().distance(to);
            for _ in 0..(fps as u32) {
                camera.follow(to, Lead::default(), None, 1.0 / fps);
                let now = camera.centre().distance(to);
                assert!(now <= left + 0.01, "it never turns back: {now} after {left}");
                assert!(left - now < 2200.0 * 9.0 / fps, "it does not jump: {now} after {left}");
                left = now;
            }
            assert!(left < 20.0, "{left} u after a second at {fps}");
            camera.follow(from, Lead::default(), None, 1.0 / fps);
            camera.stop_sliding();
            camera.follow(from, Lead::default(), None, 1.0 / fps);
            assert_eq!(camera.centre(), from, "with reduced motion at once");
        }
    }

    #[test]
    fn a_standing_camera_is_where_a_followed_ship_comes_to_rest() {
        let mut camera = Camera::new(WINDOW);
        camera.follow(Vec2::new(600.0, 500.0), aimed(Vec2::ONE), Some(ARENA), 0.016);
        let room = Rect { at: Vec2::new(150.0, 200.0), size: Vec2::new(300.0, 120.0) };
        camera.set_room(Room::within(room));
        for focus in [Vec2::ZERO, ARENA, ARENA / 2.0] {
            let standing = camera.at_rest_over(focus, Some(ARENA));
            for _ in 0..600 {
                camera.follow(focus, Lead::default(), Some(ARENA), 0.016);
            }
            let off = standing.to_page(focus) - camera.to_page(focus);
            assert!(off.length() < 0.5, "{focus}: {off}");
        }
    }

    #[test]
    fn a_shift_moves_the_picture_and_not_the_camera() {
        let camera = Camera::new(WINDOW);
        let place = Vec2::new(1500.0, 800.0);
        let shifted = camera.shifted(Vec2::new(3.0, -2.0));
        assert!(
            (shifted.to_page(place) - camera.to_page(place)).distance(Vec2::new(3.0, -2.0)) < 1e-3
        );
    }
}
