//! The lessons in English, and labels of their controls.

use crate::lesson::{LessonControls, LessonWords};

pub(crate) const CONTROLS: LessonControls = LessonControls {
    fly: "Fly it yourself",
    play_or_pause: "Pause, or play on",
    frame_on: "One frame forward",
    other_screen: "Only the other player’s screen",
    newest_shot: "Look into the newest shot",
    schemes: "Choose the schemes",
    network: "Choose the connections",
    round_trip: "Your ping",
    jitter: "Jitter",
    loss: "Loss",
    interpolation_in_a: "Interpolation delay",
    interpolation: "Interpolation delay in B",
    rewind_bound: "How far back the server looks",
    delay: "Delay D",
    lockstep_ticks: "Ticks before a command counts",
};

pub(crate) const LATENCY: LessonWords = LessonWords {
    title: "Latency",
    text: "Every message takes time. To the server and back is your ping: 200 ms here. In this \
           match nothing hides it: your ship moves on your screen only after the server has heard \
           of your key press and its answer has reached you.",
    do_this: "Fly the ship yourself and tap a direction. Then set your ping to 0, and tap again.",
    watch_that: "More than a fifth of a second passes between the key and the ship: the sentence \
                 below the panes says how much. At a ping of 0, hardly any does.",
};

pub(crate) const ZONES: LessonWords = LessonWords {
    title: "Three time zones",
    text: "What you see of yourself, what the server has, and what the other player sees are three \
           different moments. You see yourself early, because your commands have yet to reach the \
           server. You see the other ship late, because news of it had to reach you.",
    do_this: "Pause, look at the threads, and play on. Then double your ping.",
    watch_that: "The threads connect each ship to the same ship in the other panes. At twice the \
                 ping they get longer.",
};

pub(crate) const PREDICTION: LessonWords = LessonWords {
    title: "Prediction",
    text: "Your ship does not have to wait for the server. Your client knows the server’s rules, \
           so it carries out your commands at once: that is prediction. When the server’s answer \
           arrives, your client compares. Where it was wrong, it goes back to what the server says \
           and replays your newer commands.",
    do_this: "Fly in both columns at once: A without prediction, B with it. Open the net graph as \
              well.",
    watch_that: "In B the ship responds at once. Its prediction error in the net graph stays at \
                 0.0 u, because your client and the server compute exactly the same.",
};

pub(crate) const INTERPOLATION: LessonWords = LessonWords {
    title: "Interpolation",
    text: "The server sends you snapshots, which say where the other ships were: here 10 a second. \
           Drawn as they arrive, the ships hop. Interpolation draws them a little in the past, \
           always between two snapshots, so that they glide. The price is that delay, here 200 ms.",
    do_this: "Compare the columns: A draws the newest snapshot, and B interpolates. Then set the \
              interpolation delay in B to 50 ms, half the time between two snapshots.",
    watch_that: "In A the ship hops, but it is closer to where the server has it. In B it glides, \
                 until the delay is too short.",
};

pub(crate) const LATE_LASER: LessonWords = LessonWords {
    title: "The late laser",
    text: "You aim at what you see, and that is already in the past. Your command reaches the \
           server later still. If the server then asks where the ship is now, a perfect aim misses \
           by as far as the ship has flown in all that time.",
    do_this: "Let it play. Then halve your ping.",
    watch_that: "The sentence below the panes says by how much you miss. At a lower ping it is \
                 less, but never 0, because the interpolation delay is still there.",
};

pub(crate) const CONVERGENCE: LessonWords = LessonWords {
    title: "Jump or converge",
    text: "The server can start the bolt where your screen already has it, ahead of your muzzle: \
           the bolt jumps, and a ship close to you never sees it coming. Or it can start the bolt \
           at your muzzle and let it fly faster until it has caught up: the bolt converges.",
    do_this: "Watch the other player’s screen in both columns. In A the bolts jump, and in B they \
              converge.",
    watch_that: "Look where each bolt first appears. Both arrive at the same time.",
};

pub(crate) const REWINDING: LessonWords = LessonWords {
    title: "Rewinding",
    text: "The server can remember where everyone was, and judge your shot at the moment you saw. \
           That is lag compensation, or rewinding: what you saw is what counts. The server looks \
           back only so far. Without that limit, a player with a very slow connection could hit \
           ships where they were long ago.",
    do_this: "Let it play. Then make the server look back no further than 200 ms.",
    watch_that: "One outline shows what you saw, the other what was judged. They coincide until \
                 the limit is shorter than your delay.",
};

pub(crate) const COVER: LessonWords = LessonWords {
    title: "Hit behind cover",
    text: "Somebody pays for rewinding: the player who is hit. On that player’s own screen, the \
           ship is already behind the rock when a shot from the past hits it. One game adds a \
           veto: the hit counts only if you have a clear line of fire to where the ship is now.",
    do_this: "Watch the other player’s screen in both columns: A has no veto, B has one.",
    watch_that: "In A the other ship is hit behind the rock. In B your hit is refused. Either way, \
                 one of you feels cheated.",
};

pub(crate) const AGREE_LATER: LessonWords = LessonWords {
    title: "Delayed synchronisation",
    text: "Screens may differ for a while, as long as they agree later. Everyone draws the others \
           a fixed delay D in the past, and a bolt hits whatever it meets there. Until D has \
           passed, a hit is tentative. If it turns out that another ship was hit first, the hit is \
           undone, and the lost points come back.",
    do_this: "Let it play. Once the bolt is out, pause and step through it frame by frame.",
    watch_that: "The far ship loses 12 points, hatched because they are tentative, and then gets \
                 them back.",
};

pub(crate) const CHOOSE: LessonWords = LessonWords {
    title: "Choose yours",
    text: "No netcode removes the delay. Each only decides who feels it: the shooter, who must aim \
           ahead; the target, who is hit in the past; or everyone a little. Compare any two in the \
           same match, with the same aim and the same lost packets.",
    do_this: "Choose a scheme for each column, A and B, and the connection you expect your players \
              to have.",
    watch_that: "The same shot is judged twice. In A nothing is compensated, and it misses. In B, \
                 what you saw counts, and it hits.",
};
