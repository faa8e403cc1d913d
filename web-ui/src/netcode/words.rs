//! The netcode in words: what presets, settings and verdicts are called where the player reads
//! them. Netcodes go in, short texts in the second person come out.

use shared::{
    netcode::{
        preset::Preset,
        rates::{CutBy, Granted},
        setting::{Setting, Unit},
        values::{Netcode, RoomNetcode},
    },
    report::shot_report::ReportRefusal,
    schemes::targeting::ClaimRefusal,
    wire::message::{Access, Refusal},
};

use super::chosen::Chosen;
use crate::text::figures::{push_whole, tenths, whole};

/// With more settings changed than this, little is left of the preset.
const CHANGED_MAX: usize = 6;
/// Changes told one by one; of the others only the number.
const CHANGES_TOLD_MAX: usize = 3;

/// What the netcode in force is called.
#[must_use]
pub fn name(chosen: &Chosen) -> String {
    let (preset, title) = (chosen.preset.netcode(), chosen.preset.title());
    if let Some(exact) = Preset::of(&chosen.netcode) {
        exact.title().into()
    } else if chosen.netcode.player == preset.player {
        [title, ", your part"].concat()
    } else if chosen.changed().count() <= CHANGED_MAX {
        [title, ", changed"].concat()
    } else {
        "your own mix".into()
    }
}

/// A value of a setting with its unit.
#[must_use]
pub fn value(setting: Setting, value: u32) -> String {
    let unit = match setting.spec().unit {
        Unit::Choice(names) => {
            return names.get(value as usize).map_or("", |(_, title)| title).into();
        }
        Unit::GridSteps => {
            return [tenths((i64::from(value) * 10 + 128) / 256).as_str(), " u"].concat();
        }
        Unit::Ms => " ms",
        Unit::Hz => " Hz",
        Unit::KiloBytesPerS => " kB/s",
        Unit::Count => "",
    };
    [whole(value.into()).as_str(), unit].concat()
}

/// The settings in which two rooms differ.
fn differing(from: &RoomNetcode, to: &RoomNetcode) -> (Netcode, Vec<Setting>) {
    let of = |room: &RoomNetcode| Netcode { room: *room, ..Netcode::default() };
    let (from, to) = (of(from), of(to));
    (to, to.differences(&from).collect())
}

/// What a room keeps that a preset would have otherwise: `None` if nothing.
#[must_use]
pub fn kept(room: &RoomNetcode, preset: Preset) -> Option<String> {
    let (_, settings) = differing(room, &preset.netcode().room);
    let mut text = String::from("The room keeps: ");
    for (n, setting) in settings.iter().enumerate() {
        text.push_str(if n == 0 { "" } else { ", " });
        text.push_str(setting.spec().title);
    }
    text.push('.');
    (!settings.is_empty()).then_some(text)
}

/// What changed between two sets of rules: `hit rule → Source: life ids, …`.
#[must_use]
pub fn changes(from: &RoomNetcode, to: &RoomNetcode) -> Option<String> {
    let (to, settings) = differing(from, to);
    let mut text = String::new();
    for (n, setting) in settings.iter().take(CHANGES_TOLD_MAX).enumerate() {
        let after = value(*setting, to.get(*setting));
        for piece in [if n == 0 { "" } else { ", " }, setting.spec().title, " → ", &after] {
            text.push_str(piece);
        }
    }
    if settings.len() > CHANGES_TOLD_MAX {
        text.push_str(", and ");
        push_whole(&mut text, (settings.len() - CHANGES_TOLD_MAX) as i64);
        text.push_str(" more");
    }
    (!settings.is_empty()).then_some(text)
}

/// The settings that tell what a preset chooses: who decides and how you see it, and whatever
/// else differs from the game's own.
pub fn choices(netcode: Netcode) -> impl Iterator<Item = (&'static str, String)> {
    const ALWAYS: [Setting; 5] =
        [Setting::HitRule, Setting::BoltPath, Setting::OwnShip, Setting::Remote, Setting::Bolts];
    let own = Netcode::default();
    let told = move |setting: &&Setting| {
        ALWAYS.contains(*setting) || netcode.get(**setting) != own.get(**setting)
    };
    let words =
        move |setting: &Setting| (setting.spec().title, value(*setting, netcode.get(*setting)));
    Setting::ALL.iter().filter(told).map(words)
}

