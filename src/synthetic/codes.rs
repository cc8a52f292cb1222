//! The categories of the variables: codes for files, labels for readers.

/// A category of a variable.
pub(super) trait Category: Copy + PartialEq + 'static {
    /// All categories of the variable.
    fn all() -> &'static [Self];
    /// The code in files.
    fn code(self) -> &'static str;
    /// The label for readers.
    fn label(self) -> &'static str;
}

/// Declares a variable's categories, each with its code and its label.
macro_rules! categories {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $code:literal $label:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = $label] $variant,)+
        }

        impl $name {
            /// All categories, in the order of the specification.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The category's code in files.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            /// The category's label for readers.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)+ }
            }
        }

        impl $crate::synthetic::codes::Category for $name {
            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn code(self) -> &'static str {
                $name::code(self)
            }

            fn label(self) -> &'static str {
                $name::label(self)
            }
        }
    };
}

categories! {
    /// Who lives together.
    HouseholdType {
        Single = "single" "One person",
        Couple = "couple" "Couple without children",
        CoupleChildren = "couple-children" "Couple with children",
        LoneParent = "lone-parent" "Lone parent",
        ThreeGenerations = "three-generations" "Three generations",
        Shared = "shared" "Unrelated persons",
    }
}

categories! {
    /// What a person is to the reference person of the household.
    Relation {
        Reference = "reference" "Reference person",
        Partner = "partner" "Partner",
        Child = "child" "Child",
        Parent = "parent" "Parent",
        Sharer = "sharer" "Unrelated",
    }
}

categories! {
    /// Sex.
    Sex {
        Male = "male" "Male",
        Female = "female" "Female",
    }
}

categories! {
    /// Legal marital status.
    MaritalStatus {
        NeverMarried = "never-married" "Never married",
        Married = "married" "Married",
        Partnership = "partnership" "In a registered partnership",
        Separated = "separated" "Separated, still legally married",
        Divorced = "divorced" "Divorced",
        Widowed = "widowed" "Widowed",
        FormerPartnership = "former-partnership" "Partnership dissolved",
    }
}

categories! {
    /// Main activity.
    Activity {
        Child = "child" "Under 16",
        Employee = "employee" "Employee",
        SelfEmployed = "self-employed" "Self-employed",
        Unemployed = "unemployed" "Unemployed",
        Student = "student" "Student",
        Home = "home" "Looking after home or family",
        Ill = "ill" "Long-term sick or disabled",
        Retired = "retired" "Retired",
        Other = "other" "Other",
    }
}

categories! {
    /// Present or former occupation.
    Occupation {
        None = "none" "Never worked, or a student",
        Manager = "manager" "Managers",
        Professional = "professional" "Professionals",
        Technician = "technician" "Technicians and associate professionals",
        Clerical = "clerical" "Clerical workers",
        Service = "service" "Service and sales workers",
        Farming = "farming" "Farming, forestry and fishery workers",
        Trade = "trade" "Craft and trade workers",
        Operator = "operator" "Machine operators and drivers",
        Elementary = "elementary" "Elementary occupations",
        Armed = "armed" "Armed forces",
    }
}

categories! {
    /// Highest completed education.
    Education {
        Child = "child" "Under 16",
        None = "none" "No certificate",
        Lower = "lower" "Lower secondary",
        Upper = "upper" "Upper secondary",
        Vocational = "vocational" "Vocational",
        Degree = "degree" "Degree",
        Doctorate = "doctorate" "Doctorate",
    }
}

categories! {
    /// Long-term illness that limits activities.
    Health {
        NotLimited = "not-limited" "Not limited",
        Little = "little" "Limited a little",
        Lot = "lot" "Limited a lot",
    }
}

categories! {
    /// The right by which a household uses its dwelling.
    Tenure {
        Owned = "owned" "Owned outright",
        Mortgage = "mortgage" "Owned with a mortgage",
        Social = "social" "Social rent",
        Private = "private" "Private rent",
        Free = "free" "Rent free",
    }
}

categories! {
    /// Kind of dwelling.
    Dwelling {
        Detached = "detached" "Detached house",
        SemiDetached = "semi-detached" "Semi-detached house",
        Terraced = "terraced" "Terraced house",
        Flat = "flat" "Flat",
        Caravan = "caravan" "Caravan or mobile home",
        Boat = "boat" "Boat",
    }
}
