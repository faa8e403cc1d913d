//! The questions that the article asks, in English.

use crate::article::{AskWords, QuestionWords, question};

pub(crate) const WORDS: AskWords = AskWords {
    before: "Before you try:",
    guess: "Guess",
    show: "Show me",
    right: "Right.",
    wrong: "Not quite.",
    answer: "Answer:",
    laboratory: "In the laboratory ▸",
    too_long: "This flight is too long for a link. Open the match without it ▸",
};

pub(crate) const COVER: QuestionWords = question(
    "At a ping of 0 ms, does your beam still hit?",
    ["It hits", "It misses"],
    "It hits. Even at 0 ms, the picture that you aim at is a little old.",
);

pub(crate) const MESSAGE: QuestionWords = question(
    "At a ping of 0 ms, how soon does your ship respond?",
    ["At once", "After about 33 ms"],
    "After about 33 ms. Without any distance, it still waits for a tick, a snapshot and a picture.",
);

pub(crate) const PREDICTION: QuestionWords = question(
    "At a ping of 600 ms, how soon does the ship in B respond?",
    ["In the next picture", "After about 600 ms"],
    "In the next picture. A predicted ship does not wait, whatever the ping.",
);

pub(crate) const WRONG_PREDICTION: QuestionWords = question(
    "At a ping of 400 ms, how far is your ship corrected?",
    ["About 45 u, as before", "About 95 u"],
    "About 95 u. Twice the ping, twice as many commands to replay.",
);

pub(crate) const MOMENTS: QuestionWords = question(
    "At a ping of 0 ms, do both ships on your screen show the same moment?",
    ["Yes", "No"],
    "No. They are still about 130 ms apart.",
);

pub(crate) const INTERPOLATION: QuestionWords = question(
    "With a delay of 50 ms, does the ship in B still glide?",
    ["It glides", "It hops"],
    "It hops. Snapshots are 100 ms apart, so the newer one is not there yet.",
);

pub(crate) const JITTER_BUFFER: QuestionWords = question(
    "With a buffer of 400 ms, does any snapshot come too late?",
    ["None", "Some"],
    "None. But all that you see of the other ship is then at least 400 ms old.",
);

pub(crate) const LATE_LASER: QuestionWords = question(
    "At a ping of 0 ms: hit or miss?",
    ["Hit", "Miss"],
    "A miss. Even without any ping, the picture that you aim at is old.",
);

pub(crate) const JUMP: QuestionWords = question(
    "At a ping of 400 ms, how far ahead does the bolt appear?",
    ["About 130 u, as before", "About 220 u"],
    "About 220 u. The bolt skips as far as it flies in half your ping.",
);

pub(crate) const REWINDING: QuestionWords = question(
    "If the server looks back 400 ms at most: hit or miss?",
    ["Hit", "Miss"],
    "A hit. What you saw was less than 400 ms old.",
);

pub(crate) const LOCKSTEP: QuestionWords = question(
    "With commands sent 24 ticks ahead, how soon does your ship respond?",
    ["After about 320 ms, as before", "After about 420 ms"],
    "After about 420 ms. Once the world runs at full speed, more ticks only add delay.",
);

pub(crate) const EVERYONE: QuestionWords = question(
    "At a ping of 600 ms, how far does the other ship jump?",
    ["About 50 u", "About 100 u"],
    "About 50 u. Your screen guesses only so far ahead; beyond that, the others are held back.",
);

pub(crate) const CHOOSE: QuestionWords = question(
    "At a ping of 600 ms, does B still hit?",
    ["It hits", "It misses"],
    "It misses. Lagrange looks back 400 ms at most, and what you saw is older.",
);

pub(crate) const CLOCKS: QuestionWords = question(
    "With a margin of 100 ms, does any command come too late?",
    ["None", "Some"],
    "None. The margin is longer than the jolt. But your screen now always predicts further ahead.",
);

pub(crate) const VICTIM_PAYS: QuestionWords = question(
    "At a ping of 600 ms, is the ship behind the rock hit in A?",
    ["It is hit", "It is safe"],
    "It is safe. What you saw is older than the server looks back, so now you pay.",
);

pub(crate) const ROLLBACK: QuestionWords = question(
    "With an input delay of 4 ticks, how far does the other ship jump?",
    ["Less far", "Just as far"],
    "Less far. What happens in those 4 ticks no longer has to be guessed.",
);
