//! Links and files: what the address or a file names is opened, and what is looked at becomes a
//! link or a file.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use shared::{
    lab::{
        figure::FigureSpec,
        file::{File, Hashes, RunFile},
        lesson::Lesson,
        link::{Check, LinkError, MomentLink, Same},
        moment::{ColumnShot, Moment},
        run_playback::RunPlayback,
        scenario::Scenario,
        shot_scenario::ShotScenario,
    },
    netcode::values::Netcode,
    sim::event::ShotId,
};
use web_ui::{
    shell::files,
    text::{figures::whole, roster::name_of},
};

use super::{App, Screening};
use crate::{
    hud::{drawers::Drawer, share::Copied},
    time::transport::Pace,
};

/// What the page begins with where the address names nothing.
const FACE: Scenario = Scenario::Converge;
/// What the browser remembers of an earlier visit.
const VISITED: &str = "lagrange-laboratory-visited";
/// The name of a run as a file.
const RUN_NAME: &str = "run.lagrange";
/// The name of a shot as a file.
const SHOT_NAME: &str = "shot.json";

impl App {
    /// Opens what the address names.
    pub(super) fn open(&mut self) {
        let fragment = self.shell.address.fragment();
        let text = fragment.trim_start_matches('#');
        self.panels.beginning.close();
        if text.is_empty() {
            self.offer_beginning();
            self.load(FACE.setup());
            return self.begin_still();
        }
        match MomentLink::parse(text) {
            Ok(link) => self.open_link(link),
            Err(LinkError::NoScenario) if lesson_of(text).is_some() => {
                self.open_lesson(lesson_of(text));
            }
            Err(error) => {
                self.load(FACE.setup());
                self.panels.refusal.say(&error.to_string());
            }
        }
    }

    /// Whoever comes for the first time is told where to begin.
    fn offer_beginning(&self) {
        if self.shell.memory.get(VISITED).is_none() {
            self.shell.memory.set(VISITED, "yes");
            self.panels.beginning.show();
        }
    }

    fn open_link(&mut self, link: MomentLink) {
        let playback = match RunPlayback::of(link.moment.run.clone()) {
            Ok(playback) => playback,
            Err(error) => return self.refuse(&error),
        };
        self.bring_timeline(playback.run().setup.scenario);
        self.show(playback);
        self.lesson = None;
        if let Some(lesson) = link.lesson.and_then(Lesson::of_number) {
            self.read_lesson(lesson);
        }
        let frame = link.moment.frame;
        // A link to a moment shows that moment; one to a scenario plays it.
        let stands = frame > 0 || link.moment.shot.is_some();
        self.transport.set_pace(if stands { Pace::Paused } else { Pace::Playing });
        self.opening = Some(link);
        self.go_to(frame);
        if !stands {
            self.begin_still();
        }
    }

    /// The frame that was on its way is reached.
    pub(super) fn arrived(&mut self) {
        let Some(link) = self.opening.take() else { return };
        match link.same(self.playback.state()) {
            Same::No => {
                self.say(
                    "Another build made this link: the match may differ from the one it shows.",
                );
            }
            Same::NotCompared => self.say(
                "An older version made this link: whether the match is the same is not compared.",
            ),
            Same::Yes | Same::Unsaid => {}
        }
        if let Some(ColumnShot { column, shot }) = link.moment.shot {
            self.column = column.into();
            self.look_at(shot);
        }
        self.slow();
    }

    /// Plays a scenario.
    pub(super) fn open_scenario(&mut self, scenario: Scenario) {
        self.lesson = None;
        self.bring_timeline(scenario);
        self.load(scenario.setup());
        self.transport.set_pace(Pace::Playing);
        self.begin_still();
        self.shell.address.set_fragment(&["#scenario=", scenario.key()].concat());
    }

    /// Opens a lesson, if there is such a one.
    pub(super) fn open_lesson(&mut self, lesson: Option<Lesson>) {
        let Some(lesson) = lesson else { return };
        self.panels.timelines.set(self.timeline_asked);
        self.load(lesson.setup());
        self.transport.set_pace(Pace::Playing);
        self.begin_still();
        self.read_lesson(lesson);
        let number = whole(lesson.number().into());
        self.shell.address.set_fragment(&["#lesson=", &number].concat());
    }

    fn read_lesson(&mut self, lesson: Lesson) {
        self.lesson = Some(lesson);
        self.panels.lessons.show(lesson);
        self.panels.drawers.set(Some(Drawer::Lessons));
        self.fit();
    }

    /// Time stands still, and the drawer has the link to this moment.
    pub(super) fn share(&mut self) {
        self.transport.set_pace(Pace::Paused);
        self.transport.at_frame();
        let link = self.link();
        self.panels.share.show(&link);
        let scenario = self.playback.run().setup.scenario;
        let columns = self.playback.state().columns().iter();
        let columns: Vec<Netcode> = columns.map(|column| column.netcode()).collect();
        let figure = FigureSpec::of(scenario, &columns, self.playback.frame());
        let figure = Some(&figure).filter(|_| self.screening.is_none());
        let title = self.panels.language.scenario(scenario).title;
        self.panels.share.show_figure(figure, title);
    }

