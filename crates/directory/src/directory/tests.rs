//! Single rules, each by the events that call for it.
