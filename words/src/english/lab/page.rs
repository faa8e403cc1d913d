//! The texts that stand in the page of the laboratory, in English: as `web/lab.html` has them.

use crate::lab::page::{
    BarTexts, BeginningTexts, DeskTexts, HelpTexts, LessonsTexts, NetworkTexts, PageText,
    SchemesTexts, ShareTexts, TimeTexts,
};

pub(crate) const fn text(text: PageText) -> &'static str {
    match text {
        PageText::Bar(text) => bar(text),
        PageText::Time(text) => time(text),
        PageText::Help(text) => help(text),
        PageText::Lessons(text) => lessons(text),
        PageText::Schemes(text) => schemes(text),
        PageText::Network(text) => network(text),
        PageText::Desk(text) => desk(text),
        PageText::Share(text) => share(text),
        PageText::Beginning(text) => beginning(text),
    }
}

const fn bar(text: BarTexts) -> &'static str {
    match text {
        BarTexts::Title => "Lagrange laboratory",
        BarTexts::Heading => "Laboratory",
        BarTexts::Scenario => "Scenario",
        BarTexts::CaptureEnd => "Close the capture",
        BarTexts::Panels => "Panels",
        BarTexts::Lessons => "Lessons {0}",
        BarTexts::Schemes => "Schemes {0}",
        BarTexts::Network => "Network {0}",
        BarTexts::Desk => "Cheats {0}",
        BarTexts::DeskHint => "The cheater’s desk: programs that lie",
        BarTexts::Shots => "Shots {0}",
        BarTexts::Graph => "Net graph {0}",
        BarTexts::Ring => "Ring {0}",
        BarTexts::RingHint => "QuakeWorld’s ring of commands",
        BarTexts::ViewLine => "View line {0}",
        BarTexts::ViewLineHint => "The interpolation time line",
        BarTexts::Stored => "Stored {0}",
        BarTexts::StoredHint => {
            "What the server has stored of a ship: of one after the other, or of the one under \
             the pointer"
        }
        BarTexts::Share => "Share {0}",
        BarTexts::Help => "Help {0}",
        BarTexts::Caption => "What this shows",
        BarTexts::Close => "Close {0}",
        BarTexts::GraphName => "Net graph",
        BarTexts::Away => crate::english::article::ARTICLE.away,
    }
}

const fn time(text: TimeTexts) -> &'static str {
    match text {
        TimeTexts::RingSlot => "Command, oldest to newest",
        TimeTexts::RingSlotHint => {
            "Which slot says its numbers: the newest is at the right. Or point at one."
        }
        TimeTexts::LanesSay => "What the lanes say",
        TimeTexts::Name => "Time",
        TimeTexts::Restart => "Restart {0}",
        TimeTexts::RestartHint => "Restart with the same seed",
        TimeTexts::FrameBack => "One frame back",
        TimeTexts::FrameOn => "One frame on",
        TimeTexts::Speed => "Speed",
        TimeTexts::SpeedHint => "Speed: − and + step through it",
        TimeTexts::Position => "Where in the recording",
        TimeTexts::Cue => "To the decisive moment",
        TimeTexts::Take => "Fly it yourself {0}",
        TimeTexts::Swap => "Swap ships {0}",
    }
}

