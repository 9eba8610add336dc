// RUN: weft-opt %s -split-input-file -verify-diagnostics

// The text form.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @unknown_positions(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{unknown segment 'B'}}
  lattice.coiterate "p" positions of B original ("i") in %p to %p over () {
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @unknown_variable(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{unknown variable "k"}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p over (x1 = %x level 0 along ("k") under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @too_few_levels(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{expected segment 'x1' to be along 1 variables, as many as it has levels, got 2}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p over (x1 = %x level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
  }
  return
}

// -----

// The variable.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @positions_without_variables(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected the original variables that a position has coordinates of}}
  lattice.coiterate "p" positions of x1 in %p to %p 
      over (x1 = %x level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [x1] {
    ^bb0(%i: index, %px: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @taken(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op the variable name "i" is taken}}
  lattice.coiterate "i" original ("i") in %p to %p 
      over (x1 = %x level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [x1] {
    ^bb0(%i: index, %i1: index, %px: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @no_original(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected an original variable}}
  lattice.coiterate "i" original () in %p to %p 
      over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @sizes(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected 2 sizes of original variables, got 0}}
  lattice.coiterate "f" original ("i", "j") in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @sizes_of_positions(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected 0 sizes of original variables, got 2}}
  lattice.coiterate "p" positions of A12 original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @window_of_positions(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op cannot be windowed: its bounds are positions}}
  lattice.coiterate "p" positions of A12 original ("i", "j") in %p to %p windowed
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %p0: index, %pA: index):
    }
  }
  return
}

// -----

// Segments.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @last_level(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected segment "A12" to be of a level below 2, got 2}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 2 along ("i", "j", "f") under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @level_order(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      // expected-error @+1 {{expected the last level of segment 'A12' at or below its first, 1, got 0}}
      over (A12 = %A level 1 to 0 under %p to %p coords(%p) : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @variables(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      // expected-error @+1 {{expected segment 'A12' to be along 2 variables, as many as it has levels, got 1}}
      over (A12 = %A level 0 to 1 along ("i") under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @twice(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      // expected-error @+1 {{segment "A12" is along a variable twice}}
      over (A12 = %A level 0 to 1 along ("i", "i") under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed(nonordered))>
func.func @searched(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op searches segment "x1", but its level type #level.compressed<nonordered> has no ordered position iterate}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>, x1 = %x level 0 along ("j") searched under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [A12 | x1] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %px: index):
    }
  }
  return
}

// -----

// Points.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @partial_iterator(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 iterates over segment "x1", but it is not along all variables in their order}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (x1 = %x level 0 along ("j") under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [x1] {
    ^bb0(%i: index, %j: index, %f: index, %px: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @transposed_iterator(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 iterates over segment "A12", but it is not along all variables in their order}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 1 along ("j", "i") under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : bitmap)>
#V = #level.format<(i) -> (i : compressed)>
func.func @bitmap_iterator(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 iterates over segment "A12", but its level type #level.bitmap has no position iterate}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : compressed(nonordered), j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @unordered(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 coiterates segment "A12", but its level type #level.compressed<nonordered> is not ordered}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12, U] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @located_without_search(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 locates in segment "x1", but its level type #level.compressed has no locate}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>, x1 = %x level 0 along ("j") under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [A12 | x1] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %px: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @universe_of_positions(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 iterates over the universe, which has no positions}}
  lattice.coiterate "p" positions of A12 original ("i", "j") in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12, U] {
    ^bb0(%i: index, %j: index, %p0: index, %pA: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @without_positions(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected point 0 to iterate over segment "A12", whose positions are counted}}
  lattice.coiterate "p" positions of A12 original ("i", "j") in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>,
            B12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [B12] {
    ^bb0(%i: index, %j: index, %p0: index, %pB: index):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @arguments(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected the region of point 0 to have arguments of types ('index', 'index', 'index', 'index'), got ('index', 'index', 'index')}}
  lattice.coiterate "p" positions of A12 original ("i", "j") in %p to %p 
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    point [A12] {
    ^bb0(%i: index, %j: index, %pA: index):
    }
  }
  return
}

// -----

// Guarded coiteration.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @guarded_partial(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op guarded, it locates in segment "x1", but its level type #level.compressed has no locate}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p guarded
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>, x1 = %x level 0 along ("j") under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    points [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %hasA: i1, %px: index, %hasx: i1):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed(nonordered))>
#V = #level.format<(i) -> (i : compressed)>
func.func @guarded_unordered(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op guarded, it coiterates segment "A12", but its level type #level.compressed<nonordered> has no ordered iterator}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p guarded
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    points [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %hasA: i1):
    }
  }
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>
func.func @guarded_nothing(%A: !level.storage<tensor<?x?xf64, #CSR>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op guarded, it locates in all segments of point 0, so that nothing brings its coordinates}}
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p guarded
      over (A12 = %A level 0 to 1 searched under %p to %p coords() : !level.storage<tensor<?x?xf64, #CSR>>) {
    points [A12] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %hasA: i1):
    }
  }
  return
}

// -----

// What only the generic form can say.

#V = #level.format<(i) -> (i : compressed)>
func.func @base_of_nothing(%x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected no base and no sizes of original variables, because there are none}}
  "lattice.coiterate"(%p, %p, %x, %p, %p, %p) <{name = "v", segments = [#lattice.segment<"x1" level 0 along [0]>], points = [#lattice.point<[0]>], windowed, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
  ^bb0(%i: index, %px: index):
    lattice.yield
  }) : (index, index, !level.storage<tensor<?xf64, #V>>, index, index, index) -> ()
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @no_such_positions(%x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op has no such segment: 1}}
  "lattice.coiterate"(%p, %p, %x, %p, %p) <{name = "v", segments = [#lattice.segment<"x1" level 0 along [0]>], points = [#lattice.point<[0]>], originals = ["i"], positions = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index, %px: index):
    lattice.yield
  }) : (index, index, !level.storage<tensor<?xf64, #V>>, index, index) -> ()
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @no_such_dimension(%x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op segment "x1" is along no such variable: 1}}
  "lattice.coiterate"(%p, %p, %x, %p, %p) <{name = "v", segments = [#lattice.segment<"x1" level 0 along [1]>], points = [#lattice.point<[0]>], operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index, %px: index):
    lattice.yield
  }) : (index, index, !level.storage<tensor<?xf64, #V>>, index, index) -> ()
  return
}
