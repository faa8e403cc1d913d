//! Explains what happened to a shot, in Korean.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use forensics::sentence::{
    ClampReason, ClockShift, ImpactPlace, MissReason, PassingSide, Person, Reach, RefusalReason,
    RewoundMoment, Separation, ShipMet, ShotSentence,
};
use shared::judge::hit_test::state::{Cover, VoidCause};

use super::person::{Part, all, called, whose};
use crate::names::Names;

pub(crate) fn say(sentence: &ShotSentence, names: Names) -> String {
    match *sentence {
        ShotSentence::Hit { shooter, looked, met: ref all_met } => {
            hit(shooter, looked, all_met, names)
        }
        ShotSentence::FurtherBy { off_u } => {
            format!("그때 나는 {off_u:.1} u 더 나아가 있었습니다.")
        }
        ShotSentence::CanBeUndone => "이 명중은 아직 취소될 수 있습니다.".to_string(),
        ShotSentence::Missed { ship, shooter, gap_u, side, because } => format!(
            "빗나감: 사격이 {gap_u:.1} u 차이로 {} {}을 지나갔습니다. {}",
            whose(ship, names),
            passed(side),
            missed_because(because, ship, shooter, names)
        ),
        ShotSentence::NobodyNear => "빗나감: 사격 가까이에 아무도 없었습니다.".to_string(),
        ShotSentence::NothingClaimed { shooter } => {
            format!("빗나감: {} 화면은 명중을 주장하지 않았습니다.", whose(shooter, names))
        }
        ShotSentence::Vetoed { looked: at, ship, cover } => format!(
            "기각: {}고, 그 순간에 사격이 {} 닿았습니다. 하지만 현재에는 {} 가로막고 있었고, 이 \
             방식에서는 명중이 현재에도 성립해야 합니다.",
            looked(at),
            called(ship, Part::Dative, names),
            covered_by(cover)
        ),
        ShotSentence::Void { ship, cause } => void(ship, cause, names),
        ShotSentence::Undone { victim, first, refund } => undone(victim, first, refund, names),
        ShotSentence::Refused { shooter, ship, because } => format!(
            "{} 화면은 {} 맞혔다고 주장했지만, 서버가 거부했습니다. {}",
            whose(shooter, names),
            called(ship, Part::Object, names),
            refused_because(because, ship, names)
        ),
        ShotSentence::Clamped { shooter, because } => clamped(shooter, because, names),
        ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms: 0, off_u } => format!(
            "{} 화면은 추측하고 있었습니다. {} 최신 스냅샷보다 더 앞으로 보내서, 서버가 판정한 \
             자리에서 {off_u:.1} u 떨어진 곳에 그렸습니다.",
            whose(shooter, names),
            called(ship, Part::Object, names)
        ),
        ShotSentence::Extrapolated { shooter, ship, since_snapshot_ms, off_u } => format!(
            "{} 화면은 추측하고 있었습니다. {since_snapshot_ms} ms 동안 {} 소식을 받지 못해서, \
             서버가 판정한 자리에서 {off_u:.1} u 떨어진 곳에 그렸습니다.",
            whose(shooter, names),
            whose(ship, names)
        ),
        ShotSentence::Lost { shooter, ship, gap_ms, off_u } => format!(
            "{} 소식이 오는 길에 사라졌습니다. {} 화면은 {gap_ms} ms의 틈을 가로지르는 직선 위에, \
             서버가 판정한 자리에서 {off_u:.1} u 떨어진 곳에 {} 그렸습니다.",
            whose(ship, names),
            whose(shooter, names),
            called(ship, Part::Object, names)
        ),
        ShotSentence::Slipped { shooter, by_ms, way } => {
            let way = match way {
                ClockShift::Ahead => "미래 쪽으로",
                ClockShift::Back => "과거 쪽으로",
            };
            format!(
                "탄이 나는 동안 {} 화면이 보여 주는 순간이 {by_ms:.1} ms {way} 밀렸습니다.",
                whose(shooter, names)
            )
        }
    }
}

fn hit(shooter: Person, at: RewoundMoment, all_met: &[ShipMet], names: Names) -> String {
    let mut said = String::new();
    if all_met.len() > 1 {
        let ships: Vec<Person> = all_met.iter().map(|ship_met| ship_met.ship).collect();
        said.push_str(&format!("{} ", all(&ships, Part::Alone, names)));
    }
    said.push_str(&format!("명중: {}", looked(at)));
    for (n, ship_met) in all_met.iter().enumerate() {
        // A ship without stored poses is never rewound, whatever moment the server judges.
        let is_present = matches!(ship_met.place, ImpactPlace::Present { .. });
        let begin = match (n, at) {
            (0, RewoundMoment::Present) => "고, 사격이",
            (0, _) if is_present => "지만, 사격은 현재의 순간에",
            (0, _) => "고, 그 순간에 사격이",
            (_, RewoundMoment::Present) => " 이어서",
            (_, _) if is_present => " 이어서 현재의 순간에",
            (_, _) => " 이어서",
        };
        said.push_str(&format!("{begin} {}", met(shooter, ship_met, names)));
    }
    said
}

