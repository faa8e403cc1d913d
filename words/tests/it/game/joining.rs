//! What is said before a match: of addresses, the join screen, the connection and the link.

use shared::wire::{
    close_reason::CloseReason, conditions::Conditions, round::MatchMode, sides::SidesError,
};
use words::game::{
    AddressFault, AddressWords, ConnectionWords, JoinWords, LinkWords, RoomListWords,
};

use super::all;
pub(super) fn of_address(AddressWords { refusal }: &AddressWords) -> Vec<String> {
    let rounds = ["5", "0/60"].map(|text| text.parse::<MatchMode>().unwrap_err());
    let links = ["x:1", "latency:x", "1ms,2ms", "1ms/2ms/3ms", "9000ms"];
    let links = links.map(|text| text.parse::<Conditions>().unwrap_err());
    let faults = [
        AddressFault::NoPair,
        AddressFault::Encoding,
        AddressFault::UnknownKey,
        AddressFault::Twice,
        AddressFault::TickRate,
        AddressFault::Sides(SidesError::Format),
        AddressFault::Sides(SidesError::Range),
        AddressFault::SidesInPublic,
        AddressFault::Bots,
        AddressFault::Level,
        AddressFault::BestOf,
        AddressFault::WatchDelay,
        AddressFault::Listed,
        AddressFault::RoomWithoutName,
        AddressFault::InvisibleInRoom,
        AddressFault::Node,
        AddressFault::UnknownPreset,
        AddressFault::LaboratoryOnly,
        AddressFault::UnknownValue { key: "hit", value: "magic".into() },
        AddressFault::NotWhole { key: "interp" },
        AddressFault::OutOfRange { key: "cmd", min: 1, max: 128 },
    ];
    let faults = faults.into_iter();
    let faults = faults.chain(rounds.map(AddressFault::Rounds));
    let faults = faults.chain(links.map(AddressFault::Link));
    faults.map(|why| refusal("key=7", &why)).collect()
}

pub(super) fn of_connection(words: &ConnectionWords) -> Vec<String> {
    let ConnectionWords {
        connecting,
        closed,
        room_full,
        refused,
        no_answer,
        lost,
        unreachable,
        unreadable,
        silent_for,
        trying_again,
        press_to_stay,
        try_now,
        reload,
        join_again,
        play_again,
        seat_held,
        seat_lost,
        new_match,
        score_kept,
        no_randomness,
        asked_for_lobby,
        asked_for,
        placed_elsewhere,
        back_to_lobby,
    } = words;
    let mut texts = all(&[connecting, no_answer, lost, unreachable, try_now, reload, join_again]);
    texts.extend(all(&[play_again, seat_held, seat_lost, new_match, score_kept, no_randomness]));
    texts.extend(CloseReason::ALL.map(|reason| closed(reason).to_string()));
    texts.extend([room_full("It has 8 seats."), refused("It is too often.")]);
    texts.extend([unreadable("x1"), silent_for("7"), trying_again("7"), press_to_stay("7")]);
    texts.extend([asked_for_lobby.to_string(), asked_for("den"), placed_elsewhere("a 1", "b 2")]);
    texts.push(back_to_lobby("lobby 2"));
    texts
}

pub(super) fn of_join(words: &JoinWords) -> Vec<String> {
    let JoinWords {
        bots_follow,
        bot_ranks,
        single_rounds,
        best_of,
        usual_bots,
        bots,
        bots_of_rank,
        no_sides,
        sides,
        listed_friend,
        listed_friend_hint,
        listed_room,
        listed_room_hint,
    } = words;
    let mut texts = all(&[bots_follow, single_rounds, usual_bots, no_sides, listed_friend]);
    texts.extend(all(&[listed_friend_hint, listed_room, listed_room_hint]));
    texts.extend(all(bot_ranks));
    texts.push(sides([20, 150]));
    texts.extend([best_of("3"), bots(0), bots(1), bots(2), bots_of_rank("7", "8")]);
    texts
}

pub(super) fn of_link(words: &LinkWords) -> Vec<String> {
    let LinkWords {
        qualities,
        busy,
        overloaded,
        prediction_frozen,
        each_way,
        up_and_down,
        datagrams,
        loss,
        up_hints,
        down_hints,
    } = words;
    let mut texts = [all(qualities), all(up_hints), all(down_hints)].concat();
    texts.extend([prediction_frozen("64"), each_way("80 ms", ""), loss("5 %").trim().into()]);
    texts.extend([up_and_down("80 ms", "7 ms", datagrams), busy.to_string()]);
    texts.push(overloaded.to_string());
    texts
}

pub(super) fn of_room_list(words: &RoomListWords) -> Vec<String> {
    let RoomListWords {
        join,
        watch,
        join_room,
        watch_room,
        lobby_on,
        players,
        full,
        nobody_yet,
        waits_for,
        netcode,
        custom_netcode,
        endless,
        rounds,
        closed,
        summary,
        unreadable,
        more,
    } = words;
    let mut texts = all(&[join, watch, nobody_yet, custom_netcode, endless, closed, unreadable]);
    let (joined, watched) = (join_room("den", "7"), watch_room("den"));
    assert!(joined.contains(join) && watched.contains(watch), "{joined}, {watched}");
    texts.extend([joined, watched, lobby_on("den", "Xx"), players(3, 8)]);
    texts.extend([waits_for(1), waits_for(2), rounds("5", "1:00"), more(1), more(12)]);
    texts.extend([full("8"), netcode("Xx"), summary(1, 1), summary(5, 3)]);
    texts
}
