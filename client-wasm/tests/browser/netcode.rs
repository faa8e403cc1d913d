//! Tests the page's texts on the netcode: what the link asks for, what the room keeps, and the
//! verdicts of the other schemes.

use crate::fixture::{Page, set_fragment};
use client_wasm::app;
use client_wasm::hud::{
    scheme::{Scheme, SchemeAsked},
    shot_line::ShotLine,
};
use shared::{
    base::{
        geometry::{Steps, Turn},
        time::{Micros, Tick, TickRate, ViewTime},
    },
    client::{Client, ClientConfig},
    netcode::{
        choices::HitRule,
        preset::Preset,
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode, SnapshotDelivery},
    },
    report::{
        counterfactual::Counterfactual,
        shot_record::{ResolvedView, ShotRecord},
        shot_report::{ReportsWanted, ShotReport},
        track::Track,
    },
    sim::{
        arena::Arena,
        command::View,
        event::{Decision, Finality, ShotId, Weapon},
        ship::ShipId,
    },
    wire::{
        codec::CodecId,
        message::{Access, RosterEntry, ServerControl, Welcome},
    },
};
use wasm_bindgen_test::wasm_bindgen_test;
use web_ui::{
    netcode::{chosen::Chosen, panel::NetcodePanel, status::NetcodeStatus},
    shell::dom::Shown,
};
use words::Language;

const OWN: ShipId = ShipId { idx: 0, generation: 0 };
const ANN: ShipId = ShipId { idx: 1, generation: 0 };

/// A client in a room whose first player is Ann.
fn guest() -> Client {
    let entry = |ship, name: &str| RosterEntry { ship, name: name.into(), bot: false };
    let welcome = Welcome {
        ship: OWN,
        room: "den".into(),
        tick: Tick(100),
        rate: TickRate::new(60).unwrap(),
        seats: 8,
        arena: Arena::empty(),
        netcode: RoomNetcode::default(),
        rate_bounds: RateBounds::default(),
        access: Access::FirstOnly { first: ANN },
        codec: CodecId::ALL[0],
        roster: vec![entry(OWN, "Ada"), entry(ANN, "Ann")],
    };
    let config = ClientConfig {
        name: "Ada".into(),
        room: String::new(),
        netcode: PlayerNetcode::default(),
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    };
    let mut client = Client::new(config, Micros::ZERO);
    let message = ServerControl::Welcome(welcome).encode();
    client.handle_message(Micros::ZERO, &message).unwrap();
    client
}

#[wasm_bindgen_test]
fn the_join_screen_says_what_the_link_asks_for() {
    set_fragment("#room=den&preset=quakeworld&interp=50");
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    let text = page.element("join-netcode").text_content().unwrap();
    assert_eq!(text, "You play by: QuakeWorld, changed. So does the room, if it is new.");
    let invite = page.root.query_selector(".invite-link").unwrap().unwrap().text_content().unwrap();
    assert!(invite.ends_with("#room=den&preset=quakeworld&interp=50"), "{invite}");
}

#[wasm_bindgen_test]
fn a_guest_reads_the_rules_and_why_they_stay() {
    let page = Page::new();
    let mut panel = NetcodePanel::find(&page.root).unwrap();
    let mut scheme = Scheme::find(&page.root).unwrap();
    let mut chosen = Chosen::from(Preset::QuakeWorld);
    chosen.netcode.room = RoomNetcode::default();
    panel.refresh(&NetcodeStatus::of(Language::default(), &chosen, &guest()));
    let noticed = SchemeAsked { line: Shown::No, notice: Shown::Yes };
    let unasked = SchemeAsked { notice: Shown::No, ..noticed };
    scheme.refresh(Micros::ZERO, &chosen, &guest(), noticed);
    assert!(page.element("room-part").has_attribute("disabled"));
    assert!(!page.element("player-part").has_attribute("disabled"));
    let says = |id: &str, text: &str| {
        assert_eq!(page.element(id).text_content().unwrap(), text, "{id}");
    };
    says("room-reason", "Only Ann, who was here first, can change the room’s rules.");
    says("scheme-preset", "QuakeWorld, your part");
    says("scheme-rule", "Lagrange: what you saw, bounded");
    says("keeps-text", "Your view now follows QuakeWorld. The room keeps its own rules.");
    says("room-keeps-text", "The room keeps: hit rule, late commands.");
    says("room-keeps-open", "Open a private room under QuakeWorld");
    assert!(!page.element("keeps").hidden() && !page.element("room-keeps").hidden());
    scheme.refresh(Micros::ZERO, &chosen, &guest(), unasked);
    assert!(page.element("keeps").hidden() && !page.element("room-keeps").hidden());
    scheme.refresh(Micros::ZERO, &Chosen::default(), &guest(), noticed);
    assert!(page.element("keeps").hidden() && page.element("room-keeps").hidden());
}

