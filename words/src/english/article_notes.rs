//! The notes under the article's sections in English.

use article::source::Source;

use crate::article::{NoteWords, SectionNotes, claim};

pub(crate) const WORDS: NoteWords =
    NoteWords { code: "In code", functions: "The real one:", sources: "Sources" };

pub(crate) const NOTES: [SectionNotes; 16] = [
    SectionNotes {
        key: "cover",
        code: "Ten markers, one every 50 ms, reach 450 ms back. A shot that saw something older is \
               judged at the oldest marker.",
        claims: &[claim(
            Source::EnemyTerritory,
            "The server keeps a ring of markers per player, and traces a shot against them.",
        )],
    },
    SectionNotes {
        key: "message",
        code: "Nothing is predicted here: the ship on your screen is the one in the newest \
               snapshot.",
        claims: &[
            claim(
                Source::ResponseTimes,
                "0.1 s is about the limit for a response that feels instantaneous.",
            ),
            claim(
                Source::LatencyThresholds,
                "People using a mouse noticed delays from 34 to 137 ms; the median was 54 ms.",
            ),
            claim(
                Source::HiberniaExpress,
                "In glass, 1,000 km there and back take about 10 ms, which makes 56 ms for the \
                 5,570 km from London to New York. A cable laid for speed takes 58.95 ms.",
            ),
            claim(Source::InternetLatency, "Measured between London and New York: 70 to 80 ms."),
        ],
    },
    SectionNotes {
        key: "prediction",
        code: "Which tick goes back with the state? The last one that the server has executed for \
               this player. The client replays every command after it, and no other.",
        claims: &[
            claim(
                Source::GambettaPrediction,
                "Prediction, and how the client replays what the server has not acknowledged.",
            ),
            claim(
                Source::QuakeWorldPlan,
                "From August 1996: until the server answers, QuakeWorld’s client may guess the \
                 result of a movement.",
            ),
            claim(
                Source::QuakeWorldCode,
                "How QuakeWorld predicts. That nearly every shooter has done so since is our own \
                 reading.",
            ),
        ],
    },
    SectionNotes {
        key: "wrong-prediction",
        code: "The simulation takes over the server’s state at once. Only the picture is smoothed, \
               by an offset that fades.",
        claims: &[
            claim(
                Source::GambettaPrediction,
                "Going back to the server’s state and replaying the commands.",
            ),
            claim(Source::SourceNetworking, "Smoothing a prediction error over a short time."),
        ],
    },
    SectionNotes {
        key: "moments",
        code: "Neither moment on your screen is the server’s. The margin is how long before its \
               tick a command arrives.",
        claims: &[claim(
            Source::Targeting,
            "A network game has three time zones: yours, the server’s and the other player’s.",
        )],
    },
    SectionNotes {
        key: "clocks",
        code: "The offset is not set once: every report moves it a little, until even the latest \
               of the recent commands arrives before its tick.",
        claims: &[claim(
            Source::OverwatchNetcode,
            "A server that runs short of a player’s commands lets that client run a little faster.",
        )],
    },
    SectionNotes {
        key: "interpolation",
        code: "Two snapshots around the moment that is drawn are all it takes. Beyond the newest \
               one the client has to guess, so it stops after 250 ms.",
        claims: &[
            claim(Source::GambettaInterpolation, "Other ships are drawn in the past, smoothly."),
            claim(
                Source::SourceNetworking,
                "Source waits 100 ms at 20 snapshots a second, so that one may be lost.",
            ),
            claim(
                Source::SnapshotInterpolation,
                "Without a buffer, snapshots arrive unevenly and make objects stutter.",
            ),
        ],
    },
    SectionNotes {
        key: "jitter-buffer",
        code: "The clock follows the fastest snapshots, so the delay has to cover the slow ones \
               and the lost ones.",
        claims: &[
            claim(
                Source::SnapshotCompression,
                "At 10 snapshots a second: 100 ms at least, 150 ms with jitter, 250 or 350 ms to \
                 survive one or two losses in a row.",
            ),
            claim(
                Source::SourceInterpolation,
                "How many lost packets a delay of two, three or four intervals survives.",
            ),
        ],
    },
    SectionNotes {
        key: "late-laser",
        code: "The server looks at the present. What the shooter saw plays no part.",
        claims: &[
            claim(
                Source::Targeting,
                "Its Figure 2: each machine shows the same shot with another outcome.",
            ),
            claim(
                Source::Schemes,
                "Wolfenstein: ET does not rewind for its rockets: our account of an article on its \
                 anti-lag.",
            ),
        ],
    },
    SectionNotes {
        key: "jump",
        code: "Each frame halves what is missing, so after a few frames nobody sees a difference.",
        claims: &[claim(
            Source::Targeting,
            "Its Figure 3 is the jump, and its Figure 4 the laser that converges on its target.",
        )],
    },
    SectionNotes {
        key: "rewinding",
        code: "The shot itself says which moment it was aimed at. The server believes it up to a \
               limit. It looks the past up and moves no ship.",
        claims: &[
            claim(Source::Bernier, "Lag compensation in Half-Life, and what it costs the target."),
            claim(Source::SourceLagCompensation, "Source: 1 s by default, and at most."),
            claim(Source::Unlagged, "Unlagged for Quake III: about a second."),
            claim(Source::HalfLifeUnlag, "Half-Life: 0.5 s by default."),
            claim(
                Source::Cs2dUnlag,
                "CS2D: 0.2 s by default, at most 1 s. That nearly every game has such a limit is \
                 our own reading.",
            ),
        ],
    },
    SectionNotes {
        key: "victim-pays",
        code: "The shooter’s delays are limited. The victim’s own come on top: its screen shows it \
               ahead of the server, and the news of the hit takes time.",
        claims: &[
            claim(
                Source::OverwatchShooter,
                "Overwatch favours the shooter, so players get shot around corners.",
            ),
            claim(Source::PeekersAdvantage, "The sum of delays that favours who comes into view."),
            claim(
                Source::AroundACorner,
                "How often players notice it; at 4 m/s, a limit of 250 ms is found reasonable.",
            ),
        ],
    },
    SectionNotes {
        key: "lockstep",
        code: "Each command is meant for a tick n + 1 ahead of the picture it answers. A tick that \
               lacks one command waits for it.",
        claims: &[
            claim(
                Source::Archers,
                "Commands for a later turn, and a game as fast as its slowest player allows. That \
                 lockstep is among the oldest schemes is our own reading.",
            ),
            claim(
                Source::SnapshotInterpolation,
                "In lockstep everyone waits for the player with the worst lag.",
            ),
        ],
    },
    SectionNotes {
        key: "everyone",
        code: "The server runs every tick once. Only the clients run ahead of it, and start over \
               with each snapshot.",
        claims: &[claim(
            Source::Ggpo,
            "Rollback between two players: run on with a guess, and run again when it was wrong. \
             With a server, as here, it is our variant.",
        )],
    },
    SectionNotes {
        key: "rollback",
        code: "This is rollback between two peers, as GGPO does it. With a server, as in the \
               figure, only the client goes back; the server never runs a tick again.",
        claims: &[claim(
            Source::Ggpo,
            "Rollback and input delay between peers. That only one side rolls back is our variant.",
        )],
    },
    SectionNotes {
        key: "choose",
        code: "Every scheme answers two questions: where is the bolt, and at which moment do we \
               look at the target?",
        claims: &[claim(
            Source::Schemes,
            "Every scheme of the list, with its exact rules and where they were published.",
        )],
    },
];
