//! The sections of the article; each adds one idea, with a figure that shows it.

use alloc::borrow::ToOwned;

use lab::lesson::Lesson;

use super::task::{Goal, Limit, Task};
use crate::{figure::FigureSpec, figure_error::FigureErrors};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Hit behind a rock: what every player has seen.
    Cover,
    /// Every message takes time.
    Message,
    /// The own ship need not wait.
    Prediction,
    /// The server disagrees with the prediction.
    WrongPrediction,
    /// Two screens and the server show three different moments.
    Moments,
    /// Who is ahead, and by how much.
    Clocks,
    /// The others glide, in the past.
    Interpolation,
    /// Jitter and loss, and how long a delay they need.
    JitterBuffer,
    /// A perfect aim misses.
    LateLaser,
    /// A bolt jumps, or converges.
    Jump,
    /// What was seen is what counts.
    Rewinding,
    /// Somebody is hit who has dodged.
    VictimPays,
    /// Every player waits for the slowest.
    Lockstep,
    /// Nobody waits, and every ship is a guess.
    Everyone,
    /// How many ticks are run again, and on which side.
    Rollback,
    /// Who feels the delay is a choice.
    Choose,
}

impl Section {
    /// Every section, in order.
    pub const ALL: [Self; 16] = [
        Self::Cover,
        Self::Message,
        Self::Prediction,
        Self::WrongPrediction,
        Self::Moments,
        Self::Clocks,
        Self::Interpolation,
        Self::JitterBuffer,
        Self::LateLaser,
        Self::Jump,
        Self::Rewinding,
        Self::VictimPays,
        Self::Lockstep,
        Self::Everyone,
        Self::Rollback,
        Self::Choose,
    ];

