//! Enum settings of the netcode. Each variant has a number, a key for links and a display name.

use serde::{Deserialize, Serialize};

/// Defines an enum setting.
macro_rules! choice {
    (
        $(#[$doc:meta])* $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident, $key:literal, $title:literal;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// Every variant, indexed by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            /// Key and display name of each variant.
            pub const NAMES: &'static [(&'static str, &'static str)] = {
                // A static, because every linked crate gets its own copy of a constant.
                static NAMES: [(&str, &str); $name::ALL.len()] = [$(($key, $title),)*];
                &NAMES
            };

            #[must_use]
            pub const fn number(self) -> u32 {
                self as u32
            }

            #[must_use]
            pub fn from_number(n: u32) -> Option<Self> {
                Self::ALL.get(n as usize).copied()
            }

            /// The display name.
            #[must_use]
            pub fn title(self) -> &'static str {
                Self::NAMES[self as usize].1
            }
        }
    };
}

choice! {
    /// Who decides a hit, and at which time the targets are tested.
    HitRule {
        /// No compensation: targets at their current server position.
        Present, "present", "present: no compensation";
        /// Wolfenstein: ET 2.60: beams against markers stored with every command.
        EtPerCommand, "et-command", "ET: markers per command";
        /// Wolfenstein: ET, released source: beams against markers stored every server frame.
        EtPerFrame, "et-frame", "ET: markers per frame";
        /// Source as written: whole ticks, and no rewind across a jump of 64 u.
        SourceExact, "source-64", "Source: 64-unit rule";
        /// Source with life and teleport ids instead of the 64-unit rule.
        SourceByLifeId, "source", "Source: life ids";
        /// Delayed synchronisation: every ship at `D` before the shot; the hit is tentative until
        /// that past is final.
        DelayedSync, "deferred", "deferred: screens agree later";
        /// Targeting: the server decides, in the present.
        Targeting, "targeting", "Targeting: server decides";
        /// Targeting: the shooter claims a hit, and the server verifies it.
        Claim, "claim", "claim: shooter says, server checks";
        /// The game's own: targets at the shooter's view time plus the shot's age, bounded.
        #[default]
        Lagrange, "lagrange", "Lagrange: what you saw, bounded";
        /// The shooter claims a hit and nothing verifies it: what the sources warn against.
        Unverified, "unverified", "claim: shooter says, nobody checks";
    }
}

choice! {
    /// How far ahead the own ship is predicted (QuakeWorld's `pushlatency`).
    PushRule {
        /// By the set amount of the round trip.
        #[default]
        Fixed, "fixed", "as set";
        /// By half the latency, as the article suggests: it adapts to the latency.
        HalfLatency, "half", "half the latency";
    }
}

choice! {
    /// Where a bolt is for the judge.
    BoltPath {
        /// From the muzzle at execution, at its speed.
        #[default]
        Muzzle, "muzzle", "from the muzzle";
        /// Starts ahead of the muzzle by the flight from trigger to execution; that stretch is not
        /// swept.
        Jump, "jump", "jumps ahead";
        /// Fast-forwarded on execution by as much as the targets are rewound.
        FastForward, "forward", "fast-forwarded";
        /// Chases its displaced target point frame by frame, as *Targeting* is written.
        ConvergeAsPublished, "seed", "converges, as written";
        /// Chases it by time instead of by frames.
        ConvergeTimed, "timed", "converges by time";
        /// Chases it by time while moving along at its speed: it really converges.
        Converge, "converge", "converges and arrives";
    }
}

choice! {
    /// Whether a rewound hit must also be one in the present.
    CoverVeto {
        #[default]
        Off, "off", "off";
        /// For beams: the victim's present position must be in the line of fire.
        Beams, "on", "beams";
        /// For bolts too: no rock between the bolt and the victim's present position.
        All, "all", "beams and bolts";
    }
}

