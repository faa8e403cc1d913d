//! The article: after a jump to a section its control, both ships and its sentence are in view, a
//! key changes the text, and a solved task is marked as solved.
use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use article::section::Section;
use e2e::{Browser, Page, Screen, Server, Stop, TAB, until};
use serde_json::{Value, json};

const END: char = '\u{e010}';
const MARK: &str = "const root = document.getElementById(arguments[0])
        .querySelector('lagrange-figure').shadowRoot;
    const stands = root.querySelector('.sentence').dataset.now === 'true';
    if (!stands) root.querySelector('.mark').click();";
/// What is in view of a section.
const SCRIPT: &str = "const section = document.getElementById(arguments[0]);
    const root = section.querySelector('lagrange-figure').shadowRoot;
    const within = (one) => {
        const at = one?.getBoundingClientRect();
        return !!at && at.width > 0 && at.top >= 0 && at.left >= 0
            && at.bottom <= innerHeight && at.right <= innerWidth;
    };
    const canvas = root.querySelector('canvas');
    const sentence = root.querySelector('.sentence');
    const panes = (canvas?.dataset.ships ?? '').split(';');
    const [x, y, w, h] = (canvas?.dataset.callouts ?? '').split(';')[0].split(',').map(Number);
    const on = canvas?.getBoundingClientRect();
    const titles = [...root.querySelectorAll('.titles p:not([hidden])')]
        .map((title) => title.getBoundingClientRect());
    const covers = ({ left, top, right, bottom }) => left < on.left + x + w && on.left + x < right
        && top < on.top + y + h && on.top + y < bottom;
    const free = x >= 0 && y >= 0 && x + w <= on.width && y + h <= on.height;
    const ships = panes.map((pane) => pane.split(' ').filter(Boolean).length);
    return {
        control: within(root.querySelector('.controls input, .controls select')),
        picture: within(canvas),
        ships: Math.max(...ships),
        callout: w > 0 && free && !titles.some(covers),
        time: within(root.querySelector('.time')),
        said: within(sentence) ? sentence.textContent : '',
        now: sentence?.dataset.now === 'true',
        text: [...section.querySelectorAll('[data-number]')]
            .filter((one) => !one.closest('[hidden]'))
            .map((one) => one.textContent).join(' '),
        chosen: [...section.querySelectorAll('[data-came]')]
            .filter((one) => !one.hidden).map((one) => one.dataset.came).join(' '),
        solved: !section.querySelector('.solved').hidden
            && !section.querySelector('.solved .now').hidden,
        solvedBefore: !section.querySelector('.solved .before').hidden,
        name: canvas?.closest('[role=group]')?.ariaLabel,
    };";

/// A desktop, two phones, and a desktop page at 200 %.
const SCREENS: [(Screen, Option<(u32, u32)>); 4] = [
    (Screen::Desk, None),
    (Screen::Desk, Some((640, 360))),
    (Screen::Phone, None),
    (Screen::Desk, Some((360, 740))),
];

async fn look(page: &Page, section: Section) -> Result<Value> {
    page.execute(SCRIPT, vec![json!(section.key())]).await.context(section.key())
}

/// Waits until the visible part of a section satisfies a condition.
async fn until_seen(
    page: &Page,
    section: Section,
    what: &str,
    so: impl Fn(&Value) -> bool,
) -> Result<Value> {
    until(&format!("{}: {what}", section.key()), async || {
        let seen = look(page, section).await?;
        Ok(if so(&seen) { Ok(seen) } else { Err(seen.to_string()) })
    })
    .await
}

