//! The page of the referee: the made match gives its planted rule, tables are judged without a
//! server, what is wrong with one is said with its place, and the page fits every screen.
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use e2e::{Browser, Downloads, Page, Screen, Server, Stop, until};
use fantoccini::Locator;
use referee::made::{MadeTables, MatchPlan, made_match};
use serde_json::json;
use tempfile::TempDir;

use crate::axe;

const SCREENS: [Screen; 2] = [Screen::Desk, Screen::Phone];

/// How many requests the page has made.
const REQUESTS: &str = "return performance.getEntriesByType('resource').length;";

async fn open(browser: &Browser, server: &Server, screen: Screen) -> Result<Page> {
    let page = axe::open(browser, screen, &server.url("/referee")).await?;
    until_ready(&page).await?;
    Ok(page)
}

async fn until_ready(page: &Page) -> Result<()> {
    page.until("the program", |look| look.state() == "ready").await.map(drop)
}

/// A match of this rule, in files.
fn written(rule: &str, spoil: impl Fn(MadeTables) -> MadeTables) -> Result<TempDir> {
    let plan = MatchPlan { rule: rule.parse()?, shots: 300, ..MatchPlan::default() };
    let MadeTables { poses_csv, shots_csv, meta_json } = spoil(made_match(&plan));
    let folder = TempDir::with_prefix("lagrange-e2e-")?;
    fs::write(folder.path().join("poses.csv"), poses_csv)?;
    fs::write(folder.path().join("shots.csv"), shots_csv)?;
    fs::write(folder.path().join("meta.json"), meta_json)?;
    Ok(folder)
}

async fn choose(page: &Page, input: &str, file: &Path) -> Result<()> {
    let input = page.find(Locator::Id(input)).await?;
    Ok(input.send_keys(&file.display().to_string()).await?)
}

async fn choose_all(page: &Page, folder: &TempDir) -> Result<()> {
    for (input, name) in [("poses", "poses.csv"), ("shots", "shots.csv"), ("meta", "meta.json")] {
        choose(page, input, &folder.path().join(name)).await?;
    }
    Ok(())
}

async fn press(page: &Page, button: &str) -> Result<()> {
    const SCRIPT: &str = "document.getElementById(arguments[0]).click();";
    page.execute(SCRIPT, vec![json!(button)]).await.map(drop).map_err(Into::into)
}

/// Waits for the headline's rule, whose spaces do not break.
async fn until_rule(page: &Page, rule: &str) -> Result<()> {
    until("the rule", async || {
        let text = page.text("#rule").await?.unwrap_or_default().replace('\u{a0}', " ");
        let trouble = page.text("#trouble").await?.unwrap_or_default();
        Ok(if text == rule { Ok(()) } else { Err(format!("{text:?} {trouble:?}")) })
    })
    .await
}

/// Nothing is wider than the page.
async fn check_width(page: &Page) -> Result<()> {
    const WIDER: &str = "const found = [...document.querySelectorAll('body *')].filter((one) =>
            !one.closest('svg svg, pre *') && one.checkVisibility()
            && one.getBoundingClientRect().right > innerWidth + 0.5);
        return [document.documentElement.scrollWidth > innerWidth ? 'the page' : null,
            ...found.map((one) => one.outerHTML.slice(0, 80))].filter(Boolean);";
    let wider = page.execute(WIDER, Vec::new()).await?;
    ensure!(wider == json!([]), "wider than the page: {wider}");
    Ok(())
}

#[tokio::test]
async fn the_made_match_gives_its_planted_rule() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let mut breaches = Vec::new();
    for screen in SCREENS {
        let page = open(&browser, &server, screen).await?;
        check_width(&page).await?;
        breaches.extend(page.axe_violations().await?);
        press(&page, "example").await?;
        until_rule(&page, "rtt + interp + 15.6 ms").await?;
        page.until_contains("#finding", &["rtt + interp + 15.6 ms", "found it exactly"]).await?;
        page.until_seen(".shot", 6).await?;
        page.until_seen(".chart > svg", 1).await?;
        press(&page, "copy").await?;
        page.until_contains("#done", &["."]).await?;
        page.execute(
            "for (const one of document.querySelectorAll('details')) one.open = true;",
            vec![],
        )
        .await?;
        check_width(&page).await?;
        breaches.extend(page.axe_violations().await?);
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    Ok(())
}

