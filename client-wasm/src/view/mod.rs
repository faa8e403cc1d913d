//! Draws the picture from plain data, once per frame. The only state kept between frames is the
//! camera's motion.

#[cfg(test)]
mod clear;
mod labels;
pub mod layout;
mod minimap;

use shared::{
    base::geometry::Vec2,
    sim::{arena::Arena, rules::SHIP_RADIUS_U},
};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{
        camera::{Camera, Lead},
        free_rect::free_rect,
        pen::Pen,
        rect::Rect,
    },
    input::touch::{self, StickAtRest},
    shell::canvas::Size,
    world::{Motion, OWN_REACH, Picture, RADIUS_MIN_PX, draw_hurts, draw_world, kick},
};

use layout::{Layout, Places};

/// Clearance around the own ship and its arcs, in CSS pixels.
const CLEAR_PX: f32 = 10.0;

/// Draws pictures of one size.
pub struct View {
    size: Size,
    layout: Layout,
    camera: Camera,
    /// Area of text in the picture, under which no name is drawn.
    words: Rect,
    /// Resting places of the sticks on a touch screen, `[left, right]`.
    sticks: [Option<StickAtRest>; 2],
}

impl View {
    /// A view that fills a canvas.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let layout = Layout::of(size, &Places { picture: Rect::default(), map: Rect::default() });
        let (camera, words) = (Camera::new(layout.world), Rect::default());
        Self { size, camera, layout, words, sticks: layout.sticks_at_rest(size, &[]) }
    }

    /// Handles a change of the canvas size or of the reserved areas.
    pub fn arrange(&mut self, size: Size, places: &Places) {
        self.size = size;
        self.layout = Layout::of(size, places);
        self.camera.set_window(self.layout.world);
    }

    /// Keeps the own ship clear of panels.
    pub fn keep_clear_of(&mut self, panels: &[Rect]) {
        let mut panels = panels.to_vec();
        panels.extend(self.layout.minimap);
        self.sticks = self.layout.sticks_at_rest(self.size, &panels);
        let clear = self.own_reach_px() + CLEAR_PX;
        self.camera.set_room(free_rect(self.layout.world, &panels).inset(clear));
    }

    /// Keeps names out of the area of a text in the picture; an empty rectangle if there is none.
    pub fn keep_names_off(&mut self, words: Rect) {
        self.words = words;
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

    /// Resting places of the sticks on a touch screen, `[left, right]`.
    #[must_use]
    pub fn sticks_at_rest(&self) -> [Option<StickAtRest>; 2] {
        self.sticks
    }

    /// Moves the camera towards the own ship. Runs before the picture is drawn.
    pub fn follow(&mut self, focus: Vec2, led: Lead, arena: Option<&Arena>, dt_s: f32) {
        self.camera.follow(focus, led, arena.map(Arena::size), dt_s);
    }

    /// Ends a slide of the camera at once, where motion is reduced.
    pub fn stop_sliding(&mut self) {
        self.camera.stop_sliding();
    }

    /// The camera, which maps the world to the screen.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// The layout of the canvas.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Draws a picture.
    pub fn draw(&self, context: &CanvasRenderingContext2d, picture: &Picture) {
        let kick = match picture.motion {
            Motion::Full => kick(picture.scene),
            Motion::Reduced => Vec2::ZERO,
        };
        let shaken = self.camera.shifted(kick);
        let pen = Pen::new(context, &shaken, self.size.ratio);
        pen.in_pixels();
        let page = Vec2::new(self.size.width_px, self.size.height_px);
        let is_all = self.layout.world.size.cmpge(page).all();
        if !is_all {
            pen.clear(self.size);
        }
        pen.enter_world();
        draw_world(&pen, picture);
        pen.leave_world();
        labels::draw(&pen, picture, &self.words);
        let own = self.camera.to_page(picture.scene.focus);
        draw_hurts(&pen, self.layout.world, own, picture.scene);
        pen.unclip();
        pen.frame(self.layout.world);
        if let (Some(arena), Some(place)) = (picture.arena, self.layout.minimap) {
            minimap::draw(&pen, place, picture, arena);
        }
        if let Some(sticks) = picture.sticks {
            touch::draw(&pen, self.sticks, sticks);
        }
    }
}
