//! Tests of the net graph: bars, marks, figures and warnings of the traffic on a link.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::Turn,
        time::{Micros, TickRate},
    },
    client::{Client, Controls},
    netcode::{
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode},
    },
    room::{Difficulty, Room, RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement};
use web_ui::{
    canvas::palette::{self, Colour, Theme},
    net_graph::{
        bars::{Mark, marks},
        panel::NetGraphPanel,
    },
};
use words::{GraphRow, Language};

use crate::fixture::document;

/// A client that has turned, flown and fired among bots for 5 s, over a link with losses and a
/// limit in kB/s.
fn client(netcode: PlayerNetcode, loss_permille: u16) -> Client {
    let config = RoomConfig {
        name: "test".into(),
        seats: 24,
        bots: 24,
        difficulty: Difficulty::Full,
        rounds: None,
        series: None,
        watch_delay_ms: 0,
        sides: None,
        rate: TickRate::DEFAULT,
        arena: Arena::empty(),
        netcode: RoomNetcode::default(),
        rate_bounds: RateBounds::default(),
        kind: RoomKind::Private,
        seed: 7,
    };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(netcode, Conditions::round_trip(40));
    let mut n = 0_u16;
    let mut restless = |_: &Room, _: usize, _: &Client| {
        n = n.wrapping_add(1);
        let (thrust, aim) = (Thrust::ALL[usize::from(n / 3 % 9)], Turn(n.wrapping_mul(25_173)));
        Controls { thrust, aim, trigger: Trigger::Laser }
    };
    harness.run_until(Micros::from_ms(1000), &mut restless);
    let mode = LinkMode::Datagram;
    let down = LinkConditions { loss_permille, mode, ..LinkConditions::delay(20) };
    harness.set_conditions(0, Conditions { down, ..Conditions::round_trip(40) });
    harness.run_until(Micros::from_ms(5000), &mut restless);
    harness.client(0).clone()
}

/// A panel on the page, removed when dropped.
struct Shown {
    root: Element,
}

impl Shown {
    fn of(client: &Client) -> Self {
        let root = document().create_element("section").unwrap();
        document().body().unwrap().append_child(&root).unwrap();
        let mut panel = NetGraphPanel::build(root.clone().unchecked_into()).unwrap();
        panel.refresh(&client.net_graph(), 60);
        Self { root }
    }

    fn texts(&self, selector: &str) -> Vec<String> {
        let list = self.root.query_selector_all(selector).unwrap();
        (0..list.length()).map(|n| list.item(n).unwrap().text_content().unwrap()).collect()
    }

    /// Number of pixels of a colour in the bars.
    fn pixels(&self, colour: Colour) -> usize {
        let canvas = self.root.query_selector("canvas").unwrap().unwrap();
        let canvas: HtmlCanvasElement = canvas.unchecked_into();
        let context = canvas.get_context("2d").unwrap().unwrap();
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let (width, height) = (canvas.width().into(), canvas.height().into());
        let pixels = context.get_image_data(0.0, 0.0, width, height).unwrap().data().0;
        let css = colour.css(Theme::Dark);
        let want: Vec<u8> =
            (1..7).step_by(2).map(|n| u8::from_str_radix(&css[n..n + 2], 16).unwrap()).collect();
        let near = |pixel: &&[u8]| pixel.iter().zip(&want).all(|(got, want)| got == want);
        pixels.chunks(4).filter(near).count()
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.root.remove();
    }
}

#[wasm_bindgen_test]
fn bars_have_every_category_and_rows_their_figures() {
    let shown = Shown::of(&client(PlayerNetcode::default(), 0));
    for colour in [palette::QUIET, palette::YOU, palette::PLAYER, palette::SAW, palette::JUDGED] {
        assert!(shown.pixels(colour) > 20, "{colour:?}");
    }
    assert_eq!(shown.texts("dt"), GraphRow::ALL.map(|row| Language::English.graph_row(row).label));
    let figure = |row| {
        let at = GraphRow::ALL.iter().position(|one| *one == row).unwrap();
        shown.texts("dd")[at].clone()
    };
    let figures = [GraphRow::FramesPerS, GraphRow::Updates, GraphRow::Loss, GraphRow::Delay];
    assert_eq!(figures.map(figure), ["60", "30/s", "0.0 %", "100 ms"]);
    assert!(figure(GraphRow::Rewind).ends_with(" ms"), "{}", figure(GraphRow::Rewind));
    let words = ["header", "you", "others", "bolts", "events", "lost", "choked", "full", "second"];
    assert_eq!(shown.texts("li"), words);
    assert_eq!(shown.texts("p"), ["", ""], "nothing to warn of");
    let hints = shown.root.query_selector_all("[title]").unwrap().length();
    assert_eq!(hints as usize, GraphRow::ALL.len() + words.len() + 1, "everything says what it is");
}

#[wasm_bindgen_test]
fn what_never_came_is_an_empty_place_with_its_mark() {
    let of = |client: &Client, kind: Mark| {
        let graph = client.net_graph();
        marks(&graph, 300.0).iter().filter(|(_, mark)| *mark == kind).count()
    };
    let whole = client(PlayerNetcode::default(), 0);
    let lossy = client(PlayerNetcode::default(), 300);
    let narrow = client(PlayerNetcode { rate_kb_per_s: 1, ..PlayerNetcode::default() }, 0);
    assert_eq!((of(&whole, Mark::Lost), of(&whole, Mark::Choked)), (0, 0));
    assert!(of(&lossy, Mark::Lost) > 5 && of(&lossy, Mark::Choked) == 0);
    let narrowed = (of(&narrow, Mark::Choked), of(&narrow, Mark::Lost));
    assert!(narrowed.0 > 5 && narrowed.1 == 0, "{narrowed:?}");
    for client in [&whole, &lossy, &narrow] {
        let graph = client.net_graph();
        let places = marks(&graph, 300.0);
        assert!(places.is_sorted_by(|a, b| a.0 >= b.0), "from right to left");
        assert!(places.iter().all(|(x, _)| (0.0..300.0).contains(x)), "on the canvas");
        assert!(of(client, Mark::Second) >= 1, "a line a second");
    }
}

#[wasm_bindgen_test]
fn warnings_have_a_sign_and_say_what_is_wrong() {
    let hasty = PlayerNetcode { interpolation_ms: 10, interp_ratio: 0, ..PlayerNetcode::default() };
    let shown = Shown::of(&client(hasty, 0));
    assert_eq!(
        shown.texts("p.warning"),
        [
            "Out of data: the others are guesses.",
            "Delay below 33 ms, one update: you will run out \
                                                  of data."
        ]
    );
}
