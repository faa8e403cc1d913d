//! The bar below a match that is watched: whom the camera follows, how late the match is, the three
//! times of the followed player, and the line for a seat.

use shared::{
    base::time::Micros,
    client::{Client, GhostVisibility},
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::{
        figures::{seconds_up, whole},
        language,
        roster::{is_bot, name_of},
    },
};
use words::{Language, game::GameWords};

/// Whom the camera follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Camera {
    /// Whoever leads.
    #[default]
    Leader,
    /// One ship.
    Ship,
    /// Nobody.
    Free,
}

/// What there is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchView {
    Match,
    /// The first picture comes after this time.
    ComesIn(Micros),
    /// Nobody plays.
    Nobody,
}

/// What the bar shows besides the match.
#[derive(Clone, Copy, Debug)]
pub struct WatchFacts {
    pub view: WatchView,
    pub camera: Camera,
    pub ghosts: GhostVisibility,
    /// How late the match is shown.
    pub delay: Micros,
}

pub struct WatchBar {
    language: Language,
    words: &'static GameWords,
    bar: HtmlElement,
    name: Label,
    facts: Label,
    times: Label,
    turn: Label,
    play: Label,
    leader_pressed: Attribute,
    free_pressed: Attribute,
}

impl WatchBar {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let language = language::of_page(root);
        let pressed = |id: &str| -> Result<Attribute, MissingResource> {
            let button: Element = by_id(root, id)?;
            Ok(Attribute::new(&button, "aria-pressed"))
        };
        Ok(Self {
            language,
            words: language.game(),
            bar: by_id(root, "watch")?,
            name: Label::find(root, "watch-name")?,
            facts: Label::find(root, "watch-facts")?,
            times: Label::find(root, "watch-times-text")?,
            turn: Label::find(root, "watch-turn")?,
            play: Label::find(root, "watch-play-act")?,
            leader_pressed: pressed("watch-leader")?,
            free_pressed: pressed("watch-free")?,
        })
    }

    pub fn hide(&self) {
        self.bar.set_hidden(true);
    }

    /// Shows what is watched.
    pub fn refresh(&mut self, client: &Client, facts: &WatchFacts) {
        let words = &self.words.watch;
        self.bar.set_hidden(false);
        let followed = client.own_id();
        let name = followed.map(|ship| name_of(self.language, client.roster(), ship));
        self.name.say(&match (facts.view, name) {
            (WatchView::Nobody, _) => words.nobody_plays.into(),
            (WatchView::ComesIn(wait), _) => (words.comes_in)(&seconds_up(wait)),
            (WatchView::Match, Some(name)) => (words.follows)(name),
            (WatchView::Match, None) => words.free.into(),
        });
        let latency = client.latencies().iter().find(|one| Some(one.ship) == followed);
        let is_bot = followed.is_some_and(|ship| is_bot(client.roster(), ship));
        let mut known = Vec::new();
        if let Some(latency) = latency {
            known.push((words.ping)(&whole(latency.round_trip_ms.into())));
        } else if is_bot {
            known.push(words.is_bot.into());
        }
        if facts.delay > Micros::ZERO {
            known.push((words.late)(&whole(facts.delay.as_ms() / 1000)));
        }
        let is_seen = facts.view == WatchView::Match;
        self.facts.say(if is_seen { known.join(" · ") } else { String::new() }.as_str());
        self.times.say_if(self.times_of(client, facts).as_deref());
        let turn = client.turn();
        self.turn.say_if(turn.map(|turn| (words.in_line)(turn.place)).as_deref());
        self.play.say(if turn.is_some() { words.keep_watching } else { words.play });
        let pressed = |is: bool| if is { "true" } else { "false" };
        self.leader_pressed.set(pressed(facts.camera == Camera::Leader));
        self.free_pressed.set(pressed(facts.camera == Camera::Free));
    }

    /// The three times of the followed player, in words.
    fn times_of(&self, client: &Client, facts: &WatchFacts) -> Option<String> {
        let words = &self.words.watch;
        let followed = client.own_id()?;
        if facts.ghosts == GhostVisibility::Hidden || facts.view != WatchView::Match {
            return None;
        }
        if is_bot(client.roster(), followed) {
            return Some(words.bot_has_no_lag.into());
        }
        let (moments, rate) = (client.watch_moments()?, client.tick_rate()?);
        let own = moments.own - moments.server;
        let others = moments.server - rate.micros_in_steps(moments.view.0);
        Some((words.times)(&whole(own.as_ms()), &whole(others.as_ms())))
    }
}