/// The ship that a shot met, and where: the end of a sentence, and any addition to it.
fn met(shooter: Person, ship_met: &ShipMet, names: Names) -> String {
    let whom = called(ship_met.ship, Part::Dative, names);
    match ship_met.place {
        ImpactPlace::Unknown => format!("{whom} 닿았습니다."),
        ImpactPlace::Present { from_centre_u, drawn_off_u } => {
            let drawn = drawn_off_u.map(|off_u| {
                format!(
                    " {} 화면에는 {} 그곳에서 {off_u:.1} u 떨어져 보였습니다.",
                    whose(shooter, names),
                    called(ship_met.ship, Part::Subject, names)
                )
            });
            let drawn = drawn.unwrap_or_default();
            format!("기체 중심에서 {from_centre_u:.1} u 떨어진 곳에서 {whom} 닿았습니다.{drawn}")
        }
        ImpactPlace::Past(Separation::Same { off_u }) => {
            format!("{} 자리에서 {whom} 닿았습니다({off_u:.1} u 차이).", seen_by(shooter, names))
        }
        ImpactPlace::Past(Separation::Off { off_u }) => format!(
            "{} 자리에서 {off_u:.1} u 떨어진 곳에서 {whom} 닿았습니다.",
            seen_by(shooter, names)
        ),
    }
}

/// Modifier before the place where a shooter saw a ship.
fn seen_by(shooter: Person, names: Names) -> String {
    format!("{} 본", called(shooter, Part::Subject, names))
}

/// The moment the server judged, as a clause up to the verb's stem; an ending follows.
fn looked(at: RewoundMoment) -> String {
    let (back_ms, how) = match at {
        RewoundMoment::Present => return "서버는 현재를 판정했".to_string(),
        RewoundMoment::SharedDelay { back_ms } => (back_ms, "누구에게나 그러듯이 ".to_string()),
        RewoundMoment::Past { back_ms } => (back_ms, String::new()),
        RewoundMoment::Bounded { back_ms, bound_ms, reach } => {
            (back_ms, within(&format!("{bound_ms} ms의 한계"), reach))
        }
        RewoundMoment::Capped { back_ms, cap_ms, lerp_ms, reach } => {
            (back_ms, within(&format!("핑 상한 {cap_ms} ms + 보간 {lerp_ms} ms의 범위"), reach))
        }
    };
    format!("서버는 {how}{back_ms} ms 전의 과거를 보았")
}

/// Whether a moment is within a bound or at it, as a phrase before the moment.
fn within(bound: &str, reach: Reach) -> String {
    match reach {
        Reach::Within => format!("{bound} 안에서 "),
        Reach::Limit => format!("{bound} 끝까지 돌아보아 "),
    }
}

const fn passed(side: PassingSide) -> &'static str {
    match side {
        PassingSide::Ahead => "앞쪽",
        PassingSide::Behind => "뒤쪽",
        PassingSide::Left => "왼쪽",
        PassingSide::Right => "오른쪽",
    }
}

fn missed_because(because: MissReason, ship: Person, shooter: Person, names: Names) -> String {
    match because {
        MissReason::Past { looked: at, apart } => {
            let Some(apart) = apart else { return format!("{}습니다.", looked(at)) };
            let (whom, seen) = (called(ship, Part::Topic, names), seen_by(shooter, names));
            let held = match apart {
                Separation::Same { off_u } => {
                    format!("{seen} 자리에 있었습니다({off_u:.1} u 차이).")
                }
                Separation::Off { off_u } => {
                    format!("{seen} 자리에서 {off_u:.1} u 떨어진 곳에 있었습니다.")
                }
            };
            format!("{}고, 그 순간에 {whom} {held}", looked(at))
        }
        MissReason::Present { picture_ms, apart_u } => {
            let judged = apart_u.map(|off_u| {
                format!(
                    " 현재에는 {} {} 자리에서 {off_u:.1} u 떨어져 있었습니다.",
                    called(ship, Part::Subject, names),
                    seen_by(shooter, names)
                )
            });
            format!(
                "{} {picture_ms} ms 전의 모습을 보고 겨눴지만, 서버는 현재를 판정했습니다.{}",
                called(shooter, Part::Topic, names),
                judged.unwrap_or_default()
            )
        }
    }
}

/// The cover in the way, as the subject.
const fn covered_by(cover: Option<Cover>) -> &'static str {
    match cover {
        Some(Cover::Ship) => "다른 기체가",
        Some(Cover::Rock) => "바위가",
        None => "무언가가",
    }
}

