//! The answer as HTML: the headline, the curve, the rivals, the shots that show them, where rule
//! and server disagree, and what was read.

use std::fmt::Write as _;

use referee::examination::Bin;
use referee::explanation::{Explanation, Rival, RivalKind};
use referee::tables::meta::Meta;
use referee::text;

use crate::chart::{NARROW, WIDE, chart};
use crate::html::Escaped;
use crate::judgement::{Contrast, Judgement};
use crate::marks::Mark;
use crate::picture::Pictures;

/// The whole answer; `finding` says whether a planted rule was found.
pub fn answer(judged: &Judgement, meta: &Meta, finding: Option<&str>) -> String {
    let mut html = String::new();
    headline(&mut html, &judged.explanation, finding);
    curve(&mut html, judged);
    if judged.explanation.refusal.is_none() {
        rivals(&mut html, &judged.explanation);
    }
    if let Some(contrast) = &judged.contrast {
        shots(&mut html, judged, contrast, meta);
    }
    disagreements(&mut html, judged);
    reading(&mut html, judged);
    html
}

/// The whole answer in plain text, as the command line prints it.
pub fn plain(judged: &Judgement) -> String {
    let answer = text::answer(&judged.explanation, Some(&judged.diagnosis), &judged.collected.ids);
    [text::summary(&judged.collected), "\n".to_string(), answer].concat()
}

fn headline(html: &mut String, explanation: &Explanation, finding: Option<&str>) {
    let title = match &explanation.refusal {
        // A line breaks before a term, not within it.
        None => explanation.best.to_string().replace("+ ", "+\u{a0}").replace(" ms", "\u{a0}ms"),
        Some(_) => "No answer".to_string(),
    };
    let sentence = text::headline(explanation);
    let sentence = sentence.trim_start_matches("No answer: ");
    let _ = write!(
        html,
        "<div id=\"headline\"><h2 id=\"rule\" tabindex=\"-1\">{}</h2><p>{}</p>",
        Escaped(title),
        Escaped(first_letter_up(sentence))
    );
    if let Some(finding) = finding {
        let _ = write!(html, "<p id=\"finding\">{}</p>", Escaped(finding));
    }
    html.push_str("</div>");
}

