//! The article in English.

use shared::lab::article::section::Section;

use crate::article::{ArticleWords, SectionWords};

/// What is said around the sections.
pub(crate) const ARTICLE: ArticleWords = ArticleWords {
    title: "How shooters hide lag",
    summary: "Why you were hit behind a rock, in twelve pictures that play.",
    lead: &[
        "You are safe behind a rock, and you die. Your opponent swears that you stood in the \
         open. Both of you are right. This page shows how that can be, and what games do about \
         it.",
        "Every picture below is a real match: a server, players, and the connections between \
         them, run by this page alone. Nothing is drawn by hand. Move what can be moved, and the \
         match is played again with it.",
    ],
    task: "Your turn.",
    solved: "Solved.",
    end: &["Every figure here is a match of the laboratory, which has all the controls, nine \
         schemes, and a sheet for every shot that shows who saw what. And the game itself runs \
         under the same rules: you can switch them while you play."],
    laboratory: "Open the laboratory",
    game: "Play the game",
    still: "The pictures stand still: this page needs JavaScript and WebAssembly to play them.",
    away: "That page does not open: the server does not answer, and this browser has no copy of \
           it.",
    languages: "Languages",
    contents: "On this page",
};

/// What is said in a section.
pub(crate) const fn section(section: Section) -> &'static SectionWords {
    match section {
        Section::Cover => &COVER,
        Section::Message => &MESSAGE,
        Section::Prediction => &PREDICTION,
        Section::Moments => &MOMENTS,
        Section::Interpolation => &INTERPOLATION,
        Section::LateLaser => &LATE_LASER,
        Section::Jump => &JUMP,
        Section::Rewinding => &REWINDING,
        Section::Undoing => &UNDOING,
        Section::Lockstep => &LOCKSTEP,
        Section::Everyone => &EVERYONE,
        Section::Choose => &CHOOSE,
    }
}

const COVER: SectionWords = SectionWords {
    title: "Shot behind a rock",
    text: &[
        "Under \"You\" stands {you|your screen}. You see {other|the other ship} in the open, you \
         fire a beam, and it hits. Under \"Other player\" stands {other|the other player's \
         screen} at the same instant. There the ship flew behind the rock a while ago.",
        "Between what you aimed at and where the ship was by then lie {value}. (A ship is 32 u \
         wide; a u is the length in which this page measures.) Nobody cheated, and nothing broke. \
         With {control} from you to the server and back, your picture of the other ship is simply \
         old.",
    ],
    task: "Make this hit as fair as it gets: bring the two places within 70 u of each other.",
    solved: "Without any way to the server, what is left is the age of the picture itself. You \
             will meet it again further down: it is there on purpose.",
};

const MESSAGE: SectionWords = SectionWords {
    title: "A message takes time",
    text: &[
        "Your game talks to a server. Each message needs a while to get there, and the answer \
         needs one to come back. Both together are the {term|round trip}, which players call \
         ping: here {control}. Add what each message waits before it is sent and shown, and you \
         have the delay of this game, its {term|latency} or lag.",
        "In this figure nothing hides it. {you|Your ship} moves on your screen only after \
         {server|the server} has heard of your key and told you: {value} later.",
    ],
    task: "How short must the round trip be for your ship to answer within 100 ms?",
    solved: "A tenth of a second is the usual limit for what feels immediate, and many players \
             notice half of that. Light in a straight glass fibre needs 56 ms from London to New \
             York and back, and real lines take about 70.",
};

const PREDICTION: SectionWords = SectionWords {
    title: "Do not wait: predict",
    text: &[
        "Your computer knows the rules of the game as well as the server does. So it need not \
         wait for the answer. In B it carries out each of your commands at once, and so it shows \
         {you|your ship} where the server will have it when it hears of them. That is \
         {term|prediction}.",
        "When the answer comes, your computer compares. If somebody bumped into you meanwhile, \
         the prediction was wrong; then it starts again from the server's word and repeats the \
         commands that the server has not seen yet. Here both compute the same bits, so it is \
         never wrong. In A you wait for {value}; in B you do not wait at all.",
    ],
    task: "Find the round trip at which A answers within 50 ms, so that prediction is not missed.",
    solved: "Only with hardly any way to the server. That is why nearly every shooter since \
             QuakeWorld, in 1996, predicts.",
};

const MOMENTS: SectionWords = SectionWords {
    title: "Three moments at once",
    text: &[
        "Prediction has a price. {you|You} see yourself ahead of {server|the server}, because \
         your commands are still on their way to it. You see {other|the other ship} behind the \
         server, because news of it is still on its way to you. So one screen shows two moments, \
         and the server has a third one.",
        "The threads tie each ship to itself in the next picture. With {control} there and back, \
         {value} lie between yourself and the others on your own screen.",
    ],
    task: "Bring your two moments within 200 ms of each other.",
    solved: "Some of it stays even without a round trip. One part of that is a choice of the \
             game, and it comes next.",
};

const INTERPOLATION: SectionWords = SectionWords {
    title: "The others glide, in the past",
    text: &[
        "The server does not tell you everything at every moment. It sends {term|snapshots}, in \
         this figure 10 a second: where everybody is. Drawn as they come, as in A, {other|the \
         other ship} hops by {value} at a time.",
        "In B your screen waits a little, here {control}, so that it always has two snapshots, \
         and draws the ship on the way from the older to the newer one. That is \
         {term|interpolation}. The ship glides, and it is further in the past. If a snapshot is \
         lost, the next one closes the gap.",
    ],
    task: "Shorten the delay of B to 100 ms or less, so that the ship still glides.",
    solved: "On a line as even as this one the delay may be as short as the time between two \
             snapshots. Shorter, and your screen has nothing to draw towards. Real lines are \
             uneven and lose some: games wait for two snapshots or more.",
};

