//! Glows: soft discs of light, one for each hue, drawn once and then only copied.

use shared::client::scene::PlayerKind;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, Document, HtmlCanvasElement};

use super::palette::{self, Colour, Theme};

/// Side of a disc's square, in pixels.
const SIDE_PX: u32 = 128;
/// Opacity at these shares of the radius: nearly a bell curve.
const FALL: [(f32, f64); 6] =
    [(0.0, 1.0), (0.18, 0.72), (0.36, 0.36), (0.56, 0.13), (0.78, 0.03), (1.0, 0.0)];

/// The hue of a glow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    You,
    Player,
    /// A hostile shot.
    Shot,
    Flame,
    Fire,
    White,
}

impl Hue {
    pub const ALL: [Self; 6] =
        [Self::You, Self::Player, Self::Shot, Self::Flame, Self::Fire, Self::White];

    /// That of a player's ship: the viewer's side, or others.
    #[must_use]
    pub const fn of(owner: PlayerKind) -> Self {
        if owner.is_hostile() { Self::Player } else { Self::You }
    }

    const fn colour(self) -> Colour {
        match self {
            Self::You => palette::YOU,
            Self::Player => palette::PLAYER,
            Self::Shot => palette::SHOT_TAIL,
            Self::Flame => palette::FLAME,
            Self::Fire => palette::FIRE,
            Self::White => palette::SERVER,
        }
    }
}

/// The discs, side by side on one canvas.
pub struct Glows {
    canvas: HtmlCanvasElement,
}

impl Glows {
    /// Draws them; `None` if the browser cannot, and then nothing glows.
    #[must_use]
    pub fn new(document: &Document) -> Option<Self> {
        let canvas = document.create_element("canvas").ok()?;
        let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
        canvas.set_width(SIDE_PX * Hue::ALL.len() as u32);
        canvas.set_height(SIDE_PX);
        let context = canvas.get_context("2d").ok().flatten()?;
        let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
        for (hue, nth) in Hue::ALL.into_iter().zip(0_u32..) {
            let (left, radius) = (f64::from(nth * SIDE_PX), f64::from(SIDE_PX) / 2.0);
            let (x, y) = (left + radius, radius);
            let gradient = context.create_radial_gradient(x, y, 0.0, x, y, radius).ok()?;
            for (share, opacity) in FALL {
                let alpha = (opacity * 255.0) as u8;
                let colour = format!("{}{alpha:02x}", hue.colour().css(Theme::Dark));
                gradient.add_color_stop(share, &colour).ok()?;
            }
            context.set_fill_style_canvas_gradient(&gradient);
            context.fill_rect(left, 0.0, SIDE_PX.into(), SIDE_PX.into());
        }
        Some(Self { canvas })
    }

    /// Copies a disc onto a context, in its current units.
    pub(super) fn draw(
        &self,
        context: &CanvasRenderingContext2d,
        hue: Hue,
        (x, y): (f64, f64),
        radius: f64,
    ) {
        let nth = Hue::ALL.iter().position(|known| *known == hue).unwrap_or_default();
        let side = f64::from(SIDE_PX);
        let _ = context
            .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                &self.canvas,
                side * nth as f64,
                0.0,
                side,
                side,
                x - radius,
                y - radius,
                radius * 2.0,
                radius * 2.0,
            );
    }
}
