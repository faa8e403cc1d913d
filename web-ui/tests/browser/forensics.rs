//! Tests of the forensics sheet: its texts and pixels match what the clients and the room of a duel
//! in virtual time had at the same moment.

use forensics::Case;
use lab::harness::Harness;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, TickRate},
    },
    client::{Client, Controls, scene::PlayerKind, shots::ShotSide},
    netcode::{
        preset::Preset,
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode},
    },
    room::{Difficulty, RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
        event::{Decision, ShotId, Weapon},
        rules::BOLT_SPEED_U_PER_S,
        ship::ShipId,
    },
    wire::conditions::Conditions,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use web_ui::{
    canvas::{
        palette::{self, Colour, Theme},
        rect::Rect,
    },
    forensics::{
        picture::ShotLayout,
        sheet::{ForensicsSheet, ShotPosition, ShotView},
    },
    shell::canvas::Size,
};
use words::SheetNote;

use crate::fixture::Page;

const SEED: u64 = 11;
pub(crate) const SHOOTER: usize = 0;
const TARGET: usize = 1;
const SIZE: Size = Size { width_px: 1072.0, height_px: 380.0, ratio: 1.0 };

/// Two players: one flies to and fro, the other leads the target and fires until it has hit.
pub(crate) struct Duel {
    pub(crate) harness: Harness,
    pub(crate) hit: ShotId,
}

impl Duel {
    pub(crate) fn new() -> Self {
        let config = RoomConfig {
            name: "laboratory".into(),
            seats: 2,
            bots: 0,
            difficulty: Difficulty::Full,
            rounds: None,
            series: None,
            watch_delay_ms: 0,
            sides: None,
            rate: TickRate::DEFAULT,
            arena: Arena::empty(),
            netcode: RoomNetcode::default(),
            rate_bounds: RateBounds::default(),
            kind: RoomKind::Experimental,
            seed: SEED,
        };
        let mut harness = Harness::new(config).unwrap();
        for (name, ms) in [("Ann", 160), ("Bob", 60)] {
            harness.add_named_player(name, PlayerNetcode::default(), Conditions::round_trip(ms));
        }
        for second in 1..30 {
            let until = Micros::from_ms(1000 * second);
            harness.run_until(until, &mut |_, player, client| hands(player, client, second));
            if let Some(hit) = hit(harness.client(SHOOTER)) {
                // By then its report is due, and the history still reaches back to it.
                let until = harness.now() + Micros::from_ms(2000);
                harness.run_until(until, &mut |_, _, _| Controls::default());
                return Self { harness, hit };
            }
        }
        panic!("seed {SEED}: no shot hit");
    }

    /// The case from the report to one of the players.
    fn case(&self, viewer: usize) -> Case {
        let id = self.harness.client(viewer).own_id().unwrap();
        let report = self.harness.room().report(id, self.hit);
        let clients = [SHOOTER, TARGET].map(|player| Some(self.harness.client(player)));
        Case::new(&report.expect("a hit has a report"), clients[0], clients[1])
    }

    pub(crate) fn shot_view(&self, viewer: usize) -> ShotView {
        let client = self.harness.client(viewer);
        ShotView {
            case: self.case(viewer),
            roster: client.roster().to_vec(),
            players: Vec::new(),
            arena: client.arena().cloned(),
            save: None,
            link: None,
            export: None,
        }
    }
}

fn hit(client: &Client) -> Option<ShotId> {
    let hit = client.shots().find(|record| {
        record.side == ShotSide::Own && matches!(record.verdict, Decision::Hit { .. })
    });
    hit.map(|record| record.shot)
}

fn hands(player: usize, client: &Client, second: i64) -> Controls {
    if player == TARGET {
        let thrust = if second % 4 < 2 { Thrust::Up } else { Thrust::Down };
        return Controls { thrust, ..Controls::default() };
    }
    let scene = client.scene();
    let of =
        |you: bool| scene.ships.iter().find(|ship| (ship.owner == PlayerKind::You) == you).copied();
    let (Some(own), Some(target)) = (of(true), of(false)) else { return Controls::default() };
    let flight_s = (target.pos - own.pos).length() / BOLT_SPEED_U_PER_S;
    let aim = Turn::of(target.pos + target.vel * flight_s - own.pos);
    Controls { thrust: Thrust::None, aim, trigger: Trigger::Laser }
}

/// The page with the sheet, on a canvas of a given size.
struct Sheet {
    page: Page,
    sheet: ForensicsSheet,
}

impl Sheet {
    fn new() -> Self {
        let page = Page::new();
        let sheet = ForensicsSheet::find(&page.root).unwrap();
        let style = format!("width:{}px;height:{}px", SIZE.width_px, SIZE.height_px);
        page.element("forensics-view").set_attribute("style", &style).unwrap();
        page.element("forensics").set_attribute("style", "display:block").unwrap();
        Self { page, sheet }
    }

    fn opened(shot_view: ShotView) -> Self {
        let mut sheet = Self::new();
        sheet.sheet.open(shot_view);
        sheet.sheet.frame(Micros::ZERO);
        sheet
    }

