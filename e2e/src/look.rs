//! Reads what a page publishes: the attributes of its root as numbers and positions.
//! `client-wasm/src/hud/probe.rs` documents each of them.
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use crate::browser::Page;
use crate::wait::until;

/// A position in the arena, in u, or on the page, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Place {
    /// Distance to another position.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    fn parse(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self { x: x.parse().ok()?, y: y.parse().ok()? })
    }
}

/// How the arena is drawn on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The arena position at the upper left corner of the page.
    origin: Place,
    /// CSS pixels per u.
    scale: f64,
}

impl Camera {
    /// Maps an arena position to the page.
    pub fn to_page(self, place: Place) -> Place {
        let Self { origin, scale } = self;
        Place { x: (place.x - origin.x) * scale, y: (place.y - origin.y) * scale }
    }
}

/// A page's attributes at one moment.
#[derive(Clone, Debug, Default)]
pub struct Look(Map<String, Value>);

impl Look {
    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The value of an attribute, by its name without `data-`; empty if it is not set.
    pub fn text_of(&self, name: &str) -> &str {
        self.text(name)
    }

    /// `join`, `connecting`, `playing` or `closed`.
    pub fn state(&self) -> &str {
        self.text("state")
    }

    /// Position of the own ship; `None` while it is not drawn.
    pub fn own(&self) -> Option<Place> {
        Some(Place { x: self.text("ownX").parse().ok()?, y: self.text("ownY").parse().ok()? })
    }

    /// The other ships that are drawn, with their names.
    pub fn remotes(&self) -> Vec<(&str, Place)> {
        let ships = self.text("remote").split(';');
        ships.filter_map(|ship| ship.rsplit_once(':')).fold(Vec::new(), |mut all, (name, at)| {
            all.extend(Place::parse(at).map(|place| (name, place)));
            all
        })
    }

    /// Position of another player's ship.
    pub fn remote(&self, name: &str) -> Option<Place> {
        self.remotes().into_iter().find(|(known, _)| *known == name).map(|(_, place)| place)
    }

    /// A number: `ships`, `health`, `kills`, `deaths`, `ghosts`; 0 if it is not set.
    pub fn count(&self, name: &str) -> u32 {
        self.text(name).parse().unwrap_or_default()
    }

    /// How the arena is drawn.
    pub fn camera(&self) -> Option<Camera> {
        let (origin, scale) = self.text("camera").rsplit_once(',')?;
        Some(Camera { origin: Place::parse(origin)?, scale: scale.parse().ok()? })
    }
}

impl Page {
    /// Reads its attributes.
    pub async fn look(&self) -> Result<Look> {
        let found = self.execute("return { ...document.body.dataset };", Vec::new()).await?;
        let Value::Object(attributes) = found else { return Ok(Look::default()) };
        Ok(Look(attributes))
    }

    /// Waits until the own ship has rested while the page published its place a few times. Returns
    /// the place.
    pub async fn until_resting(&self) -> Result<Place> {
        const PUBLISHED: u32 = 3;
        until("the ship to rest", async || {
            let before = self.look().await?;
            let so_far = before.count("published");
            let later = |look: &Look| look.count("published") >= so_far + PUBLISHED;
            let after = self.until("its place", later).await?;
            let (before, after) = (before.own(), after.own());
            let rests = before.filter(|_| before == after);
            Ok(rests.ok_or_else(|| format!("{before:?}, then {after:?}")))
        })
        .await
    }

    /// Waits until its attributes satisfy a condition.
    pub async fn until(&self, what: &str, so: impl Fn(&Look) -> bool) -> Result<Look> {
        until(what, async || {
            let look = self.look().await?;
            Ok(if so(&look) { Ok(look) } else { Err(format!("{look:?}")) })
        })
        .await
    }

    /// The rendered text of an element; `None` while it is not visible.
    pub async fn text(&self, selector: &str) -> Result<Option<String>> {
        const SCRIPT: &str = "const found = document.querySelector(arguments[0]);
            return found && found.checkVisibility() ? found.innerText : null;";
        let text = self.execute(SCRIPT, vec![json!(selector)]).await?;
        Ok(text.as_str().map(str::to_string))
    }

