//! The texts that stand in `web/lab.html`: each has a key there, by which the page finds it in
//! another language. Where an element has others in it, `{0}` and so on stand for those, in order.

use crate::language::{Language, in_language};

/// Declares the texts of a part of the page, each with its key.
macro_rules! texts {
    ($(#[$doc:meta])* $group:ident { $($text:ident $key:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $group {
            $($text,)*
        }

        impl $group {
            const ALL: &[Self] = &[$(Self::$text,)*];

            /// By which the page knows it.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$text => $key,)*
                }
            }
        }
    };
}

texts! {
    /// The bar above the panes, and what has a name and no place of its own.
    BarTexts {
        Title "bar-title",
        Heading "bar-heading",
        Scenario "bar-scenario",
        CaptureEnd "bar-capture-end",
        Panels "bar-panels",
        Lessons "bar-lessons",
        Schemes "bar-schemes",
        Network "bar-network",
        Desk "bar-desk",
        DeskHint "bar-desk-hint",
        Shots "bar-shots",
        Graph "bar-graph",
        Ring "bar-ring",
        RingHint "bar-ring-hint",
        ViewLine "bar-view-line",
        ViewLineHint "bar-view-line-hint",
        Stored "bar-stored",
        StoredHint "bar-stored-hint",
        Share "bar-share",
        Help "bar-help",
        Caption "bar-caption",
        Close "bar-close",
        GraphName "bar-graph-name",
        Away "bar-away",
    }
}

texts! {
    /// The bar of time, and the lanes of time.
    TimeTexts {
        RingSlot "time-ring-slot",
        RingSlotHint "time-ring-slot-hint",
        LanesSay "time-lanes-say",
        Name "time-name",
        Restart "time-restart",
        RestartHint "time-restart-hint",
        FrameBack "time-frame-back",
        FrameOn "time-frame-on",
        Speed "time-speed",
        SpeedHint "time-speed-hint",
        Position "time-position",
        Cue "time-cue",
        Take "time-take",
        Swap "time-swap",
    }
}

texts! {
    /// The help.
    HelpTexts {
        Name "help-name",
        About "help-about",
        KeysFly "help-keys-fly",
        Fly "help-fly",
        KeysAim "help-keys-aim",
        Aim "help-aim",
        Play "help-play",
        Frames "help-frames",
        Cue "help-cue",
        Speed "help-speed",
        Restart "help-restart",
        Swap "help-swap",
        Maximise "help-maximise",
        KeysSchemes "help-keys-schemes",
        Schemes "help-schemes",
        Lessons "help-lessons",
        Drawers "help-drawers",
        Desk "help-desk",
        Ring "help-ring",
        ViewLine "help-view-line",
        Ghosts "help-ghosts",
        PointAtShip "help-point-at-ship",
        Stored "help-stored",
        ClickBolt "help-click-bolt",
        WhyHit "help-why-hit",
        CloseOpen "help-close-open",
        CuesWanted "help-cues-wanted",
        Legend "help-legend",
        Strip "help-strip",
        PlayOnline "help-play-online",
    }
}

texts! {
    /// The lessons, around their own words.
    LessonsTexts {
        Name "lessons-name",
        ExampleName "lessons-example-name",
        Example "lessons-example",
        DoThis "lessons-do-this",
        WatchThat "lessons-watch-that",
        Article "lessons-article",
        Back "lessons-back",
        Next "lessons-next",
        All "lessons-all",
    }
}

texts! {
    /// The schemes.
    SchemesTexts {
        Name "schemes-name",
        About "schemes-about",
        Columns "schemes-columns",
        Presets "schemes-presets",
        Alternatives "schemes-alternatives",
        Choices "schemes-choices",
        ShotLine "schemes-shot-line",
        RoomPart "schemes-room-part",
        PlayerPart "schemes-player-part",
        PlayerHint "schemes-player-hint",
    }
}

