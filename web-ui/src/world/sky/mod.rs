//! The sky of a room: painted on a canvas in slices, a few rows per frame, and drawn from it.

mod size;

use shared::base::{geometry::Vec2, time::Micros};
use sky::{Painter, Raster, SkyPlan};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::{Motion, RockTones};
use crate::{canvas::pen::Pen, shell::canvas::opaque_context_of};

pub use size::SKY_BYTES_MAX;
use size::{CanvasSize, corners};

/// Pixels painted per slice: some 3 ms of work.
const SLICE_PIXELS: u32 = 40_000;
/// A change of size is followed after this time without another.
const SETTLED: Micros = Micros::from_ms(300);
/// Painting waits for a calm moment no longer than this.
const WAIT_MAX: Micros = Micros::from_ms(3_000);

/// How much of the sky is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkyDetail {
    /// The painted sky, once it is there.
    #[default]
    Painted,
    /// The colour of space, which costs nothing.
    Flat,
}

/// Whether something in the picture needs every millisecond of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    Calm,
    Fight,
}

/// What is behind the stars.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Backdrop {
    /// The colour of space.
    #[default]
    Space,
    /// A painted sky with a planet, which hides the stars behind it.
    Planet {
        /// Its middle, in CSS pixels of the page.
        centre: Vec2,
        radius_px: f32,
    },
}

/// The sky of the current room. Until it is painted, the last one is drawn, fitted to the picture;
/// the first time, the colour of space.
pub struct Sky {
    room: String,
    plan: SkyPlan,
    detail: SkyDetail,
    canvas: Option<SkyCanvas>,
    /// The last painted canvas, of another size or room, until this one is painted.
    before: Option<SkyCanvas>,
    /// The size asked for last, and since when.
    wanted: Option<(CanvasSize, Micros)>,
    rgba: Vec<u8>,
}

/// The canvas of a sky, wholly or partly painted.
struct SkyCanvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    size: CanvasSize,
    /// The painter and the next row, until all rows are painted.
    unfinished: Option<(Painter, u32)>,
}

impl Sky {
    #[must_use]
    pub fn of(room: &str) -> Self {
        Self {
            room: room.into(),
            plan: SkyPlan::of(room),
            detail: SkyDetail::default(),
            canvas: None,
            before: None,
            wanted: None,
            rgba: Vec::new(),
        }
    }

    /// Changes to the sky of another room.
    pub fn enter(&mut self, room: &str) {
        if self.room != room {
            self.retire();
            *self = Self { detail: self.detail, before: self.before.take(), ..Self::of(room) };
        }
    }

    /// Sets how much of the sky is drawn.
    pub fn set_detail(&mut self, detail: SkyDetail) {
        self.detail = detail;
    }

    /// The unit vector towards the sun.
    #[must_use]
    pub fn light(&self) -> Vec2 {
        self.plan.sun
    }

    /// The tones of rocks in the sun's light.
    #[must_use]
    pub fn rocks(&self) -> RockTones {
        RockTones::under(self.plan.sunlight())
    }

