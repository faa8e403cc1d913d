//! The article's texts in English.

use article::figure_outcome::FigureOutcome;

use crate::article::{ArticleWords, SectionWords};

pub(crate) const ARTICLE: ArticleWords = ArticleWords {
    title: "How shooters hide lag",
    summary: "Why you got hit behind a rock, in figures you can play with.",
    lead: &[
        "You are safe behind a rock, and you die. Your opponent swears you were in the open. You \
         are both right. This page shows how that can be, and what games do about it.",
        "Every figure below is a real match: a server, players, and the connections between them, \
         all running inside this page. Nothing is drawn by hand. Move a slider, and the match \
         plays again with the new value. Where there are buttons, hold them and fly.",
    ],
    task: "Your turn.",
    solved: "Solved.",
    solved_before: "Solved before.",
    end: &["Every figure here is a match from the laboratory. There you get every control, nine \
            schemes, and a sheet for each shot that shows who saw what. The game itself plays by \
            the same rules, and you can switch between them mid-match."],
    laboratory: "Open the laboratory",
    game: "Play the game",
    still: "The figures are still pictures: playing them takes JavaScript and WebAssembly.",
    away: "That page can’t be opened: the server is not answering, and this browser has no copy of \
           it.",
    languages: "Languages",
    contents: "On this page",
};

pub(crate) const COVER: SectionWords = SectionWords {
    title: "Shot behind a rock",
    text: &[
        "“You” is {you|your screen}. You see {other|the other ship} in the open and fire a beam at \
         it. “Other player” is {other|the other player’s screen} at the same instant, and there \
         the ship is already behind the rock.",
    ],
    came: &[
        (
            FigureOutcome::Hit,
            "Your beam hits, although the ship had already flown {value} on. (A ship is 32 u \
             wide.) Nobody cheated, and nothing broke. At a ping of {control}, the time to the \
             server and back, what you see of the other ship is simply old, and this server \
             counts what you saw.",
        ),
        (
            FigureOutcome::Missed,
            "This time you miss, although your aim was perfect. The server remembers the last ten \
             positions of each ship, about half a second. Your ping, the time a message takes to \
             the server and back, is {control}, and messages spend some time waiting: what you see \
             is older than that half second. So the server judged your shot at a place {value} \
             behind the ship, which is not where you saw it.",
        ),
    ],
    after: &[],
    task: "Make this hit as fair as you can: bring the place where you saw the ship within 70 u of \
           where it really was.",
    solved: "Even at a ping of 0, what you see is a little old. That is on purpose, and you will \
             see why further down.",
};

pub(crate) const MESSAGE: SectionWords = SectionWords {
    title: "A message takes time",
    text: &[
        "Your game talks to a server. Each message takes time to get there, and the answer takes \
         time to come back. That round trip is your {term|ping}: here {control}. Add the time that \
         messages wait to be sent and to be shown, and you have the game’s {term|latency}, better \
         known as lag.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "In this figure nothing hides it. {you|Your ship} moves on your screen only once \
         {server|the server} has heard about your key press and told you so: {value} later.",
    )],
    after: &[],
    task: "How low must your ping be for your ship to respond within 100 ms?",
    solved: "A tenth of a second is roughly where a response stops feeling immediate, and many \
             players notice half of that. From London to New York and back, light in a straight \
             glass fibre takes 56 ms; real connections take about 70.",
};

pub(crate) const PREDICTION: SectionWords = SectionWords {
    title: "Don’t wait: predict",
    text: &[
        "Your computer knows the rules of the game as well as the server does, so it does not have \
         to wait for the answer. In B it carries out your commands at once, and shows {you|your \
         ship} where the server will have it when they arrive. That is {term|prediction}.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "When the answer comes, your computer compares the two. If another ship bumped into you in \
         the meantime, the prediction was wrong: your computer goes back to what the server says, \
         and replays the commands that the server has not seen yet. Here both compute exactly the \
         same, so the prediction is never wrong. In A you wait {value}; in B, only for the next \
         frame.",
    )],
    after: &[],
    task: "Find the ping at which A responds within 50 ms, so that you could do without \
           prediction.",
    solved: "For that, the server has to be next door. That is why nearly every shooter since \
             QuakeWorld, in 1996, predicts.",
};

