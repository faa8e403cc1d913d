//! Colours chosen by their contrast against space. A blend of two colours never exceeds the higher
//! contrast of the two, so a picture blended from tones within a limit is within the limit.

use libm::powf;

/// The colour of space, in sRGB: the palette's `#0B1020`.
pub const SPACE: [u8; 3] = [11, 16, 32];
/// Relative luminance of space (WCAG 2).
const SPACE_LUMINANCE: f32 = 0.005_46;
/// Added to luminances in a contrast ratio (WCAG 2).
const FLARE: f32 = 0.05;

/// Maximum contrast of an area.
pub const AREA_CONTRAST_MAX: f32 = 1.6;
/// Maximum contrast of a lit rim.
pub const RIM_CONTRAST_MAX: f32 = 3.5;
/// Maximum contrast of a star.
pub const STAR_CONTRAST_MAX: f32 = 6.0;

/// Weights of red, green and blue in luminance (WCAG 2).
const WEIGHTS: [f32; 3] = [0.2126, 0.7152, 0.0722];

/// An sRGB colour; components are 0 to 255.
pub type Rgb = [f32; 3];

/// A hue and how much of it there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    /// In degrees, as in HSL.
    pub hue_deg: f32,
    /// 0 is grey; 1 is the purest light of this hue.
    pub chroma: f32,
}

impl Tint {
    #[must_use]
    pub const fn new(hue_deg: f32, chroma: f32) -> Self {
        Self { hue_deg, chroma }
    }

    /// The colour of this tint with a contrast against space.
    #[must_use]
    pub fn at(self, contrast: f32) -> Rgb {
        let luminance = contrast * (SPACE_LUMINANCE + FLARE) - FLARE;
        let pure = pure_light(self.hue_deg);
        let brightness: f32 = pure.iter().zip(WEIGHTS).map(|(light, weight)| light * weight).sum();
        pure.map(|light| {
            let share = 1.0 + (light / brightness - 1.0) * self.chroma;
            encode(share * luminance.max(0.0))
        })
    }
}

/// Linear light of a fully saturated hue.
fn pure_light(hue_deg: f32) -> Rgb {
    let channel = |offset: f32| {
        let k = (offset + hue_deg / 60.0).rem_euclid(6.0);
        1.0 - k.min(4.0 - k).clamp(0.0, 1.0)
    };
    [channel(5.0), channel(3.0), channel(1.0)].map(|value| decode(value * 255.0))
}

/// Contrast of a colour against space (WCAG 2); below 1 if it is darker.
#[must_use]
pub fn contrast(colour: [u8; 3]) -> f32 {
    let light = colour.map(|channel| decode(f32::from(channel)));
    let luminance: f32 = light.iter().zip(WEIGHTS).map(|(light, weight)| light * weight).sum();
    (luminance + FLARE) / (SPACE_LUMINANCE + FLARE)
}

/// The blend of two colours: `share` 0 is the first, 1 the second.
#[must_use]
pub fn blend(from: Rgb, to: Rgb, share: f32) -> Rgb {
    let share = share.clamp(0.0, 1.0);
    core::array::from_fn(|n| from[n] + (to[n] - from[n]) * share)
}

/// A colour as CSS text.
#[must_use]
pub fn css(colour: Rgb) -> String {
    let [r, g, b] = colour.map(|channel| channel.round() as u8);
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// Linear light, 0 to 1, of an sRGB channel.
fn decode(channel: f32) -> f32 {
    let value = channel / 255.0;
    if value <= 0.04045 { value / 12.92 } else { powf((value + 0.055) / 1.055, 2.4) }
}

/// The sRGB channel of linear light.
fn encode(light: f32) -> f32 {
    let value =
        if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * powf(light, 1.0 / 2.4) - 0.055 };
    value.clamp(0.0, 1.0) * 255.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tint_has_the_contrast_asked_for() {
        assert!((contrast(SPACE) - 1.0).abs() < 1e-3);
        for hue_deg in [0.0, 60.0, 120.0, 183.0, 228.0, 345.0] {
            for chroma in [0.0, 0.1, 0.2] {
                for asked in [1.0, 1.3, 1.6, 3.5, 6.0] {
                    let colour = Tint::new(hue_deg, chroma).at(asked);
                    let got = contrast(colour.map(|channel| channel.round() as u8));
                    assert!((got - asked).abs() < 0.04, "{hue_deg} {chroma}: {got} for {asked}");
                }
            }
        }
    }

    #[test]
    fn pure_hues_are_those_of_hsl() {
        let rows = [(0.0, [1.0, 0.0, 0.0]), (120.0, [0.0, 1.0, 0.0]), (240.0, [0.0, 0.0, 1.0])];
        for (hue_deg, expected) in rows {
            assert_eq!(pure_light(hue_deg), expected, "{hue_deg}");
        }
        assert_eq!(css(blend([0.0; 3], [10.0, 255.0, 16.0], 1.0)), "#0AFF10");
    }
}
