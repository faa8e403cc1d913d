//! The article's sections on who pays for lag: by rolling back, or by being hit, in English.

use article::figure_outcome::FigureOutcome;

use crate::article::SectionWords;

pub(crate) const VICTIM_PAYS: SectionWords = SectionWords {
    title: "What the victim pays",
    text: &["When {server|the server} judges by what you saw, your aim counts. The bill goes to \
         {other|the player you hit}, whose ship may long be in cover on that player’s own screen. \
         For a beam that is over in an instant. A bolt that is judged in the past for its whole \
         flight can still hit somebody who has dodged it. That is one reason why Wolfenstein: ET, \
         for example, compensates bullets and not rockets."],
    came: &[
        (
            FigureOutcome::DefenderSaved,
            "In A the bolt hits, although the ship is by then {value} from where you saw it, \
             behind the rock. B has one more rule, which {term|favours the defender}: if the rock \
             is now between the bolt and the ship, the hit does not count.",
        ),
        (
            FigureOutcome::ShooterPays,
            "In A this bolt is not judged by what you saw. So the ship, by then {value} from \
             there, is safe without another rule. In B only the rule for cover saves it.",
        ),
        (
            FigureOutcome::BothMiss,
            "At a ping of {control-b}, the bolt misses in both, and the rule has nothing to \
             decide. Either the ship dodges it on your own screen already, or what you saw is \
             older than the server looks back. The ship has moved on by {value} from where B looks \
             for it.",
        ),
        (
            FigureOutcome::OnlyFirstHits,
            "In A the bolt hits, because its scheme looks further back than that of B. In B it \
             misses, and the rule has nothing to decide. The ship is {value} from where you saw \
             it.",
        ),
    ],
    after: &[
        "Without any rewinding it is the shooter who pays, and the one with the higher ping pays \
         more. Take two players who fire the moment they see each other, one with a ping of 40 ms \
         and one with 200 ms: the first one’s bolt leaves 150 ms earlier.",
    ],
    task: "With a ping of 200 to 400 ms, choose a scheme for A under which the ship behind the \
           rock is safe.",
    solved: "Now the bill is yours: a perfect aim that misses. A rule for cover, or a limit on how \
             far the server looks back, divides it between the two of you.",
};

pub(crate) const ROLLBACK: SectionWords = SectionWords {
    title: "Rollback on one side only",
    text: &[
        "Fighting games do without a server. Two computers send each other only the keys that were \
         pressed, and each guesses what the other player is holding. When a key arrives that \
         differs from the guess, that computer goes back to its frame and runs every frame since \
         again: {term|rollback}, as in Tony Cannon’s library GGPO. Sometimes only one of the two \
         ever rolls back. Then its clock is ahead: keys reach it late, and the other’s in time. So \
         the computer that is ahead waits for a frame now and then.",
        "The figure is the variant with a server, where every screen runs ahead. With each \
         snapshot, yours runs up to {control-b} ticks again for every ship. And it may wait \
         itself: with an {term|input delay}, here of {control} ticks, your own ship obeys that \
         much later, and that much less has to be guessed.",
    ],
    came: &[
        (
            FigureOutcome::UpToNow,
            "So {other|the other ship} is drawn at the same moment as yours. Where it turns, the \
             guess was wrong, and it jumps by up to {value}.",
        ),
        (
            FigureOutcome::HeldBack,
            "Here that many ticks do not reach your own moment. The rest is left out, so \
             {other|the other ship} is drawn late. Where it turns, it jumps by up to {value}.",
        ),
    ],
    after: &[],
    task: "Let your screen run 15 ticks again or more, and still keep every jump to 12 u.",
    solved: "An input delay costs you the same few frames at every press, and you get used to \
             them. Nobody gets used to jumps. So many games with rollback delay your keys a little \
             on purpose.",
};
