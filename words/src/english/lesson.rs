//! The lessons in English, and labels of their controls.

use crate::lesson::{LessonControls, LessonWords};

pub(crate) const CONTROLS: LessonControls = LessonControls {
    fly: "Fly it yourself",
    play_or_pause: "Stop time, or go on",
    frame_on: "One frame on",
    other_screen: "The other player’s screen alone",
    newest_shot: "Look into the newest shot",
    schemes: "Choose the schemes",
    network: "Choose the connections",
    round_trip: "Your round trip",
    interpolation: "Interpolation delay, in B",
    rewind_bound: "How far back the server looks",
    delay: "Delay D",
    lockstep_ticks: "Ticks until a command counts",
};

pub(crate) const LATENCY: LessonWords = LessonWords {
    title: "Latency",
    text: "Every message takes time. The way to the server and back is the round trip: 200 ms \
           here. In this match nothing hides it: your ship moves on your screen only when the \
           server has heard of your key and its answer has reached you.",
    do_this: "Fly the ship yourself and tap a direction. Then set your round trip to 0, and tap \
              again.",
    watch_that: "Between the key and the ship more than a fifth of a second passes: the sentence \
                 below the panes says how much. Without latency hardly any does.",
};

pub(crate) const ZONES: LessonWords = LessonWords {
    title: "Three time zones",
    text: "What you see of yourself, what the server holds, and what the other player sees are \
           three different moments. You see yourself early, because your commands still have to \
           reach the server. You see the other ship late, because news of it had to reach you.",
    do_this: "Stop time, look at the threads, and go on. Then double your round trip.",
    watch_that: "The threads tie each ship to the same ship in the other panes. Twice the round \
                 trip makes them longer.",
};

pub(crate) const PREDICTION: LessonWords = LessonWords {
    title: "Prediction",
    text: "Your ship need not wait for the server. Your client knows the server's rules, so it \
           carries out your commands at once: that is prediction. When the server's word comes, \
           your client compares. Where it was wrong, it goes back to the server's word and flies \
           your newer commands again.",
    do_this: "Fly in both columns at once: A without prediction, B with it. Open the net graph \
              too.",
    watch_that: "In B the ship answers at once. Its prediction error in the net graph stays at \
                 0.0 u, because both ends compute the same bits.",
};

pub(crate) const INTERPOLATION: LessonWords = LessonWords {
    title: "Interpolation",
    text: "Of the other ships you get snapshots, which say where they were: here 10 times a \
           second. Drawn as they come, the ships hop. Interpolation draws them a little in the \
           past, always between two snapshots, so that they glide. The price is that delay, here \
           200 ms.",
    do_this: "Compare the columns: A draws the newest snapshot, and B interpolates. Then set the \
              interpolation delay of B to 50 ms, which is half of the time between two snapshots.",
    watch_that: "In A the ship hops, but it is nearer to where the server has it. In B it glides \
                 until the delay is too short.",
};

pub(crate) const LATE_LASER: LessonWords = LessonWords {
    title: "The late laser",
    text: "You aim at what you see, and that is in the past already. Your command reaches the \
           server even later. If the server then asks where the ship is now, a perfect aim \
           misses, by as far as the ship flew in all of that time.",
    do_this: "Let it play. Then halve your round trip.",
    watch_that: "The sentence below the panes says by how much you miss. With a shorter round \
                 trip it is less, but never 0, because the interpolation delay is left.",
};

pub(crate) const CONVERGENCE: LessonWords = LessonWords {
    title: "Jump and converge",
    text: "The server can start the bolt where you have it by now, ahead of your muzzle: the bolt \
           jumps, and whoever is near you never sees it coming. Or the server can start the bolt \
           at your muzzle and let it fly faster until it has caught up: the bolt converges.",
    do_this: "Watch the other player's screen in both columns. In A the bolts jump, and in B they \
              converge.",
    watch_that: "Look where each bolt is first seen. Both arrive together.",
};

pub(crate) const REWINDING: LessonWords = LessonWords {
    title: "Rewinding",
    text: "The server can remember where everybody was, and judge your shot by the moment that \
           you saw. That is lag compensation, or rewinding: what you saw is what counts. The \
           server looks back only so far. Without that bound, a player with a very slow \
           connection could hit ships where they were long ago.",
    do_this: "Let it play. Then let the server look back no further than 200 ms.",
    watch_that: "One outline is what you saw, and one is what was judged. They coincide until \
                 the bound is shorter than your delay.",
};

pub(crate) const COVER: LessonWords = LessonWords {
    title: "Hit behind cover",
    text: "Somebody pays for rewinding: the player who is hit. On that player's own screen the \
           ship is behind the rock already when a shot from the past hits it. One game adds a \
           veto: the hit counts only if nothing is in the way of where the ship is now.",
    do_this: "Watch the other player's screen in both columns: A has no veto, and B has one.",
    watch_that: "In A the other ship is hit behind the rock. In B your hit is refused. One of you \
                 is always wronged.",
};

pub(crate) const AGREE_LATER: LessonWords = LessonWords {
    title: "Delayed synchronisation",
    text: "Screens may differ for a while, if they agree later. Everybody draws the others a \
           fixed delay D in the past, and a bolt hits whom it meets there. Until D has passed, a \
           hit is tentative. If it turns out that somebody else was hit first, the hit is undone, \
           and the lost points come back.",
    do_this: "Let it play. Once the bolt is out, stop time and step through it frame by frame.",
    watch_that: "The far ship loses 12 points, hatched because they are tentative, and gets them \
                 back.",
};

pub(crate) const CHOOSE: LessonWords = LessonWords {
    title: "Choose yours",
    text: "No netcode removes the delay. Each decides who feels it: the shooter, who must aim \
           ahead; the target, who is hit in the past; or everybody a little. Compare any two of \
           them in the same match, with the same hands and the same lost packets.",
    do_this: "Choose a scheme for each column, A and B, and the connection that you expect your \
              players to have.",
    watch_that: "The same shot is judged twice. In A nothing is compensated, and it misses. In B \
                 what you saw counts, and it hits.",
};
