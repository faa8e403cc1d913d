//! The laboratory on pages of every size, with and without an open drawer: the panes, the sentence
//! and the time bar stay visible, and every interactive element is reachable.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, CONTROLS, ESCAPE, Page, Server};
use lab::lesson::Lesson;
use serde_json::json;
use words::Language;

/// Widths and heights, in CSS pixels: a desktop, a phone, a tablet, and a desktop page at 200 %.
const SIZES: [(u32, u32); 4] = [(1280, 720), (390, 844), (768, 1024), (640, 360)];

/// What may be open, by its key: nothing, text, settings, and a time picture.
const OPENED: [(Option<char>, &str); 5] = [
    (None, "#lab-view"),
    (Some('t'), "#lessons"),
    (Some('p'), "#schemes"),
    (Some('u'), "#desk"),
    (Some('o'), "#timeline"),
];

/// Minimum visible extent of a pane in each direction.
const PANE_LEAST_PX: f64 = 64.0;

async fn open(browser: &Browser, server: &Server, fragment: &str) -> Result<Page> {
    let page = browser.open(&server.url(&format!("/lab#{fragment}"))).await?;
    page.until("the laboratory", |look| look.count("frames") > 3).await?;
    Ok(page)
}

/// The panes as published by the page: left, top, width and height.
async fn panes(page: &Page) -> Result<Vec<[f64; 4]>> {
    let look = page.look().await?;
    let pane = |text: &str| -> Option<[f64; 4]> {
        let sides: Vec<f64> = text.split(',').filter_map(|side| side.parse().ok()).collect();
        sides.try_into().ok()
    };
    let panes: Option<Vec<_>> = look.text_of("panes").split(';').map(pane).collect();
    panes.context("every pane has four sides")
}

/// Three panes are visible, and nothing covers their middles or the sentence below them.
async fn check_picture(page: &Page, what: &str) -> Result<()> {
    /// Elements that cover the middle of a pane or a corner of the sentence.
    const OVER: &str = "const [panes] = arguments;
        const canvas = document.querySelector('#lab-view');
        const over = panes.map(([x, y, w, h]) => document.elementFromPoint(x + w / 2, y + h / 2))
            .filter((found) => found !== canvas);
        const sentence = document.querySelector('#outcome').getBoundingClientRect();
        const bars = [...document.querySelectorAll('#bar, #time, .drawer:not([hidden])')];
        const meets = ({ left, top, right, bottom }) => left < sentence.right - 0.5
            && sentence.left < right - 0.5 && top < sentence.bottom - 0.5
            && sentence.top < bottom - 0.5;
        over.push(...bars.filter((bar) => meets(bar.getBoundingClientRect())));
        const gone = sentence.height < 12 || sentence.bottom > innerHeight || sentence.top < 0;
        return [...over.map((found) => found ? found.id || found.localName : 'the rim'),
            ...(gone ? ['no sentence'] : [])];";
    let panes = panes(page).await?;
    ensure!(panes.len() == 3, "{what}: {} panes", panes.len());
    for [.., width, height] in &panes {
        let seen = width.min(*height) >= PANE_LEAST_PX;
        ensure!(seen, "{what}: a pane of {width} × {height} px");
    }
    let over = page.execute(OVER, vec![json!(panes)]).await?;
    ensure!(over == json!([]), "{what}: the picture is covered by {over}");
    Ok(())
}

