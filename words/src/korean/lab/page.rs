//! Texts of the laboratory's page in Korean, with the placeholders of `web/lab.html`.

use crate::lab::page::LabPage;

pub(crate) const PAGE: LabPage = LabPage {
    bar_title: "Lagrange 실험실",
    bar_heading: "실험실",
    bar_scenario: "시나리오",
    bar_capture_end: "캡처 닫기",
    bar_panels: "패널",
    bar_lessons: "레슨 {0}",
    bar_schemes: "방식 {0}",
    bar_network: "네트워크 {0}",
    bar_desk: "속임수{0}{1}",
    bar_desk_hint: "속임수 책상: 거짓말하는 프로그램",
    bar_shots: "사격 {0}",
    bar_graph: "넷 그래프 {0}",
    bar_ring: "링{0}{1}",
    bar_ring_hint: "QuakeWorld의 명령 링",
    bar_view_line: "시점 선{0}{1}",
    bar_view_line_hint: "보간의 시간선",
    bar_stored: "저장된 것{0}{1}",
    bar_stored_hint: "서버가 기체에 대해 저장한 것. 기체를 하나씩 넘겨 보거나, 포인터로 가리킨 \
                      기체를 봅니다",
    bar_share: "공유 {0}",
    bar_more: "더 보기",
    bar_more_on: "켜진 항목이 있습니다",
    bar_help: "도움말{0}",
    bar_caption: "무엇을 보여 주는가",
    bar_close: "닫기 {0}",
    bar_graph_name: "넷 그래프",
    bar_away: crate::korean::article::ARTICLE.away,

    time_ring_slot: "명령, 오래된 것부터 새것까지",
    time_ring_slot_hint: "어느 슬롯의 수를 보여 줄지 고릅니다. 가장 새것이 오른쪽입니다. 슬롯을 \
                          가리켜도 됩니다.",
    time_lanes_say: "시간 띠가 알려 주는 것",
    time_name: "시간",
    time_restart: "다시 시작 {0}",
    time_restart_hint: "같은 시드로 다시 시작",
    time_frame_back: "한 프레임 뒤로",
    time_frame_on: "한 프레임 앞으로",
    time_speed: "속도",
    time_speed_hint: "속도: − 와 + 로 바꿉니다",
    time_position: "기록의 어디인지",
    time_cue: "결정적인 순간으로",
    time_take: "직접 조종하기 {0}",
    time_swap: "기체 바꾸기{0}",

    help_name: "도움말",
    help_about: "방과 플레이어 세 명과 그 사이의 회선 여섯 개가 이 페이지 안에서 하나의 시계로 \
                 돌아갑니다. 그래서 세 칸은 네트워크 프로그램이 결코 보여 줄 수 없는 것을 보여 \
                 줍니다. 내 화면, 서버, 상대 플레이어의 화면의 같은 순간입니다. 연결선은 같은 \
                 기체와 같은 탄을 서로 이어 줍니다.",
    help_keys_fly: "{0}{1}{2}{3} 또는 화살표 키",
    help_fly: "조종하기. 시나리오를 넘겨받습니다",
    help_keys_aim: "마우스 또는 {0}{1}, {2}, {3}",
    help_aim: "조준, 레이저, 빔",
    help_play: "재생, 일시 정지",
    help_frames: "한 프레임 뒤로, 한 프레임 앞으로",
    help_cue: "시간 막대에 표시된 결정적인 순간으로. 한 번 더 누르면 그곳에서 계속합니다",
    help_speed: "느리게, 빠르게. 1/100까지",
    help_restart: "같은 시드로 다시 시작",
    help_swap: "기체 바꾸기. 다른 기체를 조종합니다",
    help_maximise: "마우스 아래의 칸만 크게 보기",
    help_keys_schemes: "{0}~{1}",
    help_schemes: "방식. {0} 키로 둘을 비교합니다",
    help_lessons: "레슨, 뒤로, 다음",
    help_drawers: "방식, 네트워크, 사격, 넷 그래프, 공유",
    help_desk: "속임수 책상: 거짓말하는 프로그램과, 방마다 집계한 결과",
    help_ring: "링: 보낸 명령, 확인받은 명령, 다시 실행한 명령",
    help_view_line: "시점 선: 다른 기체들을 그릴 때 양쪽에 두는 스냅샷",
    help_ghosts: "잔상",
    help_point_at_ship: "기체를 가리키기, 또는 {0}",
    help_stored: "서버가 그 기체에 대해 저장한 것. {0} 키로 기체를 차례로 넘깁니다",
    help_click_bolt: "탄을 클릭",
    help_why_hit: "왜 맞았는지, 왜 빗나갔는지",
    help_close_open: "열린 것 닫기",
    help_cues_wanted: "{0}결정적인 순간에 느려졌다가 멈춰 기다리기",
    help_legend: "{0}서버의 현재{1} {2}쏠 때 본 것{3} {4}서버가 판정한 것",
    help_strip: "칸 아래의 띠: 점 하나가 패킷 하나입니다. 시간이 왼쪽에서 오른쪽으로 흐르는 동안, \
                 점은 보낸 쪽에서 받는 쪽으로 올라갑니다. 잃어버린 패킷은 중간에서 사라지고, 늦은 \
                 패킷은 가장자리 아래에서 노란색으로 기다립니다.",
    help_referee: "얼마나 과거를 보는지",
    help_referee_hint: "직접 운영하는 서버가 있다면, 명중을 판정할 때 {0} 알아볼 수 있습니다.",
    help_play_online: "온라인으로 하기",

    lessons_name: "레슨",
    lessons_example_title: "비율에 맞춘 예",
    lessons_example_name: "시간선 위의 1 s와 5 s에 점이 하나씩 있고, 그 한가운데인 3 s에 막대가 \
                           있습니다",
    lessons_example: "Wolfenstein: ET를 다룬 글의 예입니다. 서버에는 1 s와 5 s의 마커가 있고, \
                      명령은 3 s를 묻습니다. 하나에서 다른 하나로 가는 길의 절반이므로, 기체도 그 \
                      절반에 있습니다. 여기서 저장된 것을 보려면 기체를 가리키거나 {0} 키를 \
                      누르세요.",
    lessons_do_this: "해 볼 것",
    lessons_watch_that: "볼 것",
    lessons_article: "글에서 같은 내용 보기",
    lessons_back: "뒤로 {0}",
    lessons_next: "다음 {0}",
    lessons_all: "전체 목록",

    schemes_name: "방식",
    schemes_about: "넷코드 방식은 메시지가 오가는 시간을 게임이 어떻게 감추는지를 정합니다. 둘을 \
                    나란히 실행해 보세요. 조작도 패킷도 같고, 규칙만 다릅니다.",
    schemes_columns: "열",
    schemes_presets: "프리셋",
    schemes_alternatives: "비교 대상",
    schemes_choices: "이 방식이 고른 것",
    schemes_shot_line: "{0}사격선",
    schemes_room_part: "방이 정하는 것",
    schemes_player_part: "플레이어마다 정하는 것",
    schemes_player_hint: "각 플레이어가 보고 보내는 것.",

    network_name: "네트워크",
    network_about: "회선 여섯 개가 모두 이 페이지 안에 있습니다. 플레이어마다 올라가는 길과 \
                    내려오는 길이 있습니다. 바꾼 값은 지금부터 보내는 것에 적용됩니다.",
    network_codec: "스냅샷에 담는 것",
    network_codec_hint: "서버가 세계의 상태를 어떻게 담아 보내는지 고릅니다. 경기가 처음부터 다시 시작됩니다. 바이트 수와 넷 그래프를 보세요.",
    network_whose_links: "누구의 회선",
    network_you: "나",
    network_other: "상대",
    network_third: "세 번째",
    network_kinds: "회선의 종류",
    network_way_up: "올라가는 길: 서버로, 편도",
    network_way_down: "내려오는 길: 서버에서, 편도",
    network_full_update: "전체 업데이트 요청",
    network_full_update_hint: "다음 스냅샷은 앞의 것에 기대지 않고 전체를 담습니다. 넷 \
                               그래프에서는 높고 옅은 기둥입니다. 1초에 한 번까지입니다.",
    network_who_flies: "누가 조종하는가",
    network_controllers: "이 기체를 조종하는 쪽",

    desk_name: "속임수 책상",
    desk_about: "프로그램은 플레이어가 보내는 것을 바꿀 수 있습니다. 하나를 고르면 경기가 처음부터 \
                 다시 시작됩니다.",
    desk_programs: "누구의 프로그램",
    desk_columns: "어디에서 거짓말하는가",
    desk_lies: "무엇을 하는가",
    desk_tries: "시도하는 것",
    desk_against: "막는 것",
    desk_came: "결과",
    desk_gains: "이득",
    desk_counters: "모든 집계",

    share_shots: "사격",
    share_no_shot: "아직 사격이 없습니다. 방아쇠를 당기거나 시나리오를 재생하세요.",
    share_name: "공유",
    share_about: "링크는 바로 이 순간을 다른 브라우저에서 비트까지 똑같이 엽니다. 조종한 것이 모두 \
                  들어 있고, 여기서 살펴보던 사격도 들어 있습니다.",
    share_copy: "복사",
    share_as_figure: "그림으로",
    share_figure: "내 웹 페이지에 요소나 iframe으로 넣을 수 있습니다. 지금 보이는 시나리오와 \
                   프리셋으로 만든 {0}입니다. 따로 설정하거나 조종한 것은 들어 있지 않습니다.",
    share_figure_alone: "단독 그림",
    share_copy_element: "요소 복사",
    share_copy_iframe: "iframe 복사",
    share_as_file: "파일로",
    share_run: "실행 기록에는 경기의 모든 입력이 담깁니다. {0} 명령은 그것을 재생하고, {1} 명령은 그 사격을 판정합니다.",
    share_save_run: "이 실행 기록 내려받기",
    share_open_file: "파일 열기{0}",
    share_drop: "또는 페이지 아무 곳에나 파일을 끌어다 놓으세요. 실행 기록이나 온라인 경기의 \
                 캡처를 열 수 있습니다.",

    beginning_name: "어디서 시작할까요",
    beginning_about: "네트워크 게임에서 내가 보는 것, 서버가 가진 것, 상대 플레이어가 보는 것은 \
                      서로 다른 세 순간입니다. 여기서는 셋을 나란히 볼 수 있고, 시간을 멈출 수도 \
                      있습니다.",
    beginning_learn: "배우기",
    beginning_learn_hint: "한 번에 하나씩, 지연 시간에서 되감기까지 짧은 레슨 열 개가 있습니다. \
                           글로 읽을 수도 있습니다: {0}.",
    beginning_article: "슈팅 게임은 어떻게 랙을 감추는가",
    beginning_try: "해 보기",
    beginning_try_hint: "핑 100 ms로 봇 둘과 겨루고, 회선을 더 나쁘게 만들어 보세요.",
    beginning_shot: "사격 하나 살펴보기",
    beginning_shot_hint: "바위 때문에 기각된 명중입니다. 나, 서버, 상대 플레이어가 각각 무엇을 \
                          보았는지, 아홉 가지 규칙이 그것을 어떻게 판정하는지 봅니다.",
    beginning_dismiss: "둘러보기 {0}",
    beginning_panic: "오류가 나서 실험실이 멈췄습니다.",
    beginning_panic_hint: "Lagrange의 버그입니다. 새로 고치면 다시 시작합니다. 자꾸 일어나면 아래 내용을 알려 주세요.",
    beginning_reload: "새로 고침",
};
