//! The sheet that looks into a shot, in English.

use alloc::{format, string::String};

use forensics::sentence::Separation;
use shared::schemes::clamp::Clamp;

use crate::shot_sheet::{SheetNote, SheetText};

pub(crate) const fn text(text: SheetText) -> &'static str {
    match text {
        SheetText::Older => "Older",
        SheetText::Newer => "Newer",
        SheetText::Save => "Save this shot",
        SheetText::CopyLink => "Copy link",
        SheetText::Export => "Export",
        SheetText::ExportHint => "As JSON, for lagrange judge",
        SheetText::Close => "Close",
        SheetText::Play => "Play",
        SheetText::Shots => "Shots",
        SheetText::Schemes => "What every scheme would have said",
        SheetText::Age => "Age of the shot",
        SheetText::Picture => {
            "The same moment on the shooter's screen, for the server, and on the target's screen; \
             below them, the three times of the shot."
        }
        SheetText::Copied => "Copied.",
        SheetText::SelectAndCopy => "Select and copy it:",
        SheetText::YourView => "as you saw it",
        SheetText::ServersView => "as the server judged it",
        SheetText::TheirView => "as they saw it",
        SheetText::ShootersView => "as the shooter saw it",
        SheetText::TargetsView => "as the target saw it",
        SheetText::WorkedOut => "worked out from what the server knows",
        SheetText::NobodyNear => "no ship came near the shot",
        SheetText::BotWithoutScreen => "a bot has no screen",
        SheetText::ScreenUnknown => "nobody knows what this screen showed",
        SheetText::Judged => "judged",
        SheetText::YouSaw => "you saw",
        SheetText::TheySaw => "they saw",
        SheetText::Now => "now",
        SheetText::You => "you",
        SheetText::YourTimes => "Three times of your shot, in ms from when it was fired",
        SheetText::TheirTimes => "Three times of their shot, in ms from when it was fired",
        SheetText::TimesUnit => "ms from the shot",
        SheetText::YourCommand => "your command",
        SheetText::TheirCommand => "their command",
        SheetText::ServerTick => "server tick",
        SheetText::ViewJudged => "view judged",
        SheetText::ViewYouSaw => "view you saw",
        SheetText::ViewTheySaw => "view they saw",
        SheetText::NewestSnapshot => "newest snapshot",
        SheetText::Bound => "bound",
        SheetText::TimesOnly => {
            "the server tells only the times that were used, not where the ship stood"
        }
    }
}

pub(crate) const fn note(note: SheetNote) -> &'static str {
    match note {
        SheetNote::NoShotYet => {
            "No shot concerns you yet: fire one, or be hit by one. Then ask again."
        }
        SheetNote::ReportComing => "The server's word on this shot is on its way.",
        SheetNote::InFlight => "Still in flight: the server has not judged this shot yet.",
        SheetNote::MatchGoesOn => "The match goes on, and your ship coasts.",
        SheetNote::RecordUntilReport => {
            "The match goes on, and your ship coasts. You see the shot's record and what your own \
             screen showed; the server's report is on its way."
        }
        SheetNote::RecordOnly => {
            "The match goes on, and your ship coasts. You see the shot's record and what your own \
             screen showed; the server has no report of it any more."
        }
        SheetNote::SchemesComing => {
            "This is not known yet: the server works it out when the shot's time is over, in a \
             second or two."
        }
        SheetNote::SchemesForgotten => {
            "This is not known: the server works it out when a shot is looked into, and remembers \
             of each player the newest 32 shots of the last minute."
        }
        SheetNote::NothingComes => {
            "Nothing comes of this shot: its trigger was never pulled in this match."
        }
        SheetNote::CaptureEnds => "This capture ends before anything was told of this shot.",
        SheetNote::TimeStandsStill => "Time stands still.",
        SheetNote::PlayedAhead => {
            "Time stands still; what comes of the shot was played ahead of it."
        }
        SheetNote::SchemesNotAsked => {
            "This is not known: the player did not look into this shot, so the server never said \
             what the schemes would have made of it."
        }
        SheetNote::RunFull => "This is not known: the run is full before the shot's time is over.",
    }
}

pub(crate) const fn clamp(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Bound => "view moved to the bound",
        Clamp::Future => "view moved to the shot",
        Clamp::Backwards => "view moved: it never runs back",
        Clamp::Implausible => "view moved to fit the round trip",
        Clamp::NotDelayed => "view moved to the shared delay",
        Clamp::PingCap => "view moved to the ping cap",
    }
}

pub(crate) fn apart(apart: Separation) -> String {
    match apart {
        Separation::Same { .. } => "same place".into(),
        Separation::Off { off_u } => format!("{off_u:.1} u apart"),
    }
}

pub(crate) fn nth(nth: usize, of: usize) -> String {
    format!("{nth} of {of}")
}