#[tokio::test]
async fn each_section_shows_all_of_itself_and_a_key_changes_what_it_says() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for (screen, size) in SCREENS {
        let page = browser.open_on(screen, &server.url("/learn")).await?;
        if let Some(size) = size {
            page.resize(size).await?;
        }
        let mut names = BTreeSet::new();
        for section in Section::ALL {
            page.execute("location.hash = arguments[0]", vec![json!(section.key())]).await?;
            until_seen(&page, section, "a sentence", |seen| seen["said"] != "").await?;
            // It gets there in some seconds, and stays; its mark jumps there at once.
            page.execute(MARK, vec![json!(section.key())]).await?;
            let seen = until_seen(&page, section, "all of it is in view", |seen| {
                seen["control"] == true
                    && seen["picture"] == true
                    && seen["now"] == true
                    && seen["ships"].as_u64() >= Some(2)
                    && seen["callout"] == true
                    && seen["time"] == true
                    && seen["said"] != ""
            })
            .await?;
            let chosen = |seen: &Value| seen["chosen"].as_str().map(str::to_owned);
            ensure!(chosen(&seen).is_some_and(|one| !one.is_empty()), "no text: {seen}");
            let shown_text = seen["said"].clone();
            change(&page, section).await?;
            let after = until_seen(&page, section, "the text changes", |seen| {
                seen["said"] != "" && seen["said"] != shown_text
            })
            .await?;
            let turns = section == Section::Rewinding;
            ensure!(!turns || chosen(&after) != chosen(&seen), "the text turns: {after}");
            let name = seen["name"].as_str().context("a name")?;
            ensure!(names.insert(name.to_owned()), "two figures are called {name}");
        }
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Moves the first control of a figure by a key.
async fn change(page: &Page, section: Section) -> Result<()> {
    const FOCUS: &str = "const section = document.getElementById(arguments[0]);
        const root = section.querySelector('lagrange-figure').shadowRoot;
        const control = root.querySelector('.controls input, .controls select');
        control.focus({ preventScroll: true });
        return control.tagName === 'SELECT' || control.value === control.min;";
    const HOME: char = '\u{e011}';
    let list = page.execute(FOCUS, vec![json!(section.key())]).await?;
    page.press(if list == true { '\u{e013}' } else { HOME }).await
}

#[tokio::test]
async fn numbers_of_the_text_follow_the_figure_and_a_task_is_solved() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn#message")).await?;
    let section = Section::Message;
    let before = until_seen(&page, section, "a sentence", |seen| seen["said"] != "").await?;
    ensure!(before["text"].as_str().is_some_and(|text| text.contains("200 ms")), "{before}");
    ensure!(before["solved"] == false, "it is already solved");
    change(&page, section).await?;
    let after = until_seen(&page, section, "the task", |seen| seen["solved"] == true).await?;
    ensure!(after["text"].as_str().is_some_and(|text| text.contains("33 ms")), "{after}");
    // A solved task stays marked as solved before, whatever is set afterwards.
    page.press(END).await?;
    until_seen(&page, section, "before", |seen| {
        seen["solved"] == false && seen["solvedBefore"] == true
    })
    .await?;
    Ok(())
}

/// Solves the task of *A message takes time*.
pub(crate) async fn solve_message(page: &Page) -> Result<()> {
    let section = Section::Message;
    until_seen(page, section, "a sentence", |seen| seen["said"] != "").await?;
    change(page, section).await?;
    until_seen(page, section, "the task", |seen| seen["solved"] == true).await.map(drop)
}

#[tokio::test]
async fn tab_reaches_every_figure_in_order() -> Result<()> {
    const AT: &str = "return document.activeElement?.closest('section')?.id ?? '';";
    /// What follows the sections with figures.
    const AFTER: [&str; 3] = ["who-pays", "terms", "end"];
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn")).await?;
    let mut reached: Vec<String> = Vec::new();
    while reached.last().is_none_or(|last| last != "end") {
        ensure!(reached.len() < Section::ALL.len() + AFTER.len(), "{reached:?}");
        page.press(TAB).await?;
        let at = page.execute(AT, Vec::new()).await?;
        let at = at.as_str().unwrap_or_default().to_string();
        if !at.is_empty() && reached.last() != Some(&at) {
            reached.push(at);
        }
    }
    let all = Section::ALL.map(Section::key);
    assert_eq!(reached, [&all[..], &AFTER].concat());
    // Back at the last figure, it scrolls into view, wakes, and has the focus.
    const LAST: &str = "const [at] = [...document.querySelectorAll('lagrange-figure')].slice(-1);
        scrollTo(0, 0);
        at.shadowRoot.querySelector(':is(.still, .figure):not([hidden])').focus();
        const { top, bottom } = at.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;";
    ensure!(page.execute(LAST, Vec::new()).await? == true, "it is out of view");
    const HAS: &str = "const at = document.activeElement;
        return [at?.dataset.state, at?.shadowRoot?.activeElement?.className];";
    until("the last figure to wake", async || {
        let has = page.execute(HAS, Vec::new()).await?;
        Ok(if has == json!(["awake", "figure"]) { Ok(()) } else { Err(has.to_string()) })
    })
    .await
}

/// How bright the picture of a canvas is on average, 0 to 1, as a function.
const BRIGHTNESS: &str = "const brightness = (canvas) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        let sum = 0;
        for (let n = 0; n < data.length; n += 4) sum += data[n] + data[n + 1] + data[n + 2];
        return sum / (data.length * 0.75) / 255;
    };";