choice! {
    /// Whether a bolt ends at the first ship it hits. Beams always do.
    Piercing {
        #[default]
        Off, "off", "stop at the first hit";
        /// It flies on, to rocks, walls or the end of its range.
        On, "on", "fly on through ships";
    }
}

choice! {
    /// Who bounces when two ships collide.
    Ramming {
        /// Both, from their server positions.
        #[default]
        Mutual, "mutual", "both bounce";
        /// Only the ship that moved into the other, which counts at its position `D` ago.
        RammerOnly, "rammer", "only the rammer bounces";
    }
}

choice! {
    /// How the server handles missing and late commands.
    CommandPolicy {
        /// Repeats the last command without fire; a late one is dropped with its shot.
        #[default]
        RepeatLast, "repeat", "repeat the last, drop late ones";
        /// Does nothing; missed commands, if fewer than 20, run with the next packet.
        RunOnNext, "next", "wait, run with the next packet";
        /// Does nothing while ticks can be banked; late commands run until the bank is used up.
        Bank, "bank", "a bank of 24 ticks";
        /// Every ship waits: a tick needs the command of every player (frame synchronisation).
        Lockstep, "lockstep", "lockstep: every tick waits for all";
    }
}

choice! {
    /// When the own ship responds.
    OwnShip {
        /// Immediately: predicted.
        #[default]
        Predict, "predict", "predicted";
        /// When the server confirms.
        Wait, "wait", "waits for the server";
    }
}

choice! {
    /// How a prediction error is displayed.
    CorrectionMode {
        /// As a jump.
        Off, "off", "off";
        /// Fades linearly (Source: up to 0.5 u ignored, beyond 64 u a jump).
        #[default]
        Linear, "linear", "fades";
        /// Errors below 128 u on an axis are bridged between two ticks, larger ones jump
        /// (QuakeWorld).
        Snap, "snap", "snaps";
    }
}

choice! {
    /// At which time, and how, the other ships are drawn.
    RemoteView {
        /// At the newest snapshot.
        Raw, "raw", "newest snapshot";
        /// Interpolated between two snapshots, a delay behind the newest.
        #[default]
        Interpolate, "interpolate", "interpolated";
        /// Extrapolated by half the gap with their last command (QuakeWorld).
        QuakeWorld, "half-gap", "half the gap ahead";
        /// Chasing the newest position and velocity (Targeting).
        Chase, "chase", "chasing the newest";
        /// At `D` before the own tick (delayed synchronisation).
        Delayed, "delayed", "delayed by D";
        /// Predicted up to the own tick together with the own ship, in one world of all ships
        /// (rollback adapted to a server).
        Predicted, "predict", "everyone predicted";
    }
}

choice! {
    /// Interpolation curve between snapshots.
    Curve {
        /// Linear.
        #[default]
        Linear, "linear", "straight lines";
        /// Cubic Hermite through three snapshots.
        Hermite, "hermite", "curves";
    }
}

choice! {
    /// How a player's byte rate chokes snapshots.
    RateRule {
        /// QuakeWorld's: up to 200 bytes may be in flight.
        #[default]
        QuakeWorld, "quakeworld", "QuakeWorld: 200 bytes ahead";
        /// Source's: each packet occupies the link for its size, with 48 bytes of headers.
        Source, "source", "Source: packet by packet";
    }
}

choice! {
    /// How bolts are drawn: other players' bolts, and under `Late` the own ones too.
    BoltView {
        /// From the muzzle, when the event arrives; own ones as well ("missiles are late").
        Late, "late", "late";
        /// Immediately where they are on their shooter's screen.
        Jump, "jump", "jump ahead";
        /// From the muzzle, chasing that position frame by frame, as *Targeting* is written.
        ConvergeAsPublished, "seed", "converge, as written";
        /// Chasing it by time instead of by frames.
        ConvergeTimed, "timed", "converge by time";
        /// Chasing it by time while moving along at its speed: they really converge.
        #[default]
        Converge, "converge", "converge and arrive";
    }
}
