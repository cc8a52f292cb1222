//! Perturbation tables: import, validation and the form stored in a cube.
