// RUN: weft-opt %s -weft-place-allocations=only=carry_workspaces -split-input-file | FileCheck %s

// An iteration passes the array that it would free to the next iteration, if it is as
// large as a new array.
// CHECK-LABEL: func.func @list(
// CHECK: %[[A:.*]] = memref.alloc() : memref<64xf64>
// CHECK: %[[FIRST:.*]] = memref.cast %[[A]]
// CHECK: %[[LAST:.*]] = scf.for %{{.*}} iter_args(%[[C:.*]] = %[[FIRST]]) -> (memref<?xf64>) {
// CHECK:   %[[GROWN:.*]] = func.call @append(%[[C]])
// CHECK:   memref.reinterpret_cast %[[GROWN]]
// CHECK:   %[[SIZE:.*]] = memref.dim %[[GROWN]], %{{.*}}
// CHECK:   %[[ENOUGH:.*]] = arith.cmpi sge, %[[SIZE]], %c64
// CHECK:   %[[NEXT:.*]] = scf.if %[[ENOUGH]] -> (memref<?xf64>) {
// CHECK-NEXT: %[[SAME:.*]] = memref.reinterpret_cast %[[GROWN]] to offset: [0], sizes: [%[[SIZE]]]
// CHECK-NEXT: scf.yield %[[SAME]]
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.dealloc %[[GROWN]]
// CHECK-NEXT: %[[NEW:.*]] = memref.alloc() : memref<64xf64>
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[NEW]]
// CHECK-NEXT: scf.yield %[[CAST]]
// CHECK-NOT: memref.dealloc
// CHECK:   scf.yield %[[NEXT]] : memref<?xf64>
// CHECK: }
// CHECK-NEXT: memref.dealloc %[[LAST]] : memref<?xf64>
func.func private @append(memref<?xf64>) -> memref<?xf64>
func.func @list(%y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    %e = memref.reinterpret_cast %d to offset: [0], sizes: [%i], strides: [1] : memref<?xf64> to memref<?xf64>
    %x = memref.load %e[%c0] : memref<?xf64>
    memref.store %x, %y[%i] : memref<?xf64>
    memref.dealloc %e : memref<?xf64>
  }
  return
}

// -----

