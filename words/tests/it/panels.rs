//! The panels that the laboratory shares with the game: values have their units, and what stands
//! beside them has its numbers in every language.

use shared::{
    netcode::{
        preset::Preset,
        rates::{GrantedRate, RateCap},
        setting::{Setting, Unit},
    },
    schemes::clamp::Clamp,
    sim::ship::ShipId,
    wire::message::Access,
};
use words::{GraphText, GraphWarning, Language, NetcodeNote, PictureAgeStatement};

use crate::languages::check_translated;

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
        assert_eq!(Language::English.setting_value(setting, number), text);
    }
}

#[test]
fn every_way_of_every_choice_has_a_name_of_its_own() {
    for language in Language::ALL {
        for setting in Setting::ALL.iter().copied() {
            let Unit::Choice(ways) = setting.spec().unit else { continue };
            let numbers = 0..ways.len() as u32;
            let names: Vec<_> = numbers.map(|n| language.setting_value(setting, n)).collect();
            for (n, name) in names.iter().enumerate() {
                check_translated(language, ways[n].1, name);
                assert!(!names[..n].contains(name), "{language:?}, {setting:?}: {name} twice");
            }
            assert_eq!(language.setting_value(setting, ways.len() as u32), "");
        }
    }
}

#[test]
fn a_request_that_is_cut_is_shown_with_the_reason() {
    let granted = |rate, cut_by| GrantedRate { rate, cut_by };
    let rows = [
        (Setting::UpdateRate, granted(30, None), None),
        (
            Setting::UpdateRate,
            granted(40, Some(RateCap::Room)),
            Some("You get 40 Hz: by the rules of this room."),
        ),
        (
            Setting::UpdateRate,
            granted(60, Some(RateCap::TickRate)),
            Some("You get 60 Hz: one for each tick of the room."),
        ),
        (
            Setting::ByteRate,
            granted(80, Some(RateCap::Server)),
            Some("You get 80 kB/s: by the owner of this server."),
        ),
    ];
    for (setting, granted, want) in rows {
        let note = NetcodeNote::cut(setting, granted);
        assert_eq!(note.is_some(), want.is_some());
        if let Some((note, want)) = note.zip(want) {
            check_note(note, want);
        }
    }
}

#[test]
fn what_stands_beside_the_settings_has_its_numbers_in_every_language() {
    let first = Access::FirstOnly { first: ShipId { idx: 1, generation: 0 } };
    let picture = |age_ms, is_ping_cap| {
        NetcodeNote::Picture(PictureAgeStatement { age_ms, limit_ms: 400, is_ping_cap })
    };
    let rows = [
        (
            NetcodeNote::Access(Access::May, ""),
            "You can change these. Changes apply to everyone in the room at once.",
        ),
        (
            NetcodeNote::Access(Access::Public, ""),
            "This room is public: its rules stay as they are while others are in it.",
        ),
        (
            NetcodeNote::Access(first, "Ann"),
            "Only Ann, who was here first, can change the room’s rules.",
        ),
        (
            NetcodeNote::Messages { shots: 7, hits: 2 },
            "7 shots took 7 messages. With one message for “fired” and one for “hit”, it would \
             have been 9.",
        ),
        (
            NetcodeNote::Messages { shots: 1, hits: 1 },
            "1 shot took 1 message. With one message for “fired” and one for “hit”, it would have \
             been 2.",
        ),
        (picture(181, false), "what you see is 181 ms old · limit 400 ms"),
        (picture(181, true), "what you see is 181 ms old · ping cap 400 ms"),
        (
            picture(474, false),
            "what you see is 474 ms old · limit 400 ms: your shots are judged at a later moment \
             than you see",
        ),
        (NetcodeNote::LaboratoryOnly("64"), "64 (laboratory only)"),
        (NetcodeNote::PresetHas(Preset::Source, "1000 ms"), "Source has “1000 ms”"),
    ];
    for (note, text) in rows {
        check_note(note, text);
    }
}

/// Asserts what a note says in English, and that every language says it.
fn check_note(note: NetcodeNote, english: &str) {
    assert_eq!(Language::English.netcode_note(note), english);
    for language in Language::ALL {
        check_translated(language, english, &language.netcode_note(note));
    }
}

#[test]
fn the_net_graph_warns_with_its_numbers_in_every_language() {
    let warnings = [
        GraphWarning::LedElsewhere(2),
        GraphWarning::OutOfData,
        GraphWarning::BelowOneUpdate { ms: 33 },
        GraphWarning::BelowTwoUpdates { ms: 67 },
    ];
    let limits = [
        Clamp::Bound,
        Clamp::Future,
        Clamp::Backwards,
        Clamp::Implausible,
        Clamp::NotDelayed,
        Clamp::PingCap,
    ];
    let mut texts: Vec<GraphText> = limits.map(GraphText::Limit).into();
    texts.extend([GraphText::None, GraphText::CommandsIn { commands: 60, packets: 30 }]);
    for language in Language::ALL {
        for warning in warnings {
            let english = Language::English.graph_warning(warning);
            check_translated(language, &english, &language.graph_warning(warning));
        }
        for text in &texts {
            let english = Language::English.graph_text(*text);
            check_translated(language, &english, &language.graph_text(*text));
        }
    }
}
