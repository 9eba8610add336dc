// RUN: weft-opt %s -weft-vectorize-rows -canonicalize -cse -split-input-file | FileCheck %s

// Eight lanes run the loop over slots, one for each row. A mask leaves out padding in
// loads and in the sum. The vector code prefetches 16 vectors ahead in each slot. It
// skips slots that are padding in all lanes. If %x is short or the first coordinates of
// the rows are near to each other, it loads from %x lane by lane, and masked lanes load
// the first element. Otherwise it gathers. A scalar loop runs fewer than eight rows.
// CHECK-LABEL: func.func @slots(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[A:[^ ]*]]: memref<?xf64>, %[[X:[^ ]*]]: memref<?xf64>,
// CHECK-SAME: %[[SLOTS:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<0> : vector<8xindex>
// CHECK: %[[BLOCKS:.*]] = arith.ceildivui %{{.*}}, %c8
// CHECK: scf.for %[[B:.*]] = %c0 to %[[BLOCKS]] step %c1 {
// CHECK:   %[[I:.*]] = arith.muli %[[B]], %c8
// CHECK:   %[[LEFT:.*]] = arith.subi %[[M]], %[[I]]
// CHECK:   %[[FULL:.*]] = arith.cmpi sge, %[[LEFT]], %c8
// CHECK:   scf.if %[[FULL]] {
// CHECK:     %[[LENGTH:.*]] = memref.dim %[[X]], %c0
// CHECK:     %[[END:.*]] = arith.subi %[[LENGTH]], %c1
// CHECK:     %[[ISSHORT:.*]] = arith.cmpi ult, %[[END]], %c131072
// CHECK:     %[[OTHER:.*]] = arith.addi %[[I]], %c7
// CHECK:     %[[ANY:.*]] = arith.cmpi sgt, %[[SLOTS]], %c0
// CHECK:     %[[HASCOMMON:.*]] = scf.if %[[ANY]] -> (i1) {
// CHECK:       memref.load %[[CRD]][%[[I]]]
// CHECK:       %[[FIRST:.*]] = arith.index_cast
// CHECK:       memref.load %[[CRD]][%[[OTHER]]]
// CHECK:       %[[LAST:.*]] = arith.index_cast
// CHECK:       %[[INSIDE:.*]] = arith.cmpi ult, %[[FIRST]], %[[LENGTH]]
// CHECK:       %[[SPAN:.*]] = arith.subi %[[LAST]], %[[FIRST]]
// CHECK:       %[[SHIFTED:.*]] = arith.addi %[[SPAN]], %c4096
// CHECK:       %[[SHORT:.*]] = arith.cmpi ult, %[[SHIFTED]], %c8192
// CHECK:       arith.andi %[[INSIDE]], %[[SHORT]]
// CHECK:     } else {
// CHECK:       scf.yield %{{.*}} : i1
// CHECK:     %[[NEAR:.*]] = arith.ori %[[ISSHORT]], %[[HASCOMMON]]
// CHECK:     scf.if %[[NEAR]] {
// CHECK:       %[[SUMS:.*]] = scf.for %[[K:.*]] = %c0 to %[[SLOTS]] step %c1 iter_args(%[[SUM:.*]] = %[[ZEROS]]) -> (vector<8xf64>) {
// CHECK:         %[[ABOVE:.*]] = arith.muli %[[K]], %[[M]]
// CHECK:         %[[P:.*]] = arith.addi %[[ABOVE]], %[[I]]
// CHECK:         %[[AHEAD:.*]] = arith.addi %[[P]], %c128
// CHECK:         memref.prefetch %[[CRD]][%[[AHEAD]]], read, locality<2>, data
// CHECK:         %[[NARROW:.*]] = vector.load %[[CRD]][%[[P]]] : memref<?xi32>, vector<8xi32>
// CHECK:         %[[J:.*]] = arith.index_cast %[[NARROW]] : vector<8xi32> to vector<8xindex>
// CHECK:         %[[MASK:.*]] = arith.cmpi sge, %[[J]], %[[NONE]]
// CHECK:         %[[SOME:.*]] = vector.reduction <or>, %[[MASK]]
// CHECK:         %[[NEW:.*]] = scf.if %[[SOME]] -> (vector<8xf64>) {
// CHECK:           memref.prefetch %[[A]][%[[AHEAD]]], read, locality<2>, data
// CHECK:           %[[V:.*]] = vector.maskedload %[[A]][%[[P]]], %[[MASK]], %[[ZEROS]]
// CHECK:           %[[PLACES:.*]] = arith.select %[[MASK]], %[[NARROW]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK:           %[[PLACE:.*]] = vector.extract %[[PLACES]][0]
// CHECK:           %[[INDEX:.*]] = arith.index_castui %[[PLACE]] : i32 to index
// CHECK:           memref.load %[[X]][%[[INDEX]]]
// CHECK-COUNT-7:   memref.load %[[X]]
// CHECK:           %[[W:.*]] = vector.from_elements
// CHECK:           %[[PRODUCT:.*]] = arith.mulf %[[V]], %[[W]] : vector<8xf64>
// CHECK:           %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PRODUCT]] : vector<8xf64>
// CHECK:           %[[OR:.*]] = arith.select %[[MASK]], %[[NEXT]], %[[SUM]] : vector<8xi1>, vector<8xf64>
// CHECK:           scf.yield %[[OR]]
// CHECK:         } else {
// CHECK:           scf.yield %[[SUM]]
// CHECK:         scf.yield %[[NEW]]
// CHECK:       vector.store %[[SUMS]], %{{.*}}[%[[I]]] : memref<?xf64>, vector<8xf64>
// CHECK:     } else {
// CHECK:         vector.gather %[[X]][%c0] [%{{.*}}], %{{.*}}, %[[ZEROS]]
// CHECK:       } {weft.loop = #weft.loop<unroll(8)>}
// CHECK:       vector.store
// CHECK:   } else {
// CHECK:     scf.for %[[ROW:.*]] = %[[I]] to %[[M]] step %c1 {
// CHECK:       scf.for %{{.*}} = %c0 to %[[SLOTS]] step %c1 iter_args({{.*}}) -> (f64)
// CHECK:       memref.store %{{.*}}, %{{.*}}[%[[ROW]]]
// CHECK:     } {loop_annotation
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
func.func @slots(%crd: memref<?xi32>, %a: memref<?xf64>, %x: memref<?xf64>, %slots: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %slots step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %narrow = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %narrow : i32 to index
      %is = arith.cmpi sge, %j, %c0 : index
      %next = scf.if %is -> (f64) {
        %v = memref.load %a[%p] : memref<?xf64>
        %w = memref.load %x[%j] : memref<?xf64>
        %product = arith.mulf %v, %w : f64
        %more = arith.addf %carried, %product : f64
        scf.yield %more : f64
      } else {
        scf.yield %carried : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %y : memref<?xf64>
}

// -----

// A slice of eight rows is one vector, or a scalar loop at the end of the matrix. The
// slots of a slice are contiguous, so that the vector code prefetches 1024 elements
// ahead. The bounds of the slots are uniform and loaded once. The store of zero is
// forwarded to the load of the result, and removed.
// CHECK-LABEL: func.func @slices(
// CHECK: scf.for %[[S:.*]] =
// CHECK:   %[[FIRST:.*]] = arith.muli %[[S]], %c8
// CHECK:   %[[FULL:.*]] = arith.cmpi sge, %{{.*}}, %c8
// CHECK:   scf.if %[[FULL]] {
// CHECK:     %[[BEGIN:.*]] = memref.load %{{.*}}[%[[S]]]
// CHECK:     %[[END:.*]] = memref.load
// CHECK:     %[[ANY:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
// CHECK:     scf.if %[[ANY]] -> (i1) {
// CHECK:       arith.muli %[[BEGIN]], %c8
// CHECK:     %[[NEAR:.*]] = arith.ori
// CHECK:     scf.if %[[NEAR]] {
// CHECK:       %[[SUMS:.*]] = scf.for {{.*}} -> (vector<8xf64>)
// CHECK:         arith.addi %{{.*}}, %c1024
// CHECK:         memref.prefetch
// CHECK:       %[[ALL:.*]] = arith.addf %[[SUMS]], %{{.*}} : vector<8xf64>
// CHECK-NOT:   vector.load
// CHECK:       vector.store %[[ALL]], %{{.*}}[%[[FIRST]]]
// CHECK-NOT:   vector.store
// CHECK:     } else {
// CHECK:       vector.gather
// CHECK:       vector.store
// CHECK:   } else {
// CHECK:     scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
func.func @slices(%pos: memref<?xindex>, %crd: memref<?xindex>, %a: memref<?xf64>, %x: memref<?xf64>, %slices: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %s = %c0 to %slices step %c1 {
    %first = arith.muli %s, %c8 : index
    %left = arith.subi %m, %first : index
    %count = arith.minui %left, %c8 : index
    scf.for %r = %c0 to %count step %c1 {
      %i = arith.addi %first, %r : index
      memref.store %zero, %y[%i] : memref<?xf64>
      %after = arith.addi %s, %c1 : index
      %begin = memref.load %pos[%s] : memref<?xindex>
      %end = memref.load %pos[%after] : memref<?xindex>
      %sum = scf.for %k = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %above = arith.muli %k, %c8 : index
        %p = arith.addi %above, %r : index
        %j = memref.load %crd[%p] : memref<?xindex>
        %is = arith.cmpi sge, %j, %c0 : index
        %next = scf.if %is -> (f64) {
          %v = memref.load %a[%p] : memref<?xf64>
          %w = memref.load %x[%j] : memref<?xf64>
          %product = arith.mulf %v, %w : f64
          %more = arith.addf %carried, %product : f64
          scf.yield %more : f64
        } else {
          scf.yield %carried : f64
        }
        scf.yield %next : f64
      }
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %sum, %old : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The columns of a dense matrix need no gather. A vector has 16 lanes of 32 bits. Both
// regions of a branch with a varying condition are masked. A branch with a uniform
// condition stays a branch.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[A:[^ ]*]]: memref<?xf32>, %[[C:[^ ]*]]: memref<?xf32>, %[[X:[^ ]*]]: memref<?xf32>
// CHECK: arith.ceildivui %{{.*}}, %c16
// CHECK: scf.for %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (vector<16xf32>) {
// CHECK:   vector.load %[[A]]
// CHECK:   %[[SHARED:.*]] = scf.if %{{.*}} -> (vector<16xf32>) {
// CHECK:     %[[W:.*]] = memref.load %[[X]]
// CHECK:     vector.broadcast %[[W]] : f32 to vector<16xf32>
// CHECK:   } else {
// CHECK:     scf.yield %{{.*}} : vector<16xf32>
// CHECK:   %[[POSITIVE:.*]] = arith.cmpf ogt
// CHECK:   %[[NEGATIVE:.*]] = arith.xori %[[POSITIVE]]
// CHECK:   %[[OTHER:.*]] = vector.maskedload %[[C]][%{{.*}}], %[[NEGATIVE]]
// CHECK:   arith.select %[[POSITIVE]], %[[SHARED]], %[[OTHER]]
func.func @columns(%a: memref<?xf32>, %c: memref<?xf32>, %x: memref<?xf32>, %n: index, %m: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc(%m) : memref<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f32) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf32>
      %first = arith.cmpi eq, %k, %c0 : index
      %shared = scf.if %first -> (f32) {
        %w = memref.load %x[%k] : memref<?xf32>
        scf.yield %w : f32
      } else {
        scf.yield %v : f32
      }
      %positive = arith.cmpf ogt, %v, %zero : f32
      %either = scf.if %positive -> (f32) {
        scf.yield %shared : f32
      } else {
        %other = memref.load %c[%p] : memref<?xf32>
        scf.yield %other : f32
      }
      %more = arith.addf %carried, %either : f32
      scf.yield %more : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return %y : memref<?xf32>
}

// -----

// A loop over at most six rows has vectors of four lanes; a scalar loop runs two rows.
// CHECK-LABEL: func.func @odd_slices(
// CHECK: arith.ceildivui %{{.*}}, %c4
// CHECK: vector.load %{{.*}} : memref<?xf64>, vector<4xf64>
// CHECK: vector.store %{{.*}} : memref<?xf64>, vector<4xf64>
func.func @odd_slices(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  %count = arith.minsi %m, %c6 : index
  scf.for %i = %c0 to %count step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %c6 : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The stride of each value is computed once, even if the value has two uses. A stride
// that exceeds 64 bits is unknown, so that the vector code prefetches 16 vectors ahead.
// CHECK-LABEL: func.func @doubled(
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (vector<8xf64>) {
// CHECK:   arith.addi %{{.*}}, %c128
// CHECK:   memref.prefetch
func.func @doubled(%crd: memref<?xi32>, %x: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %much = arith.constant 1073741824 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %d0 = arith.muli %k, %much : index
      %d1 = arith.addi %d0, %d0 : index
      %d2 = arith.addi %d1, %d1 : index
      %d3 = arith.addi %d2, %d2 : index
      %d4 = arith.addi %d3, %d3 : index
      %d5 = arith.addi %d4, %d4 : index
      %d6 = arith.addi %d5, %d5 : index
      %d7 = arith.addi %d6, %d6 : index
      %d8 = arith.addi %d7, %d7 : index
      %d9 = arith.addi %d8, %d8 : index
      %d10 = arith.addi %d9, %d9 : index
      %d11 = arith.addi %d10, %d10 : index
      %d12 = arith.addi %d11, %d11 : index
      %d13 = arith.addi %d12, %d12 : index
      %d14 = arith.addi %d13, %d13 : index
      %d15 = arith.addi %d14, %d14 : index
      %d16 = arith.addi %d15, %d15 : index
      %d17 = arith.addi %d16, %d16 : index
      %d18 = arith.addi %d17, %d17 : index
      %d19 = arith.addi %d18, %d18 : index
      %d20 = arith.addi %d19, %d19 : index
      %d21 = arith.addi %d20, %d20 : index
      %d22 = arith.addi %d21, %d21 : index
      %d23 = arith.addi %d22, %d22 : index
      %d24 = arith.addi %d23, %d23 : index
      %d25 = arith.addi %d24, %d24 : index
      %d26 = arith.addi %d25, %d25 : index
      %d27 = arith.addi %d26, %d26 : index
      %d28 = arith.addi %d27, %d27 : index
      %d29 = arith.addi %d28, %d28 : index
      %d30 = arith.addi %d29, %d29 : index
      %d31 = arith.addi %d30, %d30 : index
      %d32 = arith.addi %d31, %d31 : index
      %d33 = arith.addi %d32, %d32 : index
      %d34 = arith.addi %d33, %d33 : index
      %d35 = arith.addi %d34, %d34 : index
      %d36 = arith.addi %d35, %d35 : index
      %p = arith.addi %d36, %i : index
      %narrow = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %narrow : i32 to index
      %v = memref.load %x[%j] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}
