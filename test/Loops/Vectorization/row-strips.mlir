// RUN: weft-opt %s -weft-vectorize-rows=scalar -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-vectorize-rows=scalar -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The loop over slots iterates over 128 rows in each slot. A local array holds their
// sums. The loops over the rows of a strip are independent, and tagged so. A loop over
// rows runs fewer than 128.
// CHECK-LABEL: func.func @slots(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[A:[^ ]*]]: memref<?xf64>, %[[X:[^ ]*]]: memref<?xf64>,
// CHECK-SAME: %[[SLOTS:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: %[[STRIPS:.*]] = arith.ceildivsi %[[M]], %c128
// CHECK: scf.for %[[S:.*]] = %c0 to %[[STRIPS]] step %c1 {
// CHECK:   %[[I:.*]] = arith.muli %[[S]], %c128
// CHECK:   %[[LEFT:.*]] = arith.subi %[[M]], %[[I]]
// CHECK:   %[[FULL:.*]] = arith.cmpi sge, %[[LEFT]], %c128
// CHECK:   scf.if %[[FULL]] {
// CHECK:   %[[W:.*]] = memref.alloc() : memref<128xf64>
// CHECK:   scf.for %[[R:.*]] = %c0 to %c128 step %c1 {
// CHECK-NEXT: memref.store %cst, %[[W]][%[[R]]]
// CHECK-NEXT: } {weft.loop = #weft.loop<vector>}
// CHECK:   scf.for %[[K:.*]] = %c0 to %[[SLOTS]] step %c1 {
// CHECK:     scf.for %[[R:.*]] = %c0 to %c128 step %c1 {
// CHECK:       %[[ROW:.*]] = arith.addi %[[R]], %[[I]]
// CHECK:       %[[OLD:.*]] = memref.load %[[W]][%[[R]]]
// CHECK:       %[[ABOVE:.*]] = arith.muli %[[K]], %[[M]]
// CHECK:       %[[P:.*]] = arith.addi %[[ABOVE]], %[[ROW]]
// CHECK:       memref.load %[[CRD]][%[[P]]]
// CHECK:       %[[NEW:.*]] = scf.if %{{.*}} -> (f64) {
// CHECK:         memref.load %[[A]][%[[P]]]
// CHECK:         memref.load %[[X]]
// CHECK:       } else {
// CHECK:         scf.yield %[[OLD]]
// CHECK:       memref.store %[[NEW]], %[[W]][%[[R]]]
// CHECK:     } {weft.loop = #weft.loop<vector>}
// CHECK:   scf.for %[[R:.*]] = %c0 to %c128 step %c1 {
// CHECK:     %[[ROW:.*]] = arith.addi %[[R]], %[[I]]
// CHECK:     %[[SUM:.*]] = memref.load %[[W]][%[[R]]]
// CHECK:     %[[TWICE:.*]] = arith.addf %[[SUM]], %[[SUM]]
// CHECK:     memref.store %[[TWICE]], %{{.*}}[%[[ROW]]]
// CHECK:   } {weft.loop = #weft.loop<vector>}
// CHECK:   memref.dealloc %[[W]]
// CHECK:   } else {
// CHECK:     scf.for %[[ROW:.*]] = %[[I]] to %[[M]] step %c1 {
// CHECK:       scf.for %{{.*}} = %c0 to %[[SLOTS]] {{.*}} iter_args
// CHECK:       memref.store %{{.*}}, %{{.*}}[%[[ROW]]]
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
module attributes {weft.lowering_config = #weft.lowering_config<vectorize_rows>} {
func.func @slots(%crd: memref<?xi32>, %a: memref<?xf64>, %x: memref<?xf64>, %slots: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: remark: [Passed] vectorize_rows {{.*}}Remark="interchanges the inner loop with strips of 128 iterations"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %slots step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %narrow = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %narrow : i32 to index
      %is_there = arith.cmpi sge, %j, %c0 : index
      %next = scf.if %is_there -> (f64) {
        %v = memref.load %a[%p] : memref<?xf64>
        %w = memref.load %x[%j] : memref<?xf64>
        %product = arith.mulf %v, %w : f64
        %added = arith.addf %carried, %product : f64
        scf.yield %added : f64
      } else {
        scf.yield %carried : f64
      }
      scf.yield %next : f64
    }
    %twice = arith.addf %sum, %sum : f64
    memref.store %twice, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %y : memref<?xf64>
}
}

// -----

