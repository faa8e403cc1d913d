//! Scenarios common to all netcodes, in English: latency, hiding it, and the choices of a room.

use crate::scenario::ScenarioWords;

pub(crate) const FREE: ScenarioWords = ScenarioWords {
    title: "Free flight",
    source: "Lagrange",
    watch: "Fly and shoot. The three panes show the same instant: on your screen, on the server, \
            and on the other player’s screen.",
    label: "Free play: nothing is being tested.",
};

pub(crate) const LATENCY: ScenarioWords = ScenarioWords {
    title: "Latency: how late your ship responds",
    source: "Gambetta’s articles on fast-paced multiplayer games",
    watch: "Your ping is 200 ms, and nothing hides it. After a second you fly to the right. On the \
            server your ship moves when your key press arrives. On your screen it moves when the \
            server’s answer comes back.",
    label: "Your ship responds to a key after about 233 ms: the ping, and a little waiting.",
};

pub(crate) const PREDICTION: ScenarioWords = ScenarioWords {
    title: "Prediction: a ship that does not wait",
    source: "QuakeWorld; Gambetta’s article on client-side prediction",
    watch: "Your ping is 200 ms in both columns, and your keys are the same. In A your ship waits \
            for the server’s answer. In B your client flies it by the server’s rules at once, and \
            compares when the answer comes.",
    label: "In A your ship responds to a key after about 233 ms. In B it responds after 17 ms, and \
            the prediction is never wrong.",
};

pub(crate) const BUMP: ScenarioWords = ScenarioWords {
    title: "Prediction: rammed from behind",
    source: "Gambetta’s article on server reconciliation; Source’s smoothing of prediction errors",
    watch: "Another ship rams yours, and your screen learns of it late. Then it goes back to the \
            server’s state and replays your newer commands: the ghosts. In A your ship is drawn at \
            the new place at once, and in B it slides there.",
    label: "In A your ship jumps by about 44 u. In B it slides there.",
};

pub(crate) const INTERPOLATION: ScenarioWords = ScenarioWords {
    title: "Interpolation: hop, or glide in the past",
    source: "Gambetta’s article on entity interpolation",
    watch: "The other ship circles you, and 10 snapshots a second say where it was. In A it is \
            drawn where the newest snapshot has it. In B it is drawn 200 ms later, gliding from \
            one snapshot to the next.",
    label: "In A the other ship hops about 28 u with each snapshot. In B it glides, about 266 ms \
            and 72 u behind the server.",
};

pub(crate) const SUNK: ScenarioWords = ScenarioWords {
    title: "Interpolation: a ship inside a rock",
    source: "Valve’s articles on Source’s networking",
    watch: "The other ship circles a rock and never touches it. Your screen draws it on a straight \
            line from one snapshot to the next. In A you get two snapshots a second, in B 20: so \
            in A the ship cuts the corner.",
    label: "In A the ship is drawn about 14 u deep inside the rock. In B it is not.",
};

pub(crate) const JITTER_BUFFER: ScenarioWords = ScenarioWords {
    title: "Interpolation: how large a buffer",
    source: "Fiedler’s articles on snapshot interpolation; Valve’s article on Source’s networking",
    watch: "Your snapshots take 60 to 140 ms, each its own time, and 2 % are lost. Each dot is a \
            snapshot, the higher the later it came. The line is the interpolation delay at work: \
            what arrives above it comes too late to be drawn.",
    label: "Some snapshots come too late, and the other ship stops and hops. It is shown where it \
            was about 116 ms ago.",
};

pub(crate) const CLOCK_STEP: ScenarioWords = ScenarioWords {
    title: "Clocks: a connection that gets slower",
    source: "Fiedler’s articles on networked physics; Valve’s article on Source’s networking",
    watch: "Your clock runs ahead of the server’s, so that your commands arrive just in time. \
            After 1.7 s they begin to take 80 ms longer. The line shows how far ahead your clock \
            is: it runs faster until it has followed, and never jumps.",
    label: "Your clock follows within about 533 ms, and some commands come too late until then.",
};

pub(crate) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "A stream stalls and bursts",
    source: "What TCP, and so every WebSocket, does with a lost packet",
    watch: "You and the third player lose the same number of packets. Yours come over a stream: \
            when one is lost, all that follow wait until it has been sent again, and then they \
            come all at once. Meanwhile the other ship flies on by guesswork, stops, and jumps.",
    label: "Your snapshots stop for about a quarter of a second, and then come all at once. The \
            third player’s, which come as datagrams, do not.",
};

pub(crate) const WHO_FIRST: ScenarioWords = ScenarioWords {
    title: "Who shoots first",
    source: "Wolfenstein: Enemy Territory, whose rockets are not compensated; and a minimum lag",
    watch: "Your ping is 200 ms, and the other player’s is 40 ms. You both see the same thing and \
            answer with a bolt. In B the room has a minimum lag of 200 ms, which makes the other \
            player’s commands wait.",
    label: "In A the other player’s bolt leaves about 150 ms before yours, which is 135 u of \
            flight. In B the two leave within a tick of each other.",
};

pub(crate) const WHO_FIRST_BEAM: ScenarioWords = ScenarioWords {
    title: "Who shoots first, with beams",
    source: "Wolfenstein: Enemy Territory; and a minimum lag",
    watch: "Three times you both see the same thing and answer with a beam, and three beams shoot \
            a ship down. In A the server fires the other player’s third beam before yours. In B it \
            fires both together.",
    label: "In A your third beam never leaves, because you are shot down first. In B both ships \
            are shot down.",
};

pub(crate) const PEEKER: ScenarioWords = ScenarioWords {
    title: "Peeker’s advantage",
    source: "Riot’s article on peeker’s advantage in its shooter",
    watch: "You come round the rock. You have a clear line of fire before the other player does, \
            because the other player sees you late.",
    label: "You have a clear line earlier by the sum of two numbers above the panes: how far you \
            are ahead of the server, and how far behind it the other player draws you.",
};

pub(crate) const FAVOUR_DEFENDER: ScenarioWords = ScenarioWords {
    title: "Favour the defender",
    source: "Overwatch, as its makers describe it: what the server knows a defender did wins",
    watch: "A catapult throws the other ship round the rock. In A your bolt hits what you saw. In \
            B the rock saves the ship, because it is now between the bolt and the ship.",
    label: "The same bolt hits in A and is vetoed in B, because the rock is between the bolt and \
            where the ship is now.",
};

pub(crate) const PING_CAP: ScenarioWords = ScenarioWords {
    title: "A ping cap",
    source: "Servers that compensate up to a certain ping, and ask everyone above it to aim ahead",
    watch: "You fire the same beam in both columns. In A, what you saw counts. In B, what you saw \
            may be at most 150 ms old, not counting your interpolation delay. It is older, so you \
            miss by as far as the ship flew in the time beyond that.",
    label: "The beam hits in A. In B it misses by as far as the ship flew in the time by which \
            what you saw was too old.",
};
