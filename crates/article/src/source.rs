//! The publications that the article's general claims rest on. The article's page lists them under
//! the section that makes the claim; what each is cited for is in the crate `words`.

use alloc::string::String;

use crate::code::SOURCE_URL;

/// A publication, in the order of its first citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    EnemyTerritory,
    ResponseTimes,
    LatencyThresholds,
    HiberniaExpress,
    InternetLatency,
    GambettaPrediction,
    QuakeWorldPlan,
    QuakeWorldCode,
    Targeting,
    GambettaInterpolation,
    SourceNetworking,
    SourceInterpolation,
    SnapshotInterpolation,
    SnapshotCompression,
    OverwatchNetcode,
    Bernier,
    SourceLagCompensation,
    Unlagged,
    HalfLifeUnlag,
    Cs2dUnlag,
    OverwatchShooter,
    PeekersAdvantage,
    AroundACorner,
    Archers,
    Ggpo,
    /// This project's own account.
    Schemes,
}

/// How a publication is cited.
#[derive(Clone, Copy, Debug)]
pub struct Citation {
    pub source: Source,
    /// Who published it, and when if that is known.
    pub by: &'static str,
    /// Its title as published, which is English.
    pub title: &'static str,
    /// Its address, or the path of a file of this repository.
    pub at: &'static str,
}

impl Source {
    #[must_use]
    pub const fn citation(self) -> &'static Citation {
        &CITATIONS[self as usize]
    }
}

impl Citation {
    /// Its address on the web.
    #[must_use]
    pub fn address(&self) -> String {
        match self.at.contains("://") {
            true => self.at.into(),
            false => [SOURCE_URL, self.at].concat(),
        }
    }
}

