//! Areas and districts. The list of areas has no end: each area has a number of households, and a population uses areas
//! until its households are placed. The list therefore does not depend on the size of the population.

use std::rc::Rc;

use super::Request;
use super::draws::Draws;
use super::origin::Country;

categories! {
    /// What sets the households of an area apart.
    Character {
        Mixed = "mixed" "mixed",
        Industrial = "industrial" "industrial",
        Retired = "retired" "retired",
        Wealthy = "wealthy" "wealthy",
        Student = "student" "students",
    }
}

/// One value for each character, in the order of [`Character::ALL`].
pub(super) type ByCharacter<T> = [T; 5];

/// Weights of the characters of a country's areas.
const CHARACTERS: ByCharacter<u32> = [380, 240, 150, 150, 80];
/// Chance, in a thousand, that an area has the character of the area before it.
const LIKE_NEIGHBOUR: u32 = 600;
/// Chance, in a thousand, that another area has the main character of its district.
const LIKE_DISTRICT: u32 = 500;
/// Households of foreign origin, in a thousand, before the variation between areas.
const ORIGIN_SHARE: ByCharacter<u32> = [100, 160, 40, 90, 200];

/// An area of a district.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// The code: that of the district, and the number of the area in the district.
    pub code: Rc<str>,
    /// The code of the district.
    pub district: Rc<str>,
    /// Number of the district, from 1.
    pub district_number: u32,
    /// Number of the area in its district, from 1.
    pub number: u32,
    /// What sets the area's households apart.
    pub character: Character,
    /// Number of households. The last area of a population may have fewer.
    pub households: u32,
    /// Households of foreign origin, in a thousand.
    pub(super) origin_share: u32,
    /// The origin of most of these households.
    pub(super) community: Country,
}

impl Area {
    /// The value of this area's character.
    pub(super) fn of<T: Copy>(&self, values: &ByCharacter<T>) -> T {
        values[self.character as usize]
    }
}

/// The list of all areas of a seed. The list has no end.
pub struct Areas {
    draws: Draws,
    district: u32,
    district_code: Rc<str>,
    main: Character,
    last: Character,
    number: u32,
    areas_in_district: u32,
}

impl Areas {
    /// Starts the list of areas of a population.
    pub fn new(request: Request) -> Self {
        Self {
            draws: request.streams().areas,
            district: 0,
            district_code: Rc::from(""),
            main: Character::Mixed,
            last: Character::Mixed,
            number: 0,
            areas_in_district: 0,
        }
    }

    /// The areas in which the households of a population live.
    pub fn settled(request: Request) -> impl Iterator<Item = Area> {
        let mut left = request.households();
        Self::new(request).map_while(move |area| {
            let used = left;
            left = left.saturating_sub(area.households);
            (used > 0).then_some(area)
        })
    }

    fn open_district(&mut self) {
        self.district += 1;
        self.district_code = format!("D{:04}", self.district).into();
        self.main = self.draws.pick(Character::ALL, &CHARACTERS);
        self.last = self.main;
        self.number = 0;
        self.areas_in_district = 28 + self.draws.triangle(13);
    }

    fn character(&mut self) -> Character {
        if self.draws.per_mille(LIKE_NEIGHBOUR) {
            self.last
        } else if self.draws.per_mille(LIKE_DISTRICT) {
            self.main
        } else {
            self.draws.pick(Character::ALL, &CHARACTERS)
        }
    }
}

impl Iterator for Areas {
    type Item = Area;

    fn next(&mut self) -> Option<Area> {
        if self.number == self.areas_in_district {
            self.open_district();
        }
        self.number += 1;
        let character = self.character();
        self.last = character;
        // 115 households, and in one area of eight up to 160 more.
        let mut households = 60 + self.draws.triangle(56);
        if self.draws.chance(1, 8) {
            households += self.draws.below(161);
        }
        // From a fifth to twice the usual share.
        let variation = 20 + self.draws.triangle(91);
        Some(Area {
            code: format!("{}A{:02}", self.district_code, self.number).into(),
            district: Rc::clone(&self.district_code),
            district_number: self.district,
            number: self.number,
            character,
            households,
            origin_share: ORIGIN_SHARE[character as usize] * variation / 100,
            community: Country::of_community(&mut self.draws),
        })
    }
}
