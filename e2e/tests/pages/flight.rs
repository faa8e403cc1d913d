//! Figures that their reader flies: held buttons, the answer to a press, and what ends a flight.
use anyhow::{Context, Result, ensure};
use article::section::Section;
use e2e::{Browser, Page, Server, TAB, until};
use serde_json::{Value, json};

const SPACE: char = ' ';
const ENTER: char = '\u{e007}';
const HOME: char = '\u{e011}';
/// Focuses a part of a section's figure.
const FOCUS: &str = "document.getElementById(arguments[0]).querySelector('lagrange-figure')
    .shadowRoot.querySelector(arguments[1]).focus({ preventScroll: true });";
/// What a section's figure says of its flight, and the numbers of the text.
const LOOK: &str = "const section = document.getElementById(arguments[0]);
    const figure = section.querySelector('lagrange-figure');
    const find = (selector) => figure.shadowRoot?.querySelector(selector);
    return {
        awake: figure.dataset.state === 'awake',
        answer: find('.answer')?.textContent ?? '',
        lit: [...figure.shadowRoot?.querySelectorAll('[data-fly][data-lit=true]') ?? []]
            .map((button) => button.dataset.fly).join(' '),
        back: find('.back')?.checkVisibility() ?? false,
        play: find('.play')?.textContent ?? '',
        fire: find('[data-fly=fire]')?.textContent ?? '',
        sentence: find('.sentence')?.textContent ?? '',
        text: [...section.querySelectorAll('.text [data-number]')]
            .filter((one) => !one.closest('[hidden]')).map((one) => one.textContent).join(' '),
        solved: !section.querySelector('.solved').hidden,
    };";

async fn until_seen(
    page: &Page,
    section: Section,
    what: &str,
    so: impl Fn(&Value) -> bool,
) -> Result<Value> {
    until(&format!("{}: {what}", section.key()), async || {
        let seen = page.execute(LOOK, vec![json!(section.key())]).await?;
        Ok(if so(&seen) { Ok(seen) } else { Err(seen.to_string()) })
    })
    .await
}

async fn focus(page: &Page, section: Section, selector: &str) -> Result<()> {
    page.execute(FOCUS, vec![json!(section.key()), json!(selector)]).await?;
    Ok(())
}

/// The times in an answer, in ms; empty before the first one.
fn times(seen: &Value) -> Vec<u32> {
    let answer = seen["answer"].as_str().unwrap_or_default();
    answer.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Opens the article at a section whose figure stands at its moment.
async fn open(browser: &Browser, server: &Server, section: Section) -> Result<Page> {
    let page = browser.open(&server.url(&format!("/learn#{}", section.key()))).await?;
    let stands = |seen: &Value| seen["awake"] == true && seen["play"] == "Play";
    until_seen(&page, section, "its moment", stands).await?;
    Ok(page)
}

#[tokio::test]
async fn held_buttons_fly_and_the_answer_takes_the_ping() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let section = Section::Message;
    let page = open(&browser, &server, section).await?;
    let before = until_seen(&page, section, "a hint", |seen| seen["answer"] != "").await?;
    focus(&page, section, "[data-fly=thrust]").await?;
    page.hold(SPACE).await?;
    let flown = until_seen(&page, section, "an answer", |seen| !times(seen).is_empty()).await?;
    ensure!(matches!(times(&flown)[..], [200..=267]), "200 ms and up to 67 of waiting: {flown}");
    ensure!(flown["lit"] == "thrust" && flown["back"] == true, "{flown}");
    ensure!(flown["text"] == before["text"], "the text has other numbers: {flown}");
    page.release(SPACE).await?;
    until_seen(&page, section, "a release", |seen| seen["lit"] == "").await?;
    // Whoever tabs on while holding lets go.
    focus(&page, section, "[data-fly=turn]").await?;
    page.hold(ENTER).await?;
    until_seen(&page, section, "a turn", |seen| seen["lit"] == "turn").await?;
    page.press(TAB).await?;
    until_seen(&page, section, "to let go", |seen| seen["lit"] == "").await?;
    page.release(ENTER).await?;
    // A slider begins a new attempt.
    focus(&page, section, ".controls input").await?;
    page.press(HOME).await?;
    let hint = |seen: &Value| seen["answer"] == before["answer"];
    until_seen(&page, section, "another attempt", hint).await?;
    focus(&page, section, "[data-fly=fire]").await?;
    page.hold(SPACE).await?;
    let near = until_seen(&page, section, "an answer", |seen| !times(seen).is_empty()).await?;
    ensure!(matches!(times(&near)[..], [0..=67]), "waiting alone: {near}");
    page.release(SPACE).await?;
    focus(&page, section, ".back").await?;
    page.press(ENTER).await?;
    let back = |seen: &Value| seen["back"] == false && seen["play"] == "Play";
    until_seen(&page, section, "the moment again", back).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_predicted_ship_answers_at_once_beside_one_that_waits() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let section = Section::Prediction;
    let page = open(&browser, &server, section).await?;
    focus(&page, section, "[data-fly=thrust]").await?;
    page.hold(SPACE).await?;
    let flown = until_seen(&page, section, "two answers", |seen| times(seen).len() == 2).await?;
    ensure!(matches!(times(&flown)[..], [200..=267, 0..=17]), "{flown}");
    page.release(SPACE).await
}

#[tokio::test]
async fn a_reader_chooses_when_the_gun_fires_and_solves_no_task_by_it() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for section in [Section::LateLaser, Section::Rewinding] {
        let page = open(&browser, &server, section).await?;
        let before = until_seen(&page, section, "its button", |seen| seen["fire"] != "").await?;
        focus(&page, section, "[data-fly=fire]").await?;
        page.press(SPACE).await?;
        let aims = until_seen(&page, section, "to aim", |seen| seen["fire"] == "Fire").await?;
        ensure!(aims["sentence"] == "", "nothing is fired yet: {aims}");
        page.press(SPACE).await?;
        let fired = until_seen(&page, section, "its own moment", |seen| {
            seen["fire"] == "Fire again" && seen["play"] == "Play" && seen["sentence"] != ""
        })
        .await?;
        let sentence = fired["sentence"].as_str().context("a sentence")?;
        ensure!(sentence.starts_with("Missed") || sentence.starts_with("Hit"), "{sentence}");
        ensure!(fired["solved"] == false && before["solved"] == false, "{fired}");
        if section == Section::Rewinding {
            // A control shows the scenario's own shot again, which counts.
            focus(&page, section, ".controls input").await?;
            page.press(HOME).await?;
            until_seen(&page, section, "the task", |seen| seen["solved"] == true).await?;
        }
    }
    Ok(())
}
