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
    Schemes: "How every scheme would have judged it",
    Age: "Age of the shot",
    Picture: "The same moment on the shooter’s screen, on the server, and on the target’s screen; \
              below them, the three times of the shot.",
    Copied: "Copied.",
    SelectAndCopy: "Select it and copy it:",
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
    YourTimes: "The three times of your shot, in ms after it was fired",
    TheirTimes: "The three times of their shot, in ms after it was fired",
    TimesUnit: "ms after the shot",
    YourCommand: "your command",
    TheirCommand: "their command",
    ServerTick: "server tick",
    ViewJudged: "view judged",
    ViewYouSaw: "view you saw",
    ViewTheySaw: "view they saw",
    NewestSnapshot: "newest snapshot",
    Bound: "limit",
    Elsewhere: "≈ That scheme would have drawn the target elsewhere, so the aim would have been \
                another.",
    TimesOnly: "the server sends only the times it used, not where the ship was",
};

pub(crate) const NOTES: SheetNotes = SheetNotes {
    NoShotYet: "No shot has involved you yet: fire one, or get hit by one. Then ask again.",
    ReportComing: "The server’s report on this shot is on its way.",
    InFlight: "Still in flight: the server has not judged this shot yet.",
    MatchGoesOn: "The match goes on, and your ship coasts.",
    RecordUntilReport: "The match goes on, and your ship coasts. You see the shot’s record and \
                        what your own screen showed; the server’s report is on its way.",
    RecordOnly: "The match goes on, and your ship coasts. You see the shot’s record and what your \
                 own screen showed; the server no longer has a report of it.",
    SchemesComing: "Not known yet: the server works this out once the shot is over, in a second or \
                    two.",
    SchemesForgotten: "Not known: the server works this out when somebody looks into a shot, and \
                       it remembers only each player’s newest 32 shots of the last minute.",
    NothingComes: "Nothing came of this shot: its trigger was never pulled in this match.",
    CaptureEnds: "This capture ends before the server reported on this shot.",
    TimeStandsStill: "Time is stopped.",
    PlayedAhead: "Time is stopped; the shot was played ahead to see what comes of it.",
    SchemesNotAsked: "Not known: the player did not look into this shot, so the server never said \
                      how the other schemes would have judged it.",
    RunFull: "Not known: the recording was full before the shot was over.",
};

pub(crate) const CLAMPS: ClampTexts = ClampTexts {
    Bound: "view moved to the limit",
    Future: "view moved to the shot",
    Backwards: "view moved: it never runs back",
    Implausible: "view moved to fit the ping",
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
