// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: func.func @rows(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(static) over () carry
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(static 16) over () carry
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(dynamic 64) over () carry

// LOOP-LABEL: func.func @rows(
// LOOP: scf.for {{.*}} iter_args(%{{.*}}) -> (!level.builder<tensor<?xf64>>)
// LOOP: } {weft.parallel = #weft.distribution<static>}
// LOOP: } {weft.parallel = #weft.distribution<static 16>}
// LOOP: } {weft.parallel = #weft.distribution<dynamic 64>}
func.func @rows(%y: !level.builder<tensor<?xf64>>, %n: index, %v: f64) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %y1 = lattice.coiterate "i" in %c0 to %n parallel(static) over ()
      carry (%y : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      %p, %found = level.locate %state level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %next = level.store %v, %state[%p] : f64, <tensor<?xf64>>
      lattice.yield %next : !level.builder<tensor<?xf64>>
    }
  }
  %y2 = lattice.coiterate "i" in %c0 to %n parallel(static 16) over ()
      carry (%y1 : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  %y3 = lattice.coiterate "i" in %c0 to %n parallel(dynamic 64) over ()
      carry (%y2 : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  return %y3 : !level.builder<tensor<?xf64>>
}