    /// The link to this moment, or why there is none.
    fn link(&self) -> Result<String, String> {
        if self.screening.is_some() {
            return Err("A capture fits no link; its file can be passed on.".into());
        }
        let moment = Moment::of(&self.playback, self.selected());
        let check = Check::of(self.playback.state().played_hash());
        let lesson = self.lesson.map(Lesson::number);
        let fragment = MomentLink { moment, lesson, check }.to_fragment();
        let fragment = fragment.map_err(|error| {
            [&error.to_string(), " Download the run as a file instead; it holds any length."]
                .concat()
        })?;
        Ok(self.shell.address.with_fragment(&["#", &fragment].concat()))
    }

    /// The link to this moment, to the clipboard and into the address.
    pub(super) fn copy_link(&mut self) {
        let link = self.link();
        if self.panels.forensics.is_open() {
            return self.panels.forensics.show_link(&link);
        }
        self.panels.share.show(&link);
        if let Ok(link) = &link
            && let Some((_, fragment)) = link.split_once('#')
        {
            self.shell.address.set_fragment(&["#", fragment].concat());
        }
        let text = match link {
            Ok(_) if self.panels.share.copy(Copied::Link) => "Copied.",
            Ok(_) => "Select the link and copy it.",
            Err(_) => "There is no link to copy: see below it.",
        };
        self.say(text);
    }

    /// The figure of this match, to the clipboard.
    pub(super) fn copy_figure(&mut self, what: Copied) {
        let copied = self.panels.share.copy(what);
        self.say(if copied { "Copied." } else { "Select the text and copy it." });
    }

    /// This run as a download, with the shot that was looked into here.
    pub(super) fn save_run(&mut self) {
        if self.screening.is_some() {
            return self.say("This is a capture: its file is the one that you opened.");
        }
        let file = File::Run(RunFile::of(&self.playback, self.selected()));
        let said = match file.encode() {
            Ok(bytes) if files::save(&self.shell.document, RUN_NAME, &bytes) => {
                let size = whole(bytes.len() as i64);
                ["A run of ", &size, " bytes: ", RUN_NAME, "."].concat()
            }
            Ok(_) => "The browser does not save files.".to_string(),
            Err(error) => error.to_string(),
        };
        self.panels.share.say_file(&said);
        self.say_of_shot(&said);
    }

    /// The shot that is looked into as a download that `lagrange judge` reads.
    pub(super) fn export_shot(&mut self) {
        let Some(shot) = self.panels.forensics.shot() else { return };
        let json = self.shot_as_json(shot).filter(|_| self.screening.is_none());
        let said = match json {
            Some(json) if files::save(&self.shell.document, SHOT_NAME, json.as_bytes()) => {
                let size = whole(json.len() as i64);
                let said = [SHOT_NAME, ", ", &size, " bytes: lagrange judge ", SHOT_NAME];
                [&said.concat(), " says again what every scheme makes of it."].concat()
            }
            Some(_) => "The browser does not save files.".into(),
            None => "The run is full before all is known that this shot depends on.".into(),
        };
        self.say_of_shot(&said);
    }

    /// A shot with everything that a verdict on it depends on, once that has been.
    fn shot_as_json(&self, shot: ShotId) -> Option<String> {
        let state = self.playback.when_known(self.column, shot)?;
        let harness = state.columns().get(self.column)?.harness();
        let roster = harness.client(0).roster();
        let name_of = |ship| name_of(roster, ship).to_string();
        let scenario = ShotScenario::of(harness.room(), shot, &name_of)?;
        let value = scenario.serialize(&Serializer::json_compatible()).ok()?;
        js_sys::JSON::stringify(&value).ok()?.as_string()
    }

    /// Says something where it is seen: in the sheet, while that is open.
    fn say_of_shot(&mut self, text: &str) {
        if self.panels.forensics.is_open() {
            self.panels.forensics.note(text);
        } else {
            self.say(text);
        }
    }

    /// A file was chosen or dropped.
    pub(super) fn read_file(&mut self, bytes: &[u8]) {
        self.panels.beginning.close();
        match File::decode(bytes) {
            Ok(File::Run(file)) => {
                let moment = file.moment;
                self.open_link(MomentLink { moment, lesson: None, check: Check::Unsaid });
                self.transport.set_pace(Pace::Paused);
                self.panels.share.say_file(match file.hashes {
                    Hashes::Played(_) => "This file is a run: it plays the whole room.",
                    Hashes::Older => {
                        "This file is a run: it plays the whole room. An older version made it: \
                         whether the match is the same is not compared."
                    }
                });
            }
            Ok(File::Capture(file)) => match Screening::new(file) {
                Ok(screening) => self.begin_screening(screening),
                Err(error) => self.refuse_file(&error.to_string()),
            },
            Err(error) => self.refuse_file(&error.to_string()),
        }
    }

    fn refuse_file(&mut self, why: &str) {
        let text = ["The file was not opened: ", why, "."].concat();
        self.panels.refusal.say(&text);
        self.panels.share.say_file(&text);
    }
}

/// The lesson that a fragment names by itself.
fn lesson_of(fragment: &str) -> Option<Lesson> {
    let mut pairs = fragment.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find_map(|(key, value)| (key == "lesson").then(|| Lesson::of_key(value))?)
}
