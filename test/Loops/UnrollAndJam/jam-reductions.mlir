// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_reductions -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-unroll-and-jam="only=jam_reductions strict-fp=true" -split-input-file | FileCheck %s --check-prefix=STRICT
// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_reductions -weft-vectorize-loops -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=LANES

// The loop is unrolled by four, and the last group overlaps the group before it.
// Operands that the iterations share are loaded once. Segments of fewer than four
// entries run the original loop, which is vectorized alike.
// CHECK-LABEL: func.func @sampled(
// CHECK-SAME: %[[LOW:[^ ]*]]: index, %[[HIGH:[^ ]*]]: index, %{{[^ ]*}}: index, %[[N:[^ ]*]]: index)
// CHECK: %[[LAST:.*]] = arith.subi %[[HIGH]], %c4
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[LAST]], %[[LOW]]
// CHECK: scf.if %[[LONG]] {
// CHECK:   scf.for %[[P:.*]] = %[[LOW]] to %[[HIGH]] step %c4 {
// CHECK:     %[[P0:.*]] = arith.minsi %[[P]], %[[LAST]]
// CHECK:     %[[P1:.*]] = arith.addi %[[P0]], %c1
// CHECK:     %[[P2:.*]] = arith.addi %[[P0]], %c2
// CHECK:     %[[P3:.*]] = arith.addi %[[P0]], %c3
// CHECK:     %[[S:.*]]:4 = scf.for {{.*}} = %c0 to %[[N]] step %c1 iter_args(
// CHECK-COUNT-5: memref.load
// CHECK-NOT:   memref.load
// CHECK:       scf.yield
// CHECK:     } {weft.loop = #weft.loop<vector, optional>}
// CHECK:     %[[V:.*]] = arith.mulf %[[S]]#3,
// CHECK:     memref.store %[[V]], %{{.*}}[%[[P3]]]
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %c1 {
// CHECK:     scf.for {{.*}} -> (f64)
// CHECK:     } {weft.loop = #weft.loop<vector, optional>}

// STRICT-LABEL: func.func @sampled(
// STRICT-NOT: weft.loop = {{.*}}vector

// The tail of a row is masked. The lanes of four accumulators are reduced together, in
// the order in which those of one are.
// LANES-LABEL: func.func @sampled(
// LANES: %[[ALL:.*]]:4 = scf.for
// LANES-COUNT-5: vector.load
// LANES: %[[REST:.*]]:4 = scf.if
// LANES-COUNT-5: vector.maskedload
// LANES: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf64>
// LANES: vector.shuffle %[[REST]]#0, %[[REST]]#1 [0, 8, 2, 10, 4, 12, 6, 14]
// LANES: vector.shuffle %[[REST]]#0, %[[REST]]#1 [1, 9, 3, 11, 5, 13, 7, 15]
// LANES: vector.shuffle %[[REST]]#2, %[[REST]]#3 [0, 8, 2, 10, 4, 12, 6, 14]
// LANES: vector.shuffle {{.*}} [0, 1, 2, 3, 8, 9, 10, 11]
// LANES: vector.shuffle {{.*}} [4, 5, 6, 7, 12, 13, 14, 15]
// LANES: vector.shuffle {{.*}} [0, 1, 4, 5]
// LANES: vector.shuffle {{.*}} [2, 3, 6, 7]
// LANES: %[[SUMS:.*]] = arith.addf {{.*}} : vector<4xf64>
// LANES: vector.extract %[[SUMS]][0]
// LANES: vector.extract %[[SUMS]][1]
// LANES: vector.extract %[[SUMS]][2]
// LANES: vector.extract %[[SUMS]][3]
// LANES: vector.shuffle {{.*}} [1, 0, 3, 2, 5, 4, 7, 6] : vector<8xf64>
// LANES: vector.shuffle {{.*}} [0, 1, 2, 3] : vector<8xf64>
// LANES: vector.shuffle {{.*}} [0, 1] : vector<4xf64>
func.func @sampled(%pattern: memref<?xi32>, %b: memref<?xf64>, %c: memref<?xf64>, %d: memref<?xf64>, %low: index, %high: index, %row: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%high) : memref<?xf64>
  scf.for %p = %low to %high step %c1 {
    %j32 = memref.load %pattern[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %j, %n : index
      %at = arith.addi %above, %k : index
      %in = arith.addi %row, %k : index
      %x = memref.load %c[%in] : memref<?xf64>
      %y = memref.load %d[%at] : memref<?xf64>
      %product = arith.mulf %x, %y : f64
      %next = arith.addf %carried, %product fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    %scale = memref.load %b[%p] : memref<?xf64>
    %value = arith.mulf %sum, %scale : f64
    memref.store %value, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Not jammed: iterations that read what they store, rows of different lengths, and
// gathered elements.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK: return
func.func @others(%x: memref<?xf64>, %crd: memref<?xindex>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    %old = memref.load %a[%p] : memref<?xf64>
    %new = arith.addf %old, %sum : f64
    memref.store %new, %a[%p] : memref<?xf64>
  }
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %p step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %b[%p] : memref<?xf64>
  }
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %at = memref.load %crd[%k] : memref<?xindex>
      %y = memref.load %x[%at] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %b[%p] : memref<?xf64>
  }
  return %a, %b : memref<?xf64>, memref<?xf64>
}

