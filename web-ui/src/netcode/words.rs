//! Texts for the netcode: names of presets, settings and verdicts, in the second person.

use shared::{
    netcode::{
        preset::Preset,
        setting::Setting,
        values::{Netcode, RoomNetcode},
    },
    report::shot_report::ReportRefusal,
    schemes::claims::ClaimRefusal,
    wire::message::{Access, Refusal},
};
use words::{Language, NetcodeNote};

use super::chosen::Chosen;
use crate::text::figures::{push_whole, tenths};

/// Texts that only the game shows exist in English only.
const ENGLISH: Language = Language::English;

/// With more changed settings than this, the preset is no longer named.
const CHANGED_MAX: usize = 6;
/// Maximum changes listed one by one; beyond that only their number is given.
const CHANGES_LISTED_MAX: usize = 3;

/// The name of the netcode in force.
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

/// The settings in which two rooms differ.
fn differing(from: &RoomNetcode, to: &RoomNetcode) -> (Netcode, Vec<Setting>) {
    let of = |room: &RoomNetcode| Netcode { room: *room, ..Netcode::default() };
    let (from, to) = (of(from), of(to));
    (to, to.differences(&from).collect())
}

/// The room settings that stay although a preset would change them; `None` if there are none.
#[must_use]
pub fn kept_by_room(room: &RoomNetcode, preset: Preset) -> Option<String> {
    let (_, settings) = differing(room, &preset.netcode().room);
    let mut text = String::from("The room keeps: ");
    for (n, setting) in settings.iter().enumerate() {
        text.push_str(if n == 0 { "" } else { ", " });
        text.push_str(setting.spec().title);
    }
    text.push('.');
    (!settings.is_empty()).then_some(text)
}

/// The difference between two sets of rules: `hit rule → Source: life ids, …`.
#[must_use]
pub fn changes(from: &RoomNetcode, to: &RoomNetcode) -> Option<String> {
    let (to, settings) = differing(from, to);
    let mut text = String::new();
    for (n, setting) in settings.iter().take(CHANGES_LISTED_MAX).enumerate() {
        let after = ENGLISH.setting_value(*setting, to.get(*setting));
        for piece in [if n == 0 { "" } else { ", " }, setting.spec().title, " → ", &after] {
            text.push_str(piece);
        }
    }
    if settings.len() > CHANGES_LISTED_MAX {
        text.push_str(", and ");
        push_whole(&mut text, (settings.len() - CHANGES_LISTED_MAX) as i64);
        text.push_str(" more");
    }
    (!settings.is_empty()).then_some(text)
}

/// The settings that describe a preset: who decides, how it is seen, and whatever else differs from
/// the game's default.
pub fn choices(
    netcode: Netcode,
    language: Language,
) -> impl Iterator<Item = (&'static str, String)> {
    const ALWAYS: [Setting; 5] =
        [Setting::HitRule, Setting::BoltPath, Setting::OwnShip, Setting::Remote, Setting::Bolts];
    let own = Netcode::default();
    let is_listed = move |setting: &&Setting| {
        ALWAYS.contains(*setting) || netcode.get(**setting) != own.get(**setting)
    };
    let words = move |setting: &Setting| {
        (language.setting(*setting), language.setting_value(*setting, netcode.get(*setting)))
    };
    Setting::ALL.iter().filter(is_listed).map(words)
}