/// Every publication, in the order of [`Source`].
pub const CITATIONS: [Citation; 26] = [
    Citation {
        source: Source::EnemyTerritory,
        by: "id Software, ET: Legacy",
        title: "Wolfenstein: Enemy Territory, released source: g_antilag.c",
        at: "https://github.com/etlegacy/etlegacy/blob/master/src/game/g_antilag.c",
    },
    Citation {
        source: Source::ResponseTimes,
        by: "Jakob Nielsen, 1993",
        title: "Response Times: The 3 Important Limits",
        at: "https://www.nngroup.com/articles/response-times-3-important-limits/",
    },
    Citation {
        source: Source::LatencyThresholds,
        by: "Forch, Franke, Rauh and Krems, 2017",
        title: "Are 100 ms Fast Enough? Characterizing Latency Perception Thresholds in \
                Mouse-Based Interaction",
        at: "https://link.springer.com/chapter/10.1007/978-3-319-58475-1_4",
    },
    Citation {
        source: Source::HiberniaExpress,
        by: "The Broadcast Bridge",
        title: "Trans-Atlantic Network Latency Reduced",
        at: "https://thebroadcastbridge.com/content/entry/3988/\
             trans-atlantic-network-latency-reduced",
    },
    Citation {
        source: Source::InternetLatency,
        by: "GeoCables",
        title: "Why is the internet slower than light?",
        at: "https://geocables.com/internet-latency",
    },
    Citation {
        source: Source::GambettaPrediction,
        by: "Gabriel Gambetta",
        title: "Fast-Paced Multiplayer: Client-Side Prediction and Server Reconciliation",
        at: "https://www.gabrielgambetta.com/\
             client-side-prediction-server-reconciliation.html",
    },
    Citation {
        source: Source::QuakeWorldPlan,
        by: "John Carmack, August 1996",
        title: "QuakeWorld plan",
        at: "http://www.gamers.org/dEngine/quake/archive/a_july96/0000.html",
    },
    Citation {
        source: Source::QuakeWorldCode,
        by: "id Software",
        title: "QuakeWorld, released source: cl_pred.c",
        at: "https://github.com/id-Software/Quake/blob/master/QW/client/cl_pred.c",
    },
    Citation {
        source: Source::Targeting,
        by: "Chris Haag, 2001",
        title: "Targeting: A variation of dead reckoning",
        at: "https://archive.gamedev.net/archive/reference/articles/article1370.html",
    },
    Citation {
        source: Source::GambettaInterpolation,
        by: "Gabriel Gambetta",
        title: "Fast-Paced Multiplayer: Entity Interpolation",
        at: "https://www.gabrielgambetta.com/entity-interpolation.html",
    },
    Citation {
        source: Source::SourceNetworking,
        by: "Valve",
        title: "Source Multiplayer Networking",
        at: "https://developer.valvesoftware.com/wiki/Source_Multiplayer_Networking",
    },
    Citation {
        source: Source::SourceInterpolation,
        by: "Valve",
        title: "Interpolation",
        at: "https://developer.valvesoftware.com/wiki/Interpolation",
    },
    Citation {
        source: Source::SnapshotInterpolation,
        by: "Glenn Fiedler, 2014",
        title: "Snapshot Interpolation",
        at: "https://gafferongames.com/post/snapshot_interpolation/",
    },
    Citation {
        source: Source::SnapshotCompression,
        by: "Glenn Fiedler, 2015",
        title: "Snapshot Compression",
        at: "https://gafferongames.com/post/snapshot_compression/",
    },
    Citation {
        source: Source::OverwatchNetcode,
        by: "Edgegap, on Tim Ford’s talk of 2017",
        title: "Game Backend Deep Dive: Overwatch",
        at: "https://edgegap.com/blog/\
             game-backend-deep-dive-overwatch-2016-netcode-architecture-rollback",
    },
    Citation {
        source: Source::Bernier,
        by: "Yahn W. Bernier, Valve, 2001",
        title: "Latency Compensating Methods in Client/Server In-game Protocol Design and \
                Optimization",
        at: "https://developer.valvesoftware.com/wiki/\
             Latency_Compensating_Methods_in_Client/Server_In-game_Protocol_Design_and_\
             Optimization",
    },
    Citation {
        source: Source::SourceLagCompensation,
        by: "Valve",
        title: "Lag Compensation",
        at: "https://developer.valvesoftware.com/wiki/Lag_Compensation",
    },
    Citation {
        source: Source::Unlagged,
        by: "Neil Toronto",
        title: "Unlagged: “Lag” Compensation Technique",
        at: "https://www.ra.is/unlagged/faq.html",
    },
    Citation {
        source: Source::HalfLifeUnlag,
        by: "Ryan Martinez, Tweak3D, 2000",
        title: "Half-Life v1.1 Tweak Guide",
        at: "http://www.tweak3d.net/tweak/halflife/3.shtml",
    },
    Citation {
        source: Source::Cs2dUnlag,
        by: "Unreal Software",
        title: "CS2D: mp_lagcompensation",
        at: "https://cs2d.com/help.php?cat=all&cmd=mp_lagcompensation",
    },
    Citation {
        source: Source::OverwatchShooter,
        by: "VG247, 2016",
        title: "Overwatch devs talk netcode, and “favouring the shooter”",
        at: "https://www.vg247.com/2016/04/05/\
             overwatch-devs-talk-netcode-and-favouring-the-shooter/",
    },
    Citation {
        source: Source::PeekersAdvantage,
        by: "Riot Games, 2020",
        title: "On Peeker’s Advantage & Ranked",
        at: "https://playvalorant.com/en-us/news/game-updates/\
             04-on-peeker-s-advantage-ranked/",
    },
    Citation {
        source: Source::AroundACorner,
        by: "NetGames 2017",
        title: "On “Shot Around a Corner” in First-Person Shooter Games",
        at: "https://research.polyu.edu.hk/en/publications/\
             on-shot-around-a-corner-in-first-person-shooter-games",
    },
    Citation {
        source: Source::Archers,
        by: "Paul Bettner and Mark Terrano, 2001",
        title: "1500 Archers on a 28.8: Network Programming in Age of Empires and Beyond",
        at: "https://www.gamedeveloper.com/programming/\
             1500-archers-on-a-28-8-network-programming-in-age-of-empires-and-beyond",
    },
    Citation {
        source: Source::Ggpo,
        by: "Tony Cannon",
        title: "GGPO Rollback Networking SDK",
        at: "https://www.ggpo.net/",
    },
    Citation {
        source: Source::Schemes,
        by: "Lagrange",
        title: "The schemes",
        at: "docs/schemes.md",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_in_the_order_of_their_sources() {
        for (idx, citation) in CITATIONS.iter().enumerate() {
            assert_eq!(citation.source as usize, idx, "{citation:?}");
        }
    }
}
