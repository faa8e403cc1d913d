//! The pages in every language: each has its address and its `lang`, links to the others, and the
//! choice is kept by article, laboratory and game.
use anyhow::Result;
use article::section::Section;
use e2e::{Browser, Page, Screen, Server, until};
use fantoccini::Locator;
use lab::scenario::Scenario;
use serde_json::{Value, json};
use shared::{netcode::setting::Setting, wire::conditions::Condition};
use words::{GraphRow, Language, game::GamePageText};

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

/// The own text of every element with a key, without that of its children.
const OWN_TEXTS: &str = "const own = (one) => [...one.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.data.trim()).filter(Boolean).join(' ');
    return [...document.querySelectorAll('[data-words]')]
        .map((one) => [one.dataset.words, own(one)]);";

/// What is wider than its place, of the panels that are shown.
const CUT: &str = "const parts = '.drawer, .card, :is(.drawer, .card) :is(button, small, label), \
         #round-end, #hud .over';
    return [...document.querySelectorAll(parts)]
        .filter((one) => one.checkVisibility() && one.clientWidth > 0)
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.tagName} ${one.id}: ${one.textContent.trim()}`);";

/// A text of the markup in a language, as [`OWN_TEXTS`] reads it.
fn own_text(language: Language, text: GamePageText) -> String {
    let pieces = language.game_page(text).split('{');
    let pieces = pieces.map(|piece| piece.split_once('}').map_or(piece, |(_, after)| after).trim());
    pieces.filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(" ")
}

async fn check_not_cut(page: &Page, what: &str) -> Result<()> {
    let cut = page.execute(CUT, vec![]).await?;
    assert_eq!(cut, json!([]), "{what}");
    Ok(())
}

#[tokio::test]
async fn the_game_speaks_each_language_and_nothing_is_cut() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for language in others() {
        for size in [(1280, 720), (390, 844), (844, 390)] {
            let screen = if size.0 < 1000 { Screen::Phone } else { Screen::Desk };
            let address = format!("/?lang={}#room=x", language.tag());
            let page = axe::open(&browser, screen, &server.url(&address)).await?;
            page.resize(size).await?;
            page.until("the join screen", |look| look.state() == "join").await?;
            let shown = page.execute(OWN_TEXTS, vec![]).await?;
            let shown: Vec<(String, String)> = serde_json::from_value(shown)?;
            for (key, shown) in shown {
                let text = GamePageText::of_key(&key).map(|text| own_text(language, text));
                assert_eq!(text.as_deref(), Some(shown.as_str()), "{language:?} {key}");
            }
            let what = format!("{language:?} {size:?}");
            check_not_cut(&page, &format!("{what} join")).await?;
            page.join(None).await?;
            check_not_cut(&page, &what).await?;
            for drawer in ["menu", "settings", "help", "link", "netcode"] {
                page.ask(drawer).await?;
                page.until_seen(&format!("#{drawer}"), 1).await?;
                check_not_cut(&page, &format!("{what} {drawer}")).await?;
            }
            assert_eq!(page.console_errors().await?, Vec::<String>::new());
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_language_chosen_in_the_game_is_kept_and_so_is_the_seat() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=x")).await?;
    let name = page.join(Some("Ann")).await?;
    page.ask("settings").await?;
    page.click_on("#settings .languages a[hreflang=ja]").await?;
    page.until_contains("#menu-button", &[language_menu(Language::Japanese)]).await?;
    page.until("the held seat", |look| look.state() == "playing").await?;
    page.until_contains("#toasts", &[Language::Japanese.game().connection.seat_held]).await?;
    assert_eq!(name, "Ann");
    // What was typed on the join screen is there in another language.
    page.ask("leave").await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    for (id, text) in [("name", "Bob"), ("room", "typed")] {
        let field = page.find(Locator::Id(id)).await?;
        field.clear().await?;
        field.send_keys(text).await?;
    }
    page.click_on("#join .languages a[hreflang=ko]").await?;
    until_at(&page, "/#room=typed", Language::Korean).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    for (id, text) in [("name", "Bob"), ("room", "typed")] {
        let field = page.find(Locator::Id(id)).await?;
        assert_eq!(field.prop("value").await?.as_deref(), Some(text));
    }
    page.click_on("#join .languages a[hreflang=ja]").await?;
    until_at(&page, "/#room=typed", Language::Japanese).await?;
    // Without a language in the address, on another page of the same browser.
    page.goto(&server.url("/lab#scenario=et-veto")).await?;
    page.until_contains("#caption-title", &[Language::Japanese.scenario(Scenario::EtVeto).title])
        .await?;
    Ok(())
}

fn language_menu(language: Language) -> &'static str {
    GamePageText::of_key("menu-name").map_or("", |text| language.game_page(text))
}
