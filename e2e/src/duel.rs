//! Plays a duel with keys and mouse, guided by what the pages publish.
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::{Page, Screen};
use crate::input::Button;
use crate::look::{Look, Place};
use crate::wait::{next_sample, until};

/// Minimum distance that counts as having flown, in u.
const SEEN_U: f64 = 80.0;
/// Maximum difference between two pages' positions of a ship at rest, and maximum drift, in u.
const SAME_U: f64 = 2.0;
/// How long a ship must stay in place to be at rest.
const REST: Duration = Duration::from_millis(300);
/// Left of this, the right wall is farther away, in u.
const ARENA_MIDDLE_X_U: f64 = 1600.0;
/// Time limit of a duel, on a busy machine.
pub const DUEL: Duration = Duration::from_secs(120);
/// Without a hit for this long, the shooter moves: an asteroid may be in the way.
const PATIENCE: Duration = Duration::from_secs(3);
/// Distance of the mouse from the ship, in CSS pixels: clear of the panels at the page's edge.
const REACH_PX: f64 = 110.0;
/// Length of one leg of a flight, in u.
const LEG_U: f64 = 160.0;
/// Time limit of a leg.
const LEG: Duration = Duration::from_millis(1500);

/// Waits until a ship is at rest in the same place on its own page and on another one. Returns
/// where each of them draws it.
pub async fn until_at_rest(flying: &Page, name: &str, watching: &Page) -> Result<(Place, Place)> {
    let mut rests: Option<(Place, Instant)> = None;
    until("a ship to rest where it is seen", async || {
        let seen = watching.look().await?.remote(name);
        let own = flying.look().await?.own();
        let same = own.zip(seen).filter(|(own, seen)| own.distance(*seen) < SAME_U);
        rests = same.map(|(own, _)| match rests {
            Some((place, since)) if place.distance(own) < SAME_U => (place, since),
            _ => (own, Instant::now()),
        });
        let pair = same.filter(|_| rests.is_some_and(|(_, since)| since.elapsed() > REST));
        Ok(pair.ok_or_else(|| format!("{name} at {own:?}, seen at {seen:?}")))
    })
    .await
}

/// Flies until both the own page and another one have shown it. The ship must be at rest before.
pub async fn fly_in_sight(flying: &Page, name: &str, watching: &Page) -> Result<()> {
    let (own, first) = until_at_rest(flying, name, watching).await?;
    let key = if own.x < ARENA_MIDDLE_X_U { 'd' } else { 'a' };
    flying.hold(key).await?;
    let flown = |look: &Look| look.own().is_some_and(|now| now.distance(own) > SEEN_U);
    flying.until("its own flight", flown).await?;
    let seen = |look: &Look| look.remote(name).is_some_and(|at| at.distance(first) > SEEN_U);
    watching.until("the other's flight", seen).await?;
    flying.release(key).await
}

/// The buttons of a duel: laser and beam.
pub(crate) const BOTH: [Button; 2] = [Button::Left, Button::Right];

/// Shoots with both weapons at another player, who is at rest, until the page counts a kill and the
/// other one a death, which that page may receive later.
pub async fn shoot_down(hunter: &Page, prey: &Page, name: &str) -> Result<()> {
    let kills = hunter.look().await?.count("kills");
    let deaths = prey.look().await?.count("deaths");
    shoot_at(hunter, prey, name, |look, _| look.count("kills") > kills).await?;
    cease_fire(hunter).await?;
    prey.until("its death", |look| look.count("deaths") > deaths).await.map(drop)
}

