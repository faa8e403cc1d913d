//! A shot in words, where it is looked into: a case goes in, its title and what each scheme would
//! have said of it come out.

use shared::{
    base::{
        geometry::Vec2,
        time::{TickRate, ViewTime},
    },
    lab::forensics::{Case, Other},
    report::shot_report::ShotReport,
    schemes::clamp::Clamp,
    sim::{
        event::{Decision, Weapon},
        ship::ShipId,
    },
};

use crate::text::figures::{tenths, whole};

/// Places nearer to each other than this are told as the same one, in u.
const SAME_U: f32 = 0.5;

/// How a sheet calls ships.
pub type Names<'a> = &'a dyn Fn(ShipId) -> String;

/// What became of a shot, in a word.
#[must_use]
pub fn verdict(report: &ShotReport) -> &'static str {
    match report.record.verdict {
        _ if report.undone.is_some() => "undone",
        Decision::Hit { .. } | Decision::Settled { .. } | Decision::Pierced { .. } => "hit",
        Decision::Retracted { .. } => "undone",
        Decision::Missed if report.refused.is_some() => "refused",
        Decision::Missed => "miss",
        Decision::Vetoed { .. } => "veto",
        Decision::Void { .. } => "no hit",
    }
}

/// What a weapon is called.
#[must_use]
pub const fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Laser => "laser",
        Weapon::Beam => "beam",
    }
}

/// `Your laser at Ann: hit`.
#[must_use]
pub fn title(case: &Case, names: Names) -> String {
    let report = case.report();
    let own = case.shooter() == report.viewer;
    let mut title =
        if own { String::from("Your ") } else { [&names(case.shooter()), "'s "].concat() };
    title.push_str(weapon(report.record.shot.weapon));
    if let Some(target) = case.target().filter(|_| !case.is_near_nobody()) {
        title.push_str(" at ");
        title.push_str(&if target == report.viewer { "you".into() } else { names(target) });
    }
    [&title, ": ", verdict(report)].concat()
}

/// What the room said by rules that are those of no preset: `This room: hit Ann.`
#[must_use]
pub fn this_room(case: &Case, names: Names) -> String {
    let report = case.report();
    let of = |ship: ShipId| if ship == report.viewer { "you".into() } else { names(ship) };
    let whom = named(&report.record.verdict, of);
    let space = if whom.is_empty() { "" } else { " " };
    ["This room, by rules of its own: ", verdict(report), space, &whom, "."].concat()
}

/// The ships that a decision is about: `Ann`, `Ann and Bob`, or `Ann, Bob and Cy`.
#[must_use]
pub fn named(decision: &Decision, name: impl Fn(ShipId) -> String) -> String {
    let all: Vec<String> = decision.names().map(name).collect();
    match &all[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => [&first.join(", "), " and ", last].concat(),
    }
}

/// What another scheme would have said: `Your shot would have hit Ann.`
#[must_use]
pub fn counterfactual(case: &Case, other: Other, names: Names) -> String {
    let viewer = case.report().viewer;
    let own = case.shooter() == viewer;
    let of = |ship: ShipId| if ship == viewer { "you".into() } else { names(ship) };
    let whom = other.decision.map(|decision| named(&decision, of)).unwrap_or_default();
    let (before, whom, after) = match other.decision {
        None => (" would not have been decided yet", "", ""),
        Some(Decision::Missed | Decision::Retracted { .. }) => (" would have hit nobody", "", ""),
        Some(Decision::Hit { .. } | Decision::Settled { .. } | Decision::Pierced { .. }) => {
            (" would have hit ", whom.as_str(), "")
        }
        Some(Decision::Vetoed { .. }) => {
            (" would have met ", whom.as_str(), ", but for the cover now")
        }
        Some(Decision::Void { .. }) => {
            (" would have met ", whom.as_str(), ", but a shield held or that life was over")
        }
    };
    let shot = if own { "Your shot" } else { "The shot" };
    let mut text = [shot, before, whom, after, "."].concat();
    if other.drawn_off_u > 0.0 {
        let off = distance(other.drawn_off_u);
        let aimed = if own { " elsewhere, so you" } else { " elsewhere, so the shooter" };
        text.extend([
            " ≈ The target would have been drawn ",
            &off,
            aimed,
            " would have aimed elsewhere.",
        ]);
    }
    text
}

/// Why the moment used is not the one claimed, in a few words.
#[must_use]
pub const fn clamp(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Bound => "view moved to the bound",
        Clamp::Future => "view moved to the shot",
        Clamp::Backwards => "view moved: it never runs back",
        Clamp::Implausible => "view moved to fit the round trip",
        Clamp::NotDelayed => "view moved to the shared delay",
        Clamp::PingCap => "view moved to the ping cap",
    }
}

/// A distance to a tenth.
#[must_use]
pub fn distance(distance_u: f32) -> String {
    [&tenths((distance_u * 10.0 + 0.5) as i64), " u"].concat()
}

/// How far apart two places are, as the sentence tells it too: half a unit is nothing.
#[must_use]
pub fn apart(one: Vec2, other: Vec2) -> String {
    let way_u = (one - other).length();
    if way_u <= SAME_U { "same place".into() } else { [&distance(way_u), " apart"].concat() }
}

/// A span in 1/256 tick in ms, rounded, with its sign.
#[must_use]
pub fn span(rate: TickRate, steps: i64) -> String {
    let ms = millis(rate, steps);
    let sign = if ms > 0 { "+" } else { "" };
    [sign, &whole(ms), " ms"].concat()
}

/// A span in 1/256 tick in ms, rounded.
#[must_use]
pub fn millis(rate: TickRate, steps: i64) -> i64 {
    (rate.micros_in_steps(steps).0 + 500).div_euclid(1000)
}

/// How long after another moment one is, in ms.
#[must_use]
pub fn ms_after(rate: TickRate, moment: ViewTime, from: ViewTime) -> f32 {
    rate.micros_in_steps(moment.0 - from.0).0 as f32 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_distances_have_units_and_signs() {
        let rate = TickRate::new(60).unwrap();
        let rows = [(0, "0 ms"), (256, "+17 ms"), (-256, "−17 ms"), (15_360, "+1000 ms")];
        for (steps, text) in rows {
            assert_eq!(span(rate, steps), text);
        }
        assert_eq!(distance(3.12), "3.1 u");
        assert_eq!(apart(Vec2::ZERO, Vec2::new(3.0, 4.0)), "5.0 u apart");
        assert_eq!(apart(Vec2::ZERO, Vec2::new(0.3, 0.0)), "same place");
        let at = |tick: i64| ViewTime(tick * 256);
        assert!((ms_after(rate, at(3), at(6)) + 50.0).abs() < 0.01);
    }
}