    /// Waits until an element is visible and contains all of these words.
    pub async fn until_contains(&self, selector: &str, words: &[&str]) -> Result<()> {
        until(&format!("{selector} to say {words:?}"), async || {
            let text = self.text(selector).await?;
            let contains_words = |text: &String| words.iter().all(|word| text.contains(word));
            Ok(if text.as_ref().is_some_and(contains_words) {
                Ok(())
            } else {
                Err(format!("{text:?}"))
            })
        })
        .await
    }

    /// Waits until a toast with all of these words has been shown, and forgets it and earlier ones.
    /// Toasts may disappear between two polls, so every page records them from its start.
    pub async fn until_shown(&self, words: &[&str]) -> Result<()> {
        const FORGET: &str = "window.messagesShown.splice(0, arguments[0]);";
        until(&format!("a message to say {words:?}"), async || {
            let shown = self.messages().await?;
            let contains_words = |message: &String| words.iter().all(|word| message.contains(word));
            let Some(found) = shown.iter().position(contains_words) else {
                return Ok(Err(format!("{shown:?}")));
            };
            self.execute(FORGET, vec![json!(found + 1)]).await?;
            Ok(Ok(()))
        })
        .await
    }

    /// Waits until its feed has had a line with these words since its start: lines may disappear
    /// between two polls.
    pub async fn until_feed_contains(&self, words: &str) -> Result<()> {
        until(&format!("the feed to say {words:?}"), async || {
            let shown = self.execute("return window.feedShown;", Vec::new()).await?;
            let shown: Vec<String> = serde_json::from_value(shown)?;
            let contains_words = shown.iter().any(|line| line.contains(words));
            Ok(if contains_words { Ok(()) } else { Err(format!("{shown:?}")) })
        })
        .await
    }

    /// The toasts shown since its start, or since the last one waited for.
    pub async fn messages(&self) -> Result<Vec<String>> {
        let shown = self.execute("return window.messagesShown;", Vec::new()).await?;
        Ok(serde_json::from_value(shown)?)
    }

    /// Waits until an element is no longer visible.
    pub async fn until_hidden(&self, selector: &str) -> Result<()> {
        until(&format!("{selector} to be hidden"), async || {
            Ok(self.text(selector).await?.map_or(Ok(()), |text| Err(format!("{text:?}"))))
        })
        .await
    }

    /// Waits for the name prompt and joins by Enter, under a given name or the suggested one.
    /// Returns that name once the own ship is drawn.
    pub async fn join(&self, name: Option<&str>) -> Result<String> {
        let joined = self.ask_to_join(name).await?;
        self.until_flying().await?;
        Ok(joined)
    }

    /// Fills in the join screen and leaves it. Returns the name.
    pub async fn ask_to_join(&self, name: Option<&str>) -> Result<String> {
        self.until("the join screen", |look| look.state() == "join").await?;
        let field = self.find(fantoccini::Locator::Id("name")).await?;
        if let Some(name) = name {
            // The suggested name is selected: typing replaces it.
            field.send_keys(name).await?;
        }
        let joined = field.prop("value").await?.context("a field has a value")?;
        self.press(crate::input::ENTER).await?;
        Ok(joined)
    }

    /// Waits until it plays and its ship is drawn.
    pub async fn until_flying(&self) -> Result<Look> {
        self.until("a ship of its own", |look| look.state() == "playing" && look.own().is_some())
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(pairs: &[(&str, &str)]) -> Look {
        Look(pairs.iter().map(|(name, value)| ((*name).into(), json!(value))).collect())
    }

    #[test]
    fn reads_what_a_page_says() {
        let look = look(&[
            ("ownX", "12.5"),
            ("ownY", "-3"),
            ("remote", "Ann:1,2;Bo b_:30.25,4"),
            ("camera", "100,50,0.800"),
            ("kills", "7"),
        ]);
        assert_eq!(look.own(), Some(Place { x: 12.5, y: -3.0 }));
        assert_eq!(look.remote("Bo b_"), Some(Place { x: 30.25, y: 4.0 }));
        assert_eq!((look.remotes().len(), look.count("kills")), (2, 7));
        let at = look.camera().map(|camera| camera.to_page(Place { x: 200.0, y: 50.0 }));
        assert_eq!(at, Some(Place { x: 80.0, y: 0.0 }));
    }

    #[test]
    fn missing_attributes_are_absent() {
        let look = look(&[("ownX", ""), ("ownY", ""), ("remote", "")]);
        assert_eq!((look.own(), look.remotes().len(), look.count("ghosts")), (None, 0, 0));
        assert_eq!((look.state(), look.camera()), ("", None));
    }
}