const fn help(text: HelpTexts) -> &'static str {
    match text {
        HelpTexts::Name => "Help",
        HelpTexts::About => {
            "The room, three players and the six links between them run in this page, under one \
             clock. So the three panes show what no networked program can: the same instant on \
             your screen, on the server and on the other player’s screen. Threads tie the same \
             ship and the same bolt together."
        }
        HelpTexts::KeysFly => "{0}{1}{2}{3} or arrows",
        HelpTexts::Fly => "fly; this takes a scenario over",
        HelpTexts::KeysAim => "mouse or {0}{1}, {2}, {3}",
        HelpTexts::Aim => "aim, laser, beam",
        HelpTexts::Play => "play, pause",
        HelpTexts::Frames => "a frame back, a frame on",
        HelpTexts::Cue => {
            "to the decisive moment, which the time bar marks; once more: on from there"
        }
        HelpTexts::Speed => "slower, faster: down to 1/100",
        HelpTexts::Restart => "restart with the same seed",
        HelpTexts::Swap => "swap ships: fly the other one",
        HelpTexts::Maximise => "maximise the pane under the mouse",
        HelpTexts::KeysSchemes => "{0} to {1}",
        HelpTexts::Schemes => "schemes; with {0} compare two",
        HelpTexts::Lessons => "lessons, back, next",
        HelpTexts::Drawers => "schemes, network, shots, net graph, share",
        HelpTexts::Desk => "cheater’s desk: programs that lie, and what each room counts of them",
        HelpTexts::Ring => "ring: which of your commands are sent, acknowledged, replayed",
        HelpTexts::ViewLine => "view line: the snapshots that the others are drawn between",
        HelpTexts::Ghosts => "ghosts",
        HelpTexts::PointAtShip => "point at a ship, or {0}",
        HelpTexts::Stored => "what the server has stored of it: {0} goes from ship to ship",
        HelpTexts::ClickBolt => "click a bolt",
        HelpTexts::WhyHit => "why it hit or missed",
        HelpTexts::CloseOpen => "close what is open",
        HelpTexts::CuesWanted => "{0}Slow down and wait at the decisive moment",
        HelpTexts::Legend => {
            "{0}the server now{1} {2}what was seen when firing{3} {4}what the server judged"
        }
        HelpTexts::Strip => {
            "The strip below the panes: each dot is a packet that climbs from its sender to its \
             receiver while time runs from left to right. Lost ones die half way; late ones \
             wait, yellow, below the rim."
        }
        HelpTexts::PlayOnline => "Play online",
    }
}

const fn lessons(text: LessonsTexts) -> &'static str {
    match text {
        LessonsTexts::Name => "Lessons",
        LessonsTexts::ExampleName => {
            "Two dots on a line of time, at 1 s and at 5 s, and a bar half way between them, at \
             3 s"
        }
        LessonsTexts::Example => {
            "The example of the article on Wolfenstein: ET: the server has markers of 1 s and of \
             5 s, and a command asks for 3 s. That is half of the way from one to the other, and \
             so is the ship. Point at a ship, or press {0}, to see what is stored of it here."
        }
        LessonsTexts::DoThis => "Do this",
        LessonsTexts::WatchThat => "Watch that",
        LessonsTexts::Article => "The same idea in the article",
        LessonsTexts::Back => "Back {0}",
        LessonsTexts::Next => "Next {0}",
        LessonsTexts::All => "All of them",
    }
}

const fn schemes(text: SchemesTexts) -> &'static str {
    match text {
        SchemesTexts::Name => "Schemes",
        SchemesTexts::About => {
            "A netcode scheme says how the game hides the time that messages take. Run two side \
             by side: same hands, same packets, another rule."
        }
        SchemesTexts::Columns => "Columns",
        SchemesTexts::Presets => "Presets",
        SchemesTexts::Alternatives => "What they are compared with",
        SchemesTexts::Choices => "What it chooses",
        SchemesTexts::ShotLine => "{0}Shot line",
        SchemesTexts::RoomPart => "The room decides",
        SchemesTexts::PlayerPart => "Every player decides",
        SchemesTexts::PlayerHint => "What all players see and send.",
    }
}

