// RUN: weft-opt %s -split-input-file -verify-diagnostics

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @negative(%b: !level.storage<tensor<?xf64, #Sparse>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "i" in %c0 to %n
      // expected-error @+1 {{expected segment "b1" to have a positive stride, got -1}}
      over (b1 = %b level 0 strided -1 from %o under %c0 to %n coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}

// -----

#Unordered = #level.format<(i) -> (i : compressed(nonordered))>

func.func @unordered(%b: !level.storage<tensor<?xf64, #Unordered>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'lattice.coiterate' op expected the shifted segment "b1" to have a compact level with ordered position iterate, got #level.compressed<}}
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 strided 1 from %o under %c0 to %n coords() : !level.storage<tensor<?xf64, #Unordered>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}

// -----

func.func @dense(%b: !level.storage<tensor<?xf64>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'lattice.coiterate' op expected the shifted segment "b1" to have a compact level with ordered position iterate, got #level.dense}}
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 strided 1 from %o under %c0 to %n coords() : !level.storage<tensor<?xf64>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @located(%a: !level.storage<tensor<?xf64, #Sparse>>, %b: !level.storage<tensor<?xf64, #Sparse>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'lattice.coiterate' op cannot locate in the shifted segment "b1"}}
  lattice.coiterate "i" in %c0 to %n
      over (a1 = %a level 0 under %c0 to %n coords() : !level.storage<tensor<?xf64, #Sparse>>,
            b1 = %b level 0 searched strided 1 from %o under %c0 to %n coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [a1 | b1] {
    ^bb0(%i: index, %pa: index, %pb: index):
    }
  }
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

func.func @several(%b: !level.storage<tensor<?x?xf64, #COO>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'lattice.coiterate' op expected the shifted segment "b12" to have one level along an original variable}}
  lattice.coiterate "f" original ("i", "j") of (%n, %n) in %c0 to %n
      over (b12 = %b level 0 to 1 strided 1 from %o under %c0 to %n coords() : !level.storage<tensor<?x?xf64, #COO>>) {
    point [b12] {
    ^bb0(%i: index, %j: index, %f: index, %pb: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @offsets(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  // expected-error @+1 {{'lattice.coiterate' op expected 1 offsets of shifted segments, got 0}}
  "lattice.coiterate"(%n, %n, %b, %n, %n) <{name = "i", segments = [#lattice.segment<"b1" level 0 along [0] strided 1>], points = [#lattice.point<[0]>], operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index, %p: index):
    "lattice.yield"() : () -> ()
  }) : (index, index, !level.storage<tensor<?xf64, #Sparse>>, index, index) -> ()
  return
}

// -----

func.func @zero(%b: !level.storage<tensor<?xf64>>, %o: index, %n: index) {
  lattice.coiterate "i" in %n to %n
      // expected-error @+1 {{expected segment 'b1' to have a positive stride, got 0}}
      over (b1 = %b level 0 strided 0 from %o under %n to %n coords() : !level.storage<tensor<?xf64>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}
