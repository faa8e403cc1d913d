//! Texts for the netcode: what is in force, how it changed, and why a request was refused.

use shared::{
    netcode::{
        preset::Preset,
        setting::Setting,
        values::{Netcode, RoomNetcode},
    },
    wire::message::{Access, Refusal},
};
use words::{Language, NetcodeNote};

use super::chosen::Chosen;
use crate::text::figures::{tenths, whole};

/// With more changed settings than this, the preset is no longer named.
const CHANGED_MAX: usize = 6;
/// Maximum changes listed one by one; beyond that only their number is given.
const CHANGES_LISTED_MAX: usize = 3;

/// The name of the netcode in force.
#[must_use]
pub fn name(language: Language, chosen: &Chosen) -> String {
    let words = &language.game().rules;
    let (preset, title) = (chosen.preset.netcode(), language.preset_title(chosen.preset));
    if let Some(exact) = Preset::of(&chosen.netcode) {
        language.preset_title(exact).into()
    } else if chosen.netcode.player == preset.player {
        (words.your_part)(title)
    } else if chosen.changed().count() <= CHANGED_MAX {
        (words.changed)(title)
    } else {
        words.own_mix.into()
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
pub fn kept_by_room(language: Language, room: &RoomNetcode, preset: Preset) -> Option<String> {
    let (_, settings) = differing(room, &preset.netcode().room);
    let words = &language.game().rules;
    let settings: Vec<&str> = settings.into_iter().map(|it| language.setting(it)).collect();
    (!settings.is_empty()).then(|| (words.room_keeps)(&settings.join(words.comma)))
}

/// The difference between two sets of rules: `hit rule → Source: life ids, …`.
#[must_use]
pub fn changes(language: Language, from: &RoomNetcode, to: &RoomNetcode) -> Option<String> {
    let (to, settings) = differing(from, to);
    let (words, mut text) = (&language.game().rules, String::new());
    for (n, setting) in settings.iter().take(CHANGES_LISTED_MAX).enumerate() {
        let after = language.setting_value(*setting, to.get(*setting));
        for piece in
            [if n == 0 { "" } else { words.comma }, language.setting(*setting), " → ", &after]
        {
            text.push_str(piece);
        }
    }
    if settings.len() > CHANGES_LISTED_MAX {
        text.push_str(&(words.and_more)(&whole((settings.len() - CHANGES_LISTED_MAX) as i64)));
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
pub fn refusal(language: Language, refusal: &Refusal, first: &str) -> String {
    let words = &language.game().rules;
    match refusal {
        Refusal::Rules(why) => match why {
            Access::May => words.not_changed.into(),
            _ => language.netcode_note(NetcodeNote::Access(*why, first)),
        },
        Refusal::Setting => words.no_such_value.into(),
        Refusal::LaboratoryOnly => words.laboratory_only.into(),
        Refusal::FullUpdate { wait_ms } => {
            let wait = tenths((i64::from(*wait_ms) + 99) / 100);
            (words.full_update_wait)(&wait)
        }
        Refusal::Report { why, .. } => (words.no_report)(*why).into(),
        Refusal::Claim { why, .. } => (words.no_hit)(*why).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Language = Language::English;
    use shared::{netcode::choices::HitRule, sim::ship::ShipId};

    #[test]
    fn what_is_in_force_has_a_name() {
        let mut chosen = Chosen::from(Preset::Source);
        assert_eq!(name(ENGLISH, &chosen), "Source");
        chosen.netcode.room = RoomNetcode::default();
        assert_eq!(name(ENGLISH, &chosen), "Source, your part");
        chosen.netcode.player.interpolation_ms = 50;
        assert_eq!(name(ENGLISH, &chosen), "Source, changed");
        chosen.netcode.player.backups = 5;
        chosen.netcode.player.margin_ms = 50;
        assert_eq!(name(ENGLISH, &chosen), "your own mix");
        // However it was reached.
        chosen.netcode = Preset::Jump.netcode();
        assert_eq!(name(ENGLISH, &chosen), "Figure 3: jump");
    }

    #[test]
    fn a_change_of_rules_is_listed_by_names() {
        let room = RoomNetcode::default();
        assert_eq!(changes(ENGLISH, &room, &room), None);
        let lives = RoomNetcode { hit_rule: HitRule::SourceByLifeId, ..room };
        assert_eq!(changes(ENGLISH, &room, &lives).unwrap(), "hit rule → Source: life ids");
        assert_eq!(
            changes(ENGLISH, &room, &Preset::Source.netcode().room).unwrap(),
            "hit rule → Source: life ids, bolt as judged → fast-forwarded, \
             rewind limit → 1000 ms, and 1 more"
        );
    }

    #[test]
    fn what_a_room_keeps_is_named() {
        let room = RoomNetcode::default();
        assert_eq!(kept_by_room(ENGLISH, &room, Preset::Lagrange), None);
        let text = "The room keeps: hit rule, late commands.";
        assert_eq!(kept_by_room(ENGLISH, &room, Preset::QuakeWorld).unwrap(), text);
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
            assert_eq!(refusal(ENGLISH, &why, "Ann"), text);
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
