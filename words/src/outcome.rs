//! Turns a scenario's measured outcome into sentences. Rounds the numbers here, once for every
//! language.

use alloc::{format, string::String};

use article::figure_outcome::is_at_muzzle;
use lab::{
    outcome::{Outcome, OutcomeStatus, OutcomeUnit},
    outcome_statement::{
        ConvergedOverLine, CooldownBypass, FreeLines, HitMessageCost, HitUndone, LockstepStatement,
        OutcomeStatement as Statement, ShipsInLine, ShotFate, ShotStatement, StreamStalled,
        ThreeSpeeds, TimeZones, ViewBackwards, WholeTick,
    },
};

use crate::{
    columns::of_column,
    figures::{self, whole_ms as ms},
    language::{Language, in_language},
};

/// Texts around a scenario's outcome.
pub(crate) struct OutcomeFrame {
    /// Before the expected outcome.
    pub(crate) expected: &'static str,
    /// Before the outcome: nothing was promised, as promised, not as promised.
    pub(crate) came_out: &'static str,
    pub(crate) came_as_expected: &'static str,
    pub(crate) came_otherwise: &'static str,
    /// For printed lines: the same without marks, and the note for the second column.
    pub(crate) printed_as_expected: &'static str,
    pub(crate) printed_otherwise: &'static str,
    pub(crate) printed_in_b: &'static str,
    /// For a printed line without an outcome.
    pub(crate) printed_nothing: &'static str,
}

