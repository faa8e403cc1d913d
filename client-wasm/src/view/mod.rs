//! Draws the picture from plain data, once per frame. Kept between frames are the camera's motion
//! and the sky, which is painted once.

#[cfg(test)]
mod clear;
mod crown;
mod edge_arrows;
mod labels;
mod lag_figure;
mod lag_thread;
pub mod layout;
mod minimap;
mod replay_marks;
mod replay_rule;
mod stand;

use shared::{
    base::{
        geometry::{Segment, Vec2},
        time::Micros,
    },
    client::scene::{PlayerKind, Scene},
    sim::{
        arena::Arena,
        rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U, SHIP_RADIUS_U},
        ship::ShipId,
    },
};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{
        camera::{Camera, Lead},
        fonts,
        free_rect::free_rect,
        pen::Pen,
        rect::Rect,
        room::Room,
        taken::Taken,
    },
    input::{
        sticks::STICK_REACH_PX,
        touch::{self, StickAtRest},
    },
    shell::{canvas::Size, pointer::Device},
    world::{
        Activity, Motion, OWN_REACH, Picture, Place, RADIUS_MIN_PX, Sky, SkyDetail, draw_hurts,
        draw_world, kick,
    },
};

use words::Language;

use crate::replay::{
    callouts::{Callouts, Occupied, PlacedCallouts},
    framing::{Edge, Framed},
};
use edge_arrows::EdgeArrows;
use lag_thread::{LagThread, MeasuredThread};
use layout::{Layout, Places};
pub use replay_marks::ReplayMarks;
use stand::Stand;

/// Clearance around the own ship and its arcs, in CSS pixels.
const CLEAR_PX: f32 = 10.0;
/// How far from the edges of what a card leaves free the focus stays, as a share of its height or
/// width.
const FREE_INSET: f32 = 0.4;
/// Radius of the marks around a ship, in radii of the ship as drawn.
const MARKS_REACH: f32 = 1.25;

/// Draws pictures of one size.
pub struct View {
    /// Of the words at the sticks.
    language: Language,
    size: Size,
    layout: Layout,
    camera: Camera,
    /// The panels over the picture, and the part of it that is free of them, in CSS pixels.
    panels: Vec<Rect>,
    free: Rect,
    /// Where the picture stands, while it does not follow the own ship.
    stand: Option<Stand>,
    /// The sky of the room, once it has one.
    sky: Option<Sky>,
    /// Area of text in the picture, under which no name is drawn.
    words: Rect,
    /// Resting places of the sticks on a touch screen, `[left, right]`.
    sticks: [Option<StickAtRest>; 2],
    /// Their wanted radius, in CSS pixels.
    stick_reach_px: f32,
    /// What points at ships outside the picture.
    edge_arrows: EdgeArrows,
    /// The ship that leads the round.
    leader: Option<ShipId>,
    lag_thread: LagThread,
    /// The lag thread that has a figure in this frame.
    measured: Option<MeasuredThread>,
}

impl View {
    /// A view that fills a canvas.
    #[must_use]
    pub fn new(size: Size, language: Language) -> Self {
        let layout = Layout::of(size, &Places { picture: Rect::default(), map: Rect::default() });
        let (mut camera, words) = (Camera::new(layout.world), Rect::default());
        camera.set_window(layout.world, layout.width_u);
        let stick_reach_px = STICK_REACH_PX;
        let sticks = layout.sticks_at_rest(size, &[], stick_reach_px);
        let free = layout.world;
        Self {
            language,
            size,
            camera,
            panels: Vec::new(),
            free,
            stand: None,
            layout,
            sky: None,
            words,
            sticks,
            stick_reach_px,
            edge_arrows: EdgeArrows::default(),
            leader: None,
            lag_thread: LagThread::default(),
            measured: None,
        }
    }

    /// Changes to the sky of another room.
    pub fn enter(&mut self, room: &str) {
        self.sky.get_or_insert_with(|| Sky::of(room)).enter(room);
    }

    /// Discards the painted sky; it is painted anew.
    pub fn forget_sky(&mut self) {
        self.sky = None;
    }