pub(crate) const WRONG_PREDICTION: SectionWords = SectionWords {
    title: "When the prediction is wrong",
    text: &[
        "Your computer cannot know everything. Here {other|another ship} rams yours from behind. \
         {server|The server} knows at once. {you|Your screen} does not, and flies your ship on as \
         if nothing had hit it.",
        "With every state, the server says which of your commands was the last one it had \
         carried out. Your computer goes back to that state, and replays only the commands that \
         came after it: the trail of dots. That is {term|reconciliation}. So every command \
         counts, and none counts twice.",
    ],
    came: &[
        (
            FigureOutcome::Snaps,
            "At a ping of {control}, the new end of the trail is {value} from where your ship was \
             drawn. In A the ship is drawn there in the very next frame: it {term|snaps}. In B \
             only the picture slides over, in a tenth of a second. The rules use the corrected \
             place at once, in both.",
        ),
        (
            FigureOutcome::HardlySnaps,
            "At a ping of {control}, there is so little to replay that the corrected ship is only \
             {value} from where it was drawn, less than half its width. You would hardly notice, \
             not even in A.",
        ),
    ],
    after: &[],
    task: "Find a ping at which the correction is at most half a ship, 16 u.",
    solved: "The longer your commands are on their way, the more of them are replayed on top of a \
             surprise, and the further the ship moves. Smoothing hides that, at the price of \
             drawing your ship where it is not. So games smooth small errors, and let very large \
             ones snap.",
};

pub(crate) const MOMENTS: SectionWords = SectionWords {
    title: "Three moments at once",
    text: &[
        "Prediction has a price. {you|You} see yourself ahead of {server|the server}, because your \
         commands are still on their way to it. You see {other|the other ship} behind the server, \
         because news of it is still on its way to you. So your one screen shows two different \
         moments, and the server is at a third.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "The threads connect each ship to itself on the next screen. With a ping of {control}, \
         your own ship and the others are {value} apart in time, on your own screen alone.",
    )],
    after: &[
        "Now let something change hands: a ball that you throw, a car that you get out of. As long \
         as it was yours, your screen predicted it, ahead of the server. From then on it is one of \
         the others, behind the server. So it jumps back along its path by as far as it moves in \
         that time. Games hide it by letting it slide from the one moment to the other.",
    ],
    task: "Bring the two moments on your screen within 200 ms of each other.",
    solved: "Some of the gap stays even at a ping of 0. Part of that is the game’s own choice, and \
             it comes next.",
};

pub(crate) const CLOCKS: SectionWords = SectionWords {
    title: "Whose clock is ahead?",
    text: &[
        "A command must reach {server|the server} before its tick begins. So {you|your clock} has \
         to run ahead of the server’s: by the time that a command takes, and by a {term|command \
         margin} on top, here {control}, in case one takes longer. {other|The others} you see \
         behind the server, by the time that snapshots take and by the delay with which your \
         screen draws them.",
        "Nobody knows in advance how long a command takes. With every snapshot the server reports \
         how early your commands arrived, and your computer adjusts its clock. So the offset is \
         not set once. In the figure, the line shows how far ahead your clock is; at the dashed \
         mark, your commands suddenly begin to take 80 ms longer.",
    ],
    came: &[
        (
            FigureOutcome::CommandsLate,
            "Your clock runs faster for {value}, until it is as far ahead as it now has to be. \
             It does not jump, or your ship would jump with it. Until then commands come too \
             late, and the server drops them: the strokes at the bottom.",
        ),
        (
            FigureOutcome::CommandsInTime,
            "Your clock runs faster for {value}, until it is as far ahead as it now has to be. \
             Meanwhile the margin makes up for the difference: every command is in time.",
        ),
    ],
    after: &[
        "When a connection gets faster, there is no hurry. Nothing comes too late then, so the \
         clock slows down only slightly.",
    ],
    task: "Find the smallest margin with which no command comes too late.",
    solved: "A margin makes up for a jolt of its own size. But you pay for it all the time, \
             because your screen has to predict that much further ahead. So games keep it small, \
             and where a command is missing, the server repeats the one before.",
};

pub(crate) const INTERPOLATION: SectionWords = SectionWords {
    title: "The others glide, in the past",
    text: &[
        "The server does not tell you everything all the time. It sends {term|snapshots}, in this \
         figure 10 a second, that say where every ship is. Drawn as they arrive, as in A, \
         {other|the other ship} hops.",
        "In B your screen draws the others a little late, here by {control}. By then it usually \
         has two snapshots, and it can draw the ship gliding from the older one to the newer one. \
         That is {term|interpolation}.",
    ],
    came: &[
        (
            FigureOutcome::Glides,
            "In A the ship hops by up to {value} at a time. In B it glides, but you see it further \
             in the past. Even if a snapshot is lost, the next one can fill the gap.",
        ),
        (
            FigureOutcome::Hops,
            "But with so short a delay, the newer snapshot has not arrived yet. So the ship stops \
             and hops in B too, as it does in A by up to {value}.",
        ),
    ],
    after: &[],
    task: "Shorten the delay in B to 100 ms or less, and keep the ship gliding.",
    solved: "On a connection as steady as this one, the delay can be as short as the time between \
             two snapshots. Any shorter, and your screen has nothing to draw towards. Real \
             connections are uneven and lose a snapshot now and then, so games wait for two \
             snapshots or more.",
};

