//! Empty: the package is its tests, benchmarks and examples.
