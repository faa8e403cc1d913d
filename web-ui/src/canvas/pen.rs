//! Canvas strokes in world units, and the few shapes that several drawings share.

use core::f64::consts::TAU;

use shared::base::geometry::{Turn, Vec2};
use wasm_bindgen::JsValue;
use web_sys::CanvasRenderingContext2d;

use super::{
    camera::Camera,
    glow::{Glows, Hue},
    palette::{self, Colour, Theme},
    rect::Rect,
};
use crate::shell::canvas::Size;

/// More objects of one kind than this are a crowd, which is drawn the cheap way.
pub const CROWD: usize = 96;

/// Width of a casing on each side of its line, in CSS pixels.
pub const CASING_PX: f32 = 1.5;

pub struct Pen<'a> {
    /// The canvas context, for calls not wrapped here.
    pub context: &'a CanvasRenderingContext2d,
    pub camera: &'a Camera,
    ratio: f64,
    theme: Theme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    Open,
    Closed,
}

impl<'a> Pen<'a> {
    /// A pen for a canvas with `ratio` device pixels per CSS pixel.
    #[must_use]
    pub fn new(context: &'a CanvasRenderingContext2d, camera: &'a Camera, ratio: f32) -> Self {
        Self { context, camera, ratio: ratio.into(), theme: Theme::Dark }
    }

    /// The same pen in a theme.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    #[must_use]
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// Converts CSS pixels to u, for lines of constant width on the screen.
    #[must_use]
    pub fn px(&self, length_px: f32) -> f32 {
        length_px / self.camera.scale()
    }

    /// Device pixels per CSS pixel.
    #[must_use]
    pub fn ratio(&self) -> f32 {
        self.ratio as f32
    }

    /// Line width in u for one of `n` lines. A crowd gets the thinnest line the screen has: easier
    /// to read, and ten times faster to draw.
    #[must_use]
    pub fn width(&self, width_px: f32, n: usize) -> f32 {
        let thinnest_px = 1.0 / self.ratio as f32;
        self.px(if n > CROWD { thinnest_px } else { width_px })
    }

    /// Whether a circle is at least partly visible.
    #[must_use]
    pub fn sees(&self, at: Vec2, radius: f32) -> bool {
        self.camera.sees(at, radius)
    }

    pub fn clear(&self, size: Size) {
        self.in_pixels();
        self.colour(palette::BEYOND);
        let (width, height) = (size.width_px.into(), size.height_px.into());
        self.context.fill_rect(0.0, 0.0, width, height);
    }

    /// Switches to world units (u), clips to the picture and fills it with space.
    pub fn enter_world(&self) {
        self.fill_space();
        self.enter_drawn_world();
    }

    /// Fills the picture with the colour of space; the pen must be in CSS pixels.
    pub fn fill_space(&self) {
        self.colour(palette::SPACE);
        self.fill_rect(self.camera.window());
    }

    /// As [`Self::enter_world`], but keeps what the picture already shows.
    pub fn enter_drawn_world(&self) {
        self.context.save();
        self.context.begin_path();
        self.rect(self.camera.window());
        self.context.clip();
        self.in_world();
    }

    /// Switches to world units; clipping stays as it is.
    pub fn in_world(&self) {
        let scale = f64::from(self.camera.scale()) * self.ratio;
        let corner = self.camera.origin() * -self.camera.scale();
        let (x, y) = (f64::from(corner.x) * self.ratio, f64::from(corner.y) * self.ratio);
        let _ = self.context.set_transform(scale, 0.0, 0.0, scale, x, y);
    }

    /// Switches to CSS pixels; clipping to the picture stays.
    pub fn leave_world(&self) {
        self.in_pixels();
    }

    /// Ends the clipping to the picture.
    pub fn unclip(&self) {
        self.context.restore();
        self.in_pixels();
    }

    /// Draws a hairline around a picture that does not fill the page.
    pub fn frame(&self, picture: Rect) {
        if picture.at != Vec2::ZERO {
            self.context.begin_path();
            self.rect(picture);
            self.stroke(palette::HAIRLINE, 1.0);
        }
    }

    /// Switches to CSS pixels of the page.
    pub fn in_pixels(&self) {
        let ratio = self.ratio;
        let _ = self.context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
    }

    /// Switches to device pixels of the page.
    pub fn in_device_pixels(&self) {
        let _ = self.context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
    }

    pub fn colour(&self, colour: Colour) {
        self.mixed_colour(colour.css(self.theme));
    }

    /// A colour that is in no palette, as CSS.
    pub fn mixed_colour(&self, css: &str) {
        self.context.set_fill_style_str(css);
    }

    /// Strokes the path. `width` is in the current units.
    pub fn stroke(&self, colour: Colour, width: f32) {
        self.stroke_mixed(colour.css(self.theme), width);
    }

    /// Strokes the path in a colour that is in no palette, as CSS.
    pub fn stroke_mixed(&self, css: &str, width: f32) {
        self.context.set_stroke_style_str(css);
        self.context.set_line_width(width.into());
        self.context.stroke();
    }

    /// Sets the opacity of what follows, 0 to 1.
    pub fn opacity(&self, opacity: f32) {
        self.context.set_global_alpha(opacity.clamp(0.0, 1.0).into());
    }

    /// Sets the dash and gap lengths of what follows; 0 for solid lines.
    pub fn dashes(&self, dash: f32, gap: f32) {
        let pattern = js_sys::Array::new();
        if dash > 0.0 {
            pattern.push(&JsValue::from_f64(dash.into()));
            pattern.push(&JsValue::from_f64(gap.into()));
        }
        let _ = self.context.set_line_dash(&pattern);
    }