pub(crate) const JITTER_BUFFER: SectionWords = SectionWords {
    title: "How large a buffer?",
    text: &[
        "On a real connection, no two messages take equally long. That unevenness is called \
         {term|jitter}: here each snapshot takes 100 ms, give or take {control}. And {control-b} \
         of them never arrive. Each dot in the figure is one snapshot. The higher it is, the later \
         it came.",
        "The line is your {term|buffer}: with an interpolation delay of {control-c}, what arrives \
         below the line is in time, and what arrives above it comes too late to be drawn.",
    ],
    came: &[
        (
            FigureOutcome::SomeLate,
            "Here some come too late: the crosses. Without them your screen has nothing to draw \
             towards, so {other|the other ship} stops for a moment, and hops. And what you see of \
             it is {value} old anyway.",
        ),
        (
            FigureOutcome::NoneLate,
            "Here every snapshot that arrives is in time. The price is that all you see of \
             {other|the other ship} is {value} old.",
        ),
    ],
    after: &[
        "The line starts from the fastest snapshots, because your screen sets its clock by those. \
         So the delay must be as long as the slowest are behind the fastest. Where snapshots get \
         lost, it should also last until the next one. Anything longer only makes the picture \
         older.",
    ],
    task: "On this very connection, find the shortest delay with which no snapshot comes too late.",
    solved: "With 40 ms give or take, the slowest snapshots arrive 80 ms after the fastest, and \
             that is about what the buffer has to hold. Some games use a fixed delay with a \
             reserve; others measure the jitter all the time and adapt.",
};

pub(crate) const LATE_LASER: SectionWords = SectionWords {
    title: "A perfect aim that misses",
    text: &[
        "Now fire a bolt, which takes time to fly. You aim so that, on {you|your screen}, the \
             bolt would meet {other|the ship} if it left at once. But your command takes time to \
             reach {server|the server}, and the ship you see is already old. The {term|scheme} is \
             the set of rules by which a game hides lag.",
    ],
    came: &[
        (
            FigureOutcome::Missed,
            "So you miss: the bolt never gets closer than {value} to where the server looks for \
             the ship. A lower ping helps, but it is no cure: even at 0 ms, the picture you aim at \
             is old. (If you try Wolfenstein: ET here: it looks into the past for beams, but not \
             for bolts.)",
        ),
        (
            FigureOutcome::Hit,
            "This time you hit: the bolt passes {value} from the centre of the ship, where this \
             scheme looks for it.",
        ),
    ],
    after: &[],
    task: "Make this very shot hit, with a ping of 200 ms or more.",
    solved: "At such a ping, it takes a scheme that asks a different question: not where the ship \
             is now, but where you saw it. The rest of this page shows how that works.",
};

pub(crate) const JUMP: SectionWords = SectionWords {
    title: "Jump, or converge",
    text: &[
        "One fix is simple, and is called a jump. When your command arrives, the server starts the \
         bolt where {you|your screen} already has it, ahead of your muzzle. On your screen nothing \
         changes.",
    ],
    came: &[
        (
            FigureOutcome::AheadOfMuzzle,
            "On {other|the other player’s screen} the bolt appears {value} ahead of {you|your \
             muzzle}, out of nowhere. A ship in that gap never sees it coming.",
        ),
        (
            FigureOutcome::AtMuzzle,
            "The scheme you chose does not jump: on {other|the other player’s screen} too, the \
             bolt starts at {you|your muzzle}.",
        ),
    ],
    after: &[
        "Another fix is called {term|convergence}: the bolt leaves the muzzle on every screen, and \
         flies a little faster until it has caught up with where it should be. Unless a ship is \
         very close, the bolt has caught up before it gets there. “Targeting” in the list works \
         like that.",
        "Both make up for the time that your command takes to the server, and for nothing else. \
         {other|The ship} you aim at is still old on your screen. The shot of the figure before, \
         at the ping of 200 ms that it begins with, comes closer with either of them, and still \
         misses.",
    ],
    task: "Choose a scheme under which the bolt starts at your muzzle, on the other player’s \
           screen too.",
    solved: "Most schemes start the bolt at the muzzle. They differ in how it flies from there, \
             and in who decides whether it hit.",
};

