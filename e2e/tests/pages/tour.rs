//! The tour of the README, step by step, with its own numbers: the page shows what it promises.
use anyhow::{Context, Result, bail, ensure};
use e2e::{
    Browser, Button, ESCAPE, LinkConditions, Look, Page, Server, aim_at, until, until_at_rest,
};

/// Maximum beams fired until one is near its target.
const BEAMS: usize = 12;
/// Latencies of the link, in ms each way: the README's, and shorter ones for a browser that draws
/// so late that its pictures are older than the limit by that alone.
const LATENCIES_MS: [usize; 3] = [80, 40, 0];
/// The keys with which the target flies to and fro.
const KEYS: [char; 2] = ['d', 'a'];

/// The published state of the sheet: the shot and the sentence.
fn sheet(look: &Look) -> Option<(String, String)> {
    let mut parts = look.text_of("forensics").splitn(4, '|').map(str::to_string);
    let shot = parts.next()?;
    Some((shot, parts.nth(2)?))
}

/// A link with this latency each way.
fn far(latency_ms: usize, loss_permille: usize, carrier: &'static str) -> LinkConditions {
    LinkConditions { latency_ms, jitter_ms: 0, loss_permille, carrier }
}

/// Resets the link and sets it again.
async fn change_link(page: &Page, conditions: &LinkConditions) -> Result<()> {
    page.press('l').await?;
    page.click_on("#link [data-act=link-reset]").await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#link").await?;
    page.simulate_link(conditions).await
}

/// Fires one beam at a crossing ship. Returns the sheet's sentence once its report has arrived;
/// `None` if no ship was near.
async fn beam_at(page: &Page, name: &str, before: &mut String) -> Result<Option<String>> {
    let look = page.look().await?;
    if !aim_at(page, &look, name).await? {
        return Ok(None);
    }
    // The sheet opens at the newest judged shot; the beam may have to cool down first.
    let shot = until("the sheet of a new beam", async || {
        page.hold_buttons(&[Button::Right]).await?;
        page.release_buttons(&[Button::Right]).await?;
        page.press_for_sheet().await?;
        let look = page.look().await?;
        let new = sheet(&look).map(|(shot, _)| shot).filter(|shot| shot != before);
        if new.is_none() {
            page.press(ESCAPE).await?;
        }
        Ok(new.ok_or_else(|| String::from("none yet")))
    })
    .await?;
    before.clone_from(&shot);
    let whole = |look: &Look| {
        let known = |words: &str| !words.is_empty() && !words.contains("is on its way");
        sheet(look).is_some_and(|(at, words)| at == shot && known(&words))
    };
    let look = page.until("its words", whole).await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#forensics").await?;
    let sentence = sheet(&look).map(|(_, sentence)| sentence);
    Ok(sentence.filter(|sentence| !sentence.contains("nobody near")))
}

/// Fires beams at a ship that flies to and fro, until the sentence of one satisfies a condition.
/// Returns the sentences of all; the last one is the only one that may satisfy it.
async fn fire_until(
    page: &Page,
    (prey, name): (&Page, &str),
    satisfies: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let (mut all, mut before) = (Vec::new(), String::new());
    for n in 0..BEAMS {
        let key = KEYS[n % KEYS.len()];
        prey.hold(key).await?;
        let sentence = beam_at(page, name, &mut before).await;
        prey.release(key).await?;
        all.extend(sentence?);
        if all.last().is_some_and(|sentence| satisfies(sentence)) {
            break;
        }
    }
    Ok(all)
}

/// Whether a shot was judged where its target was seen.
fn is_as_seen(sentence: &str) -> bool {
    sentence.contains("where you saw them (0.")
}

/// Whether the picture was older than the server looks back.
fn is_beyond(sentence: &str) -> bool {
    sentence.contains("the limit is 400 ms: the server looked")
}

/// Fires beams until one is judged where it was seen. Only pictures that are too old on this
/// machine excuse a shorter link.
async fn check_judged_as_seen(page: &Page, prey: (&Page, &str)) -> Result<()> {
    for latency_ms in LATENCIES_MS {
        if latency_ms != LATENCIES_MS[0] {
            change_link(page, &far(latency_ms, 0, "stream")).await?;
        }
        let reports = fire_until(page, prey, is_as_seen).await?;
        if reports.last().is_some_and(|sentence| is_as_seen(sentence)) {
            return Ok(());
        }
        let is_late = reports.iter().any(|sentence| is_beyond(sentence));
        ensure!(is_late, "no beam was judged where it was seen: {reports:#?}");
    }
    bail!("at any latency, pictures are older than the limit")
}

#[tokio::test]
async fn the_tour_shows_what_it_promises() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=tour");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    let bob = two.join(Some("Bob")).await?;
    until_at_rest(&two, &bob, &one).await?;

    // 1: 80 ms each way. The own ship responds at once.
    one.simulate_link(&far(LATENCIES_MS[0], 0, "stream")).await?;
    one.until_contains("#badge", &["80 ms"]).await?;
    let before = one.until_flying().await?.own().context("Ann flies")?;
    one.hold('w').await?;
    let moved = |look: &Look| look.own().is_some_and(|own| own.distance(before) > 2.0);
    one.until("the own ship to answer", moved).await?;
    one.release('w').await?;

    // 2: the ghosts.
    one.press('h').await?;
    one.until("ghosts", |look| look.count("ghosts") > 0).await?;

    // 3: a beam at a crossing ship hits it where it was seen, and a figure shows why.
    let rewind = "#scheme-rewind";
    one.until_contains(rewind, &["limit 400 ms"]).await?;
    check_judged_as_seen(&one, (&two, &bob)).await?;

    // 5: beyond the bound, on purpose: a sign shows it, and the sentence says by how much.
    change_link(&one, &far(150, 0, "stream")).await?;
    one.until_contains("#badge", &["150 ms"]).await?;
    one.until_contains(rewind, &["⚠", "limit 400 ms"]).await?;
    let reports = fire_until(&one, (&two, &bob), is_beyond).await?;
    let is_reported = reports.last().is_some_and(|sentence| is_beyond(sentence));
    ensure!(is_reported, "no beam was judged at the limit: {reports:#?}");

    // 6: losses as gaps, and as stalls.
    one.press('n').await?;
    change_link(&one, &far(80, 100, "datagrams")).await?;
    one.until_contains("#badge", &["10 % loss each way", "datagrams"]).await?;
    let lost = |look: &Look| {
        let figures =
            look.text_of("netGraph").split(',').find_map(|pair| pair.strip_prefix("lost:"));
        figures.and_then(|lost| lost.parse::<u32>().ok()).is_some_and(|lost| lost > 0)
    };
    one.until("updates that never came", lost).await?;
    change_link(&one, &far(80, 100, "stream")).await?;
    one.until("no update that never came", |look| !lost(look)).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