    /// Sets how much of the sky is drawn.
    pub fn set_sky_detail(&mut self, detail: SkyDetail) {
        if let Some(sky) = &mut self.sky {
            sky.set_detail(detail);
        }
    }

    /// Handles a change of the canvas size or of the reserved areas.
    pub fn arrange(&mut self, size: Size, places: &Places) {
        self.size = size;
        self.layout = Layout::of(size, places);
        self.camera.set_window(self.layout.world, self.layout.width_u);
    }

    /// Fills the page with the picture, whose focus is drawn in the middle of what a card leaves
    /// free; `None` leaves it where it is.
    pub fn fill_behind(&mut self, size: Size, card: Option<Rect>) {
        self.size = size;
        self.layout = Layout::filled(size);
        self.sticks = [None; 2];
        self.camera.set_window(self.layout.world, self.layout.width_u);
        if let Some(card) = card {
            let free = free_rect(self.layout.world, &[card]);
            let room = free.inset(free.size.min_element() * FREE_INSET);
            self.camera.set_room(Room::within(room));
        }
    }

    /// Sets the radius of the sticks, in CSS pixels. Counts from the next [`Self::keep_clear_of`].
    pub fn set_stick_reach(&mut self, reach_px: f32) {
        self.stick_reach_px = reach_px;
    }

    /// Begins the pictures of another match.
    pub fn cut(&mut self) {
        self.stand = None;
        self.camera.cut();
    }

    /// Keeps the own ship, or the place where it went down, clear of panels, of a text in the
    /// picture, and of the sticks; and names off that text, which is an empty rectangle if there is
    /// none.
    pub fn keep_clear_of(&mut self, panels: &[Rect], words: Rect, device: Device) {
        let mut panels = panels.to_vec();
        panels.extend(self.layout.minimap);
        self.sticks = self.layout.sticks_at_rest(self.size, &panels, self.stick_reach_px);
        if device == Device::Touch {
            panels.extend(self.sticks.iter().flatten().map(StickAtRest::rect));
        }
        self.words = words;
        panels.push(words);
        let clear = self.own_reach_px() + CLEAR_PX;
        self.free = free_rect(self.layout.world, &panels);
        self.camera.set_room(Room::around(panels.clone(), self.free, clear));
        self.panels = panels;
    }

    /// Radius of the own ship including its arcs, in CSS pixels.
    #[must_use]
    pub fn own_reach_px(&self) -> f32 {
        self.ship_px() * OWN_REACH
    }

    /// The radius at which ships are drawn, in CSS pixels.
    #[must_use]
    pub fn ship_px(&self) -> f32 {
        (SHIP_RADIUS_U * self.camera.scale()).max(RADIUS_MIN_PX)
    }

    /// Radius of the marks around a ship, in CSS pixels.
    fn mark_px(&self) -> f32 {
        self.ship_px() * MARKS_REACH
    }

    /// Size of the page, in CSS pixels.
    #[must_use]
    pub fn page_px(&self) -> Vec2 {
        Vec2::new(self.size.width_px, self.size.height_px)
    }

    /// Resting places of the sticks on a touch screen, `[left, right]`.
    #[must_use]
    pub fn sticks_at_rest(&self) -> [Option<StickAtRest>; 2] {
        self.sticks
    }

    /// Moves the camera towards the own ship. Runs before the picture is drawn.
    pub fn follow(&mut self, focus: Vec2, led: Lead, arena: Option<&Arena>, dt_s: f32) {
        self.camera.follow(focus, led, arena.map(Arena::size), dt_s);
    }

    /// Chooses the lag thread of a scene that gets a figure, and measures it; without a scene there
    /// is none. Runs before the picture is drawn, once the camera has moved.
    pub fn measure_lag(&mut self, now: Micros, scene: Option<&Scene>) {
        let camera = shown(&self.stand, &self.camera);
        let sees = |pos| camera.seen_at(pos).is_some();
        self.measured = scene.and_then(|scene| self.lag_thread.update(now, scene, sees));
    }

    /// Puts a crown over the ship that leads the round.
    pub fn mark_leader(&mut self, leader: Option<ShipId>) {
        self.leader = leader;
    }