#[tokio::test]
async fn tables_are_judged_without_a_server_and_without_a_request() -> Result<()> {
    let mut server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, Screen::Desk).await?;
    // The service worker has cached the page once it is active.
    page.execute("return navigator.serviceWorker.ready.then(() => true);", vec![]).await?;
    let downloads = Downloads::of(&page).await?;
    server.stop(Stop::Asked)?;
    let before = page.execute(REQUESTS, vec![]).await?;
    let folder = written("rtt/2 + interp, older tick", |tables| tables)?;
    choose_all(&page, &folder).await?;
    page.execute("document.getElementById('rules').value = 'rtt + interp - 20';", vec![]).await?;
    press(&page, "judge").await?;
    until_rule(&page, "rtt/2 + interp, older tick").await?;
    page.until_contains(".rivals", &["rtt + interp - 20 ms", "you asked"]).await?;
    page.until_contains("#shots-title + p", &["rtt + interp - 20 ms"]).await?;
    press(&page, "save").await?;
    let csv = String::from_utf8(downloads.read("verdicts.csv").await?)?;
    assert!(csv.starts_with("line,t_ms,shooter,said,\"rtt/2 + interp, older tick\""), "{csv}");
    assert_eq!(csv.lines().count(), 301);
    assert_eq!(page.execute(REQUESTS, vec![]).await?, before, "requests after the choice");
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    // Nor could there be one.
    const ASK: &str = "return fetch('healthz').then(() => 'answered', () => 'refused');";
    assert_eq!(page.execute(ASK, vec![]).await?, json!("refused"));
    let refused = page.console_errors().await?.join("\n");
    assert!(refused.contains("connect-src 'none'"), "{refused}");

    // The page opens without a server, too.
    page.refresh().await?;
    until_ready(&page).await?;
    press(&page, "example").await?;
    until_rule(&page, "rtt + interp + 15.6 ms").await
}

#[tokio::test]
async fn what_is_wrong_with_a_table_is_said_with_its_place() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, Screen::Desk).await?;
    let spoil = |tables: MadeTables| {
        let mut lines: Vec<String> = tables.poses_csv.lines().map(String::from).collect();
        lines[2] = "0,p1,left,0,0".into();
        MadeTables { poses_csv: lines.join("\n"), ..tables }
    };
    let folder = written("rtt", spoil)?;
    choose_all(&page, &folder).await?;
    press(&page, "judge").await?;
    page.until_contains("#trouble", &["poses.csv", "line 3", "x is \"left\"", "must be"]).await?;
    // A rule that is none.
    page.execute("document.getElementById('rules').value = 'ping';", vec![]).await?;
    press(&page, "judge").await?;
    page.until_contains("#trouble", &["Your rules, line 1", "\"ping\""]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn dropped_tables_find_their_places_and_the_form_stands_for_a_meta_file() -> Result<()> {
    const DROP: &str = "const dataTransfer = new DataTransfer();
        for (const [name, text] of arguments[0]) {
            dataTransfer.items.add(new File([text], name));
        }
        const init = { dataTransfer, bubbles: true, cancelable: true };
        document.getElementById('drop').dispatchEvent(new DragEvent('drop', init));";
    const FILL: &str = "for (const [id, value] of arguments[0]) {
            document.getElementById(id).value = value;
        }";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, Screen::Phone).await?;
    let plan = MatchPlan { rule: "interp + 40".parse()?, shots: 300, ..MatchPlan::default() };
    let tables = made_match(&plan);
    // A name that is markup stays a name.
    let [shots, poses] =
        [tables.shots_csv, tables.poses_csv].map(|table| table.replace("p0", "<i>p0</i>"));
    let files = json!([["a.csv", shots], ["b.csv", poses]]);
    page.execute(DROP, vec![files]).await?;
    page.until_contains("label[data-for=poses]", &["b.csv"]).await?;
    page.until_contains("label[data-for=shots]", &["a.csv"]).await?;
    let sizes = json!([
        ["half-x", "0.4"],
        ["half-y", "0.4"],
        ["half-z", "0.9"],
        ["tick", "15.625"],
        ["records", "after-move"]
    ]);
    page.execute(FILL, vec![sizes]).await?;
    press(&page, "judge").await?;
    page.until_contains("#rule", &["interp"]).await?;
    page.until_contains("#headline", &["agreement 9"]).await?;
    page.until_contains(".bins", &["<i>p0</i>"]).await?;
    assert_eq!(page.count_seen("#answer i").await?, 0);
    check_width(&page).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn work_can_be_stopped_and_begun_again() -> Result<()> {
    const STOP_ONCE_BUSY: &str = "window.stopped = 0;
        new MutationObserver((_, observer) => {
            if (document.body.dataset.state !== 'busy') return;
            observer.disconnect();
            document.getElementById('stop').click();
            window.stopped += 1;
        }).observe(document.body, { attributes: true });
        document.getElementById('example').click();";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open(&browser, &server, Screen::Desk).await?;
    page.execute(STOP_ONCE_BUSY, vec![]).await?;
    until("the stop", async || {
        let stopped = page.execute("return window.stopped;", vec![]).await?;
        Ok(if stopped == json!(1) { Ok(()) } else { Err(stopped.to_string()) })
    })
    .await?;
    until_ready(&page).await?;
    page.until_seen("#answer, #work", 0).await?;
    press(&page, "example").await?;
    until_rule(&page, "rtt + interp + 15.6 ms").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
