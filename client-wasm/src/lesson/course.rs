//! The steps of the lesson: the lag as a distance between two pictures of a ship, a hit that counts
//! as it was seen, and a shot beyond the rewind limit. From the facts of each frame follow the
//! sentence, its place, the link and the ghosts. Each step passes by what the player does; one that
//! does not pass gets a hint, and can be skipped.

use shared::{
    base::{geometry::Vec2, time::Micros},
    schemes::clamp::Clamp,
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};

use super::{
    each_way::{EachWay, Wanted},
    facts::{Facts, JudgedShot, Room, Sighting},
};

/// Distance from which a ship and its outline stand apart readably, in u: a bot of the first life
/// flies at some 130 u/s, and is seen some 110 ms after its outline.
const APART_U: f32 = SHIP_RADIUS_U * 0.625;
/// How long they have to, altogether.
const APART_FOR: Micros = Micros::from_ms(2_500);
/// How far a ship has to move on across the line of a shot to count as crossing, in u.
const CROSSED_U: f32 = SHIP_RADIUS_U / 2.0;
/// Distance up to which a ship was judged where it was seen, in u.
const SAME_U: f32 = 2.0;
/// Distance from which it was readably judged elsewhere, in u.
const ELSEWHERE_U: f32 = SHIP_RADIUS_U / 2.0;
/// Time in flight after which a step gets a hint.
const HINT_AFTER: Micros = Micros::from_ms(30_000);
/// How long a step's last sentence stays to be read.
const READING: Micros = Micros::from_ms(7_000);
/// How long a step's first sentence stays at least: the one that explains, and one that says what
/// to do.
const EXPLAINED: Micros = Micros::from_ms(5_500);
const ASKED: Micros = Micros::from_ms(2_500);
/// How long the lesson waits for another ship in the room.
const ALONE_MAX: Micros = Micros::from_ms(6_000);
/// How long a sentence stays with a ship before it may move to another one.
const SUBJECT_FOR: Micros = Micros::from_ms(2_000);
/// Longest time that a frame counts for: a page in the background shows nothing.
const FRAME_MAX: Micros = Micros::from_ms(250);

/// Why a lesson ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every step was passed or skipped.
    Done,
    /// The player left it.
    Left,
    /// There is no other ship to see the lag at.
    Alone,
    /// Another player came in.
    Joined,
    /// The rules or the player's settings changed.
    OtherNetcode,
}

/// What is said, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// The outline is newer than the ship, whose picture is this old when a shot arrives.
    Outline { age_ms: i64 },
    /// Hit a ship that crosses.
    Cross,
    /// The hit counted: the server rewound.
    Counted { rewound_ms: i64 },
    /// The picture is now older than the rewind limit.
    Beyond { age_ms: i64, limit_ms: i64 },
    /// The shot was judged elsewhere than seen.
    Elsewhere { seen_ms: i64, limit_ms: i64, apart_u: i64 },
    /// The link is as it was.
    Closing,
}

/// What a sentence speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    Own,
    Ship(ShipId),
    At(Vec2),
    /// Nothing in particular.
    Nowhere,
}

/// The step that a player is at, of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Outline,
    Cross,
    Beyond,
}

/// What the player's button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// Skips a step that is not passed yet.
    Skip,
    /// Goes on from one that is.
    Next,
}

/// What the page shows and simulates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guidance {
    /// `None` when all are over.
    pub step: Option<Step>,
    /// `None` while a change of the link settles.
    pub sentence: Option<Sentence>,
    pub target: Target,
    /// Whether the step has taken so long that a hint may help.
    pub is_hint_due: bool,
    pub onward: Onward,
    /// Latency each way of the simulated link, in ms, with ghosts; `None` where both are the
    /// player's own.
    pub each_way_ms: Option<u16>,
    /// The shot whose outlines stay in the picture.
    pub kept: Option<JudgedShot>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// Before the first picture.
    Begun,
    Outline,
    Cross,
    Counted(JudgedShot),
    Beyond,
    Elsewhere(JudgedShot),
    Closing,
    Over(End),
}

/// A lesson in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    part: Part,
    /// Time in flight since the part began.
    spent: Micros,
    /// How much of it a sentence was shown.
    said: Micros,
    /// The last frame.
    at: Option<Micros>,
    /// The latency of the link when the lesson began, in ms.
    before_ms: u16,
    each_way: Option<EachWay>,
    limit_ms: i64,
    /// How long an outline has stood apart, in the first step.
    apart: Micros,
    /// The ship that the sentence is at, and since when.
    subject: Option<(ShipId, Micros)>,
    /// How long no other ship has been in the room.
    alone: Micros,
}