    /// Bytes of the canvas.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        [&self.canvas, &self.before].into_iter().flatten().map(|canvas| canvas.size.bytes()).sum()
    }

    /// Whether it is painted for the current size.
    #[must_use]
    pub fn is_painted(&self) -> bool {
        self.canvas.as_ref().is_some_and(|canvas| canvas.unfinished.is_none())
    }

    /// Paints one slice if there is something to paint. Called once a frame, after the picture is
    /// drawn.
    pub fn paint_slice(&mut self, pen: &Pen, now: Micros, activity: Activity) {
        let size = CanvasSize::of(pen.camera.window(), pen.ratio());
        let since = match self.wanted {
            Some((wanted, since)) if wanted == size => since,
            _ => now,
        };
        self.wanted = Some((size, since));
        if self.canvas.as_ref().is_some_and(|canvas| canvas.size != size) {
            self.retire();
        }
        let waited = now - since;
        if self.detail == SkyDetail::Flat
            || waited < SETTLED
            || (activity == Activity::Fight && waited < WAIT_MAX)
        {
            return;
        }
        match &mut self.canvas {
            Some(canvas) => canvas.paint_slice(&mut self.rgba),
            None => self.canvas = SkyCanvas::new(pen.context, &self.plan, size),
        }
        if self.is_painted() {
            self.before = None;
        }
    }

    /// Keeps the canvas for as long as the next one is not painted, if it was.
    fn retire(&mut self) {
        let painted = self.canvas.take().filter(|canvas| canvas.unfinished.is_none());
        self.before = painted.or(self.before.take());
    }

    /// Fills the picture, and returns what the stars are drawn on. `travel` is the camera's
    /// position, from -1 to 1 along x and y.
    pub fn draw(&self, pen: &Pen, travel: Vec2, motion: Motion) -> Backdrop {
        let painted = self.canvas.as_ref().filter(|canvas| canvas.unfinished.is_none());
        let size = CanvasSize::of(pen.camera.window(), pen.ratio());
        let fitting = painted.filter(|canvas| canvas.size == size);
        match fitting {
            Some(canvas) if self.detail == SkyDetail::Painted => {
                let travel = match motion {
                    Motion::Full => travel.clamp(Vec2::NEG_ONE, Vec2::ONE),
                    Motion::Reduced => Vec2::ZERO,
                };
                let moved = (travel * size.margin as f32).round();
                canvas.draw(pen, moved);
                self.backdrop(pen, moved * size.coarseness as f32 / pen.ratio())
            }
            _ => {
                pen.fill_space();
                let last = painted.or(self.before.as_ref());
                if let Some(canvas) = last.filter(|_| self.detail == SkyDetail::Painted) {
                    canvas.draw_fitted(pen);
                }
                Backdrop::Space
            }
        }
    }

    fn backdrop(&self, pen: &Pen, moved_px: Vec2) -> Backdrop {
        let window = pen.camera.window();
        let planet = self.plan.planet();
        let centre = window.middle() + planet.centre * window.size.y - moved_px;
        Backdrop::Planet { centre, radius_px: planet.radius * window.size.y }
    }
}

impl SkyCanvas {
    fn new(beside: &CanvasRenderingContext2d, plan: &SkyPlan, size: CanvasSize) -> Option<Self> {
        let document = beside.canvas()?.owner_document()?;
        let element = document.create_element("canvas").ok()?;
        let element: HtmlCanvasElement = element.unchecked_into();
        let [width, height] = size.sides();
        element.set_width(width);
        element.set_height(height);
        let context = opaque_context_of(&element).ok()?;
        let scale = size.picture[1] as f32;
        let raster = Raster { width, height, scale, ratio: size.ratio };
        let painter = Painter::new(plan.clone(), raster);
        Some(Self { element, context, size, unfinished: Some((painter, 0)) })
    }

    fn paint_slice(&mut self, rgba: &mut Vec<u8>) {
        let Some((painter, from)) = &mut self.unfinished else { return };
        let Raster { width, height, .. } = painter.raster();
        let end = (*from + (SLICE_PIXELS / width).max(1)).min(height);
        painter.paint(*from..end, rgba);
        let image = ImageData::new_with_u8_clamped_array(Clamped(rgba), width);
        if let Ok(image) = image {
            let _ = self.context.put_image_data(&image, 0.0, (*from).into());
        }
        *from = end;
        if end == height {
            self.unfinished = None;
            // Slices are not needed again soon.
            *rgba = Vec::new();
        }
    }

    /// Draws as much of it as fills a picture of another size.
    fn draw_fitted(&self, pen: &Pen) {
        let (size, window) = (&self.size, pen.camera.window());
        let from = Vec2::new(size.picture[0] as f32, size.picture[1] as f32);
        let part = window.size * (from / window.size).min_element();
        let at = (from - part) / 2.0 + size.margin as f32;
        pen.context.set_image_smoothing_enabled(true);
        let _ = pen
            .context
            .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                &self.element,
                at.x.into(),
                at.y.into(),
                part.x.into(),
                part.y.into(),
                window.at.x.into(),
                window.at.y.into(),
                window.size.x.into(),
                window.size.y.into(),
            );
    }

    /// Draws it pixel by pixel, moved by at most its margin.
    fn draw(&self, pen: &Pen, moved: Vec2) {
        let (size, context) = (&self.size, pen.context);
        let margin = f64::from(size.margin);
        let from = [margin + f64::from(moved.x), margin + f64::from(moved.y)];
        let [width, height] = size.picture.map(f64::from);
        let [x, y] = corners(pen.camera.window(), pen.ratio()).0.map(f64::from);
        let step = f64::from(size.coarseness);
        pen.in_device_pixels();
        context.set_image_smoothing_enabled(size.coarseness > 1);
        let _ = context
            .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                &self.element,
                from[0],
                from[1],
                width,
                height,
                x,
                y,
                width * step,
                height * step,
            );
        pen.in_pixels();
    }
}
