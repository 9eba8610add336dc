// RUN: weft-opt %s -mlir-print-op-generic | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s --check-prefix=TEXT

// What the text form says by names, attributes of segments and points say by
// numbers.

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#V = #level.format<(i) -> (i : compressed)>

// CHECK: "lattice.coiterate"
// CHECK-SAME: points = [#lattice.point<[0] locate [1]>]
// CHECK-SAME: segments = [#lattice.segment<"A12" level 0 along [0, 1]>, #lattice.segment<"x1" level 0 along [1] searched>]
// TEXT: over (A12 = %{{.*}} level 0 to 1 under {{.*}}, x1 = %{{.*}} level 0 along ("j") searched under
func.func @collapsed(%A: !level.storage<tensor<?x?xf64, #COO>>, %x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  lattice.coiterate "f" original ("i", "j") of (%p, %p) in %p to %p
      over (A12 = %A level 0 to 1 under %p to %p coords() : !level.storage<tensor<?x?xf64, #COO>>,
            x1 = %x level 0 along ("j") searched under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    point [A12 | x1] {
    ^bb0(%i: index, %j: index, %f: index, %pA: index, %px: index):
    }
  }
  return
}

// CHECK: "lattice.coiterate"
// CHECK-SAME: copies = #lattice.copies<45, limit 32>
// CHECK-SAME: points = [#lattice.point<[1]>]
// CHECK-SAME: segments = [#lattice.segment<"x1" level 0 along [0] strided 2>]
// TEXT: guarded copies(45, limit 32) over (x1 = %{{.*}} level 0 strided 2 from %{{.*}} under
// CHECK: "lattice.coiterate"
// CHECK-SAME: copies = #lattice.copies<limit 32>
// TEXT: guarded copies(limit 32) over ()
func.func @guarded(%x: !level.storage<tensor<?xf64, #V>>, %p: index) {
  lattice.coiterate "i" in %p to %p guarded copies(45, limit 32)
      over (x1 = %x level 0 strided 2 from %p under %p to %p coords() : !level.storage<tensor<?xf64, #V>>) {
    points [U] {
    ^bb0(%i: index, %px: index, %hasx: i1):
    }
  }
  lattice.coiterate "i" in %p to %p guarded copies(limit 32) over () {
    points [U] {
    ^bb0(%i: index):
    }
  }
  return
}
