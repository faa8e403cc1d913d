//! Fixed texts of the shot sheet: its buttons, views and number line rows, and the notes beside a
//! shot or in place of one.

use shared::schemes::clamp::Clamp;

use crate::texts::texts;

texts! {
    /// Texts of the shot sheet.
    SheetTexts of
    /// A text of the shot sheet.
    pub enum SheetText {
        /// Buttons.
        Older,
        Newer,
        Save,
        CopyLink,
        Export,
        /// Tooltip of the export button.
        ExportHint,
        Close,
        Play,
        /// For screen readers: the buttons from shot to shot, the scheme buttons, the scrubber and
        /// the picture.
        Shots,
        Schemes,
        Age,
        Picture,
        /// Before a link that was copied to the clipboard.
        Copied,
        /// Before a link that the browser refused to copy.
        SelectAndCopy,
        /// Panel titles: the viewer's, the server's, the other player's.
        YourView,
        ServersView,
        TheirView,
        /// The same for a shot that does not involve the viewer.
        ShootersView,
        TargetsView,
        /// At the edge of a view: its source, or why it is empty.
        WorkedOut,
        NobodyNear,
        BotWithoutScreen,
        ScreenUnknown,
        /// Marks of a ship in the server's view, and of the viewer in any view.
        Judged,
        YouSaw,
        TheySaw,
        Now,
        You,
        /// Headings of the number line: for the viewer's shot, for another player's, and the unit
        /// alone where space is short.
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
        /// Legend of the sign ≈ beside a scheme's verdict.
        Elsewhere,
        /// Beside the times of stored poses whose positions the server does not send.
        TimesOnly,
    }
}

texts! {
    /// Notes beside shots, or in place of one.
    SheetNotes of
    /// A note beside a shot, or in place of one.
    pub enum SheetNote {
        /// No shot concerns the player yet.
        NoShotYet,
        /// In a match: only the server knows the shot, and its report is on the way.
        ReportComing,
        /// The same for the viewer's own shot, not judged yet.
        InFlight,
        /// In a match: what happens meanwhile.
        MatchGoesOn,
        /// The same, with only the record and the viewer's screen known: for now, or for good.
        RecordUntilReport,
        RecordOnly,
        /// The other schemes' verdicts are unknown: for now, or for good.
        SchemesComing,
        SchemesForgotten,
        /// In the laboratory: the shot is never fired.
        NothingComes,
        /// In a capture: it ends before any report of the shot.
        CaptureEnds,
        /// In the laboratory or a capture: time is stopped; the shot's result was played ahead.
        TimeStandsStill,
        PlayedAhead,
        /// The other schemes' verdicts are unknown: in a capture, or in a full run.
        SchemesNotAsked,
        RunFull,
    }
}

texts! {
    /// One text per reason why the moment used is not the one claimed.
    ClampTexts of Clamp {
        Bound, Future, Backwards, Implausible, NotDelayed, PingCap,
    }
}
