//! The forensics sheet of one shot: three views of the same moment, a scrubber, a sentence, and the
//! verdict of every scheme. It builds its own elements in an empty section, so that any page can
//! hold one. While it is open, the rest of the page is inert.

use forensics::Case;
use shared::{
    base::time::Micros,
    client::Client,
    netcode::preset::Preset,
    sim::{arena::Arena, event::ShotId, ship::ShipId},
    wire::message::RosterEntry,
};
use web_sys::{Element, HtmlElement};
use words::{Language, SheetNote, ShipName};

use crate::{
    forensics::{
        picture::{Framing, ShotPicture},
        times,
    },
    shell::{
        MissingResource,
        dom::{self, Shown, by_id},
        probe::ProbeAttribute,
        still_canvas::StillCanvas,
    },
    text::{figures::whole, language, roster::known_name},
};
use parts::Parts;
pub use shot_position::ShotPosition;

mod opener;
mod parts;
mod shot_position;

/// Playback slows a shot down by this factor.
const SLOWER: i64 = 5;
/// Longest frame interval that advances playback: it does not jump after a pause.
const STEP_MAX: Micros = Micros::from_ms(100);
/// Scrubber step per key press.
const KEY_STEP: Micros = Micros::from_ms(4);

#[derive(Clone, Debug, PartialEq)]
pub struct ShotView {
    pub case: Case,
    /// Names, and which ships are bots.
    pub roster: Vec<RosterEntry>,
    /// In a laboratory match, the ships of its players, who are named by their number.
    pub players: Vec<Option<ShipId>>,
    pub arena: Option<Arena>,
    /// The `data-act` that saves the shot with its match.
    pub save: Option<&'static str>,
    /// The `data-act` that copies a link to the shot, if it can have one.
    pub link: Option<&'static str>,
    /// The `data-act` that exports the shot as JSON, if everything that it depends on is known.
    pub export: Option<&'static str>,
}

impl ShotView {
    /// A shot that concerns the client's player: from its report, or until that arrives from what
    /// the client itself knows. `save` is as in [`Self::save`].
    #[must_use]
    pub fn of_screen(shot: ShotId, client: &Client, save: Option<&'static str>) -> Option<Self> {
        Some(Self {
            case: case_of_screen(shot, client)?,
            roster: client.roster().to_vec(),
            players: Vec::new(),
            arena: client.arena().cloned(),
            save,
            link: None,
            export: None,
        })
    }

    /// Names of the ships.
    fn names(&self) -> impl Fn(ShipId) -> ShipName {
        |ship| ShipName::among(&self.players, ship, known_name(&self.roster, ship))
    }
}

/// A shot that concerns the client's player, from the best report of it that is known.
#[must_use]
pub fn case_of_screen(shot: ShotId, client: &Client) -> Option<Case> {
    let whole = client.report(shot).filter(|report| report.is_whole()).cloned();
    let known = whole.or_else(|| client.own_account(shot))?;
    Some(Case::new(&known, Some(client), Some(client)))
}

/// State of the playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Play {
    Rests,
    /// Time of the previous frame.
    Runs {
        last: Micros,
        /// Remainder of the division by the tick rate, carried to the next step.
        at: Micros,
    },
}

/// What the sheet shows.
enum Showing {
    Nothing,
    /// A message in place of a shot that is not known yet.
    Word(ShotId, String),
    Shot(Box<Shot>),
}

struct Shot {
    shot_view: ShotView,
    framing: Framing,
    sentence: String,
    /// Age, in 1/256 tick.
    age: i64,
    play: Play,
}

pub struct ForensicsSheet {
    language: Language,
    parts: Parts,
    canvas: StillCanvas,
    published: ProbeAttribute,
    showing: Showing,
    /// The scheme whose verdict the player selected; `None` for the one in force.
    chosen: Option<Preset>,
    /// Why the verdict of a scheme on this shot is unknown.
    unknown: Option<SheetNote>,
    dirty: bool,
}