const fn network(text: NetworkTexts) -> &'static str {
    match text {
        NetworkTexts::Name => "Network",
        NetworkTexts::About => {
            "Six links, all in this page: each player’s way up and way down. Changes count for \
             what is sent from now on."
        }
        NetworkTexts::Codec => "a snapshot holds",
        NetworkTexts::CodecHint => {
            "What the server tells all. The match begins anew: watch the bytes, and the net \
             graph."
        }
        NetworkTexts::WhoseLinks => "Whose links",
        NetworkTexts::You => "You",
        NetworkTexts::Other => "Other",
        NetworkTexts::Third => "Third",
        NetworkTexts::Kinds => "Kinds of connection",
        NetworkTexts::WayUp => "Up: to the server, one way",
        NetworkTexts::WayDown => "Down: from the server, one way",
        NetworkTexts::FullUpdate => "Ask for a full update",
        NetworkTexts::FullUpdateHint => {
            "The next snapshot repeats everything and builds upon nothing: the tall pale post in \
             the net graph. At most one a second."
        }
        NetworkTexts::WhoFlies => "Who flies",
        NetworkTexts::Controllers => "Who flies this ship",
    }
}

const fn desk(text: DeskTexts) -> &'static str {
    match text {
        DeskTexts::Name => "Cheater’s desk",
        DeskTexts::About => {
            "A program may change what a player sends. A choice begins the match anew."
        }
        DeskTexts::Programs => "Whose program",
        DeskTexts::Columns => "Where it lies",
        DeskTexts::Lies => "What it does",
        DeskTexts::Tries => "Tries",
        DeskTexts::Against => "Against it",
        DeskTexts::Came => "Came of it",
        DeskTexts::Gains => "Gains",
        DeskTexts::Counters => "Every counter",
    }
}

const fn share(text: ShareTexts) -> &'static str {
    match text {
        ShareTexts::Shots => "Shots",
        ShareTexts::NoShot => "No shot yet. Pull a trigger, or let the scenario play.",
        ShareTexts::Name => "Share",
        ShareTexts::About => {
            "The link opens this very moment in another browser, bit for bit: what was flown is \
             in it, and the shot that you looked into here."
        }
        ShareTexts::Copy => "Copy",
        ShareTexts::AsFigure => "As a figure",
        ShareTexts::Figure => {
            "For a page of yours, as an element or in an iframe: the {0}, from the scenario and \
             the presets that you see. What you set or flew besides is not in it."
        }
        ShareTexts::FigureAlone => "figure alone",
        ShareTexts::CopyElement => "Copy element",
        ShareTexts::CopyIframe => "Copy iframe",
        ShareTexts::AsFile => "As a file",
        ShareTexts::Run => {
            "A run: everything that came from outside. {0} plays it, {1} judges its shots."
        }
        ShareTexts::SaveRun => "Download this run",
        ShareTexts::OpenFile => "Open a file{0}",
        ShareTexts::Drop => {
            "Or drop a file anywhere on the page: a run, or a capture of an online match."
        }
    }
}

const fn beginning(text: BeginningTexts) -> &'static str {
    match text {
        BeginningTexts::Name => "Where to begin",
        BeginningTexts::About => {
            "In a networked game, what you see, what the server holds and what the other player \
             sees are three different moments. Here you have all three side by side, and you can \
             stop the time."
        }
        BeginningTexts::Learn => "Learn",
        BeginningTexts::LearnHint => {
            "Ten short lessons, one idea each, from latency to rewinding. Or read the article {0}."
        }
        BeginningTexts::Article => "How shooters hide lag",
        BeginningTexts::Try => "Try",
        BeginningTexts::TryHint => {
            "Fly against two bots over a connection of 100 ms, and make it worse."
        }
        BeginningTexts::Shot => "Look into a shot",
        BeginningTexts::ShotHint => {
            "A hit that a rock took back: what each of the three saw of it, and what nine rules \
             make of it."
        }
        BeginningTexts::Dismiss => "Look around {0}",
        BeginningTexts::Panic => "The laboratory stopped by an error of its own.",
        BeginningTexts::PanicHint => {
            "Reloading starts it again. If it happens again, please report this:"
        }
        BeginningTexts::Reload => "Reload",
    }
}