    /// Places the arrows that point at ships of a scene outside the picture; without a scene there
    /// are none. Runs before the picture is drawn, once the camera has moved.
    pub fn point_at_unseen(&mut self, now: Micros, scene: Option<&Scene>) {
        let camera = shown(&self.stand, &self.camera);
        let leader = self.leader.filter(|_| scene.is_some());
        self.edge_arrows.update(now, scene, camera, leader, &self.panels);
    }

    /// Ends a slide of the camera at once, where motion is reduced.
    pub fn stop_sliding(&mut self) {
        self.camera.stop_sliding();
    }

    /// Lets the picture stand where a replay is in sight, or follow the own ship again. Runs once a
    /// frame.
    pub fn stand_at(
        &mut self,
        framed: Option<Framed>,
        arena: Option<&Arena>,
        dt_s: f32,
        motion: Motion,
    ) {
        let room = replay_rule::room(self.free);
        let stands =
            self.stand.take().filter(|stand| (Some(stand.framed), stand.room) == (framed, room));
        self.stand = stands.or_else(|| {
            let framed = framed?;
            let near = self.camera.at_rest_over(framed.all.middle(), arena.map(Arena::size));
            let margin_px = self.own_reach_px() + CLEAR_PX;
            Some(Stand::new(framed, (room, margin_px), near, self.camera(), motion))
        });
        if let Some(stand) = &mut self.stand {
            stand.slide(dt_s);
        }
    }

