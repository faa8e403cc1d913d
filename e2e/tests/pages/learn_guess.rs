//! The article's questions, which hide an outcome until it is guessed or asked for, and the links
//! from its figures to the laboratory.

use anyhow::{Context, Result, ensure};
use article::section::Section;
use e2e::{Browser, Page, Server, until};
use serde_json::{Value, json};

/// Presses a part of a section's question.
const PRESS: &str = "document.getElementById(arguments[0]).querySelector('.guess')
    .querySelector(arguments[1]).click();";
/// A section's question and its figure.
const LOOK: &str = "const section = document.getElementById(arguments[0]);
    const guess = section.querySelector('.guess');
    const figure = section.querySelector('lagrange-figure');
    const find = (selector) => figure.shadowRoot?.querySelector(selector);
    const told = guess.querySelector('.told');
    return {
        ready: figure.dataset.state === 'awake' && find('.play')?.textContent === 'Play'
            && find('.sentence')?.textContent !== '',
        options: [...guess.querySelectorAll('button')].filter((one) => one.checkVisibility())
            .map((one) => one.className),
        told: told.checkVisibility() ? told.textContent : '',
        sentence: find('.sentence')?.textContent ?? '',
        callout: find('canvas')?.dataset.callouts ?? '',
        control: find('.controls input')?.value ?? '',
        play: find('.play')?.textContent ?? '',
        time: find('.time output')?.textContent ?? '',
        solved: !section.querySelector('.solved').hidden,
    };";

async fn look(page: &Page, section: Section) -> Result<Value> {
    page.execute(LOOK, vec![json!(section.key())]).await.context(section.key())
}

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

async fn press(page: &Page, section: Section, selector: &str) -> Result<()> {
    page.execute(PRESS, vec![json!(section.key()), json!(selector)]).await?;
    Ok(())
}

async fn open(browser: &Browser, server: &Server, section: Section) -> Result<Page> {
    let page = browser.open(&server.url(&format!("/learn#{}", section.key()))).await?;
    until_seen(&page, section, "its moment", |seen| seen["ready"] == true).await?;
    Ok(page)
}

#[tokio::test]
async fn an_open_question_hides_the_outcome_until_it_is_guessed() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let section = Section::LateLaser;
    let page = open(&browser, &server, section).await?;
    let before = look(&page, section).await?;
    ensure!(before["told"] == "" && before["options"] == json!(["open"]), "{before}");
    press(&page, section, ".open").await?;
    let asked = until_seen(&page, section, "the question", |seen| {
        seen["sentence"] == "" && seen["control"] == "0" && seen["callout"] == ""
    })
    .await?;
    ensure!(asked["options"] == json!(["option", "option", "show"]), "{asked}");
    ensure!(asked["told"] == "" && asked["play"] == "Play", "{asked}");
    press(&page, section, ".option:not([data-right])").await?;
    let told = until_seen(&page, section, "the answer", |seen| seen["told"] != "").await?;
    ensure!(told["told"].as_str().is_some_and(|text| text.starts_with("Not quite.")), "{told}");
    ensure!(told["sentence"].as_str().is_some_and(|text| text.starts_with("Missed")), "{told}");
    ensure!(told["options"] == json!(["open"]), "it can be asked again: {told}");
    // The same question again, and the right answer this time.
    press(&page, section, ".open").await?;
    until_seen(&page, section, "the question", |seen| seen["sentence"] == "").await?;
    press(&page, section, "[data-right]").await?;
    let told = until_seen(&page, section, "the answer", |seen| seen["told"] != "").await?;
    ensure!(told["told"].as_str().is_some_and(|text| text.starts_with("Right.")), "{told}");
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_question_solves_no_task_and_a_control_ends_it() -> Result<()> {
    const FOCUS: &str = "document.getElementById(arguments[0]).querySelector('lagrange-figure')
        .shadowRoot.querySelector('.controls input').focus({ preventScroll: true });";
    const RIGHT: char = '\u{e014}';
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let section = Section::Message;
    let page = open(&browser, &server, section).await?;
    press(&page, section, ".open").await?;
    press(&page, section, ".show").await?;
    let told = until_seen(&page, section, "the answer", |seen| seen["told"] != "").await?;
    ensure!(told["told"].as_str().is_some_and(|text| text.starts_with("Answer:")), "{told}");
    ensure!(told["solved"] == false, "33 ms would solve the task: {told}");
    press(&page, section, ".open").await?;
    until_seen(&page, section, "the question", |seen| seen["sentence"] == "").await?;
    page.execute(FOCUS, vec![json!(section.key())]).await?;
    page.press(RIGHT).await?;
    let own = until_seen(&page, section, "an outcome", |seen| seen["sentence"] != "").await?;
    ensure!(own["solved"] == true, "10 ms solve it: {own}");
    Ok(())
}

#[tokio::test]
async fn the_laboratory_opens_what_the_figure_shows() -> Result<()> {
    const LINK: &str =
        "const link = document.getElementById(arguments[0]).querySelector('.to-lab');
        link.addEventListener('click', (event) => event.preventDefault());
        link.click();
        return link.href;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let section = Section::LateLaser;
    let page = open(&browser, &server, section).await?;
    let shown = look(&page, section).await?;
    let link = page.execute(LINK, vec![json!(section.key())]).await?;
    let link = link.as_str().context("a link")?.to_owned();
    ensure!(link.contains("/lab#v=") && link.contains("scenario=figure-2"), "{link}");
    page.goto(&link).await?;
    const CLOCK: &str = "return document.querySelector('#clock').textContent;";
    until("the same moment", async || {
        let clock = page.execute(CLOCK, Vec::new()).await?;
        let clock = clock.as_str().unwrap_or_default().to_owned();
        let is_same = shown["time"].as_str().is_some_and(|time| clock.contains(time));
        Ok(if is_same { Ok(()) } else { Err(format!("{clock}, not {}", shown["time"])) })
    })
    .await
}
