//! The game's texts in every language: each in its own words and script, with the names and numbers
//! of the English one.

mod joining;

use std::collections::BTreeMap;

use forensics::shot_end::EndKind;
use shared::{
    netcode::preset::Preset, report::shot_report::ReportRefusal, schemes::claims::ClaimRefusal,
};
use words::{
    Language,
    game::{
        ControlWords, GamePageText, GameWords, Offset, OffsetFrom, PlayWords, ReplayWords,
        RoundWords, RuleWords, ScoreWords, SeeLagWords, SeriesWords, SideWords, WatchWords,
    },
};

use crate::languages::check_translated;
use joining::{of_address, of_connection, of_join, of_link, of_room_list};

/// Names and signs that are the same in every language.
const SAME: [&str; 9] =
    ["ping {0}", "ping", "ET 2.60", "QW", "Source", "Src", "Lagr.", "Lag", "ET"];

/// Every text of the game, always in the same order. Structs are taken apart whole, so a field that
/// is not listed does not compile.
fn texts(language: Language) -> Vec<String> {
    let GameWords {
        address,
        connection,
        controls,
        join,
        link,
        play,
        replay,
        room_list,
        rounds,
        rules,
        scores,
        see_lag,
        series,
        sides,
        watch,
    } = language.game();
    let parts = [
        of_address(address),
        of_connection(connection),
        of_controls(controls),
        of_join(join),
        of_link(link),
        of_play(play),
        of_replay(replay),
        of_room_list(room_list),
        of_rounds(rounds),
        of_rules(rules),
        of_scores(scores),
        of_see_lag(see_lag),
        of_series(series),
        of_sides(sides),
        of_watch(watch),
    ];
    let markup = GamePageText::all().map(|text| language.game_page(text).to_string());
    parts.into_iter().flatten().chain(markup).collect()
}

