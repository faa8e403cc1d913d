//! The element `<lagrange-figure>` in other sites' pages: on another server, on a file host, with
//! and without the policies that it asks for; and the page for an iframe.
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, ESCAPE, Firefox, Folder, Page, Server, TAB, until, write_dist};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Widths and heights of figures, in CSS pixels.
const SIZES: [(u32, u32); 3] = [(700, 450), (360, 480), (1000, 560)];
/// The fallback inside every figure, for readers who cannot see it.
const FALLBACK: &str = "<img src=\"still.svg\" alt=\"Two ships\"><p>The bolt misses.</p>";
const STILL: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"32\" height=\"32\"/>";

/// Another site's page, in a folder that is served.
struct Site {
    folder: TempDir,
    host: Folder,
}

impl Site {
    fn new() -> Result<Self> {
        let folder = TempDir::with_prefix("lagrange-e2e-")?;
        fs::write(folder.path().join("still.svg"), STILL)?;
        let host = Folder::serve(folder.path(), "/")?;
        Ok(Self { folder, host })
    }

    /// One that hosts the element's files beside its own.
    fn with_element() -> Result<Self> {
        let site = Self::new()?;
        fs::remove_file(site.path().join("still.svg"))?;
        write_dist(site.path())?;
        fs::write(site.path().join("still.svg"), STILL)?;
        Ok(site)
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a page: its styles, the address of the element's script, and the content of `<main>`.
    fn write(&self, name: &str, style: &str, script: &str, main: &str) -> Result<String> {
        fs::write(self.path().join(format!("{name}.css")), style)?;
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>A page</title>
            <meta name=\"viewport\" content=\"width=device-width\">
            <link rel=\"icon\" href=\"still.svg\"><link rel=\"stylesheet\" href=\"{name}.css\">
            <script type=\"module\" src=\"{script}\"></script>
            <main><h1>A page</h1>{main}</main></html>"
        );
        fs::write(self.path().join(format!("{name}.html")), page)?;
        Ok(self.host.url(&format!("/{name}.html")))
    }
}

fn figure(attributes: &str) -> String {
    format!("<lagrange-figure {attributes}>{FALLBACK}</lagrange-figure>")
}

fn sized((width, height): (u32, u32)) -> String {
    format!(
        "body {{ margin: 8px; font: 14px sans-serif }}
        lagrange-figure {{ display: block; inline-size: {width}px; block-size: {height}px }}"
    )
}

/// What the figures of a page report about themselves.
async fn figures(page: &Page) -> Result<Vec<Value>> {
    const SCRIPT: &str = "return [...document.querySelectorAll('lagrange-figure')].map((one) => {
        const root = one.shadowRoot;
        const find = (selector) => root?.querySelector(selector);
        const seen = (part) => part.checkVisibility();
        const figure = find('.figure');
        return {
            state: one.dataset.state ?? '',
            width: seen(find('canvas') ?? document.head) ? find('canvas').width : 0,
            titles: [...root?.querySelectorAll('.titles p') ?? []].filter(seen)
                .map((title) => title.textContent),
            sentence: find('.sentence')?.textContent ?? '',
            cut: figure ? Math.max(figure.scrollHeight - figure.clientHeight,
                figure.scrollWidth - figure.clientWidth) : 0,
            play: find('.play')?.textContent ?? '',
            time: find('.time output')?.textContent ?? '',
            fallback: [...one.children].filter(seen).map((part) => part.localName),
            why: [...root?.querySelectorAll('.why') ?? []].filter(seen)
                .map((said) => said.textContent).join(),
        };
    });";
    let found = page.execute(SCRIPT, Vec::new()).await.context("looking at figures")?;
    Ok(serde_json::from_value(found)?)
}

async fn until_figures(
    page: &Page,
    what: &str,
    so: impl Fn(&[Value]) -> bool,
) -> Result<Vec<Value>> {
    until(what, async || {
        let all = figures(page).await?;
        Ok(if so(&all) { Ok(all) } else { Err(format!("{}", json!(all))) })
    })
    .await
}

