//! Texts in the markup of the game's page in Korean.

use crate::game::page::GamePage;

pub(crate) const PAGE: GamePage = GamePage {
    join_name: "참가",
    join_about: "랙이 보이는 우주 대결.",
    join_player: "플레이어 이름",
    join_room: "방",
    join_room_example: "로비, 누구나 들어올 수 있음",
    join_room_hint: "방 이름을 아는 사람은 누구나 들어올 수 있습니다. ‘lab’ 방에서는 모두가 규칙을 \
                     바꿀 수 있습니다.",
    join_touch: "왼쪽 엄지로 추진, 오른쪽 엄지로 조준과 발사. 가장자리까지 밀면 빔도 쏩니다.",
    join_play: "플레이 {0}",
    join_friend: "친구와 대결",
    join_friend_hint: "둘만의 비공개 방입니다. 친구가 들어오면 라운드가 시작됩니다",
    join_new_room: "새 비공개 방",
    join_new_room_hint: "방 이름은 무작위입니다. 링크가 있는 사람만 들어올 수 있습니다",
    join_watch_room: "관전하기",
    join_watch_room_hint: "자리를 차지하지 않고 이 방의 경기를 봅니다",
    join_watch: "먼저 구경하려면 {0}에 가 보세요. 하나의 전투를 양쪽 화면에서 보고, 사격마다 왜 \
                 명중으로 인정되었는지, 왜 안 되었는지 알 수 있습니다.",
    join_invite: "친구와 함께하려면 이 링크를 보내세요:",
    join_laser: "레이저: 연사",
    join_beam: "빔: 강력한 한 방",

    controls_name: "조작법",
    controls_left_stick: "왼쪽 스틱",
    controls_mouse: "마우스",
    controls_right_stick: "오른쪽 스틱",
    controls_left_button: "왼쪽 버튼",
    controls_right_button: "오른쪽 버튼",
    controls_thrust: "추진",
    controls_aim: "조준",

    closed_watch: "자리가 날 때까지 관전하기",
    closed_lobby: "로비에서 플레이",
    closed_change: "이름이나 방 바꾸기 {0}",

    watch_title: "관전",
    watch_previous: "이전 플레이어",
    watch_next: "다음 플레이어",
    watch_leader: "선두",
    watch_free: "자유 카메라",
    watch_times: "랙 보기 {0}",
    watch_times_hint: "플레이어의 시각, 플레이어가 보는 것, 서버의 상태",

    play_arena: "내 기체 주변의 전장",
    play_figures: "연결 수치",
    play_ping: "핑 {0}",
    play_legend: "잔상 보는 법",
    play_legend_server: "{0}최신 스냅샷",
    play_legend_saw: "{0}내가 본 것",
    play_legend_judged: "{0}판정된 것",
    play_legend_confirmed: "{0}명중 확정",
    play_legend_undone: "{0}명중 인정 안 됨",
    play_scheme: "사용 중인 넷코드",
    play_scheme_netcode: "넷코드",
    play_scheme_rule: "명중 판정",
    play_scheme_rewind: "되감기",
    play_badge_reset: "시뮬레이션 끄기",
    play_score_hint: "점수: Tab을 누르고 있기",
    play_feed: "격추 기록",
    play_keeps: "이 방의 규칙",
    play_own_room: "내 비공개 방",
    play_own_room_link: "{0} 이 링크가 있는 사람만 들어올 수 있습니다.",
    play_code: "QR 코드",
    play_code_name: "링크의 QR 코드",
    play_shot_line: "각 방식이 내 사격을 어떻게 판정했을지",
    play_see_lag_offer: "랙 보기 {0}{1}",
    play_see_lag_where: "나만의 방에서",
    play_see_lag_dismiss: "‘랙 보기’를 다시 권하지 않기",
    play_see_lag_more: "더 보려면 메뉴의 넷코드 {0} 항목과 {1}을 여세요.",
    play_see_lag_leave: "그만하기 {0}",
    play_hull: "체력",
    play_replay: "리플레이",
    play_replay_why: "왜? {0}",
    play_replay_back: "돌아가기 {0}",

    round_end_name: "라운드 결과",
    round_end_best_shot: "내 최고의 사격{0}",
    round_end_disputed_shot: "억울한 사격{0}",

    scores_ship: "기체",
    scores_player: "이름",
    scores_kills: "킬",
    scores_deaths: "데스",
    scores_ping: "핑",

    menu_name: "메뉴",
    menu_resume: "계속하기 {0}",
    menu_see_lag: "랙 보기{0}{1}",
    menu_see_lag_hint: "이 경기에서 세 단계로",
    menu_ghosts: "잔상{0}{1}",
    menu_ghosts_hint: "서버가 가진 위치",
    menu_link: "회선 시뮬레이션{0}{1}",
    menu_link_hint: "느린 연결을 체험하기",
    menu_netcode: "넷코드{0}{1}",
    menu_netcode_hint: "다른 방식으로 플레이하기",
    menu_shot: "최근 사격{0}{1}",
    menu_shot_hint: "다시 보기. 한 번 더 누르면 이유",
    menu_net_graph: "넷 그래프{0}{1}",
    menu_net_graph_hint: "패킷을 하나하나",
    menu_game: "게임",
    menu_scores: "점수{0}",
    menu_sound: "소리{0}",
    menu_help: "도움말{0}",
    menu_leave: "나가기, 또는 이름이나 방 바꾸기",
    menu_invite: "친구 초대",

    settings_name: "설정",
    settings_sound: "소리",
    settings_sound_switch: "소리 {0}",
    settings_volume: "음량",
    settings_effects: "효과음",
    settings_tones: "{0}판정음",
    settings_tones_hint: "내 화면에서 사격이 기체에 닿으면 ‘틱’, 서버가 명중을 확정하면 올라가는 \
                          두 음, 인정되지 않으면 둔탁한 한 음이 납니다.",
    settings_sticks: "스틱",
    settings_aim_assist: "{0}조준 보정",
    settings_aim_assist_hint: "터치 화면이나 게임패드의 스틱으로 조준할 때, 6° 안에 있는 기체 \
                               쪽으로 조준을 당겨 줍니다. 쓰는 사람은 점수판에 표시됩니다. \
                               마우스와 키에는 적용되지 않습니다.",
    settings_touch: "터치 화면의 스틱",
    settings_stick_size: "크기",
    settings_stick_opacity: "불투명도",
    settings_left_handed: "{0}왼손잡이: 왼쪽으로 조준, 오른쪽으로 추진",
    settings_bindings: "키와 게임패드 버튼",
    settings_keys: "키",
    settings_keys_hint: "조작을 고른 뒤 새 키를 누르세요. 키는 적힌 글자가 아니라 키보드에서의 \
                         위치로 구별합니다. 다른 조작이 쓰던 키라면 서로 바뀝니다.",
    settings_pad: "게임패드 버튼",
    settings_pad_hint: "조작을 고른 뒤 새 버튼을 누르세요. 왼쪽 스틱은 추진, 오른쪽 스틱은 \
                        조준입니다. 메뉴에서는 방향 패드나 왼쪽 스틱으로 옮기고, A로 누르고, B로 \
                        돌아갑니다.",
    settings_bindings_reset: "키와 버튼 초기화",
    settings_pins: "항상 표시",
    settings_pin_figures: "{0}연결 수치",
    settings_pin_netcode: "{0}사용 중인 넷코드",
    settings_pin_netcode_hint: "꺼 두면 필요할 때만 나타납니다. 바뀐 직후, 잔상이나 회선 \
                                시뮬레이션을 쓰는 동안, 내 사격에 한계를 넘는 되감기가 필요할 \
                                때입니다.",
    settings_pin_net_graph: "{0}넷 그래프",
    settings_shot_line: "{0}사격선",
    settings_shot_line_hint: "내가 쏠 때마다, 각 방식이 어떻게 판정했을지 보여 줍니다. 서로 \
                              엇갈리는 곳을 보세요. ≈는 그 방식이라면 표적이 다른 곳에 그려졌을 \
                              것이라는 뜻입니다. 패널이 열려 있을 때 가리키면 자세한 설명이 \
                              나옵니다.",
    settings_language: "언어",
    settings_language_hint: "페이지를 새로 고칩니다. 자리는 그대로 남아 있습니다.",
    settings_reset: "모든 설정 초기화",

    help_name: "도움말",
    help_about: "내 기체는 브라우저가 예측하므로 곧바로 반응합니다. 다른 기체들은 서버에서 온 두 \
                 스냅샷 사이에, 조금 과거의 모습으로 그려집니다. 잔상을 켜면 그 차이가 보입니다.",
    help_keys_thrust: "{0}{1}{2}{3} 또는 화살표 키",
    help_thrust: "추진, 여덟 방향",
    help_keys_aim: "마우스, 또는 {0} {1}",
    help_aim: "조준. 키로는 왼쪽, 오른쪽으로 돌립니다",
    help_keys_laser: "왼쪽 버튼 또는 {0}",
    help_laser: "레이저: 탄 하나에 피해 12",
    help_keys_beam: "오른쪽 버튼 또는 {0}",
    help_beam: "빔: 곧바로 맞고, 피해 34, 0.9 s마다",
    help_scores: "누르고 있는 동안 점수 보기",
    help_see_lag: "랙 보기: 이 경기에서 세 단계로. 다시 누르면 그만합니다",
    help_ghosts: "잔상: 서버가 가진 모든 기체의 위치",
    help_keys_presets: "{0}~{1}",
    help_presets: "넷코드: 프리셋으로 플레이하고, 무엇을 볼지 알아보기",
    help_netcode: "넷코드: 모든 설정",
    help_link: "회선 시뮬레이션: 랙을 체험하기",
    help_net_graph: "넷 그래프: 내 연결의 상태",
    help_sound: "소리 켜기, 끄기",
    help_full_update: "전체 업데이트: 모든 것을 다시 받기. 비용은 넷 그래프에 나옵니다",
    help_shot: "리플레이: 내 최근 사격, 또는 나를 격추한 사격. 한 번 더 누르면 왜 맞았는지, 왜 \
                빗나갔는지",
    help_keys_pick: "{0} + 클릭",
    help_pick: "탄, 불꽃, 잔상 살펴보기. 격추되어 있는 동안에는 클릭만 해도 됩니다",
    help_close: "열린 것 닫기. 없으면 메뉴 열기",
    help_gamepad: "게임패드: 왼쪽 스틱은 추진, 오른쪽 스틱은 조준. {0} 레이저, {1} 빔, {2} 메뉴, \
                   {3} 점수, {4} 리플레이, {5} 잔상. 키와 버튼은 설정에서 바꿀 수 있습니다.",
    help_touch: "터치 화면: 왼쪽 절반은 추진, 오른쪽 절반은 조준과 발사. 가장자리까지 밀면 빔도 \
                 쏩니다. 격추되어 있는 동안 탄, 불꽃, 잔상을 탭하면 살펴볼 수 있습니다.",
    help_ship: "내 기체 주변의 표시",
    help_ship_text: "왼쪽 호: 내 체력(피해를 입었을 때). 오른쪽 호: 빔 충전. 닫히는 초록색 고리: \
                     서버가 내 명중을 확정했습니다. 빗금 친 노란색 고리: 그 명중은 아직 취소될 수 \
                     있습니다. 줄이 그어진 회색 고리: 명중이 취소되었거나 인정되지 않았습니다.",
    help_sounds: "들리는 소리",
    help_sounds_text: "발사음은 쏘는 순간 납니다. ‘틱’: 내 화면에서 사격이 기체에 닿았습니다. \
                       올라가는 두 음: 서버가 명중을 확정했습니다. 둔탁한 한 음: 명중이 \
                       취소되었거나 인정되지 않았습니다. 핑이 높을수록 ‘틱’과 두 음 사이가 \
                       길어집니다.",
    help_graph: "넷 그래프 보는 법",
    help_graph_hint: "패널이 열려 있을 때는 넷 그래프를 직접 가리켜도 됩니다.",
    help_capture: "다시 보기",
    help_capture_text: "캡처에는 참가한 뒤로 이 페이지가 받은 것이 모두 담깁니다. {0}에 끌어다 \
                        놓으면 다시 볼 수 있습니다. 실험실에서는 서버 없이 전투 전체를 양쪽 \
                        화면에서 볼 수도 있습니다.",
    help_capture_save: "캡처 내려받기",

    link_name: "회선 시뮬레이션",
    link_about: "실제 랙에 더해 연결을 일부러 나쁘게 만듭니다. 나에게만 영향을 줍니다.",
    link_each_way: "편도 지연 시간",
    link_shared: "{0}이 방의 링크에 넣기",
    link_shared_hint: "링크를 여는 사람도 모두 이런 연결로 플레이합니다.",
    link_details: "방향별 설정, 지터, 손실",
    link_up: "올라가는 길: 서버로, 편도",
    link_down: "내려오는 길: 서버에서, 편도",
    link_carrier: "잃어버린 패킷의 처리",
    link_reset: "초기화: 시뮬레이션 없음",

    netcode_name: "넷코드",
    netcode_about: "넷코드는 메시지가 오가는 시간을 게임이 어떻게 감추는지를 정합니다. 프리셋으로 \
                    플레이하다가 원하는 것을 바꿔 보세요.",
    netcode_presets: "프리셋",
    netcode_choices: "이 방식이 고른 것",
    netcode_room: "방이 정하는 것",
    netcode_player: "내가 정하는 것",
    netcode_player_hint: "내가 보고 보내는 것만 바뀝니다. 다른 사람의 게임에는 영향을 주지 \
                          않습니다.",

    panic_name: "오류가 나서 게임이 멈췄습니다.",
    panic_hint: "Lagrange의 버그입니다. 새로 고치면 다시 들어갈 수 있습니다. 또 일어나면 아래 \
                 내용을 알려 주세요:",
    panic_reload: "새로 고침",

    common_net_graph: "넷 그래프",
    common_share: "공유",
    common_copy: "복사",
    common_close: "닫기 {0}",
    common_see_lag: "랙 보기",
    common_laboratory: "실험실",
    common_scores: "점수",
};
