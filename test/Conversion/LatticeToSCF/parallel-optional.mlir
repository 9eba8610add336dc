// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Where nobody asked for threads, a loop that they cannot share has one.
#Sparse = #level.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @merge(
// CHECK: scf.while
// CHECK-NOT: weft.parallel
// CHECK-LABEL: func.func @count(
// CHECK: } {weft.parallel = #weft.distribution<static>}
func.func @merge(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) attributes {weft.optional_threads} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n parallel(static)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}
func.func @count(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index) attributes {weft.optional_threads} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n parallel(static)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}