/// Whether the player may change the room's rules, and if not, why.
#[must_use]
pub fn access(access: Access, first: &str) -> String {
    match access {
        Access::May => "You may change these. Everybody in the room gets them at once.".into(),
        Access::Public => "This room is public: its rules stay while others are in it.".into(),
        Access::FirstOnly { .. } => {
            ["Only ", first, ", who came first, may change the room's rules."].concat()
        }
    }
}

/// What a player gets of a rate that it wished for, where that is something else, and who says so.
#[must_use]
pub fn cut(setting: Setting, granted: Granted) -> Option<String> {
    let whose = match granted.cut_by? {
        CutBy::Room => "by the rules of this room",
        CutBy::Server => "by whoever runs this server",
        CutBy::TickRate => "one for each of the room's ticks",
    };
    Some(["You get ", &value(setting, granted.rate.into()), ": ", whose, "."].concat())
}

/// Why the room did not do what the player asked for.
#[must_use]
pub fn refusal(refusal: &Refusal, first: &str) -> String {
    match refusal {
        Refusal::Rules(why) => match why {
            Access::May => "The room keeps its rules. Try once more.".into(),
            _ => access(*why, first),
        },
        Refusal::Setting => "The room cannot play by that value, and keeps its rules.".into(),
        Refusal::LaboratoryOnly => {
            "Only the laboratory page plays by that value: the room keeps its rules.".into()
        }
        Refusal::FullUpdate { wait_ms } => {
            let wait = tenths((i64::from(*wait_ms) + 99) / 100);
            ["A full update was sent just now. The next may come in ", &wait, " s."].concat()
        }
        Refusal::Report { why, .. } => match why {
            ReportRefusal::Unknown => "The server knows no such shot.".into(),
            ReportRefusal::TooOld => "The server no longer remembers that shot.".into(),
            ReportRefusal::NotYours => "That shot was neither yours nor at you.".into(),
            ReportRefusal::Busy => "Too many shots were asked for at once. Try once more.".into(),
        },
        Refusal::Claim { why, .. } => {
            let why = match why {
                ClaimRefusal::UnknownShot => "the server knows no such shot",
                ClaimRefusal::Decided => "the shot was decided already",
                ClaimRefusal::BeyondBound { .. } => "it looks back further than the rewind bound",
                ClaimRefusal::NotReached => "the shot had not come that far",
                ClaimRefusal::TooFar { .. } => "the server had that ship elsewhere",
                ClaimRefusal::LifeOver => "that life was over",
                ClaimRefusal::Shielded => "its shield held",
                ClaimRefusal::Gone => "that ship is gone",
                ClaimRefusal::Cover => "cover is in the way by now",
            };
            ["Your hit does not count: ", why, "."].concat()
        }
    }
}

/// How many messages delayed synchronisation needs, and how many it would with a second one for
/// every hit.
#[must_use]
pub fn messages(shots: u32, hits: u32) -> String {
    let (shots, both) = (whole(shots.into()), whole(i64::from(shots) + i64::from(hits)));
    [&shots, " shots: ", &shots, " messages. Told twice, fired and hit, it would be ", &both, "."]
        .concat()
}