// -----

// The first element that is not zero depends on the order of iterations.
// CHECK-LABEL: func.func @first(
// CHECK-NOT: step %c4
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK: return
func.func @first(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %c0 to %n step %c1 {
    %first = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %none = arith.cmpf oeq, %carried, %zero : f64
      %next = arith.select %none, %y, %carried : f64
      scf.yield %next : f64
    }
    memref.store %first, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Stores before the reduction keep their order.
// CHECK-LABEL: func.func @storesBefore(
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK: return
func.func @storesBefore(%x: memref<?xf64>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %c0 to %n step %c1 {
    memref.store %zero, %a[%p] : memref<?xf64>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %p, %n : index
      %at = arith.addi %above, %k : index
      %y = memref.load %x[%at] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %b[%p] : memref<?xf64>
  }
  return %a, %b : memref<?xf64>, memref<?xf64>
}

// -----

// The rows of a complete block are jammed. Positions, coordinates and elements of the
// vector are loaded once for all rows. The zero that a row stores and loads again is
// forwarded. Incomplete blocks run the original loop.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>,
// CHECK: %[[ROWS:.*]] = arith.minui %{{.*}}, %c2
// CHECK: %[[LAST:.*]] = arith.subi %[[ROWS]], %c2
// CHECK: %[[ALL:.*]] = arith.cmpi sge, %[[LAST]], %c0
// CHECK: scf.if %[[ALL]] {
// CHECK-NOT: memref.store
// CHECK:   memref.load %[[POS]][
// CHECK:   memref.load %[[POS]][
// CHECK-NOT: memref.load
// CHECK:   %[[SUMS:.*]]:2 = scf.for {{.*}} -> (f64, f64) {
// CHECK-NEXT: memref.load %{{.*}} : memref<?xindex>
// CHECK:     %[[BLOCK:.*]]:2 = scf.for {{.*}} -> (f64, f64) {
// CHECK-COUNT-3: memref.load
// CHECK-NOT:   memref.load
// CHECK:       scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[BLOCK]]#0, %[[BLOCK]]#1
// CHECK:   arith.addf %[[SUMS]]#0, %{{.*}}
// CHECK:   arith.addf %[[SUMS]]#1, %{{.*}}
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %c0 to %[[ROWS]] step %c1 {
// CHECK-NOT: memref.store
// CHECK:     scf.for {{.*}} -> (f64)
// CHECK:     memref.store

// STRICT-LABEL: func.func @blocks(
// STRICT-NOT: -> (f64, f64)
// STRICT: return
func.func @blocks(%pos: memref<?xindex>, %crd: memref<?xindex>, %a: memref<?xf64>, %x: memref<?xf64>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %above = arith.muli %i, %c2 : index
    %left = arith.subi %m, %above : index
    %rows = arith.minui %left, %c2 : index
    %behind = arith.addi %i, %c1 : index
    scf.for %r = %c0 to %rows step %c1 {
      %at = arith.addi %above, %r : index
      memref.store %zero, %y[%at] : memref<?xf64>
      %begin = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%behind] : memref<?xindex>
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %column = arith.muli %j, %c4 : index
        %right = arith.subi %n, %column : index
        %columns = arith.minui %right, %c4 : index
        %next = scf.for %c = %c0 to %columns step %c1 iter_args(%inside = %carried) -> (f64) {
          %block = arith.muli %p, %c2 : index
          %row = arith.addi %block, %r : index
          %first = arith.muli %row, %c4 : index
          %q = arith.addi %first, %c : index
          %k = arith.addi %column, %c : index
          %v = memref.load %a[%q] : memref<?xf64>
          %w = memref.load %x[%k] : memref<?xf64>
          %product = arith.mulf %v, %w : f64
          %combined = arith.addf %inside, %product fastmath<reassoc> : f64
          scf.yield %combined : f64
        }
        scf.yield %next : f64
      }
      %old = memref.load %y[%at] : memref<?xf64>
      %new = arith.addf %sum, %old : f64
      memref.store %new, %y[%at] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Not jammed: an unbounded number of rows, bounds that differ between rows, and results
// that another row reads.
// CHECK-LABEL: func.func @no_blocks(
// CHECK-NOT: -> (f64, f64)
// CHECK: return
func.func @no_blocks(%a: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %r = %c0 to %n step %c1 {
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %v = memref.load %a[%c] : memref<?xf64>
        %combined = arith.addf %inside, %v fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %y[%r] : memref<?xf64>
  }
  scf.for %r = %c0 to %c4 step %c1 {
    %sum = scf.for %p = %c0 to %r step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %v = memref.load %a[%c] : memref<?xf64>
        %combined = arith.addf %inside, %v fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %y[%r] : memref<?xf64>
  }
  scf.for %r = %c0 to %c4 step %c1 {
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %v = memref.load %y[%c] : memref<?xf64>
        %combined = arith.addf %inside, %v fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %y[%r] : memref<?xf64>
  }
  return %y : memref<?xf64>
}
