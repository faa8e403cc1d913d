//! The named choices of the netcode: each an enum whose variants have a number, a key for links
//! and a name for people.

use serde::{Deserialize, Serialize};

/// A choice among a few named ways.
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
            /// Every way, in the order of the numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            /// For each way its key in links, and its name.
            pub const NAMES: &'static [(&'static str, &'static str)] = {
                // A static: of a constant every crate that is linked has its own.
                static NAMES: [(&str, &str); $name::ALL.len()] = [$(($key, $title),)*];
                &NAMES
            };

            /// The number of a way.
            #[must_use]
            pub const fn number(self) -> u32 {
                self as u32
            }

            /// The way of a number, if there is one.
            #[must_use]
            pub fn from_number(n: u32) -> Option<Self> {
                Self::ALL.get(n as usize).copied()
            }

            /// Its name, for people.
            #[must_use]
            pub fn title(self) -> &'static str {
                Self::NAMES[self as usize].1
            }
        }
    };
}

choice! {
    /// Who decides a hit, and at which moment the targets are looked at.
    HitRule {
        /// No compensation: targets are where the server has them now.
        Present, "present", "present: no compensation";
        /// Wolfenstein: ET 2.60: beams against markers stored with every command.
        EtPerCommand, "et-command", "ET: markers per command";
        /// Wolfenstein: ET, released source: beams against markers stored every server frame.
        EtPerFrame, "et-frame", "ET: markers per frame";
        /// Source as written: whole ticks, and no rewind across a jump of 64 u.
        SourceExact, "source-64", "Source: 64-unit rule";
        /// Source with life and teleport ids in place of the 64-unit rule.
        SourceLives, "source", "Source: life ids";
        /// Delayed synchronisation: everybody at `D` before the shot, tentative until then.
        Deferred, "deferred", "deferred: stories agree later";
        /// Targeting: the server decides, in the present.
        Targeting, "targeting", "Targeting: server decides";
        /// Targeting: the shooter says what it hit, and the server verifies.
        Claim, "claim", "claim: shooter says, server verifies";
        /// The game's own: targets at the shooter's view time plus the shot's age, bounded.
        #[default]
        Lagrange, "lagrange", "Lagrange: what you saw, bounded";
        /// The shooter says what it hit, and nobody verifies: what the sources warn of.
        Unverified, "unverified", "claim: shooter says, nobody verifies";
    }
}

choice! {
    /// How far the own ship is predicted ahead (QuakeWorld's `pushlatency`).
    PushRule {
        /// By as much of the round trip as the setting says.
        #[default]
        Fixed, "fixed", "as set";
        /// By half of the latency, as the article suggests: it follows the latency.
        HalfLatency, "half", "half the latency";
    }
}

choice! {
    /// Where a bolt is judged to be.
    BoltPath {
        /// From the muzzle at execution, at its speed.
        #[default]
        Muzzle, "muzzle", "from the muzzle";
        /// Ahead of the muzzle by the way from trigger to execution; what it skips is not swept.
        Jump, "jump", "jumps ahead";
        /// Flown forward on execution by as much as the targets are rewound.
        FastForward, "forward", "fast-forwarded";
        /// Chasing its displaced target point as *Targeting* is written: frame by frame.
        ConvergeSeed, "seed", "converges, as written";
        /// Chasing it by time instead of by frames.
        ConvergeTimed, "timed", "converges by time";
        /// Chasing it by time and carried along with its speed: it really converges.
        Converge, "converge", "converges and arrives";
    }
}

choice! {
    /// Whether a rewound hit must also be one in the present.
    CoverVeto {
        /// It need not.
        #[default]
        Off, "off", "off";
        /// Of beams: the victim's present place must be in the line of fire.
        Beams, "on", "beams";
        /// Of bolts too: no rock may be between the bolt and the victim's present place.
        All, "all", "beams and bolts";
    }
}