    fn says(&self, id: &str) -> String {
        self.page.element(id).text_content().unwrap()
    }

    /// What the page publishes for tests: shot, verdict, age in ms, sentence.
    fn published(&self) -> Vec<String> {
        self.page.data("forensics").split('|').map(String::from).collect()
    }

    fn age_ms(&self) -> i64 {
        self.published()[2].parse().unwrap()
    }

    /// Number of pixels of a colour in a part of the canvas, to a tenth per channel.
    fn pixels(&self, part: Rect, colour: Colour) -> usize {
        let canvas: HtmlCanvasElement = self.page.element("forensics-view").unchecked_into();
        let ratio = f64::from(canvas.width()) / f64::from(SIZE.width_px);
        let context = canvas.get_context("2d").unwrap().unwrap();
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let [x, y, w, h] =
            [part.at.x, part.at.y, part.size.x, part.size.y].map(|v| f64::from(v) * ratio);
        let data = context.get_image_data(x, y, w, h).unwrap().data().0;
        let css = colour.css(Theme::Dark);
        let want: Vec<u8> =
            (1..7).step_by(2).map(|n| u8::from_str_radix(&css[n..n + 2], 16).unwrap()).collect();
        let like = |pixel: &&[u8]| pixel.iter().zip(&want).all(|(a, b)| a.abs_diff(*b) < 26);
        data.chunks(4).filter(like).count()
    }
}

#[wasm_bindgen_test]
fn a_shot_is_explained_in_words() {
    let duel = Duel::new();
    let own = Sheet::opened(duel.shot_view(SHOOTER));
    assert_eq!(own.says("forensics-title"), "Your laser at Bob: hit");
    assert!(own.says("forensics-sentence").starts_with("Hit: the server looked "), "{SEED}");
    assert_eq!(own.published()[..2], [duel.hit.to_string(), "hit".into()]);
    assert_eq!(own.published()[3], own.says("forensics-sentence"));
    assert!(own.says("forensics-age-value").ends_with(" ms"));
    let buttons = own.page.root.query_selector_all("#forensics-schemes button").unwrap();
    assert_eq!(buttons.length() as usize, Preset::ALL.len());
    drop(own);
    let met = Sheet::opened(duel.shot_view(TARGET));
    assert_eq!(met.says("forensics-title"), "Ann’s laser at you: hit");
}

#[wasm_bindgen_test]
fn the_three_views_show_the_same_moment() {
    let duel = Duel::new();
    let [shooter, server, victim] = ShotLayout::of(SIZE).views;
    let line = ShotLayout::of(SIZE).line;
    for (viewer, colours) in
        [(SHOOTER, [palette::YOU, palette::PLAYER]), (TARGET, [palette::PLAYER, palette::YOU])]
    {
        let sheet = Sheet::opened(duel.shot_view(viewer));
        for view in [shooter, victim] {
            for colour in colours {
                assert!(sheet.pixels(view, colour) > 12, "seed {SEED}, {viewer}: {colour:?}");
            }
            assert_eq!(sheet.pixels(view, palette::JUDGED), 0, "{viewer}: only the server judges");
        }
        for colour in [palette::JUDGED, palette::SAW, palette::SERVER] {
            assert!(sheet.pixels(server, colour) > 12, "seed {SEED}, {viewer}: {colour:?}");
        }
        for colour in [colours[0], palette::SERVER, palette::JUDGED] {
            assert!(sheet.pixels(line, colour) > 30, "{viewer}: {colour:?} on the number line");
        }
    }
}

#[wasm_bindgen_test]
fn the_scrubber_moves_all_of_it() {
    let duel = Duel::new();
    let mut sheet = Sheet::opened(duel.shot_view(SHOOTER));
    let case = duel.case(SHOOTER);
    let rate = case.report().rate;
    let decided_ms = sheet.age_ms();
    assert!(decided_ms > 50, "seed {SEED}: it opens where the bolt met its target");
    sheet.page.enter("forensics-age", &case.span().start().to_string());
    sheet.sheet.handle_edit();
    sheet.sheet.frame(Micros::from_ms(16));
    assert_eq!(sheet.age_ms(), -100);
    assert_eq!(sheet.says("forensics-age-value"), "−100 ms");
    sheet.sheet.step(-1);
    sheet.sheet.frame(Micros::from_ms(32));
    assert_eq!(sheet.age_ms(), -100, "not beyond the end");
    sheet.sheet.step(1);
    sheet.sheet.frame(Micros::from_ms(48));
    assert_eq!(sheet.age_ms(), -96);

    // Playback runs at a fifth of the speed, and restarts at the end.
    sheet.sheet.toggle_play(Micros::from_ms(1000));
    for n in 1..=10 {
        sheet.sheet.frame(Micros::from_ms(1000 + 50 * n));
    }
    assert_eq!(sheet.age_ms(), 4);
    let span = rate.micros_in_steps(*case.span().end()).as_ms();
    for n in 0..(span - 4) * 5 / 50 + 2 {
        sheet.sheet.frame(Micros::from_ms(1550 + 50 * n));
    }
    assert!(sheet.age_ms() < 0, "it starts over, at {} ms", sheet.age_ms());
    sheet.sheet.toggle_play(Micros::ZERO);
    let rests = sheet.age_ms();
    sheet.sheet.frame(Micros::from_ms(60_000));
    assert_eq!(sheet.age_ms(), rests);
}