pub(crate) const REWINDING: SectionWords = SectionWords {
    title: "Go back to what was seen",
    text: &["The server can remember where every ship was. Your shot then says which moment you \
         were looking at, and the server checks the shot against that moment. It only looks \
         back; nothing is run again. This is {term|lag compensation}, or rewinding."],
    came: &[
        (
            FigureOutcome::Hit,
            "{judged|What it judges} and {saw|what you saw} are the same place, or close enough \
             for your aim to count, although the ship has already flown {value} on.",
        ),
        (
            FigureOutcome::Missed,
            "Here what you see is older than the server is willing to look back. {judged|What it \
             judges} is {value} away from {saw|what you saw}, and you miss.",
        ),
    ],
    after: &[
        "Somebody pays for this, and you have met that player: behind the rock, in the first \
         figure. So the server looks back only so far, here {control}. Without a limit, a player \
         with a terrible connection could hit ships where they were seconds ago.",
    ],
    task: "Turn this hit into a miss: choose how far back the server looks.",
    solved: "When what you see is older than the limit, the server judges a moment you did not \
             see. Nearly every game that rewinds draws the line somewhere, mostly between a fifth \
             of a second and a whole one.",
};

pub(crate) const LOCKSTEP: SectionWords = SectionWords {
    title: "Everybody waits",
    text: &[
        "{term|Lockstep} is one of the oldest schemes, and the strictest. The world moves on by \
         one step, a {term|tick}, only when the commands of every player for that tick are in. All \
         screens show the same world, and nothing is ever guessed. But the slowest player holds \
         everyone up: here, a third player with a ping of 300 ms. You do not see that ship. The \
         dots in {server|the server’s} lane are its commands, on their way.",
    ],
    came: &[
        (
            FigureOutcome::WorldWaits,
            "To give messages time to arrive, each command is for a later tick: here {control} \
             ticks after the next one. That is not enough for the slow player, so the server waits \
             again and again, and the world runs slower than it should. {you|Your ship} responds \
             after {value}. That is how long the slow player’s messages take, and as long as the \
             world waits for them, more ticks do not change it.",
        ),
        (
            FigureOutcome::FullSpeed,
            "Each command is for a later tick: here {control} ticks after the next one. Now even \
             the slow player’s commands arrive in time, and the world runs at full speed. From \
             here on, each further tick only delays your answer: {you|your ship} responds after \
             {value}.",
        ),
    ],
    after: &[],
    task: "Find the fewest ticks with which the world runs at full speed.",
    solved: "With fewer, the world slows down; with more, your ship responds later still. Either \
             way you wait for the slowest player’s messages. Where units respond slowly anyway, a \
             game can afford that. A fast shooter over the internet cannot.",
};

pub(crate) const EVERYONE: SectionWords = SectionWords {
    title: "Nobody waits",
    text: &[
        "The boldest scheme predicts everyone. {you|Your screen} takes the latest snapshot and \
         flies every ship on from there, as if each pilot kept doing what they were doing. With \
         the next snapshot it starts over. Fighting games do the same with keys instead of \
         snapshots, and call it {term|rollback}.",
    ],
    came: &[
        (
            FigureOutcome::UpToNow,
            "So every ship is drawn at the same moment as your own, a little ahead of the server. \
             That works until somebody turns. Then {other|the other ship} jumps to where it really \
             is: with a ping of {control}, by up to {value}.",
        ),
        (
            FigureOutcome::HeldBack,
            "But your screen runs at most 15 ticks again, a quarter of a second, and with a ping \
             of {control} that does not reach your own moment. The rest is left out, so {other|the \
             other ship} is drawn late. Where it turns, it jumps by up to {value}; a higher ping \
             no longer makes the jump larger, only the ship later.",
        ),
    ],
    after: &[
        "So nobody has to aim ahead: as long as the guesses are right, what you see is what the \
         server has when your shot gets there. What no prediction can know is what somebody else \
         is about to do.",
    ],
    task: "Find a ping at which no jump is larger than 10 u.",
    solved: "Short guesses are good guesses. With a high ping, the same scheme makes ships twitch \
             at every turn.",
};

pub(crate) const CHOOSE: SectionWords = SectionWords {
    title: "Choose yours",
    text: &[
        "No scheme makes the delay go away. It only decides who feels it: the shooter, who has to \
         aim ahead; the target, who gets hit behind a rock; or everyone a little, by waiting. Here \
         two schemes judge the same shot, with the same aim and over the same connections.",
    ],
    came: &[(
        FigureOutcome::Shown,
        "In A the bolt comes within {value} of {judged|where A looks for the ship}; in B, within \
         {value-b} of where B does. (Wolfenstein: ET looks into the past for beams, but this is a \
         bolt.) What is right for a game depends on what its players do most, and on how far they \
         live from the server.",
    )],
    after: &[
        "One scheme in the lists agrees later: {term|delayed synchronisation} draws every other \
         ship a fixed delay in the past. A hit counts for good only when the bolt has come that \
         far on every screen, and until then it can be undone.",
    ],
    task: "Set your ping to 300 ms or more, and choose a scheme for A that still hits.",
    solved: "A scheme that hits at such a ping favours the shooter. Now think of the player behind \
             the rock.",
};