// At most 32 rows are one strip. The bounds of the inner loop are loaded only if it is
// full. What precedes the inner loop is computed in each loop that uses it.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[A:[^ ]*]]: memref<?xf64>, %[[D:[^ ]*]]: memref<?xf64>
// CHECK: %[[LENGTH:.*]] = arith.minsi %{{.*}}, %c32
// CHECK: %[[SOME:.*]] = arith.cmpi sge, %[[LENGTH]], %c32
// CHECK: scf.if %[[SOME]] {
// CHECK:   %[[W:.*]] = memref.alloc() : memref<32xf64>
// CHECK:   %[[V:.*]] = memref.alloc() : memref<32xf64>
// CHECK:   scf.for %[[R:.*]] = %c0 to %c32
// CHECK-NEXT: %[[INIT:.*]] = memref.load %[[D]][%[[R]]]
// CHECK-NEXT: memref.store %[[INIT]], %[[W]][%[[R]]]
// CHECK-NEXT: memref.store %cst, %[[V]][%[[R]]]
// CHECK:   %[[BEGIN:.*]] = memref.load %[[POS]][%c0]
// CHECK:   %[[END:.*]] = memref.load %[[POS]][%c1]
// CHECK:   scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 {
// CHECK:     scf.for
// CHECK:       memref.load %[[W]]
// CHECK:       memref.load %[[V]]
// CHECK:       memref.store %{{.*}}, %[[W]]
// CHECK:       memref.store %{{.*}}, %[[V]]
// CHECK:   scf.for %[[R:.*]] = %c0 to %c32
// CHECK:     memref.load %[[W]][%[[R]]]
// CHECK:     memref.load %[[V]][%[[R]]]
// CHECK:     memref.load %[[D]][%[[R]]]
// CHECK:     memref.store
module attributes {weft.lowering_config = #weft.lowering_config<vectorize_rows>} {
func.func @slices(%pos: memref<?xindex>, %a: memref<?xf64>, %d: memref<?xf64>, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  %end = arith.minsi %m, %c32 : index
  // REMARK: remark: [Passed] vectorize_rows {{.*}}Remark="interchanges the inner loop with strips of 32 iterations"
  scf.for %i = %c0 to %end step %c1 {
    %init = memref.load %d[%i] : memref<?xf64>
    %first = memref.load %pos[%c0] : memref<?xindex>
    %last = memref.load %pos[%c1] : memref<?xindex>
    %sum, %most = scf.for %p = %first to %last step %c1 iter_args(%s = %init, %t = %zero) -> (f64, f64) {
      %above = arith.muli %p, %c32 : index
      %at = arith.addi %above, %i : index
      %v = memref.load %a[%at] : memref<?xf64>
      %added = arith.addf %s, %v : f64
      %max = arith.maximumf %t, %v : f64
      scf.yield %added, %max : f64, f64
    }
    %difference = arith.subf %sum, %most : f64
    %total = arith.addf %difference, %init : f64
    memref.store %total, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}
}

// -----

// Preconditions fail: rows differ in their slots, nothing chooses the option, or a
// loop is nested in the inner one.
// CHECK-LABEL: func.func @differ(
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
module attributes {weft.lowering_config = #weft.lowering_config<vectorize_rows>} {
func.func @differ(%a: memref<?xf64>, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: remark: [Missed] vectorize_rows {{.*}}Remark="the trip count of an inner loop differs between lanes"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %i step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %next = arith.addf %carried, %v : f64
      scf.yield %next : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}
}

// -----

// CHECK-LABEL: func.func @unchosen(
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
func.func @unchosen(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %next = arith.addf %carried, %v : f64
      scf.yield %next : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// CHECK-LABEL: func.func @nested(
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
module attributes {weft.lowering_config = #weft.lowering_config<vectorize_rows>} {
func.func @nested(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: remark: [Missed] vectorize_rows {{.*}}Remark="the inner loop contains a loop"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %inner = scf.for %l = %c0 to %n step %c1 iter_args(%further = %carried) -> (f64) {
        %both = arith.addi %k, %l : index
        %above = arith.muli %both, %m : index
        %p = arith.addi %above, %i : index
        %v = memref.load %a[%p] : memref<?xf64>
        %next = arith.addf %further, %v : f64
        scf.yield %next : f64
      }
      scf.yield %inner : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}
}

// -----

// CHECK-LABEL: func.func @reads(
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
module attributes {weft.lowering_config = #weft.lowering_config<vectorize_rows>} {
func.func @reads(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: remark: [Missed] vectorize_rows {{.*}}Remark="the loop loads an array that it stores to"
  scf.for %i = %c0 to %m step %c1 {
    %old = memref.load %y[%i] : memref<?xf64>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %old) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %next = arith.addf %carried, %v : f64
      scf.yield %next : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}
}