    /// Draws a glow. Belongs between [`Self::begin_light`] and [`Self::end_light`].
    pub fn glow(&self, glows: &Glows, hue: Hue, at: Vec2, radius: f32) {
        glows.draw(self.context, hue, (at.x.into(), at.y.into()), radius.into());
    }

    /// What follows adds its light to the picture; on white there is none to add.
    pub fn begin_light(&self) {
        if self.theme == Theme::Dark {
            let _ = self.context.set_global_composite_operation("lighter");
        }
    }

    /// What follows covers the picture.
    pub fn end_light(&self) {
        let _ = self.context.set_global_composite_operation("source-over");
        self.opacity(1.0);
    }

    /// Strokes the path as a line of the instrument: `width_px` wide, in a dark casing, so that it
    /// is read over any light. The pen must be in world units.
    pub fn stroke_cased(&self, colour: Colour, width_px: f32) {
        self.casing(width_px);
        self.stroke(colour, self.px(width_px));
    }

    /// Strokes the path as such a line where the pen is in CSS pixels.
    pub fn stroke_cased_in_pixels(&self, colour: Colour, width_px: f32) {
        self.stroke(palette::CASING, width_px + 2.0 * CASING_PX);
        self.stroke(colour, width_px);
    }

    /// Strokes the casing of such a line, in world units.
    pub fn casing(&self, width_px: f32) {
        self.stroke(palette::CASING, self.px(width_px + 2.0 * CASING_PX));
    }

    /// Adds a rectangle to the path.
    pub fn rect(&self, rect: Rect) {
        let (at, size) = (rect.at, rect.size);
        self.context.rect(at.x.into(), at.y.into(), size.x.into(), size.y.into());
    }

    /// Fills a rectangle without touching the path, which is faster than filling a path.
    pub fn fill_rect(&self, rect: Rect) {
        let (at, size) = (rect.at, rect.size);
        self.context.fill_rect(at.x.into(), at.y.into(), size.x.into(), size.y.into());
    }

    /// Adds a line to the path.
    pub fn line(&self, from: Vec2, to: Vec2) {
        self.context.move_to(from.x.into(), from.y.into());
        self.context.line_to(to.x.into(), to.y.into());
    }

    /// Adds a circle to the path.
    pub fn circle(&self, at: Vec2, radius: f32) {
        self.context.move_to((at.x + radius).into(), at.y.into());
        self.arc(at, radius, 0.0, 1.0);
    }

    /// Adds a clockwise arc to the path: `from` is in turns, `share` the fraction of a circle.
    pub fn arc(&self, at: Vec2, radius: f32, from: f32, share: f32) {
        let from = f64::from(from) * TAU;
        let to = from + f64::from(share) * TAU;
        let radius = f64::from(radius.max(0.0));
        let _ = self.context.arc(at.x.into(), at.y.into(), radius, from, to);
    }

    /// Begins a path through points relative to `at`: x along `along`, y to its right, in multiples
    /// of its length.
    pub fn shape(&self, at: Vec2, along: Vec2, points: &[(f32, f32)], ends: Ends) {
        self.context.begin_path();
        self.outline(at, along, points, ends);
    }

    /// Adds such points to the path. A closed shape starts and ends in the middle of an edge, which
    /// joins all its corners: `closePath` measures the whole path so far and is slow on a path of
    /// many shapes.
    pub fn outline(&self, at: Vec2, along: Vec2, points: &[(f32, f32)], ends: Ends) {
        let place = |(x, y): (f32, f32)| at + along * x + along.perp() * y;
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let begin = match ends {
            Ends::Open => place(*first),
            Ends::Closed => (place(*first) + place(*last)) * 0.5,
        };
        self.context.move_to(begin.x.into(), begin.y.into());
        for point in points {
            let p = place(*point);
            self.context.line_to(p.x.into(), p.y.into());
        }
        if ends == Ends::Closed {
            self.context.line_to(begin.x.into(), begin.y.into());
        }
    }

    /// Adds a polygon to the path, in the current units.
    pub fn polygon(&self, corners: &[Vec2]) {
        let Some((first, rest)) = corners.split_first() else { return };
        self.context.move_to(first.x.into(), first.y.into());
        for corner in rest {
            self.context.line_to(corner.x.into(), corner.y.into());
        }
        self.context.line_to(first.x.into(), first.y.into());
    }

    /// Draws text centred at a point.
    pub fn text(&self, text: &str, at: Vec2) {
        let _ = self.context.fill_text(text, at.x.into(), at.y.into());
    }

    /// Draws text in a dark casing; the pen must be in CSS pixels.
    pub fn cased_text(&self, text: &str, at: Vec2, colour: Colour) {
        self.context.set_stroke_style_str(palette::CASING.css(self.theme));
        self.context.set_line_width((2.0 * CASING_PX).into());
        let _ = self.context.stroke_text(text, at.x.into(), at.y.into());
        self.colour(colour);
        self.text(text, at);
    }

    /// Sets the font of texts. Where it is in force already, setting it again would still have the
    /// browser resolve the page's styles.
    pub fn set_font(&self, font: &str) {
        if self.context.font() != font {
            self.context.set_font(font);
        }
    }

    /// Width of a text in the current font, in CSS pixels.
    #[must_use]
    pub fn width_px(&self, text: &str) -> f32 {
        self.context.measure_text(text).map_or(0.0, |measured| measured.width() as f32)
    }
}

/// The unit vector of a direction given in turns.
#[must_use]
pub fn unit_at(share: f32) -> Vec2 {
    Turn((share * 65_536.0) as i64 as u16).unit()
}