#[tokio::test]
async fn everything_is_in_reach_whatever_the_size_and_whatever_is_open() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "scenario=figure-1&at=150").await?;
    page.until_paused_at(150).await?;
    let mut breaches = Vec::new();
    for size in SIZES {
        page.resize(size).await?;
        for (key, id) in OPENED {
            let what = format!("{} × {} px, {id}", size.0, size.1);
            if let Some(key) = key {
                page.press(key).await?;
            }
            page.until_seen(id, 1).await?;
            if id == "#timeline" {
                page.until_contains("#timeline-words", &["You: "]).await?;
            }
            check_picture(&page, &what).await?;
            let found = page.unreachable_controls(CONTROLS).await?;
            breaches.extend(found.into_iter().map(|breach| format!("{what}: {breach}")));
            let tools = page.count_seen("#tools button").await?;
            let times = page.count_seen("#time button").await?;
            ensure!((tools, times) == (7, 6), "{what}: {tools} tools, {times} buttons of time");
            page.press(ESCAPE).await?;
        }
        page.ask("more").await?;
        page.until_seen("#more button", 6).await?;
        let found = page.unreachable_controls("#more button").await?;
        breaches.extend(found.into_iter().map(|breach| format!("{size:?}, the menu: {breach}")));
        page.press(ESCAPE).await?;
        page.until_hidden("#more").await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_bars_keep_their_words_beside_an_open_drawer() -> Result<()> {
    const WORDS: &str = "const shown = '#tools > button, #more-button, #time button';
        return [...document.querySelectorAll(shown)].filter((one) => {
            const { left, right, bottom } = one.getBoundingClientRect();
            const off = left < 0 || right > innerWidth || bottom > innerHeight;
            const cut = one.scrollWidth > one.clientWidth + 1;
            return off || cut || parseFloat(getComputedStyle(one).fontSize) < 12
                || one.getClientRects().length === 0;
        }).map((one) => one.textContent);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, "lesson=2").await?;
    for size in [(1280, 720), (1920, 1080), (1024, 768)] {
        page.resize(size).await?;
        page.until_contains("#lessons", &["Three time zones"]).await?;
        let wrong = page.execute(WORDS, Vec::new()).await?;
        assert_eq!(wrong, json!([]), "{size:?}");
        page.until_contains("#tools", &["Lessons", "Net graph", "More"]).await?;
    }
    // It is there and works.
    page.click_on("#take-button").await?;
    page.until_seen("#take-button[aria-pressed=true]", 1).await?;
    page.until_seen("#lessons", 1).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_lesson_is_read_and_done_without_scrolling() -> Result<()> {
    /// What of the open lesson is not in view.
    const OUT: &str = "const lessons = document.querySelector('#lessons');
        const place = lessons.getBoundingClientRect();
        const parts = [...lessons.querySelectorAll(':scope > *, button, a, input, summary')];
        const end = lessons.querySelector('[data-words=lessons-all]');
        const above = parts.filter((one) =>
            end.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING);
        return above.filter((one) => one.checkVisibility()).filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return top < place.top - 0.5 || bottom > place.bottom + 0.5;
        }).map((one) => one.id || one.textContent);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for language in Language::ALL {
        let page = browser.open(&server.url(&format!("/lab?lang={}", language.tag()))).await?;
        page.resize((1280, 720)).await?;
        for lesson in Lesson::ALL {
            page.open_fragment(&format!("lesson={}", lesson.number())).await?;
            page.until_contains("#lesson-title", &[language.lesson(lesson).title]).await?;
            let steps = page.count_seen("#lesson-steps button").await?;
            ensure!(steps == 2, "{language:?}, {lesson:?}: {steps} buttons");
            let out = page.execute(OUT, Vec::new()).await?;
            ensure!(out == json!([]), "{language:?}, {lesson:?}: out of view: {out}");
        }
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn on_a_phone_the_words_of_a_lesson_scroll_and_the_picture_stays() -> Result<()> {
    const SCROLL: &str = "const sheet = document.querySelector('#lessons');
        sheet.scrollTop = sheet.scrollHeight;
        const { top, height } = sheet.getBoundingClientRect();
        return [sheet.scrollTop > 0, top / innerHeight, height / innerHeight];";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(e2e::Screen::Phone, &server.url("/lab#lesson=2")).await?;
    page.until("the laboratory", |look| look.count("frames") > 3).await?;
    check_picture(&page, "before").await?;
    let before = panes(&page).await?;
    let scrolled = page.execute(SCROLL, Vec::new()).await?;
    ensure!(scrolled[0] == true, "there is more to read: {scrolled}");
    ensure!(scrolled[1].as_f64() > Some(0.5), "the sheet is the smaller part: {scrolled}");
    check_picture(&page, "after").await?;
    assert_eq!(panes(&page).await?, before);
    let found = page.unreachable_controls(CONTROLS).await?;
    assert!(found.is_empty(), "\n{}", found.join("\n"));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn no_title_of_a_pane_is_cut_beside_a_drawer() -> Result<()> {
    const CUT: &str = "return [...document.querySelectorAll('#titles p:not([hidden]) > *')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.localName !== 'button')
        .map((one) => one.textContent);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    // One column, two columns, and a lie in one of two.
    for scenario in ["figure-1", "lesson=3", "liar-cooldown"] {
        let fragment =
            if scenario.contains('=') { scenario.into() } else { format!("scenario={scenario}") };
        let page = open(&browser, &server, &fragment).await?;
        page.resize((1280, 720)).await?;
        for (key, drawer) in [('l', "#network"), ('p', "#schemes")] {
            page.press(key).await?;
            page.until_seen(drawer, 1).await?;
            page.until_contains("#titles", &[" ms"]).await?;
            e2e::until("whole titles", async || {
                let cut = page.execute(CUT, Vec::new()).await?;
                let none = cut == json!([]);
                Ok(if none { Ok(()) } else { Err(format!("{fragment}, {key}: {cut}")) })
            })
            .await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn on_a_phone_the_net_graph_gives_way_to_a_sheet() -> Result<()> {
    const OVER: &str = "const graph = document.querySelector('#net-graph').getBoundingClientRect();
        return graph.width * graph.height;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let url = server.url("/lab#scenario=figure-1");
    let page = browser.open_on(e2e::Screen::Phone, &url).await?;
    page.until("the laboratory", |look| look.count("frames") > 3).await?;
    page.press('n').await?;
    page.until_seen("#net-graph", 1).await?;
    page.press('l').await?;
    page.until_seen("#network", 1).await?;
    ensure!(page.execute(OVER, Vec::new()).await? == json!(0), "it covers something");
    check_picture(&page, "beside the sheet").await?;
    // Toggling it makes it visible.
    page.press('n').await?;
    page.until_hidden("#network").await?;
    page.until_seen("#net-graph", 1).await?;
    page.press('n').await?;
    page.until_hidden("#net-graph").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// Touch targets smaller than 40 px, except for the time slider and its mark, which share one low
/// bar.
async fn too_small(page: &Page, what: &str) -> Result<Vec<String>> {
    let mut found = page.too_small(CONTROLS).await?;
    found.retain(|breach| !breach.contains(" position:") && !breach.contains(" cue-mark:"));
    Ok(found.into_iter().map(|breach| format!("{what}: {breach}")).collect())
}

#[tokio::test]
async fn a_finger_hits_everything_on_a_phone() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(e2e::Screen::Phone, &server.url("/lab")).await?;
    page.until_seen("#beginning", 1).await?;
    let mut breaches = too_small(&page, "the beginning").await?;
    page.press(ESCAPE).await?;
    for (key, id) in OPENED.into_iter().chain([(Some('l'), "#network"), (Some('?'), "#help")]) {
        if let Some(key) = key {
            page.press(key).await?;
        }
        page.until_seen(id, 1).await?;
        breaches.extend(too_small(&page, id).await?);
        page.press(ESCAPE).await?;
    }
    page.ask("more").await?;
    page.until_seen("#more", 1).await?;
    breaches.extend(too_small(&page, "#more").await?);
    page.press(ESCAPE).await?;
    for (fragment, id) in
        [("v=1&scenario=et-veto&at=155&shot=415.0.1.b", "#forensics"), ("lesson=3", "#lessons")]
    {
        page.open_fragment(fragment).await?;
        page.until_seen(id, 1).await?;
        breaches.extend(too_small(&page, id).await?);
        page.press(ESCAPE).await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
