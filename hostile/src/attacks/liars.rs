//! Players lie about their views, their latency and the time of their commands, in rooms beside
//! those of honest players. Their gain must stay within the published figures, and no shot of
//! theirs may be judged by a view that no client can have.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::{join_all, try_join_all};
use shared::base::time::{TickRate, ViewTime};
use shared::judge::view::PLAUSIBLE_SLACK;
use shared::netcode::choices::CommandPolicy;
use shared::netcode::values::RoomNetcode;
use shared::report::shot_record::ShotRecord;
use shared::schemes::source::movement_bank::BANK_TICKS_MAX;
use shared::sim::rules::{BEAM_COOLDOWN_MS, SHIP_SPEED_MAX_U_PER_S};
use shared::wire::message::RoomRequest;
use tokio::time::{Instant, sleep};

use crate::beside::format_counts;
use crate::gunner::BOUND_TICKS;
use crate::length::Length;
use crate::liar::{Liar, Log, play};
use crate::lies::Manner;
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::server::Server;

/// Hits that false views gain in 1,000 duels, as SECURITY.md publishes for a round trip of 60 ms.
const GAIN_TRUTHFUL_PERMILLE: u64 = 8;
const GAIN_LATE_ECHOES_PERMILLE: u64 = 16;
/// Three sigma above a Poisson mean: under 0.5 % false alarms at these sample sizes.
const DEVIATIONS: f64 = 3.0;
/// 95 % of a normal distribution lie within this many deviations of its mean.
const DEVIATIONS_95: f64 = 1.96;
/// Delay between joins; the first player opens the room.
const STAGGER: Duration = Duration::from_millis(40);

/// A set of rooms with the same lie.
struct Case {
    manner: Manner,
    rooms: u64,
    policy: CommandPolicy,
}

/// Results of a case.
#[derive(Clone, Debug, Default)]
struct Sums {
    duels: u64,
    lies: u64,
    shots: u64,
    hits: u64,
    /// Shots that the cooldown allows in that time.
    shots_max: u64,
    /// Shots judged by an impossible view: older than the bound, in the future, before that of an
    /// earlier shot, or of snapshots that were not sent.
    impossible: u64,
    earlier_lives: u64,
    clamps: BTreeMap<String, u64>,
    /// Age of the oldest view that counted, in ms.
    oldest_ms: i64,
    /// How far a ship was ahead of the elapsed ticks, in full steps.
    ahead: f32,
    closed: u64,
}

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let until = Instant::now() + Duration::from_secs(length.of(20, 110));
    let server = Server::start(&["--seats", "4"]).await?;
    let case = |manner, rooms| Case { manner, rooms, policy: CommandPolicy::RepeatLast };
    let (many, few) = (length.of(9, 18), 2);
    let cases = [
        case(Manner::Honest, few),
        case(Manner::OldViews, many),
        case(Manner::LateEchoes, many),
        case(Manner::BackwardsViews, few),
        case(Manner::FutureViews, few),
        case(Manner::UnsentPairs, few),
        case(Manner::Ghosts, few),
        case(Manner::Starts, 1),
        case(Manner::Bursts, 1),
        Case { policy: CommandPolicy::Bank, ..case(Manner::Starts, 1) },
        Case { policy: CommandPolicy::Bank, ..case(Manner::Bursts, 1) },
    ];
    let played = try_join_all(cases.iter().zip(1..).map(|(case, n)| case.play(&server, n, until)));
    let played = played.await?;
    let honest_ms = played[0].oldest_ms;
    let mut outcome = Outcome::default();
    for (case, sums) in cases.iter().zip(&played) {
        outcome.checks.extend(case.checks(sums, honest_ms));
    }
    let columns = vec![
        "player",
        "duels",
        "lies",
        "shots",
        "hits",
        "hits in 100 duels, 95 %",
        "views moved",
        "oldest view, ms",
        "steps ahead of ticks",
    ];
    let rows = cases.iter().zip(&played).map(|(case, sums)| case.row(sums)).collect();
    outcome.tables.push(Table { columns, rows });
    outcome.notes.push(
        "Liars with old views or late echoes fire only where an honest player has no line of \
         fire, so each of their hits is a gain."
            .into(),
    );
    Ok(outcome)
}

impl Case {
    fn name(&self) -> String {
        match self.policy {
            CommandPolicy::Bank => format!("{:?}, with a bank", self.manner),
            _ => format!("{:?}", self.manner),
        }
    }

    async fn play(&self, server: &Server, n: u8, until: Instant) -> Result<Sums> {
        let rooms = (0..self.rooms).map(|room| self.play_room(server, n, room, until));
        let mut sums = Sums::default();
        for room in join_all(rooms).await {
            sums.add(room?);
        }
        Ok(sums)
    }

