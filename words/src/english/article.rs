//! The article's texts in English.

use article::figure_outcome::FigureOutcome;

use crate::article::{ArticleWords, SectionWords};

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
    solved_before: "Solved before.",
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

pub(crate) const COVER: SectionWords = SectionWords {
    title: "Shot behind a rock",
    text: &[
        "“You” is {you|your screen}. You see {other|the other ship} in the open and fire a beam \
         at it. “Other player” is {other|the other player’s screen} at the same moment. There the \
         ship is behind the rock already.",
    ],
    came: &[
        (
            FigureOutcome::Hit,
            "And it hits, though the ship was {value} further on when your shot was judged. (A \
             ship is 32 u wide; a u is the unit of length on this page.) Nobody cheated, and \
             nothing broke. With a ping of {control}, your picture of the other ship is simply \
             old.",
        ),
        (
            FigureOutcome::Missed,
            "This time it misses, though your aim was perfect: the server judged a place {value} \
             behind the ship. The server keeps the last ten \
             places of each ship, about half a second. With a ping of {control}, and all that \
             messages wait, your picture is older than that: it judged a place that you did not \
             see.",
        ),
    ],
    after: &[],
    task: "Make this hit as fair as it gets: bring what you saw and where the ship was within 70 u \
           of each other.",
    solved: "Even at a ping of 0, the picture itself has an age. You will meet it again further \
             down: it is there on purpose.",
};

pub(crate) const MESSAGE: SectionWords = SectionWords {
    title: "A message takes time",
    text: &[
        "Your game talks to a server. Each message takes time to get there, and the answer takes \
         time to come back. Together that is the {term|round trip}, which players call ping: here \
         {control}. Add the time that messages wait to be sent and shown, and you have the delay \
         of this game, its {term|latency} or lag.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "In this figure nothing hides it. {you|Your ship} moves on your screen only after \
         {server|the server} has heard of your key and told you so: {value} later.",
    )],
    after: &[],
    task: "How short must the round trip be for your ship to answer within 100 ms?",
    solved: "A tenth of a second is the usual limit for what feels immediate, and many players \
             notice half of that. Light in a straight glass fibre needs 56 ms from London to New \
             York and back, and real lines take about 70.",
};

pub(crate) const PREDICTION: SectionWords = SectionWords {
    title: "Do not wait: predict",
    text: &[
        "Your computer knows the rules of the game as well as the server does, so it need not \
         wait for the answer. In B it carries out each of your commands at once, and shows \
         {you|your ship} where the server will have it when the command arrives. That is \
         {term|prediction}.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "When the answer comes, your computer compares. If another ship bumped into you in the \
         meantime, the prediction was wrong. Then it goes back to what the server says, and \
         repeats the commands that the server has not seen yet. Here both compute the same bits, \
         so it is never wrong. In A you wait for {value}; in B only for the next picture.",
    )],
    after: &[],
    task: "Find the ping at which A answers within 50 ms, so that prediction is no longer needed.",
    solved: "That takes a server next door. So nearly every shooter since QuakeWorld, in 1996, \
             predicts.",
};

pub(crate) const MOMENTS: SectionWords = SectionWords {
    title: "Three moments at once",
    text: &[
        "Prediction has a price. {you|You} see yourself ahead of {server|the server}, because \
         your commands are still on their way to it. You see {other|the other ship} behind the \
         server, because news of it is still on its way to you. So one screen shows two moments, \
         and the server has a third one.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "The threads tie each ship to itself in the next picture. With a ping of {control}, you \
         and the others are {value} apart on your own screen.",
    )],
    after: &[],
    task: "Bring your two moments within 200 ms of each other.",
    solved: "Some of it stays even without a round trip. One part of that is a choice of the game, \
             and it comes next.",
};