impl Lesson {
    /// Begins over a link with this latency each way, in ms.
    #[must_use]
    pub fn new(before_ms: u16) -> Self {
        Self {
            part: Part::Begun,
            spent: Micros(0),
            said: Micros(0),
            at: None,
            before_ms,
            each_way: None,
            limit_ms: 0,
            apart: Micros(0),
            subject: None,
            alone: Micros(0),
        }
    }

    /// Why it ended; `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self.part {
            Part::Over(end) => Some(end),
            _ => None,
        }
    }

    /// The player leaves it. After the last step it is done.
    pub fn leave(&mut self) {
        let end = if self.part == Part::Closing { End::Done } else { End::Left };
        self.begin(Part::Over(end));
    }

    /// The player skips the step or goes on.
    pub fn go_on(&mut self) {
        self.begin(match self.part {
            Part::Begun | Part::Over(_) => return,
            Part::Outline => Part::Cross,
            Part::Cross | Part::Counted(_) => Part::Beyond,
            Part::Beyond | Part::Elsewhere(_) => Part::Closing,
            Part::Closing => Part::Over(End::Done),
        });
    }

    /// Handles a frame.
    pub fn handle_frame(&mut self, facts: &Facts) {
        let passed = self.at.replace(facts.now).map_or(Micros(0), |at| facts.now - at);
        let passed = passed.clamp(Micros(0), FRAME_MAX);
        if let Some(end) = self.hindrance(facts, passed) {
            return self.begin(Part::Over(end));
        }
        if facts.is_flying {
            self.spent += passed;
            self.said += if self.sentence().is_some() { passed } else { Micros(0) };
        }
        self.handle_age(facts);
        self.choose_subject(facts);
        match self.part {
            Part::Begun if facts.age.is_some() && facts.any_other => self.begin(Part::Outline),
            Part::Outline => self.watch(facts, passed),
            Part::Cross if self.said >= ASKED => {
                let counted = facts.shots.iter().find(|shot| is_counted(shot));
                counted.into_iter().for_each(|shot| self.begin(Part::Counted(*shot)));
            }
            Part::Beyond if self.said >= ASKED => {
                let elsewhere = facts.shots.iter().find(|shot| is_elsewhere(shot));
                elsewhere.into_iter().for_each(|shot| self.begin(Part::Elsewhere(*shot)));
            }
            Part::Counted(_) | Part::Elsewhere(_) | Part::Closing if self.spent >= READING => {
                self.go_on();
            }
            _ => {}
        }
    }

    /// What the page shows and simulates now.
    #[must_use]
    pub fn guidance(&self) -> Guidance {
        let is_task = matches!(self.part, Part::Outline | Part::Cross | Part::Beyond);
        Guidance {
            step: match self.part {
                Part::Begun | Part::Outline => Some(Step::Outline),
                Part::Cross | Part::Counted(_) => Some(Step::Cross),
                Part::Beyond | Part::Elsewhere(_) => Some(Step::Beyond),
                Part::Closing | Part::Over(_) => None,
            },
            sentence: self.sentence(),
            target: self.target(),
            is_hint_due: is_task && self.spent >= HINT_AFTER,
            onward: if is_task || self.part == Part::Begun { Onward::Skip } else { Onward::Next },
            each_way_ms: match self.part {
                Part::Closing | Part::Over(_) => None,
                _ => Some(self.each_way.map_or(self.before_ms, |each_way| each_way.ms())),
            },
            kept: match self.part {
                Part::Counted(shot) | Part::Elsewhere(shot) => Some(shot),
                _ => None,
            },
        }
    }

    fn sentence(&self) -> Option<Sentence> {
        let of_step = self.each_way.filter(|each_way| Some(each_way.wanted()) == self.wanted());
        let age_ms = of_step.and_then(|each_way| each_way.measured_ms());
        let limit_ms = self.limit_ms;
        Some(match self.part {
            Part::Begun | Part::Over(_) => return None,
            Part::Outline => Sentence::Outline { age_ms: age_ms? },
            Part::Cross => Sentence::Cross,
            Part::Counted(shot) => Sentence::Counted { rewound_ms: shot.rewound_ms },
            Part::Beyond => {
                Sentence::Beyond { age_ms: age_ms.filter(|age_ms| *age_ms > limit_ms)?, limit_ms }
            }
            Part::Elsewhere(shot) => Sentence::Elsewhere {
                seen_ms: shot.seen_ms,
                limit_ms: shot.rewound_ms,
                apart_u: shot.apart_u().round() as i64,
            },
            Part::Closing => Sentence::Closing,
        })
    }

    fn wanted(&self) -> Option<Wanted> {
        match self.part {
            Part::Outline | Part::Cross | Part::Counted(_) => Some(Wanted::Within),
            Part::Beyond | Part::Elsewhere(_) => Some(Wanted::Beyond),
            Part::Begun | Part::Closing | Part::Over(_) => None,
        }
    }

    fn target(&self) -> Target {
        match self.part {
            Part::Counted(shot) | Part::Elsewhere(shot) => Target::At(shot.judged),
            Part::Outline | Part::Cross | Part::Beyond => {
                self.subject.map_or(Target::Own, |(ship, _)| Target::Ship(ship))
            }
            Part::Begun | Part::Closing | Part::Over(_) => Target::Nowhere,
        }
    }

    /// What makes the lesson impossible here.
    fn hindrance(&mut self, facts: &Facts, passed: Micros) -> Option<End> {
        self.alone = if facts.any_other { Micros(0) } else { self.alone + passed };
        match facts.room {
            _ if matches!(self.part, Part::Closing | Part::Over(_)) => None,
            Room::Shared => Some(End::Joined),
            Room::OtherNetcode => Some(End::OtherNetcode),
            Room::Fit => (self.alone >= ALONE_MAX).then_some(End::Alone),
        }
    }

    /// Keeps the picture as old as the step needs. Where the player's own connection is beyond the
    /// limit, only the last step can be shown.
    fn handle_age(&mut self, facts: &Facts) {
        let Some(age) = facts.age else { return };
        self.limit_ms = age.limit_ms;
        let Some(wanted) = self.wanted() else { return };
        let mut each_way = match self.each_way {
            None => EachWay::new(wanted, self.before_ms, age),
            Some(each_way) if each_way.wanted() != wanted => each_way.next(wanted, age),
            Some(each_way) => each_way,
        };
        each_way.handle_age(facts.now, age);
        self.each_way = Some(each_way);
        if each_way.is_hopeless() && matches!(self.part, Part::Outline | Part::Cross) {
            self.begin(Part::Beyond);
        }
    }

    /// The first step: an outline has stood apart from its ship for some time.
    fn watch(&mut self, facts: &Facts, passed: Micros) {
        let is_apart = facts.others.iter().any(|other| other.apart_u() >= APART_U);
        if is_apart && facts.is_flying {
            self.apart += passed;
        }
        if self.apart >= APART_FOR && self.said >= EXPLAINED {
            self.begin(Part::Cross);
        }
    }

    /// Chooses the ship that the sentence is at: the one whose outline is furthest from it, for a
    /// while at least.
    fn choose_subject(&mut self, facts: &Facts) {
        if let Some((ship, since)) = self.subject
            && facts.now - since < SUBJECT_FOR
            && facts.others.iter().any(|other| other.ship == ship)
        {
            return;
        }
        let apart = |a: &&Sighting, b: &&Sighting| a.apart_u().total_cmp(&b.apart_u());
        let furthest = facts.others.iter().max_by(apart);
        self.subject = furthest.map(|other| (other.ship, facts.now));
    }

    fn begin(&mut self, part: Part) {
        (self.part, self.spent, self.said) = (part, Micros(0), Micros(0));
    }
}

/// Whether a beam hit a ship that crossed, judged where it was seen.
fn is_counted(shot: &JudgedShot) -> bool {
    shot.shot.weapon == Weapon::Beam
        && shot.is_hit
        && shot.crossed_u() >= CROSSED_U
        && shot.apart_u() <= SAME_U
}

/// Whether a shot was judged elsewhere than seen, because of the rewind limit.
fn is_elsewhere(shot: &JudgedShot) -> bool {
    shot.clamp == Some(Clamp::Bound) && shot.apart_u() >= ELSEWHERE_U
}

#[cfg(test)]
#[path = "course_tests.rs"]
mod tests;