#[wasm_bindgen_test]
fn the_netcode_in_use_is_shown_while_it_differs_and_after_a_change() {
    let page = Page::new();
    let mut scheme = Scheme::find(&page.root).unwrap();
    let (usual, mut other) = (Chosen::default(), Chosen::default());
    other.netcode.player = Preset::QuakeWorld.netcode().player;
    let unasked = SchemeAsked { line: Shown::No, notice: Shown::No };
    let asked = SchemeAsked { line: Shown::Yes, ..unasked };
    let rows = [
        (0, &usual, unasked, false, "the usual one"),
        (100, &usual, asked, true, "the player asks"),
        (200, &other, unasked, true, "it differs"),
        (60_000, &other, unasked, true, "as long as it differs"),
        (60_100, &usual, unasked, true, "it changed"),
        (65_000, &usual, unasked, true, "it changed less than 5 s ago"),
        (65_100, &usual, unasked, false, "the change is known"),
    ];
    for (ms, chosen, asked, shown, what) in rows {
        scheme.refresh(Micros::from_ms(ms), chosen, &guest(), asked);
        assert_eq!(!page.element("scheme").hidden(), shown, "{what}");
    }
    // Another room is no change.
    scheme.refresh(Micros::from_ms(70_000), &other, &guest(), unasked);
    scheme.forget();
    scheme.refresh(Micros::from_ms(70_100), &usual, &guest(), unasked);
    assert!(page.element("scheme").hidden());
}

#[wasm_bindgen_test]
fn the_shot_line_tells_every_counterfactual_for_a_while() {
    let page = Page::new();
    let mut line = ShotLine::find(&page.root).unwrap();
    let mut client = guest();
    line.refresh(Micros::ZERO, &client);
    assert!(page.element("shot-line").hidden());

    client.set_reports_wanted(ReportsWanted::Yes);
    let all = |decision| Counterfactual { decision: Some(decision), drawn_off: 0 };
    let mut verdicts = [all(Decision::Missed); 9];
    let hit = Decision::Hit { victim: ANN, finality: Finality::Final };
    verdicts[1] = Counterfactual { decision: Some(hit), drawn_off: 800 };
    verdicts[2] = all(Decision::Vetoed { victim: ANN });
    verdicts[3] = all(Decision::Void { victim: ANN });
    verdicts[4].decision = None;
    let message = ServerControl::Report(Box::new(report(verdicts))).encode();
    client.handle_message(Micros::ZERO, &message).unwrap();
    line.refresh(Micros::from_ms(100), &client);
    assert!(!page.element("shot-line").hidden());
    let said = "et-260:miss,et:≈hit,quakeworld:veto,source:void,deferred:pending,targeting:miss,\
                nothing:miss,jump:miss,lagrange:miss";
    assert_eq!(page.data("counterfactuals"), said);
    let item = page.root.query_selector("#shot-line .hit").unwrap().unwrap();
    assert_eq!(item.text_content().unwrap(), "ETET≈hit");
    let title = "Wolfenstein: ET (released source): Your shot would have hit Ann.≈ The target \
                 would have been drawn 3.1 u elsewhere, so you would have aimed elsewhere too.";
    assert_eq!(item.get_attribute("title").unwrap(), title);

    line.refresh(Micros::from_ms(6100), &client);
    assert!(page.element("shot-line").hidden());
}

/// The report of a shot of the own ship, without its track.
fn report(verdicts: [Counterfactual; 9]) -> ShotReport {
    let tick = Tick(1);
    let view = ViewTime::from_tick(tick);
    ShotReport {
        viewer: OWN,
        record: ShotRecord {
            shot: ShotId { tick, shooter: OWN, weapon: Weapon::Laser },
            view: ResolvedView {
                claimed: View::present(tick),
                used: view,
                pair: None,
                clamp: None,
            },
            rule: HitRule::Lagrange,
            judged_at: tick,
            age: 0,
            verdict: Decision::Missed,
            targets: Vec::new(),
            n_targets: 0,
        },
        rate: TickRate::DEFAULT,
        fired: tick,
        rules: RoomNetcode::default(),
        muzzle: Steps { x: 0, y: 0 },
        aim: Turn(0),
        reach: 0,
        arrived: None,
        shooter: None,
        lerp_ms: 100,
        target: None,
        targets: Vec::new(),
        undone: None,
        refused: None,
        void: None,
        cover: None,
        counterfactuals: Some(verdicts),
        track: Track::default(),
    }
}
