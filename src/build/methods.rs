//! Reads and compiles the methods of a specification, with their p-tables.

use super::error::Error;
use crate::base::Quoted;
use crate::protect::{CompiledMethod, KeyContext, MethodError, MethodSpec, Parameters, compile};
use crate::ptable::Ptable;
use crate::spec::{self, CubeSpec, SpecError};
use crate::table::QueryError;

/// Reads and compiles a method, which must suit the keys of the cube. `ptable` reads the p-table file that the method names.
/// Returns four values: the method, its parameters in the specification, its p-table, and the compiled method.
pub(super) fn read(
    spec: &CubeSpec,
    declared: &spec::MethodSpec,
    ptable: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<(MethodSpec, Parameters, Option<Ptable>, CompiledMethod), Error> {
    let context = KeyContext { keys: spec.key.group, uniform: uniform(spec), salt: spec.key.salt.bytes() };
    let given = serde_json::Value::Object(declared.parameters.clone());
    let wrong = |reason| SpecError::Method { name: declared.name.clone(), reason };
    let parameters = Parameters::from_json(&given.to_string()).map_err(wrong)?;
    let method = MethodSpec::new(&declared.name, &parameters).map_err(QueryError::from)?;
    method.check(context).map_err(QueryError::from)?;
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
    let compiled = compile(&method, context, table.as_ref()).map_err(QueryError::from)?;
    Ok((method, parameters, table, compiled))
}

/// Whether the record keys are uniform. Keys without a source are drawn, so they are uniform.
pub(super) fn uniform(spec: &CubeSpec) -> bool {
    spec.key.source.as_ref().is_none_or(|source| source.is_uniform())
}
