//! What is asked of every sentence, whichever it is.

/// Asserts that a text is whole sentences, each begun and ended properly.
pub(crate) fn check_sentences(what: &str, text: &str) {
    check_words(what, text);
    let end = text.trim_end_matches('"').chars().last();
    let is_ended = matches!(end, Some('.' | '?' | '!' | '。' | '\u{ff1f}' | '\u{ff01}'));
    assert!(is_ended, "{what} does not end: {text}");
    let begins = text.trim_start_matches('"').chars().next();
    // Scripts without capitals begin as they go on.
    let is_begun = begins.is_some_and(|first| first.is_alphanumeric() && !first.is_lowercase());
    assert!(is_begun, "{what} does not begin: {text}");
}

/// Asserts that a text is there, without gaps in it and around it.
pub(crate) fn check_words(what: &str, text: &str) {
    assert!(text.len() > 5, "{what}: {text}");
    assert!(!text.contains("  ") && text.trim() == text, "{what} has gaps: {text:?}");
}
