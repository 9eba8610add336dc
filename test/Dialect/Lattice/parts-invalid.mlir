// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected a part of "i" to have a limit or a divisor, got both}}
func.func private @both() attributes {a = #lattice.part<inner of "i" at most 4 divided by 4>}

// -----

// expected-error @+1 {{expected the number of a part of "i" to be positive, got 0}}
func.func private @limit() attributes {a = #lattice.part<inner of "i" at most 0>}

// -----

// expected-error @+1 {{expected the number of a part of "i" to be positive, got -8}}
func.func private @divisor() attributes {a = #lattice.part<outer of "i" divided by -8>}

// -----

// expected-error @+1 {{expected 'inner' or 'outer'}}
func.func private @role() attributes {a = #lattice.part<middle of "i">}

// -----

func.func @no_array(%n: index) {
  lattice.coiterate "i" in %n to %n over () {
    point [U] {
    ^bb0(%i: index):
    }
  // expected-error @+1 {{expected 'parts' to be an array}}
  } {parts = "i"}
  return
}

// -----

func.func @no_part(%n: index) {
  // expected-error @+1 {{'lattice.coiterate' op attribute 'parts' failed to satisfy constraint: an array of parts of splits}}
  lattice.coiterate "i" in %n to %n over () {
    point [U] {
    ^bb0(%i: index):
    }
  } {parts = ["i"]}
  return
}
