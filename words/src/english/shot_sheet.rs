//! Fixed texts of the shot sheet, in English.

use alloc::{format, string::String};

use forensics::sentence::Separation;

use crate::shot_sheet::{ClampTexts, SheetNotes, SheetTexts};

pub(crate) const TEXTS: SheetTexts = SheetTexts {
    Older: "Older",
    Newer: "Newer",
    Save: "Save this shot",
    CopyLink: "Copy link",
    Export: "Export",
    ExportHint: "As JSON, for lagrange judge",
    Close: "Close",
    Play: "Play",
    Shots: "Shots",
    Schemes: "What every scheme would have said",
    Age: "Age of the shot",
    Picture: "The same moment on the shooter's screen, for the server, and on the target's screen; \
              below them, the three times of the shot.",
    Copied: "Copied.",
    SelectAndCopy: "Select and copy it:",
    YourView: "as you saw it",
    ServersView: "as the server judged it",
    TheirView: "as they saw it",
    ShootersView: "as the shooter saw it",
    TargetsView: "as the target saw it",
    WorkedOut: "worked out from what the server knows",
    NobodyNear: "no ship came near the shot",
    BotWithoutScreen: "a bot has no screen",
    ScreenUnknown: "nobody knows what this screen showed",
    Judged: "judged",
    YouSaw: "you saw",
    TheySaw: "they saw",
    Now: "now",
    You: "you",
    YourTimes: "Three times of your shot, in ms from when it was fired",
    TheirTimes: "Three times of their shot, in ms from when it was fired",
    TimesUnit: "ms from the shot",
    YourCommand: "your command",
    TheirCommand: "their command",
    ServerTick: "server tick",
    ViewJudged: "view judged",
    ViewYouSaw: "view you saw",
    ViewTheySaw: "view they saw",
    NewestSnapshot: "newest snapshot",
    Bound: "bound",
    TimesOnly: "the server tells only the times that were used, not where the ship stood",
};

pub(crate) const NOTES: SheetNotes = SheetNotes {
    NoShotYet: "No shot concerns you yet: fire one, or be hit by one. Then ask again.",
    ReportComing: "The server's word on this shot is on its way.",
    InFlight: "Still in flight: the server has not judged this shot yet.",
    MatchGoesOn: "The match goes on, and your ship coasts.",
    RecordUntilReport: "The match goes on, and your ship coasts. You see the shot's record and \
                        what your own screen showed; the server's report is on its way.",
    RecordOnly: "The match goes on, and your ship coasts. You see the shot's record and what your \
                 own screen showed; the server has no report of it any more.",
    SchemesComing: "This is not known yet: the server works it out when the shot's time is over, \
                    in a second or two.",
    SchemesForgotten: "This is not known: the server works it out when a shot is looked into, and \
                       remembers of each player the newest 32 shots of the last minute.",
    NothingComes: "Nothing comes of this shot: its trigger was never pulled in this match.",
    CaptureEnds: "This capture ends before anything was told of this shot.",
    TimeStandsStill: "Time stands still.",
    PlayedAhead: "Time stands still; what comes of the shot was played ahead of it.",
    SchemesNotAsked: "This is not known: the player did not look into this shot, so the server \
                      never said what the schemes would have made of it.",
    RunFull: "This is not known: the run is full before the shot's time is over.",
};

pub(crate) const CLAMPS: ClampTexts = ClampTexts {
    Bound: "view moved to the bound",
    Future: "view moved to the shot",
    Backwards: "view moved: it never runs back",
    Implausible: "view moved to fit the round trip",
    NotDelayed: "view moved to the shared delay",
    PingCap: "view moved to the ping cap",
};

pub(crate) fn apart(apart: Separation) -> String {
    match apart {
        Separation::Same { .. } => "same place".into(),
        Separation::Off { off_u } => format!("{off_u:.1} u apart"),
    }
}

pub(crate) fn nth(nth: usize, of: usize) -> String {
    format!("{nth} of {of}")
}
