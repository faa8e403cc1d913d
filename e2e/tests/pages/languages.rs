//! The pages in every language: each has its address and its `lang`, links to the others, and the
//! choice is kept by both article and laboratory.
use anyhow::Result;
use article::section::Section;
use e2e::{Browser, Page, Screen, Server, until};
use lab::scenario::Scenario;
use serde_json::{Value, json};
use shared::{netcode::setting::Setting, wire::conditions::Condition};
use words::{GraphRow, Language};

use crate::axe;

/// All languages except the one that the pages are written in.
fn others() -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().filter(|language| *language != Language::default())
}

/// The path of a page, and its language.
async fn place(page: &Page) -> Result<Value> {
    const PLACE: &str =
        "return [location.pathname + location.hash, document.documentElement.lang];";
    Ok(page.execute(PLACE, vec![]).await?)
}

async fn until_at(page: &Page, path: &str, language: Language) -> Result<()> {
    let expected = json!([path, language.tag()]);
    until(path, async || {
        let stands = place(page).await?;
        Ok(if stands == expected { Ok(()) } else { Err(stands.to_string()) })
    })
    .await
}

fn article(language: Language) -> String {
    format!("/{}", language.article_path())
}

#[tokio::test]
async fn the_article_speaks_each_language_and_its_figures_do() -> Result<()> {
    const SAID: &str = "const section = document.getElementById(arguments[0]);
        const root = section.querySelector('lagrange-figure').shadowRoot;
        return root.querySelector('.sentence')?.textContent ?? '';";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for language in others() {
        for screen in [Screen::Desk, Screen::Phone] {
            let (path, section) = (article(language), Section::LateLaser.key());
            let page =
                axe::open(&browser, screen, &server.url(&format!("{path}#{section}"))).await?;
            until_at(&page, &format!("{path}#{section}"), language).await?;
            until("its sentence", async || {
                let shown_text = page.execute(SAID, vec![json!(section)]).await?;
                let shown_text = shown_text.as_str().unwrap_or_default().to_string();
                let is_explained = shown_text.contains("145.7 u") && !shown_text.is_ascii();
                Ok(if is_explained { Ok(()) } else { Err(shown_text) })
            })
            .await?;
            assert_eq!(page.axe_violations().await?, Vec::<String>::new());
            assert_eq!(page.console_errors().await?, Vec::<String>::new());
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_language_that_was_chosen_is_kept() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn")).await?;
    until_at(&page, "/learn", Language::English).await?;
    page.click_on(".languages a[hreflang=ko]").await?;
    until_at(&page, "/learn/ko", Language::Korean).await?;
    // The address without a language redirects to the chosen one and keeps its section.
    page.goto(&server.url("/learn#cover")).await?;
    until_at(&page, "/learn/ko#cover", Language::Korean).await?;
    // An address with a language has precedence, also for the laboratory opened from there.
    page.goto(&server.url("/learn/ja")).await?;
    until_at(&page, "/learn/ja", Language::Japanese).await?;
    page.click_on("#end-title a").await?;
    page.until_contains("#caption-title", &[Language::Japanese.scenario(Scenario::Converge).title])
        .await?;
    // That choice is now kept by both.
    page.goto(&server.url("/lab#scenario=et-veto")).await?;
    page.until_contains("#caption-title", &[Language::Japanese.scenario(Scenario::EtVeto).title])
        .await?;
    page.goto(&server.url("/learn")).await?;
    until_at(&page, "/learn/ja", Language::Japanese).await?;
    Ok(())
}

#[tokio::test]
async fn the_laboratory_speaks_each_language() -> Result<()> {
    // A hint, a condition and a row of the panels shared with the game.
    const PANELS: &str = "const parts = ['#set-bound-hint', '[for=way-up-jitter]',
        '#net-graph dl div:nth-child(6) dt'];
        return parts.map((part) => document.querySelector(part).textContent);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for language in others() {
        let asked = format!("/lab?lang={}#scenario=et-veto", language.tag());
        let page = axe::open(&browser, Screen::Desk, &server.url(&asked)).await?;
        page.until_contains("#caption-title", &[language.scenario(Scenario::EtVeto).title]).await?;
        let panels = page.execute(PANELS, vec![]).await?;
        let (setting, row) = (Setting::RewindBound, language.graph_row(GraphRow::Commands));
        let shown_text = [language.setting_hint(setting), language.condition(Condition::Jitter)];
        assert_eq!(panels, json!([shown_text[0], shown_text[1], row.label]));
        page.press('?').await?;
        page.until_seen("#help", 1).await?;
        // Switching the language keeps the current moment.
        page.click_on("#help .languages a[hreflang=en]").await?;
        page.until_contains(
            "#caption-title",
            &[Language::English.scenario(Scenario::EtVeto).title],
        )
        .await?;
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