    /// Its key in URLs.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Message => "message",
            Self::Prediction => "prediction",
            Self::WrongPrediction => "wrong-prediction",
            Self::Moments => "moments",
            Self::Clocks => "clocks",
            Self::Interpolation => "interpolation",
            Self::JitterBuffer => "jitter-buffer",
            Self::LateLaser => "late-laser",
            Self::Jump => "jump",
            Self::Rewinding => "rewinding",
            Self::VictimPays => "victim-pays",
            Self::Lockstep => "lockstep",
            Self::Everyone => "everyone",
            Self::Rollback => "rollback",
            Self::Choose => "choose",
        }
    }

    /// Keys of former sections whose links lead to this one.
    #[must_use]
    pub const fn former_keys(self) -> &'static [&'static str] {
        match self {
            Self::Choose => &["undoing"],
            _ => &[],
        }
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.key() == key)
    }

    /// The section on a lesson's idea.
    #[must_use]
    pub const fn of_lesson(lesson: Lesson) -> Self {
        match lesson {
            Lesson::Latency => Self::Message,
            Lesson::Zones => Self::Moments,
            Lesson::Prediction => Self::Prediction,
            Lesson::Interpolation => Self::Interpolation,
            Lesson::LateLaser => Self::LateLaser,
            Lesson::Convergence => Self::Jump,
            Lesson::Rewinding => Self::Rewinding,
            Lesson::Cover => Self::Cover,
            Lesson::AgreeLater => Self::Choose,
            Lesson::Choose => Self::Choose,
        }
    }

    /// The attributes of its figure, for [`FigureSpec::read`].
    #[must_use]
    #[allow(clippy::too_many_lines, reason = "a table: an arm for each section")]
    pub const fn attributes(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Cover => &[
                ("scenario", "et-veto"),
                ("scheme", "et"),
                ("controls", "round-trip"),
                ("panes", "you other"),
            ],
            Self::Message => &[
                ("scenario", "latency"),
                ("controls", "round-trip"),
                ("panes", "you server"),
                ("fly", "ship"),
            ],
            Self::Prediction => &[
                ("scenario", "prediction"),
                ("controls", "round-trip"),
                ("panes", "you"),
                ("fly", "ship"),
            ],
            Self::Moments => &[("scenario", "figure-1"), ("controls", "round-trip")],
            Self::Interpolation => &[
                ("scenario", "interpolation"),
                ("controls", "b.interp"),
                ("panes", "you"),
                ("fly", "ship"),
            ],
            Self::WrongPrediction => {
                &[("scenario", "bump"), ("controls", "round-trip"), ("panes", "you")]
            }
            Self::Clocks => &[
                ("scenario", "clock-step"),
                ("controls", "margin round-trip"),
                ("panes", "you server"),
            ],
            Self::JitterBuffer => &[
                ("scenario", "jitter-buffer"),
                ("controls", "jitter loss interp"),
                ("panes", "you"),
            ],
            Self::LateLaser => &[
                ("scenario", "figure-2"),
                ("controls", "round-trip scheme"),
                ("panes", "you server"),
                ("fly", "gun"),
            ],
            Self::Jump => &[
                ("scenario", "figure-3"),
                ("controls", "scheme round-trip"),
                ("panes", "you other"),
            ],
            Self::Rewinding => &[
                ("scenario", "source-200"),
                ("controls", "bound"),
                ("panes", "you server"),
                ("fly", "gun"),
            ],
            Self::VictimPays => &[
                ("scenario", "favour-defender"),
                ("controls", "scheme round-trip"),
                ("panes", "server"),
            ],
            Self::Lockstep => {
                &[("scenario", "lockstep"), ("controls", "lockstep-n"), ("panes", "you server")]
            }
            Self::Everyone => &[
                ("scenario", "predict-everyone"),
                ("controls", "round-trip"),
                ("panes", "you server"),
            ],
            Self::Rollback => &[
                ("scenario", "predict-everyone"),
                ("controls", "input-delay rerun"),
                ("panes", "you server"),
            ],
            Self::Choose => &[
                ("scenario", "figure-2"),
                ("scheme", "nothing"),
                ("compare", "lagrange"),
                ("controls", "scheme compare round-trip"),
                ("panes", "server"),
            ],
        }
    }

    /// Its figure.
    ///
    /// # Errors
    /// Where its attributes are invalid, which a test rules out.
    pub fn figure(self) -> Result<FigureSpec, FigureErrors> {
        FigureSpec::read(|name| {
            let mut attributes = self.attributes().iter();
            attributes.find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    /// The task at the end of the section.
    #[must_use]
    pub const fn task(self) -> Task {
        match self {
            Self::Cover => Task { goal: Goal::AtMost(70), limits: &[] },
            Self::Message => Task { goal: Goal::AtMost(100), limits: &[] },
            Self::Prediction => Task { goal: Goal::AtMost(50), limits: &[] },
            Self::WrongPrediction => Task { goal: Goal::AtMost(16), limits: &[] },
            Self::Moments => Task { goal: Goal::AtMost(200), limits: &[] },
            Self::Clocks => Task {
                goal: Goal::NoCommandLate,
                limits: &[Limit { control: 0, least: 0, most: 80 }],
            },
            Self::Interpolation => Task {
                goal: Goal::AsExpected,
                limits: &[Limit { control: 0, least: 0, most: 100 }],
            },
            // The spread of the connection, and a step of the slider.
            Self::JitterBuffer => Task {
                goal: Goal::NoneLate,
                limits: &[
                    Limit { control: 0, least: 40, most: 100 },
                    Limit { control: 2, least: 0, most: 80 },
                ],
            },
            // With a shorter latency, bolts that converge and ships that are extrapolated get hit
            // too.
            Self::LateLaser => {
                Task { goal: Goal::Hit, limits: &[Limit { control: 0, least: 200, most: 600 }] }
            }
            Self::Jump => Task { goal: Goal::Hit, limits: &[] },
            Self::Rewinding => Task { goal: Goal::Missed, limits: &[] },
            Self::VictimPays => {
                Task { goal: Goal::Missed, limits: &[Limit { control: 1, least: 200, most: 400 }] }
            }
            Self::Lockstep => {
                Task { goal: Goal::FullSpeed, limits: &[Limit { control: 0, least: 0, most: 18 }] }
            }
            Self::Everyone => Task { goal: Goal::AtMost(10), limits: &[] },
            Self::Rollback => Task {
                goal: Goal::AtMost(12),
                limits: &[Limit { control: 1, least: 15, most: 30 }],
            },
            Self::Choose => {
                Task { goal: Goal::Hit, limits: &[Limit { control: 2, least: 300, most: 600 }] }
            }
        }
    }
}
