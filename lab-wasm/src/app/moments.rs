//! Links and files: opens what the address or a file names, and makes links and files of the moment
//! shown.

use article::figure::FigureSpec;
use lab::{
    file::{File, Hashes, RunFile},
    lesson::Lesson,
    link::{LinkError, LinkedHash, MomentLink, Reproduction},
    moment::{ColumnShot, Moment},
    run_playback::RunPlayback,
    scenario::Scenario,
    shot_scenario::ShotScenario,
};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use shared::{netcode::values::Netcode, sim::event::ShotId};
use web_ui::{
    shell::files,
    text::{figures::whole, roster::name_of},
};
use words::{Notice, Refused};

use super::{App, CaptureSession};
use crate::{
    hud::{drawers::Drawer, share::ShareText},
    time::transport::Pace,
};

/// The scenario that opens when the address names nothing.
const DEFAULT_SCENARIO: Scenario = Scenario::Converge;
/// Storage key that marks an earlier visit.
const VISITED: &str = "lagrange-laboratory-visited";
/// File name of a run.
const RUN_NAME: &str = "run.lagrange";
/// File name of a shot.
const SHOT_NAME: &str = "shot.json";

impl App {
    /// Opens what the address names.
    pub(super) fn open(&mut self) {
        let fragment = self.shell.address.fragment();
        let text = fragment.trim_start_matches('#');
        self.panels.beginning.close();
        if text.is_empty() {
            self.offer_beginning();
            self.load(DEFAULT_SCENARIO.setup());
            return self.open_at_cue();
        }
        match MomentLink::parse(text) {
            Ok(link) => self.open_link(link),
            Err(LinkError::NoScenario) if lesson_of(text).is_some() => {
                self.open_lesson(lesson_of(text));
            }
            Err(error) => {
                self.load(DEFAULT_SCENARIO.setup());
                let why = self.panels.language.refusal(Refused::Link(&error));
                self.panels.refusal.say(&why);
            }
        }
    }

