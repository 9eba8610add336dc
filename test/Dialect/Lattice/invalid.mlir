// RUN: weft-opt %s -split-input-file -verify-diagnostics

// The text form.

func.func @universe_as_name(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op the segment name 'U' is taken}}
  lattice.coiterate "i" in %p to %p
      over (U = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>) {
  }
  return
}

// -----

func.func @name(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op the segment name 'a1' is taken}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>,
            a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>) {
  }
  return
}

// -----

func.func @coords(%s: !level.storage<tensor<?x?xf64>>, %p: index) {
  lattice.coiterate "i" in %p to %p
      // expected-error @+1 {{expected a coordinate for each of the 1 levels above, got 0}}
      over (a2 = %s level 1 under %p to %p coords() : !level.storage<tensor<?x?xf64>>) {
  }
  return
}

// -----

func.func @unknown_segment(%p: index) {
  lattice.coiterate "i" in %p to %p over () {
    // expected-error @+1 {{unknown segment 'a1'}}
    point [a1] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

// Segments.

func.func @encoding(%s: !level.storage<tensor<?xf64, "csr">>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected segment "a1" to have a level format}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, "csr">>) {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @level(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected segment "a2" to be of a level below 1, got 1}}
  lattice.coiterate "i" in %p to %p
      over (a2 = %s level 1 under %p to %p coords(%p) : !level.storage<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

func.func @segments(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected a segment and parents for each of the 0 stored tensors}}
  "lattice.coiterate"(%p, %p) <{name = "i", segments = [#lattice.segment<"a1" level 0 along [0]>], points = [#lattice.point<[0]>], operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    lattice.yield
  }) : (index, index) -> ()
  return
}

// -----

func.func @generic_name(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op the segment name 'U' is taken}}
  "lattice.coiterate"(%p, %p, %s, %p, %p) <{name = "i", segments = [#lattice.segment<"U" level 0 along [0]>], points = [#lattice.point<[1]>], operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    lattice.yield
  }) : (index, index, !level.storage<tensor<?xf64>>, index, index) -> ()
  return
}

// -----

func.func @generic_coords(%s: !level.storage<tensor<?x?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected 1 coordinates of outer levels, got 0}}
  "lattice.coiterate"(%p, %p, %s, %p, %p) <{name = "i", segments = [#lattice.segment<"a2" level 1 along [0]>], points = [#lattice.point<[1]>], operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    lattice.yield
  }) : (index, index, !level.storage<tensor<?x?xf64>>, index, index) -> ()
  return
}

// -----

// Points.

func.func @no_point(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected a point}}
  lattice.coiterate "i" in %p to %p over () {
  }
  return
}

// -----

func.func @regions(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected 2 regions, got 1}}
  "lattice.coiterate"(%p, %p) <{name = "i", segments = [], points = [#lattice.point<[0]>, #lattice.point<[0]>], operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    lattice.yield
  }) : (index, index) -> ()
  return
}

// -----

func.func @no_iterator(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{expected point 0 to have an iterator}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>) {
    point [| a1] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

func.func @no_segment(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 has no such segment: 7}}
  "lattice.coiterate"(%p, %p) <{name = "i", segments = [], points = [#lattice.point<[7]>], operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    lattice.yield
  }) : (index, index) -> ()
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @located_universe(%s: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 locates in the universe, which has no positions}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [a1 | U] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