/// Number of figures in a state.
fn count(all: &[Value], state: &str) -> usize {
    all.iter().filter(|one| one["state"] == state).count()
}

fn plays(one: &Value) -> bool {
    let titles = one["titles"].as_array().is_some_and(|titles| !titles.is_empty());
    one["state"] == "awake" && one["sentence"] != "" && titles
}

/// Checks that a page's figure plays with all of its parts and without console errors.
async fn check_plays(page: &Page, what: &str) -> Result<()> {
    let all = until_figures(page, what, |all| all.iter().all(plays)).await?;
    for one in &all {
        ensure!(one["width"].as_u64() > Some(200), "{what}: {one}");
        ensure!(one["cut"] == 0, "{what}: an element lies outside: {one}");
        ensure!(one["fallback"] == json!([]) && one["why"] == "", "{what}: {one}");
    }
    let complaints = page.console_errors().await?;
    ensure!(complaints.is_empty(), "{what}: {complaints:?}");
    Ok(())
}

#[tokio::test]
async fn it_plays_in_a_page_of_another_site_and_beside_its_own_files() -> Result<()> {
    let (foreign, own) = (Site::new()?, Site::with_element()?);
    let server = Server::start(&["--bots", "0", "--allow-embed", &foreign.host.origin()])?;
    let there = server.url("");
    foreign.host.guard(&format!(
        "default-src 'self' {there}; script-src 'self' {there} 'wasm-unsafe-eval'"
    ));
    own.host.guard("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    for size in SIZES {
        for (site, script) in
            [(&foreign, server.url("/lagrange-figure.js")), (&own, "lagrange-figure.js".into())]
        {
            let one = figure("scenario=\"figure-2\" compare=\"source\" controls=\"round-trip\"");
            let url = site.write(&format!("size-{}", size.0), &sized(size), &script, &one)?;
            page.resize((size.0.max(400) + 40, 720)).await?;
            page.goto(&url).await?;
            check_plays(&page, &format!("{script} at {size:?}")).await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn where_it_may_not_run_its_picture_is_shown() -> Result<()> {
    let site = Site::with_element()?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    let one = figure("scenario=\"figure-2\"");
    let url = site.write("page", &sized(SIZES[0]), "lagrange-figure.js", &one)?;
    for (policy, shown_text) in
        [("default-src 'self'; script-src 'self'", "'wasm-unsafe-eval'"), ("script-src 'none'", "")]
    {
        site.host.guard(policy);
        page.goto(&url).await?;
        let shown = json!(["img", "p"]);
        let why = |one: &Value| one["why"].as_str().unwrap_or_default().to_string();
        let all = until_figures(&page, "the picture", |all| {
            all.iter().all(|one| one["fallback"] == shown && why(one).contains(shown_text))
        })
        .await?;
        ensure!(all.len() == 1 && why(&all[0]).is_empty() == shown_text.is_empty(), "{all:?}");
    }
    // The scenario does not exist: the figure reports it, and plays once given a valid one.
    site.host.guard("");
    let wrong = figure("scenario=\"figure-99\"");
    page.goto(&site.write("wrong", &sized(SIZES[0]), "lagrange-figure.js", &wrong)?).await?;
    let says = |one: &Value| one["why"].as_str().is_some_and(|why| why.contains("figure-99"));
    until_figures(&page, "a refusal", |all| all.iter().all(says)).await?;
    // All invalid words at once, one line each, with the valid ones.
    const WRONG: &str = "const figure = document.querySelector('lagrange-figure');
        figure.setAttribute('controls', 'roundtrip hits');";
    const LINES: &str = "const said = document.querySelector('lagrange-figure')
            .shadowRoot.querySelectorAll('.why p');
        return [...said].map((line) => line.textContent);";
    page.execute(WRONG, Vec::new()).await?;
    let lines = until("three mistakes", async || {
        let lines: Vec<String> = serde_json::from_value(page.execute(LINES, vec![]).await?)?;
        Ok(if lines.len() == 4 { Ok(lines) } else { Err(format!("{lines:?}")) })
    })
    .await?;
    ensure!(lines[0] == "This figure can’t be shown: its attributes have mistakes.", "{lines:?}");
    let words = ["scenario “figure-99”", "“roundtrip”. Controls: round-trip, ", "“hits”"];
    for (line, word) in lines[1..].iter().zip(words) {
        ensure!(line.contains(word) && line.ends_with('.'), "{line}");
    }
    const MEND: &str = "const figure = document.querySelector('lagrange-figure');
        figure.removeAttribute('controls');
        figure.setAttribute('scenario', 'figure-2');";
    page.execute(MEND, Vec::new()).await?;
    until_figures(&page, "what does exist", |all| all.iter().all(plays)).await?;
    // If the choice leads to no outcome, it says so and notifies its page.
    const RAM: &str = "const figure = document.querySelector('lagrange-figure');
        figure.addEventListener('lagrange-figure', ({ detail }) => {
            document.title = `${detail.outcomes.length} outcomes`;
        });
        figure.setAttribute('scheme', 'source');
        figure.setAttribute('scenario', 'ram-third');";
    page.execute(RAM, Vec::new()).await?;
    let says = |one: &Value| {
        one["sentence"].as_str().is_some_and(|shown_text| shown_text.contains("does not happen"))
    };
    until_figures(&page, "nothing came", |all| all.iter().all(says)).await?;
    until("its page is notified", async || {
        let title = page.execute("return document.title", Vec::new()).await?;
        Ok(if title == "0 outcomes" { Ok(()) } else { Err(title.to_string()) })
    })
    .await
}

#[tokio::test]
async fn an_iframe_shows_it_only_where_that_is_allowed() -> Result<()> {
    let foreign = Site::new()?;
    let open = Server::start(&["--bots", "0", "--allow-embed", &foreign.host.origin()])?;
    let shut = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    let style = "iframe { inline-size: 700px; block-size: 450px; border: 0 }";
    for (server, allowed) in [(&open, true), (&shut, false)] {
        let at = server.url("/embed#scenario=figure-2&controls=round-trip");
        let frame = format!("<iframe src=\"{at}\" title=\"The late laser\"></iframe>");
        let url = foreign.write("frame", style, "none.js", &frame)?;
        page.goto(&url).await?;
        page.console().await?;
        page.goto(&url).await?;
        page.enter_frame(0).await?;
        if allowed {
            until_figures(&page, "a figure", |all| all.len() == 1 && plays(&all[0])).await?;
        } else {
            ensure!(figures(&page).await?.is_empty(), "it is shown");
            let text = page.execute("return document.body.innerText;", Vec::new()).await?;
            let why = text.as_str().unwrap_or_default();
            ensure!(why.contains("--allow-embed"), "the frame says why: {why:?}");
        }
        page.enter_parent_frame().await?;
        let refused = page.console().await?;
        let refused = refused.iter().any(|(_, text)| text.contains("frame-ancestors"));
        ensure!(!refused, "the browser shows the server's answer; allowed: {allowed}");
    }
    Ok(())
}

#[tokio::test]
async fn it_plays_in_firefox_too_where_that_is_installed() -> Result<()> {
    let Some(firefox) = Firefox::start("the element in other people's pages")? else {
        return Ok(());
    };
    let (foreign, own) = (Site::new()?, Site::with_element()?);
    let server = Server::start(&["--bots", "0", "--allow-embed", &foreign.host.origin()])?;
    let page = firefox.open("about:blank").await?;
    let one = figure("scenario=\"figure-2\" compare=\"source\" controls=\"round-trip\"");
    own.host.guard("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    for size in SIZES {
        let name = format!("size-{}", size.0);
        page.goto(&own.write(&name, &sized(size), "lagrange-figure.js", &one)?).await?;
        let all = until_figures(&page, "a figure", |all| all.iter().all(plays)).await?;
        ensure!(all.iter().all(|one| one["cut"] == 0), "{size:?}: {all:?}");
    }
    // Where it may not run, it shows its fallback image.
    own.host.guard("default-src 'self'; script-src 'self'");
    page.goto(&own.write("policy", &sized(SIZES[0]), "lagrange-figure.js", &one)?).await?;
    let is_still = |one: &Value| {
        let why = one["why"].as_str().unwrap_or_default();
        one["fallback"] == json!(["img", "p"]) && why.contains("'wasm-unsafe-eval'")
    };
    until_figures(&page, "its picture", |all| all.iter().all(is_still)).await?;
    // And the frame from a second port.
    let at = server.url("/embed#scenario=figure-2&controls=round-trip");
    let frame = format!("<iframe src=\"{at}\" title=\"The late laser\"></iframe>");
    let style = "iframe { inline-size: 700px; block-size: 450px; border: 0 }";
    page.goto(&foreign.write("frame", style, "none.js", &frame)?).await?;
    page.enter_frame(0).await?;
    until_figures(&page, "a figure", |all| all.len() == 1 && plays(&all[0])).await?;
    Ok(())
}

#[tokio::test]
async fn the_frame_says_in_its_own_language_which_words_are_wrong() -> Result<()> {
    let (server, browser) = (Server::start(&["--bots", "0"])?, Browser::start()?);
    let page = browser.open("about:blank").await?;
    let long = "x".repeat(60_000);
    for (language, title) in [
        ("constructor", "A Lagrange figure"),
        ("__proto__", "A Lagrange figure"),
        ("ja", "Lagrangeの図"),
        ("ko-KR", "Lagrange의 그림"),
    ] {
        page.goto("about:blank").await?;
        let hash = format!("lang={language}&scenario={long}&control=round-trip");
        page.goto(&server.url(&format!("/embed#{hash}"))).await?;
        let wrong = |one: &Value| {
            let why = one["why"].as_str().unwrap_or_default();
            let cut = format!("There is no scenario “{}…”. Scenarios: ", "x".repeat(40));
            let name = "There is no attribute “control”. Attributes: scenario, ";
            let is_said = why.contains(&cut) && why.contains(name) && !why.contains("undefined");
            one["state"] == "still" && is_said && why.len() < 2000
        };
        until_figures(&page, "what is wrong", |all| all.iter().all(wrong)).await?;
        let shown_text = page.execute("return document.title;", Vec::new()).await?;
        assert_eq!(shown_text, title, "{language}");
    }
    Ok(())
}

/// The focused elements: of the page, and inside its figure.
async fn focused(page: &Page) -> Result<String> {
    const SCRIPT: &str = "const one = document.activeElement;
        const within = one?.shadowRoot?.activeElement;
        const both = [one, within].filter(Boolean).map((part) => part.localName);
        return one === document.body ? '' : both.join(' ');";
    let found = page.execute(SCRIPT, Vec::new()).await?;
    found.as_str().map(str::to_string).context("a name is text")
}

async fn scrolled(page: &Page) -> Result<f64> {
    let found = page.execute("return scrollY;", Vec::new()).await?;
    found.as_f64().context("a number")
}

/// A page of one figure with links around it, higher than the viewport, where it plays.
async fn open_keys(browser: &Browser, site: &Site) -> Result<Page> {
    let style = format!("{} main {{ block-size: 3000px }}", sized(SIZES[0]));
    let one = figure("scenario=\"figure-2\" controls=\"round-trip\"");
    let main = format!("<a id=\"before\" href=\"#a\">a</a>{one}<a id=\"after\" href=\"#b\">b</a>");
    let page = browser.open(&site.write("keys", &style, "lagrange-figure.js", &main)?).await?;
    until_figures(&page, "a figure that plays", |all| all.iter().all(plays)).await?;
    Ok(page)
}

#[tokio::test]
async fn its_keys_are_its_own_only_while_it_has_the_keyboard() -> Result<()> {
    const PAGE_DOWN: char = '\u{e00f}';
    let site = Site::with_element()?;
    let browser = Browser::start()?;
    let page = open_keys(&browser, &site).await?;
    page.press('k').await?;
    let before = figures(&page).await?[0]["time"].clone();
    let goes_on = |all: &[Value]| all[0]["time"] != before && all[0]["play"] == "Pause";
    until_figures(&page, "time to pass all the same", goes_on).await?;
    page.press(PAGE_DOWN).await?;
    until("the page to scroll", async || {
        let at = scrolled(&page).await?;
        Ok(if at > 0.0 { Ok(()) } else { Err(at.to_string()) })
    })
    .await?;
    page.execute("scrollTo(0, 0); document.querySelector('#before').focus();", Vec::new()).await?;

    page.press(TAB).await?;
    ensure!(focused(&page).await? == "lagrange-figure div", "{}", focused(&page).await?);
    page.press('k').await?;
    let held = until_figures(&page, "a pause", |all| all[0]["play"] == "Play").await?;
    page.press('.').await?;
    until_figures(&page, "a frame on", |all| all[0]["time"] != held[0]["time"]).await?;
    page.press(ESCAPE).await?;
    ensure!(focused(&page).await?.is_empty(), "Escape gives the keyboard back");
    page.press('k').await?;

    // Into it again, to a control: leaving that returns the focus as well.
    page.execute("document.querySelector('#before').focus();", Vec::new()).await?;
    page.press(TAB).await?;
    page.press(TAB).await?;
    ensure!(focused(&page).await? == "lagrange-figure input", "{}", focused(&page).await?);
    page.press(ESCAPE).await?;
    ensure!(focused(&page).await?.is_empty(), "Escape gives the keyboard back");
    page.execute("document.querySelector('#before').focus();", Vec::new()).await?;
    let mut stops = Vec::new();
    while stops.len() < 12 && stops.last().is_none_or(|last| last != "a") {
        page.press(TAB).await?;
        stops.push(focused(&page).await?);
    }
    ensure!(stops.len() > 3 && stops.last().is_some_and(|last| last == "a"), "{stops:?}");
    ensure!(figures(&page).await?[0]["play"] == "Play", "K was the page's");
    Ok(())
}

#[tokio::test]
async fn wheel_and_fingers_scroll_the_page_over_it() -> Result<()> {
    const TOUCH: &str = "const root = document.querySelector('lagrange-figure').shadowRoot;
        return getComputedStyle(root.querySelector('canvas')).touchAction;";
    let site = Site::with_element()?;
    let browser = Browser::start()?;
    let page = open_keys(&browser, &site).await?;
    let wheel = json!({ "type": "mouseWheel", "x": 300, "y": 300, "deltaX": 0, "deltaY": 240 });
    page.devtools("Input.dispatchMouseEvent", wheel).await?;
    until("the page to scroll", async || {
        let at = scrolled(&page).await?;
        Ok(if at > 100.0 { Ok(()) } else { Err(at.to_string()) })
    })
    .await?;
    ensure!(page.execute(TOUCH, Vec::new()).await? == "pan-y");
    Ok(())
}

/// A page of six figures, all in view, the first of which is paused at a frame.
async fn open_six(browser: &Browser, site: &Site) -> Result<Page> {
    let style = "body { margin: 0; font: 14px sans-serif } h1 { display: none }
        main { display: flex; flex-wrap: wrap; block-size: 4000px; align-content: start }
        lagrange-figure { display: block; inline-size: 400px; block-size: 340px }";
    let standing = figure("scenario=\"figure-2\" at=\"150\"");
    let six = [standing, figure("scenario=\"figure-2\"").repeat(5)].concat();
    let page = browser.open("about:blank").await?;
    page.goto(&site.write("six", style, "lagrange-figure.js", &six)?).await?;
    Ok(page)
}

#[tokio::test]
async fn at_most_four_play_and_the_others_keep_their_moment() -> Result<()> {
    const AGAIN: &str = "const script = document.createElement('script');
        return new Promise((done) => {
            script.onload = () => done('loaded');
            script.onerror = () => done('failed');
            Object.assign(script, { type: 'module', src: 'lagrange-figure.js?again' });
            document.head.append(script);
        });";
    const LISTEN: &str = "addEventListener('lagrange-figure', ({ target }) => target.remove());";
    let site = Site::with_element()?;
    let browser = Browser::start()?;
    let page = open_six(&browser, &site).await?;
    let four = |all: &[Value]| count(all, "awake") == 4;
    let all = until_figures(&page, "four of six", four).await?;
    ensure!(all.len() == 6 && count(&all, "still") + count(&all, "asleep") == 2, "{all:?}");
    let stands = |all: &[Value]| all[0]["play"] == "Play" && all[0]["time"] == "2.50 s";
    until_figures(&page, "the first to stand where it was put", stands).await?;
    // It is moved elsewhere, and back out of view.
    page.execute(
        "document.querySelector('lagrange-figure').shadowRoot.querySelector('.figure').focus();",
        Vec::new(),
    )
    .await?;
    page.press('.').await?;
    let moved = until_figures(&page, "a frame on", |all| all[0]["time"] != "2.50 s").await?;
    page.execute("scrollTo(0, 2000);", Vec::new()).await?;
    let none = |all: &[Value]| count(all, "awake") == 0 && all[0]["state"] == "asleep";
    until_figures(&page, "all to sleep", none).await?;
    page.execute("scrollTo(0, 0);", Vec::new()).await?;
    let back = |all: &[Value]| four(all) && all[0]["time"] == moved[0]["time"];
    until_figures(&page, "the same moment", back).await?;

    // A removed figure makes room for another; loading the script twice changes nothing.
    page.execute("document.querySelector('lagrange-figure').remove();", Vec::new()).await?;
    until_figures(&page, "four of five", |all| all.len() == 5 && four(all)).await?;
    ensure!(page.execute(AGAIN, Vec::new()).await? == "loaded");
    until_figures(&page, "four of five", |all| all.len() == 5 && four(all)).await?;
    // A page may remove a figure as soon as it is notified.
    page.execute(LISTEN, Vec::new()).await?;
    const EDIT: &str = "for (const one of document.querySelectorAll('lagrange-figure'))
        one.setAttribute('scheme', 'source');";
    page.execute(EDIT, Vec::new()).await?;
    until_figures(&page, "none", <[Value]>::is_empty).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_laboratory_writes_the_figure_of_what_it_shows() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#scenario=figure-2&at=150")).await?;
    page.until_paused_at(150).await?;
    page.press('1').await?;
    page.ask("share").await?;
    let script = server.url("/lagrange-figure.js");
    let says = format!("<script type=\"module\" src=\"{script}\"></script>");
    let figure = "<lagrange-figure scenario=\"figure-2\" at=\"150\" scheme=\"et-260\">";
    page.until_contains("#figure-element", &[&says, figure]).await?;
    let frame = server.url("/embed#scenario=figure-2&amp;at=150&amp;scheme=et-260");
    page.until_contains("#figure-iframe", &[&format!("<iframe src=\"{frame}\" title=")]).await?;
    page.ask("copy-element").await?;
    page.until_shown(&["Copied."]).await?;
    // The page that shows only the figure shows the same figure.
    page.click_on("#figure-page").await?;
    let stands = |all: &[Value]| all.len() == 1 && plays(&all[0]) && all[0]["time"] == "2.50 s";
    until_figures(&page, "the figure alone", stands).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// A page whose canvases call back into the drawing figure once armed: an error that the figure's
/// code does not survive.
async fn open_armed(browser: &Browser, site: &Site) -> Result<Page> {
    const ARM: &str = "const draw = CanvasRenderingContext2D.prototype.fillRect;
        window.armed = false;
        CanvasRenderingContext2D.prototype.fillRect = function (...args) {
            if (window.armed) {
                window.armed = false;
                const host = this.canvas.getRootNode().host;
                window.failed = [...document.querySelectorAll('lagrange-figure')].indexOf(host);
                host.sleep();
            }
            return draw.apply(this, args);
        };";
    let style = "lagrange-figure { display: block; inline-size: 600px; block-size: 300px }";
    let main = figure("scenario=\"figure-2\"").repeat(2);
    let page = browser.open("about:blank").await?;
    let arm = json!({ "source": ARM });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", arm).await?;
    page.goto(&site.write("armed", style, "lagrange-figure.js", &main)?).await?;
    until_figures(&page, "two figures", |all| all.len() == 2 && all.iter().all(plays)).await?;
    Ok(page)
}

#[tokio::test]
async fn after_a_panic_figures_run_once_more_and_then_show_their_picture() -> Result<()> {
    const ARM: &str = "window.states = [];
        new MutationObserver((all) => all.forEach(({ target }) =>
            window.states.push(target.dataset.state)))
            .observe(document, { subtree: true, attributeFilter: ['data-state'] });
        window.armed = true;";
    const FIRED: &str = "return !window.armed && window.states;";
    let site = Site::with_element()?;
    let browser = Browser::start()?;
    let page = open_armed(&browser, &site).await?;
    page.execute(ARM, Vec::new()).await?;
    // All show their fallback image, and all come back.
    let fell = |states: &Value| {
        states
            .as_array()
            .is_some_and(|all| all.iter().filter(|state| *state == "still").count() >= 2)
    };
    until("both to show their picture", async || {
        let states = page.execute(FIRED, Vec::new()).await?;
        Ok(if fell(&states) { Ok(()) } else { Err(states.to_string()) })
    })
    .await?;
    until_figures(&page, "both again", |all| all.iter().all(plays)).await?;
    // Keys reach only the new one, and the clocks of both run.
    page.execute(
        "document.querySelector('lagrange-figure').shadowRoot.querySelector('.figure').focus();",
        Vec::new(),
    )
    .await?;
    page.press('k').await?;
    until_figures(&page, "a pause", |all| all[0]["play"] == "Play").await?;
    let before = figures(&page).await?[1]["time"].clone();
    until_figures(&page, "time to pass", |all| all[1]["time"] != before).await?;

    page.execute("window.armed = true;", Vec::new()).await?;
    let shown = json!(["img", "p"]);
    let stopped = |one: &Value| {
        let says =
            one["why"].as_str().is_some_and(|why| why.contains("stopped because of an error"));
        one["state"] == "still" && one["fallback"] == shown && says
    };
    until_figures(&page, "both to stop", |all| all.iter().all(stopped)).await?;
    // It stays that way.
    page.execute("scrollTo(0, 2000); scrollTo(0, 0);", Vec::new()).await?;
    ensure!(figures(&page).await?.iter().all(stopped));
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_a_page_with_figures_or_in_a_frame() -> Result<()> {
    const SCREENS: [(u32, u32); 2] = [(1280, 720), (390, 844)];
    let site = Site::with_element()?;
    let server = Server::start(&["--bots", "0", "--allow-embed", &site.host.origin()])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    page.inject_axe().await?;
    let style = "lagrange-figure { display: block; inline-size: 100%; block-size: 480px }
        iframe { inline-size: 100%; block-size: 480px; border: 0 } body { margin: 8px }";
    let first = figure("scenario=\"figure-2\" at=\"150\" controls=\"round-trip scheme\"");
    let two = figure("scenario=\"prediction\" controls=\"interp compare\" theme=\"light\"");
    let at = server.url("/embed#scenario=figure-2&controls=round-trip%20scheme&theme=light");
    let frame = format!("<iframe src=\"{at}\" title=\"The late laser\"></iframe>");
    let both = site.write("axe", style, "lagrange-figure.js", &[first, two].concat())?;
    let framed = site.write("axe-frame", style, "lagrange-figure.js", &frame)?;
    let mut breaches = Vec::new();
    for size in SCREENS {
        page.resize(size).await?;
        page.goto(&both).await?;
        for at in ["0", "document.body.scrollHeight"] {
            page.execute(&format!("scrollTo(0, {at});"), Vec::new()).await?;
            until_figures(&page, "a figure", |all| all.iter().any(plays)).await?;
        }
        let all = |all: &[Value]| all.iter().all(|one| one["sentence"] != "");
        until_figures(&page, "both figures", all).await?;
        let found = page.axe_violations().await?;
        breaches.extend(found.into_iter().map(|breach| format!("page at {size:?}: {breach}")));
        page.goto(&framed).await?;
        page.enter_frame(0).await?;
        until_figures(&page, "the frame's", |all| all.len() == 1 && plays(&all[0])).await?;
        let found = page.axe_violations().await?;
        breaches.extend(found.into_iter().map(|breach| format!("frame at {size:?}: {breach}")));
        page.enter_parent_frame().await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    Ok(())
}
