//! Texts in the markup of the game's page in Japanese.

use crate::game::page::GamePage;

pub(crate) const PAGE: GamePage = GamePage {
    join_name: "参加",
    join_about: "ラグが見える、宇宙の撃ち合い。",
    join_player: "プレイヤー名",
    join_room: "ルーム",
    join_room_example: "ロビー(誰でも入れます)",
    join_room_hint: "ルーム名を知っている人は誰でも入れます。「lab」ルームでは、全員がルールを変え\
                     られます。",
    join_listing: "{0}ルームを公開する",
    join_listing_hint: "誰でも参加できます。ロビーは常に公開です。",
    join_rooms: "公開中のルーム",
    join_touch: "左の親指で推進、右の親指で照準と射撃。縁まで倒すとビームも撃ちます。",
    join_play: "プレイ {0}",
    join_duel: "ボットと決闘",
    join_duel_hint: "ボット1機と1対1、先に10キル",
    join_duel_level: "ボットの強さ",
    join_friend: "フレンドと対戦",
    join_friend_hint: "2人用のプライベートルームです。フレンドが来たらラウンドが始まります",
    join_friend_series: "フレンドとのラウンド数",
    join_new_room: "新しいプライベートルーム",
    join_new_room_hint: "ルーム名はランダムです。リンクを持っている人だけが入れます",
    join_watch_room: "観戦する",
    join_watch_room_hint: "席を取らずに、このルームの試合を見ます",
    join_room_bots: "ルームのボット",
    join_room_sides: "ルームの陣営",
    join_watch: "まず見てみるなら、{0}へ。1つの戦いを双方の画面で見られて、どのショットがなぜ命中に\
                 なったか、ならなかったかがわかります。",
    join_invite: "このルームのリンク:",
    join_laser: "レーザー: 連射",
    join_beam: "ビーム: 強力な一撃",

    controls_name: "操作方法",
    controls_left_stick: "左スティック",
    controls_mouse: "マウス",
    controls_right_stick: "右スティック",
    controls_left_button: "左クリック",
    controls_right_button: "右クリック",
    controls_thrust: "推進",
    controls_aim: "照準",

    closed_watch: "席が空くまで観戦する",
    closed_lobby: "ロビーでプレイ",
    closed_change: "名前かルームを変える {0}",

    watch_title: "観戦",
    watch_previous: "前のプレイヤー",
    watch_next: "次のプレイヤー",
    watch_leader: "トップを追う",
    watch_free: "フリーカメラ",
    watch_times: "ラグを見る {0}",
    watch_times_hint: "プレイヤー自身の時刻、見えているもの、サーバーの状態",

    play_arena: "自機のまわりの戦場",
    play_figures: "接続の数値",
    play_ping: "ping {0}",
    play_legend: "残像の見かた",
    play_legend_server: "{0}最新のスナップショット",
    play_legend_saw: "{0}あなたが見たもの",
    play_legend_judged: "{0}判定されたもの",
    play_legend_confirmed: "{0}命中確定",
    play_legend_undone: "{0}命中にならず",
    play_scheme: "使用中のネットコード",
    play_scheme_netcode: "ネットコード",
    play_scheme_rule: "命中判定",
    play_scheme_rewind: "巻き戻し",
    play_badge_reset: "シミュレーションを切る",
    play_score_hint: "スコア: Tabを押している間",
    play_feed: "撃墜の記録",
    play_keeps: "このルームのルール",
    play_elsewhere: "別のロビー",
    play_own_room: "あなたのルーム",
    play_own_room_link: "{0}{1}",
    play_code: "QRコード",
    play_code_name: "リンクのQRコード",
    play_shot_line: "あなたのショットを各方式ならどう判定したか",
    play_see_lag_offer: "ラグを見る {0}{1}",
    play_see_lag_where: "自分だけのルームで",
    play_see_lag_dismiss: "「ラグを見る」を今後は勧めない",
    play_see_lag_more: "続きは、メニューの「ネットコード」{0}と{1}で。",
    play_see_lag_leave: "やめる {0}",
    play_hull: "耐久",
    play_replay: "リプレイ",
    play_replay_why: "なぜ? {0}",
    play_replay_back: "戻る {0}",

    round_end_name: "ラウンドの結果",
    round_end_best_shot: "ベストショット{0}",
    round_end_disputed_shot: "納得できないショット{0}",

    scores_ship: "機体",
    scores_player: "名前",
    scores_kills: "キル",
    scores_deaths: "デス",
    scores_ping: "ping",

    menu_name: "メニュー",
    menu_resume: "ゲームに戻る {0}",
    menu_see_lag: "ラグを見る{0}{1}",
    menu_see_lag_hint: "この試合の中で3ステップ",
    menu_ghosts: "残像{0}{1}",
    menu_ghosts_hint: "サーバーでの位置を表示",
    menu_link: "回線シミュレーション{0}{1}",
    menu_link_hint: "遅い回線を体験する",
    menu_netcode: "ネットコード{0}{1}",
    menu_netcode_hint: "別の方式でプレイする",
    menu_shot: "最新のショット{0}{1}",
    menu_shot_hint: "もう一度見る、次に理由",
    menu_net_graph: "ネットグラフ{0}{1}",
    menu_net_graph_hint: "パケットを1つずつ",
    menu_game: "ゲーム",
    menu_scores: "スコア{0}",
    menu_sound: "サウンド{0}",
    menu_help: "ヘルプ{0}",
    menu_leave: "退出、または名前かルームを変える",
    menu_invite: "フレンドを招待",

    settings_name: "設定",
    settings_sound: "サウンド",
    settings_sound_switch: "サウンド {0}",
    settings_volume: "音量",
    settings_effects: "効果音",
    settings_tones: "{0}判定音",
    settings_tones_hint: "自分の画面でショットが機体に当たると「チッ」、サーバーが命中を確定すると\
                          上がる2音、命中にならなければ鈍い1音が鳴ります。",
    settings_sticks: "スティック",
    settings_aim_assist: "{0}エイムアシスト",
    settings_aim_assist_hint: "タッチ操作やゲームパッドのスティックの照準を、6°以内にいる機体へ引き\
                               寄せます。使っている人はスコアに表示されます。マウスとキーには効きま\
                               せん。",
    settings_touch: "タッチ操作のスティック",
    settings_stick_size: "大きさ",
    settings_stick_opacity: "不透明度",
    settings_left_handed: "{0}左利き: 左で照準、右で推進",
    settings_bindings: "キーとゲームパッドのボタン",
    settings_keys: "キー",
    settings_keys_hint: "操作を選んでから、割り当てるキーを押してください。キーは刻印ではなく、キー\
                         ボード上の位置で区別します。ほかの操作で使っているキーなら、互いに入れ替わ\
                         ります。",
    settings_pad: "ゲームパッドのボタン",
    settings_pad_hint: "操作を選んでから、割り当てるボタンを押してください。左スティックで推進、右\
                        スティックで照準です。メニューでは、十字キーか左スティックで移動、Aで決\
                        定、Bで戻ります。",
    settings_bindings_reset: "キーとボタンを初期設定に戻す",
    settings_pins: "常に表示",
    settings_pin_figures: "{0}接続の数値",
    settings_pin_netcode: "{0}使用中のネットコード",
    settings_pin_netcode_hint: "オフのときは、必要な間だけ表示します。変更の直後、残像や回線シミュ\
                                レーションを使っている間、ショットに上限を超える巻き戻しが要るとき\
                                です。",
    settings_pin_net_graph: "{0}ネットグラフ",
    settings_shot_line: "{0}ショットの行",
    settings_shot_line_hint: "ショットのたびに、各方式ならどう判定したかを表示します。判定が分かれ\
                              る所に注目してください。≈は、その方式なら的が別の場所に描かれていたこ\
                              とを示します。パネルを開いている間は、指すと詳しい説明が出ます。",
    settings_language: "言語",
    settings_language_hint: "ページを読み込み直します。席はそのままです。",
    settings_reset: "すべての設定を初期値に戻す",

    help_name: "ヘルプ",
    help_about: "自機は、ブラウザーが予測するのですぐに反応します。ほかの機体は、サーバーからの2つ\
                 のスナップショットの間に、少し過去の姿で描かれます。残像を表示すると、その差が見え\
                 ます。",
    help_keys_thrust: "{0}{1}{2}{3}または矢印キー",
    help_thrust: "推進、8方向",
    help_keys_aim: "マウス、または{0} {1}",
    help_aim: "照準。キーでは左右に回す",
    help_keys_laser: "左クリックまたは{0}",
    help_laser: "レーザー: 弾1発で12ダメージ",
    help_keys_beam: "右クリックまたは{0}",
    help_beam: "ビーム: すぐに当たり、34ダメージ。0.9 sに1回",
    help_scores: "押している間、スコアを表示",
    help_see_lag: "ラグを見る: この試合の中で3ステップ。もう一度押すとやめる",
    help_ghosts: "残像: サーバーでの各機体の位置",
    help_keys_presets: "{0}から{1}",
    help_presets: "ネットコード: プリセットでプレイし、注目する所を見る",
    help_netcode: "ネットコード: すべての設定",
    help_link: "回線シミュレーション: ラグを体験する",
    help_net_graph: "ネットグラフ: 接続の様子",
    help_sound: "サウンドのオン、オフ",
    help_full_update: "完全な更新: すべてを受け取り直す。かかる量はネットグラフでわかります",
    help_shot: "リプレイ: 自分の最新のショット、または自分を撃墜したショット。もう1回押すと、当たっ\
                た理由か外れた理由",
    help_keys_pick: "{0} + クリック",
    help_pick: "弾、火花、残像を調べる。撃墜されている間は、クリックだけでよい",
    help_close: "開いているものを閉じる。なければメニューを開く",
    help_gamepad: "ゲームパッド: 左スティックで推進、右スティックで照準。{0}レーザー、{1}ビー\
                   ム、{2}メニュー、{3}スコア、{4}リプレイ、{5}残像。キーとボタンは設定で変えられま\
                   す。",
    help_touch: "タッチ操作: 画面の左半分で推進、右半分で照準と射撃。縁まで倒すとビームも撃ちます。\
                 撃墜されている間は、弾、火花、残像をタップすると調べられます。",
    help_ship: "自機のまわりの表示",
    help_ship_text: "左の弧: 自機の耐久(ダメージを受けたとき)。右の弧: ビームの充填。閉じる緑の\
                     輪: サーバーが命中を確定しました。斜線の黄色い輪: その命中はまだ取り消されるこ\
                     とがあります。線で消された灰色の輪: 命中が取り消されたか、命中になりませんでし\
                     た。",
    help_sounds: "聞こえる音",
    help_sounds_text: "発射音は、撃ったときに鳴ります。「チッ」: 自分の画面でショットが機体に当たり\
                       ました。上がる2音: サーバーが命中を確定しました。鈍い1音: 命中が取り消された\
                       か、命中になりませんでした。pingが高いほど、「チッ」から2音までの間が長くな\
                       ります。",
    help_graph: "ネットグラフの見かた",
    help_graph_hint: "パネルを開いている間は、ネットグラフを直接指してもかまいません。",
    help_capture: "もう一度見る",
    help_capture_text: "キャプチャには、参加してからこのページが受け取ったものがすべて入っていま\
                        す。{0}に落とすと、もう一度見られます。ラボでは、サーバーなしで戦い全体を双\
                        方の画面で見ることもできます。",
    help_capture_save: "キャプチャをダウンロード",

    link_name: "回線シミュレーション",
    link_about: "実際のラグに加えて、接続をわざと悪くします。影響があるのはあなただけです。",
    link_each_way: "片道の遅延",
    link_shared: "{0}このルームへのリンクに含める",
    link_shared_hint: "リンクを開いた人も、同じ条件の接続でプレイします。",
    link_details: "上りと下りを別々に、ジッター、ロス",
    link_up: "上り: サーバーへ、片道",
    link_down: "下り: サーバーから、片道",
    link_carrier: "失われたパケットの扱い",
    link_reset: "リセット: シミュレーションなし",

    netcode_name: "ネットコード",
    netcode_about: "ネットコードとは、メッセージにかかる時間をゲームがどう隠すかです。プリセットで\
                    プレイして、好きな所を変えてみましょう。",
    netcode_presets: "プリセット",
    netcode_choices: "この方式の選択",
    netcode_room: "ルームが決めること",
    netcode_player: "あなたが決めること",
    netcode_player_hint: "変わるのは、あなたが見るものと送るものだけです。ほかの人のゲームには影響\
                          しません。",

    panic_name: "エラーのため、ゲームが止まりました。",
    panic_hint: "Lagrangeの不具合です。再読み込みすると戻れます。また起こるようなら、次の内容を報告\
                 してください:",
    panic_reload: "再読み込み",

    common_net_graph: "ネットグラフ",
    common_share: "共有",
    common_copy: "コピー",
    common_close: "閉じる {0}",
    common_see_lag: "ラグを見る",
    common_laboratory: "ラボ",
    common_scores: "スコア",
};