/// Why the room refused a request.
#[must_use]
pub fn refusal(refusal: &Refusal, first: &str) -> String {
    match refusal {
        Refusal::Rules(why) => match why {
            Access::May => "The room did not change its rules. Please try again.".into(),
            _ => ENGLISH.netcode_note(NetcodeNote::Access(*why, first)),
        },
        Refusal::Setting => {
            "The room cannot play by that value, so its rules stay as they are.".into()
        }
        Refusal::LaboratoryOnly => {
            "Only the laboratory can play by that value, so the rules stay as they are.".into()
        }
        Refusal::FullUpdate { wait_ms } => {
            let wait = tenths((i64::from(*wait_ms) + 99) / 100);
            ["A full update was sent a moment ago. The next can come in ", &wait, " s."].concat()
        }
        Refusal::Report { why, .. } => match why {
            ReportRefusal::Unknown => "The server never fired this shot: you had already been \
                                       shot down, or your command arrived too late."
                .into(),
            ReportRefusal::TooOld => "The server no longer remembers that shot.".into(),
            ReportRefusal::NotYours => "That shot was neither yours nor at you.".into(),
            ReportRefusal::Busy => "You asked for too many shots at once. Please try again.".into(),
        },
        Refusal::Claim { why, .. } => {
            let why = match why {
                ClaimRefusal::UnknownShot => "the server knows no such shot",
                ClaimRefusal::Decided => "the shot had already been judged",
                ClaimRefusal::BeyondBound { .. } => "it is further back than the rewind limit",
                ClaimRefusal::NotReached => "the shot had not got that far",
                ClaimRefusal::TooFar { .. } => "the server had that ship somewhere else",
                ClaimRefusal::LifeOver => "that life was already over",
                ClaimRefusal::Shielded => "its shield held",
                ClaimRefusal::Gone => "that ship is gone",
                ClaimRefusal::Cover => "cover is now in the way",
                ClaimRefusal::Ally => "that ship is on your side",
            };
            ["Your hit did not count: ", why, "."].concat()
        }
    }
}

/// A preset's tag of a few letters for a line that lists all presets, and a shorter one for narrow
/// lines.
#[must_use]
pub const fn tag(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Et260 => ("ET 2.60", "2.60"),
        Preset::EtReleased => ("ET", "ET"),
        Preset::QuakeWorld => ("QW", "QW"),
        Preset::Source => ("Source", "Src"),
        Preset::DelayedSync => ("Delay", "Del"),
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
        // However it was reached.
        chosen.netcode = Preset::Jump.netcode();
        assert_eq!(name(&chosen), "Figure 3: jump");
    }

    #[test]
    fn a_change_of_rules_is_listed_by_names() {
        let room = RoomNetcode::default();
        assert_eq!(changes(&room, &room), None);
        let lives = RoomNetcode { hit_rule: HitRule::SourceByLifeId, ..room };
        assert_eq!(changes(&room, &lives).unwrap(), "hit rule → Source: life ids");
        assert_eq!(
            changes(&room, &Preset::Source.netcode().room).unwrap(),
            "hit rule → Source: life ids, bolt as judged → fast-forwarded, \
             rewind limit → 1000 ms, and 1 more"
        );
    }

    #[test]
    fn what_a_room_keeps_is_named() {
        let room = RoomNetcode::default();
        assert_eq!(kept_by_room(&room, Preset::Lagrange), None);
        let text = "The room keeps: hit rule, late commands.";
        assert_eq!(kept_by_room(&room, Preset::QuakeWorld).unwrap(), text);
    }

    #[test]
    fn refusals_say_why_and_blame_nobody() {
        let first = Access::FirstOnly { first: ShipId { idx: 1, generation: 0 } };
        let rows = [
            (Refusal::Rules(first), "Only Ann, who was here first, can change the room’s rules."),
            (
                Refusal::Rules(Access::Public),
                "This room is public: its rules stay as they are while others are in it.",
            ),
            (
                Refusal::Setting,
                "The room cannot play by that value, so its rules stay as they are.",
            ),
            (
                Refusal::LaboratoryOnly,
                "Only the laboratory can play by that value, so the rules stay as they are.",
            ),
        ];
        for (why, text) in rows {
            assert_eq!(refusal(&why, "Ann"), text);
        }
    }

    #[test]
    fn the_choices_of_a_preset_are_listed() {
        let listed: Vec<(&str, String)> = choices(Preset::QuakeWorld.netcode(), ENGLISH).collect();
        assert!(listed.contains(&("other ships", "half the gap ahead".into())), "{listed:?}");
        assert!(listed.contains(&("command backups", "2".into())), "{listed:?}");
        assert!(listed.contains(&("own ship", "predicted".into())), "what is usual too");
        assert!(!listed.iter().any(|(title, _)| *title == "curve"));
        assert_eq!(choices(Preset::Lagrange.netcode(), ENGLISH).count(), 5);
    }
}