pub(crate) const INTERPOLATION: SectionWords = SectionWords {
    title: "The others glide, in the past",
    text: &[
        "The server does not tell you everything at every moment. It sends {term|snapshots}, in \
         this figure 10 a second: where every ship is. Drawn as they come, as in A, {other|the \
         other ship} hops.",
        "In B your screen waits a little before it draws, here {control}. If it has two snapshots \
         then, it can draw the ship on the way from the older to the newer one. That is \
         {term|interpolation}.",
    ],
    came: &[
        (
            FigureOutcome::Glides,
            "The ship glides there, further in the past, where in A it hops by up to {value}. If a \
             snapshot is lost, the next one can close the gap.",
        ),
        (
            FigureOutcome::Hops,
            "But here it draws before the newer snapshot has arrived. So the ship stops and hops \
             in B too, as it does in A by up to {value}.",
        ),
    ],
    after: &[],
    task: "Shorten the delay of B to 100 ms or less, so that the ship still glides.",
    solved: "On a line as even as this one the delay may be as short as the time between two \
             snapshots. Shorter, and your screen has nothing to draw towards. Real lines are \
             uneven and lose some: games wait for two snapshots or more.",
};

pub(crate) const LATE_LASER: SectionWords = SectionWords {
    title: "A perfect aim that misses",
    text: &["Now fire. You aim so that on {you|your screen} the bolt must meet {other|the ship}, \
    if it leaves at once. \
         But your command takes time to reach {server|the server}, and the ship that you see is \
         old already."],
    came: &[
        (
            FigureOutcome::Missed,
            "So it misses: the bolt comes no nearer than {value} to where the server looks for \
             the ship. A \
             shorter ping helps, but it is no cure: even at 0 ms the picture that you aim at is \
             old. (If you try Wolfenstein: ET here: it looks into the past for beams, not for \
             bolts.)",
        ),
        (
            FigureOutcome::Hit,
            "It hits all the same: the bolt passes {value} from the middle of the ship, where this \
             scheme looks for it.",
        ),
    ],
    after: &[],
    task: "Make this very shot hit, with a round trip of 200 ms or more.",
    solved: "Over such a distance it takes a scheme that asks another question: not where the ship \
             is now, but where you saw it. How that works is the rest of this page.",
};

pub(crate) const JUMP: SectionWords = SectionWords {
    title: "Jump, or converge",
    text: &[
        "One repair is simple, and is called jump. When your command arrives, the server starts \
         the bolt where {you|your screen} has it already, ahead of your muzzle. On your screen \
         nothing changes.",
    ],
    came: &[
        (
            FigureOutcome::AheadOfMuzzle,
            "On {other|the other player’s screen} the bolt begins {value} ahead of {you|your \
             muzzle}, out of nowhere. A ship in that stretch never sees it coming.",
        ),
        (
            FigureOutcome::AtMuzzle,
            "The scheme that you chose does not jump: on {other|the other player’s screen} too, \
             the bolt begins at {you|your muzzle}.",
        ),
    ],
    after: &[
        "Another way is called {term|targeting}: the bolt leaves the muzzle on every screen and \
         flies a little faster, until it has caught up with where it should be. Unless a ship is \
         very near, the paths have converged before the bolt gets there.",
    ],
    task: "Choose a scheme under which the bolt begins at your muzzle, on the other player’s \
           screen too.",
    solved: "Most schemes start it at the muzzle. They differ in what happens on the way, and in \
             whom they ask whether it hit.",
};

pub(crate) const REWINDING: SectionWords = SectionWords {
    title: "Go back to what was seen",
    text: &[
        "The server can keep a history of where every ship was. Your shot then says which moment \
         your screen showed, and the server looks there. This is {term|lag compensation}, or \
         rewinding.",
    ],
    came: &[
        (
            FigureOutcome::Hit,
            "{judged|Where it judges} and {saw|what you saw} are the same place, or near enough \
             for your aim to count, though the ship has already flown {value} on.",
        ),
        (
            FigureOutcome::Missed,
            "Here your picture is older than the server looks back. {judged|Where it judges} is \
             {value} from {saw|what you saw}, and your shot misses.",
        ),
    ],
    after: &[
        "Somebody pays for it, and you have met that player in the first figure. So the server \
         looks back only so far, here {control}. Without a limit, a player on a bad line could hit \
         ships where they were seconds ago.",
    ],
    task: "Make this hit a miss: choose how far back the server looks.",
    solved: "When your picture is older than the limit, the server judges a moment that you did \
             not see. Nearly every game that rewinds draws this line somewhere, mostly between a \
             fifth of a second and a whole one.",
};

