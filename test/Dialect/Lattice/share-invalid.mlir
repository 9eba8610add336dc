// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @parts(%p: index, %n: index) {
  // expected-error @+1 {{attribute 'partitions' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %b, %e = lattice.share %p of 0 in (%n) {
  ^bb0(%i: index):
    lattice.yield %i : index
  }
  return
}

// -----

func.func @sizes(%p: index) {
  // expected-error @+1 {{'lattice.share' op expected a size}}
  %b, %e = lattice.share %p of 8 in () {
    lattice.yield %p : index
  }
  return
}

// -----

func.func @coordinates(%p: index, %n: index) {
  // expected-error @+1 {{'lattice.share' op expected a region of 2 coordinates}}
  %b, %e = lattice.share %p of 8 in (%n, %n) {
  ^bb0(%i: index):
    lattice.yield %i : index
  }
  return
}

// -----

func.func @work(%p: index, %n: index, %w: f64) {
  %b, %e = lattice.share %p of 8 in (%n) {
  ^bb0(%i: index):
    // expected-error @+1 {{'lattice.yield' op expected one index, the work before a tuple}}
    lattice.yield %w : f64
  }
  return
}
