//! Texts in the markup of the game's page in English, as in `web/index.html`.

use crate::game::page::GamePage;

pub(crate) const PAGE: GamePage = GamePage {
    join_name: "Join",
    join_about: "A space duel where you can see the lag.",
    join_player: "Your name",
    join_room: "Room",
    join_room_example: "lobby, open to everyone",
    join_room_hint: "Anyone who knows the name gets in. In “lab” rooms everyone can change the \
                     rules.",
    join_listing: "{0}List my room",
    join_listing_hint: "Anyone can join it. Lobbies are always listed.",
    join_rooms: "Open rooms",
    join_touch: "Left thumb: thrust. Right thumb: aim and fire; at the rim, fire the beam too.",
    join_play: "Play {0}",
    join_duel: "Duel a bot",
    join_duel_hint: "You against one bot, first to ten",
    join_duel_level: "How well bots play",
    join_friend: "Play with a friend",
    join_friend_hint: "A private room for two: the round begins when your friend is there",
    join_friend_series: "Rounds with a friend",
    join_new_room: "New private room",
    join_new_room_hint: "Its name is random: only people with your link can get in",
    join_watch_room: "Watch",
    join_watch_room_hint: "See who plays in this room, without a seat",
    join_room_bots: "Bots in it",
    join_room_sides: "Its sides",
    join_watch: "Or watch first: the {0} shows a fight from both sides, and why each shot did or \
                 did not count.",
    join_invite: "Link to this room:",
    join_laser: "laser: steady fire",
    join_beam: "beam: one strong hit",

    controls_name: "How to fly and fire",
    controls_left_stick: "left stick",
    controls_mouse: "mouse",
    controls_right_stick: "right stick",
    controls_left_button: "left button",
    controls_right_button: "right button",
    controls_thrust: "thrust",
    controls_aim: "aim",

    closed_watch: "Watch until a seat is free",
    closed_lobby: "Play in the lobby",
    closed_change: "Change name or room {0}",

    watch_title: "Watching",
    watch_previous: "Previous player",
    watch_next: "Next player",
    watch_leader: "Leader",
    watch_free: "Free camera",
    watch_times: "See the lag {0}",
    watch_times_hint: "The player’s own time, what the player sees, and what the server holds",

    play_arena: "The arena around your ship",
    play_figures: "Figures of the connection",
    play_ping: "ping {0}",
    play_legend: "What the ghosts show",
    play_legend_server: "{0}newest snapshot",
    play_legend_saw: "{0}what you saw",
    play_legend_judged: "{0}what was judged",
    play_legend_confirmed: "{0}hit confirmed",
    play_legend_undone: "{0}hit not counted",
    play_scheme: "Netcode in use",
    play_scheme_netcode: "netcode",
    play_scheme_rule: "hit rule",
    play_scheme_rewind: "rewind",
    play_badge_reset: "Switch the simulation off",
    play_score_hint: "Scores: hold Tab",
    play_feed: "Who shot down whom",
    play_keeps: "Rules this room keeps",
    play_elsewhere: "Another lobby",
    play_own_room: "Your room",
    play_own_room_link: "{0} {1}",
    play_code: "QR code",
    play_code_name: "QR code of the link",
    play_shot_line: "How every scheme would have judged your shot",
    play_see_lag_offer: "See the lag {0}{1}",
    play_see_lag_where: "in a room of your own",
    play_see_lag_dismiss: "Do not offer “See the lag” again",
    play_see_lag_more: "See more: Netcode {0} in the menu, and the {1}.",
    play_see_lag_leave: "Leave {0}",
    play_hull: "hull",
    play_replay: "Replay",
    play_replay_why: "Why? {0}",
    play_replay_back: "Back {0}",

    round_end_name: "End of the round",
    round_end_best_shot: "Your best shot{0}",
    round_end_disputed_shot: "A shot to dispute{0}",

    scores_ship: "ship",
    scores_player: "name",
    scores_kills: "kills",
    scores_deaths: "deaths",
    scores_ping: "ping",

    menu_name: "Menu",
    menu_resume: "Resume {0}",
    menu_see_lag: "See the lag{0}{1}",
    menu_see_lag_hint: "three steps in this match",
    menu_ghosts: "Ghosts{0}{1}",
    menu_ghosts_hint: "what the server has",
    menu_link: "Simulated link{0}{1}",
    menu_link_hint: "feel a slower connection",
    menu_netcode: "Netcode{0}{1}",
    menu_netcode_hint: "play by another scheme",
    menu_shot: "Newest shot{0}{1}",
    menu_shot_hint: "see it again; once more: why",
    menu_net_graph: "Net graph{0}{1}",
    menu_net_graph_hint: "packet by packet",
    menu_game: "The game",
    menu_scores: "Scores{0}",
    menu_sound: "Sound{0}",
    menu_help: "Help{0}",
    menu_leave: "Leave, or change name or room",
    menu_invite: "Invite a friend",

    settings_name: "Settings",
    settings_sound: "Sound",
    settings_sound_switch: "Sound {0}",
    settings_volume: "Volume",
    settings_effects: "Effects",
    settings_tones: "{0}Netcode tones",
    settings_tones_hint: "A tick when your shot meets a ship on your screen, two notes up when \
                          the server confirms the hit, one dull note when it does not count.",
    settings_sticks: "Sticks",
    settings_aim_assist: "{0}Aim assist",
    settings_aim_assist_hint: "Pulls the aim of a stick, on a touch screen or a gamepad, towards \
                               a ship within 6°. The scores show everyone who uses it. Mouse and \
                               keys are never assisted.",
    settings_touch: "Sticks of the touch screen",
    settings_stick_size: "Size",
    settings_stick_opacity: "Opacity",
    settings_left_handed: "{0}Left-handed: aim on the left, thrust on the right",
    settings_bindings: "Keys and gamepad buttons",
    settings_keys: "Keys",
    settings_keys_hint: "Press a control, then its new key. A key counts by its place on the \
                         keyboard, whatever is on it. If another control has it, the two swap.",
    settings_pad: "Gamepad buttons",
    settings_pad_hint: "Press a control, then its new button. The left stick thrusts and the \
                        right stick aims. In menus, the D-pad or the left stick moves, A presses, \
                        and B goes back.",
    settings_bindings_reset: "Reset keys and buttons",
    settings_pins: "Always on screen",
    settings_pin_figures: "{0}Figures of the connection",
    settings_pin_netcode: "{0}Netcode in use",
    settings_pin_netcode_hint: "Otherwise it is shown only while it matters: after a change, with \
                                ghosts or a simulated link, and when your shots need a rewind \
                                beyond the limit.",
    settings_pin_net_graph: "{0}Net graph",
    settings_shot_line: "{0}Shot line",
    settings_shot_line_hint: "After each of your shots: how every scheme would have judged it. \
                              Watch where they disagree; ≈ means that scheme would have drawn \
                              your target elsewhere. While a drawer is open, point at one for \
                              more.",
    settings_language: "Language",
    settings_language_hint: "The page is loaded again; your seat is held.",
    settings_reset: "Reset all settings",

    help_name: "Help",
    help_about: "Your ship responds at once, because your browser predicts it. The others are \
                 drawn a moment late, between two snapshots from the server. Ghosts show the \
                 difference.",
    help_keys_thrust: "{0}{1}{2}{3} or arrows",
    help_thrust: "thrust, in eight directions",
    help_keys_aim: "mouse, or {0} {1}",
    help_aim: "aim; the keys turn your aim left and right",
    help_keys_laser: "left button or {0}",
    help_laser: "laser: bolts, 12 hit points each",
    help_keys_beam: "right button or {0}",
    help_beam: "beam: hits at once, 34 hit points, every 0.9 s",
    help_scores: "hold for the scores",
    help_see_lag: "see the lag: three steps in this match, or leave them",
    help_ghosts: "ghosts: where the server has every ship",
    help_keys_presets: "{0} to {1}",
    help_presets: "netcode: play by a preset, and see what to watch for",
    help_netcode: "netcode: every setting",
    help_link: "simulated link: what lag feels like",
    help_net_graph: "net graph: what your connection is doing",
    help_sound: "sound on or off",
    help_full_update: "full update: get everything again; the net graph shows what it costs",
    help_shot: "replay: your newest shot, or the one that shot you down; once more: why it hit or \
                missed",
    help_keys_pick: "{0} and click",
    help_pick: "look into a bolt, spark or ghost; while you are down, a plain click does it",
    help_close: "close what is open; otherwise, open the menu",
    help_gamepad: "On a gamepad: the left stick thrusts, the right stick aims; {0} laser, {1} \
                   beam, {2} menu, {3} scores, {4} replay, {5} ghosts. All keys and buttons can \
                   be changed in the settings.",
    help_touch: "On a touch screen: the left half thrusts; the right half aims and fires, and at \
                 its rim it fires the beam too. While you are down, tap a bolt, spark or ghost to \
                 look into it.",
    help_ship: "Around your ship",
    help_ship_text: "Left arc: your hull, once it is damaged. Right arc: the beam recharging. A \
                     green ring that closes: the server confirmed your hit. A hatched yellow \
                     ring: the hit may still be undone. A grey ring, struck through: the hit was \
                     undone, or did not count.",
    help_sounds: "What you hear",
    help_sounds_text: "Your shot sounds when you fire. A tick: it meets a ship on your screen. \
                       Two notes up: the server confirms the hit. One dull note: it was undone, \
                       or did not count. The longer your ping, the longer you wait between the \
                       tick and the notes.",
    help_graph: "What the net graph shows",
    help_graph_hint: "While a drawer is open, you can also point at the net graph itself.",
    help_capture: "Watch it again",
    help_capture_text: "A capture holds everything this page has received since you joined. Drop \
                        it on the {0} to watch it again. The laboratory also shows whole fights \
                        from both sides, without a server.",
    help_capture_save: "Download the capture",

    link_name: "Simulated link",
    link_about: "Makes your connection worse on purpose, on top of its real lag. Only you are \
                 affected.",
    link_each_way: "Latency each way",
    link_shared: "{0}Add it to the link to this room",
    link_shared_hint: "Everyone who opens the link then plays over such a connection too.",
    link_details: "Each direction separately, jitter, loss",
    link_up: "Up: you to the server, one way",
    link_down: "Down: the server to you, one way",
    link_carrier: "What happens to lost packets",
    link_reset: "Reset: no simulation",

    netcode_name: "Netcode",
    netcode_about: "Netcode is how a game hides the time that messages take. Play by a preset, \
                    then change what you like.",
    netcode_presets: "Presets",
    netcode_choices: "What it chooses",
    netcode_room: "The room decides",
    netcode_player: "You decide",
    netcode_player_hint: "These change only what you see and send. Nobody else’s game is affected.",

    panic_name: "The game stopped because of an error.",
    panic_hint: "That is a bug in Lagrange. Reload to get back in; if it happens again, please \
                 report this:",
    panic_reload: "Reload",

    common_net_graph: "Net graph",
    common_share: "Share",
    common_copy: "Copy",
    common_close: "Close {0}",
    common_see_lag: "See the lag",
    common_laboratory: "laboratory",
    common_scores: "Scores",
};