pub(crate) const UNDOING: SectionWords = SectionWords {
    title: "Agree later",
    text: &[
        "What if a hit did not count at once? With {term|delayed synchronisation}, every screen \
         draws the other ships a fixed time D in the past, here {control}. A bolt hits what it \
         meets in that past. The ship that is hit feels it at once, but until the bolt has come \
         that far on every screen, the hit is only tentative.",
    ],
    came: &[
        (
            FigureOutcome::Undone,
            "Here {other|the far ship} is hit. But on {you|your screen} the bolt never gets that \
             far: a third ship has flown in between and takes it. So the hit is taken back: \
             {value} return to {other|the far ship}.",
        ),
        (
            FigureOutcome::NearShipHit,
            "With so short a D, the bolt has met the third ship, which has flown in between, \
             before {other|the far ship} feels anything. Nothing has to be taken back.",
        ),
        (
            FigureOutcome::FarShipHit,
            "With so long a D, the bolt flies through a past in which the third ship had not come \
             yet. It hits {other|the far ship}, and the hit stays.",
        ),
    ],
    after: &[],
    task: "Choose a delay D with which nothing has to be undone.",
    solved: "With a short D there is no time for two stories. With a long one, the past that \
             counts is from before the third ship came. In between screens differ for a moment, \
             and what matters is that all agree in the end.",
};

pub(crate) const LOCKSTEP: SectionWords = SectionWords {
    title: "Everybody waits",
    text: &[
        "{term|Lockstep} is an old way, and the strictest. A tick of the world runs only when the \
         commands of all players for it are there. All screens are equal, and nothing is ever \
         guessed. But the slowest player holds everybody back: here a third one, outside the \
         picture, with a ping of 300 ms.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "Each command is for a later tick, here {control} ticks after the next one, so it has that \
         long to arrive. That is too short for the slow player, so the world runs slower than it \
         should. {you|Your ship} answers after {value}: that is what the slow player’s messages \
         take, and other numbers of ticks do not change it.",
    )],
    after: &[],
    task: "Let the world run at 40 ticks a second or more, for the same slow player.",
    solved: "More ticks on their way make a faster world. They do not make the answer faster: you \
             wait for the slowest player’s messages either way. Games in which units obey slowly \
             anyway can afford that. Fast shooters over the internet cannot.",
};

pub(crate) const EVERYONE: SectionWords = SectionWords {
    title: "Nobody waits",
    text: &[
        "The boldest way is to predict everybody. {you|Your screen} takes the newest word of the \
         server and flies all ships on from there, each as if its pilot kept doing the same. With \
         every snapshot it is all done again. Fighting games do it under the name \
         {term|rollback}.",
    ],
    came: &[
        (
            FigureOutcome::UpToNow,
            "So all ships are drawn as of your own moment, which the server reaches a little \
             later. It is right until somebody turns. Then {other|the \
             other ship} jumps to where it really is: with a ping of {control} by up to {value}.",
        ),
        (
            FigureOutcome::HeldBack,
            "But at most 15 ticks, a quarter of a second, are run again, and with a ping of \
             {control} that does not reach as far as your own moment. What is missing is left \
             out, so \
             {other|the other ship} is drawn late. Where it turns it jumps by up to {value}, and a \
             longer ping does not make that more.",
        ),
    ],
    after: &[],
    task: "Find a round trip at which no jump is larger than 10 u.",
    solved: "Short guesses are good guesses. With a long ping the same scheme makes ships twitch \
             at every turn.",
};

pub(crate) const CHOOSE: SectionWords = SectionWords {
    title: "Choose yours",
    text: &[
        "No scheme makes the delay go away. Each decides who feels it: the one who shoots, and \
         must aim ahead; the one who is hit, behind a rock; or everybody a little, by waiting. \
         Here one shot is judged by two schemes at the same time, with the same hands and over the \
         same connections.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "In A it comes within {value} of {judged|where A looks for the ship}, in B within \
         {value-b} of where B does. (Wolfenstein: ET looks into the past for beams, and this is a \
         bolt.) What \
         is right for a \
         game depends on what its players do most, and how far they live from the server.",
    )],
    after: &[],
    task: "Set your round trip to 300 ms or more, and choose a scheme for A that still hits.",
    solved: "A scheme that hits at such a ping favours the shooter. Now think of the player behind \
             the rock.",
};
