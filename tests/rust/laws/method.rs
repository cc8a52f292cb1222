//! The methods of a world: the fields of a specification, as values for the plain definitions.

/// A method with its name.
#[derive(Debug, Clone)]
pub struct Method {
    pub name: String,
    pub kind: Kind,
    /// Totals are sums of the published values.
    pub sum: bool,
}

/// A kind of method with its parameters (docs/reference/methods.md).
#[derive(Debug, Clone)]
pub enum Kind {
    None,
    CellKey { ptable: Text, threshold: u64, hash: bool, category_keys: bool },
    RandomRounding { base: u64, below: Option<u64>, md5: bool },
    ThresholdRounding { threshold: u64, base: u64 },
    SmallCell { thousandths: u64 },
    TransitionMatrix { matrix: Vec<Vec<Chance>>, cap: u64, category_keys: bool, fixed: bool },
}

/// A probability in the format of the specification.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chance {
    Number(f64),
    Ratio(u64, u64),
}

/// The text of a file. A failure prints only its beginning.
#[derive(Clone)]
pub struct Text(pub String);

impl std::fmt::Debug for Text {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:.300}", self.0)
    }
}

impl Method {
    /// Returns the kind of method, and the options that change its path through the engine. The laws count how often
    /// each label occurred.
    pub fn label(&self) -> String {
        let mut label = match &self.kind {
            Kind::None => "none".to_owned(),
            Kind::CellKey { ptable, hash, .. } => {
                let dense = ptable.0.starts_with("pcv");
                format!("cell-key {}", if dense { "dense" } else { ["key", "hash"][usize::from(*hash)] })
            }
            Kind::RandomRounding { md5, .. } => format!("random-rounding {}", if *md5 { "md5" } else { "sha256" }),
            Kind::ThresholdRounding { .. } => "threshold-rounding".to_owned(),
            Kind::SmallCell { .. } => "small-cell".to_owned(),
            Kind::TransitionMatrix { fixed: false, .. } => "transition-matrix".to_owned(),
            Kind::TransitionMatrix { fixed: true, .. } => "transition-matrix fixed".to_owned(),
        };
        if self.has_category_keys() {
            label += " zeros";
        }
        if self.sum { label + ", sum" } else { label }
    }

    /// Returns whether empty cells draw noise from the keys of their categories.
    pub fn has_category_keys(&self) -> bool {
        match self.kind {
            Kind::CellKey { category_keys, .. } | Kind::TransitionMatrix { category_keys, .. } => category_keys,
            _ => false,
        }
    }

    /// Returns whether the value of a cell depends on the whole table.
    pub fn is_fixed(&self) -> bool {
        matches!(self.kind, Kind::TransitionMatrix { fixed: true, .. })
    }

    /// Returns the text of the method's p-table.
    pub fn ptable(&self) -> Option<&Text> {
        match &self.kind {
            Kind::CellKey { ptable, .. } => Some(ptable),
            _ => None,
        }
    }

    /// Returns the method's table for a specification. A p-table is named after the method.
    pub fn toml(&self) -> String {
        let totals = if self.sum { "sum" } else { "own" };
        let zeros = if self.has_category_keys() { "zeros = \"category-keys\"\n" } else { "" };
        let parameters = match &self.kind {
            Kind::None => "kind = \"none\"\n".to_owned(),
            Kind::CellKey { threshold, hash, .. } => {
                let lookup = if *hash { "hash" } else { "key" };
                let name = &self.name;
                format!(
                    "kind = \"cell-key\"\nptable = \"{name}\"\nthreshold = {threshold}\nlookup = \"{lookup}\"\n{zeros}"
                )
            }
            Kind::RandomRounding { base, below, md5 } => {
                let below = below.map_or_else(String::new, |below| format!("below = {below}\n"));
                let hash = if *md5 { "hash = \"md5\"\n" } else { "" };
                format!("kind = \"random-rounding\"\nbase = {base}\n{below}{hash}")
            }
            Kind::ThresholdRounding { threshold, base } => {
                format!("kind = \"threshold-rounding\"\nthreshold = {threshold}\nbase = {base}\n")
            }
            Kind::SmallCell { thousandths } => {
                format!("kind = \"small-cell\"\nx = {}.{:03}\n", thousandths / 1000, thousandths % 1000)
            }
            Kind::TransitionMatrix { matrix, cap, fixed, .. } => {
                let row =
                    |row: &Vec<Chance>| format!("[{}]", row.iter().map(Chance::toml).collect::<Vec<_>>().join(", "));
                let rows = matrix.iter().map(row).collect::<Vec<_>>().join(", ");
                let control = if *fixed { "control = \"total\"\n" } else { "" };
                format!("kind = \"transition-matrix\"\ncap = {cap}\nmatrix = [{rows}]\n{zeros}{control}")
            }
        };
        format!("[method.{}]\ntotals = \"{totals}\"\n{parameters}", self.name)
    }
}

impl Chance {
    fn toml(&self) -> String {
        match self {
            Self::Number(number) if number.fract() == 0.0 => format!("{number}"),
            Self::Number(number) => format!("{number:?}"),
            Self::Ratio(numerator, denominator) => format!("\"{numerator}/{denominator}\""),
        }
    }
}
