//! The legend of the article's marks in Korean.

use crate::article::LegendWords;

pub(crate) const LEGEND: LegendWords = LegendWords {
    title: "표시의 뜻",
    sight: "시선과 그것을 가로막는 바위",
    saw: "쏠 때 보이던 위치",
    judged: "서버가 판정한 위치",
    server: "서버가 마지막으로 알려 준 위치",
};