func.func @twice(%p: index) {
  lattice.coiterate "i" in %p to %p over () {
    // expected-error @+1 {{a point names a segment twice}}
    point [U, U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @locator(%s: !level.storage<tensor<?xf64, #Vector>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 locates in segment "a1", but its level type #level.compressed has no locate}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [U | a1] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

func.func @iterator(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 iterates over segment "a1", but its level type #level.dense has no iterator}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>) {
    point [a1] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonordered))>
func.func @unordered(%s: !level.storage<tensor<?xf64, #List>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 coiterates segment "a1", but its level type #level.compressed<nonordered> is not ordered}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #List>>) {
    point [a1, U] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonordered))>
func.func @unordered_guarded(%s: !level.storage<tensor<?xf64, #List>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op guarded, it coiterates segment "a1", but its level type #level.compressed<nonordered> has no ordered iterator}}
  lattice.coiterate "i" in %p to %p guarded
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #List>>) {
    points [a1] {
    ^bb0(%i: index, %pa: index, %hasA: i1):
    }
  }
  return
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @order(%s: !level.storage<tensor<?xf64, #Vector>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected point 1 before point 0, which is below it}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [U] {
    ^bb0(%i: index):
    }
    point [a1, U] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

// Without their join, the loops of two points would follow each other.

#Vector = #level.format<(i) -> (i : compressed)>
func.func @join(%s: !level.storage<tensor<?xf64, #Vector>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected a point with the segments of points 0 and 1 together: b1, c1}}
  lattice.coiterate "i" in %p to %p
      over (b1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}

// -----

// A point with other segments is no join.

#Vector = #level.format<(i) -> (i : compressed)>
func.func @join_with_more(%s: !level.storage<tensor<?xf64, #Vector>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected a point with the segments of points 1 and 2 together: b1, c1}}
  lattice.coiterate "i" in %p to %p
      over (b1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            d1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1, c1, d1] {
    ^bb0(%i: index, %pb: index, %pc: index, %pd: index):
    }
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}

// -----

// A point below is no join, even if only full segments are between.

#Vector = #level.format<(i) -> (i : compressed)>
func.func @join_without_full(%s: !level.storage<tensor<?xf64, #Vector>>, %x: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected a point with the segments of points 0 and 1 together: b1, c1, x1}}
  lattice.coiterate "i" in %p to %p
      over (b1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            x1 = %x level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
    point [b1 | x1] {
    ^bb0(%i: index, %pb: index, %px: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}

// -----

// A join may list full segments more.

#Vector = #level.format<(i) -> (i : compressed)>
func.func @join_with_full(%s: !level.storage<tensor<?xf64, #Vector>>, %x: !level.storage<tensor<?xf64>>, %p: index) {
  lattice.coiterate "i" in %p to %p
      over (b1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            x1 = %x level 0 under %p to %p coords() : !level.storage<tensor<?xf64>>) {
    point [b1, c1 | x1] {
    ^bb0(%i: index, %pb: index, %pc: index, %px: index):
    }
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}

// -----

// A loop must not start over at coordinates that are done.

#Vector = #level.format<(i) -> (i : compressed)>
func.func @roles(%s: !level.storage<tensor<?xf64, #Vector>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op point 0 locates in segment "c1", but point 1 iterates over it}}
  lattice.coiterate "i" in %p to %p
      over (b1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>,
            c1 = %s level 0 searched under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1 | c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @universe(%s: !level.storage<tensor<?xf64, #Vector>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected point 0 to iterate over the universe, as point 1 below it does}}
  lattice.coiterate "i" in %p to %p
      over (b1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?xf64, #Vector>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

// Regions and carried values.

func.func @results(%p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected results of the types of the carried values}}
  "lattice.coiterate"(%p, %p, %p) <{name = "i", segments = [], points = [#lattice.point<[0]>], operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
  ^bb0(%i: index, %c: index):
    lattice.yield %c : index
  }) : (index, index, index) -> ()
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @arguments(%s: !level.storage<tensor<?x?xf64, #COO>>, %p: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected the region of point 0 to have arguments of types ('index', 'index', 'index'), got ('index', 'index')}}
  lattice.coiterate "i" in %p to %p
      over (a1 = %s level 0 under %p to %p coords() : !level.storage<tensor<?x?xf64, #COO>>) {
    point [a1] {
    ^bb0(%i: index, %pa: index):
    }
  }
  return
}

// -----

func.func @yielded(%p: index) {
  // expected-error @+1 {{along control flow edge from Operation lattice.yield to Region #0: successor operand type #0 'f64' should match successor input type #0 'index'}}
  %0 = lattice.coiterate "i" in %p to %p over () carry (%p : index) {
    point [U] {
    ^bb0(%i: index, %c: index):
      %0 = arith.constant 1.0 : f64
      // expected-note @+1 {{region branch point}}
      lattice.yield %0 : f64
    }
  }
  return
}

// -----

func.func @yieldedNothing(%p: index) {
  // expected-error @+1 {{along control flow edge from Operation lattice.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = lattice.coiterate "i" in %p to %p over () carry (%p : index) {
    point [U] {
    ^bb0(%i: index, %c: index):
      // expected-note @+1 {{region branch point}}
      lattice.yield
    }
  }
  return
}

// -----

func.func @yield() {
  // expected-error @+1 {{'lattice.yield' op expects parent op to be one of 'lattice.coiterate, lattice.share'}}
  lattice.yield
}

// -----

func.func @segments_of_arrays(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{expected nothing about segments in 'loop', which loops over arrays have}}
  "lattice.coiterate"(%c0, %n) <{loop = #weft.loop<runs>, name = "i", operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>, points = [#lattice.point<[0]>], segments = []}> ({
  ^bb0(%i: index):
    "lattice.yield"() : () -> ()
  }) : (index, index) -> ()
  return
}