/// The current look of a figure, its section and the page.
const PRINTED: &str = "const seen = (one) => one?.checkVisibility() ?? false;
    const lightness = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
        return (r * 0.3 + g * 0.6 + b * 0.1) / 255;
    };
    const colour = (one) => lightness(getComputedStyle(one).color);
    const figures = [...document.querySelectorAll('lagrange-figure')].map((figure) => {
        const root = figure.shadowRoot;
        const [picture] = [root.querySelector('canvas'), figure.querySelector('img')].filter(seen);
        const [said] = [root.querySelector('.sentence'), figure.querySelector('.shows ~ p')]
            .filter(seen);
        const at = picture?.getBoundingClientRect();
        const section = figure.closest('section');
        const titles = [...root.querySelectorAll('.titles p')].filter(seen);
        const over = titles.filter((one) => {
            const title = one.getBoundingClientRect();
            return title.bottom > at.bottom || title.top < at.top - 8;
        });
        return {
            id: section.id,
            large: at?.width > 150 && at?.height > 80,
            light: picture.matches('canvas')
                ? brightness(picture) > 0.8
                : getComputedStyle(picture).filter.includes('invert'),
            dark: [said, ...titles, ...section.querySelectorAll('.text *')].every((one) =>
                colour(one) < 0.5),
            below: said.getBoundingClientRect().top >= at.bottom - 1,
            over: over.length,
            named: titles.length > 0 || seen(figure.querySelector('.shows')),
            explained: ['.task', '.solved'].every((one) => seen(section.querySelector(one))),
            now: root.querySelector('.sentence')?.dataset.now ?? 'still',
        };
    });
    return [getComputedStyle(document.documentElement).colorScheme, figures];";

#[tokio::test]
async fn on_paper_every_figure_has_a_picture_and_its_section_all_words() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn")).await?;
    for section in [Section::Cover, Section::Choose] {
        page.execute("location.hash = arguments[0]", vec![json!(section.key())]).await?;
        until_seen(&page, section, "a sentence", |seen| seen["said"] != "").await?;
    }
    // In the order in which a browser does it.
    page.execute("dispatchEvent(new Event('beforeprint'));", Vec::new()).await?;
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
    const LOADED: &str = "return [...document.images].every(({ complete }) => complete);";
    until("all pictures", async || {
        let loaded = page.execute(LOADED, Vec::new()).await? == true;
        Ok(if loaded { Ok(()) } else { Err("some".to_string()) })
    })
    .await?;
    let printed = page.execute(&[BRIGHTNESS, PRINTED].concat(), Vec::new()).await?;
    assert_eq!(printed[0], "light");
    let figures = printed[1].as_array().context("figures")?;
    for (section, figure) in Section::ALL.into_iter().zip(figures) {
        // Figures that were awake are at their decisive moment, asleep or not.
        let stands = figure["now"] == "still" || figure["now"] == "true";
        let all = ["large", "light", "dark", "below", "named", "explained"];
        let whole = all.map(|what| figure[what] == true);
        let is_whole = !whole.contains(&false) && figure["over"] == 0;
        ensure!(figure["id"] == section.key() && stands && is_whole, "{figure}");
    }
    for section in [Section::Cover, Section::Choose] {
        let of = |figure: &&Value| figure["id"] == section.key();
        let figure = figures.iter().find(of).context("a figure")?;
        ensure!(figure["now"] == "true", "{figure}");
    }
    for paper in [A4_IN, LETTER_IN] {
        let n_stills = stills_on_first_pages(&page, paper).await?;
        ensure!(n_stills >= 1, "{paper:?}: no page is left for the first section alone");
    }
    Ok(())
}

/// Opens all that is folded.
pub(crate) const UNFOLD: &str =
    "for (const one of document.querySelectorAll('details')) one.open = true;";

