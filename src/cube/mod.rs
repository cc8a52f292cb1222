//! What a cube is: its specification, dimensions, manifest and release class.
