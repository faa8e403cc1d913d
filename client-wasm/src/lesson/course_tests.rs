//! Tests of the lesson in virtual time, against a match whose picture is as old as the link that
//! the lesson asks for makes it.

use shared::{base::time::Tick, sim::event::ShotId};

use super::*;
use crate::lesson::each_way::Age;

/// Age of the picture without a simulated link, and the rewind limit, in ms.
const OWN_MS: i64 = 170;
const LIMIT_MS: i64 = 400;
const FRAME_MS: i64 = 16;
const OTHER: ShipId = ShipId { idx: 3, generation: 0 };

/// A match in virtual time, with a lesson in it.
struct Match {
    now_ms: i64,
    own_ms: i64,
    room: Room,
    is_flying: bool,
    any_other: bool,
    /// Distance between the other ship and its outline, in u.
    apart_u: f32,
    lesson: Lesson,
    /// Every sentence said, without repetition.
    said: Vec<Sentence>,
}

impl Match {
    fn new() -> Self {
        Self {
            now_ms: 1_000,
            own_ms: OWN_MS,
            room: Room::Fit,
            is_flying: true,
            any_other: true,
            apart_u: 40.0,
            lesson: Lesson::new(0),
            said: Vec::new(),
        }
    }

    fn frame(&mut self, shots: Vec<JudgedShot>) {
        self.now_ms += FRAME_MS;
        let link_ms = self.lesson.guidance().each_way_ms.unwrap_or(0);
        let age = Age { age_ms: self.own_ms + 2 * i64::from(link_ms), limit_ms: LIMIT_MS };
        let drawn = Vec2::new(900.0, 500.0);
        let other = Sighting { ship: OTHER, drawn, server: drawn + Vec2::X * self.apart_u };
        self.lesson.handle_frame(&Facts {
            now: Micros::from_ms(self.now_ms),
            room: self.room,
            is_flying: self.is_flying,
            any_other: self.any_other,
            age: Some(age),
            others: if self.any_other { vec![other] } else { Vec::new() },
            shots,
        });
        let sentence = self.lesson.guidance().sentence;
        self.said.extend(sentence.filter(|sentence| self.said.last() != Some(sentence)));
    }

    fn run(&mut self, ms: i64) {
        (0..ms / FRAME_MS).for_each(|_| self.frame(Vec::new()));
    }

    /// Runs until a step begins.
    fn until(&mut self, step: Step) {
        for _ in 0..2_000 {
            if self.lesson.guidance().step == Some(step) {
                return;
            }
            self.frame(Vec::new());
        }
        panic!("{step:?} does not begin: {:?}", self.lesson);
    }
}

/// A beam at a ship that crosses, which counts as it was seen.
fn beam() -> JudgedShot {
    let judged = Vec2::new(900.0, 500.0);
    JudgedShot {
        shot: ShotId {
            tick: Tick(700),
            shooter: ShipId { idx: 0, generation: 0 },
            weapon: Weapon::Beam,
        },
        ship: OTHER,
        is_hit: true,
        dir: Vec2::Y,
        saw: judged,
        judged,
        present: judged + Vec2::X * 30.0,
        seen_ms: 331,
        rewound_ms: 331,
        clamp: None,
    }
}

/// A shot that was judged at the limit.
fn bounded() -> JudgedShot {
    let shot = beam();
    JudgedShot {
        is_hit: false,
        saw: shot.judged - Vec2::X * 23.4,
        seen_ms: 465,
        rewound_ms: 400,
        clamp: Some(Clamp::Bound),
        ..shot
    }
}

#[test]
fn three_steps_lead_to_the_end_with_their_numbers() {
    let mut game = Match::new();
    game.until(Step::Cross);
    game.frame(vec![beam()]);
    assert_eq!(game.lesson.guidance().kept, None, "nobody has read what to do");
    game.run(3_000);
    assert_eq!(game.lesson.guidance().each_way_ms, Some(80));
    game.frame(vec![beam()]);
    assert_eq!(game.lesson.guidance().kept, Some(beam()));
    assert_eq!(game.lesson.guidance().target, Target::At(beam().judged));
    game.until(Step::Beyond);
    game.frame(vec![bounded()]);
    assert_eq!(game.lesson.guidance().kept, None);
    game.run(5_000);
    assert_eq!(game.lesson.guidance().each_way_ms, Some(165));
    game.frame(vec![bounded()]);
    game.run(8_000);
    assert_eq!(game.lesson.guidance().each_way_ms, None, "the link is the player's own again");
    game.run(8_000);
    assert_eq!(game.lesson.end(), Some(End::Done));
    let said = [
        Sentence::Outline { age_ms: 330 },
        Sentence::Cross,
        Sentence::Counted { rewound_ms: 331 },
        Sentence::Beyond { age_ms: 500, limit_ms: 400 },
        Sentence::Elsewhere { seen_ms: 465, limit_ms: 400, apart_u: 23 },
        Sentence::Closing,
    ];
    assert_eq!(game.said, said);
    assert!(game.now_ms < 60_000, "{} ms", game.now_ms);
}

