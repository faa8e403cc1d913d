//! What the sheet that looks into a shot says whatever the shot: its buttons, its views, the rows
//! of its number line, and what stands beside a shot or in its place.

use shared::schemes::clamp::Clamp;

use crate::texts::texts;

texts! {
    /// The texts of the sheet.
    SheetTexts of
    /// A text of the sheet.
    pub enum SheetText {
        /// Buttons.
        Older,
        Newer,
        Save,
        CopyLink,
        Export,
        /// What the button of that name is for.
        ExportHint,
        Close,
        Play,
        /// To those who hear the page: the buttons from shot to shot, those of the schemes, the
        /// scrubber and the picture.
        Shots,
        Schemes,
        Age,
        Picture,
        /// Before a link that is on the clipboard.
        Copied,
        /// Before a link that the browser does not let onto it.
        SelectAndCopy,
        /// Titles of the three views: of who is told, of the server, and of the other player.
        YourView,
        ServersView,
        TheirView,
        /// The same, where who is told has no part in the shot.
        ShootersView,
        TargetsView,
        /// At the edge of a view: where it comes from, or why it is empty.
        WorkedOut,
        NobodyNear,
        BotWithoutScreen,
        ScreenUnknown,
        /// The marks of a ship in the server's view, and who is told in any.
        Judged,
        YouSaw,
        TheySaw,
        Now,
        You,
        /// Headings of the number line, of a shot of who is told, of another one, and where there
        /// is no room for more than its unit.
        YourTimes,
        TheirTimes,
        TimesUnit,
        /// Rows of the number line.
        YourCommand,
        TheirCommand,
        ServerTick,
        ViewJudged,
        ViewYouSaw,
        ViewTheySaw,
        NewestSnapshot,
        Bound,
        /// Beside the times of stored poses whose places are not told.
        TimesOnly,
    }
}

texts! {
    /// What is said beside shots, or in their place.
    SheetNotes of
    /// What is said beside a shot, or in its place.
    pub enum SheetNote {
        /// No shot concerns the player yet.
        NoShotYet,
        /// In a match, what stands for a shot of which only the server knows, until its word comes.
        ReportComing,
        /// The same for an own shot that is not judged yet.
        InFlight,
        /// What goes on meanwhile.
        MatchGoesOn,
        /// The same, where only the record and the own screen are known, for now or for good.
        RecordUntilReport,
        RecordOnly,
        /// What the schemes would have said is not known: yet, or ever.
        SchemesComing,
        SchemesForgotten,
        /// In the laboratory, what stands for a shot that never comes to be.
        NothingComes,
        /// In a capture, what stands for a shot that it does not tell of.
        CaptureEnds,
        /// What goes on meanwhile there.
        TimeStandsStill,
        PlayedAhead,
        /// What the schemes would have said is not known: in a capture, or in a run that is full.
        SchemesNotAsked,
        RunFull,
    }
}

texts! {
    /// A text for each reason why the moment used is not the one claimed.
    ClampTexts of Clamp {
        Bound, Future, Backwards, Implausible, NotDelayed, PingCap,
    }
}
