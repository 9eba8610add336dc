// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s --check-prefix=LOOP

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @row(
// CHECK: lattice.coiterate "j" in %{{.*}} to %{{.*}} unroll(4) over (

// LOOP-LABEL: func.func @row(
// LOOP: scf.for {{.*}} iter_args(%{{.*}}) -> (f64)
// LOOP: } {weft.loop = #weft.loop<unroll(4), segments(<level 1 ordered unique adjacent>)>}
func.func @row(%a: !level.storage<tensor<?x?xf64, #CSR>>, %i: index, %n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.addi %i, %n : index
  %sum = lattice.coiterate "j" in %c0 to %n unroll(4)
      over (A2 = %a level 1 under %i to %i1 coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>)
      carry (%v : f64) {
    point [A2] {
    ^bb0(%j: index, %p: index, %acc: f64):
      %0 = level.load %a[%p] : !level.storage<tensor<?x?xf64, #CSR>>
      %1 = arith.addf %acc, %0 : f64
      lattice.yield %1 : f64
    }
  }
  return %sum : f64
}

// CHECK-LABEL: func.func @both(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(static) unroll(2) over ()
func.func @both(%n: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "i" in %c0 to %n parallel(static) unroll(2) over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}