choice! {
    /// Whether a bolt ends with the first ship that it hits. Beams always do.
    Piercing {
        /// It ends.
        #[default]
        Off, "off", "end with a hit";
        /// It flies on, to rocks, walls or the end of its reach.
        On, "on", "fly on through ships";
    }
}

choice! {
    /// Who bounces when two ships meet.
    Ramming {
        /// Both, from where the server has them.
        #[default]
        Mutual, "mutual", "both bounce";
        /// Only the one that moved into the other, which is where it was `D` before.
        RammerOnly, "rammer", "only the rammer bounces";
    }
}

choice! {
    /// What a ship does whose command is missing, and what becomes of a late one.
    CommandPolicy {
        /// The last one again without fire; a late one is dropped with its shot.
        #[default]
        RepeatLast, "repeat", "repeat the last, drop the late";
        /// Nothing; what was missed, if fewer than 20 commands, runs with the next packet.
        RunOnNext, "next", "wait, run on the next packet";
        /// Nothing while ticks can be banked; late ones run as long as the bank lasts.
        Bank, "bank", "a bank of 24 ticks";
        /// Nobody's ship moves: a tick waits for everybody's command (frame synchronisation).
        Lockstep, "lockstep", "lockstep: a tick waits for all";
    }
}

choice! {
    /// How the own ship answers.
    OwnShip {
        /// At once: predicted.
        #[default]
        Predict, "predict", "predicted";
        /// When the server says so.
        Wait, "wait", "waits for the server";
    }
}

choice! {
    /// What becomes of a prediction error in the picture.
    CorrectionMode {
        /// It shows at once.
        Off, "off", "off";
        /// It fades in a line (Source: up to 0.5 u ignored, beyond 64 u at once).
        #[default]
        Linear, "linear", "fades";
        /// Steps below 128 u on an axis are bridged between two ticks, larger ones show at once
        /// (QuakeWorld).
        Snap, "snap", "snaps";
    }
}

choice! {
    /// At which moment, and how, the other ships are drawn.
    RemoteView {
        /// Where the newest snapshot has them.
        Raw, "raw", "newest snapshot";
        /// Between two snapshots, a delay behind the newest.
        #[default]
        Interpolate, "interpolate", "interpolated";
        /// Flown on by half of the gap with their last command (QuakeWorld).
        QuakeWorld, "half-gap", "half the gap ahead";
        /// Chasing the newest position and velocity (Targeting).
        Chase, "chase", "chasing the newest";
        /// Where they were `D` before the own tick (delayed synchronisation).
        Delayed, "delayed", "delayed by D";
        /// Flown on with the own ship to the own tick, in one world of all ships (what rollback
        /// becomes with a server).
        Predicted, "predict", "everybody predicted";
    }
}

choice! {
    /// The curve between snapshots.
    Curve {
        /// A line from one to the next.
        #[default]
        Linear, "linear", "lines";
        /// A smooth curve through three.
        Hermite, "hermite", "curves";
    }
}

choice! {
    /// By which rule snapshots are left out for a player's byte rate.
    RateRule {
        /// QuakeWorld's: up to 200 bytes may be on their way.
        #[default]
        QuakeWorld, "quakeworld", "QuakeWorld: 200 bytes ahead";
        /// Source's: each packet takes its time, with 48 bytes of headers.
        Source, "source", "Source: packet by packet";
    }
}

choice! {
    /// How bolts are drawn: other people's, and under `Late` the own ones too.
    BoltView {
        /// From the muzzle, when the news arrives; own ones as well ("missiles are late").
        Late, "late", "late";
        /// At once where they are on their shooter's screen.
        Jump, "jump", "jump ahead";
        /// From the muzzle, chasing that place as *Targeting* is written: frame by frame.
        ConvergeSeed, "seed", "converge, as written";
        /// Chasing it by time instead of by frames.
        ConvergeTimed, "timed", "converge by time";
        /// Chasing it by time and carried along with its speed: they really converge.
        #[default]
        Converge, "converge", "converge and arrive";
    }
}
