// RUN: weft-opt %s -allow-unregistered-dialect -weft-shift-loops -split-input-file | FileCheck %s

// The induction variable of a loop over a partition of rows becomes the row.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[BEGIN:[^ ]*]]: index, %[[N:[^ ]*]]: index
// CHECK: %[[END:.*]] = arith.addi %[[BEGIN]], %[[N]]
// CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]]
// CHECK-NEXT: memref.load %[[POS]][%[[I]]]
// CHECK-NEXT: %[[I1:.*]] = arith.addi %[[I]], %c1
// CHECK-NEXT: memref.load %[[POS]][%[[I1]]]
func.func @rows(%pos: memref<?xindex>, %begin: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    %low = memref.load %pos[%i] : memref<?xindex>
    %i1 = arith.addi %i, %c1 : index
    %high = memref.load %pos[%i1] : memref<?xindex>
    scf.for %p = %low to %high step %c1 {
      "test.use"(%p) : (index) -> ()
    }
  }
  return
}

// -----

// The loop keeps its bounds if the induction variable has other uses, if it has two
// offsets, if no loop is inside, or if the loop has execution tags.
// CHECK-LABEL: func.func @left(
// CHECK-COUNT-4: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
func.func @left(%begin: index, %other: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %k step %c1 {
    }
  }
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    %j = arith.addi %other, %k : index
    scf.for %p = %i to %j step %c1 {
    }
  }
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    "test.use"(%i) : (index) -> ()
  }
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %n step %c1 {
    }
  } {weft.loop = #weft.loop<vector(4)>}
  return
}