fn all(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn of_controls(words: &ControlWords) -> Vec<String> {
    let ControlWords {
        first,
        sticks,
        keys,
        pad,
        press_a_key,
        press_a_button,
        press_key_for,
        press_button_for,
        bound_to,
        keeps_another,
        swapped_with,
        key_kept,
        bindings_reset,
        settings_reset,
        pad_unplugged,
        pad_unknown,
        sound_off,
        sound_on,
    } = words;
    let mut texts = [all(first), all(sticks), all(keys), all(pad)].concat();
    texts.extend(all(&[press_a_key, press_a_button, key_kept, bindings_reset, settings_reset]));
    texts.extend(all(&[pad_unplugged, pad_unknown, sound_off, sound_on]));
    texts.extend([press_key_for("Xx"), press_button_for("Xx"), bound_to("Xx", "F7")]);
    texts.extend([keeps_another("Xx"), swapped_with("Xx", "F7")].map(|text| text.trim().into()));
    texts
}

fn of_play(words: &PlayWords) -> Vec<String> {
    let PlayWords {
        you,
        joined,
        left,
        is_back,
        away,
        shot_down,
        you_shot_down,
        you_were_shot_down,
        look_into_shot,
        truce,
        refunded,
        points_back,
        hit_undone,
        stalled,
        shot_you_down,
        sides,
        back_in,
        back_soon,
        watch_again,
        why,
        own_room,
        waiting_for_friend,
        waiting_beside_bot,
        only_with_link,
        listed,
        shared_title,
        copied,
        select_and_copy,
        saved,
        capture_full,
        opens_at_shot,
        not_saved,
        not_written,
    } = words;
    let mut texts = vec![joined("Ann"), left("Ann"), is_back("Ann"), away("Ann", "30")];
    texts.extend([you_shot_down("Bob"), you_were_shot_down("Ann")]);
    texts.extend([shot_down("Ann", "Bob"), hit_undone("Bob"), stalled("3.5"), refunded("12")]);
    texts.extend(sides.map(|side| shot_you_down("Ann", "laser", Some(side))));
    texts.extend([shot_you_down("Ann", "beam", None), back_in("1.5"), points_back("12")]);
    texts.extend([saved("a.lagrange", "70", capture_full), saved("a", "70", opens_at_shot)]);
    texts.push(not_written("x1"));
    texts.extend(all(&[you]));
    texts.extend(all(&[look_into_shot, truce, back_soon, watch_again, why, own_room, copied]));
    texts.extend(all(&[
        waiting_for_friend,
        waiting_beside_bot,
        only_with_link,
        listed,
        shared_title,
        select_and_copy,
        not_saved,
    ]));
    texts.extend(all(sides));
    texts
}

fn of_replay(words: &ReplayWords) -> Vec<String> {
    let ReplayWords {
        title,
        you_were_here,
        server_had_you_here,
        server_had_you_where_you_were,
        saw_you_here,
        saw_you_where_you_were,
        you_saw_it_here,
        server_had_it_here,
        server_had_it_where_you_saw_it,
        apart,
        place,
        saw_you,
        server_had_you,
        server_had,
        ended,
        near_none,
        end,
        went_by_what_was_seen,
        went_part_of_the_way,
        went_by_servers_time,
        went_by_shared_delay,
    } = words;
    let mut texts = all(&[title, you_were_here, server_had_you_here, you_saw_it_here]);
    texts.extend(all(&[server_had_you_where_you_were, went_by_servers_time, went_by_shared_delay]));
    let hit = end(EndKind::Hit);
    texts.extend([saw_you_here("Ann"), saw_you_where_you_were("Ann"), server_had_it_here(hit)]);
    texts.extend([server_had_it_where_you_saw_it(hit), apart("7", Some("131"))]);
    let offsets = (0..12).map(|n| Offset { half_ships: n, u: 16 * n, eighth: n as usize % 8 });
    for off in offsets.map(Some).chain([None]) {
        let (down, saw) = (OffsetFrom::WhereYouWentDown, OffsetFrom::WhereYouSawIt);
        let (down, saw) = (place(off, down), place(off, saw));
        texts.extend([saw_you("Ann", &down), server_had_you(&down), server_had(hit, "Bob", &saw)]);
    }
    let ends = [
        EndKind::Pending,
        EndKind::Open,
        EndKind::Hit,
        EndKind::Undone,
        EndKind::Refused,
        EndKind::Miss,
        EndKind::Veto,
        EndKind::Void,
    ];
    texts.extend(ends.map(|kind| ended(end(kind))));
    texts.push(near_none(end(EndKind::Miss)));
    for shooter in [Some("Ann"), None] {
        texts.extend([went_by_what_was_seen(shooter), went_part_of_the_way(shooter)]);
    }
    texts
}

fn of_series(words: &SeriesWords) -> Vec<String> {
    let SeriesWords {
        revenge,
        next_round,
        next_series,
        wants_revenge,
        wants_another,
        players_want_another,
        waiting_for,
        waiting_for_players,
        you,
        state,
        you_win_round,
        wins_round,
        next_decides,
        you_win,
        wins,
        round,
        drawn_round,
        other_side,
        record,
        next_in,
    } = words;
    let mut texts = all(&[revenge, next_round, next_series, you, you_win, other_side]);
    texts.extend(all(&[you_win_round, next_decides]));
    texts.push(wins_round("Ann"));
    texts.extend([wants_revenge("Ann"), wants_another("Ann"), players_want_another(2, 3)]);
    texts.extend([waiting_for("Ann"), waiting_for_players(2), wins("Ann"), next_in("7")]);
    texts.extend([state("3", &[(*you, "1".into()), ("Ann", "2".into())]), record("Ann", "3", "1")]);
    texts.extend([round(None, "10", "7"), round(Some("Ann"), "10", "7"), drawn_round("7", "7")]);
    texts
}

fn of_rounds(words: &RoundWords) -> Vec<String> {
    let RoundWords {
        waiting,
        your_round_point,
        your_match_point,
        round_point,
        match_point,
        next_kill_wins,
        overtime,
        of_goal,
        over,
        last_shots,
        you_win,
        a_draw,
        wins,
        place,
        own_best,
        new_own_best,
        room_best,
        bot_level,
        best_shot,
        own_disputed_shot,
        disputed_shot,
        next_in,
    } = words;
    let mut texts = all(&[your_round_point, your_match_point, next_kill_wins]);
    texts.extend([round_point("Ann"), match_point("Ann")]);
    texts.extend(all(&[waiting, overtime, over, last_shots, you_win, a_draw]));
    texts.extend([wins("Ann"), own_best(7, "1:40"), new_own_best(7, "1:40")]);
    texts.extend([1, 2, 3, 4, 11, 12, 13, 21].map(|nth| place(nth, 24, "x")));
    texts.extend([bot_level("9", "9", "31"), bot_level("9", "12", "31")]);
    texts.extend([room_best("Ann", 1, "1:40"), best_shot("beam", "Bob", 24), next_in("7")]);
    texts.extend([own_disputed_shot("beam", "Bob", 12), disputed_shot("beam", "Bob", 12)]);
    assert!(of_goal("10").contains("10"));
    texts
}

fn of_rules(words: &RuleWords) -> Vec<String> {
    let RuleWords {
        your_part,
        changed,
        own_mix,
        tag,
        comma,
        and_more,
        room_keeps,
        not_changed,
        no_such_value,
        laboratory_only,
        full_update_wait,
        no_report,
        no_hit,
        you_changed,
        changed_by,
        restored,
        see_the_same_way,
        plays_by,
        room_keeps_rules,
        open_private_room,
    } = words;
    let list = ["a", "b"].join(comma);
    let mut texts = all(&[own_mix, not_changed, no_such_value, laboratory_only]);
    texts.extend([your_part("Source"), changed("Source"), room_keeps(&list), you_changed(&list)]);
    texts.extend([changed_by("Ann", "x"), restored("x"), plays_by("Source")]);
    texts.extend([and_more("7"), see_the_same_way("7")].map(|text| text.trim().into()));
    texts.extend([full_update_wait("0.7"), room_keeps_rules("Source"), open_private_room("x")]);
    texts.extend(Preset::ALL.into_iter().flat_map(|preset| {
        let (tag, short) = tag(preset);
        all(&[tag, short])
    }));
    let reports = [
        ReportRefusal::Unknown,
        ReportRefusal::TooOld,
        ReportRefusal::NotYours,
        ReportRefusal::Busy,
    ];
    texts.extend(reports.map(|why| no_report(why).to_string()));
    let claims = [
        ClaimRefusal::UnknownShot,
        ClaimRefusal::Decided,
        ClaimRefusal::BeyondBound { ms: 1 },
        ClaimRefusal::NotReached,
        ClaimRefusal::TooFar { distance: 1 },
        ClaimRefusal::LifeOver,
        ClaimRefusal::Shielded,
        ClaimRefusal::Gone,
        ClaimRefusal::Ally,
        ClaimRefusal::Cover,
    ];
    texts.extend(claims.map(|why| no_hit(why).to_string()));
    texts
}

fn of_scores(words: &ScoreWords) -> Vec<String> {
    let ScoreWords {
        kills,
        deaths,
        score,
        in_room,
        bots_at_level,
        away,
        bot,
        away_hint,
        aim_assist_legend,
        aim_assist_hint,
        lag_not_equal,
    } = words;
    let mut texts = all(&[away, bot, aim_assist_legend, aim_assist_hint, lag_not_equal]);
    texts.extend([1, 2].map(kills).map(ToString::to_string));
    texts.extend([1, 2].map(deaths).map(ToString::to_string));
    texts.extend([score(1, 7), in_room("den"), away_hint("30")]);
    texts.push(bots_at_level("3").trim().into());
    texts
}

fn of_see_lag(words: &SeeLagWords) -> Vec<String> {
    let SeeLagWords {
        skip,
        next,
        steps,
        hints,
        hints_touch,
        hints_gamepad,
        outline,
        cross,
        counted,
        beyond,
        elsewhere,
        closing,
        left,
        alone,
        joined,
        netcode,
        lost,
        reloaded,
        own_room,
        back,
        back_lost,
        back_reloaded,
        no_room,
        stays,
    } = words;
    let mut texts = [all(hints), all(hints_touch), all(hints_gamepad)].concat();
    texts.extend(all(&[skip, next, cross, closing, left, alone, joined, netcode, lost, reloaded]));
    texts.extend([outline("332"), counted("331"), beyond("500", "400")]);
    texts.extend([elsewhere("465", "400", "23"), own_room("den"), back("den"), stays("den")]);
    texts.extend([back_lost("den"), back_reloaded("den"), no_room("den")]);
    assert!(steps.iter().all(|step| step.contains('3')));
    texts
}

fn of_sides(words: &SideWords) -> Vec<String> {
    let SideWords {
        your_side,
        side,
        you_win,
        they_win,
        link_is_set,
        not_kept,
        by_side,
        headings,
        of_players,
        of_bots,
        bar,
    } = words;
    let mut texts = all(&[your_side, not_kept, by_side, of_players, of_bots]);
    texts.extend([side(150), you_win((10, 7)), they_win(150, (10, 7)), link_is_set(150)]);
    texts.push(bar(["Ann", "Bob"], ["1.5", "2"]));
    texts.extend(all(headings));
    texts
}

fn of_watch(words: &WatchWords) -> Vec<String> {
    let WatchWords {
        comes_in,
        nobody_plays,
        follows,
        free,
        ping,
        is_bot,
        late,
        times,
        bot_has_no_lag,
        in_line,
        play,
        keep_watching,
        your_turn,
        watching,
    } = words;
    let mut texts = vec![comes_in("3"), follows("Ann"), ping("40"), late("3"), times("20", "140")];
    texts.extend([in_line(1), in_line(3), watching(2)]);
    texts.extend(all(&[nobody_plays, free, is_bot, bot_has_no_lag, play, keep_watching]));
    texts.extend(all(&[your_turn]));
    texts
}

/// The letters of a text, without keys and names that stay as they are.
fn own_words(text: &str) -> String {
    let text = SAME.iter().fold(text.to_string(), |text, same| text.replace(same, ""));
    text.chars().filter(|c| c.is_alphabetic()).collect()
}

#[test]
fn every_text_of_the_game_is_translated() {
    let english = texts(Language::English);
    for language in Language::ALL.into_iter().filter(|it| *it != Language::English) {
        let translated = texts(language);
        assert_eq!(translated.len(), english.len());
        for (english, text) in english.iter().zip(&translated) {
            if own_words(english).chars().filter(char::is_ascii_lowercase).count() > 2 {
                assert_ne!(english, text, "{language:?}");
                check_translated(language, english, text);
            }
            for name in ["Ann", "Bob", "den", "Xx", "F7", "a.lagrange", "key=7"] {
                let stays = !english.contains(name) || text.contains(name);
                assert!(stays, "{language:?} lacks {name}: {english}\n{text}");
            }
            assert_eq!(text.trim(), text, "{language:?}");
        }
    }
}

#[test]
fn a_text_of_the_game_is_not_another_ones() {
    for language in Language::ALL.into_iter().filter(|it| *it != Language::English) {
        // Different English sentences with one translation are a slip of the pen.
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for (english, text) in texts(Language::English).into_iter().zip(texts(language)) {
            if english.split(' ').count() < 5 {
                continue;
            }
            let before = seen.insert(text.clone(), english.clone());
            let same = before.filter(|before| *before != english);
            assert_eq!(same, None, "{language:?}: {english}\n{text}");
        }
    }
}