#[wasm_bindgen_test]
fn a_scheme_says_what_it_would_have_said() {
    let duel = Duel::new();
    let mut sheet = Sheet::opened(duel.shot_view(SHOOTER));
    let case = duel.case(SHOOTER);
    let n = Preset::ALL.iter().position(|preset| *preset == Preset::QuakeWorld).unwrap();
    sheet.sheet.choose_scheme(Preset::QuakeWorld);
    let said = sheet.says("forensics-scheme");
    assert!(said.starts_with(Preset::QuakeWorld.title()), "{said}");
    assert!(!said.contains(Preset::QuakeWorld.watch()), "it speaks of this shot: {said}");
    let other = case.others().nth(n).expect("every scheme has had its say");
    let about = other.drawn_off_u > 0.0;
    assert_eq!(said.contains("would have been drawn"), about, "{said}");
    let chosen = sheet.page.root.query_selector("#forensics-schemes [aria-pressed=true]");
    let chosen = chosen.unwrap().unwrap().text_content().unwrap();
    assert!(chosen.starts_with("QuakeWorld") && chosen.contains('≈') == about, "{chosen}");
}

#[wasm_bindgen_test]
fn the_scheme_in_force_comes_first_and_custom_rules_before_it() {
    let duel = Duel::new();
    let mut report = duel.case(SHOOTER).report().clone();
    let own_rules = RoomNetcode { rewind_bound_ms: 123, ..RoomNetcode::default() };
    let rows = [
        (Preset::Source.room(), "Source", ""),
        (Preset::Lagrange.room(), "Lagrange", ""),
        (own_rules, "Lagrange", "This room has rules of its own: your shot hit Bob."),
    ];
    for (rules, chip, this_room) in rows {
        report.rules = rules;
        let shot_view =
            ShotView { case: Case::new(&report, None, None), ..duel.shot_view(SHOOTER) };
        let sheet = Sheet::opened(shot_view);
        let text = |selector: &str| {
            let found = sheet.page.root.query_selector(selector).unwrap();
            found.and_then(|element| element.text_content()).unwrap_or_default()
        };
        let chosen = text("#forensics-schemes [aria-pressed=true]");
        assert!(chosen.starts_with(chip), "{chosen}");
        assert_eq!(text("#forensics-schemes .this-room"), this_room);
    }
}

#[wasm_bindgen_test]
fn the_page_rests_while_the_sheet_is_open() {
    let mut sheet = Sheet::new();
    // Inert itself, or inside an inert part of the page.
    let rests =
        |sheet: &Sheet, id: &str| sheet.page.element(id).closest("[inert]").unwrap().is_some();
    let shot =
        ShotId { tick: Default::default(), shooter: ShipId::default(), weapon: Weapon::Beam };
    assert!(!sheet.sheet.is_open() && sheet.page.element("forensics").hidden());
    sheet.sheet.open_with_word(shot, "Asking the server …");
    sheet.sheet.set_place(
        ShotPosition { nth: 1, of: 3 },
        SheetNote::MatchGoesOn,
        SheetNote::SchemesComing,
    );
    assert_eq!(sheet.says("forensics-title"), "A beam");
    assert_eq!(sheet.page.data("forensics"), "0.0.0.b|||Asking the server …");
    assert!(sheet.page.element("forensics-view").hidden(), "nothing to draw yet");
    assert!(rests(&sheet, "menu-button") && rests(&sheet, "help"));
    assert!(!rests(&sheet, "panic") && !rests(&sheet, "join"));
    let older = sheet.page.root.query_selector("[data-act=shot-older]").unwrap().unwrap();
    let newer = sheet.page.root.query_selector("[data-act=shot-newer]").unwrap().unwrap();
    assert!(older.has_attribute("disabled") && !newer.has_attribute("disabled"));
    sheet.sheet.close();
    assert!(!sheet.sheet.is_open() && sheet.page.element("forensics").hidden());
    assert!(!rests(&sheet, "menu-button"));
    assert_eq!(sheet.page.data("forensics"), "");
}

#[wasm_bindgen_test]
fn the_framing_holds_muzzle_and_target_at_every_age() {
    use web_ui::forensics::picture::Framing;
    let duel = Duel::new();
    let case = duel.case(SHOOTER);
    let window = Rect { at: Vec2::ZERO, size: Vec2::new(340.0, 200.0) };
    let camera = Framing::of(&case).camera(window);
    let inside = |place: Vec2| {
        let at = camera.to_page(place);
        at.cmpge(Vec2::ZERO).all() && at.cmple(window.size).all()
    };
    assert!(inside(case.report().shot().muzzle));
    for age in case.span().step_by(512) {
        let server = case.at(age).server;
        for ship in server.ships.iter().filter(|ship| Some(ship.ship) == case.target()) {
            assert!(inside(ship.pos), "seed {SEED}, age {age}: {ship:?}");
        }
    }
}
