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

// A view of a whole array needs no check.
// CHECK-LABEL: func.func @whole_view
// CHECK-NOT:     arith.cmpi
// CHECK:         memref.reinterpret_cast
func.func @whole_view(%a: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  %view = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1] : memref<?xf64> to memref<?xf64>
  return %view : memref<?xf64>
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

// So is what is grouped: the keys, and the numbers of the groups.
func.func private @weft_rt_group(i64, i64, i64, i64, i64) -> i64
// CHECK-LABEL: func.func @group
// CHECK-SAME:    (%[[KEY:.*]]: memref<?xi32>, %[[GROUPS:.*]]: memref<?xi64>, %[[COUNT:[^:]*]]: i64
// CHECK:         %[[N:.*]] = arith.index_cast %[[COUNT]] : i64 to index
// CHECK:         %[[LENGTH:.*]] = memref.dim %[[GROUPS]]
// CHECK:         arith.cmpi ugt, %[[N]], %[[LENGTH]]
// CHECK:         %[[KEYS:.*]] = memref.dim %[[KEY]]
// CHECK:         arith.cmpi ugt, %[[N]], %[[KEYS]]
// CHECK:         call @weft_rt_group
func.func @group(%key: memref<?xi32>, %groups: memref<?xi64>, %count: i64, %one: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %keys = memref.alloc() : memref<2xi64>
  %1 = memref.extract_aligned_pointer_as_index %key : memref<?xi32> -> index
  %2 = arith.index_cast %1 : index to i64
  memref.store %2, %keys[%c0] : memref<2xi64>
  memref.store %one, %keys[%c1] : memref<2xi64>
  %3 = memref.extract_aligned_pointer_as_index %keys : memref<2xi64> -> index
  %4 = arith.index_cast %3 : index to i64
  %5 = memref.extract_aligned_pointer_as_index %groups : memref<?xi64> -> index
  %6 = arith.index_cast %5 : index to i64
  %7 = func.call @weft_rt_group(%count, %one, %4, %6, %count) : (i64, i64, i64, i64, i64) -> i64
  return %7 : i64
}

// Of a vector the first and the last element are checked.
// CHECK-LABEL: func.func @row
// CHECK-SAME:    (%[[A:.*]]: memref<?xf64>, %[[I:.*]]: index)
// CHECK:         arith.cmpi uge, %[[I]],
// CHECK:         call @weft_rt_fail
// CHECK:         %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK:         %[[LAST:.*]] = arith.addi %[[I]], %[[SEVEN]]
// CHECK:         arith.cmpi uge, %[[LAST]],
// CHECK:         call @weft_rt_fail
// CHECK:         vector.load
// CHECK-COUNT-2: call @weft_rt_fail
// CHECK:         vector.store
func.func @row(%a: memref<?xf64>, %i: index) {
  %v = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
  vector.store %v, %a[%i] : memref<?xf64>, vector<8xf64>
  return
}

// Of lanes the one with the largest index is, if there is a lane.
// CHECK-LABEL: func.func @lanes
// CHECK-SAME:    %[[I:[^:]*]]: vector<8xindex>, %[[M:[^:]*]]: vector<8xi1>
// CHECK:         %[[USED:.*]] = arith.select %[[M]], %[[I]], %{{.*}}
// CHECK:         %[[MOST:.*]] = vector.reduction <maxui>, %[[USED]]
// CHECK:         %[[ANY:.*]] = vector.reduction <or>, %[[M]]
// CHECK:         %[[BEYOND:.*]] = arith.cmpi uge, %[[MOST]],
// CHECK:         %[[FAILS:.*]] = arith.andi %[[ANY]], %[[BEYOND]]
// CHECK:         scf.if %[[FAILS]]
// CHECK:         call @weft_rt_fail
// CHECK:         vector.gather
// CHECK:         vector.reduction <maxui>
// CHECK:         call @weft_rt_fail
// CHECK:         vector.scatter
func.func @lanes(%a: memref<?xf64>, %i: vector<8xindex>, %m: vector<8xi1>, %v: vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %a[%c0] [%i], %m, %v : memref<?xf64>, vector<8xindex>, vector<8xi1>, vector<8xf64> into vector<8xf64>
  vector.scatter %a[%c0] [%i], %m, %0 : memref<?xf64>, vector<8xindex>, vector<8xi1>, vector<8xf64>
  return
}

// Of elements after each other, those are that are not left out, which may be none.
// CHECK-LABEL: func.func @masked
// CHECK-SAME:    %[[I:[^:]*]]: index, %[[M:[^:]*]]: vector<8xi1>
// CHECK:         %[[FIRST:.*]] = vector.broadcast %[[I]]
// CHECK:         %[[ROW:.*]] = arith.addi %[[FIRST]], %{{.*}}
// CHECK:         %[[USED:.*]] = arith.select %[[M]], %[[ROW]], %{{.*}}
// CHECK:         %[[MOST:.*]] = vector.reduction <maxui>, %[[USED]]
// CHECK:         %[[ANY:.*]] = vector.reduction <or>, %[[M]]
// CHECK:         %[[BEYOND:.*]] = arith.cmpi uge, %[[MOST]],
// CHECK:         %[[FAILS:.*]] = arith.andi %[[ANY]], %[[BEYOND]]
// CHECK:         scf.if %[[FAILS]]
// CHECK:         call @weft_rt_fail
// CHECK:         vector.maskedload
// CHECK:         call @weft_rt_fail
// CHECK:         vector.maskedstore
func.func @masked(%a: memref<?xf64>, %i: index, %m: vector<8xi1>, %v: vector<8xf64>) {
  %0 = vector.maskedload %a[%i], %m, %v : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
  vector.maskedstore %a[%i], %m, %0 : memref<?xf64>, vector<8xi1>, vector<8xf64>
  return
}