/// Shoots with both weapons at another player, who is at rest, until the two pages look as
/// required, and keeps firing until [`cease_fire`].
pub async fn shoot_at(
    hunter: &Page,
    prey: &Page,
    name: &str,
    so: impl Fn(&Look, &Look) -> bool,
) -> Result<()> {
    let begun = Instant::now();
    let (mut health, mut hit_at, mut legs) = (0, begun, 0);
    let mut firing = false;
    loop {
        let (look, preys) = (hunter.look().await?, prey.look().await?);
        if so(&look, &preys) {
            return Ok(());
        }
        ensure!(
            begun.elapsed() < DUEL,
            "{name}, at {health}, was not shot after {legs} flights; last seen: {look:?}"
        );
        if aim_at(hunter, &look, name).await? && !firing {
            hunter.hold_buttons(&BOTH).await?;
            firing = true;
        }
        let now = preys.count("health");
        if now != health {
            (health, hit_at) = (now, Instant::now());
        } else if hit_at.elapsed() > PATIENCE {
            fly_a_leg(hunter, &look, name, legs).await?;
            legs += 1;
            hit_at = Instant::now();
        }
        next_sample().await;
    }
}

/// Releases both weapons.
pub async fn cease_fire(page: &Page) -> Result<()> {
    page.release_buttons(&BOTH).await
}

/// Points the mouse at another ship. Returns whether both ships are drawn.
pub async fn aim_at(page: &Page, look: &Look, name: &str) -> Result<bool> {
    let (Some(camera), Some(own), Some(target)) = (look.camera(), look.own(), look.remote(name))
    else {
        return Ok(false);
    };
    let (own, target) = (camera.to_page(own), camera.to_page(target));
    let share = REACH_PX / own.distance(target).max(1.0);
    let along = |own, target| own + (target - own) * share;
    let at = Place { x: along(own.x, target.x), y: along(own.y, target.y) };
    let (width, height) = Screen::Desk.size();
    let (width, height) = (f64::from(width), f64::from(height));
    page.point_at(Place { x: at.x.clamp(1.0, width - 1.0), y: at.y.clamp(1.0, height - 1.0) })
        .await?;
    Ok(true)
}

impl Page {
    /// Points the mouse at the nearest other ship in every frame, with buttons held, until
    /// [`Page::unfollow`]. It does so within the page: over chromedriver, the aim at a crossing
    /// ship comes too late on a slow machine.
    pub async fn follow_nearest(&self, buttons: &[Button]) -> Result<()> {
        let held = buttons.iter().fold(0, |held, button| held | button.bit());
        let args = vec![json!(REACH_PX), json!(held)];
        self.execute(include_str!("follow.js"), args).await?;
        Ok(())
    }

    /// Lets go of the mouse.
    pub async fn unfollow(&self) -> Result<()> {
        let stop = "cancelAnimationFrame(window.following);";
        self.execute(stop, Vec::new()).await?;
        Ok(())
    }
}

/// The direction of a leg around another ship, from the direction to it: always in the same sense,
/// and every third time towards it, which gets around any asteroid in the way.
pub(crate) fn leg(way: Place, legs: u32) -> Place {
    if legs % 3 == 2 { way } else { Place { x: way.y, y: -way.x } }
}

/// The key that flies most nearly in a direction.
pub(crate) fn key_towards(way: Place) -> char {
    match (way.x.abs() > way.y.abs(), way.x > 0.0, way.y > 0.0) {
        (true, true, _) => 'd',
        (true, false, _) => 'a',
        (false, _, true) => 's',
        (false, _, false) => 'w',
    }
}

/// Flies a leg around the other ship.
async fn fly_a_leg(page: &Page, look: &Look, name: &str, legs: u32) -> Result<()> {
    let (Some(own), Some(target)) = (look.own(), look.remote(name)) else {
        return Ok(());
    };
    let key = key_towards(leg(Place { x: target.x - own.x, y: target.y - own.y }, legs));
    page.hold(key).await?;
    let begun = Instant::now();
    while begun.elapsed() < LEG {
        let now = page.look().await?.own();
        if now.is_none_or(|now| now.distance(own) > LEG_U) {
            break;
        }
        next_sample().await;
    }
    page.release(key).await
}
