//! The presets in Japanese: what each is called in full, and what to watch for under it.

use shared::netcode::{laboratory_preset::LaboratoryPreset, preset::Preset};

/// What a preset is called.
pub(crate) const fn title(preset: Preset) -> &'static str {
    match preset {
        Preset::Et260 => "Wolfenstein: ET 2.60",
        Preset::EtReleased => "Wolfenstein: ET(公開ソース)",
        Preset::QuakeWorld => "QuakeWorld",
        Preset::Source => "Source",
        Preset::Deferred => "遅延同期",
        Preset::Targeting => "ターゲティング",
        Preset::Nothing => "図2: 補償なし",
        Preset::Jump => "図3: 飛び越し",
        Preset::Lagrange => "Lagrange",
    }
}

/// What to watch for under a preset.
pub(crate) const fn watch(preset: Preset) -> &'static str {
    match preset {
        Preset::Et260 => {
            "岩の陰に入る機体をビームで撃ってみてください。その命中は却下され、\
             ほかの機体は見えていた場所より先で判定されます。"
        }
        Preset::EtReleased => {
            "ビームは、450 ms前までなら見えていたものに当たります。弾はそうではないので、\
             いつもpingの低い人が先に撃てます。"
        }
        Preset::QuakeWorld => {
            "自機は正確で、ほかの機体は時刻の差の半分だけ先を推測して描きます。\
             向きを変えるときのワープに注目してください。"
        }
        Preset::Source => {
            "1秒前までなら、見えていた場所で命中が認められます。\
             もう遮蔽物の陰にいる人が撃墜されるのに注目してください。"
        }
        Preset::Deferred => {
            "命中はDの間は仮のもので、取り消されることがあります。\
             先に別の機体に当たっていたとき、失った点が戻るのに注目してください。"
        }
        Preset::Targeting => {
            "弾は、撃った人の画面での位置に追いつくまで速く飛びます。\
             自分のラグの分だけ先を狙ってください。"
        }
        Preset::Nothing => {
            "遅延を隠すものがありません。自機の反応は遅れ、見えているものを撃っても外れます。"
        }
        Preset::Jump => {
            "弾は砲口よりずっと先から始まります。ラグの大きい人の近くでは、\
             誰にも弾が来るのが見えません。"
        }
        Preset::Lagrange => {
            "400 ms前までなら、見えていたとおりに判定されます。朱色の輪郭と紫の輪郭が重なります。"
        }
    }
}

/// What a preset of the laboratory is called.
pub(crate) const fn laboratory_title(preset: LaboratoryPreset) -> &'static str {
    match preset {
        LaboratoryPreset::Lockstep => "ロックステップ",
        LaboratoryPreset::Diablo => "Diabloのやり方",
        LaboratoryPreset::PredictEveryone => "全員を予測する",
    }
}

/// What to watch for under a preset of the laboratory.
pub(crate) const fn laboratory_watch(preset: LaboratoryPreset) -> &'static str {
    match preset {
        LaboratoryPreset::Lockstep => {
            "どの画面も同じティックを描き、全員の自機が同じだけ遅れて反応します。\
             回線を1本だけ遅くして、全員の世界がどうなるかに注目してください。"
        }
        LaboratoryPreset::Diablo => {
            "何に当たったかはあなたの画面が決め、誰も検証しません。\
             命中のたびにメッセージが2つ必要で、撃たれた人が知るのは、\
             あなたが見てから往復時間のあとです。"
        }
        LaboratoryPreset::PredictEveryone => {
            "あなたの画面では誰も遅れません。ただし、誰かが推力の向きを変えると、\
             その知らせが届いたときに機体がワープします。"
        }
    }
}