// An outer loop carries the array with which the inner loop starts, besides its own
// values. An array of a constant size is allocated once.
// CHECK-LABEL: func.func @nest(
// CHECK-DAG: memref.alloc() : memref<64xf64>
// CHECK-DAG: memref.alloc() : memref<2xi32>
// CHECK: %[[OUTER:.*]]:2 = scf.for {{.*}} -> (f64, memref<?xf64>) {
// CHECK-NOT: memref.alloc() : memref<2xi32>
// CHECK:   %[[INNER:.*]] = scf.for {{.*}} -> (memref<?xf64>) {
// CHECK-NOT: memref.alloc() : memref<2xi32>
// CHECK:   memref.dim %[[INNER]]
// CHECK-DAG: memref.dealloc %[[OUTER]]#1
// CHECK-DAG: memref.dealloc %{{.*}} : memref<2xi32>
// CHECK: return %[[OUTER]]#0
func.func private @append(memref<?xf64>) -> memref<?xf64>
func.func @nest(%n: index, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %x) -> (f64) {
    scf.for %j = %c0 to %n step %c1 {
      %p = memref.alloc() : memref<2xi32>
      memref.store %zero, %p[%c0] : memref<2xi32>
      %a = memref.alloc() : memref<64xf64>
      %c = memref.cast %a : memref<64xf64> to memref<?xf64>
      %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
      memref.dealloc %p : memref<2xi32>
      memref.dealloc %d : memref<?xf64>
    }
    %next = arith.addf %carried, %x : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

// All growable arrays are carried, with the size of the smallest.
// CHECK-LABEL: func.func @two(
// CHECK: %[[LAST:.*]]:2 = scf.for {{.*}} -> (memref<?xi32>, memref<?xf64>) {
// CHECK:   %[[D:.*]]:2 = func.call @append
// CHECK:   %[[CRDS:.*]] = memref.dim %[[D]]#0
// CHECK:   %[[VALUES:.*]] = memref.dim %[[D]]#1
// CHECK:   %[[SIZE:.*]] = arith.minsi %[[CRDS]], %[[VALUES]]
// CHECK:   arith.cmpi sge, %[[SIZE]], %c64
// CHECK:   memref.reinterpret_cast %[[D]]#0 to offset: [0], sizes: [%[[SIZE]]]
// CHECK:   memref.reinterpret_cast %[[D]]#1 to offset: [0], sizes: [%[[SIZE]]]
// CHECK: memref.dealloc %[[LAST]]#0
// CHECK: memref.dealloc %[[LAST]]#1
// CHECK-LABEL: func.func @filled(
// CHECK-NOT: iter_args
// CHECK: return
func.func private @append(memref<?xi32>, memref<?xf64>) -> (memref<?xi32>, memref<?xf64>)
func.func @two(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xi32>
    %b = memref.cast %a : memref<64xi32> to memref<?xi32>
    %c = memref.alloc() : memref<64xf64>
    %d = memref.cast %c : memref<64xf64> to memref<?xf64>
    %e:2 = func.call @append(%b, %d) : (memref<?xi32>, memref<?xf64>) -> (memref<?xi32>, memref<?xf64>)
    memref.dealloc %e#0 : memref<?xi32>
    memref.dealloc %e#1 : memref<?xf64>
  }
  return
}
// If one array is filled first, none is carried.
func.func @filled(%n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xi32>
    %b = memref.cast %a : memref<64xi32> to memref<?xi32>
    %c = memref.alloc() : memref<64xf64>
    memref.store %x, %c[%c0] : memref<64xf64>
    %d = memref.cast %c : memref<64xf64> to memref<?xf64>
    %e:2 = func.call @append(%b, %d) : (memref<?xi32>, memref<?xf64>) -> (memref<?xi32>, memref<?xf64>)
    memref.dealloc %e#0 : memref<?xi32>
    memref.dealloc %e#1 : memref<?xf64>
  }
  return
}

// -----

// No array is carried by a parallel loop, or if the freed array has another type, the
// size of the array is used, the array is filled, it is freed in a nested block, or the
// freed array is defined outside the loop.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: iter_args
// CHECK: return
func.func private @append(memref<?xf64>) -> memref<?xf64>
func.func private @other(memref<?xf64>) -> memref<?xf32>
func.func @others(%n: index, %q: i1, %given: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @other(%c) : (memref<?xf64>) -> memref<?xf32>
    memref.dealloc %d : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %size = memref.dim %c, %c0 : memref<?xf64>
    %x = arith.index_cast %size : index to i64
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    scf.for %j = %c0 to %c64 step %c1 {
      memref.store %zero, %c[%j] : memref<?xf64>
    }
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    scf.if %q {
      memref.dealloc %d : memref<?xf64>
    }
  }
  scf.for %i = %c0 to %c1 step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %given : memref<?xf64>
  }
  return
}

// -----

// A lookup table is no growable array, although an iteration frees an array of the same
// type: the runtime caches it.
// CHECK-LABEL: func.func @table(
// CHECK: scf.for {{.*}} step %{{.*}} {
// CHECK:   memref.dealloc %{{.*}} {weft.table}
func.func private @append(memref<?xf64>) -> memref<?xf64>
func.func @table(%y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %t = memref.alloc(%n) {weft.table = 0 : i64} : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %none, %t[%k] : memref<?xf64>
    } {weft.table}
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    %x = memref.load %t[%c0] : memref<?xf64>
    memref.store %x, %y[%i] : memref<?xf64>
    memref.dealloc %t {weft.table} : memref<?xf64>
  }
  return
}
