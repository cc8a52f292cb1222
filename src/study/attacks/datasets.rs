//! The four datasets of the accuracy, and the invented population of the other parts.

use super::population::{Population, Question};

/// A dataset on which the claims of `posterior` are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dataset {
    Census,
    Survey,
    Geography,
    Sparse,
}

impl Dataset {
    pub fn name(self) -> &'static str {
        match self {
            Self::Census => "census",
            Self::Survey => "survey",
            Self::Geography => "geography",
            Self::Sparse => "sparse",
        }
    }

    /// What the persons are, in a few sentences.
    pub fn about(self) -> &'static str {
        match self {
            Self::Census => {
                "59,147 persons of the 2011 Census Microdata Teaching File of the ONS (England and Wales), with all 17 \
                 variables. They are real persons, but no representative sample of a population."
            }
            Self::Survey => {
                "27,000 invented persons with an area (12 codes) and 13 questions that are answered by yes or no. The rarest \
                 yes has a probability of 0.3 % in most kinds of persons."
            }
            Self::Geography => {
                "20,000 invented persons with 60 areas in 10 wards, 18 ages in 4 bands, and four other variables of 2 to 8 \
                 codes. Areas and wards, and ages and bands, are published beside each other."
            }
            Self::Sparse => "5,000 invented persons with five variables of 18 to 40 codes. Most cells are empty.",
        }
    }

    /// The numbers of variables up to which tables are published.
    pub fn sizes(self) -> [usize; 2] {
        if self == Self::Survey { [3, 4] } else { [2, 3] }
    }

    pub fn population(self) -> Population {
        match self {
            Self::Census => Population::census(),
            Self::Survey => survey(),
            Self::Geography => geography(),
            Self::Sparse => sparse(),
        }
    }
}

fn survey() -> Population {
    const YES: [u64; 13] = [3, 5, 6, 8, 10, 12, 15, 20, 30, 50, 80, 150, 300];
    let mut questions = vec![Question::new("area", 12, 1000)];
    questions.extend((1..).zip(YES).map(|(number, yes)| Question::new(&format!("answer{number}"), 2, yes)));
    Population::invented(&questions, 5, |_| {}, 27_000, 13)
}

fn geography() -> Population {
    let questions = [
        Question::new("area", 60, 1000).grouped(6),
        Question::new("age", 18, 850).grouped(5),
        Question::new("sex", 2, 500),
        Question::new("birthplace", 5, 150),
        Question::new("activity", 8, 400),
        Question::new("education", 6, 600),
    ];
    Population::invented(&questions, 6, |_| {}, 20_000, 2)
}

fn sparse() -> Population {
    let questions = [
        ("birthplace", 40, 600),
        ("occupation", 30, 850),
        ("industry", 25, 800),
        ("language", 35, 500),
        ("age", 18, 850),
    ];
    let questions = questions.map(|(name, codes, fall)| Question::new(name, codes, fall));
    Population::invented(&questions, 8, |_| {}, 5_000, 3)
}

/// A town of so many invented persons, with the variables of a census. Children are single, without activity and without
/// education, and these combinations are declared as structural zeros.
pub(super) fn town(persons: usize) -> Population {
    const ADULT: u32 = 2;
    let questions = [
        ("area", 10, 850),
        ("age", 9, 880),
        ("sex", 2, 500),
        ("marital_status", 5, 350),
        ("birthplace", 6, 100),
        ("activity", 6, 400),
        ("education", 5, 600),
        ("tenure", 4, 450),
    ];
    let adult_only = ["marital_status", "activity", "education"];
    let adult_only: Vec<usize> = (0..questions.len()).filter(|&at| adult_only.contains(&questions[at].0)).collect();
    let correct = |answers: &mut [u32]| {
        if answers[1] < ADULT {
            adult_only.iter().for_each(|&at| answers[at] = 0);
        }
    };
    let child = |age: usize| age < ADULT as usize;
    let never = |&at: &usize| {
        vec![(1, (0..questions[1].1).map(child).collect()), (at, (0..questions[at].1).map(|code| code > 0).collect())]
    };
    let structural_zeros = adult_only.iter().map(never).collect();
    let questions = questions.map(|(name, codes, fall)| Question::new(name, codes, fall));
    Population::invented(&questions, 12, correct, persons, 8).with_structural_zeros(structural_zeros)
}
