//! The picture: plain data goes in once a frame, strokes on the canvas come out. Nothing here is
//! remembered between two pictures but the camera's lead.

mod labels;
pub mod layout;
mod minimap;

use shared::{base::geometry::Vec2, sim::arena::Arena};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{camera::Camera, pen::Pen},
    input::touch,
    shell::{canvas::Size, dom::Shown},
    world::{Picture, draw_world},
};

use layout::Layout;

/// Draws pictures of one size.
pub struct View {
    size: Size,
    layout: Layout,
    camera: Camera,
}

impl View {
    /// A view that fills a canvas.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let layout = Layout::of(size, Shown::No);
        Self { size, camera: Camera::new(layout.world), layout }
    }

    /// The canvas has another size, or a drawer opened or shut.
    pub fn resize(&mut self, size: Size, drawer: Shown) {
        self.size = size;
        self.layout = Layout::of(size, drawer);
        self.camera.set_window(self.layout.world);
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
        labels::draw(&pen, picture);
        pen.unclip();
        pen.frame(self.layout.world);
        if let Some(arena) = picture.arena {
            minimap::draw(&pen, self.layout.minimap, picture, arena);
        }
        if let Some(sticks) = picture.sticks {
            touch::draw(&pen, [self.layout.left_stick, self.layout.right_stick], sticks);
        }
    }
}