const LATE_LASER: SectionWords = SectionWords {
    title: "A perfect aim that misses",
    text: &[
        "Now fire. You aim so that on {you|your screen} the bolt must meet {other|the ship}. Your \
         command reaches {server|the server} later, and only then does the bolt leave. And the \
         ship was no longer where you saw it when you fired.",
        "When the bolt comes by, {value} lie between it and the ship where the server looks for \
         it. A shorter way helps and does not heal: with no way at all your picture is still old.",
    ],
    task: "Make this very shot hit, with a round trip of 200 ms or more.",
    solved: "You have found a scheme that asks another question: not where the ship is now, but \
             where you saw it. How that works is the rest of this page.",
};

const JUMP: SectionWords = SectionWords {
    title: "Jump, or converge",
    text: &[
        "One repair is simple. When your command arrives, the server lets the bolt begin where \
         you have it by now, ahead of your muzzle. On {you|your screen} nothing changes. On \
         {other|the other player's} the bolt begins {value} ahead of {you|your ship}: out of \
         nowhere, and whoever stands in that stretch never sees it coming.",
        "The other way is called {term|targeting}: the bolt leaves the muzzle on every screen and \
         flies a little faster, until it has caught up with where it should be. For whoever is \
         not too near, the paths have converged by then.",
    ],
    task: "Choose a scheme under which the bolt begins at your muzzle, on the other player's \
           screen too.",
    solved: "Most schemes start it at the muzzle. They differ in what happens on the way, and in \
             whom they ask whether it hit.",
};

const REWINDING: SectionWords = SectionWords {
    title: "Go back to what was seen",
    text: &[
        "The server can keep a history of where everybody was. Your shot then says which moment \
         your screen showed, and the server looks there: as long as it looks back far enough, \
         {judged|where it judges} and {saw|what you saw} lie on each other, and your aim counts. \
         This is {term|lag compensation}, or rewinding. By then the ship is {value} further on.",
        "Somebody pays, and you have met that player in the first figure. Therefore the server \
         looks back only so far, here {control}. Without such a bound a player on a bad line \
         could hit ships where they were many seconds ago.",
    ],
    task: "Make this hit a miss: choose how far back the server looks.",
    solved: "Your picture is older than that, so the server judges by a moment that you did not \
             see. Nearly every game that rewinds draws this line somewhere, mostly between a \
             fifth of a second and a whole one.",
};

const UNDOING: SectionWords = SectionWords {
    title: "Agree later",
    text: &[
        "What if a hit did not count at once? With {term|delayed synchronisation} everybody draws \
         the others a fixed time D in the past, here {control}. A bolt hits whoever it meets \
         there, and until D has passed everywhere the hit is only tentative.",
        "Here the bolt reaches the far ship. Then news arrives that another ship had flown into \
         its way before. So the hit is taken back: {value} return to the far ship.",
    ],
    task: "Choose a delay D with which nothing has to be undone.",
    solved: "With another D the players see another moment, and a hit stays as it is. Screens may \
             differ for a while; what counts is that all agree in the end.",
};

const LOCKSTEP: SectionWords = SectionWords {
    title: "Everybody waits",
    text: &[
        "An old way is the strictest. In {term|lockstep} a tick of the world runs only when the \
         commands of all players for it are there. All screens are equal, and nothing is ever \
         guessed. And the slowest player holds back everybody: here a third one, out of the \
         picture, with a round trip of 300 ms.",
        "Commands count a few ticks after they are given, here {control}: that many may be on \
         their way. {you|Your ship} answers after {value}, and the world runs slower than it \
         should.",
    ],
    task: "Let the world run at 40 ticks a second or more, for the same slow player.",
    solved: "More ticks on their way make a faster world and a later answer. Games in which units \
             obey slowly anyway can afford that. Fast shooters over the internet cannot.",
};

const EVERYONE: SectionWords = SectionWords {
    title: "Nobody waits",
    text: &[
        "The boldest way is to predict everybody. {you|Your screen} takes the newest word of the \
         server and flies all ships on to now, each as if its pilot kept doing the same. With \
         every snapshot it is all done again. Fighting games do it under the name \
         {term|rollback}.",
        "It is right until somebody turns. Then {other|the other ship} jumps to where it really \
         is: with {control} by up to {value}.",
    ],
    task: "Find a round trip at which no jump is larger than 10 u.",
    solved: "Short guesses are good guesses. With a long way to the server the same scheme makes \
             ships twitch at every turn.",
};

const CHOOSE: SectionWords = SectionWords {
    title: "Choose yours",
    text: &[
        "No scheme makes the delay go away. Each decides who feels it: whoever shoots, and must \
         aim ahead; whoever is hit, behind a rock; or everybody a little, by waiting. Here one \
         shot is judged by two schemes at the same time, with the same hands and over the same \
         connections.",
        "In A it passes {value} from the middle of the ship, in B {value-b}. What is right for a \
         game depends on what its players do most, and how far they live from the server.",
    ],
    task: "Set your round trip to 300 ms or more, and choose a scheme for A that still hits.",
    solved: "You have chosen for the shooter. Now think of the player behind the rock.",
};
