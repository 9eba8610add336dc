// RUN: weft-opt %s -weft-prefetch=only=prefetch_gathers -canonicalize -split-input-file | FileCheck %s

// The version with prefetches runs if there are at least 1024 coordinates, the
// dense operand has at least 6 MB, and more than 4 of 16 samples show no reuse,
// or each line is loaded fewer than eight times on average and more than 4 of 32
// samples do not follow one of the four coordinates in front of them. Each
// iteration prefetches the lines of the row that the coordinate 64 positions
// ahead selects, or the last coordinate.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[DENSE:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[WIDTH:[^ ]*]]: index, %[[TILE:[^ ]*]]: index
// CHECK: %[[ENTRIES:.*]] = memref.dim %[[CRD]]
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %[[ENTRIES]], %c1024
// CHECK: %[[LENGTH:.*]] = memref.dim %[[DENSE]]
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %[[LENGTH]], %c786432
// CHECK: %[[LARGE:.*]] = arith.andi %[[MANY]], %[[ENOUGH]]
// CHECK: %[[APART:.*]] = scf.if %[[LARGE]] -> (i1) {
// CHECK:   %[[ROOM:.*]] = arith.subi %{{.*}}, %c264
// CHECK:   %[[STEP:.*]] = arith.divui %[[ROOM]], %c16
// CHECK:   %[[COUNT:.*]] = scf.for %[[SAMPLE:.*]] = %c0 to %c16 step %c1 iter_args(%[[SOFAR:.*]] = %c0)
// CHECK:     %[[FIRST:.*]] = arith.muli %[[SAMPLE]], %[[STEP]]
// CHECK:     memref.load %[[CRD]][%[[FIRST]]]
// CHECK:     %[[LOWEST:.*]] = arith.subi %{{.*}}, %c4095
// CHECK:     %[[BEHIND:.*]] = arith.addi %[[FIRST]], %c256
// CHECK:     %[[NARROW:.*]] = scf.for %[[ENTRY:.*]] = %c0 to %c8 step %c1 iter_args(%[[ANY:.*]] = %false)
// CHECK:       %[[SECOND:.*]] = arith.addi %[[BEHIND]], %[[ENTRY]]
// CHECK:       memref.load %[[CRD]][%[[SECOND]]]
// CHECK:       %[[SPAN:.*]] = arith.subi %{{.*}}, %[[LOWEST]]
// CHECK:       %[[NEAR:.*]] = arith.cmpi ult, %[[SPAN]], %c8191
// CHECK:       arith.ori %[[ANY]], %[[NEAR]]
// CHECK:     %[[MORE:.*]] = arith.addi %[[SOFAR]], %c1
// CHECK:     arith.select %[[NARROW]], %[[SOFAR]], %[[MORE]]
// CHECK:   arith.cmpi sgt, %[[COUNT]], %c4
// CHECK: } else {
// CHECK:   scf.yield %false
// CHECK: }
// CHECK: %[[ROW:.*]] = arith.maxsi %[[WIDTH]], %c8
// CHECK: %[[LOADED:.*]] = arith.muli %{{.*}}, %[[ROW]]
// CHECK: %[[MOST:.*]] = arith.muli %{{.*}}, %c8
// CHECK: %[[FEW:.*]] = arith.cmpi slt, %[[LOADED]], %[[MOST]]
// CHECK: %[[NEW:.*]] = arith.andi %[[LARGE]], %[[FEW]]
// CHECK: %[[OTHERS:.*]] = scf.if %[[NEW]] -> (i1) {
// CHECK:   %[[ROOM:.*]] = arith.subi %{{.*}}, %c5
// CHECK:   %[[STEP:.*]] = arith.divui %[[ROOM]], %c32
// CHECK:   %[[COUNT:.*]] = scf.for %[[SAMPLE:.*]] = %c0 to %c32 step %c1 iter_args(%[[SOFAR:.*]] = %c0)
// CHECK:     %[[FIRST:.*]] = arith.muli %[[SAMPLE]], %[[STEP]]
// CHECK:     %[[FIFTH:.*]] = arith.addi %[[FIRST]], %c4
// CHECK:     memref.load %[[CRD]][%[[FIFTH]]]
// CHECK:     %[[LOWEST:.*]] = arith.subi %{{.*}}, %c1
// CHECK:     %[[NEXT:.*]] = scf.for %[[ENTRY:.*]] = %c0 to %c4 step %c1 iter_args(%[[ANY:.*]] = %false)
// CHECK:       %[[BEFORE:.*]] = arith.addi %[[FIRST]], %[[ENTRY]]
// CHECK:       memref.load %[[CRD]][%[[BEFORE]]]
// CHECK:       %[[SPAN:.*]] = arith.subi %{{.*}}, %[[LOWEST]]
// CHECK:       arith.cmpi ult, %[[SPAN]], %c2
// CHECK:     %[[MORE:.*]] = arith.addi %[[SOFAR]], %c1
// CHECK:     arith.select %[[NEXT]], %[[SOFAR]], %[[MORE]]
// CHECK:   arith.cmpi sgt, %[[COUNT]], %c4
// CHECK: } else {
// CHECK:   scf.yield %false
// CHECK: }
// CHECK: %[[FAR:.*]] = arith.ori %[[APART]], %[[OTHERS]]
// CHECK: %[[SUM:.*]] = scf.if %[[FAR]] -> (vector<16xf64>) {
// CHECK:   scf.for %[[P:.*]] = %{{.*}} iter_args
// CHECK:     %[[COUNT:.*]] = memref.dim %[[CRD]]
// CHECK:     %[[LAST:.*]] = arith.subi %[[COUNT]], %c1
// CHECK:     %[[FURTHER:.*]] = arith.addi %[[P]], %c64
// CHECK:     %[[AHEAD:.*]] = arith.minsi %[[FURTHER]], %[[LAST]]
// CHECK:     %[[J:.*]] = memref.load %[[CRD]][%[[AHEAD]]]
// CHECK:     memref.load %[[CRD]][%[[P]]]
// CHECK:     %[[JI:.*]] = arith.index_cast %[[J]]
// CHECK:     %[[ROW:.*]] = arith.muli %[[JI]], %[[WIDTH]]
// CHECK:     %[[AT:.*]] = arith.addi %[[ROW]], %[[TILE]]
// CHECK:     memref.prefetch %[[DENSE]][%[[AT]]], read, locality<2>, data
// CHECK:     %[[L1:.*]] = arith.addi %[[AT]], %c8
// CHECK:     memref.prefetch %[[DENSE]][%[[L1]]], read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK:     vector.load %[[DENSE]]
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK:   vector.load %[[DENSE]]
// CHECK: }
// CHECK: return %[[SUM]]
func.func @product(%crd: memref<?xi32>, %values: memref<?xf64>, %dense: memref<?xf64>, %width: index, %tile: index, %begin: index, %end: index) -> vector<16xf64> {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<16xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<16xf64>) {
    %j32 = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %row = arith.muli %j, %width : index
    %at = arith.addi %row, %tile : index
    %value = memref.load %values[%p] : memref<?xf64>
    %v = vector.load %dense[%at] : memref<?xf64>, vector<16xf64>
    %scale = vector.broadcast %value : f64 to vector<16xf64>
    %product = arith.mulf %scale, %v : vector<16xf64>
    %more = arith.addf %s, %product : vector<16xf64>
    scf.yield %more : vector<16xf64>
  }
  return %sum : vector<16xf64>
}

