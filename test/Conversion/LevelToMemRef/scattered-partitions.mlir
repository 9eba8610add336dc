// RUN: weft-opt %s -convert-level-to-memref -canonicalize | FileCheck %s

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
!count = !level.builder<tensor<?x?xf64, #CSC>, count>
!place = !level.builder<tensor<?x?xf64, #CSC>, place>

// Partitions count in arrays of their own, and say what they have counted behind the
// bounds. The join puts in its stead how many children come before theirs, and
// sums the children of each parent, of which there is a check.

// CHECK-LABEL: func.func @count(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %{{[^:]*}}: memref<?xi32>, %{{[^:]*}}: index, %{{[^:]*}}: memref<?xf64>, %[[PARTS:[^:]*]]: index)
// CHECK-DAG: %[[BOUNDS:.*]] = arith.addi %[[N]], %c1 : index
// CHECK-DAG: %[[STRIDE:.*]] = arith.maxui %[[N]], %c1 : index
// CHECK: %[[SAID:.*]] = arith.muli %[[PARTS]], %[[STRIDE]]
// CHECK: %[[LENGTH:.*]] = arith.addi %[[BOUNDS]], %[[SAID]]
// CHECK: %[[LONGER:.*]] = memref.alloc(%[[LENGTH]]) : memref<?xi32>
// CHECK: memref.dealloc %[[POS]]
// CHECK: scf.for %[[P:.*]] = %c0 to %[[PARTS]]
// CHECK: %[[OWN:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: memref.store %c0_i32, %[[OWN]]
// CHECK: %[[OFFSET:.*]] = arith.muli %[[P]], %{{.*}}
// CHECK: %[[BEGIN:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
// CHECK: scf.for %[[J:.*]] = %c0 to %[[N]]
// CHECK: %[[AT:.*]] = arith.addi %[[BEGIN]], %[[J]]
// CHECK: memref.store %{{.*}}, %[[LONGER]][%[[AT]]]
// CHECK: memref.dealloc %[[OWN]]
// CHECK: %[[COUNTED:.*]] = arith.divui
// CHECK: scf.for %[[J:.*]] = %c0 to %[[N]]
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %c0 to %[[COUNTED]] step %c1 iter_args(%[[BEFORE:.*]] = %{{.*}})
// CHECK: %[[OF:.*]] = memref.load %[[LONGER]]
// CHECK: %[[STORED:.*]] = arith.index_cast %[[BEFORE]]
// CHECK: memref.store %[[STORED]], %[[LONGER]]
// CHECK: arith.addi %[[BEFORE]],
// CHECK: arith.cmpi sgt, %[[SUM]], %c2147483647
// CHECK: weft_rt_fail
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
// CHECK: return {{.*}} %[[LONGER]],
func.func @count(%b: !count, %n: index) -> !count {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #CSC>, count>
  scf.for %p = %c0 to %n step %c1 {
    %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #CSC>, count>
    level.end_partition %mine, %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSC>, count>
  }
  %b1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #CSC>, count>
  return %b1 : !count
}

// A partition places behind the children that come before its own, and takes places in
// an array of its own, which has them where the bounds have the end of a segment.
// When all are taken, a segment ends where the next one begins, and the last with
// all children; the bounds are alone.

// CHECK-LABEL: func.func @place(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %{{[^:]*}}: memref<?xi32>, %[[COUNT:[^:]*]]: index, %{{[^:]*}}: memref<?xf64>, %[[J:[^:]*]]: index)
// CHECK: %[[LENGTH:.*]] = memref.dim %[[POS]], %c0
// CHECK: %[[COUNTED:.*]] = arith.divui
// CHECK: scf.for %[[P:.*]] = %c0 to %[[COUNTED]]
// CHECK: %[[PLACES:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: scf.for %[[K:.*]] = %c0 to %[[N]]
// CHECK: %[[OWN:.*]] = arith.addi %[[K]], %c1
// CHECK: memref.load %[[POS]][%[[OWN]]]
// CHECK: memref.store %{{.*}}, %[[PLACES]][%[[OWN]]]
// CHECK: %[[SEGMENT:.*]] = arith.addi %[[J]], %c1
// CHECK: %[[TAKEN:.*]] = memref.load %[[PLACES]][%[[SEGMENT]]]
// CHECK: memref.store %{{.*}}, %[[PLACES]][%[[SEGMENT]]]
// CHECK: memref.dealloc %[[PLACES]]
// CHECK: %[[MOVED:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: memref.store %c0_i32, %[[MOVED]][%c0]
// CHECK: scf.for %[[P:.*]] = %c0 to
// CHECK: %[[NEXT:.*]] = arith.addi %[[P]], %c2
// CHECK: %[[AT:.*]] = arith.addi %[[P]], %c1
// CHECK: %[[END:.*]] = memref.load %[[POS]][%[[NEXT]]]
// CHECK: memref.store %[[END]], %[[MOVED]][%[[AT]]]
// CHECK: %[[ALL:.*]] = arith.index_cast %[[COUNT]]
// CHECK: memref.store %[[ALL]], %[[MOVED]][%[[N]]]
// CHECK: memref.dealloc %[[POS]]
// CHECK: return {{.*}} %[[MOVED]],
func.func @place(%c: !place, %j: index) -> !place {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = level.counted_partitions %c : !place
  %partitions = level.fork %c into %n : !level.partitions<tensor<?x?xf64, #CSC>, place>
  scf.for %p = %c0 to %n step %c1 {
    %mine = level.resume_partition %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSC>, place>
    %next, %q = level.take_child %mine level 1 under %j coord %p : !place
    level.end_partition %next, %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSC>, place>
  }
  %d = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #CSC>, place>
  return %d : !place
}
