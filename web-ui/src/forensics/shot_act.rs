//! Player actions on the forensics sheet, converted to and from the names of buttons.

use shared::{base::geometry::Vec2, netcode::preset::Preset, sim::event::ShotId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotAct {
    /// Open the sheet at the newest shot, or close it.
    Show,
    /// Open a shot, at the verdict of a scheme.
    Look {
        shot: ShotId,
        /// The scheme; `None` for the one the player selected last.
        preset: Option<Preset>,
    },
    /// Open the shot drawn nearest to a point of the page.
    At {
        /// From the left, in CSS pixels.
        x_px: i32,
        /// From the top, in CSS pixels.
        y_px: i32,
    },
    /// The previous shot.
    Older,
    /// The next shot.
    Newer,
    /// Start or stop playback.
    Play,
    /// Move the scrubber one step back.
    Earlier,
    /// Move the scrubber one step forward.
    Later,
    /// Show the verdict of a scheme.
    Scheme(Preset),
}

const LOOK: &str = "shot-look-";
const SCHEME: &str = "shot-scheme-";

impl ShotAct {
    /// Opens the shot drawn nearest to a point, in CSS pixels of the page.
    #[must_use]
    pub fn at(place: Vec2) -> Self {
        Self::At { x_px: place.x as i32, y_px: place.y as i32 }
    }

    /// The action of a button, by its `data-act`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "shot-newest" => Self::Show,
            "shot-older" => Self::Older,
            "shot-newer" => Self::Newer,
            "shot-play" => Self::Play,
            _ => {
                if let Some(key) = name.strip_prefix(SCHEME) {
                    return Some(Self::Scheme(Preset::of_key(key)?));
                }
                let look = name.strip_prefix(LOOK)?;
                let (shot, key) = look.split_once(':').map_or((look, None), |(s, k)| (s, Some(k)));
                let preset = match key {
                    Some(key) => Some(Preset::of_key(key)?),
                    None => None,
                };
                Self::Look { shot: shot.parse::<ShotId>().ok()?, preset }
            }
        })
    }
}

/// The `data-act` of a button that opens a shot, at a scheme or at the one selected last.
#[must_use]
pub fn look(shot: ShotId, preset: Option<Preset>) -> String {
    let mut name = [LOOK, &shot.to_string()].concat();
    if let Some(preset) = preset {
        name.push(':');
        name.push_str(preset.key());
    }
    name
}

/// The `data-act` of a button that selects a scheme.
#[must_use]
pub fn scheme(preset: Preset) -> String {
    [SCHEME, preset.key()].concat()
}

#[cfg(test)]
mod tests {
    use shared::{
        base::time::Tick,
        sim::{event::Weapon, ship::ShipId},
    };

    use super::*;

    #[test]
    fn buttons_are_named_and_understood() {
        let shooter = ShipId { idx: 3, generation: 2 };
        let shot = ShotId { tick: Tick(4711), shooter, weapon: Weapon::Beam };
        assert_eq!(look(shot, None), "shot-look-4711.3.2.b");
        for preset in [None, Some(Preset::Source), Some(Preset::Et260)] {
            assert_eq!(ShotAct::named(&look(shot, preset)), Some(ShotAct::Look { shot, preset }));
        }
        for preset in Preset::ALL {
            assert_eq!(ShotAct::named(&scheme(preset)), Some(ShotAct::Scheme(preset)));
        }
        assert_eq!(ShotAct::named("shot-newest"), Some(ShotAct::Show));
    }

    #[test]
    fn what_names_no_shot_is_none() {
        let rows = [
            "shot-look-",
            "shot-look-1.2.3",
            "shot-look-1.2.3.gun",
            "shot-look-1.2.3.l.4",
            "shot-look--1.2.3.l",
            "shot-look-1.2.3.l:quake",
            "shot-scheme-quake",
            "shot",
        ];
        for name in rows {
            assert_eq!(ShotAct::named(name), None, "{name}");
        }
    }
}
