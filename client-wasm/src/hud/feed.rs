//! The feed: kills, joins and leaves, newest at the bottom, removed after a while. A lasting
//! line is shown below them for as long as it applies.

use std::collections::VecDeque;

use shared::{
    base::{queue::push_bounded, time::Micros},
    client::{Client, status::KillLine},
};
use web_sys::{Document, Element};
use web_ui::{
    forensics::shot_act::look,
    shell::{
        MissingResource,
        dom::{by_id, document, element},
    },
    text::language,
};
use words::game::GameWords;

/// Maximum lines shown, apart from the lasting one.
const SHOWN_MAX: usize = 3;
/// How long a line stays.
const STAYS: Micros = Micros::from_ms(10_000);

pub struct Feed {
    words: &'static GameWords,
    list: Element,
    document: Document,
    /// Oldest first, up to [`SHOWN_MAX`].
    said: VecDeque<(Micros, String)>,
    lasting: Option<String>,
    shown: Vec<Line>,
}

/// A line of the feed.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    Kill(KillLine),
    Said(String),
}

impl Feed {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let (list, document) = (by_id(root, "feed")?, document(root)?);
        let (said, shown) = (VecDeque::new(), Vec::new());
        Ok(Self {
            words: language::of_page(root).game(),
            list,
            document,
            said,
            lasting: None,
            shown,
        })
    }

    /// Adds a line other than a kill.
    pub fn say(&mut self, now: Micros, text: String) {
        push_bounded(&mut self.said, (now, text), SHOWN_MAX);
    }

    /// Sets the lasting line, or removes it with `None`.
    pub fn say_lasting(&mut self, text: Option<String>) {
        self.lasting = text;
    }

    /// Clears the feed for another match.
    pub fn reset(&mut self) {
        self.said.clear();
        self.lasting = None;
    }

    /// Shows the lines that have not expired.
    pub fn refresh(&mut self, now: Micros, client: &Client) {
        let lines = self.lines(now, client);
        if lines == self.shown {
            return;
        }
        self.shown = lines;
        self.list.set_text_content(None);
        for line in &self.shown {
            let Some(item) = element(&self.document, "li", "", "") else { continue };
            let words = match line {
                Line::Kill(line) => self.kill_words(line, client),
                Line::Said(text) => element(&self.document, "span", "", text),
            };
            if let Some(words) = words {
                let _ = item.append_child(&words);
            }
            let _ = self.list.append_child(&item);
        }
    }

    /// The lines that have not expired, oldest first, then the lasting one.
    fn lines(&self, now: Micros, client: &Client) -> Vec<Line> {
        let kills = client.kill_feed().map(|line| (line.at, Line::Kill(line.clone())));
        let said = self.said.iter().map(|(at, text)| (*at, Line::Said(text.clone())));
        let mut lines: Vec<(Micros, Line)> = kills.chain(said).collect();
        lines.retain(|(at, _)| now - *at < STAYS);
        lines.sort_by_key(|(at, _)| *at);
        let first = lines.len().saturating_sub(SHOWN_MAX);
        let lines = lines.drain(first..).map(|(_, line)| line);
        lines.chain(self.lasting.clone().map(Line::Said)).collect()
    }

    /// A kill; one that concerns the player links to its shot. A watcher is sent no reports.
    fn kill_words(&self, line: &KillLine, client: &Client) -> Option<Element> {
        let you = client.flown_id();
        let (won, lost) = (you == Some(line.shot.shooter), you == Some(line.victim_id));
        let mine = won || lost;
        let words = &self.words.play;
        let text = if lost {
            (words.you_were_shot_down)(&line.killer)
        } else if won {
            (words.you_shot_down)(&line.victim)
        } else {
            (words.shot_down)(&line.killer, &line.victim)
        };
        let class = if lost { "you lost" } else { "you" };
        let (tag, class) = if mine { ("button", class) } else { ("span", "") };
        let words = element(&self.document, tag, class, &text)?;
        if mine {
            let _ = words.set_attribute("type", "button");
            let _ = words.set_attribute("data-act", &look(line.shot, None));
            let _ = words.set_attribute("title", self.words.play.look_into_shot);
        }
        Some(words)
    }
}