fn void(ship: Person, cause: Option<VoidCause>, names: Names) -> String {
    let why = match cause {
        Some(VoidCause::Shield) => "보호막이 지켜 주고 있었습니다",
        Some(VoidCause::LifeOver) => "그 기체는 이미 격추된 뒤였습니다",
        None => "보호막이 지켜 주고 있었거나 그 기체가 이미 격추된 뒤였습니다",
    };
    format!("무효: 사격이 {} 닿았지만, {why}.", called(ship, Part::Dative, names))
}

fn undone(victim: Person, first: Person, refund: u8, names: Names) -> String {
    let came_back = match victim {
        Person::You => "돌아왔습니다",
        Person::Ship(_) => "돌아갔습니다",
    };
    format!(
        "취소: 탄이 {}보다 {} 먼저 닿았으므로, 체력 {refund}점이 {} {came_back}.",
        called(victim, Part::Alone, names),
        called(first, Part::Dative, names),
        called(victim, Part::Dative, names)
    )
}

fn refused_because(because: RefusalReason, ship: Person, names: Names) -> String {
    match because {
        RefusalReason::UnknownShot => "서버는 그런 사격을 모릅니다.".to_string(),
        RefusalReason::Decided => "그 사격은 이미 판정이 끝났습니다.".to_string(),
        RefusalReason::BeyondBound { back_ms, bound_ms } => {
            format!("그 명중은 {back_ms} ms 전의 과거이고, 한계는 {bound_ms} ms입니다.")
        }
        RefusalReason::NotReached => "사격이 아직 그만큼 나아가지 못했습니다.".to_string(),
        RefusalReason::TooFar { beside_u } => format!(
            "서버에서는 사격이 {} 옆을 {beside_u:.1} u 차이로 지나갔습니다.",
            whose(ship, names)
        ),
        RefusalReason::LifeOver => "그 기체는 이미 격추된 뒤였습니다.".to_string(),
        RefusalReason::Shielded => {
            format!("{} 보호막이 지켜 주고 있었습니다.", whose(ship, names))
        }
        RefusalReason::Gone => {
            format!("{} 방에 없었습니다.", called(ship, Part::Topic, names))
        }
        RefusalReason::Cover => format!(
            "그때는 사격과 {} 사이에 엄폐물이 있었습니다.",
            called(ship, Part::Alone, names)
        ),
        RefusalReason::Ally => format!(
            "사격은 같은 편을 그대로 지나가며, {} 같은 편이었습니다.",
            called(ship, Part::Topic, names)
        ),
    }
}

fn clamped(shooter: Person, because: ClampReason, names: Names) -> String {
    let screen = format!("{} 화면에 보인 모습은", whose(shooter, names));
    match because {
        ClampReason::Bound { picture_ms, bound_ms, used_ms } => format!(
            "{screen} {picture_ms} ms 전의 것이지만, 한계가 {bound_ms} ms이므로 서버는 {used_ms} \
             ms 전을 보았습니다."
        ),
        ClampReason::Future { after_ms } => format!(
            "{screen} 사격보다 {after_ms} ms 뒤의 순간이었으므로, 서버는 사격한 순간을 썼습니다."
        ),
        ClampReason::Backwards { picture_ms, used_ms } => format!(
            "{screen} {picture_ms} ms 전의 것이지만, 앞선 사격이 더 나중의 순간을 보고 겨눈 \
             것이었으므로 서버는 그 나중의 순간인 {used_ms} ms 전을 썼습니다."
        ),
        ClampReason::Unexplained { picture_ms, used_ms } => format!(
            "{screen} {picture_ms} ms 전의 것이지만, 회선으로 설명되는 것은 {used_ms} ms까지이므로 \
             서버는 그만큼만 돌아보았습니다."
        ),
        ClampReason::RoundTrip { picture_ms, used_ms } => format!(
            "{screen} {picture_ms} ms 전의 것이지만, 핑으로 설명되지 않으므로 서버는 \
             {used_ms} ms 전을 보았습니다."
        ),
        ClampReason::PingCap { picture_ms, cap_ms, lerp_ms, used_ms } => format!(
            "{screen} {picture_ms} ms 전의 것이지만, 방의 핑 상한은 {cap_ms} ms + 보간 {lerp_ms} \
             ms까지이므로 서버는 {used_ms} ms 전을 보았습니다."
        ),
        ClampReason::SharedDelay { picture_ms, delay_ms, used_ms } => format!(
            "{screen} {picture_ms} ms 전의 것이지만, 서버는 누구에게나 {delay_ms} ms 전을 보므로 \
             {used_ms} ms 전을 썼습니다."
        ),
    }
}