impl Language {
    const fn outcome_frame(self) -> &'static OutcomeFrame {
        in_language!(self, &outcome::FRAME)
    }

    /// Suffix of a measured number, with the space before it where the language has one: ` u`,
    /// ` ms`.
    #[must_use]
    pub const fn unit(self, unit: OutcomeUnit) -> &'static str {
        in_language!(self, outcome::unit(unit))
    }

    /// A measured number with its unit: lengths and shares of a way in tenths, all else whole.
    #[must_use]
    pub fn measured(self, value: f32, unit: OutcomeUnit) -> String {
        figures::measured(value, unit, self.unit(unit))
    }

    /// The label drawn where the outcome happened; `None` if it did not.
    #[must_use]
    pub fn flag(self, outcome: &Outcome) -> Option<String> {
        match outcome.statement {
            Statement::NothingUndone { .. } => None,
            Statement::BoltBegan { ahead_u } if is_at_muzzle(ahead_u) => None,
            _ => Some(self.measured(outcome.value, outcome.unit)),
        }
    }

    /// Explains the unit u; shown once wherever distances appear.
    #[must_use]
    pub fn about_units(self) -> String {
        in_language!(self, outcome::about_units())
    }

    /// A scenario's expected outcome, marked as expected.
    #[must_use]
    pub fn expected(self, label: &str) -> String {
        format!("{} {label}", self.outcome_frame().expected)
    }

    /// A scenario's outcome, marked as such; where one was promised, with a sign for whether it
    /// matched.
    #[must_use]
    pub fn came_out(self, said: &Statement, promised: Option<OutcomeStatus>) -> String {
        let frame = self.outcome_frame();
        let mark = match promised {
            Some(OutcomeStatus::AsExpected) => frame.came_as_expected,
            Some(OutcomeStatus::Otherwise) => frame.came_otherwise,
            None => frame.came_out,
        };
        format!("{mark} {}", self.outcome(said))
    }

    /// A scenario's final outcome as a printed line, with the measured number to the tenth:
    /// `as expected: 145.7 u: …`.
    #[must_use]
    pub fn printed_outcome(self, outcome: Option<&Outcome>) -> String {
        let frame = self.outcome_frame();
        let Some(Outcome { status, column, value, unit, statement }) = outcome else {
            return frame.printed_nothing.into();
        };
        let status = match status {
            OutcomeStatus::AsExpected => frame.printed_as_expected,
            OutcomeStatus::Otherwise => frame.printed_otherwise,
        };
        let column = if *column == 0 { "" } else { frame.printed_in_b };
        let (unit, said) = (self.unit(*unit), self.outcome(statement));
        format!("{status}: {value:.1}{unit}{column}: {said}")
    }

    /// Warns that a run continues past its scenario's last frame, `frame`.
    #[must_use]
    pub fn runs_past_end(self, frame: u32) -> String {
        in_language!(self, outcome::runs_past_end(frame))
    }

    /// Prefixes a text with its column's letter, for matches of two columns.
    #[must_use]
    pub fn of_column(self, column: usize, said: &str) -> String {
        of_column(column, said)
    }

    /// A scenario's outcome, in whole sentences.
    #[must_use]
    #[allow(clippy::too_many_lines, reason = "a table: an arm for each statement")]
    pub fn outcome(self, said: &Statement) -> String {
        /// Calls a function of the language's `outcome` module.
        macro_rules! say {
            ($file:ident::$sentence:ident($($argument:expr),* $(,)?)) => {
                in_language!(self, outcome::$file::$sentence($($argument),*))
            };
        }
        match *said {
            Statement::Answered(answer) => {
                say!(screens::answered(ms(answer.after), ms(answer.round_trip)))
            }
            Statement::AnsweredTwice(columns) => say!(screens::answered_twice(columns)),
            Statement::Corrected(corrected) => say!(screens::corrected(corrected)),
            Statement::DrawnMotions(columns) => say!(screens::drawn_motions(columns)),
            Statement::BufferedSnapshots(buffered) => {
                say!(network::buffered_snapshots(buffered, ms(buffered.behind)))
            }
            Statement::ClockStepped(clock) => {
                let times_ms = [clock.ahead[0], clock.ahead[1], clock.longer, clock.followed_after];
                say!(network::clock_stepped(times_ms.map(ms), clock.n_late))
            }
            Statement::TimeZones(TimeZones { ahead, behind }) => {
                say!(screens::time_zones(ms(ahead), ms(behind)))
            }
            Statement::BoltCameBy(shot) => say!(shots::bolt_came_by(shot)),
            Statement::BoltBegan { ahead_u } => say!(shots::bolt_began(ahead_u)),
            Statement::BoltConverged { began, shot } => say!(shots::bolt_converged(began, shot)),
            Statement::ConvergedOverLine(ConvergedOverLine {
                began,
                shot,
                bytes_per_s,
                line_bytes_per_s,
            }) => {
                say!(shots::converged_over_line(began, shot, bytes_per_s, line_bytes_per_s))
            }
            Statement::ThreeSpeeds(ThreeSpeeds { u_per_s, caught_up_u }) => {
                say!(shots::three_speeds(u_per_s, caught_up_u))
            }
            Statement::JudgedOffSeen(shot) => say!(shots::judged_off_seen(shot)),
            Statement::JudgedAndGone { shot, gone_u } => say!(shots::judged_and_gone(shot, gone_u)),
            Statement::BehindCover { shot, gone_u } => say!(shots::behind_cover(shot, gone_u)),
            Statement::MarkersReach(columns) => say!(shots::markers_reach(columns)),
            Statement::OffMarkers { turn, bounce } => {
                let (fates, off_u) = apart([turn, bounce]);
                say!(shots::off_markers(fates, off_u))
            }
            Statement::DrawnOffPath { off_u } => say!(screens::drawn_off_path(off_u)),
            Statement::Frozen { apart_u } => say!(screens::frozen(apart_u)),
            Statement::DrawnBetween(drawn) => say!(screens::drawn_between(drawn)),
            Statement::DrawnBehind(columns) => say!(screens::drawn_behind(columns)),
            Statement::ByUnitsAndLives(columns) => {
                let (fates, off_u) = apart(columns);
                say!(shots::by_units_and_lives(fates, off_u))
            }
            Statement::OffChords(columns) => {
                let (fates, off_u) = apart(columns.map(|column| column.shot));
                let hz = columns.map(|column| column.snapshots_hz);
                say!(shots::off_chords(hz, fates, off_u))
            }
            Statement::WholeTick(WholeTick { shot, speed_u_per_s, half_tick_u }) => {
                say!(shots::whole_tick(shot.fate, speed_u_per_s, shot.passed_u, half_tick_u))
            }
            Statement::ShipsInLine(ShipsInLine { by_claim, by_server, passed_u }) => {
                say!(shots::ships_in_line([by_claim, by_server], passed_u))
            }
            Statement::PartsOfWay([near, far]) => say!(shots::parts_of_way(
                [near.k, far.k],
                [near.age_frames, far.age_frames],
                [far.distance_u, far.target_u],
                ms(far.lead),
                [far.undisplaced_u, far.undisplaced_target_u],
            )),
            Statement::Undone(HitUndone { on, points, after }) => {
                say!(shots::undone(on, points, ms(after)))
            }
            Statement::NothingUndone { hit } => say!(shots::nothing_undone(hit)),
            Statement::EndedAndPierced(bolts) => say!(shots::ended_and_pierced(bolts)),
            Statement::Rammed(columns) => say!(screens::rammed(columns)),
            Statement::InsideEachOther { inside_u } => say!(screens::inside_each_other(inside_u)),
            Statement::InRock(columns) => {
                let hz = columns.map(|column| column.snapshots_hz);
                say!(screens::in_rock(hz, columns.map(|column| column.deep_u)))
            }
            Statement::StreamStalled(StreamStalled { silent, burst, datagrams_silent }) => {
                say!(network::stream_stalled(ms(silent), burst, ms(datagrams_silent)))
            }
            Statement::CoverSaves { fates, gone_u } => say!(shots::cover_saves(fates, gone_u)),
            Statement::PingCapped { shots, too_old } => {
                let (fates, off_u) = apart(shots);
                say!(shots::ping_capped(fates, off_u, ms(too_old)))
            }
            Statement::BoltsLeft { earlier, flight_u } => {
                say!(network::bolts_left(earlier.map(ms), flight_u.abs()))
            }
            Statement::BeamsFired { beams, shot_down } => {
                say!(network::beams_fired(beams, shot_down))
            }
            Statement::FreeLines(FreeLines { earlier, lead, lag }) => {
                say!(screens::free_lines(ms(earlier), [ms(lead), ms(lag)], ms(lead + lag)))
            }
            Statement::HitsClaimed(claims) => say!(liars::hits_claimed(claims)),
            Statement::ViewBackwards(ViewBackwards { asked, gained, clamp }) => {
                say!(liars::view_backwards(ms(asked), ms(gained), clamp))
            }
            Statement::WithoutCooldown(CooldownBypass { n_bolts, n_lies, apart }) => {
                say!(liars::without_cooldown(n_bolts, n_lies, ms(apart)))
            }
            Statement::Burst { most, late } => say!(liars::burst(most, late)),
            Statement::OldView(view) => say!(liars::old_view(view)),
            Statement::HeadStarts { ahead_u } => say!(liars::head_starts(ahead_u)),
            Statement::Lockstep(LockstepStatement {
                ran_hz,
                rate_hz,
                answers,
                slowest,
                packets_up_hz: up,
                packets_down_hz: down,
            }) => {
                let times_ms = [ms(slowest), ms(answers)];
                say!(network::lockstep(ran_hz, rate_hz, times_ms, [up, down]))
            }
            Statement::HitMessages(HitMessageCost { n_shots, n_messages, notified_after }) => {
                say!(network::hits_reported(n_shots, n_messages, notified_after.map(ms)))
            }
            Statement::EveryonePredicted(cost) => say!(screens::everyone_predicted(cost)),
        }
    }
}

/// The shots' fates, and how far each passed from where it was aimed, in u.
fn apart(shots: [ShotStatement; 2]) -> ([ShotFate; 2], [f32; 2]) {
    (shots.map(|shot| shot.fate), shots.map(|shot| shot.passed_u))
}
