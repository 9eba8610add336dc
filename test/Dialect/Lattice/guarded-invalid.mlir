// RUN: weft-opt %s --verify-diagnostics --split-input-file

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @presence_missing(%A: tensor<?xf64, #Sparse>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  // expected-error @+1 {{expected the region of point 0 to have arguments of types ('index', 'index', 'i1'), got ('index', 'index')}}
  lattice.coiterate "i" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    points [A1] {
    ^bb0(%i: index, %pA: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @two_regions(%A: tensor<?xf64, #Sparse>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  // expected-error @+1 {{expected 1 regions, got 2}}
  "lattice.coiterate"(%c0, %n, %a, %c0, %c1) <{name = "i", segments = [#lattice.segment<"A1" level 0 along [0]>], points = [#lattice.point<[0]>], guarded, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index, %pA: index, %hasA: i1):
    "lattice.yield"() : () -> ()
  }, {
  ^bb0(%i: index, %pA: index, %hasA: i1):
    "lattice.yield"() : () -> ()
  }) : (index, index, !level.storage<tensor<?xf64, #Sparse>>, index, index) -> ()
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @nothing_brings(%a: !level.storage<tensor<?xf64, #Sparse>>,
    %x: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{guarded, it locates in all segments of point 0, so that nothing brings its coordinates}}
  lattice.coiterate "i" in %c0 to %n guarded
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    points [([a1], [| x1])] {
    ^bb0(%i: index, %pa: index, %hasa: i1, %px: index, %hasx: i1):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @locates_in_a_union(%a: !level.storage<tensor<?xf64, #Sparse>>,
    %x: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{point 0 locates in segment "a1", but its level type #level.compressed has no locate}}
  lattice.coiterate "i" in %c0 to %n guarded
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    points [U, ([| a1], [| x1])] {
    ^bb0(%i: index, %pa: index, %hasa: i1, %px: index, %hasx: i1):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @not_guarded(%a: !level.storage<tensor<?xf64, #Sparse>>,
    %x: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected no unions in point 0, because it is not guarded}}
  lattice.coiterate "i" in %c0 to %n
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    point [a1, ([U], [a1])] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @no_iterator(%a: !level.storage<tensor<?xf64, #Sparse>>,
    %x: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected point 0 to have an iterator}}
  lattice.coiterate "i" in %c0 to %n
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    point [| x1] {
    ^bb0(%i: index):
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

func.func @one_point(%a: !level.storage<tensor<?xf64, #Sparse>>,
    %x: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n guarded
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    // expected-error @+1 {{expected a union of two points or more, got [#lattice.point<[0]>]}}
    points [a1, ([a1])] {
    ^bb0(%i: index, %pa: index, %hasa: i1, %px: index, %hasx: i1):
    }
  }
  return
}