    /// The camera, which maps the world shown to the screen.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        shown(&self.stand, &self.camera)
    }

    /// The camera as it will be once the picture stands still.
    #[must_use]
    pub fn resting_camera(&self) -> &Camera {
        self.stand.as_ref().map_or(&self.camera, Stand::at_rest)
    }

    /// The camera that follows the own ship, whatever is shown.
    #[must_use]
    pub fn live_camera(&self) -> &Camera {
        &self.camera
    }

    /// The panels over the picture, in CSS pixels.
    #[must_use]
    pub fn panels(&self) -> &[Rect] {
        &self.panels
    }

    /// The part of the picture that is free of panels, in CSS pixels.
    #[must_use]
    pub fn free(&self) -> Rect {
        self.free
    }

    /// At which edge the words of a death cover nothing of a replay.
    #[must_use]
    pub fn words_edge(&self, framed: &Framed) -> Edge {
        let scale = self.camera.scale();
        let drawn = framed.on_page(|at| at * scale, self.own_reach_px() + CLEAR_PX);
        drawn.words_edge(replay_rule::room(self.free).size.y)
    }

    /// The part of the page that a replay takes, in CSS pixels.
    #[must_use]
    pub fn framed_px(&self, framed: &Framed) -> Rect {
        framed.on_page(|at| self.camera().to_page(at), self.mark_px()).all
    }

    /// Where the sentence of a replay hangs under its rule, in CSS pixels; `None` if no rule is
    /// drawn.
    #[must_use]
    pub fn under_replay_rule(&self) -> Option<Vec2> {
        replay_rule::under(self.free, self.words)
    }

    /// Where the words at the marks of a replay stand; `None` if they have no room.
    #[must_use]
    pub fn place_callouts<'a>(
        &self,
        context: &CanvasRenderingContext2d,
        callouts: &'a Callouts,
        (scene, shot): (&Scene, Option<Segment>),
    ) -> Option<PlacedCallouts<'a>> {
        let camera = self.resting_camera();
        let pen = Pen::new(context, camera, self.size.ratio);
        let occupied = Occupied {
            taken: Taken { window: replay_rule::room(self.free), ..Taken::default() },
            mark_px: self.mark_px(),
            shot: shot.map(|shot| Segment::new(camera.to_page(shot.from), camera.to_page(shot.to))),
        };
        replay_marks::place(&pen, callouts, scene, occupied)
    }

    /// Draws how much of a replay has been played, and its marks. Runs after the picture is drawn.
    pub fn draw_replay_marks(&self, context: &CanvasRenderingContext2d, marks: &ReplayMarks) {
        let pen = Pen::new(context, self.camera(), self.size.ratio);
        pen.in_pixels();
        replay_marks::draw(&pen, marks);
        replay_rule::draw(&pen, self.free, self.words, marks);
    }

    /// The layout of the canvas.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Paints the next part of the sky, until it is whole. Runs after the picture is drawn.
    pub fn paint_sky(
        &mut self,
        context: &CanvasRenderingContext2d,
        now: Micros,
        activity: Activity,
    ) {
        let pen = Pen::new(context, shown(&self.stand, &self.camera), self.size.ratio);
        if let Some(sky) = &mut self.sky {
            sky.paint_slice(&pen, now, activity);
        }
    }

    /// Draws a picture.
    pub fn draw(&self, context: &CanvasRenderingContext2d, picture: &Picture) {
        let kick = match picture.motion {
            Motion::Full => kick(picture.scene),
            Motion::Reduced => Vec2::ZERO,
        };
        let shaken = self.camera().shifted(kick);
        let pen = Pen::new(context, &shaken, self.size.ratio);
        pen.in_pixels();
        // Before what is restored at the end of the picture, so that the font outlasts it.
        pen.set_font(fonts::WORDS);
        let is_all = self.layout.world.size.cmpge(self.page_px()).all();
        if !is_all {
            pen.clear(self.size);
        }
        let picture = &self.in_place(&pen, picture);
        pen.enter_drawn_world();
        draw_world(&pen, picture);
        pen.leave_world();
        let labels = labels::draw(&pen, picture, &self.words);
        self.draw_crown(&pen, picture);
        if self.measured.is_some() || self.edge_arrows.are_shown() {
            let taken = self.taken(&pen, picture, labels);
            if let Some(thread) = &self.measured {
                lag_figure::draw(&pen, thread, self.mark_px(), &taken);
            }
            self.edge_arrows.draw(&pen, picture.roster, &taken);
        }
        let own = self.camera().to_page(picture.scene.focus);
        draw_hurts(&pen, own, picture.scene);
        pen.unclip();
        pen.frame(self.layout.world);
        if let (Some(arena), Some(place)) = (picture.arena, self.layout.minimap) {
            minimap::draw(&pen, place, picture, arena);
        }
        if let Some(sticks) = picture.sticks {
            touch::draw(&pen, self.language, self.sticks, sticks);
        }
    }

    /// Draws the crown over the ship that leads the round, if it is in the picture.
    fn draw_crown(&self, pen: &Pen, picture: &Picture) {
        let leader = self.leader.and_then(|leader| picture.scene.ship(leader));
        let Some(at) = leader.and_then(|ship| pen.camera.seen_at(ship.pos)) else { return };
        crown::draw(pen, at - Vec2::new(0.0, self.own_reach_px() + crown::HALF_PX));
    }

    /// What a text in the picture must not cover, `labels` included.
    fn taken(&self, pen: &Pen, picture: &Picture, labels: Vec<Rect>) -> Taken {
        let camera = pen.camera;
        let mark_px = self.mark_px();
        let ships = picture.scene.ships.iter().map(|ship| match ship.owner {
            PlayerKind::You => (camera.to_page(ship.pos), self.own_reach_px()),
            _ => (camera.to_page(ship.pos), mark_px),
        });
        let ghosts = picture.scene.ghosts.iter().map(|ghost| (camera.to_page(ghost.pos), mark_px));
        let mut rects = labels;
        rects.extend(&self.panels);
        let window = camera.window();
        Taken { window, circles: ships.chain(ghosts).collect(), rects }
    }

    /// Draws the sky, and completes the picture with what is to be known about it.
    fn in_place<'a>(&self, pen: &Pen, picture: &Picture<'a>) -> Picture<'a> {
        let Some(sky) = &self.sky else {
            pen.fill_space();
            return *picture;
        };
        let size = picture.arena.map_or(Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U), Arena::size);
        let travel = self.camera().centre() / size * 2.0 - Vec2::ONE;
        let backdrop = sky.draw(pen, travel, picture.motion);
        let (light, rocks) = (sky.light(), sky.rocks());
        let place = Place { light, rocks, backdrop, ..picture.place };
        Picture { place, ..*picture }
    }
}

/// The camera of the picture: the one that stands, or the one that follows.
fn shown<'a>(stand: &'a Option<Stand>, following: &'a Camera) -> &'a Camera {
    stand.as_ref().map_or(following, Stand::camera)
}
