//! Texts of `web/lab.html`. Each has a key there, by which the page looks it up in another
//! language. `{0}`, `{1}` and so on are placeholders for an element's children, in order.

use crate::language::{Language, in_language};

/// Declares the texts of the page, each with its key.
macro_rules! texts {
    ($($text:ident $key:literal,)*) => {
        /// The texts of the page in a language.
        pub(crate) struct PageWords {
            $(pub(crate) $text: &'static str,)*
        }

        const ALL: &[PageText] = &[$(PageText { key: $key, of: |words| words.$text },)*];
    };
}

texts! {
    // The bar above the panes, and names of elements without a group here.
    bar_title "bar-title",
    bar_heading "bar-heading",
    bar_scenario "bar-scenario",
    bar_capture_end "bar-capture-end",
    bar_panels "bar-panels",
    bar_lessons "bar-lessons",
    bar_schemes "bar-schemes",
    bar_network "bar-network",
    bar_desk "bar-desk",
    bar_desk_hint "bar-desk-hint",
    bar_shots "bar-shots",
    bar_graph "bar-graph",
    bar_ring "bar-ring",
    bar_ring_hint "bar-ring-hint",
    bar_view_line "bar-view-line",
    bar_view_line_hint "bar-view-line-hint",
    bar_stored "bar-stored",
    bar_stored_hint "bar-stored-hint",
    bar_share "bar-share",
    bar_help "bar-help",
    bar_caption "bar-caption",
    bar_close "bar-close",
    bar_graph_name "bar-graph-name",
    bar_away "bar-away",

    // The time bar and the time lanes.
    time_ring_slot "time-ring-slot",
    time_ring_slot_hint "time-ring-slot-hint",
    time_lanes_say "time-lanes-say",
    time_name "time-name",
    time_restart "time-restart",
    time_restart_hint "time-restart-hint",
    time_frame_back "time-frame-back",
    time_frame_on "time-frame-on",
    time_speed "time-speed",
    time_speed_hint "time-speed-hint",
    time_position "time-position",
    time_cue "time-cue",
    time_take "time-take",
    time_swap "time-swap",

    // The help.
    help_name "help-name",
    help_about "help-about",
    help_keys_fly "help-keys-fly",
    help_fly "help-fly",
    help_keys_aim "help-keys-aim",
    help_aim "help-aim",
    help_play "help-play",
    help_frames "help-frames",
    help_cue "help-cue",
    help_speed "help-speed",
    help_restart "help-restart",
    help_swap "help-swap",
    help_maximise "help-maximise",
    help_keys_schemes "help-keys-schemes",
    help_schemes "help-schemes",
    help_lessons "help-lessons",
    help_drawers "help-drawers",
    help_desk "help-desk",
    help_ring "help-ring",
    help_view_line "help-view-line",
    help_ghosts "help-ghosts",
    help_point_at_ship "help-point-at-ship",
    help_stored "help-stored",
    help_click_bolt "help-click-bolt",
    help_why_hit "help-why-hit",
    help_close_open "help-close-open",
    help_cues_wanted "help-cues-wanted",
    help_legend "help-legend",
    help_strip "help-strip",
    help_play_online "help-play-online",

    // The lessons, except the texts of each lesson.
    lessons_name "lessons-name",
    lessons_example_name "lessons-example-name",
    lessons_example "lessons-example",
    lessons_do_this "lessons-do-this",
    lessons_watch_that "lessons-watch-that",
    lessons_article "lessons-article",
    lessons_back "lessons-back",
    lessons_next "lessons-next",
    lessons_all "lessons-all",

    // The schemes.
    schemes_name "schemes-name",
    schemes_about "schemes-about",
    schemes_columns "schemes-columns",
    schemes_presets "schemes-presets",
    schemes_alternatives "schemes-alternatives",
    schemes_choices "schemes-choices",
    schemes_shot_line "schemes-shot-line",
    schemes_room_part "schemes-room-part",
    schemes_player_part "schemes-player-part",
    schemes_player_hint "schemes-player-hint",

    // The network.
    network_name "network-name",
    network_about "network-about",
    network_codec "network-codec",
    network_codec_hint "network-codec-hint",
    network_whose_links "network-whose-links",
    network_you "network-you",
    network_other "network-other",
    network_third "network-third",
    network_kinds "network-kinds",
    network_way_up "network-way-up",
    network_way_down "network-way-down",
    network_full_update "network-full-update",
    network_full_update_hint "network-full-update-hint",
    network_who_flies "network-who-flies",
    network_controllers "network-controllers",

    // The cheater’s desk, except its lies and counters.
    desk_name "desk-name",
    desk_about "desk-about",
    desk_programs "desk-programs",
    desk_columns "desk-columns",
    desk_lies "desk-lies",
    desk_tries "desk-tries",
    desk_against "desk-against",
    desk_came "desk-came",
    desk_gains "desk-gains",
    desk_counters "desk-counters",

    // The shots, and the drawer for sharing a moment.
    share_shots "share-shots",
    share_no_shot "share-no-shot",
    share_name "share-name",
    share_about "share-about",
    share_copy "share-copy",
    share_as_figure "share-as-figure",
    share_figure "share-figure",
    share_figure_alone "share-figure-alone",
    share_copy_element "share-copy-element",
    share_copy_iframe "share-copy-iframe",
    share_as_file "share-as-file",
    share_run "share-run",
    share_save_run "share-save-run",
    share_open_file "share-open-file",
    share_drop "share-drop",

    // The welcome panel, and the panel after a panic.
    beginning_name "beginning-name",
    beginning_about "beginning-about",
    beginning_learn "beginning-learn",
    beginning_learn_hint "beginning-learn-hint",
    beginning_article "beginning-article",
    beginning_try "beginning-try",
    beginning_try_hint "beginning-try-hint",
    beginning_shot "beginning-shot",
    beginning_shot_hint "beginning-shot-hint",
    beginning_dismiss "beginning-dismiss",
    beginning_panic "beginning-panic",
    beginning_panic_hint "beginning-panic-hint",
    beginning_reload "beginning-reload",
}

/// A text of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageText {
    key: &'static str,
    of: fn(&PageWords) -> &'static str,
}

impl PageText {
    /// Every text.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().copied()
    }

    /// The key in the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.key
    }

    /// The text with a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::all().find(|text| text.key == key)
    }
}

impl Language {
    /// A text of the laboratory's page.
    #[must_use]
    pub fn page(self, text: PageText) -> &'static str {
        (text.of)(in_language!(self, &lab::page::PAGE))
    }
}
