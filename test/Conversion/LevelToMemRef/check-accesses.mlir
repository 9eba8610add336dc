// RUN: weft-opt %s -weft-check-accesses | FileCheck %s

// CHECK-LABEL: func.func @load
// CHECK-SAME:    (%[[A:.*]]: memref<?xf64>, %[[I:.*]]: index)
// CHECK:         %[[LENGTH:.*]] = memref.dim %[[A]], %{{.*}}
// CHECK:         %[[BEYOND:.*]] = arith.cmpi uge, %[[I]], %[[LENGTH]] : index
// CHECK:         scf.if %[[BEYOND]] {
// CHECK:           %[[STATUS:.*]] = arith.constant 6 : i64
// CHECK:           %[[INDEX:.*]] = arith.index_cast %[[I]]
// CHECK:           %[[SIZE:.*]] = arith.index_cast %[[LENGTH]]
// CHECK:           func.call @weft_rt_fail(%[[STATUS]], %[[INDEX]], %[[SIZE]], %{{.*}})
// CHECK:         }
// CHECK:         memref.load %[[A]][%[[I]]]
func.func @load(%a: memref<?xf64>, %i: index) -> f64 {
  %v = memref.load %a[%i] : memref<?xf64>
  return %v : f64
}

// CHECK-LABEL: func.func @store
// CHECK-COUNT-2: call @weft_rt_fail
// CHECK:         memref.store
func.func @store(%a: memref<?x?xf64>, %i: index, %v: f64) {
  memref.store %v, %a[%i, %i] : memref<?x?xf64>
  return
}

// CHECK-LABEL: func.func @update
// CHECK: call @weft_rt_fail
// CHECK: memref.generic_atomic_rmw
func.func @update(%a: memref<?xf64>, %i: index, %v: f64) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<?xf64> {
  ^bb0(%old: f64):
    memref.atomic_yield %v : f64
  }
  return
}

// A view may not be longer than the array, and a copy not than its target.
// CHECK-LABEL: func.func @view_and_copy
// CHECK-SAME:    (%[[A:.*]]: memref<?xf64>, %[[B:.*]]: memref<?xf64>, %[[N:.*]]: index)
// CHECK:         %[[LENGTH:.*]] = memref.dim %[[A]]
// CHECK:         arith.cmpi ugt, %[[N]], %[[LENGTH]]
// CHECK:         %[[VIEW:.*]] = memref.reinterpret_cast %[[A]]
// CHECK:         %[[COPIED:.*]] = memref.dim %[[VIEW]]
// CHECK:         %[[ROOM:.*]] = memref.dim %[[B]]
// CHECK:         arith.cmpi ugt, %[[COPIED]], %[[ROOM]]
// CHECK:         memref.copy %[[VIEW]], %[[B]]
func.func @view_and_copy(%a: memref<?xf64>, %b: memref<?xf64>, %n: index) {
  %view = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1] : memref<?xf64> to memref<?xf64>
  memref.copy %view, %b : memref<?xf64> to memref<?xf64>
  return
}

// What is sorted is as long as is said: the keys, and the values.
func.func private @weft_rt_sort(i64, i64, i64, i64, i64)
// CHECK-LABEL: func.func @sort
// CHECK-SAME:    (%[[KEY:.*]]: memref<?xi32>, %[[VALUES:.*]]: memref<?xf64>, %[[OTHER:.*]]: memref<?xf64>, %[[COUNT:[^:]*]]: i64
// CHECK:         %[[N:.*]] = arith.index_cast %[[COUNT]] : i64 to index
// CHECK-NOT:     memref.dim %[[OTHER]]
// CHECK:         %[[LENGTH:.*]] = memref.dim %[[VALUES]]
// CHECK:         arith.cmpi ugt, %[[N]], %[[LENGTH]]
// CHECK:         %[[KEYS:.*]] = memref.dim %[[KEY]]
// CHECK:         arith.cmpi ugt, %[[N]], %[[KEYS]]
// CHECK-NOT:     memref.dim
// CHECK:         call @weft_rt_sort
func.func @sort(%key: memref<?xi32>, %values: memref<?xf64>, %other: memref<?xf64>, %count: i64, %one: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %keys = memref.alloc() : memref<2xi64>
  %0 = memref.extract_aligned_pointer_as_index %other : memref<?xf64> -> index
  %1 = memref.extract_aligned_pointer_as_index %key : memref<?xi32> -> index
  %2 = arith.index_cast %1 : index to i64
  memref.store %2, %keys[%c0] : memref<2xi64>
  memref.store %one, %keys[%c1] : memref<2xi64>
  %3 = memref.extract_aligned_pointer_as_index %keys : memref<2xi64> -> index
  %4 = arith.index_cast %3 : index to i64
  %5 = memref.extract_aligned_pointer_as_index %values : memref<?xf64> -> index
  %6 = arith.index_cast %5 : index to i64
  func.call @weft_rt_sort(%count, %one, %4, %6, %one) : (i64, i64, i64, i64, i64) -> ()
  return
}
