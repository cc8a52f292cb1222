//! Country of birth. Households of foreign origin cluster in areas, and their members often have the same origin.

use super::areas::Area;
use super::draws::Draws;
use super::languages::Language;

/// Declares the countries: code, label, weight among persons of foreign origin, and main language.
macro_rules! countries {
    ($($variant:ident = $code:literal $label:literal $weight:literal $language:ident,)+) => {
        categories! {
            /// Country of birth: the home country, which has no name, or a country by its code of ISO 3166.
            Country { $($variant = $code $label,)+ }
        }

        /// Weights among persons of foreign origin.
        const WEIGHTS: &[u32] = &[$($weight),+];

        impl Country {
            /// The main language of the country.
            pub(super) const fn language(self) -> Language {
                match self { $(Self::$variant => Language::$language,)+ }
            }
        }
    };
}

countries! {
    Home = "home" "Home country" 0 Home,
    India = "IN" "India" 1600 Hindi,
    Poland = "PL" "Poland" 1400 Polish,
    Pakistan = "PK" "Pakistan" 1000 Urdu,
    Romania = "RO" "Romania" 900 Romanian,
    Ireland = "IE" "Ireland" 700 Home,
    Germany = "DE" "Germany" 550 German,
    Nigeria = "NG" "Nigeria" 500 Home,
    Bangladesh = "BD" "Bangladesh" 450 Bengali,
    China = "CN" "China" 400 Chinese,
    Italy = "IT" "Italy" 380 Italian,
    UnitedStates = "US" "United States" 350 Home,
    Portugal = "PT" "Portugal" 300 Portuguese,
    France = "FR" "France" 280 French,
    Turkey = "TR" "Türkiye" 240 Turkish,
    Philippines = "PH" "Philippines" 220 Other,
    Brazil = "BR" "Brazil" 150 Portuguese,
    Vietnam = "VN" "Viet Nam" 110 Other,
    Somalia = "SO" "Somalia" 100 Other,
    NewZealand = "NZ" "New Zealand" 60 Home,
    Japan = "JP" "Japan" 50 Other,
    Chile = "CL" "Chile" 25 Other,
    Fiji = "FJ" "Fiji" 12 Other,
    Iceland = "IS" "Iceland" 11 Other,
}

/// The countries up to this position can be the main origin of an area. Rarer origins have no area of their own.
const COMMUNITIES: usize = 16;

/// Chances, in a thousand.
const OF_COMMUNITY: u32 = 550;
const ADULT_FROM_ORIGIN: u32 = 800;
const PARTNER_FROM_ORIGIN: u32 = 640;
const CHILD_FROM_ORIGIN: u32 = 150;
const ADULT_CHILD_FROM_ORIGIN: u32 = 350;
const ADULT_BORN_ABROAD: u32 = 22;
const CHILD_BORN_ABROAD: u32 = 6;

impl Country {
    /// Draws the origin of most foreign households of an area.
    pub(super) fn of_community(draws: &mut Draws) -> Self {
        draws.pick(&Self::ALL[..=COMMUNITIES], &WEIGHTS[..=COMMUNITIES])
    }

    fn any(draws: &mut Draws) -> Self {
        draws.pick(Self::ALL, WEIGHTS)
    }

    /// Draws the origin of a household, or of a person in a shared household.
    pub(super) fn of_origin(draws: &mut Draws, area: &Area) -> Self {
        if !draws.per_mille(area.origin_share) {
            Self::Home
        } else if draws.per_mille(OF_COMMUNITY) {
            area.community
        } else {
            Self::any(draws)
        }
    }

    /// Draws the country of birth of a person in a household of this origin.
    pub(super) fn of_birth(self, draws: &mut Draws, age: u32, is_child: bool, is_partner: bool) -> Self {
        let abroad = if is_child && age < 18 { CHILD_BORN_ABROAD } else { ADULT_BORN_ABROAD };
        let from_origin = match (is_child, is_partner) {
            (true, _) if age < 18 => CHILD_FROM_ORIGIN,
            (true, _) => ADULT_CHILD_FROM_ORIGIN,
            (false, true) => PARTNER_FROM_ORIGIN,
            (false, false) => ADULT_FROM_ORIGIN,
        };
        if self != Self::Home && draws.per_mille(from_origin) {
            self
        } else if draws.per_mille(abroad) {
            Self::any(draws)
        } else {
            Self::Home
        }
    }
}
