//! Tests of inspecting shots by keys, buttons and clicks: what opens, closes and steps on either
//! page.

use shared::{
    base::{geometry::Vec2, time::Micros},
    netcode::preset::Preset,
    sim::event::ShotId,
};
use wasm_bindgen_test::wasm_bindgen_test;
use web_ui::forensics::{
    controller::{Answer, Content, KnownShot, ShotController, ShotSource},
    sheet::ShotView,
    shot_act::ShotAct,
};
use words::{Language, SheetNote};

use crate::{
    fixture::Page,
    forensics::{Duel, SHOOTER},
};

const NOW: Micros = Micros::ZERO;
const COMING: SheetNote = SheetNote::ReportComing;

/// The shots of a duel's shooter, of which one is known.
struct DuelShots {
    shots: Vec<ShotId>,
    hit: Option<(ShotId, ShotView)>,
    /// Where the hit is drawn, in CSS pixels.
    drawn_at: Vec2,
    asked_for: Vec<ShotId>,
    /// `None` for the newest.
    in_question: Option<ShotId>,
}

impl ShotSource for DuelShots {
    fn shots(&self) -> Vec<ShotId> {
        self.shots.clone()
    }

    fn in_question(&self) -> Option<ShotId> {
        self.in_question.or(self.shots.last().copied())
    }

    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId> {
        self.hit.as_ref().filter(|_| at_px == self.drawn_at).map(|(shot, _)| *shot)
    }

    fn ask_for(&mut self, shot: ShotId) {
        self.asked_for.push(shot);
    }

    fn known(&self, shot: ShotId) -> KnownShot {
        let shot_view = self.hit.as_ref().filter(|(hit, _)| *hit == shot);
        let content = match shot_view {
            Some((_, shot_view)) => Content::Shot(Box::new(shot_view.clone())),
            None => Content::Note(COMING),
        };
        let (aside, unknown) = (SheetNote::MatchGoesOn, SheetNote::SchemesComing);
        KnownShot { content, aside, unknown }
    }
}

fn duel_shots() -> DuelShots {
    let duel = Duel::new();
    let client = duel.harness.client(SHOOTER);
    let shots: Vec<ShotId> = client.shots().map(|record| record.shot).collect();
    assert!(shots.len() >= 2, "the duel has {} shots", shots.len());
    let drawn_at = Vec2::new(300.0, 200.0);
    let hit = Some((duel.hit, duel.shot_view(SHOOTER)));
    DuelShots { shots, hit, drawn_at, asked_for: Vec::new(), in_question: None }
}

fn controller(page: &Page) -> ShotController {
    ShotController::find(&page.root).unwrap()
}

#[wasm_bindgen_test]
fn a_key_opens_the_newest_shot_and_puts_the_sheet_away_again() {
    let (page, mut shots) = (Page::new(), duel_shots());
    let mut controller = controller(&page);
    let newest = *shots.shots.last().unwrap();
    assert_eq!(controller.act(ShotAct::Show, NOW, &mut shots), Answer::Opened(newest));
    assert!(controller.is_open());
    assert_eq!(shots.asked_for, [newest]);
    assert_eq!(controller.act(ShotAct::Show, NOW, &mut shots), Answer::Closed);
    assert!(!controller.is_open() && page.data("forensics").is_empty());

    shots.shots.clear();
    assert_eq!(controller.act(ShotAct::Show, NOW, &mut shots), Answer::NoShot);
    assert!(!controller.is_open());
}

#[wasm_bindgen_test]
fn shots_are_stepped_through_to_either_end() {
    let (page, mut shots) = (Page::new(), duel_shots());
    let mut controller = controller(&page);
    let all = shots.shots.clone();
    let last = all.len() - 1;
    assert_eq!(controller.act(ShotAct::Older, NOW, &mut shots), Answer::Stays, "none is open");
    controller.act(ShotAct::Show, NOW, &mut shots);
    assert_eq!(controller.act(ShotAct::Newer, NOW, &mut shots), Answer::Stays, "no newer one");
    for n in (0..last).rev() {
        assert_eq!(controller.act(ShotAct::Older, NOW, &mut shots), Answer::Opened(all[n]));
    }
    assert_eq!(controller.act(ShotAct::Older, NOW, &mut shots), Answer::Stays, "no older one");

    // A shot forgotten meanwhile keeps its position, and the others keep their numbers.
    let number = || {
        let nth = page.root.query_selector("#forensics .nth").unwrap().unwrap();
        nth.text_content().unwrap()
    };
    let before = number();
    shots.shots.remove(0);
    controller.refresh(&shots);
    assert_eq!(number(), before);
    assert_eq!(controller.act(ShotAct::Newer, NOW, &mut shots), Answer::Opened(all[1]));
    // Shots fired since follow the newest.
    let since = ShotId { tick: all[last].tick.next(), ..all[last] };
    shots.shots.push(since);
    for shot in all[2..].iter().chain([&since]) {
        assert_eq!(controller.act(ShotAct::Newer, NOW, &mut shots), Answer::Opened(*shot));
    }
}

#[wasm_bindgen_test]
fn the_key_opens_the_shot_in_question() {
    let (page, mut shots) = (Page::new(), duel_shots());
    let mut controller = controller(&page);
    let oldest = shots.shots[0];
    shots.in_question = Some(oldest);
    assert_eq!(controller.act(ShotAct::Show, NOW, &mut shots), Answer::Opened(oldest));
}

#[wasm_bindgen_test]
fn a_click_opens_what_is_drawn_there_and_a_button_its_scheme() {
    let (page, mut shots) = (Page::new(), duel_shots());
    let mut controller = controller(&page);
    let (hit, at) = (shots.hit.as_ref().unwrap().0, shots.drawn_at);
    assert_eq!(controller.act(ShotAct::at(Vec2::ZERO), NOW, &mut shots), Answer::Stays);
    assert_eq!(controller.act(ShotAct::at(at), NOW, &mut shots), Answer::Opened(hit));
    let look = ShotAct::Look { shot: hit, preset: Some(Preset::Source) };
    assert_eq!(controller.act(look, NOW, &mut shots), Answer::Opened(hit));
    let said = page.element("forensics-scheme").text_content().unwrap();
    assert!(said.starts_with(Preset::Source.title()), "{said}");
}

#[wasm_bindgen_test]
fn an_open_sheet_shows_what_becomes_known() {
    let (page, mut shots) = (Page::new(), duel_shots());
    let mut controller = controller(&page);
    let known = shots.hit.take();
    let hit = known.as_ref().unwrap().0;
    controller.act(ShotAct::Look { shot: hit, preset: None }, NOW, &mut shots);
    let coming = Language::default().sheet_note(COMING);
    assert_eq!(page.data("forensics"), format!("{hit}|||{coming}"));
    shots.hit = known;
    controller.refresh(&shots);
    controller.frame(NOW);
    let published = page.data("forensics");
    assert!(published.starts_with(&format!("{hit}|hit|")), "{published}");

    // Another refresh keeps the scrubber where it was moved to.
    controller.act(ShotAct::Earlier, NOW, &mut shots);
    controller.frame(NOW);
    let moved = page.data("forensics");
    assert_ne!(moved, published);
    controller.refresh(&shots);
    controller.frame(NOW);
    assert_eq!(page.data("forensics"), moved);
}