texts! {
    /// The network.
    NetworkTexts {
        Name "network-name",
        About "network-about",
        Codec "network-codec",
        CodecHint "network-codec-hint",
        WhoseLinks "network-whose-links",
        You "network-you",
        Other "network-other",
        Third "network-third",
        Kinds "network-kinds",
        WayUp "network-way-up",
        WayDown "network-way-down",
        FullUpdate "network-full-update",
        FullUpdateHint "network-full-update-hint",
        WhoFlies "network-who-flies",
        Controllers "network-controllers",
    }
}

texts! {
    /// The cheater’s desk, around what it counts.
    DeskTexts {
        Name "desk-name",
        About "desk-about",
        Programs "desk-programs",
        Columns "desk-columns",
        Lies "desk-lies",
        Tries "desk-tries",
        Against "desk-against",
        Came "desk-came",
        Gains "desk-gains",
        Counters "desk-counters",
    }
}

texts! {
    /// The shots, and the drawer from which a moment is shared.
    ShareTexts {
        Shots "share-shots",
        NoShot "share-no-shot",
        Name "share-name",
        About "share-about",
        Copy "share-copy",
        AsFigure "share-as-figure",
        Figure "share-figure",
        FigureAlone "share-figure-alone",
        CopyElement "share-copy-element",
        CopyIframe "share-copy-iframe",
        AsFile "share-as-file",
        Run "share-run",
        SaveRun "share-save-run",
        OpenFile "share-open-file",
        Drop "share-drop",
    }
}

texts! {
    /// Where to begin, and what stands when nothing goes on.
    BeginningTexts {
        Name "beginning-name",
        About "beginning-about",
        Learn "beginning-learn",
        LearnHint "beginning-learn-hint",
        Article "beginning-article",
        Try "beginning-try",
        TryHint "beginning-try-hint",
        Shot "beginning-shot",
        ShotHint "beginning-shot-hint",
        Dismiss "beginning-dismiss",
        Panic "beginning-panic",
        PanicHint "beginning-panic-hint",
        Reload "beginning-reload",
    }
}

/// A text that stands in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageText {
    Bar(BarTexts),
    Time(TimeTexts),
    Help(HelpTexts),
    Lessons(LessonsTexts),
    Schemes(SchemesTexts),
    Network(NetworkTexts),
    Desk(DeskTexts),
    Share(ShareTexts),
    Beginning(BeginningTexts),
}

impl PageText {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = BarTexts::ALL.iter().copied().map(Self::Bar);
        let all = all.chain(TimeTexts::ALL.iter().copied().map(Self::Time));
        let all = all.chain(HelpTexts::ALL.iter().copied().map(Self::Help));
        let all = all.chain(LessonsTexts::ALL.iter().copied().map(Self::Lessons));
        let all = all.chain(SchemesTexts::ALL.iter().copied().map(Self::Schemes));
        let all = all.chain(NetworkTexts::ALL.iter().copied().map(Self::Network));
        let all = all.chain(DeskTexts::ALL.iter().copied().map(Self::Desk));
        let all = all.chain(ShareTexts::ALL.iter().copied().map(Self::Share));
        all.chain(BeginningTexts::ALL.iter().copied().map(Self::Beginning))
    }

    /// By which the page knows it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Bar(text) => text.key(),
            Self::Time(text) => text.key(),
            Self::Help(text) => text.key(),
            Self::Lessons(text) => text.key(),
            Self::Schemes(text) => text.key(),
            Self::Network(text) => text.key(),
            Self::Desk(text) => text.key(),
            Self::Share(text) => text.key(),
            Self::Beginning(text) => text.key(),
        }
    }

    /// The text of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::all().find(|text| text.key() == key)
    }
}

impl Language {
    /// A text that stands in the page of the laboratory.
    #[must_use]
    pub const fn page(self, text: PageText) -> &'static str {
        in_language!(self, lab::page::text(text))
    }
}
