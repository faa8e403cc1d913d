//! The shots of a round that a player may want to see once it is over: the longest that hit, and
//! the one on which the two screens differ most. Watched a few times a second, and kept by the page
//! for as long as the next round lasts, since the client and the server forget shots sooner.

use shared::{
    client::{Client, shots::ShotSide},
    sim::{
        event::{Decision, ShotId},
        ship::ShipId,
    },
};
use web_ui::forensics::sheet::ShotView;

/// A shot of a round that is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundShot {
    /// The longest that hit.
    Best,
    /// The one on which the two screens differ most.
    Disputed,
}

/// A shot, the ship that it concerns besides the player's, and a distance in u.
#[derive(Clone, Debug)]
pub struct MemorableShot {
    pub shot: ShotId,
    pub side: ShotSide,
    /// The ship that was hit, or that hit the player.
    pub other: ShipId,
    /// Of the best shot, its length; of a disputed one, how far from the server's ship it was
    /// judged.
    pub distance_u: f32,
    /// Its sheet, as complete as it has become.
    pub sheet: Option<ShotView>,
}

/// The shots of a round so far.
#[derive(Clone, Debug, Default)]
pub struct Memorable {
    round: u32,
    /// Shots before this round, or measured already; the newest that the client knows.
    measured: Vec<ShotId>,
    pub best: Option<MemorableShot>,
    pub disputed: Option<MemorableShot>,
}

/// Where the ships were that a shot concerns.
struct Measured {
    other: ShipId,
    length_u: f32,
    apart_u: f32,
}

/// Two screens that differ by less are no reason for a dispute, in u.
const APART_MIN_U: f32 = 8.0;

impl Memorable {
    /// Follows the match. Returns the shots whose reports are wanted before they are forgotten.
    pub fn update(&mut self, client: &Client, round: u32) -> Vec<ShotId> {
        let known: Vec<ShotId> = client.shots().map(|summary| summary.shot).collect();
        if round != self.round {
            *self = Self { round, measured: known, ..Self::default() };
            return Vec::new();
        }
        let mut wanted = Vec::new();
        for summary in client.shots() {
            if self.measured.contains(&summary.shot) {
                continue;
            }
            let (shot, side) = (summary.shot, summary.side);
            let measured = measure(client, shot, side);
            // The report on a shot that hit the player may come later.
            if measured.is_some() || side == ShotSide::Own {
                self.measured.push(shot);
            }
            let Some(measured) = measured else { continue };
            let memorable = |distance_u| {
                Some(MemorableShot { shot, side, other: measured.other, distance_u, sheet: None })
            };
            let is_hit = matches!(summary.verdict, Decision::Hit { .. } | Decision::Pierced { .. });
            let beats = |best: &Option<MemorableShot>, distance_u| {
                best.as_ref().is_none_or(|best| best.distance_u < distance_u)
            };
            if side == ShotSide::Own && is_hit && beats(&self.best, measured.length_u) {
                self.best = memorable(measured.length_u);
                wanted.push(shot);
            }
            let is_disputable = side == ShotSide::Against || !is_hit;
            let is_apart = is_disputable && measured.apart_u >= APART_MIN_U;
            if is_apart && beats(&self.disputed, measured.apart_u) {
                self.disputed = memorable(measured.apart_u);
                wanted.push(shot);
            }
        }
        self.measured.retain(|shot| known.contains(shot));
        for memorable in [&mut self.best, &mut self.disputed].into_iter().flatten() {
            memorable.complete(client);
        }
        wanted
    }

    /// One of these shots.
    #[must_use]
    pub fn shot(&self, which: RoundShot) -> Option<&MemorableShot> {
        match which {
            RoundShot::Best => self.best.as_ref(),
            RoundShot::Disputed => self.disputed.as_ref(),
        }
    }

    /// These shots, whose sheets are known.
    pub fn shots(&self) -> impl Iterator<Item = ShotId> {
        let both = [&self.best, &self.disputed].into_iter().flatten();
        both.filter(|one| one.sheet.is_some()).map(|one| one.shot)
    }

    /// The sheet of one of these shots.
    #[must_use]
    pub fn sheet(&self, shot: ShotId) -> Option<&ShotView> {
        let both = [&self.best, &self.disputed].into_iter().flatten();
        both.filter(|one| one.shot == shot).find_map(|one| one.sheet.as_ref())
    }
}

impl MemorableShot {
    /// Keeps the sheet as long as a better one may come.
    fn complete(&mut self, client: &Client) {
        let is_whole = |sheet: &ShotView| sheet.case.report().is_whole();
        if !self.sheet.as_ref().is_some_and(is_whole)
            && let Some(sheet) = ShotView::of_screen(self.shot, client, Some("save-capture"))
        {
            self.sheet = Some(sheet);
        }
    }
}

/// Measures a shot, once its places are known: of an own shot with its verdict, of one at the
/// player with the report on its death.
fn measure(client: &Client, shot: ShotId, side: ShotSide) -> Option<Measured> {
    let known = match side {
        ShotSide::Own => client.own_account(shot)?,
        ShotSide::Against => client.report(shot)?.clone(),
    };
    let ship = match side {
        ShotSide::Own => known.record.verdict.victim(),
        ShotSide::Against => client.own_id(),
    };
    let targets = &known.record.targets;
    let target = targets.iter().find(|target| Some(target.ship) == ship).or(targets.first())?;
    let judged = target.judged.pos();
    let other = if side == ShotSide::Own { target.ship } else { shot.shooter };
    Some(Measured {
        other,
        length_u: known.muzzle.pos().distance(judged),
        apart_u: match (side, known.record.verdict) {
            // A miss is nobody's dispute unless the shot met a ship that did not count.
            (ShotSide::Own, Decision::Missed) => 0.0,
            _ => judged.distance(target.present.pos()),
        },
    })
}