    /// Shows first-time visitors where to start.
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
        self.show_scenario_timeline(playback.run().setup.scenario);
        self.show(playback);
        self.lesson = None;
        if let Some(lesson) = link.lesson.and_then(Lesson::of_number) {
            self.read_lesson(lesson);
        }
        let frame = link.moment.frame;
        // A link to a moment opens paused; one to a scenario plays it.
        let opens_paused = frame > 0 || link.moment.shot.is_some();
        self.transport.set_pace(if opens_paused { Pace::Paused } else { Pace::Playing });
        self.opening = Some(link);
        self.go_to(frame);
        if !opens_paused {
            self.open_at_cue();
        }
    }

    /// Handles the end of the seek for a link.
    pub(super) fn finish_seek(&mut self) {
        let Some(link) = self.opening.take() else { return };
        match link.reproduction(self.playback.state()) {
            Reproduction::Differs => self.notice(Notice::OtherBuild),
            Reproduction::NotCompared => self.notice(Notice::OlderLink),
            Reproduction::Matches | Reproduction::Absent => {}
        }
        if let Some(ColumnShot { column, shot }) = link.moment.shot {
            self.column = column.into();
            self.inspect(shot);
        }
        self.refresh_panels();
    }

    pub(super) fn open_scenario(&mut self, scenario: Scenario) {
        self.lesson = None;
        self.show_scenario_timeline(scenario);
        self.load(scenario.setup());
        self.transport.set_pace(Pace::Playing);
        self.open_at_cue();
        self.shell.address.set_fragment(&["#scenario=", scenario.key()].concat());
    }

    /// Opens a lesson, if it exists.
    pub(super) fn open_lesson(&mut self, lesson: Option<Lesson>) {
        let Some(lesson) = lesson else { return };
        self.panels.timelines.set(self.chosen_timeline);
        self.load(lesson.setup());
        self.transport.set_pace(Pace::Playing);
        self.open_at_cue();
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

    /// Pauses, and opens the drawer with the link to this moment.
    pub(super) fn share(&mut self) {
        self.transport.set_pace(Pace::Paused);
        self.transport.at_frame();
        let link = self.link();
        self.panels.share.show(&link);
        let scenario = self.playback.run().setup.scenario;
        let columns = self.playback.state().columns().iter();
        let columns: Vec<Netcode> = columns.map(|column| column.netcode()).collect();
        let figure = FigureSpec::of(scenario, &columns, self.playback.frame());
        let figure = Some(&figure).filter(|_| self.capture_session.is_none());
        let title = self.panels.language.scenario(scenario).title;
        self.panels.share.show_figure(figure, title);
    }

    /// The link to this moment, or the reason why there is none.
    fn link(&self) -> Result<String, String> {
        if self.capture_session.is_some() {
            return Err(self.panels.language.notice(Notice::CaptureHasNoLink));
        }
        let moment = Moment::of(&self.playback, self.selected());
        let check = LinkedHash::of(self.playback.state().played_hash());
        let lesson = self.lesson.map(Lesson::number);
        let fragment = MomentLink { moment, lesson, check }.to_fragment();
        let why = |error| self.panels.language.notice(Notice::NoLink(&error));
        let fragment = fragment.map_err(why)?;
        Ok(self.shell.address.with_fragment(&["#", &fragment].concat()))
    }

    /// Copies the link to this moment to the clipboard and into the address.
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
        self.notice(match link {
            Ok(_) if self.panels.share.copy(ShareText::Link) => Notice::Copied,
            Ok(_) => Notice::SelectAndCopy,
            Err(_) => Notice::NothingToCopy,
        });
    }

    /// Copies the figure of this match to the clipboard.
    pub(super) fn copy_figure(&mut self, what: ShareText) {
        let copied = self.panels.share.copy(what);
        self.notice(if copied { Notice::Copied } else { Notice::SelectTextAndCopy });
    }

    /// Offers this run as a download, with the shot inspected at this frame.
    pub(super) fn save_run(&mut self) {
        if self.capture_session.is_some() {
            return self.notice(Notice::CaptureIsFile);
        }
        let file = File::Run(RunFile::of(&self.playback, self.selected()));
        let language = self.panels.language;
        let said = match file.encode() {
            Ok(bytes) if files::save(&self.shell.document, RUN_NAME, &bytes) => {
                language.notice(Notice::RunSaved { name: RUN_NAME, bytes: bytes.len() })
            }
            Ok(_) => language.notice(Notice::NotSaved),
            Err(error) => language.notice(Notice::NotWritten(&error)),
        };
        self.panels.share.say_file(&said);
        self.say_in_sheet(&said);
    }

    /// Offers the inspected shot as a download for `lagrange judge`.
    pub(super) fn export_shot(&mut self) {
        let Some(shot) = self.panels.forensics.shot() else { return };
        let json = self.shot_as_json(shot).filter(|_| self.capture_session.is_none());
        let notice = match json {
            Some(json) if files::save(&self.shell.document, SHOT_NAME, json.as_bytes()) => {
                Notice::ShotExported { name: SHOT_NAME, bytes: json.len() }
            }
            Some(_) => Notice::NotSaved,
            None => Notice::ShotNotKnown,
        };
        self.say_in_sheet(&self.panels.language.notice(notice));
    }

    /// A shot with everything that its verdict depends on, simulated ahead until that is known.
    fn shot_as_json(&self, shot: ShotId) -> Option<String> {
        let state = self.playback.state_with_report(self.column, shot)?;
        let harness = state.columns().get(self.column)?.harness();
        let roster = harness.client(0).roster();
        let name_of = |ship| name_of(self.panels.language, roster, ship).to_string();
        let scenario = ShotScenario::of(harness.room(), shot, &name_of)?;
        let value = scenario.serialize(&Serializer::json_compatible()).ok()?;
        js_sys::JSON::stringify(&value).ok()?.as_string()
    }

    /// Shows a message in the sheet if that is open, otherwise as a toast.
    fn say_in_sheet(&mut self, text: &str) {
        if self.panels.forensics.is_open() {
            self.panels.forensics.note(text);
        } else {
            self.say(text);
        }
    }

    /// Opens a selected or dropped file.
    pub(super) fn read_file(&mut self, bytes: &[u8]) {
        self.panels.beginning.close();
        match File::decode(bytes) {
            Ok(File::Run(file)) => {
                let moment = file.moment;
                self.open_link(MomentLink { moment, lesson: None, check: LinkedHash::Absent });
                self.transport.set_pace(Pace::Paused);
                let said = self.panels.language.notice(match file.hashes {
                    Hashes::Played(_) => Notice::FileIsRun,
                    Hashes::Older => Notice::FileIsOlderRun,
                });
                self.panels.share.say_file(&said);
            }
            Ok(File::Capture(file)) => match CaptureSession::new(file) {
                Ok(capture_session) => self.open_capture(capture_session),
                Err(error) => self.refuse_file(Refused::Capture(&error)),
            },
            Err(error) => self.refuse_file(Refused::File(&error)),
        }
    }

    fn refuse_file(&mut self, why: Refused) {
        let text = self.panels.language.refusal(why);
        self.panels.refusal.say(&text);
        self.panels.share.say_file(&text);
    }
}

/// The lesson of a fragment that names only a lesson.
fn lesson_of(fragment: &str) -> Option<Lesson> {
    let mut pairs = fragment.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find_map(|(key, value)| (key == "lesson").then(|| Lesson::of_key(value))?)
}