fn first_letter_up(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn curve(html: &mut String, judged: &Judgement) {
    let explanation = &judged.explanation;
    let median_ms = explanation.rewinds_ms[1];
    let caption = match (&explanation.refusal, explanation.offset_interval_ms) {
        (Some(_), _) => "What fits least badly is marked, and not claimed.".to_string(),
        (None, None) => "Marks: rules, at their own agreement.".to_string(),
        (None, Some((from, to))) => format!(
            "The band: 95 % of the best places when bursts are drawn anew, {:.1} to {:.1} ms back \
             in the median (an interval, not a test). Marks: rules, at their own agreement.",
            median_ms + from,
            median_ms + to
        ),
    };
    let (wide, narrow) = (chart(judged, WIDE), chart(judged, NARROW));
    let _ = write!(
        html,
        "<section aria-labelledby=\"curve-title\"><h3 id=\"curve-title\">How far back it \
         looked</h3>\
         <figure class=\"chart\">{wide}{narrow}\
         <figcaption>{caption}</figcaption></figure></section>"
    );
}

fn rivals(html: &mut String, explanation: &Explanation) {
    let best = explanation.best;
    let others: Vec<&Rival> =
        explanation.rivals.iter().filter(|rival| rival.rule != best).collect();
    let (near, far): (Vec<&Rival>, Vec<&Rival>) = others
        .into_iter()
        .partition(|rival| !rival.is_excluded() || rival.kind == RivalKind::Asked);
    // Of those that are excluded, the named ones that agree most stand in sight too.
    let (mut shown, mut rest) = (near, far);
    while shown.len() < 5 && !rest.is_empty() {
        let named = rest.iter().position(|rival| rival.kind == RivalKind::Named);
        shown.push(rest.remove(named.unwrap_or(0)));
    }
    let _ = write!(
        html,
        "<section aria-labelledby=\"rivals-title\"><h3 id=\"rivals-title\">Rivals</h3>\
         <p>{} Each rival meets the rule that wins on the other shots ({} folds). A burst has \
         one vote: that rival explains it worse, or better.</p>",
        Escaped(text::how_many_left(explanation)),
        explanation.folds
    );
    table(html, "The best rule and its rivals", Some(explanation), &shown, explanation);
    if !rest.is_empty() {
        let _ = write!(html, "<details><summary>{} more, all excluded</summary>", rest.len());
        table(html, "More rivals, all excluded", None, &rest, explanation);
        html.push_str("</details>");
    }
    html.push_str("</section>");
}

fn table(
    html: &mut String,
    caption: &str,
    best: Option<&Explanation>,
    rivals: &[&Rival],
    explanation: &Explanation,
) {
    let _ = write!(
        html,
        "<table class=\"rivals\"><caption class=\"unseen\">{caption}</caption><thead><tr>\
         <th scope=\"col\">rule</th><th scope=\"col\">agree</th><th scope=\"col\">differ</th>\
         <th scope=\"col\"><abbr title=\"bursts that it explains worse and better\">worse : better\
         </abbr></th><th scope=\"col\"><abbr title=\"one-sided sign test, corrected by Holm over \
         all rivals\">p</abbr></th></tr></thead><tbody>"
    );
    if let Some(best) = best {
        let _ = write!(
            html,
            "<tr class=\"best\"><th scope=\"row\">{}<span class=\"rule\">{}</span>\
             <small>explains most</small></th><td>{:.1} %</td><td>–</td><td>–</td><td>–</td></tr>",
            Mark::Best.icon(),
            Escaped(best.best),
            best.agreement.share() * 100.0
        );
    }
    for rival in rivals {
        row(html, rival, explanation);
    }
    html.push_str("</tbody></table>");
}

fn row(html: &mut String, rival: &Rival, explanation: &Explanation) {
    let mark = Mark::of(rival);
    let asked = if rival.kind == RivalKind::Asked { "you asked; " } else { "" };
    let fitted = if rival.kind == RivalKind::Fitted { "fitted; " } else { "" };
    let verdict = text::verdict(rival, explanation.records);
    let advice = match mark {
        Mark::Left => format!(". To tell them apart: {}.", text::separator(rival, explanation)),
        Mark::Best | Mark::Excluded => String::new(),
    };
    let p = rival.p_corrected;
    let p = if p < 0.001 { "&lt; 0.001".to_string() } else { format!("{p:.3}") };
    let _ = write!(
        html,
        "<tr class=\"{}\"><th scope=\"row\">{}\
         <span class=\"rule\">{}</span><small>{asked}{fitted}{}</small></th>\
         <td>{:.1} %</td><td>{}</td><td>{} : {}</td><td>{p}</td></tr>",
        mark.class(),
        mark.icon(),
        Escaped(rival.rule),
        Escaped(verdict + &advice),
        rival.agreement.share() * 100.0,
        rival.differ,
        rival.bursts_against,
        rival.bursts_for
    );
}

fn shots(html: &mut String, judged: &Judgement, contrast: &Contrast, meta: &Meta) {
    let pictures = Pictures {
        meta,
        ids: &judged.collected.ids,
        best: judged.explanation.best.to_string(),
        rival: contrast.rival.rule.to_string(),
        rival_mark: Mark::of(&contrast.rival),
    };
    let _ = write!(
        html,
        "<section aria-labelledby=\"shots-title\"><h3 id=\"shots-title\">Shots that tell them \
         apart</h3><p>On {} shots the best rule and its rival {} differ. Solid with a cross: where \
         the target was for the best rule. Dashed: where it was for the rival. Thin: where it was \
         at the moment of the shot. Dots: its poses. Every shot flies to the right.</p>\
         <div class=\"shots\">",
        contrast.rival.differ,
        Escaped(&pictures.rival)
    );
    for shot in &contrast.shots {
        html.push_str(&pictures.figure(shot));
    }
    html.push_str("</div></section>");
}

fn disagreements(html: &mut String, judged: &Judgement) {
    let (agreement, diagnosis) = (&judged.explanation.agreement, &judged.diagnosis);
    let misses = agreement.shots - agreement.hits;
    let _ = write!(
        html,
        "<section aria-labelledby=\"off-title\"><h3 id=\"off-title\">Where rule and server disagree\
         </h3><p>Of {} hits that the server gave, the rule misses {}; of {misses} misses, it hits \
         {}. Disagreements that gather in one row point at a cause other than time.</p>\
         <div class=\"bins\">",
        agreement.hits,
        agreement.missed(),
        agreement.false_hits()
    );
    for (name, bins) in [
        ("Edge, in sizes of the body", &diagnosis.by_edge),
        ("Height", &diagnosis.by_height),
        ("Speed of the target", &diagnosis.by_speed),
        ("Ping", &diagnosis.by_rtt),
        ("Shooter", &diagnosis.by_shooter),
    ] {
        if !bins.is_empty() {
            bin_table(html, name, bins);
        }
    }
    html.push_str("</div></section>");
}

fn bin_table(html: &mut String, name: &str, bins: &[Bin]) {
    let _ = write!(
        html,
        "<table><caption>{name}</caption><thead><tr><td></td><th scope=\"col\">shots</th>\
         <th scope=\"col\">missed</th><th scope=\"col\">false hits</th></tr></thead><tbody>"
    );
    for Bin { name, shots, missed, false_hits } in bins {
        let _ = write!(
            html,
            "<tr><th \
             scope=\"row\">{}</th><td>{shots}</td><td>{missed}</td><td>{false_hits}</td></tr>",
            Escaped(name)
        );
    }
    html.push_str("</tbody></table>");
}

fn reading(html: &mut String, judged: &Judgement) {
    html.push_str(
        "<section aria-labelledby=\"read-title\"><h3 id=\"read-title\">What was read</h3>",
    );
    for line in text::summary(&judged.collected).lines() {
        let _ = write!(html, "<p>{}</p>", Escaped(line));
    }
    let _ = write!(
        html,
        "<details><summary>The whole answer as text</summary><pre id=\"plain\" tabindex=\"0\" \
         role=\"group\" aria-label=\"The whole answer\">{}</pre></details></section>",
        Escaped(plain(judged))
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Example, TextTable};
    use crate::judgement::{Case, judge};

    #[test]
    fn names_of_players_stay_text() {
        let example = Example::new();
        let case = example.case().unwrap();
        let nasty =
            |table: TextTable| TextTable { text: table.text.replace("p0", "<img src=x>"), ..table };
        let case = Case { poses: nasty(case.poses), shots: nasty(case.shots), ..case };
        let judged = judge(&case, &mut |_| {}).unwrap();
        let html = answer(&judged, &case.meta, Some(&example.finding(&judged.explanation)));
        assert!(!html.contains("<img") && html.contains("&lt;img src=x&gt;"));
    }

    #[test]
    fn no_answer_says_why_and_claims_nothing() {
        let case = Example::new().case().unwrap();
        let lines: Vec<&str> = case.shots.text.lines().take(8).collect();
        let shots = TextTable { name: "shots.csv".into(), text: lines.join("\n") };
        let case = Case { shots, ..case };
        let judged = judge(&case, &mut |_| {}).unwrap();
        let html = answer(&judged, &case.meta, None);
        assert!(html.contains(">No answer</h2>"), "{html}");
        assert!(!html.contains("rivals-title") && !html.contains("shots-title"), "{html}");
    }
}
