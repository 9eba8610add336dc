// RUN: weft-opt %s -weft-convert-to-llvm | FileCheck %s

// LLVM places code and spills by the weights of branches.
// CHECK-LABEL: llvm.func @weights
// CHECK: llvm.cond_br %{{.*}} weights([1, 2000]), ^[[THEN:.*]], ^[[ELSE:bb[0-9]+]]
// CHECK: ^[[ELSE]]:
// CHECK: ^[[THEN]]:
// CHECK: llvm.fmul
func.func @weights(%c: i1, %v: f64) -> f64 {
  %0 = scf.if %c -> f64 {
    %1 = arith.mulf %v, %v : f64
    scf.yield %1 : f64
  } else {
    scf.yield %v : f64
  } {weft.branch_weights = array<i32: 1, 2000>}
  return %0 : f64
}

// The branch may contain loops, and have no results.
// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.cond_br %{{.*}} weights([1, 2000]), ^{{.*}}, ^[[REST:bb[0-9]+]]
// CHECK: llvm.store
// CHECK: ^[[REST]]:
// CHECK: llvm.return
func.func @loop(%c: i1, %a: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    scf.for %i = %c0 to %n step %c1 {
      memref.store %i, %a[%i] : memref<?xindex>
    }
  } {weft.branch_weights = array<i32: 1, 2000>}
  return
}

// Other branches have none.
// CHECK-LABEL: llvm.func @plain
// CHECK-NOT: weights
func.func @plain(%c: i1, %a: memref<?xindex>, %i: index) {
  scf.if %c {
    memref.store %i, %a[%i] : memref<?xindex>
  }
  return
}
