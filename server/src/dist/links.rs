//! Rewrites or removes the links of a page that moves from the server into a folder. Links are the
//! values of `href` and `src` in double quotes.

/// The target of a link in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A file or folder inside, as a path from the top: `icon.svg`, `embed/`. The top is empty.
    Inside(String),
    /// A URL elsewhere, escaped for HTML.
    Outside(String),
}

/// The attributes that contain URLs.
const ATTRIBUTES: [&str; 2] = ["href=\"", "src=\""];
/// The closing tag of a link.
const LINK_END: &str = "</a>";

/// Rewrites a page served at `path` for a folder `depth` levels below the top. URLs for which `to`
/// returns `None` stay as they are.
pub(super) fn relink(
    page: &str,
    path: &str,
    depth: usize,
    to: impl Fn(&str) -> Option<Target>,
) -> String {
    let mut moved = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(begin) = next_value(rest) {
        let (before, value) = rest.split_at(begin);
        let (address, after) = value.split_at(value.find('"').unwrap_or(value.len()));
        moved.push_str(before);
        moved.push_str(
            &rewrite_address(address, path, depth, &to).unwrap_or_else(|| address.into()),
        );
        rest = after;
    }
    moved + rest
}

/// Removes the links to `gone` URLs from a page served at `path`, along with their text, and with
/// the paragraph if it contains nothing else.
pub(super) fn without(page: &str, path: &str, gone: impl Fn(&str) -> bool) -> String {
    let mut left = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find("<a ") {
        let (before, link) = rest.split_at(at);
        let end = link.find(LINK_END).map_or(link.len(), |end| end + LINK_END.len());
        let (link, after) = link.split_at(end);
        left.push_str(before);
        rest = after;
        let address = link.split_once(" href=\"").and_then(|(_, rest)| rest.split('"').next());
        match address.is_some_and(|address| gone(&resolved(address, path))) {
            false => left.push_str(link),
            true if left.ends_with("<p>") && rest.starts_with("</p>") => {
                left.truncate(left.trim_end_matches("<p>").trim_end().len());
                rest = &rest["</p>".len()..];
            }
            true => {}
        }
    }
    left + rest
}

/// Where the next attribute value begins.
fn next_value(text: &str) -> Option<usize> {
    let starts = ATTRIBUTES.iter().flat_map(|name| {
        let found = text.match_indices(name);
        let attribute = found.filter(|(at, _)| text[..*at].ends_with(char::is_whitespace));
        attribute.map(|(at, name)| at + name.len())
    });
    starts.min()
}

fn rewrite_address(
    address: &str,
    path: &str,
    depth: usize,
    to: impl Fn(&str) -> Option<Target>,
) -> Option<String> {
    let end = address.find(['#', '?']).unwrap_or(address.len());
    let (named, more) = address.split_at(end);
    let elsewhere = named.is_empty() || named.contains(':') || named.starts_with("//");
    match to(&resolved(named, path)).filter(|_| !elsewhere)? {
        Target::Outside(attribute) => Some(attribute),
        Target::Inside(name) => {
            let up = "../".repeat(depth);
            let here = if up.is_empty() && name.is_empty() { "./" } else { "" };
            Some([here, &up, &name, more].concat())
        }
    }
}

/// Resolves a relative URL against the path of its page.
fn resolved(named: &str, path: &str) -> String {
    let mut parts: Vec<&str> = match named.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => path.split('/').collect(),
    };
    // Drop the page itself from its path.
    parts.pop();
    for part in named.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    ["/", &parts.join("/")].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(path: &str) -> Option<Target> {
        let inside = |name: &str| Some(Target::Inside(name.into()));
        match path {
            "/style-0.css" => inside("style-0.css"),
            "/lab" => inside(""),
            "/learn" => inside("learn/"),
            "/learn/ja" => inside("learn/ja/"),
            "/" => Some(Target::Outside("https://play.example/".into())),
            _ => None,
        }
    }

    #[track_caller]
    fn check_moved(address: &str, path: &str, depth: usize, expected: &str) {
        let page = format!("<a id=\"lab\" data-src=\"lab\"\n href=\"{address}\">lab</a>");
        let moved = format!("<a id=\"lab\" data-src=\"lab\"\n href=\"{expected}\">lab</a>");
        assert_eq!(relink(&page, path, depth, known), moved, "{path}");
    }

    #[test]
    fn relinked_addresses_keep_their_targets() {
        check_moved("style-0.css", "/lab", 0, "style-0.css");
        check_moved("style-0.css", "/learn", 1, "../style-0.css");
        check_moved("../style-0.css", "/learn/ja", 2, "../../style-0.css");
        check_moved("/style-0.css", "/learn/ja", 2, "../../style-0.css");
        check_moved("lab#scenario=figure-2", "/learn", 1, "../#scenario=figure-2");
        check_moved("learn/ja#a", "/learn", 1, "../learn/ja/#a");
        check_moved("../learn", "/learn/ja", 2, "../../learn/");
        check_moved("learn?a=1", "/lab", 0, "learn/?a=1");
        check_moved("lab", "/lab", 0, "./");
        check_moved("./", "/learn", 1, "https://play.example/");
        check_moved("../", "/learn/ja", 2, "https://play.example/");
    }

    #[test]
    fn removed_links_take_their_text_and_paragraph() {
        let gone = |path: &str| path == "/";
        for (path, home) in [("/learn", "./"), ("/learn/ja", "../"), ("/lab", "/")] {
            let page = format!(
                "<p>a</p>\n  <p><a id=\"b\" href=\"{home}\" data-c=\"d\">Play</a></p>\n<p>Or \
                 <a href=\"{home}\">play</a> <a href=\"lab\">look</a></p><a>e</a>"
            );
            let left = "<p>a</p>\n<p>Or  <a href=\"lab\">look</a></p><a>e</a>";
            assert_eq!(without(&page, path, gone), left, "{path}");
        }
    }

    #[test]
    fn other_addresses_are_unchanged() {
        for address in
            ["#lesson=1", "?a", "https://a.example/lab", "//a.example", "mailto:a", "none.css", ""]
        {
            check_moved(address, "/learn", 1, address);
        }
        let page = "<p>href=\"lab\"</p><img src=\"style-0.css\"><b src=\"lab";
        let moved = "<p>href=\"lab\"</p><img src=\"../style-0.css\"><b src=\"../";
        assert_eq!(relink(page, "/learn", 1, known), moved);
    }
}