/// A preset in a few letters, for a line in which all of them stand, and in fewer still for a
/// narrow one.
#[must_use]
pub const fn tag(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Et260 => ("ET 2.60", "2.60"),
        Preset::EtReleased => ("ET", "ET"),
        Preset::QuakeWorld => ("QW", "QW"),
        Preset::Source => ("Source", "Src"),
        Preset::Deferred => ("Delay", "Del"),
        Preset::Targeting => ("Target", "Tgt"),
        Preset::Nothing => ("Fig. 2", "F2"),
        Preset::Jump => ("Fig. 3", "F3"),
        Preset::Lagrange => ("Lagr.", "Lag"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{netcode::choices::HitRule, sim::ship::ShipId};

    #[test]
    fn what_is_in_force_has_a_name() {
        let mut chosen = Chosen::from(Preset::Source);
        assert_eq!(name(&chosen), "Source");
        chosen.netcode.room = RoomNetcode::default();
        assert_eq!(name(&chosen), "Source, your part");
        chosen.netcode.player.interpolation_ms = 50;
        assert_eq!(name(&chosen), "Source, changed");
        chosen.netcode.player.backups = 5;
        chosen.netcode.player.margin_ms = 50;
        assert_eq!(name(&chosen), "your own mix");
        // By whatever way it was reached.
        chosen.netcode = Preset::Jump.netcode();
        assert_eq!(name(&chosen), "Figure 3: jump");
    }

    #[test]
    fn values_have_units() {
        let rows = [
            (Setting::HitRule, 4, "Source: life ids"),
            (Setting::Delay, 350, "350 ms"),
            (Setting::ClaimTolerance, 1024, "4.0 u"),
            (Setting::ClaimTolerance, 4096, "16.0 u"),
            (Setting::ByteRate, 80, "80 kB/s"),
            (Setting::UpdateRate, 20, "20 Hz"),
            (Setting::ChaseGain, 99, "99"),
        ];
        for (setting, number, text) in rows {
            assert_eq!(value(setting, number), text);
        }
    }

    #[test]
    fn a_change_of_rules_is_told_by_names() {
        let room = RoomNetcode::default();
        assert_eq!(changes(&room, &room), None);
        let lives = RoomNetcode { hit_rule: HitRule::SourceLives, ..room };
        assert_eq!(changes(&room, &lives).unwrap(), "hit rule → Source: life ids");
        assert_eq!(
            changes(&room, &Preset::Source.netcode().room).unwrap(),
            "hit rule → Source: life ids, judged bolt → fast-forwarded, \
             rewind bound → 1000 ms, and 1 more"
        );
    }

    #[test]
    fn what_a_room_keeps_is_named() {
        let room = RoomNetcode::default();
        assert_eq!(kept(&room, Preset::Lagrange), None);
        let text = "The room keeps: hit rule, late commands.";
        assert_eq!(kept(&room, Preset::QuakeWorld).unwrap(), text);
    }

    #[test]
    fn refusals_say_why_and_blame_nobody() {
        let first = Access::FirstOnly { first: ShipId { idx: 1, generation: 0 } };
        let rows = [
            (Refusal::Rules(first), "Only Ann, who came first, may change the room's rules."),
            (
                Refusal::Rules(Access::Public),
                "This room is public: its rules stay while others are in it.",
            ),
            (Refusal::Setting, "The room cannot play by that value, and keeps its rules."),
            (
                Refusal::LaboratoryOnly,
                "Only the laboratory page plays by that value: the room keeps its rules.",
            ),
        ];
        for (why, text) in rows {
            assert_eq!(refusal(&why, "Ann"), text);
        }
    }

    #[test]
    fn the_choices_of_a_preset_are_told() {
        let told: Vec<(&str, String)> = choices(Preset::QuakeWorld.netcode()).collect();
        assert!(told.contains(&("other ships", "half the gap ahead".into())), "{told:?}");
        assert!(told.contains(&("command backups", "2".into())), "{told:?}");
        assert!(told.contains(&("own ship", "predicted".into())), "what is usual too");
        assert!(!told.iter().any(|(title, _)| *title == "curve"));
        assert_eq!(choices(Preset::Lagrange.netcode()).count(), 5);
    }

    #[test]
    fn a_wish_that_is_cut_is_told_with_the_reason() {
        let granted = |rate, cut_by| Granted { rate, cut_by };
        let rows = [
            (Setting::UpdateRate, granted(30, None), None),
            (
                Setting::UpdateRate,
                granted(40, Some(CutBy::Room)),
                Some("You get 40 Hz: by the rules of this room."),
            ),
            (
                Setting::UpdateRate,
                granted(60, Some(CutBy::TickRate)),
                Some("You get 60 Hz: one for each of the room's ticks."),
            ),
            (
                Setting::ByteRate,
                granted(80, Some(CutBy::Server)),
                Some("You get 80 kB/s: by whoever runs this server."),
            ),
        ];
        for (setting, granted, want) in rows {
            assert_eq!(cut(setting, granted).as_deref(), want);
        }
    }

    #[test]
    fn messages_are_compared() {
        let text = "7 shots: 7 messages. Told twice, fired and hit, it would be 9.";
        assert_eq!(messages(7, 2), text);
    }
}
