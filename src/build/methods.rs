//! Reads and compiles the methods of a specification, with their p-tables.

use super::error::Error;
use crate::base::Quoted;
use crate::protect::{CompiledMethod, KeyContext, MethodError, MethodSpec, Parameters, compile};
use crate::ptable::Ptable;
use crate::spec::{self, CubeSpec, SpecError};
use crate::table::QueryError;

/// A method of a specification.
pub(super) struct Method {
    pub(super) spec: MethodSpec,
    /// The parameters in the specification, with the name of the p-table's file.
    pub(super) parameters: Parameters,
    pub(super) ptable: Option<Ptable>,
}

impl Method {
    /// Prepares the method to protect cells of the cube: computes its rows for the cube's keys and salt.
    pub fn compile(&self, cube: &CubeSpec) -> Result<CompiledMethod, Error> {
        Ok(compile(&self.spec, context(cube), self.ptable.as_ref()).map_err(QueryError::from)?)
    }
}

fn context(spec: &CubeSpec) -> KeyContext<'_> {
    KeyContext { keys: spec.key.group, uniform: uniform(spec), salt: spec.key.salt.bytes() }
}

/// Reads a method, which must suit the keys of the cube. `ptable` reads the p-table file that the method names.
pub(super) fn read(
    spec: &CubeSpec,
    declared: &spec::MethodSpec,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Method, Error> {
    let given = serde_json::Value::Object(declared.parameters.clone());
    let wrong = |reason| SpecError::Method { name: declared.name.clone(), reason };
    let parameters = Parameters::from_json(&given.to_string()).map_err(wrong)?;
    let method = MethodSpec::new(&declared.name, &parameters).map_err(QueryError::from)?;
    method.check(context(spec)).map_err(QueryError::from)?;
    let table = match method.ptable() {
        None => None,
        Some(name) => {
            let missing = |error| {
                let found = format!("ptable is {name}: {error}", name = Quoted(name));
                QueryError::from(MethodError::new(&declared.name, found, "a file"))
            };
            Some(Ptable::parse(&ptable(name).map_err(missing)?, name)?)
        }
    };
    Ok(Method { spec: method, parameters, ptable: table })
}

/// Whether the record keys are uniform. Keys without a source are drawn, so they are uniform.
pub(super) fn uniform(spec: &CubeSpec) -> bool {
    spec.key.source.as_ref().is_none_or(|source| source.is_uniform())
}
