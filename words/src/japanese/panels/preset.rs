//! The presets in Japanese: full names, and what to watch for under each.

use crate::panels::{LaboratoryPresetTexts, PresetTexts};

/// Full names.
pub(crate) const TITLES: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET(公開ソース)",
    QuakeWorld: "QuakeWorld",
    Source: "Source",
    DelayedSync: "遅延同期",
    Targeting: "ターゲティング",
    Nothing: "図2: 補償なし",
    Jump: "図3: 飛び越し",
    Lagrange: "Lagrange",
};

/// Names for little space.
pub(crate) const SHORT: PresetTexts = PresetTexts {
    Et260: "ET 2.60",
    EtReleased: "ET(公開ソース)",
    QuakeWorld: "QuakeWorld",
    Source: "Source",
    DelayedSync: "遅延同期",
    Targeting: "ターゲティング",
    Nothing: "図2: 補償なし",
    Jump: "図3: 飛び越し",
    Lagrange: "Lagrange",
};

/// What to watch for under each preset.
pub(crate) const WATCH: PresetTexts = PresetTexts {
    Et260: "岩の陰に入る機体をビームで撃ってみてください。その命中は却下され、ほかの機体は見えてい\
            た場所より先で判定されます。",
    EtReleased: "ビームは、450 ms前までなら見えていたものに当たります。弾はそうではないので、いつも\
                 pingの低い人が先に撃てます。",
    QuakeWorld: "自機は正確で、ほかの機体は時刻の差の半分だけ先を推測して描きます。向きを変えるとき\
                 のワープに注目してください。",
    Source: "1秒前までなら、見えていた場所で命中が認められます。もう遮蔽物の陰にいる人が撃墜される\
             のに注目してください。",
    DelayedSync: "命中はDの間は仮のもので、取り消されることがあります。先に別の機体に当たっていたと\
               き、失った点が戻るのに注目してください。",
    Targeting: "弾は、撃った人の画面での位置に追いつくまで速く飛びます。自分のラグの分だけ先を狙っ\
                てください。",
    Nothing: "遅延を隠すものがありません。自機の反応は遅れ、見えているものを撃っても外れます。",
    Jump: "弾は砲口よりずっと先から始まります。ラグの大きい人の近くでは、誰にも弾が来るのが見えませ\
           ん。",
    Lagrange: "400 ms前までなら、見えていたとおりに判定されます。朱色の輪郭と紫の輪郭が重なりま\
               す。",
};

/// Names of the laboratory presets.
pub(crate) const LABORATORY_TITLES: LaboratoryPresetTexts = LaboratoryPresetTexts {
    Lockstep: "ロックステップ",
    Diablo: "Diabloのやり方",
    PredictEveryone: "全員を予測する",
};

/// What to watch for under each laboratory preset.
pub(crate) const LABORATORY_WATCH: LaboratoryPresetTexts = LaboratoryPresetTexts {
    Lockstep: "どの画面も同じティックを描き、全員の自機が同じだけ遅れて反応します。回線を1本だけ遅\
               くして、全員の世界がどうなるかに注目してください。",
    Diablo: "何に当たったかはあなたの画面が決め、誰も検証しません。命中のたびにメッセージが2つ必要\
             で、撃たれた人が知るのは、あなたが見てからpingの分だけあとです。",
    PredictEveryone: "あなたの画面では誰も遅れません。ただし、誰かが推力の向きを変えると、その知ら\
                      せが届いたときに機体がワープします。",
};
