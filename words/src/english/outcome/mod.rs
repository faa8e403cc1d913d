//! What came of a scenario, in English: measured values go in, sentences come out.

mod basics;
mod liars;
mod network;
mod screens;
mod shots;

use alloc::{format, string::String};

use lab::{
    outcome::{Outcome, OutcomeStatus, OutcomeUnit},
    outcome_statement::OutcomeStatement as Said,
};

/// What stands behind a number of this unit, with the space before it.
pub(crate) const fn unit(unit: OutcomeUnit) -> &'static str {
    match unit {
        OutcomeUnit::U => " u",
        OutcomeUnit::Ms => " ms",
        OutcomeUnit::HitPoints => " points",
        OutcomeUnit::Shots => " shots",
        OutcomeUnit::Ticks => " ticks",
        OutcomeUnit::OfTheWay => " of the way",
    }
}

/// What must come of a scenario, marked as what is expected.
pub(crate) fn expected(label: &str) -> String {
    format!("Expected: {label}")
}

/// What came of a scenario, marked as what came out; where something was promised, with a sign that
/// says whether it came as expected.
pub(crate) fn came_out(said: &Said, promised: Option<OutcomeStatus>) -> String {
    let said = sentence(said);
    match promised {
        Some(OutcomeStatus::AsExpected) => format!("✓ Came out as expected. {said}"),
        Some(OutcomeStatus::Otherwise) => format!("≠ Came out otherwise. {said}"),
        None => format!("Came out. {said}"),
    }
}

/// `as expected: 145.7 u: …`
pub(crate) fn printed(outcome: Option<&Outcome>) -> String {
    let Some(Outcome { status, column, value, unit: of, statement: said }) = outcome else {
        return "nothing came of it that the scenario speaks of".into();
    };
    let status = match status {
        OutcomeStatus::AsExpected => "as expected",
        OutcomeStatus::Otherwise => "otherwise than expected",
    };
    let column = if *column == 0 { "" } else { ", in B" };
    format!("{status}: {value:.1}{}{column}: {}", unit(*of), sentence(said))
}

pub(crate) fn runs_past_end(frame: u32) -> String {
    format!("the run goes on past the scenario's end, frame {frame}: its scripts begin anew")
}

/// What is said of what came of a scenario.
pub(crate) fn sentence(said: &Said) -> String {
    match *said {
        Said::Answered(answer) => basics::answered(answer),
        Said::AnsweredTwice(columns) => basics::answered_twice(columns),
        Said::DrawnMotions(columns) => basics::drawn_motions(columns),
        Said::TimeZones(zones) => screens::time_zones(zones),
        Said::BoltCameBy(shot) => shots::bolt_came_by(shot),
        Said::BoltBegan { ahead_u } => shots::bolt_began(ahead_u),
        Said::BoltConverged { began, shot } => shots::bolt_converged(began, shot),
        Said::ConvergedOverLine(converged) => shots::converged_over_line(converged),
        Said::ThreeSpeeds(bolt) => shots::three_speeds(bolt),
        Said::JudgedOffSeen(shot) => shots::judged_off_seen(shot),
        Said::JudgedAndGone { shot, gone_u } => shots::judged_and_gone(shot, gone_u),
        Said::BehindCover { shot, gone_u } => shots::behind_cover(shot, gone_u),
        Said::MarkersReach(columns) => shots::markers_reach(columns),
        Said::OffMarkers { turn, bounce } => shots::off_markers(turn, bounce),
        Said::DrawnOffPath { off_u } => screens::drawn_off_path(off_u),
        Said::Frozen { apart_u } => screens::frozen(apart_u),
        Said::DrawnBetween(drawn) => screens::drawn_between(drawn),
        Said::DrawnBehind(columns) => screens::drawn_behind(columns),
        Said::ByUnitsAndLives(columns) => shots::by_units_and_lives(columns),
        Said::OffChords(columns) => shots::off_chords(columns),
        Said::WholeTick(tick) => shots::whole_tick(tick),
        Said::ShipsInLine(hits) => shots::ships_in_line(hits),
        Said::PartsOfWay(columns) => shots::parts_of_way(columns),
        Said::Undone(hit) => shots::undone(hit),
        Said::NothingUndone { hit } => shots::nothing_undone(hit),
        Said::EndedAndPierced(bolts) => shots::ended_and_pierced(bolts),
        Said::Rammed(columns) => screens::rammed(columns),
        Said::InsideEachOther { inside_u } => screens::inside_each_other(inside_u),
        Said::InRock(columns) => screens::in_rock(columns),
        Said::StreamStalled(stream) => network::stream_stalled(stream),
        Said::CoverSaves { fates, gone_u } => shots::cover_saves(fates, gone_u),
        Said::PingCapped { shots, too_old } => shots::ping_capped(shots, too_old),
        Said::BoltsLeft { earlier, flight_u } => network::bolts_left(earlier, flight_u),
        Said::BeamsFired { beams, shot_down } => network::beams_fired(beams, shot_down),
        Said::FreeLines(lines) => screens::free_lines(lines),
        Said::HitsClaimed(claims) => liars::hits_claimed(claims),
        Said::ViewBackwards(view) => liars::view_backwards(view),
        Said::WithoutCooldown(shots) => liars::without_cooldown(shots),
        Said::Burst { most, late } => liars::burst(most, late),
        Said::OldView(view) => liars::old_view(view),
        Said::HeadStarts { ahead_u } => liars::head_starts(ahead_u),
        Said::Lockstep(world) => network::lockstep(world),
        Said::HitsTold(hits) => network::hits_told(hits),
        Said::EveryonePredicted(cost) => screens::everyone_predicted(cost),
    }
}
