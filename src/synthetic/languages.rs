//! Main language. Almost all persons speak the language of the home country, so this variable is sparse.

use super::draws::Draws;
use super::origin::Country;

categories! {
    /// Main language.
    Language {
        Home = "home" "Language of the home country",
        Polish = "pl" "Polish",
        Hindi = "hi" "Hindi",
        Urdu = "ur" "Urdu",
        Romanian = "ro" "Romanian",
        Bengali = "bn" "Bengali",
        Chinese = "zh" "Chinese",
        German = "de" "German",
        Italian = "it" "Italian",
        Portuguese = "pt" "Portuguese",
        French = "fr" "French",
        Turkish = "tr" "Turkish",
        Other = "other" "Other language",
        Sign = "sign" "Sign language",
    }
}

/// Sign language is the main language of one person in this number.
const SIGN: u32 = 20_000;
/// Chance, in a thousand, that a person keeps the language of the country of birth.
const OF_BIRTH: u32 = 520;
/// Chance, in a thousand, that a person born here speaks the language of the household's origin.
const OF_ORIGIN: u32 = 160;

impl Language {
    /// Draws the main language from the country of birth and the origin of the household.
    pub(super) fn draw(draws: &mut Draws, birth: Country, origin: Country) -> Self {
        if draws.chance(1, SIGN) {
            Self::Sign
        } else if birth == Country::Home {
            if draws.per_mille(OF_ORIGIN) { origin.language() } else { Self::Home }
        } else if draws.per_mille(OF_BIRTH) {
            birth.language()
        } else {
            Self::Home
        }
    }
}