// -----

// A scalar of an array of at least 1 MB is prefetched 128 positions ahead. A
// copy of the coordinates does not write them.
// CHECK-LABEL: func.func @element(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[X:[^ ]*]]: memref<?xf32>
// CHECK: %[[LENGTH:.*]] = memref.dim %[[X]]
// CHECK: arith.cmpi sge, %[[LENGTH]], %c262144
// CHECK: arith.addi %{{.*}}, %c128
// CHECK: %[[J:.*]] = memref.load %[[CRD]]
// CHECK: memref.prefetch %[[X]][%[[J]]], read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @element(%crd: memref<?xindex>, %x: memref<?xf32>, %copy: memref<?xindex>, %begin: index, %end: index) -> f32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.copy %crd, %copy : memref<?xindex> to memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f32) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf32>
    %more = arith.addf %s, %v : f32
    scf.yield %more : f32
  }
  return %sum : f32
}

// -----

// Each step of the loop over a row prefetches the same step of a later row. An
// iteration with two positions prefetches for both, up to the last two
// coordinates, whether the second position adds a constant inside or outside of
// the loop.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[DENSE:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[WIDTH:[^ ]*]]: index
// CHECK: scf.if
// CHECK:   scf.for %[[P:.*]] = %{{.*}} step %c2
// CHECK:     %[[COUNT:.*]] = memref.dim %[[CRD]]
// CHECK:     %[[LAST:.*]] = arith.subi %[[COUNT]], %c2
// CHECK:     %[[FURTHER:.*]] = arith.addi %[[P]], %c64
// CHECK:     %[[AHEAD:.*]] = arith.minsi %[[FURTHER]], %[[LAST]]
// CHECK:     %[[FIRST:.*]] = memref.load %[[CRD]][%[[AHEAD]]]
// CHECK:     %[[NEXT:.*]] = arith.addi %[[AHEAD]], %c1
// CHECK:     %[[SECOND:.*]] = memref.load %[[CRD]][%[[NEXT]]]
// CHECK:     scf.for %[[K:.*]] = %c0 to %[[WIDTH]] step %c8
// CHECK:       %[[ROW:.*]] = arith.muli %[[FIRST]], %[[WIDTH]]
// CHECK:       %[[AT:.*]] = arith.addi %[[ROW]], %[[K]]
// CHECK:       memref.prefetch %[[DENSE]][%[[AT]]], read, locality<2>, data
// CHECK:       %[[ROW2:.*]] = arith.muli %[[SECOND]], %[[WIDTH]]
// CHECK:       %[[AT2:.*]] = arith.addi %[[ROW2]], %[[K]]
// CHECK:       memref.prefetch %[[DENSE]][%[[AT2]]], read, locality<2>, data
// CHECK-NOT:   memref.prefetch
// CHECK: return
func.func @rows(%crd: memref<?xindex>, %dense: memref<?xf64>, %width: index, %begin: index, %end: index, %sums: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %p = %begin to %end step %c2 {
    %one = arith.constant 1 : index
    %next = arith.addi %p, %one : index
    %j = memref.load %crd[%p] : memref<?xindex>
    %l = memref.load %crd[%next] : memref<?xindex>
    %sum = scf.for %k = %c0 to %width step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %row = arith.muli %j, %width : index
      %at = arith.addi %row, %k : index
      %v = vector.load %dense[%at] : memref<?xf64>, vector<8xf64>
      %row2 = arith.muli %l, %width : index
      %at2 = arith.addi %row2, %k : index
      %w = vector.load %dense[%at2] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %v, %w : vector<8xf64>
      %more = arith.addf %s, %product : vector<8xf64>
      scf.yield %more : vector<8xf64>
    }
    vector.store %sum, %sums[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

// The prefetches of a masked vector end with the line of the last lane.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[DENSE:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[WIDTH:[^ ]*]]: index
// CHECK: %[[LAST:.*]] = arith.subi %[[WIDTH]], %c1
// CHECK: %[[L0:.*]] = arith.minsi %[[LAST]], %c0
// CHECK: %[[AT0:.*]] = arith.addi %{{.*}}, %[[L0]]
// CHECK: memref.prefetch %[[DENSE]][%[[AT0]]], read, locality<2>, data
// CHECK: %[[L1:.*]] = arith.minsi %[[LAST]], %c8
// CHECK: %[[AT1:.*]] = arith.addi %{{.*}}, %[[L1]]
// CHECK: memref.prefetch %[[DENSE]][%[[AT1]]], read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @masked(%crd: memref<?xindex>, %dense: memref<?xf64>, %width: index, %begin: index, %end: index) -> vector<16xf64> {
  %c2 = arith.constant 2 : index
  %zeros = arith.constant dense<0.0> : vector<16xf64>
  %steps = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xindex>
  %all = vector.broadcast %width : index to vector<16xindex>
  %mask = arith.cmpi slt, %steps, %all : vector<16xindex>
  %sum = scf.for %p = %begin to %end step %c2 iter_args(%s = %zeros) -> (vector<16xf64>) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %row = arith.muli %j, %width : index
    %v = vector.maskedload %dense[%row], %mask, %zeros : memref<?xf64>, vector<16xi1>, vector<16xf64> into vector<16xf64>
    %more = arith.addf %s, %v : vector<16xf64>
    scf.yield %more : vector<16xf64>
  }
  return %sum : vector<16xf64>
}

