//! The legend of the article's marks in Japanese.

use crate::article::LegendWords;

pub(crate) const LEGEND: LegendWords = LegendWords {
    title: "印の意味",
    sight: "視線と、それをさえぎる岩",
    saw: "撃ったときに見えていた位置",
    judged: "サーバーが判定した位置",
    server: "サーバーから最後に届いた位置",
};
