//! Texts of the laboratory's page in English, as `web/lab.html` has them.

use crate::lab::page::PageWords;

pub(crate) const PAGE: PageWords = PageWords {
    bar_title: "Lagrange laboratory",
    bar_heading: "Laboratory",
    bar_scenario: "Scenario",
    bar_capture_end: "Close the capture",
    bar_panels: "Panels",
    bar_lessons: "Lessons {0}",
    bar_schemes: "Schemes {0}",
    bar_network: "Network {0}",
    bar_desk: "Cheats {0}",
    bar_desk_hint: "The cheater’s desk: programs that lie",
    bar_shots: "Shots {0}",
    bar_graph: "Net graph {0}",
    bar_ring: "Ring {0}",
    bar_ring_hint: "QuakeWorld’s ring of commands",
    bar_view_line: "View line {0}",
    bar_view_line_hint: "The interpolation time line",
    bar_stored: "Stored {0}",
    bar_stored_hint: "What the server has stored of a ship: of one after the other, or of the one \
                      under the pointer",
    bar_share: "Share {0}",
    bar_help: "Help {0}",
    bar_caption: "What this shows",
    bar_close: "Close {0}",
    bar_graph_name: "Net graph",
    bar_away: crate::english::article::ARTICLE.away,

    time_ring_slot: "Command, oldest to newest",
    time_ring_slot_hint: "Which slot says its numbers: the newest is at the right. Or point at \
                          one.",
    time_lanes_say: "What the lanes say",
    time_name: "Time",
    time_restart: "Restart {0}",
    time_restart_hint: "Restart with the same seed",
    time_frame_back: "One frame back",
    time_frame_on: "One frame on",
    time_speed: "Speed",
    time_speed_hint: "Speed: − and + step through it",
    time_position: "Where in the recording",
    time_cue: "To the decisive moment",
    time_take: "Fly it yourself {0}",
    time_swap: "Swap ships {0}",

    help_name: "Help",
    help_about: "The room, three players and the six links between them run in this page, under \
                 one clock. So the three panes show what no networked program can: the same \
                 instant on your screen, on the server and on the other player’s screen. Threads \
                 tie the same ship and the same bolt together.",
    help_keys_fly: "{0}{1}{2}{3} or arrows",
    help_fly: "fly; this takes a scenario over",
    help_keys_aim: "mouse or {0}{1}, {2}, {3}",
    help_aim: "aim, laser, beam",
    help_play: "play, pause",
    help_frames: "a frame back, a frame on",
    help_cue: "to the decisive moment, which the time bar marks; once more: on from there",
    help_speed: "slower, faster: down to 1/100",
    help_restart: "restart with the same seed",
    help_swap: "swap ships: fly the other one",
    help_maximise: "maximise the pane under the mouse",
    help_keys_schemes: "{0} to {1}",
    help_schemes: "schemes; with {0} compare two",
    help_lessons: "lessons, back, next",
    help_drawers: "schemes, network, shots, net graph, share",
    help_desk: "cheater’s desk: programs that lie, and what each room counts of them",
    help_ring: "ring: which of your commands are sent, acknowledged, replayed",
    help_view_line: "view line: the snapshots that the others are drawn between",
    help_ghosts: "ghosts",
    help_point_at_ship: "point at a ship, or {0}",
    help_stored: "what the server has stored of it: {0} goes from ship to ship",
    help_click_bolt: "click a bolt",
    help_why_hit: "why it hit or missed",
    help_close_open: "close what is open",
    help_cues_wanted: "{0}Slow down and wait at the decisive moment",
    help_legend: "{0}the server now{1} {2}what was seen when firing{3} {4}what the server judged",
    help_strip: "The strip below the panes: each dot is a packet that climbs from its sender to \
                 its receiver while time runs from left to right. Lost ones die half way; late \
                 ones wait, yellow, below the rim.",
    help_play_online: "Play online",

    lessons_name: "Lessons",
    lessons_example_name: "Two dots on a line of time, at 1 s and at 5 s, and a bar half way \
                           between them, at 3 s",
    lessons_example: "The example of the article on Wolfenstein: ET: the server has markers of 1 s \
                      and of 5 s, and a command asks for 3 s. That is half of the way from one to \
                      the other, and so is the ship. Point at a ship, or press {0}, to see what is \
                      stored of it here.",
    lessons_do_this: "Do this",
    lessons_watch_that: "Watch that",
    lessons_article: "The same idea in the article",
    lessons_back: "Back {0}",
    lessons_next: "Next {0}",
    lessons_all: "All of them",

    schemes_name: "Schemes",
    schemes_about: "A netcode scheme says how the game hides the time that messages take. Run two \
                    side by side: same hands, same packets, another rule.",
    schemes_columns: "Columns",
    schemes_presets: "Presets",
    schemes_alternatives: "What they are compared with",
    schemes_choices: "What it chooses",
    schemes_shot_line: "{0}Shot line",
    schemes_room_part: "The room decides",
    schemes_player_part: "Every player decides",
    schemes_player_hint: "What all players see and send.",

    network_name: "Network",
    network_about: "Six links, all in this page: each player’s way up and way down. Changes count \
                    for what is sent from now on.",
    network_codec: "a snapshot holds",
    network_codec_hint: "What the server tells all. The match begins anew: watch the bytes, and \
                         the net graph.",
    network_whose_links: "Whose links",
    network_you: "You",
    network_other: "Other",
    network_third: "Third",
    network_kinds: "Kinds of connection",
    network_way_up: "Up: to the server, one way",
    network_way_down: "Down: from the server, one way",
    network_full_update: "Ask for a full update",
    network_full_update_hint: "The next snapshot repeats everything and builds upon nothing: the \
                               tall pale post in the net graph. At most one a second.",
    network_who_flies: "Who flies",
    network_controllers: "Who flies this ship",

    desk_name: "Cheater’s desk",
    desk_about: "A program may change what a player sends. A choice begins the match anew.",
    desk_programs: "Whose program",
    desk_columns: "Where it lies",
    desk_lies: "What it does",
    desk_tries: "Tries",
    desk_against: "Against it",
    desk_came: "Came of it",
    desk_gains: "Gains",
    desk_counters: "Every counter",

    share_shots: "Shots",
    share_no_shot: "No shot yet. Pull a trigger, or let the scenario play.",
    share_name: "Share",
    share_about: "The link opens this very moment in another browser, bit for bit: what was flown \
                  is in it, and the shot that you looked into here.",
    share_copy: "Copy",
    share_as_figure: "As a figure",
    share_figure: "For a page of yours, as an element or in an iframe: the {0}, from the scenario \
                   and the presets that you see. What you set or flew besides is not in it.",
    share_figure_alone: "figure alone",
    share_copy_element: "Copy element",
    share_copy_iframe: "Copy iframe",
    share_as_file: "As a file",
    share_run: "A run: everything that came from outside. {0} plays it, {1} judges its shots.",
    share_save_run: "Download this run",
    share_open_file: "Open a file{0}",
    share_drop: "Or drop a file anywhere on the page: a run, or a capture of an online match.",

    beginning_name: "Where to begin",
    beginning_about: "In a networked game, what you see, what the server holds and what the other \
                      player sees are three different moments. Here you have all three side by \
                      side, and you can stop the time.",
    beginning_learn: "Learn",
    beginning_learn_hint: "Ten short lessons, one idea each, from latency to rewinding. Or read \
                           the article {0}.",
    beginning_article: "How shooters hide lag",
    beginning_try: "Try",
    beginning_try_hint: "Fly against two bots over a connection of 100 ms, and make it worse.",
    beginning_shot: "Look into a shot",
    beginning_shot_hint: "A hit that a rock took back: what each of the three saw of it, and what \
                          nine rules make of it.",
    beginning_dismiss: "Look around {0}",
    beginning_panic: "The laboratory stopped by an error of its own.",
    beginning_panic_hint: "Reloading starts it again. If it happens again, please report this:",
    beginning_reload: "Reload",
};