// -----

// In fibers, which are loops below two levels of segments, only long vectors
// are prefetched, into the first cache.
// CHECK-LABEL: func.func @fibers(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[LONG:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[SHORT:[^ ]*]]: memref<?xf64>
// CHECK: %[[LENGTH:.*]] = memref.dim %[[LONG]]
// CHECK: arith.cmpi sge, %[[LENGTH]], %c131072
// CHECK: arith.addi %{{.*}}, %c16
// CHECK-COUNT-4: memref.prefetch %[[LONG]][%{{.*}}], read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @fibers(%crd: memref<?xindex>, %long: memref<?xf64>, %short: memref<?xf64>, %pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %first: index, %sums: memref<?xf64>) {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %begin = memref.load %pos[%first] : memref<?xindex>
  %end = memref.load %pos[%c1] : memref<?xindex>
  scf.for %i = %begin to %end step %c1 {
    %next = memref.load %pos[%i] : memref<?xindex>
    scf.for %q = %next to %end step %c1 {
      %sum = scf.for %p = %q to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %v = vector.load %long[%j] : memref<?xf64>, vector<32xf64>
        %more = arith.addf %s, %v : vector<32xf64>
        %w = vector.load %short[%j] : memref<?xf64>, vector<8xf64>
        vector.store %w, %sums[%p] : memref<?xf64>, vector<8xf64>
        scf.yield %more : vector<32xf64>
      }
      vector.store %sum, %sums[%q] : memref<?xf64>, vector<32xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

// Sequential loads are left to hardware prefetchers, and the scalar remainder
// of a vectorized loop has few iterations.
// CHECK-LABEL: func.func @streamed(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @streamed(%crd: memref<?xindex>, %dense: memref<?xf64>, %width: index, %begin: index, %end: index) -> (vector<32xf64>, f64) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
    %row = arith.muli %p, %width : index
    %v = vector.load %dense[%row] : memref<?xf64>, vector<32xf64>
    %more = arith.addf %s, %v : vector<32xf64>
    scf.yield %more : vector<32xf64>
  }
  %rest = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %dense[%j] : memref<?xf64>
    %more = arith.addf %s, %v : f64
    scf.yield %more : f64
  } {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>}
  return %sum, %rest : vector<32xf64>, f64
}