impl ForensicsSheet {
    /// Builds the sheet in the page's section for it.
    ///
    /// # Errors
    /// When the page lacks that section, or the browser cannot make elements or draw.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let section: HtmlElement = by_id(root, "forensics")?;
        let language = language::of_page(root);
        let parts = Parts::build(section, language)?;
        Ok(Self {
            language,
            parts,
            canvas: StillCanvas::new(dom::window(root)?, by_id(root, "forensics-view")?)?,
            published: ProbeAttribute::new(root, "data-forensics"),
            showing: Showing::Nothing,
            chosen: None,
            unknown: None,
            dirty: false,
        })
    }

    /// Shows a shot, with the scrubber where it was decided. The same shot with more known about it
    /// keeps the scrubber.
    pub fn open(&mut self, shot_view: ShotView) {
        let names = shot_view.names();
        let title = self.language.shot_title(&shot_view.case.title(), &names);
        let sentence = self.language.shot(&shot_view.case.sentences(), &names);
        let (age, play) = match &self.showing {
            Showing::Shot(shot) if shot.id() == id(&shot_view.case) => (shot.age, shot.play),
            _ => {
                self.parts.forget_note();
                (shot_view.case.decisive(), Play::Rests)
            }
        };
        let framing = Framing::of(&shot_view.case);
        self.show_sheet();
        let span = shot_view.case.span();
        self.parts.set_span(*span.start(), *span.end(), age);
        self.parts.title.say(&title);
        self.parts.sentence.say(&sentence);
        self.parts.set_save(shot_view.save);
        self.parts.set_link(shot_view.link);
        self.parts.set_export(shot_view.export);
        self.parts.set_body(Shown::Yes);
        drop(names);
        let shot = Shot { shot_view, framing, sentence, age, play };
        self.showing = Showing::Shot(Box::new(shot));
        self.show_schemes();
        self.dirty = true;
    }

    /// The text of a note in the page's language.
    #[must_use]
    pub fn says(&self, note: SheetNote) -> &'static str {
        self.language.sheet_note(note)
    }

    /// Shows why nothing is known about a shot yet.
    pub fn open_with_note(&mut self, shot: ShotId, note: SheetNote) {
        self.open_with_word(shot, self.says(note));
    }

    /// Shows a message in place of a shot about which nothing is known yet.
    pub fn open_with_word(&mut self, shot: ShotId, word: &str) {
        self.show_sheet();
        self.parts.title.say(self.language.unknown_shot(shot.weapon));
        self.parts.sentence.say(word);
        self.parts.set_body(Shown::No);
        self.showing = Showing::Word(shot, word.into());
        self.publish_for_tests();
    }

    /// Shows the shot's position in the list, a note, and why the verdict of a scheme is unknown,
    /// if it is.
    pub fn set_place(&mut self, nth: ShotPosition, aside: SheetNote, unknown: SheetNote) {
        self.parts.set_place(nth);
        let aside = self.says(aside);
        self.parts.aside.say(aside);
        self.unknown = Some(unknown);
        self.show_schemes();
    }

    /// Shows a link to the shot and copies it to the clipboard, or shows why there is no link.
    pub fn show_link(&mut self, link: &Result<String, String>) {
        self.parts.say_link(link);
    }

    /// Shows the outcome of saving the shot to a file.
    pub fn note(&mut self, text: &str) {
        self.parts.note(text);
    }

    /// Closes the sheet and makes the page usable again.
    pub fn close(&mut self) {
        if self.is_open() {
            self.showing = Showing::Nothing;
            self.chosen = None;
            self.parts.show(Shown::No);
            self.published.set(|| "");
        }
    }

    #[must_use]
    pub fn is_open(&self) -> bool {
        !matches!(self.showing, Showing::Nothing)
    }

    /// The open shot.
    #[must_use]
    pub fn shot(&self) -> Option<ShotId> {
        match &self.showing {
            Showing::Nothing => None,
            Showing::Word(shot, _) => Some(*shot),
            Showing::Shot(shot) => Some(shot.id()),
        }
    }

    /// The case of the open shot.
    #[must_use]
    pub fn case(&self) -> Option<&Case> {
        match &self.showing {
            Showing::Shot(shot) => Some(&shot.shot_view.case),
            _ => None,
        }
    }

    /// Shows the verdict of a scheme, for this shot and the following ones until the sheet is
    /// closed.
    pub fn choose_scheme(&mut self, scheme: Preset) {
        self.chosen = Some(scheme);
        self.show_schemes();
    }

    /// Starts or stops playback.
    pub fn toggle_play(&mut self, now: Micros) {
        let Showing::Shot(shot) = &mut self.showing else { return };
        let at = shot.shot_view.case.report().rate.micros_in_steps(shot.age);
        shot.play = match shot.play {
            Play::Rests => Play::Runs { last: now, at },
            Play::Runs { .. } => Play::Rests,
        };
        self.dirty = true;
    }

    /// Moves the scrubber by `steps` of 4 ms and stops playback.
    pub fn step(&mut self, steps: i64) {
        let Showing::Shot(shot) = &mut self.showing else { return };
        let case = &shot.shot_view.case;
        let step = case.report().rate.view_at(KEY_STEP).0 * steps;
        shot.age = (shot.age + step).clamp(*case.span().start(), *case.span().end());
        shot.play = Play::Rests;
        self.parts.set_age(shot.age);
        self.dirty = true;
    }

    /// Handles a change of a form control, which may be the scrubber.
    pub fn handle_edit(&mut self) {
        let Showing::Shot(shot) = &mut self.showing else { return };
        if let Some(age) = self.parts.age().filter(|age| *age != shot.age) {
            shot.age = age;
            shot.play = Play::Rests;
            self.dirty = true;
        }
    }

    /// Advances playback, and draws if anything changed.
    pub fn frame(&mut self, now: Micros) {
        let Showing::Shot(shot) = &mut self.showing else { return };
        if shot.play_on(now) {
            self.parts.set_age(shot.age);
            self.dirty = true;
        }
        if self.canvas.fit() || self.dirty {
            self.dirty = false;
            self.draw();
            self.publish_for_tests();
        }
    }

    fn show_sheet(&mut self) {
        if !self.is_open() {
            self.parts.show(Shown::Yes);
        }
    }

    fn draw(&mut self) {
        let Showing::Shot(shot) = &self.showing else { return };
        let ShotView { case, roster, arena, .. } = &shot.shot_view;
        let names = shot.shot_view.names();
        let picture = ShotPicture {
            case,
            framing: shot.framing,
            age: shot.age,
            roster,
            names: &names,
            arena: arena.as_ref(),
            language: self.language,
        };
        picture.draw(self.canvas.context(), self.canvas.size());
        let age = times::span(case.report().rate, shot.age);
        self.parts.say_age(&age);
        self.parts.play.set(if shot.play == Play::Rests { "false" } else { "true" });
    }

    /// Shows the buttons of the schemes and the sentences of the selected one, initially the one in
    /// force. If the room's rules match no preset, their verdict is shown first.
    fn show_schemes(&mut self) {
        let Showing::Shot(shot) = &self.showing else { return };
        let case = &shot.shot_view.case;
        let names = shot.shot_view.names();
        let others: Vec<_> = case.others().collect();
        let rules = &case.report().rules;
        let in_force = Preset::of_room(rules);
        let chosen = self.chosen.unwrap_or(in_force);
        let own_rules = (in_force.room() != *rules)
            .then(|| self.language.this_room(&case.title(), &case.end(), &names));
        self.parts.this_room.say_if(own_rules.as_deref());
        let mut elsewhere = Shown::No;
        for (n, preset) in Preset::ALL.into_iter().enumerate() {
            let other = others.get(n);
            let (class, text) = match other.map(|other| case.counterfactual_end(other)) {
                Some(would) => {
                    let kind = would.end.kind;
                    let word = if own_rules.is_none() && preset == in_force {
                        self.language.end_word(kind)
                    } else {
                        self.language.would_end_word(kind)
                    };
                    let is_elsewhere = would.drawn_off_u > 0.0;
                    if is_elsewhere {
                        elsewhere = Shown::Yes;
                    }
                    (kind.key(), [word, if is_elsewhere { " ≈" } else { "" }].concat())
                }
                None => ("unknown", "…".into()),
            };
            self.parts.set_scheme(n, class, &text, preset == chosen);
        }
        self.parts.set_legend(elsewhere);
        let other = others.iter().find(|other| other.preset == chosen);
        let said = other.map_or_else(
            || self.unknown.map(|note| self.says(note)).unwrap_or_default().into(),
            |other| self.language.would_have(&case.counterfactual_end(other), &names),
        );
        self.parts.say_scheme(chosen, &said);
    }

    /// Publishes the state for tests: `shot|verdict|age|sentence`, the age in ms.
    fn publish_for_tests(&mut self) {
        self.published.set(|| match &self.showing {
            Showing::Nothing => String::new(),
            Showing::Word(shot, word) => [&shot.to_string(), "|||", word].concat(),
            Showing::Shot(shot) => {
                let report = shot.shot_view.case.report();
                let age = whole(times::millis(report.rate, shot.age)).replace('−', "-");
                let (id, end) = (shot.id().to_string(), shot.shot_view.case.end().kind);
                [&id, "|", end.key(), "|", &age, "|", &shot.sentence].concat()
            }
        });
    }
}

impl Shot {
    fn id(&self) -> ShotId {
        id(&self.shot_view.case)
    }

    /// Advances playback. Returns whether the age changed.
    fn play_on(&mut self, now: Micros) -> bool {
        let Play::Runs { last, at } = &mut self.play else { return false };
        let case = &self.shot_view.case;
        let (rate, span) = (case.report().rate, case.span());
        let step = (now - *last).max(Micros::ZERO).min(STEP_MAX);
        *last = now;
        *at += Micros(step.0 / SLOWER);
        let mut age = rate.view_at(*at).0;
        if age > *span.end() {
            age = *span.start();
            *at = rate.micros_in_steps(age);
        }
        let moved = age != self.age;
        self.age = age;
        moved
    }
}

fn id(case: &Case) -> ShotId {
    case.report().record.shot
}
