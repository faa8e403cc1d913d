//! The picture: plain data goes in once a frame, strokes on the canvas come out. Nothing here is
//! remembered between two pictures but what the camera approaches.

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
    canvas::{camera::Camera, free_rect::free_rect, pen::Pen, rect::Rect},
    input::touch::{self, StickAtRest},
    shell::canvas::Size,
    world::{OWN_REACH, Picture, RADIUS_MIN_PX, draw_world},
};

use layout::{Layout, Places};

/// What stays free around the own ship and the arcs about it, in CSS pixels.
const CLEAR_PX: f32 = 10.0;

/// Draws pictures of one size.
pub struct View {
    size: Size,
    layout: Layout,
    camera: Camera,
    /// Words that stand in the picture: no name is drawn under them.
    words: Rect,
    /// Where the sticks of a touch screen rest, `[left, right]`.
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

    /// The canvas has another size, or the page keeps other places free.
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

    /// Keeps names from under words that stand in the picture; an empty rectangle: there are none.
    pub fn keep_names_off(&mut self, words: Rect) {
        self.words = words;
    }

    /// How far the own ship reaches from its middle, with the arcs about it, in CSS pixels.
    #[must_use]
    pub fn own_reach_px(&self) -> f32 {
        self.ship_px() * OWN_REACH
    }

    /// The radius at which ships are drawn, in CSS pixels.
    #[must_use]
    pub fn ship_px(&self) -> f32 {
        (SHIP_RADIUS_U * self.camera.scale()).max(RADIUS_MIN_PX)
    }

    /// Where the sticks of a touch screen rest, `[left, right]`.
    #[must_use]
    pub fn sticks_at_rest(&self) -> [Option<StickAtRest>; 2] {
        self.sticks
    }

    /// Turns the camera to the own ship, with a lead towards the place aimed at: an offset from
    /// the middle of the picture in shares of its half size. Runs before the picture is drawn.
    pub fn follow(&mut self, focus: Vec2, aimed: Vec2, arena: Option<&Arena>, dt_s: f32) {
        self.camera.follow(focus, aimed, arena.map(Arena::size), dt_s);
    }

    /// The camera, to find places of the world on the screen.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Where everything is on the screen.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Draws a picture.
    pub fn draw(&self, context: &CanvasRenderingContext2d, picture: &Picture) {
        let pen = Pen::new(context, &self.camera, self.size.ratio);
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