    /// A room of a target and a shooter, and, where the lie needs ghosts, a second shooter who
    /// kills the target.
    async fn play_room(&self, server: &Server, n: u8, room: u64, until: Instant) -> Result<Sums> {
        let others: &[Manner] = match self.manner {
            Manner::Ghosts => &[Manner::Target, Manner::Honest],
            _ => &[Manner::Target],
        };
        let netcode = RoomNetcode { commands: self.policy, ..RoomNetcode::default() };
        let manners = others.iter().chain([&self.manner]);
        let players = manners.zip(1..).map(async |(manner, seat)| {
            sleep(STAGGER * u32::from(seat)).await;
            let liar = Liar {
                from: IpAddr::V4(Ipv4Addr::new(127, 0, 20 + n, seat)),
                to: server.address,
                room: format!("liars {n} {room}"),
                room_request: Some(RoomRequest { netcode, ..RoomRequest::default() }),
                manner: *manner,
                seed: 16 * room + u64::from(seat),
            };
            // One task each, so that they do not wait for each other.
            tokio::spawn(play(liar, until)).await?
        });
        let logs = try_join_all(players).await?;
        Ok(logs.split_last().map_or_else(Sums::default, |(own, others)| Sums::of(own, others)))
    }

    fn checks(&self, sums: &Sums, honest_ms: i64) -> Vec<CheckedFigure> {
        let label = |what: &str| format!("{}: {what}", self.name());
        // A shooter that fires only where others cannot may find no target in a short run.
        let (attempts, n) =
            if sums.duels > 0 { ("duels", sums.duels) } else { ("shots fired", sums.shots) };
        let mut checks = vec![
            CheckedFigure::count(&label("players closed"), sums.closed, 0),
            CheckedFigure::at_least(&label(attempts), n, 1),
            CheckedFigure::at_most(&label("shots"), sums.shots, sums.shots_max),
        ];
        let gained = |permille| {
            let (max, what) = (max_hits(sums.duels, permille), "hits gained");
            [
                CheckedFigure::at_most(
                    &label(&format!("{what} in {} duels", sums.duels)),
                    sums.hits,
                    max,
                ),
                // Requires enough shots for a violation to be possible.
                CheckedFigure::at_least_aim(
                    &label("shots that would hit if the claims were believed"),
                    sums.shots,
                    max + 1,
                ),
            ]
        };
        match self.manner {
            Manner::OldViews => {
                let max = honest_ms + PLAUSIBLE_SLACK.as_ms();
                let (oldest, max) = (Some(sums.oldest_ms as f64), max as f64);
                checks.extend(gained(GAIN_TRUTHFUL_PERMILLE));
                checks.push(CheckedFigure::aim(
                    &label("oldest view that counted"),
                    oldest,
                    max,
                    "ms",
                ));
            }
            Manner::LateEchoes => checks.extend(gained(GAIN_LATE_ECHOES_PERMILLE)),
            Manner::Honest => {
                checks.push(CheckedFigure::at_least(&label("hits"), sums.hits, sums.shots / 2));
            }
            Manner::Starts | Manner::Bursts => {
                let bank =
                    if self.policy == CommandPolicy::Bank { BANK_TICKS_MAX.into() } else { 0 };
                checks.push(CheckedFigure::at_most(
                    &label("full steps ahead of ticks"),
                    sums.ahead as u64,
                    bank,
                ));
                return checks;
            }
            _ => {}
        }
        checks.push(CheckedFigure::count(
            &label("judged by an impossible view"),
            sums.impossible,
            0,
        ));
        checks.push(CheckedFigure::count(
            &label("hits on a life that was over"),
            sums.earlier_lives,
            0,
        ));
        checks
    }

    fn row(&self, sums: &Sums) -> Vec<String> {
        let is_start = matches!(self.manner, Manner::Starts | Manner::Bursts);
        vec![
            self.name(),
            sums.duels.to_string(),
            sums.lies.to_string(),
            sums.shots.to_string(),
            sums.hits.to_string(),
            format_share(sums.hits, sums.duels),
            format_counts(&sums.clamps),
            if is_start { "–".into() } else { sums.oldest_ms.to_string() },
            if is_start { format!("{:.2}", sums.ahead) } else { "–".into() },
        ]
    }
}

/// The most hits allowed in so many duels: the mean at this rate, plus what chance adds.
fn max_hits(duels: u64, permille: u64) -> u64 {
    let mean = (duels * permille) as f64 / 1000.0;
    (mean + DEVIATIONS * mean.sqrt()).ceil() as u64
}

/// A share in percent with its 95 % confidence interval (Wilson, *Probable Inference*, 1927).
fn format_share(n: u64, all: u64) -> String {
    if all == 0 {
        return "–".into();
    }
    let (p, all) = (n as f64 / all as f64, all as f64);
    let z2 = DEVIATIONS_95 * DEVIATIONS_95;
    let middle = p + z2 / (2.0 * all);
    let reach = DEVIATIONS_95 * (p * (1.0 - p) / all + z2 / (4.0 * all * all)).sqrt();
    let ends = [middle - reach, middle + reach].map(|end| 100.0 * end / (1.0 + z2 / all));
    format!("{:.1} ({:.1} to {:.1})", 100.0 * p, ends[0], ends[1])
}

