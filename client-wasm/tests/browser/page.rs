//! Tests of the whole page, mounted in a browser without a server.

use crate::fixture::{Page, set_fragment, window};
use client_wasm::{
    app::{self, action::Action},
    hud::{drawers::Drawers, link_panel::LinkPanel, overlay::Overlay, see_lag::SeeLag},
    lesson::{
        callout::Occupied,
        course::{Guidance, Onward, Sentence, Step, Target},
        facts::Room,
    },
    links::fragment,
};
use shared::{
    base::{geometry::Vec2, time::Micros},
    wire::{
        conditions::{Conditions, LinkMode},
        name::clean_name,
    },
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_ui::{
    canvas::rect::Rect,
    shell::{MissingResource, pointer::Device},
    sound::{NetcodeTones, Percent, Volumes},
};

#[wasm_bindgen_test]
fn the_page_asks_for_a_name_and_has_one_ready() {
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    assert_eq!(page.data("state"), "join");
    assert!(!page.element("join").hidden());
    let name = page.input("name").value();
    assert!(!name.is_empty() && clean_name(&name) == name, "a name as rooms have them: {name}");
    assert!(page.element("join-refusal").hidden());
    assert!(!page.element("play").has_attribute("disabled"));
}

#[wasm_bindgen_test]
fn a_link_names_the_room_and_its_invitation() {
    set_fragment("#room=caf%C3%A9");
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    assert_eq!(page.input("room").value(), "café");
    page.enter("room", "den 2");
    let invite = page.root.query_selector(".invite-link").unwrap().unwrap();
    let text = invite.text_content().unwrap();
    assert!(text.ends_with("#room=den%202"), "{text}");
    let fragment = &text[text.find('#').unwrap()..];
    assert_eq!(fragment::parse(fragment).unwrap().room, "den 2");
}

#[wasm_bindgen_test]
fn what_a_link_says_wrong_is_shown() {
    set_fragment("#colour=red");
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    let refusal = page.element("join-refusal");
    assert!(!refusal.hidden());
    let text = refusal.text_content().unwrap();
    assert_eq!(text, "The link contains `colour=red`: unknown key.");
}

#[wasm_bindgen_test]
fn play_connects() {
    let page = Page::new();
    let app = app::mount(&page.root).unwrap();
    page.enter("name", "  Ada  ");
    page.element("play").click();
    assert_eq!(page.data("state"), "connecting");
    assert!(page.element("join").hidden());
    assert_eq!(page.input("name").value(), "Ada");
    let back = page.element("closed").query_selector("[data-act=dismiss]").unwrap().unwrap();
    let back: web_sys::HtmlElement = back.unchecked_into();
    back.click();
    assert_eq!(page.data("state"), "join");
    // Once dropped, the page handles no clicks.
    drop(app);
    page.element("play").click();
    assert_eq!(page.data("state"), "join");
}

#[wasm_bindgen_test]
fn a_page_that_lacks_an_element_is_refused_by_name() {
    let page = Page::new();
    page.element("feed").remove();
    let missing = app::mount(&page.root).err().unwrap();
    assert_eq!(missing, MissingResource::Element { id: "feed".into() });
    assert_eq!(missing.to_string(), "The page lacks the element #feed.");
}

#[wasm_bindgen_test]
fn an_element_of_another_type_is_refused_by_name() {
    let page = Page::new();
    page.element("name").set_outer_html("<p id=name></p>");
    let missing = app::mount(&page.root).err().unwrap();
    let wanted = "HtmlInputElement";
    assert_eq!(missing, MissingResource::ElementType { element: "#name".into(), wanted });
    assert_eq!(missing.to_string(), "The page's element #name is no HtmlInputElement.");
}

#[wasm_bindgen_test]
fn the_link_panel_reads_back_what_it_shows() {
    let page = Page::new();
    let mut panel = LinkPanel::find(&page.root).unwrap();
    let perfect = Conditions::default();
    assert_eq!(panel.edited(&perfect), None);
    page.enter("up-latency", "150");
    page.enter("down-loss", "50");
    page.enter("link-mode", "datagrams: on time, or lost");
    let asked = panel.edited(&perfect).unwrap();
    assert_eq!((asked.up.latency_ms, asked.down.loss_permille), (150, 50));
    assert_eq!([asked.up.mode, asked.down.mode], [LinkMode::Datagram; 2]);
    panel.show(&asked);
    assert_eq!(panel.edited(&asked), None);
    assert_eq!(page.element("up-latency-value").text_content().unwrap(), "150 ms");
    assert_eq!(page.element("down-loss-value").text_content().unwrap(), "5 %");
    page.enter("up-latency", "9999");
    assert_eq!(panel.edited(&asked).unwrap().up.latency_ms, 1000, "the slider's own bound");
    // A value between two steps of a slider is shown and is not an edit.
    let between = Conditions::round_trip(24);
    panel.show(&between);
    assert_eq!(panel.edited(&between), None);
    assert_eq!(page.element("up-latency-value").text_content().unwrap(), "12 ms");
    panel.show(&perfect);
    assert_eq!(panel.edited(&perfect), None);
    assert_eq!(page.element("up-latency-value").text_content().unwrap(), "0 ms");
}

#[wasm_bindgen_test]
fn a_panel_fades_while_a_ship_is_under_it() {
    let page = Page::new();
    let style = "position: fixed; left: 20px; top: 20px; width: 100px; height: 50px; margin: 0";
    page.element("vitals").set_attribute("style", style).unwrap();
    let mut overlay = Overlay::find(&page.root).unwrap();
    let rows = [(60.0, 40.0, true), (128.0, 40.0, true), (132.0, 40.0, false), (124.0, 76.0, true)];
    for (x, y, faded) in rows {
        overlay.fade([Vec2::new(500.0, 300.0), Vec2::new(x, y)].into_iter(), 10.0);
        let is_faded = page.element("vitals").class_list().contains("faded");
        assert_eq!(is_faded, faded, "{x}, {y}");
    }
    overlay.fade(core::iter::empty(), 10.0);
    assert!(!page.element("vitals").class_list().contains("faded"));
}

#[wasm_bindgen_test]
fn buttons_set_the_latency_each_way() {
    let page = Page::new();
    let mut panel = LinkPanel::find(&page.root).unwrap();
    let pressed = || -> Vec<String> {
        let found = page.root.query_selector_all("#each-way [aria-pressed=true]").unwrap();
        (0..found.length()).map(|n| found.item(n).unwrap().text_content().unwrap()).collect()
    };
    assert_eq!(pressed(), ["0 ms"]);
    panel.show(&Conditions::round_trip(160));
    assert_eq!(pressed(), ["80 ms"]);
    let mut uneven = Conditions::round_trip(160);
    uneven.up.latency_ms = 50;
    panel.show(&uneven);
    assert!(pressed().is_empty());
    let button = page.root.query_selector("#each-way button:last-child").unwrap().unwrap();
    let act = button.get_attribute("data-act").unwrap();
    assert_eq!(Action::named(&act), Some(Action::EachWay(300)));
}

#[wasm_bindgen_test]
fn a_link_in_the_address_is_simulated_until_it_is_switched_off() {
    set_fragment("#room=den&link=80ms,loss:5");
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    let badge = page.element("badge");
    let said = page.element("badge-text").text_content().unwrap();
    assert_eq!(said, "simulated: 80 ms, 5 % loss each way");
    let invite = page.root.query_selector(".invite-link").unwrap().unwrap();
    assert!(invite.text_content().unwrap().ends_with("#room=den&link=80ms,loss:5"));
    // After one tap the links no longer include it.
    badge.click();
    assert!(badge.hidden());
    assert!(invite.text_content().unwrap().ends_with("#room=den"));
    assert!(window().location().hash().unwrap().ends_with("#room=den"));
}

#[wasm_bindgen_test]
fn a_simulated_link_outlasts_the_page_and_is_in_no_invitation() {
    let memory = window().session_storage().unwrap().unwrap();
    memory.set_item("lagrange.link", "150ms").unwrap();
    set_fragment("#room=den");
    let page = Page::new();
    let app = app::mount(&page.root).unwrap();
    let said = page.element("badge-text").text_content().unwrap();
    assert_eq!(said, "simulated: 150 ms each way");
    let invite = page.root.query_selector(".invite-link").unwrap().unwrap();
    assert!(invite.text_content().unwrap().ends_with("#room=den"));
    page.element("badge").click();
    assert_eq!(memory.get_item("lagrange.link").unwrap(), None);
    drop(app);
    memory.set_item("lagrange.link", "a link").unwrap();
    let _app = app::mount(&page.root).unwrap();
    assert!(page.element("badge").hidden(), "what cannot be read is no link");
    memory.remove_item("lagrange.link").unwrap();
}

#[wasm_bindgen_test]
fn one_drawer_is_open_at_a_time() {
    use client_wasm::hud::drawers::Drawer;
    let page = Page::new();
    let mut drawers = Drawers::find(&page.root).unwrap();
    drawers.toggle(Drawer::Help);
    drawers.toggle(Drawer::Link);
    assert!(page.element("help").hidden() && !page.element("link").hidden());
    assert!(drawers.close());
    assert!(page.element("link").hidden());
    assert!(!drawers.close(), "nothing was open");
}

#[wasm_bindgen_test]
fn what_is_opened_is_filled() {
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    let graph = page.element("net-graph");
    assert!(graph.hidden() && graph.child_element_count() > 0);
    page.element("net-graph-button").click();
    assert!(!graph.hidden());
    assert_eq!(page.element("net-graph-button").get_attribute("aria-pressed").unwrap(), "true");
    page.element("net-graph-button").click();
    assert!(graph.hidden());
    assert!(page.element("presets").child_element_count() > 0);
}

#[wasm_bindgen_test]
fn its_button_shows_and_hides_the_net_graph() {
    let page = Page::new();
    let _app = app::mount(&page.root).unwrap();
    let (panel, button) = (page.element("net-graph"), page.element("net-graph-button"));
    assert!(panel.hidden());
    button.click();
    assert!(!panel.hidden());
    assert_eq!(button.get_attribute("aria-pressed").unwrap(), "true");
    assert_eq!(page.data("net-graph"), "", "there is no game yet");
    button.click();
    assert!(panel.hidden());
    assert_eq!(button.get_attribute("aria-pressed").unwrap(), "false");
}

#[wasm_bindgen_test]
fn volumes_outlast_the_page() {
    let memory = window().local_storage().unwrap().unwrap();
    let names = ["muted", "volume", "effects-volume", "netcode-tones"];
    let forget = || {
        for name in names {
            memory.remove_item(&format!("lagrange.{name}")).unwrap();
        }
    };
    forget();
    let page = Page::new();
    let pressed = || page.element("sound-button").get_attribute("aria-pressed").unwrap();
    let app = app::mount(&page.root).unwrap();
    assert_eq!(app.borrow().volumes(), Volumes::default());
    assert_eq!(pressed(), "true");
    page.element("sound-button").click();
    assert_eq!(pressed(), "false");
    let chosen = Volumes {
        muted: true,
        master: Percent::new(35),
        effects: Percent::new(0),
        netcode_tones: NetcodeTones::Off,
    };
    app.borrow_mut().set_volumes(chosen);
    drop(app);
    let app = app::mount(&page.root).unwrap();
    assert_eq!(app.borrow().volumes(), chosen);
    assert_eq!(pressed(), "false");
    app.borrow_mut().set_volumes(Volumes::default());
    let kept = names.map(|name| memory.get_item(&format!("lagrange.{name}")).unwrap());
    assert_eq!(kept, [const { None }; 4], "only choices are stored");
    memory.set_item("lagrange.volume", "loud").unwrap();
    drop(app);
    let app = app::mount(&page.root).unwrap();
    assert_eq!(app.borrow().volumes(), Volumes::default(), "what cannot be read is no volume");
    forget();
}

#[wasm_bindgen_test]
fn a_lesson_is_offered_shown_and_hidden() {
    let page = Page::new();
    let mut see_lag = SeeLag::find(&page.root).unwrap();
    let shown = |id: &str| !page.element(id).hidden();
    see_lag.offer(Some(Room::Fit));
    assert!(shown("see-lag-offer") && !shown("see-lag-where"));
    see_lag.offer(Some(Room::Shared));
    assert!(shown("see-lag-where"), "it says that it takes place elsewhere");
    see_lag.offer(None);
    assert!(!shown("see-lag-offer"));

    let mut guidance = Guidance {
        step: Some(Step::Cross),
        sentence: Some(Sentence::Cross),
        target: Target::Own,
        is_hint_due: true,
        onward: Onward::Skip,
        each_way_ms: Some(80),
        kept: None,
    };
    let text = |id: &str| page.element(id).text_content().unwrap();
    for (device, hint) in [(Device::Mouse, "right mouse button"), (Device::Touch, "stick")] {
        see_lag.show(&guidance, device);
        assert!(shown("see-lag") && shown("callout") && shown("see-lag-hint"));
        assert_eq!((text("see-lag-step"), text("see-lag-next")), ("2 of 3".into(), "Skip".into()));
        assert!(text("see-lag-hint").contains(hint), "{device:?}: {}", text("see-lag-hint"));
    }
    (guidance.is_hint_due, guidance.onward) = (false, Onward::Next);
    guidance.sentence = Some(Sentence::Closing);
    see_lag.show(&guidance, Device::Touch);
    assert!(!shown("see-lag-hint") && shown("see-lag-more"));
    assert_eq!(text("see-lag-next"), "Next");

    let page_px = Rect { at: Vec2::ZERO, size: Vec2::splat(4_000.0) };
    let occupied = Occupied {
        page: page_px,
        picture: page_px,
        own: (page_px.middle(), 30.0),
        panels: Vec::new(),
    };
    let now = Micros::from_ms(1_000);
    see_lag.point(now, Some(Vec2::new(3_600.0, 2_000.0)), 12.0, &occupied);
    assert!(shown("callout-line"));
    see_lag.point(now, None, 12.0, &occupied);
    assert!(!shown("callout-line"), "it speaks of no place");
    see_lag.hide();
    assert!(!shown("see-lag") && !shown("callout"));
}
