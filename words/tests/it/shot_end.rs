//! What is said of a shot in a list, on a printed line, and of what other rules would have made of
//! it.

use forensics::{
    sentence::Person,
    shot_end::{CounterfactualEnd, EndKind, ShotEnd, ShotTitle},
};
use shared::{
    netcode::preset::Preset,
    sim::{
        event::{Decision, Finality, Weapon},
        ship::ShipId,
    },
};
use words::{Language, ShipName, Wording};

const BOB: ShipId = ShipId { idx: 1, generation: 0 };
const ANN: ShipId = ShipId { idx: 2, generation: 0 };
const EVE: ShipId = ShipId { idx: 3, generation: 0 };
const CY: ShipId = ShipId { idx: 4, generation: 0 };

fn name(ship: ShipId) -> ShipName {
    ["", "Bob", "Ann", "Eve", "Cy"][usize::from(ship.idx)].into()
}

fn end(kind: EndKind, ships: &[ShipId]) -> ShotEnd {
    ShotEnd { kind, ships: ships.iter().map(|ship| Person::of(*ship, Some(EVE))).collect() }
}

#[test]
fn a_list_says_what_became_of_a_shot_and_of_whom() {
    let rows = [
        (end(EndKind::Pending, &[]), "is not judged yet"),
        (end(EndKind::Open, &[ANN]), "hit Ann, which can still be undone"),
        (end(EndKind::Hit, &[ANN]), "hit Ann"),
        (end(EndKind::Hit, &[ANN, EVE]), "hit Ann and you"),
        (end(EndKind::Hit, &[ANN, BOB, CY]), "hit Ann, Bob and Cy"),
        (end(EndKind::Undone, &[ANN]), "hit Ann, which was undone"),
        (end(EndKind::Refused, &[ANN]), "claimed to hit Ann, which was refused"),
        (end(EndKind::Miss, &[]), "hit nobody"),
        (end(EndKind::Veto, &[ANN]), "met Ann, but cover was in the way"),
        (end(EndKind::Void, &[EVE]), "met you, but a shield held or that life was already over"),
    ];
    for (end, want) in rows {
        assert_eq!(Language::English.listed_end(&end, &name), want);
        let printed = Language::English.printed_shot("415.0.1.b", Person::Ship(BOB), &end, &name);
        assert_eq!(printed, format!("shot 415.0.1.b of Bob: {want}"));
    }
}

#[test]
fn a_decision_becomes_the_end_that_it_is() {
    let hit = |finality| Decision::Hit { victim: ANN, finality };
    let rows = [
        (Decision::Missed, end(EndKind::Miss, &[])),
        (hit(Finality::Tentative), end(EndKind::Open, &[ANN])),
        (hit(Finality::Piercing), end(EndKind::Hit, &[ANN])),
        (Decision::Settled { victim: EVE }, end(EndKind::Hit, &[EVE])),
        (Decision::Retracted { victim: ANN, by: BOB }, end(EndKind::Undone, &[ANN])),
        (Decision::Vetoed { victim: ANN }, end(EndKind::Veto, &[ANN])),
        (Decision::Void { victim: ANN }, end(EndKind::Void, &[ANN])),
    ];
    for (decision, want) in rows {
        assert_eq!(ShotEnd::of(decision, Some(EVE)), want, "{decision:?}");
    }
}

#[test]
fn other_rules_say_what_they_would_have_made_of_it() {
    let rows = [
        (Person::You, end(EndKind::Pending, &[]), "Your shot would not have been judged yet."),
        (Person::You, end(EndKind::Hit, &[ANN]), "Your shot would have hit Ann."),
        (Person::Ship(BOB), end(EndKind::Miss, &[]), "Bob’s shot would have hit nobody."),
        (
            Person::You,
            end(EndKind::Veto, &[ANN]),
            "Your shot would have met Ann, but in the present cover was in the way.",
        ),
        (
            Person::Ship(BOB),
            end(EndKind::Void, &[EVE]),
            "Bob’s shot would have met you, but a shield held or that life was already over.",
        ),
    ];
    for (shooter, end, want) in rows {
        let would = CounterfactualEnd { shooter, end, drawn_off_u: 0.0 };
        assert_eq!(Language::English.would_have(&would, &name), want);
    }
    let end = end(EndKind::Hit, &[ANN]);
    let would =
        CounterfactualEnd { shooter: Person::Ship(BOB), end: end.clone(), drawn_off_u: 3.12 };
    let want = "Source: Bob’s shot would have hit Ann.≈ The target would have been drawn 3.1 u \
                elsewhere, so Bob would have aimed elsewhere too.";
    assert_eq!(Language::English.scheme_would_have("Source", &would, &name), want);
    let (weapon, target) = (Weapon::Beam, None);
    let shot = ShotTitle { shooter: Person::You, weapon, target, end: EndKind::Hit };
    let want = "This room has rules of its own: your shot hit Ann.";
    assert_eq!(Language::English.this_room(&shot, &end, &name), want);
}

#[test]
fn a_scheme_in_force_says_what_it_judged_and_another_what_it_would_have() {
    use EndKind::{Hit, Miss, Open, Pending, Refused, Undone, Veto, Void};
    for language in Language::ALL {
        for kind in [Hit, Miss, Open, Refused, Undone, Veto, Void] {
            let (word, would) = (language.end_word(kind), language.would_end_word(kind));
            assert_ne!(word, would, "{language:?}, {kind:?}");
        }
        assert_eq!(language.end_word(Pending), language.would_end_word(Pending));
    }
    assert_eq!(Language::English.would_end_word(Miss), "would miss");
}

#[test]
fn a_short_name_of_a_scheme_is_no_longer_than_its_full_one_and_its_own() {
    for language in Language::ALL {
        let name = |wording| Preset::ALL.map(|preset| language.preset_name(preset, wording));
        let [full, short] = [Wording::Full, Wording::Short].map(name);
        for (n, preset) in Preset::ALL.into_iter().enumerate() {
            let [length, full] = [short[n], full[n]].map(|name| name.chars().count());
            assert!(length <= full, "{language:?}, {preset:?}: {length} of {full}");
            let same = short.iter().filter(|name| **name == short[n]).count();
            assert_eq!(same, 1, "{language:?}, {preset:?}");
        }
    }
}