impl Sums {
    fn of(log: &Log, others: &[Log]) -> Self {
        let mut shots: Vec<&ShotRecord> = log.shots.iter().collect();
        shots.sort_unstable_by_key(|record| record.shot.tick);
        let mut sums = Self {
            duels: log.duels,
            lies: log.lies,
            shots: shots.len() as u64,
            shots_max: shots_max(log),
            ahead: others.first().map_or(0.0, |seen| ahead_of_ticks(seen, log)),
            closed: others.iter().chain([log]).filter(|log| log.closed).count() as u64,
            ..Self::default()
        };
        let mut before = ViewTime(i64::MIN);
        for record in shots {
            let (view, fired) = (record.view, ViewTime::from_tick(record.shot.tick));
            let age = fired.0 - view.used.0;
            let unsent = view.pair.is_some_and(|pair| {
                ![pair.older, pair.newer].iter().all(|tick| log.snapshots.contains(tick))
            });
            let is_possible = (0..=256 * BOUND_TICKS).contains(&age) && view.used >= before;
            sums.impossible += u64::from(!is_possible || unsent);
            before = view.used;
            sums.oldest_ms = sums.oldest_ms.max(TickRate::DEFAULT.micros_in_steps(age).as_ms());
            if let Some(clamp) = view.clamp {
                *sums.clamps.entry(format!("{clamp:?}")).or_default() += 1;
            }
            sums.hits += u64::from(record.verdict.hits().is_some());
            sums.earlier_lives += u64::from(hits_an_earlier_life(record, log));
        }
        sums
    }

    fn add(&mut self, other: Self) {
        self.duels += other.duels;
        self.lies += other.lies;
        self.shots += other.shots;
        self.hits += other.hits;
        self.shots_max += other.shots_max;
        self.impossible += other.impossible;
        self.earlier_lives += other.earlier_lives;
        for (clamp, n) in other.clamps {
            *self.clamps.entry(clamp).or_default() += n;
        }
        self.oldest_ms = self.oldest_ms.max(other.oldest_ms);
        self.ahead = self.ahead.max(other.ahead);
        self.closed += other.closed;
    }
}

fn shots_max(log: &Log) -> u64 {
    let ends = log.snapshots.first().zip(log.snapshots.last());
    let ticks = ends.map_or(0, |(first, last)| last.since(*first)).unsigned_abs();
    ticks / u64::from(TickRate::DEFAULT.ticks_in_ms(BEAM_COOLDOWN_MS)) + 1
}

/// Whether a shot hit a ship that was dead, or in another life, in the shooter's view.
fn hits_an_earlier_life(record: &ShotRecord, log: &Log) -> bool {
    let Some(victim) = record.verdict.hits() else { return false };
    let seen = log.seen_by(victim, record.view.used.floor());
    let hit = log.seen_by(victim, record.shot.tick.minus(1));
    seen.zip(hit).is_some_and(|(seen, hit)| seen.life != hit.life || !hit.alive)
}

/// By how many steps at full speed a ship flew farther than the elapsed ticks allow, between any
/// two moments, as another player saw it.
fn ahead_of_ticks(seen: &Log, flown: &Log) -> f32 {
    let Some(ship) = flown.own.and_then(|own| seen.ships.get(&own)) else { return 0.0 };
    let step_u = SHIP_SPEED_MAX_U_PER_S * TickRate::DEFAULT.dt_s();
    let (mut ahead, mut max) = (0.0_f32, 0.0_f32);
    for ((earlier, from), (later, to)) in ship.iter().zip(ship.iter().skip(1)) {
        let steps = from.pos.distance(to.pos) / step_u;
        // The gap between two lives is not a flight.
        let flown = if from.life == to.life { steps - later.since(*earlier) as f32 } else { 0.0 };
        ahead = (ahead + flown).max(0.0);
        max = max.max(ahead);
    }
    max
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bound_is_three_sigma_above_the_published_mean() {
        for (duels, permille, max) in [(0, 8, 0), (500, 8, 10), (1000, 8, 17), (1000, 16, 28)] {
            assert_eq!(max_hits(duels, permille), max, "{duels} duels, {permille} ‰");
        }
    }

    /// If views are believed unchecked, the gain exceeds the bound in any run long enough to tell.
    #[test]
    fn unchecked_lies_exceed_the_bound() {
        let case = |manner| Case { manner, rooms: 1, policy: CommandPolicy::RepeatLast };
        let broken = |manner, hits| {
            let sums = Sums { duels: 1600, shots: 140, shots_max: 9000, hits, ..Sums::default() };
            let checks = case(manner).checks(&sums, 0);
            checks.iter().filter(|check| check.is_broken()).count()
        };
        for (manner, max) in [(Manner::OldViews, 24), (Manner::LateEchoes, 41)] {
            assert_eq!([max, max + 1, 140].map(|hits| broken(manner, hits)), [0, 1, 1]);
        }
    }

    #[test]
    fn shares_have_a_confidence_interval() {
        for (n, all, said) in [
            (0, 0, "–"),
            (0, 100, "0.0 (0.0 to 3.7)"),
            (14, 1079, "1.3 (0.8 to 2.2)"),
            (50, 100, "50.0 (40.4 to 59.6)"),
        ] {
            assert_eq!(format_share(n, all), said, "{n} of {all}");
        }
    }
}
