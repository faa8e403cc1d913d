//! What the sheet that looks into a shot says whatever the shot: its buttons, its views and the
//! rows of its number line.

/// A text of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Headings of the number line, of a shot of who is told, of another one, and where there is no
    /// room for more than its unit.
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
