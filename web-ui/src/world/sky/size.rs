//! The size of the canvas that holds a sky.

use crate::canvas::rect::Rect;

/// Maximum bytes of the canvas.
pub const SKY_BYTES_MAX: u64 = 15_000_000;
const BYTES_PER_PIXEL: u64 = 4;
/// Margin on each side, in CSS pixels, if there are bytes for it: the sky moves with the camera by
/// as much.
const MARGIN_PX: f32 = 20.0;
/// A picture above the byte limit is painted with every 2nd to 8th pixel.
const COARSENESS_MAX: u32 = 8;

/// The canvas of a sky, in its own pixels unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CanvasSize {
    /// Size of the picture.
    pub(super) picture: [u32; 2],
    /// Margin on each side.
    pub(super) margin: u32,
    /// Device pixels per pixel of this canvas, 1 unless the picture is larger than the limit.
    pub(super) coarseness: u32,
    /// Pixels of this canvas per CSS pixel.
    pub(super) ratio: f32,
}

impl CanvasSize {
    /// The canvas for a picture of the world: whole device pixels, with the largest margin that
    /// fits.
    pub(super) fn of(window: Rect, ratio: f32) -> Self {
        let ([left, top], [right, bottom]) = corners(window, ratio);
        let size = [right - left, bottom - top].map(|side| side.max(1));
        let with = |coarseness: u32, margin: u32| Self {
            picture: size.map(|side| side.div_ceil(coarseness)),
            margin,
            coarseness,
            ratio: ratio / coarseness as f32,
        };
        let fits = |canvas: &Self| canvas.bytes() <= SKY_BYTES_MAX;
        let coarseness =
            (1..=COARSENESS_MAX).find(|n| fits(&with(*n, 0))).unwrap_or(COARSENESS_MAX);
        let wanted = (MARGIN_PX * ratio) as u32 / coarseness;
        let margin = (0..=wanted).rev().find(|margin| fits(&with(coarseness, *margin)));
        with(coarseness, margin.unwrap_or(0))
    }

    pub(super) fn sides(&self) -> [u32; 2] {
        self.picture.map(|side| side + 2 * self.margin)
    }

    pub(super) fn bytes(&self) -> u64 {
        let [width, height] = self.sides();
        u64::from(width) * u64::from(height) * BYTES_PER_PIXEL
    }
}

/// Upper left and lower right corners of a picture on the page, in device pixels.
pub(super) fn corners(window: Rect, ratio: f32) -> ([u32; 2], [u32; 2]) {
    let device = |length_px: f32| (length_px * ratio).round().max(0.0) as u32;
    let (at, end) = (window.at, window.end());
    ([device(at.x), device(at.y)], [device(end.x), device(end.y)])
}

#[cfg(test)]
mod tests {
    use shared::base::geometry::Vec2;

    use super::*;

    fn size(width: f32, height: f32, ratio: f32) -> CanvasSize {
        let window = Rect { at: Vec2::new(0.0, 48.5), size: Vec2::new(width, height) };
        CanvasSize::of(window, ratio)
    }

    #[test]
    fn a_sky_has_whole_pixels_and_never_too_many() {
        // Page, device pixels per CSS pixel; expected picture, margin and coarseness.
        let rows = [
            (1280.0, 720.0, 1.0, [1280, 720], 20, 1),
            (390.0, 219.4, 3.0, [1170, 658], 60, 1),
            // At two device pixels per CSS pixel the margin is what fits.
            (1280.0, 720.0, 2.0, [2560, 1440], 7, 1),
            (3840.0, 2160.0, 1.0, [1920, 1080], 10, 2),
            (0.0, 0.0, 1.0, [1, 1], 20, 1),
        ];
        for (width, height, ratio, picture, margin, coarseness) in rows {
            let got = size(width, height, ratio);
            assert_eq!(got.picture, picture, "{width} × {height}");
            assert_eq!((got.margin, got.coarseness), (margin, coarseness), "{width} × {height}");
            assert!(got.bytes() <= SKY_BYTES_MAX, "{} bytes", got.bytes());
        }
    }
}
