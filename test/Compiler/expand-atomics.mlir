// RUN: weft-opt %s --weft-convert-to-llvm | FileCheck %s

// The bits of a number are exchanged until nobody else came in between.
// CHECK-LABEL: llvm.func @add(
// CHECK: %[[P:.*]] = llvm.inttoptr
// CHECK: %[[FIRST:.*]] = llvm.load %[[P]] atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: llvm.br ^[[LOOP:.*]](%[[FIRST]] : i64)
// CHECK: ^[[LOOP]](%[[OLD:.*]]: i64):
// CHECK: %[[NUMBER:.*]] = llvm.bitcast %[[OLD]] : i64 to f64
// CHECK: %[[SUM:.*]] = llvm.fadd %[[NUMBER]], %{{.*}} : f64
// CHECK: %[[NEW:.*]] = llvm.bitcast %[[SUM]] : f64 to i64
// CHECK: llvm.cmpxchg %[[P]], %[[OLD]], %[[NEW]] monotonic monotonic : !llvm.ptr, i64
// CHECK: llvm.cond_br
func.func @add(%a: memref<?xf64>, %i: index, %v: f64) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<?xf64> {
  ^bb0(%old: f64):
    %sum = arith.addf %old, %v : f64
    memref.atomic_yield %sum : f64
  }
  return
}

// A truth value takes a byte, and a combiner may have branches.
// CHECK-LABEL: llvm.func @either(
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: llvm.trunc %{{.*}} : i8 to i1
// CHECK: llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.cmpxchg {{.*}} : !llvm.ptr, i8
func.func @either(%a: memref<?xi1>, %i: index, %v: i1) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<?xi1> {
  ^bb0(%old: i1):
    %or = scf.if %v -> i1 {
      scf.yield %v : i1
    } else {
      scf.yield %old : i1
    }
    memref.atomic_yield %or : i1
  }
  return
}

// The result is the value before the update.
// CHECK-LABEL: llvm.func @before(
// CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[END:bb[0-9]+]]
// CHECK: ^[[END]]:
// CHECK: %[[BEFORE:.*]] = llvm.bitcast %{{.*}} : i64 to f64
// CHECK: llvm.return %[[BEFORE]] : f64
func.func @before(%a: memref<?xf64>, %i: index, %v: f64) -> f64 {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<?xf64> {
  ^bb0(%old: f64):
    %sum = arith.addf %old, %v : f64
    memref.atomic_yield %sum : f64
  }
  return %0 : f64
}