/// Without loading it again, and axe finds nothing in either theme, with nothing folded.
#[tokio::test]
async fn the_article_is_light_or_dark_as_its_reader_prefers() -> Result<()> {
    const BRIGHT: &str = "const root = document.querySelector('lagrange-figure').shadowRoot;
        const luminance = (one, property) =>
            Math.max(...getComputedStyle(one)[property].match(/[\\d.]+/g).map(Number)) / 255;
        return [brightness(root.querySelector('canvas')), luminance(document.body,
            'backgroundColor'), 1 - luminance(root.querySelector('.sentence'), 'color')];";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let mut breaches = Vec::new();
    for screen in [Screen::Desk, Screen::Phone] {
        let page = crate::axe::open(&browser, screen, &server.url("/learn#cover")).await?;
        until_seen(&page, Section::Cover, "a sentence", |seen| seen["said"] != "").await?;
        for theme in ["light", "dark", "light"] {
            page.prefer_theme(theme).await?;
            until(&format!("the {theme} theme"), async || {
                let bright = page.execute(&[BRIGHTNESS, BRIGHT].concat(), Vec::new()).await?;
                let parts = bright.as_array().context("three parts")?.iter();
                let are = parts.map(|part| part.as_f64().is_some_and(|part| part > 0.6));
                let all = are.clone().all(|is_light| is_light == (theme == "light"));
                Ok(if all { Ok(()) } else { Err(bright.to_string()) })
            })
            .await?;
            page.execute(UNFOLD, Vec::new()).await?;
            let found = page.axe_violations().await?;
            breaches.extend(found.into_iter().map(|one| format!("{theme}, {screen:?}: {one}")));
        }
    }
    ensure!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    Ok(())
}

/// Widths and heights of paper, in inches.
const A4_IN: [f64; 2] = [8.27, 11.69];
const LETTER_IN: [f64; 2] = [8.5, 11.0];

/// Number of still pictures on the first printed page; each has a mask of its own in the PDF. A
/// match that plays is printed by its lines.
async fn stills_on_first_pages(page: &Page, [width, height]: [f64; 2]) -> Result<u64> {
    const COUNT: &str = "return atob(arguments[0]).match(/\\/SMask \\d+ 0 R/g)?.length ?? 0;";
    let paper = json!({ "paperWidth": width, "paperHeight": height, "pageRanges": "1-2" });
    let printed = page.devtools("Page.printToPDF", paper).await?;
    let count = page.execute(COUNT, vec![printed["data"].clone()]).await?;
    count.as_u64().context("a count")
}

#[tokio::test]
async fn without_scripts_the_article_is_whole() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await?;
    page.goto(&server.url("/learn")).await?;
    let source = page.source().await?;
    for section in Section::ALL {
        ensure!(source.contains(&format!("id=\"{}\"", section.key())), "{section:?}");
    }
    let seen = page.count_seen("lagrange-figure > p:not(.shows)").await?;
    assert_eq!(seen, Section::ALL.len() as u64, "sentences replace the figures");
    assert_eq!(page.count_seen(".score, .done").await?, 0, "there is nothing to count");
    Ok(())
}

#[tokio::test]
async fn the_article_plays_when_its_server_is_gone() -> Result<()> {
    let mut server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    // The page of each language is cached separately.
    for path in ["/learn", "/learn/ko"] {
        page.goto(&server.url(&format!("{path}#cover"))).await?;
        until_seen(&page, Section::Cover, "a sentence", |seen| seen["said"] != "").await?;
        until_kept(&page, &server.url(path)).await?;
    }
    page.forget_cache().await?;
    server.stop(Stop::Killed)?;
    for path in ["/learn/ko", "/learn"] {
        page.goto(&server.url(&format!("{path}#message"))).await?;
        until_seen(&page, Section::Message, "a sentence", |seen| seen["said"] != "").await?;
    }
    // Cached pages open; for others a message appears, and the article stays.
    page.click_on(".languages [lang=ko]").await?;
    until_at(&page, &server.url("/learn/ko")).await?;
    for link in [".languages [lang=ja]", "#end h2 a", "#end p a"] {
        page.goto(&server.url("/learn/ko")).await?;
        page.until_hidden("#away").await?;
        page.click_on(link).await?;
        page.until_seen("#away", 1).await?;
        until_at(&page, &server.url("/learn/ko")).await?;
    }
    Ok(())
}

/// Waits until a page is open.
async fn until_at(page: &Page, address: &str) -> Result<()> {
    until(address, async || {
        let at = page.execute("return location.href;", Vec::new()).await?;
        Ok(if at == address { Ok(()) } else { Err(at.to_string()) })
    })
    .await
}

/// Waits until the page is cached under its own address.
async fn until_kept(page: &Page, address: &str) -> Result<()> {
    const SCOPES: &str = "const done = arguments[0];
        navigator.serviceWorker.getRegistrations().then((all) =>
            done(all.filter((one) => one.active?.state === 'activated').map((one) => one.scope)));";
    until("its worker", async || {
        let scopes = page.execute_async(SCOPES, vec![]).await?;
        let is_kept = scopes.as_array().is_some_and(|all| all.contains(&json!(address)));
        Ok(if is_kept { Ok(()) } else { Err(scopes.to_string()) })
    })
    .await
}
