// RUN: weft-opt %s --verify-diagnostics --split-input-file

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @exits(%b: !level.storage<tensor<?xi1, #Sparse>>, %n: index, %init: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected 'until' to have a number for each of the 1 carried values, got [true, true]}}
  %any = lattice.coiterate "j" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>)
      carry (%init : i1) until [true, true] {
    point [b1] {
    ^bb0(%j: index, %pb: index, %acc: i1):
      lattice.yield %acc : i1
    }
  }
  return %any : i1
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @type(%b: !level.storage<tensor<?xi1, #Sparse>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected an integer of type 'f64' in 'until', got 0.000000e+00 : f64}}
  %any = lattice.coiterate "j" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>)
      carry (%init : f64) until [0.0 : f64] {
    point [b1] {
    ^bb0(%j: index, %pb: index, %acc: f64):
      lattice.yield %acc : f64
    }
  }
  return %any : f64
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @no_number(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected 'until' to have a number, got [unit]}}
  %any = lattice.coiterate "j" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%init : f64) until [unit] {
    point [b1] {
    ^bb0(%j: index, %pb: index, %acc: f64):
      lattice.yield %acc : f64
    }
  }
  return %any : f64
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @nothing_carried(%b: !level.storage<tensor<?xi1, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected 'until' to have a number for each of the 0 carried values, got []}}
  lattice.coiterate "j" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>)
      until [] {
    point [b1] {
    ^bb0(%j: index, %pb: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @gallop(%b: !level.storage<tensor<?xi1, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected 'gallop' of a number that is not negative, and no 'guarded'}}
  lattice.coiterate "j" in %c0 to %n gallop(-1)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>) {
    point [b1] {
    ^bb0(%j: index, %pb: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @guarded(%b: !level.storage<tensor<?xi1, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected 'gallop' of a number that is not negative, and no 'guarded'}}
  lattice.coiterate "j" in %c0 to %n guarded gallop(2)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>) {
    points [b1] {
    ^bb0(%j: index, %pb: index, %hasB: i1):
    }
  }
  return
}
