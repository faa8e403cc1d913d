//! What the page of the laboratory says besides lessons, scenarios and shots.

use std::collections::BTreeSet;

use lab::{
    cheaters_desk::{Counter, LieOutcome, LieResult, Surplus},
    lie::Lie,
    network::Network,
    path::Path,
    run_playback::RunFull,
    setup::Controller,
};
use shared::{
    base::time::Micros,
    judge::rule_table::TargetPoses,
    schemes::claims::ClaimRefusal,
    sim::ship::ShipId,
    wire::{codec::CodecId, conditions::Condition},
};
use words::{
    BarText, LabPlayer, Language, Notice, PaneName, PaneText, ShipName, SnapshotSize, StoredText,
    StoredUse, Wording,
};

use crate::sentences::{check_sentences, check_words};

const WORDS: Language = Language::English;

fn check_all_differ(what: &str, said: &[&str]) {
    let all: BTreeSet<&str> = said.iter().copied().collect();
    assert_eq!(all.len(), said.len(), "two of {what} are called the same: {said:?}");
}

#[test]
fn every_lie_says_what_it_tries_and_what_stands_against_it() {
    for lie in Lie::ALL {
        let (what, words) = (lie.key(), WORDS.lie(lie));
        check_words(what, words.title);
        check_sentences(what, words.tries);
        check_sentences(what, words.against);
        check_sentences(what, &WORDS.lie_outcome(&LieOutcome::Waits(lie)));
        assert_eq!(lie.number().is_some(), !words.number[0].is_empty(), "{what}");
        if lie.number().is_some() {
            check_sentences(what, words.number[1]);
        }
    }
    check_all_differ("lies", &Lie::ALL.map(|lie| WORDS.lie(lie).title));
    check_all_differ("counters", &Counter::ALL.map(|counter| WORDS.counter(counter)));
}

#[test]
fn what_came_of_a_lie_is_said_for_each_column() {
    let last = Some(ClaimRefusal::TooFar { distance: 500 * 256 });
    let rows = [
        (
            LieResult::ClaimsRefused { n_refused: 9, n_claims: 9, last },
            "9 of 9 claims refused: the ship was 500 u from the shot.",
        ),
        (LieResult::ViewsMoved { n_moved: 1, n_shots: 1 }, "1 of 1 view moved."),
        (
            LieResult::ShotsLeft { n_triggers: 21, n_shots: 1 },
            "21 commands pull the trigger, 1 shot leaves.",
        ),
        (
            LieResult::CommandsRefused { n_refused: 1, max_in_tick: 25 },
            "1 command refused, at most 25 in a tick.",
        ),
        (
            LieResult::Measured { round_trip: Some(Micros::from_ms(400)) },
            "the server measures 400 ms.",
        ),
    ];
    for (came, said) in rows {
        let outcome = LieOutcome::Results(vec![(1, came)]);
        assert_eq!(WORDS.lie_outcome(&outcome), format!("B: {said}"));
    }
    let came = LieResult::ViewsMoved { n_moved: 0, n_shots: 2 };
    let both = LieOutcome::Results(vec![(0, came), (1, came)]);
    assert_eq!(WORDS.lie_outcome(&both), "A: 0 of 2 views moved. B: 0 of 2 views moved.");
    for (of, n, said) in [
        (Counter::OldestUsed, 167, "+167 ms"),
        (Counter::Hits, -2, "−2 hits"),
        (Counter::MaxInTick, 24, "+24 commands a tick"),
    ] {
        assert_eq!(WORDS.surplus(Surplus { n, of }), said);
    }
}

#[test]
fn listed_entries_differ() {
    check_all_differ("networks", &Network::ALL.map(|network| WORDS.network(network)));
    check_all_differ("codecs", &CodecId::ALL.map(|codec| WORDS.codec(codec)));
    check_all_differ("hints", &Condition::ALL.map(|one| WORDS.condition_hint(one)));
    let scripts = Path::ALL.map(|path| Controller::Script(path.script()));
    check_all_differ("paths", &scripts.each_ref().map(|script| WORDS.controller(script)));
    for condition in Condition::ALL {
        check_sentences("a condition", WORDS.condition_hint(condition));
    }
    let size = SnapshotSize::Measured { each_tenths: 170, bytes_per_s: 512 };
    assert_eq!(WORDS.snapshot_size(size), "17.0 B, 512 B/s");
}

#[test]
fn a_title_says_less_where_room_is_short() {
    let moments = PaneText::Moments { own: Micros::from_ms(131), others: Micros::from_ms(-198) };
    let title = |column, lie| PaneText::Title { pane: PaneName::You, column, lie };
    let lie = Some(Lie::NoCooldown);
    let rows = [
        (moments, ["self +131 ms, others −198 ms", "+131, −198 ms", "+131, −198 ms"]),
        (title(None, None), ["You"; 3]),
        (title(Some((0, "Source")), None), ["A: Source: you", "A: Source", "A: you"]),
        (title(None, lie), ["Lying (no cooldown) · You", "Lying · You", "Lying · You"]),
    ];
    for (text, said) in rows {
        assert_eq!(
            [Wording::Full, Wording::Short, Wording::Least].map(|much| WORDS.pane(text, much)),
            said
        );
    }
}

#[test]
fn ships_of_the_laboratory_are_called_by_which_they_are() {
    let ship = |idx| ShipId { idx, generation: 0 };
    let players = [Some(ship(4)), Some(ship(1)), None];
    let used = StoredUse::Between(0.5);
    for (of, said) in [(1, "The other ship"), (4, "Your ship"), (2, "Ann")] {
        let ship = ShipName::among(&players, ship(of), Some("Ann"));
        let text = StoredText::OfShip { ship, from: TargetPoses::Drawn, used };
        assert_eq!(WORDS.stored(&text), format!("{said}: snapshots, 0.50 of the way"));
    }
    assert_eq!(WORDS.lab_player(LabPlayer::of(2)), "Third");
    let gone = ShipName::among(&players, ship(2), None);
    for (language, said) in [
        (Language::English, "Somebody who left: "),
        (Language::Japanese, "退出した人"),
        (Language::Korean, "나간 플레이어"),
    ] {
        let text = StoredText::OfShip { ship: gone.clone(), from: TargetPoses::Drawn, used };
        assert!(language.stored(&text).starts_with(said), "{}", language.stored(&text));
    }
}

#[test]
fn what_stays_for_a_while_is_whole_sentences() {
    for notice in [
        Notice::AsCaptured,
        Notice::FullUpdateWait { ms: 417 },
        Notice::RunFull(RunFull::Frames),
        Notice::RunFull(RunFull::Inputs),
        Notice::OtherBuild,
        Notice::OlderLink,
        Notice::FileIsRun,
        Notice::FileIsOlderRun,
        Notice::FileIsCapture,
        Notice::CaptureHasNoLink,
        Notice::Copied,
        Notice::SelectAndCopy,
        Notice::SelectTextAndCopy,
        Notice::NothingToCopy,
        Notice::CaptureIsFile,
        Notice::RunSaved { name: "run.lagrange", bytes: 1 },
        Notice::NotSaved,
        Notice::ShotNotKnown,
    ] {
        check_sentences(&format!("{notice:?}"), &WORDS.notice(notice));
    }
    assert_eq!(WORDS.bar(BarText::LessonPlace { number: 3, of: 10 }), "Lesson 3 of 10");
    let place = BarText::RingPlace { slot: Some("Slot 3"), nth: 2, of: 64 };
    assert_eq!(WORDS.bar(place), "Slot 3, 2 of 64");
}
