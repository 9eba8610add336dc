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
