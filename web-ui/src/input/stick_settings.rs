//! What a player may set of the sticks of a touch screen: size, opacity, and which hand thrusts;
//! and its stored form: `120,50,swapped`.

use std::str::FromStr;

use super::sticks::STICK_REACH_PX;
use crate::text::figures::whole;

/// Which half of the screen thrusts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThrustHand {
    #[default]
    Left,
    /// The sticks are swapped, for left-handed players.
    Right,
}

/// The settings of the sticks. Both percentages are within their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StickSettings {
    size: u8,
    opacity: u8,
    pub thrust_hand: ThrustHand,
}

/// Why a stored text is no setting of the sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StickSettingsError {
    #[error("it is not of the form size,opacity,hand")]
    Form,
    #[error("{percent} % is not from {min} to {max} %")]
    Range { percent: u8, min: u8, max: u8 },
}

/// How much brighter a stick is under a finger.
const HELD_MORE: f32 = 0.2;
const LEFT: &str = "left";
const SWAPPED: &str = "swapped";

impl Default for StickSettings {
    fn default() -> Self {
        Self { size: 100, opacity: 50, thrust_hand: ThrustHand::Left }
    }
}

impl StickSettings {
    /// Bounds of the size, in percent of the usual one: a thumb finds it, and two fit on a phone.
    pub const SIZES: (u8, u8) = (70, 150);
    /// Bounds of the opacity at rest, in percent: it is always seen.
    pub const OPACITIES: (u8, u8) = (20, 100);

    /// # Errors
    /// When a percentage is out of its bounds.
    pub fn new(size: u8, opacity: u8, thrust_hand: ThrustHand) -> Result<Self, StickSettingsError> {
        for (percent, (min, max)) in [(size, Self::SIZES), (opacity, Self::OPACITIES)] {
            if !(min..=max).contains(&percent) {
                return Err(StickSettingsError::Range { percent, min, max });
            }
        }
        Ok(Self { size, opacity, thrust_hand })
    }

    /// In percent of the usual size.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// At rest, in percent.
    #[must_use]
    pub fn opacity(&self) -> u8 {
        self.opacity
    }

    /// Radius of a stick's travel, in CSS pixels.
    #[must_use]
    pub fn reach_px(&self) -> f32 {
        STICK_REACH_PX * f32::from(self.size) / 100.0
    }

    /// Opacity of a stick at rest, from 0 to 1.
    #[must_use]
    pub fn at_rest(&self) -> f32 {
        f32::from(self.opacity) / 100.0
    }

    /// Opacity of a stick under a finger, from 0 to 1.
    #[must_use]
    pub fn held(&self) -> f32 {
        (self.at_rest() + HELD_MORE).min(1.0)
    }

    /// The stored form.
    #[must_use]
    pub fn text(&self) -> String {
        let hand = match self.thrust_hand {
            ThrustHand::Left => LEFT,
            ThrustHand::Right => SWAPPED,
        };
        [whole(self.size.into()).as_str(), ",", &whole(self.opacity.into()), ",", hand].concat()
    }
}

impl FromStr for StickSettings {
    type Err = StickSettingsError;

    fn from_str(text: &str) -> Result<Self, StickSettingsError> {
        let mut parts = text.split(',');
        let mut percent = || parts.next().and_then(|part| part.parse().ok());
        let (size, opacity) = percent().zip(percent()).ok_or(StickSettingsError::Form)?;
        let hand = match (parts.next(), parts.next()) {
            (Some(LEFT), None) => ThrustHand::Left,
            (Some(SWAPPED), None) => ThrustHand::Right,
            _ => return Err(StickSettingsError::Form),
        };
        Self::new(size, opacity, hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_settings_are_read_back() {
        for size in [70, 100, 150] {
            for opacity in [20, 50, 100] {
                for hand in [ThrustHand::Left, ThrustHand::Right] {
                    let settings = StickSettings::new(size, opacity, hand).unwrap();
                    assert_eq!(settings.text().parse(), Ok(settings));
                    assert!(settings.held() <= 1.0 && settings.held() >= settings.at_rest());
                }
            }
        }
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        let range = |percent, (min, max)| StickSettingsError::Range { percent, min, max };
        let rows = [
            ("", StickSettingsError::Form),
            ("100,50", StickSettingsError::Form),
            ("100,50,left,", StickSettingsError::Form),
            ("100,50,both", StickSettingsError::Form),
            ("300,50,left", StickSettingsError::Form),
            ("-1,50,left", StickSettingsError::Form),
            ("69,50,left", range(69, StickSettings::SIZES)),
            ("151,50,left", range(151, StickSettings::SIZES)),
            ("100,19,swapped", range(19, StickSettings::OPACITIES)),
            ("100,101,swapped", range(101, StickSettings::OPACITIES)),
        ];
        for (text, error) in rows {
            assert_eq!(text.parse::<StickSettings>(), Err(error), "{text}");
        }
    }
}