#[test]
fn the_first_step_passes_only_while_an_outline_stands_apart() {
    let mut game = Match::new();
    game.apart_u = APART_U - 1.0;
    game.run(20_000);
    assert_eq!(game.lesson.guidance().step, Some(Step::Outline));
    game.apart_u = APART_U;
    game.run(APART_FOR.as_ms() - 500);
    assert_eq!(game.lesson.guidance().step, Some(Step::Outline));
    game.is_flying = false;
    game.run(5_000);
    assert_eq!(game.lesson.guidance().step, Some(Step::Outline), "nobody looks while down");
    game.is_flying = true;
    game.run(600);
    assert_eq!(game.lesson.guidance().step, Some(Step::Cross));
}

#[test]
fn only_a_beam_that_counts_as_seen_on_a_crossing_ship_passes_the_second() {
    let laser = ShotId { weapon: Weapon::Laser, ..beam().shot };
    let still = beam().judged + Vec2::X * (CROSSED_U - 0.1);
    let along = beam().judged + Vec2::Y * 90.0;
    let rows = [
        ("a laser", JudgedShot { shot: laser, ..beam() }),
        ("a miss", JudgedShot { is_hit: false, ..beam() }),
        ("a ship that stands", JudgedShot { present: still, ..beam() }),
        ("a ship that flies away", JudgedShot { present: along, ..beam() }),
        ("judged elsewhere", JudgedShot { saw: beam().judged + Vec2::X * 3.0, ..beam() }),
    ];
    let mut game = Match::new();
    game.until(Step::Cross);
    game.run(3_000);
    for (name, shot) in rows {
        game.frame(vec![shot]);
        assert_eq!(game.lesson.guidance().kept, None, "{name}");
    }
    game.frame(vec![rows[1].1, beam()]);
    assert_eq!(game.lesson.guidance().kept, Some(beam()));
}

#[test]
fn only_a_shot_parted_by_the_limit_passes_the_third() {
    let rows = [
        ("not bounded", JudgedShot { clamp: None, ..bounded() }),
        ("implausible", JudgedShot { clamp: Some(Clamp::Implausible), ..bounded() }),
        ("not parted", JudgedShot { saw: bounded().judged, ..bounded() }),
    ];
    let mut game = Match::new();
    game.until(Step::Cross);
    game.lesson.go_on();
    game.run(5_000);
    for (name, shot) in rows {
        game.frame(vec![shot]);
        assert_eq!(game.lesson.guidance().kept, None, "{name}");
    }
    game.frame(vec![bounded()]);
    assert_eq!(game.lesson.guidance().kept, Some(bounded()));
}

#[test]
fn a_step_that_takes_long_gets_a_hint_and_can_be_skipped() {
    let mut game = Match::new();
    game.apart_u = 0.0;
    for step in [Step::Outline, Step::Cross, Step::Beyond] {
        assert_eq!(game.lesson.guidance().step, Some(step));
        game.run(29_000);
        assert!(!game.lesson.guidance().is_hint_due, "{step:?}");
        game.is_flying = false;
        game.run(30_000);
        assert!(!game.lesson.guidance().is_hint_due, "a ship that is down takes no time");
        game.is_flying = true;
        game.run(1_200);
        assert!(game.lesson.guidance().is_hint_due, "{step:?}");
        assert_eq!(game.lesson.guidance().onward, Onward::Skip);
        game.lesson.go_on();
    }
    assert_eq!(game.lesson.guidance().onward, Onward::Next);
    game.lesson.go_on();
    assert_eq!(game.lesson.end(), Some(End::Done));
}

#[test]
fn it_ends_where_it_cannot_go_on() {
    type Change = fn(&mut Match);
    let rows: [(Change, End); 3] = [
        (|game| game.room = Room::Shared, End::Joined),
        (|game| game.room = Room::OtherNetcode, End::OtherNetcode),
        (|game| game.any_other = false, End::Alone),
    ];
    for (change, end) in rows {
        let mut game = Match::new();
        game.until(Step::Cross);
        change(&mut game);
        game.run(ALONE_MAX.as_ms() + 100);
        assert_eq!(game.lesson.end(), Some(end));
        assert_eq!(game.lesson.guidance().each_way_ms, None);
    }
}

#[test]
fn leaving_ends_it_with_the_players_own_link() {
    let mut game = Match::new();
    game.until(Step::Cross);
    game.lesson.leave();
    assert_eq!((game.lesson.end(), game.lesson.guidance().each_way_ms), (Some(End::Left), None));
    let mut game = Match::new();
    game.run(100);
    (0..3).for_each(|_| game.lesson.go_on());
    assert_eq!(game.lesson.guidance().sentence, Some(Sentence::Closing));
    game.lesson.leave();
    assert_eq!(game.lesson.end(), Some(End::Done), "after the last step nothing is left to do");
}

#[test]
fn a_slow_connection_is_not_slowed_further_and_sees_the_last_step() {
    let mut game = Match::new();
    game.own_ms = 260;
    game.until(Step::Cross);
    assert_eq!(game.lesson.guidance().each_way_ms, Some(45));
    let first = [Sentence::Outline { age_ms: 420 }, Sentence::Outline { age_ms: 350 }];
    assert_eq!(game.said[..2], first);
    let mut game = Match::new();
    game.own_ms = 450;
    game.until(Step::Beyond);
    game.run(3_000);
    assert_eq!(game.said.last(), Some(&Sentence::Beyond { age_ms: 500, limit_ms: LIMIT_MS }));
}

#[test]
fn a_page_in_the_background_counts_as_one_frame() {
    let mut game = Match::new();
    game.until(Step::Cross);
    game.now_ms += 60_000;
    game.run(1_000);
    assert!(!game.lesson.guidance().is_hint_due);
}