// -----

// Written coordinates are not those of later iterations, and loads of bounds of
// segments are left to `prefetch_segments`.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @others(%crd: memref<?xindex>, %constant: memref<?xindex>, %pos: memref<?xi32>, %dense: memref<?xf64>, %begin: index, %end: index) -> vector<32xf64> {
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.load %dense[%j] : memref<?xf64>, vector<32xf64>
    memref.store %p, %crd[%j] : memref<?xindex>
    %l = memref.load %constant[%p] : memref<?xindex>
    %place = memref.load %pos[%l] : memref<?xi32>
    %at = arith.index_cast %place : i32 to index
    memref.store %at, %crd[%p] : memref<?xindex>
    %more = arith.addf %s, %v : vector<32xf64>
    scf.yield %more : vector<32xf64>
  }
  return %sum : vector<32xf64>
}

// -----

// Scalars of a result are prefetched if it has at least 32 MB, and those of a
// workspace are not.
// CHECK-LABEL: func.func @updated(
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK: arith.cmpi sge, %arg1, %c4194304
// CHECK: memref.prefetch %[[Y]]
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @updated(%crd: memref<?xindex>, %n: index, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  %w = memref.alloc(%n) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %old = memref.load %y[%j] : memref<?xf64>
    %new = arith.addf %old, %one : f64
    memref.store %new, %y[%j] : memref<?xf64>
  }
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %old = memref.load %w[%j] : memref<?xf64>
    %new = arith.addf %old, %one : f64
    memref.store %new, %w[%j] : memref<?xf64>
  }
  memref.dealloc %w : memref<?xf64>
  return %y : memref<?xf64>
}

// -----

// Scalars are not prefetched for a run of equal coordinates.
// CHECK-LABEL: func.func @runs(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @runs(%crd: memref<?xindex>, %x: memref<?xf64>, %sums: memref<?xf64>, %begin: index, %end: index) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %last = scf.while (%at = %begin) : (index) -> index {
    %more = arith.cmpi ult, %at, %end : index
    scf.condition(%more) %at : index
  } do {
  ^bb0(%first: index):
    %isRun = arith.cmpi ult, %begin, %end : index
    scf.if %isRun {
      %sum = scf.for %p = %first to %end step %c1 iter_args(%s = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %v = memref.load %x[%j] : memref<?xf64>
        %next = arith.addf %s, %v : f64
        scf.yield %next : f64
      }
      memref.store %sum, %sums[%first] : memref<?xf64>
    }
    scf.yield %end : index
  }
  return
}

// -----

// A loop that contains another loop is not versioned, nor is one that loads
// vectors of more than 2048 bytes.
// CHECK-LABEL: func.func @around(
// CHECK-COUNT-1: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @around(%crd: memref<?xindex>, %dense: memref<?xf64>, %b: i1, %begin: index, %end: index, %sums: memref<?xf64>) {
  %c1 = arith.constant 1 : index
  scf.for %q = %begin to %end step %c1 {
    %j = memref.load %crd[%q] : memref<?xindex>
    %v = vector.load %dense[%j] : memref<?xf64>, vector<8xf64>
    vector.store %v, %sums[%q] : memref<?xf64>, vector<8xf64>
    scf.if %b {
      scf.for %p = %begin to %end step %c1 {
        %l = memref.load %crd[%p] : memref<?xindex>
        %w = vector.load %dense[%l] : memref<?xf64>, vector<8xf64>
        vector.store %w, %sums[%p] : memref<?xf64>, vector<8xf64>
      }
    }
  }
  scf.for %p = %begin to %end step %c1 {
    %l = memref.load %crd[%p] : memref<?xindex>
    %w = vector.load %dense[%l] : memref<?xf64>, vector<1073741824xf64>
    vector.store %w, %sums[%p] : memref<?xf64>, vector<1073741824xf64>
  }
  return
}

