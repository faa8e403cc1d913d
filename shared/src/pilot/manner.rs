//! The manner of each bot's name: how it plays, at any level, in every room. Read when a room names
//! a bot.

/// How a pilot plays, beside how well: factors on what its temper and its skill say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// On the distance at which it fights.
    pub(super) distance: f32,
    /// On how long it circles one way.
    pub(super) circling: f32,
    /// On the length of its bursts.
    pub(super) burst: f32,
    /// On the pauses between its bursts.
    pub(super) burst_pause: f32,
    /// On the pauses between its beams.
    pub(super) beam_pause: f32,
    /// On the chance of a retreat.
    pub(super) retreat: f32,
    /// Hit points, beside those of its temper, below which it may retreat.
    pub(super) timid_health: u8,
    pub(super) prey: Prey,
}

/// Whom a pilot prefers to fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Prey {
    #[default]
    Nearest,
    Weakest,
    Leader,
}

impl Default for Manner {
    fn default() -> Self {
        NEUTRAL
    }
}

const NEUTRAL: Manner = Manner {
    distance: 1.0,
    circling: 1.0,
    burst: 1.0,
    burst_pause: 1.0,
    beam_pause: 1.0,
    retreat: 1.0,
    timid_health: 0,
    prey: Prey::Nearest,
};

/// The name of a bot, with its manner.
#[derive(Clone, Copy, Debug)]
pub struct Character {
    pub name: &'static str,
    /// What one can learn about it.
    pub line: &'static str,
    pub manner: Manner,
}

/// In order of use.
pub const CHARACTERS: [Character; 12] = [
    Character {
        name: "Kepler",
        line: "circles wide, and long the same way round",
        manner: Manner { distance: 1.2, circling: 2.0, ..NEUTRAL },
    },
    Character {
        name: "Tycho",
        line: "snipes with the beam from afar",
        manner: Manner { distance: 1.25, beam_pause: 0.9, burst_pause: 1.2, ..NEUTRAL },
    },
    Character {
        name: "Halley",
        line: "keeps changing the way round",
        manner: Manner { circling: 0.55, ..NEUTRAL },
    },
    Character {
        name: "Cassini",
        line: "takes cover behind rocks as soon as it is hit",
        manner: Manner { burst_pause: 0.9, retreat: 1.6, timid_health: 40, ..NEUTRAL },
    },
    Character {
        name: "Huygens",
        line: "hunts the weakest",
        manner: Manner { prey: Prey::Weakest, ..NEUTRAL },
    },
    Character {
        name: "Euler",
        line: "fires short bursts, one soon after the other",
        manner: Manner { burst: 0.65, burst_pause: 0.62, ..NEUTRAL },
    },
    Character {
        name: "Hill",
        line: "keeps its distance, and flees when hurt",
        manner: Manner { distance: 1.35, burst_pause: 1.15, retreat: 2.0, ..NEUTRAL },
    },
    Character {
        name: "Roche",
        line: "circles close, where ships break up",
        manner: Manner { distance: 0.75, burst_pause: 0.85, ..NEUTRAL },
    },
    Character {
        name: "Trojan",
        line: "trusts in the laser and seldom fires a beam",
        manner: Manner { circling: 0.65, beam_pause: 1.35, burst_pause: 0.85, ..NEUTRAL },
    },
    Character {
        name: "Hooke",
        line: "closes in and never retreats",
        manner: Manner { distance: 0.8, burst_pause: 0.82, retreat: 0.0, ..NEUTRAL },
    },
    Character {
        name: "Messier",
        line: "hunts the leader",
        manner: Manner { prey: Prey::Leader, ..NEUTRAL },
    },
    Character {
        name: "Olbers",
        line: "fires long bursts, then lets you come",
        manner: Manner { burst: 1.35, burst_pause: 1.5, ..NEUTRAL },
    },
];

/// The character of the `n`th bot of a room.
#[must_use]
pub fn character(n: u32) -> &'static Character {
    &CHARACTERS[n as usize % CHARACTERS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_manner_of_its_own_and_keeps_it() {
        for (n, one) in CHARACTERS.iter().enumerate() {
            assert_ne!(one.manner, Manner::default(), "{}", one.name);
            for other in &CHARACTERS[..n] {
                assert!(one.name != other.name && one.line != other.line, "{}", one.name);
                assert_ne!(one.manner, other.manner, "{} and {}", one.name, other.name);
            }
            let again = character((n + CHARACTERS.len()) as u32);
            assert_eq!((again.name, again.manner), (one.name, one.manner));
        }
    }
}
