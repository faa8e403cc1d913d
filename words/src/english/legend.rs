//! The legend of the article's marks in English.

use crate::article::LegendWords;

pub(crate) const LEGEND: LegendWords = LegendWords {
    title: "What the marks mean",
    sight: "the line of sight, and the rock in its way",
    saw: "where you saw the ship when you fired",
    judged: "where the server judged it",
    server: "where the server last said it is",
};