// -----

// Elements of one bit, layouts, several dimensions and masks of other lanes
// than the first ones are not supported.
// CHECK-LABEL: func.func @types(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @types(%crd: memref<?xindex>, %bits: memref<?xi1>, %apart: memref<?xf64, strided<[2]>>, %square: memref<?x?xf64>, %x: memref<?xf64>, %mask: vector<8xi1>, %begin: index, %end: index, %sums: memref<?xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %b = memref.load %bits[%j] : memref<?xi1>
    %v = memref.load %apart[%j] : memref<?xf64, strided<[2]>>
    %w = memref.load %square[%j, %j] : memref<?x?xf64>
    %sum = arith.addf %v, %w : f64
    %chosen = arith.select %b, %v, %sum : f64
    memref.store %chosen, %sums[%p] : memref<?xf64>
  }
  scf.for %p = %begin to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.maskedload %x[%j], %mask, %zeros : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    vector.store %v, %sums[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

// The factor of a coordinate may have another type than index.
// CHECK-LABEL: func.func @narrow(
// CHECK: memref.prefetch
// CHECK: return
func.func @narrow(%crd: memref<?xi32>, %x: memref<?xf64>, %stride: i32, %begin: index, %end: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %m = arith.muli %c, %stride : i32
    %i = arith.index_cast %m : i32 to index
    %v = memref.load %x[%i] : memref<?xf64>
    %more = arith.addf %s, %v : f64
    scf.yield %more : f64
  }
  return %sum : f64
}

// -----

// A branch that executes the last step of the loop behind it is versioned as a
// whole, and that step prefetches as well.
// CHECK-LABEL: func.func @pairs(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[DENSE:[^ ]*]]: memref<?xf64>{{[^,]*}}, %{{[^ ]*}}: index, %[[HIGH:[^ ]*]]: index
// CHECK: %[[ENTERED:.*]] = arith.cmpi slt
// CHECK: scf.if %{{.*}} -> (vector<8xf64>) {
// CHECK-NEXT: scf.if %[[ENTERED]] -> (vector<8xf64>) {
// CHECK:     %[[LAST:.*]] = arith.subi %[[HIGH]], %c1
// CHECK:     %[[AHEAD:.*]] = arith.addi %[[HIGH]], %c63
// CHECK:     %[[POSITION:.*]] = arith.minsi %[[AHEAD]]
// CHECK:     scf.for
// CHECK:       memref.prefetch %[[DENSE]]
// CHECK:       scf.yield
// CHECK:     }
// CHECK:     %[[COORDINATE:.*]] = memref.load %[[CRD]][%[[POSITION]]]
// CHECK:     memref.load %[[CRD]][%[[LAST]]]
// CHECK:     %[[ROW:.*]] = arith.index_cast %[[COORDINATE]]
// CHECK:     %[[BEGIN:.*]] = arith.muli %[[ROW]]
// CHECK:     memref.prefetch %[[DENSE]][%[[BEGIN]]]
// CHECK:     vector.load %[[DENSE]]
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @pairs(%crd: memref<?xi32>, %b: memref<?xf64>, %low: index, %high: index, %n: index) -> vector<8xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %is_entered = arith.cmpi slt, %low, %high : index
  %sum = scf.if %is_entered -> (vector<8xf64>) {
    %last = arith.subi %high, %c1 : index
    %sums = scf.for %p = %low to %last step %c1 iter_args(%carried = %zero) -> (vector<8xf64>) {
      %j = memref.load %crd[%p] : memref<?xi32>
      %row = arith.index_cast %j : i32 to index
      %begin = arith.muli %row, %n : index
      %x = vector.load %b[%begin] : memref<?xf64>, vector<8xf64>
      %next = arith.addf %carried, %x : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    %j = memref.load %crd[%last] : memref<?xi32>
    %row = arith.index_cast %j : i32 to index
    %begin = arith.muli %row, %n : index
    %x = vector.load %b[%begin] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %sums, %x : vector<8xf64>
    scf.yield %next : vector<8xf64>
  } else {
    scf.yield %zero : vector<8xf64>
  }
  return %sum : vector<8xf64>
}
