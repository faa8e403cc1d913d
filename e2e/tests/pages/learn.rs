//! The article: after a jump to a section its control, both ships and its sentence are in view, a
//! key changes what is said, and a task that is done is said to be.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, DOWN, Page, Screen, Server, Stop, until};
use serde_json::{Value, json};
use shared::lab::article::section::Section;

const MARK: &str = "document.getElementById(arguments[0]).querySelector('lagrange-figure')
    .shadowRoot.querySelector('.mark').click();";
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
    const ships = panes.map((pane) => pane.split(' ').filter(Boolean).length);
    return {
        control: within(root.querySelector('.controls input, .controls select')),
        picture: within(canvas),
        ships: Math.max(...ships),
        said: within(sentence) ? sentence.textContent : '',
        now: sentence?.dataset.now === 'true',
        text: [...section.querySelectorAll('[data-number]')]
            .map((one) => one.textContent).join(' '),
        solved: !section.querySelector('.solved').hidden,
    };";

async fn look(page: &Page, section: Section) -> Result<Value> {
    page.execute(SCRIPT, vec![json!(section.key())]).await.context(section.key())
}

/// Waits until what is in view of a section is so.
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
    for screen in [Screen::Desk, Screen::Phone] {
        let page = browser.open_on(screen, &server.url("/learn")).await?;
        for section in Section::ALL {
            page.execute("location.hash = arguments[0]", vec![json!(section.key())]).await?;
            until_seen(&page, section, "a sentence", |seen| seen["said"] != "").await?;
            // It comes there by itself in some seconds; its mark leads there at once.
            page.execute(MARK, vec![json!(section.key())]).await?;
            let seen = until_seen(&page, section, "all of it is in view", |seen| {
                seen["control"] == true
                    && seen["picture"] == true
                    && seen["now"] == true
                    && seen["ships"].as_u64() >= Some(2)
                    && seen["said"] != ""
            })
            .await?;
            let said = seen["said"].clone();
            change(&page, section).await?;
            until_seen(&page, section, "something else is said", |seen| {
                seen["said"] != "" && seen["said"] != said
            })
            .await?;
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
    let end = matches!(section, Section::Undoing);
    page.press(if list == true {
        '\u{e013}'
    } else if end {
        DOWN
    } else {
        HOME
    })
    .await
}

#[tokio::test]
async fn numbers_of_the_text_follow_the_figure_and_a_task_is_solved() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn#message")).await?;
    let section = Section::Message;
    let before = until_seen(&page, section, "a sentence", |seen| seen["said"] != "").await?;
    ensure!(before["text"].as_str().is_some_and(|text| text.contains("200 ms")), "{before}");
    ensure!(before["solved"] == false, "it is solved already");
    change(&page, section).await?;
    let after = until_seen(&page, section, "the task", |seen| seen["solved"] == true).await?;
    ensure!(after["text"].as_str().is_some_and(|text| text.contains("33 ms")), "{after}");
    Ok(())
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
    let seen = page.count_seen("lagrange-figure > p").await?;
    assert_eq!(seen, Section::ALL.len() as u64, "sentences stand in for the figures");
    Ok(())
}

#[tokio::test]
async fn the_article_plays_when_its_server_is_gone() -> Result<()> {
    let mut server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    // The page of each language is kept by itself.
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
    Ok(())
}

/// Waits until the page is kept at its own address.
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
