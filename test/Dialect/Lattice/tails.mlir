// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: func.func @full(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} unroll(4) guard(8) over ()

// LOOP-LABEL: func.func @full(
// LOOP: scf.for
// LOOP: } {weft.loop = #weft.loop<unroll(4), guard(8)>}
func.func @full(%n: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "i" in %c0 to %n unroll(4) guard(8) over () {
    point [U] {
    ^bb0(%i: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @steps(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} vector(8) predicate(8) over ()

// LOOP-LABEL: func.func @steps(
// LOOP: scf.for
// LOOP: } {weft.loop = #weft.loop<vector(8), predicate(8)>}
func.func @steps(%n: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "i" in %c0 to %n vector(8) predicate(8) over () {
    point [U] {
    ^bb0(%i: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  return
}

func.func private @visit(index)
